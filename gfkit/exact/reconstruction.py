"""Fractions from their residues modulo one large number."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm

SPARE_BITS = 16
"""A fraction p/q counts as found when |p| q < modulus / 2^16; chance passes once in some thousand tries."""


def rational(residue: int, modulus: int) -> Fraction | None:
    """The fraction p/q with q x = p modulo m and the least |p| q, if that is below m / 2^16; else None.

    Every such fraction is a line of Euclid's algorithm on m and x. Numerator and denominator need not be
    of about the same size: an integer is found as soon as m is 2^16 times as large. Cost: one Euclid with
    its cofactors, quadratic in the length of m. It fails (None) when m is too small for the fraction; a
    denominator that shares a factor with m is never returned.

    >>> rational(22 * pow(7, -1, 10**12 + 39), 10**12 + 39)
    Fraction(22, 7)
    >>> rational(314159265358, 10**12 + 39) is None
    True

    Reference: Michael Monagan, Maximal quotient rational reconstruction: an almost optimal algorithm for
    rational reconstruction.
    """
    above, below = modulus, residue % modulus
    last, factor = 0, 1
    best, found = modulus >> SPARE_BITS, None
    if not below:
        return Fraction(0) if best else None
    while below:
        size = below * abs(factor)
        if size < best:
            best, found = size, (below, factor)
        quotient, rest = divmod(above, below)
        above, below = below, rest
        last, factor = factor, last - quotient * factor
    if found is None:
        return None
    answer = Fraction(*found)
    return answer if answer.denominator == abs(found[1]) else None


def rationals(residues: Iterable[int], modulus: int) -> list[Fraction] | None:
    """The fractions with these residues; None as soon as one of them cannot be told.

    The common denominator of those already found goes in first: what is then left is most often an
    integer, read off without Euclid.

    >>> prime = 2**61 - 1
    >>> rationals([5 * pow(12, -1, prime), 7 * pow(12, -1, prime), 3], prime)
    [Fraction(5, 12), Fraction(7, 12), Fraction(3, 1)]
    """
    common, found = 1, []
    limit = modulus >> SPARE_BITS
    for residue in residues:
        scaled = residue * common % modulus
        least = scaled - modulus if 2 * scaled > modulus else scaled
        if abs(least) * common < limit:
            value: Fraction | None = Fraction(least, common)
        else:
            value = rational(residue, modulus)
        if value is None:
            return None
        common = lcm(common, value.denominator)
        found.append(value)
    return found
