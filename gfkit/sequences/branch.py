"""Polynomial equations P(t, f) = 0: their factors, and one power series among the solutions of one."""

from __future__ import annotations

from collections.abc import Sequence

from flint import Ordering, fmpq_poly, fmpz_mpoly, fmpz_mpoly_ctx, fmpz_poly

from gfkit.errors import InputError
from gfkit.sequences.polynomial import Monomial, Polynomial
from gfkit.sequences.series import series_inverse

VARIABLES = ("t", "f")

_CONTEXT = fmpz_mpoly_ctx.get(VARIABLES, Ordering.lex)


def columns(equation: Polynomial) -> list[fmpz_poly]:
    """The coefficients of 1, f, f^2, ... as polynomials in t.

    >>> columns(Polynomial.parse("1 - f + t*f^2", VARIABLES))
    [1, (-1), x]
    """
    height = max((power for (_, power), _ in equation.terms), default=-1)
    width = max((power for (power, _), _ in equation.terms), default=-1)
    table = [[0] * (width + 1) for _ in range(height + 1)]
    for (power_of_t, power_of_f), value in equation.terms:
        table[power_of_f][power_of_t] = value
    return [fmpz_poly(line) for line in table]


def from_columns(parts: Sequence[fmpz_poly]) -> Polynomial:
    """The polynomial in t and f with these coefficients of 1, f, f^2, ..."""
    listed: dict[Monomial, int] = {
        (k, j): int(c) for j, part in enumerate(parts) for k, c in enumerate(part.coeffs())
    }
    return Polynomial.of(VARIABLES, listed)


def _signed(equation: Polynomial) -> Polynomial:
    """The equation with its first printed coefficient positive."""
    return -equation if equation.terms and equation.terms[0][1] < 0 else equation


def factors(equation: Polynomial) -> list[Polynomial]:
    """The different irreducible factors that contain f.

    >>> [str(part) for part in factors(Polynomial.parse("t*f^2 - t^3", VARIABLES))]
    ['t - f', 't + f']
    """
    whole = _CONTEXT.from_dict(dict(equation.terms))
    if not whole:
        raise InputError("algebraic equation 0 = 0: must not be zero")
    found = [_of_mpoly(part) for part, _ in whole.factor()[1]]
    kept = [_signed(part) for part in found if any(power for (_, power), _ in part.terms)]
    if not kept:
        raise InputError(f"algebraic equation {equation} = 0: f must occur in it")
    return sorted(kept, key=lambda part: part.terms)


def _of_mpoly(part: fmpz_mpoly) -> Polynomial:
    return Polynomial.of(VARIABLES, {tuple(map(int, powers)): int(c) for powers, c in part.terms()})


Equation = list[fmpz_poly]
"""The coefficients of 1, f, f^2, ... as polynomials in t."""


def _put(equation: Sequence[fmpz_poly], series: fmpq_poly, length: int) -> fmpq_poly:
    """The first coefficients of P(t, f(t)) (Horner)."""
    total = fmpq_poly([])
    for part in reversed(equation):
        total = (total.mul_low(series, length) + fmpq_poly(part)).truncate(length)
    return total


def _slope(equation: Sequence[fmpz_poly]) -> Equation:
    """The derivative of P(t, f) with respect to f."""
    return [k * part for k, part in enumerate(equation)][1:]


def _valuation(series: fmpq_poly, length: int) -> int:
    """The lowest power of t; ``length`` for zero."""
    return next((k for k, c in enumerate(series.coeffs()[:length]) if c), length)


def determined(equation: Sequence[fmpz_poly], start: fmpq_poly, length: int) -> int | None:
    """Whether just one series solution begins with these ``length`` terms: how many suffice, or 0, or None.

    Let v be the valuation of dP/df at the terms g. If v < length, then with f = g + t^length h
    P(t, f) = P(t, g) + t^length h dP/df + ...: there is one solution when P(t, g) vanishes to the order
    length + v, and none otherwise; v + 1 terms suffice. If v >= length, a solution needs P(t, g) to vanish
    to the order 2 length: 0 when it does not, None when the terms do not decide.

    >>> catalan = [fmpz_poly([1]), fmpz_poly([-1]), fmpz_poly([0, 1])]
    >>> determined(catalan, fmpq_poly([1]), 1), determined(catalan, fmpq_poly([2]), 1)
    (1, 0)

    Reference: Kurt Hensel's lemma, in the form of Isaac Newton.
    """
    rest = _valuation(_put(equation, start, 2 * length), 2 * length)
    height = _valuation(_put(_slope(equation), start, length), length)
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
    sloped = _slope(equation)
    while right < length:
        reach = min(2 * right - height, length)
        value = _put(equation, found, reach + height).right_shift(height)
        below = _put(sloped, found, reach + height).right_shift(height)
        found = found - value.mul_low(series_inverse(below, reach), reach)
        right = reach
    return found.truncate(length)
