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

from itertools import product
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from gfkit.algebra import Evidence, Status
from gfkit.engine.decomposition.factors import factor_graph
from gfkit.engine.sweep.integers import terms_of_packed
from gfkit.typing import check_stop

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gfkit.engine.decomposition.factors import Weight
    from gfkit.engine.machine.base import Terms
    from gfkit.rules.kinds.constraints import ConstraintSystem
    from gfkit.typing import Weights

_SPARSE = 3  # largest degree at which components are separated; measured on random graphs
_DEEP = 300  # largest number of vertices, because each vertex may be one level of recursion
_STOP = 1 << 10  # branches between two checks for Ctrl-C


class ConflictGraph(NamedTuple):
    """Graph whose independent sets are the solutions of a constraint system."""

    near: Sequence[int]
    """Bit mask of the neighbours of each vertex."""
    weights: Sequence[Weight]
    """Weight of each vertex."""
    bits: int
    """Bound on the length of the number of solutions, in bits."""

    @property
    def mean_degree(self) -> float:
        """Average degree of a vertex."""
        return sum(near.bit_count() for near in self.near) / max(1, len(self.near))

    @property
    def bytes(self) -> int:
        """Bound on the memory of a cached polynomial."""
        x, y = (1 + sum(powers[axis] for _, powers in self.weights) for axis in (0, 1))
        return 300 + self.bits * x * y // 8

    def solve(self, max_branches: float) -> tuple[Terms, Evidence] | None:
        """Return the polynomial with its evidence, or None after ``max_branches`` branches."""
        width = 1 + sum(y for _, (_, y) in self.weights)
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
                part = todo = left & -left
                while todo:
                    low = todo & -todo
                    new = near[low.bit_length() - 1] & left & ~part
                    part |= new
                    todo ^= low | new
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


def conflict_graph(system: ConstraintSystem, by: Weights) -> ConflictGraph | None:
    """Return the conflict graph of a constraint system, or None if there is none or it is too large."""
    graph = factor_graph(system, by)
    if graph is None:
        return None
    used = [[False] * len(form) for form in graph.weights]
    pairs = []
    for axes, array in graph.tables:
        if not 1 <= len(axes) <= 2 or not all(entry in (0, 1) for entry in array.flat):
            return None
        for at in product(*map(range, array.shape)):
            if not array[at]:
                pairs.append(list(zip(axes, at, strict=True)))
                for axis, component in pairs[-1]:
                    used[axis][component] = True
    never = {pair[0] for pair in pairs if len(pair) == 1}
    near: list[int] = []
    weights: list[Weight] = []
    number: dict[tuple[int, int], int] = {}
    for axis, form in enumerate(graph.weights):
        plain = [c for c, weight in enumerate(form) if weight == (1, (0, 0)) and not used[axis][c]]
        if not plain:
            return None
        own = [c for c in range(len(form)) if c != plain[0] and (axis, c) not in never]
        clique = ((1 << len(own)) - 1) << len(near)
        for component in own:
            number[axis, component] = len(near)
            near.append(clique & ~(1 << len(near)))
            weights.append(form[component])
    for one, *other in pairs:
        if other and one in number and other[0] in number:
            v, w = number[one], number[other[0]]
            near[v] |= 1 << w
            near[w] |= 1 << v
    bits = prod(len(slot.values) for slot in system.slots).bit_length()
    return ConflictGraph(near, weights, bits) if len(near) <= _DEEP else None
