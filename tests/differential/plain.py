"""Listing everything, read straight from the rule's data: shares no line with gfkit, its reading included.

A board is a list of cells with a function from a cell and an offset to a cell. Arrays and tile sets are all
fillings of the cells that break no condition; a placement game is all sets of placements that go together.
Only what the pages docs/rule-files.md and docs/boards.md say is used here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any

from .case import RuleData

Powers = tuple[int, ...]
Condition = tuple[tuple[int, ...], Callable[[Sequence[int]], bool]]
"""Cells, and whether their values are fine."""

_SIDES = (
    ("top", -1, 0, "bottom"),
    ("right", 0, 1, "left"),
    ("bottom", 1, 0, "top"),
    ("left", 0, -1, "right"),
)


class TooManyError(Exception):
    """More to list than was allowed."""


class Place:
    """The board of size n of a family."""

    def __init__(self, family: str, n: int) -> None:
        read = re.fullmatch(r"(?:(\w+):)?([\dn]+(?:x[\dn]+)?)", family)
        assert read is not None, f"{family} is no family that is listed here"
        word, sizes = read.groups()
        numbers = [n if size == "n" else int(size) for size in sizes.split("x")]
        self.rows, self.cols = numbers if len(numbers) == 2 else (1, numbers[0])
        self.wraps = (word in ("cylinder", "torus"), word in ("torus", "cycle"))
        self.graph = word in ("path", "cycle", "complete")
        self.size = self.rows * self.cols
        cells = range(self.size)
        self.near = [{c for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
                      if (c := self.beside(cell, down, right)) is not None} for cell in cells]  # fmt: skip
        if word == "complete":
            self.near = [set(cells) - {cell} for cell in cells]

    def beside(self, cell: int, down: int, right: int) -> int | None:
        row, col = cell // self.cols + down, cell % self.cols + right
        row = row % self.rows if self.wraps[0] else row
        col = col % self.cols if self.wraps[1] else col
        return row * self.cols + col if 0 <= row < self.rows and 0 <= col < self.cols else None

    def laid(self, shape: Sequence[tuple[int, int]]) -> Iterator[tuple[int, ...]]:
        """The shape with its first cell on each cell in turn, where all of it is on different cells."""
        for cell in range(self.size):
            spots = [self.beside(cell, r - shape[0][0], c - shape[0][1]) for r, c in shape]
            cells = tuple(spot for spot in spots if spot is not None)
            if len(set(cells)) == len(shape):
                yield cells


def listed(
    rule: RuleData, family: str, n: int, positions: str = "all", weights: str = "none", most: int = 2000
) -> dict[Powers, int]:
    """The polynomial of a board, as powers with coefficients; TooManyError beyond so many steps."""
    place, budget = Place(family, n), [most]
    if "cells" in rule:
        marks = rule["cells"].get("weight", {})
        each = [_powers(marks.get(str(colour), "1")) for colour in range(rule["cells"]["colours"])]
        found = _fillings(len(each), place.size, _array_conditions(rule, place), budget)
    elif "tile" in rule:
        each = [_powers(tile.get("weight", "1")) for tile in rule["tile"]]
        found = _fillings(len(each), place.size, _tile_conditions(rule, place), budget)
    else:
        each, found = _positions(rule, place, positions, budget)
    width = {"none": 0, "pieces": 1, "players": 2}[weights]
    total: Counter[Powers] = Counter()
    for things in found:
        x, y = sum(each[thing][0] for thing in things), sum(each[thing][1] for thing in things)
        total[((x + y,) if width == 1 else (x, y))[:width]] += 1
    return dict(total)


def _powers(weight: str) -> tuple[int, int]:
    """The powers of x and y in a monomial such as x*y^2."""
    found: Counter[str] = Counter()
    for letter, power in re.findall(r"([xy])(?:\^(\d+))?", str(weight)):
        found[letter] += int(power or 1)
    return found["x"], found["y"]


def _drawn(text: str) -> dict[tuple[int, int], str]:
    rows = enumerate(text.split("/"))
    return {(r, c): mark for r, row in rows for c, mark in enumerate(row) if mark != "."}


def _spend(budget: list[int]) -> None:
    budget[0] -= 1
    if budget[0] < 0:
        raise TooManyError


def _fillings(kinds: int, size: int, conditions: list[Condition], budget: list[int]) -> Iterator[list[int]]:
    due = [[one for one in conditions if max(one[0]) == cell] for cell in range(size)]

    def fill(values: list[int]) -> Iterator[list[int]]:
        if len(values) == size:
            yield values
            return
        for kind in range(kinds):
            _spend(budget)
            more = [*values, kind]
            if all(fine([more[cell] for cell in cells]) for cells, fine in due[len(values)]):
                yield from fill(more)

    return fill([])


def _array_conditions(rule: RuleData, place: Place) -> list[Condition]:
    rules = rule.get("rules", {})
    found: list[Condition] = []
    for text in rules.get("forbid", []):
        drawn = _drawn(text)
        marks = list(drawn.values())
        found += [
            (cells, lambda values, marks=marks: not _shows(values, marks)) for cells in place.laid([*drawn])
        ]
    for count in rules.get("count", []):
        for cell in range(place.size):
            around = sorted(_around(count["neighbours"], place, cell) - {cell})

            def fine(values: Sequence[int], count: Any = count) -> bool:
                number = sum(value in count["of"] for value in values[1:])
                return values[0] != count["cell"] or number in count["allowed"]

            found.append(((cell, *around), fine))
    return found


def _around(neighbours: str, place: Place, cell: int) -> set[int]:
    if neighbours == "rook":
        return set(place.near[cell])
    drawn = _drawn("ooo/oXo/ooo" if neighbours == "king" else neighbours)
    row, col = next(spot for spot, mark in drawn.items() if mark == "X")
    spots = [place.beside(cell, r - row, c - col) for r, c in drawn]
    return {spot for spot in spots if spot is not None}


def _shows(values: Sequence[int], marks: Sequence[str]) -> bool:
    """Whether a window matches: digits are met, equal letters have equal colours, others not."""
    met = all(mark == str(value) for value, mark in zip(values, marks, strict=True) if mark.isdigit())
    lettered = [(value, mark) for value, mark in zip(values, marks, strict=True) if mark.isalpha()]
    return met and all((a == b) == (m == k) for (a, m), (b, k) in combinations(lettered, 2))


def _tile_conditions(rule: RuleData, place: Place) -> list[Condition]:
    tiles = rule["tile"]
    found: list[Condition] = []
    for cell in range(place.size):
        for side, down, right, opposite in _SIDES:
            other = place.beside(cell, down, right)
            if other is None:
                allowed = [str(label) for label in rule["boundary"][side]]
                found.append(((cell,), lambda v, s=side, a=allowed: str(tiles[v[0]][s]) in a))
            else:
                found.append(((cell, other), lambda v, s=side, o=opposite: _meet(tiles, v, s, o)))
    return found


def _meet(tiles: Any, values: Sequence[int], side: str, opposite: str) -> bool:
    return str(tiles[values[0]][side]) == str(tiles[values[1]][opposite])


def _colours(rule: RuleData) -> list[tuple[str, list[str]]]:
    """Who owns each colour (L, R, or LR for both), and its pieces."""
    if "both" in rule:
        return [("LR", rule["both"]["pieces"])]
    if "colours" in rule:
        number, pieces = rule["colours"]["number"], rule["colours"]["pieces"]
        return [("L", pieces), ("R", pieces)] if number == 2 else [("LR", pieces)] * number
    return [("L", rule["left"]["pieces"]), ("R", rule["right"]["pieces"])]


def _positions(
    rule: RuleData, place: Place, positions: str, budget: list[int]
) -> tuple[list[tuple[int, int]], Iterator[list[int]]]:
    """The weight of each placement, and the positions as lists of placements."""
    colours, rules = _colours(rule), rule.get("rules", {})
    moves: list[tuple[int, frozenset[int]]] = []
    for colour, (_, pieces) in enumerate(colours):
        laid = {frozenset(cells) for piece in pieces for cells in _spots(place, [*_drawn(piece)])}
        moves += [(colour, cells) for cells in sorted(laid, key=sorted)]
    each = [(0, 1) if colours[colour][0] == "R" else (1, 0) for colour, _ in moves]
    apart = _kept_apart(colours, rules.get("forbid_adjacent", []))

    def together(one: int, other: int) -> bool:
        (first, mine), (second, others) = moves[one], moves[other]
        touch = any(place.near[cell] & others for cell in mine)
        return not mine & others and not (touch and (first, second) in apart)

    def breathes(chosen: Sequence[int]) -> bool:
        on = {cell: moves[move][0] for move in chosen for cell in moves[move][1]}
        return not rules.get("liberties") or all(_liberty(place, on, cell) for cell in on)

    def fits(move: int, chosen: Sequence[int]) -> bool:
        _spend(budget)
        return all(together(move, other) for other in chosen) and breathes([*chosen, move])

    def sets(start: int, chosen: list[int]) -> Iterator[list[int]]:
        if breathes(chosen):
            yield chosen
        for move in range(start, len(moves)):
            _spend(budget)
            if all(together(move, other) for other in chosen):
                yield from sets(move + 1, [*chosen, move])

    def stuck(player: str, chosen: list[int]) -> bool:
        own = [m for m in range(len(moves)) if player in colours[moves[m][0]][0] and m not in chosen]
        return not any(fits(move, chosen) for move in own)

    asked = {"left-ends": "L", "right-ends": "R", "maximal": "LR"}.get(positions, "")
    return each, (chosen for chosen in sets(0, []) if all(stuck(player, chosen) for player in asked))


def _spots(place: Place, shape: list[tuple[int, int]]) -> Iterator[Sequence[int]]:
    if not place.graph:
        return place.laid(shape)
    if len(shape) == 1:
        return ((cell,) for cell in range(place.size))
    return ((cell, other) for cell in range(place.size) for other in place.near[cell])


def _kept_apart(colours: list[tuple[str, list[str]]], words: Sequence[str]) -> set[tuple[int, int]]:
    """The ordered pairs of colours whose pieces may not touch."""
    found = set()
    for a, (one, _) in enumerate(colours):
        for b, (other, _) in enumerate(colours):
            said = {"same"} if a == b else {"different"}
            said |= {"".join(sorted(p + q)) for p in one for q in other}
            if said & set(words):
                found.add((a, b))
    return found


def _liberty(place: Place, on: dict[int, int], start: int) -> bool:
    """Whether the group of a cell touches a free cell."""
    group, todo = {start}, [start]
    while todo:
        for cell in place.near[todo.pop()]:
            if cell not in on:
                return True
            if on[cell] == on[start] and cell not in group:
                group.add(cell)
                todo.append(cell)
    return False
