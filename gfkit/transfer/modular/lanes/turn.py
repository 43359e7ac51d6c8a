"""One slice of a strip as a sequence of passes, states numbered so that those with many sources come first.

Targets with equally many sources are then neighbours, and a pass is a few runs of equal sums.
"""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from gfkit.transfer.modular.lanes.field import LANES
from gfkit.transfer.modular.lanes.table import Places, Table, numbers, order_of


class Turn:
    """One repeating slice, ready to be swept: its passes with states renumbered by number of sources."""

    def __init__(self, tables: list[Table], before: Places) -> None:
        """``before[s]`` is the new number of state s before the slice."""
        self.before = len(before)
        self.tables: list[Table] = []
        number = before
        for table in tables:
            order = order_of(table)
            self.tables.append(table.renumbered(number, order))
            number = numbers(order)
        self.after = self.tables[-1].after
        self.work = sum(len(table.source) + table.after for table in tables)

    @cached_property
    def by_rank(self) -> list[list[Places]]:
        """For every pass the r-th sources of its first targets, r = 0, 1, ..."""
        return [[sources for _, sources in table.ranks] for table in self.tables]

    @cached_property
    def runs(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The passes for the compiled loop, and all sources as distances in bytes."""
        rows, place = [], 0
        for turn, table in enumerate(self.tables):
            lengths = np.diff(table.begin)
            cuts = [0, *(np.flatnonzero(np.diff(lengths)) + 1).tolist(), table.after]
            for low, high in pairwise(cuts):
                if high > low:
                    rows.append((turn, int(lengths[low]), low, high, place + int(table.begin[low])))
            place += len(table.source)
        index = np.concatenate([table.source for table in self.tables]) * (8 * LANES)
        return np.array(rows, np.int64), index.astype(np.int32)

    @property
    def widest(self) -> int:
        return max(self.before, *(table.after for table in self.tables))
