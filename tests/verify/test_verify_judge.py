"""The one judge: a claim before a game, before terms and before an entry's sequence, with one verdict.

Terms are those in print, or known by arithmetic; the kind ``entries`` of ``differential`` has random ones.
"""

from __future__ import annotations

from itertools import product

import pytest

from gfkit.errors import InputError
from gfkit.oeis.clause import judged
from gfkit.oeis.hedged import read_line
from gfkit.sequences import RationalGF
from gfkit.verify.claim import judge_formula, verify
from gfkit.verify.judge import Judgement
from gfkit.verify.truth import LawTruth

FIBONACCI = [1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610]


def test_where_a_claim_begins_to_hold():
    # The term at ``late`` is one too large: a claim that reaches back by so many terms holds behind them.
    claims = (("a(n) = a(n-1) + a(n-2)", 2), ("a(n) = F(n+1)", 0), ("1/(1 - t - t^2)", 0))
    for late, (text, reach) in product(range(7), claims):
        is_series = text.startswith("1/")
        found = verify(text, data=[value + (n == late) for n, value in enumerate(FIBONACCI)])
        assert found.is_refuted
        if not is_series:  # of a series, terms say no more than where it first fails
            assert (found.holds_from, found.is_lasting) == (late + reach + 1, False)
        law = RationalGF.parse(f"1/(1 - t - t^2) + t^{late}")
        (clause,) = read_line(f"Empirical: G.f.: {text}." if is_series else f"{text}.").clauses
        settled = judged([clause], LawTruth(law))
        assert settled.verdict is (Judgement.REFUTED if is_series else Judgement.PROVED)
        assert not is_series or settled.first_difference.n == late
        assert (settled.holds_from, settled.is_lasting) == (late + reach + 1, True)


def test_values_below_the_first_term_must_lead_to_it():
    # 2*5 is 10, and not 3.
    found = verify("a(n) = 2*a(n-1), a(0) = 5", data=[3, 6, 12, 24, 48], offset=1)
    assert (found.verdict, found.first_difference.n) == ("refuted", 1)
    assert (found.first_difference.formula, found.first_difference.true) == ("10", "3")
    halved = verify("a(n) = 2*a(n-1), a(0) = 3/2", data=[3, 6, 12, 24, 48], offset=1)
    assert halved.verdict == "consistent"


def test_a_slip_of_the_index_is_one_for_all_clauses():
    # Both clauses say a(n + 1) of the entry that is F(n): F(1) = 1.
    clauses = read_line("Empirical: a(n) = A000045(n+1); a(0) = 1.").clauses
    fibonacci = LawTruth(RationalGF.parse("t/(1 - t - t^2)"))
    found = judged(clauses, fibonacci)
    assert found.verdict is Judgement.OPEN
    assert "index moved by 1" in found.reason
    assert judged(read_line("a(n) = A000045(n+1); a(0) = 2").clauses, fibonacci).is_refuted


def test_rounded_powers_are_confirmed_as_they_are_proved():
    # A001333: half of the sum of the n-th powers of 1 + sqrt(2) and 1 - sqrt(2), the second below 1/2.
    text = "a(n) = floor((1+sqrt(2))^n/2 + 1/2)"
    pell = RationalGF.parse("(1 - t)/(1 - 2*t - t^2)")
    exact = [1, 1, 3, 7, 17, 41, 99]
    assert list(pell.terms(7)) == exact
    assert judged(read_line(text).clauses, LawTruth(pell)).verdict is Judgement.PROVED
    shifted = judged(read_line("a(n) = floor((1+sqrt(2))^n/2)").clauses, LawTruth(pell))
    assert shifted.is_refuted
    assert shifted.first_difference.n == 0  # half of 1 is 0 rounded down


def test_a_refuted_formula_is_right_where_rows_and_columns_are_exchanged():
    # Right ends of Domineering on n x 3: Huntemann and McKay, the recurrence in print.
    text = "a(n) = 4*a(n-1) + 4*a(n-2) - 4*a(n-3) - a(n-4)"
    asked = {"game": "domineering", "positions": "right-ends"}
    assert verify(text, family="nx3", **asked).verdict == "proved"
    repair = verify(text, family="3xn", **asked).repair
    assert repair == "the recurrence is right for left-ends on 3xn"  # the same boards, turned by a quarter


def test_a_law_that_is_given_proves_and_refutes():
    squares = LawTruth(RationalGF.parse("t*(1 + t)/(1 - t)^3"))  # the sum of n^2 t^n
    assert judge_formula("n^2", squares).verdict == "proved"
    assert judge_formula("a(n) = a(n-1) + 2*n - 1 for n >= 1", squares).verdict == "proved"
    wrong = judge_formula("a(n) = 2*a(n-1) - a(n-2) + 3", squares)
    assert (wrong.verdict, wrong.first_difference.n) == ("refuted", 2)  # 2*1 - 0 + 3 is 5, and not 4
    assert judge_formula("n^2 if n < 50; n^2 + 1 otherwise", squares).first_difference.n == 50


def test_a_law_with_weights_is_compared_with_what_has_weights():
    matchings = LawTruth(RationalGF.parse("1/(1 - t - x*t^2)"))  # of a path, by edges
    assert judge_formula("1/(1 - t - x*t^2)", matchings).verdict == "proved"
    assert judge_formula("P(n) = P(n-1) + x*P(n-2)", matchings).verdict == "proved"
    assert judge_formula("P(n) = P(n-1) + P(n-2)", matchings).is_refuted  # 1 + x is not 2
    with pytest.raises(InputError, match="polynomials"):
        judge_formula("F(n+1)", matchings)
