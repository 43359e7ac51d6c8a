"""Generating functions with weights, from values at many points (x, y) modulo primes.

At each point the automaton of the strip is one with numbers, and Berlekamp-Massey gives P and Q there.
Their coefficients are polynomials in x and y with integer coefficients (Fatou's lemma over Z[x, y]), of
degrees and sizes that are bounded from the automaton, and are interpolated on a grid of random nodes. With
an order that is proved, and as many primes as the sizes can need, what comes out is proved. Where that
would take too long fewer primes are taken, and what comes out is checked at random points.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from random import Random

import numpy as np
from numpy.typing import NDArray

from gfkit.batch import Work
from gfkit.errors import LimitError
from gfkit.exact.residue import random_primes, word_primes
from gfkit.games import Question
from gfkit.sequences import Polynomial
from gfkit.transfer.modular.bounds import Support, coefficient_bits, find_support, order_bound
from gfkit.transfer.modular.chinese_remainders import Digits
from gfkit.transfer.modular.evaluation import Evaluator, Sampler, TooFewTerms
from gfkit.transfer.modular.interpolation import Supports, UnluckyPrime, coefficients
from gfkit.transfer.modular.residue_arrays import BITS, Cube
from gfkit.transfer.modular.result import ModularGF
from gfkit.transfer.modular.weighted_checks import WeightedFraction, agrees_once, failure_log2, proof
from gfkit.transfer.strip.automaton import Automaton, automaton, minimised
from gfkit.transfer.strip.strip import Strip
from gfkit.typing import OnProgress, Progress, Weights

_AFFORDABLE = 400_000_000_000
"""Products of residues for a proof that is given unasked: about a minute, a third of it for the result."""
_MOST_BYTES = 8_000_000_000
"""Residues and coefficients that a proof may hold at once."""
_MOST_UNLUCKY = 20
_COEFFICIENT = 200
"""Bytes of a coefficient in a table by its powers, of which about every second is 0."""


def weighted_gf(
    strip: Strip,
    weights: Weights,
    question: Question | None,
    work: Work,
    *,
    certify: bool,
    on_progress: OnProgress | None,
    small: Automaton | None,
    random: Random,
    fast: bool,
    known: ModularGF | None = None,
) -> ModularGF:
    """The generating function in x, or in x and y; ``known`` is one that was kept. See ``modular_gf``."""
    machine = Evaluator(minimised(automaton(strip)) if small is None else small)
    sampler = Sampler(machine, len(weights.variables) == 2, random, fast, question, work)
    task = _Task(sampler, weights, certify, on_progress)
    if known and not agrees_once(sampler, _quotient_of(known)):
        work.drop()
    elif known and (known.proved or not certify):
        return known
    while True:
        try:
            return task.solve()
        except TooFewTerms:
            sampler.floor *= 2


class _Task:
    """One generating function with weights."""

    def __init__(
        self, sampler: Sampler, weights: Weights, certify: bool, on_progress: OnProgress | None
    ) -> None:
        self.sampler, self.weights = sampler, weights
        self.certify, self.on_progress = certify, on_progress

    def _report(self, stage: str, done: int, total: int) -> None:
        if self.on_progress is not None:
            self.on_progress(Progress(stage, done, total, self.sampler.machine.states))

    def solve(self) -> ModularGF:
        sampler, machine = self.sampler, self.sampler.machine
        sampler.find_order(random_primes(1, sampler.random, BITS)[0])
        order = sampler.order
        (in_x, in_y), most = fraction_bounds(sampler)
        way: str | None = None
        if worth_proving(sampler, (in_x, in_y), most, self.certify) and order_is_proved(sampler):
            found, primes = self._exact((in_x, in_y), most)
            failure, way = -math.inf, f"the order, and {primes} primes for coefficients below 2^{most:.0f}"
        else:
            found, primes, failure = self._lifted((in_x, in_y), most)
            way = proof(machine, found, certify=self.certify)
        values = machine.states + order
        return ModularGF(
            numerator=self._named(found.top),
            denominator=self._named(found.bottom),
            order=order,
            primes_used=primes,
            points_used=sampler.points,
            terms_used=max(sampler.terms, values),
            proved=way is not None,
            failure_log2=-math.inf if way is not None else failure,
            detail=way
            or f"{values} values at random points modulo random primes; grid {in_x.size} x {in_y.size}",
        )

    def _exact(self, supports: Supports, most: float) -> tuple[WeightedFraction, int]:
        """P and Q and the number of primes, whose product is more than twice any coefficient.

        One round of the check guards against faults of the program.
        """
        digits = Digits()
        for residues, prime in self._residues(supports):
            digits.add(residues, prime)
            self._report("primes", len(digits.primes), math.ceil((most + 1) / (BITS - 1)))
            if sum(map(math.log2, digits.primes)) > most + 1:
                break
        found = WeightedFraction.of(digits.integers(), self.sampler.order, supports)
        if not agrees_once(self.sampler, found):
            raise AssertionError("the generating function of a strip did not stand its check")
        return found, len(digits.primes)

    def _lifted(self, supports: Supports, most: float) -> tuple[WeightedFraction, int, float]:
        """P and Q that stand the check, the number of primes, and log2 of the probability of a mistake."""
        sampler, digits = self.sampler, Digits()
        for residues, prime in self._residues(supports):
            stable = digits.add(residues, prime)
            long = len(digits.primes) * (BITS - 1) > most + 1
            if not (stable or long):
                continue
            found = WeightedFraction.of(digits.integers(), sampler.order, supports)
            failure = failure_log2(sampler, found)
            if failure is not None:
                return found, len(digits.primes), failure
            if sampler.terms < sampler.limit or long:
                break
        raise TooFewTerms

    def _residues(self, supports: Supports) -> Iterator[tuple[NDArray[np.int64], int]]:
        """All coefficients modulo one prime after the other."""
        count = unlucky = 0
        while unlucky < _MOST_UNLUCKY:
            count += 1
            prime = word_primes(count, BITS)[-1]
            try:
                yield coefficients(self.sampler, supports, prime, self._report), prime
            except UnluckyPrime:
                unlucky += 1
        raise TooFewTerms

    def _named(self, terms: Cube) -> Polynomial:
        width = 1 + len(self.weights.variables)
        return Polynomial.of(("t", "x", "y")[:width], {key[:width]: value for key, value in terms.items()})


def _quotient_of(known: ModularGF) -> WeightedFraction:
    top, bottom = (
        {(t, x, sum(y)): value for (t, x, *y), value in polynomial.terms}
        for polynomial in (known.numerator, known.denominator)
    )
    return WeightedFraction(top, bottom, known.order)


def fraction_bounds(sampler: Sampler) -> tuple[Supports, float]:
    """Bounds of the powers of x and y in the coefficients, and log2 of one of their sizes."""
    small, order = sampler.machine.small, sampler.order
    in_x = find_support(small, order, 0)
    in_y = find_support(small, order, 1) if sampler.plane else Support(in_x.lowest * 0, 1)
    return (in_x, in_y), coefficient_bits(small, order)


def worth_proving(sampler: Sampler, supports: Supports, most: float, certify: bool) -> bool:
    """Whether as many primes as a proof needs are asked for, or cost little."""
    order, points = sampler.order, supports[0].size * supports[1].size
    if not math.isfinite(most):
        return False
    primes = 1 + (most + 1) / (BITS - 1)
    work = primes * points * 2 * order * (sampler.machine.work + 4 * order)
    room = points * 2 * order * (8 * (primes + 6) + _COEFFICIENT)
    if room > _MOST_BYTES and certify:
        raise LimitError(
            f"certify: the proof would need {room / 1e9:.0f} GB of residues; without it the generating"
            " function is still probable"
        )
    return certify or (work <= _AFFORDABLE and room <= _MOST_BYTES)


def order_is_proved(sampler: Sampler) -> bool:
    """Whether the order that random points show is a bound of the order."""
    if sampler.order == sampler.machine.states:
        return True
    return order_bound(sampler.machine.small, word_primes(1, BITS)[0], sampler.random) == sampler.order
