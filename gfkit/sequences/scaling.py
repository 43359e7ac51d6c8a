"""Rational power series made integral: t is replaced by s t."""

from __future__ import annotations

from fractions import Fraction
from math import gcd
from typing import NamedTuple

from flint import fmpz, fmpz_poly

from gfkit.sequences.dense import series
from gfkit.sequences.number import Number, number

_TRIED_BITS = 15
"""Prime factors of the scale up to so many bits are told apart."""


class Scaled(NamedTuple):
    """Integers b(n) with a(n) = b(n)/(divisor scale^n), and b's series as a quotient with Q(0) = 1."""

    numerator: fmpz_poly
    denominator: fmpz_poly
    divisor: int
    scale: int

    def term(self, value: int, n: int) -> Number:
        """The term a(n) whose b(n) is this."""
        below = self.divisor * self.scale**n
        return value if below == 1 else number(Fraction(value, below))


def scaled(numerator: fmpz_poly, denominator: fmpz_poly) -> Scaled:
    """The quotient P/Q with integer coefficients and Q(0) > 0 after t is replaced by s t.

    With Q = c Q0, Q0 of content 1, and s the least number with Q0(0) dividing all coefficients of
    Q0(s t), b has the series P(st) / (Q0(st)/Q0(0)), and the divisor is Q(0). Large prime factors of
    Q0(0) are not looked for: they enter s as they are.

    >>> scaled(fmpz_poly([1]), fmpz_poly([8, 0, -2]))
    Scaled(numerator=1, denominator=(-1)*x^2 + 1, divisor=8, scale=2)
    """
    divisor = int(denominator[0])
    if divisor == 1:
        return Scaled(numerator, denominator, 1, 1)
    plain = denominator // int(denominator.content())
    scale, start = _least_scale(plain), int(plain[0])
    below = [c // start for c in stretched(plain, scale).coeffs()]
    return Scaled(stretched(numerator, scale), fmpz_poly(below), divisor, scale)


def stretched(polynomial: fmpz_poly, scale: int) -> fmpz_poly:
    """The polynomial f(s t).

    >>> stretched(fmpz_poly([1, 1, 1]), 10)
    100*x^2 + 10*x + 1
    """
    if scale == 1:
        return polynomial
    row, power = [], 1
    for c in polynomial.coeffs():
        row.append(c * power)
        power *= scale
    return fmpz_poly(row)


def unstretched(polynomial: fmpz_poly, scale: int, degree: int) -> fmpz_poly:
    """The polynomial s^degree f(t/s), where the degree is at least that of f.

    >>> unstretched(fmpz_poly([1, 10]), 10, 1)
    10*x + 10
    """
    return fmpz_poly([int(c) * scale ** (degree - k) for k, c in enumerate(polynomial.coeffs())])


def rational_series(numerator: fmpz_poly, denominator: fmpz_poly, length: int) -> list[Number]:
    """The coefficients of 1, t, ..., t^(length - 1) in P(t)/Q(t), where Q(0) > 0.

    >>> rational_series(fmpz_poly([2]), fmpz_poly([2, -1]), 3)
    [1, Fraction(1, 2), Fraction(1, 4)]
    """
    made = scaled(numerator, denominator)
    whole = series(made.numerator, made.denominator, length)
    if made.divisor == 1:
        return list(whole)
    listed: list[Number] = []
    below = made.divisor
    for value in whole:
        listed.append(number(Fraction(value, below)))
        below *= made.scale
    return listed


def common_scale(polynomial: fmpz_poly, scale: int) -> int:
    """The largest g dividing s so that f(g z)/g^degree still has integer coefficients.

    Here f has leading coefficient 1, so its roots are all g times algebraic integers; large prime
    factors of s are not looked for.

    >>> common_scale(fmpz_poly([-8, 0, 1]), 12)
    2
    """
    common, degree = 1, polynomial.degree()
    for base, power in fmpz(scale).factor_smooth(_TRIED_BITS):
        for k, c in enumerate(polynomial.coeffs()[:-1]):
            if c:
                power = min(power, _multiplicity(int(c), int(base), power * (degree - k)) // (degree - k))
        common *= int(base) ** power
    return common


def _least_scale(denominator: fmpz_poly) -> int:
    """The least s, up to large prime factors, with f(0) dividing all coefficients of f(s t)."""
    scale, start = 1, int(denominator[0])
    for base, power in fmpz(start).factor_smooth(_TRIED_BITS):
        needed = 0
        for k, c in enumerate(denominator.coeffs()[1:], 1):
            missing = power - (_multiplicity(int(c), int(base), power) if c else power)
            needed = max(needed, -(-missing // k))
        scale *= int(base) ** needed
    return scale


def _multiplicity(value: int, base: int, most: int) -> int:
    """The largest k <= most with base^k dividing the value."""
    shared = gcd(value, base**most)
    power = 0
    while shared % base == 0 and power < most:
        shared //= base
        power += 1
    return power
