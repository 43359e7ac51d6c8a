"""Rule files of exact covers by drawn pieces, and of cells that point at cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

from gfkit.games.rule import ACROSS, CELL, DOWN, Cell, Exponents, Name, Piece, Rule, span

if TYPE_CHECKING:
    from gfkit.boards.symmetry import Turn


@dataclass(frozen=True, slots=True)
class CoverRule(Rule):
    """Pieces cover the board: every cell is in exactly one.

    ``pieces`` are as drawn, each with its weight; with ``turned`` they may also lie turned by quarter
    turns, with ``mirrored`` turned over from left to right. Pieces are different even where, wrapped
    around, they lie on the same cells; the same piece on the same cells is there once.
    """

    name: str
    pieces: tuple[Piece, ...]
    weights: tuple[Exponents, ...]
    turned: bool = False
    mirrored: bool = False
    about: str = ""
    kind: str = field(default="cover", init=False)
    kind_phrase: ClassVar[str] = "an exact cover"

    def lies(self, piece: Piece) -> tuple[Piece, ...]:
        """All the ways in which a piece may lie, the drawn one first.

        >>> ell = CoverRule("L", (Piece(((0, 0), (1, 0), (1, 1))),), ((0, 0),), turned=True)
        >>> [lie.text for lie in ell.lies(ell.pieces[0])]
        ['X./XX', 'XX/X.', 'XX/.X', '.X/XX']
        """
        positions = [piece]
        if self.turned:
            for _ in range(3):
                positions.append(_piece_at_top_left((col, -row) for row, col in positions[-1].cells))
        if self.mirrored:
            positions += [_piece_at_top_left((row, -col) for row, col in lie.cells) for lie in positions]
        return tuple(dict.fromkeys(positions))

    @property
    def extent(self) -> int:
        return max((span(lie.cells) for piece in self.pieces for lie in self.lies(piece)), default=0)

    @property
    def flat(self) -> bool:
        """Whether all pieces are cells or one that is an edge, so that any graph can be the board.

        Where pieces across and down are two, it would be the same edge that both lie on.
        """
        shapes = [{lie.cells for lie in self.lies(piece)} for piece in self.pieces]
        edges = [lies for lies in shapes if lies != {CELL}]
        return edges in ([], [{ACROSS, DOWN}])

    def names_after(self, turn: Turn) -> Mapping[Name, Name]:
        """By piece the one that it becomes in each way to lie, if there is one.

        >>> from gfkit.boards.symmetry import Turn
        >>> rule = Rule.cover("XX/X.", "XX/.X")
        >>> rule.names_after(Turn(right=-1)), rule.names_after(Turn(down=-1))
        ({('piece', 0): ('piece', 1), ('piece', 1): ('piece', 0)}, {})
        """
        lies = [self.lies(piece) for piece in self.pieces]
        whose = {lie: number for number, own in enumerate(lies) for lie in own}
        images = [{whose.get(_piece_at_top_left(map(turn.of, lie.cells))) for lie in own} for own in lies]
        return {
            ("piece", number): ("piece", image)
            for number, numbers in enumerate(images)
            for image in numbers
            if image not in (None, number) and len(numbers) == 1
        }


def polyominoes(size: int) -> tuple[Piece, ...]:
    """All polyominoes of so many cells, one in each of their positions.

    >>> [len(polyominoes(size)) for size in (1, 2, 3, 4, 5)]
    [1, 1, 2, 5, 12]
    """
    pieces = [Piece(CELL)]
    for _ in range(size - 1):
        larger: dict[Piece, None] = {}
        seen: set[Piece] = set()
        for piece in pieces:
            for row, col in piece.cells:
                for at in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
                    if at not in piece.cells:
                        made = _piece_at_top_left((*piece.cells, at))
                        if made not in seen:
                            larger[made] = None
                            seen.update(_positions(made))
        pieces = list(larger)
    return tuple(pieces)


def _positions(piece: Piece) -> tuple[Piece, ...]:
    return CoverRule("", (piece,), ((0, 0),), turned=True, mirrored=True).lies(piece)


def _piece_at_top_left(cells: Iterable[Cell]) -> Piece:
    """The piece of these cells, moved to the top left."""
    in_order = sorted(cells)
    top, left = min(row for row, _ in in_order), min(col for _, col in in_order)
    return Piece(tuple((row - top, col - left) for row, col in in_order))
