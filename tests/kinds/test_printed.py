"""What a rule was taken for, as gfkit games RULE --constraints prints it: as data and in words.

The truth of the data is what the oracle lists; the words are pinned as a mathematician would read them.
"""

import json
from collections import Counter
from dataclasses import dataclass
from itertools import product
from random import Random
from types import ModuleType

import choice
import pytest
from cli.calling import call
from differential import arrays, covers, families, hanging

from gfkit import brute_force
from gfkit.boards import parse_one_board
from gfkit.errors import GfkitError
from gfkit.games import NAMED, Rule, find_rule
from gfkit.games.kind import KINDS, KindEntry
from gfkit.kinds import constraints, system_of
from gfkit.kinds.patterns import Patterns
from gfkit.kinds.sentences import constraint_lines, constraints_question, numbers_phrase
from gfkit.kinds.wording import counted_noun, rule_data, rule_of, rule_sentences, title_noun


def answered(line):
    return call("games", *line.split(), "--constraints")


# Data


def solutions(data):
    """The powers of x and y of all solutions, from the data alone."""
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


@pytest.mark.parametrize(
    "words",
    [
        "domineering --board 2x3",
        "domineering --board 2x2 --positions right-ends",
        "col --board path:3 --positions maximal",
        "kings --board 3x3",
        "domino-tilings --board 2x3",
        "maximal-matchings --board 2x2",
        "even-subgraphs --board 2x3",
        "eulerian-orientations --board cycle:4",
        "domineering-tiles --board 2x2",
    ],
)
def test_data_read_back_has_the_solutions_that_the_oracle_lists(words):
    data = json.loads(answered(f"{words} --json").out)
    assert (data["totals"], data["graphs"], data["arrows"], data["beyond"]) == ([], [], [], [])
    listed = brute_force(data["rule"], data["board"], data["positions"], "players").polynomial
    assert Counter(solutions(data)) == {tuple((*powers, 0, 0)[:2]): value for powers, value in listed.terms}


def test_whole_systems_are_in_the_data():
    for name in NAMED:
        asked = constraints_question(find_rule(name.replace(":k", ":3")))
        system = system_of(asked.rule, asked.board)
        data = json.loads(answered(f"{name} --json").out)
        assert len(data["slots"]) == len({slot["name"] for slot in data["slots"]}) == len(system.slots)
        for key in ("constraints", "totals", "graphs", "arrows", "beyond"):
            assert len(data[key]) == len(getattr(system, key))


# Words


