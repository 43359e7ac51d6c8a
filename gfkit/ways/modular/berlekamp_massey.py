"""Berlekamp-Massey: shortest recurrences of many sequences in parallel, about 2 d^2 products for order d.

Eight sequences, each modulo its own prime, are processed by the C extension, or one by one by FLINT.
Sequences at many points share one prime of 30 bits; they are processed in groups of eight by the C extension,
or all in parallel by numpy. Sequences processed in parallel share the order; sequences with another order
than the majority are marked.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from gfkit.core import native
from gfkit.core.algebra.residue import recurrence
from gfkit.core.algebra.residue_arrays import AT_ONCE, ROOM, EightPrimes, Marks, Words, power_modulo
from gfkit.core.typing import check_stop
from gfkit.ways import tuning
from gfkit.ways.modular.layout import TermSweep


class Recurrences:
    """Shortest recurrences of eight sequences, updated as terms are added."""

    def __init__(self, field: EightPrimes, room: int, *, fast: bool = True) -> None:
        self.field = field
        self.fast: bool = fast and native.is_built()
        self.good: list[bool] = [True] * AT_ONCE
        self.order: int = 0
        self.read: int = 0
        self.found: list[list[int]] = []
        if self.fast:
            self.rows: Words = np.zeros((3, room + 3, AT_ONCE), np.uint64)
            self.rows[:2, 0] = 1
            self.state: NDArray[np.int64] = np.array([0, 1, 0, 0, 1, 2], np.int64)
            self.over: Words = np.ones(AT_ONCE, np.uint64)
            self.bad: NDArray[np.bool_] = np.zeros(AT_ONCE, np.bool_)

    def extend(self, terms: Words) -> None:
        """Process the terms that were added since the last call."""
        if not self.fast:
            self._recompute_with_flint(terms)
            return
        ordered = np.ascontiguousarray(terms)
        while self.read < len(ordered):
            check_stop()
            end = min(
                len(ordered), self.read + max(1, tuning.MODULAR.recurrence_chunk // (4 * (self.order + 50)))
            )
            if max(end, self.order) + 3 > self.rows.shape[1]:
                grown = np.zeros((3, 2 * end + 3, AT_ONCE), np.uint64)
                grown[:, : self.rows.shape[1]] = self.rows
                self.rows = grown
            native.loops.extend_connection(
                self.field.arrays, ordered, self.read, end, self.state, self.rows, self.over, self.bad
            )
            self.read = end
            self.order = int(self.state[0])
        self.good = [not bad for bad in self.bad.tolist()]

    def _recompute_with_flint(self, terms: Words) -> None:
        """Recompute all lanes with FLINT. The first lane is computed alone until its recurrence is
        overdetermined.
        """
        self.read = len(terms)
        self.found = []
        for lane, prime in enumerate(self.field.primes):
            self.found.append(recurrence(terms[:, lane].tolist(), prime))
            if 2 * len(self.found[0]) > len(terms):
                break
        sizes = [len(row) - 1 for row in self.found]
        self.order = max(sizes)
        self.good = [lane < len(sizes) and sizes[lane] == self.order for lane in range(AT_ONCE)]

    def connections(self) -> list[list[int]]:
        """Return the connection polynomial [1, c_1, ..., c_order] of each lane."""
        if not self.fast:
            rows = self.found + [[1]] * (AT_ONCE - len(self.found))
            return [row + [0] * (self.order + 1 - len(row)) for row in rows]
        columns: list[list[int]] = self.rows[self.state[3], : self.order + 1].T.tolist()
        return columns


def recurrences(
    run: TermSweep, floor: int, order: int, limit: int, report: Callable[[str, int, int], None]
) -> Recurrences | None:
    """Return the recurrences of a sweep, using as many terms as necessary, or None if ``limit`` terms do not
    suffice.

    ``order`` is a lower bound of the order, or 0; in this case ``floor`` terms are computed first.
    """
    laws = Recurrences(run.field, order or 200, fast=run.fast)
    count = min(max(2 * order + tuning.MODULAR.spare_terms, 0 if order else floor), limit)
    while True:
        run.extend(count)
        laws.extend(run.terms[:count])
        report("terms", count, limit)
        if 2 * laws.order + tuning.MODULAR.spare_terms <= count:
            return laws
        if count >= limit:
            return None
        step = count // 8 if laws.fast else count // 2
        count = min(max(2 * laws.order + tuning.MODULAR.spare_terms, count + max(step, 16)), limit)


def connections(terms: Words, prime: int, *, fast: bool) -> tuple[int, Words, Marks]:
    """Return the order, the connection polynomials with axes (coefficient, point), and a mask of points of
    this order.
    """
    if not (fast and native.is_built()):
        return _massey_points(terms, prime)
    count, points = terms.shape
    field = EightPrimes([prime] * AT_ONCE)
    orders = np.zeros(points, np.int64)
    good = np.zeros(points, np.bool_)
    pieces: list[Words] = []
    for low in range(0, points, AT_ONCE):
        block = terms[:, low : low + AT_ONCE]
        wide = np.repeat(block[:, :1], AT_ONCE, axis=1)
        wide[:, : block.shape[1]] = block
        laws = Recurrences(field, count, fast=True)
        laws.extend(wide)
        used = slice(low, low + block.shape[1])
        orders[used] = laws.order
        good[used] = laws.good[: block.shape[1]]
        pieces.append(laws.rows[laws.state[3], :, : block.shape[1]])
    order = int(orders.max(initial=0))
    connection = np.concatenate([piece[: order + 1] for piece in pieces], axis=1)
    return order, connection, good & (orders == order)


def _massey_points(terms: Words, prime: int) -> tuple[int, Words, Marks]:
    """Run Berlekamp-Massey at many points in parallel, modulo one prime below 2^30, with numpy.

    Return the order, the connection polynomials with axes (coefficient, point), and a mask of the points that
    agree with the majority.
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
        discrepancy = _discrepancy(now[: order + 1], terms[n - order : n + 1], p)
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
            over = power_modulo(discrepancy, prime - 2, p)
            order, distance, length = n + 1 - order, 1, order
        else:
            distance += 1
    return order, now[: order + 1], good


def _discrepancy(connection: Words, recent: Words, p: np.uint64) -> Words:
    """Return the sum of connection[i] recent[-1 - i] over i."""
    total = np.zeros(recent.shape[1], np.uint64)
    backwards = recent[::-1]
    for low in range(0, len(connection), ROOM):
        part = slice(low, low + ROOM)
        total = (total + (connection[part] * backwards[part]).sum(axis=0) % p) % p
    return total
