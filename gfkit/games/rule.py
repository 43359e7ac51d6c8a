"""Rules as data: the three kinds of rule that gfkit counts by."""

from __future__ import annotations

from dataclasses import dataclass, field

from gfkit.face import Face
from gfkit.typing import Player, Weights

Cell = tuple[int, int]
Exponents = tuple[int, int]
"""The powers of x and y that a piece, colour or tile carries."""


@dataclass(frozen=True, slots=True)
class Piece(Face):
    """The cells of a piece as offsets (down, right) from the top left of its drawing."""

    cells: tuple[Cell, ...]

    @property
    def text(self) -> str:
        """The piece as the rule file draws it."""
        return _draw(dict.fromkeys(self.cells, "X"))


@dataclass(frozen=True, slots=True)
class Colour:
    """A colour of pieces and who may place them."""

    name: str
    owner: Player
    pieces: tuple[Piece, ...]

    def belongs_to(self, player: Player) -> bool:
        return self.owner in (player, Player.BOTH)

    def exponents(self, weights: Weights) -> Exponents:
        """What one piece of this colour multiplies a position's monomial by."""
        if weights is Weights.NONE:
            return (0, 0)
        marked_y = weights is Weights.PLAYERS and self.owner is Player.RIGHT
        return (0, 1) if marked_y else (1, 0)


@dataclass(frozen=True, slots=True)
class PlacementRule(Face):
    """Pieces are placed on free cells and never move.

    ``forbidden`` holds the pairs of colours (by index, smaller first) whose pieces may not share an
    edge; with ``liberties`` every group of cells of one colour must touch a free cell.
    """

    name: str
    colours: tuple[Colour, ...]
    forbidden: frozenset[tuple[int, int]] = frozenset()
    liberties: bool = False
    about: str = ""
    kind: str = field(default="placement", init=False)

    def forbids(self, first: int, second: int) -> bool:
        """Whether pieces of these two colours may not touch."""
        return (min(first, second), max(first, second)) in self.forbidden

    @property
    def impartial(self) -> bool:
        return all(colour.owner is Player.BOTH for colour in self.colours)

    @property
    def flat(self) -> bool:
        """Whether all pieces are cells or edges, so that any graph can be the board."""
        return all(_cells_or_edges(colour) for colour in self.colours)


@dataclass(frozen=True, slots=True)
class Window(Face):
    """A drawn pattern: offsets and what must stand there (a colour, or a letter for 'any, the same')."""

    cells: tuple[tuple[Cell, str], ...]

    @property
    def text(self) -> str:
        return _draw(dict(self.cells))


@dataclass(frozen=True, slots=True)
class NeighbourCount:
    """Every cell of colour ``cell`` has an allowed number of neighbours with a colour in ``of``."""

    cell: int
    neighbours: tuple[Cell, ...]
    """Offsets of the neighbours; empty for 'all cells that share an edge', which any graph has."""
    of: frozenset[int]
    allowed: frozenset[int]


@dataclass(frozen=True, slots=True)
class ArrayRule(Face):
    """Every cell takes a colour; windows and counts of neighbours restrict which."""

    name: str
    colours: int
    weights: tuple[Exponents, ...]
    forbid: tuple[Window, ...] = ()
    counts: tuple[NeighbourCount, ...] = ()
    about: str = ""
    kind: str = field(default="array", init=False)


@dataclass(frozen=True, slots=True)
class Tile(Face):
    """A tile: the labels of its four edges, and its weight."""

    name: str
    top: str
    right: str
    bottom: str
    left: str
    weight: Exponents = (0, 0)


@dataclass(frozen=True, slots=True)
class Boundary:
    """The labels allowed on each side of the board, holes included."""

    top: frozenset[str]
    right: frozenset[str]
    bottom: frozenset[str]
    left: frozenset[str]


@dataclass(frozen=True, slots=True)
class TileRule(Face):
    """Every cell takes a tile; shared edges carry the same label."""

    name: str
    tiles: tuple[Tile, ...]
    boundary: Boundary
    about: str = ""
    kind: str = field(default="tiles", init=False)


Rule = PlacementRule | ArrayRule | TileRule


def _cells_or_edges(colour: Colour) -> bool:
    """Whether a colour's pieces are single cells, or dominoes that may lie both ways."""
    shapes = {piece.cells for piece in colour.pieces}
    return shapes - {CELL} in (set(), {ACROSS, DOWN})


def _draw(cells: dict[Cell, str]) -> str:
    """Cells drawn as rows divided by '/', with '.' where there is none."""
    rows = max(row for row, _ in cells) + 1
    cols = max(col for _, col in cells) + 1
    return "/".join("".join(cells.get((r, c), ".") for c in range(cols)) for r in range(rows))


CELL: tuple[Cell, ...] = ((0, 0),)
ACROSS: tuple[Cell, ...] = ((0, 0), (0, 1))
DOWN: tuple[Cell, ...] = ((0, 0), (1, 0))
