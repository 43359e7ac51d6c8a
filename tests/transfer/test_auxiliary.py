"""Auxiliary graphs against the definitions in the profiles paper, built here from the words.

How many positions there are is what the oracle lists.
"""

import itertools
from random import Random

import pytest
from agreement import graph_of

import gfkit
from gfkit.boards import Board, parse_one_board


def product_graph(board: Board, joined) -> set[frozenset]:
    """Edges between (vertex, colour) pairs that a definition joins."""
    touching = set(map(frozenset, board.edges))
    vertices = itertools.product(range(board.size), (0, 1))
    return {
        frozenset((a, b))
        for a, b in itertools.combinations(vertices, 2)
        if joined(a[0] == b[0], frozenset((a[0], b[0])) in touching, a[1] == b[1])
    }


DEFINITIONS = {
    # same vertex, adjacent vertices, same colour -> joined
    "col": lambda same, near, alike: (same and not alike) or (near and alike),
    "snort": lambda same, near, alike: (same and not alike) or (near and not alike),
    "cis": lambda same, near, alike: (same and not alike) or near,
}


BOARDS = [parse_one_board(text) for text in ("path:4", "cycle:5", "complete:4", "2x3")]
BOARDS += [graph_of(Random(seed), 2 + seed, 0.5) for seed in range(5)]


def test_products_with_two_colours():
    for game, board in itertools.product(DEFINITIONS, BOARDS):
        found = gfkit.auxiliary_graph(game, board)
        names = [(move.cells[0], move.colour) for move in found.moves]
        edges = {frozenset((names[a], names[b])) for a, b in found.graph.edges}
        assert edges == product_graph(board, DEFINITIONS[game]), (game, board)


def test_o12_is_the_line_graph_with_the_vertices():
    for board in BOARDS:
        found = gfkit.auxiliary_graph("o12", board)
        names = [frozenset(move.cells) for move in found.moves]
        things = [frozenset((v,)) for v in range(board.size)] + [frozenset(e) for e in board.edges]
        assert sorted(map(sorted, names)) == sorted(map(sorted, things))
        edges = {frozenset((names[a], names[b])) for a, b in found.graph.edges}
        assert edges == {frozenset((a, b)) for a, b in itertools.combinations(things, 2) if a & b}


def test_positions_are_independent_sets():
    """Theorems 3.1, 3.3, 3.5 and 3.8; shapes have a graph too, games with liberties and tiles have none."""
    flat = [*DEFINITIONS, "o12", "cis:3", "arc-kayles", "node-kayles"]
    for game, board in (*itertools.product(flat, BOARDS), ("domineering", "3x3")):
        found = gfkit.independence_polynomial(gfkit.auxiliary_graph(game, board).graph)
        assert found == gfkit.brute_force(game, board, weights="pieces").polynomial, (game, board)
    for game in ("nogo", "domineering-tiles"):
        with pytest.raises(gfkit.GfkitError, match="has no auxiliary graph"):
            gfkit.auxiliary_graph(game, "3x3")
