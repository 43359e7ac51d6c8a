"""Liberties for one player alone, against listing from the definition.

Positions, moves and winners come from ``Plain``, which knows single stones and no rule of gfkit.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from random import Random

import pytest
from choice import sample

import gfkit
from gfkit.errors import GfkitError
from gfkit.games import Rule


def rule(whose, forbid=(), left=("X",), right=("X",)):
    rules = {"liberties": whose, "forbid_adjacent": list(forbid)}
    return Rule.of(
        {"name": "one", "left": {"pieces": list(left)}, "right": {"pieces": list(right)}, "rules": rules}
    )


class Plain:
    """Single stones on a board, by definition."""

    def __init__(self, board, whose, forbid):
        self.board, self.whose, self.forbid = board, whose, forbid

    def stands(self, stones):
        near = self.board.neighbours
        for cell, colour in enumerate(stones):
            for other in near[cell]:
                if colour and stones[other] and ("same" if colour == stones[other] else "LR") in self.forbid:
                    return False
            if colour != self.whose[0].upper():
                continue
            group, todo = {cell}, [cell]
            while todo:
                for other in near[todo.pop()]:
                    if stones[other] == colour and other not in group:
                        group.add(other)
                        todo.append(other)
            if not any(not stones[other] for one in group for other in near[one]):
                return False
        return True

    def positions(self):
        return [one for one in product(("", "L", "R"), repeat=self.board.size) if self.stands(one)]

    def moves(self, stones, player):
        free = [cell for cell, colour in enumerate(stones) if not colour]
        after = [(*stones[:cell], player, *stones[cell + 1 :]) for cell in free]
        return [one for one in after if self.stands(one)]

    def wins(self, stones, player, known):
        key = stones, player
        if key not in known:
            other = "R" if player == "L" else "L"
            known[key] = any(not self.wins(one, other, known) for one in self.moves(stones, player))
        return known[key]

    def word(self):
        known = {}
        empty = ("",) * self.board.size
        words = {(1, 1): "first", (1, 0): "left", (0, 1): "right", (0, 0): "second"}
        return words[self.wins(empty, "L", known), self.wins(empty, "R", known)]


TEXTS = ["2x3", "1x5", "cycle:5", "graph:a-b,b-c,c-a,c-d", "complete:4", "..#/...", "1x1"]
FORBIDDEN = [(), ("same",), ("LR",)]


@pytest.mark.parametrize(
    ("text", "whose", "forbid"), sample(TEXTS, ["left", "right"], FORBIDDEN, quick=2, seconds=0.3)
)
def test_what_is_counted_and_played(text, whose, forbid):
    board = gfkit.parse_board(text)
    plain, one = Plain(board, whose, forbid), rule(whose, forbid)
    positions = plain.positions()
    ends = {
        "left-ends": [p for p in positions if not plain.moves(p, "L")],
        "right-ends": [p for p in positions if not plain.moves(p, "R")],
        "maximal": [p for p in positions if not plain.moves(p, "L") and not plain.moves(p, "R")],
    }
    for positions_, listed in {"all": positions, **ends}.items():
        counted = gfkit.count(one, board, positions_, "players")
        assert counted.count == len(listed)
        assert counted.polynomial == gfkit.brute_force(one, board, positions_, "players").polynomial
    assert gfkit.outcomes(one, board).words[0] == plain.word()
    assert gfkit.value(one, board).outcome == plain.word()


@pytest.mark.parametrize("text", sample(["path:5", "2x3", "cycle:5", "complete:4"], quick=1, seconds=0.5))
def test_both_players_with_all_pieces(text):
    board = gfkit.parse_board(text)
    plain, known = Plain(board, "left", ()), {}

    def nimber(stones):
        if stones not in known:
            after = {nimber(one) for player in "LR" for one in plain.moves(stones, player)}
            known[stones] = next(k for k in range(len(after) + 1) if k not in after)
        return known[stones]

    assert gfkit.nim(rule("left"), board, impartial=True).values[0] == nimber(("",) * board.size)


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
