"""Machine code for the inner loops, on rows of eight words; imported only where numba is installed.

A row is eight unsigned 64-bit words side by side, and an address is a plain integer. Loops over rows of
eight that numba compiles by itself check for overlaps and are taken apart into single words; those written
down with llvmlite here do not. All is in one file because numba's cache looks only at the file of a cached
function. In order: instructions on rows, which are written and not run; the passes of a slice, every row
the sum of some rows of the vector before; products, summed in six words without any reduction and settled
once at the end; the sweep over a strip; Berlekamp-Massey; terms of an automaton at points and products of
matrices, modulo one prime of 30 bits.
"""

# ruff: noqa: ARG001
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

_BYTES = 64
"""Bytes of a row."""

_WORD = ir.IntType(64)
_HALF = ir.IntType(32)
_ROW = ir.VectorType(_WORD, 8)
_HALVES = ir.VectorType(_HALF, 8)
_REALS = ir.VectorType(ir.DoubleType(), 8)
_MAGIC = 6755399441055744.0
"""Adding 1.5 * 2^52 rounds a float64 to an integer and shows it in the lower bits."""
_MAGIC_BITS = 0x4338000000000000


def _splat(value: int) -> Any:
    """A row of eight equal words."""
    return ir.Constant(_ROW, [value] * 8)


def _at(builder: Any, address: Any, kind: Any) -> Any:
    """An address as a pointer."""
    return builder.inttoptr(address, ir.PointerType(kind))


def _read(builder: Any, pointer: Any, kind: Any, align: int | None = None) -> Any:
    """What a pointer points at."""
    try:
        return builder.load(pointer, align=align, typ=kind)
    except TypeError:  # llvmlite before 0.44, whose pointers know what they point at
        return builder.load(pointer, align=align)


def _load(builder: Any, address: Any, kind: Any = _ROW) -> Any:
    """The row at an address."""
    return _read(builder, _at(builder, address, kind), kind, 8)


def _store(builder: Any, value: Any, address: Any, kind: Any = _ROW) -> None:
    """Writes a row to an address."""
    builder.store(value, _at(builder, address, kind), align=8)


def _least(builder: Any, one: Any, other: Any) -> Any:
    """The smaller word in every lane."""
    return builder.select(builder.icmp_unsigned("<", one, other), one, other)


def _less(builder: Any, value: Any, prime: Any) -> Any:
    """A value below twice ``prime``, reduced: below, the subtraction wraps around to something large."""
    return _least(builder, value, builder.sub(value, prime))


def _offset(builder: Any, address: Any, place: int) -> Any:
    """A distance in bytes, kept as entry ``place`` of 32 bits at an address."""
    where = builder.add(address, ir.Constant(_WORD, 4 * place))
    return builder.sext(_read(builder, _at(builder, where, _HALF), _HALF, 4), _WORD)


def _nothing() -> Any:
    """What a function without a result returns."""
    return cgutils.get_null_value(ir.IntType(8).as_pointer())


def _factor_at(builder: Any, address: Any) -> tuple[Any, Any, Any, Any]:
    """c, c 2^31 modulo p, and both divided by p as float64."""
    places = [builder.add(address, ir.Constant(_WORD, _BYTES * k)) for k in range(4)]
    return (
        _load(builder, places[0]),
        _load(builder, places[1]),
        _load(builder, places[2], _REALS),
        _load(builder, places[3], _REALS),
    )


def _times(builder: Any, x: Any, factor: tuple[Any, Any, Any, Any], prime: Any) -> Any:
    """x c modulo p for x below 2^62: the quotient comes from float64, the remainder from wrapped words.

    With x = x1 2^31 + x0 the product is x1 (c 2^31) + x0 c, below 2^32 p, so that the quotient is known to
    within less than 1/2 + 2^-18 and the remainder lies between -p and p.
    """
    c0, c1, f0, f1 = factor
    x0, x1 = builder.and_(x, _splat((1 << 31) - 1)), builder.lshr(x, _splat(31))
    r0 = builder.sitofp(builder.trunc(x0, _HALVES), _REALS)
    r1 = builder.sitofp(builder.trunc(x1, _HALVES), _REALS)
    real = builder.fadd(builder.fmul(r0, f0), builder.fmul(r1, f1))
    moved = builder.fadd(real, ir.Constant(_REALS, [_MAGIC] * 8))
    quotient = builder.sub(builder.bitcast(moved, _ROW), _splat(_MAGIC_BITS))
    product = builder.add(builder.mul(x0, c0), builder.mul(x1, c1))
    rest = builder.sub(product, builder.mul(quotient, prime))
    return _least(builder, rest, builder.add(rest, prime))


