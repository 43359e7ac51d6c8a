"""Tables of the reachable states of a machine, site by site.

A layer holds the transitions of one site between numbered states, as *strands*: arrays of source and
destination of equal length in which no source and no destination occurs twice. Sites that step alike
from the same states share one layer, so a strip of any length needs the layers of a few rows.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from gfkit.exact import ARRAYS
from gfkit.games.rule import Exponents
from gfkit.transfer.machine.machine import Machine, State
from gfkit.transfer.machine.slot import SlotMachine

if TYPE_CHECKING:
    from gfkit.transfer.sweep.array_stepper import Index, VectorStepper


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
        return sum(8 * len(strand.source) for strand in self.strands)

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
        self.stepper = _stepper(first)

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


def _stepper(machine: Machine) -> VectorStepper | _ScalarStepper:
    if ARRAYS and isinstance(machine, SlotMachine):
        from gfkit.transfer.sweep.array_stepper import VectorStepper

        return VectorStepper(machine)
    return _ScalarStepper(machine)


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
        # The states of slots are numbers: in order, equal sets are seen to be equal.
        in_order = isinstance(self.machine, SlotMachine)
        reached = tuple(sorted(index, key=lambda state: cast(int, state)) if in_order else index)
        place = {index[state]: number for number, state in enumerate(reached)}
        strands: list[Strand] = []
        for weight, (sources, targets) in edges.items():
            strands += _strands(weight, sources, [place[target] for target in targets])
        return Layer(len(before), len(index), tuple(strands)), self._number(reached)

    def final(self, states: int) -> Index:
        ends = self.sets[states]
        return _index([i for i, state in enumerate(ends) if self.machine.final(state)])


def _strands(weight: Exponents, sources: list[int], targets: list[int]) -> list[Strand]:
    """Splits transitions so that in each strand no source and no target repeats."""
    if ARRAYS:
        from gfkit.transfer.sweep.array_stepper import split

        return split(weight, _index(sources), _index(targets))
    found = []
    left = list(zip(sources, targets, strict=True))
    while left:
        used: tuple[set[int], set[int]] = (set(), set())
        taken, kept = [], []
        for pair in left:
            if pair[0] in used[0] or pair[1] in used[1]:
                kept.append(pair)
            else:
                taken.append(pair)
                used[0].add(pair[0])
                used[1].add(pair[1])
        found.append(Strand(weight, _index([a for a, _ in taken]), _index([b for _, b in taken])))
        left = kept
    return found


def _index(numbers: list[int]) -> Index:
    """Numbers of states as an array of words: numpy's, or the standard library's."""
    if ARRAYS:
        import numpy as np

        return np.array(numbers, np.int32)
    return cast("Index", array("i", numbers))
