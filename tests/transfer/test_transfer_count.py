"""Counts of large boards: sweep orders, parts and frontiers, limits of memory, and laws of narrow boards.

Frontiers are those of their definition, parts those of networkx, long numbers of recurrences and sweeps.
"""

from __future__ import annotations

import random
from itertools import pairwise, product

import networkx as nx
import pytest
from cli.calling import call
from known_sequences import recurrent
from tables import tables

from gfkit import Rule, count
from gfkit.boards import parse_one_board
from gfkit.boards.board import from_edges
from gfkit.errors import LimitError
from gfkit.foresight import foresee_count
from gfkit.games import Question, find_rule
from gfkit.kinds import system_of
from gfkit.transfer.count import CountTask
from gfkit.transfer.machine.order import components, frontiers, interaction_of, sweep_orders
from gfkit.transfer.theorems import long_board


def test_components_and_frontiers() -> None:
    for seed in range(30):
        rng = random.Random(seed)
        size = rng.randint(1, 12)
        drawn = nx.gnp_random_graph(size, rng.choice([0.1, 0.2, 0.3]), seed=seed)
        graph = [{*drawn[v]} for v in range(size)]
        cells = rng.sample(range(size), rng.randint(1, size))
        parts = nx.connected_components(drawn.subgraph(cells))
        assert sorted(components(graph, cells)) == sorted(map(sorted, parts))
        order = rng.sample(range(size), size)
        for site, found in enumerate(frontiers(graph, order)):
            rest = {*order[site + 1 :]}
            assert found == sum(bool(graph[cell] & rest) for cell in order[: site + 1])


def test_sweep_orders_name_every_cell_once() -> None:
    boards = ("3x7", "7x3", "path:30", "cylinder:5x4", "torus:4x4", "cycle:9", "...#/.#../....", "complete:5")
    for game, board in product(("col", "node-kayles", "arc-kayles"), boards):
        place, rule = parse_one_board(board), find_rule(game)
        graph = interaction_of(system_of(rule, place), place.size)
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
    tree = from_edges("path in disguise", 300, [*pairwise(names)])
    assert count("node-kayles", tree) == recurrent([1, 2], 1, 1, count=301)[300]


# Limits.


def test_hopeless_counts_are_foreseen() -> None:
    """In one line that names the board; and where there is less than a word for each state of 12 columns."""
    for game, board, memory in (
        *(("nogo", "20x20", 2 << 30), ("col", "torus:30x30", 2 << 30)),
        *((game, "12x12", 8 << 12) for game in ("domineering", "col", "nogo")),
    ):
        for weights in ("none", "players")[: 1 + (board == "12x12")]:
            with pytest.raises(LimitError) as refused:
                count(game, board, weights=weights, max_memory=memory)
            assert "\n" not in str(refused.value)
            assert repr(board) in str(refused.value)
            assert refused.value.exit_code == 3


def test_little_memory_by_the_command_line() -> None:
    for words in (["40x40"], ["9x9", "--weights", "players", "--max-memory", "100K"]):
        code, out, err = call("count", "domineering", *words)
        assert (code, out, err.count("\n"), err[:7]) == (3, "", 1, "gfkit: ")


def test_long_paths() -> None:
    assert count("o12", "path:20000") == recurrent([1, 2], 2, 1, count=20001)[20000]
    profile = count("col", "path:200", weights="players").polynomial
    assert profile(1, 1) == recurrent([1, 3], 2, 1, count=201)[200]
    assert profile.coefficient(100, 100) == 2  # the two proper colourings


# Long and narrow boards by the law of their family.

KINGS = Rule.array(colours=2, forbid=["11", "1/1", "1./.1", ".1/1."])


@pytest.mark.parametrize(
    ("game", "board", "positions"),
    [
        ("node-kayles", "cycle:1004", "maximal"),
        *(pytest.param(*asked, marks=pytest.mark.slow(3)) for asked in (
            ("cram", "1x1001", "all"), ("cram", "1000x2", "maximal"), ("domineering", "2x1001", "right-ends"),
            ("nogo", "1x1000", "all"), (KINGS, "3x1000", "all"), ("col", "cylinder:3x1000", "all"))),
    ],
)  # fmt: skip
def test_the_law_counts_what_the_sweep_counts(game: str, board: str, positions: str) -> None:
    question = Question.of(game, board, positions)
    found = long_board.count_by_law(question)
    assert count(question).count == CountTask(question, None, None).polynomial().total == found[0]


def test_a_path_of_forty_thousand_cells_is_a_fibonacci_number() -> None:
    assert int(count("cram", "1x40000")) == recurrent([1, 1], 1, 1, count=40_001)[40_000]
    assert foresee_count("cram", "1x40000")["seconds"] < 5


def test_boards_that_are_not_of_a_family_are_swept() -> None:
    for board, positions, weights in tables("wholes")["counted_boards"]:
        assert long_board.count_by_law(Question.of("domineering", board, positions, weights)) is None
    holes = "." * 600 + "#" + "." * 600
    assert long_board.count_by_law(Question.of("domineering", f"{holes}/{holes}")) is None
