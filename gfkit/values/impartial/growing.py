"""Families whose moves cut them in two: thousands of values, and periods proved for all n."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isqrt

import numpy as np

from gfkit.boards import Family
from gfkit.errors import LimitError
from gfkit.games import PlacementRule
from gfkit.typing import OnProgress
from gfkit.values.impartial.chain import Chains
from gfkit.values.impartial.ends import Ends, find_ends
from gfkit.values.impartial.mex import mex, roof
from gfkit.values.impartial.nimber import Nimbers
from gfkit.values.impartial.octal import MOST_TERMS
from gfkit.values.impartial.periodicity import Window, proved_window
from gfkit.values.impartial.search import Memory, Search
from gfkit.values.impartial.strip import Columns, Strip, closes
from gfkit.values.impartial.window import StripParts

_STEPS = 40_000_000
"""Steps of arrays that are spent on looking for a period beyond the values asked for."""


@dataclass(frozen=True, slots=True)
class Grown:
    """Values a(first_n), ..., more than were asked for; how many pairs of ends; the proof of a period.

    ``window.start`` speaks of pieces; the boards follow the period from n = ``start`` on.
    """

    values: tuple[int, ...]
    end_types: int
    longest: int
    window: Window | None
    start: int


def grown(
    rule: PlacementRule,
    family: Family,
    to: int,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> Grown | None:
    """The values of a family up to n = ``to`` at least, or None where moves do not cut its strip in two."""
    if family.word == "complete":
        return None
    ends = find_ends(Strip.of(rule, family))
    return None if ends is None else _Growing(rule, family, ends, max_memory).up_to(to, on_progress)


class _Growing:
    """Boards of a family as pieces of a strip, or as rings that a first move opens."""

    def __init__(self, rule: PlacementRule, family: Family, ends: Ends, max_memory: int | None) -> None:
        self._rule, self._family, self._ends = rule, family, ends
        self._memory = Memory(family.text, max_memory)
        self._search = Search(rule)
        self._parts = StripParts(ends.strip)
        self._nimbers = Nimbers(self._parts, self._memory)
        self._chains = Chains(ends, self._direct)
        self._far = ends.strip.end()
        left, right = ends.natural
        self._lost = len(self._far) + left.lost + right.lost

    def up_to(self, to: int, on_progress: OnProgress | None) -> Grown:
        rows, cuts = self._chains.rows, len(self._ends.cuts)
        count = max(to + 1, isqrt(_STEPS // (rows * cuts)))
        if to > MOST_TERMS:
            raise LimitError(f"to {to}: at most {MOST_TERMS} values are taken")
        self._chains.fill(count, on_progress)
        window = proved_window(self._chains.table, self._ends.least, self._ends.longest)
        start = 0 if window is None else window.start + max(self._lost, self._ends.longest)
        last = to if window is None else max(to, start + 2 * window.period)
        values = self._rings(last) if closes(self._family) else self._strips(last)
        return Grown(tuple(values), rows, self._ends.longest, window, start)

    def _direct(self, columns: Columns) -> int:
        return self._nimbers.of(self._parts.parts(columns))

    def _strips(self, last: int) -> Iterator[int]:
        """The values of boards with two ends."""
        strip, (left, right) = self._ends.strip, self._ends.natural
        row = self._chains.table[self._chains.row_of(left.end, right.end)]
        loose = self._chains.bits(left.bits) ^ self._chains.bits(right.bits, mirrored=True)
        for n in range(last + 1):
            full = n - len(self._far)
            if full >= self._ends.least:
                yield int(row[n - self._lost]) ^ loose
            else:
                shown = self._far if full >= 0 else self._far[-n:] if n else ()
                yield self._direct((*[strip.full] * full, *shown))

    def _rings(self, last: int) -> Iterator[int]:
        """The values of boards that close up: small ones searched, the others opened by their first move."""
        chains, cuts = self._chains, self._ends.cuts
        opened = [
            (chains.row_of(c.left_end, c.right_end), c.before + c.after, chains.bits(c.bits)) for c in cuts
        ]
        size = roof(int(chains.table.max())) * roof(max(bits for _, _, bits in opened))
        for n in range(self._family.first_n, last + 1):
            if n < self._ends.least:
                yield self._search.nimber(self._family.at(n), self._memory)
            else:
                left = [chains.table[row, n - lost] ^ bits for row, lost, bits in opened]
                yield mex([np.array(left, np.int32)], size)
