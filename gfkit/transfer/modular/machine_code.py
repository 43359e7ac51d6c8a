"""The inner loops, on rows of eight words, for machine code; imported only by who makes it, with numba.

A row is eight unsigned 64-bit words side by side, and an address is a plain integer. Loops over rows of
eight that numba compiles by itself check for overlaps and are taken apart into single words; therefore rows
are a type of their own here, held in one or two registers. What can be done with them is listed at the top,
each with the instructions it stands for; the loops below are Python. In order: rows; the passes of a slice,
every row the sum of some rows of the vector before; products, summed in six words without any reduction and
settled once at the end; the sweep over a strip; Berlekamp-Massey; terms of an automaton at points and
products of matrices, modulo one prime of 30 bits.
"""

# mypy: allow-untyped-decorators, allow-untyped-calls, ignore-missing-imports, allow-subclassing-any
# mypy: disable-error-code="import-untyped"

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core.typing.templates import ConcreteTemplate, infer_global, signature
from numba.extending import intrinsic, lower_builtin, models, register_jitable, register_model

from gfkit.exact.stored_code import part_of_loop

_BYTES = 64
"""Bytes of a row."""
_LOW31, _LOW32 = (1 << 31) - 1, (1 << 32) - 1
_WORD, _HALF = ir.IntType(64), ir.IntType(32)


class _Eight(types.Type):
    """Eight numbers side by side."""

    def __init__(self, name: str, number: Any) -> None:
        super().__init__(name=name)
        self.vector = ir.VectorType(number, 8)


@register_model(_Eight)
class _EightModel(models.PrimitiveModel):
    def __init__(self, manager: Any, kind: _Eight) -> None:
        super().__init__(manager, kind, kind.vector)


_ROW, _REALS = _Eight("eight words", _WORD), _Eight("eight reals", ir.DoubleType())
Row = Any
"""Eight words, or eight reals, in the loops below."""
Factor = tuple[Row, Row, Row, Row]
"""What ``_times`` multiplies with: c, c 2^31 modulo p, and both divided by p as float64."""


def _write_load(builder: Any, address: Any, kind: Any, align: int) -> Any:
    pointer = builder.inttoptr(address, ir.PointerType(kind))
    try:
        return builder.load(pointer, align=align, typ=kind)
    except TypeError:  # llvmlite before 0.44, whose pointers know what they point at
        return builder.load(pointer, align=align)


def _write_store(builder: Any, address: Any, value: Any) -> Any:
    return builder.store(value, builder.inttoptr(address, ir.PointerType(value.type)), align=8)


def _write_spread(builder: Any, value: Any) -> Any:
    """A row of eight equal words."""
    none = ir.Constant(_ROW.vector, ir.Undefined)
    row = builder.insert_element(none, value, ir.Constant(_HALF, 0))
    return builder.shuffle_vector(row, none, ir.Constant(ir.VectorType(_HALF, 8), [0] * 8))


def _write_real(builder: Any, value: Any) -> Any:
    """Words below 2^31 as float64."""
    return builder.sitofp(builder.trunc(value, ir.VectorType(_HALF, 8)), _REALS.vector)


def _write_rounded(builder: Any, value: Any) -> Any:
    """The nearest integers: adding 1.5 * 2^52 rounds a float64 and shows it in the lower bits."""
    moved = builder.fadd(value, ir.Constant(_REALS.vector, [6755399441055744.0] * 8))
    return builder.sub(
        builder.bitcast(moved, _ROW.vector), ir.Constant(_ROW.vector, [0x4338000000000000] * 8)
    )


def _write_least(builder: Any, one: Any, other: Any) -> Any:
    """The smaller word of each two."""
    return builder.select(builder.icmp_unsigned("<", one, other), one, other)


