"""Dominogames: equilibrium payoffs and plays by backward induction, for every way of breaking ties.

>>> import gfkit
>>> gfkit.equilibrium("2x4").payoffs
((9, 11),)
"""

import sys
from types import ModuleType
from typing import Any

from gfkit.equilibrium.game import Board, Dominogame, Piece
from gfkit.equilibrium.limits import EquilibriumLimitError
from gfkit.equilibrium.move import Move
from gfkit.equilibrium.play import Play
from gfkit.equilibrium.result import Equilibrium, PlayCount
from gfkit.equilibrium.solve import equilibria, equilibrium
from gfkit.equilibrium.tie_rule import EVERY, TieRule

__all__ = [
    "EVERY",
    "Board",
    "Dominogame",
    "Equilibrium",
    "EquilibriumLimitError",
    "Move",
    "Piece",
    "Play",
    "PlayCount",
    "TieRule",
    "equilibria",
    "equilibrium",
]


class _Equilibrium(ModuleType):
    """The room, called as the function in it: ``gfkit.equilibrium`` is both, whichever was imported first."""

    def __call__(self, board: str | Dominogame, **named: Any) -> Equilibrium:
        return equilibrium(board, **named)


sys.modules[__name__].__class__ = _Equilibrium
