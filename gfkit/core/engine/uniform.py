"""Random choices with exact probabilities, from uniform random numbers with as many bits as necessary.

Values are computed as floating-point numbers with a bound on their relative error. If they leave a choice
open, or are out of range, all choices are repeated from the same bits with exact numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate, pairwise
from random import Random
from typing import Any

from gfkit.core.algebra import ARRAYS
from gfkit.core.engine.semirings import Choice, Numbers, PositiveFloats

_BITS = 53


class _UndecidedError(ArithmeticError):
    """Raised if rounding errors leave a choice open."""


def draw_with_floats(
    draw: Callable[[Numbers], list[Any]], value: Callable[[Choice], Any], random: Random
) -> list[Any]:
    """Return what ``draw`` returns for positive numbers, given the values of transitions: floating-point
    numbers if they determine all choices, otherwise exact numbers.
    """
    start = random.getstate()
    if ARRAYS:
        import numpy as np

        try:
            with np.errstate(over="raise", under="raise", invalid="raise"):
                return draw(PositiveFloats(value))
        except (FloatingPointError, _UndecidedError):
            random.setstate(start)
    return draw(Numbers(value))


def choose_index(random: Random, values: Any, error: float) -> int:
    """Return a random index of an array, with probabilities proportional to its entries.

    Objects are exact numbers. ``error`` bounds the relative error of floating-point numbers. The entries are
    the lengths of intervals, one of which contains a number drawn uniformly with as many bits as needed.
    """
    is_exact = not ARRAYS or values.dtype == object
    number: Any = Fraction if is_exact else float
    ends = [*accumulate(map(number, values))]
    error = 0 if is_exact else 4 * (error + len(ends) * 2.0**-52)
    bits, known = _BITS, random.getrandbits(_BITS)
    last = max(index for index, value in enumerate(values) if value)
    while True:
        low, high = (number(known + more) / (1 << bits) * ends[-1] for more in (0, 1))
        for index, (start, end) in enumerate(pairwise([0, *ends])):
            if low >= start * (1 + error) and (index == last or high <= end * (1 - error)):
                return index
        if not is_exact:
            raise _UndecidedError
        known, bits = known << 64 | random.getrandbits(64), bits + 64
