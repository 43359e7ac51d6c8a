r"""p-adic valuations of a linearly recurrent sequence of integers, for every n.

Let a(n) = u M^n v for all integers n, where M is an integer matrix whose determinant is not divisible by the
prime p. Let M^T = c (I + p^s B) for an integer c and a matrix B over the p-adic integers, with s >= 1, and
s >= 2 if p = 2. Let D_j be the j-th difference of c^(-k) a(r + T k) at k = 0.

Theorem. (1) D_j is divisible by p^(sj). If v(D_0) < v(D_j) for all j >= 1, then v(a(r + T k)) = v(D_0) for
all k. In any case v(a(r + T k)) is at least the minimum of all v(D_j).
(2) If a(r) = 0, and v(D_1) < v(D_j) - v(j) for all j >= 2, then v(a(r + T k)) = v(D_1) + v(k) for all k.

Proof. a(r + T k) = c^k sum_j binomial(k, j) D_j, and D_j = p^(sj) u M^r B^j v. The integers binomial(k, j)
are (k/j) binomial(k-1, j-1). QED

If neither holds for a residue class modulo T, the class is divided: M^(pT) has the form above with s + 1. A
class that contains a p-adic zero that is not an integer stays undecided; then only the lower bound is known.
The numbers D_j are computed modulo p^K for a K with p^K < 2^62; for j >= K/s the bound v(D_j) >= s j
suffices. The certificate is the list of cases, and ``holds`` checks a case without knowing how it was found.

Reference: Diego Marques and Tamas Lengyel, The 2-adic order of the Tribonacci numbers and the equation
T_n = m!, Journal of Integer Sequences 17 (2014).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import inf, lcm
from typing import Any, NamedTuple

from flint import fmpz, fmpz_poly, nmod_poly

from gfkit.algebra import series
from gfkit.algebra.number import Number
from gfkit.algebra.rational import RationalGF
from gfkit.deferred import dataclass
from gfkit.errors import InputError, LimitError
from gfkit.typing import check_stop
from gfkit.writable import JsonRecord

_BITS = 62
_MOST_PRIME = 1000
MOST_PERIOD = 2000
"""Largest T with which a search begins."""
_DIVISIONS = 3
"""Number of times that a class is divided into p classes."""
_MOST_TERMS = 400_000


class Valuation(NamedTuple):
    """Valuation of a(n): v(n - zero) + constant, or the constant alone if ``zero`` is None.

    If ``is_bound``, the constant is a lower bound.
    """

    constant: int
    zero: int | None = None
    is_bound: bool = False

    def on(self, residue: int, modulus: int, prime: int) -> Valuation:
        """Return the valuation for n = residue (mod modulus), without n if it is constant there."""
        if self.zero is None or (gap := valuation(residue - self.zero, prime)) >= valuation(modulus, prime):
            return self
        return Valuation(self.constant + int(gap))

    def text(self, prime: int) -> str:
        """Return the right side of a statement, with its sign."""
        if self.zero is None:
            return f"{'>=' if self.is_bound else '='} {self.constant}"
        power = f"v_{prime}(n{-self.zero:+d})" if self.zero else f"v_{prime}(n)"
        shift = f" {'-' if self.constant < 0 else '+'} {abs(self.constant)}" if self.constant else ""
        return f"= {power}{shift}"


class ValuationCase(NamedTuple):
    """Valuation of a(n) for all n whose residues modulo ``modulus`` are listed."""

    modulus: int
    residues: tuple[int, ...]
    value: Valuation

    def text(self, prime: int, since: int | None = None) -> str:
        """Return the case as a statement that ``gfkit verify`` accepts."""
        listed = ", ".join(map(str, self.residues))
        listed = f"= {listed}" if len(self.residues) == 1 else f"in {{{listed}}}"
        words = "every n" if self.modulus == 1 else f"n mod {self.modulus} {listed}"
        bound = "" if since is None else f", n >= {since}"
        return f"v_{prime}(a(n)) {self.value.text(prime)} for {words}{bound}"


@dataclass(frozen=True)
class Valuations(JsonRecord):
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

    @property
    def is_complete(self) -> bool:
        """True if no case is only a lower bound."""
        return not any(case.value.is_bound for case in self.cases)

    @property
    def statements(self) -> list[str]:
        """The cases in plain text, as ``gfkit verify`` accepts them."""
        since = self.valid_from if self.valid_from > self.first_n else None
        return [case.text(self.prime, since) for case in self.cases]

    def as_json(self) -> dict[str, Any]:
        cases = [
            {"modulus": modulus, "residues": list(residues), **value._asdict(), "statement": text}
            for (modulus, residues, value), text in zip(self.cases, self.statements, strict=True)
        ]
        return {"prime": self.prime, "valid_from": self.valid_from, "cases": cases}


def valuation(number: int, prime: int) -> int | float:
    """Return the p-adic valuation of an integer, which is infinite for 0."""
    if not number:
        return inf
    power = 0
    while number % prime == 0:
        number, power = number // prime, power + 1
    return power


class Expansion:
    """Terms of the two-sided sequence modulo p^K, from which the differences D_j are computed.

    Indices are relative to ``valid_from``. Raise InputError if p is not a prime below 1000, or divides the
    last coefficient of the recurrence, and LimitError if T or the number of terms is too large.
    """

    def __init__(self, law: RationalGF, prime: int, most_period: int = MOST_PERIOD) -> None:
        law.plain("valuations")
        self.prime, self.order, self.valid_from = prime, law.order, law.valid_from - law.order
        if not (1 < prime < _MOST_PRIME and fmpz(prime).is_prime() and law.is_integral and law.order):
            raise InputError(
                f"valuation {prime}: expected integer terms, a recurrence, and a prime below {_MOST_PRIME:,}"
            )
        moved = law.shifted(self.valid_from)
        above, below = series.row(moved.numerator), series.row(moved.denominator)
        if below[-1] % prime == 0:
            raise InputError(
                f"valuation {prime}: the last coefficient of the recurrence is divisible by {prime}; --mod"
                f" {prime**2} prints residues"
            )
        self.start = 2 if prime == 2 else 1
        self.depth = next(k for k in range(_BITS, 0, -1) if prime**k < 1 << _BITS)
        self.modulus = prime**self.depth
        self.period, self.unit = self._find_period(below, most_period)
        scale = max(prime**k * (self.depth // (self.start + k) + 2) for k in range(_DIVISIONS + 1))
        self.window = 2 * self.period * prime + 40
        count = self.period * scale + self.window
        if count > _MOST_TERMS:
            raise LimitError(f"valuation {prime}: the number of terms would be {count:,}, above the limit")
        back = [0, *(-value for value in reversed([*above, *[0] * (self.order - len(above))]))], below[::-1]
        self.terms = _expand(*back, self.window + 1, self.modulus)[:0:-1]
        self.terms += _expand(above, below, count, self.modulus)
        ends = [*map(fmpz_poly, back)], [fmpz_poly(above), fmpz_poly(below)]
        near = (n for n in range(-self.window, self.window) if not self.terms[n + self.window])
        self.zeros = sorted((n for n in near if not _exact(*ends[n >= 0], abs(n))), key=abs)

    def _find_period(self, below: list[int], most_period: int) -> tuple[int, int]:
        """Return the smallest T and the integer c such that M^T = c modulo p^s."""
        run = 0
        for period, value in enumerate(_expand([1], below, most_period + 1, self.prime**self.start)):
            if period and run >= self.order - 1 and value % self.prime:
                return period, value
            run = 0 if value else run + 1
        raise LimitError(f"valuation {self.prime}: the period modulo {self.prime} exceeds {most_period:,}")

    def _differences(self, first: int, step: int, power: int) -> list[int]:
        """Return the valuations of D_0, D_1, ... for r = first and T = step, at most K each."""
        check_stop()
        factor = pow(self.unit, -(step // self.period), self.modulus)
        count = -(-self.depth // power)
        place = first + self.window
        row = [self.terms[place + step * k] * pow(factor, k, self.modulus) for k in range(count)]
        found = []
        while row:
            found.append(int(min(valuation(row[0] % self.modulus, self.prime), self.depth)))
            row = [two - one for one, two in pairwise(row)]
        return found

    def leaves(self, residue: int, step: int, power: int, left: int = _DIVISIONS) -> Iterator[Leaf]:
        """Yield residue classes modulo multiples of T, with the valuations that the theorem proves there."""
        prime, first = self.prime, self._differences(residue, step, power)
        if first[0] < min([self.depth, *first[1:]]):
            yield residue, step, Valuation(first[0])
            return
        zero = next((z for z in self.zeros if (z - residue) % step == 0), None)
        if zero is not None:
            _, slope, *rest = self._differences(zero, step, power)
            bounds = [value - int(valuation(j, prime)) for j, value in enumerate(rest, 2)]
            last = len(bounds) + 2
            tail = power * last - next(k for k in range(_BITS) if prime ** (k + 1) > last)
            if slope < min([self.depth, tail, *bounds]):
                yield residue, step, Valuation(slope - int(valuation(step, prime)), zero + self.valid_from)
                return
        if not left:
            yield residue, step, Valuation(min(first), is_bound=True)
            return
        for k in range(prime):
            yield from self.leaves(residue + step * k, step * prime, power + 1, left - 1)

    def all_leaves(self) -> Iterator[Leaf]:
        """Yield the classes of all integers, whose residues are indices of the sequence itself."""
        for residue in range(self.period):
            for first, step, value in self.leaves(residue, self.period, self.start):
                yield (first + self.valid_from) % step, step, value


Leaf = tuple[int, int, Valuation]
"""Residue, modulus, and the valuation of a(n) for the n in this class."""


def _expand(above: list[int], below: list[int], count: int, modulus: int) -> list[int]:
    """Return the first coefficients of P/Q modulo m, where Q(0) is a unit."""
    top, bottom = (nmod_poly([c % modulus for c in part], modulus) for part in (above, below))
    row = [int(c) for c in top.mul_low(bottom.inverse_series_trunc(count), count).coeffs()]
    return row + [0] * (count - len(row))


def _exact(above: fmpz_poly, below: fmpz_poly, n: int) -> Number:
    """Return a coefficient of P/Q over the rational numbers."""
    if below[0] < 0:
        above, below = -above, -below
    return series.nth_term(above, below, n)


def valuations(law: RationalGF, prime: int, most_period: int = MOST_PERIOD) -> Valuations:
    """Return the p-adic valuations of all terms, by residues of n, with lower bounds in undecided cases."""
    found = Expansion(law, prime, most_period)
    groups: dict[Valuation, set[tuple[int, int]]] = {}
    for residue, step, value in found.all_leaves():
        groups.setdefault(value, set()).add((residue, step))
    for value in [value for value in groups if value.zero is not None]:
        constant = [(key, leaf) for key, part in groups.items() if key.zero is None for leaf in part]
        near = {leaf for key, leaf in constant if value.on(*leaf, prime) == key}
        if _simplify(groups[value] | near)[0] < _simplify(groups[value])[0]:
            groups[value] |= near
            groups = {key: part - near if key.zero is None else part for key, part in groups.items()}
    cases = [ValuationCase(*_simplify(part), value) for value, part in groups.items() if part]
    order = sorted(cases, key=lambda case: (case.value.zero is not None, case.value.is_bound, case.value))
    return Valuations(prime, law.first_n, found.valid_from, tuple(order))


def _simplify(classes: set[tuple[int, int]]) -> tuple[int, tuple[int, ...]]:
    """Return a union of residue classes as residues modulo the smallest possible number."""
    modulus = lcm(*(step for _, step in classes))
    kept = {first + k for first, step in classes for k in range(0, modulus, step)}
    for prime, power in fmpz(modulus).factor():
        for _ in range(power):
            smaller = modulus // int(prime)
            if len(reduced := {value % smaller for value in kept}) * int(prime) == len(kept):
                modulus, kept = smaller, reduced
    return modulus, tuple(sorted(kept))


def holds(law: RationalGF, prime: int, case: ValuationCase) -> bool | None:
    """Return True if a case is proved, False if it is disproved, and None if it is not decided.

    >>> fibonacci = RationalGF.of([0, 1], [1, -1, -1])
    >>> [holds(fibonacci, 2, ValuationCase(6, (0,), Valuation(constant, 0))) for constant in (2, 3)]
    [True, False]
    """
    result: bool | None = True
    for residue, step, value in Expansion(law, prime).all_leaves():
        common = lcm(step, case.modulus)
        for first in range(residue, common, step):
            if first % case.modulus in case.residues:
                proved, claimed = (part.on(first, common, prime) for part in (value, case.value))
                if claimed.is_bound:
                    least = proved.constant + (valuation(common, prime) if proved.zero is not None else 0)
                    agrees = True if least >= claimed.constant else None if proved.is_bound else False
                else:
                    agrees = None if proved.is_bound else proved == claimed
                if agrees is not True:
                    result = None if agrees is None else False
                if result is False:
                    return False
    return result
