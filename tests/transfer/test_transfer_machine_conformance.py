"""What holds for every kind of machine: its ways are the positions, and what it says of its sites is so.

A kind is enrolled in ``KINDS`` by rules that make it, degenerate ones among them. The truth are the positions
that ``gfkit.brute_force`` lists.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from random import Random

import pytest
from differential import rules
from differential.case import rule_file

from gfkit import brute_force
from gfkit.boards import Board, parse_one_board
from gfkit.boards.board import from_edges
from gfkit.errors import LimitError
from gfkit.games import PlacementRule, Rule, find_rule
from gfkit.games.file import read_rule
from gfkit.transfer.machine.machine import Machine, State, Terms, build_machine
from gfkit.transfer.machine.slot import Option, SlotMachine, assemble
from gfkit.typing import Positions, Weights


def game(text: str) -> Rule:
    return read_rule("test", f'name = "made up"\n{text}')


PIECES = "[left]\npieces = {}\n[right]\npieces = {}\n[rules]\nforbid_adjacent = {}\nliberties = {}"
KINGS = """
cells = {colours = 2, weight = {"1" = "y"}}
rules = {count = [{cell = 1, neighbours = "king", of = [1], allowed = [0, 2]}]}
"""
KINDS: dict[str, list[Rule]] = {
    "cells and edges": [
        find_rule(name) for name in ("col", "snort", "node-kayles", "arc-kayles", "o12", "cis:3")
    ],
    "pieces": [
        *(find_rule(name) for name in ("domineering", "l-tromping", "cram")),
        game(PIECES.format('["X.X", "X"]', '["XX/.X"]', '["LR"]', "false")),
        game(PIECES.format('["X"]', '["X/X"]', '["LL", "LR", "RR"]', "false")),
    ],
    "arrays": [
        game('[cells]\ncolours = 3\nweight = {"1" = "x", "2" = "x*y^2"}\n[rules]\nforbid = ["aa", "1?1"]'),
        game(KINGS),
        game("[cells]\ncolours = 1"),
        game('[cells]\ncolours = 2\n[rules]\nforbid = ["0", "1"]'),  # nothing is allowed
    ],
    "counters": [
        game('[cells]\ncolours = 2\n[[rules.exactly]]\nshapes = ["ab"]\nwhen = "a == b"\nnumber = [0, 2]'),
    ],
    "covers": [
        game('[cover]\npieces = ["XX/X.", "X"]\nturned = true\nweight = {X = "y"}'),
        game('[cover]\npieces = ["X.X", "XX"]'),
        game('[cover]\npieces = ["XXXXXX"]'),  # fits on no small board
    ],
    "pointers": [
        game('[pointers]\nmoves = ["rook"]\nstay = true\nweight = {stay = "x"}'),
        game('[pointers]\nmoves = ["oo./oXo"]\nstay = false'),
    ],
    "sets of edges": [
        game(
            '[edges]\ncap = 2\nvertex = "d != 1"\ntaken = "a + b <= 3"\nleft = "a + b >= 1"\nweight = "x*y"'
        ),
        game('[edges]\ncap = 1\nvertex = "d >= 1"'),
    ],
    "tiles": [find_rule("domineering-tiles"), find_rule("domineering-maximal-tiles")],
    "liberties": [
        find_rule("nogo"),
        game(PIECES.format('["X"]', '["X", "XX"]', '["RR"]', "true")),
        game(PIECES.format('["X/X"]', '["XX"]', "[]", "true")),
    ],
}
GRIDS = ("1x1", "1x5", "2x3", "3x2", ".#./...", "...#..", "torus:3x3")
GRAPHS = ("cycle:5", "complete:4")
CASES = [
    pytest.param(rule, board, id=f"{kind}-{at}-{board}")
    for kind, rules in KINDS.items()
    for at, rule in enumerate(rules)
    for board in (*GRIDS, *(GRAPHS if kind in ("cells and edges", "sets of edges") else ()))
    if not (kind in ("pieces", "tiles", "liberties", "sets of edges") and board == "torus:3x3")
]
every_case = pytest.mark.parametrize(("rule", "board"), CASES)
PLAIN = (Positions.ALL,)
CLASSES = (Positions.ALL, Positions.LEFT_ENDS, Positions.RIGHT_ENDS, Positions.MAXIMAL)


def classes_of(rule: Rule) -> Sequence[Positions]:
    return CLASSES if isinstance(rule, PlacementRule) else PLAIN


def machines(rule: Rule, text: str, weights: Weights) -> Iterator[tuple[Machine, Positions, Board]]:
    """The machines of all classes, swept in order and in a random order."""
    board = parse_one_board(text)
    rng = Random(f"{rule.name} {text}")
    for positions in classes_of(rule):
        for order in (range(board.size), rng.sample(range(board.size), board.size)):
            yield build_machine(rule, board, order, positions.stuck, weights), positions, board


def swept(machine: Machine) -> tuple[Terms, list[set[State]]]:
    """The sum over all ways, walked site by site, and the states before each site and at the end."""
    layer: dict[State, Terms] = {machine.start(): {(0, 0): 1}}
    reached = [{*layer}]
    for site in range(machine.sites):
        after: dict[State, Terms] = defaultdict(lambda: defaultdict(int))
        for state, terms in layer.items():
            for new, (dx, dy) in machine.step(site, state):
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


@every_case
def test_ways_are_positions(rule: Rule, board: str) -> None:
    """Swept in any order, with weights and without, in every class: what listing gives."""
    for weights in Weights:
        for machine, positions, cells in machines(rule, board, weights):
            listed = brute_force(rule, cells, positions.value, weights.value).polynomial
            expected = {(*powers, 0, 0)[:2]: value for powers, value in listed.terms}
            assert swept(machine)[0] == expected, (weights, positions)


@every_case
def test_what_a_machine_says_of_its_sites(rule: Rule, board: str) -> None:
    """Sites of one signature step alike; states are hashable; a step is the same when it is asked again."""
    for machine, _, cells in machines(rule, board, Weights.PLAYERS):
        _, reached = swept(machine)
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
                assert all(x >= 0 and y >= 0 for _, (x, y) in once)
        assert all(machine.final(state) in (True, False) for state in reached[-1])
        hash((machine.form, *(machine.layout(done, 0, machine.sites) for done in range(machine.sites + 1))))
        assert cells.size == 0 or machine.sites > 0


@every_case
def test_machines_made_again_are_alike(rule: Rule, board: str) -> None:
    """Form, layouts, signatures and states do not depend on when, or in which process, a machine is made."""
    for machine, again in zip(
        machines(rule, board, Weights.NONE), machines(rule, board, Weights.NONE), strict=True
    ):
        one, two = machine[0], again[0]
        assert (one.sites, one.start(), one.form) == (two.sites, two.start(), two.form)
        assert [one.signature(site) for site in range(one.sites)] == [
            two.signature(s) for s in range(two.sites)
        ]
        assert [one.layout(d, 0, one.sites) for d in range(one.sites + 1)] == [
            two.layout(d, 0, two.sites) for d in range(two.sites + 1)
        ]
        assert swept(one) == swept(two)


@every_case
def test_tracks_are_the_machine(rule: Rule, board: str) -> None:
    """Where a machine is made of tracks and programs, these give the same ways."""
    for machine, _, _ in machines(rule, board, Weights.PLAYERS):
        if machine.slots is not None:
            assert swept(machine.slots)[0] == swept(machine)[0]
            assert machine.slots.combinations >= max(map(len, swept(machine)[1]))


def test_every_kind_is_tried() -> None:
    """The rules above reach every way of making a machine, with tracks and without."""
    made = {
        kind: {
            machine.slots is not None for rule in rules for machine, *_ in machines(rule, "2x2", Weights.NONE)
        }
        for kind, rules in KINDS.items()
    }
    assert all(made["arrays"])
    assert made["liberties"] == {False}


@pytest.mark.parametrize("make", [rules.placement, rules.array, rules.tiles])
@pytest.mark.parametrize("seed", range(30))
def test_random_rules(make: Callable[[Random], rules.RuleData], seed: int) -> None:
    """Rules that the standing defence makes: one colour, windows larger than the board, nothing allowed."""
    rng = Random(f"{make.__name__} {seed}")
    rule = read_rule("random", rule_file(make(rng)))
    board = rng.choice(("1x1", "1x4", "4x1", "2x2", "2x3", ".#./...", "#..../.##.."))
    for machine, positions, cells in machines(rule, board, Weights.PLAYERS):
        try:
            listed = brute_force(rule, cells, positions.value, "players").polynomial
        except LimitError:
            return
        assert swept(machine)[0] == {(*powers, 0, 0)[:2]: value for powers, value in listed.terms}
        if machine.slots is not None:
            check_tracks(machine.slots)
            assert swept(machine.slots)[0] == swept(machine)[0]


@pytest.mark.parametrize("kind", KINDS)
def test_random_graphs(kind: str) -> None:
    """Boards with holes, parts that do not touch, and for cells alone any graph."""
    rng = Random(kind)
    for rule in KINDS[kind]:
        for _ in range(4):
            if kind == "cells and edges":
                size = rng.randint(0, 6)
                pairs = [(a, b) for b in range(size) for a in range(b) if rng.random() < 0.5]
                board = from_edges("random", size, pairs)
            else:
                height, width = rng.choice([(1, 5), (2, 3), (3, 2)])
                text = "/".join("".join(rng.choice("..#") for _ in range(width)) for _ in range(height))
                board = parse_one_board(text)
            for positions in classes_of(rule):
                order = rng.sample(range(board.size), board.size)
                machine = build_machine(rule, board, order, positions.stuck, Weights.PLAYERS)
                listed = brute_force(rule, board, positions.value, "players").polynomial
                expected = {(*powers, 0, 0)[:2]: value for powers, value in listed.terms}
                assert swept(machine)[0] == expected, (rule.name, board, positions)


def check_tracks(machine: SlotMachine) -> None:
    """Tracks lie one behind the other, hold their values, and none crosses a word of 64 bits."""
    end = 0
    for track in machine.tracks:
        assert track.shift >= end
        assert track.size >= 2
        assert 1 << track.bits >= track.size > 1 << track.bits - 1
        assert track.shift // 64 == (track.shift + track.bits - 1) // 64
        assert (
            track.shift - end < track.bits or track.shift == end
        )  # no bit is left that it would have fitted
        end = track.shift + track.bits
    assert machine.words == max(1, -(-end // 64))


@pytest.mark.parametrize("seed", range(12))
def test_tracks_lie_within_words(seed: int) -> None:
    """Features of 2 to 40 values, kept for a while each: one way, which every feature is asked about."""
    rng = Random(seed)
    count = rng.randint(1, 60)
    sizes = [rng.choice([2, 3, 5, 8, 9, 40]) for _ in range(count)]
    touched = sorted(
        [(rng.random(), i) for i in range(count)] + [(rng.random() + 0.7, i) for i in range(count)]
    )
    seen: set[int] = set()
    sites = []
    for _, i in touched:
        table = {sizes[i] - 1: 0} if i in seen else {0: sizes[i] - 1}
        sites.append([Option((1, 0), {i: table})])
        seen.add(i)
    machine = assemble(sites)
    check_tracks(machine)
    assert swept(machine)[0] == {(2 * count, 0): 1}
    alive = [
        len({i for _, i in touched[: at + 1]} & {i for _, i in touched[at + 1 :]})
        for at in range(len(touched))
    ]
    assert len(machine.tracks) == max(alive)  # a track is used again as soon as it is free


def test_options_one_after_the_other() -> None:
    """What an option does to a feature twice is done in turn, and what cannot be done next is no way."""
    option = Option((1, 2))
    option.then("a", {0: 1, 1: 2, 2: 0})
    option.then("a", {1: 3, 2: 5})
    assert option.tables == {"a": {0: 3, 1: 5}}


@every_case
def test_tracks_of_rules_lie_within_words(rule: Rule, board: str) -> None:
    for machine, _, _ in machines(rule, board, Weights.NONE):
        if machine.slots is not None:
            check_tracks(machine.slots)
