"""Exact covers in words and pictures."""

from __future__ import annotations

from gfkit.rules.kinds.cover.rule import CoverRule
from gfkit.rules.kinds.diagram import DiagramRow, RulePictures
from gfkit.rules.kinds.phrases import weights_sentence

NOUN = "tiling"
RULE_OF = "exact covers"


def sentences(rule: CoverRule) -> list[str]:
    """How pieces may lie, and what they are worth."""
    pieces = ((f'the piece "{p.text}"', powers) for p, powers in zip(rule.pieces, rule.weights, strict=True))
    return [
        "Every cell of the board is in exactly one piece.",
        _position_sentence(rule),
        *weights_sentence(pieces),
    ]


def data(rule: CoverRule) -> dict[str, object]:
    """The pieces, and how they may lie."""
    pieces = [piece.text for piece in rule.pieces]
    return {"pieces": pieces, "turned": rule.turned, "mirrored": rule.mirrored}


def _position_sentence(rule: CoverRule) -> str:
    if rule.turned:
        return "Pieces may be turned" + (" and turned over." if rule.mirrored else ", but not turned over.")
    over = "may be mirrored from left to right, but not turned" if rule.mirrored else "lie as they are drawn"
    return f"Pieces {over}."


# Pictures


def pictures(rule: CoverRule) -> RulePictures:
    """The pieces as the rule has them."""
    row = DiagramRow("Pieces", rule.pieces)
    return RulePictures((row,), "The pieces as they are drawn in the rule.", has_lines=rule.has_lines)
