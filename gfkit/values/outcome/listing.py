"""Numbers as a list for people."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby


def numbers_text(numbers: Iterable[int], most: int | None = None) -> str:
    """Numbers, runs of three and more as from-to; at most ``most`` entries, the rest only counted.

    >>> numbers_text((1, 2, 3, 4, 7, 9, 10)), numbers_text(range(0, 10, 2), 3)
    ('1-4, 7, 9, 10', '0, 2, 4, and 2 more')
    """
    words: list[str] = []
    for _, group in groupby(enumerate(sorted(numbers)), lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        words += [f"{run[0]}-{run[-1]}"] if len(run) > 2 else map(str, run)
    shown = words if most is None else words[:most]
    more = len(words) - len(shown)
    return ", ".join(shown) + (f", and {more} more" if more else "")
