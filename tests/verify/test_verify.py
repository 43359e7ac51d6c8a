"""Verdicts: proved, refuted, consistent, against brute force; repairs; the command line."""

from __future__ import annotations

import io
import json
import sys
from fractions import Fraction
from functools import cache
from math import comb

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

import gfkit
from gfkit.cli.main import main
from gfkit.errors import InputError, OptionError
from gfkit.formula.ratio import Ring, ratio
from gfkit.formula.read.statement import read_statement
from gfkit.sequences import RationalGF
from gfkit.typing import Weights
from gfkit.verify.claim import verify
from gfkit.verify.series import repaired_series

PATH = {"family": "path:n"}
CATALAN = [comb(2 * n, n) // (n + 1) for n in range(12)]
PELL = [1, 3, 7, 17, 41, 99, 239, 577, 1393, 3363]


@cache
def counts(game: str) -> list[int]:
    """The counts on paths, board by board; the first ones by listing all positions."""
    found = [gfkit.count(game, f"path:{n}").count for n in range(24)]
    assert found[:8] == [gfkit.brute_force(game, f"path:{n}").count for n in range(8)]
    return found


def test_the_function_is_reached_from_the_top():
    verdict = gfkit.verify("1/(1-2t-t^2)", game="o12", family="path:n")
    assert verdict == verify("1/(1-2t-t^2)", game="o12", **PATH)
    assert hash(verdict)
    assert verdict.verdict == "proved"
    assert str(verdict) == "proved: both are 1/(1 - 2*t - t^2)"


# What is derived is proved in all its forms, whatever game and family.

DERIVED = [
    ("col", "path:n", "all"),
    ("snort", "2xn", "all"),
    ("nogo", "path:n", "all"),
    ("domineering", "nx3", "right-ends"),
    ("domineering", "2xn", "maximal"),
    ("node-kayles", "cycle:n", "all"),
    ("cram", "cylinder:3xn", "all"),
    ("domineering", "cylinder:nx2", "all"),
]


@pytest.mark.parametrize(("game", "family", "positions"), DERIVED)
def test_what_is_derived_is_proved(game, family, positions):
    d = gfkit.derive(game, family, positions)
    target = {"game": game, "family": family, "positions": positions}
    for formula in (str(d), d.latex(), str(d.recurrence), d.recurrence.latex()):
        assert verify(formula, **target).verdict == "proved", formula
    if d.order < 12:
        assert verify(str(d.closed_form), **target).verdict == "proved"
        assert verify(d.closed_form.latex(), **target).verdict == "proved"
    digits = d.growth(12).value
    assert verify(digits, **target).verdict == "proved"


@pytest.mark.parametrize("game", ["col", "snort", "cis", "o12", "nogo"])
@pytest.mark.parametrize("weights", ["pieces", "players"])
def test_what_is_derived_with_weights_is_proved(game, weights):
    d = gfkit.derive(game, "path:n", weights=weights)
    for formula in (str(d), d.latex(), str(d.recurrence), d.recurrence.latex()):
        assert verify(formula, game=game, weights=weights, **PATH).verdict == "proved", formula


# A wrong formula is never proved, and the first difference is the true one.

rows = st.lists(st.integers(-3, 3), min_size=1, max_size=3)


@settings(max_examples=30)
@given(rows, rows)
def test_wrong_series_are_refuted(above, below):
    gf = RationalGF.of(above, [1, *below])
    verdict = verify(str(gf), game="col", kind="gf", **PATH)
    true = counts("col")[:12]
    printed = gf.terms(12)
    if printed == true:
        assert verdict.verdict == "proved"
        return
    n = next(n for n in range(12) if printed[n] != true[n])
    assert verdict.verdict == "refuted"
    first = verdict.first_difference
    assert (first.n, first.formula, first.true) == (n, str(printed[n]), str(true[n]))
    assert verdict.correction == "(1 + t)/(1 - 2*t - t^2)"


@settings(max_examples=20)
@given(st.lists(st.integers(-3, 3), min_size=1, max_size=3), st.integers(0, 4))
def test_wrong_recurrences_are_refuted(back, start):
    assume(any(back))
    right = " + ".join(f"({c})*a(n-{k})" for k, c in enumerate(back, 1))
    true = counts("nogo")
    first = max(start, max(k for k, c in enumerate(back, 1)))
    failing = [n for n in range(first, 24) if true[n] != sum(c * true[n - k] for k, c in enumerate(back, 1))]
    verdict = verify(f"a(n) = {right} for n >= {start}", game="nogo", **PATH)
    if not failing:
        assert verdict.verdict == "proved"
        return
    n = failing[0]
    assert verdict.verdict == "refuted"
    assert verdict.first_difference.n == n
    assert int(verdict.first_difference.formula) == sum(c * true[n - k] for k, c in enumerate(back, 1))
    assert int(verdict.first_difference.true) == true[n]


@settings(max_examples=25)
@given(st.integers(-2, 4), st.integers(-2, 3), st.integers(-2, 3), st.integers(1, 3))
def test_wrong_closed_forms_are_refuted(a, b, c, d):
    values = [Fraction(a * 2**n + b * (-1) ** n + c, d) for n in range(16)]
    true = counts("cis")[:16]
    verdict = verify(f"({a}*2^n + {b}*(-1)^n + {c})/{d}", game="cis", kind="closed-form", **PATH)
    n = next((n for n in range(16) if values[n] != true[n]), None)
    if n is None:
        assert verdict.verdict == "proved"
    else:
        assert verdict.verdict == "refuted"
        assert (verdict.first_difference.n, verdict.first_difference.true) == (n, str(true[n]))


# Repairs

REPAIRS = [
    ("o12", "t/(1-2t-t^2)", "a factor t is too much (the index is shifted by 1)"),
    ("o12", "2/(1-2t-t^2)", "a constant factor 1/2 is missing"),
    ("o12", "1/(1-2t-t^2) - 1 - 2t", "the terms at n = 0, 1 are wrong or missing: add 1 + 2*t"),
    ("o12", "1/(1-(1+y)t-xt^2)", "x and y are exchanged"),
    ("o12", "1/(1-2t-t^3)", "the exponent of t^3 should be 2"),
    ("o12", "1/(1-2t-t^2)^3", "the exponent of (1-2t-t^2)^3 should be 1"),
    ("o12", "1/(1+2t-t^2)", "the sign of 2t is wrong"),
    ("o12", "1/(1-3t-t^2)", "3 should be 2"),
    ("o12", "1/(1-2t)", "a term -t^2 is missing in (1-2t)"),
    ("col", "(1+2t)/(1-2t-t^2)", "2 should be 1"),
    ("nogo", "(1 - t)/(1 - 3t + t^2 - t^3)", "the denominator is right; the numerator should be"),
    ("snort", "a(n)=3a(n-1)+a(n-2)", "the coefficient of a(n-1) should be 2, not 3"),
    ("snort", "a(n)=2a(n-1)-a(n-2)", "the sign of a(n-2) is wrong"),
    ("snort", "a(n)=2a(n-1)+a(n-3)", "a(n-3) should be a(n-2)"),
    ("snort", "a(n)=2a(n-1)", "a term a(n-2) is missing on the right"),
    ("arc-kayles", "a(n)=a(n-1)", "a term a(n-2) is missing on the right"),  # and not a(n) = a(n)
    ("snort", "a(n)=2a(n-1)+a(n-2)+5a(n-3)", "the term a(n-3) does not belong there"),
    ("cis", "P_{n+1}(x,y)=P_n(x,y)+(x-y)P_{n-1}(x,y)", "the coefficient of P_{n-1}(x, y) should be x + y"),
    ("o12", "P_{n+1}(x,y)=(1+y)P_n(x,y)+xP_{n-1}(x,y)", "x and y are exchanged"),
    ("o12", "a(n)=2a(n-1)+a(n-2), a(0)=1, a(1)=3", "the first values are a(0) = 1, a(1) = 2"),
    ("o12", "Pell(n)", "the index is shifted: it holds with n+1 in place of n"),
    ("cis", "(2^(n+2)+(-1)^n)/3", "one sign is wrong: a plus should be a minus"),
    ("cis", "(2^(n+2)-(-1)^n)/4", "a constant factor 4/3 is missing"),
    ("cis", "(3^(n+2)-(-1)^n)/3", "one number is wrong: 3 should be 2"),
    ("cis", "(2^(n+2)-(-1)^n)/3 + 7", "a summand -7 is missing"),
    ("cis", "(2^(n+2)-(-1)^n)/3 for n >= 1; a(0) = 2", "it holds only from n = 1 on"),
    ("cis", "a(n) ~ 2^n", "the constant factor 4/3 is missing"),
]


@pytest.mark.parametrize(("game", "formula", "repair"), REPAIRS)
def test_repairs(game, formula, repair):
    verdict = verify(formula, game=game, **PATH)
    assert verdict.verdict == "refuted"
    assert verdict.repair.startswith(repair)
    assert verdict.correction


def test_a_recurrence_that_starts_later():
    # Maximal positions of a row with the first term changed: a(n) = a(n-2) + a(n-3) fails there only.
    data = [5, 1, 1, 2, 2, 3, 4, 5, 7, 9]
    verdict = verify("a(n) = a(n-2) + a(n-3)", data=data)
    assert (verdict.verdict, verdict.first_difference.n) == ("refuted", 3)
    assert verify("a(n) = a(n-2) + a(n-3) for n >= 4", data=data).verdict == "consistent"
    # Cycles of 3 and more vertices have Lucas numbers; the recurrence cannot reach back before n = 3.
    verdict = verify("a(n) = a(n-1) + a(n-2) for n >= 3", game="node-kayles", family="cycle:n")
    assert (verdict.verdict, verdict.holds_from, verdict.printed_from) == ("later", 5, 3)


@settings(max_examples=20)
@given(st.integers(0, 3), st.integers(-3, 3), st.integers(1, 9))
def test_one_wrong_coefficient_is_found(place, error, scale):
    # The true function is given, and one coefficient of its denominator is printed wrong.
    below = [1, -2, -1, 4]
    true = RationalGF.of([scale, 2, 3], below)
    wrong = [c + error * (k == place) for k, c in enumerate(below)]
    assume(error and wrong[place])
    text = f"({scale}+2t+3t^2)/(" + "+".join(f"({c})*t^{k}" for k, c in enumerate(wrong)) + ")"
    side, ring = read_statement(text).chains[0].sides[0], Ring()
    value = ring.polynomial(true.numerator) / ring.polynomial(true.denominator)
    found = repaired_series(side, text, ratio(side, ring), value, Weights.NONE)
    right = below[place]
    assert found is not None
    assert str(abs(right)) in found or "the sign" in found


# Ranges, first values, weights


def test_first_values():
    assert verify("a(n)=2a(n-1)+a(n-2)", game="col", start=[1, 3], **PATH).verdict == "proved"
    verdict = verify("a(n)=2a(n-1)+a(n-2)", game="col", start=[1, 2], **PATH)
    assert (verdict.first_difference.n, verdict.first_difference.true) == (1, "3")
    with pytest.raises(OptionError, match="first values go with a recurrence"):
        verify("1/(1-t)", game="col", start=[1], **PATH)


def test_families_that_start_later():
    # Lucas numbers; below n = 3 a printed series may have what it likes.
    counts = [gfkit.brute_force("node-kayles", f"cycle:{n}").count for n in range(3, 10)]
    assert counts == [4, 7, 11, 18, 29, 47, 76]
    verdict = verify("(2-t)/(1-t-t^2)", game="node-kayles", family="cycle:n")
    assert verdict.verdict == "proved"
    assert verdict.notes == ("compared from n = 3 on, where the family starts",)
    assert verify("(7-t)/(1-t-t^2)", game="node-kayles", family="cycle:n").verdict == "refuted"
    assert verify("L(n)", game="node-kayles", family="cycle:n").verdict == "proved"


def test_weights_are_read_off():
    assert verify("1/(1-(1+x)t-yt^2)", game="o12", **PATH).verdict == "proved"
    assert verify("1/(1-(1+x)t-xt^2)", game="o12", **PATH).verdict == "proved"
    # Named on the left: P(x, y) with a right side in which x and y do not occur is still two-coloured.
    assert verify("GF(1, x, y, t) = 1/(1-2t-t^2)", game="o12", **PATH).verdict == "refuted"
    verdict = verify("1/(1-2t-t^2)", game="o12", weights="players", **PATH)
    assert verdict.verdict == "refuted"
    assert verdict.notes == ("the formula has no x and no y in it, and is compared as it stands",)


def test_other_letters_for_the_size():
    assert verify("1/(1-2x-x^2)", game="o12", variable="x", **PATH).verdict == "proved"
    assert verify("1/(1-2z-z^2)", game="o12", variable="z", **PATH).verdict == "proved"
    verdict = verify("1/(1-2q)", game="o12", variable="q", **PATH)
    assert verdict.notes == ("t marks the size here, where the formula has q",)
    # Without t the only letter is the size, unless another option says what it is.
    for formula in ("1/(1-2x-x^2)", "A(z) = 1/(1-2z-z^2)"):
        verdict = verify(formula, game="o12", **PATH)
        assert verdict.verdict == "proved"
        assert verdict.notes == (
            f"t marks the size here, where the formula has {'z' if 'z' in formula else 'x'}",
        )
    assert verify("1/(1-2x-x^2)", game="o12", variable="t", **PATH).verdict == "refuted"
    assert verify("1/(1-2x-x^2)", game="o12", weights="pieces", **PATH).verdict == "refuted"
    with pytest.raises(OptionError, match="variable 'w': must be one of t, x, z, q"):
        verify("1/(1-w)", game="o12", variable="w", **PATH)


# Growth

GROWTH = [
    ("col", "a(n) ~ (1+sqrt(2))^(n+1)/2", "proved"),
    ("col", "a(n) ~ (1+sqrt(2))^(n+1)/3", "refuted"),
    ("col", "(1+sqrt(2))^(n+1)/2 + o(1)", "proved"),
    ("cis", "4/3*2^n + o(1)", "refuted"),  # the rest, (-1)^n/3, does not tend to 0
    ("cis", "a(n) ~ 4/3*2^n", "proved"),
    ("cis", "(4*2^n - (-1)^n)/3 + o(1)", "proved"),
    ("col", "2.414", "proved"),
    ("col", "2.41421", "proved"),
    ("col", "2.41422", "refuted"),
    ("col", "1 + sqrt(2)", "proved"),
    ("col", "sqrt(6)", "refuted"),
    ("cis", "2", "proved"),
]


@pytest.mark.parametrize(("game", "formula", "expected"), GROWTH)
def test_growth(game, formula, expected):
    assert verify(formula, game=game, **PATH).verdict == expected


# Rounding


def test_rounding_is_proved_by_a_bound():
    for game, formula in [
        ("col", "round((1+sqrt(2))^(n+1)/2)"),
        ("o12", "floor((1+sqrt(2))^(n+1)/(2sqrt(2)) + 1/2)"),
        ("node-kayles", "round(((1+sqrt(5))/2)^(n+2)/sqrt(5))"),
        ("cis", "round(2^(n+2)/3)"),
    ]:
        verdict = verify(formula, game=game, **PATH)
        assert verdict.verdict == "proved"
        assert verdict.evidence.method == "rounding-error-bounded"
    assert verify("floor((1+sqrt(2))^(n+1)/2)", game="col", **PATH).verdict == "refuted"


def test_binomials_are_never_called_proved():
    # Row sums of Pascal's triangle are 2^n: one vertex set without edges has a position for each subset.
    verdict = verify("binomial(2n, n)", game="o12", **PATH)
    assert verdict.verdict == "refuted"
    assert verify("binomial(2n, n)/(n+1)", data=CATALAN).verdict == "consistent"


# Complete graphs


def test_complete_graphs():
    # A005425 by its definition: a(n) = 2a(n-1) + (n-1)a(n-2).
    counts = [gfkit.brute_force("o12", f"complete:{n}").count for n in range(6)]
    assert counts == [1, 2, 5, 14, 43, 142]
    target = {"game": "o12", "family": "complete:n"}
    assert verify("a(n) = 2a(n-1) + (n-1)a(n-2)", **target).verdict == "proved"
    assert verify("a(n) = 2a(n-1) + n a(n-2)", **target).verdict == "refuted"
    assert verify("1/(1-2t-t^2)", **target).verdict == "refuted"
    with pytest.raises(InputError, match="knows no growth"):
        verify("2.4^n", **target)


# Data


def test_data():
    assert verify("1/(1-2t-t^2)", data=[1, 2, 5, 12, 29]).verdict == "consistent"
    assert verify("a(n)=2a(n-1)+a(n-2)", data=PELL).verdict == "consistent"
    assert verify("n^2/2", data=[Fraction(1, 2), 2, Fraction(9, 2)], offset=1).verdict == "consistent"
    verdict = verify("(1+3t)/(1-2t-t^2)", data=PELL)
    assert (verdict.verdict, verdict.repair) == ("refuted", "3 should be 1")
    assert verdict.correction == "(1 + t)/(1 - 2*t - t^2)"
    verdict = verify("a(n)=2a(n-1)-a(n-2)", data=PELL)
    assert verdict.correction == "a(n) = 2*a(n-1) + a(n-2) for n >= 2"
    with pytest.raises(InputError, match="too few to test the recurrence; 3 are needed at least"):
        verify("a(n)=2a(n-1)+a(n-2)", data=[1, 3])
    with pytest.raises(OptionError, match="data cannot decide"):
        verify("2.4^n", data=PELL)


def test_coefficients_with_n():
    # Catalan and Apery numbers, by their definitions.
    apery = [sum(comb(n, k) ** 2 * comb(n + k, k) ** 2 for k in range(n + 1)) for n in range(9)]
    formula = r"n^3 a(n) = (34n^3 - 51n^2 + 27n - 5)a(n-1) - (n-1)^3 a(n-2)"
    assert verify(formula, data=apery).verdict == "consistent"
    assert verify(formula.replace("27", "26"), data=apery).verdict == "refuted"
    assert verify("a(n) = (4n-2)/(n+1) a(n-1)", data=CATALAN).verdict == "consistent"
    assert verify("a_{n+1} = \\frac{2(2n+1)}{n+2} a_n", data=CATALAN).verdict == "consistent"


def test_huge_numbers():
    # Beyond what Python writes out by itself.
    data = [7 ** (6000 + n) for n in range(8)]
    assert verify("7^(n+6000)", data=data).verdict == "consistent"
    verdict = verify("7^(n+6001)", data=data)
    assert len(verdict.first_difference.formula) > 5000


# The command line


class TestCommand:
    def test_refuted(self, capsys):
        assert main(["verify", r"\frac{3}{1-t-2t^2}", "--for", "cis", "path:n"]) == 1
        assert capsys.readouterr().out.splitlines() == [
            "refuted: at n = 0 the formula gives 3, the truth is 1",
            "repair    3 should be 1 + 2*t",
            "right is  (1 + 2*t)/(1 - t - 2*t^2)",
            "the difference is proved by single-board-counted (n 0)",
        ]

    def test_json(self, capsys):
        assert main(["verify", "1/(1-2t)", "--for", "o12", "path:n", "--json"]) == 1
        result = json.loads(capsys.readouterr().out)
        assert result["verdict"] == "refuted"
        assert result["first_difference"] == {"n": 2, "formula": "4", "true": "5"}
        assert result["correction"] == "1/(1 - 2*t - t^2)"
        assert result["evidence"]["status"] == "proved"
        assert main(["verify", "1/(1-2t-t^2)", "--for", "o12", "path:n", "--json"]) == 0
        result = json.loads(capsys.readouterr().out)
        assert (result["verdict"], result["first_difference"], result["correction"]) == ("proved", None, None)

    def test_a_formula_with_a_sign(self, capsys):
        assert main(["verify", "-1/(-1+2t+t^2)", "--for", "o12", "path:n"]) == 0
        assert main(["verify", "--for", "o12", "path:n", "-1/(-1+2t+t^2)"]) == 0
        assert capsys.readouterr().out.count("proved: ") == 2

    def test_from_files(self, capsys, monkeypatch, tmp_path):
        formula, data = tmp_path / "f.tex", tmp_path / "b.txt"
        formula.write_text("\\frac{1+t}\n{1-2t-t^2}\n")
        data.write_text("# a remark\n" + "".join(f"{n} {value}\n" for n, value in enumerate(PELL)))
        assert main(["verify", "--formula-file", str(formula), "--data", str(data)]) == 0
        assert "all 10 terms agree" in capsys.readouterr().out
        monkeypatch.setattr(sys, "stdin", io.StringIO("1/(1-2t-t^2)"))
        assert main(["verify", "-", "--for", "o12", "path:n"]) == 0

    def test_options(self, capsys):
        line = ["verify", "a(n)=2a(n-1)+a(n-2)", "--for", "col", "path:n", "--start", "1, 3", "--from", "2"]
        assert main(line) == 0
        assert "the 2 given first values are right" in capsys.readouterr().out
        ends = ["--for", "domineering", "nx2", "--positions", "right-ends"]
        assert main(["verify", "F(n+1)^2", *ends]) == 0
