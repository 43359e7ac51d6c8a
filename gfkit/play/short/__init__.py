"""Short games: canonical forms, arithmetic, notation, thermographs."""

from typing import TYPE_CHECKING

from gfkit.core.hooks import when_used

if TYPE_CHECKING:
    from gfkit.play.short.game import ShortGame
    from gfkit.play.short.operators import Thermograph
    from gfkit.play.short.table import Table
else:
    __getattr__ = when_used(
        __name__,
        {
            "game": "ShortGame",
            "table": "Table",
            "operators": "Thermograph",
        },
    )

__all__ = ["ShortGame", "Table", "Thermograph"]
