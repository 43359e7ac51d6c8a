"""Transformations of integer sequences that a superseeker tries: Euler, binomial, Moebius, Stirling and
others.

A transformation whose result is not made of integers gives none. Sequences begin with a(0), or with a(1)
where it is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from math import comb
from operator import mul

from flint import fmpz_poly

from gfkit.algebra.series import quotient_series
from gfkit.guessing.data import divisor_parts, divisor_sums, euler_factors, euler_product

Terms = Sequence[int]
_MOST = 48
"""Terms that are transformed: most transformations cost their square."""


def transforms_of(terms: Terms) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The words of each transformation, and what it makes of the terms.

    >>> dict(transforms_of([1, 1, 2, 5, 14, 42]))["inverse binomial transform"]
    (1, 0, 1, 1, 3, 6)
    """
    kept = list(terms[:_MOST])
    for words, change in _ALL.items():
        numbers = change(kept)
        if numbers is not None and len(numbers) > 3:
            yield words, tuple(numbers)


def _binomial(terms: Terms) -> list[int]:
    return [sum(comb(n, k) * a for k, a in enumerate(terms[: n + 1])) for n in range(len(terms))]


def _inverse_binomial(terms: Terms) -> list[int]:
    return [
        sum((-1) ** (n - k) * comb(n, k) * a for k, a in enumerate(terms[: n + 1])) for n in range(len(terms))
    ]


def euler(terms: Terms) -> list[int]:
    """b(1), b(2), ... with 1 + sum of b(n) x^n = product of (1 - x^k)^-a(k), from a(1) on.

    >>> euler([1, 1, 1, 1, 1, 1])
    [1, 2, 3, 5, 7, 11]
    """
    return [int(term) for term in euler_product(terms)[1:]]


def _inverse_euler(terms: Terms) -> list[int]:
    """The a(1), a(2), ... whose Euler transform b(1), b(2), ... the terms are."""
    return euler_factors([1, *terms])


def _inverse_euler_from_0(terms: Terms) -> list[int] | None:
    """The same where the terms begin with b(0) = 1."""
    return _inverse_euler(terms[1:]) if terms[:1] == [1] else None


def _triangle(size: int, step: Callable[[int, int], int]) -> list[list[int]]:
    """T(n, k) = T(n-1, k-1) + step(n, k) T(n-1, k), 1 <= k <= n <= size."""
    rows = [[1]]
    for n in range(2, size + 1):
        before = [0, *rows[-1], 0]
        rows.append([before[k - 1] + step(n, k) * before[k] for k in range(1, n + 1)])
    return rows


def _stirling_transform(terms: Terms) -> list[int]:
    """b(n) = sum of S2(n, k) a(k), from a(1) on."""
    return [sum(map(mul, row, terms)) for row in _triangle(len(terms), lambda _, k: k)]


def _inverse_stirling(terms: Terms) -> list[int]:
    return [sum(map(mul, row, terms)) for row in _triangle(len(terms), lambda n, _: 1 - n)]


def boustrophedon(terms: Terms) -> list[int]:
    """The triangle read like an ox ploughs: each row begins with a term and sums up the last one backwards.

    >>> boustrophedon([1, 0, 0, 0, 0, 0])
    [1, 1, 1, 2, 5, 16]
    """
    numbers: list[int] = []
    row: list[int] = []
    for term in terms:
        row = list(accumulate([term, *reversed(row)]))
        numbers.append(row[-1])
    return numbers


def _convolution(terms: Terms) -> list[int]:
    return [sum(map(mul, terms[: n + 1], terms[n::-1])) for n in range(len(terms))]


def _convolution_root(terms: Terms) -> list[int] | None:
    """The sequence whose convolution with itself the terms are."""
    if not terms or terms[0] != 1:
        return None
    numbers = [1]
    for n in range(1, len(terms)):
        rest = terms[n] - sum(numbers[k] * numbers[n - k] for k in range(1, n))
        if rest % 2:
            return None
        numbers.append(rest // 2)
    return numbers


def _reciprocal(terms: Terms) -> list[int] | None:
    """Of the series: 1/A(x)."""
    if not terms or abs(terms[0]) != 1:
        return None
    return quotient_series(fmpz_poly([1]), fmpz_poly(list(terms)), len(terms))


def _invert(terms: Terms) -> list[int]:
    """1 + sum of b(n) x^n = 1/(1 - sum of a(n) x^n), from a(1) on."""
    below = fmpz_poly([1, *(-a for a in terms)])
    return quotient_series(fmpz_poly([1]), below, len(terms) + 1)[1:]


def reversion(terms: Terms) -> list[int] | None:
    """The inverse function of a(1) x + a(2) x^2 + ..., by Lagrange: n b(n) = [x^(n-1)] (x/A(x))^n.

    >>> reversion([1, -1, 0, 0, 0, 0])
    [1, 1, 2, 5, 14, 42]
    """
    base = _reciprocal(terms)
    if base is None:
        return None
    powers = accumulate([fmpz_poly(base)] * len(terms), lambda a, b: a.mul_low(b, len(terms)))
    return [int(power[n - 1]) // n for n, power in enumerate(powers, 1)]


def _products(terms: Terms) -> list[int] | None:
    return None if 0 in terms else list(accumulate(terms, mul))


def _quotients(terms: Terms) -> list[int] | None:
    if any(not a or b % a for a, b in pairwise(terms)):
        return None
    return [b // a for a, b in pairwise(terms)]


_ALL: dict[str, Callable[[Terms], list[int] | None]] = {
    "quotients of consecutive terms": _quotients,
    "partial products": _products,
    "binomial transform": _binomial,
    "inverse binomial transform": _inverse_binomial,
    "convolution with itself": _convolution,
    "convolution square root": _convolution_root,
    "reciprocal of the series": _reciprocal,
    "invert transform": _invert,
    "Euler transform": euler,
    "inverse Euler transform": _inverse_euler,
    "inverse Euler transform, from a(0) = 1 on": _inverse_euler_from_0,
    "sums over divisors": divisor_sums,
    "Moebius transform": divisor_parts,
    "Stirling transform": _stirling_transform,
    "inverse Stirling transform": _inverse_stirling,
    "reversion of the series": reversion,
    "boustrophedon transform": boustrophedon,
}
"""From the simplest to the most involved."""
