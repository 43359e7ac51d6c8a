"""The vocabulary that every floor shares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Self, TypeVar

from gfkit.errors import OptionError, unknown


class Player(StrEnum):
    """Who may place a piece."""

    LEFT = "left"
    RIGHT = "right"
    BOTH = "both"

    @property
    def opponent(self) -> Player:
        """Right for Left, Left for Right."""
        return Player.RIGHT if self is Player.LEFT else Player.LEFT


class Positions(StrEnum):
    """The classes of positions of a placement game."""

    ALL = "all"
    LEFT_ENDS = "left-ends"
    RIGHT_ENDS = "right-ends"
    MAXIMAL = "maximal"
    PLAY = "play"
    FULL = "full"

    @classmethod
    def read(cls, word: str) -> Self:
        """The class with this name.

        >>> Positions.read("maxmal")
        Traceback (most recent call last):
        ...
        gfkit.errors.OptionError: positions 'maxmal' is unknown; did you mean maximal?
        """
        return read_word(cls, "positions", word)

    @property
    def stuck(self) -> frozenset[Player]:
        """The players who must have no move."""
        return _STUCK.get(self, frozenset())


PositionsWord = Positions | Literal["all", "left-ends", "right-ends", "maximal", "play", "full"]
"""A class of positions, or its name."""
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

    @classmethod
    def read(cls, word: str) -> Self:
        """The weights with this name."""
        return read_word(cls, "weights", word)

    @classmethod
    def with_variables(cls, variables: Sequence[str]) -> Weights:
        """The weights that have these variables."""
        return (cls.NONE, cls.PIECES, cls.PLAYERS)[len(variables)]

    @property
    def variables(self) -> tuple[str, ...]:
        return {"none": (), "pieces": ("x",), "players": ("x", "y")}[self.value]

    def powers(self, x: int, y: int) -> tuple[int, ...]:
        """The powers of its variables in a monomial with these powers of x and y."""
        return {"none": (), "pieces": (x + y,), "players": (x, y)}[self.value]


WeightsWord = Weights | Literal["none", "pieces", "players"]
"""What variables mark, or its name."""


class UpTo(StrEnum):
    """Which configurations count as one: those that these symmetries of the board take to each other."""

    SYMMETRY = "symmetry"
    """Rotations and reflections."""
    ROTATIONS = "rotations"
    RECTANGLE = "rectangle"
    """Those that keep rows rows, on squares too."""
    AUTOMORPHISMS = "automorphisms"
    """All that keep who touches whom, of a single graph."""

    @classmethod
    def read(cls, word: str) -> Self:
        """The symmetries with this name."""
        return read_word(cls, "up to", word)

    @property
    def certificate_refusal(self) -> str:
        """Why laws up to symmetries have no certificate."""
        return (
            f"a certificate holds one machine, and a law up to {self.value} is a sum of laws of several; that"
            " of all configurations, the first of them, has one"
        )


UpToWord = UpTo | Literal["symmetry", "rotations", "rectangle", "automorphisms"]
"""Symmetries, or their name."""
_Word = TypeVar("_Word", bound=StrEnum)


def read_word(kind: type[_Word], what: str, word: str) -> _Word:
    """The member of a vocabulary with this name, or an error that names those there are."""
    known = [member.value for member in kind]
    if word in known:
        return kind(word)
    raise OptionError(unknown(what, str(word), known))


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a long computation has come: ``done`` of ``total`` steps of ``stage``.

    ``later`` is the work of the stages after it, in steps of this one: 0.0 of the last stage, None where that
    is not known. Steps that are not ``alike`` cost ever more, each some times what the one before did.
    """

    stage: str
    done: int
    total: int
    states: int
    later: float | None = None
    alike: bool = True


OnProgress = Callable[[Progress], None]
