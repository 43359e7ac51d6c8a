"""Counts by theorems and against theorems, boards where hypotheses fail, and large boards with their limits.

Formulas are Cayley's, Kasteleyn's and that of Aztec diamonds; other numbers are entries of the OEIS,
recurrences and sweeps. Frontiers are those of their definition, parts those of networkx.
"""

from __future__ import annotations

import random
from itertools import pairwise, product
from math import prod

import networkx as nx
import pytest
from agreement import CLASSES, graph_of
from choice import EVERY, drawn, some_of
from cli.calling import call
from hypothesis import HealthCheck, given, settings, strategies as st
from known_sequences import dominoes, involutions, recurrent
from rules_of_kinds import listed
from tables import tables
from tuned import tune

import gfkit
from gfkit import Rule, auxiliary_graph, brute_force, count, independence_polynomial
from gfkit.core.algebra import Polynomial
from gfkit.core.boards import Board, parse_one_board
from gfkit.core.boards.board import from_edges
from gfkit.core.engine.machine.order import components, frontiers, interaction_of, sweep_orders
from gfkit.core.engine.task import CountTask
from gfkit.core.errors import LimitError
from gfkit.core.rules import Question, find_rule
from gfkit.core.rules.kinds import system_of
from gfkit.core.rules.rule import read_rule
from gfkit.ways.theorems import kasteleyn, long_board, matrix_tree, parity

CLASSES = [positions for positions in CLASSES if positions != "full"]


def players(game: str | Rule, board: str | Board, positions: str = "all") -> Polynomial:
    return count(game, board, positions, "players").polynomial


def pieces(game: str | Rule, board: str | Board, positions: str = "all") -> Polynomial:
    return count(game, board, positions, "pieces").polynomial


def number(game: str | Rule, board: str | Board, positions: str = "all") -> int:
    return int(count(game, board, positions))


def arrays(colours: int, rules: str) -> Rule:
    return read_rule("arrays", f'name = "arrays"\n[cells]\ncolours = {colours}\n{rules}')


# Snort, O12, Cis, Kayles.


def test_left_ends_of_snort_are_the_sets_of_right_cells() -> None:
    """Cells adjacent to a Right piece are empty; all others contain Left pieces."""
    for board, positions in product(("6x6", "cycle:31", "complete:8", "3x20"), ("left-ends", "right-ends")):
        assert number("snort", board, positions) == 2 ** parse_one_board(board).size, board


def test_left_ends_of_o12_are_counted_by_matchings() -> None:
    """Left can move on any empty cell, so no cell is empty: single pieces fill the rest."""
    for board in ("5x5", "cylinder:4x5", "torus:4x4", "cycle:20", "complete:9", "..#/.../#.."):
        size = parse_one_board(board).size
        expected = {(size - 2 * j, j): value for (j,), value in pieces("arc-kayles", board).terms}
        assert players("o12", board, "left-ends") == Polynomial.of(("x", "y"), expected), board


def test_games_with_equal_counts() -> None:
    """Cram is Arc Kayles; Cis with k colours is Node Kayles with k colours for each piece."""
    for positions, board in product(CLASSES, some_of(("cylinder:3x3", "3x4", "..#./..../.#.."), 1)):
        assert pieces("cram", board, positions) == pieces("arc-kayles", board, positions)
    for positions, k in product(("all", "maximal"), some_of((3, 1, 7), 1)):
        board = graph_of(drawn("cis"), 8, 0.5)
        terms = {(i,): k**i * value for (i,), value in pieces("node-kayles", board, positions).terms}
        assert pieces(f"cis:{k}", board, positions) == Polynomial.of(("x",), terms)


def test_positions_are_independent_sets_of_the_auxiliary_graph() -> None:
    """Theorems 3.1, 3.3, 3.5 and 3.8 of the profiles paper."""
    boards = [*map(parse_one_board, ("path:4", "cycle:5", "complete:4", "2x3"))]
    boards += [graph_of(drawn(f"auxiliary {seed}"), 2 + seed, 0.5) for seed in range(5)]
    flat = ["col", "snort", "cis", "o12", "cis:3", "arc-kayles", "node-kayles"]
    for game, board in (*product(flat, boards), ("domineering", "3x3")):
        found = independence_polynomial(auxiliary_graph(game, board).graph)
        assert found == brute_force(game, board, weights="pieces").polynomial, (game, board)


