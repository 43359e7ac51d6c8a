"""Values of placement games on boards."""

from gfkit.values.board.result import BestMove, BoardValue
from gfkit.values.board.worth import value

__all__ = ["BestMove", "BoardValue", "value"]
