"""Listing everything, read straight from the rule's data: shares no line with gfkit, its reading included.

A board is a list of cells with a function from a cell and an offset to a cell. Arrays and tile sets are all
fillings of the cells that break no condition; a placement game is all sets of placements that go together.
Only what the pages docs/rule-files.md and docs/boards.md say is used here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, product
from typing import Any

from . import graphs as graph_parts
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
    """The board of size n of a family, or a drawn board."""

    def __init__(self, family: str, n: int) -> None:
        word, self.wraps = None, (False, False)
        if set(family) <= set(".#/"):
            drawn = family.split("/")
            self.rows, self.cols = len(drawn), max(map(len, drawn))
            self.spots = [(r, c) for r, row in enumerate(drawn) for c, mark in enumerate(row) if mark == "."]
        else:
            read = re.fullmatch(r"(?:(\w+):)?([\dn]+(?:x[\dn]+)?)", family)
            assert read is not None, f"{family} is no family that is listed here"
            word, sizes = read.groups()
            numbers = [n if size == "n" else int(size) for size in sizes.split("x")]
            self.rows, self.cols = numbers if len(numbers) == 2 else (1, numbers[0])
            self.wraps = (word in ("cylinder", "torus"), word in ("torus", "cycle"))
            self.spots = [(r, c) for r in range(self.rows) for c in range(self.cols)]
        self.graph = word in ("path", "cycle", "complete")
        self.size = len(self.spots)
        self.cell = {spot: cell for cell, spot in enumerate(self.spots)}
        cells = range(self.size)
        self.near = [{c for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
                      if (c := self.beside(cell, down, right)) is not None} for cell in cells]  # fmt: skip
        if word == "complete":
            self.near = [set(cells) - {cell} for cell in cells]

    def named(self, row: int, col: int) -> tuple[int, int]:
        """A place, on the board or not; one that wraps around is the same place."""
        return row % self.rows if self.wraps[0] else row, col % self.cols if self.wraps[1] else col

    def beside(self, cell: int, down: int, right: int) -> int | None:
        row, col = self.spots[cell]
        return self.cell.get(self.named(row + down, col + right))

    def laid(self, shape: Sequence[tuple[int, int]]) -> Iterator[tuple[int, ...]]:
        """The shape with its first cell on each cell in turn, where all of it is on different cells."""
        for cell in range(self.size):
            spots = [self.beside(cell, r - shape[0][0], c - shape[0][1]) for r, c in shape]
            cells = tuple(spot for spot in spots if spot is not None)
            if len(set(cells)) == len(shape):
                yield cells

    def overlapping(self, shape: Sequence[tuple[int, int]]) -> Iterator[list[int | None]]:
        """The shape wherever some of it is on the board, all on different places; None is off the board."""
        far = range(-12, 12 + max(self.rows, self.cols))
        seen = set()
        for row in range(self.rows) if self.wraps[0] else far:
            for col in range(self.cols) if self.wraps[1] else far:
                names = [self.named(row + r, col + c) for r, c in shape]
                cells = [self.cell.get(name) for name in names]
                if any(c is not None for c in cells) and len(set(names)) == len(names):
                    assert tuple(names) not in seen
                    seen.add(tuple(names))
                    yield cells


Mark = tuple[Any, frozenset[tuple[Any, int]]]
"""What lies on a board: its name, and the cells it lies on, each with what it does there."""


@dataclass(frozen=True)
class Listing:
    """Configurations as lists of numbers of marks, with the powers of x and y of each mark."""

    powers: list[tuple[int, int]]
    marks: list[Mark]
    """Empty for arrays and tile sets: there number v at place k of a list stands for value v on cell k."""
    configurations: Iterator[list[int]]

    def weight(self, numbers: Sequence[int]) -> tuple[int, int]:
        """The powers of x and y of a configuration."""
        return sum(self.powers[k][0] for k in numbers), sum(self.powers[k][1] for k in numbers)


def listed(
    rule: RuleData, family: str, n: int, positions: str = "all", weights: str = "none", most: int = 2000
) -> dict[Powers, int]:
    """The polynomial of a board, as powers with coefficients; TooManyError beyond so many steps."""
    place = Place(family, n)
    listing = _listing_on(rule, place, positions, most)
    width = {"none": 0, "pieces": 1, "players": 2}[weights]
    total: Counter[Powers] = Counter()
    for numbers in listing.configurations:
        x, y = listing.weight(numbers)
        total[((x + y,) if width == 1 else (x, y))[:width]] += 1
    by = rule.get("divide", 1) if place.size else 1
    assert all(number % by == 0 for number in total.values()), "made so that it divides"
    return {powers: number // by for powers, number in total.items()}


def configurations(
    rule: RuleData, place: Place, positions: str = "all", most: int = 2000
) -> Iterator[tuple[frozenset[Mark], tuple[int, int]]]:
    """The marks and the powers of x and y of each configuration; TooManyError beyond so many steps."""
    listing, is_filled = _listing_on(rule, place, positions, most), "cells" in rule or "tile" in rule
    names: Sequence[Any] = values_of(rule) if "cells" in rule else range(len(rule.get("tile", [])))
    for numbers in listing.configurations:
        if is_filled:  # numbers beyond the cells stand for components
            marks = [(names[v], frozenset({(0, cell)})) for cell, v in enumerate(numbers[: place.size])]
        else:
            marks = [listing.marks[k] for k in numbers if k < len(listing.marks)]
        yield frozenset(marks), listing.weight(numbers)


def _listing_on(rule: RuleData, place: Place, positions: str, most: int) -> Listing:
    budget = [most]
    if "cells" in rule:
        marks = rule["cells"].get("weight", {})
        each = [_powers(marks.get(str(value), "1")) for value in values_of(rule)]
        found = _fillings(len(each), place.size, _array_conditions(rule, place), budget)
        found = _as_wholes(rule, place, found)
        if "connected" in rule.get("rules", {}):
            found = _connected(rule, place, found, each)
        return Listing(each, [], found)
    if "tile" in rule:
        each = [_powers(tile.get("weight", "1")) for tile in rule["tile"]]
        return Listing(each, [], _fillings(len(each), place.size, _tile_conditions(rule, place), budget))
    if "cover" in rule:
        return _covers(rule["cover"], place, budget)
    if "pointers" in rule:
        return _permutations(rule["pointers"], place, budget)
    if "orientations" in rule:
        return _orientations(rule["orientations"], place, budget)
    if "edges" in rule:
        return _edge_sets(rule["edges"], place, budget)
    return _positions(rule, place, positions, budget)


def _powers(weight: str) -> tuple[int, int]:
    """The powers of x and y in a monomial such as x*y^2."""
    found: Counter[str] = Counter()
    for letter, power in re.findall(r"([xy])(?:\^(\d+))?", str(weight)):
        found[letter] += int(power or 1)
    return found["x"], found["y"]


def _drawn(text: str) -> dict[tuple[int, int], str]:
    rows = [row.split() if " " in text else row for row in text.split("/")]
    return {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row) if mark != "."}


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


def _as_wholes(rule: RuleData, place: Place, found: Iterator[list[int]]) -> Iterator[list[int]]:
    """The arrays on which something is so often as is asked, in order or one of each class or image."""
    cells, classes, images = rule["cells"], set(), set()
    image = rule.get("image", {})
    shown = _array_conditions(
        {"cells": cells, "rules": {"near" if "neighbours" in image else "window": [image] if image else []}},
        place,
    )
    counted = []
    for one in rule.get("rules", {}).get("exactly", []):
        inner = {"shape": one["shapes"]} if "shapes" in one else {"neighbours": one["neighbours"]}
        kind = "window" if "shapes" in one else "near"
        distinct = {str(_drawn(p)): p for p in one.get("shapes", [])}.values()
        tables = [{key: part, "require": one["when"]} for key, parts in inner.items()
                  for part in (distinct if isinstance(parts, list) else [parts])]  # fmt: skip
        counted.append((one, _array_conditions({"cells": cells, "rules": {kind: tables}}, place)))
    for numbers in found:
        fine = True
        for one, tests in counted:
            often = sum(test([numbers[cell] for cell in at]) for at, test in tests)
            told = {"number": often in one.get("number", []), "at_least": often >= one.get("at_least", 0),
                    "at_most": often <= one.get("at_most", 0)}  # fmt: skip
            fine = fine and all(told[key] for key in told if key in one)
        first = sorted(
            {number: -k for k, number in reversed(list(enumerate(numbers)))}.items(), key=lambda p: -p[1]
        )
        order = [number for number, _ in first]
        if cells.get("new_values"):
            fine = fine and order == list(range(len(order)))
        if fine and cells.get("count_up_to"):
            parts = frozenset(frozenset(k for k, n in enumerate(numbers) if n == one) for one in order)
            fine = parts not in classes
            classes.add(parts)
        if fine and image:
            seen = tuple(test([numbers[cell] for cell in at]) for at, test in shown)
            fine = seen not in images
            images.add(seen)
        if fine:
            yield numbers


def values_of(rule: RuleData) -> list[int]:
    """The values of the cells, ascending."""
    given = rule["cells"].get("values")
    if isinstance(given, str):
        low, high = map(int, given.split(".."))
        return list(range(low, high + 1))
    return sorted(given) if given else list(range(rule["cells"]["colours"]))


def _array_conditions(rule: RuleData, place: Place) -> list[Condition]:
    """Every condition at every place, on the numbers of values."""
    values, rules = values_of(rule), rule.get("rules", {})
    outside = rule["cells"].get("outside")
    found: list[Condition] = []

    def add(places: Sequence[int | None], fine: Callable[[list[int]], int]) -> None:
        def test(numbers: Sequence[int]) -> int:
            shown = iter(values[number] for number in numbers)
            return fine([outside if spot is None else next(shown) for spot in places])

        found.append((tuple(spot for spot in places if spot is not None), test))

    def lay(shape: Sequence[tuple[int, int]]) -> Iterator[Sequence[int | None]]:
        return place.laid(shape) if outside is None else place.overlapping(shape)

    def around(neighbours: str) -> Iterator[Sequence[int | None]]:
        for cell in range(place.size):
            near: set[int | tuple[int, int]] = {*_around(neighbours, place, cell)} - {cell}
            if outside is not None and not place.graph:
                row, col = place.spots[cell]
                spots = {place.named(row + r, col + c) for r, c in _offsets(neighbours)}
                near |= spots - {place.spots[other] for other in near} - {place.spots[cell]}
            yield [cell, *(spot if isinstance(spot, int) else None for spot in near)]

    for text in rules.get("forbid", []):
        drawn = _drawn(text)
        for cells in lay([*drawn]):
            add(cells, lambda shown, drawn=drawn: not _shows(shown, [*drawn.values()]))
    for count in rules.get("count", []):
        for cells in around(count["neighbours"]):

            def fine(shown: list[int], count: Any = count) -> bool:
                number = sum(value in count["of"] for value in shown[1:])
                return shown[0] != count["cell"] or number in count["allowed"]

            add(cells, fine)
    for window in rules.get("window", []):
        drawn = _drawn("/".join(window["shape"]) if isinstance(window["shape"], list) else window["shape"])
        for cells in lay([*drawn]):
            add(cells, lambda shown, drawn=drawn, window=window: _holds(window, _lettered(drawn, shown)))
    for near in rules.get("near", []):
        for cells in around(near["neighbours"]):
            add(
                cells, lambda s, near=near: _holds(near, {"x": s[0], "near": Listed(s[1:]), "all": Listed(s)})
            )
    for line in rules.get("line", []):
        if "order" in line:
            for one, other in _neighbouring(line, place):
                add(one + other, lambda shown, line=line: _is_ordered(line, shown))
            continue
        for cells in _runs(line["along"], place):
            add(cells, lambda shown, line=line: _reads(line, shown))
    for pin in rules.get("pin", []):
        for cell in _pinned(pin["at"], place):
            add([cell], lambda shown, pin=pin: _holds(pin, {"x": shown[0]}))
    return found


def _runs(along: Any, place: Place) -> Iterator[list[int]]:
    """The longest runs of cells in each direction."""
    steps = {"rows": (0, 1), "columns": (1, 0), "diagonals": (1, 1), "antidiagonals": (1, -1)}
    for word in dict.fromkeys([along] if isinstance(along, str) else along):
        down, right = steps[word]
        closed = (down and place.wraps[0]) or (right and place.wraps[1])
        assert not closed, "refused before"
        for cell in range(place.size):
            if place.beside(cell, -down, -right) is None:
                run = [cell]
                while (after := place.beside(run[-1], down, right)) is not None:
                    run.append(after)
                yield run


def _neighbouring(line: Any, place: Place) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The cells of rows, or columns, and those of the next ones; of whole rectangles alone."""
    assert not any(place.wraps), "refused before"
    assert place.size == place.rows * place.cols, "refused before"
    for word in line["along"]:
        lines = [[place.cell[row, col] for col in range(place.cols)] for row in range(place.rows)]
        lines = lines if word == "rows" else [list(each) for each in zip(*lines, strict=True)]
        for one, other in pairwise(lines):
            if one:
                yield tuple(one), tuple(other)


