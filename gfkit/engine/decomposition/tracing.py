"""Optimal and random assignments of a factor graph: elimination over a semiring, traced back.

Semirings. Elimination needs only a product and a sum, so it also computes the largest weight of an assignment
with the number of assignments that attain it: the product of (v, m) and (w, n) is (v + w, m n), and their sum
is the pair of larger value, or (v, m + n) if v = w. The smallest weight is the largest one after negation.

Without subtraction. Inclusion-exclusion needs signs, but (max, +) has no subtraction, and sums with signs
have no bound on relative rounding errors. So the table T of an axis of a clause is replaced by U with

    U[none] = T[excluded],   U[some] = T[free] - T[excluded],

the contributions in which none, or some, of the variables seen so far is true. The product of T1 and T2 in
the entry "free" becomes (U1[some] + U1[none]) (U2[some] + U2[none]), so the product of U1 and U2 is

    none: U1[none] U2[none],   some: U1[some] (U2[some] + U2[none]) + U1[none] U2[some].

Tracing back. The last table has a single entry, whose summands are the components of the axis eliminated
last. Choose one of them: a summand of largest weight for an optimum, or a random one with probability
proportional to its value. Its factors are entries of tables that were computed earlier, and so on. The
probability of an assignment is the quotient of its weight and the total, because all other factors cancel.

References: Dechter, Bucket elimination; van Rooij, Bodlaender and Rossmanith, Dynamic programming on tree
decompositions using generalised fast subset convolution.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from itertools import accumulate
from math import frexp, inf, prod
from typing import Any, NamedTuple

import numpy as np

from gfkit.algebra import Evidence, Status
from gfkit.engine.decomposition.elimination import (
    CostError,
    EliminationPlanner,
    aligned,
    count_exactly,
    reducer,
    split_into_parts,
)
from gfkit.engine.decomposition.factors import FactorGraph, Table
from gfkit.engine.machine.base import Terms
from gfkit.typing import check_stop

Choose = Callable[[Any], int]
"""Function that chooses an index, given the values of all summands."""
_Pairs = list[tuple[int, int, int]]
"""For the axes of a clause in an array: the index of the axis, and of its components "some" and "none"."""


class Semiring(NamedTuple):
    """Product and sum of arrays, and the arrays of zeros and ones, and of weights."""

    times: Callable[[Any, Any], Any]
    plus: Callable[[Any, Any], Any]
    occurs: Callable[[Any], Any]
    """Mask of the entries that are not zero."""
    lift: Callable[[Any], Any]
    """Array of nonnegative integers as an array of the semiring."""
    form: Callable[[Sequence[tuple[int, tuple[int, int]]]], Any]
    """Array of weights, given by nonnegative coefficients and exponents."""


def numbers(at: Sequence[Any], dtype: type) -> Semiring:
    """Return the semiring of nonnegative numbers, with the values of x and y."""

    def form(weights: Sequence[tuple[int, tuple[int, int]]]) -> Any:
        return np.array([c * at[0] ** x * at[1] ** y for c, (x, y) in weights], dtype)

    return Semiring(np.multiply, np.add, lambda array: array != 0, lambda array: array.astype(dtype), form)


def extremes(sign: int, modulus: int | None = None) -> Semiring:
    """Return the semiring of the largest weights, multiplied by a sign, and the numbers of optima.

    The numbers are integers modulo 2^64 or a prime, or by default floating-point numbers.
    """
    reduced, number = reducer(modulus or 0), np.float64 if modulus is None else np.uint64
    dtype = np.dtype([("weight", np.float64), ("number", number)])

    def pair(weight: Any, number: Any) -> Any:
        made = np.empty(np.shape(weight), dtype)
        made["weight"], made["number"] = weight, number
        return made

    def times(one: Any, other: Any) -> Any:
        return pair(one["weight"] + other["weight"], reduced(one["number"] * other["number"]))

    def plus(one: Any, other: Any) -> Any:
        first, second = one["weight"], other["weight"]
        both = reduced(one["number"] + other["number"])
        larger = np.where(first > second, one["number"], other["number"])
        return pair(np.maximum(first, second), np.where(first == second, both, larger))

    def lift(array: Any) -> Any:
        return pair(np.where(array != 0, 0.0, -inf), array.astype(number))

    def form(weights: Sequence[tuple[int, tuple[int, int]]]) -> Any:
        made = lift(np.array([c for c, _ in weights], dtype=object))
        made["weight"] += [sign * (x + y) for _, (x, y) in weights]
        return made

    return Semiring(times, plus, lambda array: array["weight"] > -inf, lift, form)


class _Step(NamedTuple):
    """Elimination of an axis: the tables on it, and their product after summation."""

    axis: int
    bucket: list[Table]
    members: list[int]
    result: Any


class TracedElimination:
    """Elimination of a factor graph without subtraction, whose tables can be kept and traced back."""

    def __init__(self, graph: FactorGraph, planner: EliminationPlanner, tries: int) -> None:
        domains = dict(enumerate([range(len(form)) for form in graph.weights]))
        constant, parts, lone = split_into_parts(domains, graph.tables)
        lone = lone if constant else {}
        ones: list[Table] = [((axis,), np.ones(len(inner), object)) for axis, inner in lone.items()]
        self.graph, self.is_empty = graph, not constant
        self.order: list[int] = []
        self.domains: dict[int, Sequence[int]] = {}
        self.tables: list[Table] = []
        for own, tables, near in (*parts, (lone, ones, dict.fromkeys(lone, 0))):
            sizes = {axis: len(inner) for axis, inner in own.items()}
            cost, peak, order, _ = planner.find_order(sizes, near, tries, planner.max_cost)
            if cost > planner.max_cost or peak > planner.max_entries:
                raise CostError
            self.order += order
            self.domains |= own
            self.tables += tables
        self.sizes = {axis: len(inner) for axis, inner in self.domains.items()}
        self.weights = [list(form) for form in graph.weights]
        self.pairs: dict[int, list[tuple[int, int]]] = {}
        """For each axis of a clause, the places of the components "some" and "none" in its domain."""
        for axis, pairs in (graph.pairs or {}).items():
            kept = [*self.domains.get(axis, ())]
            for free, excluded in pairs:
                (one, powers), (other, _) = graph.weights[axis][free], graph.weights[axis][excluded]
                self.weights[axis][excluded] = one + other, powers
                if {free, excluded} <= {*kept}:
                    self.pairs.setdefault(axis, []).append((kept.index(free), kept.index(excluded)))
        self.tables = [self._without_signs(*table) for table in self.tables]
        self.cost, self.entries, self.peak, operations = self._measure()
        """Products of entries, entries of all tables that are computed, and of the largest product."""
        self.error = operations * 2.0**-51
        """Bound on the relative error of floating-point numbers, which are sums of nonnegative products."""
        if self.cost > planner.max_cost:
            raise CostError

    def _without_signs(self, axes: tuple[int, ...], array: Any) -> Table:
        for place, axis in enumerate(axes):
            view = np.moveaxis(array := array.copy(), place, 0)
            for some, none in self.pairs.get(axis, ()):
                view[some] -= view[none]
        return axes, array

    def _measure(self) -> tuple[float, int, int, int]:
        cost, entries, peak, operations = 0.0, 0, 0, 0
        tables = [({*axes}, self._contributions(*table)) for table in self.tables for axes in table[:1]]
        for axis in self.order:
            bucket = [table for table in tables if axis in table[0]]
            bucket.sort(key=lambda table: prod(self.sizes[other] for other in table[0]))
            tables = [table for table in tables if axis not in table[0]]
            union: set[int] = set()
            seen: set[int] = set()
            for axes, own in bucket:
                union |= axes
                size = prod(self.sizes[other] for other in union)
                cost += size * prod(1 + len(self.pairs[other]) / self.sizes[other] for other in seen & own)
                seen |= own
            entries, peak = entries + size // self.sizes[axis], max(peak, size)
            operations += self.sizes[axis] + 2 + len(bucket) * (1 + 2 * len(seen))
            tables.append((union - {axis}, seen - {axis}))
        return cost, entries, peak, operations

    def _contributions(self, axes: tuple[int, ...], array: Any) -> set[int]:
        return {
            axis
            for place, axis in enumerate(axes)
            if any(array.take(some, place).any() for some, _ in self.pairs.get(axis, ()))
        }

    def run(self, ring: Semiring, *, keep: bool = False) -> tuple[Any, list[_Step]]:
        """Return the value of the factor graph, and the steps if they are to be traced."""
        tables, steps = [(axes, ring.lift(array)) for axes, array in self.tables], []
        for axis in self.order:
            check_stop()
            bucket = sorted((table for table in tables if axis in table[0]), key=lambda table: table[1].size)
            tables = [table for table in tables if axis not in table[0]]
            members, inner = aligned(bucket, axis, self.sizes)
            arrays = [
                array.reshape([len(array), *(self.sizes[one] if one in axes else 1 for one in members)])
                for axes, array in inner
            ]
            pairs = [
                (place, *pair)
                for place, one in enumerate((axis, *members))
                for pair in self.pairs.get(one, ())
            ]
            product = reduce(lambda one, other: _multiply(ring, one, other, pairs), arrays)
            total = reduce(ring.plus, map(ring.times, self._form(ring, axis), product))
            tables.append((tuple(members), total))
            if keep:
                steps.append(_Step(axis, bucket, members, total))
        return reduce(
            ring.times, (array for _, array in tables), ring.lift(np.array(not self.is_empty))
        ), steps

    def extreme_terms(self) -> tuple[Terms, Evidence]:
        """Return the terms of the lowest and the highest power of x in the counting polynomial.

        Numbers that contribute to the result do not exceed it. So if it is below 2^53, all floating-point
        operations on them are exact.
        """
        terms: Terms = {}
        for sign in (1, -1):
            weight, number = self.run(extremes(sign))[0].item()
            if weight == -inf:
                break
            bits = self.graph.bits if number == inf else frexp(number)[1] + 1

            def residue(_: object, modulus: int, sign: int = sign) -> int:
                return int(self.run(extremes(sign, modulus))[0]["number"])

            terms[sign * int(weight), 0] = (
                int(number) if number < 1 << 53 else count_exactly(residue, (), bits)
            )
        return terms, Evidence(Status.PROVED, "tree-decomposition", (("table_entries", self.peak),))

    def _form(self, ring: Semiring, axis: int) -> Any:
        return ring.form([self.weights[axis][component] for component in self.domains[axis]])

    def trace(self, ring: Semiring, steps: Sequence[_Step], choose: Choose) -> dict[int, int]:
        """Return the symbol of each variable in an assignment, given the choice among the summands."""
        wanted: dict[int, Mapping[int, int]] = {}
        """For each table, by its identity, the place of the chosen component of each of its axes."""
        found = {}
        for axis, bucket, members, result in reversed(steps):
            target = {**wanted.pop(id(result), {})}
            _, products, _ = self._restricted(ring, axis, bucket, members, target)
            summands = map(
                ring.times, self._form(ring, axis), products[-1].reshape(self.sizes[axis], -1)[:, :1]
            )
            target[axis] = _pick(np.concatenate([*summands]), choose)[0]
            found[axis] = self.graph.symbols[axis][self.domains[axis][target[axis]]]
            arrays, products, places = self._restricted(ring, axis, bucket, members, target)
            goal = [0] * len(places)
            for number in range(len(bucket) - 1, -1, -1):
                chosen = goal
                if number:
                    goal, chosen = _split(ring, products[number - 1], arrays[number], goal, choose)
                wanted[id(bucket[number][1])] = {
                    one: places[one][chosen[at]] for at, one in enumerate(places) if one in bucket[number][0]
                }
        return found

    def _restricted(
        self, ring: Semiring, axis: int, bucket: list[Table], members: list[int], target: Mapping[int, int]
    ) -> tuple[list[Any], list[Any], dict[int, list[int]]]:
        """Return the entries of tables that contribute to an entry of their product, with partial products.

        The entry has the index 0 on every axis except the eliminated one, if that is not in the target. The
        last value contains the places of the components of each axis.
        """
        places: dict[int, list[int]] = {}
        pairs = []
        for at, one in enumerate((axis, *members)):
            own = dict(self.pairs.get(one, ()))
            if one not in target:
                places[one] = [*range(self.sizes[one])]
                pairs += [(at, *pair) for pair in own.items()]
            else:
                places[one] = [target[one], own[target[one]]] if target[one] in own else [target[one]]
                pairs += [(at, 0, 1)] if target[one] in own else []
        arrays = []
        for axes, array in bucket:
            inner = sorted(axes, key=[*places].index)
            cut = array.transpose([axes.index(one) for one in inner])[np.ix_(*(places[one] for one in inner))]
            arrays.append(cut.reshape([len(places[one]) if one in axes else 1 for one in places]))
        return arrays, [*accumulate(arrays, lambda one, other: _multiply(ring, one, other, pairs))], places


def _multiply(ring: Semiring, one: Any, other: Any, pairs: _Pairs) -> Any:
    """Return the product of two tables with the same number of axes."""
    one, other = (one, other) if one.size >= other.size else (other, one)
    shared = [pair for pair in pairs if one.shape[pair[0]] > 1 < other.shape[pair[0]]]
    if not shared:
        return ring.times(one, other)
    (axis, some, none), rest = shared[0], shared[1:]

    def cut(array: Any, place: int) -> Any:
        return array[(slice(None),) * axis + (slice(place, place + 1),)]

    ahead, all_ = cut(other, some), other.copy()
    cut(all_, some)[...] = ring.plus(ahead, cut(other, none))
    total = _multiply(ring, one, all_, rest)
    if ring.occurs(ahead).any():
        more = _multiply(ring, cut(one, none), ahead, [pair for pair in rest if pair[0] != axis])
        cut(total, some)[...] = ring.plus(cut(total, some), more)
    return total


def _split(
    ring: Semiring, one: Any, other: Any, goal: Sequence[int], choose: Choose
) -> tuple[list[int], list[int]]:
    """Choose the entries of two tables whose product contributes to an entry of the product of the tables.

    On each axis, the index 0 of the product is reached if one of the indices is 0, and 1 if both are 1.
    """
    first, second, weights = one, other, other
    both = [one.shape[axis] == other.shape[axis] == 2 and not at for axis, at in enumerate(goal)]
    for axis, at in enumerate(goal):
        if both[axis]:
            some, none = (weights.take([place], axis) for place in (0, 1))
            weights = np.concatenate([ring.plus(some, none), some], axis)
        else:
            first, second, weights = (
                array.take([at], axis) if array.shape[axis] == 2 else array
                for array in (first, second, weights)
            )
    left = [
        at if pair else end
        for at, pair, end in zip(_pick(ring.times(first, weights), choose), both, goal, strict=True)
    ]
    for axis, pair in enumerate(both):
        second = second.take([0], axis) if pair and left[axis] else second
    right = [at if pair else end for at, pair, end in zip(_pick(second, choose), both, goal, strict=True)]
    return left, right


def _pick(values: Any, choose: Choose) -> list[int]:
    """Return the index of the chosen entry of an array."""
    return [
        int(at) for at in np.unravel_index(choose(values.ravel()) if values.size > 1 else 0, values.shape)
    ]
