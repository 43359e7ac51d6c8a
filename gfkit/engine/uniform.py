"""Random choices with exact probabilities, from uniform random numbers with as many bits as necessary.

Values are computed as floating-point numbers with a bound on their relative error. If they leave a choice
open, or are out of range, all choices are repeated from the same bits with exact numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate
from random import Random
from typing import Any

from gfkit.algebra import ARRAYS
from gfkit.engine.semirings import Choice, Numbers, PositiveFloats

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

    Objects are exact numbers. ``error`` bounds the relative error of floating-point numbers.
    """
    uniform = _Uniform(random)
    if not ARRAYS or values.dtype == object:
        return uniform.among(list(values))
    number = uniform.among_floats(values.tolist(), error)
    if number is None:
        raise _UndecidedError
    return number


class _Uniform:
    """Real number drawn uniformly from [0, 1), with as many random bits as needed."""

    def __init__(self, random: Random) -> None:
        self.random, self.bits, self.known = random, _BITS, random.getrandbits(_BITS)

    def among_floats(self, values: Sequence[float], error: float) -> int | None:
        """Return the index of the interval that contains the number, or None if rounding errors leave it
        open.

        ``error`` bounds the relative error of the values.
        """
        sums, error = list(accumulate(values)), error + len(values) * 2.0**-52
        low, high, before = self.known * 2.0**-_BITS, (self.known + 1) * 2.0**-_BITS, 0.0
        last = max(index for index, value in enumerate(values) if value)
        for index, value in enumerate(sums):
            end = value / sums[-1]
            if low >= before * (1 + 4 * error) and (index == last or high <= end * (1 - 4 * error)):
                return index if values[index] else None
            before = end
        return None

    def among(self, values: Sequence[Fraction]) -> int:
        """Return the index of the interval that contains the number, given the exact lengths of the
        intervals.
        """
        sums = [Fraction(0), *accumulate(values)]
        while True:
            low, high = (Fraction(self.known + more, 1 << self.bits) * sums[-1] for more in (0, 1))
            for index in range(len(values)):
                if sums[index] <= low and high <= sums[index + 1]:
                    return index
            self.known = self.known << 64 | self.random.getrandbits(64)
            self.bits += 64
