"""Properties of every kind of automaton: its paths are the positions, and its steps are consistent.

An entry of ``KINDS`` contains rules for a kind of automaton, degenerate rules included. The reference is the
listing of ``gfkit.brute_force``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import product
from random import Random

import pytest
import rules_of_kinds
from agreement import graph_of
from choice import drawn, sample, some_of
from differential import rules
from differential.case import rule_file
from rules_of_kinds import ARROWS, EDGES, SQUARED, VALUES
from rungs import all_rungs, by_reference

from gfkit import brute_force, count
from gfkit.core.boards import Board, parse_one_board
from gfkit.core.engine.machine.base import Machine, State, Terms
from gfkit.core.engine.machine.slot import Option, SlotMachine
from gfkit.core.engine.machine.system import build_machine
from gfkit.core.errors import LimitError, MismatchError
from gfkit.core.rules import Question, Rule, find_rule
from gfkit.core.rules.kinds import system_of
from gfkit.core.rules.kinds.placement.rule import PlacementRule
from gfkit.core.rules.rule import read_rule
from gfkit.core.typing import Positions, Weights

MADE = rules_of_kinds.named("machines")


def named(*names: str) -> dict[str, Rule]:
    return {name: find_rule(name) for name in names}


def shaped(name: str) -> bool:
    return SQUARED[name].kind in ("cover", "pointers")


KINDS: dict[str, dict[str, Rule]] = {
    "cells and edges": named("col", "snort", "node-kayles", "arc-kayles", "o12", "cis:3"),
    "pieces": {
        **named("domineering", "l-tromping", "cram"),
        **{name: MADE[name] for name in ("apart", "all apart")},
    },
    "arrays": {
        **{name: MADE[name] for name in ("one colour", "nothing")},
        **{name: rule for name, rule in SQUARED.items() if not shaped(name) and name != "in order"},
    },
    "covers": {name: rule for name, rule in SQUARED.items() if shaped(name) and name != "faultless"},
    "connected": VALUES,
    "sets of edges": EDGES,
    "orientations": ARROWS,
    "tiles": named("domineering-tiles", "domineering-maximal-tiles"),
    "cells with liberties": {**named("nogo"), **rules_of_kinds.named("liberties")},
    "liberties": rules_of_kinds.named("shaped_liberties"),
}
ALL = {f"{kind}: {name}": rule for kind, some in KINDS.items() for name, rule in some.items()}
GRIDS = ["2x3", ".#./...", "1x5", "1x1", "3x2", "...#..", "torus:3x3"]
GRAPHS = ["cycle:5", "complete:4"]
ON_GRAPHS = ("cells", "sets", "connected", "orient")
LYING = [("nogo", "A.b/..."), ("nogo", "AA.b/..#."), ("nogo", "..A/.../b.#"), ("dominoes", "A.../A.bb"),
         ("dominoes apart", "A.../A.bb"), ("nogo", "lr./..."), ("nogo", ".l/r./..")]  # fmt: skip
"""Pieces that lie there, and cells that are reserved for a player."""
CLASSES = (Positions.ALL, Positions.LEFT_ENDS, Positions.RIGHT_ENDS, Positions.MAXIMAL)


def swept(machine: Machine) -> tuple[Terms, list[set[State]]]:
    """Return the sum over all paths, step by step, and the states before each step and at the end."""
    layer: dict[State, Terms] = {machine.start(): {(0, 0): 1}}
    reached = [{*layer}]
    for site in range(machine.sites):
        after: dict[State, Terms] = defaultdict(lambda: defaultdict(int))
        for state, terms in layer.items():
            for new, (dx, dy), _ in machine.step(site, state):
                for (x, y), value in terms.items():
                    after[new][x + dx, y + dy] += value
        layer = after
        reached.append({*layer})
    total: Terms = defaultdict(int)
    for state, terms in layer.items():
        if machine.final(state):
            for powers, value in terms.items():
                total[powers] += value
    return dict(total), reached


def check_sites(machine: Machine, reached: list[set[State]]) -> None:
    """Check that steps of one signature are equal, states are hashable, and steps are deterministic."""
    alike: dict[object, list[int]] = defaultdict(list)
    for site in range(machine.sites):
        alike[machine.signature(site)].append(site)
    for sites in alike.values():
        for state in set().union(*(reached[site] for site in sites)):
            steps = [sorted(machine.step(site, state), key=repr) for site in sites]
            assert steps == [steps[0]] * len(sites), (sites, state)
    for site, states in enumerate(reached[:-1]):
        for state in states:
            once = list(machine.step(site, state))
            assert once == list(machine.step(site, state))
            assert all(x >= 0 and y >= 0 for _, (x, y), _ in once)
    assert all(machine.final(state) in (True, False) for state in reached[-1])


def said(machine: Machine) -> list[object]:
    """Return the properties that do not depend on the time or process of construction."""
    layouts = [machine.layout(done, 0, machine.sites) for done in range(machine.sites + 1)]
    signatures = [machine.signature(site) for site in range(machine.sites)]
    hash((machine.form, *layouts))
    return [machine.sites, machine.start(), machine.form, signatures, layouts]


def check_tracks(machine: SlotMachine) -> None:
    """Check that tracks are disjoint, contain their values, and do not cross a word of 64 bits."""
    end = 0
    for track in machine.tracks:
        assert track.shift >= end
        assert track.size >= 2
        assert 1 << track.bits >= track.size > 1 << track.bits - 1
        assert track.shift // 64 == (track.shift + track.bits - 1) // 64
        # no bit is left that it would have fitted
        assert track.shift - end < track.bits or track.shift == end
        end = track.shift + track.bits
    assert machine.words == max(1, -(-end // 64))


def conform(rule: Rule, board: Board, order: Sequence[int], weights: Sequence[Weights]) -> None:
    """Check the automata of a rule in every class; tracks and all engines must agree."""
    for positions in CLASSES if isinstance(rule, PlacementRule) else CLASSES[:1]:
        for weight in weights:
            listed = brute_force(rule, board, positions.value, weight.value).polynomial
            expected = {(*powers, 0, 0)[:2]: value for powers, value in listed.terms}
            machine, again = (build_machine(rule, board, order, positions, weight) for _ in range(2))
            found, reached = swept(machine)
            assert found == expected, (rule.name, board, positions, weight)
            assert all_rungs(machine) == expected
            if system_of(rule, board, positions).counts_solutions:
                assert by_reference(Question(rule, board, positions, weight), order) == expected
            assert count(rule, board, positions.value, weight.value).polynomial == listed
            if weight is weights[0]:
                check_sites(machine, reached)
                assert said(machine) == said(again)
                assert swept(again) == (found, reached)
            if isinstance(machine, SlotMachine):
                check_tracks(machine)
                assert swept(machine)[0] == found
                assert machine.combinations >= max(map(len, reached))


@pytest.mark.parametrize("kind", KINDS)
def test_automata_of_every_kind(kind: str) -> None:
    """Use a rectangle, a board with a hole or a graph, in random order, with and without weights."""
    for name, rule in some_of([*KINDS[kind].items()], step=2):
        rng = drawn(f"{kind} {name}")
        for text in some_of(("complete:4" if kind.startswith(ON_GRAPHS) else ".#./...", "2x3"), 1):
            board = parse_one_board(text)
            weights = rng.choice([*Weights])
            conform(rule, board, rng.sample(range(board.size), board.size), [weights])


def test_pieces_already_placed() -> None:
    for name, text in some_of(LYING, step=2):
        board = parse_one_board(text)
        kind = "cells with liberties" if name == "nogo" else "liberties"
        conform(KINDS[kind][name], board, range(board.size), [Weights.NONE, Weights.PLAYERS])


def takes(name: str, board: str) -> bool:
    if board in GRAPHS:
        return name.startswith(ON_GRAPHS)
    return not (
        board == "torus:3x3"
        and name.startswith(("pieces", "tiles", "liberties", "cells with", "sets", "orient"))
    )


@pytest.mark.parametrize(("name", "board"), sample(ALL, GRIDS + GRAPHS, quick=0, seconds=0.2, allowed=takes))
def test_automata_on_all_boards(name: str, board: str) -> None:
    place = parse_one_board(board)
    order = drawn(f"{name} {board}").sample(range(place.size), place.size)
    for way in (range(place.size), order):
        conform(ALL[name], place, way, [*Weights])


def test_every_kind_is_tried() -> None:
    """Check that the rules cover every constructor of an automaton, with and without tracks."""
    board = parse_one_board("2x2")

    def tracks(kind: str) -> set[bool]:
        some = KINDS[kind].values()
        made = (build_machine(rule, board, range(4), Positions.ALL, Weights.NONE) for rule in some)
        return {isinstance(machine, SlotMachine) for machine in made}

    assert tracks("cells and edges") == tracks("pieces") == tracks("covers") == tracks("tiles") == {True}
    assert tracks("liberties") == {False} < tracks("connected")


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 100), marks=pytest.mark.slow(7))])
def test_random_rules_and_boards(seeds: range) -> None:
    """One colour, windows larger than the board, no legal piece; boards with holes, parts, and any graph."""
    for make, seed in product((rules.placement, rules.array, rules.tiles), seeds):
        rng = Random(f"{make.__name__} {seed}")
        rule = read_rule("random", rule_file(make(rng)))
        board = parse_one_board(rng.choice(("1x1", "1x4", "4x1", "2x2", "2x3", ".#./...", "#../.##.")))
        try:
            conform(rule, board, rng.sample(range(board.size), board.size), [Weights.PLAYERS])
        except LimitError:
            continue  # too many to list
        except MismatchError:
            assert isinstance(rule, PlacementRule)
    for kind, some in KINDS.items():
        for name, rule in some_of([*some.items()], 1):
            rng = Random(f"{kind} {name} {seeds}")
            if kind.startswith("cells"):
                board = graph_of(rng, rng.randint(0, 5), 0.5)
            else:
                rows, cols = rng.choice([(1, 5), (2, 3), (3, 2)])
                board = parse_one_board("/".join("".join(rng.choices("..#", k=cols)) for _ in range(rows)))
            conform(rule, board, rng.sample(range(board.size), board.size), [Weights.PLAYERS])


def test_options_compose_in_sequence() -> None:
    """Operations on one feature are composed in order, and an impossible operation gives no path."""
    option = Option((1, 2))
    option.then("a", {0: 1, 1: 2, 2: 0})
    option.then("a", {1: 3, 2: 5})
    assert option.tables == {"a": {0: 3, 1: 5}}
