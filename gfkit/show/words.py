"""Rules in words, and as plain data for programs."""

from __future__ import annotations

from collections.abc import Iterable

from gfkit.games.rule import ArrayRule, Boundary, NeighbourCount, PlacementRule, Rule, TileRule
from gfkit.show.piece import monomial
from gfkit.typing import Player

_NAMES = {Player.LEFT: "Left", Player.RIGHT: "Right"}


def in_words(rule: Rule) -> list[str]:
    """What the drawings do not say, one sentence a line.

    >>> from gfkit.games import find_rule
    >>> in_words(find_rule("snort"))
    ['Pieces of Left and Right may not touch.']
    """
    if isinstance(rule, PlacementRule):
        liberties = "Every group of cells of one colour must touch a free cell."
        return [_touching(rule), *([liberties] if rule.liberties else [])]
    if isinstance(rule, ArrayRule):
        palette = f"Every cell takes one of {rule.colours} colours, 0 to {rule.colours - 1}."
        return [palette, *(_counted(item) for item in rule.counts), *_marked(rule)]
    return ["Every cell takes a tile; edges that meet carry the same label.", _boundary(rule.boundary)]


def described(rule: Rule) -> dict[str, object]:
    """A rule as plain data: name, kind, words, and its pieces, windows or tiles."""
    common: dict[str, object] = {"name": rule.name, "kind": rule.kind, "about": rule.about}
    if isinstance(rule, PlacementRule):
        colours = [
            {"name": c.name, "player": c.owner.value, "pieces": [piece.text for piece in c.pieces]}
            for c in rule.colours
        ]
        own = {"colours": colours, "liberties": rule.liberties}
    elif isinstance(rule, ArrayRule):
        own = {"colours": rule.colours, "forbid": [window.text for window in rule.forbid]}
    else:
        own = {"tiles": [_tile(rule, index) for index in range(len(rule.tiles))]}
    return {**common, **own, "rules": in_words(rule)}


def _tile(rule: TileRule, index: int) -> dict[str, str]:
    tile = rule.tiles[index]
    return {"name": tile.name, "top": tile.top, "right": tile.right, "bottom": tile.bottom, "left": tile.left}


def _touching(rule: PlacementRule) -> str:
    count = len(rule.colours)
    every = {(i, j) for i in range(count) for j in range(i, count)}
    same = {pair for pair in every if pair[0] == pair[1]}
    if not rule.forbidden:
        return "Pieces may touch."
    if rule.forbidden == every:
        return "No two pieces may touch."
    if rule.forbidden == same:
        whose = "player" if {colour.owner for colour in rule.colours} == set(_NAMES) else "colour"
        return f"Pieces of the same {whose} may not touch."
    if rule.forbidden == every - same and count > 2:
        return "Pieces of different colours may not touch."
    pairs = sorted(rule.forbidden)
    return f"Pieces of {'; of '.join(_pair(rule, i, j) for i, j in pairs)} may not touch."


def _pair(rule: PlacementRule, first: int, second: int) -> str:
    one, other = (
        _NAMES.get(rule.colours[index].owner, rule.colours[index].name) for index in (first, second)
    )
    return f"{one} and {one}" if first == second else f"{one} and {other}"


def _counted(item: NeighbourCount) -> str:
    offsets = " ".join(f"({row},{col})" for row, col in item.neighbours)
    near = f"at offsets {offsets}" if offsets else "that share an edge with it"
    return (
        f"A cell of colour {item.cell} has {_listed(item.allowed)} neighbours of colour"
        f" {_listed(item.of)} among those {near}."
    )


def _marked(rule: ArrayRule) -> list[str]:
    marks = [
        f"{monomial(powers)} marks colour {colour}"
        for colour, powers in enumerate(rule.weights)
        if any(powers)
    ]
    return [f"As weights, {', '.join(marks)}."] if marks else []


def _boundary(boundary: Boundary) -> str:
    sides = (
        ("top", boundary.top),
        ("right", boundary.right),
        ("bottom", boundary.bottom),
        ("left", boundary.left),
    )
    return "Along the boundary: " + ", ".join(f"{side} {_listed(labels)}" for side, labels in sides) + "."


def _listed(values: Iterable[object]) -> str:
    return " or ".join(map(str, sorted(values, key=str)))
