"""Claims of sentences: about residues, divisors, signs, periods, systems of sequences, and polynomials."""

from __future__ import annotations

import re

from flint import fmpz

from gfkit.claims.provers.comparison import ComparisonClaim
from gfkit.claims.provers.congruence import CongruenceClaim, LucasClaim, ValuationClaim
from gfkit.claims.provers.divisibility import DivisorClaim, GcdClaim, Index, index_of
from gfkit.claims.provers.polynomial_shape import SHAPES_OF_POLYNOMIALS, PolynomialClaim
from gfkit.claims.provers.powers import ValueClaim
from gfkit.claims.provers.reciprocity import ReciprocityClaim, claim_of_products
from gfkit.claims.provers.scope import EVERY, MOST_RESIDUES, Property
from gfkit.claims.provers.shape import SHAPES, ShapeClaim
from gfkit.claims.provers.system import SystemClaim
from gfkit.claims.reading.comparisons import comparison_claim
from gfkit.claims.reading.powers import claim_of_values
from gfkit.claims.reading.scope import (
    SET,
    TERM,
    plain_statement,
    property_of,
    read_scope,
    split_scope,
    unreadable,
)
from gfkit.claims.reading.system import system_claim
from gfkit.claims.statement.parse import read_statement
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.periods import MOST_MODULUS
from gfkit.core.deferred import regex
from gfkit.core.errors import GfkitError, InputError, as_typed

_RESIDUES = (
    "'a(n) is even', 'a(n) is odd', '3 divides a(n)' or 'a(n) == 1 (mod 3)', then nothing, 'for every n',"
    " 'for no n', 'iff n mod 5 = 4' or 'for n mod 5 in {0, 2}', then perhaps 'for n >= 3'"
)
_V = r"(?:v|ν|\\nu|ord)_\{?"
_PROPERTIES = [
    rf"{TERM}\s+is\s+(?P<not>not\s+)?(?P<parity>even|odd)\b",
    rf"{TERM}\s+is\s+(?P<not>not\s+)?(?:divisible\s+by|a\s+multiple\s+of)\s+(?P<modulus>\d+)",
    rf"(?P<modulus>\d+)\s*(?P<not>does\s+not\s+divide|never\s+divides|divides|\|)\s*{TERM}",
    rf"{TERM}\s*==?\s*(?P<residue>-?\d+)\s*(?:\(\s*mod\s+(?P<modulus>\d+)\s*\)|mod\s+(?P<bare>\d+))",
    rf"{TERM}\s+mod\s+(?P<modulus>\d+)\s*(?:==?|in)\s*{SET}",
    rf"{_V}(?P<prime>\d+)\}}?\s*\(\s*{TERM}\s*\)\s*(?P<sign>==?|>=)\s*(?P<power>\d+)",
]
_EXPONENT = rf"{_V}(?P<prime>\d{{1,9}})\}}?\s*\(\s*[A-Za-z]\s*\(\s*n\s*\)\s*\)\s*"
_TWO_EXPONENTS = (
    rf"{_EXPONENT}==?\s*(?:(?P<before>\d{{1,9}})\s*\+\s*)?"
    rf"{_V}(?P=prime)\}}?\s*\(\s*n\s*(?P<shift>[+-]\s*\d{{1,9}})?\s*\)(?:\s*(?P<after>[+-]\s*\d{{1,9}}))?"
)
_VALUATION_FORMS = "'v_2(a(n)) = v_2(n+1) + 3', then perhaps 'for n odd', 'for n mod 6 = 5', 'for n >= 3'"
_LUCAS = regex(
    r"(?:[A-Za-z]|[A-Za-z]\(n\)|the\s+(?:sequence|terms))\s+satisf(?:y|ies)\s+(?:the\s+)?lucas(?:['’]s?)?"
    r"\s+congruences?\s+(?:modulo|mod)\s+(\d+)",
    re.IGNORECASE,
)


