"""Sets of edges written by machine code, beside the machine that is made of options, and beside listing."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from gfkit import Rule, count
from gfkit.boards import Board, parse_one_board
from gfkit.boards.board import from_edges
from gfkit.errors import GfkitError
from gfkit.games import EdgeRule, Question
from gfkit.games.library import find_rule
from gfkit.oracle import brute_force
from gfkit.transfer.count import CountTask
from gfkit.transfer.machine.edges import edge_machine
from gfkit.transfer.sweep import codings, edge_words
from gfkit.transfer.sweep.edge_words import EdgeCoding
from gfkit.transfer.sweep.layers import compile_layers
from gfkit.transfer.sweep.linked_words import LinkedCoding
from gfkit.transfer.sweep.rung2_integers import integer_sweep
from gfkit.transfer.sweep.rung5_hashed import hashed_sweep
from gfkit.typing import Weights

NAMED = (
    "spanning-trees", "spanning-forests", "connected-spanning-subgraphs", "disconnected-spanning-subgraphs",
    "eulerian-subgraphs", "paths", "cycles", "self-avoiding-walks", "hamiltonian-paths", "hamiltonian-walks",
    "hamiltonian-cycles",
)  # fmt: skip
BOARDS = (
    "1x1", "1x2", "1x7", "2x2", "3x3", "5x2", "4x6", "#.#/.../#.#", "..#/.#./...", "cylinder:3x4",
    "torus:3x4", "path:5", "cycle:6", "wheel:6", "complete:5", "star:6", "petersen-2:5",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _with_numba():
    if not LinkedCoding.stepping.usable:
        pytest.skip("numba is not installed")


def both_ways(rule: EdgeRule, board: Board, order: list[int]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Number and states, of what is written from the graph, and of the machine swept by layers."""
    written = EdgeCoding.of(rule, board, order)
    assert written is not None
    layers = compile_layers(edge_machine(rule, board, order, Weights.NONE), lambda *_: None)
    return hashed_sweep(written), (integer_sweep(layers), max(1, layers.most_states))


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("text", BOARDS)
def test_named_rules_in_the_order_of_cells(name: str, text: str):
    rule, board = find_rule(name), parse_one_board(text)
    assert isinstance(rule, EdgeRule)
    written, made = both_ways(rule, board, list(range(board.size)))
    assert written == made


@st.composite
def rules(draw: st.DrawFn) -> EdgeRule:
    """Rules that ask all that can be written, and often what nothing satisfies."""
    cap = draw(st.integers(1, 3))
    asked: dict[str, object] = {"modulo" if draw(st.booleans()) else "cap": cap + 1}
    degrees = st.lists(st.integers(0, cap + 1), min_size=1, max_size=3, unique=True)
    if draw(st.booleans()):
        asked["vertex"] = f"d in {draw(degrees)}"
    if draw(st.integers(0, 3)) == 0:
        asked["taken"] = draw(st.sampled_from(["a == b", "a + b >= 3", "min(a, b) == 1", "a != b"]))
    if draw(st.integers(0, 3)) == 0:
        asked["left"] = draw(st.sampled_from(["a + b > 0", "a == b", "max(a, b) <= 2", "a * b == 0"]))
    asked["pin"] = [
        (place, f"d in {draw(degrees)}") for place in draw(st.sets(st.sampled_from(["first", "last"])))
    ]
    numbers = st.sampled_from([0, 1, 2, "at most 1", "at most 2", "at least 2"])
    for key in draw(st.sampled_from([["components"], ["cycles"], ["components", "cycles"]])):
        asked[key] = draw(numbers)
    spanning = "components" in asked and draw(st.booleans())
    made = Rule.edges(spanning=spanning, **asked)  # type: ignore[arg-type]
    assert isinstance(made, EdgeRule)
    return made


@st.composite
def graphs(draw: st.DrawFn) -> Board:
    """Small graphs, also without edges, and with vertices that no edge has."""
    size = draw(st.integers(1, 7))
    pairs = [(a, b) for b in range(size) for a in range(b)]
    edges = draw(st.lists(st.sampled_from(pairs), max_size=11, unique=True)) if pairs else []
    return from_edges("a graph", size, edges)


