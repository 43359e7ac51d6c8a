"""Exact covers as plain data, for certificates."""

from __future__ import annotations

from gfkit.kinds.cover.rule import CoverRule


def plain_data(rule: CoverRule) -> dict[str, object]:
    """Pieces with their weights, each in all the positions that it may lie in."""
    colours = [
        {"weight": list(weight), "pieces": [[list(cell) for cell in lie.cells] for lie in rule.lies(piece)]}
        for piece, weight in zip(rule.pieces, rule.weights, strict=True)
    ]
    return {"colours": colours}
