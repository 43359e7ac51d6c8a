"""Layers: transition tables of one step between numbered states.

Small layers are stored in arrays of the standard library until numpy arrays are requested.
"""

from __future__ import annotations

from array import array
from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Self, cast

from gfkit.core.algebra import ARRAYS
from gfkit.core.deferred import dataclass
from gfkit.core.rules.values import Exponents

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from gfkit.core.engine.machine.base import Machine

    Index = NDArray[np.int32]
    Codes = NDArray[np.uint64]
    """States as rows of machine words."""


def plain_index(numbers: Sequence[int]) -> Index:
    """Return state numbers as an array of the standard library."""
    return cast("Index", array("i", numbers))


def _as_index(numbers: Index) -> Index:
    """Return state numbers as a numpy array without a copy, if numpy is installed."""
    if not ARRAYS:
        return numbers
    import numpy as np

    return np.asarray(numbers)


class Matching:
    """Transitions of one weight; each source and each target occurs at most once.

    ``option`` is the number of the option of the step that makes these transitions; in tables that are only
    counted, transitions of equal weight are merged and have option 0.
    """

    __slots__ = ("_source", "_target", "option", "weight")

    def __init__(self, weight: Any, source: Index, target: Index, option: int = 0) -> None:
        self.weight, self._source, self._target, self.option = weight, source, target, option

    def __len__(self) -> int:
        return len(self._source)

    @property
    def source(self) -> Index:
        self._source = _as_index(self._source)
        return self._source

    @property
    def target(self) -> Index:
        self._target = _as_index(self._target)
        return self._target

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Yield the pairs (source, target)."""
        return zip(self._source.tolist(), self._target.tolist(), strict=True)


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """Transition table of one step of a sweep."""

    before: int
    after: int
    matchings: tuple[Matching, ...]

    def transitions(self) -> Iterator[tuple[int, int, Exponents]]:
        """Yield the triples (source, target, weight)."""
        for matching in self.matchings:
            for source, target in matching.pairs():
                yield source, target, matching.weight

    @property
    def bytes(self) -> int:
        return sum(8 * len(matching) for matching in self.matchings)

    @property
    def fan_in(self) -> int:
        """Upper bound on the number of matchings in which one state occurs."""
        return max(1, len(self.matchings))

    @property
    def reach(self) -> Exponents:
        """Largest powers of x and of y among the weights."""
        weights = [matching.weight for matching in self.matchings] or [(0, 0)]
        return max(x for x, _ in weights), max(y for _, y in weights)


class Stepper:
    """Stepper for the automata of a compiler; sets of states are numbered."""

    def __init__(self, machine: Any, labelled: bool = False) -> None:
        self.machine: Any = machine
        self.labelled = labelled
        """True if transitions of different options are stored in different matchings."""
        self.numbers: dict[Hashable, int] = {}
        self.sets: list[Any] = []

    def number(self, key: Hashable, states: object) -> int:
        """Return the number of a set of states that is identified by ``key``; add the set if it is new."""
        number = self.numbers.setdefault(key, len(self.sets))
        self.sets[number : number + 1] = [states]  # also if it was deleted
        return number

    def of(self, machine: Machine) -> Self:
        """Return a stepper for a second automaton of equal form that shares the sets of states."""
        self.machine = machine
        return self

    def start(self) -> int:
        """Return the number of the set that contains only the start state."""
        raise NotImplementedError

    def step(self, site: int, states: int) -> tuple[Layer, int]:
        """Return the layer of a step, and the number of the set of states after it."""
        raise NotImplementedError

    def final(self, states: int) -> Index:
        """Return the final states of a set."""
        raise NotImplementedError

    def union(self, first: int, second: int) -> tuple[int, Sequence[int]]:  # noqa: ARG002
        """Return the number of the union of two sets, and the number in it of each state of the second set.

        A stepper without unions returns the second set.
        """
        return second, ()

    def place_of(self, states: int, state: Hashable) -> int:
        """Return the number of a state within a set."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, eq=False)
class Layers:
    """All layers of an automaton, and the final states after the last one."""

    layers: tuple[Layer, ...]
    final: Index

    @property
    def most_states(self) -> int:
        return max((layer.after for layer in self.layers), default=1)
