"""Games: values of short games and boards, outcomes, Grundy values, misere quotients, equilibria."""

from typing import TYPE_CHECKING

from gfkit.core.hooks import when_used

if TYPE_CHECKING:
    from gfkit.play.board import BestMove, BoardValue, value
    from gfkit.play.short import ShortGame, Table, Thermograph
else:
    __getattr__ = when_used(
        __name__,
        {
            "board": "BestMove BoardValue value",
            "short": "ShortGame Table Thermograph",
        },
    )

__all__ = ["BestMove", "BoardValue", "ShortGame", "Table", "Thermograph", "value"]
