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


class Listed:
    """All sets of vertices, or of edges, of a graph that is given by its number of vertices and its edges."""

    def __init__(self, size: int, edges: Sequence[tuple[int, int]]) -> None:
        self.size, self.edges = size, list(edges)
        self.near = [0] * size
        for a, b in self.edges:
            self.near[a] |= 1 << b
            self.near[b] |= 1 << a

    @staticmethod
    def subsets(number: int) -> Sets:
        """All sets of so many things."""
        assert number <= MOST, "too many to list"
        return np.arange(1 << number, dtype=np.int64)

    def each(self, asked: Callable[[int], Sets], sets: Sets, number: int) -> Sets:
        """The sets for which something holds for every number below ``number``."""
        found = np.ones(len(sets), dtype=bool)
        for k in range(number):
            found &= asked(k)
        return found

    # Sets of vertices

    def independent(self, s: Sets) -> Sets:
        """Sets of which no two are joined."""
        return self.each(lambda v: ~has(s, v) | (s & self.near[v] == 0), s, self.size)

    def covers(self, s: Sets) -> Sets:
        """Sets that hold an end of every edge."""
        return self.independent(~s & ((1 << self.size) - 1))

    def dominating(self, s: Sets) -> Sets:
        """Sets with every vertex in them or beside one of them."""
        return self.each(lambda v: s & (self.near[v] | 1 << v) != 0, s, self.size)

    def total(self, s: Sets) -> Sets:
        """Sets with every vertex beside one of them."""
        return self.each(lambda v: s & self.near[v] != 0, s, self.size)

    def perfect(self, s: Sets) -> Sets:
        """Sets with every other vertex beside exactly one of them."""
        return self.each(lambda v: has(s, v) | (bits(s & self.near[v]) == 1), s, self.size)

    def codes(self, s: Sets) -> Sets:
        """Sets that hold exactly one of every vertex and its neighbours."""
        return self.each(lambda v: bits(s & (self.near[v] | 1 << v)) == 1, s, self.size)

    def irredundant(self, s: Sets) -> Sets:
        """Sets each of whose vertices has, in its closed neighbourhood, one that is in no other's."""
        closed = [near | 1 << v for v, near in enumerate(self.near)]
        alone = [bits(s & closed[v]) == 1 for v in range(self.size)]

        def has_own(v: int) -> Sets:
            own = np.zeros(len(s), dtype=bool)
            for w in range(self.size):
                if closed[v] >> w & 1:
                    own |= alone[w]
            return own | ~has(s, v)

        return self.each(has_own, s, self.size)

    def unfriendly(self, s: Sets) -> Sets:
        """Parts and the rest, with at least half of each vertex's neighbours on the other side."""

        def holds(v: int) -> Sets:
            same = np.where(has(s, v), bits(s & self.near[v]), bits(~s & self.near[v]))
            return 2 * same <= self.near[v].bit_count()

        return self.each(holds, s, self.size)

    def clique(self, s: Sets) -> Sets:
        """Sets of which all are joined to each other."""
        return self.each(lambda v: ~has(s, v) | (s & ~(self.near[v] | 1 << v) == 0), s, self.size)

    # Sets of edges

    def degrees(self, s: Sets) -> list[Sets]:
        """Of every vertex, how many edges of each set end there."""
        found = [np.zeros(len(s), dtype=np.int64) for _ in range(self.size)]
        for k, edge in enumerate(self.edges):
            for v in edge:
                found[v] += has(s, k)
        return found

    def by_degrees(
        self,
        s: Sets,
        vertex: Callable[[Sets], Sets],
        taken: Callable[[Sets, Sets], Sets] | None = None,
        left: Callable[[Sets, Sets], Sets] | None = None,
    ) -> Sets:
        """Sets of edges of whose degrees something holds, at vertices and at edges that are taken or left."""
        degrees = self.degrees(s)
        found = np.ones(len(s), dtype=bool)
        for degree in degrees:
            found &= vertex(degree)
        for k, (a, b) in enumerate(self.edges):
            if taken is not None:
                found &= ~has(s, k) | taken(degrees[a], degrees[b])
            if left is not None:
                found &= has(s, k) | left(degrees[a], degrees[b])
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


def minimal(holds: Callable[[Sets], Sets], sets: Sets, number: int) -> Sets:
    """The sets for which something holds, and for none with one thing less."""
    known = holds(sets)
    found = known.copy()
    for k in range(number):
        found &= ~(has(sets, k) & known[sets & ~(1 << k)])
    return found


def maximal(holds: Callable[[Sets], Sets], sets: Sets, number: int) -> Sets:
    """The sets for which something holds, and for none with one thing more."""
    known = holds(sets)
    found = known.copy()
    for k in range(number):
        found &= has(sets, k) | ~known[sets | 1 << k]
    return found


