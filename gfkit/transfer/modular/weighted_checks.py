"""P and Q with weights, checked at random points and proved over the integers.

The check takes N + d values at random points modulo random primes. A proof is made where it is asked for or
cheap, and where the order is below what relations between states show; see ``weighted`` for the usual way.
start Q'(A) = 0, or Q'(A) final = 0, takes d steps and proves the recurrence; where neither vanishes N + d
values prove it, N being the number of states.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import fmpz

from gfkit.errors import LimitError
from gfkit.exact.residue import random_primes
from gfkit.transfer.machine.machine import Terms
from gfkit.transfer.modular.bounds import Support, determinant_bits, largest_degree
from gfkit.transfer.modular.eight_primes import AT_ONCE
from gfkit.transfer.modular.evaluation import Evaluator, Sampler
from gfkit.transfer.modular.residue_arrays import BITS, Cube, coefficients_at, series_product
from gfkit.transfer.strip.automaton import Automaton, Weighted


@dataclass(frozen=True, slots=True)
class WeightedFraction:
    """P / Q with Q(0) = 1 and order d: coefficients by powers of t, x and y."""

    top: Cube
    bottom: Cube
    order: int

    @classmethod
    def of(cls, values: Cube, order: int, supports: tuple[Support, Support]) -> WeightedFraction:
        """From coefficients 1, ..., d of Q and then 0, ..., d - 1 of P, by (power of x, power of y, k).

        Powers are counted from the lowest ones of the supports.
        """
        top: Cube = {}
        bottom: Cube = {(0, 0, 0): 1}
        lowest_x, lowest_y = (support.lowest.tolist() for support in supports)
        for (x, y, k), value in values.items():
            into, power = (bottom, k + 1) if k < order else (top, k - order)
            into[power, x + lowest_x[k], y + lowest_y[k]] = value
        return cls(top, bottom, order)

    @property
    def degree(self) -> int:
        """The largest total degree in x and y."""
        return max(x + y for terms in (self.top, self.bottom) for _, x, y in terms)


_PRIMES_LOG2 = 24.5
"""log2 of the number of primes of 30 bits, rounded down."""
_SURE = -92.0


def failure_log2(sampler: Sampler, quotient: WeightedFraction) -> float | None:
    """log2 of a bound of the probability that a wrong result agrees on N + d values; None if not.

    Each round takes N + d terms at eight points.
    """
    once = _chance(sampler, quotient)
    if once >= 0.5:
        raise LimitError("the generating function is too large to be checked modulo primes of 30 bits")
    rounds = math.ceil(_SURE / math.log2(once))
    primes = random_primes(rounds, sampler.random, BITS)
    return rounds * math.log2(once) if all(_agrees(sampler, quotient, prime) for prime in primes) else None


def agrees_once(sampler: Sampler, quotient: WeightedFraction) -> bool:
    """One round of the check."""
    return _agrees(sampler, quotient, random_primes(1, sampler.random, BITS)[0])


def _chance(sampler: Sampler, quotient: WeightedFraction) -> float:
    """The probability that one round misses a mistake: the prime divides it, or all points are zeros."""
    small = sampler.machine.small
    total = sum(map(abs, quotient.top.values())) + sum(map(abs, quotient.bottom.values()))
    height = math.log2(total + 1) + determinant_bits(small)
    degree = quotient.degree + (small.states + 2) * largest_degree(small)
    bad_prime = height / (BITS - 1) / 2**_PRIMES_LOG2
    bad_points: float = (degree / 2 ** (BITS - 1)) ** AT_ONCE
    return bad_prime + bad_points


def _agrees(sampler: Sampler, quotient: WeightedFraction, prime: int) -> bool:
    """Whether Q times N + d terms gives P at eight random points."""
    xs, ys = sampler.random_points(prime)
    length = sampler.machine.states + quotient.order
    terms = sampler.machine.terms(xs, ys, length, prime, sampler.fast)
    below = coefficients_at(quotient.bottom, quotient.order + 1, xs, ys, prime)
    above = coefficients_at(quotient.top, length, xs, ys, prime)
    return np.array_equal(series_product(below, terms, prime), above)


_CHEAP = 3_000_000_000
"""Bits moved by a proof that is given unasked."""


def proof(machine: Evaluator, quotient: WeightedFraction, *, certify: bool) -> str | None:
    """How the result was proved; None where that is not asked for (``certify``) and not cheap."""
    small, order = machine.small, quotient.order
    if not certify and _least_cost(machine, quotient) > _CHEAP:
        return None
    for way, name in ((small, "start Q'(A) = 0"), (small.reversed(), "Q'(A) final = 0")):
        packed = Packed(way, quotient, order)
        if not certify and packed.cost > _CHEAP:
            return None
        packed.check_room()
        if packed.annihilated() and packed.agrees():
            return f"{name} over the integers"
    if not certify:
        return None
    packed = Packed(small, quotient, small.states + order)
    packed.check_room()
    if not packed.agrees():
        raise AssertionError("the generating function of a strip did not stand its proof")
    return f"{small.states + order} values over the integers"


def _least_cost(machine: Evaluator, quotient: WeightedFraction) -> int:
    """Fewer bits than ``Packed`` would move, at a glance."""
    bits = max(map(abs, quotient.bottom.values())).bit_length()
    for axis in (1, 2):
        bits *= 1 + max(key[axis] for key in quotient.bottom)
    return bits * quotient.order * machine.work // 4


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

    def __init__(self, machine: Automaton, quotient: WeightedFraction, length: int) -> None:
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
        reach = max((_row_degree(row, axis) for row in machine.edges), default=0)
        ends = _row_degree(machine.start, axis) + _row_degree(machine.final, axis)
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


def _row_degree(row: Weighted, axis: int) -> int:
    """The largest power of x (axis 0) or y (axis 1) in a row."""
    return max((key[axis] for terms in row.values() for key in terms), default=0)
