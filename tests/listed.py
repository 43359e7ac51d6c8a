"""Things on graphs by their definitions: all sets of vertices or of edges at once, as bits of numbers.

Nothing of gfkit is used. A set is a number whose bits are its vertices, or its edges; an array holds all
sets, and a definition says of each whether it is meant, so that twenty vertices take no second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from flint import fmpz_mat

Sets = np.ndarray
MOST = 22
"""Vertices, or edges, up to which all sets are listed."""


def subsets(number: int) -> Sets:
    """All sets of so many things."""
    assert number <= MOST, "too many to list"
    return np.arange(1 << number, dtype=np.int64)


class Listed:
    """All sets of vertices, or of edges, of a graph that is given by its number of vertices and its edges."""

    def __init__(self, size: int, edges: Sequence[tuple[int, int]]) -> None:
        self.size, self.edges = size, list(edges)
        self.near = [0] * size
        for a, b in self.edges:
            self.near[a] |= 1 << b
            self.near[b] |= 1 << a

    def vertex_sets(self, asked: Callable[[Sets, Sets, int], Sets]) -> Sets:
        """Sets for which this holds at every vertex: if they have it, and how many neighbours of so many."""
        sets = subsets(self.size)
        found = np.ones(len(sets), dtype=bool)
        for v, near in enumerate(self.near):
            found &= asked(has(sets, v), bits(sets & near), near.bit_count())
        return found

    def irredundant(self) -> Sets:
        """Sets each of whose vertices has, in its closed neighbourhood, one that is in no other's."""
        sets, closed = subsets(self.size), [near | 1 << v for v, near in enumerate(self.near)]
        alone = [bits(sets & some) == 1 for some in closed]
        found = np.ones(len(sets), dtype=bool)
        for v, some in enumerate(closed):
            found &= ~has(sets, v) | np.any([alone[w] for w in range(self.size) if some >> w & 1], axis=0)
        return found

    def degrees(self) -> list[Sets]:
        """Of every vertex, how many edges of each set end there."""
        sets = subsets(len(self.edges))
        found = [np.zeros(len(sets), dtype=np.int64) for _ in range(self.size)]
        for k, edge in enumerate(self.edges):
            for v in edge:
                found[v] += has(sets, k)
        return found

    def edge_sets(
        self, vertex: Callable[[Sets], Sets], left: Callable[[Sets, Sets], Sets] | None = None
    ) -> Sets:
        """Sets of edges of whose degrees something holds, at vertices and at edges that are left."""
        sets, degrees = subsets(len(self.edges)), self.degrees()
        found = np.ones(len(sets), dtype=bool)
        for degree in degrees:
            found &= vertex(degree)
        for k, (a, b) in enumerate(self.edges if left else ()):
            found &= has(sets, k) | left(degrees[a], degrees[b])
        return found

    # What hangs together: a table by set and vertex, made from that of half as many sets

    def labels_of_edges(self) -> Sets:
        """Of each set of edges, by vertex, the number of one vertex of its component."""
        found = np.arange(self.size, dtype=np.int8)[None, :]
        for a, b in self.edges:
            one, other = found[:, a : a + 1], found[:, b : b + 1]
            found = np.concatenate([found, np.where(found == other, one, found)])
        return found

    def labels_of_vertices(self) -> Sets:
        """Of each set of vertices the same, -1 for those that are not in it."""
        found = np.full((1, self.size), -1, dtype=np.int8)
        for v in range(self.size):
            more = found.copy()
            more[:, v] = v
            for w in range(v):
                if self.near[v] >> w & 1:
                    own = more[:, w : w + 1].copy()
                    more = np.where((own >= 0) & (more == own), np.int8(v), more)
            found = np.concatenate([found, more])
        return found

    def reach(self) -> Sets:
        """Of each set of edges that are turned around, by vertex, whom it reaches, as bits."""
        found = np.zeros((1, self.size), dtype=np.int64)
        for a, b in self.edges:
            ways = []
            for tail, head in ((a, b), (b, a)):
                further = found[:, head : head + 1] | 1 << head
                goes = found >> tail & 1 == 1
                goes[:, tail] = True
                ways.append(np.where(goes, found | further, found))
            found = np.concatenate(ways)
        return found


def components(labels: Sets) -> Sets:
    """How many components there are, by set."""
    names = np.arange(labels.shape[1], dtype=np.int8)
    return (labels == names).sum(axis=1)  # of each component one vertex has its own number


def has(sets: Sets, k: int) -> Sets:
    """Whether each set holds k."""
    return (sets >> k & 1).astype(bool)


