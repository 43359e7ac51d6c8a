"""Arithmetic on residues by arrays: modulo eight primes in parallel, or at many points modulo one prime.

Each of eight primes of 62 bits has its own lane. A residue a is stored as a1 2^31 + a0. Sums of products
are accumulated in six words, the lower and upper halves of the sums of a0 b0, a0 b1 + a1 b0 and a1 b1, and
reduced once at the end. Points (x, y) share a prime of 30 bits. Interpolation maps values at nodes to
coefficients, by a matrix. Its construction costs n^2 products for n nodes, and its application n^2 for
every polynomial.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

import numpy as np
from numpy.typing import NDArray

from gfkit.core.native import is_built

AT_ONCE = 8
Words = NDArray[np.uint64]
"""Residues with axes (state or term, lane)."""

_JOINED = 64
_LOW31 = np.uint64((1 << 31) - 1)
_LOW32 = np.uint64((1 << 32) - 1)
_SHIFT31, _SHIFT32 = np.uint64(31), np.uint64(32)
Marks = NDArray[np.bool_]
Cube = dict[tuple[int, int, int], int]
"""Polynomial in t, x and y: coefficients by exponents."""
BITS = 30
"""Number of bits of primes. Below 2^30, a word can contain sums of several products."""
ROOM = 15
"""Number of products of residues that can be added to a residue in one word."""


class EightPrimes:
    """Eight primes, with precomputed constants for multiplication modulo them."""

    def __init__(self, primes: Sequence[int]) -> None:
        assert len(primes) == AT_ONCE, "one prime for each lane"
        self.primes: list[int] = list(primes)
        self.row: Words = np.array(primes, np.uint64)
        self.scales: list[int] = [1, 1 << 32, 1 << 31, 1 << 63, 1 << 62, 1 << 94]
        self.factors: Words = np.stack([self.factor([scale] * AT_ONCE) for scale in [*self.scales, 1 << 31]])
        self.one_over: NDArray[np.float64] = np.array([1 / prime for prime in primes])
        self.arrays: tuple[Words, Words, NDArray[np.float64]] = self.row, self.factors, self.one_over
        """Arguments of the C extension."""

    def factor(self, values: Sequence[int]) -> Words:
        """Return a row of factors c prepared for multiplication: c, c 2^31 mod p, and both divided by p as
        float64."""
        rows = np.empty((4, AT_ONCE), np.uint64)
        for lane, (value, prime) in enumerate(zip(values, self.primes, strict=True)):
            low = value % prime
            high = (low << 31) % prime
            rows[0, lane], rows[1, lane] = low, high
            rows[2, lane] = np.array(low / prime).view(np.uint64)
            rows[3, lane] = np.array(high / prime).view(np.uint64)
        return rows

    def sums_of_words(self, words: Words) -> Words:
        """Return the sums of products from their six words (second axis)."""
        total = np.zeros((words.shape[0], AT_ONCE), object)
        for k, scale in enumerate(self.scales):
            total += words[:, k].astype(object) * scale
        rest: Words = (total % np.array(self.primes, object)).astype(np.uint64)
        return rest


def product_words(left: Words, right: Words) -> Words:
    """Return the six words of the sum over states of left * right."""
    a0, a1 = left & _LOW31, left >> _SHIFT31
    b0, b1 = right & _LOW31, right >> _SHIFT31
    products = (a0 * b0, a0 * b1 + a1 * b0, a1 * b1)
    halves = ((product & _LOW32, product >> _SHIFT32) for product in products)
    return np.array([_sums(half) for pair in halves for half in pair], np.uint64)


def _sums(rows: Words) -> Words:
    """Return the sum of the rows of an array. Short rows are concatenated first, because numpy adds short
    rows slowly.
    """
    whole = len(rows) - len(rows) % _JOINED
    long = rows[:whole].reshape(-1, _JOINED * AT_ONCE).sum(axis=0, dtype=np.uint64)
    total: Words = long.reshape(_JOINED, AT_ONCE).sum(axis=0) + rows[whole:].sum(axis=0, dtype=np.uint64)
    return total


def times_row(values: Words, factor: Words, primes: Words) -> Words:
    """Return residues times a factor, lane by lane, with quotients by float64."""
    x0, x1 = values & _LOW31, values >> _SHIFT31
    real = x0 * factor[2].view(np.float64) + x1 * factor[3].view(np.float64)
    rest = x0 * factor[0] + x1 * factor[1] - np.rint(real).astype(np.uint64) * primes
    smaller: Words = np.minimum(rest, rest + primes)
    return smaller


def power_modulo(values: Words, exponent: int, p: np.uint64) -> Words:
    """Return values^exponent modulo p, by repeated squaring."""
    result = np.ones_like(values)
    square = values.copy()
    while exponent:
        if exponent & 1:
            result = result * square % p
        square = square * square % p
        exponent >>= 1
    return result


def negative_powers(nodes: Words, exponents: NDArray[np.int64], prime: int) -> Words:
    """Return 1 / node^exponent, with axes (node, exponent)."""
    over = power_modulo(nodes, prime - 2, np.uint64(prime))
    used, places = np.unique(exponents, return_inverse=True)
    table = np.ones((len(nodes), len(used)), np.uint64)
    for k, exponent in enumerate(used.tolist()):
        table[:, k] = power_modulo(over, exponent, np.uint64(prime))
    return table[:, places]


def series_product(factors: Words, series: Words, prime: int) -> Words:
    """Return the product of a polynomial and a truncated series in t; axes (power of t,
    point).
    """
    p = np.uint64(prime)
    sums = np.zeros_like(series)
    for i, factor in enumerate(factors):
        sums[i:] += factor * series[: len(series) - i]
        if i % ROOM == ROOM - 1:
            sums %= p
    product: Words = sums % p
    return product


def coefficients_at(terms: Cube, count: int, xs: Words, ys: Words, prime: int) -> Words:
    """Return the coefficients of t^0, ..., t^(count - 1) of a polynomial at points."""
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
    """Return the matrix that maps values at the nodes to coefficients, lowest power first.

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
    """Return the product of two matrices modulo a prime below 2^30."""
    if not (fast and is_built()):
        return _multiply_by_halves(left, right, np.uint64(prime))
    from gfkit.core.native import loops

    room = -left.shape[1] % 4
    result = np.empty((left.shape[0], right.shape[1]), np.uint64)
    loops.multiply(
        np.pad(left, ((0, 0), (0, room))) if room else np.ascontiguousarray(left),
        np.pad(right, ((0, room), (0, 0))) if room else np.ascontiguousarray(right),
        result,
        prime,
    )
    return result


