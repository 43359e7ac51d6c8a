"""Eight primes of 62 bits side by side, one to a lane, and products modulo them by numpy.

A residue a is kept as a1 2^31 + a0. Sums of products are gathered in six words, the lower and upper halves
of the sums of a0 b0, a0 b1 + a1 b0 and a1 b1, and reduced once at the end.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

AT_ONCE = 8
Words = NDArray[np.uint64]
"""Residues with axes (state or term, lane)."""

_JOINED = 64
_LOW31 = np.uint64((1 << 31) - 1)
_LOW32 = np.uint64((1 << 32) - 1)
_SHIFT31, _SHIFT32 = np.uint64(31), np.uint64(32)


class EightPrimes:
    """Eight primes, with what multiplication modulo them needs."""

    def __init__(self, primes: Sequence[int]) -> None:
        assert len(primes) == AT_ONCE, "one prime for every lane"
        self.primes = list(primes)
        self.row = np.array(primes, np.uint64)
        self.scales = [1, 1 << 32, 1 << 31, 1 << 63, 1 << 62, 1 << 94]
        self.factors = np.stack([self.factor([scale] * AT_ONCE) for scale in [*self.scales, 1 << 31]])
        self.one_over = np.array([1 / prime for prime in primes])

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

    def settled(self, words: Words) -> Words:
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


_WORTH_LOADING = 5_000_000
"""Additions of rows that numpy makes in about the time it takes to load numba."""


@cache
def compiled() -> Any:
    """The module of machine code, or None without numba."""
    try:
        from gfkit.transfer.modular import machine_code
    except ImportError:
        return None
    return machine_code


def worth_loading(additions: int) -> bool:
    """Whether a job of so many additions of rows is worth loading numba for, if it is not loaded yet."""
    return additions > _WORTH_LOADING or "gfkit.transfer.modular.machine_code" in sys.modules