def _is_ordered(line: Any, shown: list[int]) -> bool:
    half, step = len(shown) // 2, -1 if line.get("read") == "backwards" else 1
    one, other = shown[:half][::step], shown[half:][::step]
    return {
        "nondecreasing": one <= other,
        "increasing": one < other,
        "nonincreasing": one >= other,
        "decreasing": one > other,
    }[line["order"]]


def _reads(line: Any, shown: list[int]) -> bool:
    if "match" in line:
        words = line["match"].split() if " " in line["match"] else re.findall(r"-?\d|.", line["match"])
        pattern = "".join(chr(1000 + int(word)) if word.lstrip("-").isdigit() else word for word in words)
        return re.fullmatch(pattern, "".join(chr(1000 + value) for value in shown)) is not None
    state, bare = line.get("start", 0), {"__builtins__": {}, **_FUNCTIONS}
    for x in shown:
        if not eval(line.get("require", "1"), {**bare, "s": state, "x": x}):
            return False
        state = int(eval(line["next"], {**bare, "s": state, "x": x}))
    return bool(eval(line.get("accept", "1"), {**bare, "s": state}))


class Listed(list):  # type: ignore[type-arg]
    """A list that is called as a function, as ``all`` is both."""

    def __call__(self, *given: Any) -> bool:
        return all(_listing(given))


