"""Arithmetic modulo primes: prime numbers, linear recurrences, and reconstruction of integers and
fractions.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import islice
from math import lcm
from typing import TYPE_CHECKING

from flint import fmpz, fmpz_mod_poly_ctx, fmpz_poly, nmod_poly

if TYPE_CHECKING:
    from random import Random

WORD_BITS = 62 if sys.maxsize > 1 << 32 else 30
"""Number of bits of primes: 62, or 30 on platforms with 32-bit words, so that the sum of four residues fits
into a word.
"""
_known_primes: dict[int, list[int]] = {}
"""Largest primes by number of bits. A list is replaced and never modified, so that threads need no lock."""
SPARE_BITS = 16
"""Security margin in bits: a fraction p/q is accepted if |p| q < modulus / 2^16, with an error probability of
about 1/1000.
"""


def _primes_below(limit: int) -> Iterator[int]:
    """Yield the primes below ``limit``, largest first.

    >>> [limit for limit, _ in zip(_primes_below(20), range(4))]
    [19, 17, 13, 11]
    """
    candidate = limit - 1
    while candidate > 1:
        if fmpz(candidate).is_probable_prime() and fmpz(candidate).is_prime():
            yield candidate
        candidate -= 1


def word_primes(count: int, bits: int = WORD_BITS) -> list[int]:
    """Return the ``count`` largest primes below 2^``bits``."""
    numbers = _known_primes.get(bits, [])
    if len(numbers) < count:
        more = _primes_below(numbers[-1] if numbers else 1 << bits)
        numbers = _known_primes[bits] = [*numbers, *islice(more, count - len(numbers))]
    return numbers[:count]


def random_primes(count: int, random: Random, bits: int = WORD_BITS) -> list[int]:
    """Yield distinct primes of exactly ``bits`` bits, each drawn uniformly."""
    numbers: list[int] = []
    while len(numbers) < count:
        candidate = fmpz(random.getrandbits(bits - 2) * 2 + 1 + (1 << (bits - 1)))
        if candidate.is_probable_prime() and candidate.is_prime() and int(candidate) not in numbers:
            numbers.append(int(candidate))
    return numbers


def recurrence(terms: Sequence[int], prime: int) -> list[int]:
    """Return the shortest linear recurrence of a sequence modulo a prime.

    The result is [1, c_1, ..., c_L] with terms[n] + c_1 terms[n-1] + ... + c_L terms[n-L] = 0 for n >= L, by
    FLINT's Berlekamp-Massey (Massey, IEEE Trans. Inf. Theory 15 (1969) 122-127; FLINT's is by half gcds,
    quasi-linear). If at least 2 L terms are given, it is the recurrence of the whole sequence.

    >>> recurrence([0, 1, 1, 2, 3, 5, 8, 13], 101)
    [1, 100, 100]
    """
    if not any(terms):
        return [1]
    minimal = fmpz_mod_poly_ctx(prime).minpoly(list(terms))
    return [int(minimal[i]) for i in range(minimal.degree(), -1, -1)]


def numerator(denominator: Sequence[int], terms: Sequence[int], prime: int) -> list[int]:
    """Return the first len(denominator) - 1 coefficients of denominator times the series of ``terms``."""
    order = len(denominator) - 1
    product = nmod_poly(list(denominator), prime) * nmod_poly(list(terms[:order]), prime)
    return [int(product[i]) for i in range(order)]


class LiftedIntegers:
    """Reconstruction of integers from their residues modulo a growing set of primes."""

    def __init__(self, count: int) -> None:
        self.count = count
        self.modulus: fmpz = fmpz(1)
        self.values: fmpz_poly = fmpz_poly([])

    def add(self, rows: Sequence[Sequence[int]], primes: Sequence[int]) -> None:
        """Add the residues modulo new primes, by a product tree."""
        modulus = fmpz(1)
        for prime in primes:
            modulus *= prime
        parts = [(self.values, self.modulus)] if self.modulus > 1 else []
        total = modulus * self.modulus
        for row, prime in zip(rows, primes, strict=True):
            parts.append((fmpz_poly(list(row)), fmpz(prime)))
        # multiply the residues by the inverses of the cofactors, then combine them in pairs
        scaled = []
        for values, own in parts:
            cofactor = (total // own) % own
            inverse = fmpz(pow(int(cofactor), -1, int(own)))
            scaled.append((reduce_modulo(values * inverse, own) if len(parts) > 1 else values, own))
        while len(scaled) > 1:
            joined = [
                (polynomial * other_modulus + other * one_modulus, one_modulus * other_modulus)
                for (polynomial, one_modulus), (other, other_modulus) in zip(
                    scaled[::2], scaled[1::2], strict=False
                )
            ]
            scaled = joined + scaled[len(scaled) & ~1 :]
        self.modulus = total
        self.values = reduce_modulo(scaled[0][0], total)

    def symmetric(self) -> list[int]:
        """Return the integers of least absolute value with the residues found so far."""
        half = self.modulus // 2
        numbers = []
        for i in range(self.count):
            value = self.values[i]
            numbers.append(int(value - self.modulus if value > half else value))
        return numbers


def reduce_modulo(values: fmpz_poly, modulus: fmpz) -> fmpz_poly:
    """Return the coefficients reduced to 0, ..., modulus - 1."""
    return fmpz_poly([value % modulus for value in values.coeffs()])


def residues(values: Iterable[int] | fmpz_poly, prime: int, count: int) -> list[int]:
    """Return the first ``count`` coefficients of a polynomial modulo a word prime."""
    polynomial = values if isinstance(values, fmpz_poly) else fmpz_poly(list(values))
    small = nmod_poly(polynomial, prime)
    return [int(small[i]) for i in range(count)]


def fraction_of(residue: int, modulus: int) -> Fraction | None:
    """Return the fraction p/q with q x = p modulo m and the least |p| q, if that is below m / 2^16; else
    None.

    Every such fraction is a line of Euclid's algorithm on m and x. Numerator and denominator need not be of
    about the same size: an integer is found if m is 2^16 times as large. Cost: one Euclidean algorithm with
    its cofactors, quadratic in the length of m. The result is None if m is too small for the fraction; a
    denominator that shares a factor with m is never returned.

    >>> fraction_of(22 * pow(7, -1, 10**12 + 39), 10**12 + 39)
    Fraction(22, 7)
    >>> fraction_of(314159265358, 10**12 + 39) is None
    True

    Reference: Michael Monagan, Maximal quotient rational reconstruction: an almost optimal algorithm for
    rational reconstruction.
    """
    above, below = modulus, residue % modulus
    last, factor = 0, 1
    best, pair = modulus >> SPARE_BITS, None
    if not below:
        return Fraction(0) if best else None
    while below:
        size = below * abs(factor)
        if size < best:
            best, pair = size, (below, factor)
        quotient, rest = divmod(above, below)
        above, below = below, rest
        last, factor = factor, last - quotient * factor
    if pair is None:
        return None
    answer = Fraction(*pair)
    return answer if answer.denominator == abs(pair[1]) else None


def fractions_of(images: Iterable[int], modulus: int) -> list[Fraction] | None:
    """Return the fractions with the given residues, or None if one of them is not determined.

    Each residue is first multiplied by the common denominator of the fractions already found: the result is
    usually an integer, for which no Euclidean algorithm is needed.

    >>> prime = 2**61 - 1
    >>> fractions_of([5 * pow(12, -1, prime), 7 * pow(12, -1, prime), 3], prime)
    [Fraction(5, 12), Fraction(7, 12), Fraction(3, 1)]
    """
    common, fractions = 1, []
    limit = modulus >> SPARE_BITS
    for residue in images:
        scaled = residue * common % modulus
        least = scaled - modulus if 2 * scaled > modulus else scaled
        if abs(least) * common < limit:
            value: Fraction | None = Fraction(least, common)
        else:
            value = fraction_of(residue, modulus)
        if value is None:
            return None
        common = lcm(common, value.denominator)
        fractions.append(value)
    return fractions
