"""Predicates and other conditions of arrays: the language, its bounds and conventions, entries in print.

Terms are those of entries (``data/arrays.toml``); the meaning of an expression is Python's, numbers are those
of brute force or of formulas that need no program. Random arrays are those of ``differential``.
"""

from __future__ import annotations

import json
import tomllib
from itertools import product
from math import comb
from pathlib import Path
from random import Random

import numpy as np
import pytest
from choice import sample, then_slow
from differential import arrays
from differential.certificates import WITNESS
from differential.plain import FUNCTIONS, Listed
from json_places import plainly
from tables import table, tables

import gfkit
from gfkit import Rule, brute_force, count, derive
from gfkit.core.engine.machine import diagrams
from gfkit.core.errors import LimitError, RuleError
from gfkit.core.rules import expression
from gfkit.core.rules.evaluation import holds
from gfkit.core.rules.kinds.array.rule import WindowPredicate
from gfkit.core.rules.values import Predicate
from gfkit.core.rules.wording import rule_data, rule_sentences
from gfkit.proofs import check
from gfkit.proofs.saving import certificate_of

DATA = tables("verify_cases")["predicates"]

ENTRIES = tables("arrays")


@pytest.mark.parametrize("number", sample(ENTRIES, quick=1, seconds=1))
def test_entries_in_print(number: str) -> None:
    """Compare all terms of the entry, and check that the formula is proved."""
    entry = ENTRIES[number]
    law = derive(Rule.array(**entry["rule"]), entry["board"])
    terms = [int(term) for term in entry["terms"].split()]
    skipped = entry["first"] - law.first_n
    assert law.terms(len(terms) + skipped)[skipped:] == terms
    assert law.evidence.status == "proved"


# The language.


@pytest.mark.parametrize("part", [0, pytest.param(1, marks=pytest.mark.slow(2))])
def test_expressions_have_their_value_in_python(part: int) -> None:
    for seed in range(40 * part, 40 + 80 * part):
        judge_expression(seed)


def judge_expression(seed: int) -> None:
    """Compare on all assignments of a window: the table, the oracle, and Python."""
    rng = Random(seed)
    values = tuple(sorted(rng.sample(range(-3, 6), rng.choice((2, 3)))))
    window = WindowPredicate((((0, 0), "a"), ((0, 1), "b"), ((1, 0), "c")), Predicate(""))
    says = Predicate(arrays.predicate(rng, ["a", "b", "c"], ["all", "[c, a]"], list(values)))
    spots = window.spots(range(3))
    table = expression.truths(says, spots, values, expression.no_kinds(3, values))
    kinds = expression.kinds_of((says.text,), spots, 3, values)
    short = np.reshape(expression.truths(says, spots, values, kinds), [max(each) + 1 for each in kinds])
    for place, (a, b, c) in enumerate(product(values, repeat=3)):
        meant = {"a": a, "b": b, "c": c, "all": Listed([a, b, c])}
        true = bool(eval(says.text, {"__builtins__": {}, **FUNCTIONS, **meant}))
        assert (bool(table[place]), holds(says, {**meant, "all": [a, b, c]})) == (true, true), (says, a, b, c)
        alike = tuple(own[values.index(value)] for own, value in zip(kinds, (a, b, c), strict=True))
        assert short[alike] == true


NOT_UNDERSTOOD = [
    ("a" * 2000, "is longer than 1000 characters"),
    ("(" * 900, "cannot be parsed"),
    ("-" * 900 + "a", "nested deeper"),
    (" * ".join(["(a + 1000000000)"] * 3), "a number may exceed 62 bits"),
    (
        f"sum(y {' '.join(f'for y{k} in [' + ', '.join('a' * 20) + ']' for k in ['', 1, 2, 3, 4])})",
        "more than 20000 operations",
    ),
]


def test_invalid_predicates_are_rejected_in_one_line() -> None:
    for text, told in [*NOT_UNDERSTOOD, *table("predicates")]:
        with pytest.raises(RuleError) as refused:
            Rule.array(colours=2, window=[("ab", text)])
        assert told in str(refused.value), text
        assert str(refused.value).startswith("rule [[rules.window]] 1 require: ")
        assert "\n" not in str(refused.value)
        assert len(str(refused.value)) < 300


METHODS = [
    ("near.count(1)", "count(y == 1 for y in near)", "<= 1"),
    ("near.count(x)", "count(y == x for y in near)", "> 1"),
    ("len(near)", "size(near)", "> x + 2"), ("len(set(near))", "distinct(near)", "== x"),
]  # fmt: skip
"""Calls of Python, the function that the refusal names, and the rest of a condition."""


