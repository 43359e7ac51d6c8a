"""Certificates of periods by ends: the checker's tables say what play says, and the theorem has hypotheses.

The truth is a search that knows nothing of strips, play by its definition, Guy and Smith's periods of
Dawson's Kayles and of Kayles, and the values of heap games.
"""

from __future__ import annotations

import copy

import pytest
from certified import FAMILIES, falsehood_of_period, impartial_rule, period_bases, saved_period, written
from hypothesis import given, settings
from hypothesis import strategies as st
from played import Plain

import gfkit
from gfkit.boards import Board, parse_board
from gfkit.errors import GfkitError
from gfkit.verify import certify_file, period_checker
from gfkit.verify.period_checker import RefusalError
from gfkit.verify.plain import plain_family, plain_placement
from gfkit.verify.play_certificate import save_play

PIECES = ["X", "XX", "XXX", "X/X", "XX/X.", "X.X", "X.XX", "XX/.X", "X./.X", "XX/XX", ".X/X."]


def told_by(rule, family, count):
    """The boards of a family by the checker's own tables, without a period; None where it has none."""
    asked = {"rule": plain_placement(rule), "shape": plain_family(family.text), "impartial": False}
    least, refused = 2, 1
    while least < 60 and refused == 1:  # the least length over which the ends do not feel each other
        try:
            strip = period_checker.Strip(written(asked), period_checker.Budget(10**7))
            ends = period_checker.Ends(strip, least)
            found = {(cut.left, cut.right) for cut in ends.cuts} if strip.ring else {ends.natural}
            waiting = list(found)
            while waiting and len(found) <= 300:
                new = set(ends.reached(waiting.pop())) - found
                found, waiting = found | new, [*waiting, *new]
            pairs = sorted(found, key=lambda pair: (period_checker.placements(pair), pair))
            table = period_checker.Table(ends, pairs)
            table.fill(count)
            return period_checker.Boards(table, 10**9, 1)
        except RefusalError as refusal:
            refused, least = refusal.args[0], least + max(1, least // 4)
    return None


@pytest.mark.slow(0.6)
@given(
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=3, unique=True),
    st.sampled_from([(), ("LL",)]),
    st.sampled_from(FAMILIES),
)
@settings(max_examples=30)
def test_boards_are_those_of_play(pieces, apart, text):
    """Under random rules, every board by its pieces and by a search that knows nothing of strips."""
    rule, family = impartial_rule(pieces, apart), parse_board(text)
    boards = told_by(rule, family, 24)
    if boards is None:
        return
    most = 14 if 1 in family.sizes or len(family.sizes) == 1 else 6
    for n in range(family.first_n, most):
        try:
            board = family.at(n)
            drawn = Board("b", board.size, board.edges, board.grid, board.places)
            true = gfkit.nim(rule, drawn).values[0] if n else 0
        except GfkitError:
            return
        assert boards.nimber(n) == true, n
        if board.size <= 6 and n:
            assert true == Plain(rule, board).nimber()


@pytest.mark.parametrize(
    "pieces",
    [
        pytest.param([".X/X.", "X..X", "XX"], marks=pytest.mark.slow(6)),
        pytest.param(["X../..X", "X.X", "X.XX"], marks=pytest.mark.slow(6)),
    ],
)
def test_more_pairs_of_ends(pieces):
    certificate = saved_period(impartial_rule(pieces), "nx3", to=6)
    assert len(certificate["pieces"]) in (4, 9)
    assert period_checker.check(certificate).proved
    assert falsehood_of_period(certificate) is None


@pytest.mark.slow(2.5)
def test_known_periods():
    """Dawson's Kayles by Guy and Smith: period 34, last exception 52; Kayles: period 12, and 70."""
    chess = saved_period("node-kayles", "path:n", to=3)
    for certificate, start in ((period_bases()[0], 53), (chess, 52)):
        assert certificate["law"] == {"start": start, "period": 34}
    assert all(told_by(impartial_rule(["XX"]), parse_board(text), 9) for text in ("1xn", "cycle:n", "nx3"))
    kayles = saved_period(impartial_rule(["X", "XX"]), "1xn")
    assert kayles["law"] == {"start": 71, "period": 12}
    assert period_checker.check(kayles).proved
    assert {len(certificate["pieces"]) for certificate in period_bases()} == {1, 4}


def test_values_beyond_the_table():
    certificate = saved_period("cram", "1xn", to=500)
    assert period_checker.check(certificate).proved
    assert certificate["values"] == list(gfkit.nim("octal:0.07", to=500).values)
    certificate["values"][499] += 1
    with pytest.raises(RefusalError, match="the board n = 499 has the nimber"):
        period_checker.check(certificate)


def test_the_theorem_asks_for_every_pair_of_ends_and_for_players_alike():
    for base in period_bases():
        for row in range(len(base["pieces"])):
            certificate = copy.deepcopy(base)
            del certificate["pieces"][row], certificate["table"][row]
            with pytest.raises(RefusalError):
                period_checker.check(certificate)
    base = period_bases()[0]
    longest = len(base["table"][0]) - 2 * (base["start"] + base["period"])
    for start in range(base["least"], base["start"]):  # a period that breaks just after a shorter window
        row = base["table"][0][: 2 * (start + base["period"]) + longest]
        with pytest.raises(RefusalError, match="do not repeat"):
            period_checker.check({**base, "start": start, "table": [row]})
    with pytest.raises(RefusalError, match="moves of their own"):
        period_checker.check({**period_bases()[2], "impartial": False})


def test_names_of_other_boards_are_refused(tmp_path):
    path, base = tmp_path / "c.json", period_bases()[0]
    for family, why in (
        ("nx1", "the boards are others"),
        ("@board.txt", "the boards are others"),
        (None, "family: a text was expected, not None"),
    ):
        save_play({**base, "family": family}, path)
        with pytest.raises(GfkitError, match=why):
            certify_file(path)
    save_play({**base, "game": "mine"}, path)
    assert certify_file(path).boards == base["family"]
    ring = copy.deepcopy(period_bases()[4])
    ring["shape"]["word"] = "torus"
    with pytest.raises(RefusalError):
        period_checker.check(ring)
