"""Value of a factor graph by variable elimination, that is, over a tree decomposition, with conditioning.

Elimination. To eliminate an axis, multiply all tables on it and apply its linear form. The result is a table on
the neighbours of the axis. The largest table has one index for each axis of the largest bag of a tree
decomposition, except for the eliminated axis. We choose the order greedily, by the number of new pairs of
neighbours or by the size of the new table, with random ties, and take the best of several orders.

Conditioning. If the tables of an order are too large, fix the component of one axis, and add the values for all
components. A component excludes components of the neighbours and makes tables constant, so that the remaining
graph has fewer edges and often falls apart.

Numbers are computed modulo 2^64 if the number of assignments of the variables is smaller, and else in Python
integers. A polynomial is one integer (Kronecker substitution), which is exact for every ring homomorphism.

References: Bodlaender and Koster, Treewidth computations I: upper bounds; Dechter, Bucket elimination; Darwiche,
Recursive conditioning; van Rooij, Bodlaender and Rossmanith, Dynamic programming on tree decompositions using
generalised fast subset convolution.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from math import prod
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from gfkit.engine import tuning
from gfkit.typing import check_stop

from gfkit.engine.decomposition.factors import Table

if TYPE_CHECKING:
    from gfkit.engine.decomposition.factors import FactorGraph

Domains = dict[int, tuple[int, ...]]
"""For each remaining axis, its admissible components."""


@dataclass(slots=True)
class Plan:
    """Schedule of the computation: a product of independent parts, each by elimination or by conditioning."""

    cost: float
    """Number of entries of all tables."""
    peak: int
    """Number of entries of the largest table."""
    factor: tuple[tuple[int, int], ...] = ()
    """Axes with a single component, and this component."""
    constant: int = 1
    parts: list[_Elimination | _Conditioning] = field(default_factory=list)

    @property
    def leaves(self) -> int:
        """Number of eliminations."""
        return sum(
            1 if isinstance(part, _Elimination) else sum(plan.leaves for plan in part.plans)
            for part in self.parts
        )


@dataclass(slots=True)
class _Elimination:
    cost: float
    peak: int
    order: list[int]
    domains: Domains
    tables: list[Table]


@dataclass(slots=True)
class _Conditioning:
    cost: float
    peak: int
    plans: list[Plan]


class Planner:
    """Search for a plan of a factor graph whose tables have at most ``max_entries`` entries.

    ``max_cost`` bounds the number of entries of all tables of the plan; the search ends if it is exceeded. Each
    elimination has the additional cost ``leaf_cost``.
    """

    def __init__(self, graph: FactorGraph, max_entries: int, max_cost: float, leaf_cost: float) -> None:
        self.graph, self.powers, self.leaf_cost = graph, graph.powers, leaf_cost
        self.max_entries, self.max_cost = max_entries, max_cost
        self.domains = {axis: tuple(range(size)) for axis, size in enumerate(graph.sizes)}
        self.random = Random(1)

    def first_cost(self) -> float:
        """Return the cost of one elimination order without conditioning."""
        sizes = dict(enumerate(self.graph.sizes))
        return self._order(sizes, _neighbours(sizes, self.graph.tables), by_fill=True)[0]

    def plan(self) -> Plan | None:
        """Return a plan, or None if every plan that was found is too expensive."""
        return self._plan(self.domains, self.graph.tables, tuning.DECOMPOSITION.orders)

    def _plan(self, domains: Domains, tables: Sequence[Table], tries: int) -> Plan | None:
        check_stop()
        found = self._simplified(domains, tables)
        if found is None:
            return Plan(0, 0, (), 0)
        domains, tables, factor, constant = found
        near = _neighbours(domains, tables)
        made = Plan(self.leaf_cost, 0, factor, constant)
        for part in _parts(near):
            inner = {axis: domains[axis] for axis in part}
            kept = [table for table in tables if table[0][0] in inner]
            planned = self._planned(inner, kept, {axis: near[axis] for axis in part}, tries)
            if planned is None:
                return None
            made.parts.append(planned)
            made.cost += planned.cost
            made.peak = max(made.peak, planned.peak)
            if made.cost > self.max_cost:
                return None
        return made

    def _planned(
        self, domains: Domains, tables: list[Table], near: dict[int, int], tries: int
    ) -> _Elimination | _Conditioning | None:
        sizes = {axis: len(inner) for axis, inner in domains.items()}
        cost, peak, order, bag = self._order(sizes, near, by_fill=True)
        for number in range(1, tries):
            if cost < self.leaf_cost:
                break
            found = self._order(sizes, near, by_fill=not number % 2)
            if found[0] < cost:
                cost, peak, order, bag = found
        if peak <= self.max_entries:
            return _Elimination(cost, peak, order, domains, tables)
        if cost > self.max_cost * tuning.DECOMPOSITION.conditioning_gain:
            return None
        candidates = [axis for axis in bag if axis not in self.powers]
        if not candidates:
            return None
        axis = max(candidates, key=lambda axis: near[axis].bit_count())
        total, highest, plans = 0.0, 0, []
        for component in domains[axis]:
            inner = _restricted(tables, axis, domains[axis], (component,))
            plan = self._plan({**domains, axis: (component,)}, inner, 2)
            if plan is None or total + plan.cost > self.max_cost:
                return None
            plans.append(plan)
            total += plan.cost
            highest = max(highest, plan.peak)
        return _Conditioning(total, highest, plans)

    def _simplified(
        self, domains: Domains, tables: Sequence[Table]
    ) -> tuple[Domains, list[Table], tuple[tuple[int, int], ...], int] | None:
        """Return the remaining axes and tables, the axes with one component, and a constant factor.

        Return None if the value is 0.
        """
        domains, tables = dict(domains), list(tables)
        factor: list[tuple[int, int]] = []
        constant = 1
        todo = True
        while todo:
            todo = False
            known: dict[tuple[int, ...], Any] = {}
            for axes, array in tables:
                if not axes:
                    constant *= int(array)
                    continue
                at = tuple(sorted(axes))
                array = array.transpose([axes.index(axis) for axis in at])
                known[at] = known[at] * array if at in known and not self.powers.keys() & at else (
                    array if at not in known else self._products(at, known[at], array)
                )
            tables = [table for table in known.items() if self.powers.keys() & table[0] or (table[1] != 1).any()]
            for axes, array in tables:
                if len(axes) == 1 and axes[0] not in self.powers:
                    kept = [at for at, value in enumerate(array) if value]
                    if len(kept) < len(domains[axes[0]]):
                        new = tuple([domains[axes[0]][at] for at in kept])
                        tables = _restricted(tables, axes[0], domains[axes[0]], new)
                        domains[axes[0]] = new
                        todo = True
                        break
            for axis, inner in [*domains.items()]:
                if not inner:
                    return None
                if len(inner) == 1 and axis not in self.powers:
                    tables = [
                        (axes[:at] + axes[at + 1 :], array.take(0, at))
                        if (at := axes.index(axis) if axis in axes else -1) >= 0
                        else (axes, array)
                        for axes, array in tables
                    ]
                    factor.append((axis, inner[0]))
                    del domains[axis]
                    todo = True
        return (domains, tables, tuple(factor), constant) if constant else None

    def _products(self, axes: tuple[int, ...], one: Any, other: Any) -> Any:
        return _multiply([(axes, one), (axes, other)], self.powers)[1]

    def _order(
        self, sizes: Mapping[int, int], near: Mapping[int, int], *, by_fill: bool
    ) -> tuple[float, int, list[int], list[int]]:
        """Return a greedy elimination order: the entries of all tables and of the largest, and its bag."""
        near, noise = dict(near), self.random.random
        order: list[int] = []
        cost, peak, largest = 0.0, 0, []

        def score(axis: int) -> tuple[float, float]:
            around = near[axis]
            own = _members(around)
            size = float(prod(sizes[one] for one in own))
            if not by_fill:
                return size, noise()
            return sum((around & ~near[one]).bit_count() - 1 for one in own), noise()

        scores = {axis: score(axis) for axis in near}
        while scores:
            axis = min(scores, key=scores.__getitem__)
            own = _members(near[axis])
            size = prod(sizes[one] for one in own)
            cost += size * sizes[axis]
            if size > peak:
                peak, largest = size, [axis, *own]
            order.append(axis)
            around, bit = near.pop(axis), 1 << axis
            del scores[axis]
            changed = around
            for one in own:
                near[one] = (near[one] | around) & ~bit & ~(1 << one)
                changed |= near[one]
            for one in _members(changed if by_fill else around):
                scores[one] = score(one)
        return cost, peak, order, largest


def value(plan: Plan, values: Sequence[Sequence[int]], powers: Mapping[int, int], *, is_word: bool) -> int:
    """Return the value of a planned factor graph, modulo 2^64 if ``is_word`` is set.

    ``values`` contains the weight of each component of each axis.
    """
    total = plan.constant
    for axis, component in plan.factor:
        total *= values[axis][component]
    for part in plan.parts:
        check_stop()
        if not total:
            return 0
        if isinstance(part, _Conditioning):
            total *= sum(value(inner, values, powers, is_word=is_word) for inner in part.plans)
        else:
            total *= _eliminate(part, values, powers, is_word=is_word)
    return total % (1 << 64) if is_word else total


def _eliminate(
    part: _Elimination, values: Sequence[Sequence[int]], powers: Mapping[int, int], *, is_word: bool
) -> int:
    dtype: Any = np.uint64 if is_word else object
    total = 1
    waiting: list[Table] = [
        (axes, np.mod(array, 1 << 64).astype(dtype) if is_word else array) for axes, array in part.tables
    ]
    for axis in part.order:
        check_stop()
        bucket = [table for table in waiting if axis in table[0]]
        waiting = [table for table in waiting if axis not in table[0]]
        if any(sum(other in axes for axes, _ in bucket) > 1 for other in powers):
            bucket = [_multiply(bucket, powers)]
        weights = [values[axis][component] for component in part.domains[axis]]
        weights = [weight % (1 << 64) for weight in weights] if is_word else weights
        with np.errstate(over="ignore"):
            axes, array = _summed(bucket, axis, weights, part.domains, dtype, powers)
        if axes:
            waiting.append((axes, array))
        else:
            total *= int(array)
    return total


def _summed(
    bucket: list[Table],
    axis: int,
    weights: Sequence[int],
    domains: Domains,
    dtype: Any,
    powers: Mapping[int, int],
) -> Table:
    """Multiply the tables of an axis and apply its linear form."""
    members = sorted({other for axes, _ in bucket for other in axes if other != axis})
    pattern = {
        other: tuple([other in axes for axes, array in bucket if len(axes) > 2]) for other in members
    }
    sizes = {other: len(domains[other]) for other in members}
    groups: dict[tuple[bool, ...], int] = {}
    for other in members:
        groups[pattern[other]] = groups.get(pattern[other], 1) * sizes[other]
    members.sort(key=lambda other: (groups[pattern[other]], pattern[other], other))
    rank = {other: at for at, other in enumerate(members)}
    total = np.zeros([sizes[other] for other in members], dtype)
    prepared = []
    for axes, array in sorted(bucket, key=lambda table: table[1].size):
        inner = sorted(axes, key=lambda other: rank.get(other, -1))
        array = array.transpose([axes.index(other) for other in inner])
        prepared.append((inner[1:], array))
    for at, weight in enumerate(weights):
        if not weight:
            continue
        window = {other: slice(0, sizes[other]) for other in members}
        parts = []
        for axes, array in prepared:
            row = array[at]
            if len(axes) == 1 and axes[0] not in powers:
                support = np.flatnonzero(row)
                if not len(support):
                    break
                start, stop = window[axes[0]].start, window[axes[0]].stop
                window[axes[0]] = slice(max(start, int(support[0])), min(stop, int(support[-1]) + 1))
                if (row[support[0] : support[-1] + 1] == 1).all():
                    continue
            parts.append((axes, row))
        else:
            where = tuple([window[other] for other in members])
            product: Any = None
            for axes, row in parts:
                shape = [1] * len(members)
                cut = row[tuple([window[other] for other in axes])] if axes else np.asarray(row, dtype)
                for other, size in zip(axes, np.shape(cut), strict=True):
                    shape[rank[other]] = size
                cut = cut.reshape(shape)
                product = cut if product is None else product * cut
            scale = np.array(weight, dtype)
            if weight != 1:
                product = scale if product is None else product * scale
            total[where] += 1 if product is None else product
    return tuple(members), total


def _multiply(tables: Sequence[Table], powers: Mapping[int, int]) -> Table:
    """Return the product of tables, by convolution on the axes with powers of z."""
    return reduce(lambda one, other: _product(one, other, powers), sorted(tables, key=lambda table: table[1].size))


def _product(one: Table, other: Table, powers: Mapping[int, int]) -> Table:
    axes = tuple(dict.fromkeys((*one[0], *other[0])))
    arrays = []
    for own, array in (one, other):
        inner = sorted(own, key=axes.index)
        shape = [1] * len(axes)
        for each in inner:
            shape[axes.index(each)] = array.shape[own.index(each)]
        arrays.append(array.transpose([own.index(each) for each in inner]).reshape(shape))
    shared = [axis for axis in axes if axis in powers and axis in one[0] and axis in other[0]]
    starts = []
    for axis in shared:
        at, first = axes.index(axis), powers[axis]
        length = one[1].shape[one[0].index(axis)]
        pairs = [(k, i, k - i + first) for k in range(first, length) for i in range(first, k + 1)]
        pairs = [(0, 0, 0)] * first + pairs
        arrays[0] = arrays[0].take([i for _, i, _ in pairs], at)
        arrays[1] = arrays[1].take([j for _, _, j in pairs], at)
        starts.append((at, [n for n, pair in enumerate(pairs) if not n or pairs[n - 1][0] != pair[0]]))
    product = arrays[0] * arrays[1]
    for at, begin in starts:
        product = np.add.reduceat(product, begin, at)
    return axes, product


def _restricted(
    tables: Sequence[Table], axis: int, before: Sequence[int], after: Sequence[int]
) -> list[Table]:
    """Return the tables with fewer components of an axis."""
    kept = [before.index(component) for component in after]
    return [(axes, array.take(kept, axes.index(axis)) if axis in axes else array) for axes, array in tables]


def _members(mask: int) -> list[int]:
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def _neighbours(axes: Iterable[int], tables: Sequence[Table]) -> dict[int, int]:
    """Return the bit mask of the neighbours of each axis."""
    near = dict.fromkeys(axes, 0)
    for inner, _ in tables:
        bag = sum(1 << axis for axis in inner)
        for axis in inner:
            near[axis] |= bag & ~(1 << axis)
    return near


def _parts(near: Mapping[int, int]) -> Iterator[list[int]]:
    """Yield the components of a graph, given by bit masks of neighbours."""
    left = sum(1 << axis for axis in near)
    while left:
        part = todo = left & -left
        while todo:
            low = todo & -todo
            new = near[low.bit_length() - 1] & ~part
            part |= new
            todo ^= low | new
        left &= ~part
        yield _members(part)
