"""What each built-in structure is: configurations as pictures on boards given by coordinates, without gfkit.

A *picture* is what lies on the cells of a board: pieces with their owners, values, arrows, and the cells of
the set if the structure is one. Each name of ``gfkit games`` has one line here, written from its page in the
documentation; `STRUCTURES` maps the name to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain, combinations, pairwise, permutations, product
from typing import Any, NamedTuple

MOST = 2200
"""How many candidates are tried before a board is called large."""
_AROUND = ((0, 1), (1, 0), (0, -1), (-1, 0))


class LargeError(Exception):
    """There is more to list than was allowed."""


class MissingError(Exception):
    """A cell that is spoken of is not on the board."""


class Board:
    """Cells, their places if they have rows and columns, and the edges between them."""

    def __init__(self, name: str) -> None:
        word, _, size = name.rpartition(":")
        self.name, self.word, self.wraps = name, word, (word in ("cylinder", "torus"), word == "torus")
        self.is_graph, drawn = word in _GRAPHS or word == "graph", set(name) <= {*".#/"}
        edges: Iterable[tuple[int, int]]
        if drawn or not self.is_graph:
            m, n = (0, 0) if drawn else map(int, size.split("x"))
            lines = name.split("/") if drawn else ["." * n] * m
            self.rows, self.cols = len(lines) if drawn else m, max(map(len, lines), default=0) if drawn else n
            self.spots = [(r, c) for r, line in enumerate(lines) for c, at in enumerate(line) if at == "."]
            self.names = [f"{r + 1},{c + 1}" for r, c in self.spots]
        elif word == "graph":
            self.names = [*dict.fromkeys(re.split("[,-]", size))]
            self.rows, self.cols, self.spots = 0, 0, []
        else:
            self.rows, self.cols, self.spots = 0, 0, []
            self.names = [str(k + 1) for k in range(int(size))]
        self.size, self.cells = len(self.names), range(len(self.names))
        self.at = {spot: cell for cell, spot in enumerate(self.spots)}
        if word == "graph":
            edges = [tuple(map(self.names.index, p.split("-"))) for p in size.split(",") if "-" in p]  # type: ignore[misc]
        elif self.is_graph:
            edges = _GRAPHS[word](self.size)
        else:
            edges = [(a, b) for a in self.cells for d in _AROUND if (b := self.beside(a, *d)) is not None]
        self.edges = sorted({(min(edge), max(edge)) for edge in edges})
        self.near = [{a + b - v for a, b in self.edges if v in (a, b)} for v in self.cells]
        self.is_plain = not drawn and not self.is_graph and not any(self.wraps)
        self.is_multiple = any(w and n == 2 for w, n in zip(self.wraps, (self.rows, self.cols), strict=True))

    def beside(self, cell: int, down: int, right: int) -> int | None:
        """Return the cell at an offset, around the board if it is cyclic, or None."""
        r, c = self.spots[cell][0] + down, self.spots[cell][1] + right
        return self.at.get((r % self.rows if self.wraps[0] else r, c % self.cols if self.wraps[1] else c))

    def by(self, steps: Iterable[tuple[int, int]]) -> list[set[int]]:
        """Return for each cell the other cells at some offsets."""
        listed = [*steps]
        return [{self.beside(v, *step) for step in listed} - {None, v} for v in self.cells]  # type: ignore[misc]

    def laid(self, shape: str) -> set[frozenset[int]]:
        """Return the sets of cells on which a shape lies; on a graph a domino lies on an edge."""
        drawn = [(r, c) for r, row in enumerate(shape.split("/")) for c, x in enumerate(row) if x == "X"]
        if self.is_graph:
            own: dict[int, Any] = {1: ((v,) for v in self.cells), 2: self.edges}
            return {*map(frozenset, own.get(len(drawn), ()))}
        steps = [(r - drawn[0][0], c - drawn[0][1]) for r, c in drawn]
        each = (frozenset(self.beside(v, *step) for step in steps) for v in self.cells)
        return {cells for cells in each if None not in cells and len(cells) == len(drawn)}  # type: ignore[misc]


_GRAPHS: dict[str, Callable[[int], list[tuple[int, int]]]] = {
    "path": lambda n: [(v, v + 1) for v in range(n - 1)],
    "cycle": lambda n: [(v, (v + 1) % n) for v in range(n)],
    "complete": lambda n: [*combinations(range(n), 2)],
    "star": lambda n: [(0, v) for v in range(1, n)],
    "wheel": lambda n: [(0, v) for v in range(1, n)] + [(v, v % (n - 1) + 1) for v in range(1, n)],
}


class Picture(NamedTuple):
    """What lies on a board. ``inside`` are the cells of the set, ``powers`` the exponents of x and y."""

    pieces: frozenset[tuple[str, frozenset[int]]] = frozenset()
    values: tuple[Any, ...] = ()
    arrows: frozenset[tuple[int, int]] = frozenset()
    inside: frozenset[int] = frozenset()
    powers: tuple[int, int] = (0, 0)


class Structure(NamedTuple):
    """A sort, which decides what can be said of its pictures, and the pictures on a board.

    ``where`` are the boards that it needs: any, grid (rows and columns), plain (a rectangle or a drawing),
    rectangle or ring (cylinder or torus). Each number of pictures is divided by ``divide``.
    """

    sort: str
    pictures: Callable[..., Iterable[Picture]]
    where: str = "any"
    divide: int = 1


@cache
def pictures(name: str, board: Board, positions: str = "all") -> list[Picture]:
    """Return all configurations of a structure, such as colourings:3, on a board."""
    made, number = named(name)
    asked = () if number is None else (number,)
    end = (positions,) if made.sort == "pieces" else ()
    found: list[Picture] = []
    for picture in made.pictures(board, *asked, *end):
        found.append(picture)
        if len(found) > MOST:
            raise LargeError
    if positions == "maximal" and made.sort == "set":
        return [p for p in found if not any(p.inside < other.inside for other in found)]
    return found


def named(name: str) -> tuple[Structure, int | None]:
    """Return a structure and the number in its name."""
    word, _, number = name.partition(":")
    return STRUCTURES[f"{word}:k" if number else word], int(number) if number else None


@cache
def board(name: str) -> Board:
    """Return the board of a name."""
    return Board(name)


# Graphs


def parts(vertices: Iterable[int], edges: Iterable[tuple[int, int]]) -> list[set[int]]:
    """Return the components of a graph."""
    found: list[set[int]] = []
    left, edges = [*vertices], [*edges]
    while left:
        part, new = {left[0]}, {left[0]}
        while new:
            new = {b for e in edges for a, b in (e, e[::-1]) if a in part} - part
            part |= new
        found, left = [*found, part], [v for v in left if v not in part]
    return found


def is_one(vertices: Iterable[int], edges: Iterable[tuple[int, int]]) -> bool:
    """Return True for exactly one component; the empty graph has none."""
    return len(parts(vertices, edges)) == 1


def is_forest(vertices: Any, edges: Any) -> bool:
    return len(edges) == len(vertices) - len(parts(vertices, edges))


def induced(b: Board, s: Any) -> list[tuple[int, int]]:
    return [edge for edge in b.edges if s.issuperset(edge)]


def ends(edges: Iterable[tuple[int, int]]) -> set[int]:
    return {*chain.from_iterable(edges)}


def degrees(b: Board, edges: Any) -> list[int]:
    return [sum(v in edge for edge in edges) for v in b.cells]


def distance(b: Board, v: int, s: Any) -> int:
    """Return the distance of a vertex from a set; a large number if there is none."""
    far, ball = 0, {v}
    while not ball & s and far < 99:
        far, ball = far + 1, ball.union(*(b.near[u] for u in ball))
    return far


def is_least(s: Any, fine: Callable[[Any], bool]) -> bool:
    return fine(s) and not any(fine(s - {v}) for v in s)


def is_most(s: Any, every: Iterable[Any], fine: Callable[[Any], bool]) -> bool:
    return fine(s) and not any(fine(s | {v}) for v in every if v not in s)


def is_path(edges: Any, b: Board) -> bool:
    return is_one(ends(edges), edges) and is_forest(ends(edges), edges) and max(degrees(b, edges)) <= 2


def is_cycle(edges: Any, b: Board) -> bool:
    return is_one(ends(edges), edges) and {*degrees(b, edges)} <= {0, 2}


def wraps(b: Board, inside: Any, edges: Any = None) -> bool:
    """Return True if some cycle of the cells, or of the edges, has a winding number that is not 0."""
    steps = [(v, w, d) for v in inside for d in _AROUND if (w := b.beside(v, *d)) in inside]
    steps = [(v, w, d) for v, w, d in steps if edges is None or (min(v, w), max(v, w)) in edges]
    place: dict[int, tuple[int, int]] = {}
    for start in inside:
        new = [] if start in place else [start]
        place.setdefault(start, b.spots[start])
        for v in new:
            for _, w, d in [step for step in steps if step[0] == v]:
                there = (place[v][0] + d[0], place[v][1] + d[1])
                if w not in place:
                    place[w] = there
                    new.append(w)
                elif place[w] != there:
                    return True
    return False


def chosen(items: Iterable[Any]) -> Iterator[frozenset[Any]]:
    """Yield all subsets."""
    listed = [*items]
    if 2 ** len(listed) > MOST:
        raise LargeError
    return map(frozenset, chain.from_iterable(combinations(listed, k) for k in range(len(listed) + 1)))


# Sets of vertices


def dominates(b: Board, s: Any) -> bool:
    return all(v in s or b.near[v] & s for v in b.cells)


def independent(b: Board, s: Any) -> bool:
    return not induced(b, s)


def totally(b: Board, s: Any) -> bool:
    return all(b.near[v] & s for v in b.cells)


def irredundant(b: Board, s: Any) -> bool:
    balls = [b.near[v] | {v} for v in b.cells]
    return all(balls[v] - {u for w in s - {v} for u in balls[w]} for v in s)


def apart(near: list[set[int]], s: Any) -> bool:
    return not any(near[v] & s for v in s)


def lines(b: Board, steps: Iterable[tuple[int, int]]) -> list[set[int]]:
    """Return for each cell the others on its lines in some directions, up to the border or a hole."""
    far: list[set[int]] = [set() for _ in b.cells]
    for v, (down, right) in product(b.cells, [(i * r, i * c) for r, c in steps for i in (1, -1)]):
        at = b.beside(v, down, right)
        while at is not None:
            far[v].add(at)
            at = b.beside(at, down, right)
    return far


def sides(b: Board, s: Any) -> bool:
    rows, cols = ({b.spots[v][axis] for v in s} for axis in (0, 1))
    return rows >= {0, b.rows - 1} and cols >= {0, b.cols - 1}


def holeless(b: Board, s: Any) -> bool:
    """Every other cell is connected by king moves to a cell in an outer row or column."""
    rest = {*b.cells} - s
    joins = [(v, w) for v, near in enumerate(b.by(KING)) for w in near if {v, w} <= rest]
    outer = {v for v in rest if b.spots[v][0] in (0, b.rows - 1) or b.spots[v][1] in (0, b.cols - 1)}
    return all(part & outer for part in parts(rest, joins))


def stays(b: Board, s: Any) -> bool:
    """Life: a live cell keeps two or three neighbours, and no dead place on or off the board has three."""
    alive = {b.spots[v] for v in s}
    near = lambda r, c: len({(r + i, c + j) for i, j in KING} & alive)  # noqa: E731
    around = product(range(-1, b.rows + 1), range(-1, b.cols + 1))
    return all(near(*at) in (2, 3) if at in alive else near(*at) != 3 for at in around)


def crosses(b: Board, vertices: Any, edges: Any) -> bool:
    """Some component has a cell in the left and one in the right column."""
    return any({0, b.cols - 1} <= {b.spots[v][1] for v in part} for part in parts(vertices, edges))


KING = [step for step in product((-1, 0, 1), repeat=2) if step != (0, 0)]
_KNIGHT = [(i, j) for i, j in product((-2, -1, 1, 2), repeat=2) if abs(i * j) == 2]
_ROOK, _BISHOP = [(0, 1), (1, 0)], [(1, 1), (1, -1)]
_QUEEN = _ROOK + _BISHOP
SETS: dict[str, tuple[str, Callable[..., Any]]] = {
    "independent-sets": ("any", independent),
    "dominating-sets": ("any", dominates),
    "vertex-covers": ("any", lambda b, s: all(s & {*edge} for edge in b.edges)),
    "maximal-independent-sets": ("any", lambda b, s: is_most(s, b.cells, lambda t: independent(b, t))),
    "total-dominating-sets": ("any", totally),
    "minimal-dominating-sets": ("any", lambda b, s: is_least(s, lambda t: dominates(b, t))),
    "minimal-total-dominating-sets": ("any", lambda b, s: is_least(s, lambda t: totally(b, t))),
    "minimal-vertex-covers": ("any", lambda b, s: is_least(s, lambda t: all(t & {*e} for e in b.edges))),
    "perfect-codes": ("any", lambda b, s: all(len((b.near[v] | {v}) & s) == 1 for v in b.cells)),
    "perfect-dominating-sets": ("any", lambda b, s: all(v in s or len(b.near[v] & s) == 1 for v in b.cells)),
    "dominating-sets:k": ("any", lambda b, s, k: all(v in s or len(b.near[v] & s) >= k for v in b.cells)),
    "distance-dominating-sets:k": ("any", lambda b, s, k: all(distance(b, v, s) <= k for v in b.cells)),
    "irredundant-sets": ("any", irredundant),
    "maximal-irredundant-sets": ("any", lambda b, s: is_most(s, b.cells, lambda t: irredundant(b, t))),
    "cliques:k": ("any", lambda b, s, k: len(s) == k and len(induced(b, s)) == k * (k - 1) // 2),
    "maximal-cliques:k": ("any", lambda b, s, k: len(s) == k and is_most(s, b.cells, lambda t: len(
        induced(b, t)) == len(t) * (len(t) - 1) // 2)),
    "kings": ("grid", lambda b, s: apart(b.by(KING), s)),
    "knights": ("grid", lambda b, s: apart(b.by(_KNIGHT), s)),
    "bishops": ("plain", lambda b, s: apart(lines(b, _BISHOP), s)),
    "rooks": ("plain", lambda b, s: apart(lines(b, _ROOK), s)),
    "queens": ("plain", lambda b, s: apart(lines(b, _QUEEN), s)),
    "n-queens": ("rectangle", lambda b, s: len(s) == b.rows == b.cols and apart(lines(b, _QUEEN), s)),
    "hard-hexagons": ("grid", lambda b, s: independent(b, s) and apart(b.by([(1, 1), (-1, -1)]), s)),
    "polyominoes": ("plain", lambda b, s: is_one(s, induced(b, s)) and sides(b, s)),
    "simply-connected-polyominoes": (
        "plain", lambda b, s: is_one(s, induced(b, s)) and sides(b, s) and holeless(b, s)),
    "still-lifes": ("plain", stays),
    "connected-induced-subgraphs": ("any", lambda b, s: is_one(s, induced(b, s))),
    "connected-dominating-sets": ("any", lambda b, s: is_one(s, induced(b, s)) and dominates(b, s)),
    "induced-trees": ("any", lambda b, s: is_one(s, induced(b, s)) and is_forest(s, induced(b, s))),
    "induced-forests": ("any", lambda b, s: is_forest(s, induced(b, s))),
    "induced-paths": ("any", lambda b, s: s and ends(induced(b, s)) == s and is_path(induced(b, s), b)),
    "induced-cycles": ("any", lambda b, s: s and ends(induced(b, s)) == s and is_cycle(induced(b, s), b)),
    "vertex-cuts": ("any", lambda b, s: len(parts({*b.cells} - s, induced(b, {*b.cells} - s))) > 1),
    "site-percolation": ("grid", lambda b, s: crosses(b, s, induced(b, s))),
    "site-wrapping": ("ring", wraps),
}  # fmt: skip
"""Sets of vertices: the boards they need, and their definition."""
_SEEN = {
    "minimal-dominating-sets": lambda b, s, v: 2 if v in s else len(b.near[v] & s) == 1,
    "minimal-total-dominating-sets": lambda b, s, v: 2 * (v in s) + (len(b.near[v] & s) == 1),
    "irredundant-sets": lambda b, s, v: 2 if v in s else len(b.near[v] & s) == 1,
    "maximal-irredundant-sets": lambda b, s, v: min(1 + (v not in s), len(b.near[v] & s)) + 3 * (v in s),
    "distance-dominating-sets:k": lambda b, s, v: distance(b, v, s),
}
"""The value of a vertex where it is not 1 in the set and 0 outside."""


def sets(name: str) -> Structure:
    where, fine = SETS[name]
    seen: Callable[[Board, Any, int], int] = _SEEN.get(name, lambda b, s, v: v in s)

    def listed(b: Board, *k: int) -> Iterator[Picture]:
        for s in chosen(b.cells):
            if fine(b, s, *k):
                values = tuple(int(seen(b, s, v)) for v in b.cells)
                yield Picture(values=values, inside=s, powers=(len(s), 0))

    return Structure("set", listed, where)


# Values


def asm(line: list[int]) -> bool:
    kept = [x for x in line if x]
    return kept == [(-1) ** i for i in range(len(kept))] and len(kept) % 2 == 1


def lines_of(b: Board, w: Any) -> list[list[int]]:
    """Return the rows and the columns, also empty ones."""
    at = [[w[b.at[r, c]] for c in range(b.cols)] for r in range(b.rows)]
    return at + [[row[c] for row in at] for c in range(b.cols)]


def alike(b: Board, w: Any, value: int) -> list[set[int]]:
    own = {v for v in b.cells if w[v] == value}
    return parts(own, induced(b, own))


Fine = Callable[..., Any]
VALUES: dict[str, tuple[str, Callable[..., Iterable[int]], Fine, Fine]] = {
    "roman-dominating-functions": ("any", lambda: range(3), lambda b, w: all(
        w[v] or any(w[u] == 2 for u in b.near[v]) for v in b.cells), lambda w: (sum(w), 0)),
    "colourings:k": ("any", range, lambda b, w, k: all(w[u] != w[v] for u, v in b.edges), lambda w: (0, 0)),
    "connected-colourings:k": ("any", range, lambda b, w, k: all(
        len(alike(b, w, value)) < 2 for value in range(k)), lambda w: (0, 0)),
    "unfriendly-partitions": ("any", lambda: range(2), lambda b, w: all(
        2 * sum(w[u] != w[v] for u in b.near[v]) >= len(b.near[v]) for v in b.cells), lambda w: (sum(w), 0)),
    "widom-rowlinson": ("any", lambda: range(3), lambda b, w: all(
        {w[u], w[v]} != {1, 2} for u, v in b.edges), lambda w: (w.count(1), w.count(2))),
    "alternating-sign-matrices": ("rectangle", lambda: (-1, 0, 1), lambda b, w: all(
        map(asm, lines_of(b, w))), lambda w: (w.count(-1), 0)),
    "minimal-edge-cuts": ("any", lambda: range(2), lambda b, w: len(alike(b, w, 0)) == len(
        alike(b, w, 1)) == 1, lambda w: (0, 0)),
}  # fmt: skip
"""Arrays: the boards they need, their values, their definition and their weight."""


FUNCTIONS = ("roman-dominating-functions", "widom-rowlinson")
"""Arrays whose value 0 means that nothing is on the cell."""


def arrays(name: str) -> Structure:
    where, values, fine, weight = VALUES[name]

    def listed(b: Board, *k: int) -> Iterator[Picture]:
        own = [*values(*k)]
        if len(own) ** b.size > MOST:
            raise LargeError
        for w in product(own, repeat=b.size):
            if fine(b, w, *k):
                inside = frozenset(v for v in b.cells if w[v] and name in FUNCTIONS)
                yield Picture(values=w, powers=weight(w), inside=inside)

    return Structure(
        "function" if name in FUNCTIONS else "values", listed, where, 2 if name == "minimal-edge-cuts" else 1
    )


# Sets of edges


def spans(b: Board, e: Any) -> bool:
    return is_one(b.cells, e)


def walks(b: Board, e: Any) -> bool:
    """The edges are a path whose endpoints are the first and the last vertex."""
    return is_path(e, b) and b.size > 1 and degrees(b, e)[0] == degrees(b, e)[-1] == 1 if e else False


def meets(b: Board, e: Any) -> bool:
    return all(f in e or ends(e) & {*f} for f in b.edges)


def matching(b: Board, e: Any) -> bool:
    return len(ends(e)) == 2 * len(e)


EDGES: dict[str, tuple[str, Fine]] = {
    "matchings": ("x", matching),
    "maximal-matchings": ("x", lambda b, e: is_most(e, b.edges, lambda f: matching(b, f))),
    "edge-covers": ("x", lambda b, e: len(ends(e)) == b.size),
    "minimal-edge-covers": ("x", lambda b, e: is_least(e, lambda f: len(ends(f)) == b.size)),
    "edge-dominating-sets": ("x", meets),
    "paired-dominating-matchings": ("xx", lambda b, e: matching(b, e) and dominates(b, ends(e))),
    "induced-matchings": ("x", lambda b, e: matching(b, e) and {*induced(b, ends(e))} == e),
    "two-factors": ("", lambda b, e: all(d == 2 for d in degrees(b, e))),
    "even-subgraphs": ("x", lambda b, e: all(d % 2 == 0 for d in degrees(b, e))),
    "spanning-trees": ("", lambda b, e: spans(b, e) and is_forest(b.cells, e)),
    "spanning-forests": ("x", lambda b, e: is_forest(b.cells, e)),
    "hamiltonian-cycles": ("", lambda b, e: spans(b, e) and all(d == 2 for d in degrees(b, e))),
    "hamiltonian-paths": ("", lambda b, e: spans(b, e) and is_forest(b.cells, e) and max(degrees(b, e)) <= 2),
    "paths": ("x", lambda b, e: e and is_path(e, b)),
    "cycles": ("x", lambda b, e: e and is_cycle(e, b)),
    "self-avoiding-walks": ("x", walks),
    "connected-spanning-subgraphs": ("x", spans),
    "disconnected-spanning-subgraphs": ("x", lambda b, e: len(parts(b.cells, e)) > 1),
    "eulerian-subgraphs": ("x", lambda b, e: is_one(ends(e), e) and all(d % 2 == 0 for d in degrees(b, e))),
    "hamiltonian-walks": ("", lambda b, e: walks(b, e) and len(ends(e)) == b.size),
    "potts": ("xy", lambda b, e: True),
    "bond-percolation": ("x", lambda b, e: crosses(b, b.cells, e)),
    "bond-wrapping": ("x", lambda b, e: wraps(b, {*b.cells}, e)),
}  # fmt: skip
"""Sets of edges: their weight (xx for two for each edge, y for the components), and their definition."""
_WHERE = {"bond-percolation": "grid", "bond-wrapping": "ring"}


def of_edges(edges: Iterable[tuple[int, int]]) -> frozenset[tuple[str, frozenset[int]]]:
    return frozenset(("both", frozenset(edge)) for edge in edges)


def edge_sets(name: str) -> Structure:
    marks, fine = EDGES[name]

    def listed(b: Board) -> Iterator[Picture]:
        for e in chosen(b.edges):
            if fine(b, e):
                y = len(parts(b.cells, e)) if "y" in marks else 0
                yield Picture(of_edges(e), powers=(len(e) * marks.count("x"), y))

    return Structure("edges", listed, _WHERE.get(name, "any"))


def rooted(b: Board) -> Iterator[Picture]:
    """Sets of edges without a cycle, with one chosen root in every tree."""
    for e in chosen(b.edges):
        if is_forest(b.cells, e):
            for roots in product(*parts(b.cells, e)):
                seen = tuple("r" if v in roots else None for v in b.cells)
                yield Picture(of_edges(e), seen, inside=frozenset(roots), powers=(len(e), 0))


# Games


def turned(*shapes: str, mirrored: bool = False) -> list[str]:
    """Return shapes with their quarter turns, and their reflections."""
    found = [*shapes]
    for shape in found:
        drawn = shape.split("/")
        turn = "/".join("".join(col) for col in zip(*drawn[::-1], strict=True))
        found += [one for one in (turn, *["/".join(drawn[::-1])] * mirrored) if one not in found]
    return found


_L3 = turned("XX/X.")
_I2, _I3 = turned("XX"), turned("XXX")
GAMES: dict[str, tuple[list[str], list[str] | None, str]] = {
    "domineering": (["X/X"], ["XX"], ""),
    "cram": (_I2, None, ""),
    "col": (["X"], ["X"], "same"),
    "snort": (["X"], ["X"], "other"),
    "nogo": (["X"], ["X"], "liberties"),
    "node-kayles": (["X"], None, "same"),
    "arc-kayles": (_I2, None, ""),
    "i-tromping": (["X/X/X"], ["XXX"], ""),
    "d-tromping": (["X/X", "X/X/X"], ["XX", "XXX"], ""),
    "l-tromping": (["X/X", "X/X/X", *_L3], ["XX", "XXX", *_L3], ""),
    "m-tromping": (_L3, None, ""),
    "cis": (["X"], ["X"], "same other"),
    "o12": (["X"], _I2, ""),
}
"""Games: the pieces of Left, those of Right or None if both place the same, and what is forbidden."""


def legal(b: Board, position: frozenset[Any], forbidden: str) -> bool:
    """Pieces do not overlap; equal or different owners do not touch; groups have liberties."""
    covered = [v for _, cells in position for v in cells]
    owner = {v: who for who, cells in position for v in cells}
    if len({*covered}) < len(covered):
        return False
    touching = {owner[u] == owner[v] for u, v in b.edges if u in owner and v in owner}
    if ("same" in forbidden and True in touching) or ("other" in forbidden and False in touching):
        return False
    for who in {*owner.values()} if "liberties" in forbidden else ():
        own = {v for v in owner if owner[v] == who}
        if not all(
            any(u not in owner for v in part for u in b.near[v]) for part in parts(own, induced(b, own))
        ):
            return False
    return True


@cache
def played(name: str, b: Board, k: int | None = None) -> tuple[list[frozenset[Any]], list[Any]]:
    """Return all positions of a game, and all placements: an owner and cells."""
    left, right, forbidden = (["X"], None, "same other") if k else GAMES[name]
    owners = ["left", "right"] if right or k == 2 else [*"abc"[:k]] if k and k > 2 else ["both"]
    shapes = dict(zip(owners, (left, right), strict=False)) if right else dict.fromkeys(owners, left)
    laid = {(who, cells) for who in owners for one in shapes[who] or () for cells in b.laid(one)}
    every = sorted(laid, key=str)
    found, seen = [frozenset[Any]()], {frozenset[Any]()}
    if forbidden == "liberties":  # a legal position may have illegal parts
        return [p for p in _together(every, MOST) if legal(b, p, forbidden)], every
    for position in found:
        more = {position | {one} for one in every} - seen
        new = [after for after in more if legal(b, after, forbidden)]
        found.extend(new)
        seen.update(new)
        if len(found) > MOST // 3:
            raise LargeError
    return found, every


def _together(every: list[Any], most: int) -> Iterator[frozenset[Any]]:
    """Yield the sets of placements of single cells, at most one on each."""
    cells = sorted({cell for _, own in every for cell in own})
    if 3 ** len(cells) > most:
        raise LargeError
    for owners in product((None, "left", "right"), repeat=len(cells)):
        yield frozenset((who, frozenset({v})) for v, who in zip(cells, owners, strict=True) if who)


def is_in(b: Board, position: frozenset[Any], there: set[Any], every: list[Any], positions: str) -> bool:
    """Return True if a position belongs to a class."""
    movers = {one[0] for one in every if one not in position and position | {one} in there}
    sided = {who for who, _ in every} <= {"left", "right"}
    number = [sum(who == side for who, _ in position) for side in ("left", "right")]
    return {
        "all": True,
        "left-ends": "left" not in movers if sided else not movers,
        "right-ends": "right" not in movers if sided else not movers,
        "maximal": not movers,
        "play": not sided or abs(number[0] - number[1]) <= 1,
        "full": sum(len(cells) for _, cells in position) == b.size,
    }[positions]


def games(name: str) -> Structure:
    def listed(b: Board, *asked: Any) -> Iterator[Picture]:
        *k, positions = asked
        found, every = played(name, b, *k)
        there = {*found}
        for position in found:
            if is_in(b, position, there, every, positions):
                yield seen_as(b, position)

    return Structure("pieces", listed)


def seen_as(b: Board, position: frozenset[Any]) -> Picture:
    """Return a position as a picture; pieces in colours show their letters, and belong to both."""
    letter = {v: who for who, cells in position if len(who) == 1 for v in cells}
    values = tuple(letter.get(v) for v in b.cells) if letter else ()
    pieces = frozenset(("both" if len(who) == 1 else who, cells) for who, cells in position)
    y = sum(who == "right" for who, _ in pieces)
    return Picture(pieces, values, powers=(len(pieces) - y, y))


# Tilings


def polyominoes(k: int) -> list[str]:
    """Return all fixed polyominoes of k cells."""
    found: set[frozenset[tuple[int, int]]] = {frozenset({(0, 0)})}
    for _ in range(k - 1):
        more = {s | {(r + i, c + j)} for s in found for r, c in s for i, j in _AROUND}
        found = more - found
    moved = {frozenset((r - min(s)[0], c - min(d for _, d in s)) for r, c in s) for s in found}
    size = range(k)
    return ["/".join("".join(".X"[(r, c) in s] for c in size) for r in size if any(a == r for a, _ in s))
            for s in moved]  # fmt: skip


def faces(b: Board) -> set[frozenset[int]]:
    """Return the cycles of six vertices without a chord; the faces of boards with rows are squares."""
    if not b.is_graph:
        return set()
    return {s for s in map(frozenset, combinations(b.cells, 6)) if is_cycle(induced(b, s), b) and len(
        induced(b, s)) == 6}  # fmt: skip


COVERS: dict[str, tuple[str, Callable[..., list[str]]]] = {
    "domino-tilings": ("any", lambda: _I2),
    "trimer-tilings": ("grid", lambda: _I3),
    "l-tromino-tilings": ("grid", lambda: _L3),
    "l-tetromino-tilings": ("grid", lambda: turned("XXX/X..", mirrored=True)),
    "t-tetromino-tilings": ("grid", lambda: turned("XXX/.X.")),
    "polyomino-tilings:k": ("any", polyominoes),
    "perfect-matchings": ("any", lambda: _I2),
    "clar-covers": ("any", lambda: _I2),
    "sextet-patterns": ("any", lambda: _I2),
}
"""Tilings: the boards they need, and the pieces, each in all its positions."""


def filled(left: frozenset[int], laid: list[frozenset[int]]) -> Iterator[frozenset[frozenset[int]]]:
    """Yield the exact covers of some cells."""
    if not left:
        yield frozenset()
        return
    for piece in [one for one in laid if min(left) in one and one <= left]:
        yield from (rest | {piece} for rest in filled(left - piece, laid))


def covers(name: str) -> Structure:
    where, shapes = COVERS[name]

    def listed(b: Board, *k: int) -> Iterator[Picture]:
        laid = {cells for shape in shapes(*k) for cells in b.laid(shape)}
        laid |= faces(b) if name in ("clar-covers", "sextet-patterns") else set()
        found: Any = filled(frozenset(b.cells), sorted(laid, key=sorted))
        if name == "sextet-patterns":
            found = {frozenset(piece for piece in pieces if len(piece) == 6) for pieces in found}
        for pieces in found:
            flat = sum(b.is_graph or len({b.spots[v][0] for v in p}) == 1 for p in pieces)
            powers = (flat, len(pieces) - flat) if name in ("domino-tilings", "trimer-tilings") else (0, 0)
            if name in ("clar-covers", "sextet-patterns"):
                powers = (sum(len(piece) == 6 for piece in pieces), 0)
            yield Picture(frozenset(("both", piece) for piece in pieces), powers=powers)

    return Structure("cover", listed, where)


def tiles(positions: str) -> Structure:
    """Positions of Domineering; in all of them, the tile of a cell is its part of a domino, or 0."""

    def listed(b: Board) -> Iterator[Picture]:
        for p in games("domineering").pictures(b, positions):
            step = {"left": (1, 0), "right": (0, 1)}
            cells = [(v, who, b.beside(v, *step[who]) in own) for who, own in p.pieces for v in own]
            at = {v: 2 * (who == "right") + 1 + is_first for v, who, is_first in cells}
            yield Picture(values=tuple(f"T{at.get(v, 0)}" for v in b.cells), powers=p.powers)

    return Structure("tiles" if positions == "all" else "hidden", listed, "grid")


# Directions and permutations


def is_acyclic(b: Board, arrows: Any) -> bool:
    left = {*b.cells}
    while sources := {v for v in left if not any(y == v and x in left for x, y in arrows)}:
        left -= sources
    return not left


def is_strong(b: Board, arrows: Any) -> bool:
    def reached(pairs: Any) -> set[int]:
        found = {0}
        while new := {y for x, y in pairs if x in found} - found:
            found |= new
        return found

    return b.size > 0 and len(reached(arrows)) == len(reached([(y, x) for x, y in arrows])) == b.size


def into(b: Board, arrows: Any) -> list[int]:
    return [sum(y == v for _, y in arrows) for v in b.cells]


ORIENTATIONS: dict[str, Fine] = {
    "acyclic-orientations": is_acyclic,
    "strong-orientations": is_strong,
    "eulerian-orientations": lambda b, a: all(2 * d == len(b.near[v]) for v, d in enumerate(into(b, a))),
    "eight-vertex": lambda b, a: all(d % 2 == 0 for d in into(b, a)),
}
"""Orientations, as sets of pairs from tail to head."""


def orientations(name: str) -> Structure:
    def listed(b: Board) -> Iterator[Picture]:
        for turn in chosen(b.edges):
            arrows = frozenset(edge[::-1] if edge in turn else edge for edge in b.edges)
            if ORIENTATIONS[name](b, arrows):
                yield Picture(arrows=arrows)

    return Structure("arrows", listed)


def ordered(b: Board, w: Any) -> bool:
    return all(v not in b.near[u] for u, v in pairwise(w))


PERMUTATIONS: dict[str, tuple[str, Fine]] = {
    "derangements": ("any", lambda b, w: all(w[v] != v for v in b.cells)),
    "discordant-permutations": ("any", lambda b, w: all(w[v] not in b.near[v] | {v} for v in b.cells)),
    "menage-permutations": ("grid", lambda b, w: all(w[v] not in (v, b.beside(v, 1, 0)) for v in b.cells)),
    "nonadjacent-sequences": ("any", ordered),
    "nonadjacent-cycles": ("any", lambda b, w: b.size > 2 and w[0] == 0 and w[1] < w[-1] and ordered(
        b, w) and w[-1] not in b.near[w[0]]),
}  # fmt: skip
"""Permutations of cells, as the list of their images or the order in which cells are passed."""


def orders(name: str) -> Structure:
    where, fine = PERMUTATIONS[name]

    def listed(b: Board) -> Iterator[Picture]:
        if b.size > 7:
            raise LargeError
        return (Picture(values=tuple(v + 1 for v in w)) for w in permutations(b.cells) if fine(b, w))

    return Structure("hidden" if "nonadjacent" in name else "order", listed, where)


def latin(b: Board) -> Iterator[Picture]:
    """Each row holds 1, ..., n, the first in this order; no column holds a number twice."""
    if b.cols > 4 or b.rows > 3:
        raise LargeError
    for rest in product(permutations(range(1, b.cols + 1)), repeat=max(0, b.rows - 1)):
        table = [tuple(range(1, b.cols + 1)), *rest][: b.rows]
        if all(len({*col}) == b.rows for col in zip(*table, strict=True)):
            yield Picture(values=tuple(chain(*table)))


def pairings(b: Board) -> Iterator[Picture]:
    """Yield the partitions of the cells into pairs that are not adjacent."""
    pairs = [frozenset(pair) for pair in combinations(b.cells, 2) if pair[1] not in b.near[pair[0]]]
    if b.size > 10:
        raise LargeError
    every = filled(frozenset(b.cells), pairs)
    return (Picture(frozenset(("both", pair) for pair in found)) for found in every)


STRUCTURES: dict[str, Structure] = {
    **{name: sets(name) for name in SETS},
    **{name: arrays(name) for name in VALUES},
    **{name: edge_sets(name) for name in EDGES},
    "rooted-forests": Structure("roots", rooted),
    **{name: games(name) for name in (*GAMES, "cis:k")},
    **{name: covers(name) for name in COVERS},
    "domineering-tiles": tiles("all"),
    "domineering-maximal-tiles": tiles("maximal"),
    "domineering-right-end-tiles": tiles("right-ends"),
    **{name: orientations(name) for name in ORIENTATIONS},
    **{name: orders(name) for name in PERMUTATIONS},
    "latin-rectangles": Structure("order", latin, "rectangle"),
    "nonadjacent-pairings": Structure("pairs", pairings),
}
"""Every built-in structure; k stands for a number, which the definition is given."""
