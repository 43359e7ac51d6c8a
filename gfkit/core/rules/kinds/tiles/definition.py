"""Definition of tilings by coloured tiles: every cell contains a tile, and adjacent tiles have the same
colour on their common edge.

A configuration is the tuple of the tiles on the cells 0, 1, ...
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from math import ceil, log10

from gfkit.core.boards import Board
from gfkit.core.errors import MismatchError
from gfkit.core.rules.configuration import Configuration
from gfkit.core.rules.kinds.tiles.rule import TileRule
from gfkit.core.rules.listing import MOST_CELLS, MOST_TRIES, Marks, Shown, fillings, refuse_above, too_much
from gfkit.core.rules.values import Exponents, Tile
from gfkit.core.typing import Positions, Weights, add_exponents

Tiles = tuple[Tile, ...]


_Around = Mapping[str, int | None]
"""For each side of a cell, the adjacent cell, or None if there is none."""
_OPPOSITE = {"top": "bottom", "right": "left", "bottom": "top", "left": "right"}


def is_legal(rule: TileRule, board: Board, tiles: Tiles) -> bool:
    """Return True if every tile has the colours that adjacent tiles and the boundary require."""
    return all(
        _matches_colours(rule, sides, tiles[cell], tiles)
        for cell, sides in enumerate(_find_adjacent_cells(board))
    )


def from_variables(rule: TileRule, _board: Board, shown: Shown) -> Tiles:
    """Return the tiles whose numbers are the values of the variables."""
    return tuple(rule.tiles[number] for _, number in sorted(shown))


def powers(_rule: TileRule, _board: Board, tiles: Tiles) -> Exponents:
    """Return the exponents of the letters of a tiling."""
    return add_exponents(*[tile.weight for tile in tiles])


def candidates(rule: TileRule, board: Board) -> Iterator[Tiles]:
    """Yield all assignments of tiles to the cells."""
    return product(rule.tiles, repeat=board.size)


def configurations(
    rule: TileRule, board: Board, _positions: Positions = Positions.ALL, tries: int = MOST_TRIES
) -> Iterator[tuple[Tiles, Exponents]]:
    """Yield every tiling, constructed cell by cell, with the exponents of its letters."""
    if board.grid is None:
        raise MismatchError(
            f"board {board.text!r} has no rows and columns, but the tiles of {rule.name} have four sides;"
            " use a board such as 4x5"
        )
    refuse_above(rule, board, "cells", board.size, MOST_CELLS)
    around = _find_adjacent_cells(board)
    digits = sum(log10(_bound_choices(rule, cell, sides)) for cell, sides in enumerate(around))
    if digits > log10(tries):
        raise too_much(rule, board, f"up to 10^{ceil(digits)} tilings", tries)

    def fits(laid: Sequence[Tile]) -> bool:
        return _matches_colours(rule, around[len(laid) - 1], laid[-1], laid)

    for tiles in fillings(rule, board, [rule.tiles] * board.size, fits):
        yield tiles, powers(rule, board, tiles)


def marks(rule: TileRule, _board: Board, _weights: Weights) -> Callable[[Tiles], Marks]:
    """Raise an error, because reflections of tiles are not defined."""
    raise MismatchError(f"{rule.name}: the colours of the tiles do not define reflected tiles")


def drawable(_rule: TileRule, _board: Board) -> Callable[[Tiles], Configuration]:
    """Return a function that draws a tiling: the name of the tile on every cell."""
    return lambda tiles: Configuration.of_values(enumerate(tile.name for tile in tiles))


def _find_adjacent_cells(board: Board) -> list[_Around]:
    """Return, for every cell, the adjacent cells by side."""
    steps = (-1, 0), (0, 1), (1, 0), (0, -1)
    return [
        {side: board.beside(cell, *step) for side, step in zip(_OPPOSITE, steps, strict=True)}
        for cell in range(board.size)
    ]


def _bound_choices(rule: TileRule, cell: int, sides: _Around) -> int:
    """Return an upper bound on the number of tiles that fit on a cell, given the earlier cells."""
    alone = [tile for tile in rule.tiles if _matches_colours(rule, sides, tile, ())]
    known = [side for side in ("left", "top") if (other := sides[side]) is not None and other < cell]
    alike = Counter(tuple(getattr(tile, side) for side in known) for tile in alone)
    return max(alike.values(), default=1)


def _matches_colours(rule: TileRule, sides: _Around, tile: Tile, laid: Sequence[Tile]) -> bool:
    """Return True if a tile has the colours that the boundary and the adjacent tiles require."""

    def matches(side: str) -> bool:
        colour: str = getattr(tile, side)
        other = sides[side]
        if other is None:
            return colour in getattr(rule.boundary, side)
        return other >= len(laid) or getattr(laid[other], _OPPOSITE[side]) == colour

    return all(map(matches, _OPPOSITE))
