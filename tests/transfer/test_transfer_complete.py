"""Complete graphs by their law.

The numbers are those of listing, and of words by the numbers of their letters.
"""

from __future__ import annotations

from itertools import product
from math import comb

import pytest

import gfkit
from gfkit import brute_force
from gfkit.boards import parse_one_board
from gfkit.errors import MismatchError
from gfkit.games import PlacementRule
from gfkit.games.file import read_rule
from gfkit.transfer.complete import complete_terms
from gfkit.typing import Positions, Weights

EDGES = {"X": '"X"', "XX": '"XX", "X/X"', 'X", "XX': '"X", "XX", "X/X"'}


def test_made_up_games_on_complete_graphs() -> None:
    kinds = (("X", "XX"), ("XX", "XX"), ("X", "X"), ('X", "XX', "X"))
    forbidden = ("", '"LL"', '"LR"', '"LL", "RR"', '"LL", "LR", "RR"')
    for (left, right), forbid, liberties in product(kinds, forbidden, ("false", "true")):
        rule = read_rule(
            "made up",
            f'name = "made up"\n[left]\npieces = [{EDGES[left]}]\n[right]\npieces = [{EDGES[right]}]\n'
            f"[rules]\nforbid_adjacent = [{forbid}]\nliberties = {liberties}",
        )
        assert isinstance(rule, PlacementRule)
        for n, positions in product((1, 2, 4), (Positions.ALL, Positions.LEFT_ENDS, Positions.MAXIMAL)):
            board = parse_one_board(f"complete:{n}")
            listed = brute_force(rule, board, positions.value, "players").polynomial
            found = complete_terms(rule, n, positions.stuck, Weights.PLAYERS)
            assert {p: v for p, v in found.items() if v} == dict(listed.terms), (n, positions, liberties)


def test_what_the_automaton_of_complete_graphs_does_not_read_is_refused():
    for more in (
        {"near": [("rook", "2 * count(y == x for y in near) <= size(near)")]},
        {"near": [("rook", "x != 1 or count(y == 1 for y in near) < count(y == 0 for y in near)")]},
        {"pin": [("first", "x == 0")]},
        {"exactly": [{"neighbours": "rook", "when": "x == 1", "at_most": 20}]},
        {"new_values": "row-major"},
    ):
        rule = gfkit.Rule.array(colours=2, **more)
        with pytest.raises(MismatchError, match="board by board"):
            gfkit.derive(rule, "complete:n")
        counts = [gfkit.count(rule, f"complete:{n}").count for n in range(1, 5)]
        assert counts == [brute_force(rule, f"complete:{n}").count for n in range(1, 5)], more


def test_predicates_on_complete_graphs():
    """Against listing; and against words by the numbers of their letters, all of them up to 13 cells."""
    for says in (
        "x == 0 or sum(near) == 0",
        "sum(all) >= 1",
        "x == 2 or min(count(y == 2 for y in near), 2) == 2 - x",
        "distinct(all) == 2 or size(near) < 3",
        "max(near) - min(near) < 2",
    ):
        rule = gfkit.Rule.array(colours=3, near=[("rook", says)])
        law = gfkit.derive(rule, "complete:n")
        assert law.evidence.status.value == "proved"
        assert law.terms(6) == [1] + [brute_force(rule, f"complete:{n}").count for n in range(1, 6)], says
    rule = gfkit.Rule.array(colours=2, near=[("rook", "count(y == x for y in near) <= 12")])
    true = [sum(comb(n, k) for k in range(n + 1) if max(k, n - k) <= 13) for n in range(28)]
    assert gfkit.derive(rule, "complete:n").terms(28) == true
