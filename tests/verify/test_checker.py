"""The checker of fractions: totals of arrays, odd files without states, powers that would fill the memory.

The truth is a listing of all arrays on the boards of the checker; a rule without fillings counts the board
without cells, and nothing else.
"""

from itertools import product
from random import Random
from types import SimpleNamespace

import pytest
from differential.second import certificate, in_python
from json_places import plainly

from gfkit.games import find_rule
from gfkit.proofs.checker import core, families, fractions, horner, kinds, reading


def after_slices(machine, q, count):
    """The columns y(0), ..., y(count) of the theorem, as polynomials."""
    columns = [machine.ends]
    for k in range(1, count + 1):
        numbers = columns[-1]
        for rows in reversed(machine.rows):
            before = [{} for _ in rows]
            for total, row in zip(before, rows, strict=True):
                for to, power in row:
                    core.add_to(total, numbers[to], power)
            numbers = before
        for (power, c), (total, end) in product(q[k].items(), zip(numbers, machine.ends, strict=True)):
            core.add_to(total, {key: c * number for key, number in end.items()}, power)
        columns.append(numbers)
    return columns


def test_integers_in_place_of_weights_keep_monomials_apart():
    """No coefficient reaches the digits of the next, on machines of at most two states."""
    for seed in range(20):
        rng = Random(seed)
        size, sites, count = rng.randint(1, 2), rng.randint(1, 2), rng.randint(1, 4)

        def monomial(largest, rng=rng):
            return {(rng.randrange(3), rng.randrange(3)): rng.choice([1, largest])}

        rows = [
            [[(rng.randrange(size), (rng.randrange(3), rng.randrange(2)))] for _ in range(size)]
            for _ in range(sites)
        ]
        machine = SimpleNamespace(rows=rows, states=[range(size)] * sites, start=[(0, {(0, 0): 1})])
        machine.ends = [monomial(10**6) for _ in range(size)]
        q = [{(0, 0): 1}, *(monomial(-(10**30)) for _ in range(count))]
        wide, high = horner.kronecker(machine, q, [], [], count, reading.Budget(10**9))
        columns = after_slices(machine, q, count)
        found = [power for column in columns for total in column for power in total.items()]
        assert high % wide == 0
        assert all(abs(c) < 2 ** (wide - 1) and x < high // wide for (x, _), c in found)


# Odd files


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


def test_long_numbers_are_no_endless_work(file):
    """They are refused before they are made, or differ early; otherwise this would not end."""
    for place in ["numerator", "denominator"]:
        for term in [[3, 10**6, 10**6, 1], [3, 10**5, 10**5, 1], [1000, 0, 0, 1]]:
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
