"""Two rules on rectangles with the same variables and equivalent constraints.

Theorem. Let every constraint of two rules be local: without lines, totals, graphs and arrows, and within R
rows and R columns. If on all p x q boards with p, q <= 3 R a bijection of the variables that preserves their
cells maps the normal form of one system to that of the other, then the rules have equal counts on all m x n
boards; if it preserves weights, equal polynomials.

Proof. Every constraint is a translate of a pattern, or at a fixed distance of less than R from an end
(``gfkit.core.rules.kinds.constraints``). Remove all rows except the first R, the last R, and R rows that
contain those of the constraint; similarly for columns. The constraint also occurs on this board, in the same
position relative to its rows and to the ends that are at a distance of less than R. There the systems are
equal. Conversely a constraint of the smaller board occurs on the larger one. QED

The normal form of constraints on the same variables is their set of solutions. It is replaced by its
projections to pairs of variables if these imply it, so that "at most one of these edges" is the same as
"not both" for each pair. Constraints without effect are omitted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from itertools import combinations, permutations, product
from math import prod
from typing import NamedTuple

from gfkit.core.boards import Board, parse_one_board
from gfkit.core.errors import GfkitError
from gfkit.core.rules.kinds import system_of
from gfkit.core.rules.kinds.constraints import Constraint, Key, Role, Test, is_solution
from gfkit.core.rules.rule import Rule
from gfkit.questions.twins.components import Identity

_MOST_SOLUTIONS, _MOST_RANGE = 1 << 12, 3
_Variable = tuple[int, ...]
"""Cells of a variable, which are its name."""


def system_identity(one: Rule, other: Rule, *, weighed: bool) -> Identity | None:
    """Return the identity of two rules with equivalent constraints on all rectangles, or None.

    >>> from gfkit.core.rules import find_rule
    >>> system_identity(find_rule("perfect-matchings"), find_rule("domino-tilings"), weighed=False).text
    'equivalent constraints on the same variables'
    """
    whole = any(rule.divide > 1 or rule.least > (0, 0) or rule.is_bound for rule in (one, other))
    far = any(rule.extent is None or rule.extent >= _MOST_RANGE for rule in (one, other))
    ranges = [] if whole or far else [_measured_range(one), _measured_range(other)]
    reach = max(ranges, default=0)
    if not ranges or 0 in ranges or reach > _MOST_RANGE:
        return None
    sides = range(1, 3 * reach + 1)
    names: list[tuple[int, ...]] | None = None
    for p, q in product(sides, repeat=2):
        board = parse_one_board(f"{p}x{q}")
        first, second = (_normal_form(rule, board, weighed=weighed) for rule in (one, other))
        if first is None or second is None:
            return None
        sizes = {len(weights) for form in (first, second) for weights in form.variables.values()}
        if names is None and sizes:
            names = [*permutations(range(max(sizes)))] if sizes in ({2}, {3}, {4}) else []
        left = [values for values in names or [()] if first.renamed(values) == second]
        if not left:
            return None
        names = names and left
    is_same = any([*values] == sorted(values) for values in names or ())
    return Identity(
        "systems", "equivalent constraints on the same variables" + "; the values are renamed" * (not is_same)
    )


class _NormalForm(NamedTuple):
    variables: dict[_Variable, tuple[object, ...]]
    """For each variable, the weights of its symbols, or None for each symbol."""
    relations: dict[tuple[_Variable, ...], frozenset[tuple[int, ...]]]
    """For each tuple of variables, the set of their admissible symbols."""

    def renamed(self, values: Sequence[int]) -> _NormalForm:
        """Return the form with other symbols for the values of all variables."""
        variables = {
            name: tuple(weight for _, weight in sorted(zip(values, weights, strict=True), key=_first))
            for name, weights in self.variables.items()
        }
        relations = {
            names: frozenset(tuple([values[v] for v in row]) for row in rows)
            for names, rows in self.relations.items()
        }
        return _NormalForm(variables, relations)


def _first(pair: tuple[int, object]) -> int:
    return pair[0]


def _measured_range(rule: Rule) -> int:
    """Return R of the theorem, measured on a board that contains all patterns, or 0 if the rule is not
    defined there.

    The variables of a constraint of extent e are within 2 e + 1 rows and columns, and a place is at a
    distance of at most e from an end.
    """
    board = parse_one_board(f"{3 * _MOST_RANGE}x{3 * _MOST_RANGE}")
    try:
        system = system_of(rule, board)
    except GfkitError:
        return 0
    cells = {slot.key: slot.cells for slot in system.slots}
    spans = [
        max(axis) - min(axis)
        for one in system.constraints
        for axis in zip(*(board.places[cell] for key in one.keys for cell in cells[key]), strict=True)
    ]
    longest: int = max([rule.extent or 0, *spans])
    return 1 + longest


def _normal_form(rule: Rule, board: Board, *, weighed: bool) -> _NormalForm | None:
    """Return the normal form of a system, or None if a constraint is not local."""
    try:
        system = system_of(rule, board)
    except GfkitError:
        return None
    names = {slot.key: tuple(sorted(slot.cells)) for slot in system.slots}
    whole = system.totals or system.graphs or system.arrows or not system.counts_solutions
    is_local = not any(one.is_ordered for one in system.constraints)
    is_plain = len(set(names.values())) == len(names) and all(s.role is Role.SHOWN for s in system.slots)
    if whole or not (is_local and is_plain):
        return None
    sizes = {slot.key: len(slot.values) for slot in system.slots}
    relations: dict[tuple[_Variable, ...], frozenset[tuple[int, ...]]] = {}
    for one in system.constraints:
        keys = sorted(set(one.keys), key=names.__getitem__)
        if prod(sizes[key] for key in keys) > _MOST_SOLUTIONS:
            return None
        number = {key: k for k, key in enumerate(keys)}
        mapped = one.mapped(partial(_renumbered, number))
        for at, rows in _decomposed(mapped, tuple(sizes[key] for key in keys)).items():
            around = tuple(names[keys[k]] for k in at)
            relations[around] = relations.get(around, rows) & rows
    weights: dict[_Variable, tuple[object, ...]] = {
        names[s.key]: s.weights if weighed else (None,) * len(s.values) for s in system.slots
    }
    return _NormalForm(weights, relations)


def _renumbered(number: Mapping[Key, int], test: Test) -> Test:
    return (number[test[0]],), test[1]


@lru_cache(maxsize=2000)
def _decomposed(one: Constraint, sizes: tuple[int, ...]) -> dict[tuple[int, ...], frozenset[tuple[int, ...]]]:
    """Return the solutions of a constraint on the variables 0, 1, ..., or its projections to pairs if they
    imply it.
    """
    every = list(product(*map(range, sizes)))
    rows = [row for row in every if is_solution(one, {(k,): symbol for k, symbol in enumerate(row)})]
    pairs: dict[tuple[int, ...], frozenset[tuple[int, ...]]] = {
        (a, b): frozenset((row[a], row[b]) for row in rows) for a, b in combinations(range(len(sizes)), 2)
    }
    implied = [row for row in every if all((row[a], row[b]) in pair for (a, b), pair in pairs.items())]
    found = pairs if implied == rows and pairs else {tuple(range(len(sizes))): frozenset(rows)}
    return {at: part for at, part in found.items() if len(part) < prod(sizes[k] for k in at)}
