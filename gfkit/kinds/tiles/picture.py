"""Pictures of tile sets: the tiles."""

from __future__ import annotations

from gfkit.kinds.diagram import DiagramRow, RulePictures, TileDiagram
from gfkit.kinds.tiles.rule import TileRule


def pictures(rule: TileRule) -> RulePictures:
    """All tiles in one row."""
    tiles = (TileDiagram(t.name, t.top, t.right, t.bottom, t.left, t.weight) for t in rule.tiles)
    row = DiagramRow("", tuple(tiles))
    return RulePictures((row,), "The tiles with the labels of their sides, their names and weights.")
