"""Rung 5: machines that remember what hangs together, without layers, states in a hash table.

What it changes: a state is a few words (``linked_code`` and ``liberty_code`` say which), and machine code
takes all states over a site in one pass, in which every state after it is looked up in a hash table. While
states are few, only those of two sites are held. Then those are kept that are met at sites whole periods
apart, as on all rows of a rectangle, and the steps from them as pairs of numbers: a state that was met there
before is not stepped again, and its number is added along the pairs. States are compared word by word, so
that no two are ever taken for one. Without weights, and with numba only; ``codings`` says which machines.
Cost: for every site of a period, its states times options, and for every site, steps times words of a number.

Numbers are exact: before a site as many limbs are taken as the largest number so far, times the number of
steps, may fill. Where memory is short for what is kept, nothing is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from gfkit.errors import LimitError
from gfkit.transfer.sweep.codings import Coding
from gfkit.transfer.sweep.rung3_limbs import Ask
from gfkit.transfer.sweep.state_table import LIMB, StateTable, StepPairs, added

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FEW_STATES = 1 << 8
"""Of fewer states nothing is kept."""

OnStates = Callable[[int, int, int], None]
"""Told how many sites are done, how many states there are, and the bytes that so many take at least."""


def _quiet(done: int, states: int, wanted: int) -> None:
    """Says nothing."""


def _willing(wanted: int) -> None:
    """Allows everything."""


def hashed_sweep(coding: Coding, on_site: OnStates = _quiet, ask: Ask = _willing) -> tuple[int, int]:
    """The number that a machine counts, and the largest number of states of a site."""
    sweep = _Sweep(coding, on_site, ask)
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

    def __init__(self, coding: Coding, on_site: OnStates, ask: Ask) -> None:
        self.program, self.words, self.on_site, self.ask = coding.program(), coding.words, on_site, ask
        self.stepping = coding.stepping
        self.keys, self.numbers = np.zeros((1, self.words), np.int64), np.ones((1, 1), np.int64)
        self.tables = StateTable(self.words, 64), StateTable(self.words, 64)
        """Where states are met that are forgotten, by turns."""
        self.site, self.peak = 0, 1
        self.sites = self.program.sites.tolist()
        self.period = _period(self.sites)
        self.states: dict[int, StateTable] = {}
        self.steps: dict[tuple[int, int], StepPairs] = {}

    def run(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The states after the last site, and their numbers."""
        while self.site < len(self.sites) and len(self.keys):
            if len(self.keys) >= _FEW_STATES and self._has_equal(self.site):
                try:
                    self._keep()
                except LimitError:
                    self.period, self.states, self.steps = 0, {}, {}
            else:
                self._forget()
        return self.keys, self.numbers

    def _forget(self) -> None:
        """One site, of which nothing is kept."""
        new, steps = self.tables[self.site % 2], StepPairs(2 * len(self.keys))
        new.clear()
        new.step(self.stepping, self.program, self.sites[self.site], self.keys, steps)
        self.numbers, reached = added(steps, new.many, self.numbers)
        self.keys = new.keys
        self.site, self.peak = self.site + 1, max(self.peak, reached)
        self._tell(reached, steps.bytes)

    def _tell(self, states: int, kept: int) -> None:
        wanted = 5 * (self.keys.nbytes + self.numbers.nbytes)
        self.on_site(self.site, states, wanted)
        self.ask(kept + wanted)

    def _has_equal(self, site: int) -> bool:
        """Whether another site, whole periods apart, steps alike."""
        near = (site - self.period, site + self.period) if self.period else ()
        return any(0 <= other < len(self.sites) and self.sites[other] == self.sites[site] for other in near)

    def _at(self, site: int) -> StateTable:
        return self.states.setdefault(site % self.period, StateTable(self.words))

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
                after.step(self.stepping, self.program, place, here.keys[: len(numbers)], steps)
            numbers, reached = added(steps, after.many, numbers)
            self.site += 1
            self.peak = max(self.peak, reached)
            kept = sum(one.bytes for one in self.states.values())
            kept += sum(one.bytes for one in self.steps.values())
            self.keys, self.numbers = after.keys, numbers
            self._tell(reached, kept)
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
