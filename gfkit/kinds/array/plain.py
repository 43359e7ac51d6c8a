"""Arrays as plain data, for certificates."""

from __future__ import annotations

from gfkit.games.automaton import LineRule
from gfkit.kinds.array.rule import ArrayRule, Condition, Connected, Exactly, NearPredicate, WindowPredicate
from gfkit.kinds.linkage import plain_linkage


def plain_data(rule: ArrayRule) -> dict[str, object]:
    """Values, the value outside and conditions only where there are any that say something."""
    counts = [
        {
            "cell": count.cell,
            "neighbours": [list(step) for step in count.neighbours] or "rook",
            "of": sorted(count.of),
            "allowed": sorted(count.allowed),
        }
        for count in rule.counts
    ]
    data: dict[str, object] = {
        "colours": rule.colours,
        "weights": [list(power) for power in rule.weights],
        "forbid": [[[*cell, mark] for cell, mark in window.cells] for window in rule.forbid],
        "counts": counts,
    }
    if rule.values != tuple(range(rule.colours)):
        data["values"] = list(rule.values)
    if rule.outside is not None:
        data["outside"] = rule.outside
    if rule.new_values:
        data["new_values"] = rule.new_values
    if rule.image is not None:
        map_of = _condition(rule.image)
        data["image"] = {**{k: v for k, v in map_of.items() if k != "require"}, "map": map_of["require"]}
    if rule.conditions:
        data["conditions"] = [_condition(condition) for condition in rule.conditions]
    return data


def _condition(condition: Condition) -> dict[str, object]:
    """A condition: the cells of its window with letters, its neighbours, or its places; and what it says."""
    if isinstance(condition, Exactly):
        parts = [_condition(part) for part in condition.parts]
        kept = [{key: part[key] for key in ("cells", "neighbours") if key in part} for part in parts]
        text = " ".join(condition.says.text.split())
        return {"parts": kept, "when": text, "allowed": sorted(condition.allowed), "cap": condition.cap}
    if isinstance(condition, Connected):
        near = [list(step) for step in condition.neighbours] or "rook"
        return {"of": sorted(condition.of), "neighbours": near, "linkage": plain_linkage(condition.linkage)}
    if isinstance(condition, LineRule) and condition.order:
        read = {"read": "backwards"} if condition.backwards else {}
        return {"along": list(condition.along), "order": condition.order, **read}
    if isinstance(condition, LineRule):
        transitions = (
            {"match": condition.match}
            if condition.match
            else {"start": condition.start, "next": condition.next}
        )
        more = {"require": condition.require, "accept": condition.accept}
        return {
            "along": list(condition.along),
            **transitions,
            **{key: text for key, text in more.items() if text},
        }
    says = {condition.says.key: " ".join(condition.says.text.split())}
    if isinstance(condition, WindowPredicate):
        return {"cells": [[*cell, letter] for cell, letter in condition.cells], **says}
    if isinstance(condition, NearPredicate):
        return {"neighbours": [list(step) for step in condition.neighbours] or "rook", **says}
    return {"at": [list(line) for line in condition.at], **says}
