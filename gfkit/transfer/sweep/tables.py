"""Layers: the transitions of a site between numbered states, and sets of states as arrays of rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import blake2b
from itertools import repeat
from typing import TYPE_CHECKING

from gfkit.exact import ARRAYS
from gfkit.games.rule import Exponents

if ARRAYS:
    import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Index = NDArray[np.int32]
    Codes = NDArray[np.uint64]
    """States as rows of machine words."""


@dataclass(frozen=True, slots=True, eq=False)
class Matching:
    """Transitions of one weight; every source and every destination at most once."""

    weight: Exponents
    source: Index
    target: Index


@dataclass(frozen=True, slots=True, eq=False)
class Layer:
    """The transitions of one site."""

    before: int
    after: int
    matchings: tuple[Matching, ...]

    def transitions(self) -> Iterator[tuple[int, int, Exponents]]:
        """Sources, targets and weights, one after the other."""
        for one in self.matchings:
            yield from zip(one.source.tolist(), one.target.tolist(), repeat(one.weight))

    @property
    def bytes(self) -> int:
        return sum(8 * len(matching.source) for matching in self.matchings)

    @property
    def fan_in(self) -> int:
        """No state is reached, and none is left, by more matchings than this."""
        return max(1, len(self.matchings))

    @property
    def reach(self) -> Exponents:
        """The largest powers of x and of y among the weights."""
        weights = [matching.weight for matching in self.matchings] or [(0, 0)]
        return max(x for x, _ in weights), max(y for _, y in weights)


@dataclass(frozen=True, slots=True, eq=False)
class Layers:
    """All layers of a machine, and which states after the last one are final."""

    layers: tuple[Layer, ...]
    final: Index

    @property
    def most_states(self) -> int:
        return max((layer.after for layer in self.layers), default=1)


class RowSets:
    """Sets of states as arrays of rows, numbered as they are met."""

    def __init__(self) -> None:
        self.numbers: dict[bytes, int] = {}
        self.sets: list[Codes] = []

    def number(self, rows: Codes, more: bytes = b"") -> int:
        """The number of a set; ``more`` tells sets apart whose rows are equal but mean something else."""
        digest = blake2b(rows.tobytes() + more, digest_size=24).digest()
        if digest not in self.numbers:
            self.numbers[digest] = len(self.sets)
            self.sets.append(rows)
        return self.numbers[digest]

    def row_of(self, states: int, row: Codes) -> int:
        """The number of a row in a set."""
        return int(np.flatnonzero((self.sets[states] == row).all(axis=1))[0])


def number_rows(codes: Codes) -> tuple[Codes, Index]:
    """The distinct rows in order, and for every row the number of its distinct one.

    Words are numbered one after another: the number of a row's first words and that of its next word make
    one word, a number below 2^62, which is numbered again. Nothing is hashed, so no two rows are ever taken
    for one. Cost: two sorts for every word after the first.
    """
    values, inverse = _number_words(codes[:, 0])
    if codes.shape[1] == 1:
        return values[:, None], inverse
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


def matchings_of_arrays(
    weight: Exponents, sources: Index, targets: Index, *, once: bool = False
) -> list[Matching]:
    """Splits transitions so that no source and no target repeats in a matching; ``once``: no source does."""
    found = []
    while len(sources):
        first = _first_of_each(targets)
        if not once:
            first &= _first_of_each(sources)
        if first.all():
            found.append(Matching(weight, sources, targets))
            break
        found.append(Matching(weight, sources[first], targets[first]))
        sources, targets = sources[~first], targets[~first]
    return found


def _first_of_each(numbers: Index) -> NDArray[np.bool_]:
    """Marks one occurrence of every number."""
    holder = np.empty(int(numbers.max()) + 1, np.int32)
    positions = np.arange(len(numbers), dtype=np.int32)
    holder[numbers] = positions
    marked: NDArray[np.bool_] = holder[numbers] == positions
    return marked
