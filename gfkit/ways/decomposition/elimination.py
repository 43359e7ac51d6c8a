"""Value of a factor graph by variable elimination, that is, over a tree decomposition, with conditioning.

Elimination. To eliminate an axis, multiply all tables on it and apply its linear form. The result is a table
on the neighbours of the axis. The largest table has one index for each axis of the largest bag of a tree
decomposition, except for the eliminated axis. We choose the order greedily, by the number of new pairs of
neighbours or by the size of the new table, with random ties, and take the best of several orders.

Conditioning. If the tables of an order are too large, fix the component of one axis, and add the values for
all components. A component excludes components of the neighbours and makes tables constant, so that the
remaining graph has fewer edges and often falls apart.

Counts are computed modulo 2^64 and modulo primes, whose product exceeds the number of assignments of the
variables. A polynomial is one Python integer (Kronecker substitution), since the value of a factor graph
needs only additions and multiplications.

References: Bodlaender and Koster, Treewidth computations I: upper bounds; Dechter, Bucket elimination;
Darwiche, Recursive conditioning; van Rooij, Bodlaender and Rossmanith, Dynamic programming on tree
decompositions using generalised fast subset convolution.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from math import prod
from random import Random
from typing import Any, NamedTuple

import numpy as np

from gfkit.core.algebra.residue import word_primes
from gfkit.core.boards.board import set_bits
from gfkit.core.engine.semirings import Choice, ModularNumbers, Numbers
from gfkit.core.typing import check_stop
from gfkit.ways import tuning
from gfkit.ways.decomposition.branching import component
from gfkit.ways.decomposition.factors import FactorGraph, Table

Domains = Mapping[int, Sequence[int]]
"""For each axis, its admissible components."""
Evaluate = Callable[[Sequence[Sequence[int]], int], int]
"""Function from the weights of the components of all axes, and a modulus, to the value of a factor graph.

