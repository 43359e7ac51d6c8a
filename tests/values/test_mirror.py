"""Strategies by symmetry: where they are found, and where a hypothesis fails.

The truth is plain play (``played``), every line of play answered by the rules, theorems in print (Gardner on
Cram, Winning Ways on Col and Snort), and a search that knows nothing of symmetry.
"""

import pytest
from played import OTHER, TABLES, Plain

import gfkit
from gfkit.boards import parse_board, parse_one_board
from gfkit.games import find_rule
from gfkit.values import Table
from gfkit.values.lookahead import Limits, Lookahead
from gfkit.values.mirror import mirror_law, mirror_proof
from gfkit.values.position import compile_position

GAMES = ["cram", "col", "snort", "domineering", "node-kayles", "arc-kayles", "d-tromping", "i-tromping"]
SMALL = ["1x1", "1x2", "2x2", "2x3", "3x3", "1x6", "1x7", "2x4"]
SMALL += ["cylinder:3x3", "torus:3x3", "../..#/...", "#../.../..#"]
GRAPHS = ["path:5", "path:6", "cycle:5", "cycle:6", "prism:3", "wheel:4", "complete:4", "K3xpath:2"]


def test_small_boards_are_won_by_whom_plain_play_says():
    for game in GAMES:
        rule, proved = find_rule(game), 0
        for text in [*SMALL, *(GRAPHS if rule.flat else [])]:
            board = parse_one_board(text)
            proof = mirror_proof(rule, board)
            if proof is not None:
                proved += 1
                plain = Plain(rule, board)
                assert proof.word == plain.winner(), (game, text)
                for answers in (proof.left_starts, proof.right_starts):
                    assert_answers(plain, answers)
        assert proved, game


def assert_answers(plain, answers):
    """Every line of play of the loser is answered, by the rules as they are written."""
    winner, seen = OTHER[answers.loser], set()

    def replied(pieces, cells):
        (new,) = (new for new in plain.moves(pieces, winner) if new.cells == frozenset(cells))
        return pieces | {new}

    todo = [plain.start if answers.opening is None else replied(plain.start, answers.opening)]
    while todo:
        pieces = todo.pop()
        if pieces not in seen:
            seen.add(pieces)
            for new in plain.moves(pieces, answers.loser):
                todo += [replied(pieces | {new}, {answers.cells[cell] for cell in new.cells})]


def test_theorems():
    for asked, word in TABLES["won_by_symmetry"]:
        game, text = asked.split()
        found = gfkit.outcomes(game, text)
        assert (found.words, found.evidence.method) == ((word,), "symmetry-strategy"), asked
        mapped = found.as_json()["strategy"]["left_starts"]["map"]
        assert len(mapped) == parse_one_board(text).size


def test_where_a_hypothesis_fails_there_is_no_strategy():
    for game, text, why in TABLES["no_symmetry"]:
        assert mirror_proof(find_rule(game), parse_one_board(text)) is None, why
    for family in ("complete:n", "prism:n", "repeat(.#./...):n", "3x2n"):
        assert mirror_law(find_rule("node-kayles"), parse_board(family), {}) is None, family


def test_laws_of_families_are_what_search_finds():
    asked_of = "cram 2xn, snort 3xn, col 2xn, node-kayles 3xn, cram cylinder:4xn, col cycle:n"
    for asked in asked_of.split(", "):
        game, family = asked.split()
        rule, boards = find_rule(game), parse_board(family)
        law = mirror_law(rule, boards, {})
        assert law.proved
        first = max(1, boards.first_n)
        for n in range(first, first + (2 if "4" in family else 3)):
            position = compile_position(rule, boards.at(n))
            word = Lookahead(position, Table(), Limits(1 << 28)).outcome(position.start)
            assert law.at(n) in (None, word), (asked, n)
        for n in range(law.covers_from, law.covers_from + 3):
            proof = mirror_proof(rule, boards.at(n))
            assert (None if proof is None else proof.word) == law.at(n), (asked, n)


@pytest.mark.slow(1.5)
def test_values_and_nimbers_of_boards_too_large_to_be_searched():
    assert str(gfkit.value("col", "10x12")) == "0"
    assert gfkit.nim("cram", "12x12").values == (0,)
    assert gfkit.value("cram", "2x10").evidence.method == "symmetry-strategy"
    assert str(gfkit.value("snort", "4x4", options=True)) == str(gfkit.value("snort", "4x4"))
    assert gfkit.outcomes("cram", "6xn")[10**9 + 1] == "first"
