"""Boards: cells, their adjacency, and the pieces already placed on them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, TypeVar

from gfkit.core.deferred import dataclass, field, replace
from gfkit.core.errors import BoardError, LimitError, note_reading, quantity
from gfkit.core.typing import Player, cached_property
from gfkit.core.writable import Face

MOST_CELLS = 100_000
MOST_EDGES = 1_000_000

Place = tuple[int, int]
"""Row and column, both counted from 0 at the top left."""
Cube = tuple[int, int, int]
"""Coordinates of a unit cube in a box."""
Edge = tuple[int, int]
"""Two vertices, or one of two parts each."""
_Vertex = TypeVar("_Vertex", bound=Hashable)
FIRST_WRAP = 3
"""Minimum circumference of a simple graph; two cells in a cyclic direction are joined by a double edge."""


def set_bits(mask: int) -> list[int]:
    """Return the elements of a bit mask in ascending order.

    >>> set_bits(9)
    [0, 3]
    """
    bits = []
    while mask:
        low = mask & -mask
        bits.append(low.bit_length() - 1)
        mask ^= low
    return bits


@dataclass(frozen=True, slots=True)
class Grid:
    """Geometry of a board on the square lattice; either direction may be cyclic."""

    rows: int
    cols: int
    wrap_rows: bool = False
    wrap_cols: bool = False

    def move(self, place: Place, down: int, right: int) -> Place | None:
        """Return the position ``down`` rows below and ``right`` columns to the right of a position, or None
        if it is outside the grid.
        """
        row, col = self.onward(place, down, right)
        inside = 0 <= row < self.rows and 0 <= col < self.cols
        return (row, col) if inside else None

    def onward(self, place: Place, down: int, right: int) -> Place:
        """Return the end of a step, which may be outside the grid. Coordinates in cyclic directions are
        reduced.
        """
        row, col = place[0] + down, place[1] + right
        return row % self.rows if self.wrap_rows else row, col % self.cols if self.wrap_cols else col


@dataclass(frozen=True, slots=True)
class LyingPiece:
    """Piece already placed on the board: its letter, its owner, and the cells that it covers."""

    letter: str
    owner: Player
    cells: tuple[int, ...]


@dataclass(frozen=True)
class Board(Face):
    """Cells numbered from 0, the edges between adjacent cells, and the pieces already placed.

    If the board has a geometry (``grid``), ``places`` contains the row and column of each cell; otherwise it
    is empty. ``text`` is the name of the board in the notation of the grammar.
    """

    text: str
    size: int
    edges: tuple[tuple[int, int], ...]
    grid: Grid | None = None
    places: tuple[Place, ...] = ()
    lying: tuple[LyingPiece, ...] = ()
    alike: bool = False
    """True if all cells are pairwise adjacent, so that all permutations of the cells are symmetries."""
    spots: tuple[Place, ...] = ()
    """On a board of slices: for each cell, its index in its slice, and the number of the slice; hubs are in
    slice -1.
    """
    hubs: int = 0
    """Number of hubs, the cells that are adjacent to cells of every slice; they have the lowest numbers."""
    span: int = 1
    """Largest number of slices between the endpoints of an edge."""
    tints: tuple[Player | None, ...] = ()
    """For each cell, who may place pieces on it (None: no player); empty if no cell is reserved."""
    illegal: tuple[tuple[int, ...], ...] = ()
    """Forbidden sets of at least three cells, which must not all be occupied; only on boards given by a
    complex.
    """
    doubled: bool = False
    """True if some edges represent double edges of a multigraph, for example in a cyclic direction of length
    2.
    """
    coordinates: tuple[Cube, ...] | None = None
    """Coordinates of the cells of a box, in which pieces are three-dimensional; None for other boards."""
    names: tuple[str, ...] = field(default=(), compare=False)
    """Names of the vertices of a graph; empty if vertices have only numbers."""
    pi_atoms: tuple[int, ...] | str | None = None
    """On a molecule, the atoms that carry a pi bond, or the reason why they cannot be determined."""
    labels: tuple[Any, ...] = ()
    """Data at places of the board, which a rule may read (``boards.labels``). A query moves them to its rule,
    so that engines receive boards without labels.
    """

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        lying = f", {quantity(len(self.lying), 'piece')} on it" if self.lying else ""
        return f"<Board: {self.text}, {quantity(self.size, 'cell')}{lying}>"

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the adjacent cells in ascending order."""
        touching: list[list[int]] = [[] for _ in range(self.size)]
        for first, second in self.edges:
            touching[first].append(second)
            touching[second].append(first)
        return tuple(tuple(sorted(cells)) for cells in touching)

    @property
    def is_bare(self) -> bool:
        """True if no piece is placed and no cell is reserved."""
        return not (self.lying or self.tints or self.illegal)

    @property
    def in_space(self) -> bool:
        """True if the board is a box, in which pieces are three-dimensional."""
        return self.coordinates is not None

    @property
    def has_rows(self) -> bool:
        """True if cells have rows and columns, so that a piece may have a shape."""
        return self.grid is not None

    @property
    def gridded(self) -> str:
        """Name of a board with rows and columns, which error messages suggest instead of this graph."""
        return self.text.replace("path:", "1x") if self.text.startswith("path:") else "a board such as 4x5"

    @property
    def is_rectangle(self) -> bool:
        """True if the board is a rectangle without holes, none of whose directions is cyclic."""
        return self.fills_grid and not (self.grid and (self.grid.wrap_rows or self.grid.wrap_cols))

    @property
    def fills_grid(self) -> bool:
        """True if the board contains every position of its grid; False for a graph."""
        return self.grid is not None and self.size == self.grid.rows * self.grid.cols

    @property
    def turns(self) -> tuple[Place, ...]:
        """Row and column of each cell, or its index in its slice and the slice; empty for other graphs."""
        return self.places or self.spots

    def admits(self, player: Player, cells: Iterable[int]) -> bool:
        """Return True if a player (or both players, if BOTH) may place a piece on the given cells."""
        return not self.tints or all(self.tints[cell] in (Player.BOTH, player) for cell in cells)

    @cached_property
    def at(self) -> dict[Place, int]:
        """Cell at each place; empty without a geometry."""
        return {place: cell for cell, place in enumerate(self.places)}

    @cached_property
    def piece_on_cell(self) -> dict[int, LyingPiece]:
        """Pieces already placed, by the cells that they cover."""
        return {cell: piece for piece in self.lying for cell in piece.cells}

    def beside(self, cell: int, down: int, right: int) -> int | None:
        """Return the cell at an offset from another cell, on a board with a geometry."""
        assert self.grid is not None, "only boards with a geometry have offsets"
        place = self.grid.move(self.places[cell], down, right)
        return None if place is None else self.at.get(place)

    def placements(self, shape: Sequence[Place]) -> list[tuple[int, ...]]:
        """Return all placements of a shape on the board, each as its cells in ascending order.

        On a graph a shape is one cell, or two adjacent cells.
        """
        if self.grid is None:
            return list(self.edges) if len(shape) == 2 else [(cell,) for cell in range(self.size)]
        top, left = shape[0]
        laid = ({self.beside(cell, row - top, col - left) for row, col in shape} for cell in range(self.size))
        there = ([cell for cell in cells if cell is not None] for cells in laid)
        return [tuple(sorted(cells)) for cells in there if len(cells) == len(shape)]

    def placements_in_space(self, shape: Sequence[Cube]) -> list[tuple[int, ...]]:
        """Return all placements of a shape of unit cubes in a box, each as its cells in ascending order."""
        assert self.coordinates is not None, "only boxes have pieces in space"
        at = {place: cell for cell, place in enumerate(self.coordinates)}
        top, left, front = shape[0]
        steps = [(i - top, j - left, k - front) for i, j, k in shape]
        found = (
            [at.get((i + down, j + right, k + back)) for down, right, back in steps]
            for i, j, k in self.coordinates
        )
        there = ([cell for cell in cells if cell is not None] for cells in found)
        return [tuple(sorted(cells)) for cells in there if len(cells) == len(shape)]

    def part(self, cells: Iterable[int]) -> Board:
        """Return the induced subgraph on some cells, renumbered in their order on the board."""
        kept = sorted(cells)
        new = {old: index for index, old in enumerate(kept)}
        of_cells = {name: getattr(self, name) for name in _OF_CELLS}
        changed: dict[str, Any] = {
            name: values and tuple(values[old] for old in kept) for name, values in of_cells.items()
        }
        return replace(
            self,
            size=len(kept),
            edges=tuple((new[a], new[b]) for a, b in self.edges if a in new and b in new),
            lying=tuple(
                replace(piece, cells=tuple(new[cell] for cell in piece.cells))
                for piece in self.lying
                if new.keys() >= set(piece.cells)
            ),
            hubs=sum(old < self.hubs for old in kept),
            illegal=tuple(
                tuple(new[cell] for cell in cells) for cells in self.illegal if new.keys() >= set(cells)
            ),
            pi_atoms=None,
            labels=(),
            **changed,
        )


