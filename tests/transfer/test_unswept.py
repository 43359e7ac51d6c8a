"""Counts by a theorem, against the sweep, and boards where hypotheses fail.

Formulas are Cayley's, Kasteleyn's, and that of Aztec diamonds.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from known_sequences import dominoes
from rules_of_kinds import listed
from tuned import tune

import gfkit
from gfkit import Rule, count
from gfkit.errors import LimitError
from gfkit.foresight import foresee_count
from gfkit.games import Question
from gfkit.transfer.count import CountTask
from gfkit.transfer.theorems import ways as unswept
from gfkit.transfer.theorems.kasteleyn import DominoCovers
from gfkit.transfer.theorems.matrix_tree import TreeCount
from gfkit.transfer.theorems.parity import count_by_parity

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
    """The polynomial by the sweep of the rule's machine."""
    return CountTask(question, None, None).polynomial()


def check(question: Question) -> None:
    assert count(question).polynomial == swept(question), question


@settings(deadline=None, max_examples=25)
@given(st.sampled_from(TREES), DRAWN | NAMED, st.sampled_from(["none", "pieces", "players"]))
def test_trees_are_those_of_the_sweep(rule: str | Rule, board: str, weights: str):
    question = Question.of(rule, board, weights=weights)
    check(question)
    assert (TreeCount.of(question) is not None) == (question.board.size > 0)


@settings(deadline=None)
@given(st.sampled_from(ON_GRIDS), DRAWN, st.sampled_from(["none", "players"]))
def test_trees_with_their_roots_on_lines(rule: Rule, board: str, weights: str):
    """Also lines that a board has not: nothing is a root there, and no forest is as asked."""
    check(Question.of(rule, board, weights=weights))


def test_rules_that_ask_something_else_are_swept():
    for rule in SWEPT:
        question = Question.of(rule, "3x2")
        assert TreeCount.of(question) is None, rule
        assert count(question).count == gfkit.brute_force(question).count


def test_cayley():
    """Trees with names are n^(n-2), those with a root n^(n-1), and forests of these (n+1)^(n-1)."""
    for n in (2, 3, 30, 60):
        assert int(count("spanning-trees", f"complete:{n}")) == n ** (n - 2)
        assert int(count("rooted-forests", f"complete:{n}")) == (n + 1) ** (n - 1)
        if n < 30:
            by_edges = count("rooted-forests", f"complete:{n}", weights="pieces").polynomial
            assert dict(by_edges.terms)[n - 1,] == n ** (n - 1)


def test_large_matrices_are_refused_and_foreseen():
    with pytest.raises(LimitError, match=r"would need about .* for matrices; the limit is 1\.0 MiB"):
        count("spanning-trees", "complete:300", max_memory=2**20)
    foreseen = foresee_count("spanning-trees", "complete:300", max_memory=2**20)
    assert "the limit is 1.0 MiB" in str(foreseen.refused)
    assert foresee_count("spanning-trees", "20x20").refused is None
    assert foresee_count("even-subgraphs", "40x40")["seconds"] < 1
    assert foresee_count("domino-tilings", "40x40")["seconds"] < 5
    assert foresee_count("hamiltonian-cycles", "complete:5").figure("states").how == "exact"


@settings(deadline=None, max_examples=25)
@given(st.sampled_from(PARITIES), DRAWN | NAMED)
def test_parities_are_those_of_the_sweep(rule: str | Rule, board: str):
    question = Question.of(rule, board)
    check(question)
    assert (count_by_parity(question) is None) == (question.board.size == 0)


