"""The sweep over a strip in machine code: a value from every vector, then one slice."""

# mypy: allow-untyped-decorators, allow-untyped-calls, ignore-missing-imports
# mypy: disable-error-code="call-arg, attr-defined, import-untyped"

from __future__ import annotations

from typing import Any

import numba

from gfkit.transfer.modular.native.products import dot_indexed, settle
from gfkit.transfer.modular.native.rows import BYTES
from gfkit.transfer.modular.native.sums import advance


@numba.njit(cache=True, nogil=True)
def sweep(
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
            dot_indexed(finals, final_index, buffers[0], BYTES, states, sums)
            settle(values + 2 * BYTES * step, sums, factors, primes)
            dot_indexed(probe, final_index, buffers[0], BYTES, states, sums)
            settle(values + BYTES * (2 * step + 1), sums, factors, primes)
        elif finals:
            dot_indexed(finals, final_index, buffers[0], BYTES, states, sums)
            settle(values + BYTES * step, sums, factors, primes)
        else:
            dot_indexed(buffers[0], final_index, buffers[0], BYTES, states, sums)
            settle(values + 2 * BYTES * step, sums, factors, primes)
        turn = advance(runs, index, buffers[0], buffers[1], buffers[2], primes)
        before = buffers[0]
        buffers[0] = buffers[1 + turn]
        buffers[1 + turn] = before
        if not finals:
            dot_indexed(before, final_index, buffers[0], BYTES, states, sums)
            settle(values + BYTES * (2 * step + 1), sums, factors, primes)