def _total(builder: Any, rows: list[Any], prime: Any, twice: Any) -> Any:
    """The sum of up to eight reduced rows, reduced. Four residues below 2^62 fit a word."""
    halves = []
    for part in (rows[:4], rows[4:]):
        if part:
            value = part[0]
            for row in part[1:]:
                value = builder.add(value, row)
            if len(part) > 2:
                value = _less(builder, value, twice)
            halves.append(value)
    if len(halves) == 2:
        return _less(builder, _less(builder, builder.add(*halves), twice), prime)
    return halves[0] if len(rows) == 1 else _less(builder, halves[0], prime)


def _summing(count: int) -> Any:
    """new[t] = sum of the ``count`` rows old[index[t, :]], for t from ``low`` to ``high``."""

    @intrinsic
    def sum_rows(_context: Any, new: Any, low: Any, high: Any, old: Any, index: Any, primes: Any) -> Any:
        def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
            new, low, high, old, index, primes = args
            prime = _load(builder, primes)
            twice = builder.add(prime, prime)
            one = ir.Constant(_WORD, 1)
            with cgutils.for_range_slice(builder, low, high, one, _WORD) as (target, _):
                done = builder.sub(target, low)
                where = builder.add(index, builder.mul(done, ir.Constant(_WORD, 4 * count)))
                rows = [
                    _load(builder, builder.add(old, _offset(builder, where, place))) for place in range(count)
                ]
                place = builder.add(new, builder.mul(target, ir.Constant(_WORD, _BYTES)))
                _store(builder, _total(builder, rows, prime, twice), place)
            return _nothing()

        return types.void(*[types.int64] * 6), generate

    return sum_rows


_sum_1, _sum_2, _sum_3, _sum_4 = _summing(1), _summing(2), _summing(3), _summing(4)
_sum_5, _sum_6, _sum_7, _sum_8 = _summing(5), _summing(6), _summing(7), _summing(8)


@intrinsic
def _add_row(_context: Any, new: Any, old: Any, primes: Any) -> Any:
    """new += old, one row."""

    def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        new, old, primes = args
        prime = _load(builder, primes)
        _store(builder, _less(builder, builder.add(_load(builder, new), _load(builder, old)), prime), new)
        return _nothing()

    return types.void(*[types.int64] * 3), generate


@intrinsic
def _pointer(_context: Any, address: Any) -> Any:
    """An address as a pointer."""

    def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.inttoptr(args[0], ir.IntType(8).as_pointer())

    return types.voidptr(types.int64), generate


@numba.njit(cache=True, nogil=True)
def _sum_few(count: int, target: int, low: int, high: int, source: int, where: int, primes: int) -> None:
    """Sums of ``count`` rows, at most eight."""
    if count == 0:
        rows = numba.carray(_pointer(target + _BYTES * low), ((high - low) * 8,), np.uint64)
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
            _add_row(target + _BYTES * t, source + np.int64(offsets[k]), primes)


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


def _add_product(builder: Any, a: Any, b: Any, cells: list[Any]) -> None:
    """Adds a b to the six words."""
    low31, low32 = _splat((1 << 31) - 1), _splat((1 << 32) - 1)
    a0, a1 = builder.and_(a, low31), builder.lshr(a, _splat(31))
    b0, b1 = builder.and_(b, low31), builder.lshr(b, _splat(31))
    products = (
        builder.mul(a0, b0),
        builder.add(builder.mul(a0, b1), builder.mul(a1, b0)),
        builder.mul(a1, b1),
    )
    for k, product in enumerate(products):
        parts = builder.and_(product, low32), builder.lshr(product, _splat(32))
        for h, part in enumerate(parts):
            cell = cells[2 * k + h]
            builder.store(builder.add(_read(builder, cell, _ROW), part), cell)


