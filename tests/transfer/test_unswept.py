"""Counts by a theorem, against the sweep, formulas from elsewhere, and boards where hypotheses fail."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mp, mpf

import gfkit
from gfkit import Rule, count
from gfkit.errors import BoardError, LimitError
from gfkit.foresight.boards import foresee_count
from gfkit.games import Question
from gfkit.transfer import kasteleyn
from gfkit.transfer.count import CountTask
from gfkit.transfer.kasteleyn import DominoCovers
from gfkit.transfer.matrix_tree import TreeCount
from gfkit.transfer.parity import count_by_parity
from gfkit.typing import Progress

CELL = st.sampled_from("...#")
DRAWN = st.integers(1, 4).flatmap(
    lambda cols: st.lists(st.text(CELL, min_size=cols, max_size=cols), min_size=1, max_size=5).map("/".join)
)
NAMED = st.sampled_from(
    ["cylinder:3x4", "cylinder:4x3", "torus:3x3", "torus:4x3", "king:3x4", "petersen-2:5", "complete:5",
     "path:1", "path:6", "cycle:5", "prism:4", "wheel:6", "K4xpath:2"]
)  # fmt: skip
TREES = [
    "spanning-trees",
    "rooted-forests",
    Rule.edges(components=1, cycles=0, spanning=True, weight="x*y"),
    Rule.edges(cycles=0, spanning=True, weight="x", each={"at": "chosen", "number": 1}, component_weight="y"),
    Rule.edges(cycles=0, spanning=True, weight="x", each={"at": "first", "number": 1}),
    Rule.edges(cycles=0, spanning=True, weight="y", each={"at": ["first", "last"], "number": 1}),
]
ON_GRIDS = [
    Rule.edges(cycles=0, spanning=True, weight="x", each={"at": "border", "number": 1}),
    Rule.edges(cycles=0, spanning=True, each={"at": "top row", "number": 1}, component_weight="y"),
    Rule.edges(cycles=0, spanning=True, each={"at": "row 4", "number": 1}),
]


def swept(question: Question):
    """The polynomial by the sweep of the rule's machine."""
    return CountTask(question, None, None).polynomial()


def check(question: Question) -> None:
    assert count(question).polynomial == swept(question), question


@settings(deadline=None)
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


@pytest.mark.parametrize("board", ["path:0", "#", "./#/.", ".#./#../...", "path:1"])
def test_trees_of_hardly_anything(board: str):
    """Without a cell there is one forest and no tree; a cell that nothing touches is in no tree."""
    for rule in TREES[:4]:
        question = Question.of(rule, board)
        check(question)
        if board != "#" and question.board.size <= 9:
            assert count(question).count == gfkit.brute_force(question).count


@pytest.mark.parametrize("rule", [
    Rule.edges(3, vertex="d in [1, 3]", components=1, cycles=0, spanning=True),
    Rule.edges(components=1, cycles=0),
    Rule.edges(components=2, cycles=0, spanning=True),
    Rule.edges(components=[1, 2], cycles=0, spanning=True),
    Rule.edges(components="at least 1", cycles=0, spanning=True),
    Rule.edges(components=1, cycles=1, spanning=True),
    Rule.edges(components=1, cycles=[0, 1], spanning=True),
    Rule.edges(2, pin=[("first", "d == 1")], components=1, cycles=0, spanning=True),
    Rule.edges(2, taken="a + b >= 3", components=1, cycles=0, spanning=True),
    Rule.edges(cycles=0, spanning=True, each={"at": "chosen", "number": 2}),
    Rule.edges(cycles=0, spanning=True, each={"at": "first", "number": "at most 1"}),
    Rule.edges(components=1, cycles=0, spanning=True, each={"at": "chosen", "number": 1}),
    Rule.edges(components=1, cycles=0, spanning=True, joins=["first", "last"]),
    Rule.edges(cycles=0, spanning=True, each={"at": "chosen", "number": 1}, apart=["first", "last"]),
])  # fmt: skip
def test_rules_that_ask_something_else_are_swept(rule: Rule):
    question = Question.of(rule, "3x3")
    assert TreeCount.of(question) is None
    assert count(question).count == gfkit.brute_force(question).count


def by_angles(rows: int, cols: int) -> int:
    """The spanning trees of a grid: the product of the eigenvalues of its matrix, but for 0, by its cells."""
    with mp.workdps(20 + rows * cols):
        angles = [(mp.pi * i / rows, mp.pi * j / cols) for i in range(rows) for j in range(cols) if i or j]
        found = mp.fprod(4 - 2 * mp.cos(a) - 2 * mp.cos(b) for a, b in angles) / (rows * cols)
        return int(mp.nint(found))


@pytest.mark.parametrize(("rows", "cols"), [(8, 8), (20, 20), (7, 40), (3, 200)])
def test_spanning_trees_of_large_grids(rows: int, cols: int):
    assert int(count("spanning-trees", f"{rows}x{cols}")) == by_angles(rows, cols)


@pytest.mark.parametrize("n", [2, 3, 30, 90])
def test_cayley(n: int):
    """Trees with names are n^(n-2), those with a root n^(n-1), and forests of these (n+1)^(n-1)."""
    assert int(count("spanning-trees", f"complete:{n}")) == n ** (n - 2)
    assert int(count("rooted-forests", f"complete:{n}")) == (n + 1) ** (n - 1)
    if n < 90:
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


