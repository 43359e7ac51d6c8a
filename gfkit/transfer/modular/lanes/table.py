"""Passes: for every state the states before it, from the layers of a slice, neighbours composed.

Where neighbouring layers can be done in one pass with less work they are composed; which ones is found by
dynamic programming over the ways to cut a slice into groups of at most four layers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gfkit.transfer.modular.lanes.field import Words
from gfkit.transfer.sweep.layer import Layer

Places = NDArray[np.int64]

_OVERHEAD = 1.5
"""What a target costs beside its sources, in sources."""
_MOST_COMPOSED = 4


@dataclass(frozen=True, eq=False)
class Table:
    """The sources of every target: ``source[begin[t]:begin[t + 1]]``. A source may occur twice."""

    before: int
    begin: Places
    source: Places

    @property
    def after(self) -> int:
        return len(self.begin) - 1

    @property
    def cost(self) -> float:
        return len(self.source) + _OVERHEAD * self.after

    @classmethod
    def of(cls, layer: Layer, *, backwards: bool = False) -> Table:
        """The transitions of a layer, or of the layer read backwards."""
        before, after = (layer.after, layer.before) if backwards else (layer.before, layer.after)
        none = [np.zeros(0, np.int64)]
        source = np.concatenate(none + [s.target if backwards else s.source for s in layer.strands])
        target = np.concatenate(none + [s.source if backwards else s.target for s in layer.strands])
        order = np.argsort(target, kind="stable")
        begin = np.searchsorted(target[order], np.arange(after + 1))
        return cls(before, begin, source[order])

    def then(self, other: Table) -> Table:
        """Both tables in one."""
        lengths = np.diff(self.begin)[other.source]
        ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
        shift = np.repeat(self.begin[other.source] - ends[:-1], lengths)
        return Table(self.before, ends[other.begin], self.source[shift + np.arange(ends[-1])])

    def renumbered(self, before: Places, after: Places) -> Table:
        """With new numbers: state s is number before[s] of the sources, state order after[t] comes t-th."""
        lengths = np.diff(self.begin)[after]
        ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
        shift = np.repeat(self.begin[after] - ends[:-1], lengths)
        return Table(self.before, ends, before[self.source[shift + np.arange(ends[-1])]])

    @cached_property
    def ranks(self) -> list[tuple[Places, Places]]:
        """For r = 0, 1, ...: the targets with more than r sources, and their r-th sources."""
        lengths = np.diff(self.begin)
        found = []
        for rank in range(int(lengths.max(initial=0))):
            targets = np.flatnonzero(lengths > rank)
            found.append((targets, self.source[self.begin[targets] + rank]))
        return found

    def apply(self, vector: NDArray[Any], primes: Words | None = None) -> NDArray[Any]:
        """The vector after this table, modulo the primes if there are any."""
        new = np.zeros((self.after, *vector.shape[1:]), vector.dtype)
        for targets, sources in self.ranks:
            part = new[targets] + vector[sources]
            new[targets] = part if primes is None else np.minimum(part, part - primes)
        return new


def fused(tables: Sequence[Table]) -> list[Table]:
    """The tables of consecutive layers, neighbours composed where that makes the sweep cheapest.

    The cheapest way to cut the sequence into groups, by dynamic programming.
    """
    count = len(tables)
    best: list[tuple[float, list[Table]]] = [(float("inf"), []) for _ in range(count + 1)]
    best[0] = 0.0, []
    for begin in range(count):
        group, single = tables[begin], tables[begin].cost
        for end in range(begin + 1, min(begin + _MOST_COMPOSED, count) + 1):
            if end > begin + 1:
                group = group.then(tables[end - 1])
                single += tables[end - 1].cost
                if group.cost > single:
                    break
            cost = best[begin][0] + group.cost
            if cost < best[end][0]:
                best[end] = cost, [*best[begin][1], group]
    return best[count][1]


def order_of(table: Table) -> Places:
    """The targets, those with many sources first."""
    return np.argsort(-np.diff(table.begin), kind="stable")


def numbers(order: Places) -> Places:
    """The place of every state in an order."""
    found = np.empty(len(order), np.int64)
    found[order] = np.arange(len(order))
    return found