def _listing(given: Sequence[Any]) -> list[Any]:
    one = given[0] if len(given) == 1 else given
    return [one] if isinstance(one, int) else list(one)


_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "abs": abs,
    "sum": lambda *given: sum(_listing(given)),
    "count": lambda *given: sum(map(bool, _listing(given))),
    "min": lambda *given: min(_listing(given), default=0),
    "max": lambda *given: max(_listing(given), default=0),
    "sorted": lambda *given: sorted(_listing(given)),
    "distinct": lambda *given: len(set(_listing(given))),
    "size": lambda *given: len(_listing(given)),
    "any": lambda *given: any(_listing(given)),
    "all": lambda *given: all(_listing(given)),
    "median": lambda *given: (sorted(_listing(given))[::-1] or [0])[len(_listing(given)) // 2],
}


def _holds(table: Any, names: dict[str, Any]) -> int:
    """What Python itself says of an expression; the texts are those of these tests alone."""
    text = table.get("require", table.get("forbid", table.get("map")))
    value = eval(text, {"__builtins__": {}, **_FUNCTIONS, **names})
    return int(value) if "map" in table else bool(value) == ("require" in table)


def _lettered(drawn: dict[tuple[int, int], str], shown: list[int]) -> dict[str, Any]:
    spots = dict(zip(drawn, shown, strict=True))
    rows = [[v for (r, _), v in spots.items() if r == row] for row in sorted({r for r, _ in spots})]
    columns = [[v for (_, c), v in spots.items() if c == col] for col in sorted({c for _, c in spots})]
    letters = {drawn[spot]: value for spot, value in spots.items()}
    return {**letters, "all": Listed(shown), "rows": rows, "columns": columns}


