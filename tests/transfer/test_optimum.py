"""Smallest and largest weights: their laws, and in how many ways they are attained.

Beside listing, domination numbers of grids in print, and entries of the OEIS.
"""

from __future__ import annotations

import pytest
from cli.calling import call

from gfkit import optimum
from gfkit.games import Rule
from gfkit.transfer.questions.optimum import OptimumOfFamily


def law_of(game: str | Rule, family: str, positions: str = "all") -> OptimumOfFamily:
    found = optimum(game, family, positions)
    assert isinstance(found, OptimumOfFamily)
    assert found.evidence.status == "proved"
    return found


# Goncalves, Pinlou, Rao, Thomasse, The domination number of grids (2011), Theorem 1.
def grid(m: int, n: int) -> int:
    if m == 4:
        return n + (n in (1, 2, 3, 5, 6, 9))
    if m == 5:
        return (6 * n + (6 if n in (2, 3, 7) else 8)) // 5
    if m == 6:
        return (10 * n + (10 if n >= 6 and n % 7 == 1 else 12)) // 7
    a, b, c = {1: (1, 2, 3), 2: (1, 2, 2), 3: (3, 4, 4), 7: (5, 3, 3), 8: (15, 14, 8)}[m]
    return (a * n + b) // c


@pytest.mark.parametrize("widths", [range(1, 3), pytest.param(range(3, 7), marks=pytest.mark.slow(10))])
def test_domination_numbers_of_grids(widths):
    for m in widths:
        law = law_of("dominating-sets", f"{m}xn").smallest.weights
        assert [law[n] for n in range(m, 60)] == [grid(m, n) for n in range(m, 60)]


def test_what_a_law_says_of_its_beginning():
    text = law_of("dominating-sets", "5xn").smallest.text
    assert text.startswith("floor((6*n + 8)/5) for n >= 8; a(0) = 0; a(1) = 2; a(2) = 3")


def test_ways_that_are_left_for_slower_ones():
    """Ones, then zeros or twos for good: each is left and never gone back to, and grows by another."""
    rule = Rule.array(
        colours=3,
        window=[("ab", "b == 0 if a == 0 else b != 1 if a == 2 else b < 3")],
        weight={1: "x", 2: "x^3"},
    )
    found = law_of(rule, "1xn")
    assert [found.smallest.weights[n] for n in range(6)] == [0] * 6
    assert [found.largest.weights[n] for n in range(6)] == [3 * n for n in range(6)]
    assert found.largest.counts is not None
    assert [found.largest.counts[n] for n in range(6)] == [1] * 6


def test_slower_ways_that_cannot_end():
    """Zeros may follow a one and go on, and the last is a one."""
    rule = Rule.array(
        colours=2, window=[("ab", "a <= b or a == 1")], pin=[("last", "x == 1")], weight={1: "x"}
    )
    found = law_of(rule, "1xn")
    assert [found.smallest.weights[n] for n in range(1, 6)] == [1] * 5


def test_the_command_and_a_board_without_anything():
    assert optimum("perfect-codes", "cycle:4").smallest is None
    assert "smallest  6, attained 52 times" in call("optimum", "dominating-sets", "4x5", code=0).out
    said = call("optimum", "dominating-sets", "cycle:n", "--json", code=0)
    assert '"law": "floor((n + 2)/3)"' in said.out
