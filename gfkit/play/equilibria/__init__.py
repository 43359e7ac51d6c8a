"""Dominogames: equilibrium payoffs and plays by backward induction, for every tie-breaking rule.

>>> import gfkit
>>> gfkit.equilibrium("4x2").payoffs
((9, 11),)
"""

from gfkit.play.equilibria.game import EVERY, Dominogame, Drop, DroppedPiece, Sides, TieRule, TieWord
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
