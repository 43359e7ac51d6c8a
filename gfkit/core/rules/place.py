"""Parser of the keys of rule files that denote places on a board or constraints on a graph as a whole."""

from __future__ import annotations

import re

from gfkit.core.deferred import regex
from gfkit.core.errors import RuleError, known_choices
from gfkit.core.rules.table import RuleTable, read_drawing, read_weight
from gfkit.core.rules.values import Cell, Line, Linkage, MarkCount, MarkedPlace, Numbers

_DEEPEST, _MOST_PIECES, _MOST_PLACES = 100, 200, 4
_BOUND = regex(r"at (least|most) ([0-9]{1,3})")
_SIDES: dict[str, Line] = {
    "top row": (0, None), "bottom row": (-1, None), "left column": (None, 0), "right column": (None, -1),
}  # fmt: skip
_CORNERS: dict[str, Line] = {
    "top left": (0, 0), "top right": (0, -1), "bottom left": (-1, 0), "bottom right": (-1, -1),
}  # fmt: skip
_PLACES: dict[str, tuple[Line, ...]] = {
    "first": ((0, 0),),
    "last": ((-1, -1),),
    **{word: (line,) for word, line in (*_SIDES.items(), *_CORNERS.items())},
    "corners": tuple(_CORNERS.values()),
    "border": tuple(_SIDES.values()),
}
_WRAPS = {"rows": ("rows",), "columns": ("columns",), "either": ("rows", "columns")}
"""Directions in which a cycle wraps around the board."""
_NUMBERED = regex(r"(row|column) (-?[1-9][0-9]{0,2})")


NO_LINE: Line = ()  # type: ignore[assignment]  # no cell: a rule with such a place has no meaning before labels
"""Line of a place that is given by a label, whose cells are only known on a board."""


def is_at_label(text: str) -> bool:
    """Return True if a place is given by a label, such as "label terminal" or "label pair = 2"."""
    return re.fullmatch(r"label [a-z_]+( ?= ?[A-Za-z0-9]+)?", text) is not None


def read_places(item: RuleTable) -> tuple[tuple[Line, ...], str]:
    """Return the places under the key ``at``, and their description."""
    given = item.raw("at")
    places = given if isinstance(given, list) and not _is_pair(given) else [given]
    lines = [line for place in places for line in _parse_lines(item, "at", place)]
    if not lines or (NO_LINE in lines and len(places) > 1):
        raise item.error_for("at", "a place, or a nonempty list of places other than labels")
    text = ", ".join(map(_place_text, places))
    return tuple(dict.fromkeys(lines)), text


def read_linkage(table: RuleTable) -> Linkage:
    """Parse the keys ``components`` and ``cycles``: numbers, lists, or a bound such as "at most 3".

    Also parse ``joins`` and ``apart``, lists of two or more places, ``each``, ``component_weight``, a
    monomial, and ``wraps``.
    """
    components, cycles = (
        _parse_numbers(table, key) if key in table else None for key in ("components", "cycles")
    )
    joins, apart = (_parse_marked_places(table, key) if key in table else () for key in ("joins", "apart"))
    with table.reading("component_weight"):
        weight = read_weight(table.where, table.raw("component_weight", "1"), "component_weight")
    each = _read_holding(table) if "each" in table else None
    linkage = Linkage(components, cycles, joins, apart, weight, each)
    if "wraps" not in table:
        return linkage
    if table.raw("wraps") not in [*_WRAPS] or linkage.is_constrained:
        raise table.error_for("wraps", f"one of {', '.join(_WRAPS)}, and no other constraint on the graph")
    return Linkage(wraps=_WRAPS[table.text("wraps")])


def _read_holding(table: RuleTable) -> MarkCount:
    """Parse the number of marked vertices in each component, such as { at = "border", number = "at least 1"
    }.
    """
    own = table.inline("each")
    own.only("at", "number")
    place = None
    if own.raw("at") != "chosen":
        lines, text = read_places(own)
        place = MarkedPlace(lines, text)
        if own.raw("number") == "all":
            if not is_at_label(text):
                raise own.error_for("number", 'a number; "all" is for places such as "label terminal"')
            return MarkCount(place, Numbers.of(0), is_all=True)
    return MarkCount(place, _parse_numbers(own, "number"))