def _dotting(indexed: bool) -> Any:
    """Sums of products of rows, in six words that together hold the sum without any reduction.

    A residue is a1 2^31 + a0. The sums of a0 b0, of a0 b1 + a1 b0 and of a1 b1 are kept as sums of lower
    and of upper halves of 32 bits.
    """

    @intrinsic
    def dot(_context: Any, left: Any, index: Any, right: Any, stride: Any, count: Any, sums: Any) -> Any:
        def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
            left, index, right, stride, count, sums = args
            cells = [cgutils.alloca_once_value(builder, _splat(0)) for _ in range(6)]
            zero, one = ir.Constant(_WORD, 0), ir.Constant(_WORD, 1)
            with cgutils.for_range_slice(builder, zero, count, one, _WORD) as (i, _):
                if indexed:
                    where = builder.add(index, builder.mul(i, ir.Constant(_WORD, 4)))
                    a = _load(builder, builder.add(left, _offset(builder, where, 0)))
                else:
                    a = _load(builder, builder.add(left, builder.mul(i, ir.Constant(_WORD, _BYTES))))
                b = _load(builder, builder.add(right, builder.mul(i, stride)))
                _add_product(builder, a, b, cells)
            for k, cell in enumerate(cells):
                where = builder.add(sums, ir.Constant(_WORD, _BYTES * k))
                _store(builder, _read(builder, cell, _ROW), where)
            return _nothing()

        return types.void(*[types.int64] * 6), generate

    return dot


_dot_indexed, _dot_strided = _dotting(True), _dotting(False)


@intrinsic
def _settle(_context: Any, new: Any, sums: Any, factors: Any, primes: Any) -> Any:
    """The six words of a sum of products, reduced to one row."""

    def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        new, sums, factors, primes = args
        prime = _load(builder, primes)
        total = _splat(0)
        for k in range(6):
            word = _load(builder, builder.add(sums, ir.Constant(_WORD, _BYTES * k)))
            factor = _factor_at(builder, builder.add(factors, ir.Constant(_WORD, 4 * _BYTES * k)))
            total = _less(builder, builder.add(total, _times(builder, word, factor, prime)), prime)
        _store(builder, total, new)
        return _nothing()

    return types.void(*[types.int64] * 4), generate


@intrinsic
def _add_scaled(_context: Any, new: Any, old: Any, count: Any, factor: Any, primes: Any) -> Any:
    """new[i] += c old[i] for ``count`` rows."""

    def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        new, old, count, factor, primes = args
        prime = _load(builder, primes)
        known = _factor_at(builder, factor)
        zero, one = ir.Constant(_WORD, 0), ir.Constant(_WORD, 1)
        with cgutils.for_range_slice(builder, zero, count, one, _WORD) as (i, _):
            shift = builder.mul(i, ir.Constant(_WORD, _BYTES))
            place = builder.add(new, shift)
            part = _times(builder, _load(builder, builder.add(old, shift)), known, prime)
            _store(builder, _less(builder, builder.add(_load(builder, place), part), prime), place)
        return _nothing()

    return types.void(*[types.int64] * 5), generate


@intrinsic
def _make_factor(_context: Any, factor: Any, value: Any, upper: Any, inverse: Any, primes: Any) -> Any:
    """The four rows of ``factor_at`` for a row of values; ``upper`` are those of 2^31, ``inverse`` 1 / p."""

    def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        factor, value, upper, inverse, primes = args
        prime = _load(builder, primes)
        over = _load(builder, inverse, _REALS)
        c0 = _load(builder, value)
        c1 = _times(builder, c0, _factor_at(builder, upper), prime)
        places = [builder.add(factor, ir.Constant(_WORD, _BYTES * k)) for k in range(4)]
        _store(builder, c0, places[0])
        _store(builder, c1, places[1])
        _store(builder, builder.fmul(builder.uitofp(c0, _REALS), over), places[2], _REALS)
        _store(builder, builder.fmul(builder.uitofp(c1, _REALS), over), places[3], _REALS)
        return _nothing()

    return types.void(*[types.int64] * 5), generate


@intrinsic
def _set_times(_context: Any, new: Any, old: Any, factor: Any, primes: Any) -> Any:
    """new = c old, one row."""

    def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        new, old, factor, primes = args
        prime = _load(builder, primes)
        _store(builder, _times(builder, _load(builder, old), _factor_at(builder, factor), prime), new)
        return _nothing()

    return types.void(*[types.int64] * 4), generate


@numba.njit(cache=True, nogil=True)
def add_times(new: int, old: int, count: int, factor: int, primes: int) -> None:
    """new[i] += c old[i] for ``count`` rows."""
    _add_scaled(new, old, count, factor, primes)


