"""Stepping slot machines with all states at once, as arrays of machine words."""

from __future__ import annotations

from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from gfkit.games.rule import Exponents
from gfkit.transfer.machine.machine import Machine
from gfkit.transfer.machine.slot import WORD, Choice, SlotMachine
from gfkit.transfer.sweep.layer import Layer, Strand

Index = NDArray[np.int32]
Codes = NDArray[np.uint64]
"""States as rows of machine words."""


class VectorStepper:
    """Steps a slot machine, all states at once. Sets of states are known by a number."""

    def __init__(self, machine: SlotMachine) -> None:
        self.machine = machine
        self.numbers: dict[bytes, int] = {}
        self.sets: list[Codes] = []

    def of(self, machine: Machine) -> VectorStepper:
        """The same sets of states, for another machine with the same tracks."""
        assert isinstance(machine, SlotMachine), "one compiler takes machines of one kind"
        assert machine.tracks == self.machine.tracks, "one compiler takes machines with the same tracks"
        self.machine = machine
        return self

    def _number(self, codes: Codes) -> int:
        digest = blake2b(codes.tobytes(), digest_size=24).digest()
        if digest not in self.numbers:
            self.numbers[digest] = len(self.sets)
            self.sets.append(codes)
        return self.numbers[digest]

    def start(self) -> int:
        return self._number(np.zeros((1, self.machine.words), np.uint64))

    def step(self, site: int, states: int) -> tuple[Layer, int]:
        codes = self.sets[states]
        taken = []
        for choice in self.machine.programs[site]:
            sources, after = take(self.machine, choice, codes)
            if len(sources):
                taken.append((choice[0], sources, after))
        if not taken:
            empty = np.zeros((0, self.machine.words), np.uint64)
            return Layer(len(codes), 0, ()), self._number(empty)
        distinct, inverse = number_rows(np.concatenate([after for _, _, after in taken]))
        strands: list[Strand] = []
        begin = 0
        for weight, sources, after in taken:
            strands += split(weight, sources, inverse[begin : begin + len(after)])
            begin += len(after)
        return Layer(len(codes), len(distinct), tuple(strands)), self._number(distinct)

    def final(self, states: int) -> Index:
        return np.arange(len(self.sets[states]), dtype=np.int32)


def take(machine: SlotMachine, choice: Choice, codes: Codes) -> tuple[Index, Codes]:
    """The states (by number) that can take an option, and what they become."""
    allowed: NDArray[np.bool_] | None = None
    after = codes.copy()
    for index, table in choice[1]:
        track = machine.tracks[index]
        word, shift = divmod(track.shift, WORD)
        field = np.uint64((1 << track.bits) - 1)
        old = (codes[:, word] >> np.uint64(shift)) & field
        full = (*table, *(-1,) * (int(field) + 1 - len(table)))
        if -1 in full:
            ok = np.array([new >= 0 for new in full])[old]
            allowed = ok if allowed is None else allowed & ok
        change = np.array([max(new, 0) for new in full], np.uint64)
        after[:, word] += (change[old] - old) << np.uint64(shift)  # wraps around, and back
    if allowed is None:
        return np.arange(len(codes), dtype=np.int32), after
    return np.flatnonzero(allowed).astype(np.int32), after[allowed]


def number_rows(codes: Codes) -> tuple[Codes, Index]:
    """The distinct rows in order, and for every row the number of its distinct one.

    Words are numbered one after another: the number of a row's first words and that of its next word make
    one word, a number below 2^62, which is numbered again. Nothing is hashed, so no two rows are ever taken
    for one. Cost: two sorts for every word after the first.
    """
    _, inverse = _number_words(codes[:, 0])
    for word in range(1, codes.shape[1]):
        values, other = _number_words(codes[:, word])
        if len(values) > 1:
            joined = inverse.astype(np.uint64) * np.uint64(len(values)) + other.astype(np.uint64)
            _, inverse = _number_words(joined)
    distinct = np.empty((int(inverse.max(initial=-1)) + 1, codes.shape[1]), np.uint64)
    distinct[inverse] = codes
    return distinct, inverse


def _number_words(words: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], Index]:
    most = int(words.max(initial=0))
    if most < 8 * len(words) + 1000:
        seen = np.zeros(most + 1, np.bool_)
        seen[words] = True
        values = np.flatnonzero(seen)
        numbers = np.zeros(most + 1, np.int32)
        numbers[values] = np.arange(len(values), dtype=np.int32)
        return values.astype(np.uint64), numbers[words]
    distinct, inverse = np.unique(words, return_inverse=True)
    return distinct, inverse.astype(np.int32)


def split(weight: Exponents, sources: Index, targets: Index) -> list[Strand]:
    """Splits transitions so that in each strand no source and no target repeats."""
    found = []
    while len(sources):
        first = _first_of_each(sources) & _first_of_each(targets)
        if first.all():
            found.append(Strand(weight, sources, targets))
            break
        found.append(Strand(weight, sources[first], targets[first]))
        sources, targets = sources[~first], targets[~first]
    return found


def _first_of_each(numbers: Index) -> NDArray[np.bool_]:
    """Marks one occurrence of every number."""
    holder = np.empty(int(numbers.max()) + 1, np.int32)
    positions = np.arange(len(numbers), dtype=np.int32)
    holder[numbers] = positions
    marked: NDArray[np.bool_] = holder[numbers] == positions
    return marked
