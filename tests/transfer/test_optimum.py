"""Smallest and largest weights: their laws, and in how many ways they are attained.

Beside listing, domination numbers of grids in print, and entries of the OEIS.
"""

from __future__ import annotations

import pytest
from choice import sample

from gfkit import brute_force, optimum, parse_board
from gfkit.cli.main import main
from gfkit.games import Rule
from gfkit.transfer.questions.optimum import OptimumOfFamily

BOARDS = (
    "path:n cycle:n 2xn cylinder:3xn prism:n moebius:n wheel:n gear:n book:n king:2xn bipartite:2xn star:n"
    " dipyramid:n hex:1xn K3xpath:n slices(1;to=0-0-1;first=3/0-1,0-2,1-2/0-0/):n"
)
ASKED = (
    "dominating-sets independent-sets maximal-independent-sets total-dominating-sets minimal-dominating-sets"
    " edge-covers minimal-edge-covers maximal-matchings irredundant-sets node-kayles arc-kayles col"
)
GAMES = ("node-kayles", "arc-kayles", "col")
"""Of these the maximal positions are asked."""


def law_of(game: str | Rule, family: str, positions: str = "all") -> OptimumOfFamily:
    found = optimum(game, family, positions)
    assert isinstance(found, OptimumOfFamily)
    assert found.evidence.status == "proved"
    return found


@pytest.mark.parametrize(("game", "family"), sample(ASKED.split(), BOARDS.split(), quick=1, seconds=1))
def test_laws_are_what_listing_gives(game, family):
    boards, positions = parse_board(family), "maximal" if game in GAMES else "all"
    found = law_of(game, family, positions)
    most = {"col": 7}.get(game, 9)
    for n in range(found.first_n, found.first_n + 30):
        board = boards.at(n)
        if board.size > most or len(board.edges) > 13:
            break
        listed = brute_force(game, board, positions, weights="pieces").polynomial
        terms = {powers[0]: number for powers, number in listed.terms}
        for law, extreme in ((found.smallest, min(terms)), (found.largest, max(terms))):
            assert law.weights[n] == extreme, n
            assert law.counts is not None
            assert law.counts[n] == terms[extreme], n
            if n - found.first_n < len(law.known):
                assert law.known[n - found.first_n] == (extreme, terms[extreme])


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


def test_the_command_and_a_board_without_anything(capsys):
    assert optimum("perfect-codes", "cycle:4").smallest is None
    assert main(["optimum", "dominating-sets", "4x5"]) == 0
    assert "smallest  6, attained 52 times" in capsys.readouterr().out
    assert main(["optimum", "dominating-sets", "cycle:n", "--json"]) == 0
    assert '"law": "floor((n + 2)/3)"' in capsys.readouterr().out
