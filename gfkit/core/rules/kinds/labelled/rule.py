"""Rules that read labels: another rule, and constraints and weights whose data are labels of a board.

A constraint may read the labels of the place where it is stated. If a label that it reads is blank there, the
constraint is absent; a weight with a blank label is an error. So a rule with the labels of one board is an
ordinary constraint system: a copy of each constraint at each place, with the values of its labels.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from gfkit.core.boards import Board, Family
from gfkit.core.boards.labels import GEOMETRIC, BoardLabel, Place, Value, geometric, read_value
from gfkit.core.deferred import dataclass, field, replace
from gfkit.core.errors import MismatchError, known_choices, note_reading
from gfkit.core.rules.automaton import LineRule
from gfkit.core.rules.kind import from_kind
from gfkit.core.rules.kinds.array.rule import ArrayRule, CellConnectivity, NearPredicate, WindowPredicate
from gfkit.core.rules.rule import Rule
from gfkit.core.rules.values import Linkage, MarkCount, Numbers, Occurrence, Pin, Predicate
from gfkit.core.typing import Positions

if TYPE_CHECKING:
    from gfkit.core.rules.factors import Factors

AT_LABEL = "label "
"""Beginning of a place that is given by a label, such as "label terminal"."""


@dataclass(frozen=True, slots=True)
class LabelName:
    """BoardLabel that a rule reads, and the marks that denote a blank place in addition to the usual ones."""

    name: str
    blanks: frozenset[Value] = frozenset()


@dataclass(frozen=True, slots=True)
class ReadingPart:
    """Predicate at single positions that reads labels of the position: of a cell, a vertex, or a window."""

    part: NearPredicate | WindowPredicate | Pin
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReadingDegree:
    """Predicate on the degree d of every vertex, which reads labels of the vertex."""

    predicate: Predicate
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReadingLine:
    """Constraint on lines that reads labels of the line: an automaton, or the lengths of the runs."""

    line: LineRule
    names: tuple[str, ...]
    runs: str = ""
    """BoardLabel with the lengths of the maximal runs of values other than 0, in order, or ""."""
    is_backwards: bool = False
    """True if the automaton reads lines from their last cell to their first."""


@dataclass(frozen=True, slots=True)
class GroupRule:
    """Constraint on each group of variables.

    The groups of a label are the variables at places of equal values and, for each larger place with a value,
    such as a row or a cage, the variables of the cells in it.
    """

    each: str
    what: Predicate = Predicate("x")
    """Counted or summed expression in the value x, which may read labels of the place of x."""
    is_sum: bool = False
    number: str = ""
    """Admissible numbers, separated by commas, or an expression in labels of the group."""
    bound: str = ""
    """Empty for equality, "least" or "most"."""
    is_distinct: bool = False
    """True if all values of a group must be different; excludes the other fields."""
    what_names: tuple[str, ...] = ()
    number_names: tuple[str, ...] = ()


Reading = ReadingPart | ReadingDegree | ReadingLine | GroupRule


@dataclass(frozen=True, slots=True, repr=False)
class LabelledRule(Rule):
    """Rule that reads labels of a board: the rule ``plain``, and constraints and weights with labels.

    A query binds the rule to its board: then ``data`` contains the labels and ``on`` the board.
    """

    name: str
    plain: Rule
    labels: tuple[LabelName, ...]
    readings: tuple[Reading, ...] = ()
    placed_weights: tuple[tuple[int, str], ...] = ()
    """For some values of a variable, the expression of its weight in labels of its place."""
    about: str = ""
    data: tuple[BoardLabel, ...] = ()
    on: Board | None = None
    factors: Factors | None = field(default=None, kw_only=True)
    given: tuple[Occurrence, ...] = field(default=(), kw_only=True)
    kind: str = field(default="labelled", init=False)
    kind_phrase: ClassVar[str] = "a rule that reads labels"

    # A theorem may not apply to the copies of a constraint, so all other properties are those of a rule
    # without theorems.

    @property
    def is_bound(self) -> bool:
        return True

    @property
    def label_names(self) -> tuple[str, ...]:
        return tuple(label.name for label in self.labels)

    @property
    def kind_of_variables(self) -> str:
        return self.plain.kind

    @property
    def flat(self) -> bool:
        return self.plain.flat

    @property
    def is_global(self) -> bool:
        return True

    @property
    def empty(self) -> int:
        return self.plain.empty

    @property
    def piece_sizes(self) -> frozenset[int]:
        return self.plain.piece_sizes

    @property
    def selected_values(self) -> frozenset[int]:
        return self.plain.selected_values

    @property
    def has_auxiliary_values(self) -> bool:
        return self.plain.has_auxiliary_values

    @property
    def linkages(self) -> tuple[Linkage, ...]:
        return self.plain.linkages

    @property
    def no_orbits(self) -> str:
        return "reads labels of its board, which symmetries move"

    @property
    def depends_on_double_edges(self) -> bool:
        return True

    def check_unweighed(self) -> None:
        if self.placed_weights and self.on is None:
            return  # the query checks again after the rule is bound
        super(LabelledRule, self).check_unweighed()

    def asked_on(self, boards: Board | Family, positions: Positions) -> tuple[Rule, Board | Family]:
        """Return the rule with the labels of the board, and the board without labels."""
        names = ", ".join(self.label_names)
        if isinstance(boards, Family):
            raise MismatchError(
                f"{self.name} reads the labels {names} of one board; {boards.text} is a family, so use a"
                " single board"
            )
        if self.on is not None and not boards.labels:
            self.check_board(boards)
            return self, boards
        bare = replace(boards, labels=())
        plain, _ = self.plain.asked_on(bare, positions)
        if plain != self.plain:
            raise MismatchError(f"{self.name} cannot read labels on the board {boards.text!r}")
        found = {label.name: label for label in boards.labels}
        data = tuple(
            replace(label, values=tuple(one for one in label.values if one[1] not in own.blanks))
            for own in self.labels
            if (label := found.get(own.name)) is not None
        )
        if not data:
            raise MismatchError(
                f"{self.name} reads the labels {names}, but the board {boards.text!r} has none of them; give"
                f" one as --label {self.labels[0].name}=FILE, or an instance file @FILE.toml"
            )
        for name in (own.name for own in self.labels if own.name not in found):
            note_reading(f"{self.name}: the label {name} is blank everywhere")
        bound = replace(self, data=data, on=bare)
        bound = replace(bound, plain=_at_marked_cells(bound))
        if not self.placed_weights:
            return bound, bare
        return replace(bound, factors=from_kind("labelled", "weights", "factors_of")(bound)), bare

    def check_board(self, board: Board) -> None:
        """Raise MismatchError if the rule is not bound to a board with these cells."""
        own = self.on
        if own is None or (own.size, own.edges, own.grid, own.places) != (
            board.size, board.edges, board.grid, board.places
        ):  # fmt: skip
            where = "no board" if own is None else f"the board {own.text!r}"
            raise MismatchError(f"{self.name} has the labels of {where}, not of {board.text!r}")

    def table(self, name: str) -> dict[Place, Value]:
        """Return the values of a label on the board of the rule, by places."""
        assert self.on is not None, "the rule is bound"
        if name in GEOMETRIC:
            return geometric(self.on, name)
        return next((dict(label.values) for label in self.data if label.name == name), {})

    def as_integer(self, name: str, value: Value) -> int:
        """Return the value of a label in a predicate. Raise MismatchError if it is not an integer."""
        if not isinstance(value, int):
            raise MismatchError(
                f"{self.name}: label {name!r} has the value {value}, but the rule needs an integer"
            )
        return value


def label_at(text: str) -> tuple[str, str]:
    """Return the name of the label in a place such as "label pair = 2", and the value, if any.

    >>> label_at("label pair = 2"), label_at("top row")
    (('pair', '2'), ('', ''))
    """
    if not text.startswith(AT_LABEL):
        return "", ""
    name, _, wanted = text.removeprefix(AT_LABEL).partition("=")
    return name.strip(), wanted.strip()


def places_in(plain: Rule) -> list[Any]:
    """Return all places of pins and of connectivity constraints of a rule."""
    own = (*getattr(plain, "pins", ()), *getattr(plain, "conditions", ()))
    pins = [one for one in own if isinstance(one, Pin)]
    return [*pins, *(place for linkage in plain.linkages for place in linkage.places)]


def _at_marked_cells(rule: LabelledRule) -> Rule:
    """Return the plain rule with the cells of all places that are given by a label."""
    plain: Any = rule.plain

    def placed(place: Any) -> Any:
        name, wanted = label_at(place.text)
        if not name:
            return place
        asked = read_value(wanted) if wanted else None
        table = rule.table(name).items()
        cells = {at[0] for at, value in table if len(at) == 1 and asked in (None, value)}
        return replace(place, cells=tuple(sorted(cells)))

    def linked(linkage: Linkage) -> Linkage:
        joins, apart = (tuple(map(placed, some)) for some in (linkage.joins, linkage.apart))
        each = linkage.each
        if each is not None and each.place is not None:
            place = placed(each.place)
            number = Numbers.of(0, len(place.cells)) if each.is_all else each.number
            each = MarkCount(place, number, each.is_all)
        return replace(linkage, joins=joins, apart=apart, each=each)

    if isinstance(plain, ArrayRule):
        conditions = [
            replace(one, linkage=linked(one.linkage))
            if isinstance(one, CellConnectivity)
            else placed(one)
            if isinstance(one, Pin)
            else one
            for one in plain.conditions
        ]
        return replace(plain, conditions=tuple(conditions))
    made: Rule = replace(plain, linkage=linked(plain.linkage), pins=tuple(map(placed, plain.pins)))
    return made


def names_in(text: str, names: Iterable[str]) -> tuple[str, ...]:
    """Return the labels that an expression mentions.

    >>> names_in("sum(near) == clue", ["clue", "near_by"])
    ('clue',)
    """
    words = {*re.findall(r"[A-Za-z_]\w*", text)}
    return tuple(name for name in dict.fromkeys((*names, *GEOMETRIC)) if name in words)


def filled(text: str, values: Mapping[str, int]) -> str:
    """Return an expression in which numbers replace the names of labels.

    >>> filled("sum(near) == clue", {"clue": -3})
    'sum(near) == (-3)'
    """
    return re.sub(
        r"[A-Za-z_]\w*", lambda word: f"({values[word[0]]})" if word[0] in values else word[0], text
    )


def unknown_label(rule: str, name: str, names: Iterable[str]) -> MismatchError:
    """Return the error for a label that a rule does not declare."""
    return MismatchError(f"{rule}: unknown label {name!r}; {known_choices(name, (*names, *GEOMETRIC))}")