def lucas_claim(text: str) -> LucasClaim | None:
    """Return the claim of a statement on Lucas' congruence, or None if the string has another form.

    >>> lucas_claim("a satisfies Lucas' congruence modulo 5").prime
    5
    """
    found = _LUCAS.fullmatch(plain_statement(text))
    if found is None:
        return None
    prime = int(found[1])
    if prime > MOST_RESIDUES or not fmpz(prime).is_prime():
        raise InputError(f"formula {as_typed(text)}: modulus {prime} must be a prime below {MOST_RESIDUES:,}")
    return LucasClaim(text, prime)


def congruence_claim(text: str) -> CongruenceClaim | None:
    """Return the claim of a statement about residues, or None if the string has another form.

    >>> claim = congruence_claim("3 divides a(n) iff n mod 4 = 2")
    >>> claim.wanted.modulus, claim.condition, claim.is_iff
    (3, Property(modulus=4, residues=frozenset({2})), True)
    """
    plain = plain_statement(text)
    found = next((match for form in _PROPERTIES if (match := re.match(form, plain)) is not None), None)
    if found is None:
        return None
    wanted = _valuation(found, text) if "prime" in found.re.groupindex else property_of(found, text)
    letter = found["i"] or found["j"] or found["k"]
    subject, rest = found[0].strip(), plain[found.end() :].strip()
    if letter.isdigit():
        if rest:
            raise unreadable(text, rest, _RESIDUES)
        return CongruenceClaim(text, subject, wanted, EVERY, index=int(letter))
    scope = read_scope(rest, letter, text, _RESIDUES)
    return CongruenceClaim(text, subject, wanted, scope.condition, scope.is_iff, scope.since)


def valuation_claim(text: str) -> ValuationClaim | None:
    """Return the claim of a statement about valuations of a(n) and of n, or None for another form.

    >>> valuation_claim("v_2(a(n)) = v_2(n+1) + 2 for n mod 6 = 5").case
    ValuationCase(constant=2, zero=-1, is_bound=False, modulus=6, residues=(5,))
    """
    plain = plain_statement(text)
    if re.match(rf"{_EXPONENT}[=<>].*{_V}\d", plain) is None:
        return None
    found = re.match(_TWO_EXPONENTS, plain)
    scope = read_scope(plain[found.end() if found else 0 :].strip(), "n", text, _VALUATION_FORMS)
    if found is None or not isinstance(scope.condition, Property) or scope.is_iff:
        raise unreadable(text, plain, _VALUATION_FORMS)
    if not fmpz(int(found["prime"])).is_prime():
        raise InputError(f"formula {as_typed(text)}: {found['prime']} must be a prime")
    from gfkit.core.algebra.valuations import ValuationCase  # few statements are about valuations

    zero, after = (int((found[name] or "0").replace(" ", "")) for name in ("shift", "after"))
    where = scope.condition.modulus, tuple(sorted(scope.condition.residues))
    case = ValuationCase(int(found["before"] or 0) + after, -zero, False, *where)
    subject = f"{found[0].strip()} {scope.words}".strip()
    among = re.sub(r"^\w+", "with", scope.words) if case.modulus > 1 else ""
    prime = int(found["prime"])
    return ValuationClaim(
        text=text, subject=subject, since=scope.since, residue_class=among, prime=prime, case=case
    )


