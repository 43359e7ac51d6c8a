"""Terms of an automaton at points in machine code: eight points side by side, modulo one prime of 30 bits."""

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

from gfkit.transfer.modular.native.rows import (
    BYTES,
    HALF,
    ROW,
    WORD,
    least,
    less,
    load,
    nothing,
    offset,
    read,
    splat,
    store,
)


def _spread(builder: Any, value: Any) -> Any:
    """A row of eight equal words, known only when it runs."""
    row = builder.insert_element(ir.Constant(ROW, ir.Undefined), value, ir.Constant(HALF, 0))
    zeros = ir.Constant(ir.VectorType(HALF, 8), [0] * 8)
    return builder.shuffle_vector(row, ir.Constant(ROW, ir.Undefined), zeros)


def _montgomery(builder: Any, total: Any, modulus: Any, factor: Any) -> Any:
    """total 2^-32 modulo p, for total below 2^32 p; ``factor`` is -1 / p modulo 2^32."""
    low32 = splat((1 << 32) - 1)
    q = builder.and_(builder.mul(builder.and_(total, low32), factor), low32)
    moved = builder.lshr(builder.add(total, builder.mul(q, modulus)), splat(32))
    return less(builder, moved, modulus)


@intrinsic
def _weigh(
    _context: Any,
    new: Any,  # noqa: ARG001
    low: Any,  # noqa: ARG001
    high: Any,  # noqa: ARG001
    old: Any,  # noqa: ARG001
    weights: Any,  # noqa: ARG001
    begin: Any,  # noqa: ARG001
    pairs: Any,  # noqa: ARG001
    prime: Any,  # noqa: ARG001
    negated: Any,  # noqa: ARG001
) -> Any:
    """new[t] = sum of old[source] weight 2^-32 modulo one prime below 2^30.

    ``begin`` counts groups of four pairs (source, weight), given as distances in bytes. Sums stay below
    2^32 p + 4 p^2 < 2^63 and are reduced once, as Montgomery does; ``negated`` is -1 / p modulo 2^32.
    """

    def generate(_target: Any, builder: Any, _signature: Any, args: Any) -> Any:
        new, low, high, old, weights, begin, pairs, prime, negated = args
        one = ir.Constant(WORD, 1)
        modulus, factor = _spread(builder, prime), _spread(builder, negated)
        large = builder.shl(modulus, splat(32))
        low32 = splat((1 << 32) - 1)
        cell = cgutils.alloca_once_value(builder, splat(0))
        with cgutils.for_range_slice(builder, low, high, one, WORD) as (target, _):
            where = builder.add(begin, builder.mul(target, ir.Constant(WORD, 4)))
            first, last = offset(builder, where, 0), offset(builder, where, 1)
            builder.store(splat(0), cell)
            with cgutils.for_range_slice(builder, first, last, one, WORD) as (group, _):
                place = builder.add(pairs, builder.mul(group, ir.Constant(WORD, 32)))
                total = read(builder, cell, ROW)
                for k in range(4):
                    a = load(builder, builder.add(old, offset(builder, place, 2 * k)))
                    b = load(builder, builder.add(weights, offset(builder, place, 2 * k + 1)))
                    product = builder.mul(builder.and_(a, low32), builder.and_(b, low32))
                    total = builder.add(total, product)
                builder.store(least(builder, total, builder.sub(total, large)), cell)
            total = read(builder, cell, ROW)
            there = builder.add(new, builder.mul(target, ir.Constant(WORD, BYTES)))
            store(builder, _montgomery(builder, total, modulus, factor), there)
        return nothing()

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
