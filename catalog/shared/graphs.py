"""Small graphs, products of graphs, and independent sets, from the definitions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, permutations
from typing import TypeVar

from gfkit.core.algebra import Polynomial
from gfkit.core.boards import Board
from gfkit.core.boards.board import from_edges

Edges = tuple[tuple[int, int], ...]
Graph = tuple[int, Edges]
"""The number of vertices 0, 1, ... and the edges, each with the smaller end first."""
_Vertex = TypeVar("_Vertex")


@cache
def graphs(vertices: int) -> tuple[Graph, ...]:
    """Return the graphs with ``vertices`` vertices, one from each isomorphism class.

    >>> [len(graphs(n)) for n in range(1, 6)]
    [1, 2, 4, 11, 34]
    """
    pairs = list(combinations(range(vertices), 2))
    orders = list(permutations(range(vertices)))
    seen: set[frozenset[tuple[int, int]]] = set()
    classes = []
    for size in range(len(pairs) + 1):
        for edges in combinations(pairs, size):
            if frozenset(edges) not in seen:
                classes.append((vertices, edges))
                seen.update(frozenset(_pair(p[a], p[b]) for a, b in edges) for p in orders)
    return tuple(classes)


def _pair(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def all_graphs(most: int) -> Iterator[Graph]:
    """Yield the graphs with 1, ..., ``most`` vertices, those with fewer edges first."""
    for vertices in range(1, most + 1):
        yield from graphs(vertices)


def is_bipartite(graph: Graph) -> bool:
    return colouring(graph) is not None


def colouring(graph: Graph) -> list[int] | None:
    """Return a proper 2-colouring of the vertices by 0 and 1, or None if the graph is not bipartite."""
    colours = [-1] * graph[0]
    for start in range(graph[0]):
        if colours[start] < 0:
            colours[start] = 0
            waiting = [start]
            while waiting:
                vertex = waiting.pop()
                for near in neighbours(graph, vertex):
                    if colours[near] == colours[vertex]:
                        return None
                    if colours[near] < 0:
                        colours[near] = 1 - colours[vertex]
                        waiting.append(near)
    return colours


def neighbours(graph: Graph, vertex: int) -> list[int]:
    return [a + b - vertex for a, b in graph[1] if vertex in (a, b)]


def as_board(graph: Graph) -> Board:
    return from_edges(name(graph), graph[0], graph[1])


def name(graph: Graph) -> str:
    """Return the name of a graph.

    >>> name((2, ((0, 1),)))
    'graph on 2 vertices with the edges 0-1'
    """
    listed = " ".join(f"{a}-{b}" for a, b in graph[1]) or "none"
    return f"graph on {graph[0]} {'vertex' if graph[0] == 1 else 'vertices'} with the edges {listed}"


def graph_on(vertices: Sequence[_Vertex], adjacent: Callable[[_Vertex, _Vertex], bool]) -> Graph:
    """Return the graph on these vertices."""
    pairs = combinations(range(len(vertices)), 2)
    return len(vertices), tuple((a, b) for a, b in pairs if adjacent(vertices[a], vertices[b]))


def independence(graph: Graph) -> Polynomial:
    """Return the independence polynomial, by enumeration of all sets of vertices.

    >>> print(independence((3, ((0, 1), (1, 2)))))
    1 + 3*x + x^2
    """
    barred = [1 << a | 1 << b for a, b in graph[1]]
    sets = (kept for kept in range(1 << graph[0]) if not any(pair & kept == pair for pair in barred))
    return by_size(kept.bit_count() for kept in sets)


def by_size(sizes: Iterable[int]) -> Polynomial:
    """Return the sum of x^k over these k."""
    sums: dict[tuple[int, ...], int] = {}
    for size in sizes:
        sums[size,] = sums.get((size,), 0) + 1
    return Polynomial.of(("x",), sums)


def perfect_matchings(graph: Graph) -> int:
    """Return the sets of edges that cover each vertex once.

    >>> perfect_matchings((4, ((0, 1), (1, 2), (2, 3), (0, 3))))
    2
    """
    count, edges = graph
    sets = combinations(edges, count // 2) if count % 2 == 0 else ()
    return sum(len({v for edge in chosen for v in edge}) == count for chosen in sets)
