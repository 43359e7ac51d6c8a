"""Constraint system of exact covers: every cell is covered exactly once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, cast

from gfkit.core.boards import Board
from gfkit.core.errors import MismatchError
from gfkit.core.rules.kind import needs_rows
from gfkit.core.rules.kinds.constraints import YES, Cardinality, ConstraintSystem, Key, Role, Slot, Test
from gfkit.core.rules.kinds.cover.rule import CoverRule
from gfkit.core.rules.values import Exponents, Numbers
from gfkit.core.typing import Positions

if TYPE_CHECKING:
    from gfkit.core.rules.configuration import Configuration

SQUARE = ((0, 0), (0, 1), (1, 0), (1, 1))
"""Four cells around a point."""
WORDS = ("rows", "columns")
"""Values of ``fault_free`` that constrain the lines across each axis."""


def system_of(rule: CoverRule, board: Board, _positions: Positions = Positions.ALL) -> ConstraintSystem:
    """Return the constraint system of the covers of a board, with a variable for each placement of a
    piece.
    """
    slots: list[Slot] = []
    on: list[list[Test]] = [[] for _ in range(board.size)]
    texts = [f"the piece {piece.text} is placed there" for piece in rule.pieces]
    for piece, cells, weight in placements_of(rule, board):
        key: Key = ("piece", piece, *cells)
        at = tuple(cell for cell in cells if cell >= board.hubs) or cells
        role = Role.FORGOTTEN if rule.pieces[piece] in rule.forgotten else Role.SHOWN
        slots.append(Slot(key, at, (0, 1), ((0, 0), weight), texts[piece], role, words=2))
        for cell in cells:
            on[cell].append((key, YES))
    asked = [Cardinality((cell,), tuple(tests), Numbers.of(1)) for cell, tests in enumerate(on)]
    if rule.tatami:
        asked += _points(board, on)
    if rule.fault_free:
        asked += _lines(rule, board, slots)
    return ConstraintSystem(tuple(slots), tuple(asked))


def _points(board: Board, on: Sequence[Sequence[Test]]) -> Iterator[Cardinality]:
    """Yield the constraint at each point between four cells: some piece covers at least two of the cells.

    ``on`` contains, for each cell, the tests of the placements that cover it.
    """
    for cells in dict.fromkeys(board.placements(SQUARE)):
        covered = Counter(test for cell in cells for test in on[cell])
        tests = tuple(test for test, number in covered.items() if number > 1)
        yield Cardinality(cells, tests, Numbers.with_bound("least", 1))


def _lines(rule: CoverRule, board: Board, slots: Iterable[Slot]) -> Iterator[Cardinality]:
    """Yield the constraint on each line between rows or columns: some piece crosses the line.

    The constraint is attached to the first cell after the line. If it were attached to all cells, sweep
    orders would have to keep these cells together.
    """
    grid = board.grid
    assert grid is not None, "lines are on rectangles"
    for axis, side in enumerate((grid.rows, grid.cols)):
        if rule.fault_free not in (WORDS[axis], "both"):
            continue
        cut: list[list[Test]] = [[] for _ in range(side)]
        for slot in slots:
            at = [board.places[cell][axis] for cell in slot.cells]
            for line in range(min(at) + 1, max(at) + 1):
                cut[line].append((slot.key, YES))
        for line in range(1, side):
            place = (line, 0) if axis == 0 else (0, line)
            cells = (board.at[place],) if board.size else ()
            yield Cardinality(cells, tuple(cut[line]), Numbers.with_bound("least", 1))


def placements_of(rule: CoverRule, board: Board) -> Iterator[tuple[int, tuple[int, ...], Exponents]]:
    """Yield the placements of all pieces, each with the number of the piece, the cells in ascending order,
    and the weight.
    """
    if rule.needs_plane:
        refuse_points(rule, board)
    if board.in_space and not rule.flat and (rule.in_space or rule.turned):
        for number, (piece, weight) in enumerate(zip(rule.pieces, rule.weights, strict=True)):
            shapes = [lie.in_space for lie in rule.lies_in_space(piece)]
            places = dict.fromkeys(cells for shape in shapes for cells in board.placements_in_space(shape))
            yield from ((number, cells, weight) for cells in places)
        return
    refuse_shapes(rule, board)
    faces: Sequence[tuple[int, ...]] = ()
    if most := rule.largest_face:
        from gfkit.core.boards.faces import find_faces  # few rules have faces

        faces = find_faces(board, most)
    for number, (piece, weight) in enumerate(zip(rule.pieces, rule.weights, strict=True)):
        own = [face for face in faces if len(face) == piece.face]
        laid = [own] if piece.face else [board.placements(lie.cells) for lie in rule.lies(piece)]
        placements = dict.fromkeys(cells for placed in laid for cells in placed)
        yield from ((number, cells, weight) for cells in placements)


def refuse_points(rule: CoverRule, board: Board) -> None:
    """Raise MismatchError if the side conditions are not defined on the given type of board."""
    if board.grid is None:
        key = "tatami" if rule.tatami else "fault_free"
        if not board.in_space:
            raise needs_rows(rule.name, board, key)
        raise MismatchError(
            f"board {board.text!r} is a box, and the rule {rule.name} has {key}: write {board.gridded}"
        )
    if rule.fault_free and (board.grid.wrap_rows or board.grid.wrap_cols or not board.fills_grid):
        raise MismatchError(
            f"board {board.text!r} is not a rectangle, and the rule {rule.name} has fault_free; use a"
            " rectangle, such as 5x6"
        )


def refuse_shapes(rule: CoverRule, board: Board) -> None:
    """Raise MismatchError if the pieces cannot be placed on the given type of board."""
    if rule.in_space:
        raise MismatchError(
            f"board {board.text!r} is not a box, but the rule {rule.name} has pieces in layers; use a box"
            " such as 2x2x4 or 2x2xn"
        )
    if board.in_space and not rule.flat:
        raise MismatchError(
            f"board {board.text!r} is a box, but the rule {rule.name} has plane pieces that may not be"
            " rotated; draw them in layers, as in 'XX//XX', or use perfect-matchings for dominoes in space"
        )
    if board.grid is None and not rule.flat:
        raise needs_rows(rule.name, board, "pieces with a shape")


def configuration_of(_rule: CoverRule, shown: Iterable[tuple[Key, int]]) -> Configuration:
    """Return the cover whose pieces are the keys with a nonzero value."""
    from gfkit.core.rules.configuration import Configuration  # most configurations are only counted

    return Configuration.of_cover(cast(tuple[int, ...], key[2:]) for key, value in shown if value)
