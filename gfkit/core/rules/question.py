"""Queries: a rule, a board or a family, a position class, and weights, parsed once from strings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, Any

from gfkit.core.boards import Board, Family, as_board, as_boards
from gfkit.core.deferred import dataclass, field, replace
from gfkit.core.errors import (
    InputError,
    MismatchError,
    OptionError,
    UndecidedError,
    as_typed,
    board_name,
    note_reading,
)
from gfkit.core.files import can_open
from gfkit.core.rules.library import (
    as_rule,
    board_on,
    find_rule,
    game_name,
    is_clumsy,
    is_content,
    name_on,
    names_game,
    sentence_read,
)
from gfkit.core.rules.rule import Rule, unnamed_letters
from gfkit.core.rules.values import Exponents, Occurrence
from gfkit.core.typing import EventsLike, Positions, Weights
from gfkit.core.writable import Face

if TYPE_CHECKING:
    from gfkit.core.algebra.polynomial import Polynomial
    from gfkit.core.algebra.weight_part import AtLike, WeightPart
    from gfkit.core.rules.factors import Factors
    from gfkit.core.rules.object import Object

LabelsLike = Mapping[str, Any] | Sequence[str]
"""Labels of a board by name, or names of attributes of a networkx graph."""
GIVEN = "the given rule "
"""First words of the structure of an object, if its rule has no name that can be typed."""


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
    """Name as given by the user, or the name of the rule."""
    spaced: Rule | None = field(default=None, compare=False)
    """Original rule, if the query was replaced by Node Kayles on its conflict graph."""
    typed: str = field(default="", compare=False)
    """Structure in an object if it is not ``game``, for example for a rule that was written in Python."""

    def __post_init__(self) -> None:
        if not self.game:
            object.__setattr__(self, "game", self.rule.name)
        if self.boards.doubled and self.rule.depends_on_double_edges:
            raise MismatchError(
                f"board {self.boards.text!r} has double edges, as in a cyclic direction with two cells or at"
                f" the corners of a projective plane, and the rule {self.rule.name} distinguishes them; use"
                " at least 3 cells in each cyclic direction, or a rule on vertices such as independent-sets"
            )
        if self.is_family and self.weights is Weights.PLAYERS:
            self.rule.check_two_letters("families")
        if self.positions is Positions.MAXIMAL and self.rule.maximal is not None:
            object.__setattr__(self, "rule", self.rule.maximal)
            object.__setattr__(self, "positions", Positions.ALL)
            object.__setattr__(self, "game", f"maximal {self.game}")
        if isinstance(self.boards, Board) and self.boards.labels:
            object.__setattr__(self, "boards", _read_labels(self.rule, self.boards))
        rule, boards = self.rule.asked_on(self.boards, self.positions)
        if type(rule) is not type(self.rule):
            object.__setattr__(self, "spaced", self.rule)
        object.__setattr__(self, "boards", boards)
        object.__setattr__(self, "rule", rule)

    @classmethod
    def of(
        cls,
        game: object,
        board: object = None,
        positions: str = "all",
        weights: str = "none",
        *,
        weighed: bool = False,
        given: EventsLike | None = None,
        labels: LabelsLike | None = None,
        accepts_functions: bool = False,
    ) -> Question:
        """Create a query from strings or objects; a query is only changed by a condition (``given``).

        A rule whose weights have coefficients is rejected unless the caller evaluates them (``weighed``), and
        a function from boards to constraint systems unless the caller states its hypothesis.
        """
        if isinstance(game, Question):
            return game.with_condition(given)
        board = board_on(game, board) if labels is None else labelled_board(game, board, labels)
        game = name_on(board, game) if isinstance(game, str) else game
        rule = as_rule(game, accepts_functions=accepts_functions)
        if positions == "all" and isinstance(game, str) and is_clumsy(game):
            positions = "maximal"
        if rule.factors is not None:
            if not weighed:
                rule.check_unweighed()
            _check_factors(rule.factors, Weights.read(weights))
        boards = as_boards(board)
        if rule.twin and not boards.has_rows and not boards.in_space:
            note_reading(
                f"{rule.name} on {boards.text} read as {rule.twin} (of a graph without rows and columns)"
            )
        name, typed = rule.name, f"{GIVEN}{rule.name}"
        if isinstance(game, str):
            name, typed = (name, game) if is_content(game) else (game_name(game), "")
        asked = cls(rule, boards, Positions.read(positions), Weights.read(weights), name, typed=typed)
        if asked.rule.factors is not rule.factors and asked.rule.factors is not None:  # weights in labels
            if not weighed:
                asked.rule.check_unweighed()
            _check_factors(asked.rule.factors, asked.weights)
        asked._note_letters()
        return asked.with_condition(given)

    def as_object(self) -> Object:
        """Return what is counted, in a form that can be typed again (``question_of``).

        >>> Question.of("kings", "3xn", "maximal").as_object().text
        'count(kings | 3xn | maximal)'
        """
        from gfkit.core.rules.object import Object  # counting does not need it

        name, positions, single = self.game, str(self.positions), self.game.removeprefix("maximal ")
        if single != name and (self.typed or names_game(single)):  # see ``__post_init__``
            name, positions = single, "maximal"
        if self.typed and not self._is_known_as(name):
            name = self.typed
        sentence = None if self.typed else sentence_read(name)
        weights = str(self.weights) if self.weights.variables else ""
        structure = sentence.structure if sentence else name
        return Object("count", structure, self.boards.text, positions, weights)

    def _is_known_as(self, name: str) -> bool:
        """Return True if a built-in name denotes the rule; a rule that is written in Python may have any
        name.
        """
        known = find_rule(game_name(name)) if names_game(name) and not can_open(name) else None
        return known is not None and (known in (self.rule, self.spaced) or known.maximal == self.rule)

    @property
    def board(self) -> Board:
        """Board of the query. Raise BoardError if the query is about a family."""
        return as_board(self.boards)

    @property
    def family(self) -> Family:
        """Family of the query. Raise MismatchError if the query is about a single board."""
        return self.family_for("deriving")

    def reach(self, extent: int) -> int:
        """Return the range in slices of a rule with this extent in rows or columns.

        A constraint on two adjacent pieces extends over one more than the length of the longer piece, and the
        pieces at a cell of an event are at most the extent away from it. An edge may extend over several
        slices. At a hub, the number of neighbours is stored up to the largest allowed number plus one, and a
        required number of neighbours becomes irrelevant only this many slices before the end.
        """
        rule, family = self.rule, self.family
        slices, depth = family.slices, max((event.depth for event in rule.given), default=0)
        far = 1 + depth + extent
        if rule.is_slanted:
            grid = family.at(family.first_n).grid
            far += grid.rows if family.is_irregular and grid else max(size or 0 for size in family.sizes)
        return far * family.span + (rule.hub_cap(family.text) if slices and slices.hubs.vertices else 0)

    def family_for(self, doing: str) -> Family:
        """Return the family, or raise MismatchError if the query is about a single board.

        The error message names the operation ``doing``.
        """
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
        """Return the query with another rule, on the original boards."""
        boards = self.boards.origin if isinstance(self.boards, Family) else self.boards
        return replace(self, rule=rule, boards=boards, game=game, spaced=None, typed="")

    def check_symmetric(self) -> None:
        """Raise MismatchError if counts up to symmetry are not defined, for example on conflict graphs."""
        self.rule.check_unweighed()
        if self.weights is Weights.PLAYERS:
            self.rule.check_two_letters("counts up to symmetry")
        if self.boards.in_space and not self.rule.flat:
            raise MismatchError(
                f"board {self.boards.text!r}: counting up to symmetry is not supported for"
                " three-dimensional pieces"
            )
        if self.spaced is not None:
            raise MismatchError(
                f"board {self.boards.text!r}: counting up to symmetry is not supported for"
                f" {self.spaced.name}, whose pieces conflict at a distance"
            )

    def on(self, boards: Board | Family) -> Question:
        """Return the query with its boards replaced."""
        return replace(self, boards=boards)

    def with_condition(self, events: EventsLike | None) -> Question:
        """Return the query about the configurations in which one or several events occur.

        >>> from gfkit.core.engine.count import count
        >>> given = ("cell 1,1 is 1", "cell 4,1 is 0")
        >>> [int(count(Question.of("independent-sets", "4x1", given=some))) for some in (given[0], given)]
        [3, 2]
        """
        events = (events,) if isinstance(events, str) else events or ()
        asked = self
        for event in events:
            asked = asked.with_event(Occurrence(event), f"{self.game} given {' and '.join(events)}")
        return asked

    def with_event(self, event: Occurrence, game: str = "") -> Question:
        """Return the query with an event, in whose sentence every cell must be on the board.

        A condition applies to families from the first n on whose boards contain its cells, with the numbers
        of single boards. If events are counted, cells that a small board does not contain have no value, and
        no piece covers them.
        """
        rule = self.rule
        is_image = rule.has_image or rule.divide != 1 or rule.least != (0, 0)
        others = self.spaced, rule.counter, rule.avoided
        has_events = "given" in getattr(type(rule), "__dataclass_fields__", ())
        if is_image or rule.liberties or not has_events or any(one is not None for one in others):
            raise MismatchError(f"event {event.text!r}: events are not defined for the structure {self.game}")
        is_condition = self.is_family and event.weight is None
        asked = replace(
            self,
            rule=rule.with_events(*rule.given, event),
            boards=self.family.with_own_numbers() if is_condition else self.boards,
            game=game or self.game,
        )
        from gfkit.core.rules.kinds.events import first_with_events  # few queries have conditions

        first = first_with_events(asked.rule, asked.boards, asked.positions)
        return asked.on(asked.family.starting_at(first)) if is_condition else asked

    def with_weights(self, weights: Weights) -> Question:
        """Return the query with its weights replaced."""
        return replace(self, weights=weights)

    @property
    def variables(self) -> tuple[str, ...]:
        """Variables of polynomials: those of the weights, or more than two letters of the rule file."""
        factors = self.rule.factors
        if factors is None or self.weights is not Weights.PLAYERS or len(factors.factors) <= 2:
            return self.weights.variables
        return factors.variables

    def polynomial_of(
        self, terms: Mapping[Exponents, int], variables: tuple[str, ...] | None = None
    ) -> Polynomial:
        """Return the polynomial with the given exponents of all letters, in the variables of the query."""
        from gfkit.core.algebra.polynomial import Polynomial

        variables, found = self.variables if variables is None else variables, Counter[Exponents]()
        for exponents, value in terms.items():
            powers = (*self.weights.powers(*exponents), *[0] * len(variables))
            if any(powers[len(variables) :]):
                raise unnamed_letters(self.rule)
            found[powers[: len(variables)]] += value
        return Polynomial.of(variables, found)

    def divided(self, polynomial: Polynomial) -> Polynomial:
        """Return the polynomial divided by the divisor of the rule; boards without cells are not divided."""
        rule, board = self.rule, self.board
        if rule.is_small(board):
            return polynomial * 0
        if rule.divide == 1 or not board.size:
            return polynomial
        if any(value % rule.divide for _, value in polynomial.terms):
            raise self.indivisible(polynomial)
        quotients = {powers: value // rule.divide for powers, value in polynomial.terms}
        return type(polynomial).of(polynomial.variables, quotients)

    def indivisible(self, number: object) -> MismatchError:
        """Return the error for a count that is not divisible by the divisor of the rule."""
        rule = self.rule
        return MismatchError(
            f"board {self.board.text!r}: the rule {rule.name} has {number} arrays, a number not divisible by"
            f" divide = {rule.divide}; omit 'divide', or correct the rule"
        )

    def _note_letters(self) -> None:
        """Print a note on the letters of a rule file that x and y denote, if these are different letters."""
        factors, variables = self.rule.factors, self.variables
        if factors is None or not variables:
            return
        names = ", ".join(factors.letters), ", ".join(variables[: len(factors.factors)])
        if names[0] != names[1]:
            note_reading(f"weights {names[0]} read as {names[1]}")

    def with_part(
        self, at: AtLike | None, coefficient: str | None, *, is_inner: bool = False
    ) -> tuple[Question, WeightPart | None]:
        """Return the query with the weights that a substitution or coefficient needs, and the substitution or
        coefficient, or None. For an inner query of another result, no note is printed.
        """
        factors = self.rule.factors
        is_weighed = factors is not None and factors.has_coefficients and self.weights is Weights.NONE
        if at is None and coefficient is None and not is_weighed:
            has_weights = any(any(linkage.weight) for linkage in self.rule.linkages)
            if has_weights and self.weights is not Weights.PLAYERS and not is_inner:
                same = "x = y" if self.weights is Weights.PIECES else "x = y = 1"
                how = "write --weights players for the polynomial in x and y"
                note_reading(f"{self.rule.name} read with {same}; {how}")
            return self, None
        from gfkit.core.algebra.weight_part import WeightPart

        if factors is None:
            part = WeightPart.read(at, coefficient)
            return self.with_weights(part.weights(self.weights)), part
        # with one variable, x would replace all letters
        asked = self.with_weights(Weights.PLAYERS if len(factors.factors) > 1 else Weights.PIECES)
        values_at = None if factors.are_letters else factors.values
        part = WeightPart.read_letters(at, coefficient, factors.letters, asked.variables, values_at)
        if len(part.values) + len(part.powers) < len(factors.factors):
            asked._note_letters()
        return asked, part

    def __repr__(self) -> str:
        weights = "" if self.weights is Weights.NONE else f", weights {self.weights.value}"
        return f"<Question: {self}{weights}>"

    def __str__(self) -> str:
        return f"{self.game} on {board_name(self.boards.text)}{self.positions.title_end}"


def labelled_board(game: object, board: object, labels: LabelsLike) -> Board:
    """Return the board of a query with further labels (``boards.labels``)."""
    from gfkit.core.boards.labels import with_labels

    return with_labels(as_board(board_on(game, board)), labels, board)


def _read_labels(rule: Rule, board: Board) -> Board:
    """Return the board with the labels that a rule reads, and print a note about the others."""
    read = tuple(label for label in board.labels if label.name in rule.label_names)
    if unread := [label.name for label in board.labels if label not in read]:
        note_reading(f"{rule.name} does not read the labels {', '.join(unread)}")
    return replace(board, labels=read)


def _check_factors(factors: Factors, weights: Weights) -> None:
    """Raise OptionError if polynomials are requested, but a factor of the weights is not a letter."""
    if weights is not Weights.NONE and not factors.are_letters:
        numbers = ",".join(f"{letter}=1" for letter in factors.letters)
        way = f"give numbers instead, as in at {numbers}" if numbers else "omit the weights"
        raise OptionError(
            f"weights {weights.value}: there are no polynomials for weights with coefficients; {way}"
        )


def question_of(one: Object) -> Question:
    """Return the query whose counts, or whose optimal numbers, are an object.

    Raise UndecidedError if no query has these numbers.

    >>> from gfkit.core.rules.object import Object
    >>> question_of(Object.read("count(colourings:3 | cycle:n)"))
    <Question: colourings:3 on cycle:n>
    """
    if one.what not in ("count", "minimum", "maximum") or one.part:
        raise UndecidedError(f"cannot say anything about {one.text}: no query has these numbers")
    if one.structure.startswith(GIVEN):
        raise InputError(f"statement: {as_typed(one.structure)} has no name; save it as a rule file")
    return Question.of(one.structure, one.family, one.positions, one.weights or "none")


GameLike = str | PathLike[str] | Rule | Question
"""Rule, its name or the path of its file; or a query, which also contains the board."""
SystemLike = GameLike | Callable[[Board], Any]
"""Rule, as above, or a function from a board to a constraint system."""