VERTICES: dict[str, Callable[[Listed, Sets], Sets]] = {
    "independent-sets": lambda g, s: g.independent(s),
    "maximal-independent-sets": lambda g, s: maximal(g.independent, s, g.size),
    "vertex-covers": lambda g, s: g.covers(s),
    "minimal-vertex-covers": lambda g, s: minimal(g.covers, s, g.size),
    "dominating-sets": lambda g, s: g.dominating(s),
    "total-dominating-sets": lambda g, s: g.total(s),
    "minimal-dominating-sets": lambda g, s: minimal(g.dominating, s, g.size),
    "minimal-total-dominating-sets": lambda g, s: minimal(g.total, s, g.size),
    "irredundant-sets": lambda g, s: g.irredundant(s),
    "perfect-dominating-sets": lambda g, s: g.perfect(s),
    "perfect-codes": lambda g, s: g.codes(s),
    "unfriendly-partitions": lambda g, s: g.unfriendly(s),
    "cliques:2": lambda g, s: g.clique(s) & (bits(s) == 2),
    "cliques:3": lambda g, s: g.clique(s) & (bits(s) == 3),
}
EDGES: dict[str, Callable[[Listed, Sets], Sets]] = {
    "matchings": lambda g, s: g.by_degrees(s, lambda d: d <= 1),
    "maximal-matchings": lambda g, s: g.by_degrees(s, lambda d: d <= 1, left=lambda a, b: a + b >= 1),
    "induced-matchings": lambda g, s: g.by_degrees(s, lambda d: d <= 1, left=lambda a, b: a * b == 0),
    "perfect-matchings": lambda g, s: g.by_degrees(s, lambda d: d == 1),
    "edge-covers": lambda g, s: g.by_degrees(s, lambda d: d >= 1),
    "minimal-edge-covers": lambda g, s: minimal(
        lambda some: g.by_degrees(some, lambda d: d >= 1), s, len(g.edges)
    ),
    "edge-dominating-sets": lambda g, s: g.by_degrees(s, lambda d: d >= 0, left=lambda a, b: a + b >= 1),
    "two-factors": lambda g, s: g.by_degrees(s, lambda d: d == 2),
    "even-subgraphs": lambda g, s: g.by_degrees(s, lambda d: d % 2 == 0),
}


def edge_sets(g: Listed, s: Sets) -> dict[str, Sets]:
    """By name, how often each set of edges counts, by what hangs together in it."""
    labels, degrees, taken = g.labels_of_edges(), np.array(g.degrees(s)), bits(s)
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
        "hamiltonian-paths": path & (touched == g.size) if g.size > 1 else s + g.size,
        "self-avoiding-walks": walk,
        "hamiltonian-walks": walk & (touched == g.size),
    }


def vertex_sets(g: Listed, s: Sets) -> dict[str, Sets]:
    """By name, how often each set of vertices counts, by what hangs together in it."""
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
        "connected-dominating-sets": (number == 1) & g.dominating(s),
        "minimal-edge-cuts": (number == 1) & (rest == 1) & has(s, 0),  # of two sides the one with vertex 0
        "connected-colourings:2": (number <= 1) & (rest <= 1),
    }


def orientations(g: Listed, s: Sets) -> dict[str, Sets]:
    """By name, whether each way to direct all edges counts; a set has the edges that are turned around."""
    reach, all_ = g.reach(), (1 << g.size) - 1
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
        found |= vertex_sets(graph, graph.subsets(size))
    if len(edges) <= most:
        sets = graph.subsets(len(edges))
        found |= edge_sets(graph, sets) | orientations(graph, sets)
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
    graph = Listed(size, edges)
    sets = graph.subsets(size if name in VERTICES else len(edges))
    return by_size((VERTICES | EDGES)[name](graph, sets))


def laplacian(size: int, edges: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Degrees on the diagonal, and -1 where two vertices are joined."""
    rows = [[0] * size for _ in range(size)]
    for a, b in edges:
        for one, other in ((a, b), (b, a)):
            rows[one][one] += 1
            rows[one][other] -= 1
    return rows


def spanning_trees(size: int, edges: Sequence[tuple[int, int]]) -> int:
    """Kirchhoff: a minor of the Laplacian matrix."""
    rows = laplacian(size, edges)
    return int(fmpz_mat([row[1:] for row in rows[1:]]).det()) if size > 1 else size


def rooted_forests(size: int, edges: Sequence[tuple[int, int]]) -> int:
    """Forests with a root in every tree: spanning trees of the graph with one vertex beside all."""
    return spanning_trees(size + 1, [*edges, *((v, size) for v in range(size))])
