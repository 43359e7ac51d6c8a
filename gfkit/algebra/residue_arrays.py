"""Arithmetic on residues by arrays: modulo eight primes side by side, or at many points modulo one prime.

Eight primes of 62 bits have a lane each. A residue a is kept as a1 2^31 + a0. Sums of products are gathered
in six words, the lower and upper halves of the sums of a0 b0, a0 b1 + a1 b0 and a1 b1, and reduced once at
the end. Points (x, y) share a prime of 30 bits. Interpolation goes from values at nodes to coefficients, by a
matrix. Making it costs n^2 products for n nodes, and using it n^2 for every polynomial.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from gfkit.native import is_built

AT_ONCE = 8
Words = NDArray[np.uint64]
"""Residues with axes (state or term, lane)."""

_JOINED = 64
_LOW31 = np.uint64((1 << 31) - 1)
_LOW32 = np.uint64((1 << 32) - 1)
_SHIFT31, _SHIFT32 = np.uint64(31), np.uint64(32)
Marks = NDArray[np.bool_]
Cube = dict[tuple[int, int, int], int]
"""A polynomial in t, x and y: coefficients by powers."""
BITS = 30
"""Primes are below 2^30: products leave room for sums of many."""
ROOM = 15
"""Products of residues that a word holds beside a residue."""


class EightPrimes:
    """Eight primes, with what multiplication modulo them needs."""

    def __init__(self, primes: Sequence[int]) -> None:
        assert len(primes) == AT_ONCE, "one prime for every lane"
        self.primes = list(primes)
        self.row = np.array(primes, np.uint64)
        self.scales = [1, 1 << 32, 1 << 31, 1 << 63, 1 << 62, 1 << 94]
        self.factors = np.stack([self.factor([scale] * AT_ONCE) for scale in [*self.scales, 1 << 31]])
        self.one_over = np.array([1 / prime for prime in primes])
        self.arrays = self.row, self.factors, self.one_over
        """What the loops in C take."""

    def factor(self, values: Sequence[int]) -> Words:
        """A row of factors with what a multiplication needs: c, c 2^31 mod p, and both over p as float64."""
        rows = np.empty((4, AT_ONCE), np.uint64)
        for lane, (value, prime) in enumerate(zip(values, self.primes, strict=True)):
            low = value % prime
            high = (low << 31) % prime
            rows[0, lane], rows[1, lane] = low, high
            rows[2, lane] = np.array(low / prime).view(np.uint64)
            rows[3, lane] = np.array(high / prime).view(np.uint64)
        return rows

    def sums_of_words(self, words: Words) -> Words:
        """Sums of products from their six words (second axis)."""
        total = np.zeros((words.shape[0], AT_ONCE), object)
        for k, scale in enumerate(self.scales):
            total += words[:, k].astype(object) * scale
        rest: Words = (total % np.array(self.primes, object)).astype(np.uint64)
        return rest


def product_words(left: Words, right: Words) -> Words:
    """The six words of the sum over states of left * right."""
    a0, a1 = left & _LOW31, left >> _SHIFT31
    b0, b1 = right & _LOW31, right >> _SHIFT31
    words = []
    for product in (a0 * b0, a0 * b1 + a1 * b0, a1 * b1):
        words += [_sums(product & _LOW32), _sums(product >> _SHIFT32)]
    return np.array(words, np.uint64)


def _sums(rows: Words) -> Words:
    """The sum of all rows; numpy is slow at adding short rows, so they are joined first."""
    whole = len(rows) - len(rows) % _JOINED
    long = rows[:whole].reshape(-1, _JOINED * AT_ONCE).sum(axis=0, dtype=np.uint64)
    total: Words = long.reshape(_JOINED, AT_ONCE).sum(axis=0) + rows[whole:].sum(axis=0, dtype=np.uint64)
    return total


def times_row(values: Words, factor: Words, primes: Words) -> Words:
    """Residues times a factor, lane by lane, quotients by float64."""
    x0, x1 = values & _LOW31, values >> _SHIFT31
    real = x0 * factor[2].view(np.float64) + x1 * factor[3].view(np.float64)
    rest = x0 * factor[0] + x1 * factor[1] - np.rint(real).astype(np.uint64) * primes
    smaller: Words = np.minimum(rest, rest + primes)
    return smaller


def power_modulo(values: Words, exponent: int, p: np.uint64) -> Words:
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
    over = power_modulo(nodes, prime - 2, np.uint64(prime))
    used, places = np.unique(exponents, return_inverse=True)
    table = np.ones((len(nodes), len(used)), np.uint64)
    for k, exponent in enumerate(used.tolist()):
        table[:, k] = power_modulo(over, exponent, np.uint64(prime))
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
    return matrix * power_modulo(value, prime - 2, p) % p


def times_modulo(left: Words, right: Words, prime: int, *, fast: bool = True) -> Words:
    """The product of two matrices modulo a prime below 2^30."""
    if not (fast and is_built()):
        return _by_halves(left, right, np.uint64(prime))
    from gfkit.native import loops

    room = -left.shape[1] % 4
    result = np.empty((left.shape[0], right.shape[1]), np.uint64)
    loops.multiply(
        np.pad(left, ((0, 0), (0, room))) if room else np.ascontiguousarray(left),
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
    total: Words = ((((high << shift) + middle) % p << shift) + low) % p
    return total
