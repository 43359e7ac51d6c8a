"""Rules that read labels: puzzles and networks with known answers, formats of data, and refusals.

The solvers here are written from the rules of the puzzles, and share nothing with gfkit. Random rules are
drawn in ``differential/labels.py``.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, groupby, permutations, product
from pathlib import Path
from random import Random
from typing import Any

import networkx as nx
import numpy as np
import pytest

import gfkit
from gfkit.core.boards.labels import with_labels
from gfkit.core.errors import (
    BoardError,
    GfkitError,
    InputError,
    MismatchError,
    OptionError,
    ReadingNote,
    RuleError,
)
from gfkit.core.rules.kinds import system_of
from gfkit.core.rules.kinds.labelled import filtering
from gfkit.runs.identity import identity


def count(rule: Any, board: str, **labels: Any) -> int:
    return int(gfkit.count(rule, board, labels=labels))


def the_solution(rule: Any, board: str, **labels: Any) -> list[list[int]]:
    """Return the rows of the only configuration."""
    (one,) = gfkit.configurations(rule, gfkit.parse_board(board, labels=labels))
    rows = max(at[0] for at in one.values) + 1
    return [[value for at, value in one.values.items() if at[0] == row] for row in range(rows)]


# Published puzzles

WIKIPEDIA = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179",
)
"""The example of the article Sudoku of Wikipedia, and its solution there."""
INKALA = (
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452",
)
"""The sudoku of Arto Inkala in The Telegraph, 2012, and its solution there."""
ROYLE = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
"""The first of the sudokus with 17 given numbers in the list of Gordon Royle, which have one solution."""


def nine(text: str) -> str:
    return "\n".join(text[9 * row : 9 * row + 9] for row in range(9))


@pytest.mark.parametrize(("givens", "solution"), [WIKIPEDIA, INKALA])
def test_published_sudokus_have_their_solution(givens: str, solution: str) -> None:
    rows = the_solution("sudoku", "9x9", given=nine(givens))
    assert "".join(str(value) for row in rows for value in row) == solution


def test_sudoku_with_zeros_and_few_givens() -> None:
    assert count("sudoku", "9x9", given=nine(ROYLE)) == 1
    assert count("sudoku", "9x9", given=nine(WIKIPEDIA[0].replace(".", "0"))) == 1
    assert count("sudoku", "9x9", given=nine("55" + WIKIPEDIA[0][2:])) == 0


def test_grids_and_squares_without_givens_are_as_many_as_published() -> None:
    """288 sudokus of order 4 and 28,200,960 of 2 x 3 boxes; Latin squares, sequence A002860."""
    tables = {"name": "Sudoku", "labels": ["given"], "cells": {"values": "1..4"}, "rules": {
        "near": [{"neighbours": "rook", "require": "x == given"}],
        "distinct": [{"each": ["row", "column", "box"]}],
    }}  # fmt: skip
    assert count(gfkit.Rule.of(tables), "4x4", given={}) == 288
    assert count(gfkit.Rule.of(tables | {"cells": {"values": "1..6"}}), "6x6", given={}) == 28_200_960
    tables["rules"]["distinct"] = [{"each": ["row", "column"]}]  # type: ignore[index]
    squares = (gfkit.Rule.of(tables | {"cells": {"values": f"1..{n}"}}) for n in range(1, 6))
    found = [count(rule, f"{n}x{n}", given={}) for n, rule in enumerate(squares, 1)]
    assert found == [1, 2, 12, 576, 161280]


def test_cycles_without_clues_are_the_simple_cycles_of_grids() -> None:
    """Sequence A140517."""
    assert [count("slitherlink", f"{n}x{n}", clue={}) for n in range(1, 6)] == [1, 13, 213, 9349, 1222363]


def test_queens_with_rows_as_regions_are_hertzsprungs_permutations() -> None:
    """Sequence A002464."""
    regions = (["".join("ABCDEFGH"[r] for _ in range(n)) for r in range(n)] for n in range(1, 9))
    assert [count("queens-with-regions", f"{len(rows)}x{len(rows)}", region=rows) for rows in regions] == [
        1, 0, 0, 2, 14, 90, 646, 5242
    ]  # fmt: skip


LINES = {
    "dancer": ("2;2 1;1 1;3;1 1;1 1;2;1 1;1 2;2", "2 1;2 1 3;7;1 3;2 1", 1),
    "P98": ("3;2 1;3 2;2 2;6;1 5;6;1;2", "1 2;3 1;1 5;7 1;5;3;4;3", 1),
    "GCHQ": (
        "7 3 1 1 7;1 1 2 2 1 1;1 3 1 3 1 1 3 1;1 3 1 1 6 1 3 1;1 3 1 5 2 1 3 1;1 1 2 1 1;7 1 1 1 1 1 7;3 3"
        ";1 2 3 1 1 3 1 1 2;1 1 3 2 1 1;4 1 4 2 1 2;1 1 1 1 1 4 1 3;2 1 1 1 2 5;3 2 2 6 3 1;1 9 1 1 2 1"
        ";2 1 2 2 3 1;3 1 1 1 1 5 1;1 2 2 5;7 1 2 1 1 1 3;1 1 2 1 2 2 1;1 3 1 4 5 1;1 3 1 3 10 2;1 3 1 1 6 6"
        ";1 1 2 1 1 2;7 2 1 2 5",
        "7 2 1 1 7;1 1 2 2 1 1;1 3 1 3 1 3 1 3 1;1 3 1 1 5 1 3 1;1 3 1 1 4 1 3 1;1 1 1 2 1 1;7 1 1 1 1 1 7"
        ";1 1 3;2 1 2 1 8 2 1;2 2 1 2 1 1 1 2;1 7 3 2 1;1 2 3 1 1 1 1 1;4 1 1 2 6;3 3 1 1 1 3 1;1 2 5 2 2"
        ";2 2 1 1 1 1 1 2 1;1 3 3 2 1 8 1;6 2 1;7 1 4 1 1 3;1 1 1 1 4;1 3 1 3 7 1;1 3 1 1 1 2 1 1 4"
        ";1 3 1 4 3 3"
        ";1 1 2 2 2 6 1;7 1 3 2 1 1",
        4,
    ),
}
"""Nonograms in print, and the number of their solutions; that of GCHQ (2015) needs its given cells."""
GIVEN = "4,4 4,5 4,13 4,14 4,22 9,7 9,8 9,11 9,15 9,16 9,19 17,7 17,12 17,17 17,21"
GIVEN += " 22,4 22,5 22,10 22,11 22,16 22,21 22,22"


def runs(rows: str, columns: str) -> str:
    return "\n".join(["rows", *rows.split(";"), "columns", *columns.split(";")])


@pytest.mark.parametrize(("rows", "columns", "solutions"), LINES.values(), ids=[*LINES])
def test_published_nonograms(rows: str, columns: str, solutions: int) -> None:
    board = f"{len(rows.split(';'))}x{len(columns.split(';'))}"
    assert count("nonogram", board, runs=runs(rows, columns)) == solutions


def test_the_given_cells_make_the_nonogram_of_gchq_unique() -> None:
    board = gfkit.parse_board("25x25", labels={"runs": runs(*LINES["GCHQ"][:2])})
    given = [f"cell {cell} is 1" for cell in GIVEN.split()]
    (one,) = gfkit.configurations("nonogram", board, given=given)
    for axis, lines in enumerate(LINES["GCHQ"][:2]):
        words = [[one.values[at] for at in sorted(one.values) if at[axis] == k] for k in range(25)]
        read = [" ".join(str(len([*run])) for value, run in groupby(word) if value) for word in words]
        assert read == lines.split(";")


SLITHERLINKS = {
    "-3320\n--1-2\n--2--\n-2323\n-2---": "5x5",
    "- 1 1 - 1 - - - - 1\n- 1 1 - - 1 1 1 1 -\n- 1 1 - - - 1 1 - 1\n1 1 - - 1 - - 1 - 1\n"
    "1 1 1 - - 1 1 1 1 -\n"
    "- - 1 - - 1 - - 1 -\n- 1 - 1 - - - 1 1 -\n- 1 1 1 - 1 1 - - -\n1 1 - - 1 1 1 1 1 1\n"
    "- - - 1 1 - - - 1 -": "10x10",
}
"""Puzzles of puzzle-loop.com and of puzzlekit, each with one solution."""


@pytest.mark.parametrize(("clue", "board"), SLITHERLINKS.items(), ids=SLITHERLINKS.values())
def test_published_slitherlinks_have_one_cycle(clue: str, board: str) -> None:
    rows = the_solution("slitherlink", board, clue=clue)
    size, inside = len(rows), {(r, c) for r, row in enumerate(rows) for c, x in enumerate(row) if x}
    sides = [
        ((r, c), (r + a, c + b))
        for r in range(-1, size + 1)
        for c in range(-1, size + 1)
        for a, b in ((0, 1), (1, 0))
    ]
    sides = [(p, q) for p, q in sides if (p in inside) != (q in inside)]
    corners = nx.Graph()
    for (r, c), (s, d) in sides:
        corners.add_edge(*(((r + 1, c), (r + 1, c + 1)) if r < s else ((r, c + 1), (r + 1, c + 1))))
        assert (s, d) != (r, c)
    assert nx.is_connected(corners)
    assert {degree for _, degree in corners.degree} == {2}
    marks = [line.split() if " " in line else [*line] for line in clue.split("\n")]
    for r, c in product(range(size), repeat=2):
        assert marks[r][c] in ("-", str(sum((r, c) in side for side in sides)))


def test_the_mines_of_the_page_on_probabilities() -> None:
    """The clues 1 and 3 on a board of 3 x 4: by all 2^12 sets of mines."""
    board = gfkit.parse_board("3x4", labels={"clue": ["1...", "..3.", "...."]})
    cells = [*product(range(3), range(4))]
    fitting = []
    for chosen in product((0, 1), repeat=12):
        mine = dict(zip(cells, chosen, strict=True))
        near = {
            at: sum(x for (r, c), x in mine.items() if max(abs(r - at[0]), abs(c - at[1])) == 1)
            for at in cells
        }
        if not mine[0, 0] and not mine[1, 2] and near[0, 0] == 1 and near[1, 2] == 3:
            fitting.append(mine)
    assert int(gfkit.count("minesweeper", board)) == len(fitting) == 100
    found = gfkit.probability("minesweeper", board)
    assert isinstance(found, dict)
    for (r, c), at in zip(product(range(1, 4), range(1, 5)), cells, strict=True):
        assert found[f"cell {r},{c} is 1"] == Fraction(sum(one[at] for one in fitting), 100)


# Puzzles against solvers written here


def random_regions(rng: Random, n: int) -> list[str]:
    """Return n connected regions of an n x n board."""
    cells = [*product(range(n), repeat=2)]
    owner = dict(zip(rng.sample(cells, n), "ABCDEFGHIJ", strict=False))
    while len(owner) < n * n:
        r, c = rng.choice([at for at in cells if at not in owner])
        near = [owner[at] for at in ((r, c + 1), (r, c - 1), (r + 1, c), (r - 1, c)) if at in owner]
        owner |= {(r, c): rng.choice(near)} if near else {}
    return ["".join(owner[r, c] for c in range(n)) for r in range(n)]


def queens(regions: list[str]) -> int:
    n = len(regions)
    return sum(
        all(abs(p[k] - p[k + 1]) > 1 for k in range(n - 1)) and len({regions[k][p[k]] for k in range(n)}) == n
        for p in permutations(range(n))
    )


@pytest.mark.parametrize("n", [5, 6, 7, 8])
def test_queens_with_random_regions(n: int) -> None:
    regions = random_regions(Random(f"queens {n}"), n)
    assert count("queens-with-regions", f"{n}x{n}", region="\n".join(regions)) == queens(regions)


def two_stars(regions: list[str]) -> int:
    """Return the number of star battles, row by row."""
    n = len(regions)

    def search(row: int, before: tuple[int, ...], columns: tuple[int, ...], used: str) -> int:
        if row == n:
            return int(set(columns) == {2})
        found = 0
        for pair in combinations(range(n), 2):
            own = "".join(regions[row][c] for c in pair)
            if pair[1] - pair[0] < 2 or any(abs(a - b) < 2 for a in pair for b in before):
                continue
            taken = tuple(number + (c in pair) for c, number in enumerate(columns))
            if max(taken) < 3 and all((used + own).count(region) < 3 for region in own):
                found += search(row + 1, pair, taken, used + own)
        return found

    return search(0, (), (0,) * n, "")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_star_battles_with_wide_regions(seed: int) -> None:
    """Eight regions of whole rows with a few exchanged cells, so that there are solutions."""
    rng, n = Random(seed), 8
    rows = [[letter] * n for letter in "ABCDEFGH"]
    for _ in range(6):
        r, c = rng.randrange(n - 1), rng.randrange(n)
        rows[r][c], rows[r + 1][c] = rows[r + 1][c], rows[r][c]
    regions = ["".join(row) for row in rows]
    assert count("star-battle", "8x8", region=regions) == two_stars(regions)


def killer_solutions(cages: list[str], totals: dict[str, int], given: dict[tuple[int, int], int]) -> int:
    """Return the number of killer sudokus, by depth-first search over the cells in order."""
    grid: dict[tuple[int, int], int] = {}
    cells = [*product(range(9), repeat=2)]
    of = {cage: [at for at in cells if cages[at[0]][at[1]] == cage] for cage in totals}

    def fits(at: tuple[int, int], x: int) -> bool:
        r, c = at
        others = (o for o in grid if o[0] == r or o[1] == c or (o[0] // 3, o[1] // 3) == (r // 3, c // 3))
        if any(grid[o] == x for o in others):
            return False
        cage = cages[r][c]
        own = [grid[o] for o in of.get(cage, ()) if o in grid]
        if cage not in totals:
            return True
        rest = len(of[cage]) - len(own) - 1
        left = totals[cage] - sum(own) - x
        return x not in own and rest * (rest + 1) // 2 <= left <= 9 * rest

    def search(k: int) -> int:
        if k == 81:
            return 1
        at, found = cells[k], 0
        for x in [given[at]] if at in given else range(1, 10):
            if fits(at, x):
                grid[at] = x
                found += search(k + 1)
                del grid[at]
        return found

    return search(0)


@pytest.mark.parametrize(("seed", "kept"), [(1, 0.55), (3, 0.5)])
def test_killer_sudokus_with_random_cages(seed: int, kept: float) -> None:
    rng, solution = Random(seed), WIKIPEDIA[1]
    value = {(k // 9, k % 9): int(x) for k, x in enumerate(solution)}
    cages = [["." for _ in range(9)] for _ in range(9)]
    totals = {}
    for letter in "ABCDEFGHIJKLMNOP":
        r, c = rng.randrange(9), rng.randrange(8)
        if cages[r][c] == cages[r][c + 1] == ".":
            cages[r][c] = cages[r][c + 1] = letter
            totals[letter] = value[r, c] + value[r, c + 1]
    given = {at: x for at, x in value.items() if rng.random() < kept}
    first = {letter: min(at for at in value if cages[at[0]][at[1]] == letter) for letter in totals}
    total = {f"{r + 1},{c + 1}": totals[letter] for letter, (r, c) in first.items()}
    drawn = ["".join(row) for row in cages]
    wanted = killer_solutions(drawn, totals, given)
    assert wanted
    assert count("killer", "9x9", cage=drawn, total=total, given=given) == wanted


TOWERS = """
name = "Towers"
labels = ["left", "right", "top", "bottom"]
[cells]
values = "1..4"
[[rules.distinct]]
each = ["row", "column"]
[[rules.line]]
along = "rows"
start = 0
next = "10 * x + s % 10 + 1 if x > s // 10 else s"
accept = "s % 10 == left"
[[rules.line]]
along = "rows"
start = 0
next = "10 * x + s % 10 + 1 if x > s // 10 else s"
accept = "s % 10 == right"
read = "backwards"
[[rules.line]]
along = "columns"
start = 0
next = "10 * x + s % 10 + 1 if x > s // 10 else s"
accept = "s % 10 == top"
[[rules.line]]
along = "columns"
start = 0
next = "10 * x + s % 10 + 1 if x > s // 10 else s"
accept = "s % 10 == bottom"
read = "backwards"
"""


def seen(word: Any) -> int:
    return sum(all(x < y for x in word[:k]) for k, y in enumerate(word))


@pytest.mark.parametrize("seed", range(4))
def test_towers_seen_from_four_sides(seed: int) -> None:
    """Number at a side: the towers that are higher than all before them."""
    rng = Random(seed)
    square = [[(r + c) % 4 + 1 for c in range(4)] for r in range(4)]
    rng.shuffle(square)
    columns = [*zip(*square, strict=True)]
    sides = {"left": [*map(seen, square)], "right": [seen(row[::-1]) for row in square]}
    sides |= {"top": [*map(seen, columns)], "bottom": [seen(column[::-1]) for column in columns]}
    kept = {
        side: {k: n for k, n in enumerate(numbers) if rng.random() < 0.6} for side, numbers in sides.items()
    }
    words = [*permutations(range(1, 5))]

    def fits(word: Any, k: int, first: str, last: str) -> bool:
        return kept[first].get(k, seen(word)) == seen(word) and kept[last].get(k, seen(word[::-1])) == seen(
            word[::-1]
        )

    def search(rows: list[Any]) -> int:
        if len(rows) == 4:
            return int(
                all(fits(column, k, "top", "bottom") for k, column in enumerate(zip(*rows, strict=True)))
            )
        fine = (word for word in words if fits(word, len(rows), "left", "right"))
        return sum(
            search([*rows, w])
            for w in fine
            if all(a != b for row in rows for a, b in zip(row, w, strict=True))
        )

    labels = {
        side: {f"{'row' if side in ('left', 'right') else 'column'} {k + 1}": n for k, n in numbers.items()}
        for side, numbers in kept.items()
    }
    assert count(gfkit.Rule.of(TOWERS), "4x4", **labels) == search([])


# Networks

BRIDGE = "graph:s-a,s-b,a-b,a-t,b-t"


@pytest.mark.parametrize("p", [Fraction(9, 10), Fraction(1, 2), Fraction(1, 7)])
def test_two_terminals_of_the_bridge_network(p: Fraction) -> None:
    """The formula of every textbook: 2p^2 + 2p^3 - 5p^4 + 2p^5."""
    assert gfkit.reliability(BRIDGE, p, ["s", "t"]) == 2 * p**2 + 2 * p**3 - 5 * p**4 + 2 * p**5


def by_sets_of_edges(graph: nx.Graph, terminals: Any) -> Fraction:
    total, edges = Fraction(0), [*graph.edges]
    for works in product((0, 1), repeat=len(edges)):
        rest = nx.Graph()
        rest.add_nodes_from(graph)
        rest.add_edges_from(edge for edge, on in zip(edges, works, strict=True) if on)
        if any({*terminals} <= part for part in nx.connected_components(rest)):
            weight = Fraction(1)
            for edge, on in zip(edges, works, strict=True):
                p = Fraction(str(graph.edges[edge]["p"]))
                weight *= p if on else 1 - p
            total += weight
    return total


@pytest.mark.parametrize("seed", range(12))
def test_reliability_is_the_sum_over_all_sets_of_edges(seed: int) -> None:
    rng = Random(seed)
    graph = nx.gnp_random_graph(rng.randint(2, 6), 0.6, seed=seed)
    names = rng.choice((lambda v: v, lambda v: (v, 0), lambda v: f"node-{v}"))
    graph = nx.relabel_nodes(graph, {v: names(v) for v in graph})
    for edge in graph.edges:
        graph.edges[edge].update(p=rng.choice((0.9, 0.123, 0, 1, Fraction(1, 3))), weight=7)
    terminals = None if rng.random() < 0.3 else rng.sample([*graph], rng.randint(1, len(graph)))
    if not graph.edges:
        return
    wanted = by_sets_of_edges(graph, [*graph] if terminals is None else terminals)
    assert gfkit.reliability(graph, terminals=terminals) == wanted


def test_equal_probabilities_are_a_value_of_the_reliability_polynomial() -> None:
    for board in ("3x4", "petersen", "wheel:6"):
        polynomial = gfkit.reliability_polynomial(board)
        wanted = sum(n * Fraction(2, 7) ** k for (k,), n in polynomial.terms)
        assert gfkit.reliability(board, Fraction(2, 7)) == wanted


def test_samples_have_the_distribution_of_the_own_weights() -> None:
    """Each edge of the bridge network, in the sets of edges that join s and t."""
    graph = nx.Graph([("s", "a"), ("s", "b"), ("a", "b"), ("a", "t"), ("b", "t")])
    for edge, p in zip(graph.edges, (0.95, 0.1, 0.5, 0.3, 0.8), strict=True):
        graph.edges[edge]["p"] = p
    whole, number = by_sets_of_edges(graph, "st"), 4000
    own = {
        "each": {"at": "label end", "number": "all"},
        "spanning": True,
        "weight": "p",
        "weight_left": "1 - p",
    }
    rule = gfkit.Rule.of({"name": "Joined", "labels": ["p", "end"], "edges": own})
    labels = {"p": nx.get_edge_attributes(graph, "p"), "end": {"s": 1, "t": 1}}
    drawn = gfkit.samples(rule, gfkit.graph(graph, labels=labels), number=number, seed=7)
    for edge in graph.edges:
        certain = graph.copy()
        certain.edges[edge]["p"] = 1
        share = float(Fraction(str(graph.edges[edge]["p"])) * by_sets_of_edges(certain, "st") / whole)
        found = sum({*edge} in [{*piece} for piece in one.pieces] for one in drawn) / number
        assert abs(found - share) < 5 * (share * (1 - share) / number) ** 0.5


def test_degenerate_networks() -> None:
    lonely = nx.empty_graph(3)
    assert gfkit.reliability(lonely, 0.5) == gfkit.reliability("0x3", 0.5) == 0
    assert gfkit.reliability(lonely, 0.5, [1]) == gfkit.reliability("path:1", 0.5) == 1
    assert gfkit.reliability("4x4", 1) == 1
    assert gfkit.reliability("4x4", 0, [(0, 0), (3, 3)]) == 0


@pytest.mark.parametrize(
    ("graph", "probability", "terminals"),
    [
        (nx.path_graph(3), "p", None),
        (nx.path_graph(3), 1.5, None),
        (nx.path_graph(3), 0.5, [7]),
        (nx.path_graph(3), 0.5, []),
        (nx.path_graph(3), 0.5, 3),
        (nx.path_graph(3), {(0, 1): 0.5}, None),
        (nx.path_graph(3), {(0, 1): 0.5, (1, 2): 0.5, (0, 2): 0.5}, None),
        (nx.DiGraph([(0, 1)]), 0.5, None),
        (nx.MultiGraph([(0, 1), (0, 1)]), 0.5, None),
        ("3xn", 0.5, None),
    ],
)
def test_networks_that_are_refused(graph: Any, probability: Any, terminals: Any) -> None:
    with pytest.raises(InputError) as caught:
        gfkit.reliability(graph, probability, terminals)
    assert "\n" not in str(caught.value)


TREES = {"spanning": True, "components": 1, "cycles": 0, "weight": "conductance"}


def test_weighted_spanning_trees_are_a_determinant() -> None:
    """Kirchhoff's theorem, with rational conductances; and the probability of an edge in a random tree."""
    rng, graph = Random(3), nx.wheel_graph(6)
    for a, b in graph.edges:
        graph.edges[a, b]["conductance"] = Fraction(rng.randint(1, 9), rng.randint(1, 4))
    rule = gfkit.Rule.of({"name": "Trees", "labels": ["conductance"], "edges": TREES})
    board = gfkit.graph(graph, labels=["conductance"])

    def laplacian(scale: Fraction) -> Fraction:
        """Return the weight of all trees if the conductance of the edge 0-1 is multiplied by ``scale``."""
        n = len(graph)
        matrix = [[Fraction(0)] * n for _ in range(n)]
        for a, b, data in graph.edges(data=True):
            c = data["conductance"] * (scale if {a, b} == {0, 1} else 1)
            for i, j, sign in ((a, a, 1), (b, b, 1), (a, b, -1), (b, a, -1)):
                matrix[i][j] += sign * c
        return determinant([row[1:] for row in matrix[1:]])

    whole = laplacian(Fraction(1))
    assert Fraction(gfkit.count(rule, board).number) == whole
    assert gfkit.probability(rule, board, "edge 0-1") == 1 - laplacian(Fraction(0)) / whole


