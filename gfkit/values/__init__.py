"""Game values: short games, rules on boards as masks, values of boards."""

from typing import TYPE_CHECKING

from gfkit.hooks import when_used

if TYPE_CHECKING:
    from gfkit.values.board import BestMove, BoardValue, value
    from gfkit.values.short import ShortGame, Table, Thermograph
else:
    __getattr__ = when_used(
        __name__,
        {
            "board": "BestMove BoardValue value",
            "short": "ShortGame Table Thermograph",
        },
    )

__all__ = ["BestMove", "BoardValue", "ShortGame", "Table", "Thermograph", "value"]
