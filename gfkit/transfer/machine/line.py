"""Which line of a grid a cell lies on, across the direction in which a sweep goes."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gfkit.boards import Board


def crossing_line(board: Board, order: Sequence[int]) -> Callable[[int], int]:
    """The column of a cell when the order goes row by row, its row when it goes column by column.

    Features of cells on one line take turns on the same tracks, which makes the rows of a sweep look
    alike.
    """
    grid = board.grid
    assert grid is not None, "only asked of boards with a geometry"
    first, second = (board.places[cell] for cell in (*order[:2], *order[:2])[:2])
    by_row = grid.cols == 1 or (grid.rows > 1 and first[0] == second[0])
    axis = 1 if by_row else 0
    return lambda cell: board.places[cell][axis]
