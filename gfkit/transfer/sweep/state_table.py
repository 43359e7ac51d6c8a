"""States as words, each once and with a number, which are found by hash; machine code adds what comes after.

Room for states, for the table and for the steps grows as it is needed: the loops end where there is none
left, say where they were, and are called again.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from gfkit.exact.stored_code import Loops
from gfkit.transfer.sweep.words import WordProgram

Keys = NDArray[np.int64]
"""States with axes (state, word), or numbers with axes (state, limb)."""

LIMB = 62
"""Bits of a limb of a number."""
_HASHING = Loops(f"{__package__}.hash_code")


class Stepping:
    """The loop of a coding, which takes states over a site."""

    def __init__(self, module: str, name: str) -> None:
        self.loops = Loops(f"{__package__}.{module}")
        self.name = name

    @property
    def usable(self) -> bool:
        """Whether there is something that makes machine code."""
        return self.loops.usable

    def pays(self, work: float, *, loading: float, making: float) -> bool:
        """Whether so much work is worth the loop: loaded, or made first."""
        return self.loops.pay(work, (self.name,), loading=loading, making=making)

    def __call__(self, *values: object) -> int:
        return int(getattr(self.loops, self.name)(*values))


class StepPairs:
    """The steps of a site, of so many of the states before it, as pairs of numbers of states."""

    def __init__(self, room: int = 1 << 10) -> None:
        self.pairs, self.many, self.done = np.empty((room, 2), np.int32), 0, 0

    @property
    def bytes(self) -> int:
        return self.pairs.nbytes


class StateTable:
    """States that were met."""

    def __init__(self, words: int, room: int = 1 << 10) -> None:
        self._keys, self.many = np.empty((room, words), np.int64), 0
        self._table = np.zeros(4 * room, np.int64)

    @property
    def keys(self) -> Keys:
        return self._keys[: self.many]

    @property
    def bytes(self) -> int:
        return self._keys.nbytes + self._table.nbytes

    def clear(self) -> None:
        """Forgets all states, and keeps the room."""
        self.many = 0
        self._table[:] = 0

    def step(self, loop: Stepping, program: WordProgram, place: int, keys: Keys, steps: StepPairs) -> None:
        """Adds the states that come after states with these keys, but for those whose steps are done."""
        told = np.array([self.many, steps.many, steps.done, -1, 0, 0], np.int64)
        room = np.empty(len(keys) + len(program.code) + 1, np.int64)
        while not loop(
            program.head, program.code, place, keys, self._keys, self._table, steps.pairs, room, told
        ):
            self.many, steps.many = (int(number) for number in told[:2])
            least = len(program.code)  # no state has more steps
            self._grow(self.many + least)
            if steps.many + least >= len(steps.pairs):
                pairs = np.empty((2 * (steps.many + least), 2), np.int32)
                pairs[: steps.many] = steps.pairs[: steps.many]
                steps.pairs = pairs
        self.many, steps.many = (int(number) for number in told[:2])
        steps.done = len(keys)

    def enter(self, keys: Keys) -> NDArray[np.int64]:
        """The numbers of states, which are added where they are not there."""
        self._grow(self.many + len(keys))
        places = np.empty(len(keys), np.int64)
        self.many = _HASHING.enter(keys, self._keys, self.many, self._table, places)
        return places

    def _grow(self, many: int) -> None:
        """Room for so many states, and a table half of which stays empty."""
        if many >= len(self._keys):
            keys = np.empty((2 * many, self._keys.shape[1]), np.int64)
            keys[: self.many] = self.keys
            self._keys = keys
        if 2 * many >= len(self._table):
            self._table = np.zeros(1 << (4 * many).bit_length(), np.int64)
            _HASHING.fill_table(self._keys, self.many, self._table)


def added(steps: StepPairs, after: int, numbers: Keys) -> tuple[Keys, int]:
    """Numbers after a site, of so many states, and how many of these are reached.

    No new number is larger than the largest old one times the number of steps: where a sum might not fit,
    numbers get one limb more beforehand.
    """
    if int(numbers[:, -1].max(initial=0)) >> max(0, LIMB - steps.many.bit_length()):
        numbers = np.concatenate([numbers, np.zeros((len(numbers), 1), np.int64)], axis=1)
    new = np.zeros((after, numbers.shape[1]), np.int64)
    return new, _HASHING.add_numbers(steps.pairs, steps.many, numbers, new, LIMB)
