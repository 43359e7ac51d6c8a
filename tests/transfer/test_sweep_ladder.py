"""The rungs of the engine against each other and against plain Python: machines and layers."""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from importlib import import_module

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gfkit import brute_force, count
from gfkit.boards import parse_one_board
from gfkit.exact.limb import LIMB
from gfkit.games import PlacementRule, Rule, find_rule
from gfkit.games.file import read_rule
from gfkit.transfer.machine.machine import Machine, Terms, build_machine
from gfkit.transfer.machine.order import interaction, items_of, sweep_orders
from gfkit.transfer.machine.slot import Option, assemble
from gfkit.transfer.sweep import residues, rung3_limbs
from gfkit.transfer.sweep.layers import compile_layers
from gfkit.transfer.sweep.rung1_dictionary import dictionary_sweep
from gfkit.transfer.sweep.rung2_integers import integer_sweep, packed_sweep
from gfkit.transfer.sweep.rung3_limbs import Degrees, Transitions, add_rows, degrees_on_the_way, limb_sweep
from gfkit.transfer.sweep.rung4_dense import dense_residue, dense_sweep, nearly_full, peak_fill
from gfkit.transfer.sweep.tables import Layer, Layers, Matching, number_rows
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
    bits, degree = residues.bounds_of(layers)
    assert residues.is_within(plain, bits, degree)
    places = residues.random_places(bits, degree, random.Random(7))
    assert residues.residue_sweep(layers, places) == [one.value(plain) for one in places]
    if all(layer.reach == (0, 0) for layer in layers.layers):
        assert integer_sweep(layers) == sum(plain.values())
        if machine.slots and machine.slots.combinations < _DENSE:
            assert dense_sweep(machine.slots, lambda *_: None) == plain
            for one in places:
                assert dense_residue(machine.slots, one.prime, lambda _: None) == one.value(plain)
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
        prime = 2**31 - 1
        assert dense_residue(machine.slots, prime, lambda _: None) == total % prime
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
    """Sums of polynomials with no more lanes than their powers need, or with equally many for each power."""
    rng = random.Random(seed)
    layer, reach_x, reach_y = random_layer(rng)
    rows = Transitions(layer, backwards=backwards)
    sources = layer.after if backwards else layer.before
    most = Degrees(rng.randint(0, 3), rng.randint(0, 3), rng.randint(3, 6))
    if seed % 5 == 0 and (reach_x, reach_y) == (0, 0):
        most = Degrees()
    after = Degrees(most.x + reach_x, most.y + reach_y, most.both + reach_x + reach_y)
    monomials = [(x, y) for x, length in enumerate(most.lengths) for y in range(length)]
    numbers = [{one: rng.randrange(1 << 60) for one in monomials} for _ in range(sources)]
    expected: list[dict[tuple[int, int], int]] = [{} for _ in range(rows.targets)]
    for matching in layer.matchings:
        here, there = (matching.target, matching.source) if backwards else (matching.source, matching.target)
        for source, target in zip(here.tolist(), there.tolist(), strict=True):
            for (x, y), number in numbers[source].items():
                power = x + matching.weight[0], y + matching.weight[1]
                expected[target][power] = expected[target].get(power, 0) + number

    def lanes(polynomials: list[dict[tuple[int, int], int]], starts: np.ndarray) -> np.ndarray:
        table = np.zeros((len(polynomials), starts[-1]), np.uint64)
        for state, polynomial in enumerate(polynomials):
            for (x, y), number in polynomial.items():
                table[state, starts[x] + y] = number
        return table

    stride = after.y + 1 + rng.randint(0, 3)
    wide, wide_after = (np.arange(one.x + 2) * stride for one in (most, after))
    found = np.full((rows.targets, wide_after[-1]), 77, np.uint64)
    add_rows(rows, lanes(numbers, wide), found, stride)
    assert found.tolist() == lanes(expected, wide_after).tolist()
    if not rung3_limbs.LOOPS.usable:
        pytest.skip("numba is not installed: only the numpy kernel was tested")
    narrow, narrow_after = (np.cumsum([0, *one.lengths]) for one in (most, after))
    found = np.full((rows.targets, narrow_after[-1]), 99, np.uint64)
    rung3_limbs.LOOPS.add_shifted(*rows.by_target, lanes(numbers, narrow), narrow, found, narrow_after)
    assert found.tolist() == lanes(expected, narrow_after).tolist()


