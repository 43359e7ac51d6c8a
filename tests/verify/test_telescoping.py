"""Sums by creative telescoping: proved with a certificate, which is one, and refuted when changed.

Sums are evaluated from their definition with Python's own binomials, certificates in exact fractions.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

import pytest
from parts import some_and_all

from gfkit.errors import InputError
from gfkit.formula.read.printed import Said, parts_of
from gfkit.formula.read.statement import read_statement
from gfkit.sequences import RationalGF
from gfkit.verify.formula.sequence import exact_value
from gfkit.verify.telescoping import telescoped


def side(text, at=0):
    return read_statement(text).chains[0].sides[at]


SUMS = {
    "Sum_{k=0..floor(n/2)} binomial(n-k, k)": "1/(1 - t - t^2)",
    "Sum_{k>=0} binomial(k, n-k)": "1/(1 - t - t^2)",
    "Sum_{k=0..n} binomial(k+1, n-k)": "(1 + t)/(1 - t - t^2)",
    "Sum_{k=0..floor(n/3)} binomial(n-2*k, k)": "1/(1 - t - t^3)",
    "Sum_{k=0..floor(n/4)} binomial(n-3*k, k)": "1/(1 - t - t^4)",
    "2*Sum_{k=0..n} k*binomial(n,k) + 1": "1/(1 - t) + 2*t/(1 - 2*t)^2",
    "Sum_{k=0..n} 2^k*binomial(n+k, n-k)": "(1 - t)/(1 - 4*t + t^2)",
    "Sum_{k=0..n} (-4)^k*binomial(n+k, 2*k)": "(1 - t)/(1 + 2*t + t^2)",
    "Sum_{k=0..n} (-1)^k*binomial(n,k)/(k+1)*(n+1)*2^n": "1/(1 - 2*t)",
    "Sum_{k=0..n} n!/(k!*(n-k)!)": "1/(1 - 2*t)",
}


@pytest.mark.parametrize("some", some_and_all(list(SUMS.items()), 4, 1))
def test_sums_are_proved_by_telescoping(some):
    for text, fraction in some:
        law = RationalGF.parse(fraction)
        assert [exact_value(side(text), n).rational for n in range(12)] == law.terms(12), text
        proof = telescoped(side(text), law, 0)
        assert proof is not None
        assert proof.notes[0].startswith("its certificate is R(n, k)")
        assert telescoped(side(text), RationalGF.parse(f"{law} + t^40"), 0) is None


def test_a_sum_that_is_not_a_law_is_never_proved():
    # Central Delannoy numbers and central binomials have no law with constant coefficients.
    for text in ("Sum_{k=0..n} binomial(n,k)*binomial(n+k,k)", "Sum_{k=0..n} binomial(n,k)^2"):
        for law in ("1/(1 - 6*t + t^2)", "1/(1 - 4*t)"):
            assert telescoped(side(text), RationalGF.parse(law), 0) is None


def test_the_printed_certificate_is_one():
    # F(n+2,k) - F(n+1,k) - F(n,k) = G(n,k+1) - G(n,k) with G = R F, where nothing is divided by 0.
    proof = telescoped(side("Sum_{k=0..floor(n/2)} binomial(n-k, k)"), RationalGF.parse("1/(1 - t - t^2)"), 0)
    assert proof is not None
    text = proof.notes[0].rpartition(" = ")[2].replace("^", "**")

    def ratio(n, k):
        above, _, below = text.partition("/(")
        names = {"n": n, "k": k}
        return Fraction(eval(above, names), eval(f"({below}", names))

    for n, k in product(range(20, 26), range(1, 8)):
        f = {j: comb(n + j - k, k) for j in range(3)}
        assert f[2] - f[1] - f[0] == ratio(n, k + 1) * comb(n - k - 1, k + 1) - ratio(n, k) * f[0]


def test_sums_within_sums_have_the_values_of_their_definition():
    def choose(a, b):
        if b < 0:
            return 0
        return comb(a, b) if a >= 0 else (-1) ** b * comb(b - a - 1, b)

    inner = "binomial(n-2*k, j)*binomial(j-3, k-j)*(2*k-j)*(-1)^k"
    for n in range(9):
        terms = (
            choose(n - 2 * k, j) * choose(j - 3, k - j) * (2 * k - j) * (-1) ** k
            for k in range(n + 1)
            for j in range(-3, k + 1)
        )
        assert exact_value(side(f"Sum_{{k=0..n}} Sum_{{j=-3..k}} {inner}"), n).rational == sum(terms)


# Words


def test_words_are_never_split_into_letters():
    # phi is a number, tan is no product of t, a and n, and an unknown word is shown whole.
    assert str(exact_value(side("phi^2 - phi"), 0)) == "1"
    with pytest.raises(InputError, match="'xyz'"):
        exact_value(side("a(n) = xyz*n", 1), 1)
    assert str(side("2nxy")).count("Letter") == 3


def test_what_a_line_says_of_itself():
    lines = {
        "E.g.f.: exp(x)": Said.EXPONENTIAL,
        "1, 2, 3": Said.TERMS,
        "2^n": Said.FORMULA,
        "12": Said.FORMULA,
    }
    assert {text: [part.said for part in parts_of(text)] for text in lines} == {
        text: [said] for text, said in lines.items()
    }
