"""Grundy values of long pieces of a strip, by end types and length."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import reduce
from operator import xor

import numpy as np

from gfkit.typing import OnProgress, Progress
from gfkit.values.impartial.ends import Cut, Ends
from gfkit.values.impartial.mex import Values, mex, roof
from gfkit.values.impartial.strip import Columns, kinds

Ways = tuple[Columns, Columns]
"""The left and the right end of a piece."""
_REPORT = 256
"""Lengths between two reports of progress."""


@dataclass(slots=True)
class _Row:
    """What moves make of a piece with these two ends, by rows of the table.

    ``trims``: rows, full columns lost, values of bits; ``cuts``: left row, right row, before, after, bits.
    """

    pair: Ways
    trims: tuple[Values, Values, Values]
    cuts: list[tuple[int, int, int, int, int]] = field(default_factory=list)


class Chains:
    """The values G(L, n, R) of pieces with n full columns between the ends L and R.

    G(L, n, R) is the mex of G(L', n - d, R) and G(L, n - d, R') over the moves near an end, and of
    G(L, i, R') xor G(L', n - e - i, R) over those in the middle, each xor the bits that come loose. Pieces
    with fewer than ``ends.least`` full columns are searched directly, by ``direct``. Cost for all n < count:
    pairs of ends times kinds of placements times count^2 / 2 steps of arrays.
    """

    def __init__(self, ends: Ends, direct: Callable[[Columns], int]) -> None:
        self._ends = ends
        self._direct = direct
        self._number: dict[Ways, int] = {}
        self._bit_values: dict[tuple[Columns, ...], int] = {}
        self._rows: list[_Row] = []
        self.table: Values = np.zeros((0, 0), np.int32)
        self.row_of(ends.natural[0].end, ends.natural[1].end)
        for cut in ends.cuts:
            self.row_of(cut.left_end, cut.right_end)
        self._order = sorted(range(len(self._rows)), key=lambda row: _weight(self._rows[row].pair))

    def row_of(self, left: Columns, right: Columns) -> int:
        """The row of a pair of ends; pairs that a reflection or rotation across makes alike share one."""
        waiting = [self._least(left, right)]
        first = waiting[0]
        while waiting:
            pair = waiting.pop()
            if pair in self._number:
                continue
            self._number[pair] = len(self._rows)
            empty = np.zeros(0, np.int32)
            self._rows.append(_Row(pair, (empty, empty, empty)))
            waiting += [self._least(*ways) for ways in self._reached(pair)]
        return self._number[first]

    @property
    def rows(self) -> int:
        """How many pairs of ends there are."""
        return len(self._rows)

    def fill(self, count: int, on_progress: OnProgress | None = None) -> None:
        """Works out the table for all n < count."""
        ends = self._ends
        self.table = np.zeros((len(self._rows), count), np.int32)
        self._link()
        short = min(count, ends.least)
        for n in range(short):
            for index, row in enumerate(self._rows):
                left, right = row.pair
                self.table[index, n] = self._direct((*left, *[ends.strip.full] * n, *right[::-1]))
        size = roof(int(self.table.max(initial=0)))
        for n in range(short, count):
            if on_progress is not None and n % _REPORT == 0:
                on_progress(Progress("lengths", n, count, len(self._rows)))
            for index in self._order:
                value = mex(self._options(self._rows[index], n), size)
                self.table[index, n] = value
                size = max(size, self._roof(value))

    def bits(self, bits: tuple[Columns, ...], mirrored: bool = False) -> int:
        """The value of loose bits; those of a right end are written from the outside in."""
        read = tuple(bit[::-1] for bit in bits) if mirrored else bits
        if read not in self._bit_values:
            values = (self._direct(bit) for bit in read)
            self._bit_values[read] = reduce(xor, values, 0)
        return self._bit_values[read]

    def _roof(self, value: int) -> int:
        return roof(value | max(self._bit_values.values(), default=0))

    def _reached(self, pair: Ways) -> list[Ways]:
        left, right = pair
        lefts, rights = self._ends.trims
        found = [(trim.end, right) for trim in lefts[left]] + [(left, trim.end) for trim in rights[right]]
        for cut in self._ends.cuts:
            found += [(left, cut.right_end), (cut.left_end, right)]
        return found

    def _least(self, left: Columns, right: Columns) -> Ways:
        images = [(left, right)]
        images += [(_mapped(left, image), _mapped(right, image)) for image in self._ends.strip.alike]
        known = [ways for ways in images if ways[0] in self._ends.trims[0] and ways[1] in self._ends.trims[1]]
        return min(known)

    def _link(self) -> None:
        """Replaces ends by rows in all moves."""
        lefts, rights = self._ends.trims
        for row in self._rows:
            left, right = row.pair
            moves = [(self._at(trim.end, right), trim.lost, self.bits(trim.bits)) for trim in lefts[left]]
            moves += [
                (self._at(left, trim.end), trim.lost, self.bits(trim.bits, True)) for trim in rights[right]
            ]
            columns = np.array(sorted(set(moves)), np.int32).reshape(-1, 3).T
            row.trims = (columns[0], columns[1], columns[2])
            row.cuts = sorted({self._cut(cut, left, right) for cut in self._ends.cuts})

    def _cut(self, cut: Cut, left: Columns, right: Columns) -> tuple[int, int, int, int, int]:
        near, far = self._at(left, cut.right_end), self._at(cut.left_end, right)
        return near, far, cut.before, cut.after, self.bits(cut.bits)

    def _at(self, left: Columns, right: Columns) -> int:
        return self._number[self._least(left, right)]

    def _options(self, row: _Row, n: int) -> list[Values]:
        margin, table = self._ends.margin, self.table
        rows, lost, bits = row.trims
        parts = [table[rows, n - lost] ^ bits]
        for near, far, before, after, loose in row.cuts:
            left = table[near, margin - before : n - margin - before]
            right = table[far, margin + 1 - after : n - margin + 1 - after]
            parts.append(left ^ right[::-1] ^ loose if loose else left ^ right[::-1])
        return parts


def _mapped(end: Columns, image: tuple[int, ...]) -> Columns:
    return tuple(sum(1 << image[kind] for kind in kinds(mask)) for mask in end)


def _weight(pair: Ways) -> int:
    return sum(mask.bit_count() for end in pair for mask in end)
