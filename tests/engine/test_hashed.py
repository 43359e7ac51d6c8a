"""Hashed sweeps: states as machine words, stored by the C extension in memory or in files.

References: layered sweeps, Kirchhoff's determinant, listing, and A003763, A007764, A007341 and A094777.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest
from agreement import graph_of
from choice import some_of, then_slow
from differential import covers, hanging
from listed import spanning_trees
from rules_of_kinds import EDGES, listed
from tuned import tune

from gfkit import GfkitError, Rule, brute_force, count
from gfkit.core.boards import Board, parse_one_board
from gfkit.core.engine import tuning
from gfkit.core.engine.machine.base import Machine
from gfkit.core.engine.machine.linked import LinkedMachine
from gfkit.core.engine.machine.slot import Track
from gfkit.core.engine.machine.system import build_machine
from gfkit.core.engine.sweep import (
    codings,
    edge_words,
    engine2_integers,
    engine5_hashed,
    layers,
    linked_words,
    state_table,
    word_stepper,
)
from gfkit.core.errors import LimitError
from gfkit.core.native import is_built
from gfkit.core.rules import Question, find_rule
from gfkit.core.rules.kinds.edges.rule import EdgeRule
from gfkit.core.typing import Positions, Weights

AT_ONCE = tuning.SWEEP.hashed_at_once
tasks = import_module("gfkit.core.engine.task")
if not is_built():
    pytest.skip("needs the loops in C, which step these states", allow_module_level=True)

SPANNING = (  # noqa: SIM905
    "spanning-trees spanning-forests connected-spanning-subgraphs disconnected-spanning-subgraphs paths"
    " cycles eulerian-subgraphs self-avoiding-walks hamiltonian-paths hamiltonian-walks hamiltonian-cycles"
).split()
NAMED = [
    *SPANNING,
    *("rooted-forests", "connected-induced-subgraphs", "induced-trees", "induced-forests", "induced-paths"),
    *("induced-cycles", "polyominoes", "connected-dominating-sets", "vertex-cuts"),
]
OTHERS = [*EDGES.values(), *listed("hashed")]


def machine_of(rule: str | Rule, board: str | Board) -> Machine:
    """Return the automaton of a rule, in the order used for counting."""
    task = tasks.CountTask(Question.of(rule, board), None, None)
    ((cells, graph),) = task.parts()
    return task.machine(cells, graph)


def coding(rule: str | Rule, board: str | Board) -> codings.Coding:
    found = codings.coding_of(machine_of(rule, board))
    assert found is not None
    return found


def hashed(rule: str | Rule, board: str, **told: object) -> int:
    return engine5_hashed.hashed_sweep(coding(rule, board), **told)[0]


def by_layers(machine: Machine) -> tuple[int, int]:
    """Return the count, and the maximum number of states of a step."""
    tables = layers.compile_layers(machine, lambda *_: None)
    return engine2_integers.integer_sweep(tables), max(1, tables.most_states)


@pytest.mark.parametrize("text", then_slow(["#.#/.../#.#"], 4, "4x3", "wheel:6"))
def test_counts_and_states_agree_with_layered_sweeps(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """States are kept for a period or not, and taken a few at once or one by one."""
    compared = 0
    for rule in (*NAMED, *OTHERS)[:: 2 if "#" in text else 1]:
        try:
            machine = machine_of(rule, text)
        except GfkitError:  # a graph has no corners
            continue
        found = codings.coding_of(machine) if isinstance(machine, LinkedMachine) else None
        if found is None:
            continue
        wanted = by_layers(machine)
        with monkeypatch.context() as patch:  # layers are stepped by the C extension, or state by state
            patch.setenv("GFKIT_NATIVE", "0")
            assert by_layers(machine) == wanted, rule
        for few, at_once in ((0, ()), (1 << 8, ()), (0, AT_ONCE)):
            tune(monkeypatch, "SWEEP", hashed_few=few, hashed_at_once=at_once)
            assert engine5_hashed.hashed_sweep(found) == wanted, rule
        compared += 1
    assert compared >= 12
    for rule, board in product(listed("hashed")[5:], ("1x3", "3x1", ".#./...", "cylinder:3x2")):
        assert int(count(rule, board)) == int(brute_force(rule, board)), (rule, board)


def test_words_of_states() -> None:
    """The C extension and ``LinkedMachine.step`` have the same transitions between the same states."""
    compared = 0
    for seed in some_of(range(400), 24):
        rule = (hanging.edge_sets if seed % 2 else hanging.colours)(random := Random(seed))
        try:
            machine = machine_of(Rule.of(rule), random.choice(("2x3", "3x3", "4x2")))
        except (
            GfkitError,
            ValueError,
        ):  # the rule is contradictory, or the board does not have one component
            continue
        if not isinstance(machine, LinkedMachine) or (found := codings.coding_of(machine)) is None:
            continue
        stepper, states = word_stepper.WordStepper(found), {machine.start()}
        place, number = stepper.place_of, stepper.start()
        for site in range(machine.sites):
            layer, after = stepper.step(site, number)
            moves = [(state, *move) for state in states for move in machine.step(site, state)]
            wanted = [(place(number, before), place(after, state), x) for before, state, x, _ in moves]
            states, number, compared = {state for _, state, *_ in moves}, after, compared + 1
            assert (sorted(layer.transitions()), layer.after) == (sorted(wanted), len(states)), seed
    assert compared > 40


def test_labels_of_two_words() -> None:
    """Sweep every second vertex of a path first: each is a separate component until the others follow."""
    board = parse_one_board("path:44")
    for name, number in (("spanning-forests", 2**43), ("spanning-trees", 1)):
        order = [*range(0, 44, 2), *range(1, 44, 2)]
        machine = build_machine(find_rule(name), board, order, Positions.ALL, Weights.NONE)
        found = linked_words.LinkedCoding.of(machine)
        assert found.layout.wide
        assert engine5_hashed.hashed_sweep(found)[0] == number


def moved_up(machine: LinkedMachine, bits: int) -> LinkedMachine:
    """Return the automaton with its fields moved up to end at a number of bits."""
    up = bits - machine.inner.tracks[-1].shift - machine.inner.tracks[-1].bits
    homes = {track: Track(track.shift + up, track.size) for track in machine.inner.tracks}
    actions = (
        [replace(act, still=tuple((at, homes[home], held) for at, home, held in act.still)) for act in here]
        for here in machine.actions
    )
    inner = replace(machine.inner, tracks=tuple(homes[track] for track in machine.inner.tracks))
    return replace(machine, inner=inner, actions=tuple(map(tuple, actions)))


@pytest.mark.parametrize(
    "rule", ["induced-paths", "induced-cycles", "paths", "self-avoiding-walks", "connected-dominating-sets"]
)
def test_fields_up_to_the_last_bit(rule: str) -> None:
    """All layouts that fit into the words are accepted by the C extension, and count the same."""
    machine, number, fitting = machine_of(rule, "3x3"), int(brute_force(rule, "3x3")), 0
    if not isinstance(machine, LinkedMachine):
        machine = build_machine(
            find_rule(rule), parse_one_board("3x3"), range(9), Positions.ALL, Weights.NONE
        )
    assert isinstance(machine, LinkedMachine)
    for bits in range(56, 65):
        found = linked_words.LinkedCoding.of(moved_up(machine, bits))
        if found is not None:
            assert engine5_hashed.hashed_sweep(found)[0] == number, bits
            fitting = found.layout.first_word_bits
    assert fitting == 63


def test_a_board_that_is_swept_once_needs_no_further_fields() -> None:
    """There are as many tracks as features that are stored at once, even if rows have equal steps."""
    for rule, board in product(("induced-paths", "induced-cycles", "dominating-sets"), ("3x7", "7x3", "6x6")):
        inner = getattr(machine := machine_of(rule, board), "inner", machine)
        lives = [(each.first, each.last) for each in inner.stored]
        most = max(sum(first <= site < last for first, last in lives) for site in range(inner.sites))
        assert len(inner.tracks) == most, (rule, board)


def test_numbers_of_theorems_and_in_print(monkeypatch: pytest.MonkeyPatch) -> None:
    """On 4 x 40 trees have counts of 150 bits, which fill three limbs, and 33 equal periods."""
    trees = ("4x40", "cylinder:4x5", "torus:3x5", "wheel:12", "complete:6", "1x9")
    for name, text, number in (
        ("nogo", "4x4", 24318165), ("hamiltonian-cycles", "8x8", 4638576),
        *(("spanning-trees", text, spanning_trees(board.size, board.edges))
          for text in trees if (board := parse_one_board(text))),
    ):  # fmt: skip
        for at_once in ((), AT_ONCE):
            tune(monkeypatch, "SWEEP", hashed_at_once=at_once)
            assert hashed(name, text) == number, (name, text)


@pytest.mark.slow(2)
def test_states_that_are_reached_again_after_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hole interrupts equal rows, where the rest of a batch of states is processed step by step."""
    for rule, board in (
        ("paths", "...../...../..#../...../#..../....."),
        ("spanning-forests", "...../..#../...../....#/....."),
        ("hamiltonian-cycles", "6x40"),
    ):
        found = []
        for at_once in ((), AT_ONCE):
            tune(monkeypatch, "SWEEP", hashed_at_once=at_once)
            found.append(engine5_hashed.hashed_sweep(coding(rule, board)))
        assert found[0] == found[1]


