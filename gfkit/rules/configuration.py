"""Drawable form of one configuration of a rule: pieces, and marks on cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from gfkit.boards import LyingPiece
from gfkit.typing import Player


class _ColouredRule(Protocol):
    """A rule whose pieces have colours."""

    @property
    def colours(self) -> Sequence[Any]:
        """Colours, each with its owner."""

    @property
    def impartial(self) -> bool:
        """True if both players have the same moves."""


class Configuration(NamedTuple):
    """Pieces on a board, marks on its cells, and their drawing style."""

    pieces: tuple[LyingPiece, ...] = ()
    marks: dict[int, str] = {}  # noqa: RUF012 (read-only)
    joins: bool = False
    """True if cells are drawn as vertices, and pieces as edges that join two of them."""
    arrows: tuple[tuple[int, int], ...] | None = None
    """Edges from one vertex to another, or None if edges have no directions."""
    labels: tuple[tuple[tuple[int, int], str], ...] = ()
    """Marks on edges, each with its two cells."""
    by_lie: bool = False
    """True if the colours of pieces depend on their orientation, and not on their owners."""

    @staticmethod
    def of_moves(rule: _ColouredRule, moves: Iterable[tuple[int, Sequence[int]]]) -> Configuration:
        """Return the pieces by the number of their colour, and their cells.

        Several colours that both players may place have letters.
        """
        named = len(rule.colours) > 1 and rule.impartial
        pieces: list[LyingPiece] = []
        marks: dict[int, str] = {}
        for colour, cells in moves:
            pieces.append(LyingPiece("", rule.colours[colour].owner, tuple(sorted(cells))))
            if named:
                marks |= dict.fromkeys(cells, chr(ord("a") + colour % 26))
        return Configuration(tuple(pieces), marks)

    @staticmethod
    def of_values(values: Iterable[tuple[int, object]]) -> Configuration:
        """Create a configuration from the values of cells."""
        return Configuration(
            (), {cell: str(value) for cell, value in sorted(values, key=lambda item: item[0])}
        )

    @staticmethod
    def of_edges(edges: Iterable[Sequence[int]], roots: Iterable[int] = ()) -> Configuration:
        """Return the selected edges, and the letter r on chosen vertices."""
        taken = tuple(LyingPiece("", Player.BOTH, tuple(edge)) for edge in edges)
        return Configuration(taken, dict.fromkeys(sorted(roots), "r"), joins=True)

    @staticmethod
    def of_arrows(arrows: Iterable[tuple[int, int]]) -> Configuration:
        """Return the edges with directions, each from one vertex to another."""
        return Configuration(joins=True, arrows=tuple(arrows))

    @staticmethod
    def of_slots(slots: Iterable[tuple[Sequence[int], int]]) -> Configuration:
        """Return the values with the cells that carry them: one cell, or the two cells of an edge.

        >>> Configuration.of_slots([((0,), 3), ((0, 1), 2)])[1:3]
        ({0: '3'}, True)
        """
        shown = list(slots)
        marks = {cells[0]: str(value) for cells, value in shown if len(cells) == 1}
        labels = tuple(((a, b), str(value)) for (a, *rest), value in shown for b in rest[:1])
        return Configuration((), marks, joins=bool(labels), labels=labels)

    @staticmethod
    def of_cover(pieces: Iterable[Sequence[int]], pointing: Iterable[tuple[int, int]] = ()) -> Configuration:
        """Return the pieces on their cells; a pointing cell has the number of its target, from 1."""
        return Configuration(
            tuple(LyingPiece("", Player.BOTH, tuple(sorted(cells))) for cells in pieces),
            {cell: str(other + 1) for cell, other in pointing},
            by_lie=True,
        )
