"""The nimber of one board by search."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from gfkit.boards import Board
from gfkit.errors import LimitError
from gfkit.games import PlacementRule
from gfkit.values.impartial.contraction import Contraction
from gfkit.values.impartial.nimber import Nimbers
from gfkit.values.position import LibertyPosition, Position, compile_position

DEFAULT_MEMORY = 2 << 30
_MOST_REMEMBERED = 1 << 17
"""Components whose canonical form is remembered."""
_ENTRY = 300
"""Bytes that one remembered position takes, about."""


class BoardParts:
    """The parts of the positions of a rule on a board, every move open to both players."""

    def __init__(self, position: Position) -> None:
        self._position = position
        self._contraction = Contraction(position) if isinstance(position, LibertyPosition) else None
        self._canonical = lru_cache(_MOST_REMEMBERED)(self._standing_for)

    def parts(self, state: int) -> list[int]:
        """The parts of a state; mirror images count as one, and so do exchanged players."""
        return [self._canonical(part) for part in self._position.components(state)]

    def _standing_for(self, component: int) -> int:
        canonical = self._position.canonical(component)[0]
        return canonical if self._contraction is None else self._contraction.canonical(canonical)

    def options(self, part: int) -> Iterable[tuple[int, ...]]:
        """What one move leaves, those in few small parts first."""
        position = self._position
        states = position.left(part)
        if not position.impartial:
            states = states + position.right(part)
        split = [tuple(self.parts(state)) for state in dict.fromkeys(states)]
        return sorted(split, key=lambda parts: max(map(self.most, parts), default=0))

    def most(self, part: int) -> int:
        return part.bit_count() if self._contraction is None else self._contraction.free_cells(part)


class Memory:
    """Counts remembered positions, and stops the search when they outgrow the memory allowed."""

    def __init__(self, board: str, max_memory: int | None) -> None:
        self._board = board
        self._most = (DEFAULT_MEMORY if max_memory is None else max_memory) // _ENTRY
        self.entries = 0

    def __call__(self, entries: int) -> None:
        self.entries += 1
        if entries > self._most:
            raise LimitError(
                f"board {self._board!r}: remembering more than {self._most} positions needs more memory than"
                " allowed; a smaller board would need less"
            )


def searched(rule: PlacementRule, board: Board, memory: Memory) -> int:
    """The nimber of a board, every move open to both players.

    Cost: the positions of its parts at worst; see ``Nimbers``.

    >>> from gfkit.boards import parse_one_board
    >>> from gfkit.games import find_rule
    >>> searched(find_rule("cram"), parse_one_board("4x5"), Memory("4x5", None))
    2
    """
    if board.size == 0:
        return 0
    position = compile_position(rule, board)
    parts = BoardParts(position)
    try:
        return Nimbers(parts, memory).of(parts.parts(position.start))
    except RecursionError:
        raise LimitError(
            f"board {board.text!r}: a game of {board.size} cells may last longer than the search is deep;"
            " boards of some hundred cells are too large unless they are strips that moves cut in two"
        ) from None
