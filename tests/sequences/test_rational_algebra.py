"""Generating functions as functions of t: quotients, composition, coefficients of weights, slices."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest

import gfkit
from gfkit.errors import InputError, OptionError
from gfkit.sequences import Evidence, RationalGF, Status

LENGTH = 14
SERIES = ["1/(1 - t - t^2)", "(1 + t)/(1 - 2*t - t^2)", "(1 - 3*t^2)/(1 - t)^3", "2/(2 - t)", "1 + 5*t^3"]
INNER = ["t", "t/(1 - t - t^2)", "-2*t^2/(1 - t)", "t^3"]


def product(one: list[Fraction], other: list[Fraction]) -> list[Fraction]:
    return [sum((one[k] * other[n - k] for k in range(n + 1)), Fraction(0)) for n in range(LENGTH)]


def rows(series: RationalGF) -> list[Fraction]:
    return [Fraction(0)] * series.first_n + list(map(Fraction, series.terms(LENGTH - series.first_n)))


@pytest.mark.parametrize("text", SERIES)
def test_numbers_stand_for_themselves(text):
    series = RationalGF.parse(text)
    one = [Fraction(1), *[Fraction(0)] * (LENGTH - 1)]
    assert product(rows(1 / series), rows(series)) == one
    assert rows(1 - series) == [a - b for a, b in zip(one, rows(series), strict=True)]
    assert rows(series + Fraction(1, 3))[0] == rows(series)[0] + Fraction(1, 3)
    assert rows(series / 3) == [term / 3 for term in rows(series)]
    assert series + 2 - 2 == series == 2 + series - 2


@pytest.mark.parametrize(("one", "other"), [*combinations(SERIES, 2)])
def test_quotients_times_the_divisor(one, other):
    above, below = RationalGF.parse(one), RationalGF.parse(other)
    assert product(rows(above / below), rows(below)) == rows(above)


@pytest.mark.parametrize("outer", SERIES)
@pytest.mark.parametrize("inner", INNER)
def test_composition_term_by_term(outer, inner):
    f, g = RationalGF.parse(outer), RationalGF.parse(inner)
    power = [Fraction(1), *[Fraction(0)] * (LENGTH - 1)]
    total = [Fraction(0)] * LENGTH
    for coefficient in rows(f):
        total = [a + coefficient * b for a, b in zip(total, power, strict=True)]
        power = product(power, rows(g))
    assert rows(f.composed(g)) == total


def test_what_is_no_power_series_is_refused():
    for wrong in (
        lambda: 1 / RationalGF.parse("t/(1 - t)"),
        lambda: RationalGF.parse("1/(1 - t)") / RationalGF.parse("t"),
        lambda: RationalGF.parse("1/(1 - t)") / 0,
        lambda: RationalGF.parse("1/(1 - t)").composed(RationalGF.parse("1/(1 - t)")),
        lambda: RationalGF.parse("1/(1 - t)").with_power("x", 1),
    ):
        with pytest.raises(InputError):
            wrong()


@pytest.mark.parametrize("text", ["1/(1 - t - x*t^2)", "(1 + x*t)/(1 - t - x*t^2 - x^3*t^4)"])
def test_coefficients_of_a_weight_are_laws(text):
    law = RationalGF.parse(text)
    for power in range(5):
        expected = [term.coefficient(power) for term in law.terms(LENGTH)]
        assert law.with_power("x", power).terms(LENGTH) == expected


def test_so_many_pieces_by_listing():
    law = gfkit.derive("domineering", "2xn", weights="players").generating_function
    ones = law.with_power("y", 1).with_power("x", 0)
    # One horizontal domino on two rows of n cells: 2 (n - 1) places.
    assert ones.terms(6) == [0, 0, 2, 4, 6, 8]


def test_slices_and_coefficients():
    law = gfkit.derive("domineering", "1xn")
    assert law[3:9] == law.terms(9)[3:]
    assert law.coefficient(7) == law[7] == law.generating_function[0:8:7][1]
    series = RationalGF.parse("t^2/(1 - t - t^2)", None, 2)
    assert series[2:6] == [1, 1, 2, 3]
    for wrong in (slice(1, 5), slice(2, None), slice(2, 6, -1), slice(2.0, 6)):
        with pytest.raises(InputError, match="expected whole numbers from 2 on"):
            series[wrong]


def test_parts_of_derived_laws_are_known_as_surely():
    """Independent sets of so many vertices on two rows, and every second cycle, by counting single boards."""
    weighted = gfkit.derive("independent-sets", "2xn", weights="pieces")
    pairs = weighted.with_power("x", 2)
    # Two cells that are no neighbours: all pairs without the 3n - 2 edges.
    assert pairs.terms(8) == [0, *(n * (2 * n - 1) - (3 * n - 2) for n in range(1, 8))]
    assert (pairs[9], pairs.evidence.status) == (9 * 17 - 25, "proved")
    cycles = gfkit.derive("independent-sets", "cycle:n")
    even = cycles.multisection(2, 0)
    for m in range(2, 7):
        assert even[m] == gfkit.count("independent-sets", f"cycle:{2 * m}").count
    assert even.as_json()["evidence"]["status"] == "proved"
    with pytest.raises(InputError):
        weighted.with_power("z", 1)


def test_degrees_and_coefficients_of_polynomials():
    board = gfkit.count("domineering", "2x3", weights="players").polynomial
    listed = board.coefficients("x")
    assert len(listed) == board.degree("x") + 1
    for x, y in ((1, 1), (2, 3), (-1, 5)):
        assert sum(part(y) * x**k for k, part in enumerate(listed)) == board(x, y)
    assert gfkit.Polynomial.parse("0", ("x",)).degree("x") == -1
    with pytest.raises(InputError, match="'z'"):
        board.degree("z")


@pytest.mark.parametrize(
    ("made", "series"),
    [
        (lambda d, _: 1 / d, lambda f, _: 1 / f),
        (lambda d, e: d / e, lambda f, g: f / g),
        (lambda d, _: 1 - d, lambda f, _: 1 - f),
        (lambda d, _: d - 1, lambda f, _: f - 1),
        (lambda d, e: 2 * d + e * 3, lambda f, g: 2 * f + g * 3),
        (lambda d, e: e.rational - d, lambda f, g: g - f),
        (lambda d, e: d.composed(e - 1), lambda f, g: f.composed(g - 1)),
        (lambda d, e: d.hadamard(e), lambda f, g: f.hadamard(g)),
        (lambda d, e: d.cauchy(e), lambda f, g: f.cauchy(g)),
        (lambda d, _: -d, lambda f, _: -f),
        (lambda d, e: (d + e).multisection(2, 1), lambda f, g: (f + g).subsequence(2, 1)),
    ],
)
def test_algebra_of_laws_is_that_of_their_series_and_as_sure(made, series):
    d, e = gfkit.derive("independent-sets", "path:n"), gfkit.derive("domineering", "2xn")
    found = made(d, e)
    assert found.rational == series(d.rational, e.rational)
    assert found.evidence.status is Status.PROVED
    assert found[2:5] == found.terms(5)[2:]
    unsure = replace(e, evidence=Evidence(Status.PROBABLE, "primes", (("log2_failure", -95),)))
    both = (made(unsure, unsure)).evidence
    assert both.status is Status.PROBABLE
    assert dict(both.details)["log2_failure"] >= -95
    assert dict((unsure + unsure).evidence.details)["log2_failure"] == -94
    assert (d + unsure).evidence.status is Status.PROBABLE


def test_what_is_no_law_is_not_added_to_one():
    with pytest.raises(TypeError):
        gfkit.derive("col", "path:n") + "x"
    with pytest.raises(InputError, match="product of two sequences"):
        gfkit.derive("col", "path:n") * gfkit.derive("snort", "path:n")
    with pytest.raises(OptionError, match="no ordinary generating function"):
        gfkit.derive("node-kayles", "complete:n") + 1
