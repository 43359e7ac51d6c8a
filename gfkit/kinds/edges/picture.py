"""Pictures of sets of edges: nothing of the rule is drawn."""

from __future__ import annotations

from gfkit.kinds.diagram import RulePictures
from gfkit.kinds.edges.rule import EdgeRule


def pictures(rule: EdgeRule) -> RulePictures:
    """What the letter on vertices means."""
    return RulePictures(legend="The letter r marks the chosen vertices." if rule.linkage.chooses else "")