def test_methods_of_lists_name_the_function() -> None:
    """The function has the value that Python computes for the method."""
    for call, mend, rest in METHODS:
        with pytest.raises(RuleError) as refused:
            Rule.array(colours=3, near=[("rook", f"{call} {rest}")])
        assert mend in str(refused.value)
        for x, *near in product(range(3), repeat=5):
            meant = eval(f"{call} {rest}", {"near": near, "x": x})
            assert expression.holds_near(Predicate(f"{mend} {rest}"), x, near) is meant


def test_a_predicate_on_too_many_cells_is_rejected() -> None:
    rule = Rule.array(colours=3, window=[("4x4", "sum(all) == 4")])
    with pytest.raises(LimitError, match=r"16 cells .*3\^16"):
        count(rule, "4x4")
    assert count(rule, "3x4").count == 3**12, "a board smaller than the window is not constrained"


@pytest.mark.parametrize("part", [0, pytest.param(1, marks=pytest.mark.slow(2))])
def test_tables_are_minimised_equally_with_and_without_numpy(part: int, monkeypatch) -> None:
    for seed in range(10 * part, 10 + 30 * part):
        with monkeypatch.context() as patch:
            judge_table(seed, patch)


def judge_table(seed: int, monkeypatch) -> None:
    """Compare the residuals of a table by kinds of values with the table, for every assignment."""
    rng = Random(seed)
    colours, cells = rng.choice(((1, 3), (2, 4), (3, 3), (4, 3)))
    sizes = [rng.randint(1, colours) for _ in range(cells)]
    kinds = tuple((*range(size), *(rng.randrange(size) for _ in range(colours - size))) for size in sizes)
    table = np.array([rng.random() < 0.7 for _ in product(*map(range, sizes))])
    places = rng.sample(range(cells), cells)
    if rng.random() < 0.5:
        places[0] = places[-1]  # two cells read one variable
    known = diagrams.Diagrams()
    quick = diagrams.table_residual(known, table.astype(int), places, kinds)
    monkeypatch.setattr(diagrams, "ARRAYS", False)
    assert quick == diagrams.table_residual(known, table.astype(int).tolist(), places, kinds)
    for filling in product(range(colours), repeat=cells):
        residual = quick
        for place, symbol in enumerate(filling):
            residual = known.after(residual, place, symbol)
        shown = tuple(own[filling[place]] for own, place in zip(kinds, places, strict=True))
        assert residual == int(table.reshape(sizes)[shown])


# Values known without a program.


def test_places_of_pins() -> None:
    """A place outside a board has no constraint; words have n - 3 free letters, and shorter ones none."""
    rule = Rule.array(colours=2, pin=[("first", "x"), ([[1, -2]], "x == 0"), ("last", "x")])
    assert derive(rule, "1xn").terms(8) == [1, 1, 0, 1, 2, 4, 8, 16]
    for at, free in DATA["places_of_pins"]:
        rule = Rule.array(colours=2, pin=[(at, "x == 1")])
        assert count(rule, "3x3").count == brute_force(rule, "3x3").count == 2**free, at


def test_values_of_several_digits_in_lines() -> None:
    for match, number in (("-2", 0), ("-2-2*", 1), ("-2*7", 1), ("-2* 12", 1), ("7|12 12", 1)):
        values = [-2, 7] if " " not in match else [-2, 7, 12]  # without a space a value is one digit
        rule = Rule.array(values=values, line=[{"along": "rows", "match": match}])
        assert count(rule, "1x2").count == brute_force(rule, "1x2").count == number, match


def test_rows_in_order_are_sets_and_multisets_of_words() -> None:
    """Choose, from the q^c words of length c, as many as there are rows, in increasing order."""
    rule = Rule.array(colours=2, line=[{"along": "rows", "order": "increasing"}])
    tall, wide = gfkit.derive(rule, "nx3"), gfkit.derive(rule, "3xn")
    for n in range(1, 6):
        assert (tall[n], wide[n]) == (comb(2**3, n), comb(2**n, 3))
    for read in ("forwards", "backwards"):
        rule = Rule.array(colours=3, line=[{"along": "columns", "order": "nonincreasing", "read": read}])
        assert gfkit.derive(rule, "2xn").terms(7) == [comb(9 + n - 1, n) for n in range(7)]


