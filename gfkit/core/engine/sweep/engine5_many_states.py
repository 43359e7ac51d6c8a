"""Sweeps of many states in hash tables of the C extension, in memory or in files.

States in files. A step has two phases. First, several threads advance the states before the step in parallel
(the C extension releases Python's lock); each thread uses a table of fixed size, which is written to a file
and cleared when it is full. The output is sorted by hash into many small parts, and all copies of a state are
in the same part. Then as many parts as fit into a table are read, equal states are merged by adding their
numbers, and the result is written as the input of the next step. Files are read and written sequentially,
without seeking, so that a hard disk suffices.

Memory: tables and their numbers have a fixed size, the same for each thread. Cost: every state is written and
read twice for each step, with its words and its number.
"""

from __future__ import annotations

import shutil
import tempfile
from array import array
from collections.abc import Callable, Iterable, Iterator
from itertools import count
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, BinaryIO, Self, TypeVar

import numpy as np

from gfkit.core.deferred import dataclass
from gfkit.core.engine import tuning
from gfkit.core.engine.sweep.engine5_few_states import Ask, FewStates, OnStates
from gfkit.core.engine.sweep.state_table import Keys, StateTable, StepPairs, Walk, numbers_after
from gfkit.core.engine.sweep.word_program import WordProgram, sum_of_limbs
from gfkit.core.errors import LimitError, as_typed
from gfkit.core.hooks import from_above
from gfkit.core.memory import SHARE_OF_DISK, core_count, size_text

if TYPE_CHECKING:
    from numpy.typing import NDArray


