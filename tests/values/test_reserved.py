"""Cells that are reserved for a player, and play for points: counts, ends, winners and scores.

The truth is ``placing``: games told by their placements and by which two of them cannot lie together.
"""

from __future__ import annotations

import random
from functools import cache
from itertools import product

import pytest
from choice import drawn
from placing import Placing

import gfkit
from gfkit.errors import GfkitError, MismatchError
from gfkit.games import Rule
from gfkit.typing import Player, Weights

CELLS = {"node-kayles": True, "col": False, "snort": False, "cis": False}
WHOSE = {Player.BOTH: {"left", "right"}, Player.LEFT: {"left"}, Player.RIGHT: {"right"}, None: set()}


def by_definition(name: str, board: gfkit.Board) -> Placing:
    """Single cells, or dominoes either way in Cram, upright for Left and lying for Right in Domineering."""
    tints = board.tints or (Player.BOTH,) * board.size
    placements = []
    for shape in [{c} for c in range(board.size)] if name in CELLS else [set(edge) for edge in board.edges]:
        players = set.intersection(*(WHOSE[tints[cell]] for cell in shape))
        if name == "domineering":
            columns = {board.places[cell][1] for cell in shape}
            players &= {"left"} if len(columns) == 1 else {"right"}
        is_one = name in ("node-kayles", "cram")
        owners = [("both" if len(players) == 2 else min(players))] if is_one and players else sorted(players)
        placements += [(owner, frozenset(shape)) for owner in owners]

    def exclude(one, other):
        if one[1] & other[1]:
            return True
        if name in ("cram", "domineering"):
            return False
        touch = any(b in board.neighbours[a] for a in one[1] for b in other[1])
        asked = {"node-kayles": True, "cis": True, "col": one[0] == other[0], "snort": one[0] != other[0]}
        return touch and asked[name]

    return Placing(placements, exclude)


def random_board(chance: random.Random, *, drawn: bool) -> gfkit.Board:
    if drawn or chance.random() < 0.5:
        rows, cols = chance.choice([(1, 5), (2, 3), (3, 2), (2, 2)])
        lines = ["".join(chance.choice("...<>!#") for _ in range(cols)) for _ in range(rows)]
        return gfkit.parse_board("/".join([*lines, "."]))
    size = chance.randint(2, 6)
    edges = [(a, b) for b in range(size) for a in range(b) if chance.random() < 0.5] or [(0, 1)]
    cells = list(range(1 + max(max(edge) for edge in edges)))
    chance.shuffle(cells)
    cut = sorted(chance.randint(0, len(cells)) for _ in range(3))
    return gfkit.graph(edges, left=cells[: cut[0]], right=cells[cut[0] : cut[1]], nobody=cells[cut[2] :][:1])


def test_random_boards_are_their_definition():
    chance = drawn("reserved cells")
    for name in [*CELLS, "cram", "domineering"] * 2:
        board = random_board(chance, drawn=name == "domineering")
        plain = by_definition(name, board)
        assert dict(gfkit.count(name, board, weights="players").polynomial.terms) == plain.by_players(), board
        for positions, stuck in (
            ("left-ends", ["left"]), ("right-ends", ["right"]), ("maximal", ["left", "right"])
        ):  # fmt: skip
            assert gfkit.count(name, board, positions).count == plain.ends(*stuck), (board, positions)
            assert gfkit.brute_force(name, board, positions).count == plain.ends(*stuck), (board, positions)
        word = plain.word()
        assert gfkit.outcomes(name, board).words == (word,), board
        assert gfkit.value(name, board).outcome == word, board


def test_a_game_is_its_conflict_graph():
    """Node Kayles on the auxiliary graph, each vertex reserved for whose move it is, has the value."""
    for name, text in (("domineering", "2x4"), ("col", "2x3"), ("snort", "path:4"), ("o12", "1x4")):
        found = gfkit.auxiliary_graph(name, text)
        rule = gfkit.find_rule(name)
        whose = [rule.colours[move.colour].owner for move in found.moves]
        own = {
            player: [k for k, owner in enumerate(whose) if owner is player]
            for player in (Player.LEFT, Player.RIGHT)
        }
        graph = gfkit.graph(found.graph, left=own[Player.LEFT], right=own[Player.RIGHT])
        assert str(gfkit.value("node-kayles", graph).value) == str(gfkit.value(name, text).value)
        ours = gfkit.count("node-kayles", graph, "left-ends", "players").polynomial
        assert ours == gfkit.count(name, text, "left-ends", "players").polynomial


def test_a_question_handed_on_is_the_same():
    """Weights and boards are exchanged on the way; the rule is parted once, or pieces count twice."""
    asked = gfkit.Question.of("node-kayles", "graph:a-b-c;left=a")
    again = asked.weighted(Weights.PLAYERS).on(asked.board)
    assert again.rule == asked.rule == asked.rule.parted()
    drawn = [gfkit.sample(asked, seed=seed).configuration for seed in range(120)]
    seen = {frozenset((piece.owner, piece.cells) for piece in one.pieces) for one in drawn}
    # nothing, a, b, c, a with c: five positions, of which each comes some 24 times
    assert len(seen) == 5 == gfkit.count(asked).count
    often = [sum(not one.pieces for one in drawn), sum(len(one.pieces) == 2 for one in drawn)]
    assert all(10 < number < 44 for number in often)


def test_reserved_cells_with_liberties():
    """NoGo on a path of three, its ends for one player each: from the rules by hand."""
    law = gfkit.count("nogo", "<.>", weights="players").polynomial
    # nothing; Left on 1 or 2, Right on 2 or 3; two stones of one player together, or one of each at the ends
    assert law == gfkit.brute_force("nogo", "<.>", weights="players").polynomial
    assert dict(law.terms) == {(0, 0): 1, (1, 0): 2, (0, 1): 2, (2, 0): 1, (0, 2): 1, (1, 1): 1}


def test_files_and_words_say_the_same(tmp_path):
    path = tmp_path / "g.txt"
    path.write_text("# a path\na b\nb c\nleft: a\npieces-right: c\n")
    one, other = gfkit.parse_board(f"graph:{path}"), gfkit.parse_board("graph:a-b-c;left=a;pieces-right=c")
    for field in ("edges", "tints", "lying", "names"):
        assert getattr(one, field) == getattr(other, field)
    assert str(gfkit.value("snort", one).value) == str(gfkit.value("snort", other).value)
    with pytest.raises(GfkitError, match="5 is no vertex"):
        gfkit.graph([(0, 1)], left=[5])
    again = gfkit.parse_board(gfkit.graph([("x", "y"), ("z", "x")], left=["z"]).text)
    assert again.tints == (Player.BOTH, Player.BOTH, Player.LEFT)


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
