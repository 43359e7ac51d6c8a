"""Connected graphs of hereditary classes, and identities of rules about adjacent vertices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import permutations, product

from gfkit.rules.kind import from_kind
from gfkit.rules.rule import Rule

Graph = tuple[frozenset[int], ...]
"""For each vertex its neighbours."""


_MOST_VALUES = 5


def _extends_triangle_free(graph: Graph, near: frozenset[int]) -> bool:
    return not any(graph[v] & near for v in near)


def _extends_bipartite(graph: Graph, near: frozenset[int]) -> bool:
    side = {0: 0}
    queue = [0]
    for v in queue:
        for u in graph[v] - side.keys():
            side[u] = 1 - side[v]
            queue.append(u)
    return len({side[v] for v in near}) == 1


CLASSES: dict[str, tuple[int, Callable[[Graph, frozenset[int]], bool]]] = {
    "all": (6, lambda _graph, _near: True),
    "triangle-free": (7, _extends_triangle_free),
    "bipartite": (8, _extends_bipartite),
    "trees": (9, lambda _graph, near: len(near) == 1),
}
"""Hereditary classes of connected graphs: the number of vertices up to which all are compared, and whether a
graph of the class with a new vertex, which is adjacent to some vertices, is in the class."""


def connected_graphs(name: str) -> Iterator[Graph]:
    """Yield the connected graphs of a class up to isomorphism, the smallest first.

    Every connected graph has a vertex without which it is connected, so each extends a smaller one.

    >>> [sum(len(graph) == n for graph in connected_graphs("trees")) for n in range(1, 10)]
    [1, 1, 1, 2, 3, 6, 11, 23, 47]
    """
    most, belongs = CLASSES[name]
    graphs: list[Graph] = [(frozenset(),)]
    for n in range(1, most + 1):
        yield from graphs
        found: dict[Graph, None] = {}
        for graph in graphs if n < most else ():
            for mask in range(1, 1 << n):
                near = frozenset(v for v in range(n) if mask >> v & 1)
                if belongs(graph, near):
                    grown = [around | {n} if v in near else around for v, around in enumerate(graph)]
                    found[_canonical((*grown, near))] = None
        graphs = list(found)


def _canonical(graph: Graph) -> Graph:
    """Return the smallest relabelling of a graph among those that respect a refined partition."""
    kinds = {v: len(around) for v, around in enumerate(graph)}
    for _ in graph:
        signs = {v: (kinds[v], tuple(sorted(kinds[u] for u in graph[v]))) for v in kinds}
        names = {sign: place for place, sign in enumerate(sorted(set(signs.values())))}
        finer = {v: names[sign] for v, sign in signs.items()}
        if len(set(finer.values())) == len(set(kinds.values())):
            break
        kinds = finer
    cells = [[v for v in kinds if kinds[v] == kind] for kind in sorted(set(kinds.values()))]
    best: list[list[int]] | None = None
    for orders in product(*map(permutations, cells)):
        place = {v: k for k, v in enumerate(v for order in orders for v in order)}
        rows = sorted((place[v], sorted(place[u] for u in graph[v])) for v in kinds)
        listed = [row for _, row in rows]
        if best is None or listed < best:
            best = listed
    assert best is not None
    return tuple(map(frozenset, best))


def edges_of(graph: Graph) -> list[tuple[int, int]]:
    """Return the edges of a graph, each with the smaller vertex first."""
    return [(v, u) for v, around in enumerate(graph) for u in sorted(around) if v < u]


def adjacent_values(rule: Rule) -> tuple[int, frozenset[tuple[int, int]]] | None:
    """Return the number of values and the pairs allowed at the ends of an edge, or None.

    None means that the rule has other constraints, or applies to boards with rows and columns only.
    """
    blocks = from_kind(rule.kind, "theorems", "blocks_of")
    found = blocks(rule) if blocks is not None and rule.flat else None
    return None if found is None else (found[0], frozenset(found[2]))


def exchange(first: Rule, second: Rule, *, sides: bool) -> tuple[tuple[int, ...], ...] | None:
    """Return renamings of the values that map one rule about adjacent vertices to the other, or None.

    Let a rule on graphs allow a set P of ordered pairs of values at the ends of every edge, and nothing else.

    Theorem. If (u, v) is in P if and only if (s(u), t(v)) is in P', for permutations s and t of the values,
    then renaming by s on one side and by t on the other is a bijection of the configurations on every
    bipartite graph; if s = t, on every graph. With ``sides`` s and t may be different.
    """
    rules = adjacent_values(first), adjacent_values(second)
    if rules[0] is None or rules[1] is None or rules[0][0] != rules[1][0] or rules[0][0] > _MOST_VALUES:
        return None
    values, pairs = range(rules[0][0]), [rules[0][1], rules[1][1]]
    for s in permutations(values):
        for t in permutations(values) if sides else (s,):
            if all(((u, v) in pairs[0]) is ((s[u], t[v]) in pairs[1]) for u, v in product(values, repeat=2)):
                return s, t
    return None
