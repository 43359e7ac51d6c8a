"""Which powers of x and y can occur in the coefficients of P and Q, from the automaton.

P and Q are the reduced fraction of U / V, where V = det(I - tA) and U = V start (I - tA)^-1 final. Up to
signs V is the sum over families of disjoint cycles, and U over those with a path from start to final beside
them; a power of t is the number of edges. Let each state s have a price p(s), and an edge from s to s' with
a monomial of degree w the surplus w + p(s) - p(s'). Prices cancel along cycles, and every state is left at
most once: the coefficient of t^k in V has at most the sum of the k largest surpluses as its degree, taking
only the largest of every state. In U the price of the last state is paid by the final weight and that of the
first by the start weight, and the last state is not left.

Both bounds, made concave in k, hold for Q and P too: for every slope r the largest degree + r k in a
product is the sum of those of its factors, V = Q C and U = P C, and as C is 1 at t = 0 it has at least 0.
Least degrees are largest degrees with all signs changed.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gfkit.transfer.modular.points.assignment import Reals, prices
from gfkit.transfer.strip.automaton import Automaton
from gfkit.transfer.sweep.plain import Terms

_STEPS = 2.0**20
"""Prices are multiples of 1 / 2^20, so that sums of surpluses are exact."""
_ROUNDS = 8


@dataclass(frozen=True, slots=True)
class Support:
    """For coefficients 1, ..., d of Q and then 0, ..., d - 1 of P the least power of x or y, and how many."""

    lowest: NDArray[np.int64]
    size: int


def support(machine: Automaton, order: int, axis: int) -> Support:
    """Bounds of the powers of x (axis 0) or y (axis 1) in P and Q of this order."""
    if not order:
        return Support(np.zeros(0, np.int64), 1)
    most, least = _Side(machine, axis, 1), _Side(machine, axis, -1)
    best = np.inf
    for _ in range(_ROUNDS):
        widths = [np.floor(most.below) + np.floor(least.below), np.floor(most.above) + np.floor(least.above)]
        joined = np.concatenate([widths[0][1 : order + 1], widths[1][:order]])
        widest = int(joined.argmax())
        if joined[widest] > 0.97 * best:
            break
        best = joined[widest]
        for side in (most, least):
            side.improve(widest + 1 if widest < order else widest - order)
    lowest = -np.floor(np.concatenate([least.below[1 : order + 1], least.above[:order]]))
    lowest = np.where(np.isfinite(lowest), np.maximum(lowest, 0), 0)
    return Support(lowest.astype(np.int64), max(1, int(joined.max()) + 1))


class _Side:
    """Bounds of the largest powers, or with ``sign`` -1 of the negated least ones, for every power of t."""

    def __init__(self, machine: Automaton, axis: int, sign: int) -> None:
        def degree(terms: Terms) -> int:
            return max(sign * key[axis] for key in terms)

        states = self.states = machine.states
        self.edges = np.full((states, states), -np.inf)
        self.start, self.final = np.full(states, -np.inf), np.full(states, -np.inf)
        for source, row in enumerate(machine.edges):
            for target, terms in row.items():
                self.edges[source, target] = degree(terms)
        for state, terms in machine.start.items():
            self.start[state] = degree(terms)
        for state, terms in machine.final.items():
            self.final[state] = degree(terms)
        self.below = self.above = np.full(states + 1, np.inf)
        """Bounds for Q and for P."""
        self.prices = np.zeros(states + 1)
        largest = float(np.abs(self.edges[np.isfinite(self.edges)]).max(initial=0))
        self._solve(-2 * (states + 1) * (largest + 1))

    def improve(self, k: int) -> None:
        """Better bounds at t^k: prices for the slope there, found by bisection between two chords."""
        last = int(np.isfinite(self.below).sum()) - 1
        low = (self.below[last] - self.below[k]) / max(1, last - k)
        high = self.below[k] / max(1, k)
        for _ in range(_ROUNDS if k < last else 0):
            slope = (low + high) / 2
            surplus = self._solve(slope)
            if int((surplus > slope + 1e-6).sum()) > k:
                low = slope
            elif int((surplus >= slope - 1e-6).sum()) < k:
                high = slope
            else:
                return

    def _solve(self, slope: float) -> Reals:
        """Takes the best prices where every edge costs ``slope``; the surpluses, largest first."""
        states = self.states
        table = np.full((states + 1, states + 1), -np.inf)
        table[:states, :states] = self.edges - slope
        table[states, :states], table[:states, states] = self.start, self.final
        np.fill_diagonal(table, np.maximum(table.diagonal(), 0))
        self.prices = prices(table, self.prices)
        return self._take(np.round(self.prices[:states] * _STEPS) / _STEPS)

    def _take(self, price: Reals) -> Reals:
        best = (self.edges - price).max(axis=1) + price
        order = np.argsort(-best, kind="stable")
        surplus: Reals = best[order]
        below = np.concatenate([[0.0], np.cumsum(surplus)])
        last = (self.final + price)[order]
        # The last state is among the first k + 1, which leaves k to be left, or not among the first k.
        least = np.where(np.isfinite(surplus), surplus, 0.0)
        among = np.concatenate([np.maximum.accumulate(last - least) + below[1:], [-np.inf]])
        beyond = np.concatenate([np.maximum.accumulate(last[::-1])[::-1] + below[:-1], [-np.inf]])
        above = float((self.start - price).max()) + np.maximum(among, beyond)
        self.below = np.minimum(self.below, below)
        self.above = np.minimum(self.above, _concave(above))
        return surplus


def _concave(values: Reals) -> Reals:
    """The least concave sequence that is nowhere smaller; -inf only at the end."""
    used = int(np.isfinite(values).sum())
    corners: list[int] = []
    for k in range(used):
        while len(corners) > 1:
            i, j = corners[-2:]
            if (values[j] - values[i]) * (k - i) > (values[k] - values[i]) * (j - i):
                break
            corners.pop()
        corners.append(k)
    hull: Reals = values.copy()
    if corners:
        hull[:used] = np.ceil(np.interp(np.arange(used), corners, values[corners]) * _STEPS) / _STEPS
    return hull
