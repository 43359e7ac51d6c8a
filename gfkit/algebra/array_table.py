"""Residues of a Hermite-Pade problem during the computation of its order basis, as arrays, for all primes
at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]


class ArrayTable:
    """Table as an array with axes (prime, row, point); primes are below 2^31."""

    def __init__(
        self,
        values: Sequence[Sequence[Sequence[int]]],
        nodes: Sequence[int] | None,
        primes: Sequence[int],
        height: int,
    ) -> None:
        self.left: Words = np.array(values, np.uint64)
        self.nodes: Words | None = None if nodes is None else np.array(nodes, np.uint64)
        self._primes, self._modulus = primes, np.array(primes, np.uint64)[:, None, None]
        layers, rows, _ = self.left.shape
        self.good: list[bool] = [True] * layers
        self.basis: Words = np.zeros((layers, rows, rows, height), np.uint64)
        self.basis[:, range(rows), range(rows), :1] = 1

    def column(self, step: int) -> list[int]:
        numbers: list[int] = self.left[0, :, step].tolist()
        return numbers

    def broken(self, row: int, step: int) -> list[int]:
        return [int(k) + step for k in np.flatnonzero(self.left[0, row, step:])]

    def eliminate(self, step: int, pivot: int) -> None:
        factors = []
        columns = zip(self.left[:, :, step].tolist(), self._primes, strict=True)
        for layer, (column, prime) in enumerate(columns):
            self.good[layer] &= column[pivot] != 0
            inverse = pow(column[pivot], -1, prime) if self.good[layer] else 0
            factors.append([prime - c * inverse % prime for c in column])
            factors[-1][pivot] = 0
        scale = np.array(factors, np.uint64)
        self._clear(step, pivot, scale)
        if self.basis.size:
            self.basis += scale[:, :, None, None] * self.basis[:, pivot][:, None]
            self.basis %= self._modulus[..., None]
            node = 0 if self.nodes is None else int(self.nodes[step])
            _times_linear(self.basis[:, pivot], node, self._modulus)

    def _clear(self, step: int, pivot: int, factors: Words) -> None:
        """Eliminate the other rows by the pivot row and multiply the pivot row, at all points except the
        first.
        """
        tail = self.left[:, :, step + 1 :]
        shifted = self.left[:, pivot, step:-1].copy()
        tail += factors[:, :, None] * tail[:, pivot][:, None]
        if self.nodes is None:
            tail[:, pivot] = shifted
        else:
            points = self.nodes[step + 1 : step + 1 + tail.shape[2]]
            tail[:, pivot] *= points + (self._modulus[:, 0] - self.nodes[step])
        tail %= self._modulus

    def coefficients(self, row: int, count: int) -> Iterator[list[list[int]] | None]:
        rows = self.basis[:, row, :, :count].tolist()
        return (part if fine else None for part, fine in zip(rows, self.good, strict=True))


def _times_linear(row: Words, node: int, modulus: Words) -> None:
    """Multiply polynomials, given modulo several primes, by x - node in place."""
    kept = row.copy()
    row *= modulus - np.uint64(node)
    row[..., 1:] += kept[..., :-1]
    row %= modulus
