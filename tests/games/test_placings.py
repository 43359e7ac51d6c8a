"""Placement games with spaced pieces, with liberties for one player, and with pieces that are graphs.

That random ones are their definition is tried by the kind ``play`` of the differential; here are laws beside
single boards, games that are the same under two names, and what is refused.
"""

from __future__ import annotations

import pytest
from choice import sample

import gfkit
from gfkit.errors import BoardError
from gfkit.games import Rule, find_rule
from gfkit.kinds.wording import rule_sentences

OWNERS = ("left", "right")


def made(rules: dict[str, object], left: str = "X", right: str = "X", both: str = "") -> Rule:
    owners = {"both": both} if both else {"left": left, "right": right}
    pieces = {owner: {"pieces": piece.split()} for owner, piece in owners.items()}
    return Rule.of({"name": "d", **pieces, "rules": rules})


def distance_game(same: list[int], different: list[int], **more: object) -> Rule:
    """D for pieces of one player, S for pieces of both."""
    apart = [{"pieces": ["same"], "distances": same}, {"pieces": ["different"], "distances": different}]
    return made({"apart": [one for one in apart if one["distances"]], **more})


# Pieces that keep apart by more than touching


FAMILIES = ["path:n", "cycle:n", "2xn", "nx2", "prism:n", "moebius:n", "hex:1xn"]


@pytest.mark.parametrize("text", sample(FAMILIES, quick=0, seconds=2, found=[("nx2",)]))
def test_laws_are_what_single_boards_have(text):
    """Of small boards, where distances meet each other around a ring, and of large ones."""
    boards = gfkit.parse_board(text)
    asked = [([2], [1], "all"), ([1, 3], [2], "all"), ([2], [1], "left-ends")]
    for same, different, positions in asked if text in ("path:n", "cycle:n") else asked[:1]:
        rule = distance_game(same, different)
        law = gfkit.derive(rule, text, positions)
        assert law.evidence.status == "proved"
        assert law.first_n == boards.first_n
        for n in range(boards.first_n, boards.first_n + 7):
            if (board := boards.at(n)).size <= 12:
                assert law[n] == gfkit.count(rule, board, positions).count, (same, different, n)


@pytest.mark.slow(6)
def test_distance_one_is_touching():
    asked = {"2xn": "all", "nx2": "left-ends", "cycle:n": "maximal", "hex:1xn": "all"}
    for same, different, name in (([1], [], "col"), ([], [1], "snort"), ([1], [1], "cis")):
        rule = distance_game(same, different)
        for text, positions in asked.items():
            ours, theirs = gfkit.derive(rule, text, positions), gfkit.derive(name, text, positions)
            assert ours.rational == theirs.rational, (text, positions)
        for text in ("2x3", "path:6", "cycle:5"):
            assert str(gfkit.value(rule, text).value) == str(gfkit.value(name, text).value)


def test_placed_pieces_next_to_kings_and_at_corners():
    kings, knights = (
        made({"apart": [{"pieces": ["same"], "neighbours": how}]}, both="X") for how in ("king", "knight")
    )
    for rule, name in ((kings, "kings"), (knights, "knights")):
        assert gfkit.derive(rule, "2xn").rational == gfkit.derive(name, "2xn").rational


def test_pieces_that_lie_and_reserved_cells():
    rule = distance_game([2], [])
    assert gfkit.count(rule, "A..").count == gfkit.count(rule, "A.!").count * 2
    with pytest.raises(BoardError, match="too near to another"):
        gfkit.count(rule, "A.A")


def test_another_game_named_in_a_formula_is_played_on_the_board():
    """Beside a spaced rule, a formula that names Col means Col on paths, not on a graph of placements."""
    other = gfkit.Question.of(distance_game([2], [1]), "path:n").by(find_rule("col"), "col")
    assert other.spaced is None
    assert gfkit.derive(other)[3] == gfkit.count("col", "path:3").count


# Liberties for one player alone


def test_laws_with_liberties_for_one_player():
    rules = [made({"liberties": whose}) for whose in OWNERS]
    assert [gfkit.outcomes(rule, "1x1").words[0] for rule in rules] == ["right", "left"]
    law, mirrored = (gfkit.derive(rule, "2xn") for rule in rules)
    assert law.evidence.status == "proved"
    assert law.terms(5)[1:] == [gfkit.brute_force(rules[0], f"2x{n}").count for n in range(1, 5)]
    assert mirrored.rational == law.rational


# Pieces that are graphs


def test_paths_as_pieces():
    rule = made({}, both="path:2")
    assert rule_sentences(rule)[-1] == "Both place path:2, on any vertices joined like that."
    left = made({"apart": [{"pieces": ["LL"], "distances": [2]}]})
    assert rule_sentences(left)[-1] == "No two pieces of Left may be at distance 2."
    for board in ("2x3", "cycle:5", "prism:3", "complete:4", "path:1"):
        assert gfkit.nim(rule, board).values == gfkit.nim("arc-kayles", board).values
        assert gfkit.count(rule, board).count == gfkit.count("arc-kayles", board).count
    # Three in a row are taken away, and what is left falls in two heaps: the octal game 0.007.
    heaps = gfkit.nim("octal:0.007", to=14).values
    rule = made({}, both="path:3")
    assert [gfkit.nim(rule, f"path:{n}").values[0] for n in range(3, 15)] == list(heaps[3:])
