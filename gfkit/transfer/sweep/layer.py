"""Tables of the reachable states of a machine, site by site.

A layer holds the transitions of one site between numbered states, as *strands*: arrays of source and
destination of equal length in which no source and no destination occurs twice. Sites that step alike
from the same states share one layer, so a strip of any length needs the layers of a few rows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from gfkit.games.rule import Exponents
from gfkit.transfer.machine.machine import Machine, State
from gfkit.transfer.machine.slot import WORD, Choice, SlotMachine

Index = NDArray[np.int32]
Codes = NDArray[np.uint64]
"""States as rows of machine words."""


@dataclass(frozen=True, slots=True, eq=False)
class Strand:
    """Transitions of one weight; every source and every destination at most once."""

    weight: Exponents
    source: Index
    target: Index


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """The transitions of one site."""

    before: int
    after: int
    strands: tuple[Strand, ...]

    @property
    def bytes(self) -> int:
        return sum(strand.source.nbytes + strand.target.nbytes for strand in self.strands)

    @property
    def fan_in(self) -> int:
        """No state is reached, and none is left, by more strands than this."""
        return max(1, len(self.strands))

    @property
    def reach(self) -> Exponents:
        """The largest powers of x and of y among the weights."""
        weights = [strand.weight for strand in self.strands] or [(0, 0)]
        return max(x for x, _ in weights), max(y for _, y in weights)


@dataclass(frozen=True, slots=True, eq=False)
class Layers:
    """All layers of a machine, and which states after the last one are final."""

    layers: tuple[Layer, ...]
    final: Index

    @property
    def most_states(self) -> int:
        return max((layer.after for layer in self.layers), default=1)


Watch = Callable[[int, int, int], None]
"""Told after every site: the site, its states, and the bytes of new tables."""


def compile_layers(machine: Machine, watch: Watch) -> Layers:
    """The layers of any machine; slot machines are compiled with arrays, others state by state."""
    return Compiler(machine, watch).compile(machine)


class Compiler:
    """Compiles machines that share layers: the boards of one family, say.

    All machines must be of the kind of the first; slot machines must have its tracks.
    """

    def __init__(self, first: Machine, watch: Watch) -> None:
        self.watch = watch
        self.known: dict[tuple[Hashable, int], tuple[Layer, int]] = {}
        self.stepper: _VectorStepper | _ScalarStepper = (
            _VectorStepper(first) if isinstance(first, SlotMachine) else _ScalarStepper(first)
        )

    def compile(self, machine: Machine) -> Layers:
        """The layers of one machine; those met before are the same objects."""
        stepper = self.stepper.of(machine)
        layers = []
        states = stepper.start()
        for site in range(machine.sites):
            key = (machine.signature(site), states)
            found = self.known.get(key)
            fresh = 0
            if found is None:
                found = self.known[key] = stepper.step(site, states)
                fresh = found[0].bytes
            layers.append(found[0])
            states = found[1]
            self.watch(site, found[0].after, fresh)
        return Layers(tuple(layers), stepper.final(states))


class _ScalarStepper:
    """Steps any machine, one state at a time. Sets of states are known by a number."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.numbers: dict[tuple[State, ...], int] = {}
        self.sets: list[tuple[State, ...]] = []

    def of(self, machine: Machine) -> _ScalarStepper:
        """The same sets of states, for another machine."""
        self.machine = machine
        return self

    def _number(self, states: tuple[State, ...]) -> int:
        if states not in self.numbers:
            self.numbers[states] = len(self.sets)
            self.sets.append(states)
        return self.numbers[states]

    def start(self) -> int:
        return self._number((self.machine.start(),))

    def step(self, site: int, states: int) -> tuple[Layer, int]:
        index: dict[State, int] = {}
        edges: dict[Exponents, tuple[list[int], list[int]]] = {}
        before = self.sets[states]
        for number, state in enumerate(before):
            for after, weight in self.machine.step(site, state):
                sources, targets = edges.setdefault(weight, ([], []))
                sources.append(number)
                targets.append(index.setdefault(after, len(index)))
        strands: list[Strand] = []
        for weight, (sources, targets) in edges.items():
            strands += _strands(weight, np.array(sources, np.int32), np.array(targets, np.int32))
        return Layer(len(before), len(index), tuple(strands)), self._number(tuple(index))

    def final(self, states: int) -> Index:
        ends = self.sets[states]
        return np.array([i for i, state in enumerate(ends) if self.machine.final(state)], np.int32)


class _VectorStepper:
    """Steps a slot machine, all states at once. Sets of states are known by a number."""

    def __init__(self, machine: SlotMachine) -> None:
        self.machine = machine
        self.numbers: dict[bytes, int] = {}
        self.sets: list[Codes] = []

    def of(self, machine: Machine) -> _VectorStepper:
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
            strands += _strands(weight, sources, inverse[begin : begin + len(after)])
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
    """The distinct rows, and for every row the number of its distinct one.

    Rows of several words are told apart by a mixed word, which is checked: a collision mixes anew.
    """
    if codes.shape[1] == 1:
        values, inverse = _number_words(codes[:, 0])
        return values[:, None], inverse
    for attempt in range(1, 100):
        mixed = codes[:, 0] * np.uint64(0x9E3779B97F4A7C15)
        for word in range(1, codes.shape[1]):
            mixed ^= mixed >> np.uint64(29)
            mixed = (mixed + codes[:, word]) * np.uint64(0xBF58476D1CE4E5B9 + 2 * attempt)
        _, first, inverse = np.unique(mixed, return_index=True, return_inverse=True)
        distinct = codes[first]
        if np.array_equal(distinct[inverse], codes):
            return distinct, inverse.astype(np.int32)
    raise AssertionError("a hundred mixings of states all collided")


def _number_words(words: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], Index]:
    most = int(words.max())
    if most < 8 * len(words) + 1000:
        seen = np.zeros(most + 1, np.bool_)
        seen[words] = True
        values = np.flatnonzero(seen)
        numbers = np.zeros(most + 1, np.int32)
        numbers[values] = np.arange(len(values), dtype=np.int32)
        return values.astype(np.uint64), numbers[words]
    distinct, inverse = np.unique(words, return_inverse=True)
    return distinct, inverse.astype(np.int32)


def _strands(weight: Exponents, sources: Index, targets: Index) -> list[Strand]:
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
