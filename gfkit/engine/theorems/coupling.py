"""Random domino tilings of wide boards without holes, by coupling from the past.

Statement (Thurston). Let a connected set of cells of the square lattice have no hole, and colour the cells
black and white like a chessboard. A *height function* assigns an integer to every corner of a cell. Traverse
a side of a cell with a black cell to the left: the height changes by 1 if no domino crosses the side, and by
-3 if a domino crosses it. Domino tilings correspond to height functions (up to a constant). No domino crosses
the border, so the heights of its corners are known. A function with these border values is a height function
if and only if its values at the endpoints of every side differ in this way. The pointwise smallest and
largest height functions are solutions of these inequalities.

Statement (Propp and Wilson). Choose an inner corner and set its height to the largest value that the
neighbouring heights allow, or to the smallest, each with probability 1/2; there are one or two possible
values. All corners of one colour are updated together, and the two colours alternately. This preserves the
uniform distribution, and the pointwise order of two functions. Run the updates from a time in the past until
now, with fixed random bits. If they map the smallest and the largest function to the same function, then they
map every function to it, also with an earlier start and the same bits. This common function is uniformly
distributed. Random choices are single bits, so that there are no rounding errors.

Hypothesis: the region has no hole and no seam, and has a tiling; all pieces have equal weights. Other regions
are sampled by the sweep.

Cost: on a square of n x n about n^2 log n updates of all corners.

References: William P. Thurston, Conway's tiling groups, American Mathematical Monthly 97 (1990); James G.
Propp and David B. Wilson, Exact sampling with coupled Markov chains and applications to statistical
mechanics, Random Structures and Algorithms 9 (1996).
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from gfkit.boards import Place
from gfkit.deferred import dataclass
from gfkit.engine import tuning

_FAR = 1 << 40
_SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))

OnStep = Callable[[int, int], None]
"""Callback with the number of updates done, and the number of updates from the start time until now."""
Heights = NDArray[np.int64]
"""Heights, with axes (row of corners, column of corners)."""


@dataclass(frozen=True)
class HeightRegion:
    """Region without a hole: its inner corners, and its smallest and largest height functions."""

    cells: frozenset[Place]
    low: Heights
    high: Heights
    inside: NDArray[np.bool_]
    """Mask of the inner corners, with axes (colour, row, column)."""

    @staticmethod
    def of(places: Sequence[Place]) -> HeightRegion | None:
        """Return the region of connected cells that have a domino tiling, or None if there is a hole."""
        cells = frozenset(places)
        corners = {(row + down, col + right) for row, col in cells for down in (0, 1) for right in (0, 1)}
        sides = sum(_side(cells, corner, step) > 0 for corner in corners for step in _SIDES[:2])
        if len(corners) - sides + len(cells) != 1:
            return None
        border = _compute_border_heights(cells)
        high, low = (_compute_extreme_heights(cells, border, sign) for sign in (1, -1))
        shape = 1 + max(row for row, _ in corners), 1 + max(col for _, col in corners)
        inside = np.zeros((2, *shape), bool)
        arrays = np.zeros((2, *shape), np.int64)
        for row, col in corners:
            arrays[:, row, col] = low[row, col], high[row, col]
            inside[(row + col) % 2, row, col] = (row, col) not in border
        return HeightRegion(cells, arrays[0], arrays[1], inside)

    def draw_cover(self, seed: int, tell: OnStep) -> list[tuple[Place, Place]]:
        """Return the dominoes of a uniformly random tiling."""
        earlier = 0
        while True:
            both, done = np.stack([self.low, self.high]), 0
            for number in range(earlier, -1, -1):
                bits, steps = (
                    np.random.PCG64([seed, number]),
                    tuning.QUESTIONS.first_coupling << max(0, number - 1),
                )
                for step in range(steps):
                    words = bits.random_raw(-(-self.low.size // 64))
                    up = np.unpackbits(words.view(np.uint8))[: self.low.size].reshape(self.low.shape)
                    self._update_corners(both, up != 0, step % 2)
                done += steps
                tell(done, tuning.QUESTIONS.first_coupling << earlier)
            if np.array_equal(both[0], both[1]):
                return self._find_dominoes(both[0])
            earlier += 1

    def _update_corners(self, both: Heights, up: NDArray[np.bool_], colour: int) -> None:
        """Set the corners of a colour to the largest or smallest values that their neighbours allow.

        If a side is traversed with a black cell to the left, the height increases by at most 1 or decreases
        by at most 3; in the other direction it increases by at most 3 or decreases by at most 1. At corners
        of colour 0, sides with a black cell to the left come from the left and from the right.
        """
        above, below = np.full_like(both, _FAR), np.full_like(both, -_FAR)
        across, along = (1, 3) if colour == 0 else (3, 1)
        for (here, there), rise in (
            ((np.s_[:, :, 1:], np.s_[:, :, :-1]), across),
            ((np.s_[:, :, :-1], np.s_[:, :, 1:]), across),
            ((np.s_[:, 1:], np.s_[:, :-1]), along),
            ((np.s_[:, :-1], np.s_[:, 1:]), along),
        ):
            np.minimum(above[here], both[there] + rise, out=above[here])
            np.maximum(below[here], both[there] - (4 - rise), out=below[here])
        np.copyto(both, np.where(up, above, below), where=self.inside[colour])

    def _find_dominoes(self, heights: Heights) -> list[tuple[Place, Place]]:
        """Return the domino at every side of a cell along which the height function changes by 3, as its two
        cells.
        """
        dominoes = []
        for row, col in sorted(self.cells):
            right, down = (row, col + 1), (row + 1, col)
            if right in self.cells and abs(heights[row, col + 1] - heights[row + 1, col + 1]) == 3:
                dominoes.append(((row, col), right))
            if down in self.cells and abs(heights[row + 1, col] - heights[row + 1, col + 1]) == 3:
                dominoes.append(((row, col), down))
        return dominoes


def _find_bordering_cells(corner: Place, step: Place) -> tuple[Place, Place]:
    """Return the cells on both sides of the lattice edge from a corner to the right or down."""
    row, col = corner
    return ((row - 1, col), (row, col)) if step == (0, 1) else ((row, col), (row, col - 1))


def _has_black_left(corner: Place, step: Place) -> bool:
    """Return True if the lattice edge from a corner has a black cell to its left."""
    return (sum(corner) % 2 == 0) == (step[0] != 0)


def _side(cells: frozenset[Place], corner: Place, step: Place) -> int:
    """Return the number of cells of the region next to a lattice edge: 0, 1 or 2."""
    if sum(step) < 0:
        corner, step = (corner[0] + step[0], corner[1] + step[1]), (-step[0], -step[1])
    return sum(cell in cells for cell in _find_bordering_cells(corner, step))


def _compute_border_heights(cells: frozenset[Place]) -> dict[Place, int]:
    """Return the heights of the corners on the border, which no domino crosses."""
    first = min(cells)
    heights, row = {first: 0}, [first]
    for corner in row:
        for step in _SIDES:
            other = corner[0] + step[0], corner[1] + step[1]
            if other not in heights and _side(cells, corner, step) == 1:
                heights[other] = heights[corner] + (1 if _has_black_left(corner, step) else -1)
                row.append(other)
    return heights


def _compute_extreme_heights(
    cells: frozenset[Place], border: dict[Place, int], sign: int
) -> dict[Place, int]:
    """Return the largest height function with the given border heights (sign -1: the smallest), by shortest
    paths.
    """
    heights: dict[Place, int] = {}
    row = [(sign * height, corner) for corner, height in border.items()]
    heapq.heapify(row)
    while row:
        height, corner = heapq.heappop(row)
        if corner in heights:
            continue
        heights[corner] = sign * height
        for step in _SIDES:
            other = corner[0] + step[0], corner[1] + step[1]
            if other not in heights and _side(cells, corner, step) == 2:
                heapq.heappush(
                    row, (height + (1 if _has_black_left(corner, step) == (sign > 0) else 3), other)
                )
    assert all(heights[corner] == height for corner, height in border.items()), "the region has a tiling"
    return heights
