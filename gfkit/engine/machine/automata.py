"""Minimal automata of the constraints of a system, computed from their decision diagrams."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from functools import cache, reduce
from typing import TYPE_CHECKING, Any, cast

from gfkit.deferred import dataclass
from gfkit.engine import tuning
from gfkit.engine.machine.diagrams import (
    FALSE,
    TRUE,
    Diagrams,
    Reader,
    State,
    residuals_of_truths,
    table_residual,
)
from gfkit.errors import MismatchError
from gfkit.rules.kinds.constraints import (
    Cardinality,
    Constraint,
    Event,
    Exclusion,
    Key,
    Line,
    ReadingOrder,
    Relation,
    Slot,
)

if TYPE_CHECKING:
    from gfkit.rules.automaton import LineAutomaton
    from gfkit.rules.rule import Spot


@dataclass(frozen=True, slots=True)
class Factor:
    """Minimal automaton that reads each of its variables once, in a fixed order.

    ``tables[i][symbol]`` maps the state before the i-th variable to the state after it. If a state is
    missing, the symbol violates the constraint. Between any two variables the states are numbered from 0:
    state 0 is the start, and later the state that imposes no further requirement. ``root`` is the residual
    before all variables.
    """

    tables: tuple[tuple[dict[int, int], ...], ...]
    root: int

    @property
    def states(self) -> int:
        """Maximum over i of the number of states before variable i."""
        return 1 + max((max(moves, default=0) for table in self.tables for moves in table), default=0)


_diagrams = Diagrams()
"""Shared by all systems, because the boards of a family have equal constraints."""
KNOWN_SITES: dict[Hashable, Any] = {}
"""Cache of step data. The key contains the tables of the automata, so that equal steps share one entry."""


def forget_automata() -> None:
    """Clear the caches. Systems that are still in use keep their diagram nodes."""
    global _diagrams
    _diagrams = Diagrams()
    KNOWN_SITES.clear()


class Automata:
    """Cache of the minimal automata of the constraints of a system; equal constraints share one automaton."""

    def __init__(self, slots: Mapping[Key, Slot]) -> None:
        self._slots = slots
        options = sum(len(options) for options, *_ in KNOWN_SITES.values())
        if len(_diagrams.known) > tuning.SWEEP.known_automata or options > tuning.SWEEP.known_options:
            forget_automata()
        self.diagrams: Diagrams = _diagrams

    def factor(
        self, group: Sequence[Constraint], order: Sequence[Key], event: Event | None = None
    ) -> Factor | None:
        """Return the minimal automaton of the conjunction of constraints, or None if the conjunction is
        always true.

        If ``event`` is given, the automaton ends in state 1 if the event occurs and in state 0 otherwise; the
        result is None if the event never occurs.
        """
        place = {key: at for at, key in enumerate(order)}
        slots = [self._slots[key] for key in order]
        written = tuple([constraint_form(constraint, place) for constraint in group])
        form = written, event and _event_form(event, place), tuple([slot.values for slot in slots])
        known = self.diagrams.known
        if form not in known:
            sizes = [len(slot.values) for slot in slots]
            if event is not None:
                known[form] = self._unroll_residual(self.residual(event, order), sizes, is_event=True)
            else:
                known[form] = self._read_along(group, place, slots) or self._unroll_residual(
                    self.conjunction(group, order), sizes
                )
        factor: Factor | None = known[form]
        return factor

    def conjunction(self, group: Sequence[Constraint], order: Sequence[Key]) -> int:
        """Return the residual of the conjunction of a group of constraints; ``order`` lists their variables.

        The diagram is reduced after each constraint, since an unreduced conjunction has a state for each
        tuple of states.
        """
        sizes = [len(self._slots[key].values) for key in order]
        roots = (self.residual(constraint, order) for constraint in group)
        return reduce(lambda one, other: self.diagrams.meet(one, other, sizes), roots, TRUE)

    def residual(self, asked: Constraint | Event, order: Sequence[Key]) -> int:
        """Return the residual of a constraint or of an event, with variables numbered as in ``order``."""
        place = {key: at for at, key in enumerate(order)}
        slots = [self._slots[key] for key in order]
        sizes = [len(slot.values) for slot in slots]
        if isinstance(asked, Exclusion):
            return self.diagrams.residual(_build_exclusion_reader(asked, place), sizes)
        if isinstance(asked, Cardinality):
            return self.diagrams.residual(_build_cardinality_reader(asked, place), sizes)
        if isinstance(asked, Line):
            return self.diagrams.residual(_build_line_reader(asked, place), sizes)
        if isinstance(asked, Relation):
            return self._compile_relation(asked, place, slots)
        root = TRUE if asked.table is None else self._compile_relation(asked.table, place, slots)
        for group in asked.groups:
            none = _build_exclusion_reader(
                Exclusion((), tuple([(key, ~symbols) for key, symbols in group])), place
            )
            root = self.diagrams.meet(root, self.diagrams.residual(none, sizes), sizes)
        return root

    def merging_product(
        self, parts: Sequence[tuple[Factor, Sequence[int]]], order: Sequence[Key], begins: Sequence[bool]
    ) -> Factor | None:
        """Return the product of automata, or None if it has at least as many states as all factors together.

        Each part is an automaton with the positions of its variables in ``order``. States are compared only
        before the variables marked by ``begins``, the first variable of each step.
        """
        sizes = tuple([len(self._slots[key].values) for key in order])
        form = "product", tuple([(part.root, tuple(places)) for part, places in parts]), tuple(begins), sizes
        known = self.diagrams.known
        if form not in known:
            known[form] = self._merging_product(parts, sizes, begins)
        factor: Factor | None = known[form]
        return factor

    def _merging_product(
        self, parts: Sequence[tuple[Factor, Sequence[int]]], sizes: Sequence[int], begins: Sequence[bool]
    ) -> Factor | None:
        """Multiply automata one by one, since the number of tuples of their states can be exponential."""
        root, merges = TRUE, False
        for part, places in parts:
            own = {place: at for at, place in enumerate(places)}
            reads = [(place, own.get(place, -1)) for place in range(len(sizes))]
            root, pairs = self.diagrams.product((root, part.root), reads, sizes)
            states = [len(level) - (None in level) for level in self.diagrams.levels(root, sizes).levels]
            if max(states) > tuning.SWEEP.most_product_states:
                return None
            merges = merges or any(
                is_first and few < many for is_first, few, many in zip(begins, states, pairs, strict=False)
            )
        return self._unroll_residual(root, sizes) if merges else None

    def _unroll_residual(self, root: int, sizes: Sequence[int], *, is_event: bool = False) -> Factor | None:
        """Return the automaton of a residual, or None if the residual is always true (for an event: never
        true).
        """
        nothing = FALSE if is_event else TRUE
        if root == nothing:
            return None
        levels, moves = self.diagrams.levels(root, sizes, ends_false=is_event)
        names: list[dict[State, int]] = [{root: 0}]
        for level in levels[1:]:
            own: dict[State, int] = {nothing: 0} if nothing in level else {}
            for state in level:
                if state is not None:
                    own.setdefault(state, len(own))
            names.append(own)
        if is_event:
            names[-1] = {FALSE: 0, TRUE: 1}
        tables = []
        for place, size in enumerate(sizes):
            before, after = levels[place], [names[place + 1].get(state, -1) for state in levels[place + 1]]
            table: tuple[dict[int, int], ...] = tuple([{} for _ in range(size)])
            for state, row in zip(before, moves[place], strict=True):
                for moves_, target in zip(table, row, strict=True):
                    if after[target] >= 0:
                        moves_[names[place][state]] = after[target]
            tables.append(table)
        return Factor(tuple(tables), root)

    def _read_along(
        self, group: Sequence[Constraint], place: Mapping[Key, int], slots: Sequence[Slot]
    ) -> Factor | None:
        """Return the automaton of a line constraint unrolled along the line, or None if the line is not read
        from end to end.
        """
        if len(group) != 1 or not isinstance(group[0], Line):
            return None
        line = group[0]
        at = [place[key] for key in line.keys]
        symbols = len(slots[0].values)
        if line.read is ReadingOrder.FREE or at == sorted(at):
            return _unroll_along_line(line.automaton, len(at), symbols)
        if at == sorted(at, reverse=True):
            return _unroll_along_line(line.automaton.reversal(), len(at), symbols)
        if line.read is ReadingOrder.ALONG:
            raise MismatchError(
                "line constraints are read from end to end along a row, but this family grows by columns;"
                " use a family that grows by rows, such as nx3"
            )
        return None

    def _compile_relation(self, relation: Relation, place: Mapping[Key, int], slots: Sequence[Slot]) -> int:
        # Few rules have predicates.
        from gfkit.rules.expression import MOST_FILLINGS, kinds_of, map_values, truths
        from gfkit.rules.threshold import threshold

        values = slots[place[relation.slots[0]]].values
        at = [place[key] for key in relation.slots]
        is_large = len(at) > tuning.SWEEP.many_neighbours or len(values) ** len(at) > MOST_FILLINGS
        if is_large and relation.image is None and "near" in dict(relation.spots):
            bounds = [threshold(says, values) for says in relation.predicates]
            known = [bound for bound in bounds if bound is not None]
            if len(known) == len(bounds):
                reader = _build_neighbour_reader(relation, at, values, max(known))
                return self.diagrams.residual(reader, [len(slot.values) for slot in slots])
        texts = tuple(says.text for says in relation.predicates)
        kinds = kinds_of(texts, relation.spots, len(at), values)
        if relation.image is None:
            tables = [truths(says, relation.spots, values, kinds) for says in relation.predicates]
            return table_residual(self.diagrams, residuals_of_truths(tables), at, kinds)
        numbers = [
            int(number) for number in map_values(relation.predicates[0], relation.spots, values, kinds)
        ]
        image, last = slots[place[relation.image]].values, place[relation.image]
        assert last > max(at), "the value of a map must be decided after all cells that it reads"
        ends = {
            number: self.diagrams.node(last, tuple([TRUE if value == number else FALSE for value in image]))
            for number in set(numbers)
        }
        return table_residual(self.diagrams, [ends[number] for number in numbers], at, kinds)


def constraint_form(constraint: Constraint, place: Mapping[Key, int]) -> Hashable:
    """Return a hashable form of a constraint, with its variables replaced by their positions in reading
    order.
    """
    if isinstance(constraint, Exclusion):
        return tuple([(place[key], symbols) for key, symbols in constraint.tests])
    if isinstance(constraint, Cardinality):
        tests = tuple([(place[key], symbols) for key, symbols in constraint.tests])
        return tests, constraint.numbers, tuple([(place[key], symbols) for key, symbols in constraint.given])
    keys = tuple([place[key] for key in constraint.keys])
    if isinstance(constraint, Relation):
        return "table", keys, constraint.predicates, constraint.spots, constraint.image is not None
    return "line", keys, constraint.automaton, constraint.read


def _event_form(event: Event, place: Mapping[Key, int]) -> Hashable:
    table = None if event.table is None else constraint_form(event.table, place)
    groups = (tuple((place[key], symbols) for key, symbols in group) for group in event.groups)
    return "event", tuple(groups), table


# Readers


def _build_exclusion_reader(exclusion: Exclusion, place: Mapping[Key, int]) -> Reader:
    """Return the reader of an exclusion. Its state is True as long as all tests so far are satisfied."""
    masks: dict[int, int] = {}
    for key, symbols in exclusion.tests:
        masks[place[key]] = masks.get(place[key], -1) & symbols

    def step(state: bool, at: int, symbol: int) -> bool:
        return state and bool(masks.get(at, -1) >> symbol & 1)

    return Reader(True, step, lambda state: not state)


def _build_cardinality_reader(cardinality: Cardinality, place: Mapping[Key, int]) -> Reader:
    """Return the reader of a cardinality constraint, whose state is the count so far and whether a limit
    applies.
    """
    masks: dict[int, list[int]] = {}
    for key, symbols in cardinality.tests:
        masks.setdefault(place[key], []).append(symbols)
    given: dict[int, int] = {}
    for key, symbols in cardinality.given:
        given[place[key]] = given.get(place[key], 0) | symbols

    def step(state: tuple[bool, int], at: int, symbol: int) -> State:
        is_required, number = state
        more = sum(mask >> symbol & 1 for mask in masks.get(at, ()))
        now_required = is_required or bool(given.get(at, 0) >> symbol & 1)
        return now_required, cardinality.numbers.cap_number(number + more)

    return Reader((not given, 0), step, lambda state: not state[0] or state[1] in cardinality.numbers.allowed)


def _build_neighbour_reader(
    relation: Relation, at: Sequence[int], values: Sequence[int], bound: int
) -> Reader:
    """Return the reader of a neighbour relation, whose state is the value of the cell and bounded counts of
    the values of its neighbours.
    """
    from gfkit.rules.expression import holds_near
    from gfkit.rules.rule import Outside

    names = dict(relation.spots)
    x = names["x"]
    assert isinstance(x, int), "the centre cell of a neighbour relation must be on the board"
    own = at[x]
    spots = cast("tuple[Spot, ...]", names["near"])
    near = Counter(at[spot] for spot in spots if isinstance(spot, int))
    outside = Counter(spot.value for spot in spots if isinstance(spot, Outside))

    def step(state: tuple[int, tuple[int, ...]], here: int, symbol: int) -> State:
        value, counts = state
        more = near[here]
        counts = tuple([min(n + more * (k == symbol), bound) for k, n in enumerate(counts)])
        return symbol if here == own else value, counts

    @cache
    def accepts(state: tuple[int, tuple[int, ...]]) -> bool:
        x, counts = state
        around = [value for value, n in zip(values, counts, strict=True) for _ in range(n)]
        return all(holds_near(says, values[x], around) for says in relation.predicates)

    return Reader((-1, tuple([min(outside[value], bound) for value in values])), step, accepts)


def _build_line_reader(line: Line, place: Mapping[Key, int]) -> Reader:
    """Return the reader of a line constraint, whose state contains an automaton state for each segment read
    so far.
    """
    steps, states = line.automaton.steps, range(len(line.automaton.steps))
    is_total = min(min(row) for row in steps) >= 0
    number = {place[key]: k for k, key in enumerate(line.keys)}

    def step(state: tuple[tuple[int, int, tuple[int, ...]], ...], here: int, symbol: int) -> State:
        if here not in number:
            return state
        k = number[here]
        if state and state[0][0] == 0 and k < state[0][1]:
            return state  # the next segment determines the state
        parts = sorted([*state, (k, k + 1, tuple([steps[s][symbol] for s in states]))])
        joined: list[tuple[int, int, tuple[int, ...]]] = []
        for begin, end, effect in parts:
            if joined and joined[-1][1] == begin:
                first = joined.pop()
                begin, effect = first[0], tuple([effect[s] if s >= 0 else -1 for s in first[2]])
            if begin > 0 and len(set(effect)) == 1 and is_total:
                joined, begin = [], 0  # the earlier segment has no influence and cannot be violated
            if begin == 0:
                effect = (effect[0],) * len(effect)
            joined.append((begin, end, effect))
        return tuple(joined)

    def accepts(state: tuple[tuple[int, int, tuple[int, ...]], ...]) -> bool:
        return (state[0][2][0] if state else 0) in line.automaton.accepted

    return Reader((), step, accepts)


def _unroll_along_line(automaton: LineAutomaton, length: int, symbols: int) -> Factor:
    """Unroll a line automaton. The last levels are not minimised, so that all slices have equal tables."""
    last = length - 1
    tables = []
    for place in range(length):
        table: tuple[dict[int, int], ...] = tuple([{} for _ in range(symbols)])
        for state, row in enumerate(automaton.steps if place else automaton.steps[:1]):
            for symbol, after in enumerate(row):
                if after >= 0 and (place < last or after in automaton.accepted):
                    table[symbol][state] = after if place < last else 0
        tables.append(table)
    return Factor(tuple(tables), FALSE)
