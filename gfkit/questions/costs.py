"""Costs of the edges, vertices and pieces of configurations.

A part of a configuration is named by its cells, joined by hyphens or separated by spaces: 3-4 is an edge, and
3 a vertex. A cell of a grid is its row and its column: 1,1-1,2. A value or a player may follow, as in 3=2; the
cost of a cell without a value applies to all values except 0. The name ``*`` stands for all other parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING

from gfkit.boards import Board
from gfkit.deferred import regex
from gfkit.errors import InputError, MismatchError
from gfkit.rules.configuration import Configuration
from gfkit.rules.kinds import configuration_of
from gfkit.typing import Player

if TYPE_CHECKING:
    from gfkit.engine.count import CountTask

    Part = tuple[tuple[int, ...], str]
    """Cells of a piece or edge with its player, or a cell with its value."""

_NUMBER = regex(r"[+-]?\d{1,40}(?:\.\d{1,40})?")
_LIMIT = 1 << 53
"""Bound of total costs in units; floating-point numbers represent smaller integers exactly."""
_SHOWN = 4
"""Number of parts that an error names."""


def read_costs(label: str, text: str) -> dict[str, str]:
    """Parse lines with a part and its cost, such as 3-4,2.5. Empty lines and lines after # are ignored."""
    costs: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        place, comma, cost = (part.strip() for part in line.rpartition(","))
        if not comma or place in costs:
            problem = f"has a second cost for {place}" if comma else "has no comma before a cost"
            raise InputError(
                f"{label}: line {number} {problem}; a line is a part and its cost, as in 3-4,2.5"
            )
        costs[place] = cost
    return costs


class Costs:
    """Costs of all values of the variables of a board, as integers in units of 1/``unit``."""

    def __init__(self, task: CountTask, given: Mapping[str, object]) -> None:
        self.task = task
        rule, board = task.rule, task.board
        if rule.divide > 1 or rule.has_image or rule.avoided is not None or getattr(rule, "new_values", ""):
            raise MismatchError(f"{task.question.game}: costs are not supported for rules of this form")
        self.names = _cell_names(board)
        numbers = {place: _parse(place, cost) for place, cost in given.items()}
        self.unit = lcm(*(cost.denominator for cost in numbers.values()))
        scaled = {place: int(cost * self.unit) for place, cost in numbers.items()}
        self.others = scaled.pop("*", None)
        shown = [
            {value: configuration_of(rule, [(slot.key, value)]) for value in slot.values}
            for slot in task.system.slots
        ]
        drawn = [one for by_value in shown for one in by_value.values()]
        parts = dict.fromkeys(part for one in drawn for part in _parts_of(one))
        named = {*parts, *((cells, "") for cells, _ in parts)}
        is_ordered = any(one.arrows is not None or (one.by_lie and one.marks) for one in drawn)
        self.costs: dict[Part, int] = {}
        for place, cost in scaled.items():
            part = self._read_part(place, is_ordered=is_ordered)
            if part not in named:
                examples = ", ".join(self._name(*one) for one in [*parts][:_SHOWN])
                raise InputError(f"cost of {place!r}: no such part; parts are for example {examples}")
            if part in self.costs:
                raise InputError(f"cost of {place!r}: this part has two costs")
            self.costs[part] = cost
        self.of = {
            (slot.key, value): self.total(one)
            for slot, by_value in zip(task.system.slots, shown, strict=True)
            for value, one in by_value.items()
        }
        """Cost of each value of each variable."""
        most = sum(
            max((abs(self.of[slot.key, value]) for value in slot.values), default=0)
            for slot in task.system.slots
        )
        if most >= _LIMIT:
            raise InputError(
                f"costs up to {most} in units of 1/{self.unit}: totals must be below 2^53; use fewer digits"
            )

    def total(self, configuration: Configuration) -> int:
        """Return the sum of the costs of the parts of a configuration."""
        return sum(map(self._cost, _parts_of(configuration)))

    def _cost(self, part: Part) -> int:
        cells, mark = part
        found = self.costs.get(part)
        if found is None and mark == "0":
            return 0
        found = self.costs.get((cells, ""), self.others) if found is None else found
        if found is None:
            name = self._name(*part)
            raise InputError(
                f"the part {name} has no cost; write a line {name},COST or *,COST for all others"
            )
        return found

    def _name(self, cells: tuple[int, ...], mark: str) -> str:
        return "-".join(self.names[cell] for cell in cells) + (f"={mark}" if mark else "")

    def _read_part(self, place: str, *, is_ordered: bool) -> Part:
        """Parse the cells of a part, and the value or player after an equals sign."""
        where, _, mark = place.partition("=")
        by_name = {name: cell for cell, name in enumerate(self.names)}
        words = where.split() if " " in where.strip() else where.strip().split("-")
        for word in words:
            if word not in by_name:
                known = ", ".join(self.names[:_SHOWN])
                raise InputError(f"cost of {place!r}: unknown cell {word!r}; cells are {known}, ...")
        cells = [by_name[word] for word in words]
        return tuple(cells if is_ordered else sorted(cells)), mark.strip()


def _cell_names(board: Board) -> list[str]:
    """Return the names of vertices, rows and columns from 1, or numbers from 1."""
    if board.names:
        return list(board.names)
    if board.grid is None:
        return [str(cell + 1) for cell in range(board.size)]
    return [f"{row + 1},{col + 1}" for row, col in board.places]


def _parse(place: str, cost: object) -> Fraction:
    if not _NUMBER.fullmatch(str(cost)):
        raise InputError(
            f"cost of {place!r}: expected an integer or a decimal such as 2.5, got {str(cost)!r}"
        )
    return Fraction(str(cost))


def _parts_of(configuration: Configuration) -> Iterator[Part]:
    """Yield the pieces and directed edges, and the values of cells that are not covered by pieces."""
    pieces, marks, joins = configuration.pieces, configuration.marks, configuration.joins
    for piece in pieces:
        named = "" if joins else marks.get(piece.cells[0], "")
        yield piece.cells, named if piece.owner is Player.BOTH else piece.owner.value
    yield from ((arrow, "") for arrow in configuration.arrows or ())
    yield from configuration.labels
    if configuration.by_lie:
        yield from (((cell, int(mark) - 1), "") for cell, mark in marks.items())
    elif joins or not pieces:
        yield from (((cell,), mark) for cell, mark in marks.items())
