"""Short games: canonical forms, arithmetic, notation, thermographs."""

from gfkit.values.short.game import ShortGame
from gfkit.values.short.measures import Thermograph
from gfkit.values.short.table import Table

__all__ = ["ShortGame", "Table", "Thermograph"]
