"""Berlekamp-Massey at many points in step, modulo one prime of 30 bits.

The points share the prime and the order; those that go another way than most are marked. About 2 d^2
products per point for order d.
"""

from __future__ import annotations

import numpy as np

from gfkit.transfer.modular.lanes.field import LANES, Field
from gfkit.transfer.modular.lanes.recurrences import Recurrences
from gfkit.transfer.modular.native.loader import compiled
from gfkit.transfer.modular.points.values import ROOM, Marks, Words, power


def connections(terms: Words, prime: int, *, fast: bool) -> tuple[int, Words, Marks]:
    """The order, the connections with axes (coefficient, point), and which points have this order."""
    if not fast or compiled() is None:
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


def massey_points(terms: Words, prime: int) -> tuple[int, Words, Marks]:
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
            over = power(discrepancy, prime - 2, p)
            order, distance, length = n + 1 - order, 1, order
        else:
            distance += 1
    return order, now[: order + 1], good


def _discrepancy(connection: Words, recent: Words, p: np.uint64) -> Words:
    """The sum of connection[i] recent[-1 - i] over i."""
    total = np.zeros(recent.shape[1], np.uint64)
    backwards = recent[::-1]
    for low in range(0, len(connection), ROOM):
        part = slice(low, low + ROOM)
        total = (total + (connection[part] * backwards[part]).sum(axis=0) % p) % p
    return total