@given(data=st.data())
def test_degrees_on_the_way(data: st.DataObject) -> None:
    """They are those of the polynomials, worked out one by one; a state may be reached by none."""
    rng = random.Random(data.draw(st.integers(0, 1 << 30)))
    polynomials: list[set[tuple[int, int]]] = [{(0, 0)}]
    sites = []
    for _ in range(data.draw(st.integers(0, 6))):
        before, after = len(polynomials), rng.randint(1, 4)
        matchings = []
        for _ in range(rng.randint(0, 3)):
            size = rng.randint(1, min(before, after))
            weight = (rng.randint(0, 2), rng.randint(0, 2))
            pairs = (np.array(rng.sample(range(n), size), np.int32) for n in (before, after))
            matchings.append(Matching(weight, *pairs))
        sites.append(Transitions(Layer(before, after, tuple(matchings)), backwards=False))
        new: list[set[tuple[int, int]]] = [set() for _ in range(after)]
        for one in matchings:
            for source, target in zip(one.source.tolist(), one.target.tolist(), strict=True):
                new[target] |= {(x + one.weight[0], y + one.weight[1]) for x, y in polynomials[source]}
        polynomials = new
    (*_, found) = degrees_on_the_way([0], 1, sites)
    met = set().union(*polynomials) or {(0, 0)}
    assert found == (max(x for x, _ in met), max(y for _, y in met), max(x + y for x, y in met))
    assert all(y < found.lengths[x] for x, y in met)


@pytest.mark.parametrize("name", ["domineering", "o12", "windows"])
def test_sweeping_with_the_compiled_kernel(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if not rung3_limbs.LOOPS.usable:
        pytest.skip("numba is not installed")
    board = parse_one_board("4x5" if name != "windows" else "1x60")
    for weights in (Weights.NONE, Weights.PLAYERS):
        machine = build_machine(RULES[name], board, range(board.size), frozenset(), weights)
        slow = by_layers(machine)
        monkeypatch.setattr(rung3_limbs, "_WORTH_COMPILING", 0)
        assert by_layers(machine) == slow
        monkeypatch.undo()


@pytest.mark.parametrize("length", [20, 26, 40])
@pytest.mark.parametrize("weights", [Weights.NONE, Weights.PIECES])
def test_numbers_beyond_48_bits_and_beyond_a_word(length: int, weights: Weights) -> None:
    """Whole words are kept as long as they are seen to have room; half the longest board needs two limbs."""
    board = parse_one_board(f"{length}x5")
    machine = build_machine(RULES["domineering"], board, range(board.size), frozenset(), weights)
    assert by_layers(machine) == packed_sweep(layers_of(machine))


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


@pytest.mark.parametrize("board", ["1x1", "1x2", "3x4"])
def test_every_site_is_told_once(board: str) -> None:
    place = parse_one_board(board)
    told: list[int] = []
    machine = build_machine(RULES["col"], place, range(place.size), frozenset(), Weights.PLAYERS)
    limb_sweep(layers_of(machine), told.append)
    assert told == list(range(1, place.size + 1))


@pytest.mark.parametrize(
    ("bits", "degree"), [(0, 0), (1, 1), (300, 0), (300, 200), (10**5, 10**4), (10**8, 0)]
)
def test_so_many_places_are_enough(bits: int, degree: int) -> None:
    """The chance of a false polynomial: primes of 31 bits that divide it, points that are zeros of it."""
    places = residues.random_places(bits, degree, random.Random(1))
    primes = 50_697_537  # pi(2^31) - pi(2^30) = 105097565 - 54400028
    once = (bits + 1) / 30 / primes + degree / 2**30
    assert once ** len(places) <= 2**-60
    assert all(one.prime.bit_length() == 31 and one.x < one.prime > one.y for one in places)
    assert not residues.random_places(10**12, 0, random.Random(1))