def determinant(matrix: list[list[Fraction]]) -> Fraction:
    if not matrix:
        return Fraction(1)
    first, *others = matrix
    minors = ([row[:k] + row[k + 1 :] for row in others] for k in range(len(first)))
    return sum(
        ((-1) ** k * x * determinant(minor) for k, (x, minor) in enumerate(zip(first, minors, strict=True))),
        Fraction(0),
    )


def test_lengths_of_paths_are_exponents() -> None:
    """All paths between two corners of a grid with random lengths, by networkx."""
    rng, graph = Random(8), nx.grid_2d_graph(3, 4)
    lengths = {(a, b): rng.randint(0, 5) for a, b in graph.edges}
    nx.set_edge_attributes(graph, lengths, "length")
    wanted: dict[int, int] = {}
    for path in nx.all_simple_paths(graph, (0, 0), (2, 3)):
        length = nx.path_weight(graph, path, "length")
        wanted[length] = wanted.get(length, 0) + 1
    own = {
        "cap": 3,
        "vertex": "d == degree or d == other",
        "components": 1,
        "cycles": 0,
        "weight": "x^length",
    }
    rule = gfkit.Rule.of({"name": "Paths", "labels": ["degree", "other", "length"], "edges": own})
    ends = {at: 1 if at in ((0, 0), (2, 3)) else 0 for at in graph}
    labels = {"degree": ends, "other": {at: 2 - n for at, n in ends.items()} | {(0, 0): 1, (2, 3): 1}}
    board = gfkit.parse_board("3x4", labels=labels | {"length": lengths})
    polynomial = gfkit.count(rule, board, weights="pieces").polynomial
    assert {power: n for (power,), n in polynomial.terms} == wanted
    best = gfkit.optimum(rule, board)
    assert best.minimum == (min(wanted), wanted[min(wanted)])


