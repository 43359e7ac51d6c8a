"""Orientations as plain data, for certificates."""

from __future__ import annotations

from gfkit.kinds.orientations.rule import OrientationRule


def plain_data(rule: OrientationRule) -> dict[str, object]:
    """What is asked of vertices, and of directed cycles and paths."""
    vertex = None if rule.vertex is None else " ".join(rule.vertex.text.split())
    return {"vertex": vertex, "acyclic": rule.acyclic, "strong": rule.strong}
