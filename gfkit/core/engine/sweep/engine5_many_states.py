"""Sweeps of many states in hash tables of the C extension."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from gfkit.core.engine import tuning
from gfkit.core.engine.sweep.engine5_few_states import Ask, FewStates, OnStates
from gfkit.core.engine.sweep.state_table import Keys, StateTable, StepPairs, Walk, numbers_after
from gfkit.core.engine.sweep.word_program import sum_of_limbs

if TYPE_CHECKING:
    from numpy.typing import NDArray


class ManyStates:
    """States at one position of a sweep, with their numbers.

    While there are few states, or if the steps do not recur, the states of a step are discarded after it.
    Otherwise we cache the states that recur after whole periods, and their transitions: for a cached state
    only numbers are added.
    """

    def __init__(self, few: FewStates, on_site: OnStates, ask: Ask) -> None:
        self.loop, self.program, self.words = few.loop, few.program, few.words
        self.on_site, self.ask = on_site, ask
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
            if keeps:
                self._sweep_and_cache()
            else:
                self._sweep_uncached()
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
        self.on_site(self.site, states)

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


def _parts_of(keys: Keys, parts: int) -> np.ndarray[tuple[int], np.dtype[np.uint16]]:
    """Return the part of each state, by a hash that is independent of the hash of the tables."""
    mixed = np.zeros(len(keys), np.uint64)
    for word in keys.T:
        mixed = (mixed ^ word.view(np.uint64)) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    return (mixed % np.uint64(parts)).astype(np.uint16)
