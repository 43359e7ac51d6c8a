"""Terms of a sequence with sum p_k(n) a(n-k) = 0 modulo m, far away."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, isqrt, lcm
from typing import Any

from flint import fmpz_mod_ctx, fmpz_mod_poly, fmpz_mod_poly_ctx, fmpz_poly

from gfkit.errors import LimitError
from gfkit.sequences.number import Number

MOST_STEPS = 10**10
"""Terms further away than this are refused."""

SINGLE_STEPS = 20_000
"""Up to this many steps are taken one by one."""

Table = list[list[fmpz_mod_poly]]


def term_mod(
    rows: Sequence[fmpz_poly], first_n: int, known: Sequence[Number], n: int, modulus: int
) -> int | None:
    """The term a(n) modulo m; None where p_0 has a factor in common with m on the way.

    Numerators over p_0(first) ... p_0(n) are kept, so that one inverse is taken at the end. Far away,
    the companion matrices C(x + B - 1) ... C(x) are multiplied as polynomials in x for B about the
    square root of the number of steps, and evaluated at x, x + B, x + 2 B, ...: about sqrt(n) operations
    up to logarithms. For n = 10^8 and order 1 this is a second.

    >>> term_mod([fmpz_poly([1]), fmpz_poly([0, -1])], 0, [1], 10**6 + 2, 10**6 + 3)  # Wilson: -1
    1000002

    Reference: David and Gregory Chudnovsky, Approximations and complex multiplication according to
    Ramanujan.
    """
    order, start = len(rows) - 1, first_n + len(known)
    if n - start > MOST_STEPS:
        raise LimitError(f"n {n}: too far away for a term modulo m; at most n = {start + MOST_STEPS} here")
    newest = [Fraction(value) for value in reversed(known[len(known) - order :])]
    below = lcm(*(value.denominator for value in newest))
    window, scale = [int(value * below) % modulus for value in newest], below
    at = start
    if n + 1 - start > SINGLE_STEPS and modulus > 1:
        block = isqrt((n + 1 - start) // order)
        count = (n + 1 - start) // block
        window, scale = _by_blocks(rows, (start, block, count), window, scale, modulus)
        at += block * count
    window, scale = _by_steps(rows, at, n + 1, window, scale, modulus)
    if gcd(scale, modulus) != 1:
        return None
    return window[0] * pow(scale, -1, modulus) % modulus


def _by_steps(
    rows: Sequence[fmpz_poly], low: int, high: int, window: list[int], scale: int, modulus: int
) -> tuple[list[int], int]:
    coefficients = [[int(c) for c in p.coeffs()] for p in rows]
    for m in range(low, high):
        lead, *back = [_horner(row, m) for row in coefficients]
        newest = -sum(c * value for c, value in zip(back, window, strict=True)) % modulus
        window = [newest, *(value * lead % modulus for value in window[:-1])]
        scale = scale * lead % modulus
    return window, scale


def _horner(row: Sequence[int], n: int) -> int:
    total = 0
    for c in reversed(row):
        total = total * n + c
    return total


def _by_blocks(
    rows: Sequence[fmpz_poly], blocks: tuple[int, int, int], window: list[int], scale: int, modulus: int
) -> tuple[list[int], int]:
    """The window after ``count`` blocks of ``length`` steps from ``start`` on."""
    start, length, count = blocks
    ring = fmpz_mod_poly_ctx(fmpz_mod_ctx(modulus))
    points = [(start + k * length) % modulus for k in range(count)]
    table, lead = _block(rows, 0, length, ring)
    scales = _values(lead, points, length)
    columns = [[_values(entry, points, length) for entry in line] for line in table]
    for k in range(count):
        window = [
            sum(entry[k] * value for entry, value in zip(line, window, strict=True)) % modulus
            for line in columns
        ]
        scale = scale * scales[k] % modulus
    return window, scale


def _values(polynomial: fmpz_mod_poly, points: Sequence[int], size: int) -> list[int]:
    """The values at many points, as many at a time as the polynomial is long."""
    found: list[int] = []
    for k in range(0, len(points), size):
        found += map(int, polynomial.multipoint_evaluate(points[k : k + size]))
    return found


def _block(rows: Sequence[fmpz_poly], low: int, high: int, ring: Any) -> tuple[Table, fmpz_mod_poly]:
    """C(x + high - 1) ... C(x + low), and the product of the p_0, as polynomials in x."""
    if high - low > 1:
        middle = (low + high) // 2
        (early, one), (late, two) = _block(rows, low, middle, ring), _block(rows, middle, high, ring)
        zero, order = ring([0]), len(early)
        table = [
            [sum((line[k] * early[k][j] for k in range(order)), zero) for j in range(order)] for line in late
        ]
        return table, one * two
    values = [ring(p(fmpz_poly([low, 1])).coeffs()) for p in rows]
    order = len(values) - 1
    table = [[-value for value in values[1:]]]
    table += [[values[0] if j == i else ring([0]) for j in range(order)] for i in range(order - 1)]
    return table, values[0]
