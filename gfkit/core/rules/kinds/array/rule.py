"""Local-rule arrays: every cell has a value, subject to windows, counts and predicates."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import TYPE_CHECKING, ClassVar, TypeVar

from gfkit.core.deferred import dataclass, field, replace
from gfkit.core.errors import MismatchError
from gfkit.core.rules.automaton import LineRule
from gfkit.core.rules.expression import kinds_of, map_values
from gfkit.core.rules.kind import from_kind
from gfkit.core.rules.rule import GrowingCounter, Rule
from gfkit.core.rules.threshold import asks_neighbours, hub_bound, threshold
from gfkit.core.rules.values import (
    CROSS,
    Cell,
    Exponents,
    Linkage,
    Numbers,
    Occurrence,
    Outside,
    Pin,
    Predicate,
    Spot,
    Spots,
    Window,
    drawn_cells,
    near_spots,
    span,
)
from gfkit.core.typing import Positions

if TYPE_CHECKING:
    from gfkit.core.boards import Board, Family
    from gfkit.core.rules.factors import Factors
    from gfkit.core.rules.growing import GrowingValues


@dataclass(frozen=True, slots=True)
class NeighbourCount:
    """Constraint that every cell of value ``cell`` has an allowed number of neighbours with a value in
    ``of``.
    """

    cell: int
    neighbours: tuple[Cell, ...]
    """Offsets of the neighbours; empty for all cells that share an edge, which are defined on any graph."""
    of: frozenset[int]
    allowed: frozenset[int]


@dataclass(frozen=True, slots=True)
class WindowPredicate:
    """Predicate on the values of the cells of a window, for every placement of the window."""

    cells: tuple[tuple[Cell, str], ...]
    """Offsets and letters, in reading order."""
    predicate: Predicate

    def spots(self, places: Sequence[Spot]) -> Spots:
        """Return the cells denoted by the names in a window: its letters, all, rows and columns."""

        def lines(axis: int) -> Spot:
            numbers = sorted({offset[axis] for offset in self.offsets})
            return tuple(
                tuple(
                    spot for offset, spot in zip(self.offsets, places, strict=True) if offset[axis] == number
                )
                for number in numbers
            )

        letters = ((letter, spot) for (_, letter), spot in zip(self.cells, places, strict=True))
        return (*letters, ("all", tuple(places)), ("rows", lines(0)), ("columns", lines(1)))

    @property
    def offsets(self) -> tuple[Cell, ...]:
        return tuple(offset for offset, _ in self.cells)

    @property
    def text(self) -> str:
        """Window of the constraint, as drawn in the rule file."""
        return drawn_cells(dict(self.cells))


@dataclass(frozen=True, slots=True)
class WeightedWindow:
    """Window that multiplies the weight of an array by a monomial, once for each position at which its
    predicate is true.
    """

    window: WindowPredicate
    weight: Exponents
    is_sum: bool = False
    """True if the exponent of the monomial at a position is the value of the expression, which is never
    negative.
    """

    @property
    def exponent(self) -> Predicate:
        """Expression for the exponent of the monomial at a position."""
        predicate = self.window.predicate
        return predicate if self.is_sum else Predicate(f"not not ({predicate.text})")


@dataclass(frozen=True, slots=True)
class NearPredicate:
    """Predicate on the value of every cell and the values of its neighbours on the board."""

    neighbours: tuple[Cell, ...]
    """Offsets as in ``NeighbourCount``."""
    predicate: Predicate

    def spots(self, number: int, outside: Sequence[Outside]) -> Spots:
        """Return the cells denoted by the names at cell 0, with neighbours 1 to ``number`` and the given
        cells outside.
        """
        return near_spots(number, outside)


@dataclass(frozen=True, slots=True)
class Exactly:
    """Constraint on the number of occurrences on the whole board, counted up to a cap."""

    parts: tuple[WindowPredicate, ...] | tuple[NearPredicate, ...]
    """Counted predicates with their windows or neighbourhoods; all parts have the same predicate."""
    times: Numbers
    is_sum: bool = False
    """True if the expression is a number and the constraint applies to its sum over all positions."""

    @property
    def predicate(self) -> Predicate:
        return self.parts[0].predicate

    @property
    def number(self) -> str:
        """Description of the admissible numbers."""
        text = self.times.text
        return text if text.startswith("at ") else f"exactly {text}"


@dataclass(frozen=True, slots=True)
class CellConnectivity:
    """Constraint on the graph of the cells with a value in ``of``.

    Two cells are adjacent if one is a neighbour of the other.
    """

    of: frozenset[int]
    neighbours: tuple[Cell, ...]
    """Offsets as in ``NeighbourCount``."""
    linkage: Linkage


@dataclass(frozen=True, slots=True)
class Annihilation:
    """Constraint that every cell next to a value in ``near`` annihilates some cell with a value in ``of``.

    Let N[x] contain x and the cells that share an edge with it. The constraint applies to each cell x such
    that some cell in N[x] has a value in ``near``. It *annihilates* a cell y at distance at most 2 if all
    cells in N[y] with a value in ``private`` are in N[x].

    References
    ----------
    E. J. Cockayne, P. J. P. Grobler, S. T. Hedetniemi, A. A. McRae, What makes an irredundant set maximal?
    """

    near: frozenset[int]
    of: frozenset[int]
    private: frozenset[int]


Part = WindowPredicate | NearPredicate | Pin | LineRule | CellConnectivity | Annihilation
Condition = Part | Exactly
_Kind = TypeVar("_Kind")
_MOST_NEAR, _MOST_TRIED = 3, 10_000
"""Largest number of neighbours of a cell with a double edge, and largest number of assignments, that are
tested.
"""


@dataclass(frozen=True, slots=True, repr=False)
class ArrayRule(Rule):
    """Arrays of values, subject to windows, counts of neighbours and predicates.

    ``values`` are the values used in windows, counts and predicates, in ascending order; by default 0, 1,
    ...; ``weights`` contains their weights. ``outside`` is the value of every cell outside the board, or None
    if such cells have no value. ``new_values`` is "classes" to count arrays up to permutations of the values,
    or "row-major" to count arrays whose values first occur in ascending order, row by row. The number of
    arrays is divided by ``divide``, and it is 0 on boards with fewer rows or columns than ``least``.
    """

    name: str
    colours: int
    weights: tuple[Exponents, ...]
    forbid: tuple[Window, ...] = ()
    counts: tuple[NeighbourCount, ...] = ()
    conditions: tuple[Condition, ...] = ()
    values: tuple[int, ...] = ()
    outside: int | None = None
    new_values: str = ""
    divide: int = 1
    least: tuple[int, int] = (0, 0)
    about: str = ""
    looks: tuple[tuple[str, str], ...] = field(default=(), compare=False)
    """Drawing style of the values from the rule file: see ``gfkit.core.rules.wording``."""
    marks: tuple[WeightedWindow, ...] = ()
    members: frozenset[int] | None = None
    """Values of the cells in the set that an array encodes, from the rule file, or None."""
    image: WindowPredicate | NearPredicate | None = None
    """Map whose distinct images are counted: an expression that is evaluated at every position."""
    grows: GrowingValues | None = None
    """Range of values as a function of n, or None. If given, ``values`` are the values for n = ``size``."""
    size: int = 0
    lists_blocks: bool = field(default=False, compare=False)
    """True if the rule file lists the allowed blocks, so that other values occur in none of them."""
    factors: Factors | None = field(default=None, kw_only=True)
    given: tuple[Occurrence, ...] = field(default=(), kw_only=True)
    board: str = field(default="", compare=False, kw_only=True)
    kind: str = field(default="array", init=False)
    kind_phrase: ClassVar[str] = "an array rule"

    def __post_init__(self) -> None:
        if not self.values:
            object.__setattr__(self, "values", tuple(range(self.colours)))

    def with_values(self, values: GrowingValues) -> ArrayRule:
        rule: ArrayRule = from_kind(self.kind, "growing", "with_growing_values")(self, values)
        return rule

    def at(self, n: int) -> ArrayRule:
        rule: ArrayRule = from_kind(self.kind, "growing", "rule_for")(self, n)
        return rule

    def asked_on(self, boards: Board | Family, positions: Positions) -> tuple[Rule, Board | Family]:
        if self.grows is not None:
            raise MismatchError(
                f"{self.name} has values {self.grows.text}, which depend on n: use gfkit derive --values"
                f" {self.grows.text}, or derive_in_values in Python, for a formula on one board"
            )
        return super(ArrayRule, self).asked_on(boards, positions)

    @property
    def maximal(self) -> Rule | None:
        rule: Rule | None = from_kind(self.kind, "maximal", "maximal_rule")(self)
        return rule

    def without_divisor(self) -> ArrayRule:
        return replace(self, divide=1, least=(0, 0))

    @property
    def has_image(self) -> bool:
        return self.image is not None

    @property
    def law_is_sooner(self) -> bool:
        return not self.new_values and self.counter is None

    @property
    def counter(self) -> GrowingCounter | None:
        """First constraint on a sum over the whole board, or None."""
        grown = next((condition for condition in self.conditions_of(Exactly) if condition.is_sum), None)
        if grown is None:
            return None
        kept = tuple(condition for condition in self.conditions if condition is not grown)
        windows, least, _ = self.raised(grown)
        marks = tuple(WeightedWindow(window, (1, 0), is_sum=True) for window in windows)
        plain = ((0, 0),) * len(self.values)
        marked = replace(self, conditions=kept, weights=plain, marks=marks)
        return GrowingCounter(marked, least, tuple(sorted(grown.times.allowed)))

    def raised(self, grown: Exactly) -> tuple[tuple[WindowPredicate, ...], int, int]:
        """Return the windows of a sum reduced by its smallest summand, the smallest summand, and the spread
        of summands.
        """
        parts = [part for part in grown.parts if isinstance(part, WindowPredicate)]
        shown = {value for part in parts for value in self._values_at(part)}
        least = min(shown)
        predicate = Predicate(f"({grown.predicate.text}) - ({least})")
        return tuple(replace(part, predicate=predicate) for part in parts), least, max(shown) - least

    def _values_at(self, part: WindowPredicate) -> Iterable[int]:
        """Return the possible values of an expression in a window, including cells outside the board."""
        values = tuple(sorted({*self.values, *(() if self.outside is None else (self.outside,))}))
        spots = part.spots(range(len(part.cells)))
        kinds = kinds_of((part.predicate.text,), spots, len(part.cells), values)
        return map(int, map_values(part.predicate, spots, values, kinds))

    def conditions_of(self, kind: type[_Kind]) -> tuple[_Kind, ...]:
        """Return the conditions of the rule that belong to one class."""
        return tuple(condition for condition in self.conditions if isinstance(condition, kind))

    @property
    def parts(self) -> tuple[Part, ...]:
        """Constraints at single positions, including counted ones."""
        parts = (each.parts if isinstance(each, Exactly) else (each,) for each in self.conditions)
        return tuple(part for each in parts for part in each)

    @property
    def _placed_parts(self) -> tuple[Part, ...]:
        windows = (mark.window for mark in self.marks)
        return (*self.parts, *windows, *(() if self.image is None else (self.image,)))

    @property
    def extent(self) -> int:
        spans = [span(offset for offset, _ in window.cells) for window in self.forbid]
        spans += [_span_around(count.neighbours) for count in self.counts]
        return max([*spans, *map(_extent, self._placed_parts)], default=0)

    @property
    def lines(self) -> tuple[LineRule, ...]:
        """Constraints on the lines of the array."""
        return self.conditions_of(LineRule)

    @property
    def connectivity(self) -> tuple[CellConnectivity, ...]:
        """Connectivity constraints on the cells of the array."""
        return self.conditions_of(CellConnectivity)

    @property
    def is_slanted(self) -> bool:
        return any({"diagonals", "antidiagonals"} & set(line.along) for line in self.lines)

    def hub_cap(self, board: str) -> int:
        if self.image is not None:
            raise MismatchError(
                f"board {board!r} has a vertex adjacent to all slices; images of {self.name} cannot be"
                " distinguished slice by slice; count them board by board"
            )
        if self.conditions_of(Annihilation):
            raise MismatchError(
                f"board {board!r} has a vertex adjacent to all slices, so all distances are at most 2;"
                f" {self.name} cannot be counted slice by slice; count single boards"
            )
        counted = max([1, *(1 + number for count in self.counts for number in count.allowed)])
        return counted + max([0, *(_hub_cap(condition, self, board) for condition in self.conditions)])

    @property
    def selected_values(self) -> frozenset[int]:
        """Values of the cells in the set that an array denotes; empty if it denotes no set.

        By default they are the values other than 0 if exactly these have a weight, or the value 1 of 0 and 1
        if no value has a weight.
        """
        if self.members is not None:
            return self.members
        weighted = {value for value, power in zip(self.values, self.weights, strict=True) if any(power)}
        linked = {value for condition in self.connectivity for value in condition.of}
        is_set = weighted == {*self.values} - {0} < {*self.values}
        is_plain = not weighted and self.values == (0, 1) and linked != {0, 1}
        return frozenset(weighted) if is_set else frozenset({1} if is_plain else ())

    @property
    def has_auxiliary_values(self) -> bool:
        return (bool(self.members) and len(self.values) > 2) or self.members == frozenset({0})

    @property
    def shows_cells(self) -> bool:
        """True if the image has a number for every cell."""
        return isinstance(self.image, NearPredicate)

    @property
    def is_global(self) -> bool:
        """True if a condition involves the whole board, so that components cannot be counted separately."""
        return bool(self.new_values or self.connectivity or self.conditions_of(Exactly))

    @property
    def no_orbits(self) -> str:
        if self.image is not None:
            return "counts images of arrays"
        if self.new_values:
            return "is already counted up to permutations of values"
        if self.counter is not None:
            return "has a sum over the whole board"
        return super(ArrayRule, self).no_orbits

    @property
    def linkages(self) -> tuple[Linkage, ...]:
        return tuple(condition.linkage for condition in self.connectivity)

    @property
    def empty(self) -> int:
        """Number of arrays on a board without cells: 1, unless a constraint requires an occurrence."""
        counted = all(condition.times.holds(0) for condition in self.conditions_of(Exactly))
        return int(counted and all(linkage.empty for linkage in self.linkages))

    @property
    def depends_on_double_edges(self) -> bool:
        """True unless listing a neighbour twice never changes the truth value of any constraint."""
        conditions = [
            part for one in self.conditions for part in (one.parts if isinstance(one, Exactly) else (one,))
        ]
        near = [
            part for part in conditions if isinstance(part, NearPredicate) and asks_neighbours(part.predicate)
        ]
        cyclic = any(linkage.cycles is not None for linkage in self.linkages)
        counted = isinstance(self.image, NearPredicate) or bool(self.counts)
        return cyclic or counted or any(map(self._depends_on_repeated, near))

    def _depends_on_repeated(self, part: NearPredicate) -> bool:
        """Return True if listing one of at most three neighbours twice may change the truth value of a
        constraint.
        """
        if threshold(part.predicate, self.values) == 1:
            return False
        if part.neighbours or len(self.values) ** (_MOST_NEAR + 1) > _MOST_TRIED:
            return True
        from gfkit.core.rules.evaluation import holds  # few boards have double edges

        tried = (near for k in range(1, _MOST_NEAR + 1) for near in product(self.values, repeat=k))
        return any(
            holds(part.predicate, {"x": x, "near": [*near], "all": [x, *near]})
            != holds(part.predicate, {"x": x, "near": [near[0], *near], "all": [x, near[0], *near]})
            for near in tried
            for x in self.values
        )

    @property
    def flat(self) -> bool:
        """True if the rule is defined on any graph: it has no windows, and pins only at the first or the last
        cell.
        """
        near = (part for part in (*self.counts, *self._placed_parts) if isinstance(part, _WithNeighbours))
        drawn = self.forbid or any(
            isinstance(part, WindowPredicate | LineRule) for part in self._placed_parts
        )
        places: list[Pin | Linkage] = [*self.conditions_of(Pin), *self.linkages]
        return not drawn and all(place.flat for place in places) and not any(part.neighbours for part in near)


_WithNeighbours = NeighbourCount | NearPredicate | CellConnectivity


def _extent(part: Part) -> int:
    """Return the range of a constraint; for a pin, its distance from an end."""
    match part:
        case WindowPredicate():
            return span(part.offsets)
        case NearPredicate():
            return _span_around(part.neighbours)
        case LineRule():
            return int(bool(part.order))
        case CellConnectivity():
            return max(_span_around(part.neighbours), part.linkage.depth)
        case Pin():
            return part.depth
        case Annihilation():
            return 6  # from a neighbour of one annihilated cell to a neighbour of another


def _span_around(neighbours: Sequence[Cell]) -> int:
    """Return the largest difference of rows or columns between cells of a neighbourhood, including its
    centre.
    """
    return span([(0, 0), *neighbours]) if neighbours else span(CROSS)


def _hub_cap(condition: Condition, rule: ArrayRule, board: str) -> int:
    """Return the number of neighbours of a hub from which larger numbers are equivalent for a constraint."""
    if not isinstance(condition, NearPredicate | Exactly):
        return 0
    if isinstance(condition, Exactly) and not any(
        isinstance(part, NearPredicate) and asks_neighbours(part.predicate) for part in condition.parts
    ):
        return 0
    return hub_bound(condition.predicate, () if isinstance(condition, Exactly) else rule.values, board)