def test_steps_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Caching several steps as one changes no number: A094777, A003763, A007764, drawn boards."""
    tune(monkeypatch, "SWEEP", hashed_at_once=())
    asked = [("nogo", "5x5", 414295148741), ("hamiltonian-cycles", "8x8", 4638576)]
    asked += [("self-avoiding-walks", "7x7", 575780564)]
    rng = Random(2)
    for _ in range(6):
        board = "/".join("".join(rng.choices("..#", (5, 5, 1), k=5)) for _ in range(rng.randint(4, 7)))
        asked.append((rng.choice(["nogo", *SPANNING]), board, None))
    for rule, board, number in asked:
        task = tasks.CountTask(Question.of(rule, board), None, None)
        for part in task.parts():
            if found := codings.coding_of(task.machine(*part)):
                swept = []
                for jump in (1, 3):
                    tune(monkeypatch, "SWEEP", most_jump=jump, jump_gain=1e-9, jump_states=8)
                    swept.append(engine5_hashed.hashed_sweep(found)[0])
                assert len({*swept, number} - {None}) == 1, (rule, board)


def test_a_sum_that_would_not_fit_gets_another_limb() -> None:
    """The largest number of one limb, from many states into one: no bit is lost."""
    many, full = 1000, (1 << state_table.LIMB) - 1
    steps = state_table.StateTable(1, many).enter(np.zeros((many, 1), np.int64))
    for limbs in (1, 2):
        after, reached = state_table.numbers_after(steps, 2, np.full((many, limbs), full, np.int64))
        assert (after.shape, reached) == ((2, limbs + 1), 1)
        value = sum(part << state_table.LIMB * k for k, part in enumerate(after[0].tolist()))
        assert value == many * ((1 << limbs * state_table.LIMB) - 1)


def test_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """An estimate of the memory is passed to the check before every step, whose error ends the sweep."""
    tune(monkeypatch, "SWEEP", hashed_few=64, hashed_at_once=())
    asked: list[int] = []
    assert hashed("self-avoiding-walks", "6x6", ask=asked.append) == 1262816

    def refuse(wanted: int) -> None:
        if wanted >= max(asked):
            raise LimitError("too much")

    with pytest.raises(LimitError, match="too much"):
        hashed("self-avoiding-walks", "6x6", ask=refuse)
    with pytest.raises(LimitError, match=r"stopped .* .raise it with --max-memory"):
        count("self-avoiding-walks", "12x12", max_memory=1_000_000)


@pytest.mark.parametrize("has_files", [True, False])
def test_a_sweep_that_does_not_fit_into_memory(
    has_files: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It continues by blocks in files, or in memory if there is no directory for files. A094777."""
    cache = tmp_path / "cache"
    monkeypatch.setenv("GFKIT_CACHE", str(cache))
    tune(monkeypatch, "COUNT", code_bytes=100_000)
    stages = set[str]()
    if not has_files:
        cache.write_text("")
    found = count("nogo", "7x7", max_memory=1_000_000, on_progress=lambda now: stages.add(now.stage))
    assert int(found) == 83677847847984287628595
    assert "epochs" in stages
    assert not has_files or list(cache.iterdir()) == []
    tune(monkeypatch, "COUNT", code_bytes=2_000_000)
    with pytest.raises(LimitError, match=r"the limit is .* .raise it with"):
        count("nogo", "7x7", max_memory=1_000_000)


