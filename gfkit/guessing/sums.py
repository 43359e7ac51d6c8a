"""Sums of binomials equal to the terms of a formula, such as Sum_{k=0..n} binomial(n, k)^2*binomial(n+k,
k).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import combinations_with_replacement, product
from math import comb

from gfkit.core.algebra.number import Number

COMPARED = 24
"""Number of terms of the formula with which a sum must agree."""
_MOST_FACTORS = 3
_BASES = (1, -1, 2, -2, 3, -3, 4, -4)
_POWERS = (1, 2, 3)
_FIRST_TERMS = 4
"""Number of terms used to discard sums before more terms are computed."""

_Binomial = Callable[[int, int], int]
_FACTORS: dict[str, _Binomial] = {
    "binomial(n, k)": lambda n, k: comb(n, k),
    "binomial(n+k, k)": lambda n, k: comb(n + k, k),
    "binomial(2*k, k)": lambda n, k: comb(2 * k, k),  # noqa: ARG005
    "binomial(n, 2*k)": lambda n, k: comb(n, 2 * k),
    "binomial(n-k, k)": lambda n, k: comb(n - k, k),
    "binomial(2*n-2*k, n-k)": lambda n, k: comb(2 * n - 2 * k, n - k),
    "binomial(n+k, 2*k)": lambda n, k: comb(n + k, 2 * k),
}
_Form = tuple[tuple[str, ...], bool]
"""Factors of the summand, and True if it is divided by k + 1."""


def sum_of_binomials(terms: Callable[[int], Sequence[Number]], first_n: int) -> str | None:
    """Return a sum over products of at most three binomials and powers that has the given terms, with the
    fewest factors.

    It agrees with ``COMPARED`` terms and is a guess, like the formula. Cost: a hundredth of a second; a few
    thousand sums are tested on four terms.

    >>> sum_of_binomials(lambda count: [comb(2 * n, n) for n in range(count)], 0)
    'Sum_{k=0..n} binomial(n, k)^2'
    """
    given = terms(COMPARED)
    head = list(given[:_FIRST_TERMS])
    for forms in _forms():
        weights = {
            form: [
                [_weight(form, n, k) for k in range(n + 1)] for n in range(first_n, first_n + _FIRST_TERMS)
            ]
            for form in forms
        }
        for (base, power), form in product(_multiples(), forms):
            if any(value != _total(row, base, power) for value, row in zip(head, weights[form], strict=True)):
                continue
            full = ([_weight(form, n, k) for k in range(n + 1)] for n in range(first_n, first_n + COMPARED))
            if all(value == _total(row, base, power) for value, row in zip(given, full, strict=True)):
                return _text(form, base, power)
    return None


def _multiples() -> list[tuple[int, int]]:
    """Return the numbers c and b of factors c^k b^(n-k), in ascending order of size."""
    return sorted(
        ((c, b) for c in _BASES for b in _POWERS), key=lambda pair: (abs(pair[0]) + pair[1], -pair[0])
    )


@cache
def _forms() -> list[list[_Form]]:
    """Return the products of one, two and three binomials, and the squares of products of two."""
    products: list[list[_Form]] = [
        [
            (factors, divided)
            for factors in combinations_with_replacement(_FACTORS, size)
            for divided in (False, True)
        ]
        for size in range(1, _MOST_FACTORS + 1)
    ]
    squares: list[_Form] = [
        ((first, first, second, second), False)
        for first, second in combinations_with_replacement(_FACTORS, 2)
    ]
    return [*products, squares]


def _weight(form: _Form, n: int, k: int) -> int:
    """Return the product of the factors, divided by k + 1 if required, or -1 if the quotient is not an
    integer.
    """
    value = 1
    for name in form[0]:
        value *= _FACTORS[name](n, k)
    if not form[1]:
        return value
    return value // (k + 1) if value % (k + 1) == 0 else -1


def _total(row: Sequence[int], base: int, power: int) -> int | None:
    if -1 in row:
        return None
    last = len(row) - 1
    total: int = sum(value * base**k * power ** (last - k) for k, value in enumerate(row))
    return total


def _text(form: _Form, base: int, power: int) -> str:
    parts = [f"{name}^{count}" if count > 1 else name for name, count in Counter(form[0]).items()]
    if base != 1:
        parts.append(f"({base})^k" if base < 0 else f"{base}^k")
    if power != 1:
        parts.append(f"{power}^(n-k)")
    return f"Sum_{{k=0..n}} {'*'.join(parts)}{'/(k+1)' if form[1] else ''}"
