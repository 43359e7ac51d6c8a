"""Polynomials in two variables n and k, and the n from which linear forms have a sign."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from math import ceil

from gfkit.proofs.checker.reading import Budget, need

_MOST_START, _MOST_SHIFT = 2000, 60

Form3 = tuple[int, int, int]
"""Linear form a n + b k + c."""
TwoPoly = dict[tuple[int, int], Fraction]
"""Polynomial in n and k, by exponents, without zeros."""


# Polynomials ------------------------------------------------------------------------------------------------


def plus_poly(one: TwoPoly, other: TwoPoly, factor: Fraction | int = 1) -> TwoPoly:
    """Return one + factor * other."""
    total = dict(one)
    for power, c in other.items():
        total[power] = total.get(power, Fraction(0)) + factor * c
    return {power: c for power, c in total.items() if c}


def times_poly(budget: Budget, *polynomials: TwoPoly) -> TwoPoly:
    """Return the product."""
    product: TwoPoly = {(0, 0): Fraction(1)}
    for polynomial in polynomials:
        budget.spend(2 * len(product) * len(polynomial))
        grown: TwoPoly = {}
        for (i, j), c in product.items():
            for (x, y), d in polynomial.items():
                grown[i + x, j + y] = grown.get((i + x, j + y), Fraction(0)) + c * d
        product = {power: c for power, c in grown.items() if c}
    return product


def linear_poly(form: Sequence[Fraction | int]) -> TwoPoly:
    """Return a linear form as a polynomial."""
    return plus_poly({}, dict(zip([(1, 0), (0, 1), (0, 0)], map(Fraction, form), strict=True)))


def poly_at(polynomial: TwoPoly, n: TwoPoly, k: TwoPoly, budget: Budget) -> TwoPoly:
    """Substitute polynomials for n and k."""
    powers: list[list[TwoPoly]] = []
    for at, inner in enumerate((n, k)):
        row: list[TwoPoly] = [{(0, 0): Fraction(1)}]
        for _ in range(max((power[at] for power in polynomial), default=0)):
            row.append(times_poly(budget, row[-1], inner))
        powers.append(row)
    parts = [(times_poly(budget, powers[0][i], powers[1][j]), c) for (i, j), c in polynomial.items()]
    return reduce(lambda total, part: plus_poly(total, *part), parts, {})


def poly_in_n(row: Sequence[int]) -> TwoPoly:
    """Return a polynomial in n with the given coefficients, constant term first."""
    return {(i, 0): Fraction(c) for i, c in enumerate(row) if c}


N_POLY = linear_poly((1, 0, 0))
UNIT_POLY: TwoPoly = {(0, 0): Fraction(1)}


def later_poly(polynomial: TwoPoly, n: int, k: int, budget: Budget) -> TwoPoly:
    """Substitute n + a and k + b for n and k."""
    return poly_at(polynomial, linear_poly((1, 0, n)), linear_poly((0, 1, k)), budget)


def rising_poly(form: Form3, low: int, high: int, budget: Budget) -> TwoPoly:
    """Return the product (L + low + 1) ... (L + high)."""
    need(high - low <= _MOST_SHIFT, "factors: a coefficient is too large")
    a, b, c = form
    return times_poly(budget, *(linear_poly((a, b, c + i)) for i in range(low + 1, high + 1)))


# Signs of linear forms --------------------------------------------------------------------------------------


class NoStartError(Exception):
    """Raised if a linear form does not have the required sign for all large n."""


Line2 = tuple[Fraction, Fraction]
"""Line k = s n + c."""


def start_above(slope: Fraction, constant: Fraction, least: Fraction) -> int:
    """Return the first n_0 >= 0 such that slope n + constant >= least for all n >= n_0."""
    if slope >= 0 and constant >= least:
        return 0
    if slope <= 0 or (least - constant) / slope > _MOST_START:
        raise NoStartError
    return ceil((least - constant) / slope)


def start_on(form: Form3, line: Line2, least: Fraction) -> int:
    """Return the first n_0 such that a form is at least ``least`` on a line for all n >= n_0."""
    a, b, c = form
    return start_above(a + b * line[0], c + b * line[1], least)


def starts_between(forms: Sequence[Form3], low: Line2, high: Line2) -> list[int]:
    """Return the first n from which forms are not negative on and between two lines."""
    return [start_on(form, line, Fraction(0)) for form in forms for line in (low, high)]


def vanishing_start(forms: Sequence[Form3], line: Line2, beyond: bool) -> int:
    """Return the first n_0 such that for all n >= n_0 some form is negative on the line, and, if ``beyond``,
    at all larger k.
    """
    starts = []
    for a, b, c in forms:
        if not beyond or b <= 0:
            try:
                starts.append(start_on((-a, -b, -c), line, Fraction(1, 10**9)))
            except NoStartError:
                continue
    if not starts:
        raise NoStartError
    return min(starts)


def moved_line(line: Line2, by: Fraction | int) -> Line2:
    """Return a line, shifted by a number."""
    return line[0], line[1] + by


def later_forms(forms: Sequence[Form3], n: int) -> list[Form3]:
    """Substitute n + j for n."""
    return [(a, b, c + a * n) for a, b, c in forms]
