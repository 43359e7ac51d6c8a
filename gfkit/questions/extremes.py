"""Smallest and largest weights of the paths of an automaton on tracks, without transition tables.

The C extension advances all states over a step, with the smallest and the largest weight of the paths to each
state and the numbers of these paths. Equal successors are merged by hash and compared word by word. Only the
states of two steps are stored. ``passes.extreme_terms`` computes the same terms from transition tables.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gfkit.core import native
from gfkit.core.engine.machine.base import Terms
from gfkit.core.engine.machine.slot import WORD, Program, SlotMachine, Track
from gfkit.core.engine.sweep.layers import Watch

_Words = NDArray[np.uint64]
_MOST_WORDS = 8
"""Largest number of words of a state, as in native/optima.c."""
_MASK = (1 << WORD) - 1
_EXTREME_WORDS, _MANY_PATHS = 3, 1 << 62
"""Words of the extremes of a state: two numbers of paths, and two weights in one word; and the smallest
number that is unknown.
"""


def extreme_sweep(machine: SlotMachine, watch: Watch) -> Terms | None:
    """Return the terms of the lowest and the highest total degree of the polynomial of an automaton.

    Return None if a state has too many words, or if a coefficient may not fit into a machine word.
    """
    steps = [_write_program(program, machine.tracks) for program in machine.programs]
    largest = max((sum(weight) for program in machine.programs for weight, _ in program), default=0)
    words = machine.words
    if words > _MOST_WORDS or largest * machine.sites >= 1 << 30:
        return None
    old, new, table = _allocate(1, words), _allocate(1, words), np.empty(1 << 11, np.int32)
    states, extremes = old
    states[:], extremes[:] = 0, (1, 1, 0)
    size = 0
    for site, (code, options) in enumerate(steps):
        room, found = len(states) + len(states) // 4 + 1000, -1
        while found < 0:
            if len(new[0]) < room:
                new = _allocate(room, words)
            found = native.loops.step_extremes(code, options, states, extremes, *new, table)
            if found == -1:
                room = 2 * len(new[0])
            elif found < 0:
                table = np.empty(2 * len(table), np.int32)
        states, extremes = (array[:found] for array in new)
        old, new = new, old
        before, size = size, table.nbytes + sum(array.nbytes for array in (*old, *new))
        watch(site, found, max(0, size - before))
    if not len(states):
        return {}
    weights, numbers = extremes[:1, 2].view(np.int32).tolist(), extremes[0, :2].tolist()
    if max(numbers) >= _MANY_PATHS:
        return None
    return {(weight, 0): number for weight, number in zip(weights, numbers, strict=True)}


def _allocate(room: int, words: int) -> tuple[_Words, _Words]:
    """Return memory for states and their extremes."""
    return np.empty((room, words), np.uint64), np.empty((room, _EXTREME_WORDS), np.uint64)


@lru_cache(1 << 10)
def _write_program(program: Program, tracks: tuple[Track, ...]) -> tuple[NDArray[np.int64], int]:
    """Return the options of a step as words for the C extension, and their number."""
    code: list[int] = []
    images = [{index: {new for new in table if new >= 0} for index, table in tables} for _, tables in program]
    for number, (weight, tables) in enumerate(program):
        own, others = images[number], images[:number] + images[number + 1 :]
        is_injective = all(len(own[index]) == sum(new >= 0 for new in table) for index, table in tables)
        is_alone = is_injective and all(
            any(own[index].isdisjoint(other[index]) for index in own.keys() & other.keys())
            for other in others
        )
        code += [sum(weight), is_alone, len(tables)]
        for index, table in tables:
            track = tracks[index]
            word, shift = divmod(track.shift, WORD)
            full = [*table, *(-1,) * ((1 << track.bits) - len(table))]
            code += [word, shift, len(full)]
            code += [(new - old) << shift if new >= 0 else 0 for old, new in enumerate(full)]
            code += [int(new >= 0) for new in full]
    return np.array([word & _MASK for word in code], np.uint64).view(np.int64), len(program)
