"""The output of ``gfkit games RULE --constraints``: the constraints of a rule, as data and as sentences.

The data is compared with the listing of the oracle; the text is checked for a mathematical reader.
"""

import json
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from itertools import product
from random import Random
from types import ModuleType

import choice
import pytest
from cli.calling import call
from differential import arrays, covers, families, hanging
from tables import tables

from gfkit import brute_force
from gfkit.core.boards import parse_one_board
from gfkit.core.errors import GfkitError
from gfkit.core.rules import NAMED, Rule, find_rule
from gfkit.core.rules.kind import KINDS, KindEntry, from_kind
from gfkit.core.rules.kinds import constraints, system_of
from gfkit.core.rules.kinds.patterns import Patterns
from gfkit.core.rules.sentences import constraint_lines, constraints_question, numbers_phrase
from gfkit.core.rules.wording import counted_noun, rule_data, rule_sentences, title_noun

DATA = tables("kinds_cases")["printed"]


def answered(line):
    return call("games", *line.split(), "--constraints")


# Data


def solutions(data):
    """Yield the powers of x and y of all solutions, from the data alone."""
    slots = data["slots"]
    names = [slot["name"] for slot in slots]
    for values in product(*(slot["values"] for slot in slots)):
        shown = dict(zip(names, values, strict=True))
        if all(holds(one, shown) for one in data["constraints"]):
            powers = [slot["weights"][slot["values"].index(shown[slot["name"]])] for slot in slots]
            yield tuple(map(sum, zip(*powers, strict=True)))


def number(tests, shown):
    return sum(shown[test["slot"]] in test["values"] for test in tests)


def holds(one, shown):
    if one["kind"] == "exclusion":
        return number(one["tests"], shown) < len(one["tests"])
    assert one["kind"] == "cardinality"
    found, numbers = number(one["tests"], shown), one["numbers"]
    found = found % numbers["cap"] if numbers["modulo"] else min(found, numbers["cap"])
    return bool(one["given"] and not number(one["given"], shown)) or found in numbers["allowed"]


@pytest.mark.parametrize("words", DATA["read_back"])
def test_parsed_data_has_the_solutions_that_the_oracle_lists(words):
    data = json.loads(answered(f"{words} --json").out)
    assert (data["totals"], data["graphs"], data["arrows"], data["beyond"]) == ([], [], [], [])
    listed = brute_force(data["rule"], data["board"], data["positions"], "players").polynomial
    assert Counter(solutions(data)) == {tuple((*powers, 0, 0)[:2]): value for powers, value in listed.terms}


def test_whole_systems_are_in_the_data():
    for name in NAMED:
        rule = find_rule(name.replace(":k", ":3"))
        if rule.avoided:  # has no system
            continue
        asked = constraints_question(rule)
        system = system_of(asked.rule, asked.board)
        data = json.loads(answered(f"{name} --json").out)
        assert len(data["slots"]) == len({slot["name"] for slot in data["slots"]}) == len(system.slots)
        for key in ("constraints", "totals", "graphs", "arrows", "beyond"):
            assert len(data[key]) == len(getattr(system, key))


# Words


WORDS = DATA["words"]
RULES = DATA["rules"]


def items(lines):
    """Return the items without headings, and without the column of numbers."""
    return [line[2:] for line in lines if line.startswith("  ")]


@pytest.mark.parametrize("words", WORDS)
def test_the_constraints_of_named_structures_as_text(words):
    name, *rest = words.split(" ")
    asked = constraints_question(find_rule(name), rest[1] if rest else None)
    assert ["", *items(constraint_lines(asked))] == WORDS[words].split("\n")


@pytest.mark.parametrize("name", RULES)
def test_the_constraints_of_rules_as_text(name):
    rule, board, words = RULES[name]
    asked = constraints_question(Rule.of(rule), board)
    assert ["", *items(constraint_lines(asked))] == words.split("\n")


def test_headings():
    lines = answered("dominating-sets").lines
    assert [line for line in lines if not line.startswith(" ")] == DATA["headings"]
    assert all(len(line) <= 80 for line in lines)
    play = answered("snort --positions play").lines
    assert play[-2] == "Not expressed by constraints: the players have moved in turn."
    once = constraint_lines(constraints_question(Rule.of(RULES["total"][0]), "2x2"))
    assert "The number of these events that occur is exactly 1:" in once
    peaks = constraint_lines(constraints_question(Rule.of(RULES["image"][0])))
    assert peaks[-1] == "We count the distinct assignments of the variables that are not marked as forgotten."


