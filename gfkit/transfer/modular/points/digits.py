"""Integers on a grid from their residues modulo more and more primes, in mixed radix (Garner)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gfkit.transfer.modular.points.values import Cube

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
