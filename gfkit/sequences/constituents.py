"""The polynomials of a quasi-polynomial: one row of coefficients of 1, n, n^2, ... for every residue of n."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm

from flint import fmpq, fmpq_poly

from gfkit.errors import InputError, LimitError
from gfkit.sequences.number import Number, number

Cases = list[list[Fraction]]
"""For every residue of n, the coefficients of 1, n, n^2, ..."""

MOST_COEFFICIENTS = 1_000_000


def fractions(row: Sequence[Number]) -> list[Fraction]:
    """The coefficients as fractions, without zeros at the end.

    >>> fractions([1, 0, 2, 0])
    [Fraction(1, 1), Fraction(0, 1), Fraction(2, 1)]
    """
    length = next((k for k in range(len(row), 0, -1) if row[k - 1]), 0)
    return [Fraction(c) for c in row[:length]]


def value_at(rows: Sequence[Sequence[Fraction]], n: int) -> Number:
    """The value at n of the polynomial for its residue.

    >>> value_at([[Fraction(0), Fraction(1, 2)], [Fraction(3)]], 4)
    2
    """
    row = rows[n % len(rows)]
    below = lcm(*(c.denominator for c in row))
    total = 0
    for c in reversed(row):
        total = total * n + c.numerator * (below // c.denominator)
    whole, rest = divmod(total, below)
    return number(Fraction(total, below)) if rest else whole


def least_period(rows: Cases) -> Cases:
    """The shortest list of rows that says the same by residues.

    >>> len(least_period([[], [Fraction(1)], [], [Fraction(1)]]))
    2
    """
    for period in range(1, len(rows)):
        if len(rows) % period == 0 and rows[period:] == rows[:-period]:
            return rows[:period]
    return rows


def size(period: int, degree: int) -> int:
    """How many coefficients there are, and so how many terms determine them; refuses too many."""
    if period * (degree + 1) > MOST_COEFFICIENTS:
        raise LimitError(
            f"period {period} and degree {degree}: more than {MOST_COEFFICIENTS} coefficients of polynomials"
        )
    return period * (degree + 1)


def interpolated(values: Sequence[Number], start: int, period: int, degree: int) -> Cases:
    """The polynomials of at most this degree with these values at n = start, start + 1, ...

    For every residue degree + 1 values are joined by Newton's forward differences, in the variable
    (n - first n of the residue)/period. Cost degree^2 for every residue.

    >>> interpolated([1, 4, 9], 1, 1, 2)
    [[Fraction(0, 1), Fraction(0, 1), Fraction(1, 1)]]
    """
    needed = size(period, degree)
    if len(values) < needed:
        raise InputError(
            f"terms {len(values)}: period {period} and degree {degree} need {needed} from n = {start} on"
        )
    basis = _binomials(degree)
    rows: Cases = [[] for _ in range(period)]
    for k in range(period):
        differences = [fmpq(v.numerator, v.denominator) for v in values[k:needed:period]]
        total = fmpq_poly([])
        for binomial in basis:
            total += binomial * differences[0]
            differences = [b - a for a, b in pairwise(differences)]
        polynomial = total(fmpq_poly([fmpq(-start - k, period), fmpq(1, period)]))
        rows[(start + k) % period] = [Fraction(int(c.p), int(c.q)) for c in polynomial.coeffs()]
    return rows


def _binomials(degree: int) -> list[fmpq_poly]:
    """The polynomials binomial(z, 0), ..., binomial(z, degree)."""
    made = [fmpq_poly([1])] if degree >= 0 else []
    for j in range(degree):
        made.append(made[-1] * fmpq_poly([fmpq(-j, j + 1), fmpq(1, j + 1)]))
    return made
