"""Count the independent sets of a conflict graph by branching on vertices of large degree.

Reduction. Let every table of a factor graph exclude components or pairs of components, and let each axis
have a *base* component that is not excluded. The vertices of the conflict graph are the other components, and
two of them are adjacent if they are excluded together or belong to the same axis. Then the value of the
factor graph is the sum over the independent sets of the products of the weights of their vertices. Examples
are independent sets, placement games whose pieces only conflict, and, with negative weights, dominating sets.

Recursion. Let I(G) be the weighted sum over the independent sets of G, v a vertex with weight w, and N[v] its
closed neighbourhood. Then I(G) = I(G - v) + w I(G - N[v]), and I is multiplicative over components. We branch
on a vertex of largest degree, cache I by the set of remaining vertices, and separate components only if the
largest degree is small, because dense graphs rarely fall apart.

A polynomial is one integer (Kronecker substitution), so a branch costs a few operations on integers.

References: Gutman and Harary, Generalizations of the matching polynomial; Levit and Mandrescu, The
independence polynomial of a graph: a survey.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import prod
from typing import NamedTuple

from gfkit.core.algebra import Evidence, Status
from gfkit.core.engine.machine.base import Terms
from gfkit.core.engine.sweep.engine2_integers import terms_of_packed
from gfkit.core.rules.kinds.constraints import ConstraintSystem
from gfkit.core.typing import Weights, check_stop
from gfkit.ways import tuning
from gfkit.ways.decomposition.factors import Weight, factor_graph

_SPARSE = 3  # largest degree at which components are separated; measured on random graphs
_STOP = 1 << 10  # branches between two checks for Ctrl-C


class ConflictGraph(NamedTuple):
    """Graph whose independent sets are the solutions of a constraint system."""

    near: Sequence[int]
    """Bit mask of the neighbours of each vertex."""
    weights: Sequence[Weight]
    """Weight of each vertex."""
    bits: int
    """Bound on the length of the number of solutions, in bits."""

    def solve(self) -> tuple[Terms, Evidence] | None:
        """Return the polynomial with its evidence, or None if that takes more than a few branches."""
        tuned, degrees = tuning.DECOMPOSITION, sum(near.bit_count() for near in self.near)
        lengths = [1 + sum(powers[axis] for _, powers in self.weights) for axis in (0, 1)]
        max_branches = min(
            tuned.few_branches * (1 + degrees / max(1, len(self.near))) ** 2,
            8 * tuned.few_bytes / (1 + self.bits * prod(lengths)),
        )
        width = lengths[1]
        values = [c << self.bits * (x * width + y) for c, (x, y) in self.weights]
        near, known = self.near, {0: 1}

        def total(mask: int) -> int:
            """Return the sum over the independent sets of the vertices in a bit mask."""
            if mask in known:
                return known[mask]
            if not len(known) % _STOP:
                check_stop()
            if len(known) > max_branches:
                raise OverflowError
            best = most = single = 0
            factor, rest = 1, mask
            while rest:
                v = rest.bit_length() - 1
                rest ^= 1 << v
                degree = (near[v] & mask).bit_count()
                if degree > most:
                    most, best = degree, v
                elif not degree:
                    single |= 1 << v
                    factor *= 1 + values[v]
            left = mask ^ single
            if most <= _SPARSE and left:
                part = component(near, left)
                if part != left or single:
                    known[mask] = factor * total(part) * total(left ^ part)
                    return known[mask]
            if left:
                others = left ^ (1 << best)
                factor *= total(others) + values[best] * total(others & ~near[best])
            known[mask] = factor
            return factor

        try:
            packed = total((1 << len(near)) - 1)
        except OverflowError:
            return None
        terms = terms_of_packed(packed, self.bits, width)
        return terms, Evidence(Status.PROVED, "branching", (("branches", len(known)),))


def component(near: Sequence[int] | Mapping[int, int], left: int) -> int:
    """Return the bit mask of the component of the lowest vertex in a bit mask."""
    part = todo = left & -left
    while todo:
        low = todo & -todo
        new = near[low.bit_length() - 1] & left & ~part
        part |= new
        todo ^= low | new
    return part


def conflict_graph(system: ConstraintSystem, by: Weights) -> ConflictGraph | None:
    """Return the conflict graph of a constraint system, or None if there is none or it is too large."""
    graph = factor_graph(system, by)
    if (
        graph is None
        or len(graph.weights) > len(system.slots)
        or any(len(axes) not in (1, 2) or {*array.flat} - {0, 1} for axes, array in graph.tables)
    ):
        return None
    excluded = [
        [*zip(axes, at, strict=True)]
        for axes, array in graph.tables
        for at in zip(*(array == 0).nonzero(), strict=True)
    ]
    used = {component for pair in excluded for component in pair}
    never = {pair[0] for pair in excluded if len(pair) == 1}
    vertices: list[tuple[int, int]] = []
    for axis, form in enumerate(graph.weights):
        bases = [k for k, weight in enumerate(form) if weight == (1, (0, 0)) and (axis, k) not in used]
        if not bases:
            return None
        vertices += [(axis, k) for k in range(len(form)) if k != bases[0] and (axis, k) not in never]
    if len(vertices) >= tuning.DECOMPOSITION.branched_vertices.stop:
        return None
    number, near = {vertex: n for n, vertex in enumerate(vertices)}, [0] * len(vertices)
    alike = [[one, other] for one, other in combinations(vertices, 2) if one[0] == other[0]]
    for pair in (*excluded, *alike):
        if len(pair) == 2 and number.keys() >= {*pair}:
            one, other = number[pair[0]], number[pair[1]]
            near[one] |= 1 << other
            near[other] |= 1 << one
    return ConflictGraph(near, [graph.weights[axis][k] for axis, k in vertices], graph.bits)
