"""A strip with all weights 1, ready to be swept: its repeating slices, its beginning and its ends."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gfkit.transfer.modular.lanes.field import Words
from gfkit.transfer.modular.lanes.table import Places, Table, fused, numbers, order_of
from gfkit.transfer.modular.lanes.turn import Turn
from gfkit.transfer.strip.strip import Strip

_LOOKED = 6
"""Slices from either end in which a mirror is looked for."""


class Body:
    """The repeating slices of a strip with its ends, weights taken as 1."""

    def __init__(self, strip: Strip) -> None:
        self.strip = strip
        self.period = strip.period
        groups = [fused([Table.of(layer) for layer in slice_]) for slice_ in strip.body]
        self.orders = [order_of(groups[phase - 1][-1]) for phase in range(self.period)]
        """The states before each phase in the order of their new numbers."""
        self.turns = [Turn(group, numbers(self.orders[phase])) for phase, group in enumerate(groups)]
        self.head = [Table.of(layer) for slice_ in strip.head for layer in slice_]
        self.tails = [
            [Table.of(layer, backwards=True) for slice_ in reversed(tail) for layer in reversed(slice_)]
            for tail in strip.tails
        ]
        self.back = [[Table.of(layer, backwards=True) for layer in reversed(slice_)] for slice_ in strip.body]

    @property
    def states(self) -> int:
        """States of all phases together: no order of the sequence is larger."""
        return sum(len(order) for order in self.orders)

    @property
    def work(self) -> int:
        """Additions of rows for one term."""
        return max(turn.work for turn in self.turns) + 10 * max(len(order) for order in self.orders)

    def start(self, primes: Words | None) -> NDArray[Any]:
        """The vector before the first repeating slice."""
        vector = _unit(1, [0], primes)
        for table in self.head:
            vector = table.apply(vector, primes)
        return vector[self.orders[0]]

    def final(self, phase: int, primes: Words | None) -> NDArray[Any]:
        """What each state before a phase counts for if the repetition ends there."""
        tail = self.strip.tails[phase]
        ends = tail[-1][-1].after if tail else len(self.orders[phase])
        vector = _unit(ends, self.strip.finals[phase], primes)
        for table in self.tails[phase]:
            vector = table.apply(vector, primes)
        return vector[self.orders[phase]]

    def ahead(self, vector: NDArray[Any], phase: int, primes: Words | None) -> NDArray[Any]:
        """The vector after one more slice, still in the order of its last pass."""
        for table in self.turns[phase].tables:
            vector = table.apply(vector, primes)
        return vector

    def behind(self, vector: NDArray[Any], phase: int, primes: Words | None = None) -> NDArray[Any]:
        """What states before a phase count for, from what those after it do."""
        vector = vector[numbers(self.orders[(phase + 1) % self.period])]
        for table in self.back[phase]:
            vector = table.apply(vector, primes)
        return vector[self.orders[phase]]

    @cached_property
    def mirror(self) -> tuple[Places, int] | None:
        """A renumbering and a shift with final_k[s] = start_(k + shift)[mirror[s]], as far as looked.

        start_k is the vector after k slices and final_k its counterpart from the other end. Where it holds
        for all k, half the slices give all terms. It is only looked for in the first few vectors, so
        whoever uses it must check what comes out.
        """
        if self.period > 1:
            return None
        primes = np.full(1, (1 << 61) - 1, np.uint64)
        starts, finals = [self.start(primes)], [self.final(0, primes)]
        for _ in range(_LOOKED):
            starts.append(self.ahead(starts[-1], 0, primes))
            finals.append(self.behind(finals[-1], 0, primes))
        other = np.concatenate(finals[:_LOOKED], axis=1)
        for shift in (0, 1):
            one = np.concatenate(starts[shift : shift + _LOOKED], axis=1)
            by_one, by_other = np.lexsort(one.T), np.lexsort(other.T)
            if np.array_equal(one[by_one], other[by_other]):
                found = np.empty(len(one), np.int64)
                found[by_other] = by_one
                return found, shift
        return None


def _unit(states: int, marked: Sequence[int], primes: Words | None) -> NDArray[Any]:
    if primes is None:
        real = np.zeros(states)
        real[list(marked)] = 1
        return real
    vector = np.zeros((states, len(primes)), np.uint64)
    vector[list(marked)] = 1
    return vector
