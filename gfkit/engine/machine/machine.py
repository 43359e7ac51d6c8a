"""The machine of any rule."""

from __future__ import annotations

from collections.abc import Sequence

from gfkit.boards import Board
from gfkit.engine.machine.base import Machine
from gfkit.engine.machine.order import part_of, swept_system
from gfkit.engine.machine.system import system_machine
from gfkit.rules import Rule
from gfkit.rules.kinds import system_of
from gfkit.rules.kinds.constraints import ConstraintSystem
from gfkit.typing import Positions, Weights


def build_machine(
    rule: Rule,
    board: Board,
    order: Sequence[int],
    positions: Positions,
    weights: Weights,
    system: ConstraintSystem | None = None,
) -> Machine:
    """The machine of a rule on the cells in ``order``, with which no others interact.

    ``system`` is the rule's on the board, where it is known already. Of liberties the machine remembers
    groups.
    """
    if rule.liberties:
        from gfkit.engine.machine.liberty import LibertyMachine
        from gfkit.rules.kinds.placement.rule import as_placement

        cells = sorted(order)
        new = {cell: index for index, cell in enumerate(cells)}
        part, own = board.part(order), [new[cell] for cell in order]
        full = positions is Positions.FULL
        return LibertyMachine(as_placement(rule), part, own, positions.stuck, weights, full=full, cells=cells)
    whole = swept_system(system_of(rule, board, positions)) if system is None else system
    return system_machine(part_of(whole, order), board, order, weights)
