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
from math import prod
from random import Random
from typing import Any

import numpy as np

from gfkit.algebra.residue import word_primes
from gfkit.boards.board import set_bits
from gfkit.engine import tuning
from gfkit.engine.decomposition.branching import component
from gfkit.engine.decomposition.factors import Table
from gfkit.typing import check_stop

Domains = Mapping[int, Sequence[int]]
"""For each axis, its admissible components."""
Evaluate = Callable[[Sequence[Sequence[int]], int], int]
"""Function from the weights of the components of all axes, and a modulus, to the value of a factor graph.

The modulus is 2^64, a prime below 2^32, whose squares fit into a word, or 0 for the exact value.
"""
_WORD = 1 << 64


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
            return lambda weights, modulus: _eliminate(order, domains, tables, weights, modulus)
        axis = max(bag, key=lambda axis: near[axis].bit_count())
        plans = [self.plan(*_restrict(domains, tables, axis, [at]), 2) for at in range(sizes[axis])]
        return lambda weights, modulus: sum(plan(weights, modulus) for plan in plans)

    def find_order(
        self, sizes: Mapping[int, int], near: Mapping[int, int], tries: int, hopeless: float
    ) -> tuple[float, int, list[int], list[int]]:
        """Return the entries of all tables and of the largest, an elimination order, and the largest bag, for
        the cheapest of several orders. Try no more if the cost is hopeless.
        """
        best = self._order(sizes, near, by_fill=True)
        for number in range(1, tries):
            if self.leaf_cost < best[0] < hopeless:
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


def _eliminate(
    order: Sequence[int],
    domains: Domains,
    tables: list[Table],
    weights: Sequence[Sequence[int]],
    modulus: int,
) -> int:
    def reduced(array: Any) -> Any:
        return np.mod(array, modulus).astype(np.uint64) if modulus else array

    sizes = {axis: len(inner) for axis, inner in domains.items()}
    tables = [(axes, reduced(array)) for axes, array in tables]
    for axis in order:
        check_stop()
        bucket = sorted((table for table in tables if axis in table[0]), key=lambda table: table[1].size)
        tables = [table for table in tables if axis not in table[0]]
        form = reduced(np.array([weights[axis][at] for at in domains[axis]], dtype=object))
        with np.errstate(over="ignore"):
            tables.append(_sum_out(bucket, axis, form, sizes, modulus))
    return prod(int(array) for _, array in tables)


def reducer(modulus: int) -> Callable[[Any], Any]:
    """Return the function that reduces an array of words by a modulus, if that is a prime."""
    prime = np.uint64(modulus) if modulus not in (0, _WORD) else None
    return lambda array: array if prime is None else array - array // prime * prime  # faster than %


def aligned(bucket: list[Table], axis: int, sizes: Mapping[int, int]) -> tuple[list[int], list[Table]]:
    """Return the other axes of the tables of an axis in a common order, and the transposed tables.

    Their axes are listed without the given axis, which is the first one. Axes that occur in the same tables
    are consecutive, so that numpy processes them in one loop.
    """
    pattern: dict[int, tuple[bool, ...]] = {
        other: tuple([other in axes for axes, _ in bucket if len(axes) > 2])
        for other in sorted({other for axes, _ in bucket for other in axes} - {axis})
    }
    lengths: dict[tuple[bool, ...], int] = {}
    for other, own in pattern.items():
        lengths[own] = lengths.get(own, 1) * sizes[other]
    members = sorted(pattern, key=lambda other: (lengths[pattern[other]], pattern[other], other))
    rank = {other: at for at, other in enumerate(members)}
    tables = []
    for axes, array in bucket:
        inner = tuple(sorted(axes, key=lambda other: rank.get(other, -1)))
        tables.append((inner[1:], array.transpose([axes.index(other) for other in inner])))
    return members, tables


def _sum_out(bucket: list[Table], axis: int, form: Any, sizes: Mapping[int, int], modulus: int) -> Table:
    """Multiply the tables of an axis and apply its linear form."""
    reduced = reducer(modulus)
    members, tables = aligned(bucket, axis, sizes)
    rank = {other: at for at, other in enumerate(members)}
    total = np.zeros([sizes[other] for other in members], form.dtype)
    for at, weight in enumerate(form):
        window = {other: slice(0, sizes[other]) for other in members}
        for axes, array in tables:
            if len(axes) == 1:  # omit the entries that are multiplied by 0 at either end
                old, support = window[axes[0]], np.flatnonzero(array[at])
                first, end = (support[0], support[-1] + 1) if len(support) else (0, 0)
                window[axes[0]] = slice(max(first, old.start), min(end, old.stop))
        product = np.array(weight, form.dtype)
        for axes, array in tables:
            cut = array[(at, *[window[other] for other in axes])]
            if len(axes) != 1 or (cut != 1).any():
                shape = [1] * len(members)
                for other, size in zip(axes, np.shape(cut), strict=True):
                    shape[rank[other]] = size
                product = reduced(product * np.asarray(cut, form.dtype).reshape(shape))
        total[tuple(window.values())] += product
    return tuple(members), reduced(total)


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
