"""Paths with an unbounded height: printed sequences, all words by definition, automata of strips, forgeries.

Random paths are in ``differential/paths.py``; here the terms of their systems are compared, without a law.
"""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from fractions import Fraction
from typing import Any

import pytest
from choice import drawn, some_of
from differential import paths as words
from refusals import refused
from tables import tables

import gfkit
from gfkit.core.errors import GfkitError, InputError, LimitError, OptionError, RuleError
from gfkit.proofs.checker.paths import system_of_paths
from gfkit.proofs.checker.reading import Budget, RefusalError
from gfkit.specifications.paths import law_of_paths, paths_of_table
from gfkit.specifications.system import PolynomialSystem

PRINTED = tables("paths")
DYCK = {"U": [1, 1], "D": [0, -1]}
MOTZKIN = {"U": [1, 1], "F": [1, 0], "D": [1, -1]}


def equations(system: PolynomialSystem) -> tuple[str, dict[str, dict[Any, int]]]:
    """Return a system in the form of the checker."""
    names = system.names
    return names[0], {
        name: {
            (a, tuple(sorted(Counter(dict(zip(names, e, strict=True))).elements()))): c for c, a, _, e in row
        }
        for name, row in zip(names, system.equations, strict=True)
    }


def rebuilt(origin: object) -> tuple[str, dict[str, dict[Any, int]]]:
    return system_of_paths(json.loads(json.dumps(origin)), Budget())


@pytest.mark.parametrize("name", PRINTED)
def test_sequences_in_print(name: str) -> None:
    table, terms = PRINTED[name]["paths"], PRINTED[name]["terms"]
    law = law_of_paths(paths_of_table(table), name)
    assert law.terms(len(terms)) == terms
    assert law.evidence.status.value == "proved"
    assert law[12] == words.finite_terms(words.PathCase(table, [], []), 13)[12]  # type: ignore[index]
    assert rebuilt(law.origin) == equations(law.system)


def test_two_patterns_have_the_generating_function_in_print() -> None:
    """A025243: Dyck (n-1)-paths without DUDU and UUDD, n >= 3; (1 + x + 2x^2 - sqrt(...))/2."""
    square, root = [1, -2, -3, 0, 4, *[0] * 20], [Fraction(1)]
    for n in range(1, 25):
        root.append((square[n] - sum(root[k] * root[n - k] for k in range(1, n))) / 2)
    law = law_of_paths(paths_of_table({"steps": DYCK, "forbid": ["DUDU", "UUDD"]}))
    assert law.terms(24)[2:] == [-value / 2 for value in root[3:]]


@pytest.mark.parametrize("number", range(60))
def test_random_systems_have_the_terms_of_all_words(number: int) -> None:
    made = words.case(drawn(f"paths {number}"))
    with suppress(LimitError):
        compare_terms(made)


def compare_terms(made: words.PathCase) -> None:
    automaton, origin = words.automaton(made)
    wanted = words.finite_terms(made, 12)
    if wanted is None:
        with refused(InputError, "infinitely many"):
            automaton.system()
        return
    system = automaton.system()
    series = system.expand(12)[0]
    terms = [int(series[k]) for k in range(12)]
    assert terms == wanted
    few = words.word_terms(made, 5)
    assert few is None or few == terms[:5]
    assert rebuilt(origin) == equations(system)


# Bounded heights


STRIPS = [
    {"steps": MOTZKIN, "max_height": 3},
    {"steps": MOTZKIN, "max_height": 2, "end": "anywhere", "forbid": ["UFD", "FF"]},
    {"steps": {"U": [1, 2], "D": [1, -1], "F": [1, 0, 3]}, "max_height": 5, "end": 1},
    {"steps": MOTZKIN, "max_height": 4, "forbid_at_zero": ["UD"], "weights_at_zero": {"F": 2}},
    {"steps": {"U": [1, 1, -2], "D": [1, -1]}, "max_height": 12},
]


@pytest.mark.parametrize("table", STRIPS)
def test_strips_have_the_formula_of_their_automaton(table: dict[str, Any]) -> None:
    start, arrows, value = words.reference(words.PathCase(table, [], []))
    law = gfkit.from_steps(
        (start, 0),
        lambda state: [((to, state[1] + rise), weight) for to, weight, rise, _ in arrows(*state)],
        lambda state: value(*state),
    )
    found = law_of_paths(paths_of_table(table))
    assert found.rational == law.rational  # type: ignore[union-attr]
    assert rebuilt(found.origin) == equations(found.system)


# Dynamic programs with a counter


def test_programs_with_a_counter() -> None:
    def step(last: str) -> Any:
        yield "U", 1, 1
        if last != "U":
            yield "D", True, -1, 0

    law = gfkit.from_steps("D", step, lambda _: True, counter="zero")
    assert law.terms(9) == [1, 0, 0, 0, 0, 0, 0, 0, 0]  # a first D never follows an U
    free = gfkit.from_steps(0, lambda _: [(0, 1, 1), (0, 1, -1)], lambda _: 1, counter="free")
    assert free.terms(9) == [1, 0, 2, 0, 6, 0, 20, 0, 70]
    assert "state alone" in free.hypothesis  # type: ignore[attr-defined]
    grows = gfkit.from_steps(0, lambda q: [(1 - q, 2, 1), (q, 1, 0)], lambda q: q, counter="any")
    assert grows.terms(4) == [0, 2, 4, 14]  # words of 2 letters U and F with an odd number of U
    assert "dynamic program" in str(grows.as_json()["game"])  # type: ignore[attr-defined]


