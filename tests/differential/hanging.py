"""Random rules with connectivity constraints: sets of edges, arrays and orientations, on all boards."""

from __future__ import annotations

from random import Random
from typing import Any

from . import arrays, families, rules
from .arrays import compare, tags
from .case import Case, RuleData

__all__ = ["case", "compare", "rule", "tags"]
_NUMBERS = (1, 1, 1, [0, 1], 2, [1, 3], "at least 2", "at most 2", 0)
_CYCLES = (0, 0, 0, 1, [0, 1], "at least 1", "at most 2", [0, 2])
_PLACES = ("first", "last", "corners", "border", "top right")
_PLACES += ("top row", "bottom row", "left column", "right column")
_VERTEX = ("d >= 1", "d <= 2", "d in [0, 2]", "d == 2", "d in [1, 3]", "d != 2", "d <= 1", "d in [0, 1, 3]")
_TURNS = ("i == o", "o <= 2", "i >= 1", "o != 1", "abs(i - o) <= 1", "i * o == 0")


def rule(rng: Random) -> RuleData:
    """Sets of edges, arrays or orientations."""
    return rng.choices((edge_sets, colours, turned), (50, 35, 15))[0](rng)


def asked(rng: Random, *, chosen: bool) -> dict[str, Any]:
    """Return a random choice of constraints on a graph."""
    table: dict[str, Any] = {}
    while not table:
        if rng.random() < 0.6:
            table["components"] = rng.choice(_NUMBERS)
        if rng.random() < 0.4:
            table["cycles"] = rng.choice(_CYCLES)
        for key in ("joins", "apart"):
            if rng.random() < 0.15:
                table[key] = rng.sample(_PLACES, rng.choice((2, 2, 3)))
        if rng.random() < 0.25:
            at = "chosen" if chosen and rng.random() < 0.5 else rng.choice(_PLACES)
            number = rng.choice((1, 1, "at least 1", "at most 1", [0, 2], [1, 2]))
            table["each"] = {"at": at, "number": number}
        if rng.random() < 0.3:
            table["component_weight"] = rng.choice(("x", "y", "x*y"))
    return table


def edge_sets(rng: Random) -> RuleData:
    """Return degrees up to a cap, or modulo a number, sometimes with exceptions at some vertices."""
    table = asked(rng, chosen=True)
    if rng.random() < 0.55:
        table["vertex"] = rng.choice(_VERTEX)
        if rng.random() < 0.2:
            table["modulo"], table["vertex"] = rng.choice(((2, "d == 0"), (3, "d != 1"), (2, "d <= 1")))
        else:
            table["cap"] = rng.choice((2, 3, 4))
        if rng.random() < 0.3:
            places = rng.sample(_PLACES, rng.choice((1, 2)))
            table["pin"] = [{"at": places, "vertex": rng.choice(("d == 1", "d <= 1", "d >= 0"))}]
    if rng.random() < 0.4:
        table["weight"] = rng.choice(("x", "y"))
    names = {"components", "joins", "apart", "each", "component_weight"} & table.keys()
    if names and (rng.random() < 0.4 or table.get("each", {}).get("at") == "chosen"):
        table["spanning"] = True
    return {"name": "Random", "edges": table}


def colours(rng: Random) -> RuleData:
    """Return two or three colours, one or two graphs of cells, besides windows or counts."""
    while True:
        cells = {"colours": rng.choice((2, 2, 2, 3))}
        data: RuleData = {"name": "Random", "cells": cells, "rules": {"forbid": []}}
        data = rules.array(rng) if rng.random() < 0.3 else data
        number = data["cells"]["colours"]
        if number > 1:
            break
    graphs = []
    for _ in range(rng.choice((1, 1, 1, 2))):
        graph = asked(rng, chosen=False)
        some = sorted(rng.sample(range(number), rng.choice((1, 1, number))))
        graph["of"] = "each" if rng.random() < 0.2 else some
        if rng.random() < 0.4:
            graph["neighbours"] = rng.choice(("king", "rook", "oX", "o/X", "oX./..o", "o.o/.X./o.o"))
        graphs.append(graph)
    return {**data, "rules": {**data["rules"], "connected": graphs}}


def turned(rng: Random) -> RuleData:
    """Return a rule of orientations."""
    table: dict[str, Any] = {key: True for key in ("acyclic", "strong") if rng.random() < 0.5}
    if not table or rng.random() < 0.4:
        table["vertex"] = rng.choice(_TURNS)
    return {"name": "Random", "orientations": table}


def case(rng: Random) -> Case:
    """Return a random rule on a narrow family, or on a small board with holes."""
    while True:
        data = rule(rng)
        weights = rng.choices(("none", "pieces", "players"), (55, 15, 30))[0]
        if rng.random() < 0.3:
            return Case(data, arrays.board(rng), "all", weights)
        made = Case(data, families.family(rng, data), "all", weights)
        if families.bits(made) <= 7:
            return families.by_some_method(rng, made)
