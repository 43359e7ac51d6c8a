"""Auxiliary graphs against the definitions in the profiles paper, built here from the words."""

import itertools
import random

import pytest

import gfkit
from gfkit.boards import Board, parse_one_board
from gfkit.boards.board import from_edges


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


def random_board(seed: int) -> Board:
    rng = random.Random(seed)
    size = rng.randint(2, 6)
    pairs = itertools.combinations(range(size), 2)
    return from_edges(f"random graph {seed}", size, [pair for pair in pairs if rng.random() < 0.5])


BOARDS = [parse_one_board(text) for text in ("path:4", "cycle:5", "complete:4", "2x3")]
BOARDS += [random_board(seed) for seed in range(8)]


@pytest.mark.parametrize("game", DEFINITIONS)
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.text)
def test_products_with_two_colours(game, board):
    found = gfkit.auxiliary_graph(game, board)
    names = [(move.cells[0], move.colour) for move in found.moves]
    edges = {frozenset((names[a], names[b])) for a, b in found.graph.edges}
    assert edges == product_graph(board, DEFINITIONS[game])


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.text)
def test_o12_is_the_line_graph_with_the_vertices(board):
    found = gfkit.auxiliary_graph("o12", board)
    names = [frozenset(move.cells) for move in found.moves]
    things = [frozenset((v,)) for v in range(board.size)] + [frozenset(e) for e in board.edges]
    assert sorted(map(sorted, names)) == sorted(map(sorted, things))
    edges = {frozenset((names[a], names[b])) for a, b in found.graph.edges}
    assert edges == {frozenset((a, b)) for a, b in itertools.combinations(things, 2) if a & b}


@pytest.mark.parametrize("game", [*DEFINITIONS, "o12", "cis:3", "arc-kayles", "node-kayles"])
@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.text)
def test_positions_are_independent_sets(game, board):
    """Theorems 3.1, 3.3, 3.5 and 3.8, against the oracle's list of positions."""
    graph = gfkit.auxiliary_graph(game, board).graph
    assert gfkit.independence_polynomial(graph) == gfkit.brute_force(game, board, weights="pieces").polynomial


def test_shapes_have_one_too():
    graph = gfkit.auxiliary_graph("domineering", "3x3").graph
    assert (
        gfkit.independence_polynomial(graph)
        == gfkit.brute_force("domineering", "3x3", weights="pieces").polynomial
    )


@pytest.mark.parametrize("game", ["nogo", "domineering-tiles"])
def test_without_one(game):
    with pytest.raises(gfkit.GfkitError, match="has no auxiliary graph"):
        gfkit.auxiliary_graph(game, "3x3")
