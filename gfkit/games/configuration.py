"""What lies on a board in one configuration of a rule: pieces, and marks on cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from gfkit.boards import Lying
from gfkit.kinds.placement.rule import PlacementRule
from gfkit.kinds.tiles.rule import Tile
from gfkit.typing import Player


class Configuration(NamedTuple):
    """Pieces that lie on a board, and what stands on its cells besides."""

    pieces: tuple[Lying, ...] = ()
    marks: dict[int, str] = {}  # noqa: RUF012 (nobody writes to it)

    @staticmethod
    def of_moves(rule: PlacementRule, moves: Iterable[tuple[int, Sequence[int]]]) -> Configuration:
        """Pieces by the number of their colour, and their cells.

        Several colours that both players may place have letters.
        """
        named = len(rule.colours) > 1 and rule.impartial
        pieces: list[Lying] = []
        marks: dict[int, str] = {}
        for colour, cells in moves:
            pieces.append(Lying("", rule.colours[colour].owner, tuple(sorted(cells))))
            if named:
                marks |= dict.fromkeys(cells, chr(ord("a") + colour % 26))
        return Configuration(tuple(pieces), marks)

    @staticmethod
    def of_values(values: Iterable[tuple[int, object]]) -> Configuration:
        """What stands on cells, each with its cell."""
        return Configuration((), {cell: str(value) for cell, value in sorted(values, key=lambda one: one[0])})

    @staticmethod
    def of_tiles(tiles: Iterable[tuple[int, Tile]]) -> Configuration:
        """Tiles, each with its cell."""
        return Configuration.of_values((cell, tile.name) for cell, tile in tiles)

    @staticmethod
    def of_edges(edges: Iterable[Sequence[int]], roots: Iterable[int] = ()) -> Configuration:
        """Edges that are taken, and the letter r on vertices that are chosen."""
        taken = tuple(Lying("", Player.BOTH, tuple(edge)) for edge in edges)
        return Configuration(taken, dict.fromkeys(sorted(roots), "r"))

    @staticmethod
    def of_cover(pieces: Iterable[Sequence[int]], pointing: Iterable[tuple[int, int]] = ()) -> Configuration:
        """Pieces on their cells; on a cell that points, the number of the one it points at, from 1 on."""
        return Configuration(
            tuple(Lying("", Player.BOTH, tuple(sorted(cells))) for cells in pieces),
            {cell: str(other + 1) for cell, other in pointing},
        )
