"""The rungs of the engine against each other and against plain Python: machines, layers, limbs, orders."""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from importlib import import_module
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gfkit import brute_force, count
from gfkit.boards import parse_one_board
from gfkit.boards.board import from_edges
from gfkit.cli.main import main
from gfkit.errors import LimitError
from gfkit.exact.limb import LIMB, ROOM, Limbs, dot, dot_polynomials, most_bits, settle, to_int
from gfkit.games import PlacementRule, Rule, find_rule
from gfkit.games.file import read_rule
from gfkit.transfer.complete import complete_terms
from gfkit.transfer.machine.array import LocalCondition, minimise
from gfkit.transfer.machine.machine import Machine, Terms, build_machine
from gfkit.transfer.machine.order import components, frontiers, interaction, items_of, sweep_orders
from gfkit.transfer.machine.slot import Option, assemble
from gfkit.transfer.sweep import rung3_limbs
from gfkit.transfer.sweep.layers import Layer, Layers, Matching, compile_layers, number_rows
from gfkit.transfer.sweep.rung1_dictionary import dictionary_sweep
from gfkit.transfer.sweep.rung2_integers import integer_sweep, packed_sweep
from gfkit.transfer.sweep.rung3_limbs import Transitions, add_rows, limb_sweep
from gfkit.transfer.sweep.rung4_dense import dense_sweep, nearly_full, peak_fill
from gfkit.typing import Positions, Weights

_DENSE = 1 << 11
"""Combinations up to which the dense rung is climbed, whose cost they are."""


def layers_of(machine: Machine) -> Layers:
    return compile_layers(machine, lambda *_: None)


def by_layers(machine: Machine) -> Terms:
    return limb_sweep(layers_of(machine), lambda *_: None)


def all_rungs(machine: Machine) -> Terms:
    """What every way of sweeping gives, which must be the same."""
    plain = dictionary_sweep(machine)
    layers = layers_of(machine)
    assert packed_sweep(layers) == plain
    assert limb_sweep(layers, lambda *_: None) == plain
    if all(layer.reach == (0, 0) for layer in layers.layers):
        assert integer_sweep(layers) == sum(plain.values())
        if machine.slots and machine.slots.combinations < _DENSE:
            assert dense_sweep(machine.slots, lambda *_: None) == plain
            assert peak_fill(machine.slots) == max(1, layers.most_states)
            nearly_full(machine.slots, 1 << 30)
    return plain


# Machines of rules, in whatever order the cells are swept.

WINDOWS = """
name = "windows"
cells = {colours = 3, weight = {"1" = "x", "2" = "x*y^2"}}
rules = {forbid = ["aa", "1?1"]}
"""
KINGS = """
name = "kings"
cells = {colours = 2, weight = {"1" = "y"}}
rules = {count = [{cell = 1, neighbours = "king", of = [1], allowed = [0, 2]}]}
"""
RULES: dict[str, Rule] = {
    **{
        game: find_rule(game)
        for game in (
            *("domineering", "l-tromping", "col", "snort", "cis:3", "o12", "nogo", "node-kayles"),
            *("cram", "domineering-tiles", "domineering-maximal-tiles"),
        )
    },
    "windows": read_rule("w", WINDOWS),
    "kings": read_rule("k", KINGS),
}


TRIED = [
    (name, positions)
    for name, rule in RULES.items()
    for positions in (Positions.ALL, Positions.LEFT_ENDS, Positions.MAXIMAL)
    if isinstance(rule, PlacementRule) or positions is Positions.ALL
]


@pytest.mark.parametrize(("name", "positions"), TRIED)
def test_rungs_on_rules(name: str, positions: Positions) -> None:
    rule = RULES[name]
    rng = random.Random(f"{name} {positions}")
    for text in ("2x3", "3x3" if name != "nogo" else "2x4", ".#./..."):
        board = parse_one_board(text)
        orders = [list(range(board.size)), rng.sample(range(board.size), board.size)]
        if board.size > 6:
            del orders[1]
        for weights in (Weights.NONE, Weights.PLAYERS):
            listed = brute_force(rule, board, positions.value, weights.value).polynomial
            expected = {(*powers, 0, 0)[:2]: value for powers, value in listed.terms}
            for order in orders:
                machine = build_machine(rule, board, order, positions.stuck, weights)
                assert all_rungs(machine) == expected, (name, text, positions, weights, order)