_OF_CELLS = ("places", "spots", "tints", "coordinates", "names")
"""Fields of a board with one value for each cell; empty or None if the board has no such values."""


def from_places(text: str, grid: Grid, places: Iterable[Place]) -> Board:
    """Return the board that consists of the given positions of a grid. Positions that share an edge are
    adjacent.
    """
    kept = tuple(sorted(places))
    at = {place: cell for cell, place in enumerate(kept)}
    edges = []
    for cell, (row, col) in enumerate(kept):
        right, below = at.get((row, col + 1)), at.get((row + 1, col))
        if right is not None:
            edges.append((cell, right))
        if below is not None:
            edges.append((cell, below))
    closing: list[tuple[Place, Place]] = []
    if kept and grid.wrap_cols:
        closing += [((row, 0), (row, grid.cols - 1)) for row in range(grid.rows)]
    if kept and grid.wrap_rows:
        closing += [((0, col), (grid.rows - 1, col)) for col in range(grid.cols)]
    if closing:
        met = {
            (at[first], at[second])
            for first, second in closing
            if first in at and second in at and first != second
        }
        edges = sorted(met.union(edges))
    doubled = 2 in (grid.wrap_rows * grid.rows, grid.wrap_cols * grid.cols)
    return Board(text, len(kept), tuple(edges), grid, kept, doubled=doubled)


