"""Huntemann and McKay, Counting Domineering Positions: what is printed about strips, proved."""

from __future__ import annotations

import pytest

import gfkit
from gfkit.verify.claim import verify


def ends(family: str, n: int) -> int:
    """Right ends on the board of size n, all positions listed where that is quick."""
    board = family.replace("n", str(n))
    found = gfkit.count("domineering", board, "right-ends").count
    rows, columns = map(int, board.split("x"))
    if rows * columns <= 15:
        assert found == gfkit.brute_force("domineering", board, "right-ends").count
    return found


def fibonacci(n: int) -> int:
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def judged(formula: str, family: str, **options: object):
    return verify(formula, game="domineering", family=family, positions="right-ends", **options)


def test_padovan():
    a = {1: 1, 2: 1, 3: 2}
    for n in range(4, 16):
        a[n] = a[n - 2] + a[n - 3]
    assert all(ends("1xn", n) == value for n, value in a.items())
    verdict = judged("a_1=1, a_2=1, a_3=2, a_n=a_{n-2}+a_{n-3}", "1xn")
    assert verdict.verdict == "proved"
    assert dict(verdict.evidence.details)["holds_from"] == 4


@pytest.mark.parametrize("formula", ["F(n+1)", r"F_{n+1}", "a(n) = a(n-1) + a(n-2)", "1/(1-t-t^2)"])
def test_one_column(formula):
    assert all(ends("nx1", n) == fibonacci(n + 1) for n in range(1, 13))
    assert judged(formula, "nx1").verdict == "proved"


@pytest.mark.parametrize("formula", ["F(n+1)^2", r"\left(F_{n+1}\right)^2", "c_n = F_{n+1}^2"])
def test_two_columns(formula):
    # Printed as what appears to be so.
    assert all(ends("nx2", n) == fibonacci(n + 1) ** 2 for n in range(1, 11))
    verdict = judged(formula, "nx2")
    assert verdict.verdict == "proved"
    assert verdict.evidence.status == "proved"


def test_three_columns():
    # A054894; printed as what appears to be so.
    values = [ends("nx3", n) for n in range(1, 12)]
    assert values[:8] == [2, 11, 48, 227, 1054, 4921, 22944, 107017]
    for m in range(4, 11):
        assert values[m] == 4 * values[m - 1] + 4 * values[m - 2] - 4 * values[m - 3] - values[m - 4]
    assert judged("a_m=4a_{m-1}+4a_{m-2}-4a_{m-3}-a_{m-4}", "nx3").verdict == "proved"


def test_rows_and_columns_exchanged():
    # The same recurrence is not one for 3 x n, and the verdict says for what it is one.
    values = [ends("3xn", n) for n in range(7)]
    assert values[4] != 4 * values[3] + 4 * values[2] - 4 * values[1] - values[0]
    verdict = judged("a_m=4a_{m-1}+4a_{m-2}-4a_{m-3}-a_{m-4}", "3xn")
    assert verdict.verdict == "refuted"
    assert "nx3" in verdict.repair or "3xn" in verdict.repair
    family, positions = ("nx3", "right-ends") if "nx3" in verdict.repair else ("3xn", "left-ends")
    again = verify(
        "a_m=4a_{m-1}+4a_{m-2}-4a_{m-3}-a_{m-4}", game="domineering", family=family, positions=positions
    )
    assert again.verdict == "proved"


def test_maximal_positions_of_one_row():
    # A000931: the Padovan numbers; a maximal position of a row is a Right end of it, and Left cannot play.
    counts = [gfkit.brute_force("domineering", f"1x{n}", "maximal").count for n in range(12)]
    assert all(counts[n] == counts[n - 2] + counts[n - 3] for n in range(3, 12))
    verdict = verify("a(n)=a(n-2)+a(n-3)", game="domineering", family="1xn", positions="maximal")
    assert verdict.verdict == "proved"


def test_matchings_of_the_ladder():
    # A030186: a(n) = 3a(n-1) + a(n-2) - a(n-3), the matchings of the 2 x n grid.
    counts = [gfkit.brute_force("domineering", f"2x{n}").count for n in range(8)]
    assert counts[:6] == [1, 2, 7, 22, 71, 228]
    assert verify("a(n) = 3a(n-1) + a(n-2) - a(n-3)", game="domineering", family="2xn").verdict == "proved"


def test_a_profile_of_one_row():
    # D_{1,6}(x, y) = x^3 + 6x^2 + 5x + 1 in the paper, where only one player can move.
    counts = gfkit.brute_force("domineering", "1x6", weights="pieces").polynomial
    assert str(counts) == "1 + 5*x + 6*x^2 + x^3"
    assert verify("1/(1 - t - x t^2)", game="domineering", family="1xn").verdict == "proved"
