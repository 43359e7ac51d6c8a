"""Constraint systems in which places are counted from the slice that is swept.

A variable is denoted by its slice and its number in the slice. Slices are counted from the slice that is
swept, so that translated constraints are equal. A variable that is read much later, such as a variable on a
hub or at the beginning of a cyclic board, is *fixed*: its slice is counted from the first slice.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from gfkit.rules.kinds.automata import ComponentAutomaton, GraphAutomaton, automata_of
from gfkit.rules.kinds.constraints import ConstraintSystem, Key, Letter, Role, Slot
from gfkit.rules.rule import Exponents
from gfkit.typing import check_stop

Place = tuple[int, int]
"""Slice of a variable, counted from the slice that is swept, or FIXED plus its number; its number in the
slice.
"""
FIXED = -(10**6)
_FEW_SLICES = 4  # a constraint on so few slices is short on all boards


def is_fixed(place: Place) -> bool:
    """Return True if the slice of a place is counted from the first slice."""
    return place[0] < FIXED // 2


def nearer(place: Place) -> Place:
    """Return the name of a place after one more slice."""
    return place if is_fixed(place) else (place[0] - 1, place[1])


class ShortConstraint(NamedTuple):
    """Constraint on few slices, with its variables in the order of the sweep, by their places, and their
    numbers of symbols.
    """

    automaton: Any
    variables: tuple[tuple[Place, int], ...]


class Variable(NamedTuple):
    """Variable of a slice, without its name: translated variables are equal."""

    place: Place
    weights: tuple[Exponents, ...]
    """For each symbol, its exponents of x and y."""
    begin: frozenset[Any]
    """Short constraints whose first variable this is, except fixed variables."""
    letters: tuple[tuple[int, tuple[Letter, ...]], ...]
    """Numbers of the long constraints that read the variable, with the letters of its symbols."""
    fixed: Place | None
    """Fixed place of the variable if a short constraint reads it much later, else None."""
    is_shown: bool
    """False if solutions that differ only in this variable count once."""


class PlacedSystem:
    """Constraint system on slices. A *long* constraint reads more than half of the slices, or a graph."""

    def __init__(self, system: ConstraintSystem, slices: Sequence[Sequence[int]], hubs: int) -> None:
        slots, automata = automata_of(system, slices)
        self._size = len(slices)
        self._cells = {cell: (j, k) for j, cells in enumerate(slices) for k, cell in enumerate(cells)}
        self._at = {slot.key: (j, k) for j, own in enumerate(slots) for k, slot in enumerate(own)}
        self._slots = {slot.key: slot for own in slots for slot in own}
        self.is_possible = all(one.accepts(one.start) for one in automata if not one.keys)
        """False if a constraint without variables is violated."""
        self.long = [one for one in automata if self._is_long(one)]
        short = [one for one in automata if one.keys and one not in self.long]
        self.reach = max([1, *(self._extent(one, hubs) for one in short)])
        """Largest number of slices that a short constraint reads."""
        self._begin: dict[Key, list[ShortConstraint]] = {key: [] for key in self._at}
        self._letters: dict[Key, list[tuple[int, tuple[Letter, ...]]]] = {key: [] for key in self._at}
        self._fixed: dict[Key, Place] = {}
        for one in short:
            self._place_short(one)
        for number, one in enumerate(self.long):
            self._place_long(number, one)
        images = any(slot.role is Role.FORGOTTEN for slot in system.slots)
        self.slices = [[self._variable(slot, images) for slot in own] for own in slots]

    def _variable(self, slot: Slot, images: bool) -> Variable:
        place, begin, letters = (0, self._at[slot.key][1]), self._begin[slot.key], self._letters[slot.key]
        is_shown, fixed = slot.role is Role.SHOWN or not images, self._fixed.get(slot.key)
        return Variable(place, slot.weights, frozenset(begin), tuple(letters), fixed, is_shown)

    @property
    def forms(self) -> list[Any]:
        """Forms of the long constraints; constraints of equal forms treat equal letters equally."""
        return [one.form for one in self.long]

    def read(
        self, states: Sequence[Any], letters: Sequence[tuple[int, tuple[Letter, ...]]], symbol: int
    ) -> tuple[tuple[Any, ...], Exponents] | None:
        """Return the states of all long constraints after a symbol, and the weight of completed components;
        None if a constraint is violated.
        """
        check_stop()
        after, x, y = [*states], 0, 0
        for number, own in letters:
            automaton = self.long[number]
            after[number] = now = automaton.read(states[number], own[symbol])
            if now is None:
                return None
            if isinstance(automaton, ComponentAutomaton) and now.fresh:
                x, y = (a + b * now.fresh for a, b in zip((x, y), automaton.graph.weight, strict=True))
                after[number] = now._replace(fresh=0)
        return tuple(after), (x, y)

    def accepts(self, states: Sequence[Any]) -> bool:
        """Return True if the states of all long constraints are accepting."""
        return all(one.accepts(state) for one, state in zip(self.long, states, strict=True))

    def nearer(self, states: Sequence[Any]) -> tuple[Any, ...]:
        """Return the states of all long constraints as they are called after one more slice."""
        return tuple(
            [
                one.moved(state, nearer) if isinstance(one, GraphAutomaton) else state
                for one, state in zip(self.long, states, strict=True)
            ]
        )

    def _is_long(self, automaton: Any) -> bool:
        turns = {self._at[key][0] for key in automaton.keys}
        return isinstance(automaton, GraphAutomaton) or len(turns) > max(self._size / 2, _FEW_SLICES)

    def _extent(self, automaton: Any, hubs: int) -> int:
        """Return the number of slices from the first to the last that a constraint reads, cyclically."""
        cells = {cell for key in automaton.keys for cell in self._slots[key].at if cell >= hubs}
        turns = sorted({self._cells[cell][0] for cell in cells})
        size = self._size
        return (
            size
            + 1
            - max((b - a for a, b in pairwise([*turns, *(j + size for j in turns[:1])])), default=size)
        )

    def _place_short(self, automaton: Any) -> None:
        """Let a short constraint begin at its first variable that is not fixed."""
        keys = sorted({*automaton.keys}, key=self._at.__getitem__)
        late = self._at[keys[-1]][0] - self.reach
        first = next(key for key in keys if self._at[key][0] >= late)
        places: dict[Key, Place] = {}
        for key in keys:
            j, k = self._at[key]
            places[key] = (FIXED + j, k) if j < late else (j - self._at[first][0], k)
            self._fixed |= {key: places[key]} if j < late else {}
        sizes = tuple([(place, len(self._slots[key].values)) for key, place in places.items()])
        self._begin[first].append(ShortConstraint(automaton.renamed(places), sizes))

    def _place_long(self, number: int, automaton: Any) -> None:
        """Let a long constraint read its variables. The nodes of graphs are named by places."""
        if isinstance(automaton, GraphAutomaton):
            last = {cell: self._at[key][0] for cell, key in automaton.last.items()}

            def name(key: Key, cell: int) -> Place:
                j, k = self._cells[cell]
                return (FIXED + j if last[cell] - j > self.reach else j - self._at[key][0]), k

            automaton = automaton.named(name)
        for key in {*automaton.keys}:
            symbols = range(len(self._slots[key].values))
            letters = tuple([automaton.letter(key, symbol) for symbol in symbols])
            self._letters[key].append((number, letters))