@pytest.mark.parametrize("board", ["4x9", "9x4", "5x5"])
@pytest.mark.parametrize("name", [name for name in RULES if name != "nogo"])
def test_rungs_on_larger_boards(name: str, board: str) -> None:
    place = parse_one_board(board)
    order = sweep_orders(
        place, interaction(RULES[name], place, items_of(RULES[name], place)), range(place.size)
    )[0]
    machine = build_machine(RULES[name], place, order, frozenset(), Weights.NONE)
    layers = layers_of(machine)
    total = integer_sweep(layers)
    assert by_layers(machine) == {(0, 0): total}
    if machine.slots and machine.slots.combinations < 1 << 20:
        assert dense_sweep(machine.slots, lambda *_: None) == {(0, 0): total}
    weighted = build_machine(RULES[name], place, order, frozenset(), Weights.PLAYERS)
    assert sum(by_layers(weighted).values()) == total


@pytest.mark.parametrize("name", ["col", "domineering", "windows", "o12", "snort"])
def test_rungs_where_numbers_are_long(name: str) -> None:
    board = parse_one_board("2x150" if name != "windows" else "1x200")
    order = sorted(range(board.size), key=lambda cell: board.places[cell][::-1])
    machine = build_machine(RULES[name], board, order, frozenset(), Weights.NONE)
    total = sum(all_rungs(machine).values())
    assert total.bit_length() > 2 * LIMB


def test_rungs_on_transposed_sweeps() -> None:
    board = parse_one_board("3x7")
    by_rows, by_columns = (sorted(range(21), key=lambda c: board.places[c][::step]) for step in (1, -1))
    for name, rule in RULES.items():
        if name != "nogo":
            one, other = (
                build_machine(rule, board, o, frozenset(), Weights.PLAYERS) for o in (by_rows, by_columns)
            )
            assert by_layers(one) == by_layers(other)


# Random slot machines, against what an option means.

Sites = list[list[Option]]


@st.composite
def slot_sites(draw: st.DrawFn, weights: bool) -> Sites:
    """Options that read and write a few features of up to four values."""
    powers = st.tuples(st.integers(0, 2), st.integers(0, 2)) if weights else st.just((0, 0))
    values = st.integers(0, draw(st.integers(1, 3)))
    tables = st.dictionaries(values, values, max_size=4)
    option = st.builds(Option, powers, st.dictionaries(st.integers(0, 4), tables, max_size=3))
    return draw(st.lists(st.lists(option, max_size=3), max_size=7))


def followed(sites: Sites) -> Terms:
    """The sum over all choices of options: features are 0 until an option says otherwise."""
    ways: dict[tuple[tuple[tuple[Hashable, int], ...], tuple[int, int]], int] = {((), (0, 0)): 1}
    for options in sites:
        after: dict[tuple[tuple[tuple[Hashable, int], ...], tuple[int, int]], int] = {}
        for (values, (x, y)), number in ways.items():
            for option in options:
                now = dict(values)
                if all(now.get(feature, 0) in table for feature, table in option.tables.items()):
                    now.update({f: table[now.get(f, 0)] for f, table in option.tables.items()})
                    key = (tuple(sorted(now.items())), (x + option.weight[0], y + option.weight[1]))
                    after[key] = after.get(key, 0) + number
        ways = after
    total: Terms = {}
    for (_, powers), number in ways.items():
        total[powers] = total.get(powers, 0) + number
    return total


