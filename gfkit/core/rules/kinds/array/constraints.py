"""Constraint system of local-rule arrays: every cell has a value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, cast

from gfkit.core.boards import Board
from gfkit.core.errors import MismatchError
from gfkit.core.hooks import with_answer
from gfkit.core.rules.automaton import LINES, LineAutomaton, LineRule, automaton_of, order_automaton
from gfkit.core.rules.expression import kinds_of, map_values
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
from gfkit.core.rules.kinds.constraints import (
    Cardinality,
    Constraint,
    ConstraintSystem,
    Decision,
    Event,
    Exclusion,
    Graph,
    Key,
    Line,
    Link,
    ReadingOrder,
    Relation,
    Role,
    Slot,
    Test,
    Total,
    graph_of,
    place_bits,
)
from gfkit.core.rules.threshold import asks_neighbours
from gfkit.core.rules.values import ROOK, Cell, Numbers, Outside, Pin, Predicate, Window, pinned_cells
from gfkit.core.typing import NamedWeight, Positions

if TYPE_CHECKING:
    from gfkit.core.rules.configuration import Configuration


def system_of(rule: ArrayRule, board: Board, _positions: Positions = Positions.ALL) -> ConstraintSystem:
    """Return the constraint system of arrays on a board: a variable for every cell, and the translated
    constraints.

    If distinct images are counted, there is also a variable for the image at every position of the map, and
    the variables of the cells have the role FORGOTTEN.
    """
    if board.grid is None and not rule.flat:
        raise needs_rows(rule.name, board, "windows, offsets or pinned rows", 'use only neighbours = "rook"')
    return _SystemBuilder(rule, board).system()


class _SystemBuilder:
    def __init__(self, rule: ArrayRule, board: Board) -> None:
        self.rule, self.board = rule, board
        role = Role.SHOWN if rule.image is None else Role.FORGOTTEN
        powers = tuple((0, 0) for _ in rule.weights) if rule.image is not None else rule.weights
        self.slots = [
            Slot(_make_value_key(cell), (cell,), rule.values, powers, "its value", role)
            for cell in range(board.size)
        ]
        self.every = (1 << rule.colours) - 1

    def system(self) -> ConstraintSystem:
        rule = self.rule
        asked: list[Constraint] = [
            constraint for window in rule.forbid for constraint in self._build_exclusions(window)
        ]
        asked += [self._count(count, cell) for count in rule.counts for cell in range(self.board.size)]
        totals: list[Total] = []
        graphs: list[Graph] = []
        slots = list(self.slots)
        for condition in rule.conditions:
            if isinstance(condition, WindowPredicate | NearPredicate):
                asked += self._build_tables(condition)
            elif isinstance(condition, LineRule):
                asked += self._build_lines(condition)
            elif isinstance(condition, Pin):
                asked += self._build_pins(condition)
            elif isinstance(condition, Exactly):
                totals.append(self._build_total(condition))
            elif isinstance(condition, Annihilation):
                totals.append(self._build_annihilation(condition))
            else:
                graph, more, also = self._build_graph(condition)
                graphs.append(graph)
                slots += more
                asked += also
        if rule.new_values:
            from gfkit.core.rules.kinds.array.symmetry import is_symmetric  # few rules

            keys = tuple(slot.key for slot in self.slots)
            is_even = is_symmetric(rule, max([4, *map(len, self.board.neighbours)]))
            if rule.new_values == "classes" and not is_even:
                raise MismatchError(
                    f"board {self.board.text!r}: permutations of the values may change the rule if a cell"
                    " has so many neighbours"
                )
            read = ReadingOrder.FREE if is_even and rule.image is None else ReadingOrder.ALONG
            asked += (
                [Line(tuple(range(len(keys))), keys, _new_symbols_automaton(rule.colours), read)]
                if keys
                else []
            )
        alike = list(dict.fromkeys((mark.exponent, mark.weight) for mark in rule.marks))
        laid: Counter[tuple[int, frozenset[int]]] = Counter()
        for mark in rule.marks:
            number = alike.index((mark.exponent, mark.weight))  # symmetries may exchange equal weights
            for table in self._build_tables(replace(mark.window, predicate=mark.exponent)):
                at = number, frozenset(table.at)
                key: Key = ("mark", number, laid[at], *table.at)
                laid[at] += 1
                slot, relation = self._image_slot(key, table)
                powers = tuple(NamedWeight.power(mark.weight, value) for value in slot.values)
                slots.append(slot._replace(weights=powers, meaning="its weight's exponent", role=Role.HIDDEN))
                asked.append(relation)
        for number, table in enumerate(() if rule.image is None else self._build_tables(rule.image)):
            slot, relation = self._image_slot(("image", number, *table.at), table)
            slots.append(slot)
            asked.append(relation)
        return ConstraintSystem(
            tuple(slots),
            tuple(asked),
            tuple(totals),
            tuple(graphs),
            divisor=rule.divide if self.board.size else 1,
            is_small=rule.is_small(self.board),
        )

    def _symbols(self, *values: int) -> int:
        return sum(1 << symbol for symbol, value in enumerate(self.rule.values) if value in values)

    # Windows and counts

    def _build_exclusions(self, window: Window) -> Iterator[Constraint]:
        """Yield the constraints that forbid a window: clauses, or predicates if the window has letters."""
        if any(mark.isalpha() for _, mark in window.cells):
            from gfkit.core.rules.kinds.array.symmetry import as_predicate  # few windows contain letters

            yield from self._build_tables(as_predicate(window))
            return
        for places in translates(self.rule, self.board, [offset for offset, _ in window.cells]):
            pairs = [
                (place, int(mark))
                for place, (_, mark) in zip(places, window.cells, strict=True)
                if mark != "?"
            ]
            if all(value == self.rule.outside for place, value in pairs if place is None):
                tests = (
                    (_make_value_key(place), self._symbols(value))
                    for place, value in pairs
                    if place is not None
                )
                yield Exclusion(tuple(place for place in places if place is not None), tuple(tests))

    def _find_neighbours(self, offsets: tuple[Cell, ...], cell: int) -> tuple[list[int], int]:
        """Return the distinct neighbours of a cell on the board, without the cell itself, and the number of
        neighbours outside the board.
        """
        board = self.board
        if board.grid is None or (not offsets and self.rule.outside is None):
            return list(board.neighbours[cell]), 0
        place = board.places[cell]
        spots = {board.grid.onward(place, *offset) for offset in offsets or ROOK} - {place}
        near = sorted(board.at[spot] for spot in spots if spot in board.at)
        return near, 0 if self.rule.outside is None else len(spots) - len(near)

    def _count(self, count: NeighbourCount, cell: int) -> Cardinality:
        near, missing = self._find_neighbours(count.neighbours, cell)
        before = missing if self.rule.outside in count.of else 0
        of = self._symbols(*count.of)
        allowed = sorted(number - before for number in count.allowed if number >= before)
        tests = tuple((_make_value_key(other), of) for other in near)
        return Cardinality(
            (cell, *near), tests, Numbers.of(*allowed), ((_make_value_key(cell), self._symbols(count.cell)),)
        )

    # Predicates

    def _build_tables(self, part: WindowPredicate | NearPredicate) -> Iterator[Relation]:
        """Yield the relation of a predicate at each of its positions."""
        beyond = Outside(self.rule.outside or 0)
        if isinstance(part, WindowPredicate):
            for places in translates(self.rule, self.board, part.offsets):
                there = tuple(place for place in places if place is not None)
                number = {cell: axis for axis, cell in enumerate(there)}
                spots = part.spots([beyond if place is None else number[place] for place in places])
                keys = tuple(map(_make_value_key, there))
                yield Relation(there, keys, (part.predicate,), spots, self.rule.values)
            return
        for cell in range(self.board.size):
            near, missing = (
                self._find_neighbours(part.neighbours, cell) if asks_neighbours(part.predicate) else ([], 0)
            )
            cells = (cell, *near)
            spots = part.spots(len(near), [beyond] * missing)
            keys = tuple(map(_make_value_key, cells))
            yield Relation(cells, keys, (part.predicate,), spots, self.rule.values)

    def _build_pins(self, pin: Pin) -> Iterator[Relation]:
        """Yield the relation of a predicate on the value of each pinned cell."""
        for cell in pinned_cells(self.board, pin):
            yield Relation((cell,), (_make_value_key(cell),), (pin.predicate,), pin.spots, self.rule.values)

    def _build_total(self, condition: Exactly) -> Total:
        if condition.is_sum:
            return self._sum(condition)
        events = (Event(table=table) for part in condition.parts for table in self._build_tables(part))
        return Total(tuple(events), condition.times)

    def _sum(self, condition: Exactly) -> Total:
        """Return a sum as a total: each position has one event for every level above the smallest value."""
        parts, least, most = self.rule.raised(condition)
        tables = [table for part in parts for table in self._build_tables(part)]
        events = [
            Event(table=replace(table, predicates=(Predicate(f"{table.predicates[0].text} >= {level}"),)))
            for table in tables
            for level in range(1, most + 1)
        ]
        numbers = (number - least * len(tables) for number in condition.times.allowed)
        return Total(tuple(events), Numbers.of(*(number for number in numbers if number >= 0)))

    def _image_slot(self, key: Key, table: Relation) -> tuple[Slot, Relation]:
        """Return the variable of an image or a weight at one place, and the table that determines it."""
        (predicate,) = table.predicates
        kinds = kinds_of((predicate.text,), table.spots, len(table.slots), self.rule.values)
        values = tuple(sorted(set(map(int, map_values(predicate, table.spots, self.rule.values, kinds)))))
        powers, words = ((0, 0),) * len(values), len(key) - len(table.at)
        slot = Slot(
            key, table.at, values, powers, "what the map shows of them", decision=Decision.LAST, words=words
        )
        return slot, replace(table, image=key, shown=values)

    def _build_annihilation(self, condition: Annihilation) -> Total:
        """Return a total of the cells that should annihilate some cell, but do not: there must be none."""
        closed, events = [(cell, *near) for cell, near in enumerate(self.board.neighbours)], []

        def tests(cells: Iterable[int], values: Iterable[int]) -> tuple[Test, ...]:
            return tuple([(_make_value_key(cell), self._symbols(*values)) for cell in cells])

        for own in closed:
            groups = [tests(own, condition.near)]
            for cell in dict.fromkeys(other for near in own for other in closed[near]):
                outer = tests([near for near in closed[cell] if near not in own], condition.private)
                groups.append((*tests([cell], {*self.rule.values} - condition.of), *outer))
            events.append(Event(tuple(groups)))
        return Total(tuple(events), Numbers.of(0))

    # Lines

    def _build_lines(self, condition: LineRule) -> Iterator[Line]:
        """Yield an automaton on every line of the board; holes and the border end a line.

        If a board has no columns, each of its rows is an empty line, and vice versa.
        """
        if condition.order:
            yield from self._build_line_comparisons(condition)
            return
        grid, board = self.board.grid, self.board
        assert grid is not None, "graphs are rejected before"
        automaton = automaton_of(condition, self.rule.values)
        for word in condition.along:
            down, right = LINES[word]
            if (down and grid.wrap_rows) or (right and grid.wrap_cols):
                message = (
                    f"board {board.text!r} is cyclic along its {word}, which therefore have no first cell;"
                    f" the rule {self.rule.name} has a constraint on them"
                )
                raise MismatchError(with_answer(message, f"{self.rule.name} {board.text}"))
            if (word == "rows" and grid.rows and not grid.cols) or (
                word == "columns" and grid.cols and not grid.rows
            ):
                yield Line((), (), automaton)
            for cell in range(board.size):
                if board.beside(cell, -down, -right) is None:
                    cells = [cell]
                    while (after := board.beside(cells[-1], down, right)) is not None:
                        cells.append(after)
                    yield Line(tuple(cells), tuple(map(_make_value_key, cells)), automaton)

    def _build_line_comparisons(self, condition: LineRule) -> Iterator[Line]:
        """Yield a constraint on every row or column and the next one, whose cells are read alternately."""
        grid, board = self.board.grid, self.board
        assert grid is not None, "graphs are rejected before"
        if grid.wrap_rows or grid.wrap_cols or not board.fills_grid:
            raise MismatchError(
                f"board {board.text!r}: the rule {self.rule.name} compares whole rows or columns, which needs"
                " a rectangle without holes and cyclic directions; use a board such as 4x5"
            )
        automaton = order_automaton(condition.order, self.rule.colours)
        rows, cols = range(grid.rows), range(grid.cols)
        for word in condition.along:
            lines = (
                [[row * grid.cols + col for col in cols] for row in rows]
                if word == "rows"
                else [[row * grid.cols + col for row in rows] for col in cols]
            )
            for line, next_line in pairwise(lines):
                pairs = list(zip(line, next_line, strict=True))[:: -1 if condition.backwards else 1]
                cells = tuple(cell for pair in pairs for cell in pair)
                yield Line(cells, tuple(map(_make_value_key, cells)), automaton, ReadingOrder.APART)

    # Connectivity

    def _build_graph(self, condition: CellConnectivity) -> tuple[Graph, list[Slot], list[Exclusion]]:
        of = self._symbols(*condition.of)

        def test(cell: int) -> Test:
            return _make_value_key(cell), of

        def both(a: int, b: int) -> Event:
            return Event(((test(a),), (test(b),)))

        wraps, near = condition.linkage.wraps, condition.neighbours
        windings: tuple[int, ...] = ()
        if wraps:
            from gfkit.core.rules.kinds.winding import winding_links

            links, windings = winding_links(self.board, wraps, near or ROOK, both)
        else:
            pairs = {
                (min(cell, other), max(cell, other))
                for cell in range(self.board.size)
                for other in self._find_neighbours(near, cell)[0]
            }
            links = [Link((a, b), both(a, b)) for a, b in sorted(pairs)]
        return graph_of(
            condition.linkage,
            place_bits(self.board, condition.linkage),
            {cell: Event(((test(cell),),)) for cell in range(self.board.size)},
            links,
            {cell: (_make_value_key(cell), self.every & ~of) for cell in range(self.board.size)},
            windings,
        )


def _make_value_key(cell: int) -> Key:
    return ("value", cell)


@lru_cache(maxsize=200)
def _new_symbols_automaton(colours: int) -> LineAutomaton:
    """Return an automaton that accepts words in which every new symbol is the smallest unused one."""
    steps = tuple(
        tuple(max(used, symbol + 1) if symbol <= used else -1 for symbol in range(colours))
        for used in range(colours + 1)
    )
    return LineAutomaton(steps, frozenset(range(colours + 1)))


def configuration_of(rule: ArrayRule, shown: Iterable[tuple[Key, int]]) -> Configuration:
    """Return the values of all cells; values in order of first occurrence are renumbered row by row."""
    values = {cast(int, key[1]): value for key, value in shown if key[0] == "value"}
    if rule.new_values:
        order = dict.fromkeys(values[cell] for cell in sorted(values))
        in_order = dict(zip(order, rule.values, strict=False))
        values = {cell: in_order[value] for cell, value in values.items()}
    from gfkit.core.rules.configuration import Configuration  # most configurations are only counted

    return Configuration.of_values(values.items())


def idle_conditions(rule: ArrayRule, board: Board) -> list[str]:
    """Return the windows and pins that fit nowhere on a board, in English; they impose no constraint."""
    if board.grid is None:
        return []
    shapes = {window.text: tuple(offset for offset, _ in window.cells) for window in rule.forbid}
    shapes |= {part.text: part.offsets for part in rule.parts if isinstance(part, WindowPredicate)}
    texts = [
        f"the window {text}" for text, offsets in shapes.items() if not any(translates(rule, board, offsets))
    ]
    return texts + [
        f"the pin at {pin.text}" for pin in rule.conditions_of(Pin) if not pinned_cells(board, pin)
    ]


def translates(rule: ArrayRule, board: Board, offsets: Sequence[Cell]) -> Iterator[tuple[int | None, ...]]:
    """Yield the cells of a shape at every position at which all cells are on the board and distinct.

    If cells outside the board have a value, it suffices that one cell is on the board; None denotes a cell
    outside.
    """
    grid, outside = board.grid, rule.outside is not None
    assert grid is not None, "windows need a board with a geometry"
    done = set()
    for row, col in offsets if outside else offsets[:1]:
        for place in board.places:
            anchor = grid.onward(place, -row, -col)
            if anchor in done:
                continue
            done.add(anchor)
            spots = [grid.onward(anchor, *offset) for offset in offsets]
            cells = tuple(board.at.get(spot) for spot in spots)
            if len(set(spots)) == len(spots) and (outside or None not in cells):
                yield cells
