"""Configuration of a rule in a form that can be drawn: pieces on a board, and marks on cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, Protocol

from gfkit.core.boards import LyingPiece
from gfkit.core.rules.kind import from_kind
from gfkit.core.rules.rule import Rule
from gfkit.core.rules.values import EVENT, Name
from gfkit.core.typing import Player


class _ColouredRule(Protocol):
    """Protocol of rules whose pieces have colours."""

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
    """True if cells are drawn as vertices, and pieces as edges between two vertices."""
    arrows: tuple[tuple[int, int], ...] | None = None
    """Directed edges (from, to), or None if edges have no direction."""
    labels: tuple[tuple[tuple[int, int], str], ...] = ()
    """Marks on edges, each with the two endpoints of its edge."""
    by_lie: bool = False
    """True if the colour of a piece is determined by its orientation and not by its owner."""

    @staticmethod
    def of_moves(rule: _ColouredRule, moves: Iterable[tuple[int, Sequence[int]]]) -> Configuration:
        """Create a configuration from pieces, given by the indices of their colours and their cells.

        If several colours belong to both players, they are drawn as letters.
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
        """Create a configuration of selected edges, with the letter r on chosen vertices."""
        taken = tuple(LyingPiece("", Player.BOTH, tuple(edge)) for edge in edges)
        return Configuration(taken, dict.fromkeys(sorted(roots), "r"), joins=True)

    @staticmethod
    def of_arrows(arrows: Iterable[tuple[int, int]]) -> Configuration:
        """Create a configuration of directed edges."""
        return Configuration(joins=True, arrows=tuple(arrows))

    @staticmethod
    def of_slots(slots: Iterable[tuple[Sequence[int], int]]) -> Configuration:
        """Create a configuration from values, each with its cells: one cell, or the endpoints of an edge.

        >>> Configuration.of_slots([((0,), 3), ((0, 1), 2)])[1:3]
        ({0: '3'}, True)
        """
        shown = list(slots)
        marks = {cells[0]: str(value) for cells, value in shown if len(cells) == 1}
        labels = tuple(((a, b), str(value)) for (a, *rest), value in shown for b in rest[:1])
        return Configuration((), marks, joins=bool(labels), labels=labels)

    @staticmethod
    def of_cover(pieces: Iterable[Sequence[int]], pointing: Iterable[tuple[int, int]] = ()) -> Configuration:
        """Create a configuration of pieces; a cell in ``pointing`` shows the number of its target, counted
        from 1.
        """
        return Configuration(
            tuple(LyingPiece("", Player.BOTH, tuple(sorted(cells))) for cells in pieces),
            {cell: str(other + 1) for cell, other in pointing},
            by_lie=True,
        )


def without_events(shown: Iterable[tuple[Name, int]]) -> list[tuple[Name, int]]:
    """Return the values of variables without the truth values of events, which are no part of a
    configuration.
    """
    return [(key, value) for key, value in shown if key[0] != EVENT]


def configuration_of(rule: Rule, shown: Iterable[tuple[tuple[int | str, ...], int]]) -> Configuration:
    """Return the configuration for the given values of the variables; by default it shows the values."""
    shown = without_events(shown)
    draw = from_kind(rule.kind, "constraints", "configuration_of")
    if draw is None:
        slots = (([cell for cell in key if isinstance(cell, int)], value) for key, value in shown)
        return Configuration.of_slots(slots)
    configuration = draw(rule, shown)
    assert isinstance(configuration, Configuration), "configuration_of must return a configuration"
    return configuration
