"""Generating functions with weights, from values at many points (x, y) modulo primes.

At each point the automaton of the strip is one with numbers, and Berlekamp-Massey gives P and Q there.
Their coefficients are polynomials in x and y with integer coefficients (Fatou's lemma over Z[x, y]), of
degrees that are probed on two random lines, and are interpolated on a grid of random nodes. A point where
the order drops is replaced. The order is never taken from x = y = 1, where it can be smaller.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import numpy as np
from flint import fmpz
from numpy.typing import NDArray

from gfkit.errors import LimitError
from gfkit.exact.residue import random_primes, word_primes
from gfkit.sequences import Polynomial
from gfkit.transfer.modular.lanes import LANES, Field, Recurrences, compiled, worth_loading
from gfkit.transfer.modular.primewise import SPARE, ModularGF
from gfkit.transfer.strip.automaton import Automaton, Frozen, Weighted, automaton, frozen, minimised
from gfkit.transfer.strip.strip import Strip
from gfkit.transfer.sweep.plain import Terms
from gfkit.typing import OnProgress, Progress, Weights

Words = NDArray[np.uint64]
Grid = NDArray[np.int64]

BITS = 30
"""Primes are below 2^30: products leave room for sums of many."""
_PRIMES_LOG2 = 24.5
"""log2 of the number of primes of 30 bits, rounded down."""
_SURE = -92.0
_BLOCK = 2048
"""Points worked on at once."""
_CHUNK = 1 << 27
_CHEAP = 3_000_000_000
"""Bits moved by a proof that is given unasked."""
_MOST_BITS = 16_000_000_000
"""Bits of the numbers that a proof may hold at once."""


class _Machine:
    """An automaton laid out for points: the distinct polynomials, and who multiplies what."""

    def __init__(self, small: Automaton) -> None:
        self.small = small
        self.states = small.states
        known: dict[Frozen, int] = {(): 0}
        self.known = known

        def named(terms: Terms) -> int:
            return known.setdefault(frozen({key: value for key, value in terms.items() if value}), len(known))

        rows: list[list[tuple[int, int]]] = [[] for _ in range(small.states + 1)]
        for source, row in enumerate(small.edges):
            for target, terms in row.items():
                rows[target].append((source, named(terms)))
        rows[small.states] = [(source, named(terms)) for source, terms in small.final.items()]
        self.start = [named(small.start.get(state, {})) for state in range(small.states)]
        self.rows = rows
        self.polynomials = list(known)
        padded = [row + [(0, 0)] * (-len(row) % 4) for row in rows]
        self.begin = np.cumsum([0, *(len(row) // 4 for row in padded)]).astype(np.int32)
        self.pairs = np.array([pair for row in padded for pair in row], np.int32) * np.int32(8 * LANES)
        self.work = len(self.pairs)
        lengths = np.array([len(row) for row in rows])
        self.order = np.argsort(-lengths, kind="stable")
        """Targets by number of sources, for numpy."""
        self.ranks = [
            (
                np.array([rows[t][rank][0] for t in self.order if len(rows[t]) > rank]),
                np.array([rows[t][rank][1] for t in self.order if len(rows[t]) > rank]),
            )
            for rank in range(int(lengths.max(initial=0)))
        ]

    def weights(self, xs: Words, ys: Words, prime: int) -> Words:
        """The distinct polynomials at all points."""
        monomials: dict[tuple[int, int], Words] = {}
        p = np.uint64(prime)
        found = np.zeros((len(self.polynomials), len(xs)), np.uint64)
        for number, terms in enumerate(self.polynomials):
            for key, value in terms:
                if key not in monomials:
                    monomials[key] = _power(xs, key[0], p) * _power(ys, key[1], p) % p
                found[number] = (found[number] + np.uint64(value % prime) * monomials[key]) % p
        return found

    def terms(self, xs: Words, ys: Words, count: int, prime: int, fast: bool) -> Words:
        """The first terms at all points, axes (term, point)."""
        weights = self.weights(xs, ys, prime)
        code = compiled() if fast else None
        if code is None:
            return self._plain_terms(weights, count, prime)
        points = len(xs)
        blocks = -(-points // LANES)
        padded = np.zeros((len(weights), blocks * LANES), np.uint64)
        padded[:, :points] = weights
        shaped = padded.reshape(-1, blocks, LANES).transpose(1, 0, 2)
        starts = np.ascontiguousarray(shaped[:, self.start])
        scaled = np.ascontiguousarray((shaped << np.uint64(32)) % np.uint64(prime))
        found = np.zeros((blocks, count, LANES), np.uint64)
        negated = -pow(prime, -1, 1 << 32) % (1 << 32)
        step = max(1, _CHUNK // max(1, count * self.work))
        for low in range(0, blocks, step):
            part = slice(low, low + step)
            code.weighted_sweep(
                self.begin, self.pairs, scaled[part], starts[part], found[part], prime, negated
            )
        return found.transpose(1, 0, 2).reshape(count, -1)[:, :points]

    def _plain_terms(self, weights: Words, count: int, prime: int) -> Words:
        p = np.uint64(prime)
        found = np.zeros((count, weights.shape[1]), np.uint64)
        step = 256
        for low in range(0, weights.shape[1], step):
            part = weights[:, low : low + step]
            vector = part[self.start]
            for term in range(count):
                sums = np.zeros((self.states + 1, part.shape[1]), np.uint64)
                for rank, (sources, names) in enumerate(self.ranks):
                    sums[: len(sources)] += vector[sources] * part[names]
                    if rank % 15 == 14:
                        sums %= p
                sums %= p
                after = np.empty_like(sums)
                after[self.order] = sums
                found[term, low : low + step] = after[self.states]
                vector = after[: self.states]
        return found


def _power(values: Words, exponent: int, p: np.uint64) -> Words:
    result = np.ones_like(values)
    square = values.copy()
    while exponent:
        if exponent & 1:
            result = result * square % p
        square = square * square % p
        exponent >>= 1
    return result


def massey_points(terms: Words, prime: int) -> tuple[int, Words, NDArray[np.bool_]]:
    """Berlekamp-Massey at many points in step, modulo one prime below 2^30, by numpy.

    Returns the order, the connections with axes (coefficient, point), and which points went along with
    most.
    """
    p = np.uint64(prime)
    count, points = terms.shape
    good = np.ones(points, np.bool_)
    now = np.zeros((count + 2, points), np.uint64)
    now[0] = 1
    before = now.copy()
    over = np.ones(points, np.uint64)
    order, distance, length = 0, 1, 0
    for n in range(count):
        discrepancy = np.zeros(points, np.uint64)
        for low in range(0, order + 1, 15):
            high = min(low + 15, order + 1)
            recent = terms[n - high + 1 : n - low + 1][::-1]
            discrepancy = (discrepancy + (now[low:high] * recent).sum(axis=0) % p) % p
        zero = 2 * int((discrepancy[good] == 0).sum()) > int(good.sum())
        good &= (discrepancy == 0) == zero
        if zero:
            distance += 1
            continue
        factor = (p - discrepancy) * over % p
        kept = now[: order + 1].copy()
        window = slice(distance, distance + length + 1)
        now[window] = (now[window] + factor * before[: length + 1]) % p
        if 2 * order <= n:
            before[: order + 1] = kept
            before[order + 1 :] = 0
            over = _power(discrepancy, prime - 2, p)
            order, distance, length = n + 1 - order, 1, order
        else:
            distance += 1
    return order, now[: order + 1], good


def times_modulo(left: Words, right: Words, prime: int, *, fast: bool = True) -> Words:
    """The product of two matrices modulo a prime below 2^30.

    Without machine code it is made of four products of float64 matrices: entries are cut into halves of
    15 bits, so that sums of up to 2^22 products are exact.
    """
    p = np.uint64(prime)
    code = compiled() if fast else None
    if code is not None:
        room = -left.shape[1] % 4
        result = np.empty((left.shape[0], right.shape[1]), np.uint64)
        code.multiply(
            np.pad(left, ((0, 0), (0, room))) if room else left,
            np.pad(right, ((0, room), (0, 0))) if room else np.ascontiguousarray(right),
            result,
            prime,
        )
        return result
    cut, shift = np.uint64((1 << 15) - 1), np.uint64(15)
    a0, a1 = (left & cut).astype(np.float64), (left >> shift).astype(np.float64)
    b0, b1 = (right & cut).astype(np.float64), (right >> shift).astype(np.float64)
    high = (a1 @ b1).astype(np.uint64) % p
    middle = (a1 @ b0 + a0 @ b1).astype(np.uint64) % p
    low = (a0 @ b0).astype(np.uint64)
    found: Words = ((((high << shift) + middle) % p << shift) + low) % p
    return found


def interpolation(nodes: Words, prime: int) -> Words:
    """The matrix that takes values at the nodes to coefficients, lowest power first.

    Column i holds the i-th Lagrange polynomial: the product of all t - t_j divided by t - t_i by Horner's
    scheme, over its value at t_i.
    """
    p = np.uint64(prime)
    count = len(nodes)
    master = np.zeros(count + 1, np.uint64)
    master[0] = 1
    for size, node in enumerate(nodes):  # master[k] is the coefficient of t^k
        shifted = np.zeros_like(master)
        shifted[1 : size + 2] = master[: size + 1]
        master = (shifted + (p - node) * master) % p
    matrix = np.zeros((count, count), np.uint64)
    carry = np.zeros(count, np.uint64)
    value = np.zeros(count, np.uint64)
    for k in range(count - 1, -1, -1):
        carry = (master[k + 1] + carry * nodes) % p
        matrix[k] = carry
        value = (value * nodes + carry) % p
    return matrix * _power(value, prime - 2, p) % p


@dataclass(slots=True)
class _Values:
    """P and Q at points: coefficients 1, ..., d of Q and then 0, ..., d - 1 of P; axes (point, k)."""

    rows: Words
    good: NDArray[np.bool_]


class _Again(Exception):  # noqa: N818
    """Raised where a larger order shows, or a result fails its check: more terms are needed."""


def weighted_gf(
    strip: Strip,
    weights: Weights,
    *,
    certify: bool,
    on_progress: OnProgress | None,
    small: Automaton | None,
    random: Random,
    fast: bool,
) -> ModularGF:
    """The generating function in x, or in x and y; see ``modular_gf``."""
    machine = _Machine(minimised(automaton(strip)) if small is None else small)
    task = _Task(machine, weights, certify, on_progress, random, fast)
    while True:
        try:
            return task.solve()
        except _Again:
            task.floor *= 2


class _Task:
    """One generating function with weights."""

    def __init__(
        self,
        machine: _Machine,
        weights: Weights,
        certify: bool,
        on_progress: OnProgress | None,
        random: Random,
        fast: bool,
    ) -> None:
        self.machine, self.weights, self.certify = machine, weights, certify
        self.on_progress, self.random = on_progress, random
        # About as many points as the square of the states, each with twice as many terms.
        self.fast = fast and worth_loading(2 * machine.states**3 * machine.work // 4)
        self.order = 0
        self.floor = 32
        self.points = 0
        self.terms = 0

    def _report(self, stage: str, done: int, total: int) -> None:
        if self.on_progress is not None:
            self.on_progress(Progress(stage, done, total, self.machine.states))

    def solve(self) -> ModularGF:
        self._find_order(word_primes(1, BITS)[0])
        plane = len(self.weights.variables) == 2
        size_x = self._degree(0) + 1
        size_y = self._degree(1) + 1 if plane else 1
        lifted = _Digits()
        count = 0
        while True:
            count += 1
            prime = word_primes(count, BITS)[-1]
            stable = lifted.add(self._coefficients(size_x, size_y, prime), prime)
            if stable:
                found = self._polynomials(lifted.integers(), size_x, size_y)
                failure = self._verify(*found, size_x, size_y)
                if failure is not None:
                    break
            elif count * (BITS - 1) <= self._most_bits():
                continue
            if self.terms < 2 * self.machine.states + SPARE or count * (BITS - 1) > self._most_bits():
                raise _Again
        order = self.order
        top, bottom = found
        ways = self._prove(top, bottom)
        return ModularGF(
            numerator=self._named(top),
            denominator=self._named(bottom),
            order=order,
            primes_used=count,
            points_used=self.points,
            terms_used=max(self.terms, self.machine.states + order),
            proved=ways is not None,
            failure_log2=-math.inf if ways is not None else failure or 0.0,
            detail=ways
            or f"{self.machine.states + order} values at random points modulo random primes;"
            f" grid {size_x} x {size_y}",
        )

    def _most_bits(self) -> float:
        """The length that no coefficient can have, if the order is right.

        Where x and y have size 1 the zeros of Q'(z) are at most as large as the largest row sum of A at
        x = y = 1, and coefficients are at most as large as the polynomial is there.
        """
        small, order = self.machine.small, self.order
        sums = [sum(sum(terms.values()) for terms in row.values()) for row in small.edges]
        ends = sum(sum(terms.values()) for row in (small.start, small.final) for terms in row.values())
        rate = math.log2(max([1, *sums]))
        return order * (1 + 2 * rate) + 2 * math.log2(ends + 1) + math.log2(order + 1) + 2 * BITS

    def _named(self, terms: dict[tuple[int, int, int], int]) -> Polynomial:
        width = 1 + len(self.weights.variables)
        return Polynomial.of(("t", "x", "y")[:width], {key[:width]: value for key, value in terms.items()})

    # Values at points

    def _draw(self, count: int, prime: int, taken: set[int]) -> list[int]:
        """Random different residues beside 0, 1 and those taken."""
        found: list[int] = []
        while len(found) < count:
            value = self.random.randrange(2, prime)
            if value not in taken:
                taken.add(value)
                found.append(value)
        return found

    def _pairs(self, xs: Sequence[int], ys: Sequence[int]) -> tuple[Words, Words]:
        return np.array(xs, np.uint64), np.array(ys, np.uint64)

    def _second(self, count: int, prime: int) -> list[int]:
        return [1] * count if len(self.weights.variables) < 2 else self._draw(count, prime, set())

    def _find_order(self, prime: int) -> None:
        """The order at most of eight random points, or the one known to be larger."""
        limit = 2 * self.machine.states + SPARE
        count = min(self.floor, limit)
        xs, ys = self._pairs(self._draw(LANES, prime, set()), self._second(LANES, prime))
        while True:
            order, _, _ = self._massey(self.machine.terms(xs, ys, count, prime, self.fast), prime)
            if 2 * order + SPARE <= count or count >= limit:
                break
            count = min(max(2 * order + SPARE, 2 * count), limit)
        self.terms = max(self.terms, count)
        self.order = max(self.order, order)

    def _massey(self, terms: Words, prime: int) -> tuple[int, Words, NDArray[np.bool_]]:
        if not self.fast or compiled() is None:
            return massey_points(terms, prime)
        count, points = terms.shape
        field = Field([prime] * LANES)
        orders = np.zeros(points, np.int64)
        good = np.zeros(points, np.bool_)
        pieces: list[Words] = []
        for low in range(0, points, LANES):
            block = terms[:, low : low + LANES]
            wide = np.repeat(block[:, :1], LANES, axis=1)
            wide[:, : block.shape[1]] = block
            one = Recurrences(field, count, fast=True)
            one.extend(wide)
            used = slice(low, low + block.shape[1])
            orders[used] = one.order
            good[used] = one.good[: block.shape[1]]
            pieces.append(one.rows[one.state[3], :, : block.shape[1]])
        order = int(orders.max(initial=0))
        connection = np.concatenate([piece[: order + 1] for piece in pieces], axis=1)
        return order, connection, good & (orders == order)

    def _values(self, xs: Words, ys: Words, prime: int) -> _Values:
        """P and Q at all points."""
        order = self.order
        rows = np.zeros((len(xs), 2 * order), np.uint64)
        good = np.zeros(len(xs), np.bool_)
        self.points += len(xs)
        p = np.uint64(prime)
        for low in range(0, len(xs), _BLOCK):
            part = slice(low, low + _BLOCK)
            terms = self.machine.terms(xs[part], ys[part], 2 * order, prime, self.fast)
            found, connection, fine = self._massey(terms, prime)
            if found > order:
                self.order = found
                raise _Again
            if found < order:
                continue
            top = np.zeros((order, terms.shape[1]), np.uint64)
            for i in range(order):
                top[i:] += connection[i] * terms[: order - i]
                if i % 15 == 14:
                    top %= p
            rows[part, :order] = connection[1:].T
            rows[part, order:] = (top % p).T
            good[part] = fine
        return _Values(rows, good)

    # Interpolation

    def _degree(self, axis: int) -> int:
        """The largest power of x (axis 0) or y (axis 1) in any coefficient, on a random line."""
        prime = word_primes(1, BITS)[0]
        taken: set[int] = set()
        other = self._draw(1, prime, taken)[0] if len(self.weights.variables) == 2 else 1
        nodes: list[int] = []
        rows = np.zeros((0, 2 * self.order), np.uint64)
        count = 16
        while True:
            while len(nodes) < count:
                fresh = self._draw(count - len(nodes), prime, taken)
                places = (fresh, [other] * len(fresh)) if axis == 0 else ([other] * len(fresh), fresh)
                values = self._values(*self._pairs(*places), prime)
                nodes += [node for node, fine in zip(fresh, values.good.tolist(), strict=True) if fine]
                rows = np.concatenate([rows, values.rows[values.good]])
            matrix = interpolation(np.array(nodes, np.uint64), prime)
            used = np.flatnonzero(times_modulo(matrix, rows, prime, fast=self.fast).any(axis=1))
            degree = int(used.max(initial=0))
            if degree + 3 <= len(nodes):
                return degree
            count = 2 * len(nodes)

    def _coefficients(self, size_x: int, size_y: int, prime: int) -> Grid:
        """All coefficients modulo a prime, axes (power of x, power of y, k)."""
        taken: set[int] = set()
        xs = self._draw(size_x, prime, taken)
        ys = self._draw(size_y, prime, taken) if len(self.weights.variables) == 2 else [1]
        rows, good = self._lines(xs, ys, prime)
        lines = [list(ys) for _ in xs]
        for i in range(size_x):
            while not good[i].all():
                bad = np.flatnonzero(~good[i])
                if size_y == 1:
                    xs[i] = self._draw(1, prime, taken)[0]
                    line, ok = self._lines([xs[i]], ys, prime)
                    rows[i], good[i] = line[0], ok[0]
                    continue
                fresh = self._draw(len(bad), prime, taken)
                line, ok = self._lines([xs[i]], fresh, prime)
                rows[i, bad], good[i, bad] = line[0], ok[0]
                for j, node in zip(bad.tolist(), fresh, strict=True):
                    lines[i][j] = node
        width = rows.shape[2]
        if size_y > 1:
            matrix = interpolation(np.array(ys, np.uint64), prime)
            for i in range(size_x):
                own = matrix if lines[i] == ys else interpolation(np.array(lines[i], np.uint64), prime)
                rows[i] = times_modulo(own, rows[i], prime, fast=self.fast)
                self._report("interpolation", i, size_x)
        if size_x > 1:
            matrix = interpolation(np.array(xs, np.uint64), prime)
            flat = times_modulo(matrix, rows.reshape(size_x, -1), prime, fast=self.fast)
            rows = flat.reshape(size_x, size_y, width)
        return rows.astype(np.int64)

    def _lines(self, xs: list[int], ys: list[int], prime: int) -> tuple[Words, NDArray[np.bool_]]:
        """Values on a grid, axes (x, y, k), and where they are good."""
        rows = np.zeros((len(xs), len(ys), 2 * self.order), np.uint64)
        good = np.zeros((len(xs), len(ys)), np.bool_)
        together = max(1, _BLOCK // len(ys))
        for low in range(0, len(xs), together):
            some = xs[low : low + together]
            places = [x for x in some for _ in ys], ys * len(some)
            values = self._values(*self._pairs(*places), prime)
            rows[low : low + together] = values.rows.reshape(len(some), len(ys), -1)
            good[low : low + together] = values.good.reshape(len(some), len(ys))
            self._report("points", low + len(some), len(xs))
        return rows, good

    def _polynomials(
        self, values: dict[tuple[int, int, int], int], size_x: int, size_y: int
    ) -> tuple[dict[tuple[int, int, int], int], dict[tuple[int, int, int], int]]:
        """Numerator and denominator by powers of t, x and y."""
        assert size_x
        assert size_y
        top: dict[tuple[int, int, int], int] = {}
        bottom: dict[tuple[int, int, int], int] = {(0, 0, 0): 1}
        for (x, y, k), value in values.items():
            if k < self.order:
                bottom[k + 1, x, y] = value
            else:
                top[k - self.order, x, y] = value
        return top, bottom

    # Checking

    def _verify(
        self,
        top: dict[tuple[int, int, int], int],
        bottom: dict[tuple[int, int, int], int],
        size_x: int,
        size_y: int,
    ) -> float | None:
        """log2 of a bound of the probability that a wrong result agrees on N + d values; None if not."""
        machine = self.machine
        states, order = machine.states, self.order
        reach = _reach(machine.small)
        degree = (size_x + size_y) + (states + 2) * reach
        height = math.log2(
            sum(map(abs, top.values())) + sum(map(abs, bottom.values())) + 1
        ) + _determinant_bits(machine.small)
        once = height / (BITS - 1) / 2**_PRIMES_LOG2 + (degree / 2 ** (BITS - 1)) ** LANES
        if once >= 0.5:
            raise LimitError("the generating function is too large to be checked modulo primes of 30 bits")
        rounds = math.ceil(_SURE / math.log2(once))
        for prime in random_primes(rounds, self.random, BITS):
            xs, ys = self._pairs(self._draw(LANES, prime, set()), self._second(LANES, prime))
            terms = machine.terms(xs, ys, states + order, prime, self.fast)
            p = np.uint64(prime)
            below = _at_points(bottom, order + 1, xs, ys, prime)
            above = _at_points(top, states + order, xs, ys, prime)
            sums = np.zeros_like(terms)
            for i in range(order + 1):
                sums[i:] += below[i] * terms[: len(terms) - i]
                if i % 15 == 14:
                    sums %= p
            if not np.array_equal(sums % p, above):
                return None
        return rounds * math.log2(once)

    def _least_cost(self, bottom: dict[tuple[int, int, int], int]) -> int:
        """Fewer bits than ``_Packed`` would move, at a glance."""
        bits = max(map(abs, bottom.values())).bit_length()
        for axis in (1, 2):
            bits *= 1 + max(key[axis] for key in bottom)
        return bits * self.order * self.machine.work // 4

    def _prove(
        self, top: dict[tuple[int, int, int], int], bottom: dict[tuple[int, int, int], int]
    ) -> str | None:
        """How the result was proved, if asked or cheap."""
        small, order = self.machine.small, self.order
        if not self.certify and self._least_cost(bottom) > _CHEAP:
            return None
        for machine, name in ((small, "start Q'(A) = 0"), (small.reversed(), "Q'(A) final = 0")):
            proof = _Packed(machine, top, bottom, order, order)
            if not self.certify and proof.cost > _CHEAP:
                return None
            proof.check_room()
            if proof.annihilated() and proof.agrees():
                return f"{name} over the integers"
        if not self.certify:
            return None
        proof = _Packed(small, top, bottom, order, small.states + order)
        proof.check_room()
        if not proof.agrees():
            raise AssertionError("the generating function of a strip did not stand its proof")
        return f"{small.states + order} values over the integers"


def _reach(machine: Automaton) -> int:
    """The largest total degree of a weight."""
    rows = [machine.start, machine.final, *machine.edges]
    return max((x + y for row in rows for terms in row.values() for x, y in terms), default=0)


def _determinant_bits(machine: Automaton) -> float:
    """log2 of a bound of the coefficients of det(I - tA), and of that times the series up to t^N."""
    total = 0.0
    largest = 1
    for row in machine.edges:
        size = sum(sum(terms.values()) for terms in row.values())
        largest = max(largest, size)
        total += math.log2(1 + size)
    ends = sum(sum(terms.values()) for row in (machine.start, machine.final) for terms in row.values())
    return 2 * total + machine.states * math.log2(largest) + 2 * math.log2(ends + 1) + 64


def _at_points(terms: dict[tuple[int, int, int], int], count: int, xs: Words, ys: Words, prime: int) -> Words:
    """A polynomial's coefficients of t^0, ..., t^(count - 1) at points."""
    p = np.uint64(prime)
    sums = np.zeros((count, len(xs)), np.uint64)
    if not terms:
        return sums
    keys = np.array(list(terms), np.int64)
    values = np.array([value % prime for value in terms.values()], np.uint64)
    powers = []
    for axis, nodes in ((1, xs), (2, ys)):
        table = np.ones((int(keys[:, axis].max()) + 1, len(nodes)), np.uint64)
        for k in range(1, len(table)):
            table[k] = table[k - 1] * nodes % p
        powers.append(table)
    order = np.argsort(keys[:, 0], kind="stable")
    keys, values = keys[order], values[order]
    cuts = np.searchsorted(keys[:, 0], np.arange(count + 1))
    for k in range(count):
        part = slice(cuts[k], cuts[k + 1])
        weights = powers[0][keys[part, 1]] * powers[1][keys[part, 2]] % p
        sums[k] = (weights * values[part, None] % p).sum(axis=0) % p
    return sums


