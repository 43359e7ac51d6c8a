"""Every filling of a board: arrays of colours under windows and counts, tilings with labelled tiles."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import ceil, log10
from typing import Any, Protocol

from gfkit.boards import Board
from gfkit.errors import MismatchError
from gfkit.games.automaton import LineRule
from gfkit.games.linkage import Linkage, MarkedPlace
from gfkit.games.rule import Cell, Exponents, Pin, Predicate
from gfkit.kinds.array.rule import (
    ArrayRule,
    Connected,
    Exactly,
    NearPredicate,
    NeighbourCount,
    WindowPredicate,
)
from gfkit.kinds.tiles.rule import Tile, TileRule
from gfkit.oracle.linkage import components_of, is_linked
from gfkit.oracle.positions import MOST_CELLS, MOST_TRIES, refuse_above, too_much
from gfkit.oracle.predicates import holds, number_of, reads


class _Test(Protocol):
    """Something that the values of some cells must fulfil."""

    @property
    def cells(self) -> tuple[int, ...]: ...

    def holds(self, values: Sequence[int]) -> bool: ...


@dataclass(frozen=True, slots=True)
class _Seen:
    """Places that a condition looks at: cells, and None where there is none, the value outside."""

    places: tuple[int | None, ...]
    outside: int | None

    def cells(self) -> tuple[int, ...]:
        return tuple(place for place in self.places if place is not None)

    def values(self, values: Sequence[int]) -> list[int]:
        """What the places show; what is beyond the border is left out where nothing is there."""
        shown = [self.outside if place is None else values[place] for place in self.places]
        return [value for value in shown if value is not None]


@dataclass(frozen=True)
class _Barred:
    """A window laid on the board: these places may not show these marks."""

    seen: _Seen
    marks: tuple[str, ...]

    @cached_property
    def cells(self) -> tuple[int, ...]:
        return self.seen.cells()

    def holds(self, values: Sequence[int]) -> bool:
        """Whether the values of the board do not show the window here.

        >>> _Barred(_Seen((0, 1, 2), None), ("a", "?", "a")).holds([1, 0, 1])
        False
        >>> _Barred(_Seen((0, 1), None), ("a", "b")).holds([1, 1])
        True
        """
        meant: dict[str, int] = {}
        for value, mark in zip(self.seen.values(values), self.marks, strict=True):
            if mark.isalpha():
                if meant.setdefault(mark, value) != value:
                    return True
            elif mark != "?" and int(mark) != value:
                return True
        return len(set(meant.values())) < len(meant)


@dataclass(frozen=True)
class _CountAt:
    """A neighbour count at one cell."""

    cell: int
    neighbours: _Seen
    rule: NeighbourCount

    @cached_property
    def cells(self) -> tuple[int, ...]:
        return (self.cell, *self.neighbours.cells())

    def holds(self, values: Sequence[int]) -> bool:
        if values[self.cell] != self.rule.cell:
            return True
        near = self.neighbours.values(values)
        return sum(value in self.rule.of for value in near) in self.rule.allowed


@dataclass(frozen=True)
class _Asked:
    """A predicate where it is laid: the window with its letters, or a cell ``x`` and its neighbours."""

    says: Predicate
    seen: _Seen
    letters: tuple[tuple[Cell, str], ...] = ()
    cell: int | None = None

    @cached_property
    def cells(self) -> tuple[int, ...]:
        return (*(() if self.cell is None else (self.cell,)), *self.seen.cells())

    def holds(self, values: Sequence[int]) -> bool:
        return holds(self.says, self.meant(values))

    def meant(self, values: Sequence[int]) -> dict[str, Any]:
        """What names mean here."""
        shown = self.seen.values(values)
        if self.cell is not None:
            x = values[self.cell]
            return {"x": x, "near": shown, "all": [x, *shown]}
        lines: dict[tuple[int, int], list[int]] = {}
        for ((row, col), _), value in zip(self.letters, shown, strict=True):
            lines.setdefault((0, row), []).append(value)
            lines.setdefault((1, col), []).append(value)
        named = {letter: value for (_, letter), value in zip(self.letters, shown, strict=True)}
        rows, columns = ([lines[key] for key in sorted(lines) if key[0] == axis] for axis in (0, 1))
        return {**named, "all": shown, "rows": rows, "columns": columns}


def list_arrays(rule: ArrayRule, board: Board, tries: int = MOST_TRIES) -> Iterator[Exponents]:
    """The powers of x and y of every array."""
    if rule.image is not None:
        yield from ((0, 0) for _ in every_image(rule, board, rule.image, tries))
        return
    for _, power in every_weighed_array(rule, board, tries):
        yield power


def every_weighed_array(
    rule: ArrayRule, board: Board, tries: int = MOST_TRIES
) -> Iterator[tuple[Sequence[int], Exponents]]:
    """Every array, with its powers of x and y."""
    powers = dict(zip(rule.values, rule.weights, strict=True))
    graphs = [(one, _touching(rule, board, one)) for one in rule.linked if any(one.linkage.weight)]
    for values in every_array(rule, board, tries):
        x, y = (sum(powers[value][axis] for value in values) for axis in (0, 1))
        for condition, touching in graphs:
            chosen, edges = _graph(values, condition, touching)
            pieces = len(components_of(chosen, edges))
            x, y = x + pieces * condition.linkage.weight[0], y + pieces * condition.linkage.weight[1]
        yield values, (x, y)


def every_image(
    rule: ArrayRule, board: Board, mapped: WindowPredicate | NearPredicate, tries: int = MOST_TRIES
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """What the map shows, each once, with the first array that it is an image of."""
    laid = [one for one in _asked(rule, board, mapped) if isinstance(one, _Asked)]
    seen = set()
    for values in every_array(rule, board, tries):
        shown = tuple(number_of(mapped.says, one.meant(values)) for one in laid)
        if shown not in seen:
            seen.add(shown)
            yield shown, tuple(values)


def _counts(
    rule: ArrayRule,
    counted: Sequence[tuple[Exactly, list[_Test]]],
    values: Sequence[int],
    seen: set[tuple[int, ...]],
) -> bool:
    """Whether an array has what is asked of it as a whole, and is the first of its class."""
    for condition, laid in counted:
        number = sum(one.holds(values) for one in laid)
        if min(number, condition.cap) not in condition.allowed:
            return False
    first = list(dict.fromkeys(values))
    if rule.new_values == "row-major":
        return first == list(rule.values)[: len(first)]
    if rule.new_values == "classes":
        key = tuple(first.index(value) for value in values)
        known = key in seen
        seen.add(key)
        return not known
    return True


def _counted(rule: ArrayRule, board: Board) -> Iterator[tuple[Exactly, list[_Test]]]:
    """What is counted on the whole board, with all places where it may be."""
    for condition in rule.conditions:
        if isinstance(condition, Exactly):
            yield condition, [one for part in condition.parts for one in _asked(rule, board, part)]


def every_array(rule: ArrayRule, board: Board, tries: int = MOST_TRIES) -> Iterator[Sequence[int]]:
    """The values of the cells of every array, in a list that changes from one to the next.

    Cells are filled one after the other; a condition is looked at once the last of its cells has a value.
    """
    if board.grid is None and not rule.flat:
        raise MismatchError(
            f"board {board.text!r} has no rows and columns, and {rule.name} has windows, drawn neighbours or"
            " pinned rows; a graph takes only counts of rook neighbours, a board such as 4x5 takes any rule"
        )
    refuse_above(rule, board, "cells", board.size, MOST_CELLS)
    if rule.colours**board.size > tries:
        raise too_much(rule, board, f"{rule.colours}^{board.size} arrays", tries)
    due: list[list[_Test]] = [[] for _ in range(board.size)]
    for condition in _conditions(rule, board):
        due[max(condition.cells)].append(condition)
    seen: set[tuple[int, ...]] = set()
    counted = list(_counted(rule, board))
    graphs = [(one, _touching(rule, board, one), places_of(board, one.linkage)) for one in rule.linked]
    whole = (
        values
        for values in _filled(rule, due, [])
        if all(_hangs(values, *graph) for graph in graphs) and _counts(rule, counted, values, seen)
    )
    return whole if rule.joined else _filled(rule, due, [])


def _touching(rule: ArrayRule, board: Board, condition: Connected) -> list[tuple[int, int]]:
    """The pairs of cells that are neighbours of each other, or one of the other."""
    around = (
        (cell, other)
        for cell in range(board.size)
        for other in _around(rule, board, condition.neighbours, cell).cells()
    )
    return sorted({(min(pair), max(pair)) for pair in around})


def places_of(board: Board, linkage: Linkage) -> dict[MarkedPlace, set[int]]:
    """The cells at the places that are named."""
    return {
        place: {cell for cell in range(board.size) if is_at(place, board, cell)} for place in linkage.places
    }


def _hangs(
    values: Sequence[int],
    condition: Connected,
    touching: list[tuple[int, int]],
    places: dict[MarkedPlace, set[int]],
) -> bool:
    """Whether the cells with certain values hang together as is asked."""
    return is_linked(condition.linkage, *_graph(values, condition, touching), places)


def _graph(
    values: Sequence[int], condition: Connected, touching: list[tuple[int, int]]
) -> tuple[list[int], list[tuple[int, int]]]:
    """The cells with certain values, and which of them touch."""
    chosen = [cell for cell, value in enumerate(values) if value in condition.of]
    return chosen, [pair for pair in touching if set(pair) <= set(chosen)]


def _filled(rule: ArrayRule, due: list[list[_Test]], values: list[int]) -> Iterator[Sequence[int]]:
    if len(values) == len(due):
        yield values
        return
    for value in rule.values:
        values.append(value)
        if all(condition.holds(values) for condition in due[len(values) - 1]):
            yield from _filled(rule, due, values)
        values.pop()


def _conditions(rule: ArrayRule, board: Board) -> Iterator[_Test]:
    for window in rule.forbid:
        for seen in _lays(rule, board, [offset for offset, _ in window.cells]):
            yield _Barred(seen, tuple(mark for _, mark in window.cells))
    for count in rule.counts:
        for cell in range(board.size):
            yield _CountAt(cell, _around(rule, board, count.neighbours, cell), count)
    for condition in rule.conditions:
        if isinstance(condition, WindowPredicate | NearPredicate):
            yield from _asked(rule, board, condition)
        elif isinstance(condition, LineRule):
            yield from (_in_order if condition.order else _lines)(rule, board, condition)
        elif isinstance(condition, Pin):
            for cell in range(board.size):
                if is_at(condition, board, cell):
                    yield _Asked(condition.says, _Seen((), None), cell=cell)


@dataclass(frozen=True)
class _OnLine:
    """A line and what is asked of the values on it."""

    rule: LineRule
    cells: tuple[int, ...]
    known: tuple[int, ...]

    def holds(self, values: Sequence[int]) -> bool:
        return reads(self.rule, self.known, [values[cell] for cell in self.cells])


_COMPARED: dict[str, Callable[[list[int], list[int]], bool]] = {
    "nondecreasing": operator.le,
    "increasing": operator.lt,
    "nonincreasing": operator.ge,
    "decreasing": operator.gt,
}


@dataclass(frozen=True)
class _InOrder:
    """Two lines that are compared as lists."""

    one: tuple[int, ...]
    other: tuple[int, ...]
    order: str

    @property
    def cells(self) -> tuple[int, ...]:
        return self.one + self.other

    def holds(self, values: Sequence[int]) -> bool:
        one, other = [values[cell] for cell in self.one], [values[cell] for cell in self.other]
        return _COMPARED[self.order](one, other)


def _in_order(rule: ArrayRule, board: Board, condition: LineRule) -> Iterator[_Test]:
    """Every row or column with the next one."""
    grid = board.grid
    assert grid is not None, "lines are on boards with a geometry"
    if grid.wrap_rows or grid.wrap_cols or len(board.places) < grid.rows * grid.cols:
        raise MismatchError(f"board {board.text!r} is no whole rectangle, and {rule.name} compares its lines")
    for word in condition.along:
        lines: dict[int, list[int]] = {}
        for place in sorted(board.places, reverse=condition.backwards):
            lines.setdefault(place[word == "columns"], []).append(board.at[place])
        for number in range(len(lines) - 1):
            yield _InOrder(tuple(lines[number]), tuple(lines[number + 1]), condition.order)


def _lines(rule: ArrayRule, board: Board, condition: LineRule) -> Iterator[_Test]:
    """The longest runs of cells in each direction."""
    steps = {"rows": (0, 1), "columns": (1, 0), "diagonals": (1, 1), "antidiagonals": (1, -1)}
    grid = board.grid
    assert grid is not None, "lines are on boards with a geometry"
    for word in condition.along:
        down, right = steps[word]
        if (grid.wrap_rows and down) or (grid.wrap_cols and right):
            raise MismatchError(f"board {board.text!r}: its {word} close up, and {rule.name} reads them")
        places = set(board.places)
        for row, col in board.places:
            if (row - down, col - right) not in places:
                run = [(row, col)]
                while (run[-1][0] + down, run[-1][1] + right) in places:
                    run.append((run[-1][0] + down, run[-1][1] + right))
                yield _OnLine(condition, tuple(board.at[place] for place in run), rule.values)


def _asked(rule: ArrayRule, board: Board, part: WindowPredicate | NearPredicate) -> Iterator[_Test]:
    """A predicate wherever it is laid."""
    if isinstance(part, WindowPredicate):
        for seen in _lays(rule, board, [offset for offset, _ in part.cells]):
            yield _Asked(part.says, seen, part.cells)
    else:
        for cell in range(board.size):
            yield _Asked(part.says, _around(rule, board, part.neighbours, cell), cell=cell)


def _lays(rule: ArrayRule, board: Board, offsets: list[Cell]) -> Iterator[_Seen]:
    """Every lay of a window, unless it falls off the board, or onto itself.

    With a value outside only those are left out that have no cell on the board.
    """
    grid = board.grid
    assert grid is not None, "windows are on boards with a geometry"
    tall, wide = (1 + max(offset[axis] for offset in offsets) for axis in (0, 1))
    rows = range(grid.rows) if grid.wrap_rows else range(1 - tall, grid.rows)
    cols = range(grid.cols) if grid.wrap_cols else range(1 - wide, grid.cols)
    for row, col in product(rows, cols):
        spots = [grid.onward((row, col), *offset) for offset in offsets]
        places = tuple(map(board.at.get, spots))
        fits = None not in places if rule.outside is None else set(places) != {None}
        if fits and len(set(spots)) == len(spots):
            yield _Seen(places, rule.outside)


def _around(rule: ArrayRule, board: Board, offsets: tuple[Cell, ...], cell: int) -> _Seen:
    """The neighbours of a cell, each once, and the places without a cell."""
    if board.grid is None:
        return _Seen(board.neighbours[cell], None)
    own = board.places[cell]
    steps = offsets or ((0, 1), (1, 0), (0, -1), (-1, 0))
    reached = {board.grid.onward(own, *step): None for step in steps}
    return _Seen(tuple(board.at.get(place) for place in reached if place != own), rule.outside)


def is_at(place: MarkedPlace, board: Board, cell: int) -> bool:
    """Whether a cell is at a place: on its rows and columns, or the first or the last cell that is there."""
    if board.grid is None:
        return any(cell == (0 if line == (0, 0) else board.size - 1) for line in place.at)
    own = board.places[cell]
    if (own == min(board.places) and "first" in place.ends) or (
        own == max(board.places) and "last" in place.ends
    ):
        return True
    (row, col), sides = own, board.grid
    return any(
        down in (None, row, row - sides.rows) and right in (None, col, col - sides.cols)
        for down, right in place.at
    )


@dataclass(frozen=True, slots=True)
class _Around:
    """The cells beside a cell; None where there is none."""

    top: int | None
    right: int | None
    bottom: int | None
    left: int | None


def list_tilings(rule: TileRule, board: Board, tries: int = MOST_TRIES) -> Iterator[Exponents]:
    """The powers of x and y of every tiling."""
    for tiles in every_tiling(rule, board, tries):
        yield sum(tile.weight[0] for tile in tiles), sum(tile.weight[1] for tile in tiles)


def every_tiling(rule: TileRule, board: Board, tries: int = MOST_TRIES) -> Iterator[tuple[Tile, ...]]:
    """The tiles of the cells of every tiling, laid cell by cell."""
    if board.grid is None:
        raise MismatchError(
            f"board {board.text!r} has no rows and columns, and the tiles of {rule.name} have four sides;"
            " use a board such as 4x5"
        )
    refuse_above(rule, board, "cells", board.size, MOST_CELLS)
    around = [
        _Around(*(board.beside(cell, *step) for step in ((-1, 0), (0, 1), (1, 0), (0, -1))))
        for cell in range(board.size)
    ]
    digits = sum(log10(_choices(rule, cell, sides)) for cell, sides in enumerate(around))
    if digits > log10(tries):
        raise too_much(rule, board, f"up to 10^{ceil(digits)} tilings", tries)
    return _laid(rule, around, {})


def _choices(rule: TileRule, cell: int, sides: _Around) -> int:
    """At most how many tiles fit on a cell once those on the cells before it are laid."""
    alone = [tile for tile in rule.tiles if _fits(rule, sides, tile, {})]
    left_known = sides.left is not None and sides.left < cell
    top_known = sides.top is not None and sides.top < cell
    alike = Counter((tile.left if left_known else "", tile.top if top_known else "") for tile in alone)
    return max(alike.values(), default=1)


def _laid(rule: TileRule, around: list[_Around], tiles: dict[int, Tile]) -> Iterator[tuple[Tile, ...]]:
    cell = len(tiles)
    if cell == len(around):
        yield tuple(tiles.values())
        return
    for tile in rule.tiles:
        if _fits(rule, around[cell], tile, {**tiles, cell: tile}):
            yield from _laid(rule, around, {**tiles, cell: tile})


def _fits(rule: TileRule, sides: _Around, tile: Tile, laid: dict[int, Tile]) -> bool:
    """Whether a tile carries the labels that the tiles laid beside it and the boundary ask for."""
    edge = rule.boundary

    def meets(label: str, other: int | None, opposite: str, allowed: frozenset[str]) -> bool:
        if other is None:
            return label in allowed
        return other not in laid or getattr(laid[other], opposite) == label

    return (
        meets(tile.top, sides.top, "bottom", edge.top)
        and meets(tile.right, sides.right, "left", edge.right)
        and meets(tile.bottom, sides.bottom, "top", edge.bottom)
        and meets(tile.left, sides.left, "right", edge.left)
    )
