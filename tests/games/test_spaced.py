"""Distance games and others whose pieces keep apart by more than touching, against their definition.

``placing`` plays and counts from a list of placements and of pairs that exclude each other.
"""

from __future__ import annotations

import random

import pytest
from choice import sample
from placing import Placing, distances

import gfkit
from gfkit.errors import BoardError, MismatchError
from gfkit.games import Rule, find_rule

BOARDS = "path:5 cycle:5 2x3 ..#/... graph:a-b-c-a,c-d prism:3 star:4 complete:4 graph:a-b,c"


def distance_game(same: list[int], different: list[int], **more: object) -> Rule:
    """D for pieces of one player, S for pieces of both."""
    apart = [{"pieces": ["same"], "distances": same}, {"pieces": ["different"], "distances": different}]
    return made({"apart": [one for one in apart if one["distances"]], **more})


def made(rules: dict[str, object], left: str = "X", right: str = "X", both: str = "") -> Rule:
    owners = {"both": both} if both else {"left": left, "right": right}
    pieces = {owner: {"pieces": [piece]} for owner, piece in owners.items()}
    return Rule.of({"name": "d", **pieces, "rules": rules})


def by_definition(board: gfkit.Board, same: list[int], different: list[int]) -> Placing:
    table = distances(board.size, board.edges)
    cells = [(owner, frozenset({cell})) for cell in range(board.size) for owner in ("left", "right")]

    def exclude(one, other):
        (cell,), (another,) = one[1], other[1]
        asked = same if one[0] == other[0] else different
        return cell == another or table[cell][another] in asked

    return Placing(cells, exclude)


@pytest.mark.parametrize("games", [8, pytest.param(40, marks=pytest.mark.slow(4))])
def test_random_distance_games_are_their_definition(games):
    chance = random.Random(games)
    for _ in range(games):
        board = gfkit.parse_board(chance.choice(BOARDS.split()))
        same, different = (sorted(chance.sample(range(1, 5), chance.randint(0, 2))) for _ in range(2))
        if not same and not different:
            continue
        rule, plain = distance_game(same, different), by_definition(board, same, different)
        told = (board.text, same, different)
        assert dict(gfkit.count(rule, board, weights="players").polynomial.terms) == plain.by_players(), told
        for positions, stuck in (("left-ends", "left"), ("right-ends", "right")):
            assert gfkit.count(rule, board, positions).count == plain.ends(stuck), told
        assert gfkit.count(rule, board, "maximal").count == plain.ends("left", "right"), told
        assert gfkit.outcomes(rule, board).words == (plain.word(),), told
        assert gfkit.value(rule, board).value.outcome == plain.word(), told


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
            if board.size <= 4:
                plain = by_definition(board, same, different)
                assert law[n] == (plain.ends() if positions == "all" else plain.ends("left"))


SAME = [([1], [], "col"), ([], [1], "snort"), ([1], [1], "cis")]


@pytest.mark.parametrize(
    ("same", "different", "name"), [pytest.param(*case, marks=pytest.mark.slow(2)) for case in SAME]
)
def test_distance_one_is_touching(same, different, name):
    rule = distance_game(same, different)
    asked = {"2xn": "all", "nx2": "left-ends", "cycle:n": "maximal", "hex:1xn": "all"}
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
    board = gfkit.parse_board("2x4")
    places = board.places

    def near(one, other):
        (a,), (b,) = one[1], other[1]
        return max(abs(x - y) for x, y in zip(places[a], places[b], strict=True)) <= 1

    plain = Placing([("both", frozenset({cell})) for cell in range(board.size)], near)
    assert gfkit.nim(kings, "2x4").values == (plain.nimber(),)


def test_pieces_of_several_cells():
    """Dominoes of different players may not meet at a corner."""
    rule = made({"apart": [{"pieces": ["LR"], "neighbours": "corner"}]}, "X/X", "XX")
    board = gfkit.parse_board("3x3")
    upright = [("left", frozenset({a, a + 3})) for a in range(6)]
    lying = [("right", frozenset({a, a + 1})) for a in range(9) if a % 3 < 2]

    def exclude(one, other):
        corner = any(abs(a // 3 - b // 3) == abs(a % 3 - b % 3) == 1 for a in one[1] for b in other[1])
        return bool(one[1] & other[1]) or (one[0] != other[0] and corner)

    plain = Placing([*upright, *lying], exclude)
    assert dict(gfkit.count(rule, board, weights="players").polynomial.terms) == plain.by_players()
    assert gfkit.outcomes(rule, board).words == (plain.word(),)
    with pytest.raises(MismatchError, match="pieces that are single cells"):
        gfkit.derive(rule, "3xn")


def test_pieces_that_lie_and_reserved_cells():
    rule = distance_game([2], [])
    assert gfkit.count(rule, "A..").count == gfkit.count(rule, "A.!").count * 2
    with pytest.raises(BoardError, match="too near to another"):
        gfkit.count(rule, "A.A")
    rule = made({"apart": [{"pieces": ["same"], "distances": [1, 2]}]}, both="X")
    board = gfkit.parse_board("<..>.")
    owners = ["left", "both", "both", "right", "both"]
    plain = Placing(
        [(owner, frozenset({k})) for k, owner in enumerate(owners)],
        lambda one, other: abs(min(one[1]) - min(other[1])) <= 2,
    )
    assert dict(gfkit.count(rule, board, weights="players").polynomial.terms) == plain.by_players()
    assert gfkit.outcomes(rule, board).words == (plain.word(),)
    assert gfkit.count(rule, board, "left-ends").count == plain.ends("left")


def test_another_game_named_in_a_formula_is_played_on_the_board():
    """Beside a spaced rule, a formula that names Col means Col on paths, not on a graph of placements."""
    asked = gfkit.Question.of(distance_game([2], [1]), "path:n")
    other = asked.by(find_rule("col"), "col")
    assert other.spaced is None
    assert gfkit.derive(other)[3] == gfkit.count("col", "path:3").count
