"""Scores when both players play for points, with passes and without.

The truth is play by its definition on sets of placements (``placing``), and one board worked out by hand.
"""

from __future__ import annotations

from functools import cache
from itertools import product

import pytest
from placing import Placing
from test_reserved import by_definition

import gfkit
from gfkit.errors import MismatchError
from gfkit.games import Rule


def mixed(cols):
    """Left has single stones and dominoes, Right dominoes, on a row."""
    left = [("left", frozenset({(0, c)})) for c in range(cols)]
    left += [("left", frozenset({(0, c), (0, c + 1)})) for c in range(cols - 1)]
    right = [("right", frozenset({(0, c), (0, c + 1)})) for c in range(cols - 1)]
    return Placing(left + right, lambda one, other: bool(one[1] & other[1]))


def best(game, points, *, passes):
    """The scores when Left starts and when Right does, Left's points less Right's at every end."""
    sign = {"left": 1, "right": -1}

    def worth(player, piece):
        return sign[player] * {"pieces": 1, "cells": len(piece), "room": 0}[points]

    def room(position, player):
        new = {k for after in game.moves(position, player) for k in after - position}
        return len(set().union(*(game.placements[k][1] for k in new)))

    @cache
    def play(position, player):
        other = "right" if player == "left" else "left"
        after = game.moves(position, player)
        if not after:
            if passes and game.moves(position, other):
                return play(position, other)
            return room(position, "left") - room(position, "right") if points == "room" else 0
        choose = max if player == "left" else min
        return choose(
            worth(player, game.placements[min(new - position)][1]) + play(new, other) for new in after
        )

    return play(frozenset(), "left"), play(frozenset(), "right")


MIXED = Rule.of({"name": "mixed", "left": {"pieces": ["X", "XX"]}, "right": {"pieces": ["XX"]}})
OTHERS = [("domineering", text) for text in ("2x3", "3x3", "2x4", "1x1")] + [("snort", "1x5")]
GAMES = [
    *((name, "2x3", by_definition(name, gfkit.parse_board("2x3"))) for name in ("cram", "col", "snort")),
    *((name, text, by_definition(name, gfkit.parse_board(text))) for name, text in OTHERS),
    (MIXED, "1x5", mixed(5)),
]


def test_scores_by_definition():
    for points, (rule, board, game) in product(("pieces", "cells", "room"), GAMES):
        for passes in (False, True) if points != "room" else (False,):
            ((n, *scores),) = gfkit.scores(rule, board, points, passes=passes).listed
            assert n is None
            assert tuple(scores) == best(game, points, passes=passes), (rule, board, passes)


def test_a_board_with_a_hole():
    """Two cells beside a hole: Left takes both with passes, and one without; no piece of Right fits."""
    one_sided = Rule.of({"name": "x", "left": {"pieces": ["X"]}, "right": {"pieces": ["XXX"]}})
    assert gfkit.scores(one_sided, "#..", passes=True).by_n[None] == (2, 2)
    assert gfkit.scores(one_sided, "#..").by_n[None] == (1, 0)
    assert gfkit.scores(one_sided, "#..", "room").by_n[None] == (1, 2)


def test_cells_of_pieces_that_are_graphs_are_not_counted():
    triangles = Rule.of({"name": "t", "both": {"pieces": ["complete:3"]}})
    assert gfkit.scores(triangles, "prism:3").by_n[None] == (0, 0)
    for points in ("cells", "room"):
        with pytest.raises(MismatchError, match="take pieces"):
            gfkit.scores(triangles, "prism:3", points)
