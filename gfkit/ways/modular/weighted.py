"""Generating functions with weights, from values at many points (x, y) modulo primes.

At each point the entries of the automaton of the strip are numbers, and Berlekamp-Massey yields P and Q at
the point. The coefficients of P and Q are polynomials in x and y with integer coefficients (Fatou's lemma
over Z[x, y]). The automaton bounds their degrees and sizes, and they are interpolated on a grid of random
nodes. The result is proved if the order is proved and the number of primes suffices for the bounds. If this
is too expensive, fewer primes are used, and the result is checked on N + d values at random points modulo
random primes, N being the number of states. A proof is then computed if it is requested or cheap, and if the
order is smaller than the bound from relations between states: if start Q'(A) = 0 or Q'(A) final = 0, which
takes d steps to test, the recurrence is proved; otherwise N + d values prove it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
from flint import fmpz
from numpy.typing import NDArray

from gfkit.core.algebra import Polynomial
from gfkit.core.algebra.residue import random_primes, word_primes
from gfkit.core.algebra.residue_arrays import AT_ONCE, BITS, Cube, Digits, coefficients_at, series_product
from gfkit.core.algebra.series import Weighted, degree_in
from gfkit.core.deferred import dataclass
from gfkit.core.engine.machine.base import Terms
from gfkit.core.engine.strip.automaton import Automaton, least_automaton
from gfkit.core.errors import LimitError
from gfkit.core.typing import OnProgress, Progress, Weights
from gfkit.ways import tuning
from gfkit.ways.modular import bounds
from gfkit.ways.modular.bounds import Support
from gfkit.ways.modular.evaluation import Evaluator, Sampler, TooFewTerms
from gfkit.ways.modular.interpolation import Supports, UnluckyPrime, coefficients
from gfkit.ways.modular.result import FractionSearch, ModularGF

_PRIMES_LOG2 = 24.5
"""log2 of the number of primes of 30 bits, rounded down."""
_SURE = -92.0
Shifted = list[tuple[int, list[tuple[int, int]]]]
"""Row of weights: states, each with the shift and factor of each monomial."""
_POINTS = "points"
"""Name of the stage that computes values at points, in progress reports."""


@dataclass(frozen=True, slots=True)
class WeightedFraction:
    """P / Q with Q(0) = 1 and order d: coefficients by powers of t, x and y."""

    top: Cube
    bottom: Cube
    order: int

    @classmethod
    def of(cls, values: Cube, order: int, supports: tuple[Support, Support]) -> WeightedFraction:
        """Create the fraction from coefficients 1..d of Q, then 0..d-1 of P, indexed by (power of x, power of
        y, k).

        Powers are relative to the smallest powers of the supports.
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
        """Largest total degree in x and y."""
        return max(x + y for terms in (self.top, self.bottom) for _, x, y in terms)


def failure_log2(sampler: Sampler, quotient: WeightedFraction) -> float | None:
    """Return log2 of a bound of the error probability after checking N + d values, or None if the check
    fails.

    Each round compares N + d terms at eight points.
    """
    once = _estimate_failure(sampler, quotient)
    if once >= 0.5:
        raise LimitError(
            "the generating function is too large for a check modulo primes of 30 bits; choose"
            " fewer rows or coarser weights"
        )
    rounds = math.ceil(_SURE / math.log2(once))
    primes = random_primes(rounds, sampler.random, BITS)
    return rounds * math.log2(once) if all(_agrees(sampler, quotient, prime) for prime in primes) else None


def agrees_once(sampler: Sampler, quotient: WeightedFraction) -> bool:
    """Return True if one round of the check passes."""
    return _agrees(sampler, quotient, random_primes(1, sampler.random, BITS)[0])


