"""What formulas are compared with: a game on a family of boards."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from gfkit.boards import Family, parse_board
from gfkit.errors import LimitError, MismatchError, SelfCheckError
from gfkit.formula.ratio import Ratio, Ring
from gfkit.games import Rule, as_rule
from gfkit.sequences import Evidence, Polynomial, RationalGF, Status
from gfkit.transfer import Derived, count, derive
from gfkit.typing import OnProgress

if TYPE_CHECKING:
    from gfkit.typing import Weights

_COUNTED_CELLS = 60
"""Boards up to this size are counted by themselves when a refutation rests on them."""
_CERTIFIED_STATES = 20_000


@dataclass(eq=False)
class GameTruth:
    """A game on a family, derived once for every choice of weights."""

    game: str | Rule
    family: str | Family
    positions: str = "all"
    on_progress: OnProgress | None = None
    _derived: dict[str, Derived] = field(default_factory=dict, repr=False)

    def law(self, weights: Weights) -> Derived:
        """The family with these weights; a result that is only probable is certified where that is cheap."""
        if weights not in self._derived:
            found = derive(self.game, self.family, self.positions, weights, on_progress=self.on_progress)
            if found.evidence.status is Status.PROBABLE:
                found = self._certified(found, weights)
            self._derived[weights] = found
        return self._derived[weights]

    def _certified(self, found: Derived, weights: Weights) -> Derived:
        if dict(found.evidence.details).get("states", 0) > _CERTIFIED_STATES:
            return found
        try:
            return derive(
                self.game, self.family, self.positions, weights, certify=True, on_progress=self.on_progress
            )
        except LimitError:
            return found

    def other(
        self,
        game: str | Rule | None = None,
        family: str | Family | None = None,
        positions: str | None = None,
    ) -> GameTruth:
        """The same with another game, family or class of positions."""
        return GameTruth(
            self.game if game is None else game,
            self.family if family is None else family,
            positions or self.positions,
            self.on_progress,
        )

    @property
    def boards(self) -> Family:
        found = parse_board(self.family) if isinstance(self.family, str) else self.family
        if not isinstance(found, Family):
            raise MismatchError(
                f"board {found.text!r} is a single board; verifying needs a family, with n in it, as 3xn"
            )
        return found

    @property
    def is_proved(self) -> bool:
        """Whether all that was derived of it is proved."""
        return all(law.evidence.status is Status.PROVED for law in self._derived.values())

    @property
    def name(self) -> str:
        return self.game if isinstance(self.game, str) else self.game.name

    def counted(self, n: int, weights: Weights, expected: int | Polynomial) -> bool:
        """Whether the board of size n was small enough to be counted by itself; what it gives must agree."""
        if n < self.boards.first_n or self.boards.at(n).size > _COUNTED_CELLS:
            return False
        found = count(as_rule(self.game), self.boards.at(n), self.positions, weights).polynomial
        if (found if weights.variables else found.total) != expected:
            raise SelfCheckError(
                f"{self.name} on {self.boards.text!r}: deriving and counting disagree at n = {n}; this is a"
                " fault in gfkit, please report it"
            )
        return True


def series(gf: RationalGF, ring: Ring) -> Ratio:
    """A generating function as a quotient in a ring."""
    return ring.polynomial(gf.numerator) / ring.polynomial(gf.denominator)


def term_of(value: int | Polynomial | Fraction, ring: Ring) -> Ratio:
    """A term as an element of a ring."""
    return ring.polynomial(value) if isinstance(value, Polynomial) else ring.number(value)


def refuted_by(
    truth: GameTruth, weights: Weights, n: int, true: int | Polynomial, known: Evidence
) -> Evidence:
    """How a difference at n is known: by counting that board alone, or as the derived series is."""
    if truth.counted(n, weights, true):
        return Evidence(Status.PROVED, "single-board-counted", (("n", n),))
    return Evidence(known.status, known.method, (*known.details, ("n", n)))


def exchanged(truth: GameTruth) -> list[tuple[str, GameTruth]]:
    """The game with rows for columns, with the other player's ends, and both."""
    boards = truth.boards
    families = [boards.text]
    if boards.shape.sides == 2 and len(set(boards.shape.wraps)) == 1:
        families.append(type(boards)(boards.word, boards.sizes[::-1]).text)
    ends = {"left-ends": "right-ends", "right-ends": "left-ends"}
    classes = [truth.positions, *([ends[truth.positions]] if truth.positions in ends else [])]
    return [
        (f"{positions} on {family}" if len(classes) > 1 else family, truth.other(None, family, positions))
        for family in families
        for positions in classes
        if (family, positions) != (boards.text, truth.positions)
    ]
