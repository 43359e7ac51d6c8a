"""Generating functions with weights, from values at many points (x, y) modulo primes.

At each point the automaton of the strip is one with numbers, and Berlekamp-Massey gives P and Q there.
Their coefficients are polynomials in x and y with integer coefficients (Fatou's lemma over Z[x, y]), of
degrees that are probed on two random lines, and are interpolated on a grid of random nodes. What comes out
is checked at random points, and proved over the integers where that is asked for or cheap.
"""

from __future__ import annotations

import math
from random import Random

from gfkit.exact.residue import word_primes
from gfkit.sequences import Polynomial
from gfkit.transfer.modular.points.bounds import coefficient_bits
from gfkit.transfer.modular.points.check import failure_log2
from gfkit.transfer.modular.points.degree import degree
from gfkit.transfer.modular.points.digits import Digits
from gfkit.transfer.modular.points.evaluation import Evaluator
from gfkit.transfer.modular.points.grid import coefficients
from gfkit.transfer.modular.points.proof import proof
from gfkit.transfer.modular.points.quotient import Quotient
from gfkit.transfer.modular.points.sampling import Sampler, TooFewTerms
from gfkit.transfer.modular.points.values import BITS, Cube
from gfkit.transfer.modular.result import ModularGF
from gfkit.transfer.strip.automaton import Automaton, automaton, minimised
from gfkit.transfer.strip.strip import Strip
from gfkit.typing import OnProgress, Progress, Weights


def weighted_gf(
    strip: Strip,
    weights: Weights,
    *,
    certify: bool,
    on_progress: OnProgress | None,
    small: Automaton | None,
    random: Random,
    fast: bool,
) -> ModularGF:
    """The generating function in x, or in x and y; see ``modular_gf``."""
    machine = Evaluator(minimised(automaton(strip)) if small is None else small)
    sampler = Sampler(machine, len(weights.variables) == 2, random, fast)
    task = _Task(sampler, weights, certify, on_progress)
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
        sampler.find_order(word_primes(1, BITS)[0])
        size = degree(sampler, 0) + 1, degree(sampler, 1) + 1 if sampler.plane else 1
        found, primes, failure = self._lifted(size)
        way = proof(machine, found, certify=self.certify)
        values = machine.states + found.order
        return ModularGF(
            numerator=self._named(found.top),
            denominator=self._named(found.bottom),
            order=found.order,
            primes_used=primes,
            points_used=sampler.points,
            terms_used=max(sampler.terms, values),
            proved=way is not None,
            failure_log2=-math.inf if way is not None else failure,
            detail=way
            or f"{values} values at random points modulo random primes; grid {size[0]} x {size[1]}",
        )

    def _lifted(self, size: tuple[int, int]) -> tuple[Quotient, int, float]:
        """P and Q that stand the check, the number of primes, and log2 of the probability of a mistake."""
        sampler, digits, count = self.sampler, Digits(), 0
        most = coefficient_bits(sampler.machine.small, sampler.order)
        while True:
            count += 1
            prime = word_primes(count, BITS)[-1]
            stable = digits.add(coefficients(sampler, size, prime, self._report), prime)
            long = count * (BITS - 1) > most
            if stable:
                found = Quotient.of(digits.integers(), sampler.order)
                failure = failure_log2(sampler, found, size)
                if failure is not None:
                    return found, count, failure
            elif not long:
                continue
            if sampler.terms < sampler.limit or long:
                raise TooFewTerms

    def _named(self, terms: Cube) -> Polynomial:
        width = 1 + len(self.weights.variables)
        return Polynomial.of(("t", "x", "y")[:width], {key[:width]: value for key, value in terms.items()})
