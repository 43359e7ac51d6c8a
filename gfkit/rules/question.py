"""Queries: a rule, a board or family, a class of positions, and weights, parsed once from strings."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from os import PathLike
from typing import TYPE_CHECKING

from gfkit.boards import Board, Family, as_board, as_boards
from gfkit.errors import MismatchError
from gfkit.rules.library import as_rule, game_name
from gfkit.rules.rule import Rule
from gfkit.typing import Positions, Weights
from gfkit.writable import Face

if TYPE_CHECKING:
    from gfkit.algebra.weight_part import AtLike, WeightPart


@dataclass(frozen=True, slots=True)
class Question(Face):
    """A rule on a board or on a family of boards, a class of positions, and weights.

    It is created once, by the command line, the laboratory or a call with text. Engines, workers and results
    use it instead of the text.

    >>> asked = Question.of("domineering", "nx3", "right-ends")
    >>> asked.family.at(2).size, sorted(asked.positions.stuck), asked.weights.variables
    (6, [<Player.RIGHT: 'right'>], ())
    """

    rule: Rule
    boards: Board | Family
    positions: Positions = Positions.ALL
    weights: Weights = Weights.NONE
    game: str = field(default="", compare=False)
    """The given name, or the name of the rule."""
    spaced: Rule | None = field(default=None, compare=False)
    """The original rule, if the query uses the conflict graph of its placements."""

    def __post_init__(self) -> None:
        if not self.game:
            object.__setattr__(self, "game", self.rule.name)
        if self.boards.doubled and self.rule.tells_double_edges:
            raise MismatchError(
                f"board {self.boards.text!r} is a multigraph, in which the two cells around are joined by two"
                f" edges, and {self.rule.name} tells two edges from one; rules on vertices take it, such as"
                " independent-sets; other rules need at least 3 cells around"
            )
        rule, boards = self.rule.asked_on(self.boards, self.positions)
        if boards is not self.boards:
            object.__setattr__(self, "spaced", self.rule)
            object.__setattr__(self, "boards", boards)
        object.__setattr__(self, "rule", rule)

    @classmethod
    def of(
        cls, game: object, board: object = None, positions: str = "all", weights: str = "none"
    ) -> Question:
        """Return the query that a string or values denote; a query denotes itself."""
        if isinstance(game, Question):
            return game
        rule = as_rule(game)
        boards = as_boards(board)
        name = game_name(game) if isinstance(game, str) else rule.name
        return cls(rule, boards, Positions.read(positions), Weights.read(weights), name)

    @property
    def board(self) -> Board:
        """The single board; raise BoardError for a family."""
        return as_board(self.boards)

    @property
    def family(self) -> Family:
        """The family; raise MismatchError for a single board."""
        return self.family_for("deriving")

    def family_for(self, doing: str) -> Family:
        """Like `family`, but the error names the operation that needs a family."""
        if isinstance(self.boards, Family):
            return self.boards
        drawn = ", or a drawing of . and # repeated, as repeat(.#./...):n" if self.boards.lying else ""
        raise MismatchError(
            f"board {self.boards.text!r} is a single board; {doing} needs a family, with n in it,"
            f" as 3xn{drawn}"
        )

    @property
    def is_family(self) -> bool:
        return isinstance(self.boards, Family)

    @property
    def key(self) -> tuple[object, ...]:
        """All parts that determine the result: all except the name."""
        return self.rule, self.boards, self.positions, self.weights

    def by(self, rule: Rule, game: str) -> Question:
        """Return the query with another rule, on the original boards."""
        boards = self.boards.origin if isinstance(self.boards, Family) else self.boards
        return replace(self, rule=rule, boards=boards, game=game, spaced=None)

    def check_symmetric(self) -> None:
        """Raise MismatchError if counts up to symmetry are not defined, as on conflict graphs."""
        if self.boards.in_space and not self.rule.flat:
            raise MismatchError(f"board {self.boards.text!r}: pieces in space are not counted up to symmetry")
        if self.spaced is not None:
            raise MismatchError(
                f"board {self.boards.text!r}: {self.spaced.name} keeps pieces apart, and is not counted up to"
                " symmetry"
            )

    def on(self, boards: Board | Family) -> Question:
        """Return the query with other boards."""
        return replace(self, boards=boards)

    def with_weights(self, weights: Weights) -> Question:
        """Return the query with other weights."""
        return replace(self, weights=weights)

    def with_part(self, at: AtLike | None, coefficient: str | None) -> tuple[Question, WeightPart | None]:
        """Return the query with the weights that a part of its polynomials needs, and this part, or None."""
        if at is None and coefficient is None:
            return self, None
        from gfkit.algebra.weight_part import WeightPart

        part = WeightPart.read(at, coefficient)
        return self.with_weights(part.weights(self.weights)), part

    def __repr__(self) -> str:
        weights = "" if self.weights is Weights.NONE else f", weights {self.weights.value}"
        return f"<Question: {self}{weights}>"

    def __str__(self) -> str:
        return f"{self.game} on {self.boards.text}{self.positions.title_end}"


GameLike = str | PathLike[str] | Rule | Question
"""A rule, its name or the path of its file; or a query, which contains the board too."""
