"""Minimised automaton of a strip without weights, computed with numpy arrays; compare ``automaton``."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gfkit.core import native
from gfkit.core.engine.strip.strip import Strip
from gfkit.core.engine.sweep.engine3_limbs import Coefficients, Transitions, add_rows
from gfkit.core.engine.sweep.tables import Layer

WORDS = np.random.default_rng(1)
"""Generator of the random words whose weighted sums distinguish rows."""


class DenseAutomaton(NamedTuple):
    """Automaton with a(offset + j) = start A^j final and entries below 2^63; ``names`` are states of the
    strip.
    """

    start: NDArray[np.int64]
    edges: NDArray[np.int64]
    final: NDArray[np.int64]
    names: NDArray[np.int64]

    def turn(self) -> DenseAutomaton:
        """Return the automaton that reads words in reverse."""
        return DenseAutomaton(self.final, self.edges.T, self.start, self.names)

    def trim(self) -> DenseAutomaton:
        """Return the automaton without unreachable states and states that reach no final state."""
        useful = np.flatnonzero(
            _find_reachable(self.start, self.edges) & _find_reachable(self.final, self.edges.T)
        )
        edges = self.edges[np.ix_(useful, useful)]
        return DenseAutomaton(self.start[useful], edges, self.final[useful], self.names[useful])

    def merge(self) -> DenseAutomaton:
        """Return the automaton with states merged if their rows are equal after merging; start weights are
        added.

        Blocks are refined by sums of random words modulo 2^64. Distinct rows have distinct sums except for
        rare collisions, so the rows of merged states are compared at the end.
        """
        block = _numbers_of(self.final)
        while True:
            words = WORDS.integers(1 << 63, size=(2, len(self.edges)), dtype=np.uint64)
            finer = _numbers_of(self.edges.view(np.uint64) @ words[0][block] + words[1][block])
            if finer.max(initial=0) > block.max(initial=0):
                block = finer
                continue
            order = np.argsort(block, kind="stable")
            starts = np.searchsorted(block[order], np.arange(1 + block.max(initial=-1)))
            first = order[starts]
            sums = np.add.reduceat(self.edges[:, order], starts, axis=1) if len(starts) else self.edges
            if np.array_equal(sums, sums[first][block]) and np.array_equal(
                self.final, self.final[first][block]
            ):
                start = np.add.reduceat(self.start[order], starts) if len(starts) else self.start
                return DenseAutomaton(start, sums[first], self.final[first], self.names[first])
            block = _numbers_of(self.final)


def dense_automaton(strip: Strip, start: dict[int, int], final: dict[int, int]) -> DenseAutomaton:
    """Return the automaton of a strip without weights, with the given start and final vectors.

    The sum of the entries of each vector must be below 2^63.
    """
    *bases, states = strip.bases
    edges = np.zeros((states, states), np.int64)
    for phase, slice_ in enumerate(strip.body):
        before = slice_[0].before
        rows: Coefficients = np.eye(before, dtype=np.uint64)
        for layer in slice_:
            rows = _apply_layer(layer, rows)
        into = bases[(phase + 1) % strip.period]
        edges[bases[phase] : bases[phase] + before, into : into + len(rows)] = rows.T
    vectors = np.zeros((2, states), np.int64)
    for vector, end in zip(vectors, (start, final), strict=True):
        vector[list(end)] = list(end.values())
    return DenseAutomaton(vectors[0], edges, vectors[1], np.arange(states))


def _apply_layer(layer: Layer, rows: Coefficients) -> Coefficients:
    """Return, for each state after a step, the sum of the rows of its predecessors."""
    ways = Transitions(layer, backwards=False)
    new = np.zeros((layer.after, rows.shape[1]), np.uint64)
    if native.is_built():
        starts = np.array([0, rows.shape[1]])
        native.loops.add_shifted(*ways.by_target, rows, starts, new, starts)
    else:
        add_rows(ways, rows, new, 0)
    return new


def _find_reachable(start: NDArray[np.int64], edges: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return a mask of the states that are reachable from the states with a nonzero entry."""
    joined = edges != 0
    seen: NDArray[np.bool_] = start != 0
    while True:
        more = np.logical_or(seen, joined[seen].any(axis=0))
        if more.sum() == seen.sum():
            return seen
        seen = more


def _numbers_of(values: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
    """Number the distinct values in order of first occurrence; return the number of each entry."""
    _, first, inverse = np.unique(values, return_index=True, return_inverse=True)
    rank = np.empty(len(first), np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return rank[inverse]
