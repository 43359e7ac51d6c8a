"""What formulas are compared with: a game on a family of boards."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from gfkit.boards import Family
from gfkit.errors import LimitError, SelfCheckError
from gfkit.games import Question
from gfkit.sequences import Evidence, Polynomial, RationalGF, Status
from gfkit.transfer import Derived, count, derive
from gfkit.typing import OnProgress, Positions
from gfkit.verify.formula.ratio import Ratio, Ring

if TYPE_CHECKING:
    from gfkit.typing import Weights

_COUNTED_CELLS = 60
"""Boards up to this size are counted by themselves when a refutation rests on them."""
_CERTIFIED_STATES = 20_000


@dataclass(eq=False)
class GameTruth:
    """A game on a family, derived once for every choice of weights."""

    question: Question
    on_progress: OnProgress | None = None
    _derived: dict[str, Derived] = field(default_factory=dict, repr=False)

    def law(self, weights: Weights) -> Derived:
        """The family with these weights; a result that is only probable is certified where that is cheap."""
        if weights not in self._derived:
            found = derive(self.question.weighted(weights), on_progress=self.on_progress)
            if found.evidence.status is Status.PROBABLE:
                found = self._certified(found)
            self._derived[weights] = found
        return self._derived[weights]

    def _certified(self, found: Derived) -> Derived:
        if dict(found.evidence.details).get("states", 0) > _CERTIFIED_STATES:
            return found
        try:
            return derive(found.question, certify=True, on_progress=self.on_progress)
        except LimitError:
            return found

    def other(self, question: Question) -> GameTruth:
        """What another question is compared with."""
        return GameTruth(question, self.on_progress)

    @property
    def boards(self) -> Family:
        return self.question.family

    @property
    def is_proved(self) -> bool:
        """Whether all that was derived of it is proved."""
        return all(law.evidence.status is Status.PROVED for law in self._derived.values())

    @property
    def name(self) -> str:
        return self.question.game

    def counted(self, n: int, weights: Weights, expected: int | Polynomial) -> bool:
        """Whether the board of size n was small enough to be counted by itself; what it gives must agree."""
        if n < self.boards.first_n or self.boards.at(n).size > _COUNTED_CELLS:
            return False
        found = count(self.question.on(self.boards.at(n)).weighted(weights)).polynomial
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
    boards, asked = truth.boards, truth.question
    families = [boards]
    if boards.shape.sides == 2 and len(set(boards.shape.wraps)) == 1:
        families.append(type(boards)(boards.word, boards.sizes[::-1]))
    ends = {Positions.LEFT_ENDS: Positions.RIGHT_ENDS, Positions.RIGHT_ENDS: Positions.LEFT_ENDS}
    classes = [asked.positions, *([ends[asked.positions]] if asked.positions in ends else [])]
    return [
        (
            f"{positions} on {family.text}" if len(classes) > 1 else family.text,
            truth.other(replace(asked, boards=family, positions=positions)),
        )
        for family in families
        for positions in classes
        if (family, positions) != (boards, asked.positions)
    ]
