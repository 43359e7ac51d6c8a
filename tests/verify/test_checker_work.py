"""Odd files before the checker of fractions: without states, and with powers that would fill the memory.

What is right is known by hand: a rule without fillings counts the board without cells, and nothing else.
"""

import pytest
from differential.second import certificate, in_python
from json_places import plainly

from gfkit.games import find_rule
from gfkit.proofs.checker import families, fractions, kinds


@pytest.fixture(scope="module")
def file():
    return certificate(find_rule("snort"), "2xn", "left-ends", "players")


def test_a_rule_without_configurations_has_no_states(file):
    """There is one filling of the board without cells, and none of any other."""
    rule = {"kind": "array", "colours": 1, "weights": [[1, 1]], "counts": [], "forbid": [[[0, 0, "0"]]]}
    family = families.read_family(file["family"])
    system = fractions.build_system(rule, kinds.CountQuery("all", 2), family).data()
    none = file | {"rule": rule, "positions": "all", "system": plainly(system)}
    none |= {"sizes": [], "debts": [], "states": []}
    none["numerator"] = none["denominator"] = [[0, 0, 0, 1], [1, 1, 0, 1]]
    assert in_python(none)[0] == 0
    assert in_python(none | {"numerator": [[0, 0, 0, 1], [1, 1, 0, 2]]})[0] == 1


@pytest.mark.parametrize("place", ["numerator", "denominator"])
@pytest.mark.parametrize("term", [[3, 10**6, 10**6, 1], [3, 10**5, 10**5, 1], [1000, 0, 0, 1]])
def test_long_numbers_are_no_endless_work(file, place, term):
    """They are refused before they are made, or differ early; otherwise this would not end."""
    assert in_python(file | {place: [*file[place], term]})[0] in (1, 3)


def test_powers_of_a_weight_are_small():
    file = certificate(find_rule("independent-sets"), "2xn", weights="pieces")
    assert in_python(file)[0] == 0
    file["rule"]["weights"][1][0] = 2**62
    assert in_python(file) == (2, "rule: a weight is x^i y^j with powers up to 1000")


def test_a_piece_as_long_as_the_world_is_not_laid(file):
    file["rule"]["colours"][0]["pieces"].append([[0, 0], [10**9, 0]])
    assert in_python(file)[0] == 3


def test_the_rounds_of_all_predicates_have_an_end(file, monkeypatch):
    monkeypatch.setattr("gfkit.proofs.checker.arrays.ROUNDS", 10**5)
    window = [[0, k, mark] for k, mark in enumerate("abcdefghij")]
    text = "sum(1 for p in all for q in all for r in all for s in all if p == q + 5) == 0"
    rule = {"kind": "array", "colours": 3, "weights": [[0, 0]] * 3, "forbid": [], "counts": []}
    rule["conditions"] = [{"cells": window, "require": text}]
    assert in_python(file | {"rule": rule, "positions": "all"})[0] == 3
