"""Cells that are reserved for a player, and play for points, where a theorem or a hand tells the numbers.

Random boards and their scores are tried against the definition by the kind ``play`` of the differential.
"""

import pytest
from played import PLAYERS

import gfkit
from gfkit.errors import MismatchError
from gfkit.games import Rule
from gfkit.typing import Player, Weights


def test_a_game_is_its_conflict_graph():
    """Node Kayles on the auxiliary graph, each vertex reserved for whose move it is, has the value."""
    for name, text in (("domineering", "2x4"), ("col", "2x3"), ("snort", "path:4"), ("o12", "1x4")):
        found = gfkit.auxiliary_graph(name, text)
        rule = gfkit.find_rule(name)
        whose = [rule.colours[move.colour].owner for move in found.moves]
        left, right = ([k for k, owner in enumerate(whose) if owner is player] for player in PLAYERS)
        graph = gfkit.graph(found.graph, left=left, right=right)
        assert str(gfkit.value("node-kayles", graph).value) == str(gfkit.value(name, text).value)
        ours = gfkit.count("node-kayles", graph, "left-ends", "players").polynomial
        assert ours == gfkit.count(name, text, "left-ends", "players").polynomial


def test_a_question_handed_on_is_the_same():
    """Weights and boards are exchanged on the way; the rule is parted once, or pieces count twice."""
    asked = gfkit.Question.of("node-kayles", "graph:a-b-c;left=a")
    again = asked.with_weights(Weights.PLAYERS).on(asked.board)
    assert again.rule == asked.rule == asked.rule.with_reserved_cells()
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
    again = gfkit.parse_board(gfkit.graph([("x", "y"), ("z", "x")], left=["z"]).text)
    assert again.tints == (Player.BOTH, Player.BOTH, Player.LEFT)


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
