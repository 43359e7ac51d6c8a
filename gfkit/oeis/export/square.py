"""A program that counts squares of any side, for rules that look at few cells at a time.

What stands on a cell is a number from 1 on, and 0 beyond the border. Which pairs never stand at a distance
of up to two rows and columns is seen on the 4 X 4 board, or on 3 X 3. A rule whose constraints reach no
further is counted rightly by these pairs alone, or wrongly on a small board already, which is looked at.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from gfkit.boards import parse_one_board
from gfkit.errors import GfkitError, SelfCheckError
from gfkit.oeis.export.program import SQUARE, Program, check_program
from gfkit.oracle.definitions import drawable, listed
from gfkit.rules import Rule
from gfkit.rules.configuration import Configuration
from gfkit.rules.kinds import system_of
from gfkit.typing import Positions

_SIDES = (4, 3)
_REACH = 2
_STEPS = (((0, 1), (1, 0)), ((0, 1), (1, -1), (1, 0), (1, 1)))
_FAR = tuple((d, e) for d in range(_REACH + 1) for e in range(-_REACH, _REACH + 1) if (d, e) > (0, 0))
_MOST_LISTED = 70_000
_MOST_PAIRS = 60
_FIRST_TRIED, _TRIED = 4, 5
"""Up to which side a program is tried."""


def square_program(
    rule: Rule, positions: Positions, number: str, terms: Sequence[int], first_n: int
) -> Program | None:
    """The program in Python, which gives the terms that it was tried on; None where none suits the rule.

    >>> from gfkit.rules import find_rule
    >>> kings = square_program(find_rule("kings"), Positions.ALL, "A063443", [2, 5, 35, 314, 6427], 1)
    >>> kings.lines[2]
    '    w, F = n + 1, [(0, 1, 2, 2), (1, -1, 2, 2), (1, 0, 2, 2), (1, 1, 2, 2)]'
    """
    boards = _labelled_boards(rule, positions) if _is_local(rule) else []
    if not boards or len(terms) + first_n <= _TRIED:
        return None
    values = {label: k for k, label in enumerate(sorted({v for board in boards for v in board.values()}), 1)}
    numbered = [{cell: values[label] for cell, label in board.items()} for board in boards]
    for steps in (*_STEPS, _FAR):
        pairs = _pairs_never_seen(numbered, steps, len(values))
        if not 0 < len(pairs) <= _MOST_PAIRS:
            continue
        holes = {"number": number, "pairs": ", ".join(map(str, pairs)), "values": len(values) + 1}
        holes["reach"] = max(max(d, abs(e)) for d, e in steps)
        short, program = (SQUARE.fill(**holes, first=first_n, end=end) for end in (_FIRST_TRIED, _TRIED + 1))
        try:
            check_program(short, terms)
            check_program(program, terms)
        except SelfCheckError:
            continue
        return program
    return None


def _is_local(rule: Rule) -> bool:
    """Whether each constraint is about cells of which no two are more than two rows or columns apart."""
    board = parse_one_board("7x7")
    system = system_of(rule, board)
    return not (system.totals or system.graphs or system.arrows or system.beyond) and all(
        max(line) - min(line) <= _REACH
        for part in (*system.constraints, *system.slots)
        for line in zip(*(board.places[cell] for cell in part.at), strict=True)
    )


def _labelled_boards(rule: Rule, positions: Positions) -> list[dict[tuple[int, int], str]]:
    """What stands on each cell of a small square, in each configuration; none where they cannot be listed."""
    for side in _SIDES:
        board = parse_one_board(f"{side}x{side}")
        try:
            every = listed(rule, board, positions, _MOST_LISTED)
            drawn = list(map(drawable(rule, board), (configuration for configuration, _ in every)))
        except GfkitError:
            continue
        labels = (_labels(board.size, configuration) for configuration in drawn)
        return [dict(zip(board.places, cells, strict=True)) for cells in labels]
    return []


def _labels(size: int, configuration: Configuration) -> list[str]:
    """By cell its mark, the piece on it, by owner and shape, and which of the piece's cells it is."""
    labels = [configuration.marks.get(cell, "") for cell in range(size)]
    for piece in configuration.pieces:
        shape = [cell - piece.cells[0] for cell in piece.cells]
        for k, cell in enumerate(piece.cells):
            labels[cell] += f"{piece.owner.value} {shape} {k}"
    return labels


def _pairs_never_seen(
    boards: Sequence[dict[tuple[int, int], int]], steps: Sequence[tuple[int, int]], values: int
) -> list[tuple[int, int, int, int]]:
    """(d, e, u, v) where v never stands d rows below u and e columns to the right; 0 is beyond the border."""
    cells = list(product(range(-_REACH, _REACH + 1 + max(row for row, _ in boards[0])), repeat=2))
    seen = {
        (d, e, board.get((row, col), 0), board.get((row + d, col + e), 0))
        for board in boards
        for row, col in cells
        for d, e in steps
    }
    every = ((*step, u, v) for step in steps for u in range(values + 1) for v in range(values + 1))
    return [pair for pair in every if pair not in seen]
