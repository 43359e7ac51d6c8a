"""Terms, and P and Q, of a weighted automaton at many points (x, y), modulo one prime of 30 bits.

At a point the entries of the automaton are numbers, and each edge costs one product per term and point. The C
extension processes eight points in parallel, numpy 256 points. Berlekamp-Massey yields P and Q at each point.
The order is determined at random points and never at x = y = 1, where it can be smaller.
"""

from __future__ import annotations

import struct
from functools import lru_cache
from hashlib import blake2b
from random import Random

import numpy as np
from numpy.typing import NDArray

from gfkit.core import native
from gfkit.core.algebra.residue_arrays import AT_ONCE, ROOM, Marks, Words, power_modulo, series_product
from gfkit.core.deferred import dataclass
from gfkit.core.engine.machine.base import Terms
from gfkit.core.engine.strip.automaton import Automaton, Frozen, frozen, least_automaton
from gfkit.core.engine.strip.strip import find_strip
from gfkit.core.rules import Question
from gfkit.core.typing import cached_property, check_stop
from gfkit.runs.batch import Work
from gfkit.ways import tuning
from gfkit.ways.modular.berlekamp_massey import connections

Places = NDArray[np.int64]


class Evaluator:
    """Automaton prepared for evaluation at points: its distinct weights, and the method for products."""

    def __init__(self, small: Automaton) -> None:
        self.small = small
        self.states: int = small.states
        self._known: dict[Frozen, int] = {(): 0}
        self.rows: list[list[tuple[int, int]]] = [[] for _ in range(small.states + 1)]
        """For every state, and at the end for the term, pairs of a source state and the index of a weight."""
        for source, row in enumerate(small.edges):
            for target, terms in row.items():
                self.rows[target].append((source, self._number(terms)))
        self.rows[small.states] = [(source, self._number(terms)) for source, terms in small.final.items()]
        self.start: list[int] = [self._number(small.start.get(state, {})) for state in range(small.states)]
        self.polynomials: list[Frozen] = list(self._known)
        padded = [row + [(0, 0)] * (-len(row) % 4) for row in self.rows]
        self.begin: NDArray[np.int32] = np.cumsum([0, *(len(row) // 4 for row in padded)]).astype(np.int32)
        self.pairs: NDArray[np.int32] = np.array([pair for row in padded for pair in row], np.int32).reshape(
            -1, 2
        )
        self.work: int = len(self.pairs)

    def _number(self, terms: Terms) -> int:
        key = frozen({power: value for power, value in terms.items() if value})
        return self._known.setdefault(key, len(self._known))

    @cached_property
    def by_rank(self) -> tuple[Places, list[tuple[Places, Places]]]:
        """Targets sorted by number of sources, and for r = 0, 1, ... their r-th sources with weights."""
        rows = self.rows
        lengths = np.array([len(row) for row in rows])
        order = np.argsort(-lengths, kind="stable")
        ranks = []
        for rank in range(int(lengths.max(initial=0))):
            pairs = [rows[t][rank] for t in order if len(rows[t]) > rank]
            ranks.append((np.array([source for source, _ in pairs]), np.array([name for _, name in pairs])))
        return order, ranks

    def weights(self, xs: Words, ys: Words, prime: int) -> Words:
        """Return the values of the distinct weights at all points."""
        monomials: dict[tuple[int, int], Words] = {}
        p = np.uint64(prime)
        array = np.zeros((len(self.polynomials), len(xs)), np.uint64)
        for total, terms in zip(array, self.polynomials, strict=True):
            for place, (key, value) in enumerate(terms, 1):
                if key not in monomials:
                    monomials[key] = power_modulo(xs, key[0], p) * power_modulo(ys, key[1], p) % p
                total += np.uint64(value % prime) * monomials[key]
                if place % ROOM == 0:
                    total %= p
            total %= p
        return array

    def terms(self, xs: Words, ys: Words, count: int, prime: int, fast: bool) -> Words:
        """Return the first terms at all points, axes (term, point)."""
        if not self.states:  # no configuration on any board
            return np.zeros((count, len(xs)), np.uint64)
        weights = self.weights(xs, ys, prime)
        if fast and native.is_built():
            return self._compiled_terms(weights, count, prime)
        return self._plain_terms(weights, count, prime)

    def _compiled_terms(self, weights: Words, count: int, prime: int) -> Words:
        """Compute terms with the C extension; weights are multiplied by 2^32 for Montgomery reduction."""
        points = weights.shape[1]
        blocks = -(-points // AT_ONCE)
        padded = np.zeros((len(weights), blocks * AT_ONCE), np.uint64)
        padded[:, :points] = weights
        shaped = padded.reshape(-1, blocks, AT_ONCE).transpose(1, 0, 2)
        starts = np.ascontiguousarray(shaped[:, self.start])
        scaled = np.ascontiguousarray((shaped << np.uint64(32)) % np.uint64(prime))
        array = np.zeros((blocks, count, AT_ONCE), np.uint64)
        room = np.zeros((2, self.states + 1, AT_ONCE), np.uint64)
        step = max(1, tuning.MODULAR.points_chunk // max(1, count * self.work))
        for low in range(0, blocks, step):
            check_stop()
            part = slice(low, low + step)
            native.loops.weigh(self.begin, self.pairs, scaled[part], starts[part], array[part], prime, room)
        return array.transpose(1, 0, 2).reshape(count, blocks * AT_ONCE)[:, :points]

    def _plain_terms(self, weights: Words, count: int, prime: int) -> Words:
        array = np.zeros((count, weights.shape[1]), np.uint64)
        for low in range(0, weights.shape[1], tuning.MODULAR.numpy_points):
            part = weights[:, low : low + tuning.MODULAR.numpy_points]
            vector = part[self.start]
            for term in range(count):
                after = self._advance(vector, part, np.uint64(prime))
                array[term, low : low + tuning.MODULAR.numpy_points] = after[self.states]
                vector = after[: self.states]
        return array

    def _advance(self, vector: Words, weights: Words, p: np.uint64) -> Words:
        """Return the next vector, with the term as its last entry, computed with numpy."""
        order, ranks = self.by_rank
        sums = np.zeros((self.states + 1, weights.shape[1]), np.uint64)
        for rank, (sources, names) in enumerate(ranks):
            sums[: len(sources)] += vector[sources] * weights[names]
            if rank % ROOM == ROOM - 1:
                sums %= p
        after = np.empty_like(sums)
        after[order] = sums % p
        return after


class TooFewTerms(Exception):  # noqa: N818
    """Raised if a larger order occurs or a result fails its check, so that more terms are needed."""


@dataclass(slots=True)
class Values:
    """P and Q at points: coefficients 1, ..., d of Q, then 0, ..., d - 1 of P; axes (point, k)."""

    rows: Words
    good: Marks

    @classmethod
    def none(cls, points: int, order: int) -> Values:
        """Return values of which all points are marked as bad."""
        return cls(np.zeros((points, 2 * order), np.uint64), np.zeros(points, np.bool_))


class Sampler:
    """Random points, the order at these points, and P and Q."""

    def __init__(
        self,
        machine: Evaluator,
        plane: bool,
        random: Random,
        fast: bool,
        question: Question | None = None,
        work: Work | None = None,
    ) -> None:
        """Prepare an evaluation; ``plane`` is True if there are two variables x and y."""
        self.machine, self.plane, self.random = machine, plane, random
        self.question, self.work = question, work or Work()
        self.fast: bool = fast and native.is_built()
        self.order: int = 0
        self.floor: int = tuning.MODULAR.first_terms
        """Number of terms examined before an order is accepted."""
        self.points: int = 0
        self.terms: int = 0

    @property
    def limit(self) -> int:
        """Number of terms that determine any possible order."""
        return 2 * self.machine.states + tuning.MODULAR.spare_terms

    def random_points(self, prime: int) -> tuple[Words, Words]:
        """Return one random point for each lane."""
        xs = random_residues(self.random, AT_ONCE, prime, set())
        ys = random_residues(self.random, AT_ONCE, prime, set()) if self.plane else [1] * AT_ONCE
        return np.array(xs, np.uint64), np.array(ys, np.uint64)

    def find_order(self, prime: int) -> None:
        """Set the order to the maximum over eight random points, or to a larger known order."""
        count = min(self.floor, self.limit)
        xs, ys = self.random_points(prime)
        while True:
            terms = self.machine.terms(xs, ys, count, prime, self.fast)
            order, _, _ = connections(terms, prime, fast=self.fast)
            if 2 * order + tuning.MODULAR.spare_terms <= count or count >= self.limit:
                break
            count = min(max(2 * order + tuning.MODULAR.spare_terms, 2 * count), self.limit)
        self.terms = max(self.terms, count)
        self.order = max(self.order, order)

    def values(self, xs: Words, ys: Words, prime: int) -> Values:
        """Return the values of P and Q at all points."""
        number, values = _values_at(self.machine, xs, ys, self.order, prime, self.fast)
        self.saw(number, len(xs))
        return values

    def saw(self, order: int, points: int) -> None:
        """Update the point count and the largest order."""
        self.points += points
        if order > self.order:
            self.order = order
            raise TooFewTerms


def _values_at(
    machine: Evaluator, xs: Words, ys: Words, order: int, prime: int, fast: bool
) -> tuple[int, Values]:
    """Return the largest order found, and P and Q at all points unless it is larger than ``order``."""
    values = Values.none(len(xs), order)
    largest, step = 0, max(1, tuning.MODULAR.points_at_once)
    for low in range(0, len(xs), step):
        part = slice(low, low + step)
        terms = machine.terms(xs[part], ys[part], 2 * order, prime, fast)
        number, connection, fine = connections(terms, prime, fast=fast)
        largest = max(largest, number)
        if number > order:
            break
        if number < order:
            continue
        values.rows[part, :order] = connection[1:].T
        values.rows[part, order:] = series_product(connection[:order], terms[:order], prime).T
        values.good[part] = fine
    return largest, values


def random_residues(random: Random, count: int, prime: int, taken: set[int]) -> list[int]:
    """Return distinct random residues that are not 0, 1 or in ``taken``."""
    numbers: list[int] = []
    while len(numbers) < count:
        value = random.randrange(2, prime)
        if value not in taken:
            taken.add(value)
            numbers.append(value)
    return numbers


_HEAD = struct.Struct("<i")
"""Header of a result: the order of its recurrence, as a 32-bit integer."""


@lru_cache(maxsize=2)
def _evaluator(question: Question | None) -> Evaluator:
    """Return the automaton in a worker process, which is prepared once."""
    assert question is not None, "a strip without a query cannot be sent to another process"
    return Evaluator(least_automaton(find_strip(question)))


@dataclass(frozen=True, slots=True)
class Lines:
    """Batch that computes P and Q at the points of a grid (x, y) modulo a prime, if the order is at most
    ``order``.
    """

    question: Question | None
    prime: int
    xs: tuple[int, ...]
    ys: tuple[int, ...]
    order: int
    fast: bool

    @property
    def part(self) -> str:
        nodes = blake2b(repr((self.xs, self.ys)).encode(), digest_size=12).hexdigest()
        return f"lines {self.prime} {self.order} {nodes}"

    def perform(self) -> bytes:
        return self.over(_evaluator(self.question))

    def over(self, machine: Evaluator) -> bytes:
        """Return the result of the batch, evaluated with the given automaton."""
        xs = np.repeat(np.array(self.xs, np.uint64), len(self.ys))
        ys = np.tile(np.array(self.ys, np.uint64), len(self.xs))
        number, values = _values_at(machine, xs, ys, self.order, self.prime, self.fast)
        if number > self.order:
            return _HEAD.pack(number)
        return _HEAD.pack(number) + values.good.tobytes() + values.rows.astype("<u4").tobytes()

    def fault(self, answer: object) -> str | None:
        if not isinstance(answer, bytes) or len(answer) < _HEAD.size:
            return "no residues"
        points = len(self.xs) * len(self.ys)
        (order,) = _HEAD.unpack_from(answer)
        length = 0 if order > self.order else points * (1 + 4 * 2 * self.order)
        if order < 0 or len(answer) != _HEAD.size + length:
            return f"{len(answer)} bytes do not match {points} points of order {self.order}"
        if length and np.frombuffer(answer, "<u4", offset=_HEAD.size + points).max(initial=0) >= self.prime:
            return "a number is not a residue modulo its prime"
        return None

    def unpack(self, answer: bytes) -> tuple[int, Values]:
        """Return the order found, and P and Q at the points where it is not too large."""
        (order,) = _HEAD.unpack_from(answer)
        points = len(self.xs) * len(self.ys)
        if order > self.order:
            return order, Values.none(points, self.order)
        good = np.frombuffer(answer, np.bool_, count=points, offset=_HEAD.size)
        rows = np.frombuffer(answer, "<u4", offset=_HEAD.size + points)
        return order, Values(rows.reshape(points, 2 * self.order).astype(np.uint64), good)
