"""Power series with rational coefficients, between lists of numbers and FLINT's polynomials."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import fmpq, fmpq_poly

from gfkit.sequences.number import Number, number


def series(values: Sequence[Number], start: int = 0) -> fmpq_poly:
    """The polynomial with these coefficients from t^start on."""
    return fmpq_poly([*(0,) * start, *(fmpq(v.numerator, v.denominator) for v in values)])


def numbers(polynomial: fmpq_poly, count: int, start: int = 0) -> list[Number]:
    """The coefficients of t^start, ..., count of them.

    >>> numbers(series([1, Fraction(1, 2)]), 3)
    [1, Fraction(1, 2), 0]
    """
    found: list[Number] = [
        number(Fraction(int(c.numer()), int(c.denom()))) for c in polynomial.coeffs()[start : start + count]
    ]
    return found + [0] * (count - len(found))


def convolution(one: Sequence[Number], two: Sequence[Number]) -> list[Number]:
    """The first terms of the product of two series, as many as are known of both.

    >>> convolution([1, 1, 1], [1, 2, 3])
    [1, 3, 6]
    """
    count = min(len(one), len(two))
    return numbers(series(one).mul_low(series(two), count), count) if count else []


def inverse(polynomial: fmpq_poly, length: int) -> fmpq_poly:
    """The first coefficients of 1/f for f(0) != 0, by Newton's iteration g -> g (2 - f g).

    >>> inverse(fmpq_poly([1, -1]), 4)
    x^3 + x^2 + x + 1
    """
    found, known = fmpq_poly([1 / polynomial[0]]), 1
    while known < length:
        known = min(2 * known, length)
        rest = fmpq_poly([2]) - polynomial.truncate(known).mul_low(found, known)
        found = found.mul_low(rest, known)
    return found
