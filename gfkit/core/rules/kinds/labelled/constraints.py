"""Constraint system of a rule that reads labels: the system of the plain rule, and constraints at places."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gfkit.core.boards import Board
from gfkit.core.boards.labels import Place, Value, name_of_place
from gfkit.core.deferred import replace
from gfkit.core.errors import LimitError, MismatchError
from gfkit.core.rules.automaton import automaton_of
from gfkit.core.rules.expression import value_of_text
from gfkit.core.rules.kind import from_kind
from gfkit.core.rules.kinds.array.rule import ArrayRule, NearPredicate
from gfkit.core.rules.kinds.constraints import (
    Cardinality,
    Constraint,
    ConstraintSystem,
    Line,
    Slot,
    Test,
)
from gfkit.core.rules.kinds.edges.rule import EdgeRule
from gfkit.core.rules.kinds.labelled.filtering import filtered
from gfkit.core.rules.kinds.labelled.rule import (
    GroupRule,
    LabelledRule,
    ReadingDegree,
    ReadingLine,
    ReadingPart,
    filled,
    label_at,
    names_in,
    places_in,
)
from gfkit.core.rules.kinds.labelled.weights import with_weights
from gfkit.core.rules.values import Numbers
from gfkit.core.typing import Positions

if TYPE_CHECKING:
    from gfkit.core.rules.configuration import Configuration

_MOST_TESTS = 20_000
"""Largest number of tests in the constraint on the sum of one group."""
Values = tuple[tuple[str, int], ...]
"""Values of some labels at a place."""


def system_of(rule: LabelledRule, board: Board, _positions: Positions = Positions.ALL) -> ConstraintSystem:
    """Return the constraint system of the rule with the labels of its board.

    Values that occur in no solution of some constraint are excluded (``filtering``).
    """
    rule.check_board(board)
    system = _system(rule.plain, board)
    builder = _Builder(rule, board, system.slots)
    asked = [constraint for reading in rule.readings for constraint in builder.constraints(reading)]
    builder.check_all_read()
    system = replace(system, constraints=(*system.constraints, *asked))
    return filtered(with_weights(system, rule) if rule.placed_weights else system)


def _system(plain: Any, board: Board) -> ConstraintSystem:
    system: ConstraintSystem = from_kind(plain.kind, "constraints", "system_of")(plain, board, Positions.ALL)
    return system


class _Builder:
    def __init__(self, rule: LabelledRule, board: Board, slots: Sequence[Slot]) -> None:
        self.rule, self.board = rule, board
        self.slots = [slot for slot in slots if slot.key[0] in ("value", "edge")]
        self.tables: dict[str, dict[Place, Value]] = {}
        self.read = defaultdict[str, set[Place]](set)

    def table(self, name: str) -> dict[Place, Value]:
        if name not in self.tables:
            self.tables[name] = self.rule.table(name)
        return self.tables[name]

    def values_at(self, names: Iterable[str], place: Place) -> Values | None:
        """Return the values of labels at a place, or None if one of them is blank."""
        found = []
        for name in names:
            self.read[name].add(place)
            value = self.table(name).get(place)
            if value is None:
                return None
            found.append((name, self.rule.as_integer(name, value)))
        return tuple(found)

    def check_all_read(self) -> None:
        """Raise MismatchError if a label has a value at a place at which no constraint reads it."""
        rule, cells = self.rule, [(cell,) for cell in range(self.board.size)]
        names = [label.name for label in rule.labels]
        for name in names_in(" ".join(text for _, text in rule.placed_weights), names):
            self.read[name].update(tuple(sorted(slot.cells)) for slot in self.slots)
        for place in places_in(rule.plain):
            self.read[label_at(place.text)[0]].update(cells)
        for label in rule.data:
            odd = next((place for place, _ in label.values if place not in self.read[label.name]), None)
            if odd is not None:
                where = name_of_place(self.board, odd)
                raise MismatchError(
                    f"{rule.name}: the label {label.name} has a value at {where}, where no"
                    " constraint reads it"
                )

    def constraints(self, reading: Any) -> Iterator[Constraint]:
        """Yield the copies of one constraint at all places with the labels that it reads."""
        if isinstance(reading, GroupRule):
            yield from self._groups(reading)
        elif isinstance(reading, ReadingLine):
            yield from self._lines(reading)
        else:
            yield from self._parts(reading)

    # Constraints of the plain kind with numbers for the labels

    def _parts(self, reading: ReadingPart | ReadingDegree) -> Iterator[Constraint]:
        known: dict[Values, dict[Place, list[Constraint]]] = {}
        for place in self._part_places(reading):
            values = self.values_at(reading.names, place)
            if values is None:
                continue
            if values not in known:
                copies = known[values] = defaultdict(list)
                for one in _system(self._filled_rule(reading, dict(values)), self.board).constraints:
                    copies[self._place_of(reading, one)].append(one)
            yield from known[values].get(place, ())

    def _part_places(self, reading: ReadingPart | ReadingDegree) -> list[Place]:
        every = _system(self._filled_rule(reading, dict.fromkeys(reading.names, 1)), self.board).constraints
        cells = [(cell,) for cell in range(self.board.size)] if isinstance(reading, ReadingDegree) else []
        return [*dict.fromkeys(cells or (self._place_of(reading, one) for one in every))]

    def _place_of(self, reading: ReadingPart | ReadingDegree, one: Constraint) -> Place:
        is_near = isinstance(reading, ReadingPart) and isinstance(reading.part, NearPredicate)
        return one.at[:1] if is_near else tuple(sorted(one.at))

    def _filled_rule(self, reading: ReadingPart | ReadingDegree, values: Mapping[str, int]) -> Any:
        """Return the plain rule with one constraint only, in which numbers replace labels."""
        plain: Any = self.rule.plain
        own = reading.predicate if isinstance(reading, ReadingDegree) else reading.part.predicate
        predicate = replace(own, text=filled(own.text, values))
        if isinstance(reading, ReadingDegree):
            return EdgeRule(plain.name, plain.cap, vertex=predicate, modulo=plain.modulo)
        part = replace(reading.part, predicate=predicate)
        return ArrayRule(
            plain.name, plain.colours, plain.weights, (), (), (part,), plain.values, plain.outside
        )

    # Lines

    def _lines(self, reading: ReadingLine) -> Iterator[Line]:
        plain: Any = self.rule.plain
        lines = replace(
            reading.line, match="[" + "".join(map(str, range(2))) + "]*", next="", require="", accept=""
        )
        bare = ArrayRule(plain.name, 2, ((0, 0),) * 2, (), (), (lines,))
        for one in _system(bare, self.board).constraints:
            assert isinstance(one, Line), "the only constraints are on lines"
            place = tuple(sorted(one.at))
            if reading.runs:
                self.read[reading.runs].add(place)
                runs = self.table(reading.runs).get(place)
                if runs is not None:
                    yield replace(one, automaton=automaton_of(self._runs(reading, runs), self._two_values()))
                continue
            values = self.values_at(reading.names, place)
            if values is not None:
                own = reading.line
                after, require, accept = (
                    filled(text, dict(values)) for text in (own.next, own.require, own.accept)
                )
                own = replace(own, next=after, require=require, accept=accept)
                automaton = automaton_of(own, plain.values)
                line = replace(one, automaton=automaton)
                yield replace(line, keys=line.keys[::-1], at=line.at[::-1]) if reading.is_backwards else line

    def _two_values(self) -> tuple[int, ...]:
        values: tuple[int, ...] = self.rule.plain.values  # type: ignore[attr-defined]
        if values != (0, 1):
            raise MismatchError(f"{self.rule.name}: runs are defined for the values 0 and 1 (colours = 2)")
        return values

    def _runs(self, reading: ReadingLine, runs: Value) -> Any:
        lengths = runs if isinstance(runs, tuple) else (runs,)
        whole = [self.rule.as_integer(reading.runs, length) for length in lengths]
        if min(whole, default=0) < 0 or sum(whole) > _MOST_TESTS:
            raise MismatchError(
                f"{self.rule.name}: label {reading.runs!r} has the lengths {runs}, not 0, 1, 2, ..."
            )
        return replace(
            reading.line, match="0*" + "00*".join("1" * length for length in whole if length) + "0*"
        )

    # Groups

    def _groups(self, group: GroupRule) -> Iterator[Constraint]:
        alike: dict[Value, list[Slot]] = defaultdict(list)
        own = defaultdict(list)
        for slot in self.slots:
            own[tuple(sorted(slot.cells))].append(slot)
        larger: list[tuple[Value, Place, list[Slot]]] = []
        for place, value in self.table(group.each).items():
            self.read[group.each].add(place)
            if place in own:
                alike[value] += own[place]
            else:
                inside = {*place}
                members = [slot for at, some in own.items() if inside.issuperset(at) for slot in some]
                larger.append((value, place, members))
        groups = [*((value, (), some) for value, some in alike.items()), *larger]
        for value, place, slots in groups:
            cells = tuple(sorted({cell for slot in slots for cell in slot.cells}))
            if group.is_distinct:
                yield from _all_different(cells, slots)
            elif (wanted := self._number(group, value, place, cells)) is not None:
                yield self._group(group, slots, cells, wanted)

    def _number(self, group: GroupRule, value: Value, place: Place, cells: Place) -> list[int] | None:
        """Return the admissible numbers of a group, or None if a label of their expression is blank."""
        if not group.number_names:
            return [int(part) for part in group.number.split(",")]
        known: dict[str, int] = {}
        for name in group.number_names:
            table = self.table(name)
            places = [place, cells, *((cell,) for cell in cells)]
            self.read[name].update(places)
            found = {value} if name == group.each else {table[one] for one in places if one in table}
            if not found:
                return None
            if len(found) > 1:
                raise MismatchError(
                    f"{self.rule.name}: the label {name} has several values in one group, such as"
                    f" {' and '.join(sorted(map(str, found))[:2])}, but one number is needed"
                )
            known[name] = self.rule.as_integer(name, found.pop())
        return [value_of_text(group.number, known)]

    def _group(self, group: GroupRule, slots: Sequence[Slot], cells: Place, wanted: list[int]) -> Cardinality:
        tests: list[Test] = []
        shift = 0
        for slot in slots:
            values = self.values_at(group.what_names, tuple(sorted(slot.cells)))
            if values is None:
                continue
            results = [value_of_text(group.what.text, {**dict(values), "x": x}) for x in slot.values]
            results = results if group.is_sum else [int(bool(number)) for number in results]
            shift += min(results)
            for level in range(min(results) + 1, max(results) + 1):
                tests.append((slot.key, sum(1 << k for k, number in enumerate(results) if number >= level)))
                if len(tests) > _MOST_TESTS:
                    raise LimitError(
                        f"{self.rule.name}: the sums of a group have more than {_MOST_TESTS} levels"
                    )
        most, asked = len(tests), [number - shift for number in wanted]
        if group.bound:
            levels = range(most + 1)
            asked = [n for n in levels if (n >= asked[0] if group.bound == "least" else n <= asked[0])]
        allowed = frozenset(number for number in asked if 0 <= number <= most)
        return Cardinality(cells, tuple(tests), Numbers(allowed, most + 1))


def _all_different(cells: Place, slots: Sequence[Slot]) -> Iterator[Cardinality]:
    """Yield the constraint that at most one variable has a value, for every value."""
    for value in sorted({value for slot in slots for value in slot.values}):
        tests = tuple((slot.key, slot.symbols((value,))) for slot in slots if value in slot.values)
        if len(tests) > 1:
            yield Cardinality(cells, tests, Numbers.of(0, 1))


def configuration_of(rule: LabelledRule, shown: Iterable[tuple[Any, int]]) -> Configuration:
    """Return the configuration of the plain rule."""
    configuration: Configuration = from_kind(rule.plain.kind, "constraints", "configuration_of")(
        rule.plain, shown
    )
    return configuration