def _parse_marked_places(table: RuleTable, key: str) -> tuple[MarkedPlace, ...]:
    given = table.sequence(key)
    if not 1 < len(given) <= _MOST_PLACES:
        raise table.error_for(key, f'a list of 2 to {_MOST_PLACES} places, such as ["top row", "bottom row"]')
    return tuple(MarkedPlace(_parse_lines(table, key, place), _place_text(place)) for place in given)


def _place_text(place: object) -> str:
    return f"{place[0]},{place[1]}" if isinstance(place, list) else str(place)


def _parse_numbers(table: RuleTable, key: str) -> Numbers:
    given = table.raw(key)
    needed = f'an integer from 0 to {_MOST_PIECES}, a list of such integers, "at least 2" or "at most 3"'
    if given == []:
        raise table.error_for(key, needed)
    if isinstance(given, str):
        bound = _BOUND.fullmatch(given.strip())
        if bound is None or int(bound[2]) > _MOST_PIECES:
            raise table.error_for(key, needed)
        return Numbers.with_bound(bound[1], int(bound[2]))
    if isinstance(given, list):
        return Numbers.of(*table.wholes(key, 0, _MOST_PIECES))
    return Numbers.of(table.whole(key, 0, _MOST_PIECES))


def _is_pair(given: list[object]) -> bool:
    return len(given) == 2 and all(type(part) is int for part in given)


def _parse_lines(item: RuleTable, key: str, place: object) -> tuple[Line, ...]:
    """Return the rows, columns or cells that a place denotes."""
    if isinstance(place, list) and _is_pair(place) and all(0 < abs(at) <= _DEEPEST for at in place):
        return ((_index(place[0]), _index(place[1])),)
    if isinstance(place, str):
        word = " ".join(place.split())
        if word in _PLACES:
            return _PLACES[word]
        if is_at_label(word):
            return (NO_LINE,)
        numbered = _NUMBERED.fullmatch(word)
        if numbered and abs(int(numbered[2])) <= _DEEPEST:
            at = _index(int(numbered[2]))
            return ((at, None),) if numbered[1] == "row" else ((None, at),)
    raise item.error(
        f": {key} {place!r} is not a place; {known_choices(str(place), _PLACES)}; or row 2, column -2, or"
        " cells such as [[1, 2], [-1, -1]]: row and column, counted from 1, or from the far end as -1, -2,"
        f" ..., at most {_DEEPEST}",
        key,
    )


def _index(number: int) -> int:
    """Convert a number counted from 1, or from -1 at the far end, to a Python index."""
    return number - 1 if number > 0 else number


_NEIGHBOURS: dict[str, tuple[Cell, ...]] = {
    "rook": (),
    "king": tuple((r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)),
    "knight": tuple((r, c) for r in range(-2, 3) for c in range(-2, 3) if abs(r * c) == 2),
    "corner": tuple((r, c) for r in (-1, 1) for c in (-1, 1)),
}
DRAWN = "rook, king, knight, corner, or a drawing with X at the cell and o at its neighbours"


def read_neighbours(where: str, text: object) -> tuple[Cell, ...]:
    """Return the offsets of neighbours: rook (no offsets, defined on any graph), king, knight, corner, or a
    drawing.

    >>> read_neighbours("neighbours", "oXo")
    ((0, -1), (0, 1))
    """
    if isinstance(text, str) and text in _NEIGHBOURS:
        return _NEIGHBOURS[text]
    return drawn_offsets(where, text, DRAWN, "a neighbour")


def drawn_offsets(where: str, text: object, legend: str, meaning: str) -> tuple[Cell, ...]:
    """Return the offsets from the cell X to every o of a drawing, in order; ``meaning`` describes o in
    errors.
    """
    drawn = read_drawing(where, text, legend, "Xo.")
    cells = [place for place, mark in drawn.items() if mark == "X"]
    others = [place for place, mark in drawn.items() if mark == "o"]
    if len(cells) != 1 or not others:
        raise RuleError(f"{where}: {text!r} must contain one X, the cell, and at least one o, {meaning}")
    return tuple(sorted((row - cells[0][0], col - cells[0][1]) for row, col in others))
