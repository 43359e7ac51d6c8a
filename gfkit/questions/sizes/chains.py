"""Fillings of cells with order conditions x_i <= x_j: chains of closed sets of cells.

Theorem (Stanley, order polynomials). Let the rule be that x_i <= x_j for some pairs of cells, without a
cycle. Call a set of cells closed if it has with cell j every such cell i. The fillings with the values 1..v
are as many as the chains of closed sets from the empty set to the set of all cells, in v steps.

Proof. To a filling belong the sets of cells with values up to 0, 1, ..., v; they are closed, and each filling
is known from them.

The sums over all closed subsets, for all closed sets at once, are found cell by cell, smaller cells first: to
the sum of I is added that of I without p where that is closed. Proof. After p the sum of I is that over all
closed J for which I without J has only cells up to p. If p is one of these, then no cell above p is in J, nor
in I, so I without p is closed.
"""

from __future__ import annotations

from collections.abc import Iterable
from graphlib import CycleError, TopologicalSorter

import numpy as np

MOST_CLOSED = 200_000


class OrderChains:
    """Numbers of fillings of some cells, by the number of values; made by ``of``."""

    def __init__(self, sums: list[tuple[list[int], list[int]]], closed: int) -> None:
        self._sums = sums
        """By cell the closed sets that have it as a last one, and those without it."""
        self.closed = closed
        """How many closed sets there are."""
        self._paths = np.zeros(closed, object)
        self._paths[0] = 1
        self._numbers = [int(closed == 1)]

    @classmethod
    def of(cls, cells: int, pairs: Iterable[tuple[int, int]]) -> OrderChains | None:
        """Return the chains for pairs i, j with x_i <= x_j, or None for a cycle or too many closed sets.

        >>> [OrderChains.of(2, [(0, 1)]).number(v) for v in range(5)]
        [0, 1, 3, 6, 10]
        """
        below: dict[int, set[int]] = {cell: set() for cell in range(cells)}
        for i, j in pairs:
            below[j] |= {i} - {j}
        try:
            order = [*TopologicalSorter(below).static_order()]
        except CycleError:
            return None
        closed = {0: 0}
        for cell in order:
            needed = sum(1 << other for other in below[cell])
            more = [subset | 1 << cell for subset in closed if subset & needed == needed]
            closed |= {subset: len(closed) + number for number, subset in enumerate(more)}
            if len(closed) > MOST_CLOSED:
                return None
        sums: list[tuple[list[int], list[int]]] = []
        for cell in order:
            with_cell = [(subset, place) for subset, place in closed.items() if subset >> cell & 1]
            both = [(place, closed.get(subset ^ 1 << cell)) for subset, place in with_cell]
            kept = [(place, without) for place, without in both if without is not None]
            sums.append(([place for place, _ in kept], [without for _, without in kept]))
        return cls(sums, len(closed))

    def number(self, values: int) -> int:
        """Return the number of fillings with this number of values."""
        while len(self._numbers) <= values:
            for those, without in self._sums:
                self._paths[those] += self._paths[without]
            self._numbers.append(int(self._paths[-1]))
        return self._numbers[values]
