"""verify by what is printed about strips, in other signs than the claims and for other families."""

from __future__ import annotations

import pytest

import gfkit
from gfkit.claims.claim import verify


def judged(formula: str, family: str, positions: str = "right-ends"):
    return verify(formula, game="domineering", family=family, positions=positions)


def test_spellings():
    for family, formulas in {
        "nx1": (r"F_{n+1}", "a(n) = a(n-1) + a(n-2)", "1/(1-t-t^2)"),
        "nx2": (r"\left(F_{n+1}\right)^2", "c_n = F_{n+1}^2"),
        "nx3": ("a_m=4a_{m-1}+4a_{m-2}-4a_{m-3}-a_{m-4}",),
    }.items():
        for formula in formulas:
            verdict = judged(formula, family)
            assert (verdict.verdict, verdict.evidence.status) == ("proved", "proved"), formula


@pytest.mark.slow(1)
def test_a_recurrence_holds_from_where_its_values_are_given(claims):
    verdict = judged(claims["domineering-ends-1xn"].statement[0], "1xn")
    assert (verdict.verdict, verdict.holds_from) == ("proved", 4)


@pytest.mark.slow(1)
def test_rows_and_columns_exchanged():
    # The recurrence of n x 3 is not one for 3 x n, and the verdict says for what it is one.
    printed = "a_m=4a_{m-1}+4a_{m-2}-4a_{m-3}-a_{m-4}"
    values = [gfkit.brute_force("domineering", f"3x{n}", "right-ends").count for n in range(5)]
    assert values[4] != 4 * values[3] + 4 * values[2] - 4 * values[1] - values[0]
    verdict = judged(printed, "3xn")
    assert verdict.verdict == "refuted"
    assert "nx3" in verdict.repair or "3xn" in verdict.repair
    family, positions = ("nx3", "right-ends") if "nx3" in verdict.repair else ("3xn", "left-ends")
    assert judged(printed, family, positions).verdict == "proved"


@pytest.mark.slow(1)
def test_maximal_positions_of_one_row():
    # A000931: the Padovan numbers; a maximal position of a row is a Right end of it, and Left cannot play.
    counts = [gfkit.brute_force("domineering", f"1x{n}", "maximal").count for n in range(12)]
    assert all(counts[n] == counts[n - 2] + counts[n - 3] for n in range(3, 12))
    assert judged("a(n)=a(n-2)+a(n-3)", "1xn", "maximal").verdict == "proved"


@pytest.mark.slow(1)
def test_matchings_of_the_ladder(claims):
    # A030186: a(n) = 3a(n-1) + a(n-2) - a(n-3), the matchings of the 2 x n grid.
    terms = list(map(int, claims["domineering-a030186"].statement))
    assert all(terms[n] == 3 * terms[n - 1] + terms[n - 2] - terms[n - 3] for n in range(3, len(terms)))
    assert judged("a(n) = 3a(n-1) + a(n-2) - a(n-3)", "2xn", "all").verdict == "proved"


@pytest.mark.slow(1)
def test_a_profile_of_one_row():
    # D_{1,6}(x, y) = x^3 + 6x^2 + 5x + 1 in the paper, where only one player can move.
    counts = gfkit.brute_force("domineering", "1x6", weights="pieces").polynomial
    assert str(counts) == "1 + 5*x + 6*x^2 + x^3"
    assert judged("1/(1 - t - x t^2)", "1xn", "all").verdict == "proved"
