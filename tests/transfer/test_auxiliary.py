"""Auxiliary graphs: their independent sets are the positions, by the theorems of the profiles paper.

How many positions there are is what the oracle lists.
"""

import itertools
from random import Random

import pytest
from agreement import graph_of

import gfkit
from gfkit.boards import parse_one_board

BOARDS = [parse_one_board(text) for text in ("path:4", "cycle:5", "complete:4", "2x3")]
BOARDS += [graph_of(Random(seed), 2 + seed, 0.5) for seed in range(5)]


def test_positions_are_independent_sets():
    """Theorems 3.1, 3.3, 3.5 and 3.8; shapes have a graph too, games with liberties and tiles have none."""
    flat = ["col", "snort", "cis", "o12", "cis:3", "arc-kayles", "node-kayles"]
    for game, board in (*itertools.product(flat, BOARDS), ("domineering", "3x3")):
        found = gfkit.independence_polynomial(gfkit.auxiliary_graph(game, board).graph)
        assert found == gfkit.brute_force(game, board, weights="pieces").polynomial, (game, board)
    for game in ("nogo", "domineering-tiles"):
        with pytest.raises(gfkit.GfkitError, match="has no auxiliary graph"):
            gfkit.auxiliary_graph(game, "3x3")
