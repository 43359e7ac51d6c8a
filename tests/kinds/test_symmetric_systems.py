"""A symmetry that is said to leave a system as it is takes its solutions to its solutions.

The truth: all solutions by trying, each moved by code that is here.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import choice
import pytest
from differential import orbits, questions
from solutions import Shown, solutions

from gfkit.boards import parse_board, parse_one_board
from gfkit.boards.symmetry import symmetries
from gfkit.errors import GfkitError
from gfkit.games import Question
from gfkit.kinds import system_of
from gfkit.kinds.constraints import ConstraintSystem, Key, Role, Slot, SymbolMove
from gfkit.transfer.machine.invariance import fitting_names
from gfkit.typing import Positions, UpTo, Weights

_MOST = 30_000
Cells = tuple[int, ...]


def moved(
    shown: Shown, slots: dict[Key, Slot], cells: Cells, names: dict[object, object]
) -> frozenset[object]:
    """What is shown after a symmetry: by words and cells of slots, in no order."""
    marks = set()
    for key, slot in slots.items():
        if slot.role is Role.HIDDEN:
            continue
        value, at = slot.values[shown[key]], [cells[cell] for cell in slot.cells]
        if slot.symbol_move is SymbolMove.CELLS:
            value = cells[value]
        if slot.symbol_move is SymbolMove.TURNED and at != sorted(at):
            value = 1 - value
        marks.add((names.get(slot.name, slot.name), frozenset(at), value))
    return frozenset(marks)


def is_kept(
    system: ConstraintSystem, cells: Cells, names: dict[object, object], weights: Weights
) -> bool | None:
    """Whether solutions become solutions of the same weight; None where too much is to be tried."""
    slots = {slot.key: slot for slot in system.slots}
    before, after = Counter[object](), Counter[object]()
    still = tuple(range(len(cells)))
    try:
        for shown, (x, y) in solutions(system, _MOST):
            told = {Weights.NONE: (0, 0), Weights.PIECES: (x + y, 0), Weights.PLAYERS: (x, y)}[weights]
            before[moved(shown, slots, still, {}), told] += 1
            after[moved(shown, slots, cells, names), told] += 1
    except RecursionError:
        return None
    return before == after


@pytest.mark.parametrize("number", [15, pytest.param(400, marks=pytest.mark.slow(60))])
def test_symmetries_that_a_rule_keeps(number: int) -> None:
    """Random rules of all kinds and classes of positions, on small boards of many shapes."""
    kept = 0
    for case in range(number):
        made = orbits.case(Random(f"symmetric {choice.seed()} {case}"))
        boards = parse_board(made.board) if "n" in made.board else None
        try:
            board = parse_one_board(made.board) if not questions.is_family(made.board) else boards.at(3)  # type: ignore[union-attr]
            weights = Weights.read(made.weights)
            asked = Question(questions.read(made), board, Positions.read(made.positions), weights)
            asked.check_symmetric()
            system = system_of(asked.rule, asked.board, asked.positions)
            group = symmetries(board, UpTo.read(made.up_to))
        except GfkitError:
            continue
        for one in group[:12]:
            try:
                names = fitting_names(asked.rule, asked.board, one, weights)
            except GfkitError:
                continue
            truth = is_kept(system, one.cells, dict(names), weights)
            assert truth is not False, (made, one)
            kept += bool(truth)
    assert kept > number // 2
