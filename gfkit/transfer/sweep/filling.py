"""Whether states of slots fill the combinations of their tracks, so that dense sweeping pays."""

from __future__ import annotations

from collections.abc import Iterator
from math import log, prod
from typing import TYPE_CHECKING

from gfkit.transfer.machine.slot import SlotMachine
from gfkit.transfer.sweep.layers import FEW

if TYPE_CHECKING:
    pass

_MOST_COMBINATIONS = 1 << 26
_MOST_CORNERS = 64
_SAMPLE = 4000
_FILL = 6
_LIMB = 48
"""Bits of a limb, as ``exact.limb`` has them."""


def nearly_full(machine: SlotMachine, limit: int) -> bool:
    """Whether dense sweeping pays and fits.

    States are listed until there are some thousands; if they fill less than the power of all
    combinations so far that ``_FILL`` stands for, most of the dense array would stay empty.
    """
    if machine.combinations > _MOST_COMBINATIONS:
        return False
    for program in set(machine.programs):
        touched = {index for _, tables in program for index, _ in tables}
        if prod(machine.tracks[index].size for index in touched) > _MOST_CORNERS:
            return False
    doublings = sum(max(1, len(program)).bit_length() for program in machine.programs) // 2
    if 2 * 8 * machine.combinations * (1 + doublings // _LIMB) > limit:
        return False
    used: set[int] = set()
    rate = 1.0
    for program, states in zip(machine.programs, _states_by_site(machine), strict=True):
        if not states:
            return False  # no state is left, so nothing is counted
        used |= {index for _, tables in program for index, _ in tables}
        rate = log(max(2, states)) / log(max(2, prod(machine.tracks[index].size for index in used)))
        if states > _SAMPLE:
            break
    empty: float = machine.combinations ** (1 - rate)
    return empty <= _FILL


def _states_by_site(machine: SlotMachine) -> Iterator[int]:
    """How many states there are after every site; few are listed one by one, without numpy."""
    few, rows = {0}, None
    for site in range(machine.sites):
        if rows is None:
            few = {after for state in few for after, _ in machine.step(site, state)}
            yield len(few)
            if len(few) > FEW:
                from gfkit.transfer.sweep.rows import rows_after, states_as_rows

                rows = states_as_rows(sorted(few), machine.words)
        else:
            rows = rows_after(machine, site, rows)
            yield len(rows)
