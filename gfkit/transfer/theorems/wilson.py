"""Spanning trees, and forests with roots, drawn at random by walks.

Statement (Wilson). Let a connected graph have some vertices that are roots. From every vertex that hangs
together with no root yet, in any order, walk to neighbours, each with the same chance, until a vertex is met
that does; and take the edges by which vertices on the way were left last. So every set of edges without a
cycle in which each component has exactly one root is drawn with the same probability.

Hypothesis: every vertex can be reached from a root; else walks would not end, and there is no such set.
Chances are those of whole numbers drawn from random bits, without rounding.

Cost: on average the time that a walk needs to a root and back, summed over the vertices by their share of
all ends of edges: on a square grid little more than its cells, on a long path their square.

Reference: David Bruce Wilson, Generating random spanning trees more quickly than the cover time, STOC (1996).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random


def drawn_forest(
    near: Sequence[Sequence[int]], roots: Iterable[int], random: Random
) -> list[tuple[int, int]]:
    """The edges that are drawn; ``near`` has the neighbours of every vertex.

    >>> drawn_forest([[1], [0, 2], [1]], [0], Random(1))
    [(0, 1), (1, 2)]
    """
    hangs = [False] * len(near)
    for root in roots:
        hangs[root] = True
    left_by = [0] * len(near)
    edges = []
    for vertex in range(len(near)):
        here = vertex
        while not hangs[here]:
            left_by[here] = near[here][random.randrange(len(near[here]))]
            here = left_by[here]
        here = vertex
        while not hangs[here]:
            hangs[here] = True
            edges.append((min(here, left_by[here]), max(here, left_by[here])))
            here = left_by[here]
    return edges