def _instruction(result: Any, arguments: tuple[Any, ...], write: Any) -> Any:
    """A function for the loops below, which ``write`` writes down with llvmlite."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        value = write(builder, *args)
        return value if result is not types.void else ir.Constant(ir.IntType(8).as_pointer(), None)

    def of_one(_context: Any, _one: Any) -> Any:
        return result(*arguments), generate

    def of_two(_context: Any, _one: Any, _other: Any) -> Any:
        return result(*arguments), generate

    def of_three(_context: Any, _one: Any, _other: Any, _third: Any) -> Any:
        return result(*arguments), generate

    return intrinsic((of_one, of_two, of_three)[len(arguments) - 1])


_row_at = _instruction(_ROW, (types.int64,), lambda b, a: _write_load(b, a, _ROW.vector, 8))
_reals_at = _instruction(_REALS, (types.int64,), lambda b, a: _write_load(b, a, _REALS.vector, 8))
_offset_at = _instruction(
    types.int64, (types.int64,), lambda b, a: b.sext(_write_load(b, a, _HALF, 4), _WORD)
)
_put = _instruction(types.void, (types.int64, _ROW), _write_store)
_spread = _instruction(_ROW, (types.int64,), _write_spread)
_real = _instruction(_REALS, (_ROW,), _write_real)
_wide_real = _instruction(_REALS, (_ROW,), lambda b, a: b.uitofp(a, _REALS.vector))
_rounded = _instruction(_ROW, (_REALS,), _write_rounded)
_least = _instruction(_ROW, (_ROW, _ROW), _write_least)

_OPERATORS = {
    operator.add: ("add", "fadd"),
    operator.mul: ("mul", "fmul"),
    operator.sub: ("sub", "fsub"),
    operator.and_: ("and_", ""),
    operator.rshift: ("lshr", ""),
    operator.lshift: ("shl", ""),
}


def _lowered(symbol: Any, kind: Any, other: Any, write: Any) -> None:
    """The instruction for ``symbol`` between two kinds; a function in between would be compiled each time."""

    def generate(_context: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return write(builder, *args)

    lower_builtin(symbol, kind, other)(generate)


def _overloaded(symbol: Any, words: str, reals: str) -> None:
    """``symbol`` between rows, or between a row and a number."""
    kinds = [(_ROW, _ROW), (_ROW, types.int64)] + [(_REALS, _REALS)] * bool(reals)
    cases = [signature(kind, kind, other) for kind, other in kinds]
    infer_global(symbol)(type(f"_{words.title()}Rows", (ConcreteTemplate,), {"cases": cases}))
    _lowered(symbol, _ROW, _ROW, lambda b, x, y: getattr(b, words)(x, y))
    _lowered(symbol, _ROW, types.int64, lambda b, x, y: getattr(b, words)(x, _write_spread(b, y)))
    if reals:
        _lowered(symbol, _REALS, _REALS, lambda b, x, y: getattr(b, reals)(x, y))


for _symbol, _names in _OPERATORS.items():
    _overloaded(_symbol, *_names)


@part_of_loop()
def _less(value: Row, prime: Row) -> Row:
    """A value below twice ``prime``, reduced: below, the subtraction wraps around to something large."""
    return _least(value, value - prime)


@part_of_loop()
def _times(x: Row, factor: Factor, prime: Row) -> Row:
    """x c modulo p for x below 2^62: the quotient comes from float64, the remainder from wrapped words.

    With x = x1 2^31 + x0 the product is x1 (c 2^31) + x0 c, below 2^32 p, so that the quotient is known to
    within less than 1/2 + 2^-18 and the remainder lies between -p and p.
    """
    c0, c1, f0, f1 = factor
    x0, x1 = x & _LOW31, x >> 31
    quotient = _rounded(_real(x0) * f0 + _real(x1) * f1)
    rest = x0 * c0 + x1 * c1 - quotient * prime
    return _least(rest, rest + prime)


@part_of_loop()
def _factor_at(address: int) -> Factor:
    """c, c 2^31 modulo p, and both divided by p as float64, which stand one behind the other."""
    return (
        _row_at(address),
        _row_at(address + _BYTES),
        _reals_at(address + 2 * _BYTES),
        _reals_at(address + 3 * _BYTES),
    )


@part_of_loop()
def _factor(c: Row, upper: Factor, over: Row, prime: Row) -> Factor:
    """The same for a row of values; ``upper`` is that of 2^31, ``over`` 1 / p."""
    high = _times(c, upper, prime)
    return c, high, _wide_real(c) * over, _wide_real(high) * over


def _write_sum(builder: Any, count: int, old: Any, index: Any, prime: Any) -> Any:
    """The sum of the ``count`` rows old[index[:]], up to eight; residues are below 2^62: four fit a word."""

    def row(k: int) -> Any:
        place = _write_load(builder, builder.add(index, ir.Constant(_WORD, 4 * k)), _HALF, 4)
        return _write_load(builder, builder.add(old, builder.sext(place, _WORD)), _ROW.vector, 8)

    def less(value: Any, modulus: Any) -> Any:
        return _write_least(builder, value, builder.sub(value, modulus))

    def four(first: int) -> Any:
        total = row(first)
        for k in range(first + 1, min(count, first + 4)):
            total = builder.add(total, row(k))
        return less(total, twice) if count > first + 2 else total

    twice = builder.add(prime, prime)
    total = four(0)
    if count > 4:
        total = less(builder.add(total, four(4)), twice)
    return less(total, prime) if count > 1 else total


def _sum_of(count: int) -> Any:
    """The sum of so many rows, from the addresses of the rows and of the index, and the primes."""

    def write(builder: Any, old: Any, index: Any, prime: Any) -> Any:
        return _write_sum(builder, count, old, index, prime)

    return _instruction(_ROW, (types.int64, types.int64, _ROW), write)


def _summing(count: int) -> Any:
    """new[t] = sum of the ``count`` rows old[index[t, :]], up to eight, for t from ``low`` to ``high``."""
    sum_of = _sum_of(count)

    @register_jitable
    def sum_rows(new: int, low: int, high: int, old: int, index: int, prime: Row) -> None:
        for t in range(low, high):
            _put(new + _BYTES * t, sum_of(old, index, prime))
            index += 4 * count

    return sum_rows


_sum_1, _sum_2, _sum_3, _sum_4 = _summing(1), _summing(2), _summing(3), _summing(4)
_sum_5, _sum_6, _sum_7, _sum_8 = _summing(5), _summing(6), _summing(7), _summing(8)
_sum_of_8 = _sum_of(8)


@part_of_loop()
def _sum_many(count: int, target: int, low: int, high: int, source: int, where: int, prime: Row) -> None:
    """Sums of ``count`` rows, none or more than eight."""
    for t in range(low, high):
        if not count:
            _put(target + _BYTES * t, _spread(0))
            continue
        total = _sum_of_8(source, where, prime)
        for k in range(8, count):
            total = _less(total + _row_at(source + _offset_at(where + 4 * k)), prime)
        _put(target + _BYTES * t, total)
        where += 4 * count


@part_of_loop()
def advance(runs: Any, index: int, old: int, new: int, spare: int, primes: int) -> int:
    """One slice: sums over the runs (pass, sources, low, high, where in the index) in order.

    The first pass reads ``old`` and later ones what the one before wrote, to ``new`` and ``spare`` by turns;
    the result is 0 if the last one wrote to ``new`` and 1 if to ``spare``. ``old`` stays.
    """
    prime = _row_at(primes)
    source, target, swapped = old, new, 0
    for run in range(runs.shape[0]):
        if run and runs[run, 0] != runs[run - 1, 0]:
            source = target
            swapped = 1 - swapped
            target = spare if swapped else new
        count, low, high = runs[run, 1], runs[run, 2], runs[run, 3]
        where = index + 4 * runs[run, 4]
        if count == 1:
            _sum_1(target, low, high, source, where, prime)
        elif count == 2:
            _sum_2(target, low, high, source, where, prime)
        elif count == 3:
            _sum_3(target, low, high, source, where, prime)
        elif count == 4:
            _sum_4(target, low, high, source, where, prime)
        elif count == 5:
            _sum_5(target, low, high, source, where, prime)
        elif count == 6:
            _sum_6(target, low, high, source, where, prime)
        elif count == 7:
            _sum_7(target, low, high, source, where, prime)
        elif count == 8:
            _sum_8(target, low, high, source, where, prime)
        else:
            _sum_many(count, target, low, high, source, where, prime)
    return swapped


@part_of_loop()
def _dot(left: int, index: int, right: int, stride: int, count: int, factors: int, prime: Row) -> Row:
    """The sum over i of left[index[i]] right[i], or of left[i] right[i] without an index.

    A residue is a1 2^31 + a0. The sums of a0 b0, of a0 b1 + a1 b0 and of a1 b1 are kept as sums of lower
    and of upper halves of 32 bits, six words that hold the sum without any reduction until the end.
    """
    s0 = s1 = s2 = s3 = s4 = s5 = _spread(0)
    for i in range(count):
        a = _row_at(left + (_offset_at(index + 4 * i) if index else _BYTES * i))
        b = _row_at(right + stride * i)
        a0, a1, b0, b1 = a & _LOW31, a >> 31, b & _LOW31, b >> 31
        low, middle, high = a0 * b0, a0 * b1 + a1 * b0, a1 * b1
        s0, s1 = s0 + (low & _LOW32), s1 + (low >> 32)
        s2, s3 = s2 + (middle & _LOW32), s3 + (middle >> 32)
        s4, s5 = s4 + (high & _LOW32), s5 + (high >> 32)
    total = _spread(0)
    for k, part in enumerate((s0, s1, s2, s3, s4, s5)):
        total = _less(total + _times(part, _factor_at(factors + 4 * _BYTES * k), prime), prime)
    return total


@part_of_loop()
def _copy(new: int, old: int, count: int) -> None:
    """new[i] = old[i] for ``count`` rows; numba takes seconds to compile the same of two arrays."""
    for i in range(count):
        _put(new + _BYTES * i, _row_at(old + _BYTES * i))


@part_of_loop()
def _add_scaled(new: int, old: int, count: int, factor: Factor, prime: Row) -> None:
    """new[i] += c old[i] for ``count`` rows."""
    for i in range(count):
        address = new + _BYTES * i
        _put(address, _less(_row_at(address) + _times(_row_at(old + _BYTES * i), factor, prime), prime))


def add_times(new: int, old: int, count: int, factor: int, primes: int) -> None:
    """new[i] += c old[i] for ``count`` rows."""
    _add_scaled(new, old, count, _factor_at(factor), _row_at(primes))


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
    values: int,
) -> None:
    """``steps`` times: a value from the vector in buffers[0] and the final rows, then one slice.

    The buffers change places so that buffers[0] always holds the vector. If ``finals`` is 0 the vector is
    its own final one, rows renumbered by ``final_index``, and every step gives two values; it also does if
    there is a ``probe``, other rows to be multiplied with.
    """
    prime = _row_at(primes)
    for _ in range(steps):
        before = buffers[0]
        _put(values, _dot(finals if finals else before, final_index, before, _BYTES, states, factors, prime))
        values += _BYTES
        if finals and probe:
            _put(values, _dot(probe, final_index, before, _BYTES, states, factors, prime))
            values += _BYTES
        swapped = advance(runs, index, before, buffers[1], buffers[2], primes)
        buffers[0] = buffers[1 + swapped]
        buffers[1 + swapped] = before
        if not finals:
            _put(values, _dot(before, final_index, buffers[0], _BYTES, states, factors, prime))
            values += _BYTES


@part_of_loop()
def _inverse(value: Row, primes: Any, upper: Factor, over: Row, room: Any) -> Row:
    """value^(p - 2), one row. There must be ``room`` for two rows."""
    prime, address = _row_at(primes.ctypes.data), room.ctypes.data
    factor, power = _factor(value, upper, over, prime), _spread(1)
    bits = 0
    for lane in range(8):
        while primes[lane] >> np.uint64(bits):
            bits += 1
    for bit in range(bits - 1, -1, -1):
        power = _times(power, _factor(power, upper, over, prime), prime)
        _put(address, power)
        _put(address + _BYTES, _times(power, factor, prime))
        for lane in range(8):
            if ((primes[lane] - np.uint64(2)) >> np.uint64(bit)) & np.uint64(1):
                room[0, lane] = room[1, lane]
        power = _row_at(address)
    return power


@part_of_loop()
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
    room: Any,
) -> None:
    """Berlekamp-Massey on eight sequences in step, going on with terms ``begin`` to ``end``.

    ``state`` holds the order, the distance and order of the connection before, and which of the three
    arrays in ``rows`` is the connection, which the one before, and which is free. ``over`` is the
    reciprocal of the last discrepancy. Lanes that would go another way than most become ``bad``. There
    must be ``room`` for two rows.
    """
    at_terms, at_factors = terms.ctypes.data, factors.ctypes.data
    upper = _factor_at(at_factors + 4 * _BYTES * 6)
    size, at_rows = rows.shape[1] * _BYTES, rows.ctypes.data
    prime, inverse = _row_at(primes.ctypes.data), _reals_at(one_over.ctypes.data)
    for n in range(begin, end):
        order, distance, length = state[0], state[1], state[2]
        now, before, free = state[3], state[4], state[5]
        value = _dot(at_rows + size * now, 0, at_terms + _BYTES * n, -_BYTES, order + 1, at_factors, prime)
        _put(room.ctypes.data, value)
        if _vanishes(room[0], bad):
            state[1] += 1
            continue
        ratio = _times(value, _factor(_row_at(over.ctypes.data), upper, inverse, prime), prime)
        factor = _factor(_least(prime - ratio, _spread(0) - ratio), upper, inverse, prime)
        if 2 * order <= n:
            _copy(at_rows + size * free, at_rows + size * now, order + 1)
            for k in range(order + 1, rows.shape[1]):
                _put(at_rows + size * free + _BYTES * k, _spread(0))
        later = at_rows + size * now + _BYTES * distance
        _add_scaled(later, at_rows + size * before, length + 1, factor, prime)
        if 2 * order <= n:
            _put(over.ctypes.data, _inverse(value, primes, upper, inverse, room))
            state[0], state[1], state[2] = n + 1 - order, 1, order
            state[4], state[5] = free, before
        else:
            state[1] += 1


def weighted_sweep(
    begin: Any, pairs: Any, weights: Any, starts: Any, terms: Any, prime: int, negated: int, room: Any
) -> None:
    """Terms of an automaton at points modulo one prime below 2^30: axes are (block, ..., lane).

    A step is new[t] = sum of old[source] weight 2^-32; the last target gives the term. ``begin`` counts
    groups of four pairs (source, weight), given as distances in bytes; two vectors have room. Sums stay
    below 2^32 p + 4 p^2 < 2^63 and are reduced once, as Montgomery does; ``negated`` is -1 / p modulo 2^32.
    """
    states = starts.shape[1]
    modulus, factor = _spread(prime), _spread(negated)
    large = modulus << 32
    at_pairs = pairs.ctypes.data
    for block in range(starts.shape[0]):
        _copy(room[0].ctypes.data, starts[block].ctypes.data, states)
        at_weights = weights[block].ctypes.data
        for step in range(terms.shape[1]):
            old, new = room[step % 2].ctypes.data, room[1 - step % 2].ctypes.data
            for t in range(states + 1):
                total = _spread(0)
                for group in range(begin[t], begin[t + 1]):
                    pair = at_pairs + 32 * group
                    for k in range(4):
                        a = _row_at(old + _offset_at(pair + 8 * k))
                        b = _row_at(at_weights + _offset_at(pair + 8 * k + 4))
                        total = total + (a & _LOW32) * (b & _LOW32)
                    total = _least(total, total - large)
                q = ((total & _LOW32) * factor) & _LOW32
                _put(new + _BYTES * t, _less((total + q * modulus) >> 32, modulus))
            _put(terms[block, step].ctypes.data, _row_at(new + _BYTES * states))


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
