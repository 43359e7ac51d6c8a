"""Sum over all states of products of two polynomials in x and y, computed modulo primes of 24 bits.

Let K be the number of powers of y in the result. Each polynomial is evaluated at K values of y, which is a
product of matrices. At one value of y the polynomials depend on x only, and the sum over the states of
(coefficient i of the first polynomial) times (coefficient j of the second) is again a product of matrices.
Residues are between about -p/2 and p/2, and sums are split so that none reaches 2^53: then float64 makes no
rounding error, for every order of addition. The sum of all coefficients of the result is known exactly; it
bounds each coefficient and so determines the number of primes. Interpolation and the Chinese remainder
theorem yield the integers.

Cost: for every state and prime, the size of a polynomial times K, and its square in x. For longer polynomials
FLINT's product of integers is faster (``algebra.limb.dot_polynomials``); it is also the test oracle.
"""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gfkit.core.algebra.limb import LIMB, Limbs, dot_polynomials, settle
from gfkit.core.algebra.residue import word_primes
from gfkit.core.algebra.residue_arrays import Digits, interpolation_matrix
from gfkit.core.engine import tuning
from gfkit.core.engine.machine.base import Terms

Reals = NDArray[np.float64]

_BITS = 24
"""Primes are below 2^24, and absolute values of residues at most 2^23 + 4."""
_AT_ONCE = 100
"""Number of products of residues that are added without reduction: 100 (2^23 + 4)^2 + 2^24 is below 2^53."""
_LOW32, _SHIFT32 = np.uint64((1 << 32) - 1), np.uint64(32)


class Side(NamedTuple):
    """Polynomials in x and y: ``values`` has axes (limb, polynomial, lane); carries may be pending.

    The coefficient of x^i y^j, for j below lengths[i], is in lane starts[i] + j; other lanes are zero.
    """

    values: Limbs
    starts: tuple[int, ...]
    lengths: tuple[int, ...]

    @classmethod
    def of(cls, values: Limbs) -> Side:
        """Create a side from an array with axes (limb, polynomial, power of x, power of y)."""
        limbs, count, size_x, size_y = values.shape
        starts = tuple(x * size_y for x in range(size_x))
        return cls(values.reshape(limbs, count, size_x * size_y), starts, (size_y,) * size_x)

    @property
    def size_x(self) -> int:
        return len(self.lengths)

    @property
    def size_y(self) -> int:
        return max(self.lengths)

    def part(self, places: NDArray[np.intp] | slice) -> Limbs:
        """Return the polynomials with the given indices, with axes (limb, polynomial, power of x, power of
        y).
        """
        chosen = self.values[:, places]
        array = np.zeros((*chosen.shape[:2], self.size_x, self.size_y), np.uint64)
        for x, (start, length) in enumerate(zip(self.starts, self.lengths, strict=True)):
            array[:, :, x, :length] = chosen[:, :, start : start + length]
        return array


def sum_of_products(left: Side, right: Side) -> Terms:
    """Return the sum over k of the product of the k-th polynomials of both sides."""
    size_x, size_y = max(left.size_x, right.size_x), max(left.size_y, right.size_y)
    if (
        left.values.shape[1] >= tuning.SWEEP.product_states
        and size_y <= _AT_ONCE
        and 2 * size_y + size_x <= tuning.SWEEP.product_length
    ):
        return products_by_residues(left, right)
    return dot_polynomials(settle(left.part(slice(None))), settle(right.part(slice(None))))


def products_by_residues(left: Side, right: Side) -> Terms:
    """Return the sum of products, computed by residues; each side has at most 100 powers of y."""
    size_y = left.size_y + right.size_y - 1
    places, times = _merge_equal_pairs(left.values, right.values)
    primes = _primes_for(_bound_coefficients(left.values, right.values))
    fields = [_Field(prime, size_y, max(left.size_y, right.size_y)) for prime in primes]
    totals = [np.zeros((size_y, left.size_x, right.size_x)) for _ in primes]
    for low in range(0, len(places), _AT_ONCE):
        places_now = places[low : low + _AT_ONCE]
        ours, theirs = left.part(places_now), right.part(places_now)
        often = times[low : low + _AT_ONCE]
        for field, total in zip(fields, totals, strict=True):
            total += field.products(ours, theirs, often)
            field.reduce(total)
    digits = Digits()
    for field, total in zip(fields, totals, strict=True):
        digits.add(field.coefficients(total)[:, :, None], field.prime)
    return {(x, y): value for (x, y, _), value in digits.integers().items()}


def _merge_equal_pairs(left: Limbs, right: Limbs) -> tuple[NDArray[np.intp], NDArray[np.uint64]]:
    """Return the index of a state for each distinct pair of polynomials, and the multiplicity of the pair."""
    first: dict[bytes, int] = {}
    times: Counter[int] = Counter()
    for state in range(left.shape[1]):
        digest = blake2b(left[:, state].tobytes(), digest_size=24)
        digest.update(right[:, state].tobytes())
        times[first.setdefault(digest.digest(), state)] += 1
    return np.array(list(times), np.intp), np.array(list(times.values()), np.uint64)


