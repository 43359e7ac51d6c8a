"""Verdicts: derived formulas are proved in all notations, wrong ones are refuted at their first failure.

The counts come from brute force and well-known sequences; random statements, true and false, are in
``differential``.
"""

import io
import sys
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import comb, factorial

import mpmath
import pytest
from choice import sample
from cli.calling import call, told
from hypothesis import assume, given, settings, strategies as st
from tables import tables

import gfkit
from gfkit.claims.claim import judge_formula, verify
from gfkit.claims.guessed import guess_for
from gfkit.claims.provers import truth
from gfkit.claims.provers.series import series_repair
from gfkit.claims.statement.parse import read_statement
from gfkit.claims.statement.ratio import Ring, ratio
from gfkit.core.algebra import Evidence, RationalGF, Status
from gfkit.core.errors import GfkitError, InputError, UndecidedError
from gfkit.core.rules import Question, Rule
from gfkit.core.typing import Weights

DATA = tables("verify_cases")["verify"]

PATH = {"family": "path:n"}
FIBONACCI = {"game": "independent-sets", "family": "path:n"}
ROW = {"game": "domineering", "family": "1xn"}
CATALAN = [comb(2 * n, n) // (n + 1) for n in range(12)]
APERY = [sum(comb(n, k) ** 2 * comb(n + k, k) ** 2 for k in range(n + 1)) for n in range(9)]
PELL = [1, 3, 7, 17, 41, 99, 239, 577, 1393, 3363]
PATHS = RationalGF.parse("(1 + t)/(1 - t - t^2)")


@cache
def counts(game):
    """Return the counts on paths, board by board; the smallest by listing all positions."""
    found = [gfkit.count(game, f"path:{n}").count for n in range(24)]
    assert found[:8] == [gfkit.brute_force(game, f"path:{n}").count for n in range(8)]
    return found


# Derived formulas are proved in all notations, for every game and family

DERIVED = DATA["derived"].replace("\n", " ").split(",")


@pytest.mark.parametrize("asked", sample(map(str.strip, DERIVED), quick=2, seconds=1))
def test_derived_formulas_are_proved_in_all_notations(asked):
    game, family, positions, weights = asked.split()
    law = gfkit.derive(game, family, positions, weights)
    said = [str(law), law.latex(), str(law.recurrence), law.recurrence.latex()]
    if weights == "none":
        said += [f"{law.growth(12).value}^n"]
        said += [str(law.closed_form), law.closed_form.latex()] if law.order < 12 else []
    target = {"game": game, "family": family, "positions": positions, "weights": weights}
    for formula in said:
        assert verify(formula, **target).verdict == "proved", formula


# A wrong formula is never proved, and the first difference is the true one

rows = st.lists(st.integers(-3, 3), min_size=1, max_size=3)


@settings(max_examples=5)
@given(rows, rows, st.integers(0, 4), st.tuples(*(st.integers(-2, 3),) * 3, st.integers(1, 3)))
def test_wrong_formulas_are_refuted_at_their_first_failure(above, below, start, numbers):
    """Compare series, recurrences and closed forms with listed counts."""
    gf, (a, b, c, d) = RationalGF.of(above, [1, *below]), numbers
    verdict = verify(str(gf), game="col", read_as="gf", **PATH)
    judge(verdict, gf.terms(12), counts("col"))
    assert verdict.correction == (None if verdict else "(1 + t)/(1 - 2*t - t^2)")
    formula = f"({a}*2^n + {b}*(-1)^n + {c})/{d}"
    values = [Fraction(a * 2**n + b * (-1) ** n + c, d) for n in range(16)]
    judge(verify(formula, game="cis", read_as="closed-form", **PATH), values[1:], counts("cis"), 1)
    if any(below):
        right, true = " + ".join(f"({c})*a(n-{k})" for k, c in enumerate(below, 1)), counts("nogo")
        first = max(start, len(below))
        wanted = [sum(c * true[n - k] for k, c in enumerate(below, 1)) for n in range(first, 24)]
        judge(verify(f"a(n) = {right} for n >= {start}", game="nogo", **PATH), wanted, true, first)


def judge(verdict, printed, true, first=0):
    wrong = [n for n, value in enumerate(printed, first) if value != true[n]]
    assert verdict.verdict == ("refuted" if wrong else "proved")
    if wrong:
        found, n = verdict.first_difference, wrong[0]
        assert (found.n, found.formula, found.true) == (n, str(printed[n - first]), str(true[n]))


@given(st.integers(0, 3), st.integers(-3, 3), st.integers(1, 9))
def test_one_wrong_coefficient_is_detected(place, error, scale):
    # The true function is given, and one coefficient of its denominator is printed wrong.
    below = [1, -2, -1, 4]
    true = RationalGF.of([scale, 2, 3], below)
    wrong = [c + error * (k == place) for k, c in enumerate(below)]
    assume(error and wrong[place])
    text = f"({scale}+2t+3t^2)/(" + "+".join(f"({c})*t^{k}" for k, c in enumerate(wrong)) + ")"
    side, ring = read_statement(text).chains[0].sides[0], Ring()
    value = ring.polynomial(true.numerator) / ring.polynomial(true.denominator)
    found = series_repair(side, text, ratio(side, ring), value, Weights.NONE)
    assert found is not None
    assert str(abs(below[place])) in found or "the sign" in found
    assert verify("(1+t)/(1 - 2/t - t^2)", game="col", **PATH).repair == "2/t should be 2*t"


def test_additions_to_a_true_statement_are_not_ignored():
    for addition in DATA["what_is_added_to_a_true_statement_counts"]:
        with suppress(GfkitError):
            assert verify(f"a(n) = F(n+2){addition}", **FIBONACCI).verdict != "proved", addition


# Ranges and first values


def test_first_values():
    recurrence = "a(n)=2a(n-1)+a(n-2)"
    assert verify(recurrence, game="col", start=[1, 3], **PATH).verdict == "proved"
    verdict = verify(recurrence, game="col", start=[1, 2], **PATH)
    assert (verdict.first_difference.n, verdict.first_difference.true) == (1, "3")
    with pytest.raises(InputError, match=r"start \[1, 7{5000}\]"):
        verify("1/(1-t)", **FIBONACCI, start=[1, 10**5000 // 9 * 7])  # Python's own text ends at 4,300 digits
    assert verify("a(n) = a(n-1) + a(n-2) for n >= 3", valid_from=3, **ROW).verdict == "proved"


def test_ranges_that_begin_below_zero():
    # There is no path with -1 vertices.
    with pytest.raises(UndecidedError, match="says nothing"):
        verify("F(n-1)*F(n+1) - F(n)^2 = (-1)^n", valid_from=-5, **FIBONACCI)
    verdict = verify("a(n) = F(n+2)", valid_from=-1, **FIBONACCI)
    assert (verdict.verdict, verdict.holds_from, verdict.printed_from) == ("later", 0, -1)
    assert verify("a(n+1) = F(n+3)", valid_from=-1, **FIBONACCI).verdict == "proved"


def test_divisions_by_zero_at_one_n_are_not_proved_for_all():
    for formula, place in DATA["what_divides_by_zero_at_one_n_is_not_proved_for_all"]:
        with pytest.raises(InputError, match=rf"n = {place}\b"):
            verify(formula, **FIBONACCI)
        with pytest.raises(InputError, match="division by zero"):
            verify(formula, data=[1, 2, 3, 5, 8, 13, 21, 34, 55])
        assert verify(formula, **FIBONACCI, valid_from=place + 1).verdict == "proved"


def test_verdicts_are_no_stronger_than_the_evidence_of_the_formula(monkeypatch):
    recurrence = "a(n) = a(n-1) + a(n-2) for n >= 1"
    verdict = judge_formula(recurrence, truth.LawTruth(PATHS, Evidence(Status.PROBABLE, "modular")))
    assert (verdict.verdict, verdict.holds_from) == ("consistent", 2)
    assert verdict.reason.endswith("only probable")
    assert judge_formula(recurrence, truth.LawTruth(PATHS)).verdict == "later"
    probable = replace(gfkit.derive(*FIBONACCI.values()), evidence=Evidence(Status.PROBABLE, "modular"))
    monkeypatch.setattr(truth, "derive", lambda *_, **__: probable)
    for formula in ("1/(1-t-2*t^2)", "a(n) = 2*a(n-1) + a(n-2)", "F(n+3)"):
        verdict = verify(formula, **FIBONACCI)
        assert (verdict.verdict, verdict.evidence.status) == ("refuted", "proved")
        assert any("only probable" in note for note in verdict.notes)


# Text


def test_a_line_break_does_not_denote_a_product():
    assert verify("F(n+1)\nF(n+2) - F(n)", **ROW).verdict == "proved"
    assert verify("F(n+1)\nF(n+2)", **ROW).verdict == "refuted"
    assert verify("\\frac{1}\n{1 - t\n - t^2}", **ROW).verdict == "proved"


def test_there_are_no_notes_if_every_part_is_used():
    assert verify("a(n) = a(n-1) + a(n-2)", **ROW).notes == ()
    assert verify(r"P_{\text{O12},P_n} = Pell(n+1)", game="o12", **PATH).notes == ()
    # Named on the left: P(x, y) with a right side in which x and y do not occur is still two-coloured.
    assert verify("GF(1, x, y, t) = 1/(1-2t-t^2)", game="o12", **PATH).verdict == "refuted"


def test_decimals_of_roots_are_checked():
    formula = str(gfkit.derive("nogo", "path:n").closed_form)
    root = mpmath.findroot(lambda r: r**3 - 3 * r**2 + r - 1, 2.77)  # Brown et al., Theorem 3.11
    assert str(root)[:12] in formula
    assert verify(formula, game="nogo", **PATH).verdict == "proved"
    with pytest.raises(InputError, match="is not a root"):
        verify(formula.replace("r1 = 2.769", "r1 = 2.768"), game="nogo", **PATH)


def test_a_factor_n_belongs_to_the_claim(tmp_path):
    rule = tmp_path / "steps.toml"
    rule.write_text('name = "steps"\n[cells]\ncolours = 2\n[rules]\nforbid = ["10"]\n', encoding="utf-8")
    # Words 0...01...1 of length n: n + 1 of them.
    assert [gfkit.brute_force(str(rule), f"1x{n}").count for n in range(1, 5)] == [2, 3, 4, 5]
    for formula, true in (("1.0*n", True), ("1.1*n", False), ("1.0*n^2", False), ("n*1.0^n", True)):
        verdict = verify(f"a(n) ~ {formula}", game=str(rule), family="1xn")
        assert verdict.verdict == ("proved" if true else "refuted"), formula


# Data


def test_data():
    known = {"PELL": PELL, "CATALAN": CATALAN, "APERY": APERY}
    known["POWERS"] = [7 ** (6000 + n) for n in range(8)]  # beyond the length that Python prints by default
    for formula, name, verdict in DATA["data"]:
        assert verify(formula, data=known[name]).verdict == verdict, formula
    assert len(verify("7^(n+6001)", data=[7**6000, 7**6001]).first_difference.formula) > 5000
    assert verify("n^2/2", data=[Fraction(1, 2), 2, Fraction(9, 2)], offset=1).verdict == "consistent"
    assert verify("1, 4, 9, 16", data=[1, 4, 9, 16, 25], offset=1).verdict == "consistent"
    for terms, offset in (("3, 7, 17", 1), ([7, 17], 2), ("1 3\n2 7\n3 17", None), ("0 1\n1 3", 0)):
        verdict = verify(terms, "independent-sets", "2xn", offset=offset)  # A001333
        assert (verdict.verdict, verdict.holds_from) == ("proved", offset if offset is not None else 1)
    verdict = verify("(1+3t)/(1-2t-t^2)", data=PELL)
    assert (verdict.verdict, verdict.repair) == ("refuted", "3 should be 1, in 3t")
    assert verdict.correction == "(1 + t)/(1 - 2*t - t^2)"
    assert verify("a(n)=2a(n-1)-a(n-2)", data=PELL).correction == "a(n) = 2*a(n-1) + a(n-2) for n >= 2"
    (note,) = verify("a(n) = F(n+1), a(9) = 99", data=[1, 1, 2, 3, 5]).notes
    assert "n = 9" in note


def test_data_that_begin_late_or_wrongly():
    # Maximal positions of a row with the first term changed: a(n) = a(n-2) + a(n-3) fails there only.
    data = [5, 1, 1, 2, 2, 3, 4, 5, 7, 9]
    verdict = verify("a(n) = a(n-2) + a(n-3)", data=data)
    assert (verdict.verdict, verdict.first_difference.n) == ("refuted", 3)
    assert verify("a(n) = a(n-2) + a(n-3) for n >= 4", data=data).verdict == "consistent"
    for formula, first, word, note in DATA["data_that_begin_late_or_wrongly"]:
        verdict = verify(formula, data=PATHS.terms(16)[first:], offset=first)
        assert verdict.verdict == word, formula
        assert verdict.notes[:1] == ((note,) if note else ()) or word == "refuted"


# The command line


def test_formulas_that_are_not_rational():
    """Central trinomial coefficients, involutions, and powers of 2 that end at n = 12."""
    zero = {"shapes": ["a"], "sum": "a", "number": [0]}
    words = Rule.of({"name": "T", "cells": {"values": [-1, 0, 1]}, "rules": {"exactly": [zero]}})
    trinomials, involutions = Question.of(words, "1xn"), Question.of("matchings", "complete:n")
    for question, term, sums in (
        (trinomials, lambda n: sum(comb(n, 2 * k) * comb(2 * k, k) for k in range(n)) + (n < 1), 2),
        (involutions, lambda n: sum(factorial(n) // 2**k // factorial(k) // factorial(n - 2 * k)
                                    for k in range(n // 2 + 1)), 1),
    ):  # fmt: skip
        found = guess_for(question)
        assert found.guess.found[0].terms(30) == [term(n) for n in range(30)]
        assert {proof.method for proof in found.judged} == {"closure"}
        assert len(found.lines()) == len(found.judged) + sums - 1
    half = "Sum_{k=0..floor(n/2)} n!/(k!*(n-2k)!*2^k)"
    for text, asked, said in (
        (half, involutions, "proved"), (half.replace("2^k", "3^k"), involutions, "refuted"),
        ("Sum_{k=0..floor(n/2)} binomial(n,2k)*binomial(2k,k)", trinomials, "proved"),
        ("n*a(n) = (2n-1)*a(n-1) + 3(n-1)*a(n-2)", trinomials, "proved"),
        ("n*a(n) = (2n-1)*a(n-1) + 3(n-2)*a(n-2)", trinomials, "refuted"),
        ("a(n+2) = a(n+1) + (n+1)*a(n)", involutions, "proved"),
    ):  # fmt: skip
        assert verify(text, game=asked).verdict == said, text
    runs = Rule.of({"name": "P", "cells": {"colours": 2}, "rules": {"forbid": ["1" * 12]}})
    assert guess_for(Question.of(runs, "1xn"), terms=12).judged == (12,)
    assert guess_for(Question.of("hamiltonian-cycles", "7xn")).judged[0].method == "closure"
    tower = Question.of("matchings", "complete:n")
    assert guess_for(tower, terms=12).guess.found[0].weak is False


def test_the_command_prints_the_error_and_a_correction():
    said = call("verify", r"\frac{3}{1-t-2t^2}", "--for", "cis", "path:n", code=1)
    first, _, repair, right, _ = said.lines
    assert first.startswith("refuted: ")
    assert all(part in first for part in ("n = 0", "3", "1"))
    assert "1 + 2*t" in repair
    assert right == "correction  (1 + 2*t)/(1 - t - 2*t^2)"
    formula = "a(n) = 5 + Sum_{k=2..n-2} a(k) for n >= 0"
    first, _, second, *_ = call("verify", formula, "--for", "independent-sets", "path:n", code=4).lines
    assert first.startswith("later: ")
    assert all(part in first for part in ("n >= 3", "n >= 0", "5", "1"))
    assert "n >= 3" in second
    assert "closure" in second


def test_signs_files_and_options_of_the_command(monkeypatch, tmp_path):
    target = ("--for", "o12", "path:n")
    for words in (("-1/(-1+2t+t^2)", *target), (*target, "-1/(-1+2t+t^2)")):
        assert "proved: " in call("verify", *words, code=0).out
    formula, data = tmp_path / "f.tex", tmp_path / "b.txt"
    formula.write_text("\\frac{1+t}\n{1-2t-t^2}\n")
    data.write_text("# a remark\n" + "".join(f"{n} {value}\n" for n, value in enumerate(PELL)))
    assert "all 10 terms agree" in call("verify", formula, "--data", data, code=0).out
    monkeypatch.setattr(sys, "stdin", io.StringIO("1/(1-2t-t^2)"))
    call("verify", "-", *target, code=0)
    first = ("--start", "1, 3", "--from", "2")
    said = call("verify", "a(n)=2a(n-1)+a(n-2)", "--for", "col", "path:n", *first, code=0)
    assert "a(0) = 1; a(1) = 3" in said.out
    call("verify", "F(n+1)^2", "--for", "domineering", "nx2", "--positions", "right-ends", code=0)


def test_entries_are_confirmed_with_their_true_range(tmp_path):
    """The differential tests (kind ``ranges``) check the other verdicts of ``oeis confirm``."""
    file, terms = tmp_path / "a.txt", ",".join(map(str, PATHS.terms(12)))
    file.write_text(
        f"%I A000001\n%S A000001 {terms}\n%N A000001 A name.\n%K A000001 nonn\n%O A000001 0,2\n"
        "%F A000001 Conjecture: a(n) = Fibonacci(n+2) + 0^(n-1) for n >= 1.\n"
        "%A A000001 _Jane Doe_, Jan 01 2026\n"
    )
    asked = ("--game", "independent-sets", "--family", "path:n")
    found = told("oeis", "confirm", file, *asked, code=4)
    known = [found["lines"][0][key] for key in ("verdict", "from_n", "fails_at", "printed_from")]
    assert known == ["later", 2, 1, 1]
    added = next(text for text in found["additions"] if "for n >= 1'" in text)
    assert "n >= 2" in added
    assert "n >= 1" in added
    assert "confirmed" not in added


def test_a_series_is_compared_from_the_claimed_n_on():
    """Fibonacci numbers, without a(0), with another a(0), and with a wrong later term."""
    for text, first, verdict in (
        ("(t + t^2)/(1 - t - t^2)", None, "proved"),
        ("7 + (t + t^2)/(1 - t - t^2)", None, "refuted"),
        ("(t + t^2)/(1 - t - t^2)", 1, "proved"),
        ("7 + (t + t^2)/(1 - t - t^2)", 1, "proved"),
        ("(t + t^2)/(1 - t - t^2) - t^3", 1, "refuted"),
        ("(t + t^2)/(1 - t - t^2) - t^3", 4, "proved"),
        ("1/(1 - t - t^3)", 1, "refuted"),
    ):
        assert verify(text, "matchings", "path:n", valid_from=first).verdict == verdict, (text, first)
