"""Sweeps by blocks in plain Python, one prime at a time: the definition of ``engine6_blocks``.

Transitions are those of ``native.loops.step``, for one state at a time; blocks are the classes of states
that agree in the bits and fields that the epoch leaves unchanged, not the values of a hash.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import Any

import numpy as np

from gfkit.core.engine.sweep.epochs import changes_of, epochs_of, fields_of
from gfkit.core.engine.sweep.state_table import StateTable, StepPairs

Words = tuple[int, ...]


class PlainSweep:
    """Sweep of an encoding by blocks, with dictionaries."""

    def __init__(self, coding: Any, share: float) -> None:
        self.coding, self.program, self.fields = coding, coding.program(), fields_of(coding)
        steps = [changes_of(coding, self.fields, self.program, site) for site in self.program.sites]
        self.epochs = epochs_of(steps, share)
        self.successors = cache(self._successors)

    def _successors(self, site: int, state: Words) -> list[Words]:
        """Return the successors of a state, once for every transition."""
        table, steps, program = StateTable(self.coding.words, 64), StepPairs(), self.program
        keys = np.array([state], np.uint64).view(np.int64)
        table.step(
            (self.coding.steps, program.head, program.code, program.sites[site : site + 1]), keys, steps
        )
        return [tuple(table.keys.view(np.uint64)[row].tolist()) for row in steps.decode()[1]]

    def features(self, state: Words, fixed: int) -> tuple[int, ...]:
        """Return the unchanged bits of a state, and for each observed field whether it is zero."""
        bits = [word & fixed >> 64 * k & (1 << 64) - 1 for k, word in enumerate(state)]
        begin = 64 * self.fields.words
        seen = [(state[word] >> shift & (1 << size) - 1) != 0 for k, (word, shift, size) in
                enumerate(self.fields.observed) if fixed >> begin + k & 1]  # fmt: skip
        pairs = [self.pair_of(state, k) for k in range(len(self.fields.observed) - 1) if
                 self.fields.differing and fixed >> begin + len(self.fields.observed) + k & 1]  # fmt: skip
        return (*bits, *seen, *pairs)

    def pair_of(self, state: Words, number: int) -> bool:
        """Return True if two neighbouring fields are nonzero and differ in an observed bit."""
        (word, shift, size), (other, place, _) = self.fields.observed[number : number + 2]
        one, two = (state[w] >> s & (1 << size) - 1 for w, s in ((word, shift), (other, place)))
        return word == other and one > 0 and two > 0 and (one ^ two) & self.fields.differing > 0

    def count(self, prime: int) -> tuple[int, list[int]]:
        """Return the count modulo a prime, and the number of states after each step.

        Assert that states of different blocks have no common successor, and that successors are in the same
        block.
        """
        numbers = {(0,) * self.coding.words: 1}
        sizes = [0] * len(self.program.sites)
        for epoch in self.epochs:
            blocks: dict[Words, dict[Words, int]] = defaultdict(dict)
            for state, number in numbers.items():
                blocks[self.features(state, epoch.fixed)][state] = number
            numbers = {}
            for block, states in blocks.items():
                for site in range(epoch.begin, epoch.end):
                    after: dict[Words, int] = defaultdict(int)
                    for state, number in states.items():
                        for new in self.successors(site, state):
                            after[new] = (after[new] + number) % prime
                    states, sizes[site] = after, sizes[site] + len(after)
                assert all(self.features(state, epoch.fixed) == block for state in states)
                assert not states.keys() & numbers.keys()
                numbers |= states
        return sum(n for state, n in numbers.items() if self.coding.is_final(state)) % prime, sizes


def speedup(epochs: list[list[float]], workers: int) -> float:
    """Return the quotient of the total work and its duration on some workers.

    The longest block of an epoch is started first, and an epoch begins when the last one is finished.
    """
    duration = 0.0
    for blocks in epochs:
        ends = [0.0] * workers
        for work in sorted(blocks, reverse=True):
            ends[ends.index(min(ends))] += work
        duration += max(ends)
    return sum(map(sum, epochs)) / duration
