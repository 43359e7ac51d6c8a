"""Power series by their coefficients: lists of integers, or of FLINT's polynomials in the weights."""

from __future__ import annotations

from typing import Any

from flint import Ordering, fmpz_mpoly, fmpz_mpoly_ctx, fmpz_poly

from gfkit.sequences.dense import dense, series
from gfkit.sequences.nth_term import nth_term
from gfkit.sequences.polynomial import Monomial, Polynomial

Row = list[Any]
"""Coefficients of 1, t, t^2, ...: all int, or all fmpz_mpoly in the variables other than t."""

_LISTED_STEP = 64
"""Up to this step the terms between are listed; beyond, each term is computed by itself."""


def row(polynomial: Polynomial) -> Row:
    """The coefficients of 1, t, t^2, ... of a polynomial in t and other variables."""
    if len(polynomial.variables) == 1:
        return [int(c) for c in dense(polynomial).coeffs()]
    degree = max((powers[0] for powers, _ in polynomial.terms), default=-1)
    parts: list[dict[Monomial, int]] = [{} for _ in range(degree + 1)]
    for powers, value in polynomial.terms:
        parts[powers[0]][powers[1:]] = value
    context = fmpz_mpoly_ctx.get(polynomial.variables[1:], Ordering.lex)
    return [context.from_dict(part) for part in parts]


def polynomial_of(coefficients: Row, variables: tuple[str, ...]) -> Polynomial:
    """The polynomial with these coefficients of 1, t, t^2, ..."""
    terms: dict[Monomial, int] = {}
    for k, part in enumerate(coefficients):
        if isinstance(part, fmpz_mpoly):
            terms |= {(k, *map(int, powers)): int(value) for powers, value in part.terms()}
        else:
            terms[(k, *(0,) * (len(variables) - 1))] = int(part)
    return Polynomial.of(variables, terms)


def weight(value: fmpz_mpoly, variables: tuple[str, ...]) -> Polynomial:
    """A coefficient as a value."""
    return Polynomial.of(variables, {tuple(map(int, powers)): int(c) for powers, c in value.terms()})


def expand(above: Row, below: Row, length: int) -> Row:
    """The coefficients of 1, t, ..., t^(length - 1) in P(t)/Q(t), where Q(0) = 1.

    Over the integers one division of polynomials, else a product for every pair of coefficients.
    """
    if isinstance(below[0], int):
        return series(fmpz_poly(above), fmpz_poly(below), length)
    zero = below[0] - below[0]
    values: Row = []
    back = [(k, c) for k, c in enumerate(below[1:], 1) if c]
    for n in range(length):
        total = above[n] if n < len(above) else zero
        for k, c in back:
            if k > n:
                break
            total = total - c * values[n - k]
        values.append(total)
    return values


def spread(above: Row, below: Row, step: int, offset: int, count: int) -> Row:
    """The coefficients of t^offset, t^(offset + step), ... in P(t)/Q(t), ``count`` of them.

    >>> spread([0, 1], [1, -1, -1], 100, 0, 2)
    [0, 354224848179261915075]
    """
    if step <= _LISTED_STEP or not isinstance(below[0], int):
        return expand(above, below, offset + step * (count - 1) + 1)[offset::step] if count > 0 else []
    top, bottom = fmpz_poly(above), fmpz_poly(below)
    return [nth_term(top, bottom, offset + step * k) for k in range(count)]


def cut_product(one: Row, two: Row, length: int) -> Row:
    """The coefficients of 1, t, ..., t^(length - 1) in the product of two series."""
    if all(isinstance(c, int) for c in (*one[:1], *two[:1])):
        return [int(c) for c in fmpz_poly(one).mul_low(fmpz_poly(two), length).coeffs()]
    parts = [
        [one[k] * two[n - k] for k in range(max(0, n - len(two) + 1), min(n + 1, len(one)))]
        for n in range(min(length, len(one) + len(two) - 1))
    ]
    return [sum(part[1:], part[0]) for part in parts]


def trimmed(coefficients: Row) -> Row:
    """The row without zeros at its end."""
    last = next((k for k in range(len(coefficients), 0, -1) if coefficients[k - 1]), 0)
    return coefficients[:last]
