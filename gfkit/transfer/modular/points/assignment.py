"""Assignments of largest weight, for the prices that prove a bound of all of them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Reals = NDArray[np.float64]


def prices(weights: Reals, first: Reals) -> Reals:
    """Prices v of the columns for which the sum of v and of max(weights[i] - v) over all rows i is least.

    No assignment of rows to columns weighs more than that sum, whatever the prices are; the least one is
    reached (Kuhn, Egervary). Rows are assigned one after the other along shortest alternating paths, from
    the prices ``first``. Every row and column must be in some assignment of finite weight. Cost: for every
    row that is not assigned at first some steps, at most N, of N operations.
    """
    costs = -weights
    v = -first
    reduced = costs - v
    u = reduced.min(axis=1)
    row_of, column_of = _matched(reduced == u[:, None])
    for row in np.flatnonzero(column_of < 0).tolist():
        _assign(row, costs, u, v, row_of, column_of)
    return -v


def _matched(tight: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Rows with free columns of least reduced cost, as long as there are any."""
    size = len(tight)
    row_of, column_of = np.full(size, -1), np.full(size, -1)
    for row in range(size):
        if tight[row, row]:
            row_of[row] = column_of[row] = row
    for row in np.flatnonzero(column_of < 0).tolist():
        free = np.flatnonzero(tight[row] & (row_of < 0))
        if len(free):
            row_of[free[0]], column_of[row] = row, free[0]
    return row_of, column_of


def _assign(
    row: int,
    costs: Reals,
    u: Reals,
    v: Reals,
    row_of: NDArray[np.int64],
    column_of: NDArray[np.int64],
) -> None:
    """Dijkstra's algorithm from a row to the nearest free column, and the change of prices it tells."""
    distance = costs[row] - u[row] - v
    waiting = distance.copy()
    before = np.full(len(u), row)
    passed: list[int] = []
    while True:
        column = int(waiting.argmin())
        reach = waiting[column]
        other = row_of[column]
        if other < 0:
            break
        passed.append(column)
        waiting[column] = np.inf
        distance[column] = -np.inf  # it is final
        through = costs[other] + (reach - u[other]) - v
        nearer = through < distance
        distance[nearer] = waiting[nearer] = through[nearer]
        before[nearer] = other
        u[other] -= reach  # completed below, when the length of the path is known
        v[column] += reach
    length = reach
    for done in passed:
        u[row_of[done]] += length
        v[done] -= length
    u[row] += length
    while True:
        other = int(before[column])
        row_of[column] = other
        column_of[other], column = column, int(column_of[other])
        if other == row:
            return
