"""Classical sequences, from terms computed by their definitions: each law tells the terms after, too.

Orders and degrees are those of the equations in print. Sequences without a law are given back as such.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from math import comb, factorial, gcd, isqrt, prod

import known_sequences as known
import pytest
from lazily import Lazily
from tables import tables

from gfkit.guessing import SearchOutcome, guess


def paths(*steps: tuple[int, int], back_to_0: bool = True) -> Callable[[int], int]:
    """Lattice paths from the origin that never go below the axis, by total length of their steps."""

    @cache
    def count(n: int, height: int) -> int:
        if n < 0 or height < 0:
            return 0
        if n == 0:
            return int(height == 0)
        return sum(count(n - length, height - rise) for length, rise in steps)

    if back_to_0:
        return lambda n: count(n, 0)
    return lambda n: sum(count(n, height) for height in range(n + 1))


def quarter_plane(*steps: tuple[int, int]) -> Callable[[int], int]:
    @cache
    def ends(n: int) -> dict[tuple[int, int], int]:
        if n == 0:
            return {(0, 0): 1}
        found: dict[tuple[int, int], int] = {}
        for (x, y), ways in ends(n - 1).items():
            for right, up in steps:
                if x + right >= 0 and y + up >= 0:
                    found[x + right, y + up] = found.get((x + right, y + up), 0) + ways
        return found

    return lambda n: sum(ends(n).values())


def words(n: int, letters: str, bad: str) -> int:
    return sum(bad not in "".join(word) for word in product(letters, repeat=n))


def stirling2(n: int, k: int) -> int:
    return sum((-1) ** (k - j) * comb(k, j) * j**n for j in range(k + 1)) // factorial(k)


def triangles(n: int) -> int:
    """Triangles with integer sides and perimeter n."""
    return sum(a + b > n - a - b >= b for a in range(1, n) for b in range(a, n))


def robbins(n: int) -> int:
    return prod(factorial(3 * k + 1) for k in range(n)) // prod(factorial(n + k) for k in range(n))


def tableaux(n: int) -> int:
    """Of three rows of n, by the lengths of hooks, (n + 2)!/2 (n + 1)! n!."""
    return 2 * comb(3 * n, n) * comb(2 * n, n) // ((n + 1) ** 2 * (n + 2))


CLASSICAL = tables("classical_sequences")


def by_turns(n: int) -> int:
    return 2 ** (n // 2) if n % 2 else factorial(n // 2)


def fibonacci(n: int) -> int:
    return known.fibonacci(n + 1)[n]


def term_of(text: str) -> Callable[[int], known.Term]:
    """The n-th term, as a table has it."""
    return cache(eval(f"lambda n: {text}", {**vars(known), **globals()}))


def look_for(kind, name, text, count, order, degree):
    term = term_of(text)
    found = guess([term(n) for n in range(count)]).found
    assert found, name
    assert found[0].kind == kind, name
    assert order == -9 or found[0].order == order, name
    assert degree == -9 or found[0].degree == degree, name
    more = 12 if "words without" in name else count + 12
    for finding in found:
        assert finding.terms(more) == [term(n) for n in range(more)], name


def test_classical():
    for kind, entries in CLASSICAL.items():
        for entry in entries if kind != "transformed" else ():
            look_for(kind, *entry)


def test_after_a_transformation():
    for name, text, count, transform in CLASSICAL["transformed"]:
        term = term_of(text)
        for offset in (0, 1):
            finding = guess([term(n) for n in range(offset, count + offset)], offset).found[0]
            assert finding.transform == transform, name
            assert finding.terms(count + 6) == [term(n) for n in range(offset, offset + count + 6)]


def primes(count: int) -> list[int]:
    return [n for n in range(2, 20 * count) if all(n % p for p in range(2, isqrt(n) + 1))][:count]


def lawless() -> dict[str, list[int]]:
    return {
        "primes": primes(50),
        "1,2,4,8,16,31": [1, 2, 4, 8, 16, 31],
        "Bell": [sum(stirling2(n, k) for k in range(n + 1)) for n in range(50)],
        "Euler's totient": [sum(gcd(k, n) == 1 for k in range(1, n + 1)) for n in range(1, 100)],
        "golden multiples": [(n + isqrt(5 * n * n)) // 2 for n in range(100)],
        "square roots": [isqrt(n) for n in range(90)],
    }


LAWLESS = Lazily(lawless)


@pytest.mark.parametrize("first", [True, pytest.param(False, marks=pytest.mark.slow(8))])
def test_no_law(first):
    names = list(LAWLESS)
    for name in names[:2] if first else names[2:]:
        verdict = guess(LAWLESS[name])
        assert verdict.found == (), name
        assert verdict.outcome in (SearchOutcome.NOTHING, SearchOutcome.TOO_FEW)
        assert verdict.reason
