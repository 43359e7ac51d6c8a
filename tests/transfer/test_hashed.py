"""Rung 5 beside the others: states of machines that remember what hangs together, found by machine code."""

from __future__ import annotations

import numpy as np
import pytest
from flint import fmpz_mat

from gfkit import GfkitError, Rule, count
from gfkit.boards import Board, parse_one_board
from gfkit.errors import LimitError
from gfkit.games import Question
from gfkit.transfer.count import CountTask
from gfkit.transfer.machine.linked import LinkedMachine
from gfkit.transfer.machine.order import frontiers
from gfkit.transfer.sweep import codings, linked_words, rung5_hashed
from gfkit.transfer.sweep.codings import coding_of
from gfkit.transfer.sweep.layers import compile_layers
from gfkit.transfer.sweep.linked_words import LinkedCoding
from gfkit.transfer.sweep.rung2_integers import integer_sweep
from gfkit.transfer.sweep.state_table import LIMB, StepPairs, Stepping, added


@pytest.fixture(autouse=True)
def _with_numba():
    if not LinkedCoding.stepping.usable:
        pytest.skip("numba is not installed")


def hashed_sweep(machine: LinkedMachine, **told):
    """The sweep of a machine that has a coding."""
    coding = coding_of(machine)
    assert coding is not None
    return rung5_hashed.hashed_sweep(coding, **told)


NAMED = (
    "spanning-trees", "spanning-forests", "rooted-forests", "connected-spanning-subgraphs", "paths", "cycles",
    "disconnected-spanning-subgraphs", "hamiltonian-paths", "hamiltonian-cycles", "self-avoiding-walks",
    "eulerian-subgraphs", "connected-induced-subgraphs", "induced-trees", "induced-forests", "induced-paths",
    "induced-cycles", "polyominoes", "connected-dominating-sets", "vertex-cuts",
)  # fmt: skip
CORNERS = {"joins": ["first", "last"], "apart": ["top right", "bottom left"]}
OTHERS = (
    Rule.edges(components=3, cycles="at most 2", spanning=True),
    Rule.edges(components="at least 3", cycles=1, spanning=True),
    Rule.edges(joins=["first", "last"], spanning=True),
    Rule.edges(apart=["first", "last"], spanning=True, cycles=0),
    Rule.edges(each={"at": "chosen", "number": 2}, spanning=True, cycles=0),
    Rule.edges(each={"at": "first", "number": "at most 1"}, spanning=True, cycles=0),
    Rule.edges(modulo=3, vertex="d != 1", components=1),
    Rule.array(colours=2, connected=[{"of": [1], "neighbours": "king", "components": 2}]),
    Rule.array(colours=2, connected=[{"of": [1], **CORNERS}]),
)


def machine_of(rule: str | Rule, board: str | Board) -> LinkedMachine:
    """The machine of a rule, in the order that counting takes."""
    task = CountTask(Question.of(rule, board, "all", "none"), None, None)
    ((cells, items, graph),) = task.parts()
    machine, _ = task.machine(cells, items, graph)
    assert isinstance(machine, LinkedMachine)
    return machine


def trees(board: Board) -> int:
    """Spanning trees by Kirchhoff's determinant."""
    rows = [[0] * board.size for _ in range(board.size)]
    for a, b in board.edges:
        for one, other in ((a, b), (b, a)):
            rows[one][one] += 1
            rows[one][other] -= 1
    return int(fmpz_mat([row[1:] for row in rows[1:]]).det())


