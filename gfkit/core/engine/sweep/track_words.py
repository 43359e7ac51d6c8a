"""Words of the states of automata on tracks; ``native/tracks.c`` advances them."""

from __future__ import annotations

from collections.abc import Sequence

from gfkit.core.engine.machine.slot import WORD, SlotMachine
from gfkit.core.engine.sweep.word_program import WordProgram, Writing, arrays

MOST_WORDS = 5
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

    def is_final(self, words: Sequence[int]) -> bool:
        """Return True if the words encode the accepting state after the last step."""
        return not any(words)
