"""Judgements of positions under play, and matches to their end.

The truth is play by its definition (``played``), and theorems on boards too large for any search.
"""

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from played import OTHER, Plain, cells_of, games, letter, pair

from gfkit.errors import GfkitError
from gfkit.typing import Player
from gfkit.values.play import Match


def followed(rule, board, misere, seed):
    """A game of random moves in which each position is judged, and each winning move tried."""
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
@settings(max_examples=20)
def test_random_rules(drawn, misere, seed):
    if (found := pair(drawn)) and found[1].size < 9:
        followed(*found, misere, seed)


@pytest.mark.parametrize(
    ("game", "board", "wins"), [("cram", "8x8", False), ("snort", "7x10", True), ("col", "6x9", False)]
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


def ticking(monkeypatch, seconds):
    """A clock that goes on by so much whenever it is read stands for any machine."""
    now = [0.0]

    def monotonic():
        now[0] += seconds
        return now[0]

    monkeypatch.setattr(time, "monotonic", monotonic)
    return now


@pytest.mark.slow(1.5)
def test_what_is_not_solved_is_said(monkeypatch):
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


def test_moves_are_taken_back_and_slips_refused():
    match = Match("domineering", "2x2")
    first, second = match.moves()
    assert [move.cells for move in match.moves_on([0])] == [(0, 2)]
    assert match.moves_on([0, 2]) == [first]
    assert match.moves_on([0, 3]) == []
    match.make(first)
    with pytest.raises(GfkitError, match=r"move \[1, 3\]: not legal here"):
        match.make(second)
    assert match.mover is Player.RIGHT
    match.take_back()
    assert match.moves() == [first, second]
    with pytest.raises(GfkitError, match="nobody moves"):
        Match("kings", "2x2")
    for seconds in (0, float("nan")):
        with pytest.raises(GfkitError, match="seconds"):
            Match("cram", "2x2", seconds=seconds)