def _estimate_failure(sampler: Sampler, quotient: WeightedFraction) -> float:
    """Return the probability that one round misses an error: its prime divides the error, or all points are
    zeros.
    """
    small = sampler.machine.small
    total = sum(map(abs, quotient.top.values())) + sum(map(abs, quotient.bottom.values()))
    height = math.log2(total + 1) + bounds.determinant_bits(small)
    degree = quotient.degree + (small.states + 2) * bounds.largest_degree(small)
    bad_prime = height / (BITS - 1) / 2**_PRIMES_LOG2
    bad_points: float = (degree / 2 ** (BITS - 1)) ** AT_ONCE
    return bad_prime + bad_points


def _agrees(sampler: Sampler, quotient: WeightedFraction, prime: int) -> bool:
    """Return True if Q multiplied by the first N + d terms agrees with P at eight random points."""
    xs, ys = sampler.random_points(prime)
    length = sampler.machine.states + quotient.order
    terms = sampler.machine.terms(xs, ys, length, prime, sampler.fast)
    below = coefficients_at(quotient.bottom, quotient.order + 1, xs, ys, prime)
    above = coefficients_at(quotient.top, length, xs, ys, prime)
    return np.array_equal(series_product(below, terms, prime), above)


def proof(machine: Evaluator, quotient: WeightedFraction, *, certify: bool) -> str | None:
    """Return the method of proof, or None if a proof is neither requested (``certify``) nor cheap."""
    small, order = machine.small, quotient.order
    if not certify and _estimate_min_cost(machine, quotient) > tuning.MODULAR.cheap_proof_bits:
        return None
    for way, name in ((small, "start Q'(A) = 0"), (small.reverse(), "Q'(A) final = 0")):
        packed = KroneckerCheck(way, quotient, order)
        if not certify and packed.cost > tuning.MODULAR.cheap_proof_bits:
            return None
        packed.check_room()
        if packed.is_annihilated() and packed.agrees():
            return f"{name} over the integers"
    if not certify:
        return None
    packed = KroneckerCheck(small, quotient, small.states + order)
    packed.check_room()
    if not packed.agrees():
        raise AssertionError("the generating function of a strip failed its proof")
    return f"{small.states + order} values over the integers"


def _estimate_min_cost(machine: Evaluator, quotient: WeightedFraction) -> int:
    """Return a quick lower bound of the cost of ``KroneckerCheck``, in bits moved."""
    bits = max(map(abs, quotient.bottom.values())).bit_length()
    for axis in (1, 2):
        bits *= 1 + max(key[axis] for key in quotient.bottom)
    return bits * quotient.order * machine.work // 4


