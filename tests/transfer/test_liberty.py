"""The machine for rules with liberties, against listing and against known numbers."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from gfkit.boards import Board, parse_one_board
from gfkit.boards.board import from_edges
from gfkit.games import PlacementRule, find_rule
from gfkit.games.rule import Colour, Exponents
from gfkit.games.table import read_piece
from gfkit.oracle import brute_force
from gfkit.transfer.machine.liberty import LibertyMachine
from gfkit.transfer.machine.machine import Machine, State
from gfkit.typing import Player, Positions, Weights

CLASSES = (Positions.ALL, Positions.LEFT_ENDS, Positions.RIGHT_ENDS, Positions.MAXIMAL)
LEFT, RIGHT, BOTH = Player.LEFT, Player.RIGHT, Player.BOTH


def sweep(machine: Machine) -> dict[Exponents, int]:
    layer: dict[State, dict[Exponents, int]] = {machine.start(): {(0, 0): 1}}
    for site in range(machine.sites):
        after: dict[State, dict[Exponents, int]] = {}
        for state, terms in layer.items():
            for new, (dx, dy) in machine.step(site, state):
                into = after.setdefault(new, {})
                for (x, y), value in terms.items():
                    into[x + dx, y + dy] = into.get((x + dx, y + dy), 0) + value
        layer = after
    total: dict[Exponents, int] = {}
    for state, terms in layer.items():
        if machine.final(state):
            for key, value in terms.items():
                total[key] = total.get(key, 0) + value
    return total


def rule(*colours: tuple[Player, str], forbid: Sequence[tuple[int, int]] = ()) -> PlacementRule:
    kinds = tuple(
        Colour(f"colour {index}", owner, tuple(read_piece("test", text) for text in pieces.split()))
        for index, (owner, pieces) in enumerate(colours)
    )
    return PlacementRule("made up", kinds, frozenset(forbid), liberties=True)


def agree(game: PlacementRule, board: Board, order: Sequence[int] | None = None) -> None:
    order = range(board.size) if order is None else order
    for positions in CLASSES:
        listed = brute_force(game, board, positions.value, "players").polynomial
        machine = LibertyMachine(game, board, order, positions.stuck, Weights.PLAYERS)
        assert sorted(sweep(machine).items()) == sorted(listed.terms), (positions, board, order)


NOGO = rule((LEFT, "X"), (RIGHT, "X"))
FLAT = {
    "nogo": NOGO,
    "same apart": rule((LEFT, "X"), (RIGHT, "X"), forbid=[(0, 0)]),
    "others apart": rule((LEFT, "X"), (RIGHT, "X"), forbid=[(0, 1)]),
    "impartial": rule((BOTH, "X")),
    "three colours": rule((BOTH, "X"), (BOTH, "X"), (BOTH, "X")),
    "three owners": rule((LEFT, "X"), (RIGHT, "X"), (BOTH, "X"), forbid=[(0, 2)]),
    "edges": rule((BOTH, "XX X/X")),
    "edges and cells": rule((LEFT, "XX X/X"), (RIGHT, "X")),
}
SHAPED = {
    "dominoes": rule((LEFT, "X/X"), (RIGHT, "XX")),
    "dominoes apart": rule((LEFT, "X/X"), (RIGHT, "XX"), forbid=[(0, 0), (0, 1)]),
    "impartial dominoes": rule((BOTH, "XX X/X")),
    "trominoes": rule((LEFT, "XX/X. X"), (RIGHT, "XXX XX")),
    "corners": rule((BOTH, "XX/X. .X/XX XX/.X"), forbid=[(0, 0)]),
    "gaps": rule((LEFT, "X.X X"), (RIGHT, "X./.X X")),
    "three gaps": rule((BOTH, "X.X X./.X"), (BOTH, "X.X/.X.")),
}


@pytest.mark.parametrize("board", ["1x1", "1x6", "2x3", "cycle:5", "complete:4"])
@pytest.mark.parametrize("name", FLAT)
def test_cells_and_edges(name: str, board: str) -> None:
    agree(FLAT[name], parse_one_board(board))


@pytest.mark.parametrize("board", ["2x4", "4x2", "3x3", "cylinder:3x3", ".#./...", "..#./..../.#.."])
@pytest.mark.parametrize("name", SHAPED)
def test_shapes(name: str, board: str) -> None:
    agree(SHAPED[name], parse_one_board(board))


@pytest.mark.parametrize("board", ["A.b/...", "AA.b/..#.", "A.../..b./...A", "..A/.../b.#"])
def test_boards_in_the_middle_of_a_game(board: str) -> None:
    agree(NOGO, parse_one_board(board))


def test_lying_dominoes() -> None:
    agree(SHAPED["dominoes"], parse_one_board("A..../A.bb./....."))
    agree(SHAPED["dominoes apart"], parse_one_board("A..../A..bb/....."))


def test_built_in_nogo() -> None:
    built_in = find_rule("nogo")
    assert isinstance(built_in, PlacementRule)
    agree(built_in, parse_one_board("3x3"))


@pytest.mark.parametrize("board", ["3x3", "torus:3x3", "cylinder:3x3"])
@pytest.mark.parametrize("name", ["same apart", "others apart", "impartial", "three owners", "edges"])
def test_cells_and_edges_in_the_square(name: str, board: str) -> None:
    agree(FLAT[name], parse_one_board(board))


@pytest.mark.slow
@pytest.mark.parametrize("board", ["3x4", "cylinder:4x3", "torus:3x4"])
def test_nogo_on_larger_boards(board: str) -> None:
    agree(NOGO, parse_one_board(board))


@pytest.mark.parametrize("seed", range(20))
def test_random_graphs_in_random_order(seed: int) -> None:
    rng = random.Random(seed)
    size, density = rng.randint(1, 7), rng.random()
    edges = [(a, b) for a in range(size) for b in range(a) if rng.random() < density]
    board = from_edges("random", size, edges)
    agree(FLAT[rng.choice(sorted(FLAT))], board, rng.sample(range(size), size))


@pytest.mark.parametrize("seed", range(20))
def test_shapes_in_random_order(seed: int) -> None:
    rng = random.Random(seed)
    board = parse_one_board(rng.choice(["2x4", "3x3", "cylinder:3x2", "torus:3x3", "...#/..../#..."]))
    agree(SHAPED[rng.choice(sorted(SHAPED))], board, rng.sample(range(board.size), board.size))


def test_weights() -> None:
    board = parse_one_board("2x2")
    for weights in (Weights.NONE, Weights.PIECES):
        listed = brute_force(NOGO, board, "all", weights.value).polynomial
        found = sweep(LibertyMachine(NOGO, board, range(4), frozenset(), weights))
        assert sorted((k[: len(listed.variables)], v) for k, v in found.items()) == sorted(listed.terms)


def total(board: str, positions: Positions = Positions.ALL) -> int:
    read = parse_one_board(board)
    machine = LibertyMachine(NOGO, read, range(read.size), positions.stuck, Weights.NONE)
    return sum(sweep(machine).values())


def test_legal_go_positions() -> None:
    known = [1, 57, 12675, 24318165, 414295148741]
    assert [total(f"{n}x{n}") for n in range(1, 6)] == known


@pytest.mark.slow
def test_legal_go_positions_six() -> None:
    assert total("6x6") == 62567386502084877


def test_nogo_on_paths() -> None:
    assert [total(f"1x{n}") for n in range(9)] == [1, 1, 5, 15, 41, 113, 313, 867, 2401]


@pytest.mark.parametrize("positions", CLASSES)
@pytest.mark.parametrize("game", [NOGO, SHAPED["dominoes apart"]], ids=["nogo", "dominoes"])
def test_rows_share_their_tables(game: PlacementRule, positions: Positions) -> None:
    """On interior rows, signatures and sets of states repeat from row to row."""
    board = parse_one_board("12x3")
    machine = LibertyMachine(game, board, range(36), positions.stuck, Weights.NONE)
    signatures = [machine.signature(site) for site in range(36)]
    assert all(signatures[site] == signatures[site + 3] for site in range(6, 24))
    layers: list[set[State]] = [{machine.start()}]
    for site in range(36):
        layers.append({new for state in layers[-1] for new, _ in machine.step(site, state)})
    assert all(layers[site] == layers[site + 3] for site in range(24, 28))