@numba.njit(cache=True, nogil=True)
def unweighted_sweep(
    runs: Any,
    index: int,
    buffers: Any,
    states: int,
    finals: int,
    probe: int,
    final_index: int,
    primes: int,
    factors: int,
    steps: int,
    sums: int,
    values: int,
) -> None:
    """``steps`` times: a value from the vector in buffers[0] and the final rows, then one slice.

    The buffers change places so that buffers[0] always holds the vector. If ``finals`` is 0 the vector is
    its own final one, rows renumbered by ``final_index``, and every step gives two values; it also does if
    there is a ``probe``, other rows to be multiplied with.
    """
    for step in range(steps):
        if finals and probe:
            _dot_indexed(finals, final_index, buffers[0], _BYTES, states, sums)
            _settle(values + 2 * _BYTES * step, sums, factors, primes)
            _dot_indexed(probe, final_index, buffers[0], _BYTES, states, sums)
            _settle(values + _BYTES * (2 * step + 1), sums, factors, primes)
        elif finals:
            _dot_indexed(finals, final_index, buffers[0], _BYTES, states, sums)
            _settle(values + _BYTES * step, sums, factors, primes)
        else:
            _dot_indexed(buffers[0], final_index, buffers[0], _BYTES, states, sums)
            _settle(values + 2 * _BYTES * step, sums, factors, primes)
        turn = advance(runs, index, buffers[0], buffers[1], buffers[2], primes)
        before = buffers[0]
        buffers[0] = buffers[1 + turn]
        buffers[1 + turn] = before
        if not finals:
            _dot_indexed(before, final_index, buffers[0], _BYTES, states, sums)
            _settle(values + _BYTES * (2 * step + 1), sums, factors, primes)


@numba.njit(cache=True, nogil=True)
def _inverse(value: Any, primes: Any, factors: int, one_over: int, work: Any) -> None:
    """value = value^(p - 2), one row. ``work`` has room for eight rows."""
    here = work.ctypes.data
    power, square = work[0], work[1]
    where = value.ctypes.data
    at_primes = primes.ctypes.data
    _make_factor(here + 4 * _BYTES, where, factors, one_over, at_primes)
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
        _make_factor(here + 8 * _BYTES, here, factors, one_over, at_primes)
        _set_times(here, here, here + 8 * _BYTES, at_primes)
        _set_times(here + _BYTES, here, here + 4 * _BYTES, at_primes)
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
    _make_factor(factor, over.ctypes.data, factors, one_over, at_primes)
    _set_times(here, discrepancy, factor, at_primes)
    for lane in range(8):
        work[0, lane] = primes[lane] - work[0, lane] if work[0, lane] else np.uint64(0)
    _make_factor(factor, here, factors, one_over, at_primes)


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
    sums, disc_at, factor = here, here + 6 * _BYTES, here + 7 * _BYTES
    at_terms, at_primes = terms.ctypes.data, primes.ctypes.data
    at_factors, at_over = factors.ctypes.data, one_over.ctypes.data
    upper = at_factors + 4 * _BYTES * 6
    size, at_rows = rows.shape[1] * _BYTES, rows.ctypes.data
    for n in range(begin, end):
        order, distance, length = state[0], state[1], state[2]
        now, before, free = state[3], state[4], state[5]
        _dot_strided(at_rows + size * now, 0, at_terms + _BYTES * n, -_BYTES, order + 1, sums)
        _settle(disc_at, sums, at_factors, at_primes)
        if _vanishes(work[6], bad):
            state[1] += 1
            continue
        _minus_ratio(factor, disc_at, over, primes, upper, at_over, work)
        if 2 * order <= n:
            rows[free, : order + 1] = rows[now, : order + 1]
            rows[free, order + 1 :] = 0
        place = at_rows + size * now + _BYTES * distance
        _add_scaled(place, at_rows + size * before, length + 1, factor, at_primes)
        if 2 * order <= n:
            over[:] = work[6]
            _inverse(over, primes, upper, at_over, work[7:])
            state[0], state[1], state[2] = n + 1 - order, 1, order
            state[4], state[5] = free, before
        else:
            state[1] += 1


def _spread(builder: Any, value: Any) -> Any:
    """A row of eight equal words, known only when it runs."""
    row = builder.insert_element(ir.Constant(_ROW, ir.Undefined), value, ir.Constant(_HALF, 0))
    zeros = ir.Constant(ir.VectorType(_HALF, 8), [0] * 8)
    return builder.shuffle_vector(row, ir.Constant(_ROW, ir.Undefined), zeros)


def _montgomery(builder: Any, total: Any, modulus: Any, factor: Any) -> Any:
    """total 2^-32 modulo p, for total below 2^32 p; ``factor`` is -1 / p modulo 2^32."""
    low32 = _splat((1 << 32) - 1)
    q = builder.and_(builder.mul(builder.and_(total, low32), factor), low32)
    moved = builder.lshr(builder.add(total, builder.mul(q, modulus)), _splat(32))
    return _less(builder, moved, modulus)