def _valuation(found: re.Match[str], text: str) -> Property:
    """Return the residues of the integers that a prime p divides exactly k times, or at least k times.

    >>> congruence_claim("v_3(a(n)) = 1 for n even").wanted
    Property(modulus=9, residues=frozenset({3, 6}))
    """
    prime, power = int(found["prime"][:9]), int(found["power"][:9])
    modulus = prime ** min(power + (found["sign"] != ">="), 99)
    if not fmpz(prime).is_prime() or modulus > MOST_MODULUS:
        raise InputError(
            f"formula {as_typed(text)}: {found['prime']} must be a prime, with a power below {MOST_MODULUS:,}"
        )
    return Property(
        modulus, frozenset(range(modulus // prime * (modulus > prime**power), modulus, prime**power))
    )


_DIVISORS = (
    "'2^floor(n/2) divides a(n)' or 'a(n) divides a(2n+1)', then nothing, 'for every n' or"
    " 'for n mod 3 = 2', then perhaps 'for n >= 3'"
)
_TERM = r"(?P<name>[A-Za-z])\s*(?:\((?P<i>[^()]*)\)|\[(?P<j>[^\[\]]*)\]|_\s*\{(?P<k>[^{}]*)\}|_\s*(?P<l>\w))"
_DIVIDES = regex(rf"(?P<divisor>[^|=]+?)(?:(?<!\s)\s*+\||(?<=[\s)}}\]])divides\b)\s*{_TERM}(?P<rest>.*)")
_GCD = regex(
    r"gcd\s*\(\s*(?P<name>[A-Za-z])\s*\((?P<m>[A-Za-z])\)\s*,\s*(?P=name)\s*\((?P<n>[A-Za-z])\)\s*\)\s*="
    r"\s*(?P=name)\s*\(\s*gcd\s*\(\s*(?P=m)\s*,\s*(?P=n)\s*\)\s*\)"
    r"(?:\s*for\s+(?:all|every|any)(?:\s+(?P=m)\s*(?:,|and)\s*(?P=n))?)?"
)


def divisibility_claim(text: str) -> DivisorClaim | GcdClaim | None:
    """Return the claim of a statement about divisors, or None if the string has another form.

    >>> divisibility_claim("a(n) divides a(2n+1) for n >= 3").index
    Index(slope=2, offset=1)
    """
    plain = plain_statement(text)
    if _GCD.fullmatch(plain):
        return GcdClaim(text=text, subject=plain)
    found = _DIVIDES.fullmatch(plain)
    if found is None:
        return None
    written = next(found[key] for key in "ijkl" if found[key] is not None)
    scope = read_scope(found["rest"].strip(), "n", text, _DIVISORS)
    letters = re.findall(r"(?<![A-Za-z\\])[A-Za-z](?![A-Za-z(\[_])", f"{found['divisor']} {written}")
    if set(letters) - {"n"}:
        raise unreadable(text, plain, f"{_DIVISORS}, in the letter n")
    if scope.is_iff or not isinstance(scope.condition, Property):
        raise unreadable(text, found["rest"].strip(), _DIVISORS)
    sides = [found["divisor"].strip(), f"{found['name']}({written})"]
    divisor, index = (_operand(side, found["name"], text) for side in sides)
    if not isinstance(index, Index):
        return None
    subject = f"{plain[: found.start('rest')].strip()} {scope.words}".strip()
    return DivisorClaim(
        text=text, subject=subject, since=scope.since, divisor=divisor, index=index, condition=scope.condition
    )


def _operand(side: str, name: str, text: str) -> Index | nodes.Node:
    """Return the index of a term of the sequence, or a closed form."""
    chains = read_statement(side).chains
    if len(chains) != 1 or len(chains[0].sides) != 1:
        raise unreadable(text, side, _DIVISORS)
    tree = chains[0].sides[0]
    if not isinstance(tree, nodes.Symbol) or tree.label != (name,) or tree.index is None:
        return tree
    index = index_of(tree)
    if index is None:
        raise unreadable(text, side, _DIVISORS)
    return index


_SIGNS = (
    "'a is positive', 'a is increasing', 'a is log-concave', or another of 'decreasing', 'nondecreasing',"
    " 'nonincreasing', 'log-convex', 'nonnegative', then perhaps 'from n = 3 on'"
)
_SHAPE = regex(rf"(?:(?:the\s+)?sequence(?:\s+a)?|{TERM}|a)\s+is\s+(?P<shape>{'|'.join(SHAPES)})\b")


def shape_claim(text: str) -> ShapeClaim | None:
    """Return the claim of a statement about signs or growth, or None if the string has another form.

    >>> shape_claim("a(n) is weakly increasing from n = 3 on").words
    'a(n) is weakly increasing for n >= 3'
    """
    plain = plain_statement(text)
    found = _SHAPE.match(plain)
    if found is None:
        return None
    letter = found["i"] or found["j"] or found["k"] or "n"
    scope = read_scope(plain[found.end() :].strip(), letter, text, _SIGNS)
    if letter.isdigit() or not scope.is_plain:
        raise unreadable(text, plain, _SIGNS)
    shape = SHAPES[" ".join(found["shape"].split())]
    return ShapeClaim(text=text, subject=found[0], since=scope.since, shape=shape)


_POLYNOMIALS = (
    "'the polynomials are real-rooted', or 'log-concave', 'unimodal', 'palindromic', 'gamma-positive', then"
    " perhaps 'for n >= 3'"
)
_POLYNOMIAL = regex(
    r"(?:all\s+|all\s+the\s+|the\s+)?polynomials?(?:\s+(?P<name>[A-Za-z]\S*))?\s+(?:are|have)\s+(?:all\s+)?(?P<shape>[\w-]+"
    r"(?:\s+real\s+(?:roots|zeros))?)"
)
_NAME = regex(r"[A-Za-z](?:_n|_\{n\})?(?:\(x\))?")


def polynomial_claim(text: str) -> PolynomialClaim | None:
    """Return the claim of a statement about polynomials, or None if the string has another form.

    >>> polynomial_claim("the polynomials have only real roots for n >= 2").words
    'the polynomials are real-rooted for n >= 2'
    """
    plain = plain_statement(text)
    found = _POLYNOMIAL.match(plain)
    if found is None:
        return None
    if found["name"] and not _NAME.fullmatch(found["name"]):
        raise InputError(
            f"formula {as_typed(text)}: the polynomials must be named by a letter, such as p_n, not"
            f" {as_typed(found['name'])}; give the structure or the family in --for"
        )
    shape = _SYNONYMS.get(" ".join(found["shape"].split()), found["shape"])
    scope = read_scope(plain[found.end() :].strip(), "n", text, _POLYNOMIALS)
    if shape not in SHAPES_OF_POLYNOMIALS or not scope.is_plain:
        raise unreadable(text, plain, _POLYNOMIALS)
    return PolynomialClaim(text=text, subject=f"the polynomials are {shape}", since=scope.since, shape=shape)


_SYNONYMS = {"only real roots": "real-rooted", "only real zeros": "real-rooted", "symmetric": "palindromic"}
_AT_ANOTHER = regex(r"[A-Za-z]_(?:\{[^{}]*\}|\w)\s*\((?!\s*[xy]\s*(?:,\s*[xy]\s*)?\))")
"""Pattern of a polynomial at another argument than its own variables, such as P_n(1/x)."""


def reciprocity_claim(text: str) -> ReciprocityClaim | None:
    """Return the claim of a reciprocity with weights, or None for another statement.

    >>> reciprocity_claim("x^(n+1)*a(-n-2) = (-1)^n*a(n)").weights
    <Weights.PIECES: 'pieces'>
    """
    body, scope = split_scope(plain_statement(text))
    pieces = body.split("=")
    if len(pieces) != 2 or scope.condition != EVERY or scope.is_iff:
        return None
    try:
        chains = [chain for piece in pieces for chain in read_statement(piece).chains]
        one, other = (chain.sides[0] for chain in chains)
        claim = claim_of_products(text, f"{body} {scope.words}".strip(), (one, other), scope.since)
    except (GfkitError, ValueError):
        return None
    if claim is not None and (_AT_ANOTHER.search(body) or not _are_own(claim)):
        raise InputError("formula: expected a polynomial in its own variable, as in P_n(x), in a reciprocity")
    return claim


def _are_own(claim: ReciprocityClaim) -> bool:
    """Return True if the polynomials have their own variables as arguments, or none."""
    own = tuple(map(nodes.Letter, claim.weights.variables))
    return all(name.arguments in ((), own) for side in claim.sides for name in nodes.symbols(side))


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
    | ValueClaim
)
_MAKERS = (
    *(valuation_claim, reciprocity_claim, congruence_claim, lucas_claim, divisibility_claim),
    claim_of_values,
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
            " odd, divisible by 3, a square, a cube, a Fibonacci number, positive, nonnegative, increasing,"
            " decreasing, nondecreasing,"
            " nonincreasing, log-concave, log-convex"
        )
    return polynomial_claim(text)
