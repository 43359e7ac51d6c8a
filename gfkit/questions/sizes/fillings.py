"""Count the assignments of many values to few variables, one variable at a time, for all states at once.

A state consists of the values of the variables that a later constraint reads, and of the partial sums of long
equations. Equal states are merged. Cost: at each variable, the states times the values, about 20 ns for each
constraint.

Order conditions. Theorem (Stanley, order polynomials). Let the rule require x_i <= x_j for some pairs of
cells, without a cycle. Call a set of cells closed if with every cell j it contains all such cells i. The
number of assignments with values 1..v equals the number of chains of v steps of closed sets from the empty
set to the set of all cells.

Proof. Map an assignment to the sets of cells with values up to 0, 1, ..., v; they are closed, and they
determine the assignment.

The sums over all closed subsets, for all closed sets at once, are computed cell by cell, smaller cells first:
add to the sum of I the sum of I without p if this set is closed. Proof. After p the sum of I ranges over all
closed J for which I without J contains only cells up to p. If p is such a cell, then no cell above p is in J,
nor in I, so I without p is closed.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from flint import fmpz_poly
from numpy.typing import NDArray

from gfkit.core.errors import LimitError
from gfkit.core.rules.expression import RangedNumber, TreeEvaluation, cells_of, lay, parse_expression
from gfkit.core.rules.kinds.constraints import ConstraintSystem, Exclusion, Key, Relation
from gfkit.core.rules.values import Spots
from gfkit.questions.sizes.forms import CellEquation, conjuncts

_Column = NDArray[np.int64]
_AT_ONCE, _MOST_STATES, MOST_STEPS = 1 << 21, 1 << 25, 3_000_000_000
_LONG = 4
"""Equations with at least this many variables are represented by a partial sum."""
_MOST_IN_PAIRS = 8
"""Largest number of variables for which all partitions are tested."""


class _LocalConstraint(NamedTuple):
    """Constraint on some variables: an expression tree with the values of its names, or a list of tests that
    must not all hold.
    """

    slots: frozenset[int]
    tree: ast.expr | None
    spots: Spots
    at: tuple[int, ...]
    is_forbidden: bool
    tests: tuple[tuple[int, tuple[int, ...]], ...] = ()

    def holds(self, columns: Mapping[int, _Column], low: int, high: int) -> Any:
        if self.tree is None:
            shown = [np.isin(columns[slot], values) for slot, values in self.tests]
            return ~np.logical_and.reduce(shown)
        cells = {
            k: RangedNumber(columns[slot], low, high) for k, slot in enumerate(self.at) if slot in columns
        }
        known = {name: spot for name, spot in self.spots if cells.keys() >= {*cells_of(spot)}}
        own = TreeEvaluation(lay(known, cells.__getitem__)).truth(self.tree)
        return np.asarray(own.data).astype(bool) != self.is_forbidden


def can_fill(system: ConstraintSystem) -> bool:
    """Return True if the system has only predicates and clauses, so that this module can count its
    solutions.
    """
    plain = system.counts_solutions and not (system.totals or system.graphs or system.arrows)
    kinds = (Relation, Exclusion)
    return plain and all(
        isinstance(constraint, kinds) and getattr(constraint, "image", None) is None
        for constraint in system.constraints
    )


def count_by_number(system: ConstraintSystem) -> fmpz_poly:
    """Return the number of solutions as a polynomial in the number N of values, if values are only tested for
    equality.

    It is the sum over k of w_k N (N - 1) ... (N - k + 1), where w_k is the number of allowed partitions of
    the variables into k parts. So the sum of the absolute values of its coefficients is at most the sum of
    w_k k!, which is at most the number of weak orderings of the variables. Hence one count determines all
    coefficients if N is a power of 2 that is more than twice as large.
    """
    slots = len(system.slots)
    orderings = [1]
    for k in range(1, slots + 1):
        orderings.append(sum(comb(k, j) * orderings[k - j] for j in range(1, k + 1)))
    bits = orderings[-1].bit_length() + 1
    total, coefficients = count_fillings(system, (), 0, alike=1 << bits), []
    while total:
        rest = total & ((1 << bits) - 1)
        coefficients.append(rest - (rest >> bits - 1 << bits))
        total = (total - coefficients[-1]) >> bits
    return fmpz_poly(coefficients)


def count_fillings(
    system: ConstraintSystem, equations: Sequence[CellEquation], size: int, *, alike: int = 0
) -> int:
    """Return the number of solutions of a system for n = ``size``; ``equations`` are known to hold in every
    solution.

    If values are only tested for equality, ``alike`` is their number. In this case a state numbers the values
    by first occurrence, and one new value represents all new values. Raise LimitError if there are too many
    states.
    """
    place = {slot.key: number for number, slot in enumerate(system.slots)}
    values = np.array(system.slots[0].values if system.slots else (), np.int64)
    slots, many = len(place), alike or len(values)
    remembered = [each for each in equations if sum(map(bool, each.form[:-2])) >= min(_LONG, slots)]
    long = [] if alike else [equation.form for equation in remembered]
    asked = list(_conjuncts(system, place, [] if alike else remembered))
    if alike:
        asked = [*_expand_equality_tests(asked)]
    last = [
        max((max(one.slots) for one in asked if slot in one.slots), default=slot) for slot in range(slots)
    ]
    low, high = (0, slots) if alike else (int(values[0]), int(values[-1])) if many else (0, 0)
    columns: dict[int, _Column] = {}
    sums = [np.array([form[-2] * size + form[-1]], np.int64) for form in long]
    counts: NDArray[Any] = np.ones(1, np.int64 if many**slots < 1 << 62 else object)
    work, large = 0, 1 + slots * many.bit_length() // 64
    for slot in range(slots):
        here = [one for one in asked if max(one.slots) == slot]
        ends = [_bound_sum(form[slot + 1 : -2], low, high) for form in long]
        kept = [key for key in (*columns, slot) if last[key] > slot]
        shown = np.arange(min(len(columns), many - 1) + 1) if alike else values
        parts, at_once = [], max(1, _AT_ONCE // max(1, len(shown)))
        for first in range(0, len(counts), at_once):
            some = slice(first, first + at_once)
            rows = len(counts[some])
            new = {key: np.repeat(column[some], len(shown)) for key, column in columns.items()}
            ways, fine = np.repeat(counts[some], len(shown)), np.ones(rows * len(shown), bool)
            met = np.zeros(len(fine), np.int64)
            for column in new.values():
                np.maximum(met, column + 1, out=met)
            new[slot] = np.tile(shown, rows)
            if alike:
                fine &= new[slot] <= met
            own = []
            for total, form, (least, most) in zip(sums, long, ends, strict=True):
                own.append(np.repeat(total[some], len(shown)) + form[slot] * new[slot])
                fine &= (own[-1] + least <= 0) & (own[-1] + most >= 0)
            for one in here:
                fine &= one.holds(new, low, high)
            state, ways = [new[key][fine] for key in kept], ways[fine]
            if alike:
                state = _numbered(state)
                ways = ways * np.where(new[slot] == met, many - met.astype(ways.dtype), 1)[fine]
            parts.append(([*state, *(total[fine] for total in own)], ways))
            work += rows * (len(shown) * (1 + len(here) + len(long)) + large)
            if work > MOST_STEPS or large * sum(len(ways) for _, ways in parts) > _MOST_STATES:
                by = "parts" if alike else f"{many} values"
                raise LimitError(f"the assignments of {slots} cells by {by} are too many to be enumerated")
        merged, counts = _merge_states(parts)
        columns, sums = dict(zip(kept, merged, strict=False)), merged[len(kept) :]
        if not len(counts):
            return 0
    return int(counts.sum())


def _numbered(columns: Sequence[_Column]) -> list[_Column]:
    """Return the columns with values renumbered from 0 by first occurrence in each row."""
    numbered: list[_Column] = []
    met = np.zeros(len(columns[0]) if columns else 0, np.int64)
    for k, column in enumerate(columns):
        number = met.copy()
        for earlier, known in zip(columns[:k], numbered, strict=True):
            np.copyto(number, known, where=earlier == column)
        met = np.maximum(met, number + 1)
        numbered.append(number)
    return numbered


def _expand_equality_tests(asked: Iterable[_LocalConstraint]) -> Iterator[_LocalConstraint]:
    """Yield the constraints; an equality test is replaced by conditions on pairs of distinct variables if the
    two are equivalent.
    """
    pairs: dict[tuple[int, ...], None] = {}
    for one in asked:
        slots = sorted(one.slots)
        partitions: list[tuple[int, ...]] = [()]
        for _ in slots[:_MOST_IN_PAIRS]:
            partitions = [(*p, k) for p in partitions for k in range(max(p, default=-1) + 2)]
        columns = dict(zip(slots, np.array(partitions, np.int64).T, strict=False))
        fine, apart = None, []
        if len(columns) == len(slots):
            fine = np.broadcast_to(one.holds(columns, 0, len(slots)), len(partitions))
            nearly = np.array([max(p) == len(slots) - 2 for p in partitions])
            meet = {(i, j): columns[i] == columns[j] for i, j in combinations(slots, 2)}
            apart = [pair for pair, same in meet.items() if not fine[nearly & same].any()]
            differ = ~np.any([meet[pair] for pair in apart], axis=0) if apart else np.ones(len(fine), bool)
        if fine is not None and (fine == differ).all():
            pairs |= dict.fromkeys(apart)
        else:
            yield one
    unequal = parse_expression("a != b")
    for pair in pairs:
        yield _LocalConstraint(frozenset(pair), unequal, (("a", 0), ("b", 1)), pair, is_forbidden=False)


def _conjuncts(
    system: ConstraintSystem, place: Mapping[Key, int], long: Sequence[CellEquation]
) -> Iterator[_LocalConstraint]:
    """Yield all constraints except the given equations."""
    summed = {(equation.text, equation.slots) for equation in long}
    for constraint in system.constraints:
        if isinstance(constraint, Exclusion):
            values = {slot.key: slot.values for slot in system.slots}
            tests = tuple(
                (place[key], tuple(v for k, v in enumerate(values[key]) if symbols >> k & 1))
                for key, symbols in constraint.tests
            )
            at_slots = frozenset(slot for slot, _ in tests) or frozenset(
                {0}
            )  # an exclusion without tests is violated
            yield _LocalConstraint(at_slots, None, (), (), is_forbidden=True, tests=tests)
            continue
        assert isinstance(constraint, Relation), "the reader of forms rejects other constraints"
        at = tuple(place[key] for key in constraint.slots)
        for tree, predicate in conjuncts(constraint):
            if not predicate.forbidden and (ast.unparse(tree), constraint.slots) in summed:
                continue
            used = frozenset(at[cell] for cell in _find_cells_read(tree, constraint.spots)) or frozenset({0})
            yield _LocalConstraint(used, tree, constraint.spots, at, predicate.forbidden)


def _find_cells_read(tree: ast.expr, spots: Spots) -> set[int]:
    """Return the cells that an expression tree reads."""
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    return {cell for name, spot in spots if name in names for cell in cells_of(spot)}


def _bound_sum(form: Sequence[int], low: int, high: int) -> tuple[int, int]:
    """Return the minimum and the maximum of the remaining terms of a sum."""
    return sum(min(a * low, a * high) for a in form), sum(max(a * low, a * high) for a in form)


def _merge_states(parts: Sequence[tuple[list[_Column], NDArray[Any]]]) -> tuple[list[_Column], NDArray[Any]]:
    """Merge equal states and add their counts."""
    columns = [np.concatenate(each) for each in zip(*(state for state, _ in parts), strict=True)]
    counts = np.concatenate([count for _, count in parts])
    if not columns:
        return [], counts.sum(keepdims=True) if len(counts) else counts
    if not len(counts):
        return columns, counts
    key, wide = np.zeros(len(counts), np.int64), 1
    for column in columns:
        low, spread = int(column.min()), int(np.ptp(column)) + 1
        if wide * spread >= 1 << 62:
            key, wide = np.unique(key, return_inverse=True)[1].astype(np.int64), len(key)
        key, wide = key * spread + (column - low), wide * spread
    _, first, inverse = np.unique(key, return_index=True, return_inverse=True)
    total = np.zeros(len(first), counts.dtype)
    np.add.at(total, inverse, counts)
    return [column[first] for column in columns], total


MOST_CLOSED = 200_000


class OrderChains:
    """Numbers of assignments that satisfy order conditions, for each number of values; constructed by
    ``of``.
    """

    def __init__(self, sums: list[tuple[list[int], list[int]]], closed: int) -> None:
        self._sums = sums
        """For each cell, the closed sets in which it is maximal, and these sets without it."""
        self.closed = closed
        """Number of closed sets."""
        self._paths = np.zeros(closed, object)
        self._paths[0] = 1
        self._numbers = [int(closed == 1)]

    @classmethod
    def of(cls, cells: int, pairs: Iterable[tuple[int, int]]) -> OrderChains | None:
        """Return the chains for pairs i, j with x_i <= x_j, or None if there is a cycle or too many closed
        sets.

        >>> [OrderChains.of(2, [(0, 1)]).number(v) for v in range(5)]
        [0, 1, 3, 6, 10]
        """
        below: dict[int, set[int]] = {cell: set() for cell in range(cells)}
        for i, j in pairs:
            below[j] |= {i} - {j}
        try:
            order = [*TopologicalSorter(below).static_order()]
        except CycleError:
            return None
        closed = {0: 0}
        for cell in order:
            needed = sum(1 << other for other in below[cell])
            more = [subset | 1 << cell for subset in closed if subset & needed == needed]
            closed |= {subset: len(closed) + number for number, subset in enumerate(more)}
            if len(closed) > MOST_CLOSED:
                return None
        sums: list[tuple[list[int], list[int]]] = []
        for cell in order:
            with_cell = [(subset, place) for subset, place in closed.items() if subset >> cell & 1]
            both = [(place, closed.get(subset ^ 1 << cell)) for subset, place in with_cell]
            kept = [(place, without) for place, without in both if without is not None]
            sums.append(([place for place, _ in kept], [without for _, without in kept]))
        return cls(sums, len(closed))

    def number(self, values: int) -> int:
        """Return the number of assignments with this number of values."""
        while len(self._numbers) <= values:
            for those, without in self._sums:
                self._paths[those] += self._paths[without]
            self._numbers.append(int(self._paths[-1]))
        return self._numbers[values]
