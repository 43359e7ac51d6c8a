"""Rules of the maximal sets of vertices for array rules."""

from __future__ import annotations

from gfkit.core.deferred import replace
from gfkit.core.files import file_text
from gfkit.core.rules.kind import library_files
from gfkit.core.rules.kinds.array.rule import ArrayRule, NearPredicate
from gfkit.core.rules.rule import Rule, read_rule
from gfkit.core.rules.values import Predicate


def maximal_rule(rule: ArrayRule) -> Rule | None:
    """Return the rule of the maximal sets: of ones, if the only constraints forbid pairs of ones, or the
    built-in rule of this name. Return None for other rules.

    >>> maximal_rule(Rule.array(colours=2, forbid=["11", "1/1"])).conditions[0].neighbours
    ((0, -1), (-1, 0), (0, 1), (1, 0))
    """
    files, word = library_files(), rule.name.lower().replace(" ", "-")
    if f"maximal-{word}" in files and not word.endswith("-k"):
        own, maximal = (read_rule(one, file_text(files[one])) for one in (word, f"maximal-{word}"))
        if own == rule:
            return maximal
    steps = [
        (there[0] - here[0], there[1] - here[1])
        for window in rule.forbid
        if [mark for _, mark in window.cells] == ["1", "1"]
        for here, there in [[cell for cell, _ in window.cells]]
    ]
    around = tuple((sign * down, sign * right) for sign in (-1, 1) for down, right in steps)
    near = NearPredicate(around, Predicate("x == 1 or 1 in near"))
    plain = type(rule)(rule.name, 2, rule.weights, rule.forbid, about=rule.about, factors=rule.factors)
    is_of_pairs = plain == rule and len(steps) == len(rule.forbid) > 0
    return replace(rule, conditions=(near,), name=f"Maximal {rule.name}") if is_of_pairs else None
