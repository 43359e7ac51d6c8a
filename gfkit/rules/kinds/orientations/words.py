"""Orientations of edges in words and pictures."""

from __future__ import annotations

from gfkit.rules.kinds.diagram import RulePictures
from gfkit.rules.kinds.orientations.rule import OrientationRule

NOUN = "orientation"
TITLE_NOUN = "orientations of the edges"


def sentences(rule: OrientationRule) -> list[str]:
    """What is asked of directions.

    >>> sentences(OrientationRule("acyclic", acyclic=True))
    ['Every edge gets a direction.', 'There is no directed cycle.']
    """
    asked = ["Every edge gets a direction."]
    if rule.vertex is not None:
        asked.append(f"At every vertex with i edges coming in and o going out: {rule.vertex.text}.")
    asked += ["There is no directed cycle."] * rule.acyclic
    return asked + ["Every vertex is reached from every other one."] * rule.strong


def data(rule: OrientationRule) -> dict[str, object]:
    """What is asked of directions, by the keys of rule files."""
    own: dict[str, object] = {"acyclic": rule.acyclic, "strong": rule.strong}
    return own | ({} if rule.vertex is None else {"vertex": rule.vertex.text})


# Pictures


def pictures(_rule: OrientationRule) -> RulePictures:
    """Boards with at most 12 edges, of which all orientations are listed in a moment."""
    return RulePictures(example_boards=("2x4", "3x3", "wheel:5", "antiprism:3", "1x4"))
