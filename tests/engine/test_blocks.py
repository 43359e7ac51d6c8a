"""Sweeps by blocks: counts, residues and numbers of states, compared with plain Python and with other engines.

References: A007764, A003763, A094777 and A133515 in the OEIS, listing, and the engines in memory.
"""

from __future__ import annotations

from random import Random

import pytest
from agreement import graph_of
from choice import drawn, some_of, then_slow
from differential import hanging
from epochs import PlainSweep
from rules_of_kinds import EVERY, listed
from tuned import tune

from gfkit import GfkitError, Rule, brute_force, count
from gfkit.core.engine.machine.slot import slots_of
from gfkit.core.engine.sweep import engine6_blocks
from gfkit.core.engine.sweep.engine5_few_states import TrackCoding
from gfkit.core.engine.task import CountTask
from gfkit.core.native import is_built
from gfkit.core.rules import Question
from gfkit.core.rules.library import NAMED

if not is_built():
    pytest.skip("needs the loops in C, which advance blocks", allow_module_level=True)


def codings_of(rule, board):
    """Yield the encodings of the components of a board, or None for a component without one."""
    task = CountTask(Question.of(rule, board), None, None)
    for cells, graph in task.parts():
        written = task._find_edge_coding(cells, graph)
        if written is None:
            slots = slots_of(machine := task.machine(cells, graph))
            written = TrackCoding(slots) if slots else task.coding(machine)
        yield written


def swept(coding, **how):
    """Return the count, the residues by prime, and the numbers of states after each step of the first pass."""
    sweep = engine6_blocks.BlockSweep(coding, store := Recorded(), **how)
    number, _ = sweep.count()
    steps = [sum(states) for epoch in store.epochs[: len(sweep.epochs)]
             for states in zip(*(block.steps for block in epoch), strict=True)]  # fmt: skip
    return number, dict(zip(sweep.done["primes"], sweep.done["residues"], strict=True)), steps


class Recorded(engine6_blocks.MemoryBlocks):
    """Blocks in memory; ``epochs`` contains the numbers of the blocks of all epochs, in order."""

    def __init__(self):
        super().__init__()
        self.epochs, self.now = [], []

    def write(self, block, packets, numbers):
        super().write(block, packets, numbers)
        self.now.append(numbers)

    def save(self, manifest, blocks):
        super().save(manifest, blocks)
        if blocks:
            self.epochs.append(self.now)
        self.now = []
