"""Which machines have states that fit into words."""

from __future__ import annotations

from gfkit.native import is_built
from gfkit.transfer.machine.liberty import LibertyMachine
from gfkit.transfer.machine.linked import LinkedMachine
from gfkit.transfer.machine.machine import Machine
from gfkit.transfer.sweep.edge_words import EdgeCoding
from gfkit.transfer.sweep.liberty_words import LibertyCoding
from gfkit.transfer.sweep.linked_words import LinkedCoding

Coding = LinkedCoding | LibertyCoding | EdgeCoding


def coding_of(machine: Machine) -> Coding | None:
    """How the states of a machine are written as words, if they are, and the loops for words are built."""
    if not is_built():
        return None
    if isinstance(machine, LinkedMachine):
        return LinkedCoding.of(machine)
    return LibertyCoding.of(machine) if isinstance(machine, LibertyMachine) else None
