"""The engines compared with each other and with plain Python: automata and transition tables.

References: listing for rules, the sum over all choices of options for random automata, and FLINT.
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from importlib import import_module
from math import comb

import numpy as np
import pytest
from choice import sample, then_slow
from hypothesis import given, settings, strategies as st
from rules_of_kinds import SQUARED
from rungs import all_rungs, by_layers, by_reference, layers_of, quiet

from gfkit import count
from gfkit.core.algebra import limb
from gfkit.core.boards import parse_one_board
from gfkit.core.engine.machine.base import Terms
from gfkit.core.engine.machine.slot import Kinds, Option, Site, SlotMachine, assemble
from gfkit.core.engine.machine.system import build_machine
from gfkit.core.engine.sweep import (
    engine2_integers,
    engine3_limbs,
    engine4_dense,
    filling,
    layers,
    products,
    residues,
    state_rows,
)
from gfkit.core.engine.sweep.tables import Layer, Layers, Matching
from gfkit.core.rules import Question, Rule, find_rule
from gfkit.core.rules.kinds.array.rule import ArrayRule, Window
from gfkit.core.typing import Positions, Weights

# Machines of rules on larger boards; on small ones conformance tests climb every rung.

GAMES = ("domineering", "l-tromping", "col", "snort", "cis:3", "o12", "node-kayles", "cram",
         "domineering-tiles", "domineering-maximal-tiles")  # fmt: skip
RULES: dict[str, Rule] = {game: find_rule(game) for game in GAMES}
RULES |= {name: SQUARED[name] for name in ("windows", "kings", "cover", "rook moves")}


def laid(sites: Sequence[Sequence[Option]], kinds: Kinds | None = None) -> SlotMachine:
    """Return the automaton of options with the names of features."""
    return assemble([Site.of(options) for options in sites], kinds)


@pytest.mark.parametrize(("name", "text"), sample(RULES, ["4x9", "9x4", "5x5", "3x7"], quick=1, seconds=1))
def test_engines_on_larger_boards(name: str, text: str) -> None:
    """Sweep by rows and by columns, and densely if few combinations are possible."""
    rule, place = RULES[name], parse_one_board(text)
    cells = range(place.size)
    by_rows, by_columns = (sorted(cells, key=lambda c: place.places[c][::step]) for step in (1, -1))
    narrow = by_columns if len({row for row, _ in place.places}) < 5 else by_rows
    machine = build_machine(rule, place, narrow, Positions.ALL, Weights.NONE)
    total = engine2_integers.integer_sweep(layers_of(machine))
    assert by_layers(machine) == {(0, 0): total}
    assert by_reference(Question(rule, place), narrow) == {(0, 0): total}
    if isinstance(machine, SlotMachine) and machine.combinations < 1 << 18:
        assert engine4_dense.dense_sweep(machine, quiet) == {(0, 0): total}
        alone = residues.Place(prime := 2**31 - 1, 1, 1)
        assert engine4_dense.dense_residues(machine, [alone], quiet) == [total % prime]
    weighted = by_layers(build_machine(rule, place, narrow, Positions.ALL, Weights.PLAYERS))
    assert sum(weighted.values()) == total
    if text == "3x7":
        assert weighted == by_layers(build_machine(rule, place, by_rows, Positions.ALL, Weights.PLAYERS))


# Random automata, compared with the definition of an option.

Sites = list[list[Option]]


@st.composite
def slot_sites(draw: st.DrawFn, weights: bool) -> Sites:
    """Return options that read and write a few features of up to four values."""
    powers = st.tuples(st.integers(0, 2), st.integers(0, 2)) if weights else st.just((0, 0))
    values = st.integers(0, draw(st.integers(1, 3)))
    tables = st.dictionaries(values, values, max_size=4)
    option = st.builds(Option, powers, st.dictionaries(st.integers(0, 4), tables, max_size=3))
    return draw(st.lists(st.lists(option, max_size=3), max_size=7))


def followed(sites: Sites) -> Terms:
    """Sum over all choices of options: features are 0 until an option changes them."""
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


@given(st.booleans().flatmap(lambda weights: slot_sites(weights=weights)), st.booleans())
def test_random_automata(sites: Sites, grouped: bool) -> None:
    kinds = {feature: (feature % 2, feature // 2) for feature in range(5)} if grouped else None
    assert all_rungs(laid(sites, kinds)) == followed(sites)


@settings(max_examples=5)
@given(slot_sites(weights=False), st.integers(20, 60))
def test_repeated_random_automata(sites: Sites, times: int) -> None:
    """Repeat the steps and keep the features, so that counts fill many words."""
    renamed = [[Option(o.weight, dict(o.tables)) for o in options] for options in sites]
    all_rungs(laid(renamed * times))


def test_automata_without_steps_and_without_paths() -> None:
    assert all_rungs(laid([])) == {(0, 0): 1}
    assert all_rungs(laid([[]])) == {}
    assert all_rungs(laid([[Option()], [], [Option()]])) == {}
    assert all_rungs(laid([[Option((2, 3))], [Option((0, 1)), Option((1, 0))]])) == {(2, 4): 1, (3, 3): 1}


def test_many_tracks_fill_several_words() -> None:
    """Set a hundred features at random steps and test them later: 2^100, and one way if all must agree."""
    free = [[Option((0, 0), {i: {0: 0}}), Option((1, 0), {i: {0: 1}})] for i in range(8)]
    asked = [[Option((0, 0), {i: {0: 0, 1: 1}})] for i in range(7, -1, -1)]
    machine = laid(free + asked)
    assert machine.words == 1
    assert all_rungs(machine) == {(k, 0): value for k, value in enumerate([1, 8, 28, 56, 70, 56, 28, 8, 1])}
    pinned = [[Option((1, 0), {i: {0: 1}})] for i in range(100)]
    wide = laid(pinned + [[Option((0, 0), {i: {1: 0}})] for i in range(100)])
    assert wide.words == 2
    assert by_layers(wide) == {(100, 0): 1}


def test_degenerate_automata() -> None:
    """Degenerate automata: no state left, no option, a first step without tracks."""
    alive = [[Option(tables={i: {0: 0}}), Option(tables={i: {0: 1}})] for i in range(13)]
    read = [[Option(tables={i: {0: 0, 1: 0}})] for i in range(13)]
    dead = [Option(tables={0: {5: 0}})]
    for sites in (
        [[], *alive, *read],
        [[Option()], *alive, *read],
        [*alive, dead, *read],
        [*alive, [], *read],
    ):
        machine = laid(sites)
        filling.nearly_full(machine, 1 << 30)
        all_rungs(machine)


# Long numbers.


@pytest.mark.parametrize("length", then_slow([20], 3, 26, 40))
def test_numbers_beyond_48_bits_and_beyond_a_word(length: int) -> None:
    """Whole words are kept as long as they are seen to have room; half the longest board needs two limbs."""
    board = parse_one_board(f"{length}x5")
    for weights in (Weights.NONE, Weights.PIECES):
        machine = build_machine(RULES["domineering"], board, range(board.size), Positions.ALL, weights)
        assert by_layers(machine) == engine2_integers.packed_sweep(layers_of(machine))


@pytest.mark.parametrize(
    "weights", [pytest.param(w, marks=pytest.mark.slow(3.5)) for w in ("none", "players")]
)
def test_sums_of_limbs_above_64_bits(weights: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """2^17 states with 3^30 ways each merge into one: sums of limbs exceed 2^64."""
    doublings = 17

    def layer(before: int, after: int, *ways: tuple[Sequence[int], Sequence[int]]) -> Layer:
        pairs = (np.array(way, np.int32) for way in ways)
        return Layer(before, after, tuple(Matching((0, 0), *pair) for pair in pairs))

    alone, sizes = ([0], [0]), [1 << k for k in range(doublings)]
    doubled = [layer(n, 2 * n, (range(n), range(n)), (range(n), range(n, 2 * n))) for n in sizes]
    met = layer(1 << doublings, 1, *(([state], [0]) for state in range(1 << doublings)))
    sites = (*[layer(1, 1, *[alone] * 3)] * 30, *doubled, met, *[layer(1, 1, alone)] * 48)
    made = Layers(sites, np.zeros(1, np.int32))
    monkeypatch.setattr(import_module("gfkit.core.engine.task"), "compile_layers", lambda *_: made)
    assert count("domineering", "1x2", weights=weights).polynomial.total == 3**30 * 2**doublings


# Numbering states.

ROW = st.one_of(st.integers(0, 3), st.integers(0, (1 << 64) - 1))


@given(st.integers(1, 4).flatmap(lambda words: st.lists(st.tuples(*[ROW] * words), min_size=1, max_size=40)))
def test_rows_are_numbered_in_order(drawn: list[tuple[int, ...]]) -> None:
    """The numbers depend on the set of rows alone, so that equal sets are seen to be equal."""
    distinct, numbers = state_rows.number_rows(np.array(drawn, np.uint64))
    ordered = sorted({*drawn})
    assert [*map(tuple, distinct.tolist())] == ordered
    assert numbers.tolist() == [*map(ordered.index, drawn)]


def test_numbering_many_rows() -> None:
    """Include rows whose words have equal sums after any mixing of the first."""
    mix = np.array([0, 1], np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    mix ^= mix >> np.uint64(29)
    many = np.random.default_rng(5).integers(0, 30, (9000, 5)).astype(np.uint64) << np.uint64(40)
    for codes in (many, np.array([[0, mix[1]], [1, mix[0]], [0, mix[1]]], np.uint64)):
        distinct, numbers = state_rows.number_rows(codes)
        assert distinct[numbers].tolist() == codes.tolist()
        assert len(distinct) == len({*map(tuple, codes.tolist())})


@pytest.mark.parametrize("weights", [Weights.PIECES, pytest.param(Weights.NONE, marks=pytest.mark.slow(2))])
def test_states_of_several_words(weights: Weights, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ones at a minimum distance: C(n - (k - 1) distance, k) words contain k ones."""
    for distance, words in ((3, 1), (20, 3)):
        windows = tuple(Window((((0, 0), "1"), ((0, step), "1"))) for step in range(1, distance + 1))
        rule, board = ArrayRule("apart", 2, ((0, 0), (1, 0)), windows), parse_one_board("1x60")
        machine = build_machine(rule, board, range(60), Positions.ALL, weights)
        assert getattr(machine, "words", None) == words
        ways = {(k, 0): comb(max(0, 60 - max(0, k - 1) * distance), k) for k in range(60)}
        by_ones = {key: value for key, value in ways.items() if value}
        expected = by_ones if weights is not Weights.NONE else {(0, 0): sum(by_ones.values())}
        tables = layers_of(machine)
        assert engine2_integers.packed_sweep(tables) == expected
        assert engine3_limbs.limb_sweep(tables, quiet) == expected
        assert int(count(rule, "1x60")) == sum(by_ones.values())
        monkeypatch.setattr(layers, "ARRAYS", False)
        assert engine2_integers.packed_sweep(layers_of(machine)) == expected
        monkeypatch.undo()


