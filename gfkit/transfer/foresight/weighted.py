"""Narrow strips with weights: orders, grids of points and primes, and what they cost."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from math import ceil, floor
from random import Random

import numpy as np

from gfkit.boards import Family
from gfkit.errors import LimitError
from gfkit.exact.residue import word_primes
from gfkit.foresight import Clock, OutOfTime
from gfkit.games import Rule
from gfkit.transfer.derive import derive, small_automaton, strip_within
from gfkit.transfer.derived import Derived
from gfkit.transfer.foresight.narrow import narrower, width_of
from gfkit.transfer.modular.chinese_remainders import Digits
from gfkit.transfer.modular.eight_primes import compiled, worth_loading
from gfkit.transfer.modular.evaluation import BLOCK, Evaluator, Sampler, TooFewTerms, paired
from gfkit.transfer.modular.evaluation import random_residues as drawn
from gfkit.transfer.modular.residue_arrays import BITS, times_modulo
from gfkit.transfer.modular.weighted import fraction_bounds as bounds
from gfkit.transfer.modular.weighted import order_is_proved, worth_proving
from gfkit.transfer.strip.automaton import Automaton, automaton, minimised
from gfkit.transfer.strip.strip import Strip
from gfkit.typing import Positions, Weights

_PLANS, _WHOLE = 1.6, 0.8
"""Seconds for plans, and for whole runs."""
_SAMPLE = 64


@dataclass(frozen=True, slots=True)
class WeightedRung:
    """What was seen on one strip with weights; ``primes`` is None where they depend on the result."""

    width: int
    states: int
    between: int
    order: int
    nodes: tuple[int, int]
    primes: int | None
    seconds: float
    """For all points modulo one prime, with interpolation and the lifting of all coefficients."""
    bits: int | None = None
    whole: float | None = None
    """Seconds of a whole run."""

    @property
    def points(self) -> int:
        """Points for every prime."""
        return self.nodes[0] * self.nodes[1]

    @property
    def coefficients(self) -> int:
        """Coefficients of P and Q that are worked on."""
        return 2 * self.order * self.points


def climb_weighted(
    rule: Rule,
    family: Family,
    positions: Positions,
    weights: Weights,
    certify: bool,
    max_memory: int | None,
) -> list[WeightedRung]:
    """Plans for narrow strips with weights, and for the one that was asked for where that is quick."""
    plans, whole = Clock(_PLANS), Clock(_WHOLE)
    _load()
    rungs: list[WeightedRung] = []
    for own in narrower(family):
        if not plans.open:
            break
        try:
            with plans.trial():
                strip = strip_within(rule, own, positions, weights, max_memory, plans.check)
                machine = small_automaton(strip) or minimised(automaton(strip))
                rung = _planned(width_of(own) or 1, strip, machine, weights, certify)
            if rung is not None:
                rungs.append(_with_whole(rung, rule, own, positions, weights, whole))
        except (OutOfTime, LimitError):
            break
    return rungs


def _load() -> None:
    """Makes machine code ready, before any clock runs: it is made at its first use."""
    if compiled() is not None:
        derive("domineering", "2xn", weights="pieces", method="modular")


def _planned(
    width: int, strip: Strip, machine: Automaton, weights: Weights, certify: bool
) -> WeightedRung | None:
    """Order, grid and primes of one strip, and what one prime costs; None where there is nothing to find."""
    if not machine.states:
        return None
    sampler = Sampler(Evaluator(machine), len(weights.variables) == 2, Random(1), worth_loading(1))
    prime = word_primes(1, BITS)[0]
    sampler.find_order(prime)
    if not sampler.order:
        return None
    supports, most = bounds(sampler)
    exact = worth_proving(sampler, supports, most, certify) and order_is_proved(sampler)
    nodes = supports[0].size, supports[1].size
    primes = floor((most + 1) / BITS * (1 + 2.0**-30)) + 1 if exact else None
    rung = WeightedRung(width, machine.states, strip.states_in_period, sampler.order, nodes, primes, 0.0)
    return replace(rung, seconds=_seconds(rung, sampler, prime))


def _seconds(rung: WeightedRung, sampler: Sampler, prime: int) -> float:
    """Seconds for one prime, from some points and small samples of the steps that follow."""
    count = min(rung.points, _SAMPLE)
    xs = drawn(sampler.random, count, prime, set())
    ys = drawn(sampler.random, count, prime, set()) if sampler.plane else [1] * count

    def values() -> None:
        try:
            sampler.values(*paired(xs, ys), prime)
        except TooFewTerms:
            return

    square = np.ones((BLOCK // 16, BLOCK // 16), np.uint64)
    product = _timed(lambda: times_modulo(square, square, prime, fast=sampler.fast)) / len(square) ** 3
    lifted = _timed(_lift) / (3 * _SAMPLE**2)
    return (
        _timed(values) * rung.points / count
        + product * rung.coefficients * sum(rung.nodes)
        + lifted * rung.coefficients
    )


def _lift() -> None:
    """Takes some coefficients modulo three primes and makes integers of them."""
    digits = Digits()
    for prime in word_primes(3, BITS):
        digits.add(np.ones((_SAMPLE, _SAMPLE, 1), np.int64), prime)
    digits.integers()


def _timed(run: Callable[[], object]) -> float:
    begin = time.perf_counter()
    run()
    return time.perf_counter() - begin


def _with_whole(
    rung: WeightedRung, rule: Rule, family: Family, positions: Positions, weights: Weights, clock: Clock
) -> WeightedRung:
    """The rung with what a whole run shows, where there is time for one."""
    if not clock.open:
        return rung
    try:
        with clock.trial():
            found = derive(rule, family, positions, weights, method="modular", on_progress=clock.check)
    except OutOfTime:
        return rung
    assert isinstance(found, Derived), "complete graphs have no strips"
    gf = found.generating_function
    values = [value for part in (gf.numerator, gf.denominator) for _, value in part.terms]
    bits = max((abs(value).bit_length() for value in values), default=1)
    return replace(rung, bits=bits, whole=clock.last)


def lifted_primes(bits: float) -> int:
    """Primes of 30 bits until coefficients stand still: enough for them, and one more."""
    return ceil((bits + 1) / BITS * (1 + 2.0**-30)) + 1
