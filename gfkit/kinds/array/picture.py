"""Pictures of local-rule arrays: windows that are forbidden, and those that predicates are about."""

from __future__ import annotations

from gfkit.kinds.array.rule import ArrayRule, WindowPredicate
from gfkit.kinds.diagram import DiagramRow, RulePictures, WindowDiagram


def pictures(rule: ArrayRule) -> RulePictures:
    """The forbidden windows, and the windows of predicates with their letters, each once."""
    forbidden = [WindowDiagram(window.cells, window.text) for window in rule.forbid]
    asked = (part for part in rule.parts if isinstance(part, WindowPredicate))
    lettered = dict.fromkeys(WindowDiagram(window.cells, window.text) for window in asked)
    rows = (("Forbidden windows", forbidden), ("Windows of predicates", lettered))
    caption = "The rule has no windows that could be drawn."
    if forbidden:
        caption = "What must not stand anywhere: numbers are colours, equal letters mean equal colours."
    elif lettered:
        caption = "The windows that predicates are about; their letters are the values of the cells."
    legend = ""
    if rule.divide > 1:
        legend = f"Drawn are all arrays, of which each {rule.divide} count as one."
    elif rule.image is not None and not rule.shows_cells:
        legend = "Drawn is one array of each image."
    return RulePictures(
        tuple(DiagramRow(heading, tuple(windows)) for heading, windows in rows if windows),
        caption,
        legend=legend,
    )