def _multiply_by_halves(left: Words, right: Words, p: np.uint64) -> Words:
    """Return the product by four products of float64 matrices.

    Entries are split into halves of 15 bits, so that sums of up to 2^22 products are exact.
    """
    cut, shift = np.uint64((1 << 15) - 1), np.uint64(15)
    a0, a1 = (left & cut).astype(np.float64), (left >> shift).astype(np.float64)
    b0, b1 = (right & cut).astype(np.float64), (right >> shift).astype(np.float64)
    high = (a1 @ b1).astype(np.uint64) % p
    middle = (a1 @ b0 + a0 @ b1).astype(np.uint64) % p
    low = (a0 @ b0).astype(np.uint64)
    total: Words = ((((high << shift) + middle) % p << shift) + low) % p
    return total


Grid = NDArray[np.int64]


class Digits:
    """Integers in mixed radix: digit i counts multiples of the product of the previous primes."""

    def __init__(self) -> None:
        self.primes: list[int] = []
        self.digits: list[Grid] = []

    def add(self, residues: Grid, prime: int) -> bool:
        """Add residues modulo a new prime; return True if the new digits only determine signs."""
        value = np.zeros_like(residues)
        product = 1
        for digit, other in zip(self.digits, self.primes, strict=True):
            value = (value + digit * product) % prime
            product = product * other % prime
        digit = (residues - value) % prime * pow(product, -1, prime) % prime
        self.primes.append(prime)
        self.digits.append(digit)
        return len(self.primes) > 1 and bool(((digit == 0) | (digit == prime - 1)).all())

    def integers(self) -> Cube:
        """Return the nonzero integers of least absolute value with the stored residues, by index."""
        used = np.zeros(self.digits[0].shape, np.bool_)
        for digit in self.digits:
            used |= digit != 0
        places = np.argwhere(used)
        total = np.zeros(len(places), object)
        product = 1
        for digit, prime in zip(self.digits, self.primes, strict=True):
            total += digit[used].astype(object) * product
            product *= prime
        total[total > product // 2] -= product
        return {
            (x, y, k): int(value) for (x, y, k), value in zip(places.tolist(), total.tolist(), strict=True)
        }


_WORD = 61.999
"""Binary logarithm of the largest primes of 62 bits, rounded down."""
_BITS_AT_REST, _BITS_FOR_GROWTH = 0.7, 0.05


def expected_primes(bits: float) -> int:
    """Return the number of primes for coefficients of the given bit length, in batches of eight, where the
    last prime confirms.

    >>> expected_primes(139), expected_primes(591)
    (8, 16)
    """
    needed = max(1, ceil((bits + 1) / _WORD))
    whole = (needed + AT_ONCE - 1) // AT_ONCE
    return AT_ONCE * whole if needed < AT_ONCE * whole else AT_ONCE * whole + 1


def expected_batches(order: int, bits_per_order: float) -> int:
    """Return the estimated number of batches of eight primes until the coefficients of a strip of the given
    order are stable.

    >>> expected_batches(2080, 1.2)
    6
    """
    return ceil(expected_primes(order * bits_per_order) / AT_ONCE)


def bits_per_order(rate: float) -> float:
    """Return an estimate of the bit length of the largest coefficient divided by the order; see
    ``GrowthBound``.

    This is a rule of thumb from matchings, independent sets, Col and tilings, for which the error is at most
    a fifth; for maximal positions the true value is about half.
    """
    return _BITS_AT_REST + _BITS_FOR_GROWTH * max(rate, 0.0)