def _pinned(at: Any, place: Place) -> list[int]:
    """The cells that a pin names, as the board has them."""
    if isinstance(at, list) and at and isinstance(at[0], list | str):
        return sorted({cell for one in at for cell in _pinned(one, place)})
    top, bottom, left, right = 0, place.rows - 1, 0, place.cols - 1
    if place.graph:
        return [0 if at == "first" else place.size - 1] if place.size else []
    words = {
        "top": {(top, c) for c in range(place.cols)}, "bottom": {(bottom, c) for c in range(place.cols)},
        "left": {(r, left) for r in range(place.rows)}, "right": {(r, right) for r in range(place.rows)},
    }  # fmt: skip
    if isinstance(at, list):
        row, col = (
            n - 1 if n > 0 else side + n for n, side in zip(at, (place.rows, place.cols), strict=True)
        )
        spots = {(row, col)}
    elif at == "border":
        spots = set().union(*words.values())
    elif at == "corners":
        spots = {(r, c) for r in (top, bottom) for c in (left, right)}
    elif at in ("first", "last"):
        spots = {(min if at == "first" else max)(place.spots)} if place.spots else set()
    else:
        one, other = at.split()
        if other.lstrip("-").isdigit():
            number = int(other)
            side = place.rows if one == "row" else place.cols
            line = number - 1 if number > 0 else side + number
            spots = {spot for spot in place.spots if spot[one == "column"] == line}
        else:
            spots = words[one] & words.get(other, words[one])
    return [cell for cell, spot in enumerate(place.spots) if spot in spots]