def test_the_number_of_random_evaluations_bounds_the_error() -> None:
    """Bound the chance of a false polynomial: primes of 31 bits that divide it, points that are zeros."""
    primes = 50_697_537  # pi(2^31) - pi(2^30) = 105097565 - 54400028
    for bits, degree in ((0, 0), (1, 1), (300, 0), (300, 200), (10**5, 10**4), (10**8, 0)):
        places = residues.random_places(bits, degree, random.Random(1))
        once = (bits + 1) / 30 / primes + degree / 2**30
        assert once ** len(places) <= 2**-60
        assert all(one.prime.bit_length() == 31 and one.x < one.prime > one.y for one in places)
    assert not residues.random_places(10**12, 0, random.Random(1))


# Sums of products of polynomials, modulo primes and by FLINT.


def test_sums_of_products_agree_with_flint() -> None:
    for states, *sizes in ((32, 3, 4, 2, 5), (250, 2, 2, 2, 2), (40, 1, 100, 1, 100), (101, 9, 1, 30, 1),
                           (33, 1, 1, 1, 2), (0, 1, 2, 1, 1), (1, 2, 1, 1, 3),
                           (31, 3, 4, 2, 5), (40, 1, 130, 1, 130)):  # fmt: skip
        random = np.random.default_rng(states)
        left = random.integers(0, 1 << 63, (2, states, *sizes[:2]), np.uint64)
        right = random.integers(0, 1 << 63, (1, states, *sizes[2:]), np.uint64)
        left[:, 5:20], right[:, 5:20] = left[:, 4:5], right[:, 4:5]
        long = limb.dot_polynomials(limb.settle(left.copy()), limb.settle(right.copy()))
        sides = products.Side.of(left), products.Side.of(right)
        assert sizes[1] > 100 or products.products_by_residues(*sides) == long
        assert products.sum_of_products(*sides) == long


def test_the_largest_residues_are_added_exactly() -> None:
    """100 products are added without a reduction, here all of the largest size modulo the first prime."""
    for word in (2**64 - 1, (2**24 - 3) // 2, (2**24 - 3) // 2 + 1):
        left = np.full((1, 200, 2, 100), word, np.uint64)
        left[0, :, 0, 0] -= np.arange(200, dtype=np.uint64)  # all states are distinct
        long = limb.dot_polynomials(limb.settle(left.copy()), limb.settle(left.copy()))
        assert products.products_by_residues(products.Side.of(left), products.Side.of(left)) == long
