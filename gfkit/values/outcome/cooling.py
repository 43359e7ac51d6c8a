"""Bounds on the stops of sums of values, from the walls of their thermographs."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from gfkit.values.short.table import Table
from gfkit.values.short.thermograph import Thermograph, thermograph

UNIT = 1 << 16
"""Stops and means are whole numbers of 1 / UNIT."""
_TEMPERATURES = tuple(Fraction(step, 4) for step in range(25))
_TAX = np.array([int(t * UNIT) for t in _TEMPERATURES], dtype=np.int64)

Walls = NDArray[np.int64]
"""Rows: right stop and left stop, each rounded down, then rounded up; a column for each temperature."""


class Cooling:
    """The stops of values cooled by 0, 1/4, ..., 6, and what they say about sums.

    Let X be the sum of the X_i, and write L_t, R_t for the stops of a game cooled by t. Cooling is additive,
    so R_t(X) >= sum R_t(X_i), and L_t(X) >= L_t(X_j) + sum of R_t(X_i), i != j, for every j. While t grows
    the left wall never rises, and neither wall moves by more than t: L_0(X) >= L_t(X) and L_0(X) <= L_t(X) +
    t, where L_t(X) <= sum L_t(X_i). So each t gives bounds on who wins X; the best of the sampled ones is
    taken. Stops are kept in units of 2^-16, rounded to the safe side. Fails to decide where the bound is 0.
    Reference: Berlekamp, Conway, Guy, Winning Ways, chapter 6.

    >>> table = Table()
    >>> cooling = Cooling(table)
    >>> one, less = table.scaled(table.scale), table.scaled(-table.scale)
    >>> switch = table.intern((one,), (less,))
    >>> cooling.left_wins_first([switch]), cooling.left_wins_first([switch, less])
    (True, False)
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        self._graphs: dict[int, Thermograph] = {}
        self._walls: dict[int, Walls] = {}
        self._means: dict[int, int] = {}

    def walls(self, game: int) -> Walls:
        found = self._walls.get(game)
        if found is None:
            found = self._walls[game] = self._sampled(game)
        return found

    def mean(self, game: int) -> int:
        """The mean in units of 2^-16, rounded down (as far as the hottest sample has cooled it)."""
        found = self._means.get(game)
        if found is None:
            found = self._means[game] = int(self.walls(game)[0, -1])
        return found

    def left_wins_first(self, games: list[int]) -> bool:
        """Whether the bounds show that Left, moving first in a sum at least this one, wins."""
        walls = [self.walls(game) for game in games]
        below = sum(wall[0] for wall in walls)
        gap = np.max([wall[1] - wall[0] for wall in walls], axis=0)
        return bool(np.max(below + gap) > 0)

    def left_loses_first(self, games: list[int]) -> bool:
        """Whether the bounds show that Left, moving first in a sum at most this one, loses."""
        above = sum(self.walls(game)[3] for game in games)
        return bool(np.min(above + _TAX) < 0)

    def _sampled(self, game: int) -> Walls:
        graph = thermograph(self.table, game, self._graphs)
        stops = [graph.stops(t) for t in _TEMPERATURES]
        rows = [
            [_down(right) for _, right in stops],
            [_down(left) for left, _ in stops],
            [-_down(-right) for _, right in stops],
            [-_down(-left) for left, _ in stops],
        ]
        return np.array(rows, dtype=np.int64)


def _down(stop: Fraction) -> int:
    return stop.numerator * UNIT // stop.denominator
