"""Which machines have states that fit into words, and when machine code for them pays."""

from __future__ import annotations

from gfkit.transfer.machine.liberty import LibertyMachine
from gfkit.transfer.machine.linked import LinkedMachine
from gfkit.transfer.machine.machine import Machine
from gfkit.transfer.sweep.edge_words import EdgeCoding
from gfkit.transfer.sweep.liberty_words import LibertyCoding
from gfkit.transfer.sweep.linked_words import LinkedCoding

Coding = LinkedCoding | LibertyCoding | EdgeCoding

_WORTH_COMPILING = 5_000_000
"""States that the rungs below step in about the time it takes numba to make machine code."""


def coding_of(machine: Machine) -> Coding | None:
    """How the states of a machine are written as words, if they are."""
    if isinstance(machine, LinkedMachine):
        return LinkedCoding.of(machine)
    return LibertyCoding.of(machine) if isinstance(machine, LibertyMachine) else None


def hashing_pays(coding: Coding | type[EdgeCoding], states: int) -> bool:
    """Whether so many states to step are worth machine code."""
    return coding.stepping.pays(coding.slow * states, making=_WORTH_COMPILING)


def writing_pays() -> bool:
    """Whether sets of edges are written by machine code: where it steps states, and is not made for this."""
    return hashing_pays(EdgeCoding, 0) and EdgeCoding.is_at_hand()
