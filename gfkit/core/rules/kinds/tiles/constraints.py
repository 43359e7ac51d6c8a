"""Constraint system of tile sets: adjacent tiles have equal colours on their common edge."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from gfkit.core.boards import Board
from gfkit.core.rules.configuration import Configuration
from gfkit.core.rules.kind import needs_rows
from gfkit.core.rules.kinds.constraints import ConstraintSystem, Exclusion, Key, Slot
from gfkit.core.rules.kinds.tiles.rule import TileRule
from gfkit.core.typing import Positions

_SIDES = (
    ("top", -1, 0, "bottom"),
    ("right", 0, 1, "left"),
    ("bottom", 1, 0, "top"),
    ("left", 0, -1, "right"),
)


def system_of(rule: TileRule, board: Board, _positions: Positions = Positions.ALL) -> ConstraintSystem:
    """Return the constraint system of tilings of a board, with a variable for the tile on every cell.

    For every common edge and every colour, one tile has the colour on it if and only if the other tile does.
    """
    if board.grid is None:
        raise needs_rows(rule.name, board, "the four sides of its tiles")
    weights = tuple(tile.weight for tile in rule.tiles)
    values = tuple(range(len(rule.tiles)))
    slots = tuple(Slot(("tile", cell), (cell,), values, weights, "its tile") for cell in range(board.size))
    every = (1 << len(values)) - 1
    with_colour: dict[str, dict[str, int]] = {side: {} for side, *_ in _SIDES}
    for number, tile in enumerate(rule.tiles):
        for side, colours in with_colour.items():
            colour: str = getattr(tile, side)
            colours[colour] = colours.get(colour, 0) | 1 << number
    asked = []
    for cell in range(board.size):
        for side, down, right, opposite in _SIDES:
            other = board.beside(cell, down, right)
            if other is None:
                allowed = sum(
                    tiles
                    for colour, tiles in with_colour[side].items()
                    if colour in getattr(rule.boundary, side)
                )
                if every & ~allowed:
                    asked.append(Exclusion((cell,), ((("tile", cell), every & ~allowed),)))
            elif side in ("right", "bottom"):
                for colour, tiles in with_colour[side].items():
                    odd = every & ~with_colour[opposite].get(colour, 0)
                    if odd:
                        asked.append(
                            Exclusion((cell, other), ((("tile", cell), tiles), (("tile", other), odd)))
                        )
    return ConstraintSystem(slots, tuple(asked))


def configuration_of(rule: TileRule, shown: Iterable[tuple[Key, int]]) -> Configuration:
    """Return the tile on every cell."""
    return Configuration.of_values((cast(int, key[1]), rule.tiles[number].name) for key, number in shown)
