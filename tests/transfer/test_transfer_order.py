"""Sweep orders, parts that do not touch and frontiers.

Each against its definition, written out here.
"""

from __future__ import annotations

import random
from itertools import pairwise, product

from terms_of import recurrent

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


def test_components_and_frontiers() -> None:
    for seed in range(30):
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


def test_sweep_orders_name_every_cell_once() -> None:
    boards = ("3x7", "7x3", "path:30", "cylinder:5x4", "torus:4x4", "cycle:9", "...#/.#../....", "complete:5")
    for game, board in product(("col", "node-kayles", "arc-kayles"), boards):
        place, rule = parse_one_board(board), find_rule(game)
        graph = interaction(rule, place, items_of(rule, place))
        assert [set(near) for near in graph] == [set(near) for near in place.neighbours]
        for part in components(graph, range(place.size)):
            orders = sweep_orders(place, graph, part)
            assert 1 <= len(orders) <= 2
            assert all(sorted(order) == part for order in orders)
        if board in boards[:3]:
            assert max(frontiers(graph, sweep_orders(place, graph, range(place.size))[0])) <= 3


def test_orders_of_graphs_far_from_rows() -> None:
    """A tree with its vertices named at random still has a narrow sweep."""
    names = random.Random(5).sample(range(300), 300)
    tree = from_edges("path in disguise", 300, list(pairwise(names)))
    assert count("node-kayles", tree) == recurrent([1, 2], 1, 1, count=301)[300]
