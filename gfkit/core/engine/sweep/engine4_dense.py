"""Engine 4: dense sweep, for automata on tracks whose states are nearly all tuples of track values.

Difference from engine 3: there are no transition tables, only slices of one array of limbs with an axis for
every track. A step changes few tracks; for every tuple of values of these tracks, the new entries are sums of
slices of the old array. The C extension computes the sums; without it numpy computes the same sums more
slowly. Weights are not supported. Cost: for every step, the number of tuples times the words of a number.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from math import log2, prod
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from gfkit.core import native
from gfkit.core.algebra.limb import ROOM, Limbs, dot, settle
from gfkit.core.engine import tuning
from gfkit.core.engine.machine.base import Terms
from gfkit.core.engine.machine.slot import Program, SlotMachine
from gfkit.core.hooks import from_above
from gfkit.core.typing import cached_property, check_stop

if TYPE_CHECKING:
    from gfkit.core.engine.sweep.residues import Place

_Index = NDArray[np.int32]
Corner = tuple[int, ...]
"""Values of the tracks that a step reads or changes."""
View = tuple[slice | int, ...]
Sums = list[tuple[View, list[View]]]
"""For every new tuple of track values, the slices of the old array that are added."""


class _Site:
    """Step of the sweep, forwards or backwards, on arrays with one axis for each track."""

    def __init__(self, sizes: Sequence[int], program: Program, *, backwards: bool = False) -> None:
        touched = sorted({index for _, tables in program for index, _ in tables})
        self.shape, axes = _fold(sizes, touched)

        def view(corner: Corner) -> View:
            index: list[slice | int] = [slice(None)] * len(self.shape)
            for axis, value in zip(axes, corner, strict=True):
                index[axis] = value
            return tuple(index)

        sums = _sums(program, touched, sizes, flipped=backwards)
        self.sums: Sums = [
            (view(corner), [view(source) for source in sources]) for corner, sources in sums.items()
        ]
        self.fan_in = max(1, *(len(sources) for _, sources in self.sums))

    def table(self) -> tuple[_Index, _Index]:
        """Return the tuples that are added for each tuple of track values: their number, and their list."""
        numbers = np.arange(prod(self.shape), dtype=np.int32).reshape(self.shape)
        sources = np.full((numbers.size, self.fan_in), -1, np.int32)
        for corner, olds in self.sums:
            for k, old in enumerate(olds):
                sources[numbers[corner], k] = numbers[old]
        return (sources >= 0).sum(axis=1, dtype=np.int32), sources[sources >= 0]

    def numbers(self, old: Limbs, new: Limbs) -> None:
        """Apply the step to an array, restricted to the lengths of the outermost axes."""
        for corner, sources in self.sums:
            target = new[corner]
            if len(sources) >= 2:
                np.add(old[sources[0]], old[sources[1]], out=target)
                for source in sources[2:]:
                    np.add(target, old[source], out=target)
            else:
                target[...] = old[sources[0]] if sources else 0

    def piece_on_cell(self, old: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return the states that are reachable after the step, given the states that are reachable before
        it.
        """
        old = old.reshape(self.shape)
        new = np.zeros(self.shape, np.bool_)
        for corner, sources in self.sums:
            for source in sources:
                new[corner] |= old[source]
        return new.reshape(-1)


