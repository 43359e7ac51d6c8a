"""Short games: canonical forms, arithmetic, notation, thermographs."""

from gfkit.values.short.game import ShortGame
from gfkit.values.short.table import Table
from gfkit.values.short.thermograph import Thermograph

__all__ = ["ShortGame", "Table", "Thermograph"]
