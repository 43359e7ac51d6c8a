"""The shortest recurrences of eight sequences, each modulo a prime of its own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gfkit.exact.residue import recurrence
from gfkit.transfer.modular.lanes.field import LANES, Field, Words
from gfkit.transfer.modular.lanes.run import Run
from gfkit.transfer.modular.native.loader import compiled

SPARE = 12
"""Terms beyond twice the order that must agree before the order is believed."""
_CHUNK = 1 << 26
"""Multiplications of rows between two chances to be interrupted: well below a second."""


class Recurrences:
    """The shortest recurrences of eight sequences, term after term."""

    def __init__(self, field: Field, room: int, *, fast: bool = True) -> None:
        self.field = field
        self.code: Any = compiled() if fast else None
        self.good = [True] * LANES
        self.order = 0
        self.read = 0
        self.found: list[list[int]] = []
        if self.code is not None:
            self.rows = np.zeros((3, room + 3, LANES), np.uint64)
            self.rows[:2, 0] = 1
            self.state = np.array([0, 1, 0, 0, 1, 2], np.int64)
            self.over = np.ones(LANES, np.uint64)
            self.bad = np.zeros(LANES, np.bool_)
            self.work = np.zeros((32, LANES), np.uint64)

    def extend(self, terms: Words) -> None:
        """Goes on with the terms not yet read."""
        if self.code is None:
            self._by_flint(terms)
            return
        ordered = np.ascontiguousarray(terms)
        while self.read < len(ordered):
            end = min(len(ordered), self.read + max(1, _CHUNK // (4 * (self.order + 50))))
            if max(end, self.order) + 3 > self.rows.shape[1]:
                grown = np.zeros((3, 2 * end + 3, LANES), np.uint64)
                grown[:, : self.rows.shape[1]] = self.rows
                self.rows = grown
            self.code.massey(
                ordered,
                self.read,
                end,
                self.state,
                self.rows,
                self.over,
                self.bad,
                self.field.row,
                self.field.factors,
                self.field.one_over,
                self.work,
            )
            self.read = end
            self.order = int(self.state[0])
        self.good = [not bad for bad in self.bad.tolist()]

    def _by_flint(self, terms: Words) -> None:
        """All over again; the other lanes only once the first recurrence explains more than it takes."""
        self.read = len(terms)
        self.found = []
        for lane, prime in enumerate(self.field.primes):
            self.found.append(recurrence(terms[:, lane].tolist(), prime))
            if 2 * len(self.found[0]) > len(terms):
                break
        sizes = [len(row) - 1 for row in self.found]
        self.order = max(sizes)
        self.good = [lane < len(sizes) and sizes[lane] == self.order for lane in range(LANES)]

    def connections(self) -> list[list[int]]:
        """For every lane [1, c_1, ..., c_order]."""
        if self.code is None:
            rows = self.found + [[1]] * (LANES - len(self.found))
            return [row + [0] * (self.order + 1 - len(row)) for row in rows]
        columns: list[list[int]] = self.rows[self.state[3], : self.order + 1].T.tolist()
        return columns


def recurrences(
    run: Run, floor: int, order: int, limit: int, report: Callable[[str, int, int], None]
) -> Recurrences | None:
    """Recurrences of a run, with as many terms as needed to believe them; None where ``limit`` terms do not.

    ``order`` is what the order is known to be at least, or 0; then ``floor`` terms are taken at first.
    """
    found = Recurrences(run.field, order or 200, fast=run.code is not None)
    count = min(max(2 * order + SPARE, 0 if order else floor), limit)
    while True:
        run.extend(count)
        found.extend(run.terms[:count])
        report("terms", count, limit)
        if 2 * found.order + SPARE <= count:
            return found
        if count >= limit:
            return None
        step = count // 8 if found.code is not None else count // 2
        count = min(max(2 * found.order + SPARE, count + max(step, 16)), limit)
