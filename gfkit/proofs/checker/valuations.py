"""Certificates of the exponent of a prime in the counts of a family, for every n.

The file is that of a fraction P/Q, with ``format`` "gfkit-valuations" and ``version`` 1, and it states a case
for each object in ``cases``. Let a(n) be the coefficient of t^n in P/Q, and v(x) the exponent of ``prime`` p
in x. For all n >= ``valid_from`` with a residue in ``residues`` modulo ``modulus``, v(a(n)) is ``constant``,
or ``constant`` + v(n - ``zero``) if ``zero`` is not null. It is at least ``constant`` if ``is_bound``,
and a(n) = 0 if ``constant`` is null. ``period`` T is the evidence.

Let Q have degree d, leading coefficient ±1 at t^0, and a coefficient of t^d that is not divisible by p. From
some n = b on, a(n) satisfies the recurrence of Q; it extends a(n) to all integers n, with denominators that
are powers of that coefficient. Let M be the companion matrix, so that a(n) = u M^n w. The checker verifies
that M^T = c I modulo p^s for s = 1, or s = 2 if p = 2, on the vector of the impulse response. This suffices,
because the powers of M map that vector to a basis.

Theorem. Let U = T q with s' = s + v(q), and let D_j be the j-th difference of c^(-q k) a(r + U k) at k = 0.
(1) v(D_j) >= s' j, and v(a(r + U k)) is at least the minimum of all v(D_j); it is v(D_0) for all k if all
other v(D_j) are greater. (2) If a(r) = 0, and v(D_1) < v(D_j) - v(j) for all j >= 2, then v(a(r + U k)) =
v(D_1) + v(k) for all k.

Proof. M^U = c^q (I + p^s B)^q = c^q (I + p^s' C) for a matrix C of p-adic integers, since v(binomial(q, i)
p^(s i)) >= v(q) - v(i) + s i >= s + v(q) for i >= 1. So D_j = p^(s' j) u M^r C^j w, and c^(-q k) a(r + U k)
is the sum of binomial(k, j) D_j, where binomial(k, j) = (k/j) binomial(k-1, j-1). QED

D_j is computed modulo p^K for j < K/s', so that v(D_j) >= K for all others. If no case applies to n = r mod
U, the classes n = r + U i modulo p U are examined. If d consecutive numbers a(r + U k) are 0, all are.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import count, pairwise
from math import lcm
from typing import TypeVar

from gfkit.proofs.checker.fractions import FRACTIONS, SHAPE, check_fraction, read_terms_in_t
from gfkit.proofs.checker.kinds import CountQuery
from gfkit.proofs.checker.reading import (
    INTS,
    Budget,
    Fields,
    Verdict,
    file_of_format,
    must_hold,
    need,
)

_Number = TypeVar("_Number", int, Fraction)
VALUATIONS = "gfkit-valuations"
MOST_PRIME, PRECISION, DIVISIONS, MOST_DISTANCE = 1000, 10**12, 3, 10**4
"""Maximum prime and p^K, number of times that a class is divided, and maximum distance of a zero from b."""
VALUATION_CASE: dict[str, object] = {
    "constant": (INTS, None), "zero": (INTS, None), "is_bound": bool, "modulus": range(1, 10**6),
    "residues": [range(10**6)],
}  # fmt: skip
VALUATIONS_SHAPE: dict[str, object] = SHAPE | {
    "format": {VALUATIONS}, "prime": range(2, MOST_PRIME), "period": range(1, 10**6),
    "valid_from": range(10**4), "cases": [VALUATION_CASE],
}  # fmt: skip


def check_valuations(certificate: object, budget: Budget) -> Verdict:
    """Check the certificate of valuations on a family."""
    file = file_of_format(certificate, VALUATIONS_SHAPE, VALUATIONS)
    need(not file["weights"], "weights: valuations are those of numbers")
    fraction = {key: file[key] for key in SHAPE} | {"format": FRACTIONS, "version": 6}
    verdict = check_fraction(fraction, budget)
    parts = (read_terms_in_t(file[name], 6, CountQuery("all", 0)) for name in ("numerator", "denominator"))
    p, q = ([total.get((0, 0), 0) for total in series] for series in parts)
    sequence = PadicSequence(p, q, file["prime"], file["period"], budget)
    first = max(file["first_n"], sequence.base)
    must_hold(file["valid_from"] >= first, f"valid_from: the cases are proved only for n >= {first}")
    need(file["cases"], "cases: expected at least one statement")
    for case in file["cases"]:
        is_constant = case["zero"] is None and case["constant"] is not None
        need(is_constant or not case["is_bound"], "is_bound: a bound is a constant")
        check_case(case, sequence)
    cases = "; ".join(case_sentence(case, file["prime"]) for case in file["cases"])
    return verdict._replace(
        statement=f"{verdict.statement}; for n >= {file['valid_from']}, the exponent v_{file['prime']}"
        f" of {file['prime']} in it {cases}",
        rests_on=f"{verdict.rests_on}, residue classes modulo {sequence.period} and its multiples",
    )


class PadicSequence:
    """Sequence of the coefficients of a fraction, extended to all integers n."""

    def __init__(self, p: list[int], q: list[int], prime: int, period: int, budget: Budget) -> None:
        self.order, self.prime, self.period, self._budget = len(q) - 1, prime, period, budget
        need(all(prime % factor for factor in range(2, prime)), "prime: is not a prime")
        is_usable = self.order > 0 and q[0] in (1, -1) and q[-1] % prime != 0
        need(is_usable, "denominator: expected 1 or -1 at t^0, and a last coefficient without the prime")
        self._recurrence = [-value * q[0] for value in q[1:]]
        self.base: int = max(0, len(p) - self.order)
        terms: list[int] = []
        for n in range(self.base + self.order):
            later = sum(c * terms[n - k] for k, c in enumerate(self._recurrence, 1) if k <= n)
            terms.append(later + (p[n] * q[0] if n < len(p) else 0))
        self._start: list[int] = terms[self.base :]
        self.depth = next(k for k in count() if prime ** (k + 1) > PRECISION)
        self.power: int = 1 + (prime == 2)
        self._after: list[int] = [value % prime**self.depth for value in self._start]
        self._before: list[int] = []
        modulus = prime**self.power
        row = [0] * (self.order - 1) + [1]
        for _ in range(period):
            row = [*row[1:], self._next(row) % modulus]
        budget.spend(period * self.order)
        self.unit: int = row[-1]
        must_hold(not any(row[:-1]), "period: the matrix is not a multiple of the identity")

    def _next(self, row: Sequence[_Number]) -> _Number:
        return sum(
            (c * value for c, value in zip(self._recurrence, reversed(row), strict=True)), start=0 * row[0]
        )

    def residue(self, n: int) -> int:
        """Return a(n) modulo p^K."""
        modulus, at = self.prime**self.depth, n - self.base
        while len(self._after) <= at:
            self._budget.spend(self.order)
            self._after.append(self._next(self._after[-self.order :]) % modulus)
        inverse = pow(self._recurrence[-1], -1, modulus)
        while len(self._before) < -at:
            self._budget.spend(self.order)
            row = [*self._before[: -self.order - 1 : -1], *self._after[: self.order]][: self.order]
            ahead = sum(c * value for c, value in zip(self._recurrence, row[-2::-1], strict=False))
            self._before.append((row[-1] - ahead) * inverse % modulus)
        return self._after[at] if at >= 0 else self._before[-1 - at]

    def exact(self, n: int, number: int = 1, step: int = 1) -> list[Fraction]:
        """Return a(n), a(n + step), ..., as many as given."""
        need(n >= self.base - MOST_DISTANCE, f"zero: too far below n = {self.base}")
        row = [Fraction(value) for value in self._start]
        for _ in range(self.base - n):
            self._budget.spend(self.order)
            ahead = sum(c * value for c, value in zip(self._recurrence, row[-2::-1], strict=False))
            row = [(row[-1] - ahead) / self._recurrence[-1], *row[:-1]]
        found: list[Fraction] = []
        at = min(n, self.base)
        while len(found) < number:
            if at >= n and (at - n) % step == 0:
                found.append(row[0])
            self._budget.spend(self.order + row[0].numerator.bit_length() // 100)
            row, at = [*row[1:], self._next(row)], at + 1
        return found

    def exponent(self, number: int) -> int:
        """Return the exponent of the prime in a number, at most K."""
        return next((k for k in range(self.depth) if number % self.prime ** (k + 1)), self.depth)

    def differences(self, r: int, step: int, power: int) -> list[int]:
        """Return v(D_0), v(D_1), ..., each at most K."""
        modulus = self.prime**self.depth
        unit = pow(self.unit, -(step // self.period), modulus)
        terms = range(max(2, -(-self.depth // power)))
        row = [self.residue(r + step * k) * pow(unit, k, modulus) for k in terms]
        found = []
        while row:
            found.append(self.exponent(row[0] % modulus))
            row = [two - one for one, two in pairwise(row)]
        self._budget.spend(len(found) ** 2)
        return found


def check_case(case: Fields, sequence: PadicSequence) -> None:
    """Raise RefusalError unless the theorem proves a case."""
    step = lcm(case["modulus"], sequence.period)
    left = max(0, DIVISIONS - sequence.exponent(step // sequence.period))
    listed = case["residues"]
    need(len({*listed}) == len(listed) > 0, "residues: expected distinct residues, at least one")
    for residue in listed:
        need(residue < case["modulus"], "residues: expected numbers below the modulus")
        for r in range(residue, step, case["modulus"]):
            check_class(case, sequence, r, step, left)


def check_class(case: Fields, sequence: PadicSequence, r: int, step: int, left: int) -> None:
    """Raise RefusalError unless the theorem proves a case for all n = r modulo ``step``, after at most
    ``left`` divisions.
    """
    if holds_on_class(case, sequence, r, step):
        return
    must_hold(left, f"cases: the exponent is not proved for n = {r} modulo {step}")
    for i in range(sequence.prime):
        check_class(case, sequence, r + step * i, step * sequence.prime, left - 1)


def holds_on_class(case: Fields, sequence: PadicSequence, r: int, step: int) -> bool:
    """Return True if the theorem proves a case for all n = r modulo ``step``."""
    constant, zero = case["constant"], case["zero"]
    if constant is None:
        start = r + step * -((r - sequence.base) // step)
        return not any(sequence.exact(start, sequence.order, step))
    shift = 0 if zero is None or r == zero else sequence.exponent(r - zero)
    here = sequence.exponent(sequence.residue(r))
    is_possible = here >= constant if case["is_bound"] else here == constant + shift
    must_hold(
        is_possible or zero == r or here == sequence.depth, f"cases: the exponent for n = {r} is {here}"
    )
    power = sequence.power + sequence.exponent(step // sequence.period)
    own = sequence.exponent(step)
    if zero is not None and (r - zero) % step == 0:
        slope, *more = sequence.differences(zero, step, power)[1:]
        bounds = [value - sequence.exponent(j) for j, value in enumerate(more, 2)]
        size = len(more) + 2
        bounds += [
            sequence.depth,
            power * size - next(k for k in count() if sequence.prime ** (k + 1) > size),
        ]
        return slope < min(bounds) and slope - own == constant and not any(sequence.exact(zero))
    if zero is not None:
        distance = sequence.exponent(r - zero)
        if distance >= own:
            return False
        constant += distance
    start, *later = sequence.differences(r, step, power)
    least = min([*later, sequence.depth])
    if case["is_bound"]:
        return bool(min(start, least) >= constant)
    return bool(start == constant < least)


def case_sentence(case: Fields, prime: int) -> str:
    """Return a case as text."""
    constant, zero = case["constant"], case["zero"]
    at = f"n mod {case['modulus']} = {', '.join(map(str, case['residues']))}"
    at = at if case["modulus"] > 1 else "every n"
    if constant is None:
        return f"is infinite for {at}, where it is 0"
    if zero is None:
        return f"is {'at least ' * case['is_bound']}{constant} for {at}"
    shifted = f"n {'+' if zero < 0 else '-'} {abs(zero)}" if zero else "n"
    more = f" {'+' if constant > 0 else '-'} {abs(constant)}" if constant else ""
    return f"is v_{prime}({shifted}){more} for {at}"
