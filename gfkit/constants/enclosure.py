"""How fast the counts of a strip grow, enclosed by inequalities between whole numbers.

A strip repeats: after one period of p slices its states go over into each other by a matrix A of whole
numbers that are not negative, and a(offset + p k + j) = u A^k w_j, w_j being what states before the period
count for if j more slices and the end follow.

Theorem (Collatz, Wielandt). Let x be a column of whole numbers, none negative.

1. If A x <= h x entry by entry, and x is positive wherever some w_j is, then limsup a(n)^(1/n) <= h^(1/p).
2. If A x' >= l x' for an x' that is 0 outside of states which lead to some w_j, and at least one state where
   x' is positive is reached from u, then limsup a(n)^(1/n) >= l^(1/p).

Proof. 1: w_j <= c x, so u A^k w_j <= c h^k u x. 2: x' <= c times the sum of A^i w_j over j and i < m for
some m, and u A^i x' > 0 for some i; so c times a sum of a bounded number of terms, each with at most m + i
more periods than k, is at least l^k u A^i x'.

x comes from the power method in floating point and is rounded to whole numbers; everything claimed is seen in
whole numbers of any size. With a weight z = b / c every transition of weight x^k counts b^k c^(m - k), m
being the largest power at its site; h and l are divided by c to the sum of all m over a period.
Cost: some hundred slices in floating point and one in whole numbers. Fails, by a wide interval, where the two
largest eigenvalues are very close.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gfkit.constants.tuning import BOUNDS
from gfkit.engine.strip.strip import Strip
from gfkit.engine.sweep.tables import Layer
from gfkit.errors import LimitError

Vector = NDArray[Any]
Slow = Callable[[], bool]


@dataclass(frozen=True, slots=True, eq=False)
class SiteStep:
    """Transitions of one site: numbers of states before and after, and (sources, targets, factor)."""

    before: int
    after: int
    ways: tuple[tuple[Vector, Vector, int], ...]

    @classmethod
    def of(cls, layer: Layer, weight: Fraction) -> SiteStep:
        most = _degree(layer)
        ways = []
        for matching in layer.matchings:
            power = sum(matching.weight)
            factor = weight.numerator**power * weight.denominator ** (most - power)
            ways.append((matching.source, matching.target, factor))
        return cls(layer.before, layer.after, tuple(ways))

    def back(self, vector: Vector) -> Vector:
        """Weights of the states before the site, from those of the states after it."""
        counts = np.zeros((self.before, *vector.shape[1:]), vector.dtype)
        for source, target, factor in self.ways:
            part = vector[target]
            counts[source] += part * factor if factor != 1 else part
        return counts

    def targets_of(self, marked: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which states after the site are reached from marked states."""
        is_reached = np.zeros(self.after, np.bool_)
        for source, target, _ in self.ways:
            is_reached[target] |= marked[source]
        return is_reached


def _degree(layer: Layer) -> int:
    return max((sum(matching.weight) for matching in layer.matchings), default=0)


@dataclass(frozen=True, slots=True)
class GrowthOfStrip:
    """An enclosure low <= (growth for one slice)^period <= high, with its witness."""

    family: str
    low: Fraction
    high: Fraction
    period: int
    states: int
    witness: GrowthWitness = field(compare=False)
    rule: str = ""
    """Game and class of positions of the strip."""

    @property
    def name(self) -> str:
        """The family and the rule."""
        return f"{self.family} of {self.rule}"


@dataclass(frozen=True, slots=True, eq=False)
class GrowthWitness:
    """Steps of a period, the vector, the states of the lower bound, and where boards begin and end."""

    steps: tuple[SiteStep, ...]
    vector: tuple[int, ...]
    lower: tuple[int, ...]
    """The states at which x' is x; it is 0 elsewhere."""
    begins: tuple[int, ...]
    ends: tuple[int, ...]
    scale: int
    """Factor by which a period counts too much, from the denominator of the weight."""


