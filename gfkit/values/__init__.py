"""Game values: short games, rules on boards as masks, values of boards."""

from gfkit.values.board import BestMove, BoardValue, value
from gfkit.values.short import ShortGame, Table, Thermograph

__all__ = ["BestMove", "BoardValue", "ShortGame", "Table", "Thermograph", "value"]
