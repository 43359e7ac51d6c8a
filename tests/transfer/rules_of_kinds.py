"""Rules of every kind with all that they can ask, for whatever takes any rule."""

from __future__ import annotations

from tables import tables

from gfkit.games import Rule

ROWS = tables("rules_asked")
"""What rules are asked that cannot be read, and other tables of rules."""


def cover(*pieces: str, **more: object) -> Rule:
    return Rule.of({"name": "cover", "cover": {"pieces": list(pieces), **more}})


def pointers(*moves: str, stay: bool, **more: object) -> Rule:
    return Rule.of({"name": "pointers", "pointers": {"moves": list(moves), "stay": stay, **more}})


def ones(**asked: object) -> dict[str, object]:
    return {"of": [1], **asked}


MARKED = {1: "x"}
EDGES = {
    "parts and cycles": Rule.edges(components=[0, 2], cycles=[0, 2], weight="x"),
    "parts at least": Rule.edges(components="at least 2", spanning=True, weight="x"),
    "cycles at least": Rule.edges(components="at most 1", cycles="at least 2"),
    "two trees": Rule.edges(components=2, cycles=0, spanning=True),
    "one cycle": Rule.edges(components=1, cycles=1, spanning=True),
    "degrees and parts": Rule.edges(2, vertex="d >= 1", left="a + b >= 2", components=[1, 2], weight="x"),
    "odd trees": Rule.edges(3, vertex="d in [1, 3]", components=1, cycles=0, spanning=True),
    "pinned": Rule.edges(2, pin=[("first", "d >= 1"), ("last", "d == 0")], cycles=0, weight="x"),
    "marked parts": Rule.edges(component_weight="y", weight="x", spanning=True),
    "marked paths": Rule.edges(3, vertex="d <= 2", component_weight="x^2*y", cycles=0),
    "modulo": Rule.edges(modulo=3, vertex="d != 2", taken="a + b != 3", weight="x"),
    "degrees": Rule.edges(3, vertex="d != 1", taken="a + b <= 5", left="a * b != 4", weight="x*y"),
    "roots": Rule.edges(
        spanning=True, each={"at": "chosen", "number": [1, 2]}, component_weight="y", weight="x"
    ),
    "ends": Rule.edges(each={"at": ["first", "last"], "number": "at least 1"}, cycles=[0, 1]),
}
"""Sets of edges, on any graph."""
ARROWS = {
    "few come": Rule.orientations(vertex="i <= 1"),
    "even and strong": Rule.orientations(vertex="i % 2 == 0", strong=True),
    "level and acyclic": Rule.orientations(vertex="abs(i - o) <= 1", acyclic=True),
    "two or all": Rule.orientations(vertex="i != 2 or o == 0"),
}
VALUES = {
    "cycles": Rule.array(colours=2, connected=[ones(cycles=1)], weight=MARKED),
    "marked": Rule.array(
        colours=2, connected=[ones(component_weight="x^2"), {"of": [0], "component_weight": "y"}]
    ),
    "both": Rule.array(colours=3, connected=[ones(components=1), {"of": [0, 2], "components": [0, 2]}]),
    "across": Rule.array(colours=2, connected=[ones(joins=["first", "last"])], weight=MARKED),
    "apart": Rule.array(
        colours=2, connected=[ones(joins=["first", "last"]), {"of": [0], "apart": ["first", "last"]}]
    ),
}
SQUARED = {
    "king": Rule.array(colours=2, connected=[ones(neighbours="king", components=1)], weight=MARKED),
    "one way": Rule.array(colours=2, connected=[ones(neighbours="Xo", components=2)], weight=MARKED),
    "rows": Rule.array(colours=2, connected=[ones(joins=["top row", "bottom row"])], weight=MARKED),
    "three": Rule.array(
        colours=2, connected=[ones(components=1, joins=["left column", "bottom right", "row 2"])]
    ),
    "simply": Rule.array(
        colours=2,
        window=[("2x2", "a + b + c + d < 4")],
        connected=[ones(components=1), {"of": [0], "neighbours": "king", "components": "at most 1"}],
    ),
    "in order": Rule.array(colours=2, new_values="row-major", connected=[ones(components=1)]),
    "counted": Rule.array(
        colours=2,
        connected=[ones(components=[0, 2])],
        exactly=[{"shapes": ["a"], "when": "a == 1", "number": [3, 4]}],
    ),
    "border": Rule.array(
        colours=2, connected=[{"of": "each", "each": {"at": "border", "number": "at most 2"}}]
    ),
    "corners": Rule.array(colours=2, connected=[ones(each={"at": "corners", "number": 1}, components=1)]),
    "windows": Rule.array(colours=3, forbid=["aa", "1?1"], weight={1: "x", 2: "x*y^2"}),
    "kings": Rule.array(
        colours=2, count=[{"cell": 1, "neighbours": "king", "of": [1], "allowed": [0, 2]}], weight={1: "y"}
    ),
    "shapes": Rule.array(colours=2, exactly=[{"shapes": ["ab"], "when": "a == b", "number": [0, 2]}]),
    "cover": cover("XX/X.", "X", turned=True, weight={"X": "y"}),
    "gaps": cover("X.X", "XX"),
    "too long": cover("XXXXXX"),
    "rook moves": pointers("rook", stay=True, weight={"stay": "x"}),
    "far moves": pointers("oo./oXo", stay=False),
}
"""Arrays, covers and pointing cells, on squared paper."""
KINDS = {"edges": EDGES, "orientations": ARROWS, "arrays": VALUES, "squared paper": SQUARED}
ON_GRAPHS = {**EDGES, **ARROWS, **VALUES}
EVERY = {**ON_GRAPHS, **SQUARED}