WORDS = {
    "snort": """
  9  piece1, as (2,2): a piece of left lies there; 0 or 1; 1 has weight x
  9  piece2, as (2,2): a piece of right lies there; 0 or 1; 1 has weight y
  9  at most 1 of piece1 (2,2), piece2 (2,2) is 1
  8  if piece1 (2,2) is 1, then none of piece2 (1,2), (2,1) is 1 (4 of them at the border)
  8  if piece2 (2,2) is 1, then none of piece1 (1,2), (2,1) is 1 (4 of them at the border)""",
    "kings": """
  9  value, as (2,2): its value; 0 or 1; 1 has weight x
  6  value (2,1) and (2,2) are not both 1
  6  value (1,2) and (2,2) are not both 1
  4  value (1,1) and (2,2) are not both 1
  4  value (1,2) and (2,1) are not both 1""",
    "dominating-sets": """
  9  value, as (2,2): its value; 0 or 1; 1 has weight x
  9  with all = [value (2,2), (1,2), (2,1), (2,3), (3,2)]: sum(all) >= 1 (8 of them at the border)""",
    "domino-tilings": """
  6  piece1, as (2,1)-(2,2): the piece XX lies there; 0 or 1; 1 has weight x
  6  piece2, as (1,2)-(2,2): the piece X/X lies there; 0 or 1; 1 has weight y
  9  exactly 1 of piece1 (2,1)-(2,2), (2,2)-(2,3), piece2 (1,2)-(2,2), (2,2)-(3,2) is 1 (8 of them at \
the border)""",
    "domineering-tiles --board 1x2": """
  2  tile, as (1,1): its tile; 0, 1, 2, 3 or 4; 1 has weight x; 3 has weight y
  2  tile (1,1) is not 1
  1  not both of these hold: tile (1,1) is not 4; tile (1,2) is 3
  1  not both of these hold: tile (1,1) is 4; tile (1,2) is not 3
  2  tile (1,1) is not 2
  1  tile (1,1) is not 3
  1  tile (1,2) is not 4""",
    "hamiltonian-paths": """
 12  edge, as (2,1)-(2,2) or (1,2)-(2,2): the edge is taken; 0 or 1
  9  at most 2 of edge (1,2)-(2,2), (2,1)-(2,2), (2,2)-(2,3), (2,2)-(3,2) are 1 (8 of them at the border)
  9  node (2,2)
  6  link (2,1)-(2,2), if edge (2,1)-(2,2) is 1
  6  link (1,2)-(2,2), if edge (1,2)-(2,2) is 1
     It has exactly 1 component.
     It has no cycle.""",
    "strong-orientations --board cycle:3": """
  3  arrow, as 1-2: the edge points to the second; 0 or 1
     Every cell is reached from every other one.""",
    "nogo --board path:3": """
  3  piece1, as 1: a piece of left lies there; 0 or 1; 1 has weight x
  3  piece2, as 1: a piece of right lies there; 0 or 1; 1 has weight y
  3  at most 1 of piece1 1, piece2 1 is 1
  2  node 1, if piece1 1 is 1; marked, if piece1 2 and piece2 2 are 0
  1  node 2, if piece1 2 is 1; marked once for each that holds: piece1 1 and piece2 1 are 0; piece1 3 \
and piece2 3 are 0
  2  link 1-2, if piece1 1 and 2 are 1
     Every component has at least 1 mark.
  2  node 1, if piece2 1 is 1; marked, if piece1 2 and piece2 2 are 0
  1  node 2, if piece2 2 is 1; marked once for each that holds: piece1 1 and piece2 1 are 0; piece1 3 \
and piece2 3 are 0
  2  link 1-2, if piece2 1 and 2 are 1
     Every component has at least 1 mark.""",
    "rooks": """
  9  value, as (2,2): its value; 0 or 1; 1 has weight x
  3  the word value (2,1), (2,2), (2,3) is accepted by an automaton that goes from state 0 by 0 to 0, by \
1 to 1; from 1 by 0 to 1; it starts in 0 and accepts in 0 or 1
  3  the word value (1,2), (2,2), (3,2) is accepted by an automaton that goes from state 0 by 0 to 0, by \
1 to 1; from 1 by 0 to 1; it starts in 0 and accepts in 0 or 1""",
}  # fmt: skip
RULES = {
    "pointers": (
        {"name": "shifts", "pointers": {"moves": ["oX"], "stay": True, "weight": {"stay": "x"}}},
        "1x3",
        """
  3  move, as (1,2): the cell that it points at; the cells (1,1), (1,2); (1,2) has weight x
  3  exactly 1 of move (1,2), (1,3) is (1,2) (1 of them at the border)""",
    ),
    "total": (
        {
            "name": "once",
            "cells": {"colours": 3},
            "rules": {"exactly": [{"shapes": ["ab"], "when": "a == b", "number": [1]}]},
        },
        "2x2",
        """
  4  value, as (1,1): its value; 0, 1 or 2
  2  with a = value (1,1), b = value (1,2): a == b""",
    ),
    "image": (
        {
            "name": "peaks",
            "cells": {"colours": 2},
            "image": {"neighbours": "rook", "map": "all(y <= x for y in near)"},
        },
        "3x3",
        """
  9  value, as (2,2): its value; 0 or 1; forgotten
  9  image, as (2,2): what the map shows of them; 0 or 1
  9  with x = value (2,2), near = [value (1,2), (2,1), (2,3), (3,2)]: image (2,2) is all(y <= x for y in \
near) (8 of them at the border)""",
    ),
    "window and pin": (
        {
            "name": "mixed",
            "cells": {"colours": 3},
            "rules": {
                "forbid": ["12/?1"],
                "count": [{"cell": 1, "neighbours": "rook", "of": [1, 2], "allowed": [0, 2]}],
                "pin": [{"at": "first", "require": "x == 0"}],
                "window": [{"shape": "2x2", "forbid": "rows[0] == rows[1]"}],
            },
        },
        "3x3",
        """
  9  value, as (2,2): its value; 0, 1 or 2
  4  not all of these hold: value (1,1) is 1; value (1,2) is 2; value (2,2) is 1
  9  if value (2,2) is 1, then 0 or 2 of value (1,2), (2,1), (2,3), (3,2) are not 0 (8 of them at the border)
  4  with rows = [[value (1,1), (1,2)], [value (2,1), (2,2)]]: not (rows[0] == rows[1])
  1  value (1,1) is 0""",
    ),
}  # fmt: skip


def items(lines):
    """Lines that are no headings, without what stands before the widest number."""
    return [line[2:] for line in lines if line.startswith("  ")]


@pytest.mark.parametrize("words", WORDS)
def test_words(words):
    name, *rest = words.split(" ")
    asked = constraints_question(find_rule(name), rest[1] if rest else None)
    assert ["", *items(constraint_lines(asked))] == WORDS[words].split("\n")


