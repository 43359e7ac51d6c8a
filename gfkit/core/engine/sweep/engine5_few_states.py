"""Sweeps of few states by the C extension: one call for many steps, without numpy.

``FewStates`` sweeps any automaton whose states are words. Automata on tracks, without weights, are first
swept by ``few_sweep``: it needs no transition tables, whose arrays would load numpy, and gives up if a step
has too many states.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from math import prod
from typing import TYPE_CHECKING

from gfkit.core import native
from gfkit.core.engine import tuning
from gfkit.core.engine.machine.slot import SlotMachine
from gfkit.core.engine.sweep.track_words import MOST_WORDS, TrackCoding
from gfkit.core.engine.sweep.word_program import LIMB, sum_of_limbs
from gfkit.core.errors import LimitError

if TYPE_CHECKING:
    from gfkit.core.engine.sweep.codings import Coding

Ask = Callable[[int], None]
"""Callback before more memory is allocated, with the number of bytes; it may raise an error."""
OnStates = Callable[[int, int], None]
"""Callback with the number of steps done and the number of states."""


class FewStates:
    """States at one position of a sweep, each with a number of few limbs."""

    def __init__(self, coding: Coding | TrackCoding) -> None:
        self.loop, self.program, self.words = coding.steps, coding.program(), coding.words
        self.sites: list[int] = self.program.sites.tolist()
        self.period = _period(self.sites)
        self.site, self.many, self.limbs, self.peak = 0, 1, 1, 1
        self.keys, self.numbers = bytes(8 * self.words), array("q", [1]).tobytes()
        """Words of the states, and their numbers, as integers of eight bytes."""

    def advance(self, most: int, on_site: OnStates, ask: Ask) -> None:
        """Sweep until a step has more than ``most`` states, or until numbers require too many limbs."""
        period = self.period if 0 < self.period <= tuning.SWEEP.hashed_period else 0
        if self.site == len(self.sites) or self.many > most:
            return
        steps, slots, program, limbs = 2 * most, 2 * most, self.program, max(1, tuning.SWEEP.few_limbs)
        words = (3 + period) * most * self.words + (2 + period) * (steps + slots) + 4 * most * limbs
        try:
            ask(8 * (words + len(program.code)))
        except LimitError:  # a sweep step by step needs less memory
            return
        memory = bytearray(self.keys.ljust(8 * most * self.words, b"\0"))
        keys = memoryview(memory).cast("q", (most, self.words))
        numbers = memoryview(bytearray(self.numbers.ljust(8 * most * limbs, b"\0"))).cast("q", (most, limbs))
        before = -1
        while self.many and before < self.site < len(self.sites):
            before = self.site
            self.site, self.many, self.limbs, self.peak = native.loops.sweep(
                self.loop, program.head, program.code, program.sites, keys, numbers,
                self.site, self.many, self.limbs, self.peak, period, steps, slots,
            )  # fmt: skip
        self.keys = bytes(memory[: 8 * self.many * self.words])
        self.numbers = numbers.tobytes()[: 8 * self.many * self.limbs]
        on_site(self.site, self.many)

    def final(self) -> list[tuple[list[int], int]]:
        """Return the states after the last step, with their numbers."""
        keys, numbers = _rows(self.keys, self.words), _rows(self.numbers, self.limbs)
        return list(zip(keys, map(sum_of_limbs, numbers), strict=True))


def few_sweep(machine: SlotMachine, on_site: OnStates, ask: Ask) -> tuple[int, int] | None:
    """Return the count of an automaton and the largest number of states in a step, or None if a step has too
    many states, or numbers are too long.
    """
    bits = sum(len(program).bit_length() for program in machine.programs) // 2  # of the count, about
    if machine.words > MOST_WORDS or bits > LIMB * tuning.SWEEP.few_limbs:
        return None
    few = FewStates(TrackCoding(machine))
    for most in tuning.SWEEP.few_tracks:
        changed = {
            index for program in machine.programs[: few.site] for _, own in program for index, _ in own
        }
        tuples = prod(machine.tracks[index].size for index in changed)
        if machine.combinations > tuning.SWEEP.few_tracks[-1] and few.site and 2 * few.many > tuples:
            return None  # most tuples of track values are states
        few.advance(most, on_site, ask)
    if few.many and few.site < machine.sites:
        return None
    return sum(number for key, number in few.final() if not any(key)), few.peak


def _rows(held: bytes, width: int) -> list[list[int]]:
    words = memoryview(held).cast("q").tolist()
    return [words[k : k + width] for k in range(0, len(words), width)]


def _period(sites: Sequence[int]) -> int:
    """Return the period after which most steps recur, or 0 if the steps are not periodic."""
    seen: dict[int, int] = {}
    steps: dict[int, int] = {}
    for number, site in enumerate(sites):
        if site in seen:
            steps[number - seen[site]] = steps.get(number - seen[site], 0) + 1
        seen[site] = number
    best = max(steps, key=lambda step: steps[step], default=0)
    return best if 3 * steps.get(best, 0) > len(sites) else 0
