"""Integers from their residues modulo more and more primes, and how many primes that takes.

Without weights all coefficients are put together only near the end: whether the primes suffice is seen from
one sum of coefficients with small random factors, which costs next to nothing to follow. With weights the
coefficients on a grid are kept in mixed radix (Garner).
"""

from __future__ import annotations

from math import ceil
from random import Random

import numpy as np
from numpy.typing import NDArray

from gfkit.algebra.residue import LiftedIntegers, residues
from gfkit.algebra.residue_arrays import AT_ONCE, Cube, Words

_FACTORS = 8
_LOW31, _SHIFT31 = np.uint64((1 << 31) - 1), np.uint64(31)


class DelayedLift:
    """``count`` integers at a time."""

    def __init__(self, count: int, random: Random) -> None:
        self.lifted = LiftedIntegers(count)
        self.waiting: list[tuple[Words, list[int]]] = []
        self.primes = 0
        self._factors = np.array([random.randint(1, _FACTORS) for _ in range(count)], np.uint64)
        self._sum = LiftedIntegers(1)

    def add(self, rows: Words, primes: list[int]) -> bool:
        """Takes residues in, axes (prime, coefficient); whether the last prime was no news for the sum."""
        stable = False
        for value, prime in zip(self._sums(rows), primes, strict=True):
            stable = self.primes > 0 and (value - self._sum.symmetric()[0]) % prime == 0
            self._sum.add([[value % prime]], [prime])
            self.primes += 1
        self.waiting.append((rows, primes))
        return stable

    def _sums(self, rows: Words) -> list[int]:
        """The sum for every prime, as an integer: halves of 31 bits times 4 bits stay below a word."""
        low = ((rows & _LOW31) * self._factors).sum(axis=1, dtype=np.uint64)
        high = ((rows >> _SHIFT31) * self._factors).sum(axis=1, dtype=np.uint64)
        return [(upper << 31) + lower for upper, lower in zip(high.tolist(), low.tolist(), strict=True)]

    def lift(self) -> None:
        """Puts together what there is so far, so that there is less to do at the end."""
        rows, primes = self._all_waiting()
        if primes:
            self.lifted.add(rows, primes)
        self.waiting.clear()

    def _all_waiting(self) -> tuple[list[list[int]], list[int]]:
        rows = [row for part, _ in self.waiting for row in part.tolist()]
        return rows, [prime for _, part in self.waiting for prime in part]

    def values(self) -> list[int] | None:
        """The integers of least size modulo all primes but the last, if that one agrees with them."""
        rows, primes = self._all_waiting()
        if len(primes) > 1:
            self.lifted.add(rows[:-1], primes[:-1])
        numbers = self.lifted.symmetric()
        if residues(numbers, primes[-1], len(numbers)) == rows[-1]:
            return numbers
        self.waiting = [(self.waiting[-1][0][-1:], primes[-1:])]
        return None


Grid = NDArray[np.int64]


class Digits:
    """Integers in mixed radix: digit i counts multiples of the product of the primes before."""

    def __init__(self) -> None:
        self.primes: list[int] = []
        self.digits: list[Grid] = []

    def add(self, residues: Grid, prime: int) -> bool:
        """Takes residues modulo a new prime in; whether the new digits only tell signs."""
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
        """The integers of least size with these residues that are not zero, by place."""
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
"""log2 of the largest primes of 62 bits, rounded down."""
_BITS_AT_REST, _BITS_FOR_GROWTH = 0.7, 0.05


def expected_primes(bits: float) -> int:
    """The primes used for coefficients of so many bits: batches of eight, the last prime confirming.

    >>> expected_primes(139), expected_primes(591)
    (8, 16)
    """
    needed = max(1, ceil((bits + 1) / _WORD))
    whole = (needed + AT_ONCE - 1) // AT_ONCE
    return AT_ONCE * whole if needed < AT_ONCE * whole else AT_ONCE * whole + 1


def expected_batches(order: int, bits_per_order: float) -> int:
    """The batches of eight primes that a strip of this order takes until its coefficients stand still.

    >>> expected_batches(2080, 1.2)
    6
    """
    return ceil(expected_primes(order * bits_per_order) / AT_ONCE)


def bits_per_order(rate: float) -> float:
    """A first guess of the bits of the largest coefficient for one of the order; see ``GrowthBound``.

    A rule of thumb from matchings, independent sets, Col and tilings, within a fifth there; maximal positions
    have half of that.
    """
    return _BITS_AT_REST + _BITS_FOR_GROWTH * max(rate, 0.0)