def _around(neighbours: str, place: Place, cell: int) -> set[int]:
    if neighbours == "rook":
        return set(place.near[cell])
    spots = [place.beside(cell, *offset) for offset in _offsets(neighbours)]
    return {spot for spot in spots if spot is not None}


def _offsets(neighbours: str) -> list[tuple[int, int]]:
    drawn = _drawn({"king": "ooo/oXo/ooo", "rook": ".o./oXo/.o."}.get(neighbours, neighbours))
    row, col = next(spot for spot, mark in drawn.items() if mark == "X")
    return [(r - row, c - col) for r, c in drawn]


def _shows(values: Sequence[int], marks: Sequence[str]) -> bool:
    """Whether a window matches: numbers are met, equal letters have equal colours, others not."""
    pairs = zip(values, marks, strict=True)
    met = all(mark == str(value) for value, mark in pairs if mark != "?" and not mark.isalpha())
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


def colours_of(rule: RuleData) -> list[tuple[str, list[str]]]:
    """Who owns each colour (L, R, or LR for both), and its pieces."""
    if "both" in rule:
        return [("LR", rule["both"]["pieces"])]
    if "colours" in rule:
        number, pieces = rule["colours"]["number"], rule["colours"]["pieces"]
        return [("L", pieces), ("R", pieces)] if number == 2 else [("LR", pieces)] * number
    return [("L", rule["left"]["pieces"]), ("R", rule["right"]["pieces"])]


def _positions(rule: RuleData, place: Place, positions: str, budget: list[int]) -> Listing:
    """The positions as lists of placements, whose names are the numbers of their colours."""
    colours, rules = colours_of(rule), rule.get("rules", {})
    moves: list[tuple[int, frozenset[int]]] = []
    for colour, (_, pieces) in enumerate(colours):
        laid = {frozenset(cells) for piece in pieces for cells in _spots(place, [*_drawn(piece)])}
        moves += [(colour, cells) for cells in sorted(laid, key=sorted)]
    each = [(0, 1) if colours[colour][0] == "R" else (1, 0) for colour, _ in moves]
    apart = kept_apart(colours, rules.get("forbid_adjacent", []))

    def together(one: int, other: int) -> bool:
        (first, mine), (second, others) = moves[one], moves[other]
        touch = any(place.near[cell] & others for cell in mine)
        return not mine & others and not (touch and (first, second) in apart)

    def breathes(chosen: Sequence[int]) -> bool:
        on = {cell: moves[move][0] for move in chosen for cell in moves[move][1]}
        asked = rules.get("liberties", False)
        owner = "" if asked is True else str(asked)[0].upper()  # left, right, or True for all
        return not asked or all(_liberty(place, on, cell) for cell in on if owner in colours[on[cell]][0])

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
    full = positions == "full"
    is_played = positions == "play" and len(colours) == 2

    def alternates(chosen: list[int]) -> bool:
        left = sum(each[move] == (1, 0) for move in chosen)
        return abs(2 * left - len(chosen)) <= 1

    found = (
        chosen
        for chosen in sets(0, [])
        if all(stuck(player, chosen) for player in asked)
        and not (full and sum(len(moves[move][1]) for move in chosen) < place.size)
        and (not is_played or alternates(chosen))
    )
    return Listing(each, [_marked(*move) for move in moves], found)


