"""Rung 5: machines that remember what hangs together, without layers, states in a hash table.

What it changes: a state is a few words (``native/linked.c`` and ``native/groups.c`` say which), and a loop in
C takes all states over a site in one pass, in which every state after it is looked up in a hash table. While
states are few, one call goes on from site to site. Then those are kept that are met at sites whole periods
apart, as on all rows of a rectangle, and the steps from them as pairs of numbers: a state that was met there
before is not stepped again, and its number is added along the pairs. States are compared word by word, so
that no two are ever taken for one. Without weights, and by loops in C; ``codings`` says which machines.
Cost: for every site of a period, its states times options, and for every site, steps times words of a number.

Numbers are exact: before a site as many limbs are taken as the largest number so far, times the number of
steps, may fill. Where memory is short for what is kept, nothing is kept; where it is short for the states of
two sites, these lie in files (``by_files``), if there is room for them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from gfkit import native
from gfkit.errors import LimitError
from gfkit.host.paths import has_room
from gfkit.host.processes import core_count
from gfkit.transfer import tuning
from gfkit.transfer.sweep.by_files import StatesInFiles
from gfkit.transfer.sweep.codings import Coding
from gfkit.transfer.sweep.rung3_limbs import Ask
from gfkit.transfer.sweep.state_table import LIMB, StateTable, StepPairs, numbers_after

if TYPE_CHECKING:
    from numpy.typing import NDArray


OnStates = Callable[[int, int, bool], None]
"""Told how many sites are done, how many states there are, and whether they lie in files."""


def _quiet(done: int, states: int, in_files: bool) -> None:
    """Says nothing."""


def _allow_all(wanted: int) -> None:
    """Allows everything."""


def hashed_sweep(
    coding: Coding, on_site: OnStates = _quiet, ask: Ask = _allow_all, room: int | None = None
) -> tuple[int, int]:
    """The number that a machine counts, and the largest number of states of a site.

    ``room`` are the bytes of memory that there are where states go to files; without it they do not.
    """
    sweep = _Sweep(coding, on_site, ask, room)
    keys, numbers = sweep.run()
    total = sum(
        sum(part << LIMB * k for k, part in enumerate(number))
        for key, number in zip(keys.tolist(), numbers.tolist(), strict=True)
        if coding.is_final(key)
    )
    return total, sweep.peak


class _Sweep:
    """The states of one place of a sweep with their numbers.

    While states are few, or sites have no equals, the states of a site are forgotten with it. Else those are
    kept that are met whole periods apart, and the steps from them: a state that was there before is not
    stepped again, only numbers are added.
    """

    def __init__(self, coding: Coding, on_site: OnStates, ask: Ask, room: int | None = None) -> None:
        self.room = room
        self.program, self.words, self.on_site, self.ask = coding.program(), coding.words, on_site, ask
        self.loop = coding.steps
        self.keys, self.numbers = np.zeros((1, self.words), np.int64), np.ones((1, 1), np.int64)
        self.tables = self._few(), self._few()
        """Where states are met that are forgotten, by turns."""
        self.passing = StepPairs(0)
        """The steps of a site that are forgotten."""
        self.site, self.peak = 0, 1
        self.sites = self.program.sites.tolist()
        self.period = _period(self.sites)
        self.states: dict[int, StateTable] = {}
        self.steps: dict[tuple[int, int], StepPairs] = {}

    def run(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The states after the last site, and their numbers."""
        for most in tuning.SWEEP.hashed_at_once:
            self._take_few(most)
        while self.site < len(self.sites) and len(self.keys):
            keeps = len(self.keys) >= tuning.SWEEP.hashed_few and self._has_equal(self.site)
            short = False
            try:
                if keeps:
                    self._keep()
                else:
                    self._forget()
            except LimitError:
                short = not keeps and not self.states
                if short and not (self.room and has_room(0)):
                    raise
                self.period, self.states, self.steps = 0, {}, {}
            if short and self.room:  # when nothing holds the error, and so what was begun
                self._go_on_by_files(self.room)
        return self.keys, self.numbers

    def _take_few(self, most: int) -> None:
        """The sites from here on, up to one with more states than this, or with numbers of two limbs."""
        period = self.period if 0 < self.period <= tuning.SWEEP.hashed_period else 0
        if self.site == len(self.sites) or len(self.keys) > most or self.numbers.shape[1] > 1:
            return
        steps, slots, program, many = 2 * most, 2 * most, self.program, len(self.keys)
        words = (
            (3 + period) * most * self.words + (2 + period) * (steps + slots) + 4 * most + len(program.code)
        )
        try:
            self._ask_for_more(8 * words)
        except LimitError:  # the sites one by one need less
            return
        keys, numbers = np.empty((most, self.words), np.int64), np.empty(most, np.int64)
        keys[:many], numbers[:many] = self.keys, self.numbers[:, 0]
        before = -1
        while many and before < self.site < len(self.sites):
            before = self.site
            self.site, many, self.peak = native.loops.sweep(
                self.loop, program.head, program.code, program.sites, keys, numbers,
                self.site, many, self.peak, period, steps, slots,
            )  # fmt: skip
        self.keys, self.numbers = keys[:many].copy(), numbers[:many, None].copy()
        self._tell(many)

    def _few(self) -> StateTable:
        return StateTable(self.words, 64, self._ask_for_more)

    def _ask_for_more(self, more: int) -> None:
        """So many bytes besides all arrays that are held."""
        keys = self.keys if self.keys.base is None else self.keys.base
        arrays = [keys, self.numbers, self.passing.pairs]
        arrays += [array for table in (*self.tables, *self.states.values()) for array in table.arrays]
        arrays += [steps.pairs for steps in self.steps.values()]
        self.ask(
            sum({id(array): array.nbytes for array in arrays}.values())
            + len(self.keys) * tuning.SWEEP.walking_bytes
            + more
        )

    def _go_on_by_files(self, room: int) -> None:
        """The sites that are left; the last one leaves few states."""
        with StatesInFiles(self.loop, self.program, room, core_count()) as files:
            files.begin(self.keys, self.numbers)
            self.keys, self.numbers = self.keys[:0].copy(), self.numbers[:0].copy()
            self.tables, self.passing = (self._few(), self._few()), StepPairs(0)
            while self.site < len(self.sites) and files.states:
                files.step(self.sites[self.site], lambda: self.on_site(self.site, files.states, True))
                self.site, self.peak = self.site + 1, max(self.peak, files.states)
            if files.states:
                self.keys, self.numbers = files.final()

    def _forget(self) -> None:
        """One site, of which nothing is kept."""
        new = self.tables[self.site % 2]
        new.clear()
        self._ask_for_more(2 * len(self.keys) * self.passing.pairs.itemsize * 2)
        self.passing = StepPairs(2 * len(self.keys))
        new.step(self.loop, self.program, self.sites[self.site], self.keys, self.passing)
        self.numbers, reached = self._add(self.passing, new.many, self.numbers)
        self.keys, self.passing = new.keys, StepPairs(0)
        self.site, self.peak = self.site + 1, max(self.peak, reached)
        self._tell(reached)

    def _add(self, steps: StepPairs, after: int, numbers: NDArray[np.int64]) -> tuple[NDArray[np.int64], int]:
        self._ask_for_more((after + len(numbers)) * (numbers.shape[1] + 1) * numbers.itemsize)
        return numbers_after(steps, after, numbers)

    def _tell(self, states: int) -> None:
        self.on_site(self.site, states, False)

    def _has_equal(self, site: int) -> bool:
        """Whether another site, whole periods apart, steps alike."""
        near = (site - self.period, site + self.period) if self.period else ()
        return any(0 <= other < len(self.sites) and self.sites[other] == self.sites[site] for other in near)

    def _at(self, site: int) -> StateTable:
        return self.states.setdefault(site % self.period, self._few())

    def _keep(self) -> None:
        """The sites from here on that have equals."""
        here = self._at(self.site)
        places = here.enter(self.keys)
        numbers = np.zeros((here.many, self.numbers.shape[1]), np.int64)
        numbers[places] = self.numbers
        while self.site < len(self.sites) and self._has_equal(self.site):
            here, after = self._at(self.site), self._at(self.site + 1)
            place = self.sites[self.site]
            steps = self.steps.setdefault((place, self.site % self.period), StepPairs())
            if steps.done < len(numbers):
                after.step(self.loop, self.program, place, here.keys[: len(numbers)], steps)
            numbers, reached = self._add(steps, after.many, numbers)
            self.site += 1
            self.peak = max(self.peak, reached)
            self.keys, self.numbers = after.keys, numbers
            self._tell(reached)
        some = numbers.any(axis=1)
        self.keys, self.numbers = self.keys[some], numbers[some]


def _period(sites: Sequence[int]) -> int:
    """After how many sites most are as they were before; 0 where that is not so."""
    seen: dict[int, int] = {}
    steps: dict[int, int] = {}
    for number, site in enumerate(sites):
        if site in seen:
            steps[number - seen[site]] = steps.get(number - seen[site], 0) + 1
        seen[site] = number
    best = max(steps, key=lambda step: steps[step], default=0)
    return best if 3 * steps.get(best, 0) > len(sites) else 0
