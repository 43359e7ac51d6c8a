"""Claims of sentences: about residues, divisors, signs, periods, systems of sequences, and polynomials."""

from __future__ import annotations

from gfkit.claims.comparison import ComparisonClaim, comparison_claim
from gfkit.claims.congruence import (
    CongruenceClaim,
    LucasClaim,
    ValuationClaim,
    congruence_claim,
    lucas_claim,
    valuation_claim,
)
from gfkit.claims.divisibility import DivisorClaim, GcdClaim, divisibility_claim
from gfkit.claims.polynomial_shape import PolynomialClaim, polynomial_claim
from gfkit.claims.reciprocity import ReciprocityClaim, reciprocity_claim
from gfkit.claims.scope import TERM
from gfkit.claims.shape import ShapeClaim, shape_claim
from gfkit.claims.system import SystemClaim, system_claim
from gfkit.core.deferred import regex
from gfkit.core.errors import InputError, as_typed

SentenceClaim = (
    CongruenceClaim
    | LucasClaim
    | DivisorClaim
    | GcdClaim
    | ShapeClaim
    | PolynomialClaim
    | ComparisonClaim
    | ReciprocityClaim
    | SystemClaim
    | ValuationClaim
)
_MAKERS = (
    *(valuation_claim, reciprocity_claim, congruence_claim, lucas_claim, divisibility_claim),
    *(system_claim, comparison_claim, shape_claim),
)
_PROPERTY = regex(
    rf"\s*(?:{TERM}|a)\s+is\s+(?:not\s+)?(?:an?\s+)?(?P<word>[a-z][a-z-]{{3,}})\s*+(?:\.?\s*+$|number\b|for\b|from\b|if\b|iff\b)"
)
"""Pattern of a statement about a property of the terms, which may be unknown."""


def claim_of_sentence(text: str) -> SentenceClaim | None:
    """Return the claim of a sentence, or None for a formula. Raise InputError for an unknown property."""
    for make in _MAKERS:
        claim: SentenceClaim | None = make(text)
        if claim is not None:
            return claim
    if other := _PROPERTY.match(text):
        raise InputError(
            f"formula {as_typed(text)}: unknown property {other['word']!r} of the terms; choose from even,"
            " odd, divisible by 3, positive, nonnegative, increasing, decreasing, nondecreasing,"
            " nonincreasing, log-concave, log-convex"
        )
    return polynomial_claim(text)
