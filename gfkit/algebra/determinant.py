"""Determinants of matrices of polynomials, and series with a given denominator."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Any

from flint import fmpz_mat, fmpz_mpoly_ctx

from gfkit.algebra.polynomial import Polynomial
from gfkit.algebra.rational import RationalGF

T, X, Y = fmpz_mpoly_ctx.get(["t", "x", "y"], "lex").gens()


def determinant(matrix: Sequence[Sequence[Any]]) -> list[Any]:
    """Return the coefficients of det(I - tA) in t, lowest first, for a matrix A of polynomials in x and y.

    The variables are replaced by powers of an integer that is more than twice the sum of the absolute values
    of all coefficients, so that the digits of the result are its coefficients (Kronecker substitution).

    >>> determinant([[X, 1], [1, 0]])
    [1, -x, -1]
    """
    rows = [[(0 * T + entry).to_dict() for entry in row] for row in matrix]
    base = 4 * prod(1 + sum(abs(int(c)) for entry in row for c in entry.values()) for row in rows)
    width = 1 + sum(max((y for entry in row for _, _, y in entry), default=0) for row in rows)
    numbers = [
        [sum(int(c) * base ** (x * width + y) for (_, x, y), c in entry.items()) for entry in row]
        for row in rows
    ]

    def digits(number: int) -> Any:
        total, power = 0 * T, 0
        while number:
            digit = (number + base // 2) % base - base // 2
            total += digit * X ** (power // width) * Y ** (power % width)
            number, power = (number - digit) // base, power + 1
        return total

    return (
        [digits(int(c)) for c in reversed(fmpz_mat(numbers).charpoly().coeffs())] if matrix else [1 + 0 * T]
    )


def with_denominator(
    below: Sequence[Any], terms: Sequence[Any], variables: Sequence[str], first_n: int = 0
) -> RationalGF:
    """Return the rational series with a denominator and initial terms for n = 0, 1, ..., which must determine
    it.

    >>> print(with_denominator([1, -1, -1], [0, 1, 1, 2, 3], ()))
    t/(1 - t - t^2)
    """
    above = [sum(b * a for b, a in zip(below, terms[k::-1], strict=False)) for k in range(len(terms))]
    names = ("t", *variables)
    parts = (sum((c * T**k for k, c in enumerate(some)), 0 * T).to_dict() for some in (above, below))
    numerator, denominator = (
        Polynomial.of(names, {powers[: len(names)]: int(c) for powers, c in part.items()}) for part in parts
    )
    return RationalGF.reduced(numerator, denominator, first_n, integral=True)
