"""Sums of rows of coefficients, for machine code; ``rung3_limbs`` does the same by numpy."""

from __future__ import annotations

from typing import Any


def add_shifted(
    begin: Any, source: Any, power_x: Any, power_y: Any, old: Any, old_starts: Any, new: Any, new_starts: Any
) -> None:
    """new[target] = sum of old[source] times x^power_x y^power_y.

    The transitions to a target are those from begin[target] to begin[target + 1]. The coefficient of x^i y^j
    is in lane starts[i] + j; what has no lane among the new ones is zero.
    """
    count = len(old_starts) - 1
    same = len(new_starts) > count
    for i in range(count):
        same = same and old_starts[i] == new_starts[i]
    for target in range(len(begin) - 1):
        row = new[target]
        row[:] = 0
        for t in range(begin[target], begin[target + 1]):
            more_x, more_y = power_x[t], power_y[t]
            other = old[source[t]]
            if same and not more_x and not more_y:
                for lane in range(min(len(other), len(row))):
                    row[lane] += other[lane]
                continue
            for i in range(min(count, len(new_starts) - 1 - more_x)):
                low, at = old_starts[i], new_starts[i + more_x] + more_y
                part = row[at : new_starts[i + more_x + 1]]
                for lane in range(min(old_starts[i + 1] - low, len(part))):
                    part[lane] += other[low + lane]
