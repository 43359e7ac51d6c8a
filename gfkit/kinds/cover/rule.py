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
        >>> [one.text for one in ell.lies(ell.pieces[0])]
        ['X./XX', 'XX/X.', 'XX/.X', '.X/XX']
        """
        found = [piece]
        if self.turned:
            for _ in range(3):
                found.append(_moved((col, -row) for row, col in found[-1].cells))
        if self.mirrored:
            found += [_moved((row, -col) for row, col in one.cells) for one in found]
        return tuple(dict.fromkeys(found))

    @property
    def extent(self) -> int:
        return max((span(lie.cells) for piece in self.pieces for lie in self.lies(piece)), default=0)

    @property
    def flat(self) -> bool:
        """Whether all pieces are cells or one that is an edge, so that any graph can be the board.

        Where pieces across and down are two, it would be the same edge that both lie on.
        """
        shapes = [{one.cells for one in self.lies(piece)} for piece in self.pieces]
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
        images = [{whose.get(_moved(map(turn.of, lie.cells))) for lie in own} for own in lies]
        return {
            ("piece", number): ("piece", image)
            for number, found in enumerate(images)
            for image in found
            if image not in (None, number) and len(found) == 1
        }


def polyominoes(size: int) -> tuple[Piece, ...]:
    """All polyominoes of so many cells, one in each of their positions.

    >>> [len(polyominoes(size)) for size in (1, 2, 3, 4, 5)]
    [1, 1, 2, 5, 12]
    """
    found = [Piece(CELL)]
    for _ in range(size - 1):
        larger: dict[Piece, None] = {}
        seen: set[Piece] = set()
        for piece in found:
            for row, col in piece.cells:
                for at in ((row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)):
                    if at not in piece.cells:
                        made = _moved((*piece.cells, at))
                        if made not in seen:
                            larger[made] = None
                            seen.update(_positions(made))
        found = list(larger)
    return tuple(found)


def _positions(piece: Piece) -> tuple[Piece, ...]:
    return CoverRule("", (piece,), ((0, 0),), turned=True, mirrored=True).lies(piece)


def _moved(cells: Iterable[Cell]) -> Piece:
    """The piece of these cells, moved to the top left."""
    found = sorted(cells)
    top, left = min(row for row, _ in found), min(col for _, col in found)
    return Piece(tuple((row - top, col - left) for row, col in found))