def _marked(name: Any, cells: Iterable[int]) -> Mark:
    return name, frozenset((0, cell) for cell in cells)


def _covers(table: Any, place: Place, budget: list[int]) -> Listing:
    """Pieces one after the other on the first cell that is open."""
    laid: list[tuple[frozenset[int], tuple[int, int]]] = []
    for text in table["pieces"]:
        rows = [text.split("/")]
        for _ in range(3 if table.get("turned") else 0):
            rows.append(["".join(line)[::-1] for line in zip(*rows[-1], strict=True)])
        rows += [one[::-1] for one in rows] if table.get("mirrored") and table.get("turned") else []
        rows += [[row[::-1] for row in one] for one in rows] if table.get("mirrored") else []
        shapes = [[*_drawn("/".join(one))] for one in rows]
        cells = {frozenset(spots) for shape in shapes for spots in _spots(place, shape)}
        weight = _powers(table.get("weight", {}).get(text, "1"))
        laid += [(spots, weight) for spots in sorted(cells, key=sorted)]

    def extended(chosen: list[int], open_: frozenset[int]) -> Iterator[list[int]]:
        _spend(budget)
        if not open_:
            yield chosen
        for number, (spots, _) in enumerate(laid if open_ else []):
            if min(open_) in spots and spots <= open_:
                yield from extended([*chosen, number], open_ - spots)

    marks = [_marked(0, spots) for spots, _ in laid]
    return Listing([weight for _, weight in laid], marks, extended([], frozenset(range(place.size))))


def _edge_sets(table: Any, place: Place, budget: list[int]) -> Listing:
    """Every set of edges: whether degrees at vertices and at ends of edges, and the graph, are as asked."""
    pairs = _pairs(place)
    vertex = [table.get("vertex", "1")] * place.size
    for pin in table.get("pin", []):
        for at in pin["at"]:
            for cell in _pinned(at, place):
                vertex[cell] = pin["vertex"]

    def asked(text: str, **names: int) -> bool:
        return bool(eval(text, {"__builtins__": {}, **_FUNCTIONS, **names}))

    def found() -> Iterator[list[int]]:
        for chosen in ([k for k in range(len(pairs)) if bits >> k & 1] for bits in range(2 ** len(pairs))):
            _spend(budget)
            ends = [end for number in chosen for end in pairs[number]]
            numbers = [ends.count(cell) for cell in range(place.size)]
            d = [k % table["modulo"] if "modulo" in table else min(k, table.get("cap", 1)) for k in numbers]
            words = ["taken" if number in chosen else "left" for number in range(len(pairs))]
            if all(asked(text, d=degree) for text, degree in zip(vertex, d, strict=True)) and all(
                asked(table.get(word, "1"), a=d[a], b=d[b]) for word, (a, b) in zip(words, pairs, strict=True)
            ):
                vertices = range(place.size) if table.get("spanning") else sorted({*ends})
                taken = [pairs[number] for number in chosen]
                if not {"components", "joins", "apart", "each", "component_weight"} & {*table}:
                    vertices = range(place.size)  # a vertex alone is no cycle
                marks = [len(pairs)] * len(graph_parts.parts(vertices, taken))
                for _ in range(graph_parts.ways(table, vertices, taken, lambda at: _pinned(at, place))):
                    yield [*chosen, *marks]

    weights = [_powers(table.get("weight", "1"))] * len(pairs)
    powers = [*weights, _powers(table.get("component_weight", "1"))]
    return Listing(powers, [_marked(0, pair) for pair in pairs], found())


