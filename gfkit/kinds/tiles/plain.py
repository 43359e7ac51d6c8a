"""Tile sets as plain data, for certificates."""

from __future__ import annotations

from gfkit.kinds.tiles.rule import TileRule

_SIDES = ("top", "right", "bottom", "left")


def plain_data(rule: TileRule) -> dict[str, object]:
    """Labels and weights of the tiles, and the labels allowed on each side of the board."""
    tiles = [
        {**{side: getattr(tile, side) for side in _SIDES}, "weight": list(tile.weight)} for tile in rule.tiles
    ]
    boundary = {side: sorted(getattr(rule.boundary, side)) for side in _SIDES}
    return {"tiles": tiles, "boundary": boundary}
