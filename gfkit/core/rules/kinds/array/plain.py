"""Arrays as JSON data for certificates."""

from __future__ import annotations

from gfkit.core.rules.automaton import LineRule
from gfkit.core.rules.kinds.array.rule import (
    Annihilation,
    ArrayRule,
    CellConnectivity,
    Condition,
    Exactly,
    NearPredicate,
    WeightedWindow,
    WindowPredicate,
)
from gfkit.core.rules.values import Cell, Pin, Predicate, plain_linkage


def plain_data(rule: ArrayRule) -> dict[str, object]:
    """Return the rule as JSON data; fields without effect are omitted."""
    counts = [
        {
            "cell": count.cell,
            "neighbours": _encode_neighbours(count.neighbours),
            "of": sorted(count.of),
            "allowed": sorted(count.allowed),
        }
        for count in rule.counts
    ]
    data: dict[str, object] = {
        "colours": rule.colours,
        "weights": list(map(list, rule.weights)),
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
        map_of = _encode_condition(rule.image)
        data["image"] = {**{k: v for k, v in map_of.items() if k != "require"}, "map": map_of["require"]}
    if rule.marks:
        data["weighted"] = [_weighted(mark) for mark in rule.marks]
    if rule.conditions:
        data["conditions"] = [_encode_condition(condition) for condition in rule.conditions]
    return data


def _encode_neighbours(neighbours: tuple[Cell, ...]) -> object:
    return list(map(list, neighbours)) or "rook"


def _encode_condition(condition: Condition) -> dict[str, object]:
    """Return a condition as JSON data: its window, neighbours or places, and its predicate."""
    match condition:
        case WindowPredicate():
            return {
                "cells": [[*cell, letter] for cell, letter in condition.cells],
                **_encode_predicate(condition.predicate),
            }
        case NearPredicate():
            return {
                "neighbours": _encode_neighbours(condition.neighbours),
                **_encode_predicate(condition.predicate),
            }
        case Annihilation():
            return {key: sorted(getattr(condition, key)) for key in ("near", "of", "private")}
        case Pin():
            return {"at": condition.lines, **_encode_predicate(condition.predicate)}
        case Exactly(times=times):
            parts = [_encode_condition(part) for part in condition.parts]
            kept = [{key: part[key] for key in ("cells", "neighbours") if key in part} for part in parts]
            text, key = (
                _encode_predicate(condition.predicate)["require"],
                "sum" if condition.is_sum else "when",
            )
            return {"parts": kept, key: text, "allowed": sorted(times.allowed), "cap": times.cap}
        case CellConnectivity():
            near, linkage = _encode_neighbours(condition.neighbours), plain_linkage(condition.linkage)
            return {"of": sorted(condition.of), "neighbours": near, "linkage": linkage}
        case LineRule():
            own: dict[str, object] = {"along": list(condition.along)}
            if condition.order:
                own["order"] = condition.order
                return own | ({"read": "backwards"} if condition.backwards else {})
            steps = {"start": condition.start, "next": condition.next}
            whole = {"match": condition.match, "pairs": condition.pairs}
            own |= {key: text for key, text in whole.items() if text} or steps
            more = {"require": condition.require, "accept": condition.accept}
            return own | {key: text for key, text in more.items() if text}


def _weighted(mark: WeightedWindow) -> dict[str, object]:
    cells, text = (
        [[*cell, letter] for cell, letter in mark.window.cells],
        _encode_predicate(mark.window.predicate)["require"],
    )
    return {"cells": cells, "sum" if mark.is_sum else "when": text, "weight": list(mark.weight)}


def _encode_predicate(predicate: Predicate) -> dict[str, str]:
    return {predicate.key: " ".join(predicate.text.split())}
