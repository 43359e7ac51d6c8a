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

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import accumulate
from math import frexp, inf, prod
from random import Random
from typing import Any

import numpy as np

from gfkit.core.algebra import Evidence, Status
from gfkit.core.engine.machine.base import Terms
from gfkit.core.engine.semirings import Assignment, Choice, ModularNumbers, Numbers, Optima, signed_degree
from gfkit.core.engine.uniform import choose_index, draw_with_floats
from gfkit.ways.decomposition.elimination import (
    CostError,
    Elimination,
    EliminationPlanner,
    PlannedElimination,
    count_exactly,
    multiplied,
)
from gfkit.ways.decomposition.factors import FactorGraph, Table

Choose = Callable[[Any], int]
"""Function that chooses an index, given the values of all summands."""


class TracedElimination(PlannedElimination):
    """Elimination of a factor graph without subtraction, whose tables can be traced back."""

    def __init__(self, graph: FactorGraph, planner: EliminationPlanner, tries: int) -> None:
        super().__init__(graph, planner, tries)
        for axis, pairs in (graph.pairs or {}).items():
            kept = [*self.domains.get(axis, ())]
            for free, excluded in pairs:
                (one, powers), (other, _) = graph.weights[axis][free], graph.weights[axis][excluded]
                self.weights[axis][excluded] = one + other, powers
                if {free, excluded} <= {*kept}:
                    self.pairs[axis][kept.index(free)] = kept.index(excluded)
        self.cost, self.entries, self.peak, self.error = 0.0, 0, 0, 0.0
        """Products of entries, entries of all tables that are computed, entries of the largest product, and a
        bound on the relative error of floating-point numbers, whose sums have no signs.
        """
        self.ask: Callable[[int], None] = lambda _: None
        """Function that raises ShortOfMemoryError if so many bytes are not available."""
        self._plan()
        if self.cost > planner.max_cost:
            raise CostError

    def _plan(self) -> None:
        members, signed = [{*axes} for axes, _ in self.tables], self.tables
        self.tables = []
        contributing: list[set[int]] = []
        """For each table, the axes of the clauses to which its variables contribute."""
        for axes, given in signed:
            array, own = given.copy(), set()
            for place, axis in enumerate(axes):
                view = np.moveaxis(array, place, 0)
                for some, none in self.pairs[axis].items():
                    view[some] -= view[none]
                    own |= {axis} if view[some].any() else set()
            self.tables.append((axes, array))
            contributing.append(own)
        left = {*range(len(members))}
        for axis in self.order:
            bucket = [number for number in left if axis in members[number]]
            bucket.sort(key=lambda number: prod(self.sizes[one] for one in members[number]))
            union: set[int] = set()
            seen: set[int] = set()
            for number in bucket:
                union |= members[number]
                size = prod(self.sizes[one] for one in union)
                both = seen & contributing[number]
                self.cost += size * prod(1 + len(self.pairs[one]) / self.sizes[one] for one in both)
                seen |= contributing[number]
            self.error += (self.sizes[axis] + 2 + len(bucket) * (1 + 2 * len(union))) * 2.0**-51
            self.entries, self.peak = self.entries + size // self.sizes[axis], max(self.peak, size)
            left = left - {*bucket} | {len(members)}
            members.append(union - {axis})
            contributing.append(seen - {axis})

    def extreme_terms(self) -> tuple[Terms, Evidence]:
        """Return the terms of the lowest and the highest power of x in the counting polynomial."""
        both = [(sign, self.optimum(partial(signed_degree, sign))) for sign in (1, -1)]
        terms: Terms = {(sign * best[0], 0): best[1] for sign, best in both if best is not None}
        return terms, Evidence(Status.PROVED, "tree-decomposition", (("table_entries", self.peak),))

    def optimum(self, weight: Callable[[Choice], Any]) -> tuple[int, int, Assignment] | None:
        """Return the largest weight, the number of assignments that attain it, and one of them; None if there
        are no assignments.

        Numbers that contribute to the result do not exceed it. So if it is below 2^53, all floating-point
        operations on them are exact.
        """
        ring = Optima(weight)
        with np.errstate(over="ignore", invalid="ignore"):  # infinite numbers are computed exactly below
            run = self.run(ring, keep=True)
            most, number = run.total.item()
            if most == -inf:
                return None
            laid = self.trace(ring, run, lambda values: int(values["weight"].argmax()))
        bits = self.graph.bits if number == inf else frexp(number)[1] + 1

        def residue(_: object, modulus: int) -> int:
            ring = Optima(weight, ModularNumbers(modulus))
            return int(self.run(ring).total["number"])

        exact = int(number) if number < 1 << 53 else count_exactly(residue, (), bits)
        return int(most), exact, laid

    def assignments(self) -> Iterator[Assignment]:
        """Yield all assignments, one for each sequence of choices among nonzero summands."""
        ring = Numbers(dtype=bool)
        run = self.run(ring, keep=True)
        script: list[list[int]] = []
        """Choices that are still possible at each step; the current sequence takes the last of each."""

        def choose(values: Any) -> int:
            left = next(steps, None)
            if left is None:
                left = values.nonzero()[0].tolist()
                script.append(left)
            return left[-1]

        while run.total:
            steps = iter(script)
            yield self.trace(ring, run, choose)
            while script and len(script[-1]) == 1:
                script.pop()
            if not script:
                return
            script[-1].pop()

    def samples(
        self,
        random: Random,
        number: int,
        value: Callable[[Choice], Any] = lambda _: 1,
    ) -> list[Assignment]:
        """Return random assignments, with probabilities proportional to their values, which are positive."""
        choose = partial(choose_index, random, error=self.error)

        def draw(ring: Numbers) -> list[Assignment]:
            self.ask((ring.entry_bytes + self.graph.bits // 8) * (self.entries + 4 * self.peak))
            tables = self.run(ring, keep=True)
            return [self.trace(ring, tables, choose) for _ in range(number if tables.total else 0)]

        return draw_with_floats(draw, value, random)

    def trace(self, ring: Numbers, run: Elimination, choose: Choose) -> Assignment:
        """Return an assignment, given the choice among the summands."""
        wanted: dict[int, dict[int, int]] = {}
        """For each table, the place of the chosen component of each of its axes."""
        laid, forms = dict[int, Assignment](), self.forms(ring)
        for result, (axis, bucket) in reversed([*enumerate(run.steps, len(self.tables))]):
            target, tables = wanted.get(result, {}), [run.tables[number] for number in bucket]
            options = [self._factors(ring, tables, target | {axis: at}) for at in range(self.sizes[axis])]
            sums = np.concatenate([rests[0].flat[:1] for _, rests in options])
            at = _pick(ring.times(forms[axis], sums), choose)[0]
            laid[axis] = self.graph.laid(axis, self.domains[axis][at])
            target |= {axis: at}
            split = [one for one, place in target.items() if place in self.pairs[one]]
            needed = {*split}
            for number, array, rest in zip(bucket, options[at][0], options[at][1][1:], strict=True):
                for place, one in enumerate(split):
                    some, none = rest.take([0], place), rest.take([1], place)
                    both = ring.add(some, none)
                    rest = np.concatenate([both, some if one in needed else both], place)
                nones = [
                    one for one, end in zip(split, _pick(ring.times(array, rest), choose), strict=True) if end
                ]
                needed &= {*nones}
                changed = {one: self.pairs[one][target[one]] for one in nones}
                wanted[number] = {one: (target | changed)[one] for one in run.tables[number][0]}
        return tuple([pair for _, own in sorted(laid.items()) for pair in own])

    def _factors(
        self, ring: Numbers, tables: list[Table], target: Mapping[int, int]
    ) -> tuple[list[Any], list[Any]]:
        """Return the entries of tables that contribute to an entry of their product, and for each table the
        product with all later ones. They have an axis of length 2 for each component "some" of the entry, on
        which the index 1 is the component "none".
        """
        split = [one for one, place in target.items() if place in self.pairs[one]]
        places = {
            one: np.reshape(
                [place, self.pairs[one][place]] if one in split else [place],
                [2 if other == one else 1 for other in split],
            )
            for one, place in target.items()
        }
        arrays = []
        for axes, array in (*tables, ((), ring.lift(np.ones((), int)))):
            mask = np.zeros([1 if one in axes else 2 for one in split], int)
            mask.flat[-1] = 1
            arrays.append(ring.times(array[tuple(places[one] for one in axes)], ring.lift(mask)))
        pairs = [(place, 0, 1) for place in range(len(split))]
        rests = accumulate(arrays[::-1], lambda one, other: multiplied(ring, one, other, pairs))
        return arrays[:-1], [*rests][::-1]


def _pick(values: Any, choose: Choose) -> list[int]:
    """Return the index of the chosen entry of an array."""
    return [
        int(at) for at in np.unravel_index(choose(values.ravel()) if values.size > 1 else 0, values.shape)
    ]
