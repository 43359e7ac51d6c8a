"""The product of matrices modulo a prime of 30 bits, in machine code."""

# mypy: allow-untyped-decorators, allow-untyped-calls, ignore-missing-imports
# mypy: disable-error-code="call-arg, attr-defined, import-untyped"

from __future__ import annotations

from typing import Any

import numba
import numpy as np


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
