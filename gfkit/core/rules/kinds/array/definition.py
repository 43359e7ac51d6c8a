"""Definition of local-rule arrays: every cell has a value, and all constraints of the rule are satisfied.

A configuration is the tuple of the values of the cells 0, 1, ...
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from typing import Any

from gfkit.core.algebra import Polynomial
from gfkit.core.boards import Board
from gfkit.core.boards.board import components_of
from gfkit.core.deferred import dataclass
from gfkit.core.errors import MismatchError
from gfkit.core.rules.automaton import LineRule
from gfkit.core.rules.configuration import Configuration
from gfkit.core.rules.evaluation import holds, number_of, reads
from gfkit.core.rules.kind import needs_rows
from gfkit.core.rules.kinds.array.rule import (
    Annihilation,
    ArrayRule,
    CellConnectivity,
    Exactly,
    NearPredicate,
    NeighbourCount,
    WindowPredicate,
)
from gfkit.core.rules.listing import (
    MOST_CELLS,
    MOST_TRIES,
    Marks,
    Shown,
    fillings,
    is_at,
    is_linked,
    places_of,
    refuse_above,
    too_much,
    winding_steps,
)
from gfkit.core.rules.values import Cell, Exponents, Pin, Predicate
from gfkit.core.typing import Positions, Weights, add_exponents

Values = tuple[int, ...]
Names = dict[str, Any]


def is_legal(rule: ArrayRule, board: Board, values: Values) -> bool:
    """Return True if the board is large enough, and all local and global constraints are satisfied."""
    local = all(condition.holds(values) for condition in _conditions(rule, board))
    return local and not rule.is_small(board) and _build_global_test(rule, board)(values)


def from_variables(rule: ArrayRule, board: Board, shown: Shown) -> Values:
    """Return the array with the given values; values in order of first occurrence are renumbered."""
    by_cell = {key[1]: value for key, value in shown if key[0] == "value"}
    values = tuple(by_cell[cell] for cell in range(board.size))
    order = list(dict.fromkeys(values))
    return tuple(rule.values[order.index(value)] for value in values) if rule.new_values else values


def powers(rule: ArrayRule, board: Board, values: Values) -> Exponents:
    """Return the exponents of x and y of an array."""
    return _powers(rule, board)(values)


def candidates(rule: ArrayRule, board: Board) -> Iterator[Values]:
    """Yield all assignments of values to the cells."""
    return product(rule.values, repeat=board.size)


def configurations(
    rule: ArrayRule, board: Board, _positions: Positions = Positions.ALL, tries: int = MOST_TRIES
) -> Iterator[tuple[Values, Exponents]]:
    """Yield every array, or the first array of each equivalence class, with its exponents of x and y.

    Cells are filled in order; a constraint is checked once the last of its cells has a value.
    """
    if board.grid is None and not rule.flat:
        raise needs_rows(rule.name, board, "windows, offsets or pinned rows", 'use only neighbours = "rook"')
    refuse_above(rule, board, "cells", board.size, MOST_CELLS)
    if rule.colours**board.size > tries:
        raise too_much(rule, board, f"{rule.colours}^{board.size} arrays", tries)
    due: list[list[_Test]] = [[] for _ in range(1 + board.size)]
    for condition in _conditions(rule, board):
        due[max(condition.cells, default=-1) + 1].append(condition)
    if rule.is_small(board) or not all(condition.holds(()) for condition in due[0]):
        return
    is_fine, powers_of, counted_as = (
        _build_global_test(rule, board),
        _powers(rule, board),
        counted(rule, board),
    )
    seen: set[Values] = set()

    def fits(values: Sequence[int]) -> bool:
        return all(condition.holds(values) for condition in due[len(values)])

    arrays = fillings(rule, board, [rule.values] * board.size, fits)
    for values in filter(is_fine, arrays):
        counts = counted_as(values)
        if counts is not values:
            if counts in seen:
                continue
            seen.add(counts)
        yield values, powers_of(values)


def counted(rule: ArrayRule, board: Board) -> Callable[[Values], Values]:
    """Return the map from an array to the counted object: the array, its image, or its equivalence class."""
    if rule.image is not None:
        return _image(rule, board, rule.image)
    if rule.new_values == "classes":
        return lambda values: tuple(map(values.index, values))
    return lambda values: values


def final_count(rule: ArrayRule, board: Board, polynomial: Polynomial) -> Polynomial:
    """Return the generating polynomial of the configurations, divided by the divisor of the rule."""
    if rule.divide == 1 or not board.size:
        return polynomial
    parts = {powers: divmod(value, rule.divide) for powers, value in polynomial.terms}
    if any(rest for _, rest in parts.values()):
        raise MismatchError(
            f"board {board.text!r}: the rule {rule.name} has {polynomial} arrays, a number not divisible by"
            f" divide = {rule.divide}"
        )
    return Polynomial.of(polynomial.variables, {powers: value for powers, (value, _) in parts.items()})


def marks(rule: ArrayRule, _board: Board, _weights: Weights) -> Callable[[Values], Marks]:
    """Return a function that maps an array to marks for symmetries: a value on every cell."""
    if rule.image or rule.new_values or rule.divide > 1 or any(rule.least):
        raise MismatchError(
            f"the rule {rule.name} counts images, classes of arrays, a fraction of the arrays, or excludes"
            " small boards: its arrays are not enumerated up to symmetry"
        )
    return lambda values: frozenset((value, frozenset({("", cell)})) for cell, value in enumerate(values))


def drawable(rule: ArrayRule, board: Board) -> Callable[[Values], Configuration]:
    """Return a function that draws an array by its values, or by its image if the image has a number for
    every cell.
    """
    shown = counted(rule, board) if rule.shows_cells else tuple
    return lambda values: Configuration.of_values(enumerate(shown(values)))


# Constraints at their places


@dataclass(frozen=True, slots=True)
class _Test:
    """Constraint on the values of a fixed set of cells."""

    cells: tuple[int, ...]
    holds: Callable[[Sequence[int]], bool]


@dataclass(frozen=True, slots=True)
class _Places:
    """Cells that a constraint reads; None is a cell outside the board, which may have a constant value."""

    places: tuple[int | None, ...]
    outside: int | None

    def cells(self) -> tuple[int, ...]:
        return tuple(place for place in self.places if place is not None)

    def values(self, values: Sequence[int]) -> list[int]:
        """Return the values of the cells; cells outside the board are omitted if they have no value."""
        shown = [self.outside if place is None else values[place] for place in self.places]
        return [value for value in shown if value is not None]

    @property
    def reader(self) -> Callable[[Sequence[int]], tuple[int, ...]]:
        """Method `values` as a function that returns tuples."""
        inside = self.cells()
        if len(inside) < len(self.places) or len(inside) < 2:
            return lambda values: tuple(self.values(values))
        return operator.itemgetter(*inside)


def _avoids_window(marks: Sequence[str], seen: _Places, values: Sequence[int]) -> bool:
    """Return True if the values of some cells do not match the marks of a window.

    >>> _avoids_window(("a", "?", "a"), _Places((0, 1, 2), None), [1, 0, 1])
    False
    >>> _avoids_window(("a", "b"), _Places((0, 1), None), [1, 1])
    True
    """
    meant: dict[str, int] = {}
    for value, mark in zip(seen.values(values), marks, strict=True):
        if mark.isalpha():
            if meant.setdefault(mark, value) != value:
                return True
        elif mark != "?" and int(mark) != value:
            return True
    return len(set(meant.values())) < len(meant)


def _is_counted(count: NeighbourCount, cell: int, near: _Places, values: Sequence[int]) -> bool:
    """Return True if a cell has an allowed number of neighbours with given values."""
    number = sum(value in count.of for value in near.values(values))
    return values[cell] != count.cell or number in count.allowed


def _window_names(letters: tuple[tuple[Cell, str], ...], seen: _Places, values: Sequence[int]) -> Names:
    """Return the values denoted by the names in a window: its letters, all, rows and columns."""
    shown = seen.values(values)
    lines: dict[tuple[int, int], list[int]] = {}
    for ((row, col), _), value in zip(letters, shown, strict=True):
        lines.setdefault((0, row), []).append(value)
        lines.setdefault((1, col), []).append(value)
    named = {letter: value for (_, letter), value in zip(letters, shown, strict=True)}
    rows, columns = ([lines[key] for key in sorted(lines) if key[0] == axis] for axis in (0, 1))
    return {**named, "all": shown, "rows": rows, "columns": columns}


def _cell_names(cell: int, near: _Places, values: Sequence[int]) -> Names:
    """Return the values denoted by the names at a cell with its neighbours."""
    x, shown = values[cell], near.values(values)
    return {"x": x, "near": shown, "all": [x, *shown]}


def _satisfies_predicate(
    predicate: Predicate,
    names: Callable[[Sequence[int]], Names],
    shown: Callable[[Sequence[int]], tuple[int, ...]],
    known: dict[tuple[int, ...], bool],
    values: Sequence[int],
) -> bool:
    """Return True if a predicate is true for the values shown; results are cached by these values."""
    key = shown(values)
    answer = known.get(key)
    if answer is None:
        answer = known[key] = holds(predicate, names(values))
    return answer


def _annihilates(rule: Annihilation, closed: list[set[int]], own: set[int], values: Sequence[int]) -> bool:
    """Return True if the cell with the closed neighbourhood ``own`` satisfies the constraint."""
    private = {cell for cell in range(len(values)) if values[cell] in rule.private}
    second = set().union(*(closed[x] for x in own))
    applies = any(values[x] in rule.near for x in own)
    return not applies or any(values[y] in rule.of and closed[y] & private <= own for y in second)


def _is_read(line: LineRule, known: tuple[int, ...], cells: tuple[int, ...], values: Sequence[int]) -> bool:
    return reads(line, known, [values[cell] for cell in cells])


_COMPARED: dict[str, Callable[[list[int], list[int]], bool]] = {
    "nondecreasing": operator.le,
    "increasing": operator.lt,
    "nonincreasing": operator.ge,
    "decreasing": operator.gt,
}


def _is_ordered(order: str, one: Sequence[int], other: Sequence[int], values: Sequence[int]) -> bool:
    """Return True if two lines are in the required lexicographic order."""
    return _COMPARED[order]([values[cell] for cell in one], [values[cell] for cell in other])


# Constraints on the array as a whole


def _build_global_test(rule: ArrayRule, board: Board) -> Callable[[Sequence[int]], bool]:
    """Return a test of the global constraints: numbers of occurrences, components, order of new values."""
    numbers = [
        (condition.times, _build_amount_functions(rule, board, condition.parts, condition.is_sum))
        for condition in rule.conditions_of(Exactly)
    ]
    graphs = [
        (
            condition,
            _neighbour_pairs(rule, board, condition),
            places_of(board, condition.linkage),
            winding_steps(condition.linkage, board, condition.neighbours),
        )
        for condition in rule.connectivity
    ]

    def is_fine(values: Sequence[int]) -> bool:
        for condition, touching, places, steps in graphs:
            if not is_linked(condition.linkage, *_graph(values, condition, touching), places, steps):
                return False
        for times, amounts in numbers:
            if not times.holds(sum(amount(values) for amount in amounts)):
                return False
        new = tuple(dict.fromkeys(values)) if rule.new_values == "row-major" else ()
        return new == rule.values[: len(new)]

    return is_fine


def _build_amount_functions(
    rule: ArrayRule, board: Board, parts: Sequence[WindowPredicate | NearPredicate], is_sum: bool
) -> list[Callable[[Sequence[int]], int]]:
    """Return functions that compute an expression, or the truth value of a predicate, at each position."""
    measure = number_of if is_sum else holds
    return [
        partial(_measure_at, measure, part.predicate, names)
        for part in parts
        for _, names in _names_at(rule, board, part)
    ]


def _measure_at(
    measure: Callable[[Predicate, Names], int],
    predicate: Predicate,
    names: Callable[[Sequence[int]], Names],
    values: Sequence[int],
) -> int:
    return measure(predicate, names(values))


def _powers(rule: ArrayRule, board: Board) -> Callable[[Sequence[int]], Exponents]:
    """Return a function that computes the exponents of the letters of an array; images have exponents 0."""
    powers = dict(zip(rule.values, rule.weights, strict=True))
    graphs = [
        (condition, _neighbour_pairs(rule, board, condition))
        for condition in rule.connectivity
        if any(condition.linkage.weight)
    ]
    marks = [
        (mark.weight, _build_amount_functions(rule, board, (mark.window,), mark.is_sum))
        for mark in rule.marks
    ]

    def powers_of(values: Sequence[int]) -> Exponents:
        found = [powers[value] for value in values]
        for weight, amounts in marks:
            found += [weight] * sum(amount(values) for amount in amounts)
        for condition, touching in graphs:
            found += [condition.linkage.weight] * len(components_of(*_graph(values, condition, touching)))
        return add_exponents(*found)

    return (lambda _: (0, 0)) if rule.image is not None else powers_of


def _image(
    rule: ArrayRule, board: Board, image: WindowPredicate | NearPredicate
) -> Callable[[Values], Values]:
    """Return the map from an array to its image: the values of the expression at all positions."""
    laid = [names for _, names in _names_at(rule, board, image)]
    return lambda values: tuple(number_of(image.predicate, names(values)) for names in laid)


def _neighbour_pairs(rule: ArrayRule, board: Board, condition: CellConnectivity) -> list[tuple[int, int]]:
    """Return the pairs of cells of which at least one is a neighbour of the other."""
    around = (
        (cell, other)
        for cell in range(board.size)
        for other in _find_neighbour_places(rule, board, condition.neighbours, cell).cells()
    )
    return sorted({(min(pair), max(pair)) for pair in around})


def _graph(
    values: Sequence[int], condition: CellConnectivity, touching: list[tuple[int, int]]
) -> tuple[list[int], list[tuple[int, int]]]:
    """Return the cells with certain values, and the pairs of neighbours among them."""
    chosen = [cell for cell, value in enumerate(values) if value in condition.of]
    return chosen, [pair for pair in touching if set(pair) <= set(chosen)]


def _conditions(rule: ArrayRule, board: Board) -> Iterator[_Test]:
    for window in rule.forbid:
        for seen in _iterate_window_placements(rule, board, [offset for offset, _ in window.cells]):
            yield _Test(seen.cells(), partial(_avoids_window, [mark for _, mark in window.cells], seen))
    for count in rule.counts:
        for cell in range(board.size):
            near = _find_neighbour_places(rule, board, count.neighbours, cell)
            yield _Test((cell, *near.cells()), partial(_is_counted, count, cell, near))
    for condition in rule.conditions:
        if isinstance(condition, WindowPredicate | NearPredicate):
            yield from _predicates_at(rule, board, condition)
        elif isinstance(condition, LineRule):
            yield from (_build_order_tests if condition.order else _build_line_tests)(rule, board, condition)
        elif isinstance(condition, Annihilation):
            closed = [{cell, *board.neighbours[cell]} for cell in range(board.size)]
            for own in closed:
                far = set().union(*(closed[x] for y in own for x in closed[y]))
                yield _Test(tuple(far), partial(_annihilates, condition, closed, own))
        elif isinstance(condition, Pin):
            for cell in range(board.size):
                if is_at(condition, board, cell):
                    names, seen = partial(_cell_names, cell, _Places((), None)), _Places((cell,), None)
                    yield _Test(
                        (cell,), partial(_satisfies_predicate, condition.predicate, names, seen.reader, {})
                    )


def _build_order_tests(rule: ArrayRule, board: Board, condition: LineRule) -> Iterator[_Test]:
    """Yield a test for every row or column and the next one."""
    grid = board.grid
    assert grid is not None, "lines need a board with a geometry"
    if grid.wrap_rows or grid.wrap_cols or len(board.places) < grid.rows * grid.cols:
        raise MismatchError(
            f"board {board.text!r} is not a full rectangle, but the rule {rule.name} compares its lines"
        )
    for word in condition.along:
        axis = int(word == "columns")
        lines: list[list[int]] = [[] for _ in range((grid.rows, grid.cols)[axis])]
        for place in sorted(board.places, reverse=condition.backwards):
            lines[place[axis]].append(board.at[place])
        for number in range(len(lines) - 1):
            first, second = lines[number], lines[number + 1]
            yield _Test((*first, *second), partial(_is_ordered, condition.order, first, second))


def _build_line_tests(rule: ArrayRule, board: Board, condition: LineRule) -> Iterator[_Test]:
    """Yield a test for each maximal run of cells in each direction, and for rows or columns of length 0."""
    for cells in line_cells(rule, board, condition):
        yield _Test(cells, partial(_is_read, condition, rule.values, cells))


def line_cells(rule: ArrayRule, board: Board, condition: LineRule) -> Iterator[tuple[int, ...]]:
    """Yield each maximal run of cells in each direction, and rows or columns of length 0."""
    steps = {"rows": (0, 1), "columns": (1, 0), "diagonals": (1, 1), "antidiagonals": (1, -1)}
    grid = board.grid
    assert grid is not None, "lines need a board with a geometry"
    for word in condition.along:
        down, right = steps[word]
        if (grid.wrap_rows and down) or (grid.wrap_cols and right):
            raise MismatchError(
                f"board {board.text!r} is cyclic along its {word}, but the rule {rule.name} reads them from"
                " end to end"
            )
        places = set(board.places)
        number, size = {"rows": (grid.rows, grid.cols), "columns": (grid.cols, grid.rows)}.get(word, (0, 0))
        if number and not size:
            yield ()
        for row, col in board.places:
            if (row - down, col - right) not in places:
                run = [(row, col)]
                while (run[-1][0] + down, run[-1][1] + right) in places:
                    run.append((run[-1][0] + down, run[-1][1] + right))
                yield tuple(board.at[place] for place in run)


def _predicates_at(rule: ArrayRule, board: Board, part: WindowPredicate | NearPredicate) -> Iterator[_Test]:
    """Yield a test of the predicate at every position at which it applies."""
    known: dict[tuple[int, ...], bool] = {}
    for seen, names in _names_at(rule, board, part):
        yield _Test(seen.cells(), partial(_satisfies_predicate, part.predicate, names, seen.reader, known))


def _names_at(
    rule: ArrayRule, board: Board, part: WindowPredicate | NearPredicate
) -> Iterator[tuple[_Places, Callable[[Sequence[int]], Names]]]:
    """Yield, for every position of a predicate, the cells that it reads, and the values of its names."""
    if isinstance(part, WindowPredicate):
        for seen in _iterate_window_placements(rule, board, [offset for offset, _ in part.cells]):
            yield seen, partial(_window_names, part.cells, seen)
    else:
        for cell in range(board.size):
            near = _find_neighbour_places(rule, board, part.neighbours, cell)
            yield _Places((cell, *near.places), near.outside), partial(_cell_names, cell, near)


def names_at_positions(
    rule: ArrayRule, board: Board, part: WindowPredicate | NearPredicate
) -> Iterator[tuple[tuple[int, ...], Callable[[Sequence[int]], Names]]]:
    """Yield, for every position of a predicate, its cells, the centre first, and the values of its names."""
    for seen, names in _names_at(rule, board, part):
        yield tuple(dict.fromkeys(seen.cells())), names


def _iterate_window_placements(rule: ArrayRule, board: Board, offsets: list[Cell]) -> Iterator[_Places]:
    """Yield every placement of a window that stays on the board and does not overlap itself.

    If cells outside the board have a value, a window may leave the board as long as one cell is on it.
    """
    grid = board.grid
    assert grid is not None, "windows need a board with a geometry"
    tall, wide = (1 + max(offset[axis] for offset in offsets) for axis in (0, 1))
    rows = range(grid.rows) if grid.wrap_rows else range(1 - tall, grid.rows)
    cols = range(grid.cols) if grid.wrap_cols else range(1 - wide, grid.cols)
    for row, col in product(rows, cols):
        spots = [grid.onward((row, col), *offset) for offset in offsets]
        places = tuple(map(board.at.get, spots))
        fits = None not in places if rule.outside is None else set(places) != {None}
        if fits and len(set(spots)) == len(spots):
            yield _Places(places, rule.outside)


def _find_neighbour_places(rule: ArrayRule, board: Board, offsets: tuple[Cell, ...], cell: int) -> _Places:
    """Return the distinct neighbours of a cell, and the neighbours outside the board."""
    if board.grid is None:
        return _Places(board.neighbours[cell], None)
    own = board.places[cell]
    steps = offsets or ((0, 1), (1, 0), (0, -1), (-1, 0))
    reached = {board.grid.onward(own, *step): None for step in steps}
    return _Places(tuple(board.at.get(place) for place in reached if place != own), rule.outside)