class ManyStates:
    """States at one position of a sweep, with their numbers.

    While there are few states, or if the steps do not recur, the states of a step are discarded after it.
    Otherwise we cache the states that recur after whole periods, and their transitions: for a cached state
    only numbers are added.
    """

    def __init__(self, few: FewStates, on_site: OnStates, ask: Ask, room: int | None) -> None:
        self.loop, self.program, self.words = few.loop, few.program, few.words
        self.on_site, self.ask, self.room = on_site, ask, room
        self.keys = np.frombuffer(few.keys, np.int64).reshape(-1, self.words)
        self.numbers = np.frombuffer(few.numbers, np.int64).reshape(-1, few.limbs)
        self.tables: tuple[StateTable, ...] = ()
        """Two tables for states that are not cached, used alternately."""
        self.passing = StepPairs(0)
        """Transitions of a step that is not cached."""
        self.jump = 0
        """Number of consecutive steps that are cached as one; 0 while there are few states."""
        self.site, self.peak, self.sites, self.period = few.site, few.peak, few.sites, few.period
        self.states: dict[int, StateTable] = {}
        self.steps: dict[tuple[int, ...], StepPairs] = {}

    def final(self) -> list[tuple[list[int], int]]:
        """Return the states after the last step, with their numbers."""
        self.tables = self._make_table(), self._make_table()
        while self.site < len(self.sites) and len(self.keys):
            keeps = len(self.keys) >= tuning.SWEEP.hashed_few and self._has_equal(self.site)
            short = False
            try:
                if keeps:
                    self._sweep_and_cache()
                else:
                    self._sweep_uncached()
            except LimitError:
                short = not keeps and not self.states
                if short and not (self.room and _has_room()):
                    raise
                self.period, self.states, self.steps = 0, {}, {}
            if (
                short and self.room
            ):  # outside the except block, so that the error does not keep the arrays alive
                self._sweep_in_files(self.room)
        self._compact()
        return list(zip(self.keys.tolist(), map(sum_of_limbs, self.numbers.tolist()), strict=True))

    def _compact(self) -> None:
        """Remove the rows with the number 0."""
        some = self.numbers.any(axis=1)
        if not some.all():
            self.keys, self.numbers = self.keys[some], self.numbers[some]

    def _make_table(self) -> StateTable:
        return StateTable(self.words, 64, self._request_bytes)

    def _request_bytes(self, more: int) -> None:
        """Request ``more`` bytes in addition to all current arrays."""
        keys = self.keys if self.keys.base is None else self.keys.base
        holders: list[StateTable | StepPairs] = [
            *self.tables,
            *self.states.values(),
            self.passing,
            *self.steps.values(),
        ]
        arrays = [keys, self.numbers, *(part for holder in holders for part in holder.arrays)]
        self.ask(
            sum({id(part): part.nbytes for part in arrays}.values())
            + len(self.keys) * tuning.SWEEP.walking_bytes
            + more
        )

    def _sweep_in_files(self, room: int) -> None:
        """Sweep the remaining steps with states in files; the last step leaves few states."""
        self._compact()
        with StatesInFiles(self.loop, self.program, room, core_count()) as files:
            files.begin(self.keys, self.numbers)
            self.keys, self.numbers = self.keys[:0].copy(), self.numbers[:0].copy()
            self.tables, self.passing = (self._make_table(), self._make_table()), StepPairs(0)
            while self.site < len(self.sites) and files.states:
                files.step(self.sites[self.site], lambda: self.on_site(self.site, files.states, True))
                self.site, self.peak = self.site + 1, max(self.peak, files.states)
            if files.states:
                self.keys, self.numbers = files.final()

    def _sweep_uncached(self) -> None:
        """Sweep one step without caching the states after the step."""
        new = self.tables[self.site % 2]
        new.clear()
        self._request_bytes(2 * len(self.keys) * 5)
        self.passing = StepPairs(2 * len(self.keys))
        new.step(self._walk(self.site + 1), self.keys, self.passing)
        self.numbers, reached = self._add(self.passing, len(new.keys), self.numbers)
        self.keys, self.passing = new.keys, StepPairs(0)
        self.site, self.peak = self.site + 1, max(self.peak, reached)
        self._report_progress(reached)

    def _walk(self, end: int) -> Walk:
        return self.loop, self.program.head, self.program.code, self.program.sites[self.site : end]

    def _add(self, steps: StepPairs, after: int, numbers: NDArray[np.int64]) -> tuple[NDArray[np.int64], int]:
        self._request_bytes((after + len(numbers)) * (numbers.shape[1] + 1) * numbers.itemsize)
        return numbers_after(steps, after, numbers)

    def _report_progress(self, states: int) -> None:
        self.on_site(self.site, states, False)

    def _has_equal(self, site: int) -> bool:
        """Return True if the step one period before or after a given step has the same transitions."""
        near = (site - self.period, site + self.period) if self.period else ()
        return any(0 <= other < len(self.sites) and self.sites[other] == self.sites[site] for other in near)

    def _get_table(self, site: int) -> StateTable:
        return self.states.setdefault(site % self.period, self._make_table())

    def _choose_jump(self) -> int:
        """Return the largest number of steps at once that have fewer transitions than single steps.

        The transitions of some states are counted. If states have few successors, several steps at once need
        fewer transitions and fewer tables, although their number grows exponentially with the steps.
        """
        share = min(1 + len(self.keys) // tuning.SWEEP.jump_sample, (1 << 16) - 1)
        sample = self.keys[_parts_of(self.keys, share) == 0]  # independent of the order of the states
        single = 0.0
        for jump in range(1, min(tuning.SWEEP.most_jump, len(self.sites) - self.site) + 1):
            steps, walk = StepPairs(), self._walk(self.site + jump)
            StateTable(self.words).step(walk, sample, steps)
            single = single or steps.many / tuning.SWEEP.jump_gain
            if jump > 1 and steps.many > jump * single:
                return jump - 1
        return jump

    def _next_cut(self) -> int:
        """Return the end of the next steps that are cached as one."""
        phase, jump = self.site % self.period, max(1, self.jump)
        end = self.site + min(jump - phase % jump, self.period - phase)
        return end if all(map(self._has_equal, range(self.site, end))) else self.site + 1

    def _sweep_and_cache(self) -> None:
        """Sweep the next steps that recur after a period, and cache their states."""
        self._compact()
        if not self.jump and len(self.keys) >= tuning.SWEEP.jump_states:
            self.jump, self.states, self.steps = self._choose_jump(), {}, {}
        here = self._get_table(self.site)
        numbers, _ = self._add(here.enter(self.keys), len(here.keys), self.numbers)
        while self.site < len(self.sites) and self._has_equal(self.site):
            end = self._next_cut()
            here, after = self._get_table(self.site), self._get_table(end)
            steps = self.steps.setdefault(
                (self.site % self.period, *self.sites[self.site : end]), StepPairs()
            )
            after.step(self._walk(end), here.keys, steps)
            numbers, reached = self._add(steps, len(after.keys), numbers)
            self.site, self.peak = end, max(self.peak, reached)
            self.keys, self.numbers = after.keys, numbers
            self._report_progress(reached)
        self._compact()


_Given = TypeVar("_Given")
_Made = TypeVar("_Made")
_ITEM = 8
"""Bytes of a word, of a limb, of a table entry and of a number in a pair."""


@dataclass(frozen=True, slots=True)
class _SpillFile:
    """File of states and their numbers: first all words of the states, then all numbers. A state may occur in
    several files.
    """

    path: Path
    states: int
    words: int
    limbs: int

    @classmethod
    def of(cls, path: Path, keys: Keys, numbers: Keys) -> _SpillFile:
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
        words = np.fromfile(file, np.int64, (end - begin) * width)
        if len(words) != (end - begin) * width:
            raise OSError(f"{self.path} is shorter than it was written")
        return words.reshape(-1, width)

    def pieces(self, most: int) -> Iterator[tuple[_SpillFile, int, int]]:
        for begin in range(0, self.states, most):
            yield self, begin, min(self.states, begin + most)


@dataclass(frozen=True, slots=True)
class _Run:
    """Contents of a full table, sorted by parts, with the offsets of the parts."""

    heap: _SpillFile
    begins: Keys


class _ThreadTables:
    """Table and buffers of one thread."""

    def __init__(self, words: int, room: int) -> None:
        self.table, self.steps = StateTable(words, room), StepPairs(4 * room)


class StatesInFiles:
    """States of a step, stored in files of a separate directory while it is open.

    ``memory`` is the total memory of all threads, in bytes.
    """

    def __init__(self, loop: str, program: WordProgram, memory: int, threads: int) -> None:
        self._loop, self._program, self._memory, self._threads = loop, program, memory, threads
        self._folder: tempfile.TemporaryDirectory[str] = from_above("spill_directory")()
        self._names = count()
        self._heaps: list[_SpillFile] = []
        self._limbs, self._room = 0, 0
        self._desks: SimpleQueue[_ThreadTables] = SimpleQueue()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._folder.cleanup()

    @property
    def states(self) -> int:
        return sum(heap.states for heap in self._heaps)

    def begin(self, keys: Keys, numbers: Keys) -> None:
        """Write the states of the first step that uses files."""
        self._heaps = [_SpillFile.of(self._path(), keys, numbers)]

    def step(self, place: int, tell: Callable[[], None]) -> None:
        """Advance all states by a step."""
        self._request_memory()
        try:
            self._step(place, tell)
        except OSError as error:
            raise LimitError(f"stopped with states in files: {error}") from None

    def final(self) -> tuple[Keys, Keys]:
        """Return the final states with their numbers, in memory; there are few final states."""
        read = [heap.read_states(0, heap.states) for heap in self._heaps]
        limbs = max(numbers.shape[1] for _, numbers in read)
        wide = [np.pad(numbers, ((0, 0), (0, limbs - numbers.shape[1]))) for _, numbers in read]
        return np.concatenate([keys for keys, _ in read]), np.concatenate(wide)

    def _step(self, place: int, tell: Callable[[], None]) -> None:
        self._fit(self._heaps[0].words, 1 + max(heap.limbs for heap in self._heaps))
        parts = min(tuning.SWEEP.most_parts, -(-8 * self.states // self._room))
        pieces = [piece for heap in self._heaps for piece in heap.pieces(self._room // 2)]
        stepped = self._run_in_threads(lambda piece: self._step_part(place, *piece, parts), pieces, tell)
        runs = [run for some in stepped for run in some]
        for heap in self._heaps:
            heap.path.unlink()
        sizes = sum((np.diff(run.begins) for run in runs), np.zeros(parts, np.int64))
        groups = _groups(sizes.tolist(), self._room)
        made = self._run_in_threads(lambda group: self._merge_runs(runs, *group), groups, tell)
        self._heaps = [heap for heap in made if heap.states]
        for run in runs:
            run.heap.path.unlink()

    def _fit(self, words: int, limbs: int) -> None:
        """Create tables for as many states as fit into memory, with numbers of ``limbs`` limbs.

        Memory for each state: its words three times (in the table, and in the buffers for reading and
        writing), its number three times, four table entries, two pairs, and three words for sorting.
        """
        if limbs <= self._limbs:
            return
        self._limbs, self._desks = limbs, SimpleQueue()
        room = self._memory // (self._threads * _ITEM * (3 * (words + limbs) + 9))
        least = max(tuning.SWEEP.least_table, 2 * len(self._program.code))  # no state has more transitions
        self._room = 1 << max(least, min(tuning.SWEEP.most_table, room)).bit_length() - 1
        for _ in range(self._threads):
            self._desks.put(_ThreadTables(words, self._room))

    def _run_in_threads(
        self, work: Callable[[_Given], _Made], things: Iterable[_Given], tell: Callable[[], None]
    ) -> Iterator[_Made]:
        """Run the work in threads. After an error or Ctrl-C, cancel the work that has not started."""
        from concurrent.futures import ThreadPoolExecutor

        pool = ThreadPoolExecutor(self._threads)
        try:
            for made in pool.map(work, things):
                tell()
                yield made
        finally:
            pool.shutdown(cancel_futures=True)

    def _path(self) -> Path:
        return Path(self._folder.name) / f"{next(self._names)}"

    def _request_memory(self) -> None:
        """Request disk space for the states before and after a step; successors may be stored twice."""
        needed = 3 * sum(heap.bytes for heap in self._heaps)
        free = shutil.disk_usage(self._folder.name).free
        if needed > SHARE_OF_DISK * free:
            raise LimitError(
                f"stopped: the next step needs about {size_text(needed)} of disk space in"
                f" {as_typed(self._folder.name)}, but only {size_text(free)} is free; set GFKIT_CACHE to"
                " another directory"
            )

    def _step_part(self, place: int, heap: _SpillFile, begin: int, end: int, parts: int) -> list[_Run]:
        keys, numbers = heap.read_states(begin, end)
        desk, runs, span = self._desks.get(), list[_Run](), np.array([0, end - begin])
        walk = self._loop, self._program.head, self._program.code, array("q", [place])
        try:
            while span[0] < span[1]:
                desk.table.clear()
                desk.steps.ends[:] = 0
                desk.table.advance(walk, keys, span, desk.steps)
                assert span[0] == span[1] or desk.steps.many, (
                    "an empty table has room for the steps of one state"
                )
                runs.append(
                    self._run(
                        desk.table.keys, numbers_after(desk.steps, len(desk.table.keys), numbers)[0], parts
                    )
                )
        finally:
            self._desks.put(desk)
        return runs

    def _run(self, keys: Keys, numbers: Keys, parts: int) -> _Run:
        of_part = _parts_of(keys, parts)
        order = np.argsort(of_part, kind="stable")
        begins = np.searchsorted(of_part[order], np.arange(parts + 1, dtype=np.uint16))
        return _Run(_SpillFile.of(self._path(), keys[order], numbers[order]), begins)

    def _merge_runs(self, runs: list[_Run], first: int, end: int, states: int) -> _SpillFile:
        """Return the states of the parts ``first`` to ``end`` - 1 of all runs, with equal states merged."""
        slices = [(run.heap, int(run.begins[first]), int(run.begins[end])) for run in runs]
        words, limbs = slices[0][0].words, max(heap.limbs for heap, _, _ in slices)
        keys, numbers = np.empty((states, words), np.int64), np.zeros((states, limbs), np.int64)
        done = 0
        for heap, begin, stop in slices:
            here = slice(done, done := done + stop - begin)
            keys[here], numbers[here, : heap.limbs] = heap.read_states(begin, stop)
        desk = self._desks.get()
        try:
            desk.table.clear()
            steps = desk.table.enter(keys)
            return _SpillFile.of(
                self._path(), desk.table.keys, numbers_after(steps, len(desk.table.keys), numbers)[0]
            )
        finally:
            self._desks.put(desk)


def _has_room() -> bool:
    """Return True if states may be stored in files."""
    has_room = from_above("has_room")
    return has_room is not None and has_room(0)


def _groups(sizes: list[int], room: int) -> Iterator[tuple[int, int, int]]:
    """Yield ranges of consecutive parts that fit into memory together: first part, end, number of states."""
    first, states = 0, 0
    for part, size in enumerate(sizes):
        if states and states + size > room:
            yield first, part, states
            first, states = part, 0
        states += size
    if states:
        yield first, len(sizes), states


def _parts_of(keys: Keys, parts: int) -> np.ndarray[tuple[int], np.dtype[np.uint16]]:
    """Return the part of each state, by a hash that is independent of the hash of the tables."""
    mixed = np.zeros(len(keys), np.uint64)
    for word in keys.T:
        mixed = (mixed ^ word.view(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    return (mixed % np.uint64(parts)).astype(np.uint16)
