"""Arrays: how many different images a map makes, and local rules on families of slices.

Every image is made one by one here, by code without rules; other numbers are listed, or follow by hand.
"""

from __future__ import annotations

from itertools import pairwise, product
from typing import Any

import pytest
from agreement import law_agrees
from choice import sample, some_of, then_slow
from rules_of_kinds import ROWS
from tables import tables

import gfkit
from gfkit import Rule
from gfkit.core.rules.expression import kinds_of
from gfkit.core.rules.threshold import threshold
from gfkit.core.rules.values import Predicate

DATA = tables("transfer_cases")["transfer_arrays"]


def hilltops(values: int) -> Rule:
    """Return the rule of local maxima: no king neighbour exceeds the element."""
    return Rule.array(colours=values, image={"neighbours": "king", "map": "all(y <= x for y in near)"})


LARGER = [(3, "nx3", 6), (2, "1xn", 7), (4, "nx1", 5), (2, "nx3", 9)]


@pytest.mark.parametrize(("values", "family", "most"), then_slow([(2, "2xn", 8)], 2, *LARGER))
def test_all_images_are_counted_once(values, family, most):
    law_agrees(hilltops(values), family, most=most, far=(0, 1, 2))


def test_cells_outside_are_neighbours_in_large_neighbourhoods():
    square = "ooooo/ooooo/ooXoo/ooooo/ooooo"
    near = [(square, "x == 0 or count(y == 1 for y in near) != 14")]
    rule = Rule.array(colours=2, outside=1, near=near)
    assert gfkit.count(rule, "3x4") == gfkit.brute_force(rule, "3x4") != 2**12


def test_images_of_two_components_are_independent():
    apart, one = gfkit.count(hilltops(3), "..#../..#.."), gfkit.count(hilltops(3), "2x2")
    assert apart.count == one.count**2


def test_the_identity_has_one_image_for_each_array():
    """The identity has as many images as there are arrays, a constant has one where there is an array."""
    rule: dict[str, Any] = {"values": [0, 3, 7], "window": [("ab", "a != b")]}
    bare, whole = Rule.array(**rule), Rule.array(**rule, image={"shape": "a", "map": "2 * a - 5"})
    none = Rule.array(**rule, image={"shape": "ab", "map": "4"})
    assert gfkit.derive(bare, "nx3").terms(8) == gfkit.derive(whole, "nx3").terms(8)
    assert gfkit.derive(none, "nx3").terms(5) == [1] * 5
    nothing = Rule.array(colours=1, window=[("ab", "a != b")], image={"shape": "a", "map": "a"})
    assert gfkit.derive(nothing, "nx2").terms(4) == [1, 0, 0, 0]


def test_windows_equivalent_to_pairs_of_cells():
    """Some windows fix cells, and some exclude all assignments."""
    for says in DATA["windows"]:
        for values in ([0, 1], [0, 1, 2]):
            rule = Rule.array(values=values, window=("ab/cd", says))
            for board in some_of(("2x3", "2x2", "3x3"), 1):
                assert gfkit.count(rule, board) == gfkit.brute_force(rule, board), (says, values, board)


def test_images_with_ordered_values_and_counters():
    image = {"shape": "ab", "map": "a == b"}
    ordered = Rule.array(colours=3, new_values="row-major", image=image)
    once = Rule.array(colours=2, exactly=[{"shapes": ["ab"], "when": "a != b", "number": [1]}], image=image)
    for n in range(1, 6):
        words = [
            w for w in product(range(3), repeat=n) if all(v <= max((-1, *w[:k])) + 1 for k, v in enumerate(w))
        ]
        images = {tuple(a == b for a, b in pairwise(w)) for w in words}
        assert gfkit.count(ordered, f"1x{n}").count == len(images)
        assert gfkit.derive(once, "1xn")[n] == n - 1


def test_images_on_complete_graphs_and_with_hubs():
    """0, 1, 2 or more ones; the majority rule has formulas on families without a hub."""
    rule = Rule.array(colours=2, image={"neighbours": "rook", "map": "max(near)"})
    assert gfkit.count(rule, "complete:4").count == 6
    law_agrees(near("2 * count(y == x for y in near) <= size(near)"), "prism:n", most=10, edges=99)


def test_kinds_of_values():
    """Values that no subexpression distinguishes are merged; values in lists are all distinguished."""
    spots = (("a", 0), ("b", 1), ("all", (0, 1)))
    for *parts, first, second in ROWS["told_apart"]:
        assert kinds_of(tuple(parts), spots, 2, (0, 1, 2)) == (tuple(first), tuple(second)), parts


# Local rules on families of slices: bounded and unbounded information about the neighbours of a hub.


def near(require: str, colours: int = 2) -> Rule:
    return Rule.array(colours=colours, near=[("rook", require)])


RULES = {name: near(says, colours) for name, (says, colours) in DATA["near"].items()}
WITH_HUBS = ["star:n", "wheel:n", "fan:n", "gear:n", "helm:n", "book:n", "dipyramid:n", "bipartite:2xn"]
WITHOUT = ["prism:n", "moebius:n", "king:2xn", "hex:1xn", "C3xpath:n", "K3-tensor-path:n"]


@pytest.mark.parametrize(("name", "text"), sample(RULES, WITH_HUBS + WITHOUT, quick=1, seconds=0.8))
def test_formulas_agree_with_listing(name, text):
    law_agrees(RULES[name], text, most=9 if RULES[name].colours == 2 else 7, edges=99)


def test_thresholds_of_neighbour_counts():
    """Return the count beyond the last change of a predicate; -1 and 1 cancel, so there is no bound."""
    for text, bound in ROWS["bounds"]:
        assert threshold(Predicate(text), (0, 1, 2)) == (None if bound < 0 else bound), text
    assert threshold(Predicate("sum(near) == 1"), (-1, 0, 1)) is None


def test_hubs_adjacent_to_some_vertices_of_a_slice():
    boards = gfkit.family([(0, 1), (1, 2)], [(2, 0)], ring=True, hubs=[(0, 1)], spokes=[(0, 0), (1, 2)])
    law_agrees(RULES["dominating"], boards, most=11, edges=99)


def test_two_long_rows_in_order_are_compared_column_by_column():
    # Either the first word is smaller, or the words are equal: 2^n (2^n + 1) / 2 arrays.
    rows = {"along": "rows", "order": "nondecreasing", "read": "forwards"}
    rule = Rule.of({"name": "In order", "cells": {"colours": 2}, "rules": {"forbid": [], "line": [rows]}})
    assert gfkit.count(rule, "2x24").count == 2**23 * (2**24 + 1)
