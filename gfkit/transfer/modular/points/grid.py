"""The coefficients of P and Q modulo a prime of 30 bits, from a grid of random nodes.

A point where the order drops is replaced: by another node of its line, or by another line where there is
only x. For n_x times n_y nodes and order d that is 2 d n_x n_y (n_x + n_y) products beside the values.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from gfkit.transfer.modular.points.interpolation import interpolation, times_modulo
from gfkit.transfer.modular.points.sampling import BLOCK, Sampler, paired
from gfkit.transfer.modular.points.values import Marks, Words

Report = Callable[[str, int, int], None]


def coefficients(sampler: Sampler, size: tuple[int, int], prime: int, report: Report) -> NDArray[np.int64]:
    """All coefficients modulo a prime, axes (power of x, power of y, k)."""
    grid = _Grid(sampler, size, prime, report)
    grid.replace()
    grid.interpolate_in_y()
    grid.interpolate_in_x()
    return grid.rows.astype(np.int64)


class _Grid:
    """Values at random nodes: x in common for a line, y in common for all lines but where replaced."""

    def __init__(self, sampler: Sampler, size: tuple[int, int], prime: int, report: Report) -> None:
        self.sampler, self.size, self.prime, self.report = sampler, size, prime, report
        self.taken: set[int] = set()
        self.xs = self._draw(size[0])
        self.ys = self._draw(size[1]) if sampler.plane else [1]
        self.rows, self.good = self._lines(self.xs, self.ys)
        self.lines = [list(self.ys) for _ in self.xs]
        """The nodes for y of every line."""

    def _draw(self, count: int) -> list[int]:
        return self.sampler.draw(count, self.prime, self.taken)

    def _lines(self, xs: list[int], ys: list[int]) -> tuple[Words, Marks]:
        """Values on a grid, axes (x, y, k), and where they are good."""
        rows = np.zeros((len(xs), len(ys), 2 * self.sampler.order), np.uint64)
        good = np.zeros((len(xs), len(ys)), np.bool_)
        together = max(1, BLOCK // len(ys))
        for low in range(0, len(xs), together):
            some = xs[low : low + together]
            places = [x for x in some for _ in ys], ys * len(some)
            values = self.sampler.values(*paired(*places), self.prime)
            rows[low : low + together] = values.rows.reshape(len(some), len(ys), -1)
            good[low : low + together] = values.good.reshape(len(some), len(ys))
            self.report("points", low + len(some), len(xs))
        return rows, good

    def replace(self) -> None:
        """Other nodes for the points where the order drops."""
        for i in range(self.size[0]):
            while not self.good[i].all():
                if self.size[1] == 1:
                    self.xs[i] = self._draw(1)[0]
                    line, ok = self._lines([self.xs[i]], self.ys)
                    self.rows[i], self.good[i] = line[0], ok[0]
                else:
                    self._replace_in_line(i)

    def _replace_in_line(self, i: int) -> None:
        bad = np.flatnonzero(~self.good[i])
        fresh = self._draw(len(bad))
        line, ok = self._lines([self.xs[i]], fresh)
        self.rows[i, bad], self.good[i, bad] = line[0], ok[0]
        for j, node in zip(bad.tolist(), fresh, strict=True):
            self.lines[i][j] = node

    def interpolate_in_y(self) -> None:
        """From values to coefficients along every line."""
        if self.size[1] == 1:
            return
        matrix = self._matrix(self.ys)
        for i, nodes in enumerate(self.lines):
            own = matrix if nodes == self.ys else self._matrix(nodes)
            self.rows[i] = times_modulo(own, self.rows[i], self.prime, fast=self.sampler.fast)
            self.report("interpolation", i, self.size[0])

    def interpolate_in_x(self) -> None:
        """From values to coefficients across the lines."""
        if self.size[0] > 1:
            flat = self.rows.reshape(self.size[0], -1)
            flat = times_modulo(self._matrix(self.xs), flat, self.prime, fast=self.sampler.fast)
            self.rows = flat.reshape(self.rows.shape)

    def _matrix(self, nodes: list[int]) -> Words:
        return interpolation(np.array(nodes, np.uint64), self.prime)
