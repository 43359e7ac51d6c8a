"""Rules in words, and as plain data for programs."""

from __future__ import annotations

from collections.abc import Iterable

from gfkit.games.rule import (
    ArrayRule,
    Boundary,
    Cell,
    Condition,
    Exactly,
    LineRule,
    NearPredicate,
    NeighbourCount,
    PlacementRule,
    Rule,
    TileRule,
    WindowPredicate,
)
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
        counted = [_counted(item) for item in rule.counts]
        return [_palette(rule), *counted, *map(_asked, rule.conditions), *_around(rule), *_marked(rule)]
    assert isinstance(rule, TileRule), "there are three kinds of rule"
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
        if rule.values != tuple(range(rule.colours)):
            own["values"] = list(rule.values)
        if rule.conditions:
            own["conditions"] = [_asked(condition) for condition in rule.conditions]
    else:
        assert isinstance(rule, TileRule), "there are three kinds of rule"
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


def _palette(rule: ArrayRule) -> str:
    if rule.values == tuple(range(rule.colours)):
        return f"Every cell takes one of {rule.colours} colours, 0 to {rule.colours - 1}."
    return f"Every cell takes one of the values {', '.join(map(str, rule.values))}."


def _counted(item: NeighbourCount) -> str:
    return (
        f"A cell of colour {item.cell} has {_listed(item.allowed)} neighbours of colour"
        f" {_listed(item.of)} among those {_near(item.neighbours)}."
    )


def _near(neighbours: tuple[Cell, ...]) -> str:
    offsets = " ".join(f"({row},{col})" for row, col in neighbours)
    return f"at offsets {offsets}" if offsets else "that share an edge with it"


def _asked(condition: Condition) -> str:
    """A predicate with the cells that it is asked of.

    >>> from gfkit.games.rule import Pin, Predicate
    >>> _asked(Pin(((0, 0),), "first", Predicate("x == 0")))
    'At the place first this holds: x == 0.'
    """
    if isinstance(condition, LineRule):
        return f"Along {' and '.join(condition.along)} {condition.text}."
    told = f"this {'never ' * condition.says.forbidden}holds: {' '.join(condition.says.text.split())}."
    if isinstance(condition, WindowPredicate):
        return f"In every window {condition.text} {told}"
    if isinstance(condition, NearPredicate):
        return f"At every cell x, near being the cells {_near(condition.neighbours)}, {told}"
    if isinstance(condition, Exactly):
        first = condition.parts[0]
        at = (
            "at every cell x with its neighbours near"
            if isinstance(first, NearPredicate)
            else "in the windows "
        )
        at += ", ".join(part.text for part in condition.parts if isinstance(part, WindowPredicate))
        return f"Counted {at}, this holds {condition.number} times: {' '.join(condition.says.text.split())}."
    return f"At the place {condition.text} {told}"


def _around(rule: ArrayRule) -> list[str]:
    told = [] if rule.outside is None else [f"Places without a cell show {rule.outside}."]
    if rule.new_values == "classes":
        told.append("Arrays that a permutation of the values makes alike are one.")
    elif rule.new_values:
        told.append("Row by row, a new value is the least that was not used so far.")
    if rule.least > (0, 0):
        told.append(f"Boards with fewer than {rule.least[0]} rows or {rule.least[1]} columns have no array.")
    return told + ([] if rule.divide == 1 else [f"The number of arrays is divided by {rule.divide}."])


def _marked(rule: ArrayRule) -> list[str]:
    marks = [
        f"{monomial(powers)} marks colour {value}"
        for value, powers in zip(rule.values, rule.weights, strict=True)
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