def test_sets_of_numbers_as_text():
    numbers = {
        (frozenset({2}), 2, False): "at least 2",
        (frozenset({0, 2}), 2, False): "0 or at least 2",
        (frozenset({0}), 2, True): "an even number",
        (frozenset({0, 1}), 3, True): "0 or 1 modulo 3",
        (frozenset(), 0, False): "no allowed number",
    }
    for (allowed, cap, modulo), text in numbers.items():
        assert numbers_phrase(constraints.Numbers(allowed, cap, modulo)) == text


@pytest.mark.parametrize("number", [4, pytest.param(300, marks=pytest.mark.slow(20))])
def test_patterns_cover_every_constraint_once(number):
    """Use built-in and random rules on boards, tori and graphs."""
    rules = [find_rule(name.replace(":k", ":2")) for name in NAMED]
    for kind in (families, arrays, covers, hanging):
        for k in range(number):
            with suppress(GfkitError):  # some are refused when they are read
                rules.append(Rule.of(kind.case(Random(f"{choice.SEED} {k}")).rule))
    assert len(rules) > 3 * number
    for at, rule in [*enumerate(rules)][:: 1 if number > 4 else 2]:
        for board in ("3x4", "torus:3x3", "cycle:4", ".../.#.")[at % number :: number]:
            try:
                asked = constraints_question(rule, board)
                system = system_of(asked.rule, asked.board)
            except GfkitError:
                continue
            patterns = Patterns(system, asked.board)
            for parts in (system.slots, system.constraints):
                found = patterns.of(parts)
                assert sum(pattern.number for pattern in found) == len(parts)
                assert len(found) <= len(parts)
            assert constraint_lines(asked)[-1].startswith("We count ")


def test_impossible_constraints_are_not_printed():
    """A neighbour outside every board, and a degree that no vertex has."""
    for rule in DATA["nowhere"]:
        assert constraint_lines(constraints_question(Rule.of(rule), "2x3"))[-1].startswith("We count ")


# Rejected rules


REFUSED = DATA["refused"]


def test_queries_without_constraints_are_rejected():
    for words in REFUSED:
        code, out, err = call("games", *words.split())
        assert (code in (2, 3), out, err.count("\n")) == (True, "", 1)
        assert err.removeprefix("gfkit: ").startswith(REFUSED[words])


# A kind without words


@dataclass(frozen=True, slots=True)
class Sparse(Rule):
    """At most one cell is marked."""

    name: str = "Sparse"
    about: str = ""
    kind: str = "sparse"


def sparse_system(_rule, board, _positions):
    slots = [
        constraints.Slot(("mark", cell), (cell,), (0, 1), ((0, 0), (1, 0)), "it is marked")
        for cell in range(board.size)
    ]
    tests = tuple((slot.key, constraints.YES) for slot in slots)
    once = constraints.Cardinality(tuple(range(board.size)), tests, constraints.Numbers.of(0, 1))
    return constraints.ConstraintSystem(tuple(slots), (once,))


def test_a_kind_without_descriptions_is_printed(monkeypatch):
    module = ModuleType("sparse_kind")
    module.system_of = sparse_system
    monkeypatch.setitem(KINDS, "sparse", KindEntry("sparse_kind", frozenset(), ""))
    monkeypatch.setattr("gfkit.core.rules.kind.import_module", {"sparse_kind": module}.__getitem__)
    rule = Sparse()
    found = (
        counted_noun(rule),
        counted_noun(rule, 1),
        title_noun(rule),
        from_kind(rule.kind, "words", "RULE_OF", rule.kind),
    )
    assert found == ("configurations", "configuration", "configurations", "sparse")
    sentences = rule_sentences(rule)
    cells = ", ".join(f"({row},{col})" for row in (1, 2, 3) for col in (1, 2, 3))
    assert sentences[1] == "9  mark, as (2,2): it is marked; 0 or 1; 1 has weight x"
    assert sentences[3] == f"1  at most 1 of mark {cells} is 1"
    assert rule_data(rule) == {"name": "Sparse", "kind": "sparse", "about": "", "rules": sentences}
    assert parse_one_board("3x3").size == 9
