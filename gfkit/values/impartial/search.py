"""The nimbers of boards by search."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from gfkit.boards import Board
from gfkit.errors import LimitError
from gfkit.games import PlacementRule
from gfkit.memory import size_text
from gfkit.typing import OnProgress
from gfkit.values.impartial.blocks import Blocks, opening, plays_cells
from gfkit.values.impartial.contraction import Contraction
from gfkit.values.impartial.nimber import Nimbers
from gfkit.values.impartial.words import LONGEST_PATH, PathWords
from gfkit.values.position import LibertyPosition, Position, compile_position

DEFAULT_MEMORY = 2 << 30
_MOST_REMEMBERED = 1 << 17
"""Components whose canonical form is remembered."""
_BETWEEN_REPORTS = 256
_ENTRY = 300
"""Bytes that one remembered position takes, about."""
_PATH_AT_ONCE = 24
"""Paths up to this length are worked out together when all are asked for; longer ones one after another."""


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

    def __init__(
        self, board: str, max_memory: int | None, on_entries: Callable[[int], None] | None = None
    ) -> None:
        self._board = board
        self._bytes = DEFAULT_MEMORY if max_memory is None else max_memory
        self._most = self._bytes // _ENTRY
        self.entries = 0
        self._on_entries = on_entries

    def __call__(self, entries: int) -> None:
        self.entries += 1
        if self._on_entries is not None and self.entries % _BETWEEN_REPORTS == 0:
            self._on_entries(self.entries)
        if entries > self._most:
            raise LimitError(
                f"board {self._board!r}: remembering more than {self._most} positions needs more memory than"
                " allowed; a smaller board would need less"
            )

    def fits(self, size: int) -> bool:
        """Whether a table of so many bytes is allowed."""
        return size <= self._bytes

    def make_room(self, size: int) -> None:
        """Stops before a table of so many bytes that is not allowed."""
        if not self.fits(size):
            raise LimitError(
                f"board {self._board!r} needs {size_text(size)} of memory, and {size_text(self._bytes)} are"
                " allowed; a smaller board would need less"
            )


class Search:
    """The nimbers of boards under one rule, every move open to both players.

    NoGo, under whatever name, is played on paths as words (``PathWords``) and elsewhere with each group
    shrunk to its liberties (``Blocks``); there what is found on one board serves on the next. ``longest`` is
    the longest path that is going to be asked for, if known. Cost elsewhere: the positions of the board's
    parts at worst; see ``Nimbers``.

    >>> from gfkit.boards import parse_one_board
    >>> from gfkit.games import find_rule
    >>> Search(find_rule("cram")).nimber(parse_one_board("4x5"), Memory("4x5", None))
    2
    """

    def __init__(self, rule: PlacementRule, longest: int = 0) -> None:
        self._rule, self._longest = rule, longest
        self._nogo = plays_cells(rule)
        self._words = PathWords(0)
        self._shared: Nimbers[bytes] | None = None
        self._memory: Memory | None = None

    def nimber(self, board: Board, memory: Memory, on_progress: OnProgress | None = None) -> int:
        if board.size == 0:
            return 0
        if self._nogo and _is_path(board):
            return self._on_path(board.size, memory, on_progress)
        try:
            return self._by_search(board, memory)
        except RecursionError:
            raise LimitError(
                f"board {board.text!r}: a game of {board.size} cells may last longer than the search is deep;"
                " boards of some hundred cells are too large unless they are strips that moves cut in two"
            ) from None

    def _on_path(self, size: int, memory: Memory, on_progress: OnProgress | None) -> int:
        if size > self._words.longest:
            if size > LONGEST_PATH:
                raise LimitError(f"board path:{size}: paths of at most {LONGEST_PATH} cells are worked out")
            memory.make_room(PathWords.memory(size))
            together = min(self._longest, _PATH_AT_ONCE)
            longest = max(size, together if memory.fits(PathWords.memory(together)) else 0)
            self._words = PathWords(longest, on_progress)
            memory.entries = PathWords.size(longest)
        return self._words.value(size)

    def _by_search(self, board: Board, memory: Memory) -> int:
        position = compile_position(self._rule, board)
        start = opening(position) if self._nogo and isinstance(position, LibertyPosition) else None
        if start is None:
            parts = BoardParts(position)
            return Nimbers(parts, memory).of(parts.parts(position.start))
        self._memory = memory
        if self._shared is None:
            self._shared = Nimbers(Blocks(), self._remember)
        return self._shared.of(start)

    def _remember(self, entries: int) -> None:
        if self._memory is not None:
            self._memory(entries)


def _is_path(board: Board) -> bool:
    """Whether a board is one path without pieces, its cells numbered along it."""
    return not board.lying and set(board.edges) == {(cell, cell + 1) for cell in range(board.size - 1)}
