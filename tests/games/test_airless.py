"""Liberties for one player alone, against listing from the definition.

Positions, moves and winners come from ``Plain``, which knows single stones and no rule of gfkit.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random

import networkx as nx
import pytest
from choice import sample
from placing import Placing

import gfkit
from gfkit.errors import GfkitError
from gfkit.games import Rule


def rule(whose, forbid=(), left=("X",), right=("X",)):
    rules = {"liberties": whose, "forbid_adjacent": list(forbid)}
    return Rule.of(
        {"name": "one", "left": {"pieces": list(left)}, "right": {"pieces": list(right)}, "rules": rules}
    )


class Plain(Placing):
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


OWNERS = ("left", "right")
TEXTS = ["2x3", "1x5", "cycle:5", "graph:a-b,b-c,c-a,c-d", "complete:4", "..#/...", "1x1"]
FORBIDDEN = [(), ("same",), ("LR",)]


@pytest.mark.parametrize(
    ("text", "whose", "forbid"), sample(TEXTS, ["left", "right"], FORBIDDEN, quick=2, seconds=0.3)
)
def test_what_is_counted_and_played(text, whose, forbid):
    board = gfkit.parse_board(text)
    plain, one = Plain(board, whose, forbid), rule(whose, forbid)
    ends = {"left-ends": ["left"], "right-ends": ["right"], "maximal": OWNERS, "all": []}
    for positions, stuck in ends.items():
        counted = gfkit.count(one, board, positions, "players")
        assert counted.count == plain.ends(*stuck)
        assert counted.polynomial == gfkit.brute_force(one, board, positions, "players").polynomial
    assert dict(gfkit.count(one, board, weights="players").polynomial.terms) == plain.by_players()
    assert gfkit.outcomes(one, board).words[0] == plain.word()
    assert gfkit.value(one, board).outcome == plain.word()


@pytest.mark.parametrize("text", sample(["path:5", "2x3", "cycle:5", "complete:4"], quick=1, seconds=0.5))
def test_both_players_with_all_pieces(text):
    board = gfkit.parse_board(text)
    plain, known = Plain(board, "left", ()), {}

    def nimber(stones):
        if stones not in known:
            after = {nimber(one) for player in OWNERS for one in plain.moves(stones, player)}
            known[stones] = next(k for k in range(len(after) + 1) if k not in after)
        return known[stones]

    assert gfkit.nim(rule("left"), board, impartial=True).values[0] == nimber(frozenset())


@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(3, 40), marks=pytest.mark.slow(4))])
def test_pieces_of_several_cells(seeds):
    """Random pieces and boards with holes: sweeps, play and complexes against listing."""
    for seed in seeds:
        random = Random(seed)
        shapes = ["X", "XX", "X/X", "XX/X.", "X.X"]
        left, right = (random.sample(shapes, random.randint(1, 2)) for _ in range(2))
        one = rule(random.choice(["left", "right"]), random.choice(FORBIDDEN), left, right)
        rows, cols = random.choice([(1, 5), (2, 3), (3, 3), (2, 4)])
        text = "/".join("".join(random.choice("....#") for _ in range(cols)) for _ in range(rows))
        if "." not in text:
            continue
        for positions in ("all", "left-ends", "right-ends", "maximal"):
            counted = gfkit.count(one, text, positions, "players")
            assert counted.polynomial == gfkit.brute_force(one, text, positions, "players").polynomial, text
        assert gfkit.value(one, text).outcome == gfkit.outcomes(one, text).words[0]
        with suppress(GfkitError):
            faces = gfkit.legal_complex(one, text).f_vector
            assert sum(faces) == gfkit.count(one, text).count


def test_laws():
    law = gfkit.derive(rule("left"), "2xn")
    assert law.evidence.status == "proved"
    for n in range(1, 5):
        assert law[n] == gfkit.brute_force(rule("left"), f"2x{n}").count
    mirrored = gfkit.derive(rule("right"), "2xn")
    assert mirrored.rational == law.rational
