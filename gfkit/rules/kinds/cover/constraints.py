"""Constraint system of exact covers: every cell is covered exactly once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import cast

from gfkit.boards import Board
from gfkit.errors import MismatchError
from gfkit.rules.configuration import Configuration
from gfkit.rules.kinds.constraints import YES, Cardinality, ConstraintSystem, Key, Slot, Test
from gfkit.rules.kinds.cover.rule import CoverRule
from gfkit.rules.linkage import Numbers
from gfkit.rules.rule import Exponents
from gfkit.typing import Positions


def system_of(rule: CoverRule, board: Board, _positions: Positions = Positions.ALL) -> ConstraintSystem:
    """Return the constraint system of the covers of a board, with a variable for each placement of a
    piece.
    """
    slots: list[Slot] = []
    on: list[list[Test]] = [[] for _ in range(board.size)]
    for piece, cells, weight in lays(rule, board):
        key: Key = ("piece", piece, *cells)
        says = f"the piece {rule.pieces[piece].text} lies there"
        at = tuple(cell for cell in cells if cell >= board.hubs) or cells
        slots.append(Slot(key, at, (0, 1), ((0, 0), weight), says, words=2))
        for cell in cells:
            on[cell].append((key, YES))
    asked = tuple(Cardinality((cell,), tuple(tests), Numbers.of(1)) for cell, tests in enumerate(on))
    return ConstraintSystem(tuple(slots), asked)


def lays(rule: CoverRule, board: Board) -> Iterator[tuple[int, tuple[int, ...], Exponents]]:
    """Generate the placements of all pieces: number of the piece, cells in ascending order, and weight."""
    if board.in_space and not rule.flat and (rule.in_space or rule.turned):
        for number, (piece, weight) in enumerate(zip(rule.pieces, rule.weights, strict=True)):
            shapes = [lie.in_space for lie in rule.lies_in_space(piece)]
            places = dict.fromkeys(cells for shape in shapes for cells in board.lays_in_space(shape))
            yield from ((number, cells, weight) for cells in places)
        return
    refuse_shapes(rule, board)
    for number, (piece, weight) in enumerate(zip(rule.pieces, rule.weights, strict=True)):
        placements = dict.fromkeys(cells for lie in rule.lies(piece) for cells in board.lays(lie.cells))
        yield from ((number, cells, weight) for cells in placements)


def refuse_shapes(rule: CoverRule, board: Board) -> None:
    """Raise MismatchError if the pieces cannot be placed on this type of board."""
    if rule.in_space:
        raise MismatchError(
            f"board {board.text!r} is not a box, but {rule.name} has pieces in layers; use a box such as"
            " 2x2x4 or 2x2xn"
        )
    if board.in_space and not rule.flat:
        raise MismatchError(
            f"board {board.text!r} is a box, but {rule.name} has plane pieces that may not be rotated; draw"
            " them in layers, as in 'XX//XX', or use perfect-matchings for dominoes in space"
        )
    if board.grid is None and not rule.flat:
        raise MismatchError(
            f"board {board.text!r} is a graph without rows and columns, but {rule.name} has pieces with a"
            f" shape: write {board.gridded}"
        )


def configuration_of(_rule: CoverRule, shown: Iterable[tuple[Key, int]]) -> Configuration:
    """Return the pieces of a cover."""
    return Configuration.of_cover(cast(tuple[int, ...], key[2:]) for key, value in shown if value)