def test_kayles_on_paths_and_cycles() -> None:
    """Fibonacci and Lucas numbers; of maximal sets Padovan (A000931) and Perrin numbers (A001608).

    The edges of a path are a path with one vertex less, those of a cycle a cycle.
    """
    known = {"fibonacci": recurrent([0, 1], 1, 1, count=75), "lucas": recurrent([2, 1], 1, 1, count=75)}
    known["padovan"] = recurrent([1, 1, 2], 0, 1, 1, count=50)
    known["perrin"] = recurrent([3, 0, 2], 0, 1, 1, count=50)
    for game, positions, board, first, name, shift in tables("transfer_cases")["kayles"]:
        for n in (*range(first, 9), 45):
            wanted = known[name][n + shift]
            assert number(game, f"{board}:{n}", positions) == wanted, (game, positions, board, n)


def test_complete_graphs_by_hand() -> None:
    """Matchings are involutions; a maximal one leaves at most one vertex: n!! of an odd number."""
    for game in ("arc-kayles", "cram"):
        assert [number(game, f"complete:{n}") for n in range(24)] == [involutions(n) for n in range(24)]
    maximal = [number("arc-kayles", f"complete:{n}", "maximal") for n in range(1, 9)]
    assert maximal == [1, 1, 3, 3, 15, 15, 105, 105]
    for n in range(1, 11):
        # Col: at most one piece of each colour. Snort: one colour only. Cis: one piece.
        assert number("col", f"complete:{n}") == 1 + 2 * n + n * (n - 1)
        assert number("snort", f"complete:{n}") == 2 * 2**n - 1
        assert number("cis:5", f"complete:{n}") == 1 + 5 * n
        assert number("cis", f"complete:{n}", "maximal") == 2 * n
        # NoGo: once a vertex is free, every stone has a liberty.
        assert number("nogo", f"complete:{n}") == 3**n - 2**n
    assert count("col", "complete:5").evidence.method == "multinomial-sum"
    assert count("col", "5x1").evidence.method == "transfer-matrix"


def counted(*rows: tuple[int, str, int, int]) -> str:
    """Return rules that restrict neighbour counts: cell, neighbours, of, allowed."""
    return "".join(
        f"[[rules.count]]\ncell = {cell}\nneighbours = '{where}'\nof = [{of}]\nallowed = [{allowed}]\n"
        for cell, where, of, allowed in rows
    )


# Known sequences on squares.

BY_WINDOWS = arrays(2, '[rules]\nforbid = ["11", "1/1", "1./.1", ".1/1."]')
SQUARES: list[tuple[list[str | Rule], list[int]]] = [
    (["node-kayles", arrays(2, '[rules]\nforbid = ["11", "1/1"]')],
     [1, 2, 7, 63, 1234, 55447, 5598861, 1280128950, 660647962955]),  # A006506
    ([BY_WINDOWS, arrays(2, counted((1, "king", 1, 0)))],
     [1, 2, 5, 35, 314, 6427, 202841, 12727570, 1355115601]),  # A063443
    (["cram", "arc-kayles", "domineering", "domineering-tiles"],
     [1, 1, 7, 131, 10012, 2810694, 2989126727, 11945257052321, 179788343101980135]),  # A028420
    (["nogo"], [1, 1, 57, 12675, 24318165, 414295148741]),  # A094777
    ([arrays(3, '[rules]\nforbid = ["aa", "a/a"]')], [1, 3, 18, 246, 7812, 580986, 101596896]),  # A068253
]  # fmt: skip


@pytest.mark.parametrize("sides", [range(6), pytest.param(range(6, 9), marks=pytest.mark.slow(16))])
def test_squares_in_print(sides: range) -> None:
    for games, terms in SQUARES:
        for game, n in product(games, sides):
            if n < len(terms) - (n == 5 and game == "nogo"):
                assert number(game, f"{n}x{n}") == terms[n], (game, n)


# Proper colourings.