class KroneckerCheck:
    """Check over the integers, with x and y replaced by large powers of two (Kronecker substitution).

    A polynomial with coefficients of absolute value below 2^(width - 1) and degree below ``span`` in x is
    zero if and only if its value at x = 2^width, y = 2^(width span) is zero. The bounds are computed from the
    same sums with all signs dropped, at x = y = 1.
    """

    def __init__(self, machine: Automaton, quotient: WeightedFraction, length: int) -> None:
        """Prepare the check of ``length`` terms, or of the d terms that start Q'(A) requires."""
        self._machine, self._quotient, self._order, self._length = machine, quotient, quotient.order, length
        self.width: int = self._largest().bit_length() + 2
        self.span: int = self._degree(0) + 1
        bits = self.width * self.span * (self._degree(1) + 1)
        pieces = sum(len(terms) for row in machine.edges for terms in row.values())
        self.cost: int = bits * (length + 1) * (pieces + machine.states)
        """Approximate number of bits moved."""
        self.room: int = bits * 2 * machine.states

    def _largest(self) -> int:
        """Return a bound of the absolute values of all coefficients."""
        order, top = self._order, self._quotient.top
        sizes = [0] * (order + 1)
        for (k, _, _), value in self._quotient.bottom.items():
            sizes[k] += abs(value)
        entries, terms = self._sums()
        bound = sum(size * entries[order - i] for i, size in enumerate(sizes))
        for j in range(self._length):
            bound = max(bound, sum(size * terms[j - i] for i, size in enumerate(sizes) if i <= j))
        return bound + sum(map(abs, top.values()))

    def _sums(self) -> tuple[list[int], list[int]]:
        """Return the largest entry of the vector, and the term, both at x = y = 1, for every length."""
        machine = self._machine
        edges = [[(t, sum(terms.values())) for t, terms in row.items()] for row in machine.edges]
        vector = [sum(machine.start.get(s, {}).values()) for s in range(machine.states)]
        final = {s: sum(terms.values()) for s, terms in machine.final.items()}
        entries, numbers = [], []
        for _ in range(self._length + 1):
            entries.append(max(vector, default=0))
            numbers.append(sum(vector[s] * value for s, value in final.items()))
            after = [0] * machine.states
            for s, row in enumerate(edges):
                for t, size in row:
                    after[t] += vector[s] * size
            vector = after
        return entries, numbers

    def _degree(self, axis: int) -> int:
        """Return a bound of all degrees in x (axis 0) or y (axis 1)."""
        machine, length = self._machine, self._length
        reach = max((degree_in(row, axis) for row in machine.edges), default=0)
        ends = degree_in(machine.start, axis) + degree_in(machine.final, axis)
        number = reach * length + ends
        for polynomial in (self._quotient.top, self._quotient.bottom):
            for key in polynomial:
                number = max(number, key[1 + axis] + reach * max(length - key[0], 0) + ends)
        return number

    def check_room(self) -> None:
        if self.room > tuning.MODULAR.most_proof_bits:
            raise LimitError(
                f"certify: the proof would need {self.room / 8e9:.0f} GB of numbers; without it"
                " the generating function is probable"
            )

    def _pack_terms(self, terms: Terms) -> fmpz:
        total = fmpz(0)
        for (x, y), value in terms.items():
            total += fmpz(value) << (self.width * (x + self.span * y))
        return total

    def _rows(self, terms: Cube, count: int) -> list[fmpz]:
        split: list[Terms] = [{} for _ in range(count)]
        for (k, x, y), value in terms.items():
            split[k][x, y] = value
        return [self._pack_terms(row) for row in split]

    def _weights(self, row: Weighted) -> Shifted:
        return [
            (target, [(self.width * (x + self.span * y), value) for (x, y), value in terms.items()])
            for target, terms in row.items()
        ]

    def _multiply_vector(self, vector: list[Any], edges: list[Shifted]) -> list[Any]:
        after = [fmpz(0)] * self._machine.states
        for value, row in zip(vector, edges, strict=True):
            if value:
                for target, pieces in row:
                    for shift, size in pieces:
                        part = value << shift if shift else value
                        after[target] += part if size == 1 else part * size
        return after

    def is_annihilated(self) -> bool:
        """Return True if start Q'(A) = 0."""
        machine = self._machine
        edges = [self._weights(row) for row in machine.edges]
        start = {state: self._pack_terms(terms) for state, terms in machine.start.items()}
        vector = [fmpz(0)] * machine.states
        for factor in self._rows(self._quotient.bottom, self._order + 1):
            vector = self._multiply_vector(vector, edges)
            for state, value in start.items():
                vector[state] += factor * value
        return not any(vector)

    def agrees(self) -> bool:
        """Return True if Q times the series agrees with P up to t^(length - 1)."""
        terms = self._terms()
        below = self._rows(self._quotient.bottom, self._order + 1)
        above = self._rows(self._quotient.top, self._length)
        for j in range(self._length):
            total = above[j]
            for i in range(min(j, self._order) + 1):
                total -= below[i] * terms[j - i]
            if total:
                return False
        return True

    def _terms(self) -> list[Any]:
        machine = self._machine
        edges = [self._weights(row) for row in machine.edges]
        final = self._weights(machine.final)
        vector = [self._pack_terms(machine.start.get(state, {})) for state in range(machine.states)]
        terms: list[Any] = []
        for _ in range(self._length):
            total = fmpz(0)
            for state, pieces in final:
                for shift, size in pieces:
                    total += (vector[state] << shift) * size
            terms.append(total)
            vector = self._multiply_vector(vector, edges)
        return terms


