"""Interpolate the coefficients of P and Q modulo a prime of 30 bits, from a grid of random nodes.

If the order drops at a point, the point is replaced by another node of its line; if this fails, the whole
line is replaced. The smallest powers of x and y in a coefficient are divided out first. For n_x times n_y
nodes and order d the cost is 2 d n_x n_y (n_x + n_y) products in addition to the values.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from random import Random

import numpy as np
from numpy.typing import NDArray

from gfkit.core.algebra.residue_arrays import (
    Marks,
    Words,
    interpolation_matrix,
    negative_powers,
    times_modulo,
)
from gfkit.ways import tuning
from gfkit.ways.modular.bounds import Support
from gfkit.ways.modular.evaluation import Lines, Sampler, random_residues

Report = Callable[[str, int, int], None]
Supports = tuple[Support, Support]
"""Bounds of the powers of x, and of the powers of y."""


class UnluckyPrime(Exception):  # noqa: N818
    """Raised if the order drops modulo a prime at every point that was tried, so that another prime is
    needed.
    """


def coefficients(sampler: Sampler, supports: Supports, prime: int, report: Report) -> NDArray[np.int64]:
    """Return all coefficients modulo a prime, axes (power of x, power of y, k), relative to the smallest
    powers.

    Modulo the prime, the generating function at a point is the fraction P / Q with the point substituted, so
    its order is at most d. If the order is d, no other fraction with Q(0) = 1 of order d agrees with it, and
    Berlekamp-Massey yields the values of P and Q. So the coefficients are correct if d is an upper bound of
    the order and the supports are correct. Raise UnluckyPrime if the order drops at too many points.
    """
    grid = _Grid(sampler, supports, prime, report)
    grid.replace()
    grid.interpolate_in_y()
    grid.interpolate_in_x()
    return grid.rows.astype(np.int64)


class _Grid:
    """Values at random nodes: x is common to a line, y is common to all lines except at replaced points."""

    def __init__(self, sampler: Sampler, supports: Supports, prime: int, report: Report) -> None:
        self.sampler, self.supports, self.prime, self.report = sampler, supports, prime, report
        self.size = size = supports[0].size, supports[1].size
        self.taken: set[int] = set()
        self.random = Random(prime)
        """Seeded by the prime, so that an interrupted run can resume with the same nodes."""
        self.xs = self._draw(size[0])
        self.ys = self._draw(size[1]) if sampler.plane else [1]
        self.rows, self.good = self._lines(self.xs, self.ys)
        self.lines = [list(self.ys) for _ in self.xs]
        """For each line, its nodes for y."""

    def _draw(self, count: int) -> list[int]:
        return random_residues(self.random, count, self.prime, self.taken)

    def _lines(self, xs: list[int], ys: list[int]) -> tuple[Words, Marks]:
        """Return the values on a grid, axes (x, y, k), and a mask of the valid points."""
        sampler = self.sampler
        rows = np.zeros((len(xs), len(ys), 2 * sampler.order), np.uint64)
        good = np.zeros((len(xs), len(ys)), np.bool_)
        together = max(1, tuning.MODULAR.points_at_once // len(ys))
        batches = [
            Lines(
                sampler.question,
                self.prime,
                tuple(xs[low : low + together]),
                tuple(ys),
                sampler.order,
                sampler.fast,
            )
            for low in range(0, len(xs), together)
        ]

        def over(batch: Lines) -> bytes:
            return batch.over(sampler.machine)

        beside = over if sampler.fast else None
        answers = sampler.work.in_order(batches, over, lambda: len(batches), beside=beside)
        low = 0
        with closing(answers):
            for batch, answer in zip(batches, answers, strict=True):
                number, values = batch.unpack(answer)
                sampler.saw(number, len(values.good))
                part = slice(low, low + len(batch.xs))
                rows[part] = values.rows.reshape(len(batch.xs), len(ys), -1)
                good[part] = values.good.reshape(len(batch.xs), len(ys))
                low += len(batch.xs)
                self.report("points", low, len(xs))
        return rows, good

    def replace(self) -> None:
        """Replace the nodes of points where the order drops."""
        for i in range(self.size[0]):
            for attempt in range(tuning.MODULAR.node_tries * tuning.MODULAR.node_tries):
                if self.good[i].all():
                    break
                if self.size[1] == 1 or attempt % tuning.MODULAR.node_tries == tuning.MODULAR.node_tries - 1:
                    self._replace_line(i)
                else:
                    self._replace_in_line(i)
            else:
                raise UnluckyPrime

    def _replace_line(self, i: int) -> None:
        self.xs[i], self.lines[i] = self._draw(1)[0], list(self.ys)
        line, ok = self._lines([self.xs[i]], self.ys)
        self.rows[i], self.good[i] = line[0], ok[0]

    def _replace_in_line(self, i: int) -> None:
        bad = np.flatnonzero(~self.good[i])
        fresh = self._draw(len(bad))
        line, ok = self._lines([self.xs[i]], fresh)
        self.rows[i, bad], self.good[i, bad] = line[0], ok[0]
        for j, node in zip(bad.tolist(), fresh, strict=True):
            self.lines[i][j] = node

    def interpolate_in_y(self) -> None:
        """Convert values to coefficients along every line."""
        if not self.sampler.plane:
            return
        common = self._matrix(self.ys), self._inverse_powers(self.ys, 1)
        for i, nodes in enumerate(self.lines):
            matrix, factors = (
                common if nodes == self.ys else (self._matrix(nodes), self._inverse_powers(nodes, 1))
            )
            lowered = self.rows[i] * factors % np.uint64(self.prime)
            self.rows[i] = times_modulo(matrix, lowered, self.prime, fast=self.sampler.fast)
            self.report("interpolation", i, self.size[0])

    def interpolate_in_x(self) -> None:
        """Convert values to coefficients across the lines."""
        lowered = self.rows * self._inverse_powers(self.xs, 0)[:, None] % np.uint64(self.prime)
        flat = lowered.reshape(self.size[0], -1)
        flat = times_modulo(self._matrix(self.xs), flat, self.prime, fast=self.sampler.fast)
        self.rows = flat.reshape(self.rows.shape)

    def _inverse_powers(self, nodes: list[int], axis: int) -> Words:
        """Return the factors that remove the smallest powers of the nodes, axes (node, k)."""
        return negative_powers(np.array(nodes, np.uint64), self.supports[axis].lowest, self.prime)

    def _matrix(self, nodes: list[int]) -> Words:
        return interpolation_matrix(np.array(nodes, np.uint64), self.prime)
