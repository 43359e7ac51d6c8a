"""Automata as words for the C extension."""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterable
from typing import TypeAlias

from gfkit.core.deferred import dataclass

Integers: TypeAlias = "array[int]"
"""Integers of eight bytes."""
LIMB = 62
"""Bits of a limb of a number, as in ``native/states.c``."""


@dataclass(frozen=True, slots=True)
class WordProgram:
    """Automaton as words for the C extension; ``sites`` contains the position of each step in ``code``."""

    head: Integers
    code: Integers
    sites: Integers

    def tobytes(self) -> bytes:
        """Return the program as bytes; equal programs, and only they, have equal bytes."""
        parts = (self.head, self.code, self.sites)
        return b"".join(len(part).to_bytes(8, "little") + part.tobytes() for part in parts)


class Writing:
    """Program under construction, in which equal sequences of words are stored once."""

    def __init__(self) -> None:
        self.code: list[int] = []
        self.known: dict[Hashable, int] = {}

    def write(self, words: Iterable[int]) -> int:
        """Return the position of a sequence of words in the program, after appending it if it is not
        there.
        """
        own = tuple(words)
        if own not in self.known:
            self.known[own] = len(self.code)
            self.code.extend(own)
        return self.known[own]


def arrays(head: Iterable[int], code: Iterable[int], sites: Iterable[int]) -> WordProgram:
    """Return the program as arrays."""
    return WordProgram(*(array("q", numbers) for numbers in (head, code, sites)))


def sum_of_limbs(limbs: Iterable[int]) -> int:
    """Return the number with the given limbs, lowest limb first."""
    return sum(limb << LIMB * place for place, limb in enumerate(limbs))
