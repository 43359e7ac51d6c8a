"""Structures on graphs by their definitions: all sets of vertices or of edges at once, as bit masks.

This module does not use gfkit. A set is an integer whose bits are its vertices or its edges; an array
contains all sets, and a definition selects among them, so that twenty vertices take less than a second.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

import numpy as np
from flint import fmpz_mat

Sets = np.ndarray
MOST = 22
"""Vertices, or edges, up to which all sets are listed."""


def subsets(number: int) -> Sets:
    """Return all subsets of a set of this size."""
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
        """Return the sets with a property at every vertex: membership, neighbours in the set, degree."""
        sets = subsets(self.size)
        found = np.ones(len(sets), dtype=bool)
        for v, near in enumerate(self.near):
            found &= asked(has(sets, v), bits(sets & near), near.bit_count())
        return found

    def squared(self) -> Listed:
        """The graph whose edges are the pairs of vertices at distance 1 or 2."""
        pairs = combinations(range(self.size), 2)
        return Listed(
            self.size, [(a, b) for a, b in pairs if (self.near[a] | 1 << a) & (self.near[b] | 1 << b)]
        )

    def irredundant(self) -> Sets:
        """Sets each of whose vertices has, in its closed neighbourhood, one that is in no other's."""
        sets, closed = subsets(self.size), [near | 1 << v for v, near in enumerate(self.near)]
        alone = [bits(sets & some) == 1 for some in closed]
        found = np.ones(len(sets), dtype=bool)
        for v, some in enumerate(closed):
            found &= ~has(sets, v) | np.any([alone[w] for w in range(self.size) if some >> w & 1], axis=0)
        return found

    def degrees(self) -> list[Sets]:
        """Return, for every vertex, its degree in each set of edges."""
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

    # Components: a table by set and vertex, built by doubling

    def labels_of_edges(self) -> Sets:
        """Return, for each set of edges and each vertex, a representative vertex of its component."""
        found = np.arange(self.size, dtype=np.int8)[None, :]
        for a, b in self.edges:
            one, other = found[:, a : a + 1], found[:, b : b + 1]
            found = np.concatenate([found, np.where(found == other, one, found)])
        return found

    def labels_of_vertices(self) -> Sets:
        """Return, for each set of vertices, the representatives of components; -1 outside the set."""
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
        """Return, for each set of reversed edges and each vertex, the reachable vertices as bits."""
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
    """Return the number of components of each set."""
    names = np.arange(labels.shape[1], dtype=np.int8)
    return (labels == names).sum(axis=1)  # each component has one vertex equal to its label


def has(sets: Sets, k: int) -> Sets:
    """Return True for each set that contains k."""
    return (sets >> k & 1).astype(bool)


def bits(sets: Sets) -> Sets:
    """Return the size of each set."""
    return np.bitwise_count(sets)


def minimal(known: Sets) -> Sets:
    """Return the minimal sets with a property: each loses it if any element is removed."""
    sets, found = np.arange(len(known)), known.copy()
    for k in range(len(known).bit_length() - 1):
        found &= ~(has(sets, k) & known[sets & ~(1 << k)])
    return found


def maximal(known: Sets) -> Sets:
    """Return the maximal sets with a property, from the minimal ones by complements."""
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
    "maximal-irredundant-sets": lambda g: maximal(g.irredundant()),
    "perfect-dominating-sets": lambda g: g.vertex_sets(lambda own, some, _: own | (some == 1)),
    **{f"dominating-sets:{k}": lambda g, k=k: g.vertex_sets(lambda own, some, _: own | (some >= k))
       for k in (2, 3)},
    "distance-dominating-sets:2": lambda g: g.squared().vertex_sets(dominating),
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
    """Return, by name, the multiplicity of each set of edges, using its components."""
    labels, degrees, taken = g.labels_of_edges(), np.array(g.degrees()), bits(subsets(len(g.edges)))
    number = components(labels)
    forest = taken == g.size - number
    touched = (degrees > 0).sum(axis=0)
    one = (number == g.size - touched + 1) & (touched > 0)  # one component, isolated vertices aside
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
    """Return, by name, the multiplicity of each set of vertices, using its components."""
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
        "minimal-edge-cuts": (number == 1) & (rest == 1) & has(s, 0),  # the side with vertex 0
        "connected-colourings:2": (number <= 1) & (rest <= 1),
    }


def orientations(g: Listed) -> dict[str, Sets]:
    """Return, by name, the multiplicity of each orientation; a set contains the reversed edges."""
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
    """Return the number of connected structures by name and size; only sets up to size ``most`` are listed.

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
    """Return the total multiplicity by size of the sets, which are in the order of their masks."""
    totals = np.bincount(bits(np.arange(len(often))), weights=often)
    return {k: int(number) for k, number in enumerate(totals) if number}


def hanging(size: int, edges: Sequence[tuple[int, int]], most: int) -> dict[str, int]:
    """Return the number of each connected structure in a graph, by name."""
    return {name: sum(sizes.values()) for name, sizes in hanging_by_size(size, edges, most).items()}


def sizes(name: str, size: int, edges: Sequence[tuple[int, int]]) -> dict[int, int]:
    """Return the number of sets of each size for a structure.

    >>> sizes("independent-sets", 3, [(0, 1), (1, 2)])
    {0: 1, 1: 3, 2: 1}
    """
    return by_size((VERTICES | EDGES)[name](Listed(size, edges)))


def spanning_trees(size: int, edges: Sequence[tuple[int, int]]) -> int:
    """Count spanning trees by Kirchhoff's theorem: a minor of the Laplacian matrix."""
    rows = [[0] * size for _ in range(size)]
    for a, b in (*edges, *((b, a) for a, b in edges)):
        rows[a][a] += 1
        rows[a][b] -= 1
    return int(fmpz_mat([row[1:] for row in rows[1:]]).det()) if size > 1 else size


def rooted_forests(size: int, edges: Sequence[tuple[int, int]]) -> int:
    """Count forests with a root in every tree: spanning trees of the graph with one universal vertex."""
    return spanning_trees(size + 1, [*edges, *((v, size) for v in range(size))])
