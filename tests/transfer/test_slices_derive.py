"""Families of slices against listing and numbers in print, and where the theorem of strips says nothing."""

from __future__ import annotations

import pytest

from gfkit import brute_force, count, derive, family, parse_board
from gfkit.boards import Family
from gfkit.errors import MismatchError
from gfkit.games import Rule
from gfkit.typing import Weights

NAMES = (
    "ladder prism moebius antiprism crossed-prism star wheel fan gear helm sunlet triangle-ring web comb"
    " triangular-snake pan flower alkane friendship"
    " book dipyramid K4xpath C3xcycle K3-strong-path K3-tensor-cycle"
)
LATTICES = (
    "king:3xn king:nx2 knight:3xn triangular:2xn truncated-square:1xn hex:1xn hex:nx1 hex-cylinder:3xn"
    " king-cylinder:3xn bipartite:3xn stacked-book:2xn"
)
WIDE = {"K3-tensor-cycle:n", "knight:3xn", "C3xcycle:n", "flower:n"}
FAMILIES = [f"{word}:n" for word in NAMES.split()] + LATTICES.split()


def small(boards: Family, cells: int) -> list[int]:
    return [n for n in range(boards.first_n, boards.first_n + 8) if boards.at(n).size <= cells]


@pytest.mark.parametrize("text", FAMILIES)
@pytest.mark.parametrize(
    ("game", "positions", "cells"),
    [
        ("node-kayles", "all", 14),
        ("node-kayles", "maximal", 14),
        ("arc-kayles", "all", 10),
        ("arc-kayles", "maximal", 10),
        ("col", "left-ends", 9),
        ("snort", "maximal", 9),
        ("nogo", "all", 7),
    ],
)
def test_laws_are_what_listing_gives(text, game, positions, cells):
    if game in ("col", "snort", "nogo") and text in WIDE:
        pytest.skip("too many states to be quick")
    boards = parse_board(text)
    law = derive(game, text, positions=positions)
    assert law.evidence.status == "proved"
    assert law.first_n == boards.first_n
    for n in small(boards, cells):
        assert law[n] == brute_force(game, boards.at(n), positions=positions).count, n


@pytest.mark.parametrize("text", ["moebius:n", "gear:n", "king:3xn", "hex:1xn", "book:n"])
def test_weights(text):
    law, boards = derive("col", text, weights="players"), parse_board(text)
    for n in small(boards, 8):
        assert law[n] == brute_force("col", boards.at(n), weights=Weights.PLAYERS.value).polynomial


@pytest.mark.parametrize("text", FAMILIES)
def test_counts_of_larger_boards_are_the_terms(text):
    # counted in parts and in other orders than the strip is swept
    boards = parse_board(text)
    law = derive("arc-kayles", text)
    for n in (boards.first_n + 6, boards.first_n + 11):
        assert law[n] == count("arc-kayles", boards.at(n)).count


# OEIS: the data of the entries, compared whole; ``from_n`` is the n of the first term that is compared, where
# an entry begins below the first graph by its recurrence.
PUBLISHED = {
    "A020877": ("arc-kayles", "all", "moebius:n", 3,
                "34,106,344,1102,3546,11394,36628,117730,378426,1216378"),
    "A061705": ("arc-kayles", "all", "wheel:n", 4,
                "10,19,36,66,120,215,382,673,1178,2050,3550,6121,10514"),
    "A192857": ("arc-kayles", "all", "web:n", 3,
                "93,439,1988,9107,41583,190047,868341,3967828"),
    "A286814": ("arc-kayles", "all", "helm:n", 3,
                "29,82,227,618,1661,4418,11651,30506,79389,205522"),
    "A287349": ("arc-kayles", "all", "gear:n", 3,
                "42,131,398,1186,3482,10103,29034,82777,234424,660098"),
    "A287350": ("node-kayles", "all", "gear:n", 3,
                "26,63,155,386,971,2463,6290,16151,41651,107778,279635"),
    "A287485": ("node-kayles", "all", "web:n", 3,
                "68,304,1232,5168,21408,89088,370112,1538560,6394368"),
    "A051928": ("node-kayles", "all", "K3xcycle:n", 3,
                "34,121,391,1300,4285,14161,46762,154453,510115"),
    "A284701": ("arc-kayles", "maximal", "antiprism:n", 3,
                "14,46,137,354,905,2366,6278,16681,44156,116650,308180"),
    "A284703": ("arc-kayles", "maximal", "prism:n", 3,
                "10,17,51,98,211,457,964,2095,4489,9638,20723,44469,95550"),
    "A284709": ("arc-kayles", "maximal", "wheel:n", 4,
                "3,10,10,20,28,42,63,92,132,194,273,394,555,786"),
    "A287425": ("arc-kayles", "maximal", "gear:n", 3,
                "11,22,47,98,198,394,776,1512,2917,5582,10610,20050,37697"),
    "A287497": ("arc-kayles", "maximal", "web:n", 3,
                "22,53,166,432,1212,3341,9175,25364,69829,192560,530830"),
    "A287498": ("node-kayles", "maximal", "web:n", 3,
                "9,12,30,55,105,212,405,794,1551,3015,5889,11477,22374"),
    "A332349": ("node-kayles", "maximal", "king:4xn", 1,
                "3,12,22,79,194,537,1519,4011,11258,30506,83661,229754"),
    "A286945": ("arc-kayles", "maximal", "ladder:n", 1,
                "1,2,5,11,24,51,109,234,503,1081,2322,4987,10711,23006"),
}  # fmt: skip


