"""Conditions on a few cells as least automata: what is remembered while the sweep reads one after the other.

A condition reads the cells of its scope in whatever order the sweep brings; states with the same future are
one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any

from gfkit.errors import MismatchError
from gfkit.exact import ARRAYS
from gfkit.games.automaton import ORDERS, LineAutomaton, order_automaton
from gfkit.games.expression import Kinds, kinds_of, map_values, truths
from gfkit.games.rule import Predicate, Spots

if ARRAYS:
    import numpy as np

if TYPE_CHECKING:
    from gfkit.games.expression import Truths

Raw = Hashable


@dataclass(frozen=True, slots=True)
class LocalCondition:
    """A condition on the colours of a few cells, as an automaton without minimality.

    ``step(state, cell, colour)`` reads the colour of one cell, in whatever order the sweep brings;
    ``accept`` says whether a state after all cells is fine. Conditions of equal ``sort`` do the same to cells
    of equal ``roles``.
    """

    cells: tuple[int, ...]
    roles: tuple[Hashable, ...]
    sort: Hashable
    start: Raw
    step: Callable[[Raw, int, int], Raw]
    accept: Callable[[Raw], bool]

    def minimal(self, order: Sequence[int], colours: int) -> Factor | None:
        """The least automaton that reads the cells in this order; None where it always holds."""
        return minimise(self, order, colours)


@dataclass(frozen=True, slots=True)
class TableCondition:
    """Predicates on a few cells: a table of all their fillings says which are fine.

    ``spots`` tells what their names mean on the cells, by position; ``sort`` is as in ``LocalCondition``.
    """

    cells: tuple[int, ...]
    roles: tuple[int, ...]
    values: tuple[int, ...]
    predicates: tuple[Predicate, ...]
    spots: Spots

    @property
    def sort(self) -> Hashable:
        return self.predicates, self.spots

    @property
    def start(self) -> Hashable:
        return self.sort

    def minimal(self, order: Sequence[int], _colours: int) -> Factor | None:
        """The least automaton that reads the cells in this order; None where it always holds."""
        return minimise_table(self.tables(), [self.cells.index(cell) for cell in order], self.kinds)

    @property
    def kinds(self) -> Kinds:
        """Which values are the same to all predicates."""
        texts = tuple(one.text for one in self.predicates)
        return kinds_of(texts, self.spots, len(self.cells), self.values)

    def tables(self) -> list[Truths]:
        """What each predicate says of all fillings by kinds."""
        return [truths(one, self.spots, self.values, self.kinds) for one in self.predicates]


@dataclass(frozen=True, slots=True)
class CountedCondition:
    """Something whose occurrences are counted: where the table of ``of`` says yes, that is one of them."""

    of: TableCondition
    counter: int

    @property
    def cells(self) -> tuple[int, ...]:
        return self.of.cells

    @property
    def roles(self) -> tuple[Hashable, ...]:
        return self.of.roles

    @property
    def sort(self) -> Hashable:
        return "counted", self.of.sort

    @property
    def start(self) -> Hashable:
        return self.sort

    def minimal(self, order: Sequence[int], _colours: int) -> Factor | None:
        """The least automaton that ends with 1 where it has occurred, else 0; None where it never does."""
        axes = [self.cells.index(cell) for cell in order]
        return minimise_table(self.of.tables(), axes, self.of.kinds, (0, 1))


@dataclass(frozen=True, slots=True)
class ImageCondition:
    """A map of a few cells: the automaton ends with the value of the map."""

    of: TableCondition

    @property
    def cells(self) -> tuple[int, ...]:
        return self.of.cells

    @property
    def roles(self) -> tuple[int, ...]:
        return self.of.roles

    @property
    def sort(self) -> Hashable:
        return "image", self.of.sort

    @property
    def start(self) -> Hashable:
        return self.sort

    def minimal(self, order: Sequence[int], _colours: int) -> Factor:
        """The least automaton that ends with the value, whatever it is."""
        kinds, (says,) = self.of.kinds, self.of.predicates
        numbers = [int(number) for number in map_values(says, self.of.spots, self.of.values, kinds)]
        names = {number: name for name, number in enumerate(dict.fromkeys(numbers))}
        axes = [self.cells.index(cell) for cell in order]
        tables = layers(_turned([names[number] for number in numbers], axes, kinds), axes, kinds)
        shown = list(names)
        tables[-1] = tuple({old: shown[new] for old, new in table.items()} for table in tables[-1])
        return Factor(tuple(tables))


@dataclass(frozen=True, slots=True)
class LineCondition:
    """An automaton that reads these cells one after the other."""

    cells: tuple[int, ...]
    automaton: LineAutomaton

    @property
    def roles(self) -> tuple[int, ...]:
        return tuple(range(len(self.cells)))

    @property
    def sort(self) -> Hashable:
        return self.automaton

    @property
    def start(self) -> Hashable:
        return self.automaton

    def minimal(self, order: Sequence[int], colours: int) -> Factor:
        """The automaton itself, or the one that reads from the other end, alike all along.

        It is not made smaller towards the end of the line, as all slices of a strip must be alike.
        """
        if tuple(order) not in (self.cells, self.cells[::-1]):
            raise MismatchError("lines are read from end to end; this board is swept in another order")
        automaton = self.automaton if tuple(order) == self.cells else self.automaton.reversed()
        return _along(automaton, len(order), colours)


def _along(automaton: LineAutomaton, length: int, colours: int) -> Factor:
    """An automaton that reads so many cells."""
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


@dataclass(frozen=True, slots=True)
class OrderCondition:
    """Two lines compared as words: their cells in turn, the pair that counts most first.

    Where the sweep reads them pair by pair, from either end, the automaton keeps how the words compare so
    far, alike all along; else, as where each line is a slice of its own, it is made minimal for the cells.
    """

    cells: tuple[int, ...]
    order: str

    @property
    def roles(self) -> tuple[int, ...]:
        return tuple(range(len(self.cells)))

    @property
    def sort(self) -> Hashable:
        return "order", self.order, len(self.cells)

    @property
    def start(self) -> Hashable:
        return self.sort

    def minimal(self, order: Sequence[int], colours: int) -> Factor | None:
        """The least automaton that reads the cells in this order."""
        places = [self.cells.index(cell) for cell in order]
        for most_first in (True, False):
            for first in (0, 1):
                pairs = range(0, len(places), 2) if most_first else range(len(places) - 2, -1, -2)
                if places == [at for pair in pairs for at in (pair + first, pair + 1 - first)]:
                    automaton = order_automaton(self.order, colours, most_first, bool(first))
                    return _along(automaton, len(places), colours)
        return minimise(self._written_out(), order, colours)

    def _written_out(self) -> LocalCondition:
        place_of = {cell: divmod(at, 2) for at, cell in enumerate(self.cells)}

        def step(state: Raw, cell: int, colour: int) -> Raw:
            """A pair: None, what is known of it, or how it compares; no pairs more once that decides."""
            assert isinstance(state, tuple)
            if len(state) < 2:
                return state
            (pair, side), found = place_of[cell], list(state)
            known = found[pair]
            if known is None:
                found[pair] = (colour,)
            else:
                one, other = (known[0], colour) if side else (colour, known[0])
                found[pair] = (one > other) - (one < other)
            first = next((value for value in found if value != 0), 0)
            return (first,) if isinstance(first, int) else tuple(found)

        def accept(state: Raw) -> bool:
            assert isinstance(state, tuple)
            return state[0] in ORDERS[self.order]

        size = len(self.cells) // 2
        return LocalCondition(self.cells, self.roles, self.sort, (None,) * max(2, size), step, accept)


@dataclass(frozen=True, slots=True)
class FoldedCondition:
    """A condition on a board of which certain cells show the same: one of these is read for all of them.

    ``reads`` has, for every cell that is read, the cells of the condition that it stands for.
    """

    of: LocalCondition | TableCondition
    reads: tuple[tuple[int, tuple[int, ...]], ...]

    @property
    def cells(self) -> tuple[int, ...]:
        return tuple(cell for cell, _ in self.reads)

    @property
    def roles(self) -> tuple[Hashable, ...]:
        return _roles(self.of, self.reads)

    @property
    def sort(self) -> Hashable:
        return "folded", self.of.sort

    @property
    def start(self) -> Hashable:
        return self.sort

    def minimal(self, order: Sequence[int], colours: int) -> Factor | None:
        """The least automaton that reads the cells in this order; None where it always holds."""
        factor = _folded(self.of, self.reads, order, colours)
        if factor is None:
            return None
        at = {cell: place for place, cell in enumerate(order)}

        def step(state: Raw, cell: int, colour: int) -> Raw:
            assert state is None or isinstance(state, int)
            return None if state is None else factor.tables[at[cell]][colour].get(state)

        written = LocalCondition(tuple(order), (), self.sort, 0, step, lambda state: state is not None)
        return minimise(written, order, colours)


@dataclass(frozen=True, slots=True)
class FoldedCounted(CountedCondition):
    """The same of something whose occurrences are counted."""

    reads: tuple[tuple[int, tuple[int, ...]], ...]

    @property
    def cells(self) -> tuple[int, ...]:
        return tuple(cell for cell, _ in self.reads)

    @property
    def roles(self) -> tuple[Hashable, ...]:
        return _roles(self.of, self.reads)

    @property
    def sort(self) -> Hashable:
        return "folded", "counted", self.of.sort

    @property
    def start(self) -> Hashable:
        return self.sort

    def minimal(self, order: Sequence[int], colours: int) -> Factor | None:
        """The automaton that ends with 1 where it has occurred, else 0; None where it never does."""
        return _folded(CountedCondition(self.of, self.counter), self.reads, order, colours)


def _roles(
    of: LocalCondition | TableCondition, reads: tuple[tuple[int, tuple[int, ...]], ...]
) -> tuple[Hashable, ...]:
    """For every cell that is read, the roles of those that it stands for."""
    role_of = dict(zip(of.cells, of.roles, strict=True))
    return tuple(tuple(role_of[cell] for cell in cells) for _, cells in reads)


def _folded(
    of: LocalCondition | TableCondition | CountedCondition,
    reads: tuple[tuple[int, tuple[int, ...]], ...],
    order: Sequence[int],
    colours: int,
) -> Factor | None:
    """The automaton of a condition, in which cells that show the same are read in one step."""
    there = dict(reads)
    factor = of.minimal([cell for one in order for cell in there[one]], colours)
    if factor is None:
        return None
    tables, place = [], 0
    for one in order:
        steps = factor.tables[place : place + len(there[one])]
        place += len(steps)
        joined = []
        for colour in range(colours):
            table = steps[0][colour]
            for step in steps[1:]:
                table = {old: step[colour][mid] for old, mid in table.items() if mid in step[colour]}
            joined.append(table)
        tables.append(tuple(joined))
    return Factor(tuple(tables))


BoardCondition = (
    LocalCondition
    | TableCondition
    | CountedCondition
    | ImageCondition
    | LineCondition
    | OrderCondition
    | FoldedCondition
)


@dataclass(frozen=True, slots=True)
class Factor:
    """A condition made minimal for one sweep order.

    ``tables[i][colour]`` maps the value before the i-th cell read to the value after; a value that is
    missing can no longer be made good. 0 stands for the start, and later for 'nothing can go wrong'.
    """

    tables: tuple[tuple[dict[int, int], ...], ...]


class Minimiser:
    """Makes conditions minimal, those that read alike cells in the same order only once."""

    def __init__(self, colours: int) -> None:
        self.colours = colours
        self._known: dict[Hashable, Factor | None] = {}

    def factor(self, condition: BoardCondition, order: Sequence[int]) -> Factor | None:
        """The least automaton of a condition."""
        role_of = dict(zip(condition.cells, condition.roles, strict=True))
        key = (condition.sort, tuple(role_of[cell] for cell in order))
        if key not in self._known:
            self._known[key] = condition.minimal(order, self.colours)
        return self._known[key]


def minimise(condition: LocalCondition, order: Sequence[int], colours: int) -> Factor | None:
    """The least automaton of a condition when its cells come in this order; None if it always holds.

    States with the same future are merged layer by layer from the back (Myhill and Nerode); cost is
    raw states times colours.
    """
    layers: list[list[Raw]] = [[condition.start]]
    moves: list[list[list[int]]] = []
    for cell in order:
        index: dict[Raw, int] = {}
        moves.append(
            [
                [index.setdefault(condition.step(raw, cell, c), len(index)) for c in range(colours)]
                for raw in layers[-1]
            ]
        )
        layers.append(list(index))
    values: list[int | None] = [0 if condition.accept(raw) else None for raw in layers[-1]]
    tables: list[tuple[dict[int, int], ...]] = []
    for layer in reversed(moves):
        futures = [tuple(values[after] for after in row) for row in layer]
        names: dict[tuple[int | None, ...], int | None] = {(0,) * colours: 0, (None,) * colours: None}
        fresh = 1
        if len(layer) == 1:  # the single state before the first cell is not stored, so it is 0
            names = {futures[0]: None if all(v is None for v in futures[0]) else 0}
        for future in futures:
            if future not in names:
                names[future] = fresh
                fresh += 1
        before = [names[future] for future in futures]
        table: tuple[dict[int, int], ...] = tuple({} for _ in range(colours))
        for name, future in zip(before, futures, strict=True):
            for colour, value in enumerate(future):
                if name is not None and value is not None:
                    table[colour][name] = value
        tables.append(table)
        values = before
    tables.reverse()
    if all(tables[i][c] == {0: 0} for i in range(len(order)) for c in range(colours)):
        return None
    return Factor(tuple(tables))


def minimise_table(
    tables: Sequence[Truths], axes: Sequence[int], kinds: Kinds, ends: tuple[int, int] = (-1, 0)
) -> Factor | None:
    """As ``minimise``, of a table of all fillings by kinds, fine where all ``tables`` say yes; axes as read.

    ``ends`` are the values of a no and a yes, -1 being none at all.
    """
    values: Any
    if ARRAYS:
        whole = np.logical_and.reduce([np.asarray(table, bool) for table in tables])
        values = np.where(whole, ends[1], ends[0]).astype(np.int64)
    else:
        values = [ends[all(said)] for said in zip(*tables, strict=True)]
    return _factor(layers(_turned(values, axes, kinds), axes, kinds))


def _turned(values: Any, axes: Sequence[int], kinds: Kinds) -> Any:
    """A table with its axes as they are read."""
    sizes = [max(each) + 1 for each in kinds]
    if ARRAYS:
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
    found = []
    for axis in reversed(axes):
        size = max(kinds[axis]) + 1
        if ARRAYS:
            rows = values.reshape(-1, size)
            key = rows[:, 0] + 1
            for kind in range(1, size):
                if kind > 1:
                    key = np.unique(key, return_inverse=True)[1]
                key = key * (int(rows.max()) + 2) + rows[:, kind] + 1
            _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
            names, table = _named(rows[first].tolist(), first.argsort().tolist(), size)
            values = np.array(names, np.int64)[inverse.reshape(-1)]
        else:
            plain = list(zip(*(values[kind::size] for kind in range(size)), strict=True))
            distinct = {row: number for number, row in enumerate(dict.fromkeys(plain))}
            names, table = _named([list(row) for row in distinct], range(len(distinct)), size)
            values = [names[distinct[row]] for row in plain]
        found.append(tuple(table[kind] for kind in kinds[axis]))
    return found[::-1]


def _named(
    futures: list[list[int]], order: Sequence[int], colours: int
) -> tuple[list[int], tuple[dict[int, int], ...]]:
    """Numbers for rows of futures, -1 for none at all and 0 for nothing wrong, and the table of the layer."""
    names = [0] * len(futures)
    table: tuple[dict[int, int], ...] = tuple({} for _ in range(colours))
    fresh = 1
    for place in order:
        future = futures[place]
        if max(future) < 0:
            names[place] = -1
            continue
        if any(future) and len(futures) > 1:
            names[place], fresh = fresh, fresh + 1
        for colour, value in enumerate(future):
            if value >= 0:
                table[colour][names[place]] = value
    return names, table


def _factor(tables: list[tuple[dict[int, int], ...]]) -> Factor | None:
    if all(own == {0: 0} for table in tables for own in table):
        return None
    return Factor(tuple(tables))