@pytest.mark.parametrize(("step", "final", "counter", "kind", "fact"), [
    ([(0, 1, 1)], 1, "zeros", OptionError, "'zeros'"), ([(0, 1)], 1, "any", OptionError, "(0, 1)"),
    ([(0, 1, 0.5)], 1, "any", OptionError, "0.5"), ([(0, 1, 99)], 1, "any", OptionError, "99"),
    ([(0, 1, 1, -1)], 1, "any", OptionError, "-1"), ([([], 1, 1)], 1, "any", OptionError, "hashable"),
    ([(0, 1, 1)], 0.5, "any", OptionError, "0.5"), ([(0, 1, 1, 0)], 1, "any", InputError, "infinitely many"),
    ([(0, -1, 1, 0), (0, 1, -1)], 1, "zero", OptionError, "-1"), ([0], 1, "any", OptionError, "yielded 0"),
    ([(0, 1, 0, 0)], 1, "free", InputError, "infinitely many"), (None, 1, "any", OptionError, "None"),
])  # fmt: skip
def test_invalid_programs_with_a_counter(step: Any, final: Any, counter: str, kind: Any, fact: str) -> None:
    with refused(kind, fact):
        gfkit.from_steps(0, lambda _: step, lambda _: final, counter=counter)


def test_programs_without_end_are_refused() -> None:
    with refused(LimitError, "more than 50 states"):
        gfkit.from_steps(0, lambda n: [(n + 1, 1, 1)], lambda _: 1, counter="any", max_states=50)
    with refused(OptionError, "start", "{0: 1}"):
        gfkit.from_steps({0: 1}, lambda _: [], lambda _: 1, counter="any")
    calls = iter(range(99))
    with refused(OptionError, "two calls"):
        gfkit.from_steps(0, lambda _: [(0, next(calls), 1)], lambda _: 1, counter="any")


# Rule files


UD: dict[str, Any] = {"steps": DYCK}


@pytest.mark.parametrize(("table", "key", "value"), [
    ({}, "steps", "missing"), ({"steps": {}}, "steps", "{}"), ({"steps": [1]}, "steps", "[1]"),
    ({"steps": {"Up": [1, 1]}}, "steps", "'Up'"),
    ({"steps": {"U": [1]}}, "steps U", "[1]"),
    ({"steps": {"U": [1, True]}}, "steps U", "True"), ({"steps": {"U": [-1, 1]}}, "steps U", "[-1, 1]"),
    ({"steps": {"U": [1, 99]}}, "steps U", "[1, 99]"), (UD | {"forbid": "UDU"}, "forbid", "'UDU'"),
    ({"steps": {"U": [1, 1, 2, 3]}}, "steps U", "2, 3]"), ({"steps": {"U": 1}}, "steps U", "1"),
    (UD | {"forbid": ["UX"]}, "forbid", "'UX'"), (UD | {"forbid": [""]}, "forbid", "''"),
    (UD | {"forbid_at_zero": [3]}, "forbid_at_zero", "3"), (UD | {"end": -1}, "end", "-1"),
    (UD | {"end": True}, "end", "True"), (UD | {"end": "nowhere"}, "end", "'nowhere'"),
    (UD | {"floor": 0}, "floor", "0"), (UD | {"max_height": -2}, "max_height", "-2"),
    (UD | {"floor": False, "max_height": 2}, "max_height", "2"),
    (UD | {"ends": 0}, "ends", "did you mean end"),
    (UD | {"weights_at_zero": {"X": 2}}, "weights_at_zero", "'X'"),
    (UD | {"weights_at_zero": {"U": 0.5}}, "weights_at_zero", "0.5"),
    (UD | {"weights_at_zero": {"U": -1}}, "weight", "-1"),
    (UD | {"floor": False, "end": "anywhere", "forbid_at_zero": ["U"]}, "forbid_at_zero", "floor"),
])  # fmt: skip
def test_errors_of_a_table_name_key_and_value(table: dict[str, Any], key: str, value: str) -> None:
    with refused(RuleError, "[paths]", key, value):
        paths_of_table(table)


def test_endless_and_large_paths_are_refused() -> None:
    with refused(InputError, "infinitely many paths"):
        law_of_paths(paths_of_table({"steps": {"U": [0, 1], "D": [0, -1]}}))
    long = ["".join("UD"[k >> j & 1] for j in range(7)) for k in range(0, 128, 11)]
    with refused(LimitError, "states after merging", "unknowns", "60"):
        law_of_paths(paths_of_table({"steps": DYCK, "forbid": long}))


