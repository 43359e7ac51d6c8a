"""Vectors of smallest weights along transition tables, and the numbers of paths that attain them.

A vector is an array of integers, or a list without numpy; INFINITE marks states that no path reaches.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from gfkit.core import native
from gfkit.core.algebra import ARRAYS
from gfkit.core.engine.sweep.tables import Layer
from gfkit.core.typing import cached_property

if ARRAYS:
    import numpy as np

    _NONE, _NO_SIZES = np.zeros(0, np.uint64), np.zeros(0)
    _NOT_COUNTED = [_NONE, _NONE, _NO_SIZES, _NO_SIZES]

INFINITE = 1 << 60
_LARGE = INFINITE >> 1
"""Smallest entry that counts as infinite: no finite weight is so large."""
_MOST_MERGED = 1 << 15
"""Largest number of transitions of a step for which calls of the C extension are merged."""
Ways = tuple[Any, ...]
"""Numbers of paths to all states: modulo 2^64 and as floating-point numbers, or exact numbers alone.

All terms are positive, so the relative error of the floating-point numbers is far below 1/2, and a number is
exact modulo 2^64 if they show that it is below 2^62.
"""


class MinPlusStep:
    """Transition table of one step over the (min, +) semiring; ``sign`` is -1 for largest weights."""

    def __init__(self, layer: Layer, sign: int, *, backwards: bool = False) -> None:
        sizes = layer.before, layer.after
        self.before, self.after = sizes[::-1] if backwards else sizes
        self.size = sum(map(len, layer.matchings))
        self._matchings = layer.matchings
        self._weights = [sign * sum(each.weight) for each in layer.matchings]
        self._backwards = backwards

    @cached_property
    def rows(self) -> list[list[tuple[int, int]]]:
        """Successors of each state, with the weights of the transitions."""
        rows: list[list[tuple[int, int]]] = [[] for _ in range(self.before)]
        for matching, weight in zip(self._matchings, self._weights, strict=True):
            for pair in matching.pairs():
                source, target = pair[::-1] if self._backwards else pair
                rows[source].append((target, weight))
        return rows

    @cached_property
    def _pairs(self) -> list[tuple[Any, Any, int]]:
        """Sources, targets and weight of each matching."""
        return [
            (*(each.source, each.target)[:: -1 if self._backwards else 1], weight)
            for each, weight in zip(self._matchings, self._weights, strict=True)
        ]

    @cached_property
    def _merged_pairs(self) -> list[tuple[Any, Any, int]]:
        """Pairs for the C extension, which adds them in order; few pairs of equal weight are merged."""
        pairs, merged = self._pairs, dict.fromkeys(self._weights if self.size <= _MOST_MERGED else ())
        return [
            (*(np.concatenate([pair[end] for pair in pairs if pair[2] == weight]) for end in (0, 1)), weight)
            for weight in merged
        ] or pairs

    def advance(self, vector: Any, ways: Ways = ()) -> tuple[Any, Ways]:
        """Return the vector after the step, and the numbers of paths of smallest weight if they are given."""
        if not ARRAYS:
            return self._advance_lists(vector, ways)
        after = np.full(self.after, INFINITE)
        found = tuple(np.zeros(self.after, each.dtype) for each in ways)
        if len(ways) != 1 and native.is_built():
            counted = [array for pair in zip(ways, found, strict=True) for array in pair] or _NOT_COUNTED
            for source, target, weight in self._merged_pairs:
                native.loops.add_least(source, target, weight, vector, after, *counted)
            return after, found
        for source, target, weight in self._pairs:
            known, fresh = after[target], vector[source] + weight
            fresh[fresh >= _LARGE] = INFINITE
            after[target] = np.minimum(known, fresh)
            for made, each in zip(found, ways, strict=True):
                kept = np.where(known <= fresh, made[target], 0)
                made[target] = kept + np.where(fresh <= known, each[source], 0)
        return after, found

    def _advance_lists(self, vector: Any, ways: Ways) -> tuple[Any, Ways]:
        after, numbers = [INFINITE] * self.after, [0] * self.after
        for source, row in enumerate(self.rows):
            for target, weight in row if vector[source] < _LARGE else ():
                if vector[source] + weight < after[target]:
                    after[target], numbers[target] = vector[source] + weight, 0
                if ways and vector[source] + weight == after[target]:
                    numbers[target] += ways[0][source]
        return after, (numbers,) * len(ways)


def unit_vector(size: int, places: Sequence[int]) -> Any:
    """Return the vector with entry 0 at some places, and infinite entries elsewhere."""
    chosen = frozenset(places)
    vector = [0 if place in chosen else INFINITE for place in range(size)]
    return np.array(vector, np.int64) if ARRAYS else vector


def entries(vector: Any) -> dict[int, int]:
    """Return the finite entries of a vector."""
    listed = vector.tolist() if ARRAYS else vector
    return {state: weight for state, weight in enumerate(listed) if weight < _LARGE}


def minimum(vector: Any) -> int | None:
    """Return the smallest entry, or None if all entries are infinite."""
    least = int(vector.min(initial=INFINITE)) if ARRAYS else min(vector, default=INFINITE)
    return least if least < _LARGE else None


def plus(vector: Any, other: Any) -> Any:
    """Return the sum of two vectors; the sum of two infinite entries is infinite, too."""
    return vector + other if ARRAYS else [a + b for a, b in zip(vector, other, strict=True)]


def excess(vector: Any, least: int) -> bytes | tuple[int, ...]:
    """Return the finite entries less a constant, as a key of a mapping."""
    if ARRAYS:
        return np.where(vector < _LARGE, vector - least, INFINITE).tobytes()
    return tuple(weight - least if weight < _LARGE else INFINITE for weight in vector)


def first_ways(size: int, places: Sequence[int], *, exact: bool) -> Ways:
    """Return the numbers of empty paths, which are 1 at some places."""
    if not ARRAYS:
        return ([int(state in places) for state in range(size)],)
    number = np.zeros(size, object if exact else np.uint64)
    number[list(places)] = 1
    return (number,) if exact else (number, number.astype(float))


def count_minimal(vector: Any, ends: Any, ways: Ways, ends_ways: Ways) -> int | None:
    """Return the number of pairs of paths whose total weight is minimal, or None if it is not known
    exactly.
    """
    total: Any = plus(vector, ends)
    least = minimum(total)
    if not ARRAYS:
        pairs = zip(total, ways[0], ends_ways[0], strict=True)
        return sum([int(a * b) for weight, a, b in pairs if weight == least])
    hits = np.flatnonzero(total == least)
    products = [numbers[hits] * others[hits] for numbers, others in zip(ways, ends_ways, strict=True)]
    if len(ways) == 1:
        return int(products[0].sum())
    return int(products[0].sum()) if products[1].sum() < 2.0**62 else None