@pytest.mark.parametrize(("text", "bits"), [("4x3", 63), ("4x3", 5), ("#.#/.../#.#", 63), ("wheel:6", 63)])
def test_numbers_and_states_are_those_of_layers(text, bits, monkeypatch):
    """With labels and marks of one word and of two; states are kept for a period or not, few are at once."""
    monkeypatch.setattr(linked_words, "_FIELDS", bits)
    kinds, compared = set(), 0
    for rule in (*NAMED, *OTHERS):
        try:
            machine = machine_of(rule, text)
        except GfkitError:  # a graph has no corners
            continue
        coding = LinkedCoding.of(machine)
        if coding is None:
            continue
        layers = compile_layers(machine, lambda *_: None)
        for few, at_once in ((0, ()), (1 << 8, ()), (0, (2, 16)), (0, (512, 2048))):
            monkeypatch.setattr(rung5_hashed, "_FEW_STATES", few)
            monkeypatch.setattr(rung5_hashed, "_TAKEN_AT_ONCE", at_once)
            assert hashed_sweep(machine) == (integer_sweep(layers), max(1, layers.most_states)), rule
        laid = coding.layout
        kinds.add((laid.wide, laid.marks.bits > 0))
        compared += 1
    assert compared >= 12
    assert {(bits < 63, True), (bits < 63, False)} <= kinds or text != "4x3"


@pytest.mark.parametrize(
    "text", ["6x6", "4x40", "cylinder:4x12", "torus:3x5", "wheel:12", "complete:6", "1x9"]
)
def test_spanning_trees_are_as_many_as_the_determinant_says(text, monkeypatch):
    """On 4 x 40 there are numbers of 150 bits, which take three limbs, and 33 periods that step alike."""
    board = parse_one_board(text)
    machine = machine_of("spanning-trees", board)
    for at_once in ((512, 2048), (4,), ()):
        monkeypatch.setattr(rung5_hashed, "_TAKEN_AT_ONCE", at_once)
        assert hashed_sweep(machine)[0] == trees(board)


@pytest.mark.parametrize("at_once", [(1,), (4, 32), (16, 128, 1024)])
@pytest.mark.parametrize(("rule", "board", "number"), [
    ("hamiltonian-cycles", "8x8", 4638576),
    ("self-avoiding-walks", "7x7", 575780564),
    ("hamiltonian-cycles", "6x40", None),
    ("cycles", "torus:4x5", None),
    ("nogo", "4x4", 24318165),
    ("paths", "...../...../...../..#../...../...../#..../...../.....", None),
    ("spanning-forests", "....../....../....../..#.../....../....../....../.....#/....../......", None),
])  # fmt: skip
def test_few_states_at_once(at_once, rule, board, number, monkeypatch):
    """Wherever room ends, and numbers outgrow a limb: what is left goes site by site, and gives the same.

    Where a hole interrupts rows that are alike, states that were held are met again.
    """
    task = CountTask(Question.of(rule, board), None, None)
    ((cells, items, graph),) = task.parts()
    coding = coding_of(task.machine(cells, items, graph)[0])
    taken = []
    monkeypatch.setattr(Stepping, "takes_few", True)
    take = Stepping.take_few
    monkeypatch.setattr(Stepping, "take_few", lambda own, *told: take(own, *told) or taken.append(told[-1]))
    monkeypatch.setattr(rung5_hashed, "_TAKEN_AT_ONCE", ())
    one_by_one = rung5_hashed.hashed_sweep(coding)
    assert number in (None, one_by_one[0])
    monkeypatch.setattr(rung5_hashed, "_TAKEN_AT_ONCE", at_once)
    assert rung5_hashed.hashed_sweep(coding) == one_by_one
    assert taken
    assert taken[-1][0] > 0 or at_once == (1,), "some sites were taken"


def test_cycles_and_walks_in_print():
    """A003763, Hamiltonian cycles of squares, and A007764, walks from corner to corner."""
    cycles = {2: 1, 4: 6, 6: 1072, 8: 4638576, 10: 467260456608, 12: 1076226888605605706}
    walks = {2: 2, 3: 12, 4: 184, 5: 8512, 6: 1262816, 7: 575780564, 8: 789360053252, 9: 3266598486981642,
             10: 41044208702632496804, 11: 1568758030464750013214100}  # fmt: skip
    for rule, numbers in (("hamiltonian-cycles", cycles), ("self-avoiding-walks", walks)):
        for side, number in numbers.items():
            assert hashed_sweep(machine_of(rule, f"{side}x{side}"))[0] == number
    assert int(count("self-avoiding-walks", "11x11")) == walks[11]


