"""Classical sequences, from terms computed by their definitions: each law tells the terms after, too.

Orders and degrees are those of the equations in print. Sequences without a law are given back as such.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, factorial, gcd, isqrt, prod

import known_sequences as known
import pytest
from lazily import Lazily

from gfkit.guess import Ending, guess


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


fibonacci = known.linear([1, 1], [0, 1])

# By kind: name, term, how many terms are given, order, degree (None: not looked at)
CLASSICAL: dict[str, list[tuple[str, Callable[[int], known.Term], int, int | None, int | None]]] = {
    "polynomial": [
        ("zero", lambda n: 0 * n, 6, 0, -1),
        ("squares", lambda n: n * n, 8, 3, 2),
        ("binomial(n, 5)", lambda n: comb(n, 5), 16, 6, 5),
        ("sums of fourth powers", known.summed(lambda _, k: k**4), 12, 6, 5),
        ("regions of a circle", lambda n: sum(comb(n, k) for k in range(5)), 12, 5, 4),
        ("thirds", lambda n: Fraction(2 * n + 1, 3), 8, 2, 1),
    ],
    "periodic": [
        ("signs", lambda n: (-1) ** n, 8, 1, 0),
        ("squares modulo 5", lambda n: n * n % 5, 16, 5, 0),
    ],
    "quasi-polynomial": [
        ("quarter-squares", lambda n: n * n // 4, 14, 4, 2),
        ("floor(n/3)", lambda n: n // 3, 14, 4, 1),
        ("floor(n^2/12)", lambda n: n * n // 12, 26, 8, 2),
        ("parts up to 3", known.coins(1, 2, 3), 20, 6, 2),
        ("parts up to 4", known.coins(1, 2, 3, 4), 30, 10, 3),
        ("parts up to 5", known.coins(1, 2, 3, 4, 5), 60, 15, 4),
        ("integer triangles", triangles, 28, 9, 2),
        ("signed squares", lambda n: (-1) ** n * n * n, 14, 3, 2),
    ],
    "c-finite": [
        ("Fibonacci", fibonacci, 10, 2, None),
        ("Pell", known.linear([2, 1], [0, 1]), 10, 2, None),
        ("Tribonacci", known.linear([1, 1, 1], [0, 0, 1]), 14, 3, None),
        ("Padovan", known.linear([0, 1, 1], [1, 1, 1]), 14, 3, None),
        ("halves", lambda n: Fraction(1, 2**n), 8, 1, None),
        ("partitions into 4 blocks", lambda n: stirling2(n, 4), 16, 4, None),
        ("squared Fibonacci", lambda n: fibonacci(n) ** 2, 12, 3, None),
        ("sums of k^2 2^k", known.summed(lambda _, k: k * k * 2**k), 14, 4, None),
        ("binary words without 11", lambda n: words(n, "01", "11"), 10, 2, None),
        ("ternary words without 012", lambda n: words(n, "012", "012"), 11, 3, None),
        ("Fibonacci, squares", lambda n: (n // 2) ** 2 if n % 2 else fibonacci(n // 2), 36, 10, None),
    ],
    "hypergeometric": [
        ("factorials", factorial, 10, 1, 1),
        ("central binomials", lambda n: comb(2 * n, n), 12, 1, 1),
        ("Catalan", known.catalan, 12, 1, 1),
        ("ternary trees", lambda n: comb(3 * n, n) // (2 * n + 1), 14, 1, 2),
        ("(3n)!/n!^3", lambda n: factorial(3 * n) // factorial(n) ** 3, 12, 1, 2),
        ("inverse factorials", lambda n: Fraction(1, factorial(n)), 10, 1, 1),
        ("Kreweras walks", lambda n: 4**n * comb(3 * n, n) // ((n + 1) * (2 * n + 1)), 14, 1, 2),
        ("tableaux 3 x n", tableaux, 14, 1, 2),
    ],
    "algebraic": [
        ("Motzkin", paths((1, 1), (1, 0), (1, -1)), 14, None, 2),
        ("large Schröder", paths((1, 1), (2, 0), (1, -1)), 30, None, 2),
        ("central Delannoy", known.delannoy, 16, None, 2),
        ("central trinomials", known.summed(lambda n, k: comb(n, 2 * k) * comb(2 * k, k)), 16, None, 2),
        ("Dyck prefixes", lambda n: comb(n, n // 2), 18, None, 2),
        ("Riordan", known.summed(lambda n, k: (-1) ** (n - k) * comb(n, k) * comb(k, k // 2)), 18, None, 2),
        ("steps up 2, down 1", paths((1, 2), (1, -1)), 30, None, 3),
    ],
    "d-finite": [
        ("Apéry", known.apery, 20, 2, 3),
        ("Apéry for zeta(2)", known.summed(lambda n, k: comb(n, k) ** 2 * comb(n + k, k)), 18, 2, 2),
        ("Franel 3", known.franel, 18, 2, 2),
        ("derangements", known.derangements, 14, 2, 1),
        ("involutions", known.involutions, 14, 2, 1),
        ("partial involutions", known.partial_involutions, 14, 2, 1),  # A005425
        ("arrangements", known.arrangements, 14, 2, 1),
        ("harmonic numbers", known.harmonic, 14, 2, 1),
        ("matchings of K(n,n)", known.summed(lambda n, k: comb(n, k) ** 2 * factorial(k)), 16, 2, 2),
        ("Franel 4", known.summed(lambda n, k: comb(n, k) ** 4), 22, 2, 3),
        ("Franel 5", known.summed(lambda n, k: comb(n, k) ** 5), 40, 3, 6),
        ("quarter plane", quarter_plane((1, 0), (-1, 0), (0, 1), (0, -1)), 24, 2, 2),
    ],
}


def look_for(kind, name, term, count, order, degree):
    found = guess([term(n) for n in range(count)]).found
    assert found, name
    assert found[0].kind == kind, name
    assert order is None or found[0].order == order, name
    assert degree is None or found[0].degree == degree, name
    more = 12 if "words without" in name else count + 12
    for finding in found:
        assert finding.terms(more) == [term(n) for n in range(more)], name


def test_classical():
    for kind, entries in CLASSICAL.items():
        for entry in entries:
            look_for(kind, *entry)


def by_turns(n: int) -> int:
    return 2 ** (n // 2) if n % 2 else factorial(n // 2)


TRANSFORMED: list[tuple[str, Callable[[int], known.Term], int, str]] = [
    ("superfactorials", lambda n: prod(factorial(k) for k in range(n + 1)), 14, "b(n) = a(n+1)/a(n)"),
    ("Aztec diamonds", lambda n: 2 ** (n * (n + 1) // 2), 12, "b(n) = a(n+1)/a(n)"),
    ("alternating sign matrices", robbins, 16, "b(n) = a(n+1)/a(n)"),
    ("labelled graphs", lambda n: 2 ** comb(n, 2), 12, "b(n) = a(n+1)/a(n)"),
    ("n! and 2^n by turns", by_turns, 24, "b(n) = a(2*n), c(n) = a(2*n+1)"),
]


def test_after_a_transformation():
    for name, term, count, transform in TRANSFORMED:
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
        assert verdict.outcome in (Ending.NOTHING, Ending.TOO_FEW)
        assert verdict.reason
