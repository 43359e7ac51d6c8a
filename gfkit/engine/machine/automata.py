"""Constraints as least automata: what is remembered while a sweep reads one slot after the other.

A constraint reads its slots in whatever order the sweep brings. States with the same future are one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import prod
from typing import TYPE_CHECKING, Any, cast

from gfkit.algebra import ARRAYS
from gfkit.engine import tuning
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
from gfkit.typing import check_stop

if TYPE_CHECKING:
    from gfkit.rules.automaton import LineAutomaton
    from gfkit.rules.expression import Kinds, Truths
    from gfkit.rules.rule import Spot

State = Hashable


@dataclass(frozen=True, slots=True)
class Factor:
    """A constraint made minimal for one order of its slots.

    ``tables[i][symbol]`` maps the value before the i-th slot read to the value after; a value that is missing
    can no longer be made good. 0 stands for the start, and in the end for what is fine.
    """

    tables: tuple[tuple[dict[int, int], ...], ...]

    @property
    def states(self) -> int:
        """The largest number of states between two variables."""
        return 1 + max((max(moves, default=0) for table in self.tables for moves in table), default=0)


@dataclass(frozen=True, slots=True)
class _Reader:
    """An automaton without minimality, that reads the slots by their place in the order.

    ``ends`` is what a state after all of them is worth: -1 where it is refused.
    """

    start: State
    step: Callable[[State, int, int], State]
    ends: Callable[[State], int]


_known: dict[Hashable, Factor | None] = {}
"""Automata of constraints on slots in some order, as boards of a family have the same ones."""
KNOWN_SITES: dict[Hashable, Any] = {}
"""What is found once for all sites that are alike, whose names have tables of automata that are known."""


def forget_automata() -> None:
    """Forgets all automata."""
    _known.clear()
    KNOWN_SITES.clear()


class Automata:
    """Makes constraints minimal; those that say the same of alike slots in the same order only once."""

    def __init__(self, slots: Mapping[Key, Slot]) -> None:
        self._slots = slots
        options = sum(len(options) for options, *_ in KNOWN_SITES.values())
        if len(_known) > tuning.SWEEP.known_automata or options > tuning.SWEEP.known_options:
            forget_automata()

    def factor(
        self, group: Sequence[Constraint], order: Sequence[Key], event: Event | None = None
    ) -> Factor | None:
        """The least automaton of what all constraints of a group ask, None where they always hold.

        Of an event it ends with 1 where it happens, else with 0; None where it never does.
        """
        place = {key: at for at, key in enumerate(order)}
        slots = [self._slots[key] for key in order]
        written = tuple([constraint_form(constraint, place) for constraint in group])
        event_form = None if event is None else _event_form(event, place)
        key = (written, event_form, tuple([slot.values for slot in slots]))
        if key not in _known:
            readers = [self._reader(constraint, place, slots) for constraint in group]
            factor: Factor | None
            if event is not None:
                factor = _event(self._event_reader(event, place, slots), slots)
            else:
                factor = self._shortcut(group, place, slots) or _least(readers, slots)
            _known[key] = factor
        return _known[key]

    def merging_product(
        self,
        parts: Sequence[tuple[Factor, Sequence[int]]],
        group: Sequence[Constraint],
        order: Sequence[Key],
        begins: Sequence[bool],
    ) -> Factor | None:
        """Return the product of some minimal automata, or None if it has no fewer states than they have.

        ``parts`` are the automata with the places of their variables in ``order``, ``group`` all constraints.
        States are compared before the variables that are the first of their site, which ``begins`` marks.
        """
        form = "product", tuple([(id(factor), tuple(places)) for factor, places in parts]), tuple(begins)
        if form not in _known:
            product = None
            if prod(factor.states for factor, _ in parts) <= tuning.SWEEP.most_product_states:
                product = self.factor(group, order)
            tables = [dict(zip(places, factor.tables, strict=True)) for factor, places in parts]
            merges = product is not None and _merges_states(tables, product, begins)
            _known[form] = product if merges else None
        return _known[form]

    def _shortcut(
        self, group: Sequence[Constraint], place: Mapping[Key, int], slots: Sequence[Slot]
    ) -> Factor | None:
        """Of a line that is read from end to end the automaton itself, alike all along."""
        if len(group) != 1 or not isinstance(group[0], Line):
            return None
        line = group[0]
        at = [place[key] for key in line.keys]
        colours = len(slots[0].values)
        if line.read is ReadingOrder.FREE or at == sorted(at):
            return _along(line.automaton, len(at), colours)
        if at == sorted(at, reverse=True):
            return _along(line.automaton.reversal(), len(at), colours)
        if line.read is ReadingOrder.ALONG:
            raise MismatchError(
                "lines are read from end to end, and this family grows by columns; take one that grows by"
                " rows, as nx3"
            )
        return None

    # Readers

    def _reader(self, constraint: Constraint, place: Mapping[Key, int], slots: Sequence[Slot]) -> _Reader:
        if isinstance(constraint, Exclusion):
            return _clause(constraint, place)
        if isinstance(constraint, Cardinality):
            return _count(constraint, place)
        if isinstance(constraint, Relation):
            return _table(constraint, place, slots)
        return _line(constraint, place)

    def _event_reader(self, event: Event, place: Mapping[Key, int], slots: Sequence[Slot]) -> _Reader:
        readers = [] if event.table is None else [_table(event.table, place, slots)]
        for group in event.groups:
            clause = Exclusion((), tuple((key, ~symbols) for key, symbols in group))
            readers.append(_clause(clause, place))
        return _conjunction(readers)


def _merges_states(
    parts: Sequence[Mapping[int, Sequence[Mapping[int, int]]]], product: Factor, begins: Sequence[bool]
) -> bool:
    """Return True if at a begin the product has fewer states than there are tuples of states of its parts."""
    tuples: set[tuple[Any, ...]] = {(0,) * len(parts)}
    for at, table in enumerate(product.tables):
        if begins[at] and len(tuples) > len({old for moves in table for old in moves}):
            return True
        tuples = {
            after
            for symbol in range(len(table))
            for states in tuples
            if None not in (after := _tuple_after(parts, at, symbol, states))
        }
    return False


def _tuple_after(
    parts: Sequence[Mapping[int, Sequence[Mapping[int, int]]]], at: int, symbol: int, states: tuple[Any, ...]
) -> tuple[int | None, ...]:
    """Return the states of all parts once a variable shows a symbol; None stands for a violated part."""
    return tuple(
        [
            part[at][symbol].get(state) if at in part else state
            for part, state in zip(parts, states, strict=True)
        ]
    )


def constraint_form(constraint: Constraint, place: Mapping[Key, int]) -> Hashable:
    """Cache key of a constraint: its data, with slots replaced by their places in reading order."""
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


def _clause(exclusion: Exclusion, place: Mapping[Key, int]) -> _Reader:
    masks: dict[int, int] = {}
    for key, symbols in exclusion.tests:
        masks[place[key]] = masks.get(place[key], -1) & symbols

    def step(state: State, at: int, symbol: int) -> State:
        return bool(state) and bool(masks.get(at, -1) >> symbol & 1)

    return _Reader(True, step, lambda state: -1 if state else 0)


def _count(cardinality: Cardinality, place: Mapping[Key, int]) -> _Reader:
    """A state is whether the number is asked for, and the number so far."""
    masks: dict[int, list[int]] = {}
    for key, symbols in cardinality.tests:
        masks.setdefault(place[key], []).append(symbols)
    given: dict[int, int] = {}
    for key, symbols in cardinality.given:
        given[place[key]] = given.get(place[key], 0) | symbols

    def step(state: State, at: int, symbol: int) -> State:
        assert isinstance(state, tuple)
        asked, number = state
        more = sum(mask >> symbol & 1 for mask in masks.get(at, ()))
        return asked or bool(given.get(at, 0) >> symbol & 1), cardinality.numbers.cap_number(number + more)

    def ends(state: State) -> int:
        assert isinstance(state, tuple)
        return 0 if not state[0] or state[1] in cardinality.numbers.allowed else -1

    return _Reader((not given, 0), step, ends)


def _table(relation: Relation, place: Mapping[Key, int], slots: Sequence[Slot]) -> _Reader:
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
            return _near(relation, at, values, max(known))
    texts = tuple(says.text for says in relation.predicates)
    kinds = kinds_of(texts, relation.spots, len(at), values)
    axes = sorted(range(len(at)), key=at.__getitem__)
    read: dict[int, list[int]] = {}
    for number, axis in enumerate(axes):
        read.setdefault(at[axis], []).append(number)
    if relation.image is None:
        factor = minimise_table(
            [truths(says, relation.spots, values, kinds) for says in relation.predicates], axes, kinds
        )
        tables = () if factor is None else factor.tables
        return _Reader(0, _along_tables(tables, read), lambda state: -1 if state is None else 0)
    numbers = [int(number) for number in map_values(relation.predicates[0], relation.spots, values, kinds)]
    names = {number: name for name, number in enumerate(dict.fromkeys(numbers))}
    shown = list(names)
    layer_tables = layers(_transpose([names[number] for number in numbers], axes, kinds), axes, kinds)
    image = slots[place[relation.image]].values
    last = place[relation.image]
    assert last > max(at), "what a map shows is decided when all that it maps is"
    follow = _along_tables(tuple(layer_tables), read)

    def step(state: State, here: int, symbol: int) -> State:
        if here != last:
            return follow(state, here, symbol)
        assert isinstance(state, int)
        return 0 if shown[state] == image[symbol] else None

    return _Reader(0, step, lambda state: -1 if state is None else 0)


def _along_tables(
    tables: Sequence[Sequence[Mapping[int, int]]], read: Mapping[int, Sequence[int]]
) -> Callable[[State, int, int], State]:
    """Steps of an automaton that is given by tables, of which several may read one slot."""

    def step(state: State, here: int, symbol: int) -> State:
        for number in read.get(here, ()) if tables else ():
            if state is None:
                return None
            assert isinstance(state, int)
            state = tables[number][symbol].get(state)
        return state

    return step


def _near(relation: Relation, at: Sequence[int], values: Sequence[int], bound: int) -> _Reader:
    """Reader of a predicate on a cell and many neighbours, whose values are counted up to a bound."""
    from gfkit.rules.expression import holds_near

    names = dict(relation.spots)
    x = names["x"]
    assert isinstance(x, int), "the cell itself is on the board"
    own = at[x]
    near = Counter(at[spot] for spot in cast("tuple[Spot, ...]", names["near"]) if isinstance(spot, int))

    def step(state: State, here: int, symbol: int) -> State:
        assert isinstance(state, tuple)
        value, counts = state
        more = near[here]
        counts = tuple(min(n + more * (k == symbol), bound) for k, n in enumerate(counts))
        return symbol if here == own else value, counts

    @cache
    def ends(state: State) -> int:
        assert isinstance(state, tuple)
        x, counts = state
        around = [value for value, n in zip(values, counts, strict=True) for _ in range(n)]
        return 0 if all(holds_near(says, values[x], around) for says in relation.predicates) else -1

    return _Reader((-1, (0,) * len(values)), step, ends)


def _line(line: Line, place: Mapping[Key, int]) -> _Reader:
    """A line that is read in another order than its own: what the parts read so far do to every state.

    A part is a map from states to states; parts that lie next to each other are joined, and what lies before
    a part that leads every state to the same is of no account any more, read before it or later.
    """
    steps, states = line.automaton.steps, range(len(line.automaton.steps))
    number = {place[key]: k for k, key in enumerate(line.keys)}
    size = len(line.keys)

    def follow(state: int, symbol: int) -> int:
        return steps[state][symbol] if state >= 0 else -1

    def step(state: State, here: int, symbol: int) -> State:
        if here not in number:
            return state
        assert isinstance(state, tuple)
        k = number[here]
        if state and state[0][0] == 0 and k < state[0][1]:
            return state  # before a part that leads every state to the same
        parts = sorted([*state, (k, k + 1, tuple(follow(s, symbol) for s in states))])
        joined: list[tuple[int, int, tuple[int, ...]]] = []
        for begin, end, effect in parts:
            if joined and joined[-1][1] == begin:
                first = joined.pop()
                begin, effect = first[0], tuple(effect[s] if s >= 0 else -1 for s in first[2])
            if begin > 0 and len(set(effect)) == 1:
                joined, begin = [], 0  # whatever came before, and comes there still
            if begin == 0:
                effect = (effect[0],) * len(effect)
            joined.append((begin, end, effect))
        return tuple(joined)

    def ends(state: State) -> int:
        assert isinstance(state, tuple)
        whole = state[0][2][0] if state else 0
        assert not state or state[-1][1] == size
        return 0 if whole in line.automaton.accepted else -1

    return _Reader((), step, ends)


def _conjunction(readers: Sequence[_Reader]) -> _Reader:
    """Reader of the conjunction of several constraints: its state is the tuple of theirs."""
    if len(readers) == 1:
        return readers[0]

    def step(state: State, at: int, symbol: int) -> State:
        assert isinstance(state, tuple)
        return tuple(reader.step(own, at, symbol) for reader, own in zip(readers, state, strict=True))

    def ends(state: State) -> int:
        assert isinstance(state, tuple)
        return min((reader.ends(own) for reader, own in zip(readers, state, strict=True)), default=0)

    return _Reader(tuple(reader.start for reader in readers), step, ends)


# Least automata


def _least(readers: Sequence[_Reader], slots: Sequence[Slot]) -> Factor | None:
    """The least automaton of what all readers ask; None where nothing is refused.

    It is made least after each, as many of them together have a state for every choice of theirs.
    """
    first, *others = readers or [_conjunction(())]
    tables = _minimal(first, slots, first.ends)
    for reader in others:
        follow = _along_tables(tables, {place: (place,) for place in range(len(slots))})
        both = _conjunction([_Reader(0, follow, lambda state: -1 if state is None else 0), reader])
        tables = _minimal(both, slots, both.ends)
    return _factor(tables)


def _event(reader: _Reader, slots: Sequence[Slot]) -> Factor | None:
    """The least automaton that ends with 1 where nothing is refused, else with 0; None for never."""
    tables = _minimal(reader, slots, lambda state: 1 + reader.ends(state))
    if not any(1 in own.values() for own in tables[-1]):
        return None
    return Factor(tables)


def _minimal(
    reader: _Reader, slots: Sequence[Slot], ends: Callable[[State], int]
) -> tuple[tuple[dict[int, int], ...], ...]:
    """Tables by place and symbol. States are merged layer by layer from the back, as Myhill and Nerode do."""
    layers_: list[list[State]] = [[reader.start]]
    moves: list[list[list[int]]] = []
    for at, slot in enumerate(slots):
        index: dict[State, int] = {}
        symbols = range(len(slot.values))
        rows: list[list[int]] = []
        for state in layers_[-1]:
            check_stop()
            rows.append([index.setdefault(reader.step(state, at, symbol), len(index)) for symbol in symbols])
        moves.append(rows)
        layers_.append(list(index))
    values = [ends(state) for state in layers_[-1]]
    tables: list[tuple[dict[int, int], ...]] = []
    for slot, layer in zip(reversed(slots), reversed(moves), strict=True):
        values, table = _merge_states(
            [tuple(values[after] for after in row) for row in layer], len(slot.values)
        )
        tables.append(table)
    return tuple(reversed(tables))


def _along(automaton: LineAutomaton, length: int, colours: int) -> Factor:
    """An automaton that reads so many slots, not made smaller towards the end, as slices are to be alike."""
    last = length - 1
    tables = []
    for place in range(length):
        table: tuple[dict[int, int], ...] = tuple({} for _ in range(colours))
        for state, row in enumerate(automaton.steps if place else automaton.steps[:1]):
            for colour, after in enumerate(row):
                if after >= 0 and (place < last or after in automaton.accepted):
                    table[colour][state] = after if place < last else 0
        tables.append(table)
    return Factor(tuple(tables))


# Tables of all fillings


def minimise_table(
    tables: Sequence[Truths], axes: Sequence[int], kinds: Kinds, ends: tuple[int, int] = (-1, 0)
) -> Factor | None:
    """As ``minimise``, of a table of all fillings by kinds, fine where all ``tables`` say yes; axes as read.

    ``ends`` are the values of a no and a yes, -1 being none at all.
    """
    values: Any
    if ARRAYS:
        import numpy as np

        whole = np.logical_and.reduce([np.asarray(table, bool) for table in tables])
        values = np.where(whole, ends[1], ends[0]).astype(np.int64)
    else:
        values = [ends[all(answers)] for answers in zip(*tables, strict=True)]
    return _factor(layers(_transpose(values, axes, kinds), axes, kinds))


def _transpose(values: Any, axes: Sequence[int], kinds: Kinds) -> Any:
    """A table with its axes in reading order."""
    sizes = [max(each) + 1 for each in kinds]
    if ARRAYS:
        import numpy as np

        return np.asarray(values, np.int64).reshape(sizes).transpose(axes).reshape(-1)
    places = [0]
    for axis in axes:
        stride = prod(sizes[axis + 1 :])
        places = [place + kind * stride for place in places for kind in range(sizes[axis])]
    return [values[place] for place in places]


def layers(values: Any, axes: Sequence[int], kinds: Kinds) -> list[tuple[dict[int, int], ...]]:
    """The tables of the least automaton that ends with these values, by colour; equal rows are one.

    The last axis read is the last of the table. Cost: sorting the table, once for each axis.
    """
    tables = []
    for axis in reversed(axes):
        check_stop()
        size = max(kinds[axis]) + 1
        if ARRAYS:
            import numpy as np

            rows = values.reshape(-1, size)
            key = rows[:, 0] + 1
            for kind in range(1, size):
                if kind > 1:
                    key = np.unique(key, return_inverse=True)[1]
                key = key * (int(rows.max()) + 2) + rows[:, kind] + 1
            _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
            names, table = _number_rows(rows[first].tolist(), first.argsort().tolist(), size)
            values = np.array(names, np.int64)[inverse.reshape(-1)]
        else:
            rows = zip(*(values[kind::size] for kind in range(size)), strict=True)
            values, table = _merge_states(list(rows), size)
        tables.append(tuple(table[kind] for kind in kinds[axis]))
    return tables[::-1]


def _merge_states(
    futures: Sequence[tuple[int, ...]], colours: int
) -> tuple[list[int], tuple[dict[int, int], ...]]:
    """States with the same future as one: their numbers, and the layer's table."""
    place = {future: number for number, future in enumerate(dict.fromkeys(futures))}
    names, table = _number_rows([list(future) for future in place], range(len(place)), colours)
    return [names[place[future]] for future in futures], table


def _number_rows(
    futures: list[list[int]], order: Sequence[int], colours: int
) -> tuple[list[int], tuple[dict[int, int], ...]]:
    """State numbers of rows of futures, -1 for no future and 0 for nothing wrong, and the layer's table.

    Where no row has nothing wrong, states are numbered from 0 on.
    """
    names = [0] * len(futures)
    table: tuple[dict[int, int], ...] = tuple({} for _ in range(colours))
    fresh = int(not all(map(any, futures)))
    for place in order:
        future = futures[place]
        if max(future, default=0) < 0:
            names[place] = -1
            continue
        if any(future):
            names[place], fresh = fresh, fresh + 1
        for colour, value in enumerate(future):
            if value >= 0:
                table[colour][names[place]] = value
    return names, table


def _factor(tables: Sequence[tuple[dict[int, int], ...]]) -> Factor | None:
    """The automaton of these tables; None where nothing is refused."""
    if all(own == {0: 0} for table in tables for own in table):
        return None
    return Factor(tuple(tables))
