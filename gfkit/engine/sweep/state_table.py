"""Hash table of states, each a tuple of words with a number; the C extension adds the successors.

Memory for states, for the table and for the transitions grows on demand: when the memory is full, the C
functions return their position, and they are called again with more memory. ``native/states.h`` defines the
same tables.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

import numpy as np
from numpy.typing import NDArray

from gfkit import native
from gfkit.deferred import dataclass
from gfkit.engine import tuning

Keys = NDArray[np.int64]
"""States with axes (state, word), or numbers with axes (state, limb)."""

Ask = Callable[[int], None]
"""Callback before more memory is allocated, with the number of additional bytes; it may raise an error."""

LIMB = 62
"""Bits of a limb of a number."""


@dataclass(frozen=True, slots=True)
class WordProgram:
    """Automaton as words for the C extension; ``sites`` contains the position of each step in ``code``."""

    head: NDArray[np.int64]
    code: NDArray[np.int64]
    sites: NDArray[np.int64]


class Writing:
    """Program under construction, in which equal sequences of words are stored once."""

    def __init__(self) -> None:
        self.code: list[int] = []
        self.known: dict[Hashable, int] = {}

    def write(self, words: Iterable[int]) -> int:
        """Return the position of a sequence of words in the program, after appending it if it is not
        there.
        """
        own = tuple(words)
        if own not in self.known:
            self.known[own] = len(self.code)
            self.code.extend(own)
        return self.known[own]


def arrays(head: Iterable[int], code: Iterable[int], sites: Iterable[int]) -> WordProgram:
    """Return the program as arrays."""
    return WordProgram(*(np.array(list(numbers), np.int64) for numbers in (head, code, sites)))


def _allow_all(more: int) -> None:
    """Allow any amount of memory."""


class StepPairs:
    """Transitions of one step, for the first ``done`` states before it, as pairs of state numbers."""

    def __init__(self, room: int = 1 << 10) -> None:
        self.pairs, self.many, self.done = np.empty((room, 2), np.int32), 0, 0


class StateTable:
    """Set of the states found so far, numbered in order of discovery."""

    def __init__(self, words: int, room: int = 1 << 10, ask: Ask = _allow_all) -> None:
        self.ask = ask
        self.all_keys, self.many = np.empty((room, words), np.int64), 0
        self.entries: NDArray[np.int64] = np.zeros(_entries(room), np.int64)

    @property
    def keys(self) -> Keys:
        return self.all_keys[: self.many]

    @property
    def arrays(self) -> tuple[Keys, Keys]:
        """Arrays that use memory."""
        return self.all_keys, self.entries

    def clear(self) -> None:
        """Delete all states, but keep the allocated memory."""
        self.many = 0
        self.entries[:] = 0

    def step(self, loop: str, program: WordProgram, place: int, keys: Keys, steps: StepPairs) -> None:
        """Add the successors of the states ``keys`` that were not advanced before, and the transitions to
        them.
        """
        while steps.done < len(keys):
            end = min(len(keys), steps.done + tuning.SWEEP.stepped_at_once)
            walk = Walk(loop, program, place, keys[:end], steps)
            while not walk.go_on(self):
                self._make_room(len(program.code), steps)  # no state has more transitions
            steps.done = end

    def _make_room(self, more: int, steps: StepPairs) -> None:
        """Allocate room for at least ``more`` further states and transitions."""
        self._grow(self.many + more)
        if steps.many + more >= len(steps.pairs):
            many = 2 * (steps.many + more)
            self.ask(many * steps.pairs[0].nbytes)
            pairs = np.empty((many, 2), np.int32)
            pairs[: steps.many] = steps.pairs[: steps.many]
            steps.pairs = pairs

    def enter(self, keys: Keys) -> NDArray[np.int64]:
        """Return the numbers of states; unknown states are added."""
        self._grow(self.many + len(keys))
        places = np.empty(len(keys), np.int64)
        self.many = native.loops.enter(keys, self.all_keys, self.many, self.entries, places)
        return places

    def _grow(self, many: int) -> None:
        """Allocate room for ``many`` states, with a hash table that is at most half full."""
        if many >= len(self.all_keys):
            self.ask(2 * many * self.all_keys.shape[1] * self.all_keys.itemsize)
            keys = np.empty((2 * many, self.all_keys.shape[1]), np.int64)
            keys[: self.many] = self.keys
            self.all_keys = keys
        if 2 * many >= len(self.entries):
            entries = _entries(many)
            self.ask((entries - len(self.entries)) * self.entries.itemsize)
            self.entries = np.zeros(0, np.int64)  # free the old table first
            self.entries = np.zeros(entries, np.int64)
            native.loops.fill_table(self.all_keys, self.many, self.entries)


class Walk:
    """Sweep step that is done in several parts, if the memory does not suffice for all successors at once."""

    def __init__(self, loop: str, program: WordProgram, place: int, keys: Keys, steps: StepPairs) -> None:
        self._loop, self._program, self._place, self._keys, self._steps = loop, program, place, keys, steps
        self._told = np.array([0, 0, steps.done, -1, 0, 0], np.int64)
        """Numbers of states and transitions, then the position at which the C function continues."""
        self._room = np.empty(len(keys) + len(program.code) + 1, np.int64)

    def go_on(self, table: StateTable) -> bool:
        """Add states and transitions until a table is full. Return True if all states were advanced."""
        self._told[:2] = table.many, self._steps.many
        program, pairs = self._program, self._steps.pairs
        done = native.loops.step(
            self._loop, program.head, program.code, self._place, self._keys,
            table.all_keys, table.entries, pairs, self._room, self._told,
        )  # fmt: skip
        table.many, self._steps.many = self._told[:2].tolist()
        return done


def _entries(states: int) -> int:
    """Return the number of table entries, a power of 2 as the C extension requires."""
    return 1 << (4 * states - 1).bit_length()


def numbers_after(steps: StepPairs, after: int, numbers: Keys) -> tuple[Keys, int]:
    """Return the numbers after a step, and the number of reached states.

    No new number exceeds the largest old number times the number of transitions. If a sum might not fit, all
    numbers get one more limb in advance.
    """
    if int(numbers[:, -1].max(initial=0)) >> max(0, LIMB - steps.many.bit_length()):
        numbers = np.concatenate([numbers, np.zeros((len(numbers), 1), np.int64)], axis=1)
    new = np.zeros((after, numbers.shape[1]), np.int64)
    return new, native.loops.add_numbers(steps.pairs, steps.many, numbers, new, LIMB)
