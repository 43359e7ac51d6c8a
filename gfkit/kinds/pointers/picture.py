"""Pictures of pointing cells: where a cell may point."""

from __future__ import annotations

from gfkit.kinds.diagram import DiagramRow, RulePictures, WindowDiagram
from gfkit.kinds.pointers.rule import PointerRule

_ROOK = ((-1, 0), (0, -1), (0, 1), (1, 0))


def pictures(rule: PointerRule) -> RulePictures:
    """The moves as one window, moved to the top left."""
    steps = [step for step, _ in rule.moves] or list(_ROOK)
    top, left = (min(0, *(step[axis] for step in steps)) for axis in (0, 1))
    marks = {(-top, -left): "X"} | {(row - top, col - left): "o" for row, col in steps}
    row = DiagramRow("Moves", (WindowDiagram(tuple(marks.items())),))
    return RulePictures((row,), "X is a cell, o where it may point.")
