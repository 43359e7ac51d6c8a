"""Symmetry of a rule under permutations of the values, so that arrays can be counted up to permutations.

A rule is invariant under all permutations of its values if it is under two generators: the transposition of
the first two, and the cyclic shift. Conditions of one shape are considered together, as none of the
windows 00, 11, 22 is symmetric and all three are.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations, product

from gfkit.algebra import ARRAYS
from gfkit.errors import RuleError
from gfkit.rules.automaton import LineRule
from gfkit.rules.expression import no_kinds, truths
from gfkit.rules.kinds.array.rule import (
    ArrayRule,
    CellConnectivity,
    Exactly,
    NearPredicate,
    NeighbourCount,
    WindowPredicate,
)
from gfkit.rules.rule import Pin, Predicate, Spots, Window

_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


def is_symmetric(rule: ArrayRule) -> bool:
    """Return True if the set of arrays is invariant under every permutation of the values."""
    return not _asymmetry(rule)


def check_symmetric(where: str, rule: ArrayRule) -> None:
    """Reject a rule that is not symmetric under permutations of the values, and name the first reason."""
    if uneven := _asymmetry(rule):
        raise RuleError(
            f"{where}: count_up_to takes a rule that treats all values alike, and {uneven} does not; where"
            ' values are to come in order only, write new_values = "row-major"'
        )


@lru_cache(maxsize=100)
def _asymmetry(rule: ArrayRule) -> str:
    """Return the first part that is not symmetric in the values, or "" if the rule is symmetric."""
    if len(rule.values) == 1:
        return ""
    if len(set(rule.weights)) > 1:
        return "weight"
    if rule.outside is not None:
        return "outside"
    if rule.counter is not None or any(mark.is_sum for mark in rule.marks):
        return "a sum over the whole board"
    if rule.lines or rule.connectivity:
        return f"a condition on {'lines' if rule.lines else 'what hangs together'}"
    asked: list[tuple[_Asked, str]] = [
        (as_predicate(window), f"the window {window.text}") for window in rule.forbid
    ]
    asked += [(_count_predicate(count), f"the count of neighbours of {count.cell}") for count in rule.counts]
    asked += [
        (c, repr(c.says.text)) for c in rule.conditions if not isinstance(c, LineRule | CellConnectivity)
    ]
    weighted = [(mark.window, f"the weight of {mark.window.says.text!r}") for mark in rule.marks]
    groups: dict[object, list[tuple[_Table, str]]] = {}
    for number, (condition, text) in enumerate([*asked, *weighted]):
        own = ("counted", number) if isinstance(condition, Exactly) or number >= len(asked) else ()
        for key, table in _tables(condition):
            groups.setdefault((own, key), []).append((table, text))
    uneven = (some[0][1] for some in groups.values() if not _is_unchanged(rule.values, [t for t, _ in some]))
    return next(uneven, "")


_Table = tuple[Predicate, Spots, int]
"""Predicate, with the meaning of its names and its number of cells."""
_Asked = WindowPredicate | NearPredicate | Pin | Exactly


def _tables(condition: _Asked) -> list[tuple[object, _Table]]:
    """Return the tables of a condition, with a key that is equal for conditions on the same cells."""
    match condition:
        case WindowPredicate():
            size = len(condition.cells)
            return [(condition.offsets, (condition.says, condition.spots(range(size)), size))]
        case NearPredicate():
            sizes = range((len(condition.neighbours) or 4) + 1)
            tables = [(condition.says, condition.spots(size, ()), size + 1) for size in sizes]
            return [((condition.neighbours, table[2]), table) for table in tables]
        case Exactly():
            parts = [inner for part in condition.parts for inner in _tables(part)]
            return [((number, key), table) for number, (key, table) in enumerate(parts)]
        case Pin():
            return [(("pin", condition.at), (condition.says, condition.spots, 1))]


def as_predicate(window: Window) -> WindowPredicate:
    """Return a drawn window as a predicate."""
    cells = tuple((offset, letter) for (offset, _), letter in zip(window.cells, _LETTERS, strict=False))
    marked = [(letter, mark) for (_, letter), (_, mark) in zip(cells, window.cells, strict=False)]
    tests = [f"{letter} == {mark}" for letter, mark in marked if mark != "?" and not mark.isalpha()]
    lettered = [(letter, mark) for letter, mark in marked if mark.isalpha()]
    for (letter, mark), (other, again) in combinations(lettered, 2):
        tests.append(f"{letter} {'==' if mark == again else '!='} {other}")
    if len(cells) < len(window.cells) or sum(map(len, tests)) > 900:
        raise RuleError(f"the window {window.text} is too large to see whether it treats all values alike")
    return WindowPredicate(cells, Predicate(" and ".join(tests) or "1", True))


def _count_predicate(count: NeighbourCount) -> NearPredicate:
    """Return a count of neighbours as a predicate."""
    most = len(count.neighbours) or 4
    allowed = sorted(number for number in count.allowed if number <= most)
    text = f"count(y in {sorted(count.of)} for y in near) in {allowed}"
    return NearPredicate(count.neighbours, Predicate(f"x != {count.cell} or {text}"))


def _is_unchanged(values: tuple[int, ...], items: list[_Table]) -> bool:
    """Return True if two permutations that generate all leave the conjunction of the items unchanged."""
    colours, cells = len(values), items[0][2]
    tables = [truths(says, spots, values, no_kinds(cells, values)) for says, spots, _ in items]
    swap, shift = [1, 0, *range(2, colours)], [*range(1, colours), 0]
    if ARRAYS:
        import numpy as np

        whole = np.logical_and.reduce(tables).reshape((colours,) * cells)
        return all(bool((whole == whole[np.ix_(*[turn] * cells)]).all()) for turn in (swap, shift))
    truth = [all(table[place] for table in tables) for place in range(colours**cells)]
    fillings = list(product(range(colours), repeat=cells))
    number = {filling: place for place, filling in enumerate(fillings)}
    return all(
        truth[place] == truth[number[tuple(turn[colour] for colour in filling)]]
        for turn in (swap, shift)
        for place, filling in enumerate(fillings)
    )
