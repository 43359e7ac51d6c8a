"""Products in machine code: inner products of vectors of rows, and rows times a factor.

Inner products are summed in six words without any reduction, and settled once at the end.
"""

# mypy: allow-untyped-decorators, allow-untyped-calls, ignore-missing-imports
# mypy: disable-error-code="call-arg, attr-defined, import-untyped"

from __future__ import annotations

from typing import Any

import numba
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from gfkit.transfer.modular.native.rows import (
    BYTES,
    REALS,
    ROW,
    WORD,
    factor_at,
    less,
    load,
    nothing,
    offset,
    read,
    splat,
    store,
    times,
)


def _add_product(builder: Any, a: Any, b: Any, cells: list[Any]) -> None:
    """Adds a b to the six words."""
    low31, low32 = splat((1 << 31) - 1), splat((1 << 32) - 1)
    a0, a1 = builder.and_(a, low31), builder.lshr(a, splat(31))
    b0, b1 = builder.and_(b, low31), builder.lshr(b, splat(31))
    products = (
        builder.mul(a0, b0),
        builder.add(builder.mul(a0, b1), builder.mul(a1, b0)),
        builder.mul(a1, b1),
    )
    for k, product in enumerate(products):
        parts = builder.and_(product, low32), builder.lshr(product, splat(32))
        for h, part in enumerate(parts):
            cell = cells[2 * k + h]
            builder.store(builder.add(read(builder, cell, ROW), part), cell)


def _dotting(indexed: bool) -> Any:
    """Sums of products of rows, in six words that together hold the sum without any reduction.

    A residue is a1 2^31 + a0. The sums of a0 b0, of a0 b1 + a1 b0 and of a1 b1 are kept as sums of lower
    and of upper halves of 32 bits.
    """

    @intrinsic
    def dot(
        _context: Any,
        left: Any,  # noqa: ARG001
        index: Any,  # noqa: ARG001
        right: Any,  # noqa: ARG001
        stride: Any,  # noqa: ARG001
        count: Any,  # noqa: ARG001
        sums: Any,  # noqa: ARG001
    ) -> Any:
        def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
            left, index, right, stride, count, sums = args
            cells = [cgutils.alloca_once_value(builder, splat(0)) for _ in range(6)]
            zero, one = ir.Constant(WORD, 0), ir.Constant(WORD, 1)
            with cgutils.for_range_slice(builder, zero, count, one, WORD) as (i, _):
                if indexed:
                    where = builder.add(index, builder.mul(i, ir.Constant(WORD, 4)))
                    a = load(builder, builder.add(left, offset(builder, where, 0)))
                else:
                    a = load(builder, builder.add(left, builder.mul(i, ir.Constant(WORD, BYTES))))
                b = load(builder, builder.add(right, builder.mul(i, stride)))
                _add_product(builder, a, b, cells)
            for k, cell in enumerate(cells):
                where = builder.add(sums, ir.Constant(WORD, BYTES * k))
                store(builder, read(builder, cell, ROW), where)
            return nothing()

        return types.void(*[types.int64] * 6), generate

    return dot


dot_indexed, dot_strided = _dotting(True), _dotting(False)


@intrinsic
def settle(_context: Any, new: Any, sums: Any, factors: Any, primes: Any) -> Any:  # noqa: ARG001
    """The six words of a sum of products, reduced to one row."""

    def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        new, sums, factors, primes = args
        prime = load(builder, primes)
        total = splat(0)
        for k in range(6):
            word = load(builder, builder.add(sums, ir.Constant(WORD, BYTES * k)))
            factor = factor_at(builder, builder.add(factors, ir.Constant(WORD, 4 * BYTES * k)))
            total = less(builder, builder.add(total, times(builder, word, factor, prime)), prime)
        store(builder, total, new)
        return nothing()

    return types.void(*[types.int64] * 4), generate


@intrinsic
def add_scaled(_context: Any, new: Any, old: Any, count: Any, factor: Any, primes: Any) -> Any:  # noqa: ARG001
    """new[i] += c old[i] for ``count`` rows."""

    def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        new, old, count, factor, primes = args
        prime = load(builder, primes)
        known = factor_at(builder, factor)
        zero, one = ir.Constant(WORD, 0), ir.Constant(WORD, 1)
        with cgutils.for_range_slice(builder, zero, count, one, WORD) as (i, _):
            shift = builder.mul(i, ir.Constant(WORD, BYTES))
            place = builder.add(new, shift)
            part = times(builder, load(builder, builder.add(old, shift)), known, prime)
            store(builder, less(builder, builder.add(load(builder, place), part), prime), place)
        return nothing()

    return types.void(*[types.int64] * 5), generate


@intrinsic
def make_factor(_context: Any, factor: Any, value: Any, upper: Any, inverse: Any, primes: Any) -> Any:  # noqa: ARG001
    """The four rows of ``factor_at`` for a row of values; ``upper`` are those of 2^31, ``inverse`` 1 / p."""

    def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        factor, value, upper, inverse, primes = args
        prime = load(builder, primes)
        over = load(builder, inverse, REALS)
        c0 = load(builder, value)
        c1 = times(builder, c0, factor_at(builder, upper), prime)
        places = [builder.add(factor, ir.Constant(WORD, BYTES * k)) for k in range(4)]
        store(builder, c0, places[0])
        store(builder, c1, places[1])
        store(builder, builder.fmul(builder.uitofp(c0, REALS), over), places[2], REALS)
        store(builder, builder.fmul(builder.uitofp(c1, REALS), over), places[3], REALS)
        return nothing()

    return types.void(*[types.int64] * 5), generate


@intrinsic
def set_times(_context: Any, new: Any, old: Any, factor: Any, primes: Any) -> Any:  # noqa: ARG001
    """new = c old, one row."""

    def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        new, old, factor, primes = args
        prime = load(builder, primes)
        store(builder, times(builder, load(builder, old), factor_at(builder, factor), prime), new)
        return nothing()

    return types.void(*[types.int64] * 4), generate


@numba.njit(cache=True, nogil=True)
def add_times(new: int, old: int, count: int, factor: int, primes: int) -> None:
    """new[i] += c old[i] for ``count`` rows."""
    add_scaled(new, old, count, factor, primes)