def test_a_sum_that_would_not_fit_gets_another_limb():
    """The largest number of one limb, from many states into one: no bit is lost."""
    many = 1000
    full = (1 << LIMB) - 1
    steps = StepPairs()
    steps.pairs, steps.many = np.stack([np.arange(many), np.zeros(many)], axis=1).astype(np.int32), many
    numbers = np.full((many, 1), full, np.int64)
    for limbs in (2, 3):
        after, reached = added(steps, 2, numbers)
        assert after.shape == (2, limbs)
        assert reached == 1
        value = sum(part << LIMB * k for k, part in enumerate(after[0].tolist()))
        assert value == many * (full if limbs == 2 else (1 << 2 * LIMB) - 1)
        numbers = np.full((many, 2), full, np.int64)


def test_what_does_not_fit_is_left_to_the_other_rungs():
    """Two graphs, too many choices at a site, too many tracks."""
    for rule, board in (
        ("simply-connected-polyominoes", "3x3"),
        ("hamiltonian-paths", "complete:6"),
        ("cycles", "26x26"),
    ):
        assert coding_of(machine_of(rule, board)) is None


def test_long_counts_go_over_to_machine_code(monkeypatch):
    """The search for states is given up when it has become long, and the number is the same."""
    told = []
    swept = rung5_hashed.hashed_sweep
    monkeypatch.setattr(rung5_hashed, "hashed_sweep", lambda *args: told.append(1) or swept(*args))
    for worth, times in ((10**9, 0), (50, 1)):
        monkeypatch.setattr(LinkedCoding.stepping.loops, "_used", False)
        monkeypatch.setattr(LinkedCoding.stepping.loops, "share_to_make", lambda _: 1.0)
        monkeypatch.setattr(codings, "_WORTH_COMPILING", worth)
        found = count("hamiltonian-cycles", "6x6")
        assert int(found) == 1072
        assert len(told) == times
        assert found.evidence.method == "transfer-matrix"
    assert int(count("hamiltonian-cycles", "6x6", weights="pieces").polynomial.total) == 1072
    assert len(told) == 1  # with weights numbers are polynomials, and go by layers


def test_memory(monkeypatch):
    """Where keeping takes too much nothing is kept; where two sites take too much it is said before."""
    machine = machine_of("self-avoiding-walks", "7x7")
    monkeypatch.setattr(rung5_hashed, "_FEW_STATES", 64)
    monkeypatch.setattr(rung5_hashed, "_TAKEN_AT_ONCE", ())
    asked: list[int] = []
    assert hashed_sweep(machine, ask=asked.append)[0] == 575780564
    most = max(asked)

    def refuse(wanted: int) -> None:
        if wanted >= most:
            raise LimitError("too much")

    assert hashed_sweep(machine, ask=refuse)[0] == 575780564
    with pytest.raises(LimitError, match=r"would need about .* states|stopped where the next step needs"):
        count("self-avoiding-walks", "12x12", max_memory=1_000_000)


def test_what_was_kept_stands_a_trial():
    """A number from a store is that of the machine, or it is dropped."""
    task = CountTask(Question.of("hamiltonian-cycles", "6x6", "all", "none"), None, None)
    ((cells, items, graph),) = task.parts()
    machine, order = task.machine(cells, items, graph)
    sizes = frontiers(graph, order)
    assert task._stands(machine, sizes, {(0, 0): 1072})
    assert not task._stands(machine, sizes, {(0, 0): 1073})
    assert not task._stands(machine, sizes, {(0, 0): 1072, (1, 0): 1})
