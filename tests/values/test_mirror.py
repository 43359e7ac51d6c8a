"""Strategies by symmetry: against plain play, played out by the rules, theorems, and where they fail."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from test_board_values import OF_WINS, plain_wins
from test_position import BOARDS, FLAT_BOARDS, accepted, rules

import gfkit
from gfkit.boards import parse_board, parse_one_board
from gfkit.games import find_rule, legal_moves
from gfkit.typing import Player
from gfkit.values.lookahead import Limits, Lookahead
from gfkit.values.mirror import mirror_law, mirror_proof
from gfkit.values.outcome import outcome, outcomes
from gfkit.values.position import compile_position
from gfkit.values.short.table import Table

GAMES = ["cram", "col", "snort", "domineering", "node-kayles", "arc-kayles", "d-tromping", "i-tromping"]
SMALL = [
    "1x1",
    "1x2",
    "2x2",
    "2x3",
    "3x3",
    "1x6",
    "1x7",
    "2x4",
    "cylinder:3x3",
    "torus:3x3",
    "../..#/...",
    "#../.../..#",
]
GRAPHS = ["path:5", "path:6", "cycle:5", "cycle:6", "prism:3", "wheel:4", "complete:4", "K3xpath:2"]


def searched(game, text):
    position = compile_position(find_rule(game), parse_one_board(text))
    return Lookahead(position, Table(), Limits(1 << 28)).outcome(position.start)


@pytest.mark.parametrize("game", GAMES)
def test_small_boards_are_won_by_whom_plain_play_says(game):
    rule, proved = find_rule(game), 0
    for text in [*SMALL, *(GRAPHS if rule.flat else [])]:
        board = parse_one_board(text)
        proof = mirror_proof(rule, board)
        if proof is not None:
            proved += 1
            assert proof.word == OF_WINS[plain_wins(rule, board)], text
            assert_is_a_strategy(rule, board, proof)
    assert proved, game


@given(rules(), st.sampled_from(list(BOARDS)))
@settings(max_examples=150, deadline=None)
def test_random_rules(rule, text):
    assert_is_never_wrong(rule, accepted(rule, text))


@pytest.mark.slow
@given(rules(), st.sampled_from(list(BOARDS)))
@settings(max_examples=20_000, deadline=None)
def test_many_random_rules(rule, text):
    assert_is_never_wrong(rule, accepted(rule, text))


@given(rules(flat=True), st.sampled_from(FLAT_BOARDS))
@settings(max_examples=80, deadline=None)
def test_random_rules_on_graphs(rule, text):
    assert_is_never_wrong(rule, parse_one_board(text))


def assert_is_never_wrong(rule, board):
    assume(board is not None)
    proof = mirror_proof(rule, board)
    if proof is not None:
        assert proof.word == OF_WINS[plain_wins(rule, board)]


def assert_is_a_strategy(rule, board, proof):
    """Every line of play of the loser is answered, by the rules as they are written."""
    for answers in (proof.left_starts, proof.right_starts):
        winner = Player.RIGHT if answers.loser is Player.LEFT else Player.LEFT
        placed = []
        if answers.opening is not None:
            placed.append((owned(rule, board, winner, answers.opening, placed), answers.opening))
        play(rule, board, answers, winner, placed)


def play(rule, board, answers, winner, placed):
    for colour, cells in moves(rule, board, answers.loser, placed):
        image = tuple(sorted(answers.cells[cell] for cell in cells))
        after = [*placed, (colour, cells)]
        play(rule, board, answers, winner, [*after, (owned(rule, board, winner, image, after), image)])


def moves(rule, board, player, placed):
    return [
        (move.colour, move.cells)
        for move in legal_moves(rule, board)
        if rule.colours[move.colour].belongs_to(player) and fits(rule, board, move.colour, move.cells, placed)
    ]


def owned(rule, board, player, cells, placed):
    """The colour of a move of this player on these cells, which must be legal."""
    return next(colour for colour, listed in moves(rule, board, player, placed) if listed == cells)


def fits(rule, board, colour, cells, placed):
    for other, there in placed:
        if set(cells) & set(there):
            return False
        touching = any(near in there for cell in cells for near in board.neighbours[cell])
        if touching and rule.forbids(colour, other):
            return False
    return True


@pytest.mark.parametrize(
    ("game", "text", "word"),
    [
        # Gardner, Cram; Winning Ways for Col and Snort: Tweedledum and Tweedledee.
        ("cram", "6x6", "second"),
        ("cram", "8x10", "second"),
        ("cram", "5x6", "first"),
        ("cram", "12x13", "first"),
        ("col", "6x6", "second"),
        ("col", "20x21", "second"),
        ("snort", "9x9", "first"),
        ("snort", "9x10", "first"),
        ("snort", "torus:4x6", "second"),
        ("node-kayles", "7x9", "first"),
        ("col", "path:30", "second"),
        ("snort", "path:30", "first"),
    ],
)
def test_theorems(game, text, word):
    assert outcome(game, text) == word
    found = outcomes(game, text)
    assert found.evidence.method == "symmetry-strategy"
    assert len(found.as_json()["strategy"]["left_starts"]["map"]) == parse_one_board(text).size


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("cram", "5x5"),  # moves over the centre meet their images, and no first move spoils them all
        ("col", "5x5"),  # the centre is its own image, and who takes it keeps the other from nothing
        ("nogo", "4x4"),  # liberties: two moves together may forbid what neither does alone
        ("cram", "#.../..../..../...."),  # a hole, and no symmetry without a cell that stays
        ("domineering", "4x4"),  # only diagonals exchange the players, and moves there meet their images
    ],
)
def test_where_a_hypothesis_fails_there_is_no_strategy(game, text):
    assert mirror_proof(find_rule(game), parse_one_board(text)) is None


@pytest.mark.parametrize(
    ("game", "family"),
    [
        ("cram", "2xn"),
        ("cram", "4xn"),
        ("snort", "3xn"),
        ("col", "2xn"),
        ("node-kayles", "3xn"),
        ("cram", "cylinder:4xn"),
    ],
)
def test_the_law_holds_on_boards_that_are_searched(game, family):
    law = mirror_law(find_rule(game), parse_board(family), {})
    assert law is not None
    assert law.proved
    first = max(1, parse_board(family).first_n)
    for n in range(first, first + 4):
        word = searched(game, parse_board(family).at(n).text)
        assert law.at(n) in (None, word)


@pytest.mark.parametrize(
    ("game", "family"),
    [
        ("cram", "6xn"),
        ("snort", "5xn"),
        ("col", "3xn"),
        ("col", "cycle:n"),
        ("snort", "torus:4xn"),
        ("node-kayles", "path:n"),
    ],
)
def test_the_law_says_what_each_large_board_says(game, family):
    rule, boards = find_rule(game), parse_board(family)
    law = mirror_law(rule, boards, {})
    assert law is not None
    for n in range(law.covers_from, law.covers_from + 9):
        proof = mirror_proof(rule, boards.at(n))
        assert (None if proof is None else proof.word) == law.at(n)


def test_values_and_nimbers_of_boards_too_large_to_be_searched():
    assert str(gfkit.value("col", "10x12")) == "0"
    assert gfkit.nim("cram", "12x12").values == (0,)
    assert gfkit.value("cram", "2x10").evidence.method == "symmetry-strategy"
    assert str(gfkit.value("snort", "4x4", options=True)) == str(gfkit.value("snort", "4x4"))
    assert outcomes("cram", "6xn")[10**9 + 1] == "first"


def test_families_that_do_not_grow_plainly_have_no_law():
    for family in ("complete:n", "prism:n", "repeat(.#./...):n", "3x2n"):
        assert mirror_law(find_rule("node-kayles"), parse_board(family), {}) is None
