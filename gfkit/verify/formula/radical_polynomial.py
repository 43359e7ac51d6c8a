"""Polynomials whose coefficients have square roots in them: quotient, common factor, roots."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import acb_poly, fmpq, fmpq_poly

from gfkit.verify.formula.radical import Radical

Row = list[Radical]
"""The coefficients, lowest first, without zeros at the end."""


def trimmed(row: Sequence[Radical]) -> Row:
    kept = list(row)
    while kept and not kept[-1]:
        kept.pop()
    return kept


def multiplied(a: Row, b: Row) -> Row:
    row = [Radical.of(0)] * max(0, len(a) + len(b) - 1)
    for i, one in enumerate(a):
        for j, other in enumerate(b):
            row[i + j] = row[i + j] + one * other
    return trimmed(row)


def added(a: Row, b: Row) -> Row:
    zero = Radical.of(0)
    length = max(len(a), len(b))
    return trimmed([(a[k] if k < len(a) else zero) + (b[k] if k < len(b) else zero) for k in range(length)])


def divided(a: Row, b: Row) -> tuple[Row, Row]:
    """Quotient and remainder."""
    first, second = _over_rationals(a), _over_rationals(b)
    if first is not None and second is not None:
        quotient, rest = divmod(first, second)
        return _radicals(quotient), _radicals(rest)
    return _divided(a, b)


def _divided(a: Row, b: Row) -> tuple[Row, Row]:
    rest, scale = list(a), b[-1].inverse
    quotient = [Radical.of(0)] * max(0, len(a) - len(b) + 1)
    for k in range(len(a) - len(b), -1, -1):
        factor = rest[k + len(b) - 1] * scale
        quotient[k] = factor
        if factor:
            for i, c in enumerate(b):
                rest[k + i] = rest[k + i] - factor * c
    return trimmed(quotient), trimmed(rest)


def common(a: Row, b: Row) -> Row:
    """The greatest common factor, by Euclid's algorithm, with leading coefficient 1."""
    first, second = _over_rationals(a), _over_rationals(b)
    if first is not None and second is not None:
        return _radicals(first.gcd(second))
    while b:
        a, b = b, divided(a, b)[1]
    scale = a[-1].inverse
    return [c * scale for c in a]


def _over_rationals(row: Row) -> fmpq_poly | None:
    """The row as a FLINT polynomial; None when a coefficient is irrational."""
    rational = [c.rational for c in row]
    if None in rational:
        return None
    return fmpq_poly([fmpq(c.numerator, c.denominator) for c in rational if c is not None])


def _radicals(polynomial: fmpq_poly) -> Row:
    return [Radical.of(Fraction(int(c.numer()), int(c.denom()))) for c in polynomial.coeffs()]


def derivative(row: Row) -> Row:
    return trimmed([Radical.of(k) * c for k, c in enumerate(row)][1:])


def at(row: Row, point: Radical) -> Radical:
    """The value at a point."""
    result = Radical.of(0)
    for c in reversed(row):
        result = result * point + c
    return result


def ball_polynomial(row: Row) -> acb_poly:
    """The polynomial with balls for coefficients, at the present precision."""
    return acb_poly([c.ball() for c in row])
