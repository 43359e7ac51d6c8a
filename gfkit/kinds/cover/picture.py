"""Pictures of exact covers: the pieces."""

from __future__ import annotations

from gfkit.kinds.cover.rule import CoverRule
from gfkit.kinds.diagram import DiagramRow, PieceDiagram, RulePictures


def pictures(rule: CoverRule) -> RulePictures:
    """The pieces as the rule has them."""
    row = DiagramRow("Pieces", tuple(PieceDiagram(piece.cells, piece.text) for piece in rule.pieces))
    return RulePictures((row,), "The pieces as they are drawn in the rule.")
