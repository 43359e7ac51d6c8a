"""The simplest number in an interval."""

from __future__ import annotations


def simplest(low: int | None, low_in: bool, high: int | None, high_in: bool, scale: int) -> int | None:
    """The simplest dyadic between two, all as whole numbers of ``1 / scale``; None when scale is too coarse.

    The integer nearest to 0 if there is one, otherwise the fraction with the least power of 2 below.
    ``low_in`` says whether the lower end may be taken itself, None for an end is infinity; the interval is
    not empty.
    Cost: the logarithm of scale. Reference: Conway, On Numbers and Games, theorem 11.

    >>> simplest(1, False, 6, True, 4), simplest(1, False, 3, False, 4), simplest(1, False, 2, False, 4)
    (4, 2, None)
    """
    step = scale
    while step:
        first = None if low is None else -(-low // step) * step
        last = None if high is None else high // step * step
        if first is not None and first == low and not low_in:
            first += step
        if last is not None and last == high and not high_in:
            last -= step
        if first is None or last is None or first <= last:
            return _nearest_to_zero(first, last)
        step >>= 1
    return None


def _nearest_to_zero(first: int | None, last: int | None) -> int:
    if first is not None and first > 0:
        return first
    return last if last is not None and last < 0 else 0
