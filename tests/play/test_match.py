"""Complete matches: verdicts on positions during play, and symmetry strategies with their hypotheses.

References: play by definition (``played``), printed theorems (Gardner on Cram, Winning Ways on Col and
Snort), and a search without symmetry.
"""

import random
import time

import pytest
from hypothesis import given, strategies as st
from played import OTHER, TABLES, Plain, cells_of, games, letter, pair

import gfkit
from gfkit.core.boards import parse_board, parse_one_board
from gfkit.core.errors import GfkitError
from gfkit.core.rules import find_rule
from gfkit.core.typing import Player
from gfkit.play import Table
from gfkit.play.mirror import mirror_law, mirror_proof
from gfkit.play.play import Match
from gfkit.play.position import compile_position
from gfkit.play.python_search import Limits, Lookahead


def followed(rule, board, misere, seed):
    """Play random moves; compare verdicts and winning moves with play by definition."""
    chance = random.Random(seed)
    match = Match(rule, board, misere=misere, starts=chance.choice(list(OTHER)), seconds=60)
    plain = Plain(rule, board)
    wins = plain.wins(misere=misere)
    pieces = plain.start

    def loses_after(player, move):
        return not wins(plain.moved(pieces, player, (move.colour, move.cells)), letter(OTHER[player]))

    while True:
        moves, mover = match.moves(), match.mover
        assert {(move.colour, move.cells) for move in moves} == cells_of(plain.moves(pieces, mover))
        judged = match.judge()
        assert judged.wins == wins(pieces, letter(mover))
        assert (judged.move is None) == (not moves)
        if not moves:
            assert match.winner is (mover if misere else OTHER[mover])
            return
        if judged.wins:
            assert loses_after(mover, judged.move)
        for player in OTHER:
            told = match.winning_moves(player)
            assert {move: loses_after(player, move) for move in told} == told
        move = chance.choice(moves)
        match.make(move)
        pieces = plain.moved(pieces, mover, (move.colour, move.cells))


@given(games, st.booleans(), st.integers(0, 99))
def test_random_rules(drawn, misere, seed):
    if (found := pair(drawn)) and found[1].size < 9:
        followed(*found, misere, seed)


def test_boards_far_too_large_to_search_are_played_by_symmetry():
    """Known theorems: the first player loses Cram on even boards and Col with a half turn, and wins Snort
    with an odd side. The strategies of the winner are tested against random moves."""
    for game, board, wins in [("cram", "8x8", False), ("snort", "7x10", True), ("col", "6x9", False)]:
        chance = random.Random(1)
        match = Match(game, board, starts="left", seconds=60)
        assert match.judge().wins is wins
        engine = match.mover if wins else OTHER[match.mover]
        while match.winner is None:
            if match.mover is engine:
                judged = match.judge()
                assert (judged.wins, judged.known_by) == (True, "symmetry")
                match.make(judged.move)
            else:
                match.make(chance.choice(match.moves()))
        assert match.winner is engine


def ticking(monkeypatch, seconds):
    """Replace the clock by one that advances by ``seconds`` at every call."""
    now = [0.0]

    def monotonic():
        now[0] += seconds
        return now[0]

    monkeypatch.setattr(time, "monotonic", monotonic)
    return now


@pytest.mark.slow(1.5)
def test_an_unsolved_position_is_reported_as_heuristic(monkeypatch):
    ticking(monkeypatch, 0.1)
    judged = Match("domineering", "12x13", seconds=0.2).judge()
    assert (judged.wins, judged.known_by) == (None, "heuristics")
    assert judged.move is not None
    assert Match("nogo", "8x8", seconds=0.2).judge().wins is None
    assert set(Match("domineering", "12x13", seconds=0.1).winning_moves(Player.LEFT).values()) == {None}


@pytest.mark.slow(2)
def test_thinking_ends_in_time(monkeypatch):
    now = ticking(monkeypatch, 0.02)
    for game, board in (("domineering", "9x9"), ("nogo", "5x5"), ("cram", "7x7"), ("col", "6x7")):
        begin = now[0]
        Match(game, board, seconds=0.3).judge()
        assert now[0] - begin < 3, game


def test_legal_moves_are_made_and_illegal_ones_rejected():
    match = Match("domineering", "2x2")
    first, second = match.moves()
    assert [move.cells for move in match.moves_on([0])] == [(0, 2)]
    assert match.moves_on([0, 2]) == [first]
    assert match.moves_on([0, 3]) == []
    match.make(first)
    with pytest.raises(GfkitError, match=r"move \[1, 3\] is illegal"):
        match.make(second)
    assert match.mover is Player.RIGHT
    with pytest.raises(GfkitError, match="no moves"):
        Match("kings", "2x2")
    for seconds in (0, float("nan")):
        with pytest.raises(GfkitError, match="seconds"):
            Match("cram", "2x2", seconds=seconds)


# Strategies by symmetry


GAMES = ["cram", "col", "snort", "domineering", "node-kayles", "arc-kayles", "d-tromping", "i-tromping"]
SMALL = ["1x1", "1x2", "2x2", "2x3", "3x3", "1x6", "1x7", "2x4"]
SMALL += ["cylinder:3x3", "torus:3x3", "../..#/...", "#../.../..#"]
GRAPHS = ["path:5", "path:6", "cycle:5", "cycle:6", "prism:3", "wheel:4", "complete:4", "K3xpath:2"]


def test_outcomes_of_small_boards_agree_with_play_by_definition():
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
    """Check that the strategy replies to every line of play, by the rules."""
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


def test_symmetry_strategies_need_their_hypotheses():
    for game, text, why in TABLES["no_symmetry"]:
        assert mirror_proof(find_rule(game), parse_one_board(text)) is None, why
    for family in ("complete:n", "prism:n", "repeat(.#./...):n", "3x2n"):
        assert mirror_law(find_rule("node-kayles"), parse_board(family), {}) is None, family


def test_outcomes_of_families_agree_with_search():
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


def test_every_winning_reply_of_a_search_wins_against_every_play():
    """Col on a path of 6 by all plays of the other against the replies that are called winning."""

    def holds(*played):
        match = Match("col", "path:6", starts=Player.RIGHT, seconds=60)
        for move in played:
            match.make(move)
        if match.winner is not None:
            return match.winner is Player.LEFT
        moves = match.moves()
        if match.mover is Player.LEFT:
            judged = match.judge()
            assert judged.wins
            moves = [judged.move]
        return all(holds(*played, move) for move in moves)

    assert Match("col", "path:6", starts=Player.RIGHT, seconds=60).judge().wins is False
    assert holds()