def weighted_gf(search: FractionSearch, known: ModularGF | None) -> ModularGF:
    """Return the generating function in x, or in x and y; ``known`` is a cached result or None.

    See ``modular_gf``.
    """
    strip, small = search.strip, search.small
    machine = Evaluator(least_automaton(strip) if small is None else small)
    is_plane = len(search.weights.variables) == 2
    sampler = Sampler(machine, is_plane, search.random, search.fast, strip.question, search.work)
    if known and not agrees_once(sampler, _quotient_of(known)):
        search.work.drop()
    elif known and (known.proved or not search.certify):
        return known
    return _Task(sampler, search.weights, search.certify, search.on_progress).solve()


def fraction_of_automaton(machine: Automaton) -> ModularGF:
    """Return the generating function of an automaton with nonnegative weights in x, with proof."""
    sampler = Sampler(Evaluator(machine), False, Random(0), True)
    return _Task(sampler, Weights.PIECES, True, None).solve()


class _Task:
    """Computation of one generating function with weights."""

    def __init__(
        self, sampler: Sampler, weights: Weights, certify: bool, on_progress: OnProgress | None
    ) -> None:
        self.sampler, self.weights = sampler, weights
        self.certify, self.on_progress = certify, on_progress
        self.lines, self.primes, self.done = 0, 0, 0
        """Lines of points for each prime; number of primes needed (0 if unknown); number of primes
        finished.
        """

    def _report(self, stage: str, done: int, total: int) -> None:
        """Report the finished lines for one prime, or for all primes if their number is known."""
        if self.on_progress is None or stage != _POINTS or total != self.lines:
            return
        states = self.sampler.machine.states
        if self.primes:
            done, total = self.done * self.lines + done, self.primes * self.lines
            self.on_progress(Progress(stage, done, total, states))
        else:
            self.on_progress(Progress(f"{stage}, prime {self.done + 1}", done, total, states))

    def solve(self) -> ModularGF:
        """Return the generating function; repeat the computation with more terms if they do not suffice."""
        while True:
            try:
                return self._solve_once()
            except TooFewTerms:
                self.sampler.floor *= 2

    def _solve_once(self) -> ModularGF:
        sampler, machine = self.sampler, self.sampler.machine
        sampler.find_order(random_primes(1, sampler.random, BITS)[0])
        order = sampler.order
        (in_x, in_y), most = fraction_bounds(sampler)
        way: str | None = None
        if worth_proving(sampler, (in_x, in_y), most, self.certify) and order_is_proved(sampler):
            fraction, primes = self._reconstruct_fraction((in_x, in_y), most)
            failure, way = -math.inf, f"the order, and {primes} primes for coefficients below 2^{most:.0f}"
        else:
            fraction, primes, failure = self._lift((in_x, in_y), most)
            way = proof(machine, fraction, certify=self.certify)
        values = machine.states + order
        return ModularGF(
            numerator=self._polynomial_of(fraction.top),
            denominator=self._polynomial_of(fraction.bottom),
            order=order,
            primes_used=primes,
            points_used=sampler.points,
            terms_used=max(sampler.terms, values),
            proved=way is not None,
            failure_log2=-math.inf if way is not None else failure,
            detail=way
            or f"{values} values at random points modulo random primes; grid {in_x.size} x {in_y.size}",
        )

    def _reconstruct_fraction(self, supports: Supports, most: float) -> tuple[WeightedFraction, int]:
        """Return P and Q, and the number of primes; the product of the primes exceeds twice any coefficient.

        One round of the check protects against programming errors.
        """
        digits, self.primes = Digits(), math.ceil((most + 1) / (BITS - 1))
        for residues, prime in self._residues(supports):
            digits.add(residues, prime)
            if sum(map(math.log2, digits.primes)) > most + 1:
                break
        fraction = WeightedFraction.of(digits.integers(), self.sampler.order, supports)
        if not agrees_once(self.sampler, fraction):
            raise AssertionError("the generating function of a strip failed its check")
        return fraction, len(digits.primes)

    def _lift(self, supports: Supports, most: float) -> tuple[WeightedFraction, int, float]:
        """Return P and Q that pass the check, the number of primes, and log2 of the error probability."""
        sampler, digits, self.primes = self.sampler, Digits(), 0
        for residues, prime in self._residues(supports):
            stable = digits.add(residues, prime)
            long = len(digits.primes) * (BITS - 1) > most + 1
            if not (stable or long):
                continue
            fraction = WeightedFraction.of(digits.integers(), sampler.order, supports)
            failure = failure_log2(sampler, fraction)
            if failure is not None:
                return fraction, len(digits.primes), failure
            if sampler.terms < sampler.limit or long:
                break
        raise TooFewTerms

    def _residues(self, supports: Supports) -> Iterator[tuple[NDArray[np.int64], int]]:
        """Yield all coefficients modulo one prime after another, with the prime."""
        count = unlucky = self.done = 0
        self.lines = supports[0].size
        while unlucky < tuning.MODULAR.unlucky_primes:
            count += 1
            prime = word_primes(count, BITS)[-1]
            try:
                array = coefficients(self.sampler, supports, prime, self._report)
                self.done += 1
                yield array, prime
            except UnluckyPrime:
                unlucky += 1
        raise TooFewTerms

    def _polynomial_of(self, terms: Cube) -> Polynomial:
        width = 1 + len(self.weights.variables)
        return Polynomial.of(("t", "x", "y")[:width], {key[:width]: value for key, value in terms.items()})


