"""Configurations listed whole, and how many there are up to symmetries of the board: orbits, one by one."""

from __future__ import annotations

from collections.abc import Iterator

from gfkit.boards import Board
from gfkit.boards.symmetry import Symmetry, symmetries
from gfkit.errors import LimitError, MismatchError
from gfkit.games.listing import Marks
from gfkit.games.rule import Exponents, Rule
from gfkit.oracle.definitions import listed, marks
from gfkit.typing import Positions, UpTo, Weights

_MOST = 300_000
"""Configurations that are held at once."""


def list_orbits(
    rule: Rule, board: Board, positions: Positions, weights: Weights, up_to: UpTo
) -> Iterator[tuple[Marks, Exponents]]:
    """One configuration of each orbit, with its powers of x and y.

    Refuses where a symmetry takes a configuration to what is none.
    """
    configurations = listed(rule, board, positions)
    group = symmetries(board, up_to)
    marks_of = marks(rule, board, weights)
    found: dict[Marks, Exponents] = {}
    for one, powers in configurations:
        found[marks_of(one)] = powers
        if len(found) > _MOST:
            raise LimitError(
                f"orbits on board {board.text!r}: more than {_MOST} configurations are not listed"
            )
    while found:
        start, powers = found.popitem()
        for image in {_moved(start, by) for by in group} - {start}:
            if image not in found:
                raise MismatchError(
                    f"board {board.text!r}: {rule.name} is not unchanged by all symmetries of the board"
                )
            del found[image]
        yield start, powers


def _moved(marks: Marks, by: Symmetry) -> Marks:
    return frozenset((name, frozenset((what, by.cells[cell]) for what, cell in on)) for name, on in marks)
