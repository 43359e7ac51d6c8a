"""Polynomials whose roots are powers, or products, of the roots of others."""

from __future__ import annotations

from typing import Any

from flint import fmpz_poly

from gfkit.sequences.dense import series
from gfkit.sequences.rows import Row, spread


def power_sums(below: Row, step: int, count: int) -> Row:
    """The sums of r^step, r^(2 step), ... over the roots, where Q(t) is the product of 1 - r t.

    The sum over k >= 1 of (sum of r^k) t^(k-1) is -Q'(t)/Q(t).

    >>> power_sums([1, -1, -1], 1, 5)  # Lucas numbers
    [1, 3, 4, 7, 11]
    """
    above = [c * -k for k, c in enumerate(below)][1:]
    return spread(above, below, step, step - 1, count)


def from_power_sums(sums: Row, unit: Any) -> Row:
    """The product of 1 - r t from as many power sums of the r as there are.

    With S = s(1) t + s(2) t^2 + ... it is the solution of t Q' + S Q = 0: over the integers by Newton
    iteration, with weights one coefficient after the other (Newton's identities, d^2/2 products).

    >>> from_power_sums([3, 7], 1)
    [1, -3, 1]
    """
    if isinstance(unit, int):
        return _by_doubling(sums)
    made: Row = [unit]
    for k in range(1, len(sums) + 1):
        total = sum((sums[j - 1] * made[k - j] for j in range(2, k + 1)), sums[0] * made[k - 1])
        made.append(-total // k)
    return made


def _by_doubling(sums: list[int]) -> list[int]:
    """Newton iteration: where Q is right below t^m, Q (1 - integral of (t Q' + S Q)/(t Q)) is below t^2m."""
    length, known = len(sums) + 1, 1
    right, made = fmpz_poly([0, *sums]), fmpz_poly([1])
    while known < length:
        wanted = min(2 * known, length)
        defect = made.derivative().left_shift(1) + right.mul_low(made, wanted)
        quotient = series(defect, made, wanted)
        change = fmpz_poly([c if k == 0 else -c // k for k, c in enumerate(quotient)])
        made += change.mul_low(made, wanted)
        known = wanted
    row = [int(c) for c in made.coeffs()]
    return row + [0] * (length - len(row))


def power_roots(below: Row, step: int) -> Row:
    """The product of 1 - r^step t, where Q(t) is the product of 1 - r t.

    >>> power_roots([1, -1, -1], 2)
    [1, -3, 1]
    """
    return from_power_sums(power_sums(below, step, len(below) - 1), below[0])


def root_powers(characteristic: fmpz_poly, step: int) -> fmpz_poly:
    """The polynomial with leading coefficient 1 that has the step-th powers of all roots as its roots.

    >>> root_powers(fmpz_poly([-1, -1, 1]), 2)
    x^2 + (-3)*x + 1
    """
    return fmpz_poly(power_roots([int(c) for c in characteristic.coeffs()[::-1]], step)[::-1])


def product_roots(one: Row, two: Row) -> Row:
    """The product of 1 - r s t over the roots r of one polynomial and s of another: their composed product.

    >>> product_roots([1, -2], [1, -1, -1])
    [1, -2, -4]

    Reference: Alin Bostan, Philippe Flajolet, Bruno Salvy and Éric Schost, Fast Computation of Special
    Resultants.
    """
    count = (len(one) - 1) * (len(two) - 1)
    pairs = zip(power_sums(one, 1, count), power_sums(two, 1, count), strict=True)
    return from_power_sums([a * b for a, b in pairs], one[0])
