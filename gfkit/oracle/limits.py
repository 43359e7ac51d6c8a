"""How far the oracle goes before it says no."""

from __future__ import annotations

from gfkit.boards import Board
from gfkit.errors import LimitError
from gfkit.games.rule import Rule

MOST_CELLS = 200
MOST_PLACEMENTS = 200
MOST_POSITIONS = 20_000_000
MOST_WITH_LIBERTIES = 10_000_000
MOST_TRIES = 5_000_000


def refuse_above(rule: Rule, board: Board, what: str, number: int, most: int) -> None:
    """Refuses a board that has more of something than is taken."""
    if number > most:
        raise too_much(rule, board, f"{number} {what}", most)


def too_much(rule: Rule, board: Board, needed: str, most: int) -> LimitError:
    """The error that names what listing everything would need."""
    return LimitError(
        f"brute force of {rule.name} on board {board.text!r} needs {needed}; at most {most} are taken"
    )