# Sets of edges swept by the C extension, compared with the automaton built from options.


def written_and_swept(rule: Rule, board: Board, order: Sequence[int]) -> Sequence[tuple[int, int]]:
    """Return the result and the maximum number of states, for the C extension and for the layered sweep."""
    assert isinstance(rule, EdgeRule)
    written = edge_words.EdgeCoding.of(rule, board, order)
    assert written is not None
    machine = build_machine(rule, board, order, Positions.ALL, Weights.NONE)
    return engine5_hashed.hashed_sweep(written), by_layers(machine)


def test_states_of_grids() -> None:
    """Compare state counts on a grid; on other graphs, either may prune edges earlier than the other."""
    for name in SPANNING:
        rule, board = find_rule(name), parse_one_board("4x5")
        if edge_words.EdgeCoding.of(rule, board, range(board.size)) is not None:
            (number, states), (swept, most) = written_and_swept(rule, board, range(board.size))
            assert (number, states <= most) == (swept, True)


def test_random_rules_and_orders() -> None:
    """Sweep random rules in random orders and compare with listing; automata drop dead states."""
    compared = 0
    for seed in some_of(range(600), 150):
        random = Random(seed)
        asked = hanging.edge_sets(random)["edges"] | covers.edge_sets(random)["edges"]
        left_out = {"weight", "component_weight", "joins", "apart", "each"}
        left_out |= {"cap"} if "modulo" in asked else set()
        size = random.randint(1, 7)
        board = graph_of(random, size, min(0.6, 6 / size**2))
        order = random.sample(range(size), size)
        try:
            rule = Rule.edges(**{key: value for key, value in asked.items() if key not in left_out})
        except GfkitError:  # the graph has no constraint, or is the only constraint
            continue
        if edge_words.EdgeCoding.of(rule, board, order) is not None:  # no vertex has too many edges back
            (number, _), (swept, _) = written_and_swept(rule, board, order)
            assert number == swept == int(brute_force(rule, board)), (seed, rule)
            compared += 0 < number < 2 ** len(board.edges)
    assert compared > 15


