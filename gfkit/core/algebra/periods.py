"""Residues of a linearly recurrent sequence of integers: exact preperiod and period modulo m.

Let the series be P/Q with integer coefficients and Q(0) = 1, p^k a prime power, d the degree of Q modulo p^k,
and R = x^d Q(1/x), which is monic. Let e be the degree of Q modulo p. By Hensel's lemma Q = U V modulo p^k,
where U = 1 modulo p has degree at most d - e, and V has degree e and a unit as leading coefficient. Then 1/U
is a polynomial of degree at most (k-1)(d-e), so the sequence is periodic for n >= B, where
B = max(0, deg P - d + k (d-e) + 1). The period divides p^(k-1) times the order of t modulo (p, V); that order
divides the least common multiple of the numbers p^f - 1 times p^c, where f runs over the degrees of the
irreducible factors of V modulo p and p^c is at least every multiplicity.

A number T is a period for n >= B if and only if a(n+T) = a(n) for d consecutive n from B on, because the
difference satisfies the recurrence of R. The terms a(n+T) follow from x^T modulo R. The periods are the
multiples of the smallest one. So the program divides the bound by its prime factors while the quotient is
still a period; it never computes the terms of a whole period. The preperiod is then found by comparing the
terms before B with the periodic continuation. Modulo a composite m the period is the least common multiple,
and the preperiod the maximum, over the prime powers in m.

Reference: Rudolf Lidl and Harald Niederreiter, Finite Fields, chapter 8 (orders of polynomials, theorem 3.8).
"""

from __future__ import annotations

import sys
from math import lcm
from typing import Any, Protocol, Self

from flint import fmpz, fmpz_mod_poly_ctx, fmpz_poly, nmod_poly

from gfkit.core.algebra.number import check_modulus
from gfkit.core.algebra.polynomial import Polynomial, dense
from gfkit.core.deferred import dataclass, field
from gfkit.core.errors import InputError, LimitError
from gfkit.core.typing import check_stop
from gfkit.core.writable import JsonRecord

MOST_MODULUS = 10**12
MOST_TERMS = 1_000_000
"""Maximum number of residues that are listed."""
_SHOWN = 1000
"""Maximum number of residues in JSON output."""
_FACTORED_BITS = 170
"""Maximum length of the numbers that are factored: a second or less each."""


class IntegerSeries(Protocol):
    """Rational generating function, as ``RationalGF``."""

    @property
    def numerator(self) -> Polynomial: ...
    @property
    def denominator(self) -> Polynomial: ...
    @property
    def first_n(self) -> int: ...
    @property
    def is_integral(self) -> bool: ...
    def shifted(self, by: int) -> Self: ...
    def plain(self, what: str) -> None: ...


@dataclass(frozen=True)
class Residues(JsonRecord):
    """Residues of a sequence modulo m: a(n + period) = a(n) modulo m for all n >= first_n + preperiod.

    Both numbers are the smallest possible. The period is 0 if it is unknown.

    >>> from gfkit.core.algebra import RationalGF
    >>> fibonacci = RationalGF.of([0, 1], [1, -1, -1]).residues(4)
    >>> fibonacci.preperiod, fibonacci.period, fibonacci.values
    (0, 6, (0, 1, 1, 2, 3, 1))
    >>> print(fibonacci)
    a(n + 6) = a(n) modulo 4 for n >= 0
    """

    modulus: int
    first_n: int
    preperiod: int
    period: int
    series: IntegerSeries = field(repr=False)

    def __str__(self) -> str:
        if not self.period:
            return f"residues modulo {self.modulus}, with unknown period"
        start = self.first_n + self.preperiod
        return f"a(n + {self.period}) = a(n) modulo {self.modulus} for n >= {start}"

    @property
    def values(self) -> tuple[int, ...]:
        """Residues of the preperiod and of one period. Raise LimitError if there are more than 1,000,000."""
        return self.first(self.preperiod + self.period)

    def first(self, number: int) -> tuple[int, ...]:
        """Return the first residues."""
        return tuple(residue_terms(self.series, self.modulus, number))

    def as_json(self) -> dict[str, Any]:
        is_short = 0 < self.preperiod + self.period <= _SHOWN
        return {
            "modulus": self.modulus,
            "preperiod": self.preperiod if self.period else None,
            "period": self.period or None,
            "residues": list(self.values) if is_short else None,
        }


def period_modulo(series: IntegerSeries, modulus: int) -> Residues:
    """Return the preperiod and the period modulo m. Raise LimitError if a number cannot be factored.

    The cost grows with the order of the recurrence and the logarithm of the period, not with the period.

    >>> from gfkit.core.algebra import RationalGF
    >>> powers = period_modulo(RationalGF.of([1], [1, -2]), 8)
    >>> powers.preperiod, powers.period
    (3, 1)
    """
    above, below = _polynomials(series, modulus)
    parts = [_of_prime_power(above, below, int(p), int(k)) for p, k in fmpz(modulus).factor()]
    preperiod = max((before for before, _ in parts), default=0)
    return Residues(modulus, series.first_n, preperiod, lcm(*(period for _, period in parts)), series)


