"""Residues of a Hermite-Pade problem while its order basis grows, as lists of Python: always there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

from flint import nmod_poly

from gfkit.exact.arrays import ARRAYS

Residues = Sequence[Sequence[int]]
"""A row of residues for every unknown polynomial."""


class ResidueTable(Protocol):
    """What the rows of an order basis are worth at the points, modulo one prime or several."""

    def column(self, step: int) -> list[int]:
        """The values of all rows at a point, modulo the first prime."""
        ...

    def broken(self, row: int, step: int) -> list[int]:
        """The points from ``step`` on at which a row is not zero, modulo the first prime."""
        ...

    def eliminate(self, step: int, pivot: int) -> None:
        """Clears the other rows at a point by the pivot, and multiplies that by x minus the point, or t."""
        ...

    def coefficients(self, row: int, count: int) -> Iterator[list[list[int]] | None]:
        """The polynomials that make up a row, modulo each prime; None where a pivot was divisible."""
        ...


def open_table(
    values: Sequence[Residues], nodes: Sequence[int] | None, primes: Sequence[int], height: int = 0
) -> ResidueTable:
    """The table of these values, a layer for every prime.

    ``height`` bounds the lengths of the polynomials that are asked for later; 0 keeps none.
    """
    if ARRAYS:
        from gfkit.exact.array_table import ArrayTable

        return ArrayTable(values, nodes, primes, height)
    return PlainTable(values, nodes, primes, height)


class PlainTable:
    """The table as lists of Python integers."""

    def __init__(
        self, values: Sequence[Residues], nodes: Sequence[int] | None, primes: Sequence[int], height: int
    ) -> None:
        self.layers = [
            _PlainLayer(rows, nodes, prime, height) for rows, prime in zip(values, primes, strict=True)
        ]

    def column(self, step: int) -> list[int]:
        return [row[step] for row in self.layers[0].rows]

    def broken(self, row: int, step: int) -> list[int]:
        return [k for k, value in enumerate(self.layers[0].rows[row]) if k >= step and value]

    def eliminate(self, step: int, pivot: int) -> None:
        for layer in self.layers:
            layer.eliminate(step, pivot)

    def coefficients(self, row: int, count: int) -> Iterator[list[list[int]] | None]:
        return (layer.coefficients(row, count) for layer in self.layers)


class _PlainLayer:
    def __init__(self, rows: Residues, nodes: Sequence[int] | None, prime: int, height: int) -> None:
        self.rows = [list(map(int, row)) for row in rows]
        self.nodes, self.prime, self.good = nodes, prime, True
        size = len(self.rows) if height else 0
        self.basis = [[nmod_poly([int(i == j)], prime) for j in range(size)] for i in range(size)]

    def eliminate(self, step: int, pivot: int) -> None:
        prime, chosen = self.prime, self.rows[pivot]
        self.good = self.good and chosen[step] != 0
        if not self.good:
            return
        inverse = pow(chosen[step], -1, prime)
        for row, values in enumerate(self.rows):
            factor = prime - values[step] * inverse % prime
            if row == pivot or factor == prime:
                continue
            tail = zip(values[step:], chosen[step:], strict=True)
            values[step:] = [(value + factor * own) % prime for value, own in tail]
            if self.basis:
                self.basis[row] = [
                    a + factor * b for a, b in zip(self.basis[row], self.basis[pivot], strict=True)
                ]
        self._multiply(step, pivot)

    def _multiply(self, step: int, pivot: int) -> None:
        chosen, prime = self.rows[pivot], self.prime
        if self.nodes is None:
            chosen[step:] = [0, *chosen[step:-1]]
        else:
            node = int(self.nodes[step])
            tail = zip(chosen[step:], self.nodes[step : len(chosen)], strict=True)
            chosen[step:] = [value * (int(at) - node) % prime for value, at in tail]
        if self.basis:
            linear = nmod_poly([0 if self.nodes is None else -int(self.nodes[step]), 1], prime)
            self.basis[pivot] = [part * linear for part in self.basis[pivot]]

    def coefficients(self, row: int, count: int) -> list[list[int]] | None:
        if not self.good:
            return None
        return [[int(part[k]) for k in range(count)] for part in self.basis[row]]
