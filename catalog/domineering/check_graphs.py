"""Domineering positions as matchings of a grid graph, as faces of a complex; Node Kayles and Arc Kayles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache

from flint import fmpz_mat

from gfkit.catalog.claim import Arguments, CheckResult, HoleValues, compare_cases, theorem
from gfkit.core.algebra import Count, Polynomial
from gfkit.core.engine.count import count
from gfkit.core.oracle import brute_force

from ..shared.cells import Cell, read_cells
from ..shared.graphs import Graph, all_graphs, as_board, by_size, independence, name
from .check import WAYS, Way, count_by_engine, small
from .positions import places

Edges = tuple[tuple[int, int], ...]
_CELLS, _VERTICES = 12, 5


def _cases(boards: list[str], pair: Callable[[str], tuple[object, object]], evidence: str) -> CheckResult:
    return compare_cases(
        ((board, *pair(board)) for board in boards), evidence, f"{evidence}, up to {boards[-1]}"
    )


def _by_pieces(polynomial: Polynomial) -> Polynomial:
    """Return the polynomial with y replaced by x."""
    return polynomial.in_variables(("x",), {"x": (1,), "y": (1,)})


def _grid(board: str) -> Edges:
    """Return the edges of the grid graph of a board."""
    cells = sorted(read_cells(board))
    return tuple((cells.index(one), cells.index(other)) for one, other in places(cells))


def matchings(edges: Edges) -> Polynomial:
    """Return the sum of x^k over the matchings of k edges, by deletion of the first edge.

    >>> print(matchings(((0, 1), (1, 2), (2, 3), (0, 3))))
    1 + 4*x + 2*x^2
    """
    return _sum(_matchings(edges))


@cache
def _matchings(edges: Edges) -> tuple[int, ...]:
    if not edges:
        return (1,)
    first, rest = edges[0], edges[1:]
    without = _matchings(rest)
    taken = _matchings(tuple(edge for edge in rest if not set(edge) & set(first)))
    size = max(len(without), len(taken) + 1)
    low = without + (0,) * (size - len(without))
    high = (0, *taken) + (0,) * (size - len(taken) - 1)
    return tuple(a + b for a, b in zip(low, high, strict=True))


def _sum(numbers: tuple[int, ...]) -> Polynomial:
    return Polynomial.of(("x",), {(k,): number for k, number in enumerate(numbers)})


def _maximal_matchings(edges: Edges) -> Polynomial:
    """Return the polynomial of the maximal matchings, by enumeration."""

    def more(start: int, covered: frozenset[int], size: int) -> Iterator[int]:
        if all(covered & set(edge) for edge in edges):
            yield size
        for number in range(start, len(edges)):
            if not covered & set(edges[number]):
                yield from more(number + 1, covered.union(edges[number]), size + 1)

    return by_size(more(0, frozenset(), 0))


_AS_MATCHINGS = {
    ("D", "matchings"): ("all", matchings),
    ("F", "maximal matchings"): ("maximal", _maximal_matchings),
}


@theorem("domineering_matchings.matchings", WAYS, words="{letter:word}(x, x) = {which} of the {graph}")
def as_matchings(way: Way, holes: HoleValues, asked: Arguments) -> CheckResult:
    """Check that D(x, x) or F(x, x) is the polynomial of all or of the maximal matchings of the grid
    graph."""
    kind, true = _AS_MATCHINGS[holes["letter"], holes["which"]]

    def pair(board: str) -> tuple[Polynomial, Polynomial]:
        return _by_pieces(way.polynomial(board, kind)), true(_grid(board))

    return _cases(small(asked, _CELLS), pair, way.what)


@theorem(
    "domineering_matchings.perfect", "transfer", words="leading coefficient of D(x, x) = perfect matchings"
)
def perfect(_said: HoleValues, asked: Arguments) -> CheckResult:
    """Check that the leading coefficient of D(x, x) is the number of domino tilings, if any exist."""
    sides = range(1, asked["to"] + 1)

    def pair(board: str) -> tuple[object, object]:
        m, n = map(int, board.split("x"))
        (degree,), number = max(_by_pieces(count_by_engine(board)).terms)
        return (degree, number), (m * n // 2, domino_tilings(m, n))

    boards = [f"{m}x{n}" for m in sides for n in sides if m * n % 2 == 0]
    return _cases(boards, pair, "against determinants")


def domino_tilings(m: int, n: int) -> int:
    """Return the number of domino tilings of a rectangle, as the determinant of its signed bipartite
    adjacency matrix.

    Entry (b, w) is 1 for horizontal neighbours and (-1)^column for vertical neighbours.
    Reference: P. W. Kasteleyn, The statistics of dimers on a lattice.

    >>> domino_tilings(2, 3), domino_tilings(4, 4), domino_tilings(8, 8)
    (3, 36, 12988816)
    """
    cells = [(row, col) for row in range(m) for col in range(n)]
    black, white = ([cell for cell in cells if sum(cell) % 2 == parity] for parity in (0, 1))

    def entry(one: Cell, other: Cell) -> int:
        down, right = abs(one[0] - other[0]), abs(one[1] - other[1])
        sign = -1 if one[1] % 2 else 1
        return {(0, 1): 1, (1, 0): sign}.get((down, right), 0)

    matrix = fmpz_mat([[entry(one, other) for other in white] for one in black])
    return abs(int(matrix.det()))


@theorem("domineering_matchings.faces", "transfer", words="D(x, x) = faces, F(x, x) = facets")
def faces_and_facets(_said: HoleValues, asked: Arguments) -> CheckResult:
    """Check faces and facets by dimension, from overlaps of placements, against D(x, x) and F(x, x)."""

    def pair(board: str) -> tuple[object, object]:
        return tuple(_by_pieces(count_by_engine(board, kind)) for kind in ("all", "maximal")), _complex(board)

    return _cases(small(asked, _CELLS), pair, "every set of placements looked at")


def _complex(board: str) -> tuple[Polynomial, ...]:
    """Return the polynomials of the sets of pairwise disjoint placements, and of the maximal sets."""
    placements = places(read_cells(board))
    barred = [
        sum(1 << j for j, b in enumerate(placements) if i != j and set(a) & set(b))
        for i, a in enumerate(placements)
    ]
    faces: Counter[tuple[int, ...]] = Counter()
    facets: Counter[tuple[int, ...]] = Counter()
    for made in range(1 << len(placements)):
        closed = made
        for i in range(len(placements)):
            if made >> i & 1:
                if barred[i] & made:
                    break
                closed |= barred[i]
        else:
            faces[made.bit_count(),] += 1
            facets[made.bit_count(),] += closed == (1 << len(placements)) - 1
    return Polynomial.of(("x",), faces), Polynomial.of(("x",), facets)


@theorem(
    "domineering_matchings.graphs",
    {"transfer": count, "brute-force": brute_force},
    words="positions(G) = {name:word}(G, x)",
)
def kayles(counter: Callable[..., Count], holes: HoleValues, asked: Arguments) -> CheckResult:
    """Check on all small graphs that positions of Node Kayles are independent sets, and of Arc Kayles
    matchings.
    """
    game, most = asked["game"], asked.get("vertices", _VERTICES)
    true: dict[str, dict[str, Callable[[Graph], Polynomial]]] = {
        "node-kayles": {"I": independence},
        "arc-kayles": {"matchings": lambda graph: matchings(graph[1])},
    }
    graphs = {name(graph): graph for graph in all_graphs(most) if graph[1] or game == "node-kayles"}

    def pair(graph: str) -> tuple[Polynomial, Polynomial]:
        result = counter(game, as_board(graphs[graph]), "all", "pieces").polynomial
        return result, true[game][holes["name"]](graphs[graph])

    return _cases(list(graphs), pair, f"all graphs with up to {most} vertices")
