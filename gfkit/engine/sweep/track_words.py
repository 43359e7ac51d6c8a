"""Sweeps of automata on tracks that have few states, by ``native/tracks.c``, without numpy."""

from __future__ import annotations

from gfkit.engine import tuning
from gfkit.engine.machine.slot import WORD, SlotMachine
from gfkit.engine.sweep.few_states import Ask, FewStates, OnStates
from gfkit.engine.sweep.word_program import LIMB, WordProgram, Writing, arrays

_MOST_WORDS = 5
"""Largest number of words of a state, as in ``native/states.h``."""


class TrackCoding:
    """Encoding of the states of a ``SlotMachine`` as the words of their tracks, without weights."""

    steps = "tracks"

    def __init__(self, machine: SlotMachine) -> None:
        self.machine, self.words = machine, machine.words

    def program(self) -> WordProgram:
        """Return the program of all steps; equal steps have equal positions."""
        writing, known = Writing(), dict[int, int]()
        for program in self.machine.programs:  # equal programs are identical objects
            if id(program) not in known:
                words = [len(program)]
                for _, tables in program:
                    words.append(len(tables))
                    for index, table in tables:
                        track = self.machine.tracks[index]
                        full = writing.write([*table, *(-1,) * ((1 << track.bits) - len(table))])
                        words += *divmod(track.shift, WORD), track.bits, full
                known[id(program)] = writing.write(words)
        return arrays([], writing.code, [known[id(program)] for program in self.machine.programs])


def few_sweep(machine: SlotMachine, on_site: OnStates, ask: Ask) -> tuple[int, int] | None:
    """Return the count of an automaton and the largest number of states in a step, or None if a step has too
    many states, or numbers are too long.
    """
    bits = sum(len(program).bit_length() for program in machine.programs) // 2  # of the count, about
    if machine.words > _MOST_WORDS or bits > LIMB * tuning.SWEEP.few_limbs:
        return None
    few = FewStates(TrackCoding(machine))
    for most in tuning.SWEEP.few_tracks:
        few.advance(most, on_site, ask)
    if few.many and few.site < machine.sites:
        return None
    return sum(number for key, number in few.final() if not any(key)), few.peak