def residue_terms(series: IntegerSeries, modulus: int, count: int) -> list[int]:
    """Return the first ``count`` terms modulo m, starting at ``first_n``, by one division of power series."""
    if count > MOST_TERMS:
        raise LimitError(f"residues: {count:,} residues would be listed; the maximum is {MOST_TERMS:,}")
    above, below = _polynomials(series, modulus)
    return _expand(_modulo(above, modulus), _modulo(below, modulus), count)


def degrees_modulo(series: IntegerSeries, prime: int) -> tuple[int, int]:
    """Return the order of the shortest recurrence modulo a prime, and the number of terms before it holds."""
    above, below = _in_lowest_terms(*_polynomials(series, prime), prime)
    return below.degree(), max(0, above.degree() - below.degree() + 1)


def _polynomials(series: IntegerSeries, modulus: int) -> tuple[fmpz_poly, fmpz_poly]:
    """Return numerator and denominator of the series whose constant term is the first term."""
    check_modulus(modulus)
    if modulus > MOST_MODULUS:
        raise InputError(f"modulus {modulus} must be at most {MOST_MODULUS:,}")
    series.plain("residues")
    if not series.is_integral:
        raise InputError("residues: the terms are not integers")
    moved = series.shifted(series.first_n)
    return dense(moved.numerator), dense(moved.denominator)


def _modulo(polynomial: fmpz_poly, modulus: int) -> Any:
    """Return the polynomial modulo m; ``nmod_poly`` needs a modulus of one machine word."""
    return (
        nmod_poly(polynomial, modulus)
        if modulus < 2 * sys.maxsize
        else fmpz_mod_poly_ctx(modulus)(polynomial)
    )


def _in_lowest_terms(above: fmpz_poly, below: fmpz_poly, prime: int) -> tuple[nmod_poly, nmod_poly]:
    """Return the fraction modulo a prime in lowest terms; the denominator keeps the constant term 1."""
    top, bottom = _modulo(above, prime), _modulo(below, prime)
    common = top.gcd(bottom)
    top, bottom = top // common, bottom // common
    unit = pow(int(bottom[0]), -1, prime)
    return top * unit, bottom * unit


def _expand(top: nmod_poly, bottom: nmod_poly, count: int) -> list[int]:
    """Return the first coefficients of a quotient of power series."""
    is_zero = not count or not bottom[0]  # the constant term is 1, or 0 modulo 1
    row = () if is_zero else top.mul_low(bottom.inverse_series_trunc(count), count).coeffs()
    return [*map(int, row), *[0] * (count - len(row))]


def _of_prime_power(above: fmpz_poly, below: fmpz_poly, prime: int, power: int) -> tuple[int, int]:
    """Return the preperiod and the period modulo a power of a prime."""
    modulus = prime**power
    if power == 1:
        top, bottom = _in_lowest_terms(above, below, prime)
    else:
        top, bottom = _modulo(above, modulus), _modulo(below, modulus)
    small = _modulo(below, prime) if power > 1 else bottom
    order, lost = bottom.degree(), bottom.degree() - small.degree()
    recurrent = max(0, top.degree() - order + 1)
    regular = max(0, top.degree() - order + power * lost + 1)
    terms = _expand(top, bottom, 2 * (regular + order))
    ring = fmpz_mod_poly_ctx(modulus)
    characteristic = ring([*(int(bottom[order - i]) for i in range(order + 1))])

    def continued(start: int, steps: int, count: int) -> list[int]:
        """Return the terms a(start + steps), ..., ``count`` of them, for start >= recurrent."""
        if not order:
            return [0] * count
        row: list[Any] = [int(c) for c in ring([0, 1]).pow_mod(steps, characteristic).coeffs()]
        row += [0] * (order - len(row))
        known = terms[start : start + order + count - 1]
        product = ring(row[::-1]) * ring([*known])
        return [int(product[order - 1 + i]) for i in range(count)]

    period, primes = _multiple_of_order(small, prime)
    period *= prime ** (power - 1)
    for factor in sorted({*primes, prime}):
        while period % factor == 0:
            check_stop()
            if continued(regular, period // factor, order) != terms[regular : regular + order]:
                break
            period //= factor
    steps = period * -(-regular // period)  # a multiple of the period, at least regular
    repeated = continued(recurrent, steps - recurrent, regular) if regular else []
    differing = (n for n in reversed(range(regular)) if terms[n] != repeated[n])
    return next(differing, -1) + 1, period


def _multiple_of_order(polynomial: nmod_poly, prime: int) -> tuple[int, set[int]]:
    """Return a multiple of the order of t modulo a polynomial over a prime field, and its prime factors
    other than the characteristic.
    """
    multiple, multiplicity, primes = 1, 1, set[int]()
    for factor, exponent in polynomial.factor()[1]:
        degree = factor.degree()
        multiple = lcm(multiple, prime**degree - 1)
        multiplicity = max(multiplicity, exponent)
        for divisor in range(1, degree + 1):
            if degree % divisor == 0:
                primes |= _primes_of(int(fmpz_poly.cyclotomic(divisor)(prime)))
    while multiplicity > 1:
        multiple *= prime
        multiplicity = -(-multiplicity // prime)
    return multiple, primes


def _primes_of(number: int) -> set[int]:
    if number.bit_length() > _FACTORED_BITS and not fmpz(number).is_probable_prime():
        raise LimitError(
            f"the period needs the factors of a number of {len(str(number))} digits, which is too long"
        )
    return {int(p) for p, _ in fmpz(number).factor()}
