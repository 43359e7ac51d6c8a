"""The vocabulary that every floor shares."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class Player(StrEnum):
    """Who may place a piece."""

    LEFT = "left"
    RIGHT = "right"
    BOTH = "both"


class Positions(StrEnum):
    """The classes of positions of a placement game."""

    ALL = "all"
    LEFT_ENDS = "left-ends"
    RIGHT_ENDS = "right-ends"
    MAXIMAL = "maximal"
    PLAY = "play"

    @property
    def stuck(self) -> frozenset[Player]:
        """The players who must have no move."""
        return _STUCK.get(self, frozenset())


_STUCK = {
    Positions.LEFT_ENDS: frozenset({Player.LEFT}),
    Positions.RIGHT_ENDS: frozenset({Player.RIGHT}),
    Positions.MAXIMAL: frozenset({Player.LEFT, Player.RIGHT}),
}


class Weights(StrEnum):
    """What the variables of a polynomial mark."""

    NONE = "none"
    PIECES = "pieces"
    PLAYERS = "players"

    @property
    def variables(self) -> tuple[str, ...]:
        return {"none": (), "pieces": ("x",), "players": ("x", "y")}[self.value]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a long computation has come: ``done`` of ``total`` steps of ``stage``."""

    stage: str
    done: int
    total: int
    states: int


OnProgress = Callable[[Progress], None]


