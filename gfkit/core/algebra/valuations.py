r"""p-adic valuations of a linearly recurrent sequence of integers, for every n.

Let v(x) be the exponent of the prime p in x, and a(n) = u M^n w for all integers n, where M is an integer
matrix whose determinant is not divisible by p. Let M^T = c (I + p^s B) for an integer c and a matrix B over
the p-adic integers, with s >= 1, and s >= 2 if p = 2. Let D_j be the j-th difference of c^(-k) a(r + T k) at
k = 0.

Theorem. (1) D_j is divisible by p^(sj), and v(a(r + T k)) is at least the minimum of all v(D_j), for all k.
If v(D_0) < v(D_j) for all j >= 1, then v(a(r + T k)) = v(D_0) for all k.
(2) If a(r) = 0, and v(D_1) < v(D_j) - v(j) for all j >= 2, then v(a(r + T k)) = v(D_1) + v(k) for all k.

Proof. D_j = p^(sj) u M^r B^j w, and c^(-k) a(r + T k) is the sum of binomial(k, j) D_j. The numbers
binomial(k, j) are (k/j) binomial(k-1, j-1), and c is not divisible by p. QED

The terms a(r + T k) satisfy a recurrence of the order of a(n) in k, in both directions. If as many
consecutive ones are 0, then all are. If no case applies to a residue class modulo T, the class is divided:
M^(pT) has the form above with s + 1. A class with a p-adic zero that is not an integer stays undecided: only
the lower bound is proved. The numbers D_j are computed modulo p^K, where p^K is about 10^12; for j >= K/s the
bound v(D_j) >= s j suffices. The certificate is the list of cases; ``proves`` checks a case without knowing
how it was found.

Reference: Diego Marques and Tamas Lengyel, The 2-adic order of the Tribonacci numbers and the equation
T_n = m!, Journal of Integer Sequences 17 (2014).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, pairwise
from math import gcd, inf, lcm
from typing import NamedTuple

from flint import fmpz

from gfkit.core.algebra.periods import MOST_MODULUS, period_modulo, residue_terms
from gfkit.core.algebra.polynomial import dense
from gfkit.core.algebra.rational import RationalGF
from gfkit.core.algebra.recurrence import Recurrence
from gfkit.core.errors import InputError, LimitError
from gfkit.core.typing import check_stop

_MOST_PRIME, _MOST_PERIOD, _DIVISIONS, _BEFORE = 1000, 2000, 3, 60
"""Maximum prime and T with which a search begins; number of times that a class is divided into p classes; and
number of terms before and after the first one among which zeros are searched.
"""


class ValuationCase(NamedTuple):
    """Valuation of a(n) for all n whose residues modulo ``modulus`` are listed.

    It is v(n - zero) + constant, or the constant alone if ``zero`` is None. If ``is_bound``, the constant is
    a lower bound. The constant is infinite if a(n) = 0.
    """

    constant: float
    zero: int | None = None
    is_bound: bool = False
    modulus: int = 1
    residues: tuple[int, ...] = (0,)

    def on(self, residue: int, modulus: int, prime: int) -> ValuationCase:
        """Return the case for n = residue (mod modulus) alone, without n if the valuation is constant."""
        case = ValuationCase(self.constant, self.zero, self.is_bound, modulus, (residue,))
        if self.zero is None or (residue - self.zero) % prime ** (most := valuation(modulus, prime)) == 0:
            return case
        return case._replace(
            constant=self.constant + int(min(valuation(residue - self.zero, prime), most)), zero=None
        )

    def text(self, prime: int) -> str:
        """Return the case as a statement."""
        several = f"in {{{', '.join(map(str, self.residues))}}}"
        where = f"n mod {self.modulus} {several if self.residues[1:] else f'= {self.residues[0]}'}"
        where = where if self.modulus > 1 else "every n"
        if self.constant == inf:
            return f"a(n) = 0 for {where}"
        zero, shift = self.zero, f" {'-' if self.constant < 0 else '+'} {abs(self.constant)}"
        power = f"= v_{prime}(n{f'{-zero:+d}' if zero else ''}){shift * (self.constant != 0)}"
        value = power if zero is not None else f"{'>=' if self.is_bound else '='} {self.constant}"
        return f"v_{prime}(a(n)) {value} for {where}"


class Valuations(NamedTuple):
    """p-adic valuations of a(n) for n >= ``valid_from``, by residues of n. The valuation of 0 is infinite.

    >>> for line in valuations(RationalGF.of([0, 1], [1, -1, -1]), 2).statements: print(line)
    v_2(a(n)) = 0 for n mod 3 in {1, 2}
    v_2(a(n)) = 1 for n mod 6 = 3
    v_2(a(n)) = v_2(n) + 2 for n mod 6 = 0
    """

    prime: int
    first_n: int
    valid_from: int
    cases: tuple[ValuationCase, ...]
    period: int
    """The number T of the theorem, with s = 1, or s = 2 for the prime 2."""

    @property
    def statements(self) -> list[str]:
        """The cases in plain text, as ``gfkit verify`` accepts them."""
        since = f", n >= {self.valid_from}" * (self.valid_from > self.first_n)
        return [case.text(self.prime) + since for case in self.cases]

    def as_json(self) -> dict[str, object]:
        cases = [
            case._asdict()
            | {"constant": None if case.constant == inf else case.constant}
            | {"residues": [*case.residues], "statement": text}
            for case, text in zip(self.cases, self.statements, strict=True)
        ]
        return {"prime": self.prime, "valid_from": self.valid_from, "cases": cases}


def valuation(number: int, prime: int) -> int | float:
    """Return the p-adic valuation of an integer, which is infinite for 0."""
    return next(k for k in count() if number % prime ** (k + 1)) if number else inf


class _Expansion:
    """The numbers D_j of a sequence and a prime. Indices begin ``_BEFORE`` terms before the sequence."""

    def __init__(self, law: RationalGF, prime: int, most_period: int) -> None:
        law.plain("valuations")
        self.law, self.prime, self.power = law, prime, 1 + (prime == 2)
        last = int(dense(law.denominator)[law.order])
        is_usable = law.is_integral and 0 < law.order <= _BEFORE and 1 < prime < _MOST_PRIME
        if not is_usable or not fmpz(prime).is_prime() or last % prime == 0:
            raise InputError(
                f"valuation {prime}: expected a prime below {_MOST_PRIME:,} that does not divide {last}, the"
                f" last coefficient of the denominator, of order 1 to {_BEFORE}, and integer terms"
            )
        impulse = RationalGF.reduced(law.denominator**0, law.denominator)
        whole = period_modulo(impulse, prime**self.power).period
        if whole > most_period * prime:
            raise LimitError(f"valuation {prime}: the period {whole:,} modulo {prime} is too long")
        row = [0] * (law.order - 1) + residue_terms(impulse, prime**self.power, whole + 1)
        self.period = next(k for k in range(1, whole + 1) if not any(row[k : k + law.order - 1]))
        self.unit = row[self.period + law.order - 1]
        self.depth = next(k for k in count() if prime ** (k + 1) > MOST_MODULUS)
        steps = max(prime**k * (self.depth // (self.power + k) + 1) for k in range(_DIVISIONS + 1))
        self.first = law.valid_from - law.order - _BEFORE
        before = law.shifted(law.valid_from - law.order).reflected().terms(_BEFORE)[: -law.order - 1 : -1]
        scaled = tuple(int(value * last**_BEFORE) for value in before)
        extended = RationalGF.from_recurrence(Recurrence(law.signature, law.order, scaled))
        self.terms = residue_terms(extended, prime**self.depth, self.period * steps + 2 * _BEFORE)
        self.zeros = [n for n, value in enumerate(extended.terms(2 * _BEFORE)) if not value]

    def _differences(self, first: int, step: int, power: int) -> list[int]:
        """Return v(D_0), v(D_1), ... for r = first and T = step, each at most K."""
        check_stop()
        modulus, found = self.prime**self.depth, list[int]()
        row = self.terms[first : first + step * -(-self.depth // power) : step]
        row = [value * pow(self.unit, -k * (step // self.period), modulus) for k, value in enumerate(row)]
        while row:
            found.append(int(min(valuation(row[0] % modulus, self.prime), self.depth)))
            row = [two - one for one, two in pairwise(row)]
        return found

    def _vanishes(self, residue: int, step: int) -> bool:
        """Return True if a(n) = 0 for all n with a residue."""
        law, first = self.law, self.law.valid_from - self.law.order
        return not any(law[first + (residue - first) % step + step * k] for k in range(law.order))

    def leaves(self, residue: int, step: int, power: int, left: int = _DIVISIONS) -> Iterator[ValuationCase]:
        """Yield classes modulo multiples of T with the valuations that the theorem proves there."""
        start, *later = self._differences(residue, step, power)
        zero = next((n for n in self.zeros if (n - residue) % step == 0), None)
        place = (residue + self.first) % step
        value = ValuationCase(min([start, *later]), None, start >= min([self.depth, *later]), step, (place,))
        if value.is_bound and min([start, *later]) >= self.depth and self._vanishes(place, step):
            value = value._replace(constant=inf, is_bound=False)
        elif value.is_bound and zero is not None:
            slope, *later = self._differences(zero, step, power)[1:] or [self.depth]
            size = len(later) + 2
            tail = power * size - next(k for k in count() if self.prime ** (k + 1) > size)
            bounds = [v - int(valuation(j, self.prime)) for j, v in enumerate(later, 2)]
            if slope < min([self.depth, tail, *bounds]):
                constant = slope - int(valuation(step, self.prime))
                value = ValuationCase(constant, zero + self.first, False, step, (place,))
        if value.is_bound and left:
            for k in range(self.prime):
                yield from self.leaves(residue + step * k, step * self.prime, power + 1, left - 1)
        else:
            yield value


def _leaves(law: RationalGF, prime: int, most_period: int) -> tuple[int, list[ValuationCase]]:
    known = _Expansion(law, prime, most_period)
    leaves = [leaf for r in range(known.period) for leaf in known.leaves(r, known.period, known.power)]
    return known.period, leaves


def valuations(law: RationalGF, prime: int, most_period: int = _MOST_PERIOD) -> Valuations:
    """Return the p-adic valuations of all terms, by residues of n, with lower bounds in undecided cases.

    Raise InputError if p divides the last coefficient of the recurrence, and LimitError if its period modulo
    p, or modulo 4 if p = 2, is too long.
    """
    groups: dict[ValuationCase, set[tuple[int, int]]] = {}
    period, leaves = _leaves(law, prime, most_period)
    for leaf in leaves:
        groups.setdefault(ValuationCase(*leaf[:3]), set()).add((leaf.residues[0], leaf.modulus))
    for value in [value for value in groups if value.zero is not None]:
        constant = [(key, place) for key, part in groups.items() if key.zero is None for place in part]
        near = {place for key, place in constant if value.on(*place, prime)[:3] == key[:3]}
        if _simplify(groups[value] | near)[0] < _simplify(groups[value])[0]:
            groups = {key: part - near for key, part in groups.items()} | {value: groups[value] | near}
    cases = [ValuationCase(*value[:3], *_simplify(part)) for value, part in groups.items() if part]
    cases.sort(key=lambda case: (case.zero is not None, case.is_bound, case))
    return Valuations(prime, law.first_n, law.valid_from - law.order, tuple(cases), period)


def _simplify(classes: set[tuple[int, int]]) -> tuple[int, tuple[int, ...]]:
    """Return a union of residue classes as residues modulo the smallest possible number."""
    modulus = lcm(*(step for _, step in classes))
    kept = {first + k for first, step in classes for k in range(0, modulus, step)}
    for prime in [int(prime) for prime, power in fmpz(modulus).factor() for _ in range(power)]:
        reduced = {value % (modulus // prime) for value in kept}
        if len(reduced) * prime == len(kept):
            modulus, kept = modulus // prime, reduced
    return modulus, tuple(sorted(kept))


def proves(law: RationalGF, prime: int, case: ValuationCase) -> bool:
    """Return True if the theorem proves a case.

    >>> fibonacci = RationalGF.of([0, 1], [1, -1, -1])
    >>> [proves(fibonacci, 2, ValuationCase(constant, 0, False, 6, (0,))) for constant in (2, 3)]
    [True, False]
    """
    return all(
        leaf.on(first, lcm(leaf.modulus, case.modulus), prime)
        == case.on(first, lcm(leaf.modulus, case.modulus), prime)
        for leaf in _leaves(law, prime, _MOST_PERIOD)[1]
        for shared in [gcd(leaf.modulus, case.modulus)]
        for gap in [residue - leaf.residues[0] for residue in case.residues]
        if gap % shared == 0
        for steps in [gap // shared * pow(leaf.modulus // shared, -1, case.modulus // shared)]
        for first in [leaf.residues[0] + leaf.modulus * steps]
    )
