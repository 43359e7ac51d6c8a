"""Connected graphs of hereditary classes, and identities of rules on adjacent vertices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import chain, permutations, product

from gfkit.core.boards.board import distances_from
from gfkit.core.rules.kind import from_kind
from gfkit.core.rules.rule import Rule

Graph = tuple[frozenset[int], ...]
"""Adjacency sets of the vertices."""


_MOST_VALUES = 5
Pairs = frozenset[tuple[int, int]]


def _extends_bipartite(graph: Graph, near: frozenset[int]) -> bool:
    far = distances_from([0], graph)
    return len({far[v] % 2 for v in near}) == 1


CLASSES: dict[str, tuple[int, Callable[[Graph, frozenset[int]], bool]]] = {
    "all": (6, lambda _graph, _near: True),
    "triangle-free": (7, lambda graph, near: not any(graph[v] & near for v in near)),
    "bipartite": (8, _extends_bipartite),
    "trees": (9, lambda _graph, near: len(near) == 1),
}
"""Hereditary classes of connected graphs. For each class: the largest number of vertices for which all graphs
are compared, and a function that tests whether a graph of the class remains in the class after a vertex
adjacent to some vertices is added.
"""


def connected_graphs(name: str, most: int | None = None) -> Iterator[Graph]:
    """Yield the connected graphs of a class up to isomorphism, the smallest first, up to ``most`` vertices.

    Every connected graph has a vertex whose removal leaves it connected, so each graph extends a smaller one.

    >>> [sum(len(graph) == n for graph in connected_graphs("trees")) for n in range(1, 10)]
    [1, 1, 1, 2, 3, 6, 11, 23, 47]
    """
    for order in range(1, (CLASSES[name][0] if most is None else most) + 1):
        yield from _graphs_of_order(name, order)


def all_graphs(name: str, most: int) -> Iterator[Graph]:
    """Yield the graphs up to isomorphism whose components belong to a class, up to ``most`` vertices.

    >>> [sum(len(graph) == n for graph in all_graphs("all", 5)) for n in range(1, 6)]
    [1, 2, 4, 11, 34]
    """
    parts = list(connected_graphs(name, most))

    def extend(graph: Graph, first: int) -> Iterator[Graph]:
        for place, part in enumerate(parts[first:], first):
            if (size := len(graph)) + len(part) <= most:
                union = (*graph, *(frozenset(size + v for v in around) for around in part))
                yield union
                yield from extend(union, place)

    yield from sorted(extend((), 0), key=len)


@cache
def _graphs_of_order(name: str, order: int) -> tuple[Graph, ...]:
    if order == 1:
        return ((frozenset(),),)
    belongs, new, found = CLASSES[name][1], order - 1, dict[Graph, None]()
    for graph, mask in product(_graphs_of_order(name, new), range(1, 1 << new)):
        near = frozenset(v for v in range(new) if mask >> v & 1)
        if belongs(graph, near):
            grown = [around | {new} if v in near else around for v, around in enumerate(graph)]
            found[_canonical((*grown, near))] = None
    return tuple(found)


def _canonical(graph: Graph) -> Graph:
    """Return the smallest relabelling of a graph that respects a refined partition of the vertices."""
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
    for orders in product(*(_distinct_orders(graph, cell) for cell in cells)):
        order = [*chain(*orders)]
        place = {v: k for k, v in enumerate(order)}
        rows = (sorted(map(place.__getitem__, graph[v])) for v in order)
        first = next(rows)
        if best is None or first <= best[0]:
            listed = [first, *rows]
            best = listed if best is None else min(best, listed)
    assert best is not None
    return tuple(map(frozenset, best))


def _distinct_orders(graph: Graph, cell: list[int]) -> Iterator[list[int]]:
    """Yield the orders of a cell, one for all that differ only in vertices of equal neighbourhoods."""
    for listed in set(permutations(graph[v] for v in cell)):
        left = {near: [v for v in cell if graph[v] == near] for near in listed}
        yield [left[near].pop() for near in listed]


def edges_of(graph: Graph) -> list[tuple[int, int]]:
    """Return the edges of a graph, each with the smaller vertex first."""
    return [(v, u) for v, around in enumerate(graph) for u in sorted(around) if v < u]


@lru_cache(maxsize=1000)
def values_at_distances(rule: Rule) -> tuple[int, dict[int, Pairs]] | None:
    """Return the number of values, and the allowed pairs of values at each constrained distance, or None.

    The result is None if the rule has other constraints, or applies only to boards with rows and columns.
    """
    pairs_of = from_kind(rule.kind, "theorems", "pairs_at_distances")
    found: tuple[int, dict[int, Pairs]] | None = None if pairs_of is None else pairs_of(rule)
    return found


def exchange(first: Rule, second: Rule, *, sides: bool) -> tuple[tuple[int, ...], ...] | None:
    """Return permutations of the values that map one rule on pairs of vertices to another, or None.

    Let a rule on graphs allow, for each distance d, a symmetric set P(d) of pairs of values of two vertices
    at distance d, and have no other constraint.

    Theorem. Let s and t be permutations of the values such that (u, v) is in P(d) if and only if (s(u), t(v))
    is in P'(d) for odd d, and (s(u), s(v)) and (t(u), t(v)) are in P'(d) if and only if (u, v) is in P(d) for
    even d. Then renaming by s on one side and by t on the other is a bijection of the configurations on every
    bipartite graph; if s = t, on every graph.

    Proof. In a bipartite graph two vertices of one component are on the same side if and only if their
    distance is even. QED

    If ``sides`` is True, s and t may be different.
    """
    rules = values_at_distances(first), values_at_distances(second)
    if rules[0] is None or rules[1] is None or rules[0][0] != rules[1][0] or rules[0][0] > _MOST_VALUES:
        return None
    every: Pairs = frozenset((u, v) for u in range(rules[0][0]) for v in range(rules[0][0]))
    distances = sorted(rules[0][1].keys() | rules[1][1].keys())
    pairs = [(d, rules[0][1].get(d, every), rules[1][1].get(d, every)) for d in distances]

    def maps(one: Pairs, other: Pairs, s: tuple[int, ...], t: tuple[int, ...]) -> bool:
        return {(s[u], t[v]) for u, v in one} == other

    for s in permutations(range(rules[0][0])):
        for t in permutations(range(rules[0][0])) if sides else (s,):
            if all(
                maps(one, other, s, t) if d % 2 else maps(one, other, s, s) and maps(one, other, t, t)
                for d, one, other in pairs
            ):
                return s, t
    return None
