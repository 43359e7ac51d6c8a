"""Pictures of orientations: nothing of the rule is drawn."""

from __future__ import annotations

from gfkit.kinds.diagram import RulePictures
from gfkit.kinds.orientations.rule import OrientationRule


def pictures(_rule: OrientationRule) -> RulePictures:
    """Boards with at most 12 edges, of which all orientations are listed in a moment."""
    return RulePictures(example_boards=("2x4", "3x3", "wheel:5", "antiprism:3", "1x4"))
