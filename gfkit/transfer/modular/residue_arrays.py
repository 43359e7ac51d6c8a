"""Arithmetic on residues at many points (x, y) side by side, modulo one prime of 30 bits, by arrays.

Interpolation goes from values at nodes to coefficients, by a matrix. Making it costs n^2 products for n
nodes, and using it n^2 for every polynomial.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gfkit.transfer.modular.eight_primes import Words, compiled

Marks = NDArray[np.bool_]
Cube = dict[tuple[int, int, int], int]
"""A polynomial in t, x and y: coefficients by powers."""

BITS = 30
"""Primes are below 2^30: products leave room for sums of many."""
ROOM = 15
"""Products of residues that a word holds beside a residue."""


def powered(values: Words, exponent: int, p: np.uint64) -> Words:
    """values^exponent modulo p, by squaring."""
    result = np.ones_like(values)
    square = values.copy()
    while exponent:
        if exponent & 1:
            result = result * square % p
        square = square * square % p
        exponent >>= 1
    return result


def negative_powers(nodes: Words, exponents: NDArray[np.int64], prime: int) -> Words:
    """1 / node^exponent, axes (node, exponent)."""
    over = powered(nodes, prime - 2, np.uint64(prime))
    used, places = np.unique(exponents, return_inverse=True)
    table = np.ones((len(nodes), len(used)), np.uint64)
    for k, exponent in enumerate(used.tolist()):
        table[:, k] = powered(over, exponent, np.uint64(prime))
    return table[:, places]


def series_product(factors: Words, series: Words, prime: int) -> Words:
    """The product of a polynomial and a series in t, as far as the series goes; axes (power of t, point)."""
    p = np.uint64(prime)
    sums = np.zeros_like(series)
    for i, factor in enumerate(factors):
        sums[i:] += factor * series[: len(series) - i]
        if i % ROOM == ROOM - 1:
            sums %= p
    product: Words = sums % p
    return product


def coefficients_at(terms: Cube, count: int, xs: Words, ys: Words, prime: int) -> Words:
    """A polynomial's coefficients of t^0, ..., t^(count - 1) at points."""
    p = np.uint64(prime)
    sums = np.zeros((count, len(xs)), np.uint64)
    if not terms:
        return sums
    keys = np.array(list(terms), np.int64)
    values = np.array([value % prime for value in terms.values()], np.uint64)
    order = np.argsort(keys[:, 0], kind="stable")
    keys, values = keys[order], values[order]
    in_x, in_y = _powers(xs, keys[:, 1].max(), p), _powers(ys, keys[:, 2].max(), p)
    cuts = np.searchsorted(keys[:, 0], np.arange(count + 1))
    for k in range(count):
        part = slice(cuts[k], cuts[k + 1])
        weights = in_x[keys[part, 1]] * in_y[keys[part, 2]] % p
        sums[k] = (weights * values[part, None] % p).sum(axis=0) % p
    return sums


def _powers(nodes: Words, largest: int, p: np.uint64) -> Words:
    table = np.ones((int(largest) + 1, len(nodes)), np.uint64)
    for k in range(1, len(table)):
        table[k] = table[k - 1] * nodes % p
    return table


def interpolation_matrix(nodes: Words, prime: int) -> Words:
    """The matrix that takes values at the nodes to coefficients, lowest power first.

    Column i holds the i-th Lagrange polynomial: the product of all t - t_j divided by t - t_i by Horner's
    scheme, over its value at t_i.
    """
    p = np.uint64(prime)
    count = len(nodes)
    master = np.zeros(count + 1, np.uint64)
    master[0] = 1
    for size, node in enumerate(nodes):  # master[k] is the coefficient of t^k
        shifted = np.zeros_like(master)
        shifted[1 : size + 2] = master[: size + 1]
        master = (shifted + (p - node) * master) % p
    matrix = np.zeros((count, count), np.uint64)
    carry = np.zeros(count, np.uint64)
    value = np.zeros(count, np.uint64)
    for k in range(count - 1, -1, -1):
        carry = (master[k + 1] + carry * nodes) % p
        matrix[k] = carry
        value = (value * nodes + carry) % p
    return matrix * powered(value, prime - 2, p) % p


def times_modulo(left: Words, right: Words, prime: int, *, fast: bool = True) -> Words:
    """The product of two matrices modulo a prime below 2^30."""
    code = compiled() if fast else None
    if code is None:
        return _by_halves(left, right, np.uint64(prime))
    room = -left.shape[1] % 4
    result = np.empty((left.shape[0], right.shape[1]), np.uint64)
    code.multiply(
        np.pad(left, ((0, 0), (0, room))) if room else left,
        np.pad(right, ((0, room), (0, 0))) if room else np.ascontiguousarray(right),
        result,
        prime,
    )
    return result


def _by_halves(left: Words, right: Words, p: np.uint64) -> Words:
    """The product by four products of float64 matrices.

    Entries are cut into halves of 15 bits, so that sums of up to 2^22 products are exact.
    """
    cut, shift = np.uint64((1 << 15) - 1), np.uint64(15)
    a0, a1 = (left & cut).astype(np.float64), (left >> shift).astype(np.float64)
    b0, b1 = (right & cut).astype(np.float64), (right >> shift).astype(np.float64)
    high = (a1 @ b1).astype(np.uint64) % p
    middle = (a1 @ b0 + a0 @ b1).astype(np.uint64) % p
    low = (a0 @ b0).astype(np.uint64)
    found: Words = ((((high << shift) + middle) % p << shift) + low) % p
    return found
