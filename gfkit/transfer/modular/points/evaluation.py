"""The terms of an automaton with weights at many points (x, y), modulo one prime of 30 bits.

One product for every edge, term and point. With numba eight points go side by side; numpy takes the points
256 at a time.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gfkit.transfer.modular.lanes.field import LANES
from gfkit.transfer.modular.native.loader import compiled
from gfkit.transfer.modular.points.values import ROOM, Words, power
from gfkit.transfer.strip.automaton import Automaton, Frozen, frozen
from gfkit.transfer.sweep.plain import Terms

Places = NDArray[np.int64]

_CHUNK = 1 << 27
"""Products between two chances to be interrupted."""
_TOGETHER = 256
"""Points that numpy works on at once."""


class Evaluator:
    """An automaton laid out for points: the distinct polynomials, and who multiplies what."""

    def __init__(self, small: Automaton) -> None:
        self.small = small
        self.states = small.states
        self._known: dict[Frozen, int] = {(): 0}
        self.rows: list[list[tuple[int, int]]] = [[] for _ in range(small.states + 1)]
        """For every state, and last for the term, the pairs of a source and the number of its weight."""
        for source, row in enumerate(small.edges):
            for target, terms in row.items():
                self.rows[target].append((source, self._number(terms)))
        self.rows[small.states] = [(source, self._number(terms)) for source, terms in small.final.items()]
        self.start = [self._number(small.start.get(state, {})) for state in range(small.states)]
        self.polynomials = list(self._known)
        padded = [row + [(0, 0)] * (-len(row) % 4) for row in self.rows]
        self.begin = np.cumsum([0, *(len(row) // 4 for row in padded)]).astype(np.int32)
        self.pairs = np.array([pair for row in padded for pair in row], np.int32) * np.int32(8 * LANES)
        self.work = len(self.pairs)

    def _number(self, terms: Terms) -> int:
        """The number of a weight."""
        key = frozen({power: value for power, value in terms.items() if value})
        return self._known.setdefault(key, len(self._known))

    @cached_property
    def by_rank(self) -> tuple[Places, list[tuple[Places, Places]]]:
        """Targets by number of sources; for r = 0, 1, ... r-th sources of the first of them, and weights."""
        rows = self.rows
        lengths = np.array([len(row) for row in rows])
        order = np.argsort(-lengths, kind="stable")
        ranks = []
        for rank in range(int(lengths.max(initial=0))):
            pairs = [rows[t][rank] for t in order if len(rows[t]) > rank]
            ranks.append((np.array([source for source, _ in pairs]), np.array([name for _, name in pairs])))
        return order, ranks

    def weights(self, xs: Words, ys: Words, prime: int) -> Words:
        """The distinct polynomials at all points."""
        monomials: dict[tuple[int, int], Words] = {}
        p = np.uint64(prime)
        found = np.zeros((len(self.polynomials), len(xs)), np.uint64)
        for number, terms in enumerate(self.polynomials):
            for key, value in terms:
                if key not in monomials:
                    monomials[key] = power(xs, key[0], p) * power(ys, key[1], p) % p
                found[number] = (found[number] + np.uint64(value % prime) * monomials[key]) % p
        return found

    def terms(self, xs: Words, ys: Words, count: int, prime: int, fast: bool) -> Words:
        """The first terms at all points, axes (term, point)."""
        weights = self.weights(xs, ys, prime)
        code = compiled() if fast else None
        if code is None:
            return self._plain_terms(weights, count, prime)
        return self._compiled_terms(code, weights, count, prime)

    def _compiled_terms(self, code: Any, weights: Words, count: int, prime: int) -> Words:
        """By machine code: blocks of points side by side, weights times 2^32 for Montgomery's reduction."""
        points = weights.shape[1]
        blocks = -(-points // LANES)
        padded = np.zeros((len(weights), blocks * LANES), np.uint64)
        padded[:, :points] = weights
        shaped = padded.reshape(-1, blocks, LANES).transpose(1, 0, 2)
        starts = np.ascontiguousarray(shaped[:, self.start])
        scaled = np.ascontiguousarray((shaped << np.uint64(32)) % np.uint64(prime))
        found = np.zeros((blocks, count, LANES), np.uint64)
        negated = -pow(prime, -1, 1 << 32) % (1 << 32)
        step = max(1, _CHUNK // max(1, count * self.work))
        for low in range(0, blocks, step):
            part = slice(low, low + step)
            code.weighted_sweep(
                self.begin, self.pairs, scaled[part], starts[part], found[part], prime, negated
            )
        return found.transpose(1, 0, 2).reshape(count, blocks * LANES)[:, :points]

    def _plain_terms(self, weights: Words, count: int, prime: int) -> Words:
        found = np.zeros((count, weights.shape[1]), np.uint64)
        for low in range(0, weights.shape[1], _TOGETHER):
            part = weights[:, low : low + _TOGETHER]
            vector = part[self.start]
            for term in range(count):
                after = self._advanced(vector, part, np.uint64(prime))
                found[term, low : low + _TOGETHER] = after[self.states]
                vector = after[: self.states]
        return found

    def _advanced(self, vector: Words, weights: Words, p: np.uint64) -> Words:
        """One step by numpy: the next vector and, last, the term."""
        order, ranks = self.by_rank
        sums = np.zeros((self.states + 1, weights.shape[1]), np.uint64)
        for rank, (sources, names) in enumerate(ranks):
            sums[: len(sources)] += vector[sources] * weights[names]
            if rank % ROOM == ROOM - 1:
                sums %= p
        after = np.empty_like(sums)
        after[order] = sums % p
        return after