class _Digits:
    """Integers in mixed radix: digit i counts multiples of the product of the primes before."""

    def __init__(self) -> None:
        self.primes: list[int] = []
        self.digits: list[Grid] = []

    def add(self, residues: Grid, prime: int) -> bool:
        """Takes residues modulo a new prime in; whether the new digits only tell signs."""
        value = np.zeros_like(residues)
        product = 1
        for digit, other in zip(self.digits, self.primes, strict=True):
            value = (value + digit * product) % prime
            product = product * other % prime
        digit = (residues - value) % prime * pow(product, -1, prime) % prime
        self.primes.append(prime)
        self.digits.append(digit)
        return len(self.primes) > 1 and bool(((digit == 0) | (digit == prime - 1)).all())

    def integers(self) -> dict[tuple[int, int, int], int]:
        """The integers that are not zero, by place."""
        used = np.zeros(self.digits[0].shape, np.bool_)
        for digit in self.digits:
            used |= digit != 0
        places = np.argwhere(used)
        total = np.zeros(len(places), object)
        product = 1
        for digit, prime in zip(self.digits, self.primes, strict=True):
            total += digit[used].astype(object) * product
            product *= prime
        negative = self.digits[-1][used] == self.primes[-1] - 1
        total[negative] -= product
        return {
            (x, y, k): int(value) for (x, y, k), value in zip(places.tolist(), total.tolist(), strict=True)
        }