@intrinsic
def _weigh(
    _context: Any,
    new: Any,
    low: Any,
    high: Any,
    old: Any,
    weights: Any,
    begin: Any,
    pairs: Any,
    prime: Any,
    negated: Any,
) -> Any:
    """new[t] = sum of old[source] weight 2^-32 modulo one prime below 2^30.

    ``begin`` counts groups of four pairs (source, weight), given as distances in bytes. Sums stay below
    2^32 p + 4 p^2 < 2^63 and are reduced once, as Montgomery does; ``negated`` is -1 / p modulo 2^32.
    """

    def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        new, low, high, old, weights, begin, pairs, prime, negated = args
        one = ir.Constant(_WORD, 1)
        modulus, factor = _spread(builder, prime), _spread(builder, negated)
        large = builder.shl(modulus, _splat(32))
        low32 = _splat((1 << 32) - 1)
        cell = cgutils.alloca_once_value(builder, _splat(0))
        with cgutils.for_range_slice(builder, low, high, one, _WORD) as (target, _):
            where = builder.add(begin, builder.mul(target, ir.Constant(_WORD, 4)))
            first, last = _offset(builder, where, 0), _offset(builder, where, 1)
            builder.store(_splat(0), cell)
            with cgutils.for_range_slice(builder, first, last, one, _WORD) as (group, _):
                place = builder.add(pairs, builder.mul(group, ir.Constant(_WORD, 32)))
                total = _read(builder, cell, _ROW)
                for k in range(4):
                    a = _load(builder, builder.add(old, _offset(builder, place, 2 * k)))
                    b = _load(builder, builder.add(weights, _offset(builder, place, 2 * k + 1)))
                    product = builder.mul(builder.and_(a, low32), builder.and_(b, low32))
                    total = builder.add(total, product)
                builder.store(_least(builder, total, builder.sub(total, large)), cell)
            total = _read(builder, cell, _ROW)
            there = builder.add(new, builder.mul(target, ir.Constant(_WORD, _BYTES)))
            _store(builder, _montgomery(builder, total, modulus, factor), there)
        return _nothing()

    return types.void(*[types.int64] * 9), generate


@numba.njit(cache=True, nogil=True)
def weighted_sweep(
    begin: Any, pairs: Any, weights: Any, starts: Any, terms: Any, prime: int, negated: int
) -> None:
    """Terms of an automaton at points: axes are (block, ..., lane), the last target gives the terms."""
    states = starts.shape[1]
    room = np.zeros((2, states + 1, 8), np.uint64)
    for block in range(starts.shape[0]):
        room[0, :states] = starts[block]
        at_weights = weights[block].ctypes.data
        for step in range(terms.shape[1]):
            old, new = room[step % 2], room[1 - step % 2]
            _weigh(
                new.ctypes.data,
                0,
                states + 1,
                old.ctypes.data,
                at_weights,
                begin.ctypes.data,
                pairs.ctypes.data,
                prime,
                negated,
            )
            terms[block, step] = new[states]


@numba.njit(cache=True, nogil=True)
def multiply(left: Any, right: Any, product: Any, prime: int) -> None:
    """The product of matrices modulo one prime below 2^30; left must have a multiple of four columns.

    Columns are taken in blocks that stay in cache. Sums stay below 2^32 p + 4 p^2 < 2^63.
    """
    p = np.uint64(prime)
    large = p << np.uint64(32)
    low = np.uint64((1 << 32) - 1)
    width = 256
    for begin in range(0, right.shape[1], width):
        end = min(begin + width, right.shape[1])
        for i in range(left.shape[0]):
            row = product[i, begin:end]
            row[:] = 0
            for k in range(0, left.shape[1], 4):
                a, b = left[i, k] & low, left[i, k + 1] & low
                c, d = left[i, k + 2] & low, left[i, k + 3] & low
                at_a, at_b = right[k, begin:end], right[k + 1, begin:end]
                at_c, at_d = right[k + 2, begin:end], right[k + 3, begin:end]
                for j in range(end - begin):
                    total = row[j] + a * (at_a[j] & low) + b * (at_b[j] & low)
                    total += c * (at_c[j] & low) + d * (at_d[j] & low)
                    row[j] = min(total, total - large)
            for j in range(end - begin):
                row[j] %= p
