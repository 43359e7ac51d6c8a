"""Constraint systems in which places are counted from the slice that is swept.

A variable is denoted by its slice and its number in the slice. Slices are counted from the next slice to be
swept, so that translated constraints are equal. A variable that is read much later, such as a variable on a
hub or at the beginning of a cyclic board, is *fixed*: its slice is counted from the first slice. Nodes of
graphs are denoted by the places of their cells in the same way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, cast

from gfkit.core.rules.kinds.constraints import (
    ALWAYS,
    Acceptor,
    ConstraintSystem,
    Decision,
    Effect,
    Event,
    Key,
    Letter,
    Role,
    Slot,
    SymbolAcceptor,
)
from gfkit.core.rules.values import Exponents
from gfkit.core.typing import add_exponents

Place = tuple[int, int]
"""Slice, counted from the next slice to be swept, or FIXED plus its number; number in the slice, of a
variable, or, for nodes of graphs, of a cell.
"""
FIXED = -(10**6)
_FEW_SLICES = 4  # a constraint on so few slices is short on all boards
Reading = tuple[int, Letter]
"""Number of a long constraint, and a letter that it reads."""


def nearer(place: Place) -> Place:
    """Return the name of a place after one more slice."""
    return place if place[0] < FIXED // 2 else (place[0] - 1, place[1])


def nearer_letter(reading: Reading | None) -> Reading | None:
    """Return an effect with the names of its nodes after one more slice."""
    if reading is None:
        return None
    number, (effect, nodes, bits) = reading
    return number, (effect, tuple(map(nearer, nodes)), bits)


class Beginning(NamedTuple):
    """Constraint on few slices, or event with an effect, before its first variable that is not fixed.

    ``variables`` contains the places of its variables in the order of the sweep, and their numbers of
    symbols.
    """

    automaton: SymbolAcceptor
    variables: tuple[tuple[Place, int], ...]
    effect: Reading | None


class Variable(NamedTuple):
    """Variable of a slice, without its name: translated variables are equal."""

    place: Place
    weights: tuple[Exponents, ...]
    """For each symbol, its exponents of x and y."""
    begin: frozenset[tuple[Any, int]]
    """Short constraints and events that begin with the variable, each with its multiplicity."""
    readings: frozenset[tuple[int, tuple[Letter, ...]]]
    """Numbers of the long constraints that read the variable, with the letters of its symbols."""
    fixed: Place | None
    """Fixed place of the variable if a short constraint reads it much later, else None."""
    is_shown: bool
    """False if solutions that differ only in this variable count once."""


class PlacedSystem:
    """Constraint system on slices.

    A *long* constraint reads more than half of the slices, or effects of events. If there are events, each
    cell begins with a variable that has one symbol.
    """

    def __init__(self, system: ConstraintSystem, slices: Sequence[Sequence[int]], hubs: int) -> None:
        self._cells = {cell: (j, k) for j, cells in enumerate(slices) for k, cell in enumerate(cells)}
        self._hubs, self._size = hubs, len(slices)
        self._watchers = system.watchers
        plain = [Slot(("", cell), (cell,), (0,), ((0, 0),), "") for cell in self._cells if self._watchers]
        self._slots = {slot.key: slot for slot in (*plain, *system.slots)}
        self._at: dict[Key, Place] = {}
        """For each variable, its slice and its number in the slice."""
        by_slice: list[list[Slot]] = [[] for _ in slices]
        for slot in sorted(self._slots.values(), key=self._rank):
            (j, _), *_ = self._rank(slot)
            self._at[slot.key] = j, len(by_slice[j])
            by_slice[j].append(slot)
        read = [one.swept(self._at) for one in system.constraints]
        self.is_possible = all(one.accepts(one.start) for one in read if not one.keys)
        """False if a constraint without variables is violated."""
        self._readers = [*filter(self._is_long, read)]
        self.long: list[Acceptor] = [*self._readers, *self._watchers]
        graphs = enumerate(system.graphs, len(self._readers) + len(system.totals))
        self._weights = [(number, graph.weight) for number, graph in graphs if any(graph.weight)]
        short = [one for one in read if one.keys and not self._is_long(one)]
        place = self._at.__getitem__
        events: list[tuple[Event, tuple[Key, ...], tuple[int, Effect, tuple[int, ...], int]]] = []
        for number, watcher in enumerate(self._watchers, len(self._readers)):
            for event, effect, nodes, bits in watcher.watched():
                event = self._without_tautologies(event)
                known: list[Key] = [("", cell) for cell in nodes or slices[0][:1]]
                events.append((event, event.keys or (max(known, key=place),), (number, effect, nodes, bits)))
        read_by = [*(one.keys for one in short), *(keys for _, keys, _ in events)]
        self.reach = max(map(self._extent, read_by), default=1)
        """Largest number of slices that a short constraint or an event reads."""
        spans: dict[tuple[int, int], list[Key]] = {}
        for _, keys, (number, _, nodes, _) in events:
            for node in nodes:
                spans.setdefault((number, node), [("", node)]).extend(keys)
        self._last = {pair: max(keys, key=place) for pair, keys in spans.items()}
        """For each long constraint and node, the last variable that concerns the node."""
        for (number, node), key in self._last.items():
            events.append((ALWAYS, (key,), (number, Effect.LEAVE, (node,), 0)))
        self._begin: dict[Key, list[Beginning]] = {key: [] for key in self._at}
        self._fixed: dict[Key, Place] = {}
        for one in short:
            self._place(one, one.keys, None)
        for event, keys, reading in events:
            if reading[1] <= Effect.ENTER and not event.keys:
                keys = (min(spans[reading[0], reading[2][0]], key=place),)
            self._place(event, keys, reading)
        images = any(slot.role is Role.FORGOTTEN for slot in system.slots)
        self.slices = [[self._variable(slot, images) for slot in slots] for slots in by_slice]

    def _without_tautologies(self, event: Event) -> Event:
        """Return the event without the groups that contain a true test for each symbol of some variable.

        So a node that always exists enters before the links to it, which may be decided early.
        """
        groups = [
            group
            for group in event.groups
            if not any(
                all(Event((group,)).letter(key, symbol)[0] for symbol in range(len(self._slots[key].values)))
                for key, _ in group
            )
        ]
        return event._replace(groups=tuple(groups))

    def _rank(self, slot: Slot) -> tuple[Place, bool, Key]:
        is_last = slot.decision is Decision.LAST
        return (max if is_last else min)(self._cells[cell] for cell in slot.at), is_last, slot.key

    def _variable(self, slot: Slot, images: bool) -> Variable:
        readings = frozenset(
            (number, tuple([one.letter(slot.key, symbol) for symbol in range(len(slot.values))]))
            for number, one in enumerate(self._readers)
            if slot.key in one.keys
        )
        begin, fixed = frozenset(Counter(self._begin[slot.key]).items()), self._fixed.get(slot.key)
        is_shown = slot.role is Role.SHOWN or not images
        return Variable((0, self._at[slot.key][1]), slot.weights, begin, readings, fixed, is_shown)

    @property
    def forms(self) -> list[Any]:
        """Forms of the long constraints; constraints of equal forms treat equal letters equally."""
        return [one.form for one in self.long]

    def read(
        self, states: Sequence[Any], readings: Iterable[Reading]
    ) -> tuple[tuple[Any, ...], Exponents] | None:
        """Return the states of all long constraints after some letters, and the weight of completed
        components; None if a constraint is violated.
        """
        after, weight = [*states], cast(Exponents, (0, 0))
        for number, letter in readings:
            after[number] = now = self.long[number].read(after[number], letter)
            if now is None:
                return None
        for number, own in self._weights:
            weight = add_exponents(weight, *[own] * after[number].fresh)
            after[number] = after[number]._replace(fresh=0)
        return tuple(after), weight

    def accepts(self, states: Sequence[Any]) -> bool:
        """Return True if the states of all long constraints are accepting."""
        return all(one.accepts(state) for one, state in zip(self.long, states, strict=True))

    def nearer(self, states: Sequence[Any]) -> tuple[Any, ...]:
        """Return the states of all long constraints as they are called after one more slice."""
        own = len(self._readers)
        pairs = zip(self._watchers, states[own:], strict=True)
        return (*states[:own], *[one.moved(state, nearer) for one, state in pairs])

    def _is_long(self, constraint: SymbolAcceptor) -> bool:
        return len({self._at[key][0] for key in constraint.keys}) > max(self._size / 2, _FEW_SLICES)

    def _extent(self, keys: Iterable[Key]) -> int:
        """Return the number of slices from the first to the last that a constraint reads, cyclically."""
        cells = {cell for key in keys for cell in self._slots[key].at if cell >= self._hubs}
        turns = sorted({self._cells[cell][0] for cell in cells})
        gaps = [b - a for a, b in pairwise([*turns, *(j + self._size for j in turns[:1])])]
        return self._size + 1 - max(gaps, default=self._size)

    def _place(self, automaton: SymbolAcceptor, keys: Iterable[Key], effect: Any) -> None:
        """Let a short constraint or an event begin at its first variable that is not fixed."""
        keys = sorted({*keys}, key=self._at.__getitem__)
        late = self._at[keys[-1]][0] - self.reach
        first = next(key for key in keys if self._at[key][0] >= late)

        def named(place: Place, last: int) -> Place:
            is_fixed = last - place[0] > self.reach
            return (FIXED + place[0] if is_fixed else place[0] - self._at[first][0]), place[1]

        places = {key: named(self._at[key], late + self.reach) for key in keys}
        self._fixed |= {key: place for key, place in places.items() if place[0] < FIXED // 2}
        sizes = tuple([(place, len(self._slots[key].values)) for key, place in places.items()])
        if effect is not None:
            number, kind, nodes, bits = effect
            names = (named(self._cells[node], self._at[self._last[number, node]][0]) for node in nodes)
            effect = number, (kind, tuple(names), bits)
        moved = automaton.mapped(lambda test: (places[test[0]], test[1]))
        self._begin[first].append(Beginning(moved, sizes, effect))