def test_parity_asks_for_nothing_else():
    for rule in (
        "eulerian-subgraphs",
        Rule.edges(modulo=3, vertex="d == 0"),
        Rule.edges(modulo=2, vertex="d == 0", left="a == b"),
        Rule.edges(2, vertex="d == 2"),
    ):
        assert count_by_parity(Question.of(rule, "3x3")) is None
    assert count_by_parity(Question.of("even-subgraphs", "3x3", weights="pieces")) is None


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dominoes are counted by the determinant on all boards that have a drawing."""
    tune(monkeypatch, "COUNT", narrow_level=0)


PLANAR = [
    *("1x2", "1x1", "4x4", "3x4", "5x5", "cylinder:4x4", "cylinder:4x1", "cylinder:4x3", "cylinder:6x3"),
    *("..#../.#.#./#...#", "../../##/..", "..../.##./.##./....", ".../.##", ".../.##/.../##./..."),
    *("....../.#..#./....../......", "#..#/..../..../#..#", ".#.#.#/....../#.#.#."),
    *("......./.#.#.#./.......", "...../.###./...../.###./....."),
]


@pytest.mark.usefixtures("small")
def test_dominoes_are_those_of_the_sweep():
    """Odd holes among them, around which signs are not those of the plain grid."""
    for board in PLANAR:
        for rule in ("perfect-matchings", "domino-tilings", Rule.cover("XX", turned=True)):
            for weights in ("none", "pieces") if rule == "domino-tilings" else ("none",):
                question = Question.of(rule, board, weights=weights)
                assert DominoCovers.of(question) is not None
                check(question)


@pytest.mark.usefixtures("small")
def test_all_rules_that_are_covers_by_dominoes_are_counted_as_such():
    """Whatever their kind: edges at every vertex, and games whose positions are full."""
    edges = Rule.edges(2, vertex="d == 1", weight="x*y")
    for asked in ((edges, "4x5", "all", "players"), ("cram", "..../....", "full"), ("cram", "3x3", "full")):
        assert DominoCovers.of(Question.of(*asked)) is not None
        check(Question.of(*asked))
    for asked in (("cram", "AA../....", "full"), ("domineering", "4x4", "full", "players"), ("cram", "4x4")):
        assert DominoCovers.of(Question.of(*asked)) is None
        check(Question.of(*asked))


def test_the_table_says_what_each_way_asks_and_gains():
    """And each but the complex, which is a file, is the first for one of these; the last ones are swept."""
    assert all(min(map(len, (way.asks, way.cost, way.theorem))) > 20 for way in unswept.WAYS)
    counting = [way for way in unswept.WAYS if way.count is not None]
    for place, (game, board) in enumerate(
        (("node-kayles", "complete:9"), ("cram", "1x2000"), ("even-subgraphs", "3x3"),
         ("spanning-trees", "3x3"), ("domino-tilings", "18x18")), 1
    ):  # fmt: skip
        question = Question.of(game, board)
        system = CountTask(question, None, None).system
        taken = [at for at, way in enumerate(counting) if way.count(question, lambda own=system: own)]
        assert taken == [place]
    for game, board in (("domineering", "complete:4"), ("snort", "4x4"), ("hamiltonian-cycles", "4x4")):
        assert unswept.foresee_unswept(Question.of(game, board)) is None


@pytest.mark.usefixtures("small")
@settings(deadline=None, max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(DRAWN)
def test_dominoes_on_boards_with_holes(board: str):
    question = Question.of("perfect-matchings", board)
    assert (DominoCovers.of(question) is None) == (question.board.size == 0)
    check(question)


@pytest.mark.usefixtures("small")
def test_where_there_is_no_drawing():
    """A torus, rings of odd length, edges that cross, pieces of other kinds, and weights that differ."""
    odd = ("torus:4x4", "torus:4x3", "cylinder:3x4", "king:3x4", "prism:4")
    two, gap, mixed = Rule.cover("XX", "XXX", turned=True), Rule.cover("X.X"), Rule.cover("XX", "X.X")
    for asked in (
        *(("perfect-matchings", board) for board in odd),
        *(("domino-tilings", "cylinder:5x4"), ("domino-tilings", "4x4", "all", "players")),
        *((two, "3x4"), (gap, "4x4"), (mixed, "4x4"), ("matchings", "4x4")),
    ):
        assert DominoCovers.of(Question.of(*asked)) is None
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