def _bound_coefficients(left: Limbs, right: Limbs) -> int:
    """Return the sum of all coefficients of the result: an upper bound, as no coefficient is negative."""
    numbers, other = (_sums(side) for side in (left, right))
    return sum(a * b for a, b in zip(numbers, other, strict=True))


def _sums(side: Limbs) -> list[int]:
    """Return the sum of the coefficients of every polynomial."""
    totals = [0] * side.shape[1]
    for place, limb in enumerate(side):
        low = (limb & _LOW32).sum(axis=1).tolist()
        high = (limb >> _SHIFT32).sum(axis=1).tolist()
        for state, (a, b) in enumerate(zip(low, high, strict=True)):
            totals[state] += (a + (b << 32)) << (LIMB * place)
    return totals


def _primes_for(largest: int) -> list[int]:
    """Return at least one prime, such that the product of the primes exceeds twice ``largest``."""
    count, product = 0, 1
    while product <= max(1, 2 * largest):
        count += 1
        product *= word_primes(count, _BITS)[-1]
    return word_primes(count, _BITS)


class _Field:
    """Prime, and the powers of the nodes 0, 1, 2, ... and -1, -2, ... for y."""

    def __init__(self, prime: int, nodes: int, longest: int) -> None:
        """Prepare ``nodes`` nodes, for polynomials with at most ``longest`` powers of y."""
        self.prime = prime
        small = np.arange(nodes // 2 + 1, dtype=np.uint64)
        table = np.ones((len(small), longest), np.uint64)
        for power in range(1, table.shape[1]):
            table[:, power] = table[:, power - 1] * small % np.uint64(prime)
        self.powers = self.reduce(table.astype(np.float64))
        self.nodes = np.concatenate([small, np.uint64(prime) - small[1 : nodes - len(small) + 1]])

    def reduce(self, values: Reals) -> Reals:
        """Reduce integers of absolute value below 2^53 modulo the prime, in place, to about -p/2 to p/2.

        The quotient is below 2^30, and its error before rounding is below 2^-22: the absolute value of a
        remainder is at most p/2 + 4.
        """
        quotient = np.multiply(values, 1 / self.prime)
        np.rint(quotient, out=quotient)
        quotient *= self.prime
        values -= quotient
        return values

    def residues(self, side: Limbs) -> Reals:
        """Return the polynomials modulo the prime, from all their limbs."""
        prime = np.uint64(self.prime)
        total = side[0] % prime
        for place, limb in enumerate(side[1:], 1):
            total += limb % prime * np.uint64(pow(2, LIMB * place, self.prime))
            total %= prime
        return self.reduce(total.astype(np.float64))

    def products(self, left: Limbs, right: Limbs, times: NDArray[np.uint64]) -> Reals:
        """Return the sums of products at every node of y, with axes (node, power of x, power of x).

        The number of states and powers of y must be so small that no sum reaches 2^53.
        """
        array, other = self.residues(left), self.residues(right)
        if int(times.max()) > 1:
            other = self.reduce(other * (times % np.uint64(self.prime)).astype(np.float64)[:, None, None])
        first, second = self._at_nodes(array), self._at_nodes(other)
        sums: Reals = np.matmul(first.transpose(1, 2, 0), second.transpose(1, 0, 2))
        return sums

    def _at_nodes(self, side: Reals) -> Reals:
        """Evaluate the vector at the nodes. Return an array with axes (state, node, power of x).

        Even and odd powers of y are evaluated separately.
        """
        even, odd = (
            np.matmul(self.powers[:, k : side.shape[2] : 2], side[:, :, k::2].transpose(0, 2, 1))
            for k in (0, 1)
        )
        opposite = slice(1, len(self.nodes) - len(self.powers) + 1)
        return self.reduce(np.concatenate([even + odd, (even - odd)[:, opposite]], axis=1))

    def coefficients(self, totals: Reals) -> NDArray[np.int64]:
        """Return the coefficients with axes (power of x, power of y), reduced to 0, ..., p - 1."""
        _, left_x, right_x = totals.shape
        values = np.zeros((len(self.nodes), left_x + right_x - 1))
        for x in range(left_x):
            values[:, x : x + right_x] += totals[:, x]
        matrix = self.reduce(interpolation_matrix(self.nodes, self.prime).astype(np.float64))
        array = np.zeros_like(values)
        self.reduce(values)
        for low in range(0, len(self.nodes), _AT_ONCE):
            part = slice(low, low + _AT_ONCE)
            array += matrix[:, part] @ values[part]
            self.reduce(array)
        return np.mod(array, self.prime).T.astype(np.int64)
