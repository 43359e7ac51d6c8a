"""Rows of Grundy values that grow together, the mex, and periods of rows."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import xor
from typing import Any

from gfkit.algebra import ARRAYS
from gfkit.play.tuning import NIMBERS

Pair = tuple[int, int, int, int, int, int]
"""Two ranges of values and an addend: row and start of one, row and start of the other, length, addend."""


class GrundyRows:
    """Rows of values, each filled from its beginning.

    Sums of two ranges are taken by arrays of numpy. Without numpy they are taken one by one, some ten times
    slower.

    >>> rows = GrundyRows(1, 4)
    >>> for value in (0, 0, 1):
    ...     rows.append(0, value)
    >>> rows.mex([], [(0, 1, 0, 1, 2, 0)]), rows.values[0]  # 0+1, 1+0
    (0, [0, 0, 1])
    """

    def __init__(self, rows: int, count: int) -> None:
        self.values: list[list[int]] = [[] for _ in range(rows)]
        self._arrays: Any = None
        if ARRAYS:
            import numpy as np

            self._arrays = np.zeros((rows, count), np.int32)
        self._roof = 1

    def append(self, row: int, value: int) -> None:
        """Appends the next value of a row."""
        if self._arrays is not None:
            self._arrays[row, len(self.values[row])] = value
        self.values[row].append(value)
        self._roof = max(self._roof, roof(value))

    def mex(self, singles: Iterable[int], pairs: Iterable[Pair]) -> int:
        """The least whole number that is neither a single nor a sum of a pair.

        A pair adds the i-th value of its first range to the i-th last of its second. Cost: the values.
        """
        seen = set(singles)
        long = []
        for pair in pairs:
            row, start, partner, begin, length, more = pair
            if self._arrays is not None and length > NIMBERS.array_values:
                long.append(pair)
                continue
            first = self.values[row][start : start + length]
            second = self.values[partner][begin : begin + length]
            second.reverse()
            sums = map(xor, first, second)
            seen.update([total ^ more for total in sums] if more else sums)
        return self._mex_by_marks(seen, long) if long else mex(seen)

    def _mex_by_marks(self, seen: set[int], pairs: list[Pair]) -> int:
        import numpy as np

        highest = max(self._roof, *(roof(more) for *_, more in pairs))
        marks = np.zeros(max(highest, *seen, 0) + 2, np.bool_)
        marks[list(seen)] = True
        for row, start, partner, begin, length, more in pairs:
            first = self._arrays[row, start : start + length]
            second = self._arrays[partner, begin : begin + length][::-1]
            marks[first ^ second ^ more if more else first ^ second] = True
        return int(marks.argmin())


def mex(values: Iterable[int]) -> int:
    """The least whole number that is not among the values.

    >>> mex([0, 1, 3, 0])
    2
    """
    seen, least = set(values), 0
    while least in seen:
        least += 1
    return least


def roof(value: int) -> int:
    """The least power of two above a value; nim-sums of values up to it are smaller too.

    >>> [roof(value) for value in (0, 1, 2, 7, 8)]
    [1, 2, 4, 8, 16]
    """
    return 1 << value.bit_length()


def repeats_from(row: Sequence[Any], period: int, saltus: Any = None) -> int:
    """The least index from which on entries one period apart are equal, or rise by a saltus.

    >>> repeats_from([5, 1, 2, 1, 2], 2), repeats_from([5, 1, 2, 2, 3], 2, 1)
    (1, 1)
    """
    start = len(row) - period
    while start > 0:
        early, late = row[start - 1], row[start + period - 1]
        if late != (early if saltus is None else early + saltus):
            break
        start -= 1
    return start


def least_period(row: Sequence[object]) -> int:
    """The length of the shortest block that the row repeats.

    >>> [least_period(row) for row in ("abab", "aab")]
    [2, 3]
    """
    size = len(row)
    return next(p for p in range(1, size + 1) if size % p == 0 and row[p:] == row[: size - p])