def test_the_smaller_system_is_used() -> None:
    one = law_of_paths(paths_of_table({"steps": DYCK, "forbid": ["DDDDDDD"]}))
    other = law_of_paths(paths_of_table({"steps": DYCK, "forbid": ["UUUUUUU"]}))
    assert one == other  # by reflection
    assert len(one.system.names) == len(other.system.names) == 8
    assert one.origin["reversed"] is not other.origin["reversed"]
    for law in (one, other):
        assert rebuilt(law.origin) == equations(law.system)
        assert rebuilt(law.origin | {"reversed": not law.origin["reversed"]}) != equations(law.system)


def test_empty_classes() -> None:
    for table in (UD | {"end": 1, "forbid": ["U"]}, {"steps": {"U": [1, 1]}, "forbid": ["U"], "end": 2}):
        law = law_of_paths(paths_of_table(table))
        assert law.terms(5) == [0] * 5
        assert rebuilt(law.origin) == equations(law.system)
    assert law_of_paths(paths_of_table(UD | {"forbid": ["U"]})).terms(4) == [1, 0, 0, 0]


# Forgeries


def changes(table: dict[str, Any]) -> list[dict[str, Any]]:
    """Return definitions that differ in one part."""
    made = [table | {"end": end} for end in (0, 1, 2, "anywhere")]
    made += [{key: value for key, value in table.items() if key != gone} for gone in table if gone != "steps"]
    for key in ("forbid", "forbid_at_zero"):
        listed = table.get(key, [])
        made += [table | {key: [word for word in listed if word != gone]} for gone in listed]
        made += [
            table | {key: [*listed, word]}
            for word in ("UU", "DUD"[: 3 if "D" in table["steps"] else 0])
            if word
        ]
    for name, value in table["steps"].items():
        others = ([value[0], value[1] + 1], [value[0] + 1, *value[1:]], [*value[:2], 3])
        made += [table | {"steps": table["steps"] | {name: other}} for other in others]
    return made


@pytest.mark.parametrize("name", some_of([*PRINTED], step=3))
def test_a_changed_definition_has_another_system(name: str) -> None:
    """Change the definition in the certificate: if it counts other paths, the system must differ."""
    table = PRINTED[name]["paths"]
    law, compared = law_of_paths(paths_of_table(table)), 0
    own = equations(law.system)
    for other in changes(table):
        try:
            origin = paths_of_table(other).as_json() | {"reversed": law.origin["reversed"]}
        except GfkitError:
            continue
        counts = [words.finite_terms(words.PathCase(one, [], []), 7) for one in (table, other)]
        if counts[0] != counts[1]:
            with suppress(RefusalError):  # the other paths may not be reversible
                assert rebuilt(origin) != own, other
            compared += 1
    assert compared >= 5


GOOD = paths_of_table({"steps": MOTZKIN, "forbid": ["UFD"]}).as_json()


@pytest.mark.parametrize(("change", "fact"), [
    ({"kind": "path"}, "origin"), ({"steps": [["|", 1, 1, 1]]}, "names"),
    ({"steps": [["U", 1, 1, 1], ["U", 1, -1, 1]]}, "names"),
    ({"steps": [["U", 0, 1, -1], ["F", 1, 0, 1], ["D", 1, -1, 1]]}, "negative"),
    ({"forbid": ["UX"]}, "pattern"),
    ({"forbid": [""]}, "pattern"), ({"steps": [["U", -1, 1, 1]]}, "steps"), ({"end": "nowhere"}, "end"),
    ({"floor": False, "max_height": 3}, "floor"), ({"weights_at_zero": [["X", 1]]}, "pattern"),
    ({"floor": False, "end": "anywhere", "forbid_at_zero": ["U"]}, "floor"), ({"top": 1}, "origin"),
    ({"steps": [["U", 1, 10**5, 1]]}, "steps"), ({"floor": 1}, "floor"),
    ({"end": 1, "reversed": True}, "reversible"), ({"end": "anywhere", "reversed": True}, "reversible"),
    ({"forbid_at_zero": ["F"], "reversed": True}, "reversible"),
    ({"weights_at_zero": [["U", 2]], "reversed": True}, "reversible"),
])  # fmt: skip
def test_the_checker_refuses_malformed_definitions(change: dict[str, Any], fact: str) -> None:
    with pytest.raises(RefusalError) as error:
        rebuilt(GOOD | change)
    assert fact in error.value.reason


@pytest.mark.parametrize("origin", [
    {"kind": "counter", "moves": [[[1, 1, 1, 1]]], "final": [1], "end": 0, "floor": True},
    {"kind": "counter", "moves": [[[0, -1, 1, 0]]], "final": [1], "end": 0, "floor": True},
    {"kind": "counter", "moves": [[[0, 1, 1, 1]]], "final": [1, 1], "end": 0, "floor": True},
    {"kind": "counter", "moves": [], "final": [], "end": 0, "floor": True},
    GOOD | {"end": 9999, "steps": [["U", 1, 9999, 1], ["F", 1, 7001, 1], ["D", 1, -9999, 1]]},
])  # fmt: skip
def test_the_checker_refuses_impossible_or_huge_automata(origin: dict[str, Any]) -> None:
    with pytest.raises(RefusalError):
        system_of_paths(origin, Budget(10**6))
