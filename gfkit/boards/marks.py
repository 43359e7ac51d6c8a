"""Vertices of a graph that are reserved for a player, and pieces that lie on vertices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from gfkit.boards.board import Board, LyingPiece
from gfkit.errors import BoardError
from gfkit.typing import Player

_RESERVED = {"left": Player.LEFT, "right": Player.RIGHT, "nobody": None}
"""Vertices where only Left, only Right, or nobody may place a piece."""
_PIECES = {"pieces-left": ("A", Player.LEFT), "pieces-right": ("a", Player.RIGHT)}
"""Vertices where a piece of a player lies already."""
MARKS = (*_RESERVED, *_PIECES)


def with_marks(board: Board, marks: Mapping[str, Sequence[int]]) -> Board:
    """The graph with these vertices reserved, and pieces on these; each vertex is said once.

    >>> from gfkit.boards.board import from_edges
    >>> board = with_marks(from_edges("", 3, [(0, 1), (1, 2)]), {"left": [0], "pieces-right": [2]})
    >>> board.tints[0], board.lying[0].cells
    (<Player.LEFT: 'left'>, (2,))
    """
    tints: list[Player | None] = [Player.BOTH] * board.size
    lying: list[LyingPiece] = []
    marks_of: dict[int, str] = {}
    for key, cells in marks.items():
        for cell in cells:
            if cell in marks_of:
                name = board.names[cell] if board.names else str(cell)
                raise BoardError(
                    f"board {board.text!r}: vertex {name!r} is said twice, {marks_of[cell]} and {key}"
                )
            marks_of[cell] = key
            if key in _RESERVED:
                tints[cell] = _RESERVED[key]
            else:
                letter, owner = _PIECES[key]
                lying.append(LyingPiece(letter, owner, (cell,)))
    is_tinted = any(tint is not Player.BOTH for tint in tints)
    return replace(board, tints=tuple(tints) if is_tinted else (), lying=tuple(lying))
