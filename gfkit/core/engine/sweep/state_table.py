"""Hash table of states, each a tuple of words with a number; the C extension adds the successors.

Memory for states, for the table and for the transitions grows on demand: when the memory is full, the C
functions return their position, and they are called again with more memory. ``native/states.h`` defines the
same tables.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from mmap import mmap
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gfkit.core import native
from gfkit.core.engine import tuning
from gfkit.core.engine.sweep.word_program import LIMB, Integers

Keys = NDArray[np.int64]
"""States with axes (state, word), or numbers with axes (state, limb)."""

Ask = Callable[[int], None]
"""Callback before more memory is allocated, with the number of additional bytes; it may raise an error."""

_JUMP = 255
"""Difference that marks an absolute row in the transitions, as in native/states.h."""

_MAPPED = 1 << 21
"""Minimum size in bytes of an array that is mapped separately."""


def _allow_all(more: int) -> None:
    """Allow any amount of memory."""


Walk = tuple[str, Integers, Integers, Integers]
"""One or several consecutive steps, as arguments of the C functions: name, layout, code, and positions."""


class StepPairs:
    """Transitions of one step, or of several steps at once, encoded as in ``native/states.h``.

    ``done`` is the number of states that were advanced.
    """

    def __init__(self, room: int = 1 << 10) -> None:
        self.to, self.skip = np.empty(room, np.int32), np.empty(room, np.uint8)
        self.ends, self.done = np.zeros(2, np.int64), 0

    @property
    def arrays(self) -> tuple[NDArray[np.int32], NDArray[np.uint8], Keys]:
        return self.to, self.skip, self.ends

    @property
    def many(self) -> int:
        """Upper bound of the number of transitions; few entries are not transitions."""
        return int(self.ends[0])

    def make_room(self, more: int, ask: Ask) -> None:
        """Allocate room for at least ``more`` further transitions."""
        many = self.many
        if many + 2 * more > len(self.to):
            room = 3 * (many + 2 * more) // 2
            ask(5 * room)
            to, skip = _allocate((room,), self.to.dtype), _allocate((room,), self.skip.dtype)
            to[:many], skip[:many] = self.to[:many], self.skip[:many]
            self.to, self.skip = to, skip

    def decode(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the rows before and after the step of all transitions."""
        to, skip = self.to[: self.many], self.skip[: self.many].astype(np.int32)
        jumps = skip == _JUMP
        skip[jumps] = 0
        passed = np.cumsum(skip, dtype=np.int32)
        bases = np.append(0, to[jumps] - passed[jumps]).astype(np.int32)
        return (passed + bases[np.cumsum(jumps)])[~jumps], to[~jumps]


class StateTable:
    """Set of the states found so far, numbered in order of discovery."""

    def __init__(self, words: int, room: int = 1 << 10, ask: Ask = _allow_all) -> None:
        self.ask = ask
        self.many = np.zeros(1, np.int64)
        self.all_keys = np.empty((room, words), np.int64)
        self.entries: NDArray[np.int32] = np.zeros(_slots(room), np.int32)

    @property
    def keys(self) -> Keys:
        return self.all_keys[: self.many[0]]

    @property
    def arrays(self) -> tuple[Keys, NDArray[np.int64], NDArray[np.int32]]:
        """Arrays that use memory."""
        return self.all_keys, self.many, self.entries

    def clear(self) -> None:
        """Delete all states, but keep the allocated memory."""
        self.many[:] = 0
        self.entries[:] = 0

    def step(self, walk: Walk, keys: Keys, steps: StepPairs) -> None:
        """Add the successors of states that were not advanced before, and the transitions to them."""
        span = np.array([steps.done, len(keys)])
        while span[0] < span[1]:
            self._make_room(self.advance(walk, keys, span, steps), steps)
        steps.done = len(keys)

    def advance(self, walk: Walk, keys: Keys, span: NDArray[np.int64], steps: StepPairs) -> int:
        """Advance the states in the rows ``span`` until this table is full.

        Return the number of states and transitions for which there was no room.
        """
        most = tuning.SWEEP.stepped_at_once
        return native.loops.step(*walk, keys, span, most, *self.arrays, *steps.arrays)

    def _make_room(self, more: int, steps: StepPairs) -> None:
        """Allocate room for at least ``more`` further states and transitions."""
        self._grow(int(self.many[0]) + more)
        steps.make_room(more, self.ask)

    def enter(self, keys: Keys) -> StepPairs:
        """Add states that are unknown, and return the transitions from rows of ``keys`` to rows of the
        table.
        """
        steps = StepPairs(2 * len(keys))
        self._make_room(len(keys), steps)
        native.loops.enter(keys, np.arange(len(keys), dtype=np.int32), *self.arrays, *steps.arrays)
        return steps

    def _grow(self, many: int) -> None:
        """Allocate room for ``many`` states, with a hash table that is at most three quarters full."""
        if many > len(self.all_keys):
            shape = many + many // 2, self.all_keys.shape[1]
            self.ask(prod(shape) * self.all_keys.itemsize)
            keys = _allocate(shape, self.all_keys.dtype)
            keys[: self.many[0]] = self.keys
            self.all_keys = keys
        if _slots(many) > len(self.entries):
            self.ask(_slots(many) * self.entries.itemsize)
            self.entries = np.zeros(0, np.int32)  # free the old table first
            self.entries = _allocate((_slots(many),), self.entries.dtype)
            native.loops.fill_table(*self.arrays)


def _allocate(shape: tuple[int, ...], kind: np.dtype[Any]) -> NDArray[Any]:
    """Return an array of zeros. A large array is mapped separately, so that its unused pages and, later, its
    freed pages need no memory.
    """
    many = prod(shape)
    if many * kind.itemsize < _MAPPED:
        return np.zeros(shape, kind)
    return np.frombuffer(mmap(-1, many * kind.itemsize), kind).reshape(shape)


def _slots(states: int) -> int:
    """Return the size of the hash table for a number of states, a power of 2."""
    return 1 << (4 * states // 3).bit_length()


def numbers_after(steps: StepPairs, after: int, numbers: Keys) -> tuple[Keys, int]:
    """Return the numbers in the rows after a step, and the number of reached states.

    No new number exceeds the largest old number times the number of transitions. If a sum might not fit, all
    numbers get one more limb in advance.
    """
    if int(numbers[:, -1].max(initial=0)) >> max(0, LIMB - steps.many.bit_length()):
        numbers = np.concatenate([numbers, np.zeros((len(numbers), 1), np.int64)], axis=1)
    new = np.zeros((after, numbers.shape[1]), np.int64)
    return new, native.loops.add_numbers(*steps.arrays, numbers, new, LIMB)