@settings(max_examples=150)
@given(slot_sites(weights=True), st.booleans())
def test_random_slot_machines(sites: Sites, grouped: bool) -> None:
    kinds = {feature: (feature % 2, feature // 2) for feature in range(5)} if grouped else None
    assert all_rungs(assemble(sites, kinds)) == followed(sites)


@settings(max_examples=150)
@given(slot_sites(weights=False), st.booleans())
def test_random_slot_machines_without_weights(sites: Sites, grouped: bool) -> None:
    kinds = {feature: (feature % 2, feature // 2) for feature in range(5)} if grouped else None
    assert all_rungs(assemble(sites, kinds)) == followed(sites)


@settings(max_examples=30)
@given(slot_sites(weights=False), st.integers(20, 80))
def test_random_slot_machines_in_a_row(sites: Sites, times: int) -> None:
    """The same sites over and over, features living on, so that numbers grow past many words."""
    renamed = [[Option(o.weight, dict(o.tables)) for o in options] for options in sites]
    all_rungs(assemble(renamed * times))


def test_machines_without_sites_and_without_ways() -> None:
    assert all_rungs(assemble([])) == {(0, 0): 1}
    assert all_rungs(assemble([[]])) == {}
    assert all_rungs(assemble([[Option()], [], [Option()]])) == {}
    assert all_rungs(assemble([[Option((2, 3))], [Option((0, 1)), Option((1, 0))]])) == {(2, 4): 1, (3, 3): 1}


def test_many_tracks_fill_several_words() -> None:
    # A hundred features set at random sites and asked for again: 2^100, and one way if all must agree.
    free = [[Option((0, 0), {i: {0: 0}}), Option((1, 0), {i: {0: 1}})] for i in range(100)]
    asked = [[Option((0, 0), {i: {0: 0, 1: 1}})] for i in range(99, -1, -1)]
    machine = assemble(free[:8] + asked[-8:])
    assert machine.words == 1
    assert all_rungs(machine) == {(k, 0): value for k, value in enumerate([1, 8, 28, 56, 70, 56, 28, 8, 1])}
    pinned = [[Option((1, 0), {i: {0: 1}})] for i in range(100)]
    wide = assemble(pinned + [[Option((0, 0), {i: {1: 0}})] for i in range(100)])
    assert wide.words == 2
    assert dictionary_sweep(wide) == by_layers(wide) == {(100, 0): 1}


def test_nearly_full_on_machines_that_die() -> None:
    # What stopped the engine once: no state left, no option, no track touched by the first site.
    alive = [[Option(tables={i: {0: 0}}), Option(tables={i: {0: 1}})] for i in range(13)]
    read = [[Option(tables={i: {0: 0, 1: 0}})] for i in range(13)]
    for sites in (
        alive + read,
        [[], *alive, *read],
        [[Option()], *alive, *read],
        [*alive, [Option(tables={0: {5: 0}})], *read],
        [*alive, [], *read],
    ):
        machine = assemble(sites)
        nearly_full(machine, 1 << 30)
        all_rungs(machine)


# The kernel.


def random_layer(rng: random.Random) -> tuple[Layer, int, int]:
    """Matchings, in which no source and no target repeats; with the largest powers."""
    before, after = rng.randint(1, 9), rng.randint(1, 9)
    matchings = []
    for _ in range(rng.randint(0, 5)):
        size = rng.randint(1, min(before, after))
        weight = (rng.randint(0, 2), rng.randint(0, 2))
        source, target = (np.array(rng.sample(range(n), size), np.int32) for n in (before, after))
        matchings.append(Matching(weight, source, target))
    layer = Layer(before, after, tuple(matchings))
    return layer, *layer.reach


@pytest.mark.parametrize("backwards", [False, True])
@pytest.mark.parametrize("seed", range(25))
def test_kernel(seed: int, backwards: bool) -> None:
    rng = random.Random(seed)
    layer, reach_x, reach_y = random_layer(rng)
    rows = Transitions(layer, backwards=backwards)
    size_x, size_y = rng.randint(1, 4), rng.randint(1, 4)
    if seed % 5 == 0 and (reach_x, reach_y) == (0, 0):
        size_x = size_y = 1
    stride = size_y + reach_y + rng.randint(0, 3)
    sources = layer.after if backwards else layer.before
    old = np.zeros((sources, size_x, stride), np.uint64)
    numbers = [[rng.randrange(1 << 60) for _ in range(size_y)] for _ in range(sources * size_x)]
    old[..., :size_y] = np.array(numbers, np.uint64).reshape(sources, size_x, size_y)
    flat = old.reshape(sources, -1)
    expected = np.zeros((rows.targets, (size_x + reach_x) * stride), object)
    for matching in layer.matchings:
        here, there = (matching.target, matching.source) if backwards else (matching.source, matching.target)
        for source, target in zip(here.tolist(), there.tolist(), strict=True):
            for i, j in product(range(size_x), range(size_y)):
                lane = (i + matching.weight[0]) * stride + j + matching.weight[1]
                expected[target, lane] += int(old[source, i, j])
    new = np.full(expected.shape, 77, np.uint64)
    add_rows(rows, flat, new, size_x * stride, stride)
    assert new.tolist() == expected.tolist()
    fast = rung3_limbs._compiled()
    if fast is None:
        pytest.skip("numba is not installed: only the numpy kernel was tested")
    new = np.full(expected.shape, 99, np.uint64)
    fast(*rows.by_target, flat, new, size_x * stride, stride)
    assert new.tolist() == expected.tolist()


@pytest.mark.parametrize("name", ["domineering", "o12", "windows"])
def test_sweeping_with_the_compiled_kernel(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if rung3_limbs._compiled() is None:
        pytest.skip("numba is not installed")
    board = parse_one_board("4x5" if name != "windows" else "1x60")
    for weights in (Weights.NONE, Weights.PLAYERS):
        machine = build_machine(RULES[name], board, range(board.size), frozenset(), weights)
        slow = by_layers(machine)
        monkeypatch.setattr(rung3_limbs, "_WORTH_COMPILING", 0)
        assert by_layers(machine) == slow
        monkeypatch.undo()


# Limbs.

TOP = (1 << 64) - (1 << 16)
MASK = (1 << LIMB) - 1
WORDS = st.one_of(st.integers(0, TOP), st.sampled_from([0, 1, MASK, MASK + 1, TOP - 1, TOP]))


def limbs_of(numbers: Sequence[Sequence[int]]) -> Limbs:
    """One row of limbs for every number, turned so that limbs come first."""
    return np.array(numbers, np.uint64).T.copy()


@st.composite
def unsettled(draw: st.DrawFn) -> Limbs:
    limbs, size = draw(st.integers(1, 4)), draw(st.integers(1, 5))
    return limbs_of([[draw(WORDS) for _ in range(limbs)] for _ in range(size)])


def integers(limbs: int) -> st.SearchStrategy[int]:
    top = 1 << LIMB * limbs
    return st.one_of(st.integers(0, top - 1), st.sampled_from([0, 1, top - 1, top // 2, MASK]))


def cut(numbers: Sequence[int], limbs: int) -> Limbs:
    return limbs_of([[number >> LIMB * k & MASK for k in range(limbs)] for number in numbers])


@given(unsettled())
def test_settle(values: Limbs) -> None:
    numbers = [to_int(values[:, i]) for i in range(values.shape[1])]
    settled = settle(values.copy())
    assert [to_int(settled[:, i]) for i in range(settled.shape[1])] == numbers
    assert int(settled.max()) <= MASK
    assert most_bits(settled) == max(numbers).bit_length()
    assert settle(settled.copy()).tolist() == settled.tolist()


@pytest.mark.parametrize("shape", [(2, 70000), (3, 5, 7, 2), (2, 40000, 3), (1, 1, 70000)])
def test_settle_in_blocks(shape: tuple[int, ...]) -> None:
    values = np.random.default_rng(1).integers(0, TOP, shape, np.uint64)
    flat = values.reshape(shape[0], -1)
    chosen = random.Random(2).sample(range(flat.shape[1]), min(300, flat.shape[1]))
    numbers = [to_int(flat[:, i]) for i in chosen]
    settled = settle(values.copy())
    assert int(settled.max()) <= MASK
    flat = settled.reshape(len(settled), -1)
    assert [to_int(flat[:, i]) for i in chosen] == numbers


@pytest.mark.parametrize("weights", ["none", "players"])
def test_so_many_ways_into_one_state_that_their_sum_is_longer_than_a_word(
    weights: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """2^17 states of 3^30 ways each become one: sums of limbs would pass 2^64, and be wrong."""
    doublings = 17

    def layer(before: int, after: int, ways: list[tuple[Sequence[int], Sequence[int]]]) -> Layer:
        pairs = ((np.array(source, np.int32), np.array(target, np.int32)) for source, target in ways)
        return Layer(before, after, tuple(Matching((0, 0), *pair) for pair in pairs))

    thrice = layer(1, 1, [([0], [0])] * 3)
    doubled = [
        layer(n, 2 * n, [(range(n), range(n)), (range(n), range(n, 2 * n))])
        for n in (1 << k for k in range(doublings))
    ]
    met = layer(1 << doublings, 1, [([state], [0]) for state in range(1 << doublings)])
    alone = layer(1, 1, [([0], [0])])
    made = Layers((*[thrice] * 30, *doubled, met, *[alone] * 48), np.zeros(1, np.int32))
    monkeypatch.setattr(import_module("gfkit.transfer.count"), "compile_layers", lambda *_: made)
    assert count("domineering", "1x2", weights=weights).polynomial.total == 3**30 * 2**doublings


def test_room_for_carries() -> None:
    # As many settled numbers as ROOM may be added without losing a bit.
    most = np.full((2, 1), MASK, np.uint64)
    total = most * np.uint64(ROOM - 1)
    assert to_int(settle(total)[:, 0]) == (ROOM - 1) * to_int(most[:, 0])


@given(st.integers(1, 3), st.integers(1, 3), st.integers(0, 6), st.data())
def test_dot(left: int, right: int, size: int, data: st.DataObject) -> None:
    ones = data.draw(st.lists(integers(left), min_size=size, max_size=size))
    others = data.draw(st.lists(integers(right), min_size=size, max_size=size))
    expected = sum(a * b for a, b in zip(ones, others, strict=True))
    shapes = [cut(ones, left).reshape(left, size), cut(others, right).reshape(right, size)]
    assert dot(*shapes) == expected


@pytest.mark.parametrize("size", [1 << 14, (1 << 14) + 1, 50000])
def test_long_dots_of_the_largest_numbers(size: int) -> None:
    left, right = np.full((3, size), MASK, np.uint64), np.full((2, size), MASK, np.uint64)
    assert dot(left, right) == size * ((1 << 3 * LIMB) - 1) * ((1 << 2 * LIMB) - 1)


def product_of(left: dict[tuple[int, int], int], right: dict[tuple[int, int], int]) -> Terms:
    terms: Terms = {}
    for ((a, b), one), ((c, d), other) in product(left.items(), right.items()):
        terms[a + c, b + d] = terms.get((a + c, b + d), 0) + one * other
    return terms


@given(st.data())
def test_dot_of_polynomials(data: st.DataObject) -> None:
    states = data.draw(st.integers(1, 4))
    sides: list[tuple[Limbs, list[dict[tuple[int, int], int]]]] = []
    for _ in "ab":
        limbs, size_x, size_y = (data.draw(st.integers(1, 3)) for _ in range(3))
        amount = states * size_x * size_y
        numbers = data.draw(st.lists(integers(limbs), min_size=amount, max_size=amount))
        if states > 1 and data.draw(st.booleans()):  # equal states
            numbers = numbers[: size_x * size_y] * states
        array = cut(numbers, limbs).reshape(limbs, states, size_x, size_y)
        powers = list(product(range(size_x), range(size_y)))
        each = len(powers)
        polynomials = [
            dict(zip(powers, numbers[s * each : (s + 1) * each], strict=True)) for s in range(states)
        ]
        sides.append((array, polynomials))
    expected: Terms = {}
    for one, other in zip(sides[0][1], sides[1][1], strict=True):
        for powers_, value in product_of(one, other).items():
            expected[powers_] = expected.get(powers_, 0) + value
    found = dot_polynomials(sides[0][0], sides[1][0])
    assert found == {powers_: value for powers_, value in expected.items() if value}


@pytest.mark.parametrize("limbs", [1, 2, 3])
def test_dot_of_polynomials_with_the_largest_coefficients(limbs: int) -> None:
    states, size_x, size_y = 5, 4, 3
    most = np.full((limbs, states, size_x, size_y), MASK, np.uint64)
    each = (1 << LIMB * limbs) - 1
    full = dict.fromkeys(product(range(size_x), range(size_y)), each)
    expected = {powers: states * value for powers, value in product_of(full, full).items()}
    assert dot_polynomials(most, most) == expected
    distinct = most.copy()
    distinct[0, :, 0, 0] -= np.arange(states, dtype=np.uint64)  # no two states alike
    each_less = [full | {(0, 0): each - s} for s in range(states)]
    expected = {}
    for polynomial in each_less:
        for powers, value in product_of(polynomial, full).items():
            expected[powers] = expected.get(powers, 0) + value
    assert dot_polynomials(distinct, most) == expected


# Numbering states.


@given(
    st.integers(1, 4).flatmap(
        lambda words: st.lists(
            st.lists(
                st.one_of(st.integers(0, 3), st.integers(0, (1 << 64) - 1)), min_size=words, max_size=words
            ),
            min_size=1,
            max_size=40,
        )
    )
)
def test_numbering_rows(rows: list[list[int]]) -> None:
    codes = np.array(rows, np.uint64).reshape(len(rows), -1)
    distinct, numbers = number_rows(codes)
    assert distinct[numbers].tolist() == codes.tolist()
    assert len(distinct) == len({tuple(row) for row in rows})
    assert len({tuple(row) for row in distinct.tolist()}) == len(distinct)


@pytest.mark.parametrize("words", [1, 2, 5])
def test_numbering_many_rows(words: int) -> None:
    codes = np.random.default_rng(words).integers(0, 30, (20000, words)).astype(np.uint64) << np.uint64(40)
    distinct, numbers = number_rows(codes)
    assert np.array_equal(distinct[numbers], codes)
    assert len(distinct) == len(set(map(tuple, codes.tolist())))


# Complete graphs.


@pytest.mark.parametrize("positions", [p for p in Positions if p is not Positions.PLAY])
@pytest.mark.parametrize("game", ["col", "snort", "cis", "cis:3", "o12", "nogo", "node-kayles", "arc-kayles"])
def test_complete_graphs_by_the_general_engine(game: str, positions: Positions) -> None:
    rule = find_rule(game)
    assert isinstance(rule, PlacementRule)
    for n in range(1, 7):
        board = parse_one_board(f"complete:{n}")
        for weights in (Weights.NONE, Weights.PIECES, Weights.PLAYERS):
            machine = build_machine(rule, board, range(n), positions.stuck, weights)
            assert dictionary_sweep(machine) == complete_terms(rule, n, positions.stuck, weights)


@pytest.mark.parametrize("forbid", ["", '"LL"', '"LR"', '"LL", "RR"', '"LL", "LR", "RR"'])
@pytest.mark.parametrize(("left", "right"), [("X", "XX"), ("XX", "XX"), ("X", "X"), ('X", "XX', "X")])
def test_made_up_games_on_complete_graphs(left: str, right: str, forbid: str) -> None:
    edges = {"X": '"X"', "XX": '"XX", "X/X"', 'X", "XX': '"X", "XX", "X/X"'}
    for liberties in ("false", "true"):
        rule = read_rule(
            "made up",
            f'name = "made up"\n[left]\npieces = [{edges[left]}]\n[right]\npieces = [{edges[right]}]\n'
            f"[rules]\nforbid_adjacent = [{forbid}]\nliberties = {liberties}",
        )
        assert isinstance(rule, PlacementRule)
        for n, positions in product(range(1, 6), (Positions.ALL, Positions.LEFT_ENDS, Positions.MAXIMAL)):
            listed = brute_force(
                rule, parse_one_board(f"complete:{n}"), positions.value, "players"
            ).polynomial
            found = complete_terms(rule, n, positions.stuck, Weights.PLAYERS)
            assert {p: v for p, v in found.items() if v} == dict(listed.terms), (n, positions, liberties)


# Conditions made minimal.


@settings(max_examples=150)
@given(st.integers(1, 5), st.integers(1, 3), st.integers(1, 4), st.integers(0, 10**6))
def test_minimise(size: int, colours: int, states: int, seed: int) -> None:
    rng = random.Random(seed)
    cells = tuple(rng.sample(range(20), size))
    table = {key: rng.randrange(states) for key in product(range(states), cells, range(colours))}
    accepted = {state for state in range(states) if rng.random() < 0.6}
    roles = tuple(range(size))

    def step(state: Hashable, cell: int, colour: int) -> Hashable:
        return table[state, cell, colour]

    condition = LocalCondition(cells, roles, None, 0, step, lambda state: state in accepted)
    order = rng.sample(cells, size)

    def holds(word: tuple[int, ...]) -> bool:
        state = 0
        for cell, colour in zip(order, word, strict=True):
            state = table[state, cell, colour]
        return state in accepted

    words = {word: holds(word) for word in product(range(colours), repeat=size)}
    factor = minimise(condition, order, colours)
    if factor is None:
        assert all(words.values())
        return
    assert len(factor.tables) == size
    reached: list[set[int]] = [set() for _ in range(size)]
    for word, held in words.items():
        value: int | None = 0
        for site, colour in enumerate(word):
            if value is not None:
                reached[site].add(value)
                value = factor.tables[site][colour].get(value)
        assert (value is not None) == held, word
        assert value in (None, 0)
    # As many values as there are different futures that can still be made good.
    for site in range(size if any(words.values()) else 0):
        futures = {
            tuple(words[*begin, *end] for end in product(range(colours), repeat=size - site))
            for begin in product(range(colours), repeat=site)
        }
        assert len(reached[site]) == sum(any(future) for future in futures)


# Orders.


def random_sets(rng: random.Random) -> list[set[int]]:
    size = rng.randint(1, 12)
    graph: list[set[int]] = [set() for _ in range(size)]
    for a in range(size):
        for b in range(a):
            if rng.random() < rng.choice([0.1, 0.3]):
                graph[a].add(b)
                graph[b].add(a)
    return graph


@pytest.mark.parametrize("seed", range(30))
def test_components_and_frontiers(seed: int) -> None:
    rng = random.Random(seed)
    graph = random_sets(rng)
    cells = rng.sample(range(len(graph)), rng.randint(1, len(graph)))
    parts = components(graph, cells)
    assert sorted(cell for part in parts for cell in part) == sorted(cells)
    where = {cell: index for index, part in enumerate(parts) for cell in part}
    for cell in cells:
        assert all(where[near] == where[cell] for near in graph[cell] if near in where)
    for part in parts:  # connected: growing from the first cell reaches all
        grown = {part[0]}
        while more := {near for cell in grown for near in graph[cell] if near in part} - grown:
            grown |= more
        assert sorted(grown) == part
    order = rng.sample(range(len(graph)), len(graph))
    sizes = frontiers(graph, order)
    for site, size in enumerate(sizes):
        swept, rest = set(order[: site + 1]), set(order[site + 1 :])
        assert size == sum(1 for cell in swept if graph[cell] & rest)
    assert sizes[-1] == 0


@pytest.mark.parametrize(
    "board", ["3x7", "7x3", "cylinder:5x4", "torus:4x4", "path:30", "cycle:9", "...#/.#../....", "complete:5"]
)
@pytest.mark.parametrize("game", ["col", "node-kayles", "arc-kayles"])
def test_sweep_orders_name_every_cell_once(board: str, game: str) -> None:
    place, rule = parse_one_board(board), find_rule(game)
    graph = interaction(rule, place, items_of(rule, place))
    assert [set(near) for near in graph] == [set(near) for near in place.neighbours]
    for part in components(graph, range(place.size)):
        orders = sweep_orders(place, graph, part)
        assert 1 <= len(orders) <= 2
        for order in orders:
            assert sorted(order) == part
    if board in ("3x7", "7x3", "path:30"):
        assert max(frontiers(graph, sweep_orders(place, graph, range(place.size))[0])) <= 3


def test_orders_of_graphs_far_from_rows() -> None:
    # A tree with its vertices named at random still has a narrow sweep.
    rng = random.Random(5)
    names = rng.sample(range(300), 300)
    tree = from_edges("path in disguise", 300, [(names[i], names[i + 1]) for i in range(299)])
    fibonacci = [1, 2]
    while len(fibonacci) <= 300:
        fibonacci.append(fibonacci[-1] + fibonacci[-2])
    assert count("node-kayles", tree) == fibonacci[300]


# Limits, and sizes that must be within them.


@pytest.mark.parametrize(
    ("game", "board"), [("domineering", "40x40"), ("nogo", "20x20"), ("col", "torus:30x30")]
)
def test_hopeless_counts_are_foreseen(game: str, board: str) -> None:
    with pytest.raises(LimitError) as refused:
        count(game, board, max_memory=2 << 30)
    assert "\n" not in str(refused.value)
    assert repr(board) in str(refused.value)
    assert refused.value.exit_code == 3


@pytest.mark.parametrize("weights", ["none", "players"])
@pytest.mark.parametrize("game", ["domineering", "col", "l-tromping", "nogo"])
def test_little_memory(game: str, weights: str) -> None:
    # Less than a word for each of the states that every one of these has on 12 columns.
    with pytest.raises(LimitError) as refused:
        count(game, "12x12", weights=weights, max_memory=8 * 2**12)
    assert "\n" not in str(refused.value)
    assert refused.value.exit_code == 3


def test_little_memory_by_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["count", "domineering", "40x40"]) == 3
    assert main(["count", "domineering", "9x9", "--weights", "players", "--max-memory", "100K"]) == 3
    written = capsys.readouterr()
    assert written.out == ""
    lines = written.err.splitlines()
    assert len(lines) == 2
    assert all(line.startswith("gfkit: ") for line in lines)


def test_long_paths() -> None:
    pell = [1, 2]
    for _ in range(20000):
        pell.append(2 * pell[-1] + pell[-2])
    assert count("o12", "path:20000") == pell[20000]
    column = [1, 3]
    for _ in range(200):
        column.append(2 * column[-1] + column[-2])
    profile = count("col", "path:200", weights="players").polynomial
    assert profile(1, 1) == column[200]
    assert profile.coefficient(1, 0) == profile.coefficient(0, 1) == 200
    assert profile.coefficient(100, 100) == 2  # the two proper colourings


def test_a_board_in_many_parts() -> None:
    # A hundred dominoes of two cells each.
    rows = [".." + "#.." * 9, "#" * 29] * 10
    board = parse_one_board("/".join(rows))
    assert count("domineering", board) == 2**100
    assert count("col", board) == 7**100


@pytest.mark.parametrize("board", ["1x1", "1x2", "3x4"])
def test_every_site_is_told_once(board: str) -> None:
    place = parse_one_board(board)
    told: list[int] = []
    machine = build_machine(RULES["col"], place, range(place.size), frozenset(), Weights.PLAYERS)
    limb_sweep(layers_of(machine), told.append)
    assert told == list(range(1, place.size + 1))
