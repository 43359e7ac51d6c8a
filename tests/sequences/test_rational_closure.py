"""Operations with rational generating functions: theorems, bounds, quotients, composition, parts, laws.

Truth is arithmetic of power series term by term, identities of Fibonacci numbers in print, and matrices or
polynomials modulo m for far terms.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import comb

import pytest

import gfkit
from gfkit.errors import InputError, OptionError
from gfkit.sequences import Evidence, RationalGF, Status

FIB = RationalGF.parse("t/(1 - t - t^2)")
LUCAS = RationalGF.parse("(2 - t)/(1 - t - t^2)")
LENGTH = 14
TEXTS = ["1/(1 - t - t^2)", "(1 + t)/(1 - 2*t - t^2)", "(1 - 3*t^2)/(1 - t)^3", "2/(2 - t)", "1 + 5*t^3"]
SERIES = list(map(RationalGF.parse, TEXTS))
ONE = [Fraction(1), *[Fraction(0)] * (LENGTH - 1)]


def test_fibonacci_theorems() -> None:
    squares = FIB.hadamard(FIB)
    assert str(squares) == "(t - t^2)/(1 - 2*t - 2*t^2 + t^3)"
    assert squares.partial_sums() == FIB.hadamard(FIB.shifted(1))  # F(1)^2 + ... + F(n)^2 = F(n) F(n+1)
    assert FIB.hadamard(LUCAS) == FIB.subsequence(2)  # F(2n) = F(n) L(n)
    signs = RationalGF.of([1], [1, 1])
    # F(3n) = 5 F(n)^3 + 3 (-1)^n F(n)
    assert FIB.subsequence(3) == 5 * FIB.hadamard(squares) + 3 * FIB.hadamard(signs)
    cassini = FIB.shifted(2).hadamard(FIB) - FIB.shifted(1).hadamard(FIB.shifted(1))
    assert cassini == -signs  # F(n+2) F(n) - F(n+1)^2 = -(-1)^n
    assert FIB.partial_sums() == FIB.shifted(2) - RationalGF.parse("1/(1 - t)")
    assert FIB.differences().shifted(1) == FIB
    assert 5 * FIB.cauchy(FIB) == LUCAS.hadamard(RationalGF.parse("t/(1 - 2*t + t^2)")) - FIB
    binomial = [sum(comb(n, k) * FIB[k] for k in range(n + 1)) for n in range(12)]
    assert FIB.subsequence(2).terms(12) == binomial  # the sum over k of binomial(n, k) F(k)


def test_higher_orders() -> None:
    """Beyond the order bound and the irregular beginning nothing is left to chance; so this looks farther."""
    f = RationalGF.of([3, 0, 1, 4, 0, 0, 0, 0, 0, 0, 0, 0, 9], [2, 7, 1, 8, 2, 8, 1, 8, 2])
    g = RationalGF.of([5, 7], [1, -1, 4, 1, -5, 9, 2, 6])
    product = f.hadamard(g)
    assert product.order == 8 * 7
    assert product.terms(150) == [a * b for a, b in zip(f.terms(150), g.terms(150), strict=True)]
    powers = [RationalGF.of([1], [1, -k]) for k in range(1, 8)]  # the sum of k^n, squared: pairs of k
    total = sum(powers[1:], powers[0])
    assert total.hadamard(total).terms(40) == [sum(k**n for k in range(1, 8)) ** 2 for n in range(40)]
    assert total.hadamard(total).order == len({i * j for i in range(1, 8) for j in range(1, 8)})
    far = FIB.subsequence(10**4, 3)  # takes no listing
    assert (far.terms(2), far.order) == ([2, FIB[10**4 + 3]], 2)


def product_of(one: list[Fraction], other: list[Fraction]) -> list[Fraction]:
    return [sum((one[k] * other[n - k] for k in range(n + 1)), Fraction(0)) for n in range(LENGTH)]


def rows(series: RationalGF) -> list[Fraction]:
    return [Fraction(0)] * series.first_n + list(map(Fraction, series.terms(LENGTH - series.first_n)))


def test_numbers_quotients_and_composition() -> None:
    for series in SERIES:
        assert product_of(rows(1 / series), rows(series)) == ONE
        assert rows(1 - series) == [a - b for a, b in zip(ONE, rows(series), strict=True)]
        assert rows(series + Fraction(1, 3))[0] == rows(series)[0] + Fraction(1, 3)
        assert rows(series / 3) == [term / 3 for term in rows(series)]
        assert series + 2 - 2 == series == 2 + series - 2
    for above, below in permutations(SERIES, 2):
        assert product_of(rows(above / below), rows(below)) == rows(above)
    for inner in INNER:
        g = RationalGF.parse(inner)
        for f in SERIES:
            power, total = ONE, [Fraction(0)] * LENGTH
            for coefficient in rows(f):
                total = [a + coefficient * b for a, b in zip(total, power, strict=True)]
                power = product_of(power, rows(g))
            assert rows(f.composed(g)) == total


INNER = ["t", "t/(1 - t - t^2)", "-2*t^2/(1 - t)", "t^3"]


def test_what_is_refused() -> None:
    with pytest.raises(TypeError):
        gfkit.derive("col", "path:n") + "x"
    with pytest.raises(InputError, match="product of two sequences"):
        gfkit.derive("col", "path:n") * gfkit.derive("snort", "path:n")
    with pytest.raises(OptionError, match="no ordinary generating function"):
        gfkit.derive("node-kayles", "complete:n") + 1


def test_parts_of_laws() -> None:
    for text in ("1/(1 - t - x*t^2)", "(1 + x*t)/(1 - t - x*t^2 - x^3*t^4)"):
        law = RationalGF.parse(text)
        for power in range(5):
            expected = [term.coefficient(power) for term in law.terms(LENGTH)]
            assert law.with_power("x", power).terms(LENGTH) == expected
    law = gfkit.derive("domineering", "2xn", weights="players").generating_function
    # One horizontal domino on two rows of n cells: 2 (n - 1) places.
    assert law.with_power("y", 1).with_power("x", 0).terms(6) == [0, 0, 2, 4, 6, 8]
    law = gfkit.derive("domineering", "1xn")
    assert law[3:9] == law.terms(9)[3:]
    assert law.coefficient(7) == law[7] == law.generating_function[0:8:7][1]
    assert RationalGF.parse("t^2/(1 - t - t^2)", None, 2)[2:6] == [1, 1, 2, 3]
    with pytest.raises(InputError, match="expected whole numbers from 0 on and an end"):
        law[2:]
    for index in ("a", 1.0):
        with pytest.raises(InputError, match="must be one integer"):
            law[index]
    # Independent sets by their size on two rows, and on every second cycle, by counting single boards.
    weighted_ = gfkit.derive("independent-sets", "2xn", weights="pieces")
    two = weighted_.with_power("x", 2)
    # Two cells that are no neighbours: all pairs without the 3n - 2 edges.
    assert two.terms(8) == [0, *(n * (2 * n - 1) - (3 * n - 2) for n in range(1, 8))]
    assert (two[9], two.evidence.status) == (9 * 17 - 25, "proved")
    even = gfkit.derive("independent-sets", "cycle:n").multisection(2, 0)
    for m in range(2, 7):
        assert even[m] == gfkit.count("independent-sets", f"cycle:{2 * m}").count
    assert even.as_json()["evidence"]["status"] == "proved"
    with pytest.raises(InputError):
        weighted_.with_power("z", 1)
    board = gfkit.count("domineering", "2x3", weights="players").polynomial
    listed = board.coefficients("x")
    assert len(listed) == board.degree("x") + 1
    for x, y in ((1, 1), (2, 3), (-1, 5)):
        assert sum(part(y) * x**k for k, part in enumerate(listed)) == board(x, y)
    assert gfkit.Polynomial.parse("0", ("x",)).degree("x") == -1
    with pytest.raises(InputError, match="'z'"):
        board.degree("z")


def test_algebra_of_laws_is_that_of_their_series_and_as_sure() -> None:
    d, e = gfkit.derive("independent-sets", "path:n"), gfkit.derive("domineering", "2xn")
    unsure = replace(e, evidence=Evidence(Status.PROBABLE, "primes", (("log2_failure", -95),)))
    for made in (
        lambda f, g: 1 / f - g / f,
        lambda f, g: 2 * f + g * 3 - 1,
        lambda f, g: f.composed(g - 1),
        lambda f, g: f.hadamard(g).cauchy(-g),
    ):
        found = made(d, e)
        assert found.rational == made(d.rational, e.rational)
        assert found.evidence.status is Status.PROVED
        assert found[2:5] == found.terms(5)[2:]
        both = made(unsure, unsure).evidence
        assert both.status is Status.PROBABLE
        assert dict(both.details)["log2_failure"] >= -95
    assert (e.rational - d).rational == e.rational - d.rational
    assert (d + e).multisection(2, 1).rational == (d + e).rational.subsequence(2, 1)
    assert dict((unsure + unsure).evidence.details)["log2_failure"] == -94
    assert (d + unsure).evidence.status is Status.PROBABLE
