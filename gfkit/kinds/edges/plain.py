"""Sets of edges as plain data, for certificates."""

from __future__ import annotations

from gfkit.kinds.edges.rule import EdgeRule
from gfkit.kinds.linkage import plain_linkage


def plain_data(rule: EdgeRule) -> dict[str, object]:
    """The degrees that are allowed, at vertices and at the ends of edges, and the weight of an edge."""
    ends = {
        key: sorted(map(list, rule.joined_ends(taken=is_taken)))
        for key, is_taken in (("taken", True), ("left", False))
    }
    data: dict[str, object] = {
        "cap": rule.cap, "vertex": list(rule.degrees), **ends, "weight": list(rule.weight)
    }  # fmt: skip
    if rule.modulo:
        data["modulo"] = True
    if rule.pins:
        data["pins"] = [
            {"at": [list(line) for line in pin.at], "vertex": list(rule.allowed(pin.says))}
            for pin in rule.pins
        ]
    if rule.linkage.asks:
        data["linkage"] = {**plain_linkage(rule.linkage), "spanning": rule.spanning}
    return data
