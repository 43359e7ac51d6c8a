"""Marginals of a factor graph: variable elimination, followed by the same steps in reverse.

For every table T of an elimination, its *outside* is the array O on the same axes such that the value of the
factor graph is the sum of the products of the entries of T and O. The outside of the last table is the
product of the other constants. If an axis is eliminated with the weights w of its components from tables
T1, T2, ..., with the result R, then the outside of T1 is the sum of O(R) w T2 T3 ... over the axes that T1
does not have. The sum of O(R) w T1 T2 ... over all other axes is the marginal of the eliminated axis. Only
additions and multiplications occur, so every commutative semiring is admissible, and every ring with signs.

Reference: Shenoy and Shafer, Axioms for probability and belief-function propagation (1990).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import Any

import numpy as np

from gfkit.core.engine.semirings import Numbers
from gfkit.ways.decomposition.elimination import Elimination, PlannedElimination, align


class MarginalElimination(PlannedElimination):
    """Elimination of a factor graph, followed by the same steps in reverse."""

    def marginals(self, ring: Numbers) -> tuple[Any, dict[tuple[Any, int], Any]]:
        """Return the value of a factor graph and, for each variable and value, the sum over the assignments
        with this value.
        """
        run = self.run(ring, keep=True)
        sums: dict[tuple[Any, int], Any] = {}
        for axis, marginal in _axis_sums(self, run, ring).items():
            for component, value in zip(self.domains[axis], marginal, strict=True):
                for pair in self.graph.laid(axis, component):
                    sums[pair] = ring.add(sums[pair], value)[()] if pair in sums else value
        return run.total[()], sums


def _axis_sums(found: PlannedElimination, run: Elimination, ring: Numbers) -> dict[int, Any]:
    """Return the marginal of each axis: an array over its components."""
    constants = {number: array for number, (axes, array) in enumerate(run.tables) if not axes}
    one = ring.lift(np.ones((), int))
    outside = {
        number: reduce(ring.times, (array for other, array in constants.items() if other != number), one)
        for number in constants
    }
    forms, marginals = found.forms(ring), {}
    for result, (axis, bucket) in reversed([*enumerate(run.steps, len(found.tables))]):
        members, arrays = align([run.tables[number] for number in bucket], axis, found.sizes)
        names = axis, *members
        whole = ring.times(outside.pop(result)[None, ...], forms[axis].reshape(-1, *[1] * len(members)))
        for place, number in enumerate(bucket):
            rest = reduce(ring.times, (array for other, array in enumerate(arrays) if other != place), whole)
            own = run.tables[number][0]
            kept = [name for name in names if name in own]
            array = _sum_over(ring, rest, names, kept)
            outside[number] = array.transpose([kept.index(name) for name in own])
        marginals[axis] = _sum_over(ring, reduce(ring.times, arrays, whole), names, [axis])
    return marginals


def _sum_over(ring: Numbers, array: Any, names: Sequence[int], kept: Sequence[int]) -> Any:
    """Return the sum of an array over the axes whose names are not kept."""
    for place in reversed(range(len(names))):
        if names[place] not in kept:
            array = reduce(ring.add, np.moveaxis(array, place, 0))
    return array
