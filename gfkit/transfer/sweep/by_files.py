"""States of a site in files, where memory is short: some at a time are stepped, then those alike are added.

A site is taken in two rounds. First the states before it are stepped, in tables of a fixed size, by several
threads side by side (loops in C leave Python's lock to others); a table that is full is written and begun
anew. What is written lies in the order of a hash, in many small parts. Then so many parts as fit into a
table, in which all occurrences of a state lie, are added up and written, as states for the next site. Files
are read and written in order, no place in them is looked for, so that a disk serves.

Memory: tables and their numbers have their size beforehand, the same for each thread.
Cost: every state is written and read twice for each site, in bytes of its words and its number.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from typing import BinaryIO, Self, TypeVar

import numpy as np

from gfkit.errors import LimitError, as_typed
from gfkit.host.memory import size_text
from gfkit.host.paths import SHARE_OF_DISK, kept_directory
from gfkit.host.processes import orphans, own_name
from gfkit.transfer import tuning
from gfkit.transfer.sweep.state_table import Keys, StateTable, StepPairs, Walk, numbers_after
from gfkit.transfer.sweep.words import WordProgram

_Given = TypeVar("_Given")
_Made = TypeVar("_Made")
_KIND = "states"
"""How names of folders for states begin."""
_ITEM = 8
"""Bytes of a word, a limb, an entry of a table or a pair."""


@dataclass(frozen=True, slots=True)
class _Heap:
    """States with their numbers in a file, all words first; one state may lie in several heaps."""

    path: Path
    states: int
    words: int
    limbs: int

    @classmethod
    def of(cls, path: Path, keys: Keys, numbers: Keys) -> _Heap:
        with path.open("wb") as file:
            np.ascontiguousarray(keys).tofile(file)
            np.ascontiguousarray(numbers).tofile(file)
        return cls(path, len(keys), keys.shape[1], numbers.shape[1])

    @property
    def bytes(self) -> int:
        return _ITEM * self.states * (self.words + self.limbs)

    def read_states(self, begin: int, end: int) -> tuple[Keys, Keys]:
        with self.path.open("rb") as file:
            keys = self._read_array(file, begin, end, 0, self.words)
            return keys, self._read_array(file, begin, end, self.states * self.words, self.limbs)

    def _read_array(self, file: BinaryIO, begin: int, end: int, offset: int, width: int) -> Keys:
        file.seek(_ITEM * (offset + begin * width))
        array = np.fromfile(file, np.int64, (end - begin) * width)
        if len(array) != (end - begin) * width:
            raise OSError(f"{self.path} is shorter than it was written")
        return array.reshape(-1, width)

    def pieces(self, most: int) -> Iterator[tuple[_Heap, int, int]]:
        for begin in range(0, self.states, most):
            yield self, begin, min(self.states, begin + most)


@dataclass(frozen=True, slots=True)
class _Run:
    """What a full table gave, in the order of parts, and where each part begins and the last one ends."""

    heap: _Heap
    begins: Keys


class _Desk:
    """What one thread works with."""

    def __init__(self, words: int, room: int) -> None:
        self.table, self.pairs = StateTable(words, room), np.empty((2 * room, 2), np.int32)


class StatesInFiles:
    """The states of a site in files of a folder of their own, for as long as it is open.

    ``memory`` are the bytes that all threads may take together.
    """

    def __init__(self, loop: str, program: WordProgram, memory: int, threads: int) -> None:
        self.loop, self.program, self.memory, self.threads = loop, program, memory, threads
        self._folder = _own_folder(kept_directory())
        self._names = count()
        self._heaps: list[_Heap] = []
        self._limbs, self._room = 0, 0
        self._desks: SimpleQueue[_Desk] = SimpleQueue()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    @property
    def states(self) -> int:
        return sum(heap.states for heap in self._heaps)

    def begin(self, keys: Keys, numbers: Keys) -> None:
        """Writes the states of the first site that is taken so."""
        self._heaps = [_Heap.of(self._path(), keys, numbers)]

    def step(self, place: int, tell: Callable[[], None]) -> None:
        """Takes all states over a site."""
        self._ask_for_room()
        try:
            self._step(place, tell)
        except OSError as error:
            raise LimitError(f"stopped with states in files: {error}") from None

    def final(self) -> tuple[Keys, Keys]:
        """The states at the end, of which there are some, with their numbers, in memory."""
        read = [heap.read_states(0, heap.states) for heap in self._heaps]
        limbs = max(numbers.shape[1] for _, numbers in read)
        wide = [np.pad(numbers, ((0, 0), (0, limbs - numbers.shape[1]))) for _, numbers in read]
        return np.concatenate([keys for keys, _ in read]), np.concatenate(wide)

    def _step(self, place: int, tell: Callable[[], None]) -> None:
        self._fit(self._heaps[0].words, 1 + max(heap.limbs for heap in self._heaps))
        parts = min(tuning.SWEEP.most_parts, -(-8 * self.states // self._room))
        pieces = [piece for heap in self._heaps for piece in heap.pieces(self._room // 2)]
        stepped = self._side_by_side(lambda piece: self._step_part(place, *piece, parts), pieces, tell)
        runs = [run for some in stepped for run in some]
        for heap in self._heaps:
            heap.path.unlink()
        sizes = sum((np.diff(run.begins) for run in runs), np.zeros(parts, np.int64))
        groups = _groups(sizes.tolist(), self._room)
        made = self._side_by_side(lambda group: self._added_up(runs, *group), groups, tell)
        self._heaps = [heap for heap in made if heap.states]
        for run in runs:
            run.heap.path.unlink()

    def _fit(self, words: int, limbs: int) -> None:
        """Tables for as many states as the memory has room for, with numbers of so many limbs.

        For each state: its words thrice (in the table, and of pieces that are read or written), its number
        thrice, four entries of the table, two pairs, and three words to order by.
        """
        if limbs <= self._limbs:
            return
        self._limbs, self._desks = limbs, SimpleQueue()
        room = self.memory // (self.threads * _ITEM * (3 * (words + limbs) + 9))
        least = max(tuning.SWEEP.least_table, 2 * len(self.program.code))  # no state has more steps
        self._room = 1 << max(least, min(tuning.SWEEP.most_table, room)).bit_length() - 1
        for _ in range(self.threads):
            self._desks.put(_Desk(words, self._room))

    def _side_by_side(
        self, work: Callable[[_Given], _Made], things: Iterable[_Given], tell: Callable[[], None]
    ) -> Iterator[_Made]:
        """In threads; what was not begun is left where one fails, or Ctrl-C comes."""
        pool = ThreadPoolExecutor(self.threads)
        try:
            for made in pool.map(work, things):
                tell()
                yield made
        finally:
            pool.shutdown(cancel_futures=True)

    def _path(self) -> Path:
        return Path(self._folder.name) / f"{next(self._names)}"

    def _ask_for_room(self) -> None:
        """A site needs about its states and those after it, which may lie there twice."""
        needed = 3 * sum(heap.bytes for heap in self._heaps)
        free = shutil.disk_usage(self._folder.name).free
        if needed > SHARE_OF_DISK * free:
            raise LimitError(
                f"stopped where the next step needs some {size_text(needed)} of files in"
                f" {as_typed(self._folder.name)}, and {size_text(free)} are free; GFKIT_CACHE"
                " may name another folder"
            )

    def _step_part(self, place: int, heap: _Heap, begin: int, end: int, parts: int) -> list[_Run]:
        keys, numbers = heap.read_states(begin, end)
        desk, runs, done = self._desks.get(), list[_Run](), False
        steps = StepPairs(0)
        steps.pairs = desk.pairs
        walk = Walk(self.loop, self.program, place, keys, steps)
        try:
            while not done:
                desk.table.clear()
                steps.many = 0
                done = walk.go_on(desk.table)
                assert done or steps.many, "an empty table has room for the steps of one state"
                runs.append(
                    self._run(desk.table.keys, numbers_after(steps, desk.table.many, numbers)[0], parts)
                )
        finally:
            self._desks.put(desk)
        return runs

    def _run(self, keys: Keys, numbers: Keys, parts: int) -> _Run:
        of_part = _parts_of(keys, parts)
        order = np.argsort(of_part, kind="stable")
        begins = np.searchsorted(of_part[order], np.arange(parts + 1, dtype=np.uint16))
        return _Run(_Heap.of(self._path(), keys[order], numbers[order]), begins)

    def _added_up(self, runs: list[_Run], first: int, end: int, states: int) -> _Heap:
        """Parts of so many states, with those that come several times."""
        slices = [(run.heap, int(run.begins[first]), int(run.begins[end])) for run in runs]
        words, limbs = slices[0][0].words, max(heap.limbs for heap, _, _ in slices)
        keys, numbers = np.empty((states, words), np.int64), np.zeros((states, limbs), np.int64)
        done = 0
        for heap, begin, stop in slices:
            here = slice(done, done := done + stop - begin)
            keys[here], numbers[here, : heap.limbs] = heap.read_states(begin, stop)
        desk, steps = self._desks.get(), StepPairs(states)
        try:
            desk.table.clear()
            steps.pairs[:, 0], steps.pairs[:, 1] = np.arange(states), desk.table.enter(keys)
            steps.many = states
            return _Heap.of(self._path(), desk.table.keys, numbers_after(steps, desk.table.many, numbers)[0])
        finally:
            self._desks.put(desk)


def _own_folder(beside: Path) -> tempfile.TemporaryDirectory[str]:
    """A folder named after this process; those that killed processes of this machine left are removed."""
    beside.mkdir(parents=True, exist_ok=True)
    for other in orphans(beside, _KIND):
        shutil.rmtree(other, ignore_errors=True)
    return tempfile.TemporaryDirectory(prefix=own_name(_KIND), dir=beside)


def _groups(sizes: list[int], room: int) -> Iterator[tuple[int, int, int]]:
    """Parts next to each other that have room together: the first, the one behind the last, their states."""
    first, states = 0, 0
    for part, size in enumerate(sizes):
        if states and states + size > room:
            yield first, part, states
            first, states = part, 0
        states += size
    if states:
        yield first, len(sizes), states


def _parts_of(keys: Keys, parts: int) -> np.ndarray[tuple[int], np.dtype[np.uint16]]:
    """Which part a state belongs to, by a hash that tables do not use."""
    mixed = np.zeros(len(keys), np.uint64)
    for word in keys.T:
        mixed = (mixed ^ word.view(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    return (mixed % np.uint64(parts)).astype(np.uint16)
