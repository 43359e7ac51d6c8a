"""Dominogames: equilibrium payoffs and plays by backward induction, for every way of breaking ties.

>>> import gfkit
>>> gfkit.equilibrium("2x4").payoffs
((9, 11),)
"""

import sys
from types import ModuleType
from typing import Any

from gfkit.equilibrium.game import Dominogame, Drop, DroppedPiece, Sides
from gfkit.equilibrium.induction import EVERY, TieRule
from gfkit.equilibrium.result import (
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
    "equilibria",
    "equilibrium",
]


class _Equilibrium(ModuleType):
    """The room, called as the function in it: ``gfkit.equilibrium`` is both, whichever was imported first."""

    def __call__(self, board: str | Dominogame, **named: Any) -> Equilibrium:
        return equilibrium(board, **named)


sys.modules[__name__].__class__ = _Equilibrium
