"""Algebraic series: terms by definition, one branch singled out, closure and conversions.

Classical series by their sums of binomials; random ones are put into their equations by plain convolution.
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from known_sequences import catalan, delannoy, motzkin, schroeder

from gfkit.sequences import Algebraic, PRecursive


def half(n):
    """The coefficient of x^n in the square root of 1 + x."""
    value = Fraction(1)
    for k in range(n):
        value *= (Fraction(1, 2) - k) / (k + 1)
    return value


KNOWN = [
    ("1 - f + t*f^2", [1], catalan),
    ("f = 1 + t*f + t^2*f^2", [1], motzkin),
    ("f = 1 + t*f + t*f^2", [1], schroeder),
    ("f = 1 + t*f^3", [1], lambda n: comb(3 * n, n) // (2 * n + 1)),
    ("f = 1 + t*f^4", [1], lambda n: comb(4 * n, n) // (3 * n + 1)),
    ("f^2 - 4*t*f^2 - 1", [1], lambda n: comb(2 * n, n)),
    ("f^2 - 6*t*f^2 + t^2*f^2 - 1", [1], delannoy),
    ("f^2 - 1 - t", [1], half),
    ("f^2 - 1 - t", [-1], lambda n: -half(n)),
    ("f - t*f - 1 - t", [1], lambda n: min(n + 1, 2)),
    ("t^2*f^2 - t^2 - t^3", [1], half),
]


def test_classical_series_by_their_definitions():
    for text, start, definition in KNOWN:
        series = Algebraic.parse(text, start)
        expected = [definition(n) for n in range(50)]
        assert series.terms(50) == expected, text
        assert series == Algebraic.parse(text, expected) == Algebraic.parse(str(series), series.initial)
        assert series.p_recursive().terms(50) == expected
        assert (series[37], series[300]) == (definition(37), definition(300))
        assert series.differential_equation().p_recursive(expected[:20]).terms(50) == expected
        assert series.terms(300)[299] == definition(299)


def test_the_branch():
    both = "f^2 - 2*f + 1 - t^2 - t^3"
    plus, minus = (Algebraic.parse(both, [1, sign]) for sign in (1, -1))
    assert plus.terms(8) == [1, 1, *(half(n) for n in range(1, 7))]
    assert minus.terms(8) == [1, -1, *(-half(n) for n in range(1, 7))]


def test_a_far_term_and_a_sum_of_too_high_degree():
    series, fourth = Algebraic.parse("1 - f + t*f^2", [1]), Algebraic.parse("f = 1 + t*f^4", [1])
    assert series.coefficient_mod(1000, 10**9 + 7) == catalan(1000) % (10**9 + 7)
    assert isinstance(fourth + fourth * 2, PRecursive)
