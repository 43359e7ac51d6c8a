"""Instructions on rows of eight words, written down with llvmlite.

A row is eight unsigned 64-bit words side by side, and an address is a plain integer. Loops over rows of
eight that numba compiles by itself check for overlaps and are taken apart into single words; these do not.
The functions here write instructions and do not run them. Numba's cache looks only at the file of a cached
function: after a change here the ``__pycache__`` of this folder must go.
"""

# mypy: allow-untyped-decorators, allow-untyped-calls, ignore-missing-imports
# mypy: disable-error-code="call-arg, attr-defined, import-untyped"

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import cgutils

BYTES = 64
"""Bytes of a row."""

WORD = ir.IntType(64)
HALF = ir.IntType(32)
ROW = ir.VectorType(WORD, 8)
HALVES = ir.VectorType(HALF, 8)
REALS = ir.VectorType(ir.DoubleType(), 8)
_MAGIC = 6755399441055744.0
"""Adding 1.5 * 2^52 rounds a float64 to an integer and shows it in the lower bits."""
_MAGIC_BITS = 0x4338000000000000


def splat(value: int) -> Any:
    """A row of eight equal words."""
    return ir.Constant(ROW, [value] * 8)


def _at(builder: Any, address: Any, kind: Any) -> Any:
    """An address as a pointer."""
    return builder.inttoptr(address, ir.PointerType(kind))


def read(builder: Any, pointer: Any, kind: Any, align: int | None = None) -> Any:
    """What a pointer points at."""
    try:
        return builder.load(pointer, align=align, typ=kind)
    except TypeError:  # llvmlite before 0.44, whose pointers know what they point at
        return builder.load(pointer, align=align)


def load(builder: Any, address: Any, kind: Any = ROW) -> Any:
    """The row at an address."""
    return read(builder, _at(builder, address, kind), kind, 8)


def store(builder: Any, value: Any, address: Any, kind: Any = ROW) -> None:
    """Writes a row to an address."""
    builder.store(value, _at(builder, address, kind), align=8)


def least(builder: Any, one: Any, other: Any) -> Any:
    """The smaller word in every lane."""
    return builder.select(builder.icmp_unsigned("<", one, other), one, other)


def less(builder: Any, value: Any, prime: Any) -> Any:
    """A value below twice ``prime``, reduced: below, the subtraction wraps around to something large."""
    return least(builder, value, builder.sub(value, prime))


def offset(builder: Any, address: Any, place: int) -> Any:
    """A distance in bytes, kept as entry ``place`` of 32 bits at an address."""
    where = builder.add(address, ir.Constant(WORD, 4 * place))
    return builder.sext(read(builder, _at(builder, where, HALF), HALF, 4), WORD)


def nothing() -> Any:
    """What a function without a result returns."""
    return cgutils.get_null_value(ir.IntType(8).as_pointer())


def factor_at(builder: Any, address: Any) -> tuple[Any, Any, Any, Any]:
    """c, c 2^31 modulo p, and both divided by p as float64."""
    places = [builder.add(address, ir.Constant(WORD, BYTES * k)) for k in range(4)]
    return (
        load(builder, places[0]),
        load(builder, places[1]),
        load(builder, places[2], REALS),
        load(builder, places[3], REALS),
    )


def times(builder: Any, x: Any, factor: tuple[Any, Any, Any, Any], prime: Any) -> Any:
    """x c modulo p for x below 2^62: the quotient comes from float64, the remainder from wrapped words.

    With x = x1 2^31 + x0 the product is x1 (c 2^31) + x0 c, below 2^32 p, so that the quotient is known to
    within less than 1/2 + 2^-18 and the remainder lies between -p and p.
    """
    c0, c1, f0, f1 = factor
    x0, x1 = builder.and_(x, splat((1 << 31) - 1)), builder.lshr(x, splat(31))
    r0 = builder.sitofp(builder.trunc(x0, HALVES), REALS)
    r1 = builder.sitofp(builder.trunc(x1, HALVES), REALS)
    real = builder.fadd(builder.fmul(r0, f0), builder.fmul(r1, f1))
    moved = builder.fadd(real, ir.Constant(REALS, [_MAGIC] * 8))
    quotient = builder.sub(builder.bitcast(moved, ROW), splat(_MAGIC_BITS))
    product = builder.add(builder.mul(x0, c0), builder.mul(x1, c1))
    rest = builder.sub(product, builder.mul(quotient, prime))
    return least(builder, rest, builder.add(rest, prime))
