"""Placement games against their definition: spaced pieces, liberties for one player, pieces that are graphs.

``placing`` plays and counts from a list of placements and of pairs that exclude each other; what lies on a
graph is found by trying all ways.
"""

from __future__ import annotations

import random
from itertools import combinations, permutations, product

import networkx as nx
import pytest
from choice import sample
from placing import Placing, distances

import gfkit
from gfkit.boards.board import from_edges
from gfkit.errors import BoardError, MismatchError
from gfkit.games import Rule, find_rule

BOARDS = "path:5 cycle:5 2x3 ..#/... graph:a-b-c-a,c-d prism:3 star:4 complete:4 graph:a-b,c"
OWNERS = ("left", "right")
STUCK = {"left-ends": ["left"], "right-ends": ["right"], "maximal": OWNERS}


def made(rules: dict[str, object], left: str = "X", right: str = "X", both: str = "") -> Rule:
    owners = {"both": both} if both else {"left": left, "right": right}
    pieces = {owner: {"pieces": piece.split()} for owner, piece in owners.items()}
    return Rule.of({"name": "d", **pieces, "rules": rules})


def distance_game(same: list[int], different: list[int], **more: object) -> Rule:
    """D for pieces of one player, S for pieces of both."""
    apart = [{"pieces": ["same"], "distances": same}, {"pieces": ["different"], "distances": different}]
    return made({"apart": [one for one in apart if one["distances"]], **more})


def assert_is(plain: Placing, rule: Rule, board: gfkit.Board, *, played: bool = True) -> None:
    """Positions, ends and winner are those of the definition."""
    told = (rule, board.text)
    assert dict(gfkit.count(rule, board, weights="players").polynomial.terms) == plain.by_players(), told
    for positions, stuck in STUCK.items():
        assert gfkit.count(rule, board, positions).count == plain.ends(*stuck), (*told, positions)
    if played:
        assert gfkit.outcomes(rule, board).words == (plain.word(),), told
        assert gfkit.value(rule, board).outcome == plain.word(), told


# Pieces that keep apart by more than touching


def by_definition(board: gfkit.Board, same: list[int], different: list[int]) -> Placing:
    table = distances(board.size, board.edges)
    cells = [(owner, frozenset({cell})) for cell in range(board.size) for owner in OWNERS]

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
        if same or different:
            assert_is(by_definition(board, same, different), distance_game(same, different), board)


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
    places = gfkit.parse_board("2x4").places

    def near(one, other):
        (a,), (b,) = one[1], other[1]
        return max(abs(x - y) for x, y in zip(places[a], places[b], strict=True)) <= 1

    plain = Placing([("both", frozenset({cell})) for cell in range(8)], near)
    assert gfkit.nim(kings, "2x4").values == (plain.nimber(),)


def test_pieces_of_several_cells():
    """Dominoes of different players may not meet at a corner."""
    rule = made({"apart": [{"pieces": ["LR"], "neighbours": "corner"}]}, "X/X", "XX")
    upright = [("left", frozenset({a, a + 3})) for a in range(6)]
    lying = [("right", frozenset({a, a + 1})) for a in range(9) if a % 3 < 2]

    def exclude(one, other):
        corner = any(abs(a // 3 - b // 3) == abs(a % 3 - b % 3) == 1 for a in one[1] for b in other[1])
        return bool(one[1] & other[1]) or (one[0] != other[0] and corner)

    assert_is(Placing([*upright, *lying], exclude), rule, gfkit.parse_board("3x3"))
    with pytest.raises(MismatchError, match="pieces that are single cells"):
        gfkit.derive(rule, "3xn")


def test_pieces_that_lie_and_reserved_cells():
    rule = distance_game([2], [])
    assert gfkit.count(rule, "A..").count == gfkit.count(rule, "A.!").count * 2
    with pytest.raises(BoardError, match="too near to another"):
        gfkit.count(rule, "A.A")
    rule = made({"apart": [{"pieces": ["same"], "distances": [1, 2]}]}, both="X")
    owners = ["left", "both", "both", "right", "both"]
    cells = [(owner, frozenset({k})) for k, owner in enumerate(owners)]
    plain = Placing(cells, lambda one, other: abs(min(one[1]) - min(other[1])) <= 2)
    assert_is(plain, rule, gfkit.parse_board("<..>."))


def test_another_game_named_in_a_formula_is_played_on_the_board():
    """Beside a spaced rule, a formula that names Col means Col on paths, not on a graph of placements."""
    other = gfkit.Question.of(distance_game([2], [1]), "path:n").by(find_rule("col"), "col")
    assert other.spaced is None
    assert gfkit.derive(other)[3] == gfkit.count("col", "path:3").count


# Liberties for one player alone


class OneSided(Placing):
    """Single stones: those of one owner need an empty cell beside what they hang together with."""

    def __init__(self, board, whose, forbid):
        def exclude(one, other):
            kind = "same" if one[0] == other[0] else "LR"
            (a,), (b,) = one[1], other[1]
            return a == b or (b in board.neighbours[a] and kind in forbid)

        super().__init__([(owner, frozenset({k})) for owner in OWNERS for k in range(board.size)], exclude)
        self.graph, self.whose = nx.empty_graph(board.size), whose
        self.graph.add_edges_from(board.edges)

    def stands(self, position):
        stones = {cell: owner for owner, (cell,) in map(self.placements.__getitem__, position)}
        own = self.graph.subgraph(cell for cell in stones if stones[cell] == self.whose)
        return all(
            any(beside not in stones for cell in group for beside in self.graph[cell])
            for group in nx.connected_components(own)
        )

    def positions(self):
        return [one for one in super().positions() if self.stands(one)]

    def moves(self, position, player):
        return [one for one in super().moves(position, player) if self.stands(one)]


TEXTS = ["2x3", "1x5", "cycle:5", "graph:a-b,b-c,c-a,c-d", "complete:4", "..#/...", "1x1"]
FORBIDDEN = [(), ("same",), ("LR",)]


@pytest.mark.parametrize(("text", "whose", "forbid"), sample(TEXTS, OWNERS, FORBIDDEN, quick=2, seconds=0.3))
def test_liberties_for_one_player(text, whose, forbid):
    board, rule = gfkit.parse_board(text), made({"liberties": whose, "forbid_adjacent": list(forbid)})
    assert_is(OneSided(board, whose, forbid), rule, board)
    for positions in ("all", *STUCK):
        counted = gfkit.count(rule, board, positions, "players")
        assert counted.polynomial == gfkit.brute_force(rule, board, positions, "players").polynomial


@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(3, 40), marks=pytest.mark.slow(4))])
def test_larger_pieces_with_liberties_for_one_player(seeds):
    """Random pieces and boards with holes: sweeps, play and complexes against listing."""
    for seed in seeds:
        chance = random.Random(seed)
        left, right = (
            " ".join(chance.sample(["X", "XX", "X/X", "XX/X.", "X.X"], chance.randint(1, 2))) for _ in "LR"
        )
        whose, forbid = chance.choice(OWNERS), list(chance.choice(FORBIDDEN))
        rule = made({"liberties": whose, "forbid_adjacent": forbid}, left, right)
        rows, cols = chance.choice([(1, 5), (2, 3), (3, 3), (2, 4)])
        text = "/".join(["".join(chance.choice("....#") for _ in range(cols)) for _ in range(rows)] + ["."])
        for positions in ("all", *STUCK):
            counted = gfkit.count(rule, text, positions, "players")
            assert counted.polynomial == gfkit.brute_force(rule, text, positions, "players").polynomial, text
        assert gfkit.value(rule, text).outcome == gfkit.outcomes(rule, text).words[0]