def test_rules_that_the_coding_rejects() -> None:
    """Two graphs, many choices, tracks; marked places, loops, double edges, many edges back, wide boards."""
    for rule, board in (
        *(("simply-connected-polyominoes", "3x3"), ("hamiltonian-paths", "complete:7"), ("cycles", "26x26")),
    ):
        assert codings.coding_of(machine_of(rule, board)) is None
    top = Rule.edges(2, pin=[("top row", "d == 1")], components=1)
    marked = [find_rule("rooted-forests"), *(Rule.edges(**{key: ["first", "last"]}, spanning=True) for key in
                                             ("joins", "apart")), Rule.edges(1, vertex="d <= 1")]  # fmt: skip
    boards = {text: parse_one_board(text) for text in ("3x3", "complete:14", "40x40", "cycle:5")}
    loops = [Board("a graph", 2, ((0, 0), (0, 1))), Board("a graph", 3, ((0, 1), (0, 1), (1, 2)))]
    for rule, board in (
        *((rule, boards["3x3"]) for rule in marked),
        *((find_rule("cycles"), board) for board in loops),
        (find_rule("spanning-forests"), boards["complete:14"]),  # the last vertex has thirteen edges back
        (find_rule("spanning-forests"), boards["40x40"]),
        (top, boards["cycle:5"]),
    ):
        assert edge_words.EdgeCoding.of(rule, board, list(range(board.size))) is None, (rule, board)


@pytest.mark.parametrize("degrees", ["d <= 1", "d <= 2", "d <= 3"])
def test_sets_of_edges_that_join_no_two_places(degrees: str) -> None:
    """A state without marks that must meet has no bit for them: the lowest bit of a state is a degree."""
    apart = Rule.edges(3, vertex=degrees, apart=["left column", "right column"])
    for board in ("2x2", "2x3", "2x4", "3x3"):
        assert int(count(apart, board)) == int(brute_force(apart, board)), board