class _Run:
    """Consecutive steps that change few tracks, applied block by block in place.

    The array has the axes (before, touched, after). A block contains all of ``touched`` and a small range of
    the other axes, so that it stays in cache while all steps of the run process it.
    """

    def __init__(
        self, sizes: Sequence[int], programs: Sequence[Program], tracks: range, *, backwards: bool
    ) -> None:
        self.before = prod(sizes[: tracks.start])
        self.touched = prod(sizes[tracks.start : tracks.stop])
        self.after = prod(sizes[tracks.stop :])
        self.room = room = max(1, tuning.SWEEP.dense_block // self.touched)
        self.step_after = min(self.after, room)
        self.step_before = min(self.before, max(1, room // self.step_after))
        own = sizes[tracks.start : tracks.stop]
        shifted = [
            tuple(
                (weight, tuple((at - tracks.start, table) for at, table in tables)) for weight, tables in each
            )
            for each in programs
        ]
        self.stages = [_Site(own, program, backwards=backwards) for program in shifted]
        self.sites = len(programs)
        self.growth = prod(stage.fan_in for stage in self.stages)

    def apply(self, values: Limbs) -> bool:
        """Apply the steps of the run to the numbers, in place; return True if carries are pending.

        The C extension propagates carries into the next limb, so that only the highest limb can overflow.
        """
        if not native.is_built():
            for limb in values:
                check_stop()
                self._advance_limb(limb)
            return True
        whole = values.reshape(len(values), self.before, self.touched, self.after)
        blocks = -(-self.before // self.step_before) * -(-self.after // self.step_after)
        at_once = max(1, tuning.SWEEP.dense_pause // (self.room * self.touched * len(values)))
        is_over = False
        for first in range(0, blocks, at_once):
            check_stop()
            is_over |= native.loops.pass_over(*self.table, whole, self.room, first, first + at_once)
        return is_over

    def _advance_limb(self, values: NDArray[np.uint64]) -> None:
        """Apply the steps of the run to one limb of the whole vector."""
        whole = values.reshape(self.before, self.touched, self.after)
        buffers = [np.empty(self.step_before * self.touched * self.step_after, np.uint64) for _ in "ab"]
        for block in self._iterate_blocks(whole):
            old, new = (buffer[: block.size] for buffer in buffers)
            # With the touched tracks first, slices are contiguous in memory.
            turned = block.transpose(1, 0, 2)
            old.reshape(turned.shape)[...] = turned
            lanes = block.size // self.touched
            for stage in self.stages:
                shape = (*stage.shape[:-1], stage.shape[-1] * lanes)
                stage.numbers(old.reshape(shape), new.reshape(shape))
                old, new = new, old
            turned[...] = old.reshape(turned.shape)

    @cached_property
    def table(self) -> tuple[_Index, _Index]:
        """Offsets of the source list of each row of each step, and the sources: ``Sums`` of native/rows.h."""
        numbers, sources = zip(*(stage.table() for stage in self.stages), strict=True)
        return np.cumsum([0, *np.concatenate(numbers)], dtype=np.int32), np.concatenate(sources)

    def _iterate_blocks(self, whole: NDArray[np.uint64]) -> Iterator[NDArray[np.uint64]]:
        for i in range(0, self.before, self.step_before):
            for j in range(0, self.after, self.step_after):
                yield whole[i : i + self.step_before, :, j : j + self.step_after]


def dense_sweep(machine: SlotMachine, on_site: Callable[[int], None]) -> Terms:
    """Return the count of an automaton without weights; the halves of a long sweep run in parallel."""
    halves, size, first = _split_in_halves(machine), machine.combinations, machine.sites // 2

    is_long = native.is_built() and size * machine.sites >= tuning.SWEEP.dense_threads

    def sweep_back(runs: Sequence[_Run]) -> Limbs:
        return _sweep_runs(runs, size, lambda done: on_site(first + done))

    work = from_above("work") if is_long else None
    if work is None:
        total = dot(_sweep_runs(halves[0], size, on_site), sweep_back(halves[1]))
    else:
        with work() as running:
            back = running.apart(halves[1], sweep_back, partial(_sweep_runs, size=size))
            total = dot(_sweep_runs(halves[0], size, on_site), back())
    return {(0, 0): total} if total else {}


def number_bits(machine: SlotMachine) -> float:
    """Return log2 of a bound of the count of an automaton without weights."""
    return sum(log2(max(1, len(program))) for program in machine.programs)


def dense_residues(
    machine: SlotMachine, places: Sequence[Place], on_site: Callable[[int], None]
) -> list[int]:
    """Return the count modulo primes of at most 31 bits, one prime at a time, with one word per number."""
    halves, residues = _split_in_halves(machine), []
    for place in places:
        prime, vectors, done = np.uint64(place.prime), [], 0
        for runs in halves:
            values, growth = np.zeros((1, machine.combinations), np.uint64), 1
            values[0, 0] = 1
            for run in runs:
                if growth * run.growth >= 1 << 32:
                    values %= prime
                    growth = 1
                growth *= run.growth
                run.apply(values)
                done += run.sites
                on_site(done)
            vectors.append(values[0] % prime)
        residues.append(int((vectors[0] * vectors[1] % prime).sum()) % place.prime)
    return residues


def _sweep_runs(runs: Sequence[_Run], size: int, on_site: Callable[[int], object] = bool) -> Limbs:
    """Return the numbers of all tuples after the given runs; initially state 0 has the number 1, all others
    0.
    """
    values, done = np.zeros((1, size), np.uint64), 0
    values[0, 0] = 1
    for run in runs:
        if run.apply(values):
            values = settle(values)
        done += run.sites
        on_site(done)
    return values


def _split_in_halves(machine: SlotMachine) -> tuple[list[_Run], list[_Run]]:
    """Return the first half of the steps, forwards, and the second half, backwards from the end."""
    sizes, middle = [track.size for track in machine.tracks], machine.sites // 2
    first, second = machine.programs[:middle], machine.programs[middle:][::-1]
    return _runs(sizes, first, backwards=False), _runs(sizes, second, backwards=True)


def _runs(sizes: Sequence[int], programs: Sequence[Program], *, backwards: bool) -> list[_Run]:
    """Split the steps into runs that change a short range of tracks, with room for carries."""
    known: dict[tuple[Program, ...], _Run] = {}
    runs = []
    current: list[Program] = []
    bounds = range(0)
    growth = 1

    def cut() -> None:
        key = tuple(current)
        if key not in known:
            known[key] = _Run(sizes, key, bounds, backwards=backwards)
        runs.append(known[key])

    for program in programs:
        touched = [index for _, tables in program for index, _ in tables] or [bounds.start]
        low, high = min(touched), max(touched) + 1
        wider = range(min(bounds.start, low), max(bounds.stop, high)) if current else range(low, high)
        more = growth * max(1, len(program))
        if current and (prod(sizes[wider.start : wider.stop]) > tuning.SWEEP.dense_run or more >= ROOM // 4):
            cut()
            current, wider, more = [], range(low, high), max(1, len(program))
        current.append(program)
        bounds, growth = wider, more
    if current:
        cut()
    return runs


def _fold(sizes: Sequence[int], touched: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return a shape in which adjacent untouched tracks form one axis, and the axes of the touched tracks."""
    shape: list[int] = []
    axes: list[int] = []
    run = 1
    for index, size in enumerate(sizes):
        if index in touched:
            shape += [run, size]
            axes.append(len(shape) - 1)
            run = 1
        else:
            run *= size
    return (*shape, run), tuple(axes)


def _sums(
    program: Program, touched: Sequence[int], sizes: Sequence[int], *, flipped: bool
) -> dict[Corner, list[Corner]]:
    sums: dict[Corner, list[Corner]] = {
        corner: [] for corner in product(*(range(sizes[index]) for index in touched))
    }
    for _, tables in program:
        steps = dict(tables)
        for old in sums:
            new = tuple(
                steps[index][value] if index in steps else value
                for index, value in zip(touched, old, strict=True)
            )
            if min(new, default=0) >= 0:
                source, target = (new, old) if flipped else (old, new)
                sums[target].append(source)
    return sums


def peak_fill(machine: SlotMachine) -> int:
    """Return the largest number of states in any step. Cost: one byte for every tuple and step."""
    sizes = [track.size for track in machine.tracks]
    stages: dict[Program, _Site] = {}
    reached = np.zeros(machine.combinations, np.bool_)
    reached[0] = True
    most = 1
    for program in machine.programs:
        if program not in stages:
            stages[program] = _Site(sizes, program)
        reached = stages[program].piece_on_cell(reached)
        most = max(most, int(np.count_nonzero(reached)))
        if most == machine.combinations:
            break
    return most
