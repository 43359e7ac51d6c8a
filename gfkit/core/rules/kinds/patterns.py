"""Patterns of a constraint system: classes of constraints or variables that are translates of each other.

On the square lattice two constraints belong to one pattern if a translation maps one to the other; near the
border, cells outside the board are omitted. On a graph they belong to one pattern if they differ only in
their cells.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Generic, TypeVar

from gfkit.core.boards import Board
from gfkit.core.deferred import dataclass
from gfkit.core.rules.kinds.constraints import (
    NOWHERE,
    Constraint,
    ConstraintSystem,
    Event,
    Exclusion,
    GraphNode,
    Key,
    Link,
    Slot,
    SymbolMove,
    Test,
)

Part = Slot | Constraint | Event | GraphNode | Link
AnyPart = TypeVar("AnyPart", Slot, Constraint, Event, GraphNode, Link)
_Move = Callable[[Test], Test | None]


@dataclass(frozen=True, slots=True)
class Pattern(Generic[AnyPart]):
    """Class of constraints, or of variables, that are translates of each other."""

    example: AnyPart
    """Largest member of the class, chosen as close to the centre of the board as possible."""
    number: int
    reduced: int
    """Number of members that lack cells because these are outside the board."""


class Patterns:
    """Classifier of the constraints and variables of a system on a board."""

    def __init__(self, system: ConstraintSystem, board: Board) -> None:
        self.board = board
        self.slots: dict[Key, Slot] = {slot.key: slot for slot in system.slots}
        images = (getattr(constraint, "image", None) for constraint in system.constraints)
        self.images: set[Key] = {image for image in images if image is not None}
        """Variables for the values of an image; at the border they depend on fewer cells."""
        self._at = {(self.family(slot.key), tuple(sorted(slot.at))): slot for slot in system.slots}

    def family(self, key: Key) -> Key:
        """Return the family of a variable, which is the same for equivalent variables at different
        positions.
        """
        slot = self.slots[key]
        return str(key[0]), slot.meaning, slot.role.value

    def of(self, parts: Sequence[AnyPart]) -> list[Pattern[AnyPart]]:
        """Return the patterns of some constraints or variables, in order of first occurrence."""
        place = {id(part): number for number, part in enumerate(parts)}
        groups: list[list[AnyPart]] = []
        for part in sorted(parts, key=lambda part: (-self._size(part), self._off_centre(part))):
            like = next((some for some in groups if self._is_like(part, some[0])), None)
            if like is None:
                groups.append([part])
            else:
                like.append(part)
        groups.sort(key=lambda some: min(place[id(part)] for part in some))
        return [
            Pattern(some[0], len(some), sum(self._size(part) < self._size(some[0]) for part in some))
            for some in groups
        ]

    def _is_like(self, part: Part, example: Part) -> bool:
        """Return True if a translation maps the example to the part, ignoring cells outside the board."""
        if type(part) is not type(example):
            return False
        if self.board.grid is None:
            return self._form(part, self._without_cells) == self._form(example, self._without_cells)
        is_whole = isinstance(part, Exclusion) or (isinstance(part, Constraint) and part.is_ordered)
        if self._size(part) == 1 < self._size(example) and is_whole:
            return False  # a window truncated at a corner is not a translate
        own, cells = self._form(part, lambda test: test), self._cells(part)
        row, col = self.board.places[cells[0]]
        starts = dict.fromkeys(self.board.places[cell] for cell in self._cells(example))
        return any(self._form(example, self._mover(row - r, col - c)) == own for r, c in starts)

    def _without_cells(self, test: Test) -> Test:
        is_cell = self.slots[test[0]].symbol_move is SymbolMove.CELLS
        return self.family(test[0]), 0 if is_cell else test[1]

    def _mover(self, down: int, right: int) -> _Move:
        """Return the function that translates a test by (``down``, ``right``).

        The function returns None if the translated variable does not exist.
        """

        def move(test: Test) -> Test | None:
            slot = self.slots[test[0]]
            cells = [self.board.beside(cell, down, right) for cell in slot.at]
            there = [cell for cell in cells if cell is not None]
            other = self._at.get((self.family(slot.key), tuple(sorted(there))))
            if other is None or (len(there) < len(cells) and slot.key not in self.images):
                return None
            symbols = test[1]
            if slot.symbol_move is SymbolMove.TURNED and list(other.at) != there:
                symbols = (symbols & 1) << 1 | symbols >> 1
            if slot.symbol_move is SymbolMove.CELLS:
                targets = (
                    value if value == NOWHERE else self.board.beside(value, down, right)
                    for symbol, value in enumerate(slot.values)
                    if symbols >> symbol & 1
                )
                symbols = other.symbols(frozenset(cell for cell in targets if cell is not None))
            return other.key, symbols

        return move

    def _form(self, part: Part, move: _Move) -> Hashable:
        """Return a canonical form of a part after moving its tests; it does not depend on the order of
        cells.
        """

        def tests(some: Iterable[Test]) -> tuple[Test, ...]:
            return tuple(sorted(moved for test in some if (moved := move(test)) is not None))

        def keys(some: Iterable[Key]) -> tuple[Key, ...]:
            return tuple(moved[0] for key in some if (moved := move((key, 1))) is not None)

        match part:
            case Constraint():
                return part.pattern(tests, keys)
            case Event():
                groups = sorted(map(tests, part.groups))
                table = None if part.table is None else self._form(part.table, move)
                return (tuple(groups), table) if all(groups) else None
            case GraphNode():
                forms = (self._form(mark, move) for mark in part.marks)
                marks = sorted(repr(form) for form in forms if form is not None)
                return part.event and self._form(part.event, move), part.places, tuple(marks)
            case Link():
                return self._form(part.event, move)
            case Slot():
                return keys([part.key])

    def _size(self, part: Part) -> int:
        """Return the number of variables in a part."""
        if isinstance(part, GraphNode):
            return sum(self._size(event) for event in (part.event, *part.marks) if event is not None)
        if isinstance(part, Link):
            return self._size(part.event)
        return len(part.at) if isinstance(part, Slot) else len(part.keys)

    def _cells(self, part: Part) -> Sequence[int]:
        if isinstance(part, GraphNode):
            return (part.cell,)
        if isinstance(part, Link):
            return part.ends
        if isinstance(part, Event):
            return tuple(cell for key in part.keys for cell in self.slots[key].at)
        return part.at

    def _off_centre(self, part: Part) -> float:
        """Return the mean distance of the cells of a part from the centre of the board."""
        grid, cells = self.board.grid, self._cells(part)
        if grid is None or not cells:
            return 0
        places = (self.board.places[cell] for cell in cells)
        away = (abs(2 * row + 1 - grid.rows) + abs(2 * col + 1 - grid.cols) for row, col in places)
        return sum(away) / len(cells)
