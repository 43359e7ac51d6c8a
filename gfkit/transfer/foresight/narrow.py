"""Narrower families and boards of the same kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gfkit.boards import Board, Family, Grid
from gfkit.boards.board import FIRST_WRAP, from_grid


def width_of(family: Family) -> int | None:
    """The side that does not grow; None for paths, cycles and the like."""
    fixed = [size for size in family.sizes if size is not None]
    return fixed[0] if fixed else None


def narrower(family: Family) -> list[Family]:
    """The families with a smaller fixed side and then this one, smallest first."""
    width = width_of(family)
    if width is None:
        return [family]
    fixed = next(axis for axis, size in enumerate(family.sizes) if size is not None)
    least = min(width, FIRST_WRAP if family.shape.wraps[fixed] else 1)
    return [
        replace(family, sizes=tuple(None if size is None else w for size in family.sizes))
        for w in range(least, width + 1)
    ]


def is_full_grid(board: Board) -> bool:
    """Whether nothing is missing from the grid and nothing lies on it."""
    grid = board.grid
    return grid is not None and not board.lying and board.size == grid.rows * grid.cols


def narrow_grids(board: Board) -> Iterator[Board]:
    """Grids with a smaller shorter side, the longer one about twice as long at most, smallest first."""
    grid = board.grid
    assert grid is not None, "only asked of grids"
    width, length = sorted((grid.rows, grid.cols))
    tall = grid.rows >= grid.cols
    wrapped = grid.wrap_cols if tall else grid.wrap_rows
    around = grid.wrap_rows if tall else grid.wrap_cols
    for side in range(min(width, FIRST_WRAP if wrapped else 1), width + 1):
        other = min(length, max(2 * side + 1, FIRST_WRAP if around else 1))
        rows, cols = (other, side) if tall else (side, other)
        own = Grid(rows, cols, grid.wrap_rows, grid.wrap_cols)
        yield board if own == grid else from_grid(f"{rows}x{cols}", own)
