"""Rules of every kind with every constraint, for tests that accept any rule."""

from __future__ import annotations

from typing import Any

from tables import tables

from gfkit.core.rules import Rule

ROWS = tables("rules_asked")
"""What rules are asked that cannot be read, and other tables of rules."""
WRITTEN = tables("rules_of_kinds")
"""Rules as their files have them; those of whole kinds by their names."""


def named(kind: str) -> dict[str, Rule]:
    return {name: Rule.of({"name": name, **told}) for name, told in WRITTEN[kind].items()}


def listed(kind: str) -> list[str | Rule]:
    return [told if isinstance(told, str) else Rule.of({"name": kind, **told}) for told in WRITTEN[kind]]


def cover(*pieces: str, **more: object) -> Rule:
    return Rule.of({"name": "cover", "cover": {"pieces": list(pieces), **more}})


def pointers(*moves: str, stay: bool, **more: object) -> Rule:
    return Rule.of({"name": "pointers", "pointers": {"moves": list(moves), "stay": stay, **more}})


def ones(**asked: Any) -> dict[str, Any]:
    return {"of": [1], **asked}


EDGES, ARROWS, VALUES, SQUARED = map(named, ("edges", "orientations", "values", "squared"))
"""Sets of edges, orientations and values on any graph; arrays, covers and pointing cells on squared paper."""
ON_GRAPHS = {**EDGES, **ARROWS, **VALUES}
EVERY = {**ON_GRAPHS, **SQUARED}
