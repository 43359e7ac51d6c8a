"""Sweep orders, parts that do not touch and frontiers, against their definitions."""

from __future__ import annotations

import random

import pytest

from gfkit import count
from gfkit.boards import parse_one_board
from gfkit.boards.board import from_edges
from gfkit.games import find_rule
from gfkit.transfer.machine.order import components, frontiers, interaction, items_of, sweep_orders


def random_sets(rng: random.Random) -> list[set[int]]:
    size = rng.randint(1, 12)
    graph: list[set[int]] = [set() for _ in range(size)]
    for a in range(size):
        for b in range(a):
            if rng.random() < rng.choice([0.1, 0.3]):
                graph[a].add(b)
                graph[b].add(a)
    return graph


@pytest.mark.parametrize("seed", range(30))
def test_components_and_frontiers(seed: int) -> None:
    rng = random.Random(seed)
    graph = random_sets(rng)
    cells = rng.sample(range(len(graph)), rng.randint(1, len(graph)))
    parts = components(graph, cells)
    assert sorted(cell for part in parts for cell in part) == sorted(cells)
    where = {cell: index for index, part in enumerate(parts) for cell in part}
    for cell in cells:
        assert all(where[near] == where[cell] for near in graph[cell] if near in where)
    for part in parts:  # connected: growing from the first cell reaches all
        grown = {part[0]}
        while more := {near for cell in grown for near in graph[cell] if near in part} - grown:
            grown |= more
        assert sorted(grown) == part
    order = rng.sample(range(len(graph)), len(graph))
    sizes = frontiers(graph, order)
    for site, size in enumerate(sizes):
        swept, rest = set(order[: site + 1]), set(order[site + 1 :])
        assert size == sum(1 for cell in swept if graph[cell] & rest)
    assert sizes[-1] == 0


@pytest.mark.parametrize(
    "board", ["3x7", "7x3", "cylinder:5x4", "torus:4x4", "path:30", "cycle:9", "...#/.#../....", "complete:5"]
)
@pytest.mark.parametrize("game", ["col", "node-kayles", "arc-kayles"])
def test_sweep_orders_name_every_cell_once(board: str, game: str) -> None:
    place, rule = parse_one_board(board), find_rule(game)
    graph = interaction(rule, place, items_of(rule, place))
    assert [set(near) for near in graph] == [set(near) for near in place.neighbours]
    for part in components(graph, range(place.size)):
        orders = sweep_orders(place, graph, part)
        assert 1 <= len(orders) <= 2
        for order in orders:
            assert sorted(order) == part
    if board in ("3x7", "7x3", "path:30"):
        assert max(frontiers(graph, sweep_orders(place, graph, range(place.size))[0])) <= 3


def test_orders_of_graphs_far_from_rows() -> None:
    # A tree with its vertices named at random still has a narrow sweep.
    rng = random.Random(5)
    names = rng.sample(range(300), 300)
    tree = from_edges("path in disguise", 300, [(names[i], names[i + 1]) for i in range(299)])
    fibonacci = [1, 2]
    while len(fibonacci) <= 300:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    assert count("node-kayles", tree) == fibonacci[300]
