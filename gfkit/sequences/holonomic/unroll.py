"""The terms of a sequence with sum p_k(n) a(n-k) = 0: one after the other, or one far away."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from flint import fmpq, fmpz, fmpz_mat, fmpz_poly

from gfkit.errors import LimitError
from gfkit.sequences.number import Number

SPLIT_FROM = 512
"""From this many steps on one term is found by binary splitting."""

MOST_STEPS = 20_000_000
"""Exact terms further away than this are refused."""


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
    if n - start > MOST_STEPS:
        raise LimitError(f"n {n}: a term this far away is too large; at most n = {start + MOST_STEPS} here")
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