# Data


def test_every_form_of_the_data_is_the_same_label(tmp_path: Path) -> None:
    wanted = with_labels(gfkit.parse_board("2x3"), {"clue": {"1,1": 1, "2,3": 30}}).labels  # type: ignore[arg-type]
    forms: list[Any] = [
        "1 . .\n. . 30", "1,.,.\n-, ,30\n", "1,1: 1\n2,3: 30", "2,3: 30\n1,1: 1",
        ["1 _ ?", ". . 30"], [[1, None, None], [float("nan"), "", 30]],
        np.array([[1, np.nan, np.nan], [np.nan, np.nan, 30]]),
        {(0, 0): 1, (1, 2): 30}, {(0, 0): np.int64(1), "2,3": Fraction(30), "1,2": None},
    ]  # fmt: skip
    for form in forms:
        assert with_labels(gfkit.parse_board("2x3"), {"clue": form}).labels == wanted, form  # type: ignore[arg-type]
    file = tmp_path / "puzzle.toml"
    file.write_text('[labels]\nclue = """\n1 . .\n. . 30\n"""\n')
    board = gfkit.parse_board(f"@{file}")
    assert isinstance(board, gfkit.Board)
    assert (board.labels, board.size) == (wanted, 6)
    file.write_text('board = "2x3"\n[labels.clue]\n"1,1" = 1\n"2,3" = 30\n')
    assert gfkit.parse_board(f"@{file}").labels == wanted  # type: ignore[union-attr]


