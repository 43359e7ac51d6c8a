"""Tile sets in words and pictures."""

from __future__ import annotations

from gfkit.kinds.diagram import DiagramRow, RulePictures, TileDiagram
from gfkit.kinds.phrases import listed_values
from gfkit.kinds.tiles.rule import TileRule

NOUN = "tiling"
TITLE_NOUN = "arrays"
_SIDES = ("top", "right", "bottom", "left")


def sentences(rule: TileRule) -> list[str]:
    """That labels fit, and which ones may be on the boundary."""
    sides = ", ".join(f"{side} {listed_values(getattr(rule.boundary, side))}" for side in _SIDES)
    return [
        "Every cell takes a tile; edges that meet carry the same label.",
        f"Along the boundary: {sides}.",
    ]


def data(rule: TileRule) -> dict[str, object]:
    """The tiles with the labels of their sides."""
    return {"tiles": [{key: getattr(tile, key) for key in ("name", *_SIDES)} for tile in rule.tiles]}


# Pictures


def pictures(rule: TileRule) -> RulePictures:
    """All tiles in one row."""
    tiles = (TileDiagram(t.name, t.top, t.right, t.bottom, t.left, t.weight) for t in rule.tiles)
    row = DiagramRow("", tuple(tiles))
    return RulePictures((row,), "The tiles with the labels of their sides, their names and weights.")
