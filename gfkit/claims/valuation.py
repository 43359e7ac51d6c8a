"""Statements about p-adic valuations that depend on n: ``v_2(a(n)) = v_2(n+1) + 2 for n mod 6 = 5``.

Statements such as ``v_2(a(n)) = 3`` are about residues (``claims.congruence``). The valuation of 0 is
infinite.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import ClassVar

from flint import fmpz

from gfkit.algebra.valuations import ValuationCase, proves, valuation
from gfkit.claims.judge import FirstDifference
from gfkit.claims.scope import (
    Case,
    ObservedClaim,
    Proof,
    Property,
    plain_statement,
    read_scope,
    terms_from,
    unreadable,
)
from gfkit.claims.truth import KnownSequence, as_number
from gfkit.deferred import dataclass
from gfkit.errors import InputError, LimitError, as_typed

_NAME = r"(?:v|ν|\\nu|ord)_\{?"
_HEAD = rf"{_NAME}(?P<prime>\d{{1,9}})\}}?\s*\(\s*[A-Za-z]\s*\(\s*n\s*\)\s*\)\s*[=<>]"
_SENTENCE = (
    rf"{_HEAD}=?\s*(?:(?P<before>\d{{1,9}})\s*\+\s*)?"
    rf"{_NAME}(?P=prime)\}}?\s*\(\s*n\s*(?P<shift>[+-]\s*\d{{1,9}})?\s*\)(?:\s*(?P<after>[+-]\s*\d{{1,9}}))?"
)
_FORMS = "'v_2(a(n)) = v_2(n+1) + 3', then perhaps 'for n odd', 'for n mod 6 = 5', 'for n >= 3'"


@dataclass(frozen=True, kw_only=True)
class ValuationClaim(ObservedClaim):
    """Claim that v_p(a(n)) = v_p(n - zero) + constant for all n >= ``since`` with some residues."""

    prime: int
    case: ValuationCase
    observed: ClassVar[int] = 300

    def cases(self, known: KnownSequence) -> Iterator[Case]:
        start, case = max(known.first_n, self.since or 0), self.case
        for n, term in enumerate(map(as_number, terms_from(known, start)), start):
            if n % case.modulus in case.residues:
                true = valuation(term.numerator, self.prime) - valuation(term.denominator, self.prime)
                claimed = case.constant + valuation(n - (case.zero or 0), self.prime)
                sides = (f"v_{self.prime}(a({n})) = {exponent}" for exponent in (claimed, true))
                yield n, None if true == claimed else FirstDifference(n, *sides)

    def prove(self, known: KnownSequence, start: int) -> Proof | None:
        law = known.rational
        with suppress(InputError, LimitError):
            if law is not None and proves(law, self.prime, self.case):
                return Proof("p-adic-expansion", max(start, law.valid_from - law.order))
        return None


def valuation_claim(text: str) -> ValuationClaim | None:
    """Return the claim of a statement about valuations of a(n) and of n, or None for another form.

    >>> valuation_claim("v_2(a(n)) = v_2(n+1) + 2 for n mod 6 = 5").case
    ValuationCase(constant=2, zero=-1, is_bound=False, modulus=6, residues=(5,))
    """
    plain = plain_statement(text)
    if re.match(rf"{_HEAD}.*{_NAME}\d", plain) is None:
        return None
    found = re.match(_SENTENCE, plain)
    scope = read_scope(plain[found.end() if found else 0 :].strip(), "n", text, _FORMS)
    if found is None or not isinstance(scope.condition, Property) or scope.is_iff:
        raise unreadable(text, plain, _FORMS)
    if not fmpz(int(found["prime"])).is_prime():
        raise InputError(f"formula {as_typed(text)}: {found['prime']} must be a prime")
    zero, after = (int((found[name] or "0").replace(" ", "")) for name in ("shift", "after"))
    where = scope.condition.modulus, tuple(sorted(scope.condition.residues))
    case = ValuationCase(int(found["before"] or 0) + after, -zero, False, *where)
    subject = f"{found[0].strip()} {scope.words}".strip()
    return ValuationClaim(text=text, subject=subject, since=scope.since, prime=int(found["prime"]), case=case)
