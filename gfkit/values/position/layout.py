"""Where the cells of a board are kept: one bit each, numbered so that shifting bits shifts the board."""

from __future__ import annotations

from dataclasses import dataclass

from gfkit.boards import Board, Grid
from gfkit.boards.board import from_grid
from gfkit.games import Move, PlacementRule
from gfkit.games.move import placements


@dataclass(frozen=True, slots=True)
class Layout:
    """The bits of a board.

    A board cut from squared paper is laid out row by row with its holes, so that a part of it can be moved
    about; a path is a board of one row, a cycle one row that closes up. Other graphs have no ``grid``, and
    their cells keep their numbers.
    """

    size: int
    grid: Grid | None
    bit: tuple[int, ...]
    """The bit of each cell of the board."""
    moves: tuple[Move, ...]
    """Every placement on the layout, holes included; its cells are bits."""
    near: tuple[int, ...]
    """For each bit, the bits beside it."""

    @property
    def present(self) -> int:
        """The bits that are cells of the board."""
        return mask_of(self.bit)


def lay_out(rule: PlacementRule, board: Board) -> Layout:
    """The layout of a board, and every placement of the rule on it."""
    if board.grid is None:
        bit = tuple(range(board.size))
        return Layout(board.size, _line(board), bit, placements(rule, board), _near(board))
    grid = board.grid
    whole = from_grid(board.text, grid)
    bit = tuple(row * grid.cols + col for row, col in board.places)
    return Layout(whole.size, grid, bit, placements(rule, whole), _near(whole))


def mask_of(cells: tuple[int, ...]) -> int:
    """Cells as a mask.

    >>> mask_of((0, 3))
    9
    """
    mask = 0
    for cell in cells:
        mask |= 1 << cell
    return mask


def bits(mask: int) -> list[int]:
    """The cells of a mask, ascending.

    >>> bits(9)
    [0, 3]
    """
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def around(near: tuple[int, ...], cells: int) -> int:
    """The cells beside those of a mask; some may lie in it."""
    beside = 0
    for cell in bits(cells):
        beside |= near[cell]
    return beside


def joined(masks: list[int]) -> list[int]:
    """The unions of masks that hang together by having a bit in common.

    >>> joined([0b0011, 0b1000, 0b0110])
    [7, 8]
    """
    unions = []
    while masks:
        union, waiting = masks[0], len(masks) + 1
        while masks and len(masks) < waiting:
            waiting, apart = len(masks), []
            for mask in masks:
                if mask & union:
                    union |= mask
                else:
                    apart.append(mask)
            masks = apart
        unions.append(union)
    return unions


def _line(board: Board) -> Grid | None:
    """The single row that a path or a cycle is, when its cells are numbered along it."""
    size = board.size
    path = {(i, i + 1) for i in range(size - 1)}
    if size and set(board.edges) == path:
        return Grid(1, size)
    if size > 2 and set(board.edges) == path | {(0, size - 1)}:
        return Grid(1, size, wrap_cols=True)
    return None


def _near(board: Board) -> tuple[int, ...]:
    return tuple(mask_of(cells) for cells in board.neighbours)