def growth_of(strip: Strip, weight: Fraction, is_late: Slow = lambda: False) -> GrowthOfStrip:
    """The growth of a strip for each slice; LimitError if it is late or no bounds were found.

    >>> from gfkit.rules import Question
    >>> from gfkit.engine.strip.strip import find_strip
    >>> found = growth_of(find_strip(Question.of("independent-sets", "1xn")), Fraction(1))
    >>> found.period, found.low < Fraction(1618033988749895, 10**15) < found.high + Fraction(1, 10**14)
    (1, True)
    """
    layers = list(chain.from_iterable(strip.body))
    steps = tuple(SiteStep.of(layer, weight) for layer in layers)
    scale = weight.denominator ** sum(map(_degree, layers))
    ends = _ends(strip, weight)
    if not ends.any():  # no board of the strip allows anything, from some size on
        nothing = GrowthWitness(steps, (0,) * len(ends), (), (), (), scale)
        return GrowthOfStrip(strip.family.text, Fraction(0), Fraction(0), strip.period, strip.states, nothing)
    real = _power_method(steps, ends, is_late)
    whole = [
        0 if not value else max(1, round(value * 2**BOUNDS.vector_bits))
        for value in (real / real.max()).tolist()
    ]
    vector = np.array(whole, dtype=object)
    after = _period(steps, vector)
    if any(new and not old for new, old in zip(after.tolist(), whole, strict=True)):
        raise LimitError(f"the strip {strip.family.text} has states that matter only after very many slices")
    unit = 1 << BOUNDS.bound_bits
    ratios = [-(-new * unit // old) if old else 0 for new, old in zip(after.tolist(), whole, strict=True)]
    high = max(ratios)
    lower = tuple(k for k, ratio in enumerate(ratios) if whole[k] and ratio > high * (1 - BOUNDS.same_ratio))
    only = np.zeros(len(whole), dtype=object)
    only[list(lower)] = vector[list(lower)]
    kept = _period(steps, only).tolist()
    low = min(kept[k] * unit // whole[k] for k in lower)
    begins = _begins(strip)
    if not _meets(steps, begins, lower):
        raise LimitError(f"the strip {strip.family.text} does not reach the states that grow fastest")
    witness = GrowthWitness(steps, tuple(whole), lower, _places(begins), _places(ends > 0), scale)
    return GrowthOfStrip(
        family=strip.family.text,
        low=Fraction(low, unit * scale),
        high=Fraction(high, unit * scale),
        period=strip.period,
        states=strip.states,
        witness=witness,
    )


def _places(marked: NDArray[np.bool_]) -> tuple[int, ...]:
    return tuple(np.flatnonzero(marked).tolist())


def _period(steps: tuple[SiteStep, ...], vector: Vector) -> Vector:
    """The product of A and a column."""
    for step in reversed(steps):
        vector = step.back(vector)
    return vector


def _power_method(steps: tuple[SiteStep, ...], first: Vector, is_late: Slow) -> Vector:
    """An approximate eigenvector of A, started from the sum of all w_j."""
    vector, best, column, since = first / first.max(), np.inf, first, 0
    dense = _period(steps, np.eye(len(first))) if len(first) <= BOUNDS.dense_states else None
    for _ in range(BOUNDS.rounds):
        if is_late():
            raise LimitError("the time for one strip is over")
        after = _period(steps, vector) if dense is None else dense @ vector
        used = vector > 0
        ratios = after[used] / vector[used]
        top = ratios.max()
        gap = float(top / ratios[ratios > top * (1 - BOUNDS.same_ratio)].min() - 1) + float(
            (ratios <= top * (1 - BOUNDS.same_ratio)).mean()
        )
        since += 1
        if (after[~used] > 0).any():  # more states matter than were seen so far
            best, since = np.inf, 0
        elif gap < best * 0.9:
            best, column, since = gap, vector, 0
        if best < BOUNDS.close or since > 60:
            break
        vector = after / top + BOUNDS.kept_share * vector
        vector = vector / vector.max()
        vector[vector < 1e-250] = 0
    return column


def _ends(strip: Strip, weight: Fraction) -> Vector:
    """The sum of w_j over the phases of a period."""
    total = np.zeros(strip.body[0][0].before)
    for phase, tail in enumerate(strip.tails):
        size = tail[-1][-1].after if tail else strip.body[phase][0].before
        vector = np.zeros(size)
        vector[list(strip.finals[phase])] = 1
        before = [*strip.body[:phase], *tail]
        for layer in reversed(list(chain.from_iterable(before))):
            vector = SiteStep.of(layer, weight).back(vector)
            vector /= max(1.0, vector.max(initial=0.0))
        total += vector
    return total


def _begins(strip: Strip) -> NDArray[np.bool_]:
    marked = np.ones(1, np.bool_)
    for layer in chain.from_iterable(strip.head):
        marked = SiteStep.of(layer, Fraction(1)).targets_of(marked)
    return marked


def _meets(steps: tuple[SiteStep, ...], begins: NDArray[np.bool_], lower: tuple[int, ...]) -> bool:
    """Whether some state of the lower bound is reached from where boards begin."""
    seen = begins
    while not seen[list(lower)].any():
        after = seen
        for step in steps:
            after = step.targets_of(after)
        if not (after & ~seen).any():
            return False
        seen = seen | after
    return True