The modulus is 2^64, a prime below 2^32, whose squares fit into a word, or 0 for the exact value.
"""
_WORD = 1 << 64
_Pairs = list[tuple[int, int, int]]
"""For the axes of a clause in an array: the index of the axis, and of its components "some" and "none"."""


class CostError(Exception):
    """Raised if every plan that was found is too expensive."""


class EliminationPlanner:
    """Plan of a factor graph whose tables have at most ``max_entries`` entries.

    ``max_cost`` bounds the number of entries of all tables of the plan. Each elimination has the additional
    cost ``leaf_cost``.
    """

    def __init__(self, max_entries: float, max_cost: float, leaf_cost: float) -> None:
        self.max_entries, self.max_cost, self.leaf_cost = max_entries, max_cost, leaf_cost
        self.random = Random(1)
        self.cost, self.peak, self.leaves = 0.0, 0, 0
        """Numbers of entries of all tables and of the largest one, and number of eliminations."""

    def plan(self, domains: Domains, tables: list[Table], tries: int) -> Evaluate:
        """Return the evaluation of a factor graph. Raise CostError if it is too expensive."""
        check_stop()
        constant, parts, lone = split_into_parts(domains, tables)
        plans = [self._plan_part(*part, tries) for part in parts]

        def evaluate(weights: Sequence[Sequence[int]], modulus: int) -> int:
            total = constant
            for axis, components in lone.items():
                total *= sum(weights[axis][at] for at in components)
            for plan in plans:
                total = total and total * plan(weights, modulus)
            return total % modulus if modulus else total

        return evaluate

    def _plan_part(
        self, domains: Domains, tables: list[Table], near: Mapping[int, int], tries: int
    ) -> Evaluate:
        """Return the evaluation of a connected factor graph."""
        sizes = {axis: len(inner) for axis, inner in domains.items()}
        hopeless = self.max_cost * tuning.DECOMPOSITION.conditioning_gain
        cost, peak, order, bag = self.find_order(sizes, near, tries, hopeless)
        if peak <= self.max_entries:
            self.cost, self.peak, self.leaves = (
                self.cost + cost + self.leaf_cost,
                max(self.peak, peak),
                self.leaves + 1,
            )
        if self.cost > self.max_cost or cost > hopeless:
            raise CostError
        if peak <= self.max_entries:

            def evaluate(weights: Sequence[Sequence[int]], modulus: int) -> int:
                ring = ModularNumbers(modulus) if modulus else Numbers()
                forms = {
                    one: ring.lift(np.array([weights[one][at] for at in domains[one]], object))
                    for one in order
                }
                with np.errstate(over="ignore"):
                    return int(eliminate(order, sizes, tables, forms, ring, {}).total)

            return evaluate
        axis = max(bag, key=lambda axis: near[axis].bit_count())
        plans = [self.plan(*_restrict(domains, tables, axis, [at]), 2) for at in range(sizes[axis])]
        return lambda weights, modulus: sum(plan(weights, modulus) for plan in plans)

    def find_order(
        self, sizes: Mapping[int, int], near: Mapping[int, int], tries: int, hopeless: float
    ) -> tuple[float, int, list[int], list[int]]:
        """Return the entries of all tables and of the largest, an elimination order, and the largest bag, for
        the cheapest of several orders; of two if conditioning is needed, and of one if the cost is hopeless.
        """
        best = self._order(sizes, near, by_fill=True)
        for number in range(1, tries):
            if self.leaf_cost < best[0] < (hopeless if number == 1 else self.max_cost):
                best = min(best, self._order(sizes, near, by_fill=not number % 2), key=lambda each: each[0])
        return best

    def _order(
        self, sizes: Mapping[int, int], around: Mapping[int, int], *, by_fill: bool
    ) -> tuple[float, int, list[int], list[int]]:
        near, noise = dict(around), self.random.random

        def score(axis: int) -> tuple[float, float]:
            own = set_bits(near[axis])
            if not by_fill:
                return prod(sizes[one] for one in own), noise()
            return sum((near[axis] & ~near[one]).bit_count() for one in own) - len(own), noise()

        scores = {axis: score(axis) for axis in near}
        order: list[int] = []
        bag: list[int] = []
        cost, peak = 0.0, 0
        while scores:
            axis = min(scores, key=scores.__getitem__)
            own = set_bits(near[axis])
            size = prod(sizes[one] for one in own)
            cost += size * sizes[axis]
            if size > peak:
                peak, bag = size, [axis, *own]
            order.append(axis)
            del scores[axis]
            changed = clique = near.pop(axis)
            for one in own:
                near[one] = (near[one] | clique) & ~(1 << axis | 1 << one)
                changed |= near[one] if by_fill else 0
            scores |= {one: score(one) for one in set_bits(changed)}
        return cost, peak, order, bag


def split_into_parts(
    domains: Domains, tables: list[Table]
) -> tuple[int, list[tuple[Domains, list[Table], Mapping[int, int]]], Domains]:
    """Return a constant factor, the connected parts with the neighbours of their axes, and the other axes.

    Excluded components are removed, and so are tables without conditions.
    """
    constant = 1
    while True:
        constant *= prod(int(array) for axes, array in tables if not axes)
        tables = [(axes, array) for axes, array in tables if axes and (array != 1).any()]
        excluding = ((axes[0], array) for axes, array in tables if len(axes) == 1 and not array.all())
        axis, array = next(excluding, (0, None))
        if array is None or not constant:
            break
        domains, tables = _restrict(domains, tables, axis, np.flatnonzero(array).tolist())
        constant *= bool(domains[axis])
    near = dict.fromkeys(domains, 0)
    for axes, _ in tables:
        for axis in axes:
            near[axis] |= sum(1 << other for other in axes if other != axis)
    used = {axis for axes, _ in tables for axis in axes if constant}
    parts: list[tuple[Domains, list[Table], Mapping[int, int]]] = []
    left = sum(1 << axis for axis in used)
    while left:
        part = component(near, left)
        left &= ~part
        own = {axis: domains[axis] for axis in set_bits(part)}
        kept = [table for table in tables if table[0][0] in own]
        parts.append((own, kept, {axis: near[axis] for axis in own}))
    return constant, parts, {axis: inner for axis, inner in domains.items() if axis not in used}


def count_exactly(evaluate: Evaluate, weights: Sequence[Sequence[int]], bits: int) -> int:
    """Return a value that is a nonnegative number with at most ``bits`` bits."""
    total, modulus = evaluate(weights, _WORD), _WORD
    for prime in word_primes(max(0, -(-(bits - 64) // 31)), 32):
        total += modulus * ((evaluate(weights, prime) - total) * pow(modulus, -1, prime) % prime)
        modulus *= prime
    return total


class Elimination(NamedTuple):
    """Value of a factor graph, all its tables, and for each eliminated axis the indices of its tables."""

    total: Any
    tables: list[Table]
    steps: list[tuple[int, list[int]]]


def eliminate(
    order: Sequence[int],
    sizes: Mapping[int, int],
    tables: list[Table],
    forms: Mapping[int, Any],
    ring: Numbers,
    pairs: Mapping[int, Mapping[int, int]],
    *,
    keep: bool = False,
) -> Elimination:
    """Return the value of a factor graph over a semiring; its tables are kept if they are to be traced.

    ``pairs`` contains the components of clauses without signs; see ``tracing.py``.
    """
    known = [(axes, ring.lift(array)) for axes, array in tables]
    total = reduce(ring.times, (array for axes, array in known if not axes), ring.lift(np.ones((), int)))
    steps, left = [], {*range(len(known))}
    for axis in order:
        check_stop()
        bucket = sorted(
            (number for number in left if axis in known[number][0]), key=lambda number: known[number][1].size
        )
        members, arrays = align([known[number] for number in bucket], axis, sizes)
        places = [
            (place, *pair)
            for place, one in enumerate((axis, *members))
            for pair in pairs.get(one, {}).items()
        ]
        product = reduce(lambda one, other: multiplied(ring, one, other, places), arrays)
        made = reduce(ring.add, map(ring.times, forms[axis], product))
        left = left - {*bucket} | {len(known)}
        known.append((tuple(members), made))
        total = total if members else ring.times(total, made)
        steps.append((axis, bucket))
        for number in () if keep else bucket:
            known[number] = (), None
    return Elimination(total, known, steps)


def align(bucket: list[Table], axis: int, sizes: Mapping[int, int]) -> tuple[list[int], list[Any]]:
    """Return the other axes of the tables of an axis in a common order, and the tables with all these axes.

    The first axis of the arrays is the given one, and axes that are not in a table have length 1. Axes that
    occur in the same tables are consecutive, so that numpy processes them in one loop.
    """
    pattern: dict[int, tuple[bool, ...]] = {
        other: tuple([other in axes for axes, _ in bucket if len(axes) > 2])
        for other in sorted({other for axes, _ in bucket for other in axes} - {axis})
    }
    lengths: dict[tuple[bool, ...], int] = {}
    for other, own in pattern.items():
        lengths[own] = lengths.get(own, 1) * sizes[other]
    members = sorted(pattern, key=lambda other: (lengths[pattern[other]], pattern[other], other))
    arrays = []
    for axes, array in bucket:
        inner = [axes.index(other) for other in (axis, *members) if other in axes]
        shape = [sizes[other] if other in axes else 1 for other in (axis, *members)]
        arrays.append(array.transpose(inner).reshape(shape))
    return members, arrays


def multiplied(ring: Numbers, one: Any, other: Any, pairs: _Pairs) -> Any:
    """Return the product of two tables with the same number of axes."""
    one, other = (one, other) if one.size >= other.size else (other, one)
    shared = [pair for pair in pairs if one.shape[pair[0]] > 1 < other.shape[pair[0]]]
    if not shared:
        return ring.times(one, other)
    (axis, some, none), rest = shared[0], shared[1:]

    def cut(array: Any, place: int) -> Any:
        return array[(slice(None),) * axis + (slice(place, place + 1),)]

    ahead, both = cut(other, some), other.copy()
    cut(both, some)[...] = ring.add(ahead, cut(other, none))
    total = multiplied(ring, one, both, rest)
    if ring.occurs(ahead).any():
        more = multiplied(ring, cut(one, none), ahead, [pair for pair in rest if pair[0] != axis])
        cut(total, some)[...] = ring.add(cut(total, some), more)
    return total


class PlannedElimination:
    """Factor graph with an elimination order for all axes, without conditioning."""

    def __init__(self, graph: FactorGraph, planner: EliminationPlanner, tries: int) -> None:
        domains = dict(enumerate([range(len(form)) for form in graph.weights]))
        constant, parts, lone = split_into_parts(domains, graph.tables)
        lone = lone if constant else {}
        ones: list[Table] = [((axis,), np.ones(len(inner), int)) for axis, inner in lone.items()]
        self.graph = graph
        self.domains: dict[int, Sequence[int]] = {}
        self.tables: list[Table] = [((), np.array(constant))]
        self.order: list[int] = []
        for own, tables, near in (*parts, (lone, ones, dict.fromkeys(lone, 0))):
            sizes = {axis: len(inner) for axis, inner in own.items()}
            cost, peak, order, _ = planner.find_order(sizes, near, tries, planner.max_cost)
            planner.cost, planner.peak = planner.cost + cost, max(planner.peak, peak)
            if planner.cost > planner.max_cost or peak > planner.max_entries:
                raise CostError
            self.order += order
            self.domains |= own
            self.tables += tables
        self.sizes = {axis: len(inner) for axis, inner in self.domains.items()}
        self.weights: list[list[tuple[int, tuple[int, ...]]]] = [list(form) for form in graph.weights]
        self.pairs: dict[int, dict[int, int]] = {axis: {} for axis in self.domains}
        """For each axis, the place of the component "none" by the place of its component "some"."""
        self.peak = planner.peak
        """Number of entries of the largest product."""

    def run(self, ring: Numbers, *, keep: bool = False) -> Elimination:
        """Return the value of the factor graph, with all tables if they are to be traced."""
        return eliminate(self.order, self.sizes, self.tables, self.forms(ring), ring, self.pairs, keep=keep)

    def forms(self, ring: Numbers) -> dict[int, Any]:
        """Return the values of the components of each axis."""
        forms = {}
        for axis, inner in self.domains.items():
            numbers, powers = zip(*[self.weights[axis][component] for component in inner], strict=True)
            laid = [self.graph.laid(axis, component) for component in inner]
            forms[axis] = ring.form(numbers, [*map(Choice, powers, laid)])
        return forms


def _restrict(
    domains: Domains, tables: list[Table], axis: int, kept: list[int]
) -> tuple[Domains, list[Table]]:
    """Restrict the domain of an axis; an axis with one component is in no table."""
    gone, picked = ({axis}, kept[0]) if len(kept) == 1 else (set(), kept)
    return {**domains, axis: [domains[axis][at] for at in kept]}, [
        (tuple([each for each in axes if each not in gone]), array.take(picked, axes.index(axis)))
        if axis in axes
        else (axes, array)
        for axes, array in tables
    ]
