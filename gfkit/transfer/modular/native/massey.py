"""Berlekamp-Massey in machine code, on eight sequences in step, each modulo a prime of its own.

d steps per term for recurrences of order d, so about 2 d^2 multiplications of rows in all.
"""

# mypy: allow-untyped-decorators, allow-untyped-calls, ignore-missing-imports
# mypy: disable-error-code="call-arg, attr-defined, import-untyped"

from __future__ import annotations

from typing import Any

import numba
import numpy as np

from gfkit.transfer.modular.native.products import add_scaled, dot_strided, make_factor, set_times, settle
from gfkit.transfer.modular.native.rows import BYTES


@numba.njit(cache=True)
def _inverse(value: Any, primes: Any, factors: int, one_over: int, work: Any) -> None:
    """value = value^(p - 2), one row. ``work`` has room for eight rows."""
    here = work.ctypes.data
    power, square = work[0], work[1]
    where = value.ctypes.data
    at_primes = primes.ctypes.data
    _make_factor(here + 4 * BYTES, where, factors, one_over, at_primes)
    for lane in range(8):
        power[lane] = 1
    high = 0
    for lane in range(8):
        bits = 0
        rest = primes[lane]
        while rest:
            rest >>= np.uint64(1)
            bits += 1
        high = max(high, bits)
    for bit in range(high - 1, -1, -1):
        _make_factor(here + 8 * BYTES, here, factors, one_over, at_primes)
        _set_times(here, here, here + 8 * BYTES, at_primes)
        _set_times(here + BYTES, here, here + 4 * BYTES, at_primes)
        for lane in range(8):
            if ((primes[lane] - np.uint64(2)) >> np.uint64(bit)) & np.uint64(1):
                power[lane] = square[lane]
    for lane in range(8):
        value[lane] = power[lane]


@numba.njit(cache=True)
def massey(
    terms: Any,
    begin: int,
    end: int,
    state: Any,
    rows: Any,
    over: Any,
    bad: Any,
    primes: Any,
    factors: Any,
    one_over: Any,
    work: Any,
) -> None:
    """Berlekamp-Massey on eight sequences in step, going on with terms ``begin`` to ``end``.

    ``state`` holds the order, the distance and order of the connection before, and which of the three
    arrays in ``rows`` is the connection, which the one before, and which is free. ``over`` is the
    reciprocal of the last discrepancy. Lanes that would go another way than most become ``bad``.
    """
    here = work.ctypes.data
    sums, disc_at, factor = here, here + 6 * BYTES, here + 7 * BYTES
    disc = work[6]
    at_terms, at_primes = terms.ctypes.data, primes.ctypes.data
    at_factors, at_over = factors.ctypes.data, one_over.ctypes.data
    upper = at_factors + 4 * BYTES * 6
    size = rows.shape[1] * BYTES
    at_rows = rows.ctypes.data
    for n in range(begin, end):
        order, distance, length = state[0], state[1], state[2]
        now, before, free = state[3], state[4], state[5]
        _dot_strided(at_rows + size * now, 0, at_terms + BYTES * n, -BYTES, order + 1, sums)
        _settle(disc_at, sums, at_factors, at_primes)
        zeros = good = 0
        for lane in range(8):
            if not bad[lane]:
                good += 1
                zeros += disc[lane] == 0
        zero = 2 * zeros > good
        for lane in range(8):
            if (disc[lane] == 0) != zero:
                bad[lane] = True
        if zero:
            state[1] += 1
            continue
        _make_factor(factor, over.ctypes.data, upper, at_over, at_primes)
        _set_times(here, disc_at, factor, at_primes)
        for lane in range(8):
            work[0, lane] = primes[lane] - work[0, lane] if work[0, lane] else np.uint64(0)
        _make_factor(factor, here, upper, at_over, at_primes)
        if 2 * order <= n:
            rows[free, : order + 1] = rows[now, : order + 1]
            rows[free, order + 1 :] = 0
            _add_times(
                at_rows + size * now + BYTES * distance, at_rows + size * before, length + 1, factor, at_primes
            )
            for lane in range(8):
                over[lane] = disc[lane]
            _inverse(over, primes, upper, at_over, work[7:])
            state[0], state[1], state[2] = n + 1 - order, 1, order
            state[4], state[5] = free, before
        else:
            _add_times(
                at_rows + size * now + BYTES * distance, at_rows + size * before, length + 1, factor, at_primes
            )
            state[1] += 1
