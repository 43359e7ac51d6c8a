"""The inner loop of a sweep: rows of coefficients are shifted and added into other rows.

With the extra ``fast`` (numba) large jobs run as machine code; without it the same sums are made by
numpy, slower and equal.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gfkit.transfer.sweep.array_stepper import Index
from gfkit.transfer.sweep.layer import Layer, Strand

Lanes = NDArray[np.uint64]
"""Coefficients with axes (state, lane)."""

_WORTH_COMPILING = 300_000_000
"""Additions of one sweep after which the compiled loop is loaded: about what loading it costs."""


class Rows:
    """The transitions of a layer in one direction."""

    def __init__(self, layer: Layer, *, backwards: bool) -> None:
        self.targets = layer.before if backwards else layer.after
        self.strands = [Strand(s.weight, s.target, s.source) if backwards else s for s in layer.strands]
        self.transitions = sum(len(strand.source) for strand in self.strands)

    @cached_property
    def by_target(self) -> tuple[Index, Index, Index, Index]:
        """The transitions sorted by target: where each begins, sources, powers of x and of y."""
        if not self.strands:
            none = np.zeros(0, np.int32)
            return np.zeros(self.targets + 1, np.int32), none, none, none
        targets = np.concatenate([s.target for s in self.strands])
        order = np.argsort(targets, kind="stable")
        begin = np.searchsorted(targets[order], np.arange(self.targets + 1)).astype(np.int32)
        powers = [
            np.concatenate([np.full(len(s.source), s.weight[v], np.int32) for s in self.strands])
            for v in (0, 1)
        ]
        sources = np.concatenate([s.source for s in self.strands])
        return begin, sources[order], powers[0][order], powers[1][order]


class Adder:
    """Adds rows for one sweep, and turns to machine code when the sweep proves long."""

    def __init__(self) -> None:
        self.additions = 0

    def add(self, rows: Rows, old: Lanes, new: Lanes, lanes: int, stride: int) -> None:
        """new[target] = sum of old[source] shifted by its weight, over all transitions.

        Only the first ``lanes`` of ``old`` count. A weight x^a y^b shifts by a * stride + b lanes; the
        last b of the lanes of ``old`` are zero.
        """
        self.additions += rows.transitions * lanes
        fast = _compiled() if self.additions >= _WORTH_COMPILING else None
        if fast is not None:
            fast(*rows.by_target, old, new, lanes, stride)
        else:
            add_rows(rows, old, new, lanes, stride)


def add_rows(rows: Rows, old: Lanes, new: Lanes, lanes: int, stride: int) -> None:
    """The sums of ``Adder.add`` by numpy."""
    new[...] = 0
    if lanes == new.shape[1] == 1:
        flat_old, flat_new = old[:, 0], new[:, 0]
        for strand in rows.strands:
            flat_new[strand.target] += flat_old[strand.source]
        return
    for strand in rows.strands:
        power_x, power_y = strand.weight
        shift = power_x * stride + power_y
        length = lanes - power_y
        new[strand.target, shift : shift + length] += old[strand.source, :length]


@cache
def _compiled() -> Callable[..., None] | None:
    """The loop as machine code, or None without numba."""
    try:
        import numba
    except ImportError:
        return None

    def loop(
        begin: Any, source: Any, power_x: Any, power_y: Any, old: Any, new: Any, lanes: int, stride: int
    ) -> None:
        for target in range(len(begin) - 1):
            row = new[target]
            row[:] = 0
            for t in range(begin[target], begin[target + 1]):
                shift = power_x[t] * stride + power_y[t]
                length = lanes - power_y[t]
                part = row[shift : shift + length]
                other = old[source[t], :length]
                for lane in range(length):
                    part[lane] += other[lane]

    compiled: Callable[..., None] = numba.njit(cache=True)(loop)
    return compiled
