"""Relations sum p_k(n) a(n-k) = 0 as rows of polynomials: put into lowest terms, evaluated, moved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import reduce
from math import lcm

from flint import fmpz, fmpz_poly

from gfkit.errors import InputError
from gfkit.sequences.number import Number

Row = tuple[int, ...]


def poly(row: Iterable[int]) -> fmpz_poly:
    return fmpz_poly([int(c) for c in row])


def row_of(polynomial: fmpz_poly) -> Row:
    return tuple(int(c) for c in polynomial.coeffs())


def whole_rows(rows: Sequence[Sequence[Number]]) -> list[fmpz_poly]:
    """The rows times their common denominator.

    >>> whole_rows([[Fraction(1, 2), 1], [Fraction(1, 3)]])
    [6*x + 3, 2]
    """
    below = lcm(*(Fraction(c).denominator for row in rows for c in row))
    return [poly(int(c * below) for c in row) for row in rows]


def lowest(polynomials: Sequence[fmpz_poly]) -> list[fmpz_poly]:
    """The polynomials without their common factor, numbers included.

    >>> lowest([fmpz_poly([0, 2]), fmpz_poly([0, 4, 2])])
    [1, x + 2]
    """
    common = reduce(fmpz_poly.gcd, polynomials, fmpz_poly([]))
    return [p // common for p in polynomials] if common else list(polynomials)


def moved(polynomial: fmpz_poly, step: int) -> fmpz_poly:
    """The polynomial p(n + step).

    >>> moved(fmpz_poly([0, 0, 1]), 1)
    x^2 + 2*x + 1
    """
    return polynomial(fmpz_poly([step, 1])) if step else polynomial


def integer_roots(polynomial: fmpz_poly) -> list[int]:
    """The integer roots in order.

    >>> integer_roots(fmpz_poly([-6, 1, 1]))
    [-3, 2]
    """
    if polynomial.degree() < 1:
        return []
    return sorted(int(root) for root, _ in polynomial.roots())


def defect(rows: Sequence[fmpz_poly], n: int, back: Sequence[Number]) -> Number:
    """The value of sum p_k(n) a(n-k), where ``back`` holds a(n), a(n-1), ..."""
    total: Number = 0
    for p, value in zip(rows, back, strict=True):
        if value:
            total += int(p(fmpz(n))) * value
    return total


def sound(rows: Sequence[fmpz_poly]) -> tuple[list[fmpz_poly], int]:
    """The relation with p_0 and p_r not zero, and how far n went down on the way.

    >>> sound([fmpz_poly([]), fmpz_poly([0, 1]), fmpz_poly([1]), fmpz_poly([])])
    ([x + 1, 1], 1)
    """
    kept = list(rows)
    while kept and not kept[-1]:
        kept.pop()
    if not kept:
        raise InputError("recurrence 0 = 0: at least one coefficient must not be zero")
    down = next(k for k, p in enumerate(kept) if p)
    return [moved(p, down) for p in kept[down:]], down


def signed(rows: Sequence[fmpz_poly]) -> list[fmpz_poly]:
    """The relation with the sign that makes the leading coefficient of p_0 positive."""
    return [-p for p in rows] if rows[0].leading_coefficient() < 0 else list(rows)
