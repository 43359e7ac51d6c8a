"""Cells that point at cells in words and pictures."""

from __future__ import annotations

from gfkit.rules.kinds.diagram import DiagramRow, RulePictures
from gfkit.rules.kinds.phrases import neighbours_phrase, weights_sentence
from gfkit.rules.kinds.pointers.rule import PointerRule
from gfkit.rules.rule import ROOK, Window

NOUN = "permutation"
TITLE_NOUN = "permutations of the cells"
RULE_OF = "pointing cells"


def sentences(rule: PointerRule) -> list[str]:
    """Which cell may point at which, and what moves are worth.

    >>> sentences(PointerRule("shifts", (((0, 1), (0, 0)),), (0, 0)))
    ['Every cell points at itself or at a cell at offsets (0,1), and every cell is pointed at once.']
    """
    itself = "" if rule.stay is None else "itself or at "
    where = neighbours_phrase(tuple(step for step, _ in rule.moves)).replace("share ", "shares ")
    steps = {
        powers: tuple(step for step, weight in rule.moves if weight == powers) for _, powers in rule.moves
    }
    weights = [(f"moves to cells {neighbours_phrase(near)}", powers) for powers, near in steps.items()]
    weights += [("moves", rule.rook or (0, 0)), ("staying", rule.stay or (0, 0))]
    return [
        f"Every cell points at {itself}a cell {where}, and every cell is pointed at once.",
        *weights_sentence(weights),
    ]


def data(rule: PointerRule) -> dict[str, object]:
    """The moves as they are drawn, and whether cells may stay."""
    return {"moves": list(rule.drawings), "stay": rule.stay is not None}


# Pictures


def pictures(rule: PointerRule) -> RulePictures:
    """The moves as one window, moved to the top left."""
    steps = [step for step, _ in rule.moves] or list(ROOK)
    top, left = (min(0, *(step[axis] for step in steps)) for axis in (0, 1))
    marks = {(-top, -left): "X"} | {(row - top, col - left): "o" for row, col in steps}
    row = DiagramRow("Moves", (Window(tuple(marks.items())),))
    return RulePictures((row,), "X is a cell, o where it may point.", points=True)