@pytest.mark.parametrize("name", RULES)
def test_words_of_rules(name):
    rule, board, words = RULES[name]
    assert ["", *items(constraint_lines(constraints_question(Rule.of(rule), board)))] == words.split("\n")


def test_headings():
    lines = answered("dominating-sets").lines
    assert [line for line in lines if not line.startswith(" ")] == [
        "dominating-sets on 3x3, positions all",
        "Slots, each with its values; a statement is true where its slot is 1, and false",
        "where it is 0:",
        "Constraints, which all hold (at the border, of each only what is on the board):",
        "Counted are the ways to give every slot a value.",
    ]
    assert all(len(line) <= 80 for line in lines)
    play = answered("snort --positions play").lines
    assert play[-2] == "Not said by constraints: the players have moved in turn."
    once = constraint_lines(constraints_question(Rule.of(RULES["total"][0]), "2x2"))
    assert "How many of these events happen: exactly 1:" in once
    peaks = constraint_lines(constraints_question(Rule.of(RULES["image"][0])))
    assert peaks[-1] == "Counted are the different values of the slots that are not forgotten."


def test_numbers_in_words():
    numbers = {
        (frozenset({2}), 2, False): "at least 2",
        (frozenset({0, 2}), 2, False): "0 or at least 2",
        (frozenset({0}), 2, True): "an even number",
        (frozenset({0, 1}), 3, True): "0 or 1 modulo 3",
        (frozenset(), 0, False): "no allowed number",
    }
    for (allowed, cap, modulo), text in numbers.items():
        assert numbers_phrase(constraints.Numbers(allowed, cap, modulo)) == text


@pytest.mark.parametrize("number", [10, pytest.param(300, marks=pytest.mark.slow(20))])
def test_patterns_hold_everything_once(number):
    """Of built-in rules and random ones, on paper, tori and graphs."""
    rules = [find_rule(name.replace(":k", ":2")) for name in NAMED]
    for kind in (families, arrays, covers, hanging):
        rules += [Rule.of(kind.case(Random(f"{choice.seed()} {k}")).rule) for k in range(number)]
    for rule in rules:
        for board in ("3x4", "torus:3x3", "cycle:4", ".../.#."):
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
            assert constraint_lines(asked)[-1].startswith("Counted are ")


# What is refused


REFUSED = {
    "colx --constraints": "game 'colx' is unknown; did you mean col?",
    "--constraints": "--constraints shows one game: name it, as in gfkit games kings --constraints",
    "col --constraints --board 3xn": "board '3xn' is a family, one board for every n, and one",
    "col --constraints --board 3x": "board '3x'",
    "kings --constraints --board path:4": "board 'path:4' is a graph without rows and columns, and",
    "kings --constraints --positions maximal": "positions 'maximal' needs a game with moves; 'Kings' is",
    "kings --constraints --positions most": "positions 'most'",
    "kings --constraints --board 3x3/..": "board '3x3/..'",
    "kings --constraints --board A./..": "board 'A./..' has a piece 'A' lying on it; 'Kings' is a rule",
    "kings --constraints --board 21x21": "board '21x21' has 441 cells, and constraints are put in",
    "kings --board 3x3": "--board 3x3 says where constraints are laid: give --constraints too",
    "kings --positions all": "--positions all says where constraints are laid: give --constraints too",
    "--constraints --list": "--constraints and --list: give one or the other",
    "kings --constraints --picture a.svg": "--constraints and --picture: give one or the other",
}


@pytest.mark.parametrize("words", REFUSED)
def test_refused(words):
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


def test_a_kind_may_leave_all_words_out(monkeypatch):
    module = ModuleType("sparse_kind")
    module.system_of = sparse_system
    monkeypatch.setitem(KINDS, "sparse", KindEntry("sparse_kind", frozenset(), ""))
    monkeypatch.setattr("gfkit.games.kind.import_module", {"sparse_kind": module}.__getitem__)
    rule = Sparse()
    assert (counted_noun(rule), counted_noun(rule, 1), title_noun(rule), rule_of(rule)) == (
        "configurations",
        "configuration",
        "configurations",
        "sparse",
    )
    sentences = rule_sentences(rule)
    cells = ", ".join(f"({row},{col})" for row in (1, 2, 3) for col in (1, 2, 3))
    assert sentences[1] == "9  mark, as (2,2): it is marked; 0 or 1; 1 has weight x"
    assert sentences[3] == f"1  at most 1 of mark {cells} is 1"
    assert rule_data(rule) == {"name": "Sparse", "kind": "sparse", "about": "", "rules": sentences}
    assert parse_one_board("3x3").size == 9
