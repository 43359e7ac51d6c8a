"""From a local-rule array to a machine: every window and every count is a small automaton in flight.

A condition reads the cells of its scope in sweep order; it is made minimal for that order, and its values are
one feature of the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

from gfkit.boards import Board
from gfkit.errors import MismatchError
from gfkit.games.rule import ArrayRule, NeighbourCount, Window
from gfkit.transfer.machine.slot import (
    Kinds,
    Option,
    Part,
    SlotMachine,
    assemble,
    exponents_for,
    line_and_turn,
)
from gfkit.typing import Weights

_Partial = tuple[int, tuple[tuple[str, int], ...]]
"""A window that matches so far: its number, and what its letters stand for."""


def array_machine(
    rule: ArrayRule, board: Board, order: Sequence[int], weights: Weights, found: Sequence[LocalCondition]
) -> SlotMachine:
    """The machine of a local-rule array on the cells in ``order``.

    ``order`` may be one part of the board that does not interact with the rest; ``found`` are the
    conditions there.
    """
    site_of = {cell: site for site, cell in enumerate(order)}
    sites = [
        [Option(exponents_for(rule.weights[colour], weights)) for colour in range(rule.colours)]
        for _ in order
    ]
    kinds: Kinds = {}
    minimiser = Minimiser(rule.colours)
    for number, condition in enumerate(found):
        cells = sorted(condition.cells, key=site_of.__getitem__)
        factor = minimiser.factor(condition, cells)
        if factor is None:
            continue
        for cell, tables in zip(cells, factor.tables, strict=True):
            for colour, table in enumerate(tables):
                sites[site_of[cell]][colour].then(number, table)
        if board.grid:
            kinds[number] = _kind(board, line_and_turn(board, order), cells, condition)
    return assemble(sites, kinds)


def _kind(
    board: Board, place_of: Callable[[int], tuple[int, int]], cells: Sequence[int], condition: LocalCondition
) -> Part:
    """Conditions of the same shape on the same line of the sweep share tracks."""
    row, col = board.places[cells[0]]
    shape = tuple((board.places[c][0] - row, board.places[c][1] - col) for c in cells)
    line, turn = place_of(cells[0])
    return (shape, condition.start, line), turn


def conditions(rule: ArrayRule, board: Board) -> list[LocalCondition]:
    """All windows and counts of a rule, laid everywhere on a board."""
    found = []
    grouped: dict[tuple[tuple[int, int], ...], list[Window]] = {}
    for window in rule.forbid:
        grouped.setdefault(tuple(offset for offset, _ in window.cells), []).append(window)
    for offsets, windows in grouped.items():
        (down, right), *_ = offsets  # windows are laid by their first cell, which must be there
        steps = [(row - down, col - right) for row, col in offsets]
        for anchor in range(board.size):
            cells = tuple(_reach(rule, board, anchor, step) for step in steps)
            if None not in cells and len(set(cells)) == len(cells):
                found.append(_avoid(windows, tuple(c for c in cells if c is not None)))
    for count in rule.counts:
        found.extend(_count(rule, count, board, cell) for cell in range(board.size))
    return found


def _reach(rule: ArrayRule, board: Board, cell: int, offset: tuple[int, int]) -> int | None:
    if board.grid is None:
        raise MismatchError(
            f"board {board.text!r} is a graph without rows and columns, and {rule.name} has windows or"
            ' neighbours given by offsets; use a board like 4x5, or neighbours = "rook" only'
        )
    return board.beside(cell, *offset)


def _avoid(windows: Sequence[Window], cells: tuple[int, ...]) -> LocalCondition:
    """None of these windows, all of one shape, matches on these cells."""
    marks = {cell: [window.cells[position][1] for window in windows] for position, cell in enumerate(cells)}

    def step(state: object, cell: int, colour: int) -> frozenset[_Partial]:
        assert isinstance(state, frozenset)
        return frozenset(
            (number, after)
            for number, letters in state
            if (after := _match(marks[cell][number], letters, colour)) is not None
        )

    start = frozenset((number, ()) for number in range(len(windows)))
    shape = tuple(offset for offset, _ in windows[0].cells)
    return LocalCondition(cells, tuple(range(len(cells))), shape, start, step, lambda state: not state)


def _match(
    mark: str, letters: tuple[tuple[str, int], ...], colour: int
) -> tuple[tuple[str, int], ...] | None:
    """What the letters stand for after a mark has met a colour, or None if it does not match."""
    if mark == "?":
        return letters
    if mark.isdigit():
        return letters if int(mark) == colour else None
    for letter, value in letters:
        if (letter == mark) != (value == colour):
            return None
        if letter == mark:
            return letters
    return tuple(sorted((*letters, (mark, colour))))


def _count(rule: ArrayRule, count: NeighbourCount, board: Board, cell: int) -> LocalCondition:
    """The cell, if it has the colour, has an allowed number of such neighbours."""
    if count.neighbours:
        reached = {_reach(rule, board, cell, offset) for offset in count.neighbours}
        near = sorted(c for c in reached - {cell} if c is not None)
    else:
        near = list(board.neighbours[cell])

    def step(state: object, read: int, colour: int) -> tuple[bool, int] | None:
        if state is None or (read == cell and colour != count.cell):
            return None
        assert isinstance(state, tuple)
        if read == cell:
            return True, state[1]
        return state[0], state[1] + (colour in count.of)

    def accept(state: object) -> bool:
        return state is None or (isinstance(state, tuple) and state[1] in count.allowed)

    return LocalCondition((cell, *near), (1, *(0 for _ in near)), count, (False, 0), step, accept)


Raw = Hashable


@dataclass(frozen=True, slots=True)
class LocalCondition:
    """A condition on the colours of a few cells, as an automaton without minimality.

    ``step(state, cell, colour)`` reads the colour of one cell, in whatever order the sweep brings;
    ``accept`` says whether a state after all cells is fine. Conditions of equal ``sort`` do the same to cells
    of equal ``roles``.
    """

    cells: tuple[int, ...]
    roles: tuple[int, ...]
    sort: Hashable
    start: Raw
    step: Callable[[Raw, int, int], Raw]
    accept: Callable[[Raw], bool]


@dataclass(frozen=True, slots=True)
class Factor:
    """A condition made minimal for one sweep order.

    ``tables[i][colour]`` maps the value before the i-th cell read to the value after; a value that is
    missing can no longer be made good. 0 stands for the start, and later for 'nothing can go wrong'.
    """

    tables: tuple[tuple[dict[int, int], ...], ...]


class Minimiser:
    """Makes conditions minimal, those that read alike cells in the same order only once."""

    def __init__(self, colours: int) -> None:
        self.colours = colours
        self._known: dict[Hashable, Factor | None] = {}

    def factor(self, condition: LocalCondition, order: Sequence[int]) -> Factor | None:
        """What ``minimise`` gives."""
        role_of = dict(zip(condition.cells, condition.roles, strict=True))
        key = (condition.sort, tuple(role_of[cell] for cell in order))
        if key not in self._known:
            self._known[key] = minimise(condition, order, self.colours)
        return self._known[key]


def minimise(condition: LocalCondition, order: Sequence[int], colours: int) -> Factor | None:
    """The least automaton of a condition when its cells come in this order; None if it always holds.

    States with the same future are merged layer by layer from the back (Myhill and Nerode); cost is
    raw states times colours.
    """
    layers: list[list[Raw]] = [[condition.start]]
    moves: list[list[list[int]]] = []
    for cell in order:
        index: dict[Raw, int] = {}
        moves.append(
            [
                [index.setdefault(condition.step(raw, cell, c), len(index)) for c in range(colours)]
                for raw in layers[-1]
            ]
        )
        layers.append(list(index))
    values: list[int | None] = [0 if condition.accept(raw) else None for raw in layers[-1]]
    tables: list[tuple[dict[int, int], ...]] = []
    for layer in reversed(moves):
        futures = [tuple(values[after] for after in row) for row in layer]
        names: dict[tuple[int | None, ...], int | None] = {(0,) * colours: 0, (None,) * colours: None}
        fresh = 1
        if len(layer) == 1:  # the single state before the first cell is not stored, so it is 0
            names = {futures[0]: None if all(v is None for v in futures[0]) else 0}
        for future in futures:
            if future not in names:
                names[future] = fresh
                fresh += 1
        before = [names[future] for future in futures]
        table: tuple[dict[int, int], ...] = tuple({} for _ in range(colours))
        for name, future in zip(before, futures, strict=True):
            for colour, value in enumerate(future):
                if name is not None and value is not None:
                    table[colour][name] = value
        tables.append(table)
        values = before
    tables.reverse()
    if all(tables[i][c] == {0: 0} for i in range(len(order)) for c in range(colours)):
        return None
    return Factor(tuple(tables))