@pytest.mark.parametrize("number", sorted(PUBLISHED))
def test_numbers_in_print(number):
    game, positions, text, from_n, data = PUBLISHED[number]
    law = derive(game, text, positions=positions)
    terms = [int(value) for value in data.split(",")]
    assert [int(law[from_n + k]) for k in range(len(terms))] == terms


class TestTheorem:
    def test_links_over_several_slices(self):
        # the square of a cycle: where it starts, no vertex is joined twice to another
        squared = family(1, [(0, 0, 1), (0, 0, 2)], ring=True)
        assert squared.first_n == 5
        law = derive("node-kayles", squared)
        for n in range(5, 15):
            assert law[n] == brute_force("node-kayles", squared.at(n)).count

    def test_ends_that_differ(self):
        # a path with a triangle at its beginning and a star at its end
        text = "slices(1;to=0-0-1;first=3/0-1,0-2,1-2/0-0/;last=4/0-1,0-2,0-3/0-0/):n"
        law, boards = derive("arc-kayles", text, positions="maximal"), parse_board(text)
        assert law.first_n == 1
        for n in range(1, 6):
            assert law[n] == brute_force("arc-kayles", boards.at(n), positions="maximal").count

    def test_ends_that_are_no_different_from_slices(self):
        # 2 colours of which nothing is asked: two for every vertex, of which the ends have three
        rule = Rule.array(colours=2, near=[("rook", "size(near) >= 0")])
        law = derive(rule, "slices(2;to=0-0-1,1-1-1;first=2//0-0,1-1/;last=1//0-0/):n")
        assert [int(law[n]) for n in range(1, 9)] == [2 ** (2 * n + 3) for n in range(1, 9)]
        assert law.evidence.status == "proved"

    def test_slices_that_hang_together_by_hubs_alone(self):
        law = derive("node-kayles", "friendship:n")
        assert [int(law[n]) for n in range(6)] == [3**n + 1 for n in range(6)]

    def test_slices_that_do_not_hang_together(self):
        law = derive("node-kayles", family([(0, 1)]))
        assert [int(law[n]) for n in range(6)] == [3**n for n in range(6)]

    def test_a_twist_of_many_turns(self):
        # three rails that change places: one long cycle of 3n vertices
        law = derive("node-kayles", family(3, [(0, 0), (1, 1), (2, 2)], ring=True, twist=(1, 2, 0)))
        cycle = derive("node-kayles", "cycle:n")
        assert [law[n] for n in range(3, 12)] == [cycle[3 * n] for n in range(3, 12)]

    def test_edges_that_exclude_each_other_cannot_wait_for_a_hub(self):
        rule = Rule.of(
            {"name": "induced", "both": {"pieces": ["XX", "X/X"]}, "rules": {"forbid_adjacent": ["LL"]}}
        )
        assert int(count(rule, "star:4").count) == 4
        with pytest.raises(MismatchError, match="a vertex touches all slices"):
            derive(rule, "wheel:n", positions="maximal")