def _quotient_of(known: ModularGF) -> WeightedFraction:
    top, bottom = (
        {(t, x, sum(y)): value for (t, x, *y), value in polynomial.terms}
        for polynomial in (known.numerator, known.denominator)
    )
    return WeightedFraction(top, bottom, known.order)


def fraction_bounds(sampler: Sampler) -> tuple[Supports, float]:
    """Return the bounds of the powers of x and y in the coefficients, and log2 of a bound of their sizes."""
    small, order = sampler.machine.small, sampler.order
    in_x = bounds.find_support(small, order, 0)
    in_y = bounds.find_support(small, order, 1) if sampler.plane else Support(in_x.lowest * 0, 1)
    return (in_x, in_y), bounds.coefficient_bits(small, order)


def worth_proving(sampler: Sampler, supports: Supports, most: float, certify: bool) -> bool:
    """Return True if a proof is requested, or if a proof needs only a small number of primes."""
    order, points = sampler.order, supports[0].size * supports[1].size
    if not math.isfinite(most):
        return False
    primes = 1 + (most + 1) / (BITS - 1)
    work = primes * points * 2 * order * (sampler.machine.work + 4 * order)
    room = points * 2 * order * (8 * (primes + 6) + tuning.MODULAR.coefficient_bytes)
    if room > tuning.MODULAR.most_proof_bytes and certify:
        raise LimitError(
            f"certify: the proof would need {room / 1e9:.0f} GB of residues; without it the"
            " generating function is probable"
        )
    return certify or (
        work <= tuning.MODULAR.cheap_proof_products and room <= tuning.MODULAR.most_proof_bytes
    )


def order_is_proved(sampler: Sampler) -> bool:
    """Return True if the order at random points equals a proved upper bound of the order."""
    if sampler.order == sampler.machine.states:
        return True
    return bounds.order_bound(sampler.machine.small, word_primes(1, BITS)[0], sampler.random) == sampler.order
