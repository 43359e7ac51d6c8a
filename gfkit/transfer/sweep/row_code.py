"""Sums of rows of coefficients, for machine code; ``rung3_limbs`` does the same by numpy."""

from __future__ import annotations

from typing import Any


def add_shifted(
    begin: Any, source: Any, power_x: Any, power_y: Any, old: Any, new: Any, lanes: int, stride: int
) -> None:
    """new[target] = sum of old[source] shifted by power_x * stride + power_y lanes.

    The transitions to a target are those from begin[target] to begin[target + 1]. Only the first ``lanes`` of
    ``old`` count, and the last power_y of these are zero.
    """
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
