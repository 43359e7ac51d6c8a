"""P and Q with weights against the automaton over the integers, polynomials packed into long numbers."""

from __future__ import annotations

from typing import Any

from flint import fmpz

from gfkit.errors import LimitError
from gfkit.transfer.modular.points.quotient import Quotient
from gfkit.transfer.modular.points.values import Cube
from gfkit.transfer.strip.automaton import Automaton, Weighted
from gfkit.transfer.sweep.plain import Terms

Shifted = list[tuple[int, list[tuple[int, int]]]]
"""A row of weights: states, each with the shifts and factors of its monomials."""

_MOST_BITS = 16_000_000_000
"""Bits of the numbers that a proof may hold at once."""


class Packed:
    """A check over the integers: x and y become powers of two so large that no digits overlap.

    Polynomials with coefficients of size below 2^(width - 1) and of degree below ``span`` in x are zero
    exactly when their value at x = 2^width, y = 2^(width span) is (Kronecker substitution). The bounds come
    from the same sums with all signs dropped, at x = y = 1.
    """

    def __init__(self, machine: Automaton, quotient: Quotient, length: int) -> None:
        """``length`` terms are looked at, or the d terms that start Q'(A) needs."""
        self.machine, self.quotient, self.order, self.length = machine, quotient, quotient.order, length
        self.width = self._largest().bit_length() + 2
        self.span = self._degree(0) + 1
        bits = self.width * self.span * (self._degree(1) + 1)
        pieces = sum(len(terms) for row in machine.edges for terms in row.values())
        self.cost = bits * (length + 1) * (pieces + machine.states)
        """Bits moved, about."""
        self.room = bits * 2 * machine.states

    def _largest(self) -> int:
        """A bound of all numbers."""
        order, top = self.order, self.quotient.top
        sizes = [0] * (order + 1)
        for (k, _, _), value in self.quotient.bottom.items():
            sizes[k] += abs(value)
        entries, terms = self._sums()
        bound = sum(size * entries[order - i] for i, size in enumerate(sizes))
        for j in range(self.length):
            bound = max(bound, sum(size * terms[j - i] for i, size in enumerate(sizes) if i <= j))
        return bound + sum(map(abs, top.values()))

    def _sums(self) -> tuple[list[int], list[int]]:
        """The largest entry of the vector and the term, both at x = y = 1, for every length."""
        machine = self.machine
        edges = [[(t, sum(terms.values())) for t, terms in row.items()] for row in machine.edges]
        vector = [sum(machine.start.get(s, {}).values()) for s in range(machine.states)]
        final = {s: sum(terms.values()) for s, terms in machine.final.items()}
        entries, found = [], []
        for _ in range(self.length + 1):
            entries.append(max(vector, default=0))
            found.append(sum(vector[s] * value for s, value in final.items()))
            after = [0] * machine.states
            for s, row in enumerate(edges):
                for t, size in row:
                    after[t] += vector[s] * size
            vector = after
        return entries, found

    def _degree(self, axis: int) -> int:
        """A bound of all degrees in x (axis 0) or y (axis 1)."""
        machine, length = self.machine, self.length
        reach = max((_degree(row, axis) for row in machine.edges), default=0)
        ends = _degree(machine.start, axis) + _degree(machine.final, axis)
        found = reach * length + ends
        for polynomial in (self.quotient.top, self.quotient.bottom):
            for key in polynomial:
                found = max(found, key[1 + axis] + reach * max(length - key[0], 0) + ends)
        return found

    def check_room(self) -> None:
        if self.room > _MOST_BITS:
            raise LimitError(
                f"certify: the proof would need {self.room / 8e9:.0f} GB of numbers; without it the"
                " generating function is still probable"
            )

    def _value(self, terms: Terms) -> fmpz:
        total = fmpz(0)
        for (x, y), value in terms.items():
            total += fmpz(value) << (self.width * (x + self.span * y))
        return total

    def _rows(self, terms: Cube, count: int) -> list[fmpz]:
        split: list[Terms] = [{} for _ in range(count)]
        for (k, x, y), value in terms.items():
            split[k][x, y] = value
        return [self._value(row) for row in split]

    def _weights(self, row: Weighted) -> Shifted:
        return [
            (target, [(self.width * (x + self.span * y), value) for (x, y), value in terms.items()])
            for target, terms in row.items()
        ]

    def _step(self, vector: list[Any], edges: list[Shifted]) -> list[Any]:
        after = [fmpz(0)] * self.machine.states
        for value, row in zip(vector, edges, strict=True):
            if value:
                for target, pieces in row:
                    for shift, size in pieces:
                        part = value << shift if shift else value
                        after[target] += part if size == 1 else part * size
        return after

    def annihilated(self) -> bool:
        """Whether start Q'(A) = 0."""
        machine = self.machine
        edges = [self._weights(row) for row in machine.edges]
        start = {state: self._value(terms) for state, terms in machine.start.items()}
        vector = [fmpz(0)] * machine.states
        for factor in self._rows(self.quotient.bottom, self.order + 1):
            vector = self._step(vector, edges)
            for state, value in start.items():
                vector[state] += factor * value
        return not any(vector)

    def agrees(self) -> bool:
        """Whether Q times the series agrees with P up to t^(length - 1)."""
        terms = self._terms()
        below = self._rows(self.quotient.bottom, self.order + 1)
        above = self._rows(self.quotient.top, self.length)
        for j in range(self.length):
            total = above[j]
            for i in range(min(j, self.order) + 1):
                total -= below[i] * terms[j - i]
            if total:
                return False
        return True

    def _terms(self) -> list[Any]:
        machine = self.machine
        edges = [self._weights(row) for row in machine.edges]
        final = self._weights(machine.final)
        vector = [self._value(machine.start.get(state, {})) for state in range(machine.states)]
        terms: list[Any] = []
        for _ in range(self.length):
            total = fmpz(0)
            for state, pieces in final:
                for shift, size in pieces:
                    total += (vector[state] << shift) * size
            terms.append(total)
            vector = self._step(vector, edges)
        return terms


def _degree(row: Weighted, axis: int) -> int:
    """The largest power of x (axis 0) or y (axis 1) in a row."""
    return max((key[axis] for terms in row.values() for key in terms), default=0)
