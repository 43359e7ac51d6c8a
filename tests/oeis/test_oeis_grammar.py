"""The grammar of names against itself: what it says of a rule made up at random is read back as that rule.

No numbers are compared; the rules that stand for the made-up trees are built by hand around each clause.
"""

from __future__ import annotations

import random
import re

import pytest
from choice import drawn
from parts import some_and_all

from gfkit import Rule
from gfkit.errors import RuleError
from gfkit.oeis.reading import UnreadError, UnsaidError, read_name
from gfkit.oeis.reading.grammar import grammar
from gfkit.oeis.reading.meaning import rule_text, told
from gfkit.oeis.reading.parse import Tree
from gfkit.oeis.reading.say import made_up, tight

FORMS = grammar().forms
CLAUSES = {form.id: form for form in FORMS["clause"]}
NEEDING = {
    "block-lines": "every 3 X 3 subblock row sum 1 and",
    "no-block-lines": "no 3 X 3 subblock row sum 1 and",
    "same-direction-somewhere": "every 2 X 2 subblock strictly increasing clockwise or counterclockwise"
    " with one decrease and",
    "and-in-every": "every consecutive three elements in every row having two distinct values and",
}
"""Clauses that need another one before them."""
LED = {
    "square-grid-labels": "2 X 2 square grid graph coloring a rectangular array: number of n X 3 0..3 arrays"
    " where 0..3 label nodes of the square grid graph and every array movement to a horizontal neighbor moves"
    " along an edge of this graph",
    "triangle-labels": "2 X 2 X 2 triangular graph coloring a rectangular array: number of n X 3 0..2 arrays"
    " where 0..2 label nodes of the fully triangulated graph and every array movement to a vertical neighbor"
    " moves along an edge of this graph",
}
"""Clauses that speak of what is named in front of the sentence."""


class First(random.Random):
    """Chance, but for the first choice, which is one form."""

    def __init__(self, chance: random.Random, first: object) -> None:
        super().__init__(chance.random())
        self.first: object | None = first

    def choice(self, seq):
        first, self.first = self.first, None
        return super().choice(seq) if first is None else first


def made(kind: str, chance: random.Random) -> tuple[str, Tree]:
    words, tree = made_up(grammar(), kind, chance)
    assert isinstance(tree, Tree)
    return tight(words), tree


def rule_of(tree: Tree) -> dict | None:
    """The rule of a tree, when there is one."""
    try:
        rule, _, _ = told(tree)
        Rule.of({"name": "x", **rule})
    except (UnsaidError, RuleError):
        return None
    return {**rule, "name": ""}


def rules_in(name: str) -> list[dict]:
    return [{**found.rule, "name": ""} for found in read_name(name)]


def clauses_in(name: str) -> tuple[str, ...]:
    try:
        return read_name(name)[0].clauses
    except UnreadError:
        return ()


def leaf(form, **slots: object) -> Tree:
    return Tree(form, slots, form.says[0])


def in_a_name(clause: Tree) -> Tree:
    """A clause within the shortest of names: n X 3 arrays of three values."""
    head = next(form for form in FORMS["head"] if form.id == "sized")
    counted = next(form for form in FORMS["name"] if form.id == "counted")
    side = next(form for form in FORMS["side"] if (form.value["v"], form.value["b"]) == ("n", "{0}"))
    fixed = next(form for form in FORMS["side"] if form.value["v"] == "")
    number, values, value = (FORMS[kind][0] for kind in ("number", "values", "value"))
    zero, two = (leaf(value, number=leaf(number, digits=k)) for k in (0, 2))
    sizes = {"r": leaf(side), "c": leaf(fixed, b=leaf(number, digits=3)), "v": leaf(values, a=zero, b=two)}
    return leaf(counted, head=leaf(head, **sizes), clauses=(clause,))


def is_read_back(name: str, times: int) -> bool:
    """Whether what a clause says comes back, so many times; none if nothing it says has a meaning there."""
    if name in LED:
        return name in clauses_in(LED[name])
    chance, tried = drawn(name), 0
    for _ in range(400):
        words, tree = made("clause", First(chance, CLAUSES[name]))
        if name in NEEDING:
            tried += times * (
                name in clauses_in(f"Number of n X 3 0..2 arrays with {NEEDING[name]} {words}.")
            )
        elif rule := rule_of(in_a_name(tree)):
            assert rule in rules_in(f"Number of n X 3 0..2 arrays with {words}."), words
            tried += 1
        if tried >= times:
            return True
    return tried > 0


@pytest.mark.parametrize("some", some_and_all(list(CLAUSES), 8, 17))
def test_what_a_clause_says_is_read_back(some):
    for name in some:
        assert is_read_back(name, 2), name


@pytest.mark.parametrize("many", [10, pytest.param(100, marks=pytest.mark.slow(2))])
def test_sentences_made_up_from_the_grammar_are_read_back(many):
    chance, done = drawn("sentences"), 0
    while done < many:
        words, tree = made("name", chance)
        rule = rule_of(tree)
        if rule is None or re.search(r"\d-[a-z]", words):  # a hyphen, as in 2-step, and no minus
            continue
        found = read_name(words)
        # Where the divided begin is found by counting.
        rules = [{key: part for key, part in one.items() if key != "least"} for one in rules_in(words)]
        assert rule in rules, words
        assert {**found[0].rule, "name": ""} in rules_in(found[0].sentence), found[0].sentence
        assert Rule.of(rule_text(found[0].rule)) == Rule.of(found[0].rule), words
        done += 1


def slots(parts):
    for part in parts:
        if hasattr(part, "kind"):
            yield part.kind
        elif hasattr(part, "options"):
            for option in part.options:
                yield from slots(option)


def test_all_that_the_grammar_names_is_there():
    known = FORMS.keys() | {"digits", "string", "letters"}
    forms = [form for found in FORMS.values() for form in found]
    assert {kind for form in forms for says in form.says for kind in slots(says)} <= known
    assert len({form.id for form in forms}) == len(forms)
