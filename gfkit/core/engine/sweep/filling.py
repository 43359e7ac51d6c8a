"""Estimate the fraction of tuples of track values that are states, to decide whether a dense sweep is
faster.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import log, prod

from gfkit.core.engine import tuning
from gfkit.core.engine.machine.slot import SlotMachine

_LIMB = 48
"""Bits of a limb, as in ``algebra.limb``."""


@lru_cache(maxsize=1)
def has_many_states(machine: SlotMachine) -> bool:
    """Return True if some step has more states than are advanced individually."""
    return any(states > tuning.SWEEP.few_rows for states in _states_by_site(machine))


def nearly_full(machine: SlotMachine, limit: int) -> bool:
    """Return True if a dense sweep is expected to be faster, and fits into memory.

    States are enumerated step by step until there are some thousands. From their number s and the number c of
    tuples of the tracks used so far we estimate the number of states as (all tuples)^(log s / log c); if more
    than ``empty_share`` tuples would be stored for each state, a dense sweep does not pay. It does not pay
    either if the number of states remains small and does not increase during as many steps as there are
    tracks.
    """
    if machine.combinations > tuning.SWEEP.most_combinations:
        return False
    for program in set(machine.programs):
        touched = {index for _, tables in program for index, _ in tables}
        if prod(machine.tracks[index].size for index in touched) > tuning.SWEEP.most_corners:
            return False
    doublings = sum(max(1, len(program)).bit_length() for program in machine.programs) // 2
    if 2 * 8 * machine.combinations * (1 + doublings // _LIMB) > limit:
        return False
    used: set[int] = set()
    rate, most, still = 1.0, 0, 0
    for program, states in zip(machine.programs, _states_by_site(machine), strict=True):
        most, still = max(most, states), 0 if states > most else still + 1
        if not states or still > len(machine.tracks):
            return False  # without remaining states the count is 0
        used |= {index for _, tables in program for index, _ in tables}
        rate = log(max(2, states)) / log(max(2, prod(machine.tracks[index].size for index in used)))
        if states > tuning.SWEEP.sampled_states:
            break
    empty: float = machine.combinations ** (1 - rate)
    return empty <= tuning.SWEEP.empty_share


def _states_by_site(machine: SlotMachine) -> Iterator[int]:
    """Yield the number of states after every step; few states are enumerated individually, without numpy."""
    few, rows = {0}, None
    for site in range(machine.sites):
        if rows is None:
            few = {after for state in few for after, _, _ in machine.step(site, state)}
            yield len(few)
            if len(few) > tuning.SWEEP.few_rows:
                from gfkit.core.engine.sweep.state_rows import rows_after, states_as_rows

                rows = states_as_rows(sorted(few), machine.words)
        else:
            rows = rows_after(machine, site, rows)
            yield len(rows)