def test_edge_lists_and_attributes_are_the_same_label() -> None:
    graph = nx.Graph()
    graph.add_edge("a", "b", p=0.25, weight=9)
    graph.add_edge("b", "c", p=Fraction(1, 2), weight=9)
    board = gfkit.graph(graph)
    wanted = gfkit.graph(graph, labels=["p"]).labels
    assert [value for _, value in wanted[0].values] == [Fraction(1, 4), Fraction(1, 2)]
    for text in ("a b 0.25\nb c 0.5", "from,to,weight,p\na,b,9,0.25\nc,b,9,1/2", "a-b: 1/4\nb-c: 0.5"):
        assert with_labels(board, {"p": text}).labels == wanted
    column = with_labels(board, {"cost": "vertex cost\na 3\nc 4"}).labels[0].values
    assert column == (((0,), 3), ((2,), 4))


@pytest.mark.parametrize(
    ("data", "part"),
    [
        ("1..\n.2", "row 2"),
        ("1..", "1 rows"),
        ("...\n...\n...", "3 rows"),
        ({"3,1": 1}, "'3,1'"),
        ({"row 3": 1}, "row 3"),
        ({(0, 7): 1}, "(0, 7)"),
        ("1,1: 1\n1,1: 2", "two values"),
        (5, "5"),
        ("rows\n1\n1\ncolumns\n1", "1 columns"),
        ("rows\n1\n1", "columns"),
        ("rows\n1\n1\ncolumns\n1\nx\n1", "column 2"),
        ({"1,1": float("inf")}, "1,1"),
        ([[1, 2, 3], [4, 5, object]], "object"),
    ],
)
def test_wrong_data_are_refused_at_their_place(data: Any, part: str) -> None:
    with pytest.raises((BoardError, MismatchError)) as caught:
        gfkit.count("minesweeper", "2x3", labels={"clue": data})
    assert part in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_value_that_no_constraint_reads_is_refused() -> None:
    with pytest.raises(MismatchError, match="no constraint reads it"):
        count("minesweeper", "2x3", clue={"1,1-1,2": 1})
    with pytest.raises(MismatchError, match="integer"):
        count("minesweeper", "2x3", clue="*..\n...")
    with pytest.raises(BoardError, match="not on the board"):
        gfkit.count("minesweeper", "..#/...", labels={"clue": "..1\n..."})
    board = gfkit.parse_board("..#/...", labels={"clue": "1.#\n..."})
    assert int(gfkit.count("minesweeper", board)) == 3 * 2


