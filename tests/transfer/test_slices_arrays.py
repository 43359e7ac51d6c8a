"""Local rules on families of slices: what a hub knows of ever more neighbours, and what it cannot know.

Numbers are listed, or follow from the rule by hand.
"""

from __future__ import annotations

from functools import partial

import pytest
from agreement import law_agrees, refused
from choice import sample
from rules_of_kinds import ROWS

from gfkit import derive, family
from gfkit.errors import MismatchError
from gfkit.games import Rule
from gfkit.games.rule import Predicate
from gfkit.games.threshold import threshold


def near(require: str, colours: int = 2) -> Rule:
    table = {"neighbours": "rook", "require": require}
    return Rule.of({"name": require, "cells": {"colours": colours}, "rules": {"near": [table]}})


RULES = {
    "independent": near("x == 0 or not any(y == 1 for y in near)"),
    "dominating": near("x == 1 or 1 in near"),
    "total": near("any(y == 1 for y in near)"),
    "minimal cover": near("all(x + y > 0 for y in near) and (x == 0 or any(y == 0 for y in near))"),
    "perfect": near("x == 1 or count(y == 1 for y in near) == 1"),
    "three colours": near("not any(y == x for y in near)", 3),
    "two of three": near("distinct(all) == 2", 3),
    "between": near("1 <= count(y == 1 for y in near) <= 2"),
}
WITH_HUBS = ["star:n", "wheel:n", "fan:n", "gear:n", "helm:n", "book:n", "dipyramid:n", "bipartite:2xn"]
WITHOUT = ["prism:n", "moebius:n", "king:2xn", "hex:1xn", "C3xpath:n", "K3-tensor-path:n"]


@pytest.mark.parametrize(("name", "text"), sample(RULES, WITH_HUBS + WITHOUT, quick=1, seconds=0.8))
def test_laws_are_what_listing_gives(name, text):
    law_agrees(RULES[name], text, most=9 if RULES[name].colours == 2 else 7, edges=99)


def test_what_is_bounded():
    """Of how many neighbours alike a predicate tells no more; -1 and 1 cancel out, so that none is enough."""
    for text, bound in ROWS["bounds"]:
        assert threshold(Predicate(text), (0, 1, 2)) == (None if bound < 0 else bound), text
    assert threshold(Predicate("sum(near) == 1"), (-1, 0, 1)) is None


def test_what_is_counted_at_a_hub_is_refused():
    """It would count without end: the majority rule on stars has binomial sums for counts."""
    majority = near("2 * count(y == x for y in near) <= size(near)")
    part = {"neighbours": "rook", "when": "2 * count(near) > size(near)", "number": [1]}
    one = Rule.of({"name": "one", "cells": {"colours": 2}, "rules": {"exactly": [part]}})
    for rule in (majority, near("sum(all) % 2 == 0"), one):
        for text in ("star:n",):
            refused(MismatchError, partial(derive, rule, text), match="touches all slices")
    law_agrees(majority, "prism:n", most=10, edges=99)


def test_hubs_that_touch_some_vertices_of_a_slice():
    boards = family([(0, 1), (1, 2)], [(2, 0)], ring=True, hubs=[(0, 1)], spokes=[(0, 0), (1, 2)])
    law_agrees(RULES["dominating"], boards, most=11, edges=99)
