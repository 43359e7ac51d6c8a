"""Pointing cells as plain data, for certificates."""

from __future__ import annotations

from gfkit.kinds.pointers.rule import PointerRule


def plain_data(rule: PointerRule) -> dict[str, object]:
    """Moves as offsets with powers, the first that leads to a cell being the one there."""
    moves = [[*step, *weight] for step, weight in rule.moves]
    if rule.rook is not None:
        moves = [[*step, *rule.rook] for step in ((0, 1), (1, 0), (0, -1), (-1, 0))]
    return {"moves": moves, "stay": None if rule.stay is None else list(rule.stay)}