@pytest.mark.parametrize("rule", ["even-subgraphs", "spanning-trees", "domino-tilings"])
@pytest.mark.parametrize("board", ["A./..", "</..", "A" + "." * 18 + "/" + "/".join(["." * 19] * 18)])
def test_what_a_count_refuses_a_forecast_refuses(rule: str, board: str):
    for way in (count, foresee_count):
        with pytest.raises(BoardError):
            way(rule, board)


def test_progress_is_told():
    told: list[Progress] = []
    count("spanning-trees", "20x20", on_progress=told.append)
    assert told[-1].done == told[-1].total == len(told) > 1
    assert {one.stage for one in told} == {"counting modulo primes"}


PARITIES = [
    "even-subgraphs",
    Rule.edges(modulo=2, vertex="d == 1"),
    Rule.edges(modulo=2, vertex="d == 0", pin=[("first", "d == 1"), ("last", "d == 1")]),
    Rule.edges(modulo=2, vertex="d == 0", pin=[("first", "d == 1")]),
    Rule.edges(modulo=2, vertex="d == 0", pin=[("first", "d >= 0")]),
    Rule.edges(modulo=2, vertex="d == 1", pin=[("last", "d > 1")]),
]


@settings(deadline=None)
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
    monkeypatch.setattr(kasteleyn, "_NARROW", 0)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("rule", ["perfect-matchings", "domino-tilings", Rule.cover("XX", turned=True)])
@pytest.mark.parametrize("board", [
    "1x2", "1x1", "4x4", "3x4", "5x5", "6x7", "cylinder:4x4", "cylinder:4x1", "cylinder:4x3", "cylinder:6x3",
    "......./.#.#.#./.......", "...../.###./...../.###./.....", "..#../.#.#./#...#", "../../##/..",
    "..../.##./.##./....", ".../.##", ".../.##/.../##./...",
    "....../.#..#./....../......", "#..#/..../..../#..#", ".#.#.#/....../#.#.#.",
])  # fmt: skip
def test_dominoes_are_those_of_the_sweep(rule: str | Rule, board: str):
    for weights in ("none", "pieces"):
        question = Question.of(rule, board, weights=weights)
        assert DominoCovers.of(question) is not None
        check(question)


@settings(deadline=None)
@given(
    st.integers(1, 6).flatmap(
        lambda cols: st.lists(st.text("..#", min_size=cols, max_size=cols), min_size=1, max_size=7).map(
            "/".join
        )
    )
)
def test_dominoes_on_boards_with_holes(board: str):
    """Odd holes among them, around which signs are not those of the plain grid."""
    question = Question.of("perfect-matchings", board)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kasteleyn, "_NARROW", 0)
        covers = DominoCovers.of(question)
    assert (covers is None) == (question.board.size == 0)
    if covers is not None:
        assert covers.terms(lambda *_: None).get((0, 0), 0) == swept(question).total


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(("rule", "board", "weights"), [
    ("perfect-matchings", "torus:4x4", "none"),
    ("perfect-matchings", "torus:4x3", "none"),
    ("perfect-matchings", "cylinder:3x4", "none"),
    ("domino-tilings", "cylinder:5x4", "none"),
    ("perfect-matchings", "king:3x4", "none"),
    ("perfect-matchings", "prism:4", "none"),
    ("domino-tilings", "4x4", "players"),
    (Rule.cover("XX", "XXX", turned=True), "3x4", "none"),
    (Rule.cover("X.X"), "4x4", "none"),
    (Rule.cover("XX", "X.X"), "4x4", "none"),
    ("matchings", "4x4", "none"),
])  # fmt: skip
def test_where_there_is_no_drawing(rule: str | Rule, board: str, weights: str):
    """A torus, rings of odd length, edges that cross, pieces of other kinds, and weights that differ."""
    question = Question.of(rule, board, weights=weights)
    assert DominoCovers.of(question) is None
    check(question)


def by_cosines(rows: int, cols: int) -> int:
    """Kasteleyn's product."""
    with mp.workdps(20 + rows * cols):
        over = [mp.cos(mp.pi * i / (rows + 1)) ** 2 for i in range(1, rows + 1)]
        down = [mp.cos(mp.pi * j / (cols + 1)) ** 2 for j in range(1, cols + 1)]
        return int(mp.nint(mp.fprod(4 * a + 4 * b for a in over for b in down) ** mpf("0.25")))


@pytest.mark.parametrize(("rows", "cols"), [(20, 20), (30, 17), (31, 32)])
def test_dominoes_on_large_grids(rows: int, cols: int):
    found = count("domino-tilings", f"{rows}x{cols}")
    assert found.evidence.method == "kasteleyn-matrix"
    assert int(found) == by_cosines(rows, cols)
    weighted = count("domino-tilings", f"{rows}x{cols}", weights="pieces").polynomial
    assert dict(weighted.terms) == {(rows * cols // 2,): int(found)}
    assert int(count("perfect-matchings", "21x21")) == 0


@pytest.mark.parametrize("order", [8, 15, 24])
def test_aztec_diamonds(order: int):
    """2^(n(n+1)/2) tilings (Elkies, Kuperberg, Larsen and Propp)."""
    widths = [*range(1, order + 1), *range(order, 0, -1)]
    board = "/".join("#" * (order - w) + "." * (2 * w) + "#" * (order - w) for w in widths)
    assert int(count("domino-tilings", board)) == 2 ** (order * (order + 1) // 2)
