"""Exact covers, pointing cells, full positions, connectivity: formulas, conventions, bounds, descriptions.

Kasteleyn's product, permanents and partitions are computed independently; printed terms and listing are in
``test_agree``.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import chain, combinations, pairwise, product

import networkx as nx
import pytest
from agreement import agree, law_agrees, refused
from choice import sample, some_of
from differential.plain import listed
from known_sequences import dominoes
from rules_of_kinds import SQUARED, cover, ones, pointers

from gfkit import brute_force, count, derive
from gfkit.core.boards import parse_board, parse_one_board
from gfkit.core.errors import LimitError, MismatchError
from gfkit.core.rules import Question, Rule, find_rule
from gfkit.core.rules.wording import rule_data, rule_sentences
from gfkit.questions import fault_free

DOMINO = cover("XX", turned=True)


@pytest.mark.parametrize(
    "rows", [1, 4, *(pytest.param(m, marks=pytest.mark.slow(m)) for m in (2, 3, 5, 6, 7, 12))]
)
def test_dominoes_agree_with_kasteleyn(rows):
    law = derive(DOMINO, f"{rows}xn")
    assert law.evidence.status.value == "proved"
    assert law.terms(13)[1:] == [dominoes(rows, n) for n in range(1, 13)]
    if rows == 4:
        assert derive("domineering", "4xn", "full").terms(13)[1:] == law.terms(13)[1:]


def test_dominoes_on_graphs_are_perfect_matchings():
    """K_2n has (2n-1)!! of them, a ring of even length two, a path one."""
    for rule, positions in ((DOMINO, "all"), ("arc-kayles", "full")):
        assert [int(count(rule, f"complete:{n}", positions)) for n in (2, 4, 6, 8)] == [1, 3, 15, 105]
        assert derive(rule, "cycle:n", positions).terms(6) == [0, 2, 0, 2, 0, 2]
        assert derive(rule, "path:n", positions).terms(6) == [1, 0, 1, 0, 1, 0]


def test_t_tetrominoes_on_four_rows():
    """Korn and Pak, Tilings of rectangles with T-tetrominoes: 2 * 3^(k-1) of 4 x 4k."""
    law = derive(cover(".X./XXX", turned=True), "4xn")
    assert law.terms(30) == [1] + [2 * 3 ** (n // 4 - 1) if n % 4 == 0 else 0 for n in range(1, 30)]


# Conventions.


def test_equal_moves_on_a_cycle_are_counted_once():
    """On a cycle of three cells, two steps right equal one step left, and three steps are not a move."""
    assert int(count(pointers("o/./X/o", stay=False), "cylinder:3x1")) == 1
    assert [int(count(pointers("X/./././o", stay=stay), "cylinder:4x1")) for stay in (False, True)] == [0, 1]
    ways = pointers("o/./X", "X/o", stay=False, weight={"o/./X": "x", "X/o": "y"})
    for way in (count, brute_force):  # the first of two moves gives the weight
        assert str(way(ways, "cylinder:3x1", weights="players").polynomial) == "x^3"


def test_placements_are_distinguished_by_piece_and_cells():
    """On a cycle of three cells, a bar of three has one placement; XX and X.X on the same cells have two."""
    assert int(count(cover("X/X/X"), "cylinder:3x1")) == 1
    two = cover("X", "X/X", "X/./X", weight={"X/X": "x", "X/./X": "y"})
    assert str(count(two, "cylinder:3x1", weights="players").polynomial) == "1 + 3*x + 3*y"
    agree(two, "cylinder:3x1")


def test_pieces_are_rotated_and_reflected_on_request():
    """An L of four cells in a box of 2 x 3 or 3 x 2, the rest single cells: 4 placements per orientation."""
    for turned, mirrored, *numbers in ((False, False, 2, 1), (False, True, 3, 1), (True, False, 3, 3),
                                       (True, True, 5, 5)):  # fmt: skip
        rule = cover("X", "XXX/X..", turned=turned, mirrored=mirrored)
        assert [int(count(rule, board)) for board in ("2x3", "3x2")] == numbers


def test_no_full_position_where_groups_need_liberties():
    """A group without an empty cell has no liberty: only the board without cells is full."""
    for board in ("0x3", "2x2", "path:3", "complete:4", "cylinder:3x2"):
        assert int(count("nogo", board, "full")) == (board == "0x3")
    assert derive("nogo", "2xn", "full").terms(4) == [1, 0, 0, 0]


CONDITIONS = [{"tatami": True}, {"fault_free": "rows"}, {"tatami": True, "fault_free": "both"}]


@pytest.mark.parametrize("condition", CONDITIONS)
@pytest.mark.parametrize("drawn", some_of([["XX"], ["X", "XX/X."], ["X"], ["X", "X./.X", "X/X"]], 1))
def test_points_and_lines_of_tilings(drawn, condition):
    """Compare with an independent listing, on rectangles, and without lines of cleavage on cylinders."""
    data = {"name": "T", "cover": {"pieces": drawn, "turned": "X/X" not in drawn, **condition}}
    texts = [*some_of([("1xn", 4), ("2xn", 0), ("3xn", 3), ("nx2", 4), ("nx3", 0), ("nx3", 4)], step=2)]
    for text, n in texts + [("cylinder:3xn", 3), ("cylinder:nx2", 5)] * (condition == CONDITIONS[0]):
        board, rule = parse_board(text).at(n), Rule.of(data)
        expected = listed(data, text, n, most=10**5).get((), 0)
        assert derive(rule, text)[n] == int(count(rule, board)) == int(brute_force(rule, board)) == expected


def test_tatami_tilings_of_squares():
    """Erickson, Ruskey, Schurch and Woodcock, Monomer-dimer tatami tilings; without monomers few are left."""
    rules = [cover("X", "XX", turned=True, tatami=True), cover("XX", turned=True, tatami=True)]
    assert all(int(count(rules[0], f"{n}x{n}")) == 2 ** (n - 1) * (3 * n - 4) + 2 for n in range(2, 9))
    assert int(count(rules[1], "16x16")) < 10
    refused(MismatchError, lambda: fault_free(Question.of(rules[1], "3x4")), match="points or lines")


def test_fault_free_tilings_by_inclusion_exclusion():
    for lines, text in product(("columns", "both"), some_of(("5x6", "6x8", "6x7"), 1)):
        rule, expected = cover("XX", turned=True, fault_free=lines), Question.of(DOMINO, text)
        assert int(count(rule, text)) == fault_free(expected, horizontal=lines == "both")
        assert derive(rule, f"{text[0]}xn")[int(text[2])] == int(count(rule, text))


# Theorems.


def test_paths_from_the_first_to_the_last_cell():
    """Compare paths with networkx; also count connected sets of cells that contain both cells."""
    connected = [ones(components=1, joins=["first", "last"])]
    joined = Rule.array(colours=2, pin=[{"at": [" last "], "require": "x == 1"}], connected=connected)
    for text in ("#..#/....", ".../.#./...#/.", "##./.../.##", "#.", "repeat(#./..):3"):
        board = parse_one_board(text)
        graph = nx.Graph(board.edges)
        graph.add_nodes_from(range(board.size))
        first, last = (end(range(board.size), key=board.places.__getitem__) for end in (min, max))
        walks = list(nx.all_simple_paths(graph, first, last)) if first != last else []
        assert int(count("self-avoiding-walks", board)) == len(walks), text
        assert int(count("hamiltonian-walks", board)) == sum(len(walk) == board.size for walk in walks)
        if board.size <= 10:
            sizes = range(1, board.size + 1)
            sets = chain.from_iterable(combinations(range(board.size), size) for size in sizes)
            both = [chosen for chosen in sets if {first, last} <= set(chosen)]
            linked = [chosen for chosen in both if nx.is_connected(graph.subgraph(chosen))]
            assert int(count(joined, board)) == len(linked), text
    for cell in ("#./..", "...#/..##"):
        law_agrees("self-avoiding-walks", f"repeat({cell}):n", far=range(4))


def test_components_are_multiplied_only_for_local_rules():
    two = "..#../..#.."
    assert [int(count(name, two)) for name in ("cycles", "spanning-trees", "spanning-forests")] == [2, 0, 225]


def test_the_empty_board_has_no_component_and_pins_are_of_rows():
    assert int(count(Rule.edges(2, vertex="d == 1", pin=[("top row", "d == 0")]), "3x2")) == 2
    law = derive("spanning-trees", "3xn")
    assert (law.first_n, law[0], derive("spanning-forests", "3xn")[0]) == (0, 0, 1)


def test_polyominoes_that_touch_all_sides():
    """Fixed ones of 1 to 4 cells, summed over bounding boxes (A001168); in 3 x 3 only the ring has a hole."""
    names = ("polyominoes", "simply-connected-polyominoes")
    assert int.__sub__(*(int(count(name, "3x3")) for name in names)) == 1
    for name in names:
        law_agrees(name, "2xn", most=6)
        found = Counter()
        for rows, cols in ((r, c) for r, c in product(range(1, 5), repeat=2) if r + c < 6):
            terms = count(name, f"{rows}x{cols}", weights="pieces").polynomial.terms
            found.update({cells: int(number) for (cells,), number in terms})
        assert [found[cells] for cells in range(1, 5)] == [1, 2, 6, 19]


BOUNDS = ({"components": 5, "cycles": 0}, {"components": 1, "cycles": 4}, {"components": "at least 4"})
UP_TO = [Rule.edges(spanning=True, **bounds) for bounds in BOUNDS]


@pytest.mark.parametrize(
    ("rule", "text"), sample(range(3), ["2xn", "cylinder:nx2", "moebius:n", "wheel:n"], quick=1, seconds=1)
)
def test_bounded_numbers_of_components_on_long_boards(rule, text):
    """Counts of complete components and closed cycles persist from the first slice to the last."""
    law_agrees(UP_TO[rule], text, most=5, far=(0, 1, 4, 11, 20))


def test_places_far_from_the_ends():
    """Boards too short for all the places are counted, and the formula includes them."""
    rule = Rule.edges(3, vertex="d <= 2", pin=[([3, -2], "d == 0"), ("row 2", "d >= 1")], components=[1, 2])
    for text in ("2xn", "nx2"):
        law_agrees(rule, text, edges=7, far=range(6))


# How many states there are.

CATALAN = [1, 1, 2, 5, 14, 42, 132]
MOTZKIN = [1, 1, 2, 4, 9, 21, 51, 127]
SCHROEDER = [1, 2, 6, 22, 90, 394]
BOUNDS = {
    "spanning-trees": CATALAN,
    "spanning-forests": CATALAN,
    "connected-spanning-subgraphs": CATALAN,
    "rooted-forests": SCHROEDER,
    "hamiltonian-cycles": MOTZKIN,
    "cycles": [number + 1 for number in MOTZKIN],
    "self-avoiding-walks": [b - a for a, b in pairwise(MOTZKIN)],
    "hamiltonian-walks": [b - a for a, b in pairwise(MOTZKIN)],
    "induced-forests": MOTZKIN[1:],
    "connected-induced-subgraphs": [number + 1 for number in MOTZKIN[1:]],
}
"""By width the most states between slices of a planar strip, by the theorems of docs/connection.md."""


def test_the_bounds_agree_with_the_theorems():
    """Partitions without crossings, counted one by one, each by the restricted growth of its parts."""
    for w in range(1, 6):
        grown = (p for p in product(range(w), repeat=w)
                 if all(a <= max((-1, *p[:k])) + 1 for k, a in enumerate(p)))  # fmt: skip
        fours = [*combinations(range(w), 4)]
        flat = [p for p in grown if not any(p[a] == p[c] != p[b] == p[d] for a, b, c, d in fours)]
        assert len(flat) == CATALAN[w]
        assert sum(2 ** len(set(p)) for p in flat) == SCHROEDER[w]
        assert sum(max(map(p.count, p)) <= 2 for p in flat) == MOTZKIN[w]
        runs = [sum(a and not b for a, b in pairwise((*cells, 0))) for cells in product((0, 1), repeat=w)]
        assert sum(CATALAN[k] for k in runs) == MOTZKIN[w + 1]


@pytest.mark.parametrize("widths", [(2,), pytest.param((2, 3, 4), marks=pytest.mark.slow(16))])
def test_the_number_of_states_is_bounded(widths):
    for name, w in product([*BOUNDS][:: 3 if len(widths) == 1 else 1], widths):
        states = derive(name, f"{w}xn").evidence.as_json()["states_before_merging"]
        assert states <= BOUNDS[name][w], (name, w)


def test_descriptions_of_rules():
    weighted = cover("XX/X.", "X", turned=True, weight={"X": "y"})
    for rule, said in (
        (weighted, "in exactly one piece. Pieces may be rotated, but not reflected."),
        (weighted, "Weights: y counts monominoes."),
        (cover("XX", tatami=True), "No four pieces meet at a point."),
        (cover("XX", fault_free="both"), "Every line between two rows or columns cuts a piece."),
        (pointers("Xo", stay=True, weight={"stay": "y"}), "Weights: y counts staying."),
        (pointers("Xo", stay=True), "at itself or a cell at offsets (0,1), and exactly one cell"),
        (find_rule("hamiltonian-walks"), "At the vertex first, last instead: d == 1."),
        (find_rule("hamiltonian-walks"), "a graph with one component"),
        (Rule.edges(apart=["first", "last"], spanning=True), "no component that has a vertex at first"),
        (SQUARED["rows"], "a component that has a vertex at top row and at bottom row"),
        (find_rule("rooted-forests"), "one chosen root in every component"),
        (Rule.orientations(acyclic=True), "There is no directed cycle."),
    ):
        assert said in " ".join(rule_sentences(rule))
    assert rule_data(find_rule("rooted-forests"))["each"] == {"at": "chosen", "number": "1"}


@pytest.mark.slow(2.6)
def test_too_many_edges_to_earlier_cells_are_rejected():
    ask = partial(count, "edge-covers", "complete:16")
    refused(LimitError, ask, match="14 .*8192")


def test_forgotten_pieces_have_no_weights():
    """Covers that show the same pieces count once, also with weights of these pieces."""
    for made in (
        cover("XXX", "XX", "X", forgotten=["XX", "X"], weight={"XXX": "x"}),
        cover("XXX", "XX", "X", forgotten=["XX"], weight={"XXX": "x", "X": "y"}),
        cover("XX", "X./.X", turned=True, forgotten=["X./.X"], weight={"XX": "x"}),
    ):
        for board in ("1x4", "2x2", "2x3"):
            found = count(made, board, weights="players").polynomial
            assert found == brute_force(made, board, weights="players").polynomial, (made, board)
