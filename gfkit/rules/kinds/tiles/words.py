"""Tile sets in words and pictures."""

from __future__ import annotations

from gfkit.rules.kinds.diagram import DiagramRow, Look, RulePictures
from gfkit.rules.kinds.phrases import listed_values
from gfkit.rules.kinds.tiles.rule import SIDES, TileRule

NOUN = "tiling"
TITLE_NOUN = "arrays"


def sentences(rule: TileRule) -> list[str]:
    """That labels fit, and which ones may be on the boundary."""
    sides = ", ".join(f"{side} {listed_values(getattr(rule.boundary, side))}" for side in SIDES)
    return [
        "Every cell takes a tile; edges that meet carry the same label.",
        f"Along the boundary: {sides}.",
    ]


def data(rule: TileRule) -> dict[str, object]:
    """The tiles with the labels of their sides."""
    return {"tiles": [{key: getattr(tile, key) for key in ("name", *SIDES)} for tile in rule.tiles]}


# Pictures


def pictures(rule: TileRule) -> RulePictures:
    """All tiles in one row."""
    row = DiagramRow("", rule.tiles)
    caption = "The tiles with the labels of their sides, their names and weights."
    return RulePictures((row,), caption, looks=_looks(rule))


def _looks(rule: TileRule) -> dict[str, Look]:
    """Tiles with a colour for every label, but for one that may be all around the board."""
    edge = rule.boundary
    blank = edge.top & edge.right & edge.bottom & edge.left
    sides = {tile.name: tuple(getattr(tile, side) for side in SIDES) for tile in rule.tiles}
    labels = dict.fromkeys(label for tile in sides.values() for label in tile if label not in blank)
    colours = {label: k for k, label in enumerate(labels)}
    return {name: Look("tile", sides=tuple(map(colours.get, tile))) for name, tile in sides.items()}
