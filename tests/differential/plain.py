"""Listing of all configurations, directly from the data of a rule, including its parsing, without gfkit.

A board is a list of cells with a function from a cell and an offset to a cell. Arrays and tile sets are all
assignments that violate no condition; a placement game is all compatible sets of placements. The only
reference is the text of docs/rule-files.md and docs/boards.md.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations, product
from typing import Any

from . import graphs as graph_parts
from .case import RuleData

Powers = tuple[int, ...]
Condition = tuple[tuple[int, ...], Callable[[Sequence[int]], int]]
"""Cells, and whether their values are fine."""
Spot = tuple[int, int]
_SIDES = {
    "top": (-1, 0, "bottom"), "right": (0, 1, "left"), "bottom": (1, 0, "top"), "left": (0, -1, "right"),
}  # fmt: skip
_ALIKE = {"ladder:": "2x{}", "prism:": "cylinder:{}x2"}
_FIGURES = {
    "path:2": ((0, 1),), "path:3": ((0, 1), (1, 2)), "complete:3": ((0, 1), (1, 2), (0, 2)),
    "cycle:4": ((0, 1), (1, 2), (2, 3), (0, 3)), "graph:a-b,a-c,a-d": ((0, 1), (0, 2), (0, 3)),
}  # fmt: skip
"""Pieces that are graphs, by their edges."""
_STEPS = {"king": "ooo/oXo/ooo", "rook": ".o./oXo/.o.", "corner": "o.o/.X./o.o"}
_STEPS["knight"] = ".o.o./o...o/..X../o...o/.o.o."
_ADMITTED = {".": "LR", "<": "L", ">": "R", "!": ""}


class TooManyError(Exception):
    """More to list than was allowed."""


class Place:
    """The board of size n of a family, a drawn board, or a graph by its edges; with who may play where."""

    def __init__(self, family: str, n: int = 0) -> None:
        for word, alike in _ALIKE.items():
            if family.startswith(word):
                family = alike.format(family.removeprefix(word))
        word, self.wraps = "", (False, False)
        if set(family) <= {*".#/<>!"}:
            drawn = family.split("/")
            self.rows, self.cols = len(drawn), max(map(len, drawn))
            self.spots = [(r, c) for r, row in enumerate(drawn) for c, mark in enumerate(row) if mark != "#"]
            self.admits = [_ADMITTED[drawn[r][c]] for r, c in self.spots]
        elif family.startswith("graph:"):
            word, (listed, *kept) = "graph", family.removeprefix("graph:").split(";")
            names = [*dict.fromkeys(re.split("[,-]", listed))]
            self.rows, self.cols, self.spots = 1, len(names), [(0, cell) for cell in range(len(names))]
            letters, owners = {"left": "L", "right": "R", "nobody": ""}, {}
            for part in kept:
                owner, _, own = part.partition("=")
                owners |= dict.fromkeys(own.split(","), letters[owner])
            self.admits = [owners.get(name, "LR") for name in names]
        else:
            read = re.fullmatch(r"(?:(\w+):)?([\dn]+(?:x[\dn]+)?)", family)
            assert read is not None, f"{family} is not a family of this listing"
            word, sizes = read[1] or "", [n if size == "n" else int(size) for size in read[2].split("x")]
            self.rows, self.cols = sizes if len(sizes) == 2 else (1, sizes[0])
            self.wraps = (word in ("cylinder", "torus"), word in ("torus", "cycle"))
            self.spots = [(r, c) for r in range(self.rows) for c in range(self.cols)]
            self.admits = ["LR"] * len(self.spots)
        self.graph = word in ("path", "cycle", "complete", "star", "wheel", "graph")
        self.size = len(self.spots)
        self.cell = {spot: cell for cell, spot in enumerate(self.spots)}
        around = ((0, 1), (1, 0), (0, -1), (-1, 0))
        near = [{self.beside(cell, *step) for step in around} - {None} for cell in range(self.size)]
        self.near: list[set[int]] = near  # type: ignore[assignment]
        edges: Iterable[tuple[int, int]] = ()
        if word == "graph":
            joined = [pair.split("-") for pair in listed.split(",") if "-" in pair]
            edges = [(names.index(a), names.index(b)) for a, b in joined]
        elif word == "complete":
            edges = combinations(range(self.size), 2)
        elif word in ("star", "wheel"):
            edges = [(0, k) for k in range(1, self.size)]
            edges += [(k, k % (self.size - 1) + 1) for _, k in edges] if word == "wheel" else []
        if self.graph and word not in ("path", "cycle"):
            self.join(edges)

    def join(self, edges: Iterable[tuple[int, int]]) -> None:
        """Makes these the edges."""
        pairs = {*edges}
        self.near = [{a + b - cell for a, b in pairs if cell in (a, b)} for cell in range(self.size)]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """Return the edges."""
        return [
            (cell, other) for cell in range(self.size) for other in sorted(self.near[cell]) if cell < other
        ]

    def who(self, owners: str, cells: Collection[int]) -> str:
        """Return the owners who may place on all of these cells."""
        return "".join(player for player in owners if all(player in self.admits[cell] for cell in cells))

    def named(self, row: int, col: int) -> Spot:
        """Return a position, on the board or not, reduced modulo the cyclic directions."""
        return row % self.rows if self.wraps[0] else row, col % self.cols if self.wraps[1] else col

    def beside(self, cell: int, down: int, right: int) -> int | None:
        row, col = self.spots[cell]
        return self.cell.get(self.named(row + down, col + right))

    def laid(self, shape: Sequence[Spot]) -> Iterator[tuple[int, ...]]:
        """Yield the placements of a shape, by its first cell, on distinct cells."""
        for cell in range(self.size):
            spots = [self.beside(cell, r - shape[0][0], c - shape[0][1]) for r, c in shape]
            cells = tuple(spot for spot in spots if spot is not None)
            if len(set(cells)) == len(shape):
                yield cells

    def lying(self, piece: str) -> set[frozenset[int]]:
        """Return the sets of cells of the placements of a piece; on a graph a bar of two cells is an edge."""
        shape, size = [*_drawn(piece)] if piece not in _FIGURES else [], range(self.size)
        if len(shape) == 1:
            return {frozenset({cell}) for cell in size}
        if shape and not self.graph:
            return {frozenset(cells) for cells in self.laid(shape)}
        edges = _FIGURES.get(piece, ((0, 1),))
        every = permutations(size, 1 + max(max(edge) for edge in edges))
        return {frozenset(cells) for cells in every if all(cells[b] in self.near[cells[a]] for a, b in edges)}

    def distances(self) -> list[dict[int, int]]:
        """Return the distances from each cell to each reachable cell."""
        found = []
        for cell in range(self.size):
            far, reached = {cell: 0}, [cell]
            for here in reached:
                new = [other for other in self.near[here] if other not in far]
                far |= dict.fromkeys(new, far[here] + 1)
                reached += new
            found.append(far)
        return found

    def overlapping(self, shape: Sequence[Spot]) -> Iterator[list[int | None]]:
        """Yield the shape in all positions that meet the board, on distinct cells; None is off the board."""
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
Position = frozenset[Mark]


@dataclass(frozen=True)
class Listing:
    """Configurations as lists of numbers of marks, with the powers of x and y of each mark."""

    powers: list[Spot]
    marks: list[Mark]
    """Empty for arrays and tile sets: there number v at place k of a list stands for value v on cell k."""
    configurations: Iterator[list[int]]

    def weight(self, numbers: Sequence[int]) -> Spot:
        """Return the powers of x and y of a configuration."""
        return sum(self.powers[k][0] for k in numbers), sum(self.powers[k][1] for k in numbers)


def powers_in(weights: str, power: Spot) -> Powers:
    """Return the powers of x and y that the weights distinguish."""
    return {"none": (), "pieces": (sum(power),), "players": power}[weights]


def listed(
    rule: RuleData, family: str, n: int = 0, positions: str = "all", weights: str = "none", most: int = 2000
) -> dict[Powers, int]:
    """Return the polynomial of a board as a dictionary. Raise TooManyError after ``most`` steps."""
    place = Place(family, n)
    listing = _listing_on(rule, place, positions, most)
    total = Counter(powers_in(weights, listing.weight(numbers)) for numbers in listing.configurations)
    by = rule.get("divide", 1) if place.size else 1
    assert all(number % by == 0 for number in total.values()), "made so that it divides"
    return {powers: number // by for powers, number in total.items()}


def configurations(
    rule: RuleData, place: Place, positions: str = "all", most: int = 2000
) -> Iterator[tuple[Position, Spot]]:
    """Yield the marks and powers of each configuration. Raise TooManyError after ``most`` steps."""
    listing, is_filled = _listing_on(rule, place, positions, most), "cells" in rule or "tile" in rule
    names: Sequence[Any] = values_of(rule) if "cells" in rule else range(len(rule.get("tile", [])))
    for numbers in listing.configurations:
        if is_filled:  # numbers beyond the cells denote components
            marks = [_marked(names[v], [cell]) for cell, v in enumerate(numbers[: place.size])]
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
        for one in rule.get("rules", {}).get("window", []):
            found = _weighted(rule, place, found, each, one) if "weight" in one else found
        return Listing(each, [], found)
    if "tile" in rule:
        each = [_powers(tile.get("weight", "1")) for tile in rule["tile"]]
        return Listing(each, [], _fillings(len(each), place.size, _tile_conditions(rule, place), budget))
    makers = {"cover": _covers, "pointers": _permutations, "orientations": _orientations, "edges": _edge_sets}
    for key, make in makers.items():
        if key in rule:
            return make(rule[key], place, budget)
    return _positions(rule, place, positions, budget)


def _powers(weight: str) -> Spot:
    """Return the powers of x and y in a monomial such as x*y^2."""
    found: Counter[str] = Counter()
    for letter, power in re.findall(r"([xy])(?:\^(\d+))?", str(weight)):
        found[letter] += int(power or 1)
    return found["x"], found["y"]


def _drawn(text: str) -> dict[Spot, str]:
    rows = [row.split() if " " in text else row for row in text.split("/")]
    return {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row) if mark != "."}


def images(text: str, *, turned: bool, mirrored: bool) -> list[str]:
    """Return the drawing in every allowed orientation."""
    rows = text.split("/")
    found = [[row.ljust(max(map(len, rows)), ".") for row in rows]] if turned else [rows]
    if turned:
        for _ in range(3):
            found.append(["".join(col) for col in zip(*found[-1][::-1], strict=True)])
    if mirrored:
        found += [[row[::-1] for row in rows] for rows in found]
    return list(dict.fromkeys("/".join(rows) for rows in found))


def _spend(budget: list[int]) -> None:
    budget[0] -= 1
    if budget[0] < 0:
        raise TooManyError


def _fillings(kinds: int, size: int, conditions: list[Condition], budget: list[int]) -> Iterator[list[int]]:
    due = [[one for one in conditions if max(one[0], default=-1) == cell] for cell in range(-1, size)]

    def fill(values: list[int]) -> Iterator[list[int]]:
        if len(values) == size:
            yield values
            return
        for kind in range(kinds):
            _spend(budget)
            more = [*values, kind]
            if all(fine([more[cell] for cell in cells]) for cells, fine in due[len(more)]):
                yield from fill(more)

    return fill([]) if all(fine([]) for _, fine in due[0]) else iter(())


def _as_wholes(rule: RuleData, place: Place, found: Iterator[list[int]]) -> Iterator[list[int]]:
    """Yield the arrays with allowed pattern counts, in order, or one for each class or image."""
    cells, classes, images = rule["cells"], set(), set()

    def tests(kind: str, tables: list[Any]) -> list[Condition]:
        return _array_conditions({"cells": cells, "rules": {kind: tables}}, place)

    def often(conditions: list[Condition], numbers: list[int]) -> list[int]:
        return [test([numbers[cell] for cell in at]) for at, test in conditions]

    counted = []
    for one in rule.get("rules", {}).get("exactly", []):
        if "shapes" in one:
            parts = {str(_drawn(p)): p for p in one["shapes"]}.values()
            says = {"map": one["sum"]} if "sum" in one else {"require": one["when"]}
            counted.append((one, tests("window", [{"shape": p, **says} for p in parts])))
        else:
            counted.append((one, tests("near", [{**one, "require": one["when"]}])))
    image = rule.get("image", {})
    shown = tests("near" if "neighbours" in image else "window", [image] if image else [])
    for numbers in found:
        fine = True
        for one, conditions in counted:
            total = sum(often(conditions, numbers))
            fine = fine and total in one.get("number", [total])
            fine = fine and one.get("at_least", total) <= total <= one.get("at_most", total)
        order = [*dict.fromkeys(numbers)]
        if cells.get("new_values"):
            fine = fine and order == list(range(len(order)))
        if fine and cells.get("count_up_to"):
            parts = frozenset(frozenset(k for k, n in enumerate(numbers) if n == one) for one in order)
            fine = parts not in classes
            classes.add(parts)
        if fine and image:
            seen = tuple(often(shown, numbers))
            fine = seen not in images
            images.add(seen)
        if fine:
            yield numbers


def _weighted(
    rule: RuleData, place: Place, found: Iterator[list[int]], each: list[Spot], one: RuleData
) -> Iterator[list[int]]:
    """Yield the arrays, with an additional entry for each match of a window with a weight."""
    window = {"shape": one["shape"], "require": one["when"]}
    tests = _array_conditions({"cells": rule["cells"], "rules": {"window": [window]}}, place)
    each.append(_powers(one["weight"]))
    mark = len(each) - 1
    for numbers in found:
        held = [test([numbers[cell] for cell in at]) for at, test in tests]
        yield [*numbers, *[mark] * sum(map(bool, held))]


def values_of(rule: RuleData) -> list[int]:
    """Return the values of the cells, ascending."""
    given = rule["cells"].get("values")
    if isinstance(given, str):
        low, high = map(int, given.split(".."))
        return list(range(low, high + 1))
    return sorted(given) if given else list(range(rule["cells"]["colours"]))


def _array_conditions(rule: RuleData, place: Place) -> list[Condition]:
    """Yield every condition at every position, on indices of values."""
    values, rules = values_of(rule), rule.get("rules", {})
    outside = rule["cells"].get("outside")
    found: list[Condition] = []

    def add(every: Iterable[Sequence[int | None]], fine: Callable[[list[int]], int]) -> None:
        for places in every:

            def test(numbers: Sequence[int], places: Any = places) -> int:
                shown = iter(values[number] for number in numbers)
                return fine([outside if spot is None else next(shown) for spot in places])

            found.append((tuple(spot for spot in places if spot is not None), test))

    def lay(shape: Iterable[Spot]) -> Iterator[Sequence[int | None]]:
        return place.laid([*shape]) if outside is None else place.overlapping([*shape])

    def around(neighbours: str) -> Iterator[Sequence[int | None]]:
        for cell in range(place.size):
            near: set[int | Spot] = {*_around(neighbours, place, cell)} - {cell}
            if outside is not None and not place.graph:
                row, col = place.spots[cell]
                spots = {place.named(row + r, col + c) for r, c in _offsets(neighbours)}
                near |= spots - {place.spots[other] for other in near} - {place.spots[cell]}
            yield [cell, *(spot if isinstance(spot, int) else None for spot in near)]

    for text in rules.get("forbid", []):
        drawn = _drawn(text)
        add(lay(drawn), lambda shown, drawn=drawn: not _shows(shown, [*drawn.values()]))
    for one in rules.get("count", []):
        add(
            around(one["neighbours"]),
            lambda s, one=one: s[0] != one["cell"] or sum(v in one["of"] for v in s[1:]) in one["allowed"],
        )
    for one in rules.get("window", []):
        if "weight" in one:
            continue
        drawn = _drawn(one["shape"] if isinstance(one["shape"], str) else "/".join(one["shape"]))
        add(lay(drawn), lambda shown, drawn=drawn, one=one: _holds(one, _lettered(drawn, shown)))
    for one in rules.get("near", []):
        add(
            around(one["neighbours"]),
            lambda s, one=one: _holds(one, {"x": s[0], "near": Listed(s[1:]), "all": Listed(s)}),
        )
    for line in rules.get("line", []):
        if "order" in line:
            add(_neighbouring(line, place), lambda shown, line=line: _is_ordered(line, shown))
        else:
            add(_runs(line["along"], place), lambda shown, line=line: _reads(line, shown))
    for pin in rules.get("pin", []):
        cells = [[cell] for cell in _pinned(pin["at"], place)]
        add(cells, lambda shown, pin=pin: _holds(pin, {"x": shown[0]}))
    return found


def _runs(along: Any, place: Place) -> Iterator[list[int]]:
    """Yield the longest runs of cells in each direction; an empty one for rows or columns of length 0."""
    steps = {"rows": (0, 1), "columns": (1, 0), "diagonals": (1, 1), "antidiagonals": (1, -1)}
    for word in dict.fromkeys([along] if isinstance(along, str) else along):
        down, right = steps[word]
        assert not (down and place.wraps[0]), "refused before"
        assert not (right and place.wraps[1]), "refused before"
        if (word == "rows" and not place.cols and place.rows) or (
            word == "columns" and place.rows == 0 < place.cols
        ):
            yield []
        for cell in range(place.size):
            if place.beside(cell, -down, -right) is None:
                run = [cell]
                while (after := place.beside(run[-1], down, right)) is not None:
                    run.append(after)
                yield run


def _neighbouring(line: Any, place: Place) -> Iterator[list[int]]:
    """Yield the cells of consecutive rows, or columns, in rectangles."""
    assert not any(place.wraps), "refused before"
    assert place.size == place.rows * place.cols, "refused before"
    for word in line["along"]:
        rows, cols = range(place.rows), range(place.cols)
        across = [[place.cell[row, col] for col in cols] for row in rows]
        lines = across if word == "rows" else [[place.cell[row, col] for row in rows] for col in cols]
        yield from ([*one, *other] for one, other in pairwise(lines))


def _is_ordered(line: Any, shown: list[int]) -> bool:
    half, step = len(shown) // 2, -1 if line.get("read") == "backwards" else 1
    one, other = shown[:half][::step], shown[half:][::step]
    orders = {"nondecreasing": one <= other, "increasing": one < other, "nonincreasing": one >= other}
    return {**orders, "decreasing": one > other}[line["order"]]


def _reads(line: Any, shown: list[int]) -> bool:
    if "match" in line:
        words = line["match"].split() if " " in line["match"] else re.findall(r"-?\d|.", line["match"])
        pattern = "".join(chr(1000 + int(word)) if word.lstrip("-").isdigit() else word for word in words)
        return re.fullmatch(pattern, "".join(chr(1000 + value) for value in shown)) is not None
    if "pairs" in line:
        pairs = [*pairwise(shown)]
        return all(_said(line["pairs"], a=a, b=b, c=c, d=d) for a, b in pairs for c, d in pairs)
    state = line.get("start", 0)
    for x in shown:
        if not _said(line.get("require", "1"), s=state, x=x):
            return False
        state = int(_said(line["next"], s=state, x=x))
    return bool(_said(line.get("accept", "1"), s=state))


class Listed(list):  # type: ignore[type-arg]
    """A list that is called as a function, as ``all`` is both."""

    def __call__(self, *given: Any) -> bool:
        return all(_listing(given))


def _listing(given: Sequence[Any]) -> list[Any]:
    one = given[0] if len(given) == 1 else given
    return [one] if isinstance(one, int) else list(one)


FUNCTIONS: dict[str, Callable[..., Any]] = {
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


def _said(text: str, **names: Any) -> Any:
    """Evaluate an expression with Python; only these tests contain the strings."""
    return eval(text, {"__builtins__": {}, **FUNCTIONS, **names})


def _holds(table: Any, names: dict[str, Any]) -> int:
    value = _said(table.get("require", table.get("forbid", table.get("map"))), **names)
    return int(value) if "map" in table else bool(value) == ("require" in table)


def _lettered(drawn: dict[Spot, str], shown: list[int]) -> dict[str, Any]:
    spots = dict(zip(drawn, shown, strict=True))
    lines = [
        [[v for s, v in spots.items() if s[axis] == k] for k in sorted({s[axis] for s in spots})]
        for axis in (0, 1)
    ]
    letters = {drawn[spot]: value for spot, value in spots.items()}
    return {**letters, "all": Listed(shown), "rows": lines[0], "columns": lines[1]}


def _pinned(at: Any, place: Place) -> list[int]:
    """Return the cells that a pin names on the board."""
    if isinstance(at, list) and at and isinstance(at[0], list | str):
        return sorted({cell for one in at for cell in _pinned(one, place)})
    if not place.size:
        return []
    sides, ends = (place.rows, place.cols), (min(place.spots), max(place.spots))
    words = {"top": (0, 0), "bottom": (0, sides[0] - 1), "left": (1, 0), "right": (1, sides[1] - 1)}
    sets = {word: {spot for spot in place.spots if spot[axis] == k} for word, (axis, k) in words.items()}
    if isinstance(at, list):
        spots = {tuple(k - 1 if k > 0 else side + k for k, side in zip(at, sides, strict=True))}
    elif at == "border":
        spots = set().union(*sets.values())
    elif at == "corners":
        spots = (sets["top"] | sets["bottom"]) & (sets["left"] | sets["right"])
    elif at in ("first", "last") or place.graph:
        spots = {ends[at != "first"]}
    else:
        one, other = at.split()
        if other.lstrip("-").isdigit():
            axis, k = one == "column", int(other)
            spots = {spot for spot in place.spots if spot[axis] == (k - 1 if k > 0 else sides[axis] + k)}
        else:
            spots = sets[one] & sets.get(other, sets[one])
    return [cell for cell, spot in enumerate(place.spots) if spot in spots]


def _around(neighbours: str, place: Place, cell: int) -> set[int]:
    if neighbours == "rook":
        return set(place.near[cell])
    spots = [place.beside(cell, *offset) for offset in _offsets(neighbours)]
    return {spot for spot in spots if spot is not None}


def _offsets(neighbours: str) -> list[Spot]:
    drawn = _drawn(_STEPS.get(neighbours, neighbours))
    row, col = next(spot for spot, mark in drawn.items() if mark == "X")
    return [(r - row, c - col) for r, c in drawn]


def _shows(values: Sequence[int], marks: Sequence[str]) -> bool:
    """Return True if a window matches: digits are values, and letters are equal just if the colours are."""
    pairs = [*zip(values, marks, strict=True)]
    met = all(mark == str(value) for value, mark in pairs if mark != "?" and not mark.isalpha())
    lettered = [(value, mark) for value, mark in pairs if mark.isalpha()]
    return met and all((a == b) == (m == k) for (a, m), (b, k) in combinations(lettered, 2))


def _tile_conditions(rule: RuleData, place: Place) -> list[Condition]:
    labels = [{side: str(tile[side]) for side in _SIDES} for tile in rule["tile"]]
    found: list[Condition] = []
    for cell, (side, (down, right, opposite)) in product(range(place.size), _SIDES.items()):
        other = place.beside(cell, down, right)
        if other is None:
            allowed = [str(label) for label in rule["boundary"][side]]
            found.append(((cell,), lambda v, s=side, a=allowed: labels[v[0]][s] in a))
        else:
            found.append(((cell, other), lambda v, s=side, o=opposite: labels[v[0]][s] == labels[v[1]][o]))
    return found


def colours_of(rule: RuleData) -> list[tuple[str, list[str]]]:
    """Return the owner of each colour (L, R, or LR for both), and its pieces."""
    if "both" in rule:
        return [("LR", rule["both"]["pieces"])]
    if "colours" in rule:
        number, pieces = rule["colours"]["number"], rule["colours"]["pieces"]
        return [("L", pieces), ("R", pieces)] if number == 2 else [("LR", pieces)] * number
    return [("L", rule["left"]["pieces"]), ("R", rule["right"]["pieces"])]


def _positions(rule: RuleData, place: Place, positions: str, budget: list[int]) -> Listing:
    """Yield the positions as lists of placements, named by the indices of their colours."""
    colours, rules = colours_of(rule), rule.get("rules", {})
    moves = [
        (colour, cells) for colour, (owners, pieces) in enumerate(colours)
        for cells in sorted(set().union(*map(place.lying, pieces)), key=sorted) if place.who(owners, cells)
    ]  # fmt: skip
    each = [(0, 1) if colours[colour][0] == "R" else (1, 0) for colour, _ in moves]
    far = place.distances()
    kept = [(_kept_apart(colours, rules.get("forbid_adjacent", [])), {1}, [])]
    for one in rules.get("apart", []):
        steps = _offsets(one["neighbours"]) if "neighbours" in one else []
        kept.append((_kept_apart(colours, one["pieces"]), {*one.get("distances", [])}, steps))

    def together(one: int, other: int) -> bool:
        (first, mine), (second, others) = moves[one], moves[other]
        asked = [table for table in kept if (first, second) in table[0]]
        return not mine & others and not any(
            far[a].get(b) in distances or any(place.beside(a, *step) == b for step in steps)
            for _, distances, steps in asked for a in mine for b in others
        )  # fmt: skip

    def breathes(chosen: Sequence[int]) -> bool:
        on = {cell: moves[move][0] for move in chosen for cell in moves[move][1]}
        asked = rules.get("liberties", False)
        owner = "" if asked is True else str(asked)[0].upper()  # left, right, or True for all
        return not asked or all(
            has_liberty(place.near, on, cell) for cell in on if owner in colours[on[cell]][0]
        )

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
        own = [m for m, (colour, on) in enumerate(moves) if player in place.who(colours[colour][0], on)]
        return not any(fits(move, chosen) for move in own if move not in chosen)

    def is_asked(chosen: list[int]) -> bool:
        if positions == "full":
            return sum(len(moves[move][1]) for move in chosen) == place.size
        if positions == "play" and len(colours) == 2:
            return abs(2 * sum(each[move] == (1, 0) for move in chosen) - len(chosen)) <= 1
        ends = {"left-ends": "L", "right-ends": "R", "maximal": "LR"}.get(positions, "")
        return all(stuck(player, chosen) for player in ends)

    return Listing(each, [_marked(*move) for move in moves], filter(is_asked, sets(0, [])))


def _marked(name: Any, cells: Iterable[int]) -> Mark:
    return name, frozenset((0, cell) for cell in cells)


def _covers(table: Any, place: Place, budget: list[int]) -> Listing:
    """Yield the covers, placing a piece on the first open cell; those that show the same pieces once."""
    laid: list[tuple[frozenset[int], Spot]] = []
    shown: list[bool] = []
    for text in table["pieces"]:
        alike = images(text, turned=bool(table.get("turned")), mirrored=bool(table.get("mirrored")))
        weight = _powers(table.get("weight", {}).get(text, "1"))
        laid += [(spots, weight) for spots in sorted(set().union(*map(place.lying, alike)), key=sorted)]
        shown += [text not in table.get("forgotten", ())] * (len(laid) - len(shown))

    def extended(chosen: list[int], open_: frozenset[int]) -> Iterator[list[int]]:
        _spend(budget)
        if not open_:
            yield chosen
        for number, (spots, _) in enumerate(laid if open_ else []):
            if min(open_) in spots and spots <= open_:
                yield from extended([*chosen, number], open_ - spots)

    def is_whole(chosen: list[int]) -> bool:
        owner = {spot: number for number in chosen for spot in laid[number][0]}
        sides = [{(owner[cell], place.spots[cell][axis] >= line) for cell in owner} for axis, line in lines]
        has_fault = any(len(side) == len(chosen) for side in sides)
        return not has_fault and all(len({owner[spot] for spot in cells}) < 4 for cells in squares)

    axes = {"rows": (0,), "columns": (1,), "both": (0, 1)}.get(table.get("fault_free"), ())
    lines = [(axis, line) for axis in axes for line in range(1, (place.rows, place.cols)[axis])]
    squares = list(place.laid([(0, 0), (0, 1), (1, 0), (1, 1)])) if table.get("tatami") else []
    marks = [_marked(0, spots) for spots, _ in laid]
    found = filter(is_whole, extended([], frozenset(range(place.size))))
    if not all(shown):
        found = map(list, {tuple(sorted(n for n in chosen if shown[n])) for chosen in found})
    return Listing([weight for _, weight in laid], marks, found)


def _edge_sets(table: Any, place: Place, budget: list[int]) -> Listing:
    """List the sets of edges with allowed degrees at vertices and at endpoints, and an allowed graph."""
    pairs = place.pairs
    vertex = [table.get("vertex", "1")] * place.size
    for pin in table.get("pin", []):
        for cell in _pinned(pin["at"], place):
            vertex[cell] = pin["vertex"]
    of_parts = {"components", "joins", "apart", "each", "component_weight"}
    spans = table.get("spanning") or not of_parts & {*table}

    def found() -> Iterator[list[int]]:
        for chosen in ([k for k in range(len(pairs)) if bits >> k & 1] for bits in range(2 ** len(pairs))):
            _spend(budget)
            ends = [end for number in chosen for end in pairs[number]]
            numbers = [ends.count(cell) for cell in range(place.size)]
            d = [k % table["modulo"] if "modulo" in table else min(k, table.get("cap", 1)) for k in numbers]
            words = ["taken" if number in chosen else "left" for number in range(len(pairs))]
            if all(_said(text, d=degree) for text, degree in zip(vertex, d, strict=True)) and all(
                _said(table.get(word, "1"), a=d[a], b=d[b]) for word, (a, b) in zip(words, pairs, strict=True)
            ):
                vertices = range(place.size) if spans else sorted({*ends})
                taken = [pairs[number] for number in chosen]
                marks = [len(pairs)] * len(graph_parts.parts(vertices, taken))
                for _ in range(graph_parts.ways(table, vertices, taken, lambda at: _pinned(at, place))):
                    yield [*chosen, *marks]

    weights = [_powers(table.get("weight", "1"))] * len(pairs)
    powers = [*weights, _powers(table.get("component_weight", "1"))]
    return Listing(powers, [_marked(0, pair) for pair in pairs], found())


def _connected(
    rule: RuleData, place: Place, found: Iterator[list[int]], each: list[Any]
) -> Iterator[list[int]]:
    """Yield the arrays with allowed graphs; a component is an additional element, with its weight."""
    graphs = []
    values = values_of(rule)
    for table in rule["rules"]["connected"]:
        near = [_around(table.get("neighbours", "rook"), place, cell) - {cell} for cell in range(place.size)]
        pairs = sorted(
            {(min(cell, other), max(cell, other)) for cell in range(place.size) for other in near[cell]}
        )
        each.append(_powers(table.get("component_weight", "1")))
        every = [{value} for value in values] if table["of"] == "each" else [{*table["of"]}]
        graphs += [(table, of, pairs, len(each) - 1) for of in every]
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
    """Yield every orientation of the edges; an arrow is number 2k or 2k + 1 on edge k."""
    both = [arrow for pair in place.pairs for arrow in (pair, pair[::-1])]

    def found() -> Iterator[list[int]]:
        for turns in product((0, 1), repeat=len(both) // 2):
            _spend(budget)
            numbers = [2 * k + turn for k, turn in enumerate(turns)]
            arrows = {both[k] for k in numbers}
            degrees = [
                [sum(arrow[end] == cell for arrow in arrows) for end in (0, 1)] for cell in range(place.size)
            ]
            fine = all(_said(table.get("vertex", "1"), o=o, i=i) for o, i in degrees)
            if fine and graph_parts.is_turned_so(table, place.size, arrows):
                yield numbers

    return Listing([(0, 0)] * len(both), [_arrow(*arrow) for arrow in both], found())


def _arrow(first: int, second: int) -> Mark:
    return 0, frozenset({("from", first), ("to", second)})


def _permutations(table: Any, place: Place, budget: list[int]) -> Listing:
    """List the permutations, cell by cell."""
    marks = table.get("weight", {})
    ways: list[tuple[int, int, Spot]] = []
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

    arrows = [_arrow(cell, other) for cell, other, _ in ways]
    return Listing([weight for _, _, weight in ways], arrows, extended([], frozenset()))


def _kept_apart(colours: list[tuple[str, list[str]]], words: Sequence[str]) -> set[Spot]:
    """Return the ordered pairs of colours whose pieces must not be adjacent."""
    found = set()
    for (a, (one, _)), (b, (other, _)) in product(enumerate(colours), repeat=2):
        said = {"same" if a == b else "different"} | {"".join(sorted(p + q)) for p in one for q in other}
        if said & {*words}:
            found.add((a, b))
    return found


def has_liberty(near: Any, on: Mapping[Any, int], start: Any) -> bool:
    """Return True if the group of a cell is adjacent to an empty cell."""
    group, todo = {start}, [start]
    while todo:
        for cell in near[todo.pop()]:
            if cell not in on:
                return True
            if on[cell] == on[start] and cell not in group:
                group.add(cell)
                todo.append(cell)
    return False