def test_laws_with_liberties_for_one_player():
    law, mirrored = (gfkit.derive(made({"liberties": whose}), "2xn") for whose in OWNERS)
    assert law.evidence.status == "proved"
    for n in range(1, 5):
        assert law[n] == gfkit.brute_force(made({"liberties": "left"}), f"2x{n}").count
    assert mirrored.rational == law.rational


# Pieces that are graphs

FIGURES = {
    "path:1": (1, []),
    "path:2": (2, [(0, 1)]),
    "path:3": (3, [(0, 1), (1, 2)]),
    "complete:3": (3, [(0, 1), (1, 2), (0, 2)]),
    "cycle:4": (4, [(0, 1), (1, 2), (2, 3), (0, 3)]),
    "graph:a-b,a-c,a-d": (4, [(0, 1), (0, 2), (0, 3)]),
}


def lie(figure, touching, size):
    """Sets of vertices on which a figure lies, by trying all ways."""
    many, own = FIGURES[figure]
    return {
        cells
        for cells in combinations(range(size), many)
        if any(
            all(frozenset((order[a], order[b])) in touching for a, b in own) for order in permutations(cells)
        )
    }


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 40), marks=pytest.mark.slow(9))])
def test_what_lies_on_random_graphs(seeds):
    for seed in seeds:
        chance = random.Random(seed)
        size = chance.randint(0, 6)
        edges = [pair for pair in combinations(range(size), 2) if chance.random() < 0.5]
        touching = {frozenset(edge) for edge in edges}
        hands = [chance.sample(sorted(FIGURES), chance.randint(1, 2)) for _ in OWNERS]
        forbid = chance.choice([[], ["same"], ["LR"]])
        rule = made({"forbid_adjacent": forbid}, *map(" ".join, hands))
        placements = [
            (owner, frozenset(cells))
            for owner, names in zip(OWNERS, hands, strict=True)
            for cells in set().union(*(lie(name, touching, size) for name in names))
        ]

        def exclude(one, other, touching=touching, forbid=forbid):
            near = any(frozenset(ends) in touching for ends in product(one[1], other[1]))
            kind = "same" if one[0] == other[0] else "LR"
            return bool(one[1] & other[1]) or (near and kind in forbid)

        assert_is(Placing(placements, exclude), rule, from_edges("", size, edges), played=False)


def test_paths_as_pieces():
    rule = made({}, both="path:2")
    for board in ("2x3", "cycle:5", "prism:3", "complete:4", "path:1"):
        assert gfkit.nim(rule, board).values == gfkit.nim("arc-kayles", board).values
        assert gfkit.count(rule, board).count == gfkit.count("arc-kayles", board).count
    # Three in a row are taken away, and what is left falls in two heaps: the octal game 0.007.
    heaps = gfkit.nim("octal:0.007", to=14).values
    rule = made({}, both="path:3")
    assert [gfkit.nim(rule, f"path:{n}").values[0] for n in range(3, 15)] == list(heaps[3:])
