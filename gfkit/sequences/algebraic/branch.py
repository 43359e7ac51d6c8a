"""One power series among the solutions of a polynomial equation: told apart by first terms, expanded."""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpq_poly, fmpz_poly

from gfkit.sequences.holonomic.series import inverse

Equation = list[fmpz_poly]
"""The coefficients of 1, f, f^2, ... as polynomials in t."""


def put(equation: Sequence[fmpz_poly], series: fmpq_poly, length: int) -> fmpq_poly:
    """The first coefficients of P(t, f(t)) (Horner)."""
    total = fmpq_poly([])
    for part in reversed(equation):
        total = (total.mul_low(series, length) + fmpq_poly(part)).truncate(length)
    return total


def slope(equation: Sequence[fmpz_poly]) -> Equation:
    """The derivative of P(t, f) with respect to f."""
    return [k * part for k, part in enumerate(equation)][1:]


def valuation(series: fmpq_poly, length: int) -> int:
    """The lowest power of t; ``length`` for zero."""
    return next((k for k, c in enumerate(series.coeffs()[:length]) if c), length)


def isolated(equation: Sequence[fmpz_poly], start: fmpq_poly, length: int) -> int | None:
    """Whether just one series solution begins with these ``length`` terms: how many suffice, or 0, or None.

    Let v be the valuation of dP/df at the terms g. If v < length, then with f = g + t^length h
    P(t, f) = P(t, g) + t^length h dP/df + ...: there is one solution when P(t, g) vanishes to the order
    length + v, and none otherwise; v + 1 terms suffice. If v >= length, a solution needs P(t, g) to vanish
    to the order 2 length: 0 when it does not, None when the terms do not decide.

    >>> catalan = [fmpz_poly([1]), fmpz_poly([-1]), fmpz_poly([0, 1])]
    >>> isolated(catalan, fmpq_poly([1]), 1), isolated(catalan, fmpq_poly([2]), 1)
    (1, 0)

    Reference: Kurt Hensel's lemma, in the form of Isaac Newton.
    """
    rest = valuation(put(equation, start, 2 * length), 2 * length)
    height = valuation(put(slope(equation), start, length), length)
    if height < length:
        return height + 1 if rest >= length + height else 0
    return None if rest >= 2 * length else 0


def expanded(equation: Sequence[fmpz_poly], start: fmpq_poly, known: int, length: int) -> fmpq_poly:
    """The first ``length`` terms of the solution that ``known`` terms single out, by Newton's iteration.

    With v = known - 1 the valuation of dP/df, each step takes n right terms to 2 n - v. Cost: a constant
    number of products of the largest length.

    >>> expanded([fmpz_poly([1]), fmpz_poly([-1]), fmpz_poly([0, 1])], fmpq_poly([1]), 1, 6)
    42*x^5 + 14*x^4 + 5*x^3 + 2*x^2 + x + 1
    """
    height, right, found = known - 1, known, start.truncate(known)
    sloped = slope(equation)
    while right < length:
        reach = min(2 * right - height, length)
        value = put(equation, found, reach + height).right_shift(height)
        below = put(sloped, found, reach + height).right_shift(height)
        found = found - value.mul_low(inverse(below, reach), reach)
        right = reach
    return found.truncate(length)
