"""Every tiling of a board with labelled tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, log10

from gfkit.boards import Board
from gfkit.errors import MismatchError
from gfkit.games.rule import Exponents, Tile, TileRule
from gfkit.oracle.limits import MOST_CELLS, MOST_TRIES, refuse_above, too_much


@dataclass(frozen=True, slots=True)
class Around:
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
        Around(*(board.beside(cell, *step) for step in ((-1, 0), (0, 1), (1, 0), (0, -1))))
        for cell in range(board.size)
    ]
    digits = sum(log10(_choices(rule, cell, sides)) for cell, sides in enumerate(around))
    if digits > log10(MOST_TRIES):
        raise too_much(rule, board, f"up to 10^{ceil(digits)} tilings", MOST_TRIES)
    return _laid(rule, around, {})


def _choices(rule: TileRule, cell: int, sides: Around) -> int:
    """At most how many tiles fit on a cell once those on the cells before it are laid."""
    alone = [tile for tile in rule.tiles if _fits(rule, sides, tile, {})]
    left_known = sides.left is not None and sides.left < cell
    top_known = sides.top is not None and sides.top < cell
    alike = Counter((tile.left if left_known else "", tile.top if top_known else "") for tile in alone)
    return max(alike.values(), default=1)


def _laid(rule: TileRule, around: list[Around], tiles: dict[int, Tile]) -> Iterator[tuple[Tile, ...]]:
    cell = len(tiles)
    if cell == len(around):
        yield tuple(tiles.values())
        return
    for tile in rule.tiles:
        if _fits(rule, around[cell], tile, {**tiles, cell: tile}):
            yield from _laid(rule, around, {**tiles, cell: tile})


def _fits(rule: TileRule, sides: Around, tile: Tile, laid: dict[int, Tile]) -> bool:
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