def from_grid(text: str, grid: Grid) -> Board:
    """Return the board with the given text that consists of all cells of a grid."""
    refuse_huge(text, grid.rows * grid.cols, 2 * grid.rows * grid.cols)
    rows = range(grid.rows if grid.cols else 0)
    return from_places(text, grid, [(row, col) for row in rows for col in range(grid.cols)])


def from_edges(text: str, size: int, edges: Iterable[tuple[int, int]]) -> Board:
    """Return a graph without geometry as a board."""
    kept = sorted({(min(a, b), max(a, b)) for a, b in edges})
    alike = size > 1 and len(kept) == size * (size - 1) // 2
    return Board(text, size, tuple(kept), alike=alike)


def simple_edges(label: str, edges: Iterable[Edge], names: Sequence[Hashable] = ()) -> tuple[Edge, ...]:
    """Return the edges of a simple graph, each once, from a list that a user wrote.

    A list that contains every edge exactly once in each direction is a simple graph, and a note says so.
    Every other list with a repeated edge describes a multigraph, and raises BoardError. ``names`` are the
    names of the vertices.

    >>> simple_edges("graph", [(0, 1), (2, 1)])
    ((0, 1), (2, 1))
    """
    listed = tuple(edges)
    kept = {(min(edge), max(edge)): edge for edge in reversed(listed)}
    if len(kept) == len(listed):
        return listed
    if len(set(listed)) == len(listed) == 2 * len(kept):
        note_reading(f"{label}: every edge is listed once in each direction; read as a simple graph")
        return tuple(reversed(kept.values()))
    refuse_repeated(label, [(min(edge), max(edge)) for edge in listed], names)
    return listed


def refuse_repeated(label: str, rows: Iterable[Sequence[int]], names: Sequence[Hashable] = ()) -> None:
    """Raise BoardError if a row, the endpoints of an edge and possibly a distance, occurs more than once."""
    repeated, count = next(iter(Counter(map(tuple, rows)).most_common(1)), ((), 0))
    if count > 1:
        row = f"{names[repeated[0]]}-{names[repeated[1]]}" if names else list(repeated)
        raise BoardError(
            f"{label}: the edge {row} occurs {count} times; multiple edges are not supported, so list each"
            " edge once"
        )


def refuse_huge(text: str, cells: int, edges: int) -> None:
    """Raise LimitError if a board has too many cells or edges to be stored."""
    if cells > MOST_CELLS or edges > MOST_EDGES:
        joined = f" and up to {edges} edges" if edges else ""
        raise LimitError(
            f"board {text!r} has {cells} cells{joined};"
            f" at most {MOST_CELLS} cells and {MOST_EDGES} edges are supported"
        )


def spot_text(board: Board, cell: int) -> str:
    """Return the position of a cell in English.

    >>> from gfkit.core.boards import parse_one_board
    >>> spot_text(parse_one_board("2x3"), 4), spot_text(parse_one_board("path:3"), 0)
    ('row 2, column 2', 'cell 1')
    """
    if board.names:
        return board.names[cell]
    if not board.places:
        return f"cell {cell + 1}"
    row, col = board.places[cell]
    return f"row {row + 1}, column {col + 1}"


def at_top_left(cells: Iterable[Place]) -> tuple[Place, ...]:
    """Return the cells in order, translated so that the smallest row and the smallest column are 0."""
    in_order = sorted(cells)
    top, left = in_order[0][0], min(col for _, col in in_order)
    return tuple((row - top, col - left) for row, col in in_order)


def distances_from(starts: Iterable[_Vertex], neighbours: Any) -> dict[_Vertex, int]:
    """Return the distance of every vertex that can be reached from the nearest start, in ascending order.

    ``neighbours`` is a list or a mapping, with the neighbours of each vertex.

    >>> distances_from([0], [[1], [0, 2], [1], []])
    {0: 0, 1: 1, 2: 2}
    """
    far = dict.fromkeys(starts, 0)
    todo = list(far)
    for vertex in todo:
        for other in neighbours[vertex]:
            if other not in far:
                far[other] = far[vertex] + 1
                todo.append(other)
    return far


def components_of(
    vertices: Iterable[_Vertex], edges: Iterable[tuple[_Vertex, _Vertex]]
) -> list[set[_Vertex]]:
    """Return the components of a graph, in the order of their first vertices.

    >>> components_of([0, 1, 2], [(0, 2)])
    [{0, 2}, {1}]
    """
    near: dict[_Vertex, list[_Vertex]] = {vertex: [] for vertex in vertices}
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    components: list[set[_Vertex]] = []
    seen: set[_Vertex] = set()
    for start in near:
        if start not in seen:
            components.append(set(distances_from([start], near)) if near[start] else {start})
            seen |= components[-1]
    return components
