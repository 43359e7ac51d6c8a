"""Every filling of a board: arrays of colours under windows and counts, tilings with labelled tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil, log10

from gfkit.boards import Board
from gfkit.errors import MismatchError
from gfkit.games.rule import ArrayRule, Exponents, NeighbourCount, Tile, TileRule, Window
from gfkit.oracle.positions import MOST_CELLS, MOST_TRIES, refuse_above, too_much


@dataclass(frozen=True, slots=True)
class _Barred:
    """A window laid on the board: these cells may not show these marks."""

    cells: tuple[int, ...]
    marks: tuple[str, ...]

    def holds(self, colours: Sequence[int]) -> bool:
        """Whether the colours of the board do not show the window here.

        >>> _Barred((0, 1, 2), ("a", "?", "a")).holds([1, 0, 1])
        False
        >>> _Barred((0, 1), ("a", "b")).holds([1, 1])
        True
        """
        meant: dict[str, int] = {}
        for cell, mark in zip(self.cells, self.marks, strict=True):
            colour = colours[cell]
            if mark.isdigit() and int(mark) != colour:
                return True
            if mark.isalpha() and meant.setdefault(mark, colour) != colour:
                return True
        return len(set(meant.values())) < len(meant)


@dataclass(frozen=True, slots=True)
class _CountAt:
    """A neighbour count at one cell."""

    cell: int
    neighbours: tuple[int, ...]
    rule: NeighbourCount

    @property
    def cells(self) -> tuple[int, ...]:
        return (self.cell, *self.neighbours)

    def holds(self, colours: Sequence[int]) -> bool:
        if colours[self.cell] != self.rule.cell:
            return True
        return sum(colours[cell] in self.rule.of for cell in self.neighbours) in self.rule.allowed


def list_arrays(rule: ArrayRule, board: Board) -> Iterator[Exponents]:
    """The powers of x and y of every array."""
    for colours in every_array(rule, board):
        yield (
            sum(rule.weights[colour][0] for colour in colours),
            sum(rule.weights[colour][1] for colour in colours),
        )


def every_array(rule: ArrayRule, board: Board) -> Iterator[Sequence[int]]:
    """The colours of the cells of every array, in a list that changes from one to the next.

    Cells are coloured one after the other; a condition is looked at once the last of its cells has a colour.
    """
    if board.grid is None and (rule.forbid or any(count.neighbours for count in rule.counts)):
        raise MismatchError(
            f"board {board.text!r} has no rows and columns, and {rule.name} has windows or drawn neighbours;"
            " a graph takes only counts of rook neighbours, a board such as 4x5 takes any rule"
        )
    refuse_above(rule, board, "cells", board.size, MOST_CELLS)
    if rule.colours**board.size > MOST_TRIES:
        raise too_much(rule, board, f"{rule.colours}^{board.size} arrays", MOST_TRIES)
    due: list[list[_Barred | _CountAt]] = [[] for _ in range(board.size)]
    for condition in _conditions(rule, board):
        due[max(condition.cells)].append(condition)
    return _filled(rule, due, [])


def _filled(
    rule: ArrayRule, due: list[list[_Barred | _CountAt]], colours: list[int]
) -> Iterator[Sequence[int]]:
    if len(colours) == len(due):
        yield colours
        return
    for colour in range(rule.colours):
        colours.append(colour)
        if all(condition.holds(colours) for condition in due[len(colours) - 1]):
            yield from _filled(rule, due, colours)
        colours.pop()


def _conditions(rule: ArrayRule, board: Board) -> Iterator[_Barred | _CountAt]:
    for cell in range(board.size):
        for window in rule.forbid:
            yield from _barred(board, window, cell)
        for count in rule.counts:
            yield _CountAt(cell, _around(board, count, cell), count)


def _barred(board: Board, window: Window, cell: int) -> Iterator[_Barred]:
    """The window with its first cell here, unless it falls off the board or onto itself."""
    (first_row, first_col), _ = window.cells[0]
    places = [board.beside(cell, row - first_row, col - first_col) for (row, col), _ in window.cells]
    cells = tuple(place for place in places if place is not None)
    if len(set(cells)) == len(window.cells):
        yield _Barred(cells, tuple(mark for _, mark in window.cells))


def _around(board: Board, count: NeighbourCount, cell: int) -> tuple[int, ...]:
    if not count.neighbours:
        return board.neighbours[cell]
    reached = {board.beside(cell, down, right) for down, right in count.neighbours}
    return tuple(sorted(other for other in reached if other is not None and other != cell))


@dataclass(frozen=True, slots=True)
class _Around:
    """The cells beside a cell; None where there is none."""

    top: int | None
    right: int | None
    bottom: int | None
    left: int | None


def list_tilings(rule: TileRule, board: Board) -> Iterator[Exponents]:
    """The powers of x and y of every tiling."""
    for tiles in every_tiling(rule, board):
        yield sum(tile.weight[0] for tile in tiles), sum(tile.weight[1] for tile in tiles)


def every_tiling(rule: TileRule, board: Board) -> Iterator[tuple[Tile, ...]]:
    """The tiles of the cells of every tiling, laid cell by cell."""
    if board.grid is None:
        raise MismatchError(
            f"board {board.text!r} has no rows and columns, and the tiles of {rule.name} have four sides;"
            " use a board such as 4x5"
        )
    refuse_above(rule, board, "cells", board.size, MOST_CELLS)
    around = [
        _Around(*(board.beside(cell, *step) for step in ((-1, 0), (0, 1), (1, 0), (0, -1))))
        for cell in range(board.size)
    ]
    digits = sum(log10(_choices(rule, cell, sides)) for cell, sides in enumerate(around))
    if digits > log10(MOST_TRIES):
        raise too_much(rule, board, f"up to 10^{ceil(digits)} tilings", MOST_TRIES)
    return _laid(rule, around, {})


def _choices(rule: TileRule, cell: int, sides: _Around) -> int:
    """At most how many tiles fit on a cell once those on the cells before it are laid."""
    alone = [tile for tile in rule.tiles if _fits(rule, sides, tile, {})]
    left_known = sides.left is not None and sides.left < cell
    top_known = sides.top is not None and sides.top < cell
    alike = Counter((tile.left if left_known else "", tile.top if top_known else "") for tile in alone)
    return max(alike.values(), default=1)


def _laid(rule: TileRule, around: list[_Around], tiles: dict[int, Tile]) -> Iterator[tuple[Tile, ...]]:
    cell = len(tiles)
    if cell == len(around):
        yield tuple(tiles.values())
        return
    for tile in rule.tiles:
        if _fits(rule, around[cell], tile, {**tiles, cell: tile}):
            yield from _laid(rule, around, {**tiles, cell: tile})


def _fits(rule: TileRule, sides: _Around, tile: Tile, laid: dict[int, Tile]) -> bool:
    """Whether a tile carries the labels that the tiles laid beside it and the boundary ask for."""
    edge = rule.boundary

    def meets(label: str, other: int | None, opposite: str, allowed: frozenset[str]) -> bool:
        if other is None:
            return label in allowed
        return other not in laid or getattr(laid[other], opposite) == label

    return (
        meets(tile.top, sides.top, "bottom", edge.top)
        and meets(tile.right, sides.right, "left", edge.right)
        and meets(tile.bottom, sides.bottom, "top", edge.bottom)
        and meets(tile.left, sides.left, "right", edge.left)
    )
