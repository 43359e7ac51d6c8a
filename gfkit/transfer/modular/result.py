"""A generating function from values modulo primes, and what it rests on."""

from __future__ import annotations

from dataclasses import dataclass

from gfkit.sequences import Polynomial


@dataclass(frozen=True, slots=True)
class ModularGF:
    """sum over j of b(j) t^j = numerator / denominator, in lowest terms, and what it rests on.

    If not ``proved``, the probability that the random numbers hid a mistake is at most
    2^``failure_log2``.
    """

    numerator: Polynomial
    denominator: Polynomial
    order: int
    primes_used: int
    points_used: int
    terms_used: int
    proved: bool
    failure_log2: float
    detail: str