@pytest.mark.parametrize("k", [3, *(pytest.param(k, marks=pytest.mark.slow(1)) for k in (2, 4))])
def test_proper_colourings_by_the_chromatic_polynomial(k: int) -> None:
    by_windows = arrays(k, '[rules]\nforbid = ["aa", "a/a"]')
    by_count = arrays(k, counted(*((c, "rook", c, 0) for c in range(k))))
    for n in (3, 4, 5, 8):
        assert number(by_windows, f"1x{n}") == number(by_count, f"path:{n}") == k * (k - 1) ** (n - 1)
        assert number(by_windows, f"2x{n}") == k * (k - 1) * (k * k - 3 * k + 3) ** (n - 1)
        ring = (k - 1) ** n + (-1) ** n * (k - 1)
        assert number(by_windows, f"cylinder:{n}x1") == number(by_count, f"cycle:{n}") == ring
        assert number(by_count, f"complete:{n}") == prod(k - i for i in range(n))


# Identities between classes and weights.


# Ways without a sweep


CELL = st.sampled_from("...#")
DRAWN = st.integers(1, 4).flatmap(
    lambda cols: st.lists(st.text(CELL, min_size=cols, max_size=cols), min_size=1, max_size=5).map("/".join)
)
WORDS = (
    "cylinder:3x4 cylinder:4x3 torus:3x3 torus:4x3 king:3x4 petersen-2:5 complete:5 path:1 path:6 cycle:5"
    " prism:4 wheel:6 K4xpath:2"
)
NAMED = st.sampled_from(WORDS.split())
TREES, ON_GRIDS, SWEPT, PARITIES = map(listed, ("trees", "rooted", "swept", "parities"))


def swept(question: Question):
    """Return the polynomial by a sweep of the rule's automaton."""
    return CountTask(question, None, None).polynomial()


def check(question: Question) -> None:
    assert count(question).polynomial == swept(question), question


@given(st.sampled_from(TREES), DRAWN | NAMED, st.sampled_from(["none", "pieces", "players"]))
def test_spanning_trees_agree_with_the_sweep(rule: str | Rule, board: str, weights: str):
    question = Question.of(rule, board, weights=weights)
    check(question)
    assert (matrix_tree.TreeCount.of(question) is not None) == (question.board.size > 0)


@settings(deadline=None)
@given(st.sampled_from(ON_GRIDS), DRAWN, st.sampled_from(["none", "players"]))
def test_trees_with_their_roots_on_lines(rule: Rule, board: str, weights: str):
    """Use lines without cells too: they contain no root, so no forest is allowed."""
    check(Question.of(rule, board, weights=weights))


def test_rules_with_further_constraints_are_swept():
    for rule in SWEPT:
        question = Question.of(rule, "3x2")
        assert matrix_tree.TreeCount.of(question) is None, rule
        assert count(question).count == gfkit.brute_force(question).count


def test_cayleys_formula():
    """Trees with names are n^(n-2), those with a root n^(n-1), and forests of these (n+1)^(n-1)."""
    for n in (2, 3, 30, 60):
        assert int(count("spanning-trees", f"complete:{n}")) == n ** (n - 2)
        assert int(count("rooted-forests", f"complete:{n}")) == (n + 1) ** (n - 1)
        if n < 30:
            by_edges = count("rooted-forests", f"complete:{n}", weights="pieces").polynomial
            assert dict(by_edges.terms)[n - 1,] == n ** (n - 1)


def test_large_matrices_are_rejected():
    with pytest.raises(LimitError, match=r"1\.0 MiB"):
        count("spanning-trees", "complete:300", max_memory=2**20)


@given(st.sampled_from(PARITIES), DRAWN | NAMED)
def test_parities_agree_with_the_sweep(rule: str | Rule, board: str):
    question = Question.of(rule, board)
    check(question)
    assert (parity.count_by_parity(question) is None) == (question.board.size == 0)


@pytest.mark.parametrize("name", ["acyclic-orientations", "strong-orientations"])
def test_orientations_agree_with_enumeration_and_sweep(name: str) -> None:
    graphs = [nx.gnp_random_graph(n, p, seed=n) for n in range(7) for p in (0.3, 0.6, 1)]
    graphs = [graph for graph in graphs if graph.size() < (13 if EVERY else 9)]
    for graph in [*graphs, *some_of(["..#/...", "cylinder:3x2", "torus:3x3"], 2)]:
        assert (found := count(name, graph)).number == brute_force(name, graph).number, graph
        assert found.evidence.method == "tutte-polynomial"
    assert CountTask(Question.of(name, "4x4"), None, None).polynomial().total == number(name, "4x4")
    below = read_rule("orientations", 'name = "below"\n[orientations]\nvertex = "i < 3"\nacyclic = true')
    assert count(below, "3x3").evidence.method == "transfer-matrix"


