"""Hash table of states, each a tuple of words with a number; the C extension adds the successors.

Memory for states, for the table and for the transitions grows on demand: when the memory is full, the C
functions return their position, and they are called again with more memory. ``native/states.h`` defines the
same tables.

Parts. A table has one part for each thread; the hash of a state determines its part. Two passes advance many
states: first, each thread computes the successors of its share of the states, in buckets by part; then, each
thread looks up the successors of its part. Each part has its own rows, region of the hash table and
transitions, so that no two threads write to the same memory. The states, transitions and sums are the same
for every number of parts, except for their order.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from concurrent.futures import ThreadPoolExecutor
from math import prod
from mmap import mmap
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from gfkit import native
from gfkit.deferred import dataclass
from gfkit.engine import tuning

Keys = NDArray[np.int64]
"""States with axes (state, word), or numbers with axes (state, limb)."""

Ask = Callable[[int], None]
"""Callback before more memory is allocated, with the number of additional bytes; it may raise an error."""

Counts = NDArray[np.int64]
"""Number of states of each part."""

LIMB = 62
"""Bits of a limb of a number."""

_CHUNK = 256
"""Consecutive rows that belong to the same part, as in native/states.h."""

_JUMP = 255
"""Difference that marks an absolute row in the transitions, as in native/states.h."""

_MAPPED = 1 << 21
"""Minimum size in bytes of an array that is mapped separately."""

_Made = TypeVar("_Made")


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


Walk = tuple[str, NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
"""One or several consecutive steps, as arguments of the C functions: name, layout, code, and positions."""


class Threads:
    """Threads that advance states in parallel, one for each part.

    ``arrays`` contains the buckets of each thread and part: states, the rows before the step, and the number
    of states. Each bucket has room for ``room`` states.
    """

    def __init__(self, parts: int, words: int) -> None:
        self.parts, self._words, self._pool = parts, words, ThreadPoolExecutor(parts)
        self.make_room(0)

    def make_room(self, room: int) -> None:
        """Allocate empty buckets."""
        self.room, shape = room, (self.parts, self.parts, room)
        found: Keys = np.empty((*shape, self._words), np.int64)
        self.arrays = found, np.empty(shape, np.int32), np.zeros(shape[:2], np.int64)

    def is_worth(self, many: int) -> bool:
        """Return True if so many states or transitions are divided among the threads."""
        return many >= tuning.SWEEP.threaded_states

    def run(self, work: Callable[[int], _Made]) -> list[_Made]:
        """Return the results of a function for the numbers of all parts."""
        return list(self._pool.map(work, range(self.parts)))

    def close(self) -> None:
        self._pool.shutdown(cancel_futures=True)


class StepPairs:
    """Transitions of one step, or of several steps at once, from the states that were advanced.

    Each part of the states after the step has its own transitions, encoded as in ``native/states.h``.
    ``done`` is the number of states that were advanced, for each part of the states before the step.
    """

    def __init__(self, parts: int = 1, room: int = 1 << 10) -> None:
        self.to, self.skip = np.empty((parts, room), np.int32), np.empty((parts, room), np.uint8)
        self.ends, self.done = np.zeros((parts, 2), np.int64), np.zeros(tuning.SWEEP.most_threads, np.int64)

    @property
    def arrays(self) -> tuple[NDArray[np.int32], NDArray[np.uint8], Keys]:
        return self.to, self.skip, self.ends

    @property
    def many(self) -> int:
        """Upper bound of the number of transitions; few entries are not transitions."""
        return int(self.ends[:, 0].sum())

    def make_room(self, more: int, ask: Ask) -> None:
        """Allocate room for at least ``more`` further transitions to each part."""
        many = int(self.ends[:, 0].max())
        if many + 2 * more > self.to.shape[1]:
            shape = len(self.to), 3 * (many + 2 * more) // 2
            ask(5 * prod(shape))
            to, skip = _allocate(shape, self.to.dtype), _allocate(shape, self.skip.dtype)
            to[:, :many], skip[:, :many] = self.to[:, :many], self.skip[:, :many]
            self.to, self.skip = to, skip

    def decode(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """Return the rows before and after the step of all transitions to the first part."""
        many = int(self.ends[0, 0])
        to, skip = self.to[0, :many], self.skip[0, :many].astype(np.int32)
        jumps = skip == _JUMP
        skip[jumps] = 0
        passed = np.cumsum(skip, dtype=np.int32)
        bases = np.append(0, to[jumps] - passed[jumps]).astype(np.int32)
        return (passed + bases[np.cumsum(jumps)])[~jumps], to[~jumps]


class StateTable:
    """Set of the states found so far, numbered within their part in order of discovery."""

    def __init__(self, words: int, room: int = 1 << 10, ask: Ask = _allow_all, parts: int = 1) -> None:
        self.ask = ask
        self.many: Counts = np.zeros(parts, np.int64)
        self.all_keys = np.empty((_rows(room, parts), words), np.int64)
        self.entries: NDArray[np.int32] = np.zeros(parts * _slots(room), np.int32)

    @property
    def rows(self) -> int:
        """Number of rows up to the last state; rows that parts have not used yet contain no states."""
        parts, last = len(self.many), [int(many) - 1 for many in self.many]
        return 1 + max((n // _CHUNK * parts + part) * _CHUNK + n % _CHUNK for part, n in enumerate(last))

    @property
    def keys(self) -> Keys:
        return self.all_keys[: self.rows]

    @property
    def arrays(self) -> tuple[Keys, Counts, NDArray[np.int32]]:
        """Arrays that use memory."""
        return self.all_keys, self.many, self.entries

    def clear(self) -> None:
        """Delete all states, but keep the allocated memory."""
        self.many[:] = 0
        self.entries[:] = 0

    def step(
        self, walk: Walk, keys: Keys, many: Counts, steps: StepPairs, threads: Threads | None = None
    ) -> None:
        """Add the successors of states that were not advanced before, and the transitions to them.

        ``keys`` contains ``many`` states of each part.
        """
        parts, done = len(many), steps.done[: len(many)]
        if threads is not None and threads.is_worth(int((many - done).sum())):
            cuts = np.linspace(done[0], many[0], threads.parts + 1).astype(np.int64)  # for a single part
            first, last = (cuts[:-1], cuts[1:]) if parts == 1 else (done, many)
            self._step_in_threads(walk, keys, parts, np.stack([first, last], axis=1), steps, threads)
        else:
            for part, ends in enumerate(zip(done.tolist(), many.tolist(), strict=True)):
                span = np.array(ends)
                while span[0] < span[1]:
                    self._make_room(self.advance(walk, keys, parts, part, span, steps), steps)
        done[:] = many

    def advance(self, walk: Walk, keys: Keys, parts: int, part: int, span: Counts, steps: StepPairs) -> int:
        """Advance states of a part, whose numbers are in ``span``, until this table is full.

        Return the number of states and transitions for which there was no room.
        """
        most = tuning.SWEEP.stepped_at_once
        return native.loops.step(*walk, keys, parts, part, span, most, *self.arrays, *steps.arrays)

    def _step_in_threads(
        self, walk: Walk, keys: Keys, parts: int, spans: Keys, steps: StepPairs, threads: Threads
    ) -> None:
        """Advance the states of each span in a separate thread."""

        def spread(k: int) -> int:
            buckets = [array[k] for array in threads.arrays]
            return native.loops.spread(*walk, keys, parts, k % parts, spans[k], *buckets)

        def enter(part: int) -> None:
            found, rows, counts = threads.arrays
            for k, many in enumerate(counts[:, part].tolist()):
                here = k, part, slice(many)
                native.loops.enter(found[here], rows[here], part, *self.arrays, *steps.arrays)

        short = tuning.SWEEP.bucket_states // threads.parts
        while (spans[:, 0] < spans[:, 1]).any():
            if not threads.arrays[2].any() and threads.room < short:
                threads.make_room(short)  # at the beginning, or if a state has too many successors
            threads.arrays[2][:] = 0
            short = max(threads.run(spread))
            self._make_room(int(threads.arrays[2].sum(axis=0).max()), steps)
            threads.run(enter)

    def _make_room(self, more: int, steps: StepPairs) -> None:
        """Allocate room for at least ``more`` further states of each part and transitions to it."""
        self._grow(int(self.many.max()) + more)
        steps.make_room(more, self.ask)

    def enter(self, keys: Keys) -> StepPairs:
        """Add states that are unknown, and return the transitions from rows of ``keys`` to rows of the
        table.
        """
        steps = StepPairs(len(self.many), 2 * len(keys))
        self._make_room(len(keys), steps)
        native.loops.enter(keys, np.arange(len(keys), dtype=np.int32), -1, *self.arrays, *steps.arrays)
        return steps

    def _grow(self, many: int) -> None:
        """Allocate room for ``many`` states of each part, with a hash table that is at most three quarters
        full.
        """
        parts, words = len(self.many), self.all_keys.shape[1]
        if _rows(many, parts) > len(self.all_keys):
            room = _rows(many + many // 2, parts)
            self.ask(room * words * self.all_keys.itemsize)
            keys = _allocate((room, words), self.all_keys.dtype)
            keys[: self.rows] = self.keys
            self.all_keys = keys
        if parts * _slots(many) > len(self.entries):
            self.ask(parts * _slots(many) * self.entries.itemsize)
            self.entries = np.zeros(0, np.int32)  # free the old table first
            self.entries = _allocate((parts * _slots(many),), self.entries.dtype)
            native.loops.fill_table(*self.arrays)


def _allocate(shape: tuple[int, ...], kind: np.dtype[Any]) -> NDArray[Any]:
    """Return an array of zeros. A large array is mapped separately, so that its unused pages and, later, its
    freed pages need no memory.
    """
    many = prod(shape)
    if many * kind.itemsize < _MAPPED:
        return np.zeros(shape, kind)
    return np.frombuffer(mmap(-1, many * kind.itemsize), kind).reshape(shape)


def _rows(states: int, parts: int) -> int:
    """Return the number of rows for a number of states of each part."""
    return states if parts == 1 else -(-states // _CHUNK) * _CHUNK * parts


def _slots(states: int) -> int:
    """Return the size of the hash table for the states of one part, a power of 2."""
    return 1 << (4 * states // 3).bit_length()


def numbers_after(
    steps: StepPairs, after: int, numbers: Keys, threads: Threads | None = None
) -> tuple[Keys, int]:
    """Return the numbers in the rows after a step, and the number of reached states.

    No new number exceeds the largest old number times the number of transitions. If a sum might not fit, all
    numbers get one more limb in advance.
    """
    if int(numbers[:, -1].max(initial=0)) >> max(0, LIMB - steps.many.bit_length()):
        numbers = np.concatenate([numbers, np.zeros((len(numbers), 1), np.int64)], axis=1)
    new = np.zeros((after, numbers.shape[1]), np.int64)

    def add(part: int) -> int:
        return native.loops.add_numbers(*steps.arrays, part, numbers, new, LIMB)

    in_threads = threads is not None and threads.is_worth(steps.many)
    return new, sum(threads.run(add) if threads and in_threads else map(add, range(len(steps.ends))))
