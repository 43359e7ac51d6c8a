"""Limits: what would not fit is refused before it is begun, and stopped where that cannot be foreseen."""

from __future__ import annotations

from math import comb, prod
from typing import TYPE_CHECKING

from gfkit.equilibrium.game import Dominogame, Heights, Piece
from gfkit.errors import LimitError
from gfkit.memory import size_text

if TYPE_CHECKING:
    from gfkit.equilibrium.result import Equilibrium

_POSITION, _OUTCOME, _NODE = 400, 160, 1000
"""Bytes, roughly, for a position, for one of its payoffs, and for both in the graph of plays."""


class EquilibriumLimitError(LimitError):
    """Plays could not be counted; ``found`` has the payoffs, and the first plays."""

    def __init__(self, message: str, found: Equilibrium) -> None:
        super().__init__(message)
        self.found = found


def check_positions(game: Dominogame, start: Heights, max_memory: int) -> None:
    """Refuses a board on which more positions than fit can certainly be reached.

    Standing dominoes alone reach every profile that adds an even number to each height; on the empty
    board lying ones in the lowest row reach as many as there are tilings of 1 x C by 1 x 1 and 1 x 2.
    Mirror images are one position. Monominoes reach at least one position for every number of pieces.
    """
    columns = game.columns
    if game.piece is Piece.MONOMINO:
        least = max(game.cells, comb(min(game.rows, 64) + min(columns, 64), min(columns, 64)))
    else:
        standing = prod((game.rows - height) // 2 + 1 for height in start[:64])
        least = max(standing, 1 if any(start) else _tilings(min(columns, 96))) // 2
    refuse_beyond(game, least, _POSITION + 8 * columns, max_memory)


def _tilings(columns: int) -> int:
    one, two = 1, 1
    for _ in range(columns):
        one, two = two, one + two
    return one


def refuse_beyond(game: Dominogame, positions: int, each: int, max_memory: int) -> None:
    """Refuses so many positions of so many bytes each, when they are more than the memory allowed.

    >>> refuse_beyond(Dominogame(20, 20), 2**70, 8, 2**30)
    Traceback (most recent call last):
    ...
    gfkit.errors.LimitError: board '20x20': D(20,20) has some 10^21 positions or more, too many for 1.0 GiB
    """
    if positions * each > max_memory:
        number = f"{positions:,}" if positions < 10**12 else f"some 10^{positions.bit_length() * 3 // 10}"
        raise LimitError(
            f"board {game.board!r}: {game} has {number} positions or more, too many for"
            f" {size_text(max_memory)}"
        )


def check_plays(game: Dominogame, nodes: int, max_memory: int) -> None:
    """Stops counting plays when the positions and payoffs that they go through are too many."""
    if nodes * _NODE > max_memory:
        raise LimitError(
            f"board {game.board!r}: stopped counting plays at {nodes:,} positions with payoffs, about"
            f" {size_text(nodes * _NODE)}; {size_text(max_memory)} is the limit"
        )


def check_outcomes(game: Dominogame, positions: int, outcomes: int, max_memory: int) -> None:
    """Stops when what was found has grown beyond the memory allowed."""
    needed = positions * (_POSITION + 8 * game.columns) + outcomes * (_OUTCOME + 16 * game.players)
    if needed > max_memory:
        raise LimitError(
            f"board {game.board!r}: stopped at {positions:,} positions with {outcomes:,} payoffs, about"
            f" {size_text(needed)}; {size_text(max_memory)} is the limit"
        )
