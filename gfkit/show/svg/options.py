"""A position with the best moves of both players, each on a board of its own."""

from __future__ import annotations

from collections.abc import Sequence

from gfkit.boards import Board, Lying
from gfkit.show.svg.board import board_drawing
from gfkit.show.svg.drawing import Drawing, beside, stacked
from gfkit.typing import Player
from gfkit.values import BestMove

_LONGEST = 40
_MOST_MOVES = 12
"""Moves of one player that are drawn; those left out are counted below."""


def options_drawing(board: Board, moves: Sequence[BestMove], title: str) -> Drawing:
    """The board once for each move, the new piece on it, with the value that the move leads to."""
    rows = [row for player in (Player.LEFT, Player.RIGHT) for row in _row(board, moves, player)]
    return stacked(rows, title, "Best moves of both players." if moves else "No moves were asked for.")


def _row(board: Board, moves: Sequence[BestMove], player: Player) -> list[Drawing]:
    own = [move for move in moves if move.player is player]
    who = player.value.title()
    if not own:
        return [Drawing(0, 0, "", who).headed(f"{who} has no move")] if moves else []
    more = len(own) - _MOST_MOVES
    drawn = beside([_moved(board, move) for move in own[:_MOST_MOVES]], f"best moves of {who}")
    return [drawn.headed(f"Best for {who}" + (f" ({more} more are not shown)" if more > 0 else ""))]


def _moved(board: Board, move: BestMove) -> Drawing:
    letter = "X" if move.player is Player.LEFT else "x"
    drawn = board_drawing(board, [Lying(letter, move.player, move.cells)])
    words = move.value.text(_LONGEST)
    alike = f"{move.alike} moves" if move.alike > 1 else "1 move"
    return drawn.captioned(f"to {words if words is not None else 'a long value'}", alike)
