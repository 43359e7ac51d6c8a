"""Short games: canonical forms, arithmetic, notation, thermographs."""

from typing import TYPE_CHECKING

from gfkit.hooks import when_used

if TYPE_CHECKING:
    from gfkit.play.short.game import ShortGame
    from gfkit.play.short.table import Table
    from gfkit.play.short.thermograph import Thermograph
else:
    __getattr__ = when_used(
        __name__,
        {
            "game": "ShortGame",
            "table": "Table",
            "thermograph": "Thermograph",
        },
    )

__all__ = ["ShortGame", "Table", "Thermograph"]
