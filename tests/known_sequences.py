"""Well-known sequences, term by term from their definitions: sums, recurrences, paths, coins."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb, factorial

from mpmath import mp, mpf

Term = int | Fraction


def summed(term: Callable[[int, int], Term]) -> Callable[[int], Term]:
    """Return the sum over k from 0 to n."""
    return lambda n: sum((term(n, k) for k in range(n + 1)), 0)


def linear(coefficients: list[int], start: list[int]) -> Callable[[int], int]:
    """Return the n-th term of a linear recurrence."""

    @cache
    def term(n: int) -> int:
        return start[n] if n < len(start) else sum(c * term(n - k) for k, c in enumerate(coefficients, 1))

    return term


def recurrent(first: list[int], *factors: int, count: int) -> list[int]:
    """Return terms that are linear combinations of the preceding ones, the last first.

    >>> recurrent([2, 1], 1, 1, count=6)
    [2, 1, 3, 4, 7, 11]
    """
    found = [*first]
    while len(found) < count:
        found.append(sum(factor * found[-1 - k] for k, factor in enumerate(factors)))
    return found[:count]


def fibonacci(count: int) -> list[int]:
    return recurrent([0, 1], 1, 1, count=count)


def fibonacci_mod(n: int, modulus: int) -> int:
    """Return F(n) by F(2k) = F(k)(2F(k+1) - F(k)), F(2k+1) = F(k)^2 + F(k+1)^2."""
    a, b = 0, 1
    for bit in bin(n)[2:]:
        a, b = a * (2 * b - a) % modulus, (a * a + b * b) % modulus
        if bit == "1":
            a, b = b, (a + b) % modulus
    return a


def dominoes(rows: int, cols: int) -> int:
    """Count tilings of a rectangle by dominoes: the product of Kasteleyn, Temperley and Fisher.

    >>> dominoes(8, 8), dominoes(3, 3)
    (12988816, 0)
    """
    with mp.workdps(20 + rows * cols):
        over = [mp.cos(mp.pi * i / (rows + 1)) ** 2 for i in range(1, rows + 1)]
        down = [mp.cos(mp.pi * j / (cols + 1)) ** 2 for j in range(1, cols + 1)]
        return int(mp.nint(mp.fprod(4 * a + 4 * b for a in over for b in down) ** mpf("0.25")))


def coins(*sizes: int) -> Callable[[int], int]:
    """Return the number of ways to pay n with coins of these sizes (for all sizes up to k: partitions)."""

    @cache
    def count(n: int, kinds: int) -> int:
        if n < 0 or kinds == 0:
            return int(n == 0)
        return count(n - sizes[kinds - 1], kinds) + count(n, kinds - 1)

    return lambda n: count(n, len(sizes))


def catalan(n: int) -> int:
    return comb(2 * n, n) // (n + 1)


@cache
def involutions(n: int) -> int:
    """Count the involutions of n points, by the image of the last point."""
    return 1 if n < 2 else involutions(n - 1) + (n - 1) * involutions(n - 2)


motzkin = summed(lambda n, k: comb(n, 2 * k) * catalan(k))
schroeder = summed(lambda n, k: comb(n + k, 2 * k) * catalan(k))
delannoy = summed(lambda n, k: comb(n, k) * comb(n + k, k))
apery = summed(lambda n, k: comb(n, k) ** 2 * comb(n + k, k) ** 2)
franel = summed(lambda n, k: comb(n, k) ** 3)
derangements = summed(lambda n, k: (-1) ** k * factorial(n) // factorial(k))
arrangements = summed(lambda n, k: factorial(n) // factorial(k))
partial_involutions = summed(lambda n, k: comb(n, k) * involutions(k))  # A005425
harmonic = summed(lambda _, k: Fraction(k > 0, k or 1))
bessel = summed(lambda n, k: factorial(n + k) // (2**k * factorial(k) * factorial(n - k)))
"""Bessel numbers of the polynomials at 1."""