def bits(sets: Sets) -> Sets:
    """How many each set holds."""
    return np.bitwise_count(sets)


def minimal(known: Sets) -> Sets:
    """Of what holds, by set, that which holds for no set with one thing less."""
    sets, found = np.arange(len(known)), known.copy()
    for k in range(len(known).bit_length() - 1):
        found &= ~(has(sets, k) & known[sets & ~(1 << k)])
    return found


def maximal(known: Sets) -> Sets:
    """The same with one thing more: the complement of a set is its mirror image."""
    return minimal(known[::-1])[::-1]


def independent(own: Sets, some: Sets, _: int) -> Sets:
    return ~own | (some == 0)


def cover(own: Sets, some: Sets, near: int) -> Sets:
    return own | (some == near)


def dominating(own: Sets, some: Sets, _: int) -> Sets:
    return own | (some > 0)


def total(_: Sets, some: Sets, __: int) -> Sets:
    return some > 0


VERTICES: dict[str, Callable[[Listed], Sets]] = {
    "independent-sets": lambda g: g.vertex_sets(independent),
    "maximal-independent-sets": lambda g: maximal(g.vertex_sets(independent)),
    "vertex-covers": lambda g: g.vertex_sets(cover),
    "minimal-vertex-covers": lambda g: minimal(g.vertex_sets(cover)),
    "dominating-sets": lambda g: g.vertex_sets(dominating),
    "total-dominating-sets": lambda g: g.vertex_sets(total),
    "minimal-dominating-sets": lambda g: minimal(g.vertex_sets(dominating)),
    "minimal-total-dominating-sets": lambda g: minimal(g.vertex_sets(total)),
    "irredundant-sets": lambda g: g.irredundant(),
    "perfect-dominating-sets": lambda g: g.vertex_sets(lambda own, some, _: own | (some == 1)),
    "perfect-codes": lambda g: g.vertex_sets(lambda own, some, _: some + own == 1),
    "unfriendly-partitions": lambda g: g.vertex_sets(
        lambda own, some, near: 2 * np.where(own, some, near - some) <= near
    ),
    **{f"cliques:{k}": lambda g, k=k: g.vertex_sets(lambda own, some, _: ~own | (some == k - 1))
       & (bits(subsets(g.size)) == k) for k in (2, 3)},
}  # fmt: skip
EDGES: dict[str, Callable[[Listed], Sets]] = {
    "matchings": lambda g: g.edge_sets(lambda d: d <= 1),
    "maximal-matchings": lambda g: g.edge_sets(lambda d: d <= 1, lambda a, b: a + b >= 1),
    "induced-matchings": lambda g: g.edge_sets(lambda d: d <= 1, lambda a, b: a * b == 0),
    "perfect-matchings": lambda g: g.edge_sets(lambda d: d == 1),
    "edge-covers": lambda g: g.edge_sets(lambda d: d >= 1),
    "minimal-edge-covers": lambda g: minimal(g.edge_sets(lambda d: d >= 1)),
    "edge-dominating-sets": lambda g: g.edge_sets(lambda d: d >= 0, lambda a, b: a + b >= 1),
    "two-factors": lambda g: g.edge_sets(lambda d: d == 2),
    "even-subgraphs": lambda g: g.edge_sets(lambda d: d % 2 == 0),
}


def edge_sets(g: Listed) -> dict[str, Sets]:
    """By name, how often each set of edges counts, by what hangs together in it."""
    labels, degrees, taken = g.labels_of_edges(), np.array(g.degrees()), bits(subsets(len(g.edges)))
    number = components(labels)
    forest = taken == g.size - number
    touched = (degrees > 0).sum(axis=0)
    one = (number == g.size - touched + 1) & (touched > 0)  # of the vertices that are touched
    path, ends = one & forest & (degrees <= 2).all(axis=0), degrees[[0, -1]]
    walk = path & (ends == 1).all(axis=0) & (g.size > 1)
    trees = np.array([(labels == v).sum(axis=1) for v in range(g.size)])
    return {
        "spanning-forests": forest,
        "spanning-trees": forest & (number == 1),
        "connected-spanning-subgraphs": number == 1,
        "disconnected-spanning-subgraphs": number > 1,
        "rooted-forests": np.maximum(trees, 1).prod(axis=0) * forest,
        "eulerian-subgraphs": one & (degrees % 2 == 0).all(axis=0),
        "paths": path,
        "cycles": one & ((degrees == 0) | (degrees == 2)).all(axis=0),
        "hamiltonian-cycles": one & (degrees == 2).all(axis=0),
        "hamiltonian-paths": path & (touched == g.size) if g.size > 1 else taken + g.size,
        "self-avoiding-walks": walk,
        "hamiltonian-walks": walk & (touched == g.size),
    }


