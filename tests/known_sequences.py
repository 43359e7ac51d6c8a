"""Well-known sequences, term by term from their definitions: sums, recurrences, paths, coins."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import comb, factorial

Term = int | Fraction


def summed(term: Callable[[int, int], Term]) -> Callable[[int], Term]:
    """The sum over k from 0 to n."""
    return lambda n: sum((term(n, k) for k in range(n + 1)), 0)


def linear(coefficients: list[int], start: list[int]) -> Callable[[int], int]:
    """The n-th term of a linear recurrence."""

    @cache
    def term(n: int) -> int:
        return start[n] if n < len(start) else sum(c * term(n - k) for k, c in enumerate(coefficients, 1))

    return term


def coins(*sizes: int) -> Callable[[int], int]:
    """How many ways there are to pay n by coins of these sizes; partitions, with all up to some size."""

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
    """Those of n points, by where the last point goes."""
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
