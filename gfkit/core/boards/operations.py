"""Operations on graphs: boards such as ``prism:(petersen)`` and ``line-graph:(corona:(cycle:4))``.

Most operations make copies (v, i) of each vertex v. Such an operation is data: the pairs of copies of one
vertex that are adjacent, the pairs of copies that every edge of the graph joins, and the copies that a hub is
adjacent to. So a theorem about all graphs can be decided from this data (``gfkit.questions.twins.local``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

from gfkit.core.boards.board import Board, Edge, from_edges, refuse_huge
from gfkit.core.deferred import dataclass, regex
from gfkit.core.errors import BoardError


@dataclass(frozen=True)
class CopyOperation:
    """Operation that replaces each vertex v of a graph by copies (v, 0), (v, 1), ..., and may add one hub."""

    about: str
    copies: int
    inside: tuple[Edge, ...] = ()
    """Pairs (i, j) such that (v, i) and (v, j) are adjacent for every vertex v."""
    along: tuple[Edge, ...] = ()
    """Pairs (i, j) such that (u, i) and (v, j) are adjacent for all adjacent u and v; symmetric."""
    spokes: tuple[int, ...] = ()
    """Copies that are adjacent to the hub. There is a hub if the tuple is not empty."""

    def edges(self, board: Board) -> Iterator[Edge]:
        """Yield the edges of the result, in which (v, i) has the number copies v + i, and the hub is last."""
        size = self.copies
        for v in range(board.size):
            yield from ((size * v + i, size * v + j) for i, j in self.inside)
            yield from ((size * v + i, size * board.size) for i in self.spokes)
        for u, v in board.edges:
            yield from ((size * u + i, size * v + j) for i, j in self.along)

    def size(self, board: Board) -> int:
        return self.copies * board.size + bool(self.spokes)

    def near(self, copy: int) -> tuple[list[int], list[int]]:
        """Return the copies i such that (v, i) is adjacent to (v, copy), and such that (u, i) is for each
        neighbour u of v.
        """
        own = [i + j - copy for i, j in self.inside if copy in (i, j)]
        return own, [j for i, j in self.along if i == copy]


SAME = CopyOperation("the graph itself", 1, along=((0, 0),))
COPY_OPERATIONS = {
    "prism": CopyOperation("the Cartesian product of a graph and K2", 2, ((0, 1),), ((0, 0), (1, 1))),
    "double-cover": CopyOperation(
        "the bipartite double cover, the tensor product of a graph and K2", 2, (), ((0, 1), (1, 0))
    ),
    "strong-prism": CopyOperation(
        "the strong product of a graph and K2", 2, ((0, 1),), ((0, 0), (0, 1), (1, 0), (1, 1))
    ),
    "corona": CopyOperation("a graph with a pendant vertex attached to each vertex", 2, ((0, 1),), ((0, 0),)),
    "cone": CopyOperation("a graph and one vertex adjacent to all others", 1, (), ((0, 0),), (0,)),
    "mycielskian": CopyOperation("the Mycielski graph of a graph", 2, (), ((0, 0), (0, 1), (1, 0)), (1,)),
}


def _line_edges(board: Board) -> Iterator[Edge]:
    at: list[list[int]] = [[] for _ in range(board.size)]
    for edge, ends in enumerate(board.edges):
        for cell in {*ends}:
            at[cell].append(edge)
    refuse_huge(board.text, len(board.edges), sum(len(edges) * (len(edges) - 1) // 2 for edges in at))
    for edges in at:
        yield from combinations(edges, 2)


def _square_edges(board: Board) -> Iterator[Edge]:
    refuse_huge(board.text, board.size, sum(len(near) ** 2 for near in board.neighbours))
    yield from board.edges
    for near in board.neighbours:
        yield from combinations(near, 2)


def _complement_edges(board: Board) -> Iterable[Edge]:
    refuse_huge(board.text, board.size, board.size * (board.size - 1) // 2)
    return {*combinations(range(board.size), 2)}.difference((min(edge), max(edge)) for edge in board.edges)


def _subdivision_edges(board: Board) -> Iterator[Edge]:
    for number, ends in enumerate(board.edges, board.size):
        yield from ((end, number) for end in ends)


OTHERS: dict[str, tuple[str, Callable[[Board], int], Callable[[Board], Iterable[Edge]]]] = {
    "line-graph": (
        "the edges of a graph, adjacent if they share an endpoint",
        lambda board: len(board.edges),
        _line_edges,
    ),
    "square": (
        "the vertices of a graph, adjacent at distance 1 or 2",
        lambda board: board.size,
        _square_edges,
    ),
    "complement": (
        "the vertices of a graph, adjacent if they are not adjacent in it",
        lambda board: board.size,
        _complement_edges,
    ),
    "subdivision": (
        "a graph with a new vertex on each edge",
        lambda board: board.size + len(board.edges),
        _subdivision_edges,
    ),
}
"""Other operations: their descriptions, numbers of vertices, and edges."""
OPERATIONS = (*COPY_OPERATIONS, *OTHERS)
_NAMED = regex(rf"({'|'.join(OPERATIONS)})\s*:\s*\((.*)\)")


def operation_in(text: str) -> tuple[str, str] | None:
    """Return the name of the operation and of the board to which it is applied, or None for other boards.

    >>> operation_in("prism:(line-graph:(K4))"), operation_in("line-graph:K4"), operation_in("prism:5")
    (('prism', 'line-graph:(K4)'), ('line-graph', 'K4'), None)
    """
    if match := _NAMED.fullmatch(text):
        return match[1], match[2]
    word, _, rest = text.partition(":")
    return (word, rest) if word == "line-graph" and rest else None


def compose_operations(outer: CopyOperation, inner: CopyOperation) -> CopyOperation | None:
    """Return the operation that applies two operations, or None if the first one adds a hub."""
    if inner.spokes:
        return None
    size = outer.copies
    inside = [(size * i + a, size * i + b) for i in range(inner.copies) for a, b in outer.inside]
    pairs = [
        [(size * i + a, size * j + b) for i, j in edges for a, b in outer.along]
        for edges in (inner.inside, inner.along)
    ]
    spokes = tuple(size * i + a for i in range(inner.copies) for a in outer.spokes)
    return CopyOperation("", size * inner.copies, (*inside, *pairs[0]), tuple(pairs[1]), spokes)


def apply(operation: str, board: Board, text: str = "") -> Board:
    """Return the graph that an operation makes of a board."""
    text = text or f"{operation}:({board.text})"
    if board.doubled or board.illegal or board.lying or board.tints:
        raise BoardError(
            f"board {text!r}: {board.text} has multiple edges, pieces or other constraints; an operation"
            " applies to a simple graph"
        )
    if operation in COPY_OPERATIONS:
        made = COPY_OPERATIONS[operation]
        size, edges = made.size(board), len(made.along) * len(board.edges) + len(made.inside) * board.size
        refuse_huge(text, size, edges + len(made.spokes) * board.size)
        return from_edges(text, size, made.edges(board))
    _, number, edges_of = OTHERS[operation]
    refuse_huge(text, number(board), 2 * len(board.edges))
    return from_edges(text, number(board), edges_of(board))