class _Packed:
    """A check over the integers: x and y become powers of two so large that no digits overlap.

    Polynomials with coefficients of size below 2^(width - 1) and of degree below ``span`` in x are zero
    exactly when their value at x = 2^width, y = 2^(width span) is (Kronecker substitution). The bounds come
    from the same sums with all signs dropped, at x = y = 1.
    """

    def __init__(
        self,
        machine: Automaton,
        top: dict[tuple[int, int, int], int],
        bottom: dict[tuple[int, int, int], int],
        order: int,
        length: int,
    ) -> None:
        self.machine, self.order, self.length = machine, order, length
        self.top, self.bottom = top, bottom
        sizes = [0] * (order + 1)
        for (k, _, _), value in bottom.items():
            sizes[k] += abs(value)
        edges = [[(t, sum(terms.values())) for t, terms in row.items()] for row in machine.edges]
        vector = [sum(machine.start.get(s, {}).values()) for s in range(machine.states)]
        final = {s: sum(terms.values()) for s, terms in machine.final.items()}
        entries, terms_at = [], []
        for _ in range(length + 1):
            entries.append(max(vector, default=0))
            terms_at.append(sum(vector[s] * value for s, value in final.items()))
            after = [0] * machine.states
            for s, row in enumerate(edges):
                for t, size in row:
                    after[t] += vector[s] * size
            vector = after
        bound = sum(size * entries[order - i] for i, size in enumerate(sizes))
        for j in range(length):
            bound = max(bound, sum(size * terms_at[j - i] for i, size in enumerate(sizes) if i <= j))
        self.width = (bound + sum(map(abs, top.values()))).bit_length() + 2
        degrees = []
        for axis in (0, 1):
            reach = max(
                (key[axis] for row in machine.edges for terms in row.values() for key in terms), default=0
            )
            ends = sum(
                max((key[axis] for terms in row.values() for key in terms), default=0)
                for row in (machine.start, machine.final)
            )
            found = reach * length + ends
            for polynomial in (top, bottom):
                for key in polynomial:
                    found = max(found, key[1 + axis] + reach * max(length - key[0], 0) + ends)
            degrees.append(found)
        self.span = degrees[0] + 1
        bits = self.width * self.span * (degrees[1] + 1)
        pieces = sum(len(terms) for row in machine.edges for terms in row.values())
        self.cost = bits * (length + 1) * (pieces + machine.states)
        self.room = bits * 2 * machine.states

    def check_room(self) -> None:
        if self.room > _MOST_BITS:
            raise LimitError(
                f"certify: the proof would need {self.room / 8e9:.0f} GB of numbers; without it the"
                " generating function is still probable"
            )

    def _value(self, terms: Terms) -> fmpz:
        total = fmpz(0)
        for (x, y), value in terms.items():
            total += fmpz(value) << (self.width * (x + self.span * y))
        return total

    def _rows(self, terms: dict[tuple[int, int, int], int], count: int) -> list[fmpz]:
        split: list[Terms] = [{} for _ in range(count)]
        for (k, x, y), value in terms.items():
            split[k][x, y] = value
        return [self._value(row) for row in split]

    def _weights(self, row: Weighted) -> list[tuple[int, list[tuple[int, int]]]]:
        return [
            (target, [(self.width * (x + self.span * y), value) for (x, y), value in terms.items()])
            for target, terms in row.items()
        ]

    def _step(self, vector: list[Any], edges: list[list[tuple[int, list[tuple[int, int]]]]]) -> list[Any]:
        after = [fmpz(0)] * self.machine.states
        for value, row in zip(vector, edges, strict=True):
            if value:
                for target, pieces in row:
                    for shift, size in pieces:
                        part = value << shift if shift else value
                        after[target] += part if size == 1 else part * size
        return after

    def annihilated(self) -> bool:
        """Whether start Q'(A) = 0."""
        machine = self.machine
        edges = [self._weights(row) for row in machine.edges]
        start = {state: self._value(terms) for state, terms in machine.start.items()}
        vector = [fmpz(0)] * machine.states
        for factor in self._rows(self.bottom, self.order + 1):
            vector = self._step(vector, edges)
            for state, value in start.items():
                vector[state] += factor * value
        return not any(vector)

    def agrees(self) -> bool:
        """Whether Q times the series agrees with P up to t^(length - 1)."""
        machine = self.machine
        edges = [self._weights(row) for row in machine.edges]
        final = self._weights(machine.final)
        vector = [self._value(machine.start.get(state, {})) for state in range(machine.states)]
        terms: list[Any] = []
        for _ in range(self.length):
            total = fmpz(0)
            for state, pieces in final:
                for shift, size in pieces:
                    total += (vector[state] << shift) * size
            terms.append(total)
            vector = self._step(vector, edges)
        below = self._rows(self.bottom, self.order + 1)
        above = self._rows(self.top, self.length)
        for j in range(self.length):
            total = above[j]
            for i in range(min(j, self.order) + 1):
                total -= below[i] * terms[j - i]
            if total:
                return False
        return True
