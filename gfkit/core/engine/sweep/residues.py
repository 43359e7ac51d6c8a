"""Check a cached polynomial by a sweep modulo random primes, at random points.

Let F be the polynomial of an automaton and G a claimed polynomial, both of total degree at most D in x and y,
and with coefficients of at most B bits. Draw a random prime of 31 bits (there are 2^25.5 of them) and a
random point modulo the prime. If F and G differ but agree at the point, there are two cases. Either the prime
divides all coefficients of F - G, which is possible for at most (B + 1) / 30 primes, or, by the
Schwartz-Zippel lemma, the event has probability at most D / 2^30. So a few points reduce the probability of
an error below 2^-60. The primes are drawn after G was stored.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from random import Random

import numpy as np

from gfkit.core.algebra.residue import random_primes
from gfkit.core.deferred import dataclass
from gfkit.core.engine.machine.base import Terms
from gfkit.core.engine.sweep.tables import Layers

_BITS = 31
_PRIMES_LOG2 = 25.5
"""log2 of the number of primes of 31 bits, rounded down."""
_SURE = 60


@dataclass(frozen=True, slots=True)
class Place:
    """Prime of 31 bits, and a point modulo the prime."""

    prime: int
    x: int
    y: int

    def value(self, terms: Terms) -> int:
        """Return the value of a polynomial at the point."""
        values = (
            value * pow(self.x, power_x, self.prime) * pow(self.y, power_y, self.prime)
            for (power_x, power_y), value in terms.items()
        )
        return sum(values) % self.prime


def random_places(bits: float, degree: int, random: Random) -> list[Place]:
    """Return enough points that a wrong polynomial agrees at all of them with probability below 2^-60.

    The list is empty if the coefficients are so large that primes of 31 bits are weak evidence.
    """
    chance = (bits + 1) / (_BITS - 1) / 2**_PRIMES_LOG2 + degree / 2 ** (_BITS - 1)
    if chance > 0.5:
        return []
    rounds = math.ceil(_SURE / -math.log2(chance))
    primes = random_primes(rounds, random, _BITS)
    return [Place(prime, random.randrange(prime), random.randrange(prime)) for prime in primes]


def is_within(terms: Terms, bits: float, degree: int) -> bool:
    """Return True if a claimed polynomial satisfies the size and degree bounds assumed for the
    probability.
    """
    return all(
        type(x) is int and type(y) is int and 0 <= x <= degree and 0 <= y <= degree - x
        and value > 0 and value.bit_length() <= bits + 1
        for (x, y), value in terms.items()
    )  # fmt: skip


def bounds_of(layers: Layers) -> tuple[float, int]:
    """Return log2 of a bound of all coefficients, and a bound of the degree."""
    bits = sum(math.log2(layer.fan_in) for layer in layers.layers)
    return bits, sum(sum(layer.reach) for layer in layers.layers)


def residue_sweep(
    layers: Layers, places: Sequence[Place], on_site: Callable[[int], None] = lambda _: None
) -> list[int]:
    """Return the values of the polynomial of an automaton at all points, from its transition tables.

    Cost: for every step, transitions times points, in words. Sums of fewer than 2^32 residues fit into one
    word.
    """
    primes = np.array([[place.prime] for place in places], np.uint64)
    vector = np.ones((len(places), 1), np.uint64)
    for done, layer in enumerate(layers.layers, 1):
        after = np.zeros((len(places), layer.after), np.uint64)
        for matching in layer.matchings:
            power_x, power_y = matching.weight
            moved = vector[:, matching.source]
            if power_x or power_y:
                factors = [
                    [pow(place.x, power_x, place.prime) * pow(place.y, power_y, place.prime) % place.prime]
                    for place in places
                ]
                moved = moved * np.array(factors, np.uint64) % primes
            after[:, matching.target] += moved
        vector = after % primes
        on_site(done)
    ends = vector[:, layers.final]
    return [sum(row) % place.prime for row, place in zip(ends.tolist(), places, strict=True)]
