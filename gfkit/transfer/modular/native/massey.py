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


@numba.njit(cache=True, nogil=True)
def _inverse(value: Any, primes: Any, factors: int, one_over: int, work: Any) -> None:
    """value = value^(p - 2), one row. ``work`` has room for eight rows."""
    here = work.ctypes.data
    power, square = work[0], work[1]
    where = value.ctypes.data
    at_primes = primes.ctypes.data
    make_factor(here + 4 * BYTES, where, factors, one_over, at_primes)
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
        make_factor(here + 8 * BYTES, here, factors, one_over, at_primes)
        set_times(here, here, here + 8 * BYTES, at_primes)
        set_times(here + BYTES, here, here + 4 * BYTES, at_primes)
        for lane in range(8):
            if ((primes[lane] - np.uint64(2)) >> np.uint64(bit)) & np.uint64(1):
                power[lane] = square[lane]
    for lane in range(8):
        value[lane] = power[lane]


@numba.njit(cache=True, nogil=True)
def _vanishes(discrepancy: Any, bad: Any) -> bool:
    """Whether most good lanes have discrepancy 0; those that differ become ``bad``."""
    zeros = good = 0
    for lane in range(8):
        if not bad[lane]:
            good += 1
            zeros += discrepancy[lane] == 0
    zero = 2 * zeros > good
    for lane in range(8):
        if (discrepancy[lane] == 0) != zero:
            bad[lane] = True
    return zero


@numba.njit(cache=True, nogil=True)
def _minus_ratio(
    factor: int, discrepancy: int, over: Any, primes: Any, factors: int, one_over: int, work: Any
) -> None:
    """factor = -discrepancy over, made ready for products. Uses the first row of ``work``."""
    here, at_primes = work.ctypes.data, primes.ctypes.data
    make_factor(factor, over.ctypes.data, factors, one_over, at_primes)
    set_times(here, discrepancy, factor, at_primes)
    for lane in range(8):
        work[0, lane] = primes[lane] - work[0, lane] if work[0, lane] else np.uint64(0)
    make_factor(factor, here, factors, one_over, at_primes)


@numba.njit(cache=True, nogil=True)
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
    at_terms, at_primes = terms.ctypes.data, primes.ctypes.data
    at_factors, at_over = factors.ctypes.data, one_over.ctypes.data
    upper = at_factors + 4 * BYTES * 6
    size, at_rows = rows.shape[1] * BYTES, rows.ctypes.data
    for n in range(begin, end):
        order, distance, length = state[0], state[1], state[2]
        now, before, free = state[3], state[4], state[5]
        dot_strided(at_rows + size * now, 0, at_terms + BYTES * n, -BYTES, order + 1, sums)
        settle(disc_at, sums, at_factors, at_primes)
        if _vanishes(work[6], bad):
            state[1] += 1
            continue
        _minus_ratio(factor, disc_at, over, primes, upper, at_over, work)
        if 2 * order <= n:
            rows[free, : order + 1] = rows[now, : order + 1]
            rows[free, order + 1 :] = 0
        place = at_rows + size * now + BYTES * distance
        add_scaled(place, at_rows + size * before, length + 1, factor, at_primes)
        if 2 * order <= n:
            over[:] = work[6]
            _inverse(over, primes, upper, at_over, work[7:])
            state[0], state[1], state[2] = n + 1 - order, 1, order
            state[4], state[5] = free, before
        else:
            state[1] += 1