@settings(max_examples=150, deadline=None)
@given(rules(), graphs(), st.randoms(use_true_random=False))
def test_random_rules_and_orders(rule: EdgeRule, board: Board, random: Random):
    """Sweeps in any order give what listing gives; where nothing fits, machines drop states that are dead."""
    order = list(range(board.size))
    random.shuffle(order)
    assume(EdgeCoding.of(rule, board, order) is not None)  # no vertex has too many edges back
    written, made = both_ways(rule, board, order)
    assert written[0] == made[0] == int(brute_force(rule, board))


@pytest.mark.parametrize("rule", [
    find_rule("rooted-forests"),
    Rule.edges(joins=["first", "last"], spanning=True),
    Rule.edges(apart=["first", "last"], spanning=True),
    Rule.edges(1, vertex="d <= 1"),
])  # fmt: skip
def test_rules_with_marked_places_or_without_connection_have_machines(rule: EdgeRule):
    board = parse_one_board("3x3")
    assert EdgeCoding.of(rule, board, list(range(9))) is None


@pytest.mark.parametrize(("edges", "size"), [(((0, 0), (0, 1)), 2), (((0, 1), (0, 1), (1, 2)), 3)])
def test_loops_and_double_edges_are_not_written(edges: tuple[tuple[int, int], ...], size: int):
    assert EdgeCoding.of(find_rule("cycles"), Board("a graph", size, edges), list(range(size))) is None


def test_vertices_with_many_edges_back_and_wide_boards_are_not_written():
    """The last vertex of complete:14 has thirteen edges back; 40 columns have more labels than two words."""
    for name, text in (("spanning-forests", "complete:14"), ("spanning-forests", "40x40")):
        board = parse_one_board(text)
        assert EdgeCoding.of(find_rule(name), board, list(range(board.size))) is None
    asked = Rule.edges(2, pin=[("top row", "d == 1")], components=1)
    assert EdgeCoding.of(asked, parse_one_board("cycle:5"), list(range(5))) is None  # no rows there


def test_room_for_what_is_written_grows(monkeypatch: pytest.MonkeyPatch):
    board = parse_one_board("4x6")
    for room, most in ((2, 1 << 22), (1 << 10, 1 << 22), (2, 2)):
        monkeypatch.setattr(edge_words, "_ROOM", room)
        monkeypatch.setattr(edge_words, "_MOST_ROOM", most)
        coding = EdgeCoding.of(find_rule("hamiltonian-cycles"), board, list(range(24)))
        assert coding is None if most == 2 else hashed_sweep(coding)[0] == 37  # A006864 by its name


def counted(monkeypatch: pytest.MonkeyPatch, is_written: bool, name: str, text: str) -> object:
    """A count where machine code is at hand for sweeps, and for writing or not."""
    monkeypatch.setattr(codings, "hashing_pays", lambda *_: True)
    monkeypatch.setattr(EdgeCoding, "is_at_hand", lambda: is_written)
    built = []
    machine = CountTask.machine
    monkeypatch.setattr(CountTask, "machine", lambda *args: built.append(1) or machine(*args))
    found = count(name, text)
    assert bool(built) != is_written or "complete" in text or name == "spanning-trees"  # by a theorem
    return found


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize(
    "text", ["3x5", "#.##/..../..#.", "..#../.#.#.", "cylinder:4x3", "complete:7", "1x1"]
)
def test_counts_are_the_same(monkeypatch: pytest.MonkeyPatch, name: str, text: str):
    """Boards of several parts too, like ones among them; what cannot be written is built."""
    assert counted(monkeypatch, True, name, text) == counted(monkeypatch, False, name, text)


def test_weights_and_refusals_are_those_of_machines(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(codings, "writing_pays", lambda: True)
    assert count("cycles", "3x3", weights="pieces") == count(Question.of("cycles", "3x3", "all", "pieces"))
    with pytest.raises(GfkitError, match="graph without rows and columns"):
        count(Rule.edges(2, pin=[("top row", "d == 1")], components=1), "cycle:5")