def test_other_labels_are_noted() -> None:
    board = gfkit.parse_board("2x2", labels={"clue": "1.\n..", "region": "AA\nBB"})
    for rule, unread, number in (("minesweeper", "labels region", 3), ("kings", "labels clue, region", 5)):
        with pytest.warns(ReadingNote, match=f"does not read the {unread}"):
            assert int(gfkit.count(rule, board)) == number
    with pytest.warns(ReadingNote, match="cage is blank everywhere"):
        gfkit.Question.of("killer", "9x9", labels={"total": {}})


# Refusals

WEIGHTED = {"name": "W", "labels": ["p"], "cells": {"colours": 2, "weight": {"0": "1 - p", "1": "p"}}}


@pytest.mark.parametrize(
    "call",
    [
        lambda b: gfkit.count("minesweeper", "3x3"),
        lambda b: gfkit.derive("minesweeper", "3xn"),
        lambda b: gfkit.orbits("minesweeper", b),
        lambda b: gfkit.brute_force("minesweeper", b, up_to="symmetry"),
        lambda b: gfkit.count("minesweeper", "nxn"),
        lambda b: gfkit.probability("minesweeper", "3xn", "cell 1,1 is 1"),
        lambda b: gfkit.optimum("minesweeper", "3xn"),
        lambda b: gfkit.constant("minesweeper"),
        lambda b: gfkit.compare("minesweeper", "kings"),
        lambda b: gfkit.value("minesweeper", b),
        lambda b: gfkit.optimum(gfkit.Rule.of(WEIGHTED), b),
        lambda b: gfkit.count(gfkit.Rule.of(WEIGHTED), b, weights="pieces"),
        lambda b: gfkit.count(gfkit.Rule.of(WEIGHTED), b),
    ],
)
def test_queries_that_labels_do_not_allow(call: Any) -> None:
    board = gfkit.parse_board("2x2", labels={"clue": "1.\n..", "p": {"1,1": 0.5}})
    with pytest.raises(GfkitError) as caught:
        call(board)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "change",
    [
        {"labels": ["x"]},
        {"labels": ["near"]},
        {"labels": []},
        {"labels": "clue"},
        {"labels": ["clue"], "rules": {"near": [{"neighbours": "king", "require": "sum(near) == other"}]}},
        {"labels": ["clue"], "rules": {"near": [{"neighbours": "king", "require": "sum(near) == clue("}]}},
        {"labels": ["clue"], "rules": {"exactly": [{"each": "other", "when": "x", "number": 1}]}},
        {"labels": ["clue"], "rules": {"exactly": [{"each": "clue", "when": "x", "sum": "x", "number": 1}]}},
        {"labels": ["clue"], "rules": {"exactly": [{"each": "clue", "when": "x", "number": "other"}]}},
        {"labels": ["clue"], "rules": {"distinct": [{"each": ["clue"], "of": 1}]}},
        {
            "labels": ["clue"],
            "rules": {"count": [{"cell": 1, "neighbours": "king", "of": [1], "allowed": "clue"}]},
        },
        {"labels": ["a"], "rules": {"window": [{"shape": "ab", "require": "a == b"}]}},
        {"labels": ["p"], "cells": {"colours": 2, "weight": {"1": "q"}}},
        {"labels": ["p"], "cells": {"colours": 2, "weight": {"1": "p^2"}}},
        {"labels": ["p"], "cells": {"colours": 2, "weight": {"1": "__import__(p)"}}},
        {"labels": ["p"], "cells": {"colours": 2, "count_up_to": "values"}},
        {"rules": {"connected": [{"of": [1], "each": {"at": "label start", "number": 1}}]}},
        {"rules": {"connected": [{"of": [1], "each": {"at": "border", "number": "all"}}]}},
        {"rules": {"connected": [{"of": [1], "joins": ["label start", "top row"]}]}},
        {"rules": {"pin": [{"at": "label start", "require": "x == 1"}]}},
        {"labels": ["clue"], "rules": {"pin": [{"at": ["label clue", "first"], "require": "x == 1"}]}},
        {"labels": ["clue"], "rules": {"pin": [{"at": "label clue", "require": "x == clue"}]}},
        {
            "labels": ["clue"],
            "rules": {
                "pin": [{"at": "label other", "require": "x == 1"}, {"at": "label clue", "require": "x == 0"}]
            },
        },
    ],
)
def test_rule_files_that_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(GfkitError) as caught:
        gfkit.Rule.of({"name": "Wrong", "cells": {"colours": 2}, "rules": {}} | change)
    assert isinstance(caught.value, RuleError | OptionError)
    assert "\n" not in str(caught.value)