def test_the_parity_theorem_rejects_further_constraints():
    for rule in (
        "eulerian-subgraphs",
        Rule.edges(modulo=3, vertex="d == 0"),
        Rule.edges(modulo=2, vertex="d == 0", left="a == b"),
        Rule.edges(2, vertex="d == 2"),
    ):
        assert parity.count_by_parity(Question.of(rule, "3x3")) is None
    assert parity.count_by_parity(Question.of("even-subgraphs", "3x3", weights="pieces")) is None


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check that dominoes are counted by the determinant on all planar boards."""
    tune(monkeypatch, "THEOREMS", narrow_level=0)


PLANAR = [
    *("1x2", "1x1", "4x4", "3x4", "5x5", "cylinder:4x4", "cylinder:4x1", "cylinder:4x3", "cylinder:6x3"),
    *("..#../.#.#./#...#", "../../##/..", "..../.##./.##./....", ".../.##", ".../.##/.../##./..."),
    *("....../.#..#./....../......", "#..#/..../..../#..#", ".#.#.#/....../#.#.#."),
    *("......./.#.#.#./.......", "...../.###./...../.###./....."),
]


@pytest.mark.usefixtures("small")
def test_dominoes_agree_with_the_sweep():
    """Odd holes among them, around which signs are not those of the plain grid."""
    for board in PLANAR:
        for rule in ("perfect-matchings", "domino-tilings", Rule.cover("XX", turned=True)):
            for weights in ("none", "pieces") if rule == "domino-tilings" else ("none",):
                question = Question.of(rule, board, weights=weights)
                assert kasteleyn.DominoCovers.of(question) is not None
                check(question)


@pytest.mark.usefixtures("small")
def test_all_rules_that_are_covers_by_dominoes_are_counted_as_such():
    """Whatever their kind: edges at every vertex, and games whose positions are full."""
    edges = Rule.edges(2, vertex="d == 1", weight="x*y")
    for asked in ((edges, "4x5", "all", "players"), ("cram", "..../....", "full"), ("cram", "3x3", "full")):
        assert kasteleyn.DominoCovers.of(Question.of(*asked)) is not None
        check(Question.of(*asked))
    for asked in (("cram", "AA../....", "full"), ("domineering", "4x4", "full", "players"), ("cram", "4x4")):
        assert kasteleyn.DominoCovers.of(Question.of(*asked)) is None
        check(Question.of(*asked))


@pytest.mark.usefixtures("small")
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(DRAWN)
def test_dominoes_on_boards_with_holes(board: str):
    question = Question.of("perfect-matchings", board)
    assert (kasteleyn.DominoCovers.of(question) is None) == (question.board.size == 0)
    check(question)


@pytest.mark.usefixtures("small")
def test_hypotheses_of_the_planar_methods():
    """A torus, odd cyclic boards, crossing edges, pieces of other kinds, and unequal weights."""
    odd = ("torus:4x4", "torus:4x3", "cylinder:3x4", "king:3x4", "prism:4")
    two, gap, mixed = Rule.cover("XX", "XXX", turned=True), Rule.cover("X.X"), Rule.cover("XX", "X.X")
    for asked in (
        *(("perfect-matchings", board) for board in odd),
        *(("domino-tilings", "cylinder:5x4"), ("domino-tilings", "4x4", "all", "players")),
        *((two, "3x4"), (gap, "4x4"), (mixed, "4x4"), ("matchings", "4x4")),
    ):
        assert kasteleyn.DominoCovers.of(Question.of(*asked)) is None
        check(Question.of(*asked))


def test_dominoes_on_large_grids():
    for rows, cols in ((20, 20), (30, 17)):
        found = count("domino-tilings", f"{rows}x{cols}")
        assert found.evidence.method == "kasteleyn-matrix"
        assert int(found) == dominoes(rows, cols)
    weighted = count("domino-tilings", "20x20", weights="pieces").polynomial
    assert dict(weighted.terms) == {(200,): dominoes(20, 20)}
    assert int(count("perfect-matchings", "21x21")) == 0


def test_aztec_diamonds():
    """2^(n(n+1)/2) tilings (Elkies, Kuperberg, Larsen and Propp)."""
    for order in (8, 15):
        widths = [*range(1, order + 1), *range(order, 0, -1)]
        board = "/".join(("." * (2 * w)).center(2 * order, "#") for w in widths)
        assert int(count("domino-tilings", board)) == 2 ** (order * (order + 1) // 2)


# Large boards


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


@pytest.mark.parametrize("greedy", [0, 600])
def test_sweep_orders_name_every_cell_once(monkeypatch, greedy: int) -> None:
    tune(monkeypatch, "COUNT", greedy_cells=greedy)
    boards = ("3x7", "7x3", "path:30", "torus:4x4", "cycle:9", "...#/.#../....", "complete:5", "..#.#/.#...")
    for game, board in product(("col", "node-kayles", "arc-kayles"), boards):
        place, rule = parse_one_board(board), find_rule(game)
        graph = interaction_of(system_of(rule, place), place.size)
        assert [set(near) for near in graph] == [set(near) for near in place.neighbours]
        for part in (*components(graph, range(place.size)), [*range(place.size)]):
            orders = sweep_orders(place, graph, part)
            assert 1 <= len(orders) <= 2
            assert all(sorted(order) == part for order in orders)
        if board in boards[:3]:
            assert max(frontiers(graph, sweep_orders(place, graph, range(place.size))[0])) <= 3


def test_large_boards_of_two_components() -> None:
    """Paths with k vertices have k(k - 1)/2 paths; two of them have no common path, and no cycle."""
    board = "." * 300 + "#" + "." * 301
    found = {"hamiltonian-paths": 0, "paths": 300 * 299 // 2 + 301 * 150, "cycles": 0}
    assert {name: int(count(name, board)) for name in found} == found


def test_orders_of_graphs_far_from_rows() -> None:
    """A tree with its vertices named at random still has a narrow sweep."""
    names = random.Random(5).sample(range(300), 300)
    tree = from_edges("path in disguise", 300, [*pairwise(names)])
    assert count("node-kayles", tree) == recurrent([1, 2], 1, 1, count=301)[300]


# Limits.


def test_hopeless_counts_stop_at_the_memory() -> None:
    """The error is one line that names the board; the limit is less than a word per state of 12 columns."""
    for game, board, memory in (
        *(("nogo", "20x20", 8 << 20), ("col", "torus:30x30", 8 << 20), ("domineering", "40x40", 8 << 20)),
        *((game, "12x12", 8 << 12) for game in ("domineering", "col", "nogo")),
    ):
        for weights in some_of(("players", "none"), 1):
            with pytest.raises(LimitError) as refused:
                count(game, board, weights=weights, max_memory=memory)
            assert "\n" not in str(refused.value)
            assert repr(board) in str(refused.value)
            assert refused.value.exit_code == 3


def test_little_memory_by_the_command_line() -> None:
    for words in (["40x40", "--max-memory", "20M"], ["9x9", "--weights", "players", "--max-memory", "100K"]):
        code, out, err = call("count", "domineering", *words)
        assert (code, out, err.count("\n"), err[:7]) == (3, "", 1, "gfkit: ")


def test_long_paths() -> None:
    assert count("o12", "path:20000") == recurrent([1, 2], 2, 1, count=20001)[20000]
    profile = count("col", "path:200", weights="players").polynomial
    assert profile(1, 1) == recurrent([1, 3], 2, 1, count=201)[200]
    assert profile.coefficient(100, 100) == 2  # the two proper colourings


# Long and narrow boards by the formula of their family.

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
def test_the_formula_of_a_family_agrees_with_the_sweep(game: str, board: str, positions: str) -> None:
    question = Question.of(game, board, positions)
    found, _ = long_board.count_by_law(question, *long_board.family_of_long(question))
    assert count(question).count == CountTask(question, None, None).polynomial().total == found.total


def test_a_path_of_forty_thousand_cells_is_a_fibonacci_number() -> None:
    assert int(count("cram", "1x40000")) == recurrent([1, 1], 1, 1, count=40_001)[40_000]


def test_boards_that_are_not_of_a_family_are_swept() -> None:
    for board, positions, weights in tables("wholes")["counted_boards"]:
        assert long_board.family_of_long(Question.of("domineering", board, positions, weights)) is None
    holes = "." * 600 + "#" + "." * 600
    assert long_board.family_of_long(Question.of("domineering", f"{holes}/{holes}")) is None
