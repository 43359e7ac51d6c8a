"""Moments of the numbers of pieces, their asymptotics, and the hypotheses of the limit law.

Distributions are compared with the list of configurations from ``gfkit.brute_force``. Constants are known for
powers of a polynomial, or agree with exact values at large n.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import exp, pi, sqrt

import pytest

import gfkit
from gfkit.core.algebra import RationalGF, piece_moments

NORMAL = "asymptotically normal (Bender 1973, theorem 1)"
LOCAL = f"{NORMAL}, with a local limit law"


@pytest.mark.parametrize(
    ("rule", "family", "sizes", "law"),
    [
        ("domino-tilings", "4xn", range(6), NORMAL), ("domino-tilings", "3xn", range(6), "2 roots"),
        ("col", "2xn", range(4), LOCAL), ("domineering", "3xn", range(4), LOCAL),
        ("matchings", "cycle:n", range(3, 7), LOCAL), ("o12", "path:n", range(6), LOCAL),
    ],
)  # fmt: skip
def test_listed_configurations(rule: str, family: str, sizes: range, law: str) -> None:
    derived = gfkit.derive(rule, family, weights="players")
    found = derived.moments(25)
    assert all(text == law or (text.startswith("no theorem") and law in text) for text in found.laws.values())
    first = {moment.variables[0]: moment for moment in found.moments if moment.kind == "mean"}
    for n in sizes:
        board = derived.question.family.at(n).text
        terms = gfkit.brute_force(rule, board, weights="players").polynomial.terms
        total = sum(number for _, number in terms)
        for i, j in product(range(len(first)), repeat=2):
            moment = found.variance("xy"[i]) if i == j else found.covariance("xy"[i], "xy"[j])
            rows = [(number * p[i], number * p[j], number * p[i] * p[j]) for p, number in terms]
            means = [Fraction(sum(row), total) for row in zip(*rows, strict=True)] if total else None
            assert first["xy"[i]].terms(n - derived.first_n + 1)[-1] == (means and means[0])
            assert moment.terms(n - derived.first_n + 1)[-1] == (means and means[2] - means[0] * means[1])
    for moment, n in product(found.moments, (150, 200) if law in (NORMAL, LOCAL) else ()):
        slope, constant, slack = moment.slope.ball, moment.constant.ball, Fraction(1, 10**9)  # q < 0.85 here
        assert n * slope.low + constant.low - slack < moment[n] < n * slope.high + constant.high + slack


def test_dominoes() -> None:
    found = gfkit.derive("domino-tilings", "4xn", weights="players").moments(20)
    assert found.mean("y").terms(6) == [0, 2, 2, Fraction(38, 11), 4, Fraction(98, 19)]
    assert found.mean("x").terms(6)[1:] == [0, 2, Fraction(28, 11), 4, Fraction(92, 19)]
    assert found.mean("x")[30] + found.mean("y")[30] == 60


@pytest.mark.parametrize(
    ("rule", "family", "is_local"),
    [("matchings", "path:n", True), ("connected-induced-subgraphs", "2xn", True),
     ("still-lifes", "2xn", False), ("domino-tilings", "2xn", False)],
)  # fmt: skip
def test_local_limits(rule: str, family: str, is_local: bool) -> None:
    """Compare probabilities with the normal density; without a local law some are 0, and some twice it."""
    derived = gfkit.derive(rule, family, weights="players")
    found = derived.moments(10)
    assert (found.laws["x"] == LOCAL) == is_local
    numbers = Counter()
    for powers, number in derived[120].terms:
        numbers[powers[0]] += number
    center, variance = float(found.mean()[120]), float(found.variance()[120])
    errors = [
        abs(sqrt(2 * pi * variance) * numbers[k] / numbers.total() - exp(-((k - center) ** 2) / 2 / variance))
        for k in range(max(numbers) + 1)
    ]
    assert max(errors) < 0.05 if is_local else max(errors) > 0.9


def test_known_distributions() -> None:
    """Binomial, multinomial and shifted distributions: 1/(1 - t p(x)) generates the powers of p."""
    for series, exact in (
        ("1/(1 - t - x*t - 2*y*t)", ["1/4 0", "1/2 0", "3/16 0", "1/4 0", "-1/8 0"]),
        ("(x^2 + x^5)/(1 - t - 8*x^3*t)", ["8/3 7/2", "8/9 9/4"]),
        ("(1 + x)/(1 - x*t - x*t)", ["1 1/2", "0 1/4"]),  # n or n + 1 pieces: the variance is bounded
    ):
        found = piece_moments(RationalGF.parse(series), 12)
        assert [f"{m.slope.exact} {m.constant.exact}" for m in found.moments] == exact


@pytest.mark.parametrize(
    ("series", "reason"),
    [
        ("1 + t + x*t^3", "finitely many"),
        ("1/(1 - x*t^3 - t^3)", "3 roots"),
        ("1/(1 - t - x*t + x*t^2)", "multiple"),  # 1 + x + ... + x^n: a uniform distribution
        ("(1 - 2*x*t)/(1 - 3*t + 2*t^2)", "numerator vanishes"),
        ("(1 + x)/(1 - x*t - x*t)", "sigma^2 > 0"),
        ("(1 + t*x^2)/(1 - 3*t - t^2)", "sigma^2 > 0"),
        ("1/(1 - x*t - 2*t^3)", NORMAL),
    ],
)
def test_hypotheses(series: str, reason: str) -> None:
    law = piece_moments(RationalGF.parse(series, ("t", "x")), 15).laws["x"]
    assert reason in law
    assert (law == NORMAL) == (reason == NORMAL)
