"""Judgements of positions under play, against play by definition; matches to their end."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from test_position import BOARDS, FLAT_BOARDS, Plain, accepted, rules

from gfkit.boards import parse_one_board
from gfkit.errors import LimitError, MismatchError, OptionError
from gfkit.games import find_rule
from gfkit.typing import Player
from gfkit.values.play import Match

OTHER = {Player.LEFT: Player.RIGHT, Player.RIGHT: Player.LEFT}


class PlainPlay:
    """Who wins, by looking at every position, each written as the set of its pieces."""

    def __init__(self, rule, board, misere):
        self.plain, self.misere = Plain(rule, board), misere
        self.wins = cache(self._wins)

    def _wins(self, pieces, mover):
        moves = self.plain.moves(pieces, mover)
        if not moves:
            return self.misere
        return any(not self.wins(pieces | {new}, OTHER[mover]) for new in moves)

    def after(self, pieces, mover, move):
        """The pieces after a move of the match."""
        return pieces | {
            next(
                new
                for new in self.plain.moves(pieces, mover)
                if (new.colour, tuple(sorted(new.cells))) == (move.colour, move.cells)
            )
        }


def followed(rule, board, misere, seed):
    """A game of random moves in which each position is judged, and each winning move tried."""
    chance = random.Random(seed)
    match = Match(rule, board, misere=misere, starts=chance.choice(list(OTHER)), seconds=60)
    plain = PlainPlay(rule, board, misere)
    pieces = plain.plain.start
    while True:
        moves, mover = match.moves(), match.mover
        assert {(move.colour, move.cells) for move in moves} == {
            (new.colour, tuple(sorted(new.cells))) for new in plain.plain.moves(pieces, mover)
        }
        judged = match.judge()
        assert judged.wins == plain.wins(pieces, mover)
        assert (judged.move is None) == (not moves)
        if not moves:
            assert match.winner is (mover if misere else OTHER[mover])
            return
        if judged.wins:
            assert not plain.wins(plain.after(pieces, mover, judged.move), OTHER[mover])
        for player in OTHER:
            told = match.winning_moves(player)
            assert {
                move: not plain.wins(plain.after(pieces, player, move), OTHER[player]) for move in told
            } == told
        move = chance.choice(moves)
        match.make(move)
        pieces = plain.after(pieces, mover, move)


@given(rules(), st.sampled_from(list(BOARDS)), st.booleans(), st.integers(0, 99))
@settings(max_examples=40, deadline=None)
def test_random_rules(rule, text, misere, seed):
    board = accepted(rule, text)
    assume(board is not None and board.size < 9)
    followed(rule, board, misere, seed)


@given(rules(flat=True), st.sampled_from(FLAT_BOARDS), st.booleans(), st.integers(0, 99))
@settings(max_examples=20, deadline=None)
def test_random_rules_on_graphs(rule, text, misere, seed):
    followed(rule, parse_one_board(text), misere, seed)


@pytest.mark.parametrize(
    ("game", "board"),
    [
        ("domineering", "3x4"), ("cram", "2x4"), ("col", "2x3"), ("snort", "torus:3x3"), ("nogo", "2x3"),
        ("cis:2", "1x4"), ("node-kayles", "graph:a-b,b-c,c-d,d-a,a-e"), ("arc-kayles", "prism:3"),
        ("l-tromping", "3x3"), ("col", "..#/.A./.b."),
    ],
)  # fmt: skip
def test_games(game, board):
    rule = find_rule(game)
    for seed in range(2):
        followed(rule, parse_one_board(board), False, seed)


@pytest.mark.parametrize(
    ("game", "board", "wins"), [("cram", "10x10", False), ("snort", "9x15", True), ("col", "8x9", False)]
)
def test_boards_far_too_large_to_search_are_played_by_symmetry(game, board, wins):
    """Known theorems: Cram on even boards and Col with a half turn are lost for who starts, Snort with an
    odd side is won. Whoever the theorem says wins does so against random moves."""
    chance = random.Random(1)
    match = Match(game, board, seconds=1)
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


def test_what_is_not_solved_is_said():
    judged = Match("domineering", "14x15", seconds=0.2).judge()
    assert (judged.wins, judged.known_by) == (None, "heuristics")
    assert judged.move is not None
    assert Match("nogo", "12x12", seconds=0.2).judge().wins is None
    assert set(Match("domineering", "14x15", seconds=0.1).winning_moves(Player.LEFT).values()) == {None}


def test_thinking_ends_in_time():
    from time import monotonic

    for game, board in (("domineering", "9x9"), ("nogo", "6x6"), ("cram", "7x7"), ("col", "6x7")):
        begin = monotonic()
        Match(game, board, seconds=0.3).judge()
        assert monotonic() - begin < 3


def test_moves_are_taken_back_and_slips_refused():
    match = Match("domineering", "2x2")
    first, second = match.moves()
    assert [move.cells for move in match.fitting([0])] == [(0, 2)]
    assert match.fitting([0, 2]) == [first]
    assert match.fitting([0, 3]) == []
    match.make(first)
    with pytest.raises(OptionError, match=r"move \[1, 3\]: not legal here"):
        match.make(second)
    assert match.mover is Player.RIGHT
    match.take_back()
    assert match.moves() == [first, second]
    with pytest.raises(MismatchError):
        Match("kings", "2x2")
    for seconds in (0, float("nan")):
        with pytest.raises(OptionError, match="seconds"):
            Match("cram", "2x2", seconds=seconds)
    assert isinstance(LimitError("x"), Exception)
