"""Dominogames: equilibrium payoffs and plays by backward induction, for every way of breaking ties.

>>> import gfkit
>>> gfkit.equilibrium("4x2").payoffs
((9, 11),)
"""

from gfkit.play.equilibria.game import Dominogame, Drop, DroppedPiece, Sides
from gfkit.play.equilibria.induction import EVERY, TieRule, TieWord
from gfkit.play.equilibria.result import (
    Equilibrium,
    EquilibriumLimitError,
    Play,
    PlayCount,
    equilibria,
    equilibrium,
)

__all__ = [
    "EVERY",
    "Dominogame",
    "Drop",
    "DroppedPiece",
    "Equilibrium",
    "EquilibriumLimitError",
    "Play",
    "PlayCount",
    "Sides",
    "TieRule",
    "TieWord",
    "equilibria",
    "equilibrium",
]
