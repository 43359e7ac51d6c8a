"""Misere play against plain play by definition, and Nim's theorem."""

from __future__ import annotations

import json
from functools import cache

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from test_board_values import OF_WINS
from test_position import BOARDS, FLAT_BOARDS, Plain, accepted, rules

from gfkit.boards import parse_one_board
from gfkit.cli.main import main
from gfkit.errors import LimitError, OptionError
from gfkit.games import find_rule
from gfkit.typing import Player
from gfkit.values.outcome import OutcomesLimitError, outcomes


def plain_misere(rule, board):
    """Who wins when the player who cannot move wins, by looking at every position."""
    plain = Plain(rule, board)

    @cache
    def wins(pieces, player):
        other = Player.RIGHT if player is Player.LEFT else Player.LEFT
        moves = plain.moves(pieces, player)
        return not moves or any(not wins(pieces | {new}, other) for new in moves)

    return OF_WINS[wins(plain.start, Player.LEFT), wins(plain.start, Player.RIGHT)]


@given(rules(), st.sampled_from(list(BOARDS)))
@settings(max_examples=60, deadline=None)
def test_random_rules(rule, text):
    board = accepted(rule, text)
    assume(board is not None)
    assert outcomes(rule, board, misere=True).words == (plain_misere(rule, board),)


@given(rules(flat=True), st.sampled_from(FLAT_BOARDS))
@settings(max_examples=30, deadline=None)
def test_random_rules_on_graphs(rule, text):
    board = parse_one_board(text)
    assert outcomes(rule, board, misere=True).words == (plain_misere(rule, board),)


@pytest.mark.parametrize("game", ["cram", "domineering", "col", "snort", "nogo", "node-kayles"])
def test_families(game):
    found = outcomes(game, "2xn", to=3, misere=True)
    assert found.play == "misere"
    for n in (1, 2, 3):
        assert found[n] == plain_misere(find_rule(game), parse_one_board(f"2x{n}"))


def test_single_vertices_are_one_heap_each():
    """n vertices without edges between them are n moves whoever makes them: the last one loses."""
    words = outcomes("node-kayles", "graph:a-b,c-d,e-f,g-h", misere=True).words
    assert words == ("first",)  # four moves: the second player makes the last
    assert outcomes("node-kayles", "graph:a-b,c-d,e-f", misere=True).words == ("second",)


def test_the_command(capsys):
    assert main(["outcomes", "cram", "2xn", "--misere", "--to", "6", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["play"] == "misere"
    assert [row["outcome"] for row in found["outcomes"]] == ["second", "first"] * 3
    assert main(["outcomes", "domineering", "2x2", "--misere"]) == 0
    assert "misere" in capsys.readouterr().out
    assert main(["outcomes", "col", "4xn", "--misere", "--max-memory", "1M", "--to", "6"]) == 3
    assert "found until then" in capsys.readouterr().err


def test_limits_and_slips():
    with pytest.raises(LimitError):
        outcomes("col", "5x6", misere=True, max_memory=1_000_000)
    with pytest.raises(OutcomesLimitError) as stopped:
        outcomes("col", "4xn", misere=True, max_memory=1_000_000, to=6)
    assert stopped.value.found.words[0] == plain_misere(find_rule("col"), parse_one_board("4x1"))
    with pytest.raises(OptionError):
        outcomes("col", "3x3", to=4, misere=True)
