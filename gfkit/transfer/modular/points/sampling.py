"""P and Q at random points (x, y), modulo primes of 30 bits.

At a point the automaton is one with numbers, and Berlekamp-Massey gives P and Q there. The order is that of
random points and never that of x = y = 1, where it can be smaller.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np

from gfkit.batch import Work
from gfkit.transfer.modular.lanes.field import LANES
from gfkit.transfer.modular.lanes.recurrences import SPARE
from gfkit.transfer.modular.native.loader import worth_loading
from gfkit.transfer.modular.points.evaluation import Evaluator
from gfkit.transfer.modular.points.massey import connections
from gfkit.transfer.modular.points.values import Marks, Words, series_product
from gfkit.transfer.strip.question import Question

BLOCK = 2048
"""Points worked on at once."""
_FIRST = 32


class TooFewTerms(Exception):  # noqa: N818
    """Raised where a larger order shows, or a result fails its check: more terms are needed."""


@dataclass(slots=True)
class Values:
    """P and Q at points: coefficients 1, ..., d of Q and then 0, ..., d - 1 of P; axes (point, k)."""

    rows: Words
    good: Marks

    @classmethod
    def none(cls, points: int, order: int) -> Values:
        """Values none of which is good."""
        return cls(np.zeros((points, 2 * order), np.uint64), np.zeros(points, np.bool_))


class Sampler:
    """Random points, the order there, and P and Q there."""

    def __init__(
        self,
        machine: Evaluator,
        plane: bool,
        random: Random,
        fast: bool,
        question: Question | None = None,
        work: Work | None = None,
    ) -> None:
        """``plane`` tells whether there is y beside x."""
        self.machine, self.plane, self.random = machine, plane, random
        self.question, self.work = question, work or Work()
        # About as many points as the square of the states, each with twice as many terms.
        self.fast = fast and worth_loading(2 * machine.states**3 * machine.work // 4)
        self.order = 0
        self.floor = _FIRST
        """Terms that are looked at before any order is believed."""
        self.points = 0
        self.terms = 0

    @property
    def limit(self) -> int:
        """Terms that show any order."""
        return 2 * self.machine.states + SPARE

    def random_points(self, prime: int) -> tuple[Words, Words]:
        """As many random points as there are lanes."""
        xs = drawn(self.random, LANES, prime, set())
        return paired(xs, drawn(self.random, LANES, prime, set()) if self.plane else [1] * LANES)

    def find_order(self, prime: int) -> None:
        """The order at most of eight random points, or the one known to be larger."""
        count = min(self.floor, self.limit)
        xs, ys = self.random_points(prime)
        while True:
            terms = self.machine.terms(xs, ys, count, prime, self.fast)
            order, _, _ = connections(terms, prime, fast=self.fast)
            if 2 * order + SPARE <= count or count >= self.limit:
                break
            count = min(max(2 * order + SPARE, 2 * count), self.limit)
        self.terms = max(self.terms, count)
        self.order = max(self.order, order)

    def values(self, xs: Words, ys: Words, prime: int) -> Values:
        """P and Q at all points."""
        found, values = values_at(self.machine, xs, ys, self.order, prime, self.fast)
        self.saw(found, len(xs))
        return values

    def saw(self, order: int, points: int) -> None:
        """Takes note of points that were worked on, and of the order that was met there."""
        self.points += points
        if order > self.order:
            self.order = order
            raise TooFewTerms


def values_at(
    machine: Evaluator, xs: Words, ys: Words, order: int, prime: int, fast: bool
) -> tuple[int, Values]:
    """The largest order met, and P and Q at all points unless that is larger than ``order``."""
    values = Values.none(len(xs), order)
    largest = 0
    for low in range(0, len(xs), BLOCK):
        part = slice(low, low + BLOCK)
        terms = machine.terms(xs[part], ys[part], 2 * order, prime, fast)
        found, connection, fine = connections(terms, prime, fast=fast)
        largest = max(largest, found)
        if found > order:
            break
        if found < order:
            continue
        values.rows[part, :order] = connection[1:].T
        values.rows[part, order:] = series_product(connection[:order], terms[:order], prime).T
        values.good[part] = fine
    return largest, values


def drawn(random: Random, count: int, prime: int, taken: set[int]) -> list[int]:
    """Random different residues beside 0, 1 and those taken."""
    found: list[int] = []
    while len(found) < count:
        value = random.randrange(2, prime)
        if value not in taken:
            taken.add(value)
            found.append(value)
    return found


def paired(xs: Sequence[int], ys: Sequence[int]) -> tuple[Words, Words]:
    """Points from their coordinates."""
    return np.array(xs, np.uint64), np.array(ys, np.uint64)
