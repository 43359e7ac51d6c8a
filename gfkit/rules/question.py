"""Queries: a rule, a board or a family, a position class, and weights, parsed once from strings."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from os import PathLike
from typing import TYPE_CHECKING

from gfkit.boards import Board, Family, as_board, as_boards
from gfkit.errors import MismatchError, note_reading
from gfkit.rules.library import as_rule, game_name
from gfkit.rules.rule import Rule
from gfkit.typing import Positions, Weights
from gfkit.writable import Face

if TYPE_CHECKING:
    from gfkit.algebra.weight_part import AtLike, WeightPart


@dataclass(frozen=True, slots=True)
class Question(Face):
    """Rule on a board or on a family of boards, with a position class and weights.

    It is created once, by the command line or by a call with strings. Engines, workers and results use it
    instead of the strings.

    >>> asked = Question.of("domineering", "nx3", "right-ends")
    >>> asked.family.at(2).size, sorted(asked.positions.stuck), asked.weights.variables
    (6, [<Player.RIGHT: 'right'>], ())
    """

    rule: Rule
    boards: Board | Family
    positions: Positions = Positions.ALL
    weights: Weights = Weights.NONE
    game: str = field(default="", compare=False)
    """The name as given by the user, or the name of the rule."""
    spaced: Rule | None = field(default=None, compare=False)
    """The original rule, if the query was replaced by Node Kayles on its conflict graph."""

    def __post_init__(self) -> None:
        if not self.game:
            object.__setattr__(self, "game", self.rule.name)
        if self.boards.doubled and self.rule.tells_double_edges:
            raise MismatchError(
                f"board {self.boards.text!r} is a multigraph (a cyclic direction with two cells gives double"
                f" edges), and {self.rule.name} distinguishes double edges; use at least 3 cells in this"
                " direction, or a rule on vertices such as independent-sets"
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
        """Create a query from strings or objects; a query is returned unchanged."""
        if isinstance(game, Question):
            return game
        rule = as_rule(game)
        boards = as_boards(board)
        if rule.twin and not boards.has_rows and not boards.in_space:
            note_reading(
                f"{rule.name} on {boards.text} read as {rule.twin} (of a graph without rows and columns)"
            )
        name = game_name(game) if isinstance(game, str) else rule.name
        return cls(rule, boards, Positions.read(positions), Weights.read(weights), name)

    @property
    def board(self) -> Board:
        """The single board. Raise BoardError if the query is about a family."""
        return as_board(self.boards)

    @property
    def family(self) -> Family:
        """The family. Raise MismatchError if the query is about a single board."""
        return self.family_for("deriving")

    def family_for(self, doing: str) -> Family:
        """Return the family; ``doing`` names the operation that needs it in the error message."""
        if isinstance(self.boards, Family):
            return self.boards
        drawn = ", or a repeated drawing of . and #, such as repeat(.#./...):n" if self.boards.lying else ""
        raise MismatchError(
            f"board {self.boards.text!r} is a single board, but {doing} needs a family: replace a number by"
            f" n, as in 3xn{drawn}"
        )

    @property
    def is_family(self) -> bool:
        return isinstance(self.boards, Family)

    @property
    def key(self) -> tuple[object, ...]:
        """Key of the result: all fields except the name."""
        return self.rule, self.boards, self.positions, self.weights

    def by(self, rule: Rule, game: str) -> Question:
        """Return the query for another rule, on the original boards."""
        boards = self.boards.origin if isinstance(self.boards, Family) else self.boards
        return replace(self, rule=rule, boards=boards, game=game, spaced=None)

    def check_symmetric(self) -> None:
        """Raise MismatchError if counts up to symmetry are not defined, for example on conflict graphs."""
        if self.boards.in_space and not self.rule.flat:
            raise MismatchError(
                f"board {self.boards.text!r}: counting up to symmetry is not supported for pieces in space"
            )
        if self.spaced is not None:
            raise MismatchError(
                f"board {self.boards.text!r}: counting up to symmetry is not supported for"
                f" {self.spaced.name}, whose pieces conflict at a distance"
            )

    def on(self, boards: Board | Family) -> Question:
        """Return the query with other boards."""
        return replace(self, boards=boards)

    def with_weights(self, weights: Weights) -> Question:
        """Return the query with other weights."""
        return replace(self, weights=weights)

    def with_part(self, at: AtLike | None, coefficient: str | None) -> tuple[Question, WeightPart | None]:
        """Return the query with the weights that a substitution or a coefficient needs, and the latter or
        None.
        """
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
"""A rule, its name or the path of its file; or a query, which also contains the board."""
