"""Values at many points (x, y) side by side, modulo one prime of 30 bits, by numpy."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
"""Residues; the last axis is that of the points."""
Marks = NDArray[np.bool_]
Cube = dict[tuple[int, int, int], int]
"""A polynomial in t, x and y: coefficients by powers."""

BITS = 30
"""Primes are below 2^30: products leave room for sums of many."""
ROOM = 15
"""Products of residues that a word holds beside a residue."""


def power(values: Words, exponent: int, p: np.uint64) -> Words:
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
    over = power(nodes, prime - 2, np.uint64(prime))
    used, places = np.unique(exponents, return_inverse=True)
    table = np.ones((len(nodes), len(used)), np.uint64)
    for k, exponent in enumerate(used.tolist()):
        table[:, k] = power(over, exponent, np.uint64(prime))
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
