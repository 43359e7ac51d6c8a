"""Domineering positions as matchings of a grid graph, as faces of a complex; Node Kayles and Arc Kayles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from gfkit.catalog.check import Arguments, Found, Method
from gfkit.catalog.claim import Standing, Statement, Witness
from gfkit.catalog.papers.shared.graphs import Graph, all_graphs, as_board, by_size, independence, name  # type: ignore[import-untyped]
from gfkit.catalog.plain.dominoes import Cell, cells_of, places, positions, rectangles
from gfkit.sequences import Polynomial

Edges = tuple[tuple[int, int], ...]
_CELLS, _VERTICES = 12, 5


def grid(board: str) -> Graph:
    """The graph of a board: touching cells are adjacent."""
    cells = sorted(cells_of(board))
    found = tuple((cells.index(one), cells.index(other)) for one, other in places(cells))
    return len(cells), found


def matchings(edges: Edges) -> Polynomial:
    """The sum of x^k over the sets of k edges without a common end: without the first edge, or with it.

    >>> print(matchings(((0, 1), (1, 2), (2, 3), (0, 3))))
    1 + 4*x + 2*x^2
    """
    return Polynomial.of(("x",), {(k,): number for k, number in enumerate(_matchings(edges)) if number})


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


def _by_size(numbers: Iterable[int]) -> Polynomial:
    return Polynomial.of(("x",), {(k,): number for k, number in enumerate(numbers) if number})


def _maximal_matchings(edges: Edges) -> Polynomial:
    """Matchings that no edge can be added to, each listed."""

    def more(start: int, covered: frozenset[int], size: int) -> Iterator[int]:
        if all(covered & set(edge) for edge in edges):
            yield size
        for number in range(start, len(edges)):
            if not covered & set(edges[number]):
                yield from more(number + 1, covered.union(edges[number]), size + 1)

    found: Polynomial = by_size(more(0, frozenset(), 0))
    return found


def _boards(asked: Arguments) -> list[str]:
    return list(asked.get("boards", ())) or [f"{m}x{n}" for m, n in rectangles(asked.get("cells", _CELLS))]


def _counted(board: str, kind: str = "all") -> Polynomial:
    from gfkit.transfer import count

    return count("domineering", board, kind, "pieces").polynomial


def _listed(board: str, kind: str = "all") -> Polynomial:
    kept = (one for one in positions(board) if kind == "all" or not one.moves())
    found: Polynomial = by_size(len(one.dominoes) for one in kept)
    return found


def _agree(pairs: Iterable[tuple[str, object, object]], evidence: str) -> Found:
    """The first place where what is claimed and what is true differ."""
    place = ""
    for place, claimed, true in pairs:
        if claimed != true:
            return Found(Standing.REFUTED, evidence, Witness(place, str(claimed), str(true)))
    return Found(Standing.CONSISTENT, f"{evidence}, up to {place}")


def _as_matchings(find: Callable[[str, str], Polynomial], what: str) -> Method:
    """D(x, x) or F(x, x) is the polynomial of all or of the maximal matchings of the grid graph."""

    def method(statement: Statement, asked: Arguments) -> Found:  # noqa: ARG001
        kind = asked.get("positions", "all")
        true = {"all": matchings, "maximal": _maximal_matchings}[kind]
        boards = _boards(asked)
        return _agree(((board, find(board, kind), true(grid(board)[1])) for board in boards), what)

    return method


def _perfect(statement: Statement, asked: Arguments) -> Found:  # noqa: ARG001
    """The leading coefficient of D(x, x) is the number of domino tilings, where there is one."""
    sizes = [(m, n) for m in range(1, asked["to"] + 1) for n in range(1, asked["to"] + 1) if m * n % 2 == 0]

    def pairs() -> Iterator[tuple[str, object, object]]:
        for m, n in sizes:
            (degree,), number = max(_counted(f"{m}x{n}").terms)
            yield f"{m}x{n}", (degree, number), (m * n // 2, tilings(m, n))

    return _agree(pairs(), "against determinants")


def tilings(m: int, n: int) -> int:
    """Domino tilings of a rectangle: the determinant of its black and white cells, signs by column.

    Entry (b, w) is 1 where the cells touch sideways, (-1)^column where they touch up and down.
    Reference: P. W. Kasteleyn, The statistics of dimers on a lattice.

    >>> tilings(2, 3), tilings(4, 4), tilings(8, 8)
    (3, 36, 12988816)
    """
    from flint import fmpz_mat

    cells = [(row, col) for row in range(m) for col in range(n)]
    black, white = ([cell for cell in cells if sum(cell) % 2 == parity] for parity in (0, 1))

    def entry(one: Cell, other: Cell) -> int:
        down, right = abs(one[0] - other[0]), abs(one[1] - other[1])
        sign = -1 if one[1] % 2 else 1
        return {(0, 1): 1, (1, 0): sign}.get((down, right), 0)

    matrix = fmpz_mat([[entry(one, other) for other in white] for one in black])
    return abs(int(matrix.det()))


def _faces(statement: Statement, asked: Arguments) -> Found:  # noqa: ARG001
    """Faces and facets by dimension, from overlaps of placements, against D(x, x) and F(x, x)."""

    def pairs() -> Iterator[tuple[str, object, object]]:
        for board in _boards(asked):
            faces, facets = _complex(board)
            yield board, (_counted(board), _counted(board, "maximal")), (faces, facets)

    return _agree(pairs(), "every set of placements looked at")


def _complex(board: str) -> tuple[Polynomial, Polynomial]:
    """Sets of placements no two of which overlap; and those among them that lie in no larger one."""
    found = places(cells_of(board))
    barred = [
        sum(1 << j for j, b in enumerate(found) if i != j and set(a) & set(b)) for i, a in enumerate(found)
    ]
    faces: Counter[int] = Counter()
    facets: Counter[int] = Counter()
    for made in range(1 << len(found)):
        closed = made
        for i in range(len(found)):
            if made >> i & 1:
                if barred[i] & made:
                    break
                closed |= barred[i]
        else:
            faces[made.bit_count()] += 1
            facets[made.bit_count()] += closed == (1 << len(found)) - 1
    return tuple(_by_size([numbers[k] for k in range(max(faces) + 1)]) for numbers in (faces, facets))  # type: ignore[return-value]


def _on_graphs(method: str) -> Method:
    """Positions of Node Kayles are independent sets, those of Arc Kayles matchings: on all small graphs."""

    def test(statement: Statement, asked: Arguments) -> Found:  # noqa: ARG001
        from gfkit.oracle import brute_force
        from gfkit.transfer import count

        counter = {"transfer": count, "brute-force": brute_force}[method]
        game, most = asked["game"], asked.get("vertices", _VERTICES)
        true: dict[str, Callable[[Graph], Polynomial]] = {
            "node-kayles": independence,
            "arc-kayles": lambda graph: matchings(graph[1]),
        }
        graphs = (graph for graph in all_graphs(most) if graph[1] or game == "node-kayles")
        pairs = (
            (name(graph), counter(game, as_board(graph), "all", "pieces").polynomial, true[game](graph))
            for graph in graphs
        )
        return _agree(pairs, f"all graphs with up to {most} vertices")

    return test


METHODS: dict[str, dict[str, Method]] = {
    "matchings": {
        "transfer": _as_matchings(_counted, "counted by transfer matrix"),
        "brute-force": _as_matchings(_listed, "positions listed"),
    },
    "perfect": {"transfer": _perfect},
    "faces": {"transfer": _faces},
    "graphs": {"transfer": _on_graphs("transfer"), "brute-force": _on_graphs("brute-force")},
}