# Binding


def test_a_rule_has_the_labels_of_its_board_only() -> None:
    one, other = (gfkit.parse_board("2x2", labels={"clue": f"{k}.\n.."}) for k in (1, 2))
    asked = [gfkit.Question.of("minesweeper", board) for board in (one, other)]
    assert [int(gfkit.count(question)) for question in asked] == [3, 3]
    assert asked[0].key != asked[1].key
    assert len({identity(*question.key) for question in asked}) == 2
    assert not asked[0].board.labels
    for board in ("2x3", "cycle:4"):
        with pytest.raises(MismatchError):
            system_of(asked[0].rule, gfkit.parse_board(board))  # type: ignore[arg-type]
    again = gfkit.Question.of(asked[0].rule, asked[0].board)
    assert int(gfkit.count(again)) == 3


def cases() -> Iterator[tuple[str, str, dict[str, Any]]]:
    yield "sudoku", "9x9", {"given": nine(ROYLE)}
    yield "queens-with-regions", "6x6", {"region": random_regions(Random(4), 6)}
    yield "slitherlink", "5x5", {"clue": next(iter(SLITHERLINKS))}
    yield "minesweeper", "4x4", {"clue": "1...\n..2.\n....\n.1.."}
    yield "nonogram", "10x5", {"runs": runs(*LINES["dancer"][:2])}


@pytest.mark.parametrize("most", [0, 50, 1000, 100_000])
def test_filtering_with_any_budget_changes_no_count(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    before = [count(rule, board, **labels) for rule, board, labels in [*cases()][1:]]
    monkeypatch.setattr(filtering, "MOST_STEPS", most)
    system_of.cache_clear()
    assert [count(rule, board, **labels) for rule, board, labels in [*cases()][1:]] == before
    system_of.cache_clear()
