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
    powers_of: dict[Marks, Exponents] = {}
    for configuration, powers in configurations:
        powers_of[marks_of(configuration)] = powers
        if len(powers_of) > _MOST:
            raise LimitError(
                f"orbits on board {board.text!r}: more than {_MOST} configurations are not listed"
            )
    while powers_of:
        start, powers = powers_of.popitem()
        for image in {_image(start, by) for by in group} - {start}:
            if image not in powers_of:
                raise MismatchError(
                    f"board {board.text!r}: {rule.name} is not unchanged by all symmetries of the board"
                )
            del powers_of[image]
        yield start, powers


def _image(marks: Marks, by: Symmetry) -> Marks:
    return frozenset((name, frozenset((what, by.cells[cell]) for what, cell in on)) for name, on in marks)
