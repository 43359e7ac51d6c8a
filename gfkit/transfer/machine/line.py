"""Where a cell lies for a sweep: on which line across it, and at which turn along it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gfkit.boards import Board


def line_and_turn(board: Board, order: Sequence[int]) -> Callable[[int], tuple[int, int]]:
    """The column and row of a cell when the order goes row by row, the row and column otherwise.

    Features of cells on one line take turns on the same tracks, which makes the rows of a sweep look
    alike.
    """
    grid = board.grid
    assert grid is not None, "only asked of boards with a geometry"
    first, second = (board.places[cell] for cell in (*order[:2], *order[:2])[:2])
    by_row = grid.cols == 1 or (grid.rows > 1 and first[0] == second[0])
    across, along = (1, 0) if by_row else (0, 1)
    return lambda cell: (board.places[cell][across], board.places[cell][along])