def _pairs(place: Place) -> list[tuple[int, int]]:
    return [(cell, other) for cell, near in enumerate(place.near) for other in sorted(near) if cell < other]


def _connected(
    rule: RuleData, place: Place, found: Iterator[list[int]], each: list[Any]
) -> Iterator[list[int]]:
    """The arrays whose graphs are as asked; a component is one thing more, with its weight."""
    graphs = []
    values = values_of(rule)
    for table in rule["rules"]["connected"]:
        pairs = {
            (min(cell, other), max(cell, other))
            for cell in range(place.size)
            for other in _around(table.get("neighbours", "rook"), place, cell)
            if other != cell
        }
        each.append(_powers(table.get("component_weight", "1")))
        every = [{value} for value in values] if table["of"] == "each" else [{*table["of"]}]
        graphs += [(table, of, sorted(pairs), len(each) - 1) for of in every]
    for numbers in found:
        more: list[int] = []
        for table, of, pairs, mark in graphs:
            cells = [cell for cell, number in enumerate(numbers) if values[number] in of]
            edges = [pair for pair in pairs if {*pair} <= {*cells}]
            if not graph_parts.ways(table, cells, edges, lambda at: _pinned(at, place)):
                break
            more += [mark] * len(graph_parts.parts(cells, edges))
        else:
            yield [*numbers, *more]


def _orientations(table: Any, place: Place, budget: list[int]) -> Listing:
    """Every way to give edges a direction; an arrow is number 2k or 2k + 1 on edge k."""
    pairs = _pairs(place)
    both = [arrow for pair in pairs for arrow in (pair, pair[::-1])]

    def found() -> Iterator[list[int]]:
        for turns in product((0, 1), repeat=len(pairs)):
            _spend(budget)
            numbers = [2 * k + turn for k, turn in enumerate(turns)]
            arrows = {both[k] for k in numbers}
            fine = all(
                eval(
                    table.get("vertex", "1"),
                    {"__builtins__": {}, **_FUNCTIONS, "i": sum(b == cell for _, b in arrows),
                     "o": sum(a == cell for a, _ in arrows)},
                )
                for cell in range(place.size)
            )  # fmt: skip
            if fine and graph_parts.is_turned_so(table, place.size, arrows):
                yield numbers

    return Listing([(0, 0)] * len(both), [_arrow(*arrow) for arrow in both], found())


def _arrow(first: int, second: int) -> Mark:
    return 0, frozenset({("from", first), ("to", second)})


def _permutations(table: Any, place: Place, budget: list[int]) -> Listing:
    """Where each cell points, cell by cell."""
    marks = table.get("weight", {})
    ways: list[tuple[int, int, tuple[int, int]]] = []
    for cell in range(place.size):
        others = {cell: _powers(marks.get("stay", "1"))} if table["stay"] else {}
        for text in table["moves"]:
            for other in sorted(_around(text, place, cell) - {cell}):
                others.setdefault(other, _powers(marks.get(text, "1")))
        ways += [(cell, other, weight) for other, weight in others.items()]

    def extended(chosen: list[int], taken: frozenset[int]) -> Iterator[list[int]]:
        _spend(budget)
        if len(chosen) == place.size:
            yield chosen
        for number, (cell, other, _) in enumerate(ways):
            if cell == len(chosen) and other not in taken:
                yield from extended([*chosen, number], taken | {other})

    marks = [_arrow(cell, other) for cell, other, _ in ways]
    return Listing([weight for _, _, weight in ways], marks, extended([], frozenset()))


def _spots(place: Place, shape: list[tuple[int, int]]) -> Iterator[Sequence[int]]:
    if not place.graph:
        return place.laid(shape)
    if len(shape) == 1:
        return ((cell,) for cell in range(place.size))
    return ((cell, other) for cell in range(place.size) for other in place.near[cell])


def kept_apart(colours: list[tuple[str, list[str]]], words: Sequence[str]) -> set[tuple[int, int]]:
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
