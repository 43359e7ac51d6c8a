"""Costs of the edges, vertices and pieces of configurations.

A part of a configuration is named by its cells, joined by hyphens: 3-4 is an edge, and 3 a vertex. A cell of
a grid is its row and its column, as in 1,1-1,2. A value or a player may follow, as in 3=2; the cost of a cell
without a value applies to all values except 0. The name ``*`` stands for all parts without a cost.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import islice
from math import lcm
from typing import TYPE_CHECKING

from gfkit.core.deferred import regex
from gfkit.core.errors import InputError, MismatchError
from gfkit.core.rules.configuration import Configuration, configuration_of
from gfkit.core.typing import Player

if TYPE_CHECKING:
    from gfkit.core.engine.task import CountTask

_NUMBER = regex(r"[+-]?\d{1,40}(?:\.\d{1,40})?")
_LIMIT = 1 << 53
"""Bound of total costs in units; floating-point numbers represent smaller integers exactly."""
_OTHERS = "*"


def read_costs(label: str, text: str) -> dict[str, str]:
    """Parse lines with a part and its cost, such as 3-4,2.5. Empty lines and lines after # are ignored."""
    costs: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), 1):
        place, comma, cost = (part.strip() for part in line.partition("#")[0].rpartition(","))
        if place in costs or (cost and not comma):
            problem = f"has a second cost of {place}" if comma else "has no comma"
            raise InputError(
                f"{label}: line {number} {problem}; a line is a part and its cost, as in 3-4,2.5"
            )
        costs |= {place: cost} if comma else {}
    return costs


class Costs:
    """Costs of all values of the variables of a board, as integers in units of 1/``unit``."""

    def __init__(self, task: CountTask, given: Mapping[str, object]) -> None:
        rule, board = task.rule, task.board
        if (
            getattr(rule, "new_values", "")
            or task.alternates
            or rule.divide > 1
            or rule.has_image
            or rule.avoided is not None
        ):
            raise MismatchError(f"{task.question}: costs are not supported for this rule and these positions")
        places = [f"{row + 1},{col + 1}" for row, col in board.places] if board.grid is not None else ()
        self.names = board.names or places or [str(cell + 1) for cell in range(board.size)]
        numbers = {place: _parse(place, cost) for place, cost in given.items()}
        self.unit = lcm(*(cost.denominator for cost in numbers.values()))
        self.given = {place: int(cost * self.unit) for place, cost in numbers.items()}
        slots = task.system.slots
        drawn = {
            (s.key, value): configuration_of(rule, [(s.key, value)]) for s in slots for value in s.values
        }
        named = [name for one in drawn.values() for part in self._parts(one) for name in (*part[0], *part[1])]
        for place in self.given.keys() - {_OTHERS, *named}:
            known = ", ".join(islice((name for name in dict.fromkeys(named) if name[-1] != "="), 4))
            raise InputError(f"cost of {place!r}: no such part; parts are for example {known}")
        self.of = {pair: self.total(one) for pair, one in drawn.items()}
        """Cost of each value of each variable."""
        most = sum(max((abs(self.of[s.key, value]) for value in s.values), default=0) for s in slots)
        if most >= _LIMIT:
            raise InputError(f"costs up to {most} / {self.unit} have more than 53 bits; use fewer digits")

    def total(self, configuration: Configuration) -> int:
        """Return the sum of the costs of the parts of a configuration."""
        return sum(self._cost(*names) for names in self._parts(configuration))

    def _cost(self, exact: list[str], plain: list[str]) -> int:
        """Return the cost of a part with the given names, with its value and without it."""
        for names in (exact, plain):
            known = [name for name in names if name in self.given]
            if len(known) > 1:
                raise InputError(f"cost of {known[0]!r}: this part has another cost, as {known[1]!r}")
            if known:
                return self.given[known[0]]
        if plain and _OTHERS not in self.given:
            raise InputError(f"{plain[0]} has no cost; write a line {plain[0]},COST or *,COST for all others")
        return self.given[_OTHERS] if plain else 0

    def _parts(self, configuration: Configuration) -> Iterator[tuple[list[str], list[str]]]:
        """Yield the names of each part with its value, and without it unless the value is 0."""
        for orders, mark in _parts_of(configuration):
            names = list(dict.fromkeys("-".join(self.names[cell] for cell in cells) for cells in orders))
            yield [f"{name}={mark}" for name in names], [] if mark == "0" else names


def _parts_of(configuration: Configuration) -> Iterator[tuple[Sequence[Sequence[int]], str]]:
    """Yield the cells of each part, in all orders in which they may be written, and its value or player."""
    pieces, marks, joins = configuration.pieces, configuration.marks, configuration.joins
    for piece in pieces:
        mark = "" if joins else marks.get(piece.cells[0], "")
        yield (piece.cells, piece.cells[::-1]), mark if piece.owner is Player.BOTH else piece.owner.value
    yield from (((ends,), "") for ends in configuration.arrows or ())
    yield from (((ends,), mark) for ends, mark in configuration.labels)
    for cell, mark in marks.items() if joins or not pieces else ():
        yield (((cell, int(mark) - 1),), "") if configuration.by_lie else (((cell,),), mark)


def _parse(place: str, cost: object) -> Fraction:
    if not _NUMBER.fullmatch(str(cost)):
        raise InputError(
            f"cost of {place!r}: expected an integer or a decimal such as 2.5, got {str(cost)!r}"
        )
    return Fraction(str(cost))
