"""The terms of a sequence with sum p_k(n) a(n-k) = 0: one by one, or one far away, exact or modulo m."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, isqrt, lcm
from typing import Any

from flint import fmpq, fmpz, fmpz_mat, fmpz_mod_ctx, fmpz_mod_poly, fmpz_mod_poly_ctx, fmpz_poly

from gfkit.errors import LimitError
from gfkit.sequences.number import Number

SPLIT_FROM = 512
"""From this many steps on one term is found by binary splitting."""

_MOST_STEPS = 20_000_000
"""Exact terms further away than this are refused."""


_MOST_RESIDUE_STEPS = 10**10
"""Terms further away than this are refused."""

_SINGLE_STEPS = 20_000
"""Up to this many steps are taken one by one."""

_Table = list[list[fmpz_mod_poly]]


def unrolled(rows: Sequence[fmpz_poly], first_n: int, known: Sequence[Number], count: int) -> list[Number]:
    """The first ``count`` terms from the known ones on, a(n) = -(p_1(n) a(n-1) + ...)/p_0(n).

    One division a step, exact as long as the terms are integers; with fractions in sight the step is
    one in the rational numbers. p_0 must not vanish after the known terms. Cost: order times count
    products of a term by a small number.

    >>> unrolled([fmpz_poly([1, 1]), fmpz_poly([2, -4])], 0, [1], 6)
    [1, 1, 2, 5, 14, 42]
    """
    order = len(rows) - 1
    values = [_exact(value) for value in known[:count]]
    for n in range(first_n + len(values), first_n + count):
        total: fmpz | fmpq = fmpz(0)
        for k in range(1, order + 1):
            total = total + rows[k](n) * values[-k]
        below = -rows[0](n)
        if isinstance(total, fmpz):
            quotient, rest = divmod(total, below)
            values.append(quotient if not rest else fmpq(total, below))
        else:
            values.append(_simple(total / below))
    return [_number(value) for value in values]


def _exact(value: Number) -> fmpz | fmpq:
    return fmpz(value) if isinstance(value, int) else fmpq(value.numerator, value.denominator)


def _simple(value: fmpq) -> fmpz | fmpq:
    return value.numer() if value.denom() == 1 else value


def _number(value: fmpz | fmpq) -> Number:
    if isinstance(value, fmpz):
        return int(value)
    return Fraction(int(value.numer()), int(value.denom()))


def far_term(rows: Sequence[fmpz_poly], first_n: int, known: Sequence[Number], n: int) -> Number:
    """The term a(n) by binary splitting: products of companion matrices, halved over and over.

    With s(n) = (a(n), ..., a(n-r+1)), p_0(n) s(n) = C(n) s(n-1) for a matrix C of polynomials, and
    C(n) ... C(m) is found from its two halves: all large products are of numbers of equal length.
    Cost: O(M(n log n) log n) for order and degree fixed. At n = 10^5 the terms
    sum binomial(n,k)^2 binomial(n+k,k)^2 take about a second.

    >>> from math import comb
    >>> far_term([fmpz_poly([1, 1]), fmpz_poly([2, -4])], 0, [1], 2000) == comb(4000, 2000) // 2001
    True

    Reference: David and Gregory Chudnovsky, Approximations and complex multiplication according to
    Ramanujan.
    """
    order, start = len(rows) - 1, first_n + len(known)
    if n - start > _MOST_STEPS:
        raise LimitError(f"n {n}: a term this far away is too large; at most n = {start + _MOST_STEPS} here")
    window = [Fraction(value) for value in reversed(known[len(known) - order :])]
    below = lcm(*(value.denominator for value in window))
    matrix, scale = _product(rows, start, n + 1)
    total = sum((matrix[0, k] * int(value * below) for k, value in enumerate(window)), fmpz(0))
    return _number(_simple(fmpq(total, scale * below)))


def _product(rows: Sequence[fmpz_poly], low: int, high: int) -> tuple[fmpz_mat, fmpz]:
    """C(high - 1) ... C(low), and p_0(high - 1) ... p_0(low)."""
    if high - low > 1:
        middle = (low + high) // 2
        early, late = _product(rows, low, middle), _product(rows, middle, high)
        return late[0] * early[0], late[1] * early[1]
    values = [int(p(low)) for p in rows]
    order = len(values) - 1
    table = [[-value for value in values[1:]]]
    table += [[values[0] if j == i else 0 for j in range(order)] for i in range(order - 1)]
    return fmpz_mat(table), fmpz(values[0])


# Modulo m


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
    if n - start > _MOST_RESIDUE_STEPS:
        raise LimitError(
            f"n {n}: too far away for a term modulo m; at most n = {start + _MOST_RESIDUE_STEPS} here"
        )
    newest = [Fraction(value) for value in reversed(known[len(known) - order :])]
    below = lcm(*(value.denominator for value in newest))
    window, scale = [int(value * below) % modulus for value in newest], below
    at = start
    if n + 1 - start > _SINGLE_STEPS and modulus > 1:
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


def _block(rows: Sequence[fmpz_poly], low: int, high: int, ring: Any) -> tuple[_Table, fmpz_mod_poly]:
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
