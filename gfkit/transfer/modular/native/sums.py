"""The passes of a slice in machine code: every row is the sum of some rows of the vector before.

Each word is reduced modulo the prime of its lane; four residues below 2^62 are added before a reduction.
"""

# mypy: allow-untyped-decorators, allow-untyped-calls, ignore-missing-imports
# mypy: disable-error-code="call-arg, attr-defined, import-untyped"

from __future__ import annotations

from typing import Any

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from gfkit.transfer.modular.native.rows import BYTES, WORD, less, load, nothing, offset, store


def _total(builder: Any, rows: list[Any], prime: Any, twice: Any) -> Any:
    """The sum of up to eight reduced rows, reduced. Four residues below 2^62 fit a word."""
    halves = []
    for part in (rows[:4], rows[4:]):
        if part:
            value = part[0]
            for row in part[1:]:
                value = builder.add(value, row)
            if len(part) > 2:
                value = less(builder, value, twice)
            halves.append(value)
    if len(halves) == 2:
        return less(builder, less(builder, builder.add(*halves), twice), prime)
    return halves[0] if len(rows) == 1 else less(builder, halves[0], prime)


def _summing(count: int) -> Any:
    """new[t] = sum of the ``count`` rows old[index[t, :]], for t from ``low`` to ``high``."""

    @intrinsic
    def sum_rows(_context: Any, new: Any, low: Any, high: Any, old: Any, index: Any, primes: Any) -> Any:  # noqa: ARG001
        def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
            new, low, high, old, index, primes = args
            prime = load(builder, primes)
            twice = builder.add(prime, prime)
            one = ir.Constant(WORD, 1)
            with cgutils.for_range_slice(builder, low, high, one, WORD) as (target, _):
                done = builder.sub(target, low)
                where = builder.add(index, builder.mul(done, ir.Constant(WORD, 4 * count)))
                rows = [
                    load(builder, builder.add(old, offset(builder, where, place))) for place in range(count)
                ]
                place = builder.add(new, builder.mul(target, ir.Constant(WORD, BYTES)))
                store(builder, _total(builder, rows, prime, twice), place)
            return nothing()

        return types.void(*[types.int64] * 6), generate

    return sum_rows


_sum_1, _sum_2, _sum_3, _sum_4 = _summing(1), _summing(2), _summing(3), _summing(4)
_sum_5, _sum_6, _sum_7, _sum_8 = _summing(5), _summing(6), _summing(7), _summing(8)


@intrinsic
def _add_row(_context: Any, new: Any, old: Any, primes: Any) -> Any:  # noqa: ARG001
    """new += old, one row."""

    def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        new, old, primes = args
        prime = load(builder, primes)
        store(builder, less(builder, builder.add(load(builder, new), load(builder, old)), prime), new)
        return nothing()

    return types.void(*[types.int64] * 3), generate


@intrinsic
def _pointer(_context: Any, address: Any) -> Any:  # noqa: ARG001
    """An address as a pointer."""

    def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], ir.IntType(8).as_pointer())

    return types.voidptr(types.int64), generate


@numba.njit(cache=True, nogil=True)
def _sum_few(count: int, target: int, low: int, high: int, source: int, where: int, primes: int) -> None:
    """Sums of ``count`` rows, at most eight."""
    if count == 0:
        rows = numba.carray(_pointer(target + BYTES * low), ((high - low) * 8,), np.uint64)
        rows[:] = 0
    elif count == 1:
        _sum_1(target, low, high, source, where, primes)
    elif count == 2:
        _sum_2(target, low, high, source, where, primes)
    elif count == 3:
        _sum_3(target, low, high, source, where, primes)
    elif count == 4:
        _sum_4(target, low, high, source, where, primes)
    elif count == 5:
        _sum_5(target, low, high, source, where, primes)
    elif count == 6:
        _sum_6(target, low, high, source, where, primes)
    elif count == 7:
        _sum_7(target, low, high, source, where, primes)
    else:
        _sum_8(target, low, high, source, where, primes)


@numba.njit(cache=True, nogil=True)
def _sum_many(count: int, target: int, low: int, high: int, source: int, where: int, primes: int) -> None:
    """Sums of ``count`` rows, more than eight."""
    for t in range(low, high):
        begin = where + 4 * count * (t - low)
        _sum_8(target, t, t + 1, source, begin, primes)
        offsets = numba.carray(_pointer(begin), (count,), np.int32)
        for k in range(8, count):
            _add_row(target + BYTES * t, source + np.int64(offsets[k]), primes)


@numba.njit(cache=True, nogil=True)
def advance(runs: Any, index: int, old: int, new: int, spare: int, primes: int) -> int:
    """One slice: sums over the runs (pass, sources, low, high, place in the index) in order.

    The first pass reads ``old`` and later ones take turns in ``new`` and ``spare``; the result is 0 if the
    last one wrote to ``new`` and 1 if to ``spare``. ``old`` stays.
    """
    source, target, turn = old, new, 0
    for run in range(runs.shape[0]):
        if run and runs[run, 0] != runs[run - 1, 0]:
            source = target
            turn = 1 - turn
            target = spare if turn else new
        count, low, high = runs[run, 1], runs[run, 2], runs[run, 3]
        where = index + 4 * runs[run, 4]
        if count <= 8:
            _sum_few(count, target, low, high, source, where, primes)
        else:
            _sum_many(count, target, low, high, source, where, primes)
    return turn
