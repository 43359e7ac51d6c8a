"""A check of P and Q with weights on N + d values at random points modulo random primes."""

from __future__ import annotations

import math

import numpy as np

from gfkit.errors import LimitError
from gfkit.exact.residue import random_primes
from gfkit.transfer.modular.lanes.field import LANES
from gfkit.transfer.modular.points.bounds import determinant_bits, reach
from gfkit.transfer.modular.points.quotient import Quotient
from gfkit.transfer.modular.points.sampling import Sampler
from gfkit.transfer.modular.points.values import BITS, coefficients_at, series_product

_PRIMES_LOG2 = 24.5
"""log2 of the number of primes of 30 bits, rounded down."""
_SURE = -92.0


def failure_log2(sampler: Sampler, quotient: Quotient) -> float | None:
    """log2 of a bound of the probability that a wrong result agrees on N + d values; None if not.

    Each round takes N + d terms at eight points.
    """
    once = _chance(sampler, quotient)
    if once >= 0.5:
        raise LimitError("the generating function is too large to be checked modulo primes of 30 bits")
    rounds = math.ceil(_SURE / math.log2(once))
    primes = random_primes(rounds, sampler.random, BITS)
    return rounds * math.log2(once) if all(_agrees(sampler, quotient, prime) for prime in primes) else None


def agrees_once(sampler: Sampler, quotient: Quotient) -> bool:
    """One round of the check."""
    return _agrees(sampler, quotient, random_primes(1, sampler.random, BITS)[0])


def _chance(sampler: Sampler, quotient: Quotient) -> float:
    """The probability that one round misses a mistake: the prime divides it, or all points are zeros."""
    small = sampler.machine.small
    total = sum(map(abs, quotient.top.values())) + sum(map(abs, quotient.bottom.values()))
    height = math.log2(total + 1) + determinant_bits(small)
    degree = quotient.degree + (small.states + 2) * reach(small)
    bad_prime = height / (BITS - 1) / 2**_PRIMES_LOG2
    bad_points: float = (degree / 2 ** (BITS - 1)) ** LANES
    return bad_prime + bad_points


def _agrees(sampler: Sampler, quotient: Quotient, prime: int) -> bool:
    """Whether Q times N + d terms gives P at eight random points."""
    xs, ys = sampler.random_points(prime)
    length = sampler.machine.states + quotient.order
    terms = sampler.machine.terms(xs, ys, length, prime, sampler.fast)
    below = coefficients_at(quotient.bottom, quotient.order + 1, xs, ys, prime)
    above = coefficients_at(quotient.top, length, xs, ys, prime)
    return np.array_equal(series_product(below, terms, prime), above)
