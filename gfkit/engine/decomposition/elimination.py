"""Value of a factor graph by variable elimination, that is, over a tree decomposition, with conditioning.

Elimination. To eliminate an axis, multiply all tables on it and apply its linear form. The result is a table on
the neighbours of the axis. The largest table has one index for each axis of the largest bag of a tree
decomposition, except for the eliminated axis. We choose the order greedily, by the number of new pairs of
neighbours or by the size of the new table, with random ties, and take the best of several orders.

Conditioning. If the tables of an order are too large, fix the component of one axis, and add the values for all
components. A component excludes components of the neighbours and makes tables constant, so that the remaining
graph has fewer edges and often falls apart.

Counts are computed modulo 2^64 and modulo primes, whose product exceeds the number of assignments of the
variables. A polynomial is one Python integer (Kronecker substitution), since the value of a factor graph needs
only additions and multiplications.

References: Bodlaender and Koster, Treewidth computations I: upper bounds; Dechter, Bucket elimination; Darwiche,
Recursive conditioning; van Rooij, Bodlaender and Rossmanith, Dynamic programming on tree decompositions using
generalised fast subset convolution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from math import prod
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from gfkit.algebra.residue import word_primes
from gfkit.engine import tuning
from gfkit.typing import check_stop

from gfkit.engine.decomposition.factors import Table

if TYPE_CHECKING:
    from gfkit.engine.decomposition.factors import FactorGraph

Domains = dict[int, tuple[int, ...]]
"""For each remaining axis, its admissible components."""
_WORD = 1 << 64


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
            if cost < self.leaf_cost or cost > self.max_cost * tuning.DECOMPOSITION.conditioning_gain:
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
                known[at] = (
                    known[at] * array
                    if at in known and not self.powers.keys() & at
                    else (array if at not in known else self._products(at, known[at], array))
                )
            tables = [
                table for table in known.items() if self.powers.keys() & table[0] or (table[1] != 1).any()
            ]
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
        return _Eliminator(self.domains, self.powers, 0).product((axes, one), (axes, other))[1]

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


def count(plan: Plan, graph: FactorGraph, bits: int, on_part: Callable[[], None]) -> int:
    """Return the value of a planned factor graph without powers of x and y, a number with at most ``bits`` bits.

    It is computed modulo 2^64, and modulo primes below 2^32, whose squares fit into a word.
    """
    coefficients = [[coefficient for coefficient, _ in each] for each in graph.weights]
    total, modulus = value(plan, coefficients, graph.powers, _WORD, on_part), _WORD
    for prime in word_primes(max(0, -(-(bits - 64) // 31)), 32):
        residue = value(plan, coefficients, graph.powers, prime, on_part)
        total += modulus * ((residue - total) * pow(modulus, -1, prime) % prime)
        modulus *= prime
    return total


def value(
    plan: Plan,
    values: Sequence[Sequence[int]],
    powers: Mapping[int, int],
    modulus: int,
    on_part: Callable[[], None],
) -> int:
    """Return the value of a planned factor graph, modulo 2^64 or a prime; exactly if ``modulus`` is 0.

    ``values`` contains the weight of each component of each axis.
    """
    total = plan.constant
    for axis, component in plan.factor:
        total *= values[axis][component]
    for part in plan.parts:
        if not total:
            break
        if isinstance(part, _Conditioning):
            total *= sum(value(inner, values, powers, modulus, on_part) for inner in part.plans)
        else:
            total *= _Eliminator(part.domains, powers, modulus).value(part, values)
            on_part()
    return total % modulus if modulus else total


class _Eliminator:
    """Elimination of the axes of tables with entries in the integers, or modulo 2^64 or a prime."""

    def __init__(self, domains: Domains, powers: Mapping[int, int], modulus: int) -> None:
        self.domains, self.powers, self.modulus = domains, powers, modulus
        self.dtype: Any = np.uint64 if modulus else object

    def value(self, part: _Elimination, values: Sequence[Sequence[int]]) -> int:
        """Return the value of a connected factor graph."""
        total = 1
        waiting: list[Table] = [(axes, self._array(array)) for axes, array in part.tables]
        for axis in part.order:
            check_stop()
            bucket = [table for table in waiting if axis in table[0]]
            waiting = [table for table in waiting if axis not in table[0]]
            if any(sum(other in axes for axes, _ in bucket) > 1 for other in self.powers):
                bucket.sort(key=lambda table: table[1].size)
                bucket = [reduce(self.product, bucket)]
            weights = self._array(np.array([values[axis][at] for at in self.domains[axis]], dtype=object))
            with np.errstate(over="ignore"):
                axes, array = self._summed(bucket, axis, weights)
            if axes:
                waiting.append((axes, array))
            else:
                total *= int(array)
        return total

    def _array(self, array: Any) -> Any:
        return np.mod(array, self.modulus).astype(self.dtype) if self.modulus else array

    def _reduced(self, array: Any) -> Any:
        """Reduce products below 2^64; division by a constant is faster than the remainder."""
        if self.modulus in (0, _WORD):
            return array
        prime = np.uint64(self.modulus)
        return array - array // prime * prime

    def _summed(self, bucket: list[Table], axis: int, weights: Any) -> Table:
        """Multiply the tables of an axis and apply its linear form.

        Axes that occur in the same tables are consecutive, so that numpy processes them in one loop.
        """
        members = sorted({other for axes, _ in bucket for other in axes if other != axis})
        sizes = {other: len(self.domains[other]) for other in members}
        large = [axes for axes, _ in bucket if len(axes) > 2]
        pattern = {other: tuple([other in axes for axes in large]) for other in members}
        lengths: dict[tuple[bool, ...], int] = {}
        for other in members:
            lengths[pattern[other]] = lengths.get(pattern[other], 1) * sizes[other]
        members.sort(key=lambda other: (lengths[pattern[other]], pattern[other], other))
        rank = {other: at for at, other in enumerate(members)}
        total = np.zeros([sizes[other] for other in members], self.dtype)
        tables = []
        for axes, array in sorted(bucket, key=lambda table: table[1].size):
            inner = sorted(axes, key=lambda other: rank.get(other, -1))
            tables.append((inner[1:], array.transpose([axes.index(other) for other in inner])))
        for at, weight in enumerate(weights):
            window = {other: slice(0, sizes[other]) for other in members}
            rows = []
            for axes, array in tables:
                row = array[at]
                if len(axes) == 1 and axes[0] not in self.powers:  # skip the entries that are multiplied by 0
                    support = np.flatnonzero(row)
                    if not len(support):
                        weight = 0
                        break
                    first, end, old = int(support[0]), int(support[-1]) + 1, window[axes[0]]
                    window[axes[0]] = slice(max(first, old.start), max(first, min(end, old.stop)))
                    if (row[first:end] == 1).all():
                        continue
                rows.append((axes, row))
            if not weight:
                continue
            product = np.array(weight, self.dtype)
            for axes, row in rows:
                cut = row[tuple([window[other] for other in axes])] if axes else np.asarray(row, self.dtype)
                shape = [1] * len(members)
                for other, size in zip(axes, cut.shape, strict=True):
                    shape[rank[other]] = size
                product = self._reduced(product * cut.reshape(shape))
            total[tuple([window[other] for other in members])] += product
        return tuple(members), self._reduced(total)

    def product(self, one: Table, other: Table) -> Table:
        """Return the product of two tables, by convolution on the axes with powers of z."""
        axes = tuple(dict.fromkeys((*one[0], *other[0])))
        arrays = []
        for own, array in (one, other):
            inner = sorted(own, key=axes.index)
            shape = [1] * len(axes)
            for each in inner:
                shape[axes.index(each)] = array.shape[own.index(each)]
            arrays.append(array.transpose([own.index(each) for each in inner]).reshape(shape))
        begins = []
        for axis in self.powers.keys() & set(one[0]) & set(other[0]):
            at, first, length = axes.index(axis), self.powers[axis], len(self.domains[axis])
            pairs = [(k, i, k - i + first) for k in range(first, length) for i in range(first, k + 1)]
            pairs = [(0, 0, 0)] * first + pairs
            arrays[0] = arrays[0].take([i for _, i, _ in pairs], at)
            arrays[1] = arrays[1].take([j for _, _, j in pairs], at)
            begins.append((at, [n for n, pair in enumerate(pairs) if not n or pairs[n - 1][0] != pair[0]]))
        product = self._reduced(arrays[0] * arrays[1])
        for at, begin in begins:
            product = self._reduced(np.add.reduceat(product, begin, at))
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
