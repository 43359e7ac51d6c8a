"""The least whole number that is no option's value."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.int32]


def mex(parts: Iterable[Values], size: int) -> int:
    """The least whole number in none of the arrays, whose entries are below ``size``.

    One pass of marking: cost is the number of entries and ``size``.

    >>> mex([np.array([0, 1, 3], np.int32), np.array([0], np.int32)], 4)
    2
    """
    seen = np.zeros(size + 1, np.bool_)
    for part in parts:
        seen[part] = True
    return int(seen.argmin())


def roof(value: int) -> int:
    """The least power of two above a value: no sum of values up to it reaches the roof.

    >>> [roof(value) for value in (0, 1, 2, 7, 8)]
    [1, 2, 4, 8, 16]
    """
    return 1 << value.bit_length()
