"""P and Q over the integers from their residues modulo more and more primes.

All coefficients are put together only near the end: whether the primes suffice is seen from one sum of
coefficients with small random factors, which costs next to nothing to follow.
"""

from __future__ import annotations

from random import Random

import numpy as np
from flint import fmpz

from gfkit.exact.residue import Lifted, residues
from gfkit.transfer.modular.lanes.field import Words

_FACTORS = 8
_LOW, _HALF = np.uint64((1 << 31) - 1), np.uint64(31)


class Lifting:
    """``count`` integers at a time."""

    def __init__(self, count: int, random: Random) -> None:
        self.lifted = Lifted(count)
        self.waiting: list[tuple[Words, list[int]]] = []
        self.primes = 0
        self._factors = np.array([random.randint(1, _FACTORS) for _ in range(count)], np.uint64)
        self._sum, self._modulus = fmpz(0), fmpz(1)

    def add(self, rows: Words, primes: list[int]) -> bool:
        """Takes residues in, axes (prime, coefficient); whether the last prime was no news for the sum."""
        stable = False
        for value, prime in zip(self._sums(rows), primes, strict=True):
            rest = int(value - self._sum) % prime
            stable = rest == 0 and self.primes > 0
            step = rest * pow(int(self._modulus % prime), -1, prime)
            whole = self._modulus * prime
            total = (self._sum + self._modulus * step) % whole
            self._sum = total - whole if 2 * total > whole else total
            self._modulus = whole
            self.primes += 1
        self.waiting.append((rows, primes))
        return stable

    def _sums(self, rows: Words) -> list[int]:
        """The sum for every prime, as an integer: halves of 31 bits times 4 bits stay below a word."""
        low = ((rows & _LOW) * self._factors).sum(axis=1, dtype=np.uint64)
        high = ((rows >> _HALF) * self._factors).sum(axis=1, dtype=np.uint64)
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
        found = self.lifted.symmetric()
        if residues(found, primes[-1], len(found)) == rows[-1]:
            return found
        self.waiting = [(self.waiting[-1][0][-1:], primes[-1:])]
        return None