def test_rules_invariant_under_permutations_of_values(monkeypatch) -> None:
    for few, last in (128, "c != a"), (0, "a != c"):  # without arrays, and with them
        monkeypatch.setattr("gfkit.core.rules.expression.FEW_FILLINGS", few)
        assert Rule.array(colours=3, count_up_to="values", window=[("abc", f"a != b or {last}")])
        with pytest.raises(RuleError, match="invariant under permutations"):
            Rule.array(colours=3, count_up_to="values", window=[("abc", f"a <= b or {last}")])
    monkeypatch.undo()
    together = Rule.array(colours=3, count_up_to="values", forbid=["00", "11", "22"])
    by_letters = Rule.array(colours=3, count_up_to="values", forbid=["aa"])
    assert derive(together, "1xn").terms(6) == derive(by_letters, "1xn").terms(6)
    rows = Rule.array(colours=2, new_values="row-major", forbid=["11"])
    assert count(rows, "2x3").count == brute_force(rows, "2x3").count


def test_numbers_are_divided() -> None:
    thirds = Rule.array(colours=3, forbid=["aa", "a/a"], divide=3)
    assert derive(thirds, "nx2").terms(5) == [1, 2, 6, 18, 54]
    large = Rule.array(colours=4, window=[("2x2", "distinct(all) == 3")], divide=24, least="2x2")
    assert derive(large, "nx2").terms(3)[:2] == [0, 0]
    assert [count(large, f"{n}x2").count for n in range(4)] == derive(large, "nx2").terms(4)
    assert derive(large, "nx1").terms(4) == [0, 0, 0, 0]


def test_values_of_any_kind() -> None:
    rule = Rule.array(values=[-5, 3, 12], forbid=["12 -5", "3/a"], weight={-5: "x", 12: "y^2"})
    assert [w.text for w in rule.forbid] == ["12 -5", "3/a"]
    for weights in ("none", "players"):
        counted, listed = (way(rule, "2x3", weights=weights) for way in (count, brute_force))
        assert counted.polynomial == listed.polynomial
    many = Rule.array(colours=64, window=[("ab", "abs(a - b) <= 1")])
    assert count(many, "1x2").count == 64 + 2 * 63
    assert derive(many, "1xn").evidence.status == "proved"


# Descriptions and certificates.


def test_words_and_data() -> None:
    rule = Rule.array(
        values="0..2", outside=1, divide=2, least="1x2", window=[("a/b", "a <= b")],
        near=[{"neighbours": "oX", "forbid": "x in near"}], pin=[("border", "x")],
        exactly=[{"shapes": ["ab"], "when": "a", "at_most": 2}], new_values="row-major",
    )  # fmt: skip
    said = rule_sentences(rule)
    assert said == [sentence for (sentence,) in table("sentences of an array")]
    assert rule_data(rule)["conditions"] == said[1:5]


CERTIFIED = DATA["certified"]


@pytest.mark.parametrize("told", then_slow([CERTIFIED[4]], 1, *CERTIFIED[:4]), ids=str)
def test_the_checker_parses_conditions_independently(told: dict[str, object]) -> None:
    """Proved as it is; refuted with another predicate, value outside, pin or number."""
    file = plainly(certificate_of(derive(Rule.array(**told), "nx2")))
    assert check(file).status == "proved"
    file = {key: file[key] for key in file if key not in WITNESS} | {"version": 4}  # only the statement
    assert check(file).status == "proved"
    changed = DATA["the_checker_reads_conditions_by_itself"]
    text = json.dumps(file)
    wrong = [text.replace(old, new) for old, new in changed.items() if old in text]
    assert wrong
    for one in wrong:
        assert check(json.loads(one)).status == "refuted"


def test_the_checker_runs_nothing() -> None:
    told = Rule.array(colours=2, window=[("ab", "a <= b")])
    file = plainly(certificate_of(derive(told, "1xn")))
    for text in ("__import__('os')", "a.real", "f(a)", "a @ b", "sum(y for (y, z) in all)", "zz", "all[7]"):
        file["rule"]["conditions"][0]["require"] = text
        assert check(file).status == "refused", text


def test_rules_in_three_formats_have_the_same_errors(tmp_path: Path) -> None:
    text = 'name = "T"\n[cells]\ncolours = 2\n[[rules.window]]\nshape = "ab"\nrequire = "a <= b"\n'
    file = tmp_path / "t.toml"
    file.write_text(text)
    data = tomllib.loads(text)
    rule = Rule.array(name="T", colours=2, window=[("ab", "a <= b")])
    assert gfkit.find_rule(str(file)) == Rule.of(text) == Rule.of(data) == rule
    for broken in (text.replace("ab", "aa"), text.replace("<=", "<=="), text.replace("shape", "shap")):
        said = []
        for tell in (lambda _: gfkit.find_rule(str(file)), Rule.of, lambda t: Rule.of(tomllib.loads(t))):
            file.write_text(broken)
            with pytest.raises(RuleError) as refused:
                tell(broken)
            said.append(str(refused.value).partition("[[")[2])
        assert said[0] == said[1] == said[2] != ""