def vertex_sets(g: Listed) -> dict[str, Sets]:
    """By name, how often each set of vertices counts, by what hangs together in it."""
    s = subsets(g.size)
    number, taken = components(g.labels_of_vertices()), bits(s)
    inside = sum(has(s, a).astype(np.int64) & has(s, b) for a, b in g.edges) if g.edges else 0 * s
    near = np.array([np.where(has(s, v), bits(s & g.near[v]).astype(np.int64), -1) for v in range(g.size)])
    forest = inside == taken.astype(np.int64) - number
    rest = number[::-1]  # the complement of a set is its mirror image
    return {
        "connected-induced-subgraphs": number == 1,
        "induced-trees": forest & (number == 1),
        "induced-forests": forest,
        "induced-paths": forest & (number == 1) & (taken > 1) & (near <= 2).all(axis=0),
        "induced-cycles": (number == 1) & ((near == -1) | (near == 2)).all(axis=0),
        "vertex-cuts": rest > 1,
        "connected-dominating-sets": (number == 1) & g.vertex_sets(dominating),
        "minimal-edge-cuts": (number == 1) & (rest == 1) & has(s, 0),  # of two sides the one with vertex 0
        "connected-colourings:2": (number <= 1) & (rest <= 1),
    }


def orientations(g: Listed) -> dict[str, Sets]:
    """By name, whether each way to direct all edges counts; a set has the edges that are turned around."""
    s, reach, all_ = subsets(len(g.edges)), g.reach(), (1 << g.size) - 1
    still = np.array([reach[:, v] >> v & 1 == 0 for v in range(g.size)])
    strong = np.array([reach[:, v] | 1 << v == all_ for v in range(g.size)])
    come = [np.zeros(len(s), dtype=np.int64) for _ in range(g.size)]
    for k, (a, b) in enumerate(g.edges):
        come[b] += ~has(s, k)
        come[a] += has(s, k)
    even = np.array([count % 2 == 0 for count in come])
    level = np.array([2 * count == g.near[v].bit_count() for v, count in enumerate(come)])
    return {
        "acyclic-orientations": still.all(axis=0),
        "strong-orientations": strong.all(axis=0),
        "eulerian-orientations": level.all(axis=0),
        "eight-vertex": even.all(axis=0),
    }


def hanging_by_size(size: int, edges: Sequence[tuple[int, int]], most: int) -> dict[str, dict[int, int]]:
    """What hangs together in a graph, by name and by size; sets of so many things at most are listed.

    >>> hanging_by_size(3, [(0, 1), (1, 2)], 9)["paths"]
    {1: 2, 2: 1}
    """
    graph, found = Listed(size, edges), {}
    if size <= most:
        found |= vertex_sets(graph)
    if len(edges) <= most:
        found |= edge_sets(graph) | orientations(graph)
    return {name: by_size(often) for name, often in found.items()}


def by_size(often: Sets) -> dict[int, int]:
    """How often sets of each size count, where all sets are in the order of their numbers."""
    totals = np.bincount(bits(np.arange(len(often))), weights=often)
    return {k: int(number) for k, number in enumerate(totals) if number}


def hanging(size: int, edges: Sequence[tuple[int, int]], most: int) -> dict[str, int]:
    """How often what hangs together occurs in a graph, by name."""
    return {name: sum(sizes.values()) for name, sizes in hanging_by_size(size, edges, most).items()}


def sizes(name: str, size: int, edges: Sequence[tuple[int, int]]) -> dict[int, int]:
    """How many sets of each size there are of what has this name.

    >>> sizes("independent-sets", 3, [(0, 1), (1, 2)])
    {0: 1, 1: 3, 2: 1}
    """
    return by_size((VERTICES | EDGES)[name](Listed(size, edges)))


def spanning_trees(size: int, edges: Sequence[tuple[int, int]]) -> int:
    """Kirchhoff: a minor of the Laplacian matrix."""
    rows = [[0] * size for _ in range(size)]
    for a, b in (*edges, *((b, a) for a, b in edges)):
        rows[a][a] += 1
        rows[a][b] -= 1
    return int(fmpz_mat([row[1:] for row in rows[1:]]).det()) if size > 1 else size


def rooted_forests(size: int, edges: Sequence[tuple[int, int]]) -> int:
    """Forests with a root in every tree: spanning trees of the graph with one vertex beside all."""
    return spanning_trees(size + 1, [*edges, *((v, size) for v in range(size))])
