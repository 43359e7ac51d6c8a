"""Constraint system of pointing cells: every cell is the target of exactly one cell, or at most one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from gfkit.core.boards import Board
from gfkit.core.rules.configuration import Configuration
from gfkit.core.rules.kind import needs_rows
from gfkit.core.rules.kinds.constraints import (
    NOWHERE,
    Cardinality,
    ConstraintSystem,
    Key,
    Slot,
    SymbolMove,
    Test,
)
from gfkit.core.rules.kinds.pointers.rule import PointerRule
from gfkit.core.rules.values import Exponents, Numbers
from gfkit.core.typing import Positions


def system_of(rule: PointerRule, board: Board, _positions: Positions = Positions.ALL) -> ConstraintSystem:
    """Return the constraint system, with a variable for the target of every cell."""
    slots: list[Slot] = []
    at: list[list[Test]] = [[] for _ in range(board.size)]
    for cell, powers in enumerate(targets_of(rule, board)):
        targets, weights = tuple(powers), tuple(powers.values())
        slots.append(
            Slot(
                ("move", cell),
                (cell,),
                targets,
                weights,
                "the cell that it points at",
                symbol_move=SymbolMove.CELLS,
            )
        )
        for symbol, target in enumerate(targets):
            if target != NOWHERE:
                at[target].append((slots[cell].key, 1 << symbol))
    numbers = Numbers.of(0, 1) if rule.partial else Numbers.of(1)
    asked = tuple(Cardinality((cell,), tuple(tests), numbers) for cell, tests in enumerate(at))
    return ConstraintSystem(tuple(slots), asked)


def targets_of(rule: PointerRule, board: Board) -> list[dict[int, Exponents]]:
    """Return, for every cell, its admissible targets with their weights; the cell itself is last, and no
    cell after it if the rule is partial.
    """
    if board.grid is None and not rule.flat:
        raise needs_rows(rule.name, board, "its drawn moves")
    targets: list[dict[int, Exponents]] = []
    for cell in range(board.size):
        weights = {} if rule.rook is None else dict.fromkeys(board.neighbours[cell], rule.rook)
        for (down, right), weight in rule.moves:
            other = board.beside(cell, down, right)
            if other is not None and other != cell:
                weights.setdefault(other, weight)
        if rule.stay is not None:
            weights[cell] = rule.stay
        if rule.partial:
            weights[NOWHERE] = (0, 0)
        targets.append(weights)
    return targets


def configuration_of(_rule: PointerRule, shown: Iterable[tuple[Key, int]]) -> Configuration:
    """Return the configuration in which every cell shows the number of its target."""
    arrows = ((cast(int, key[1]), target) for key, target in shown if target != NOWHERE)
    return Configuration.of_cover((), arrows)
