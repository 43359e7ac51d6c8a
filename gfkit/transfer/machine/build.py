"""The machine of any rule."""

from __future__ import annotations

from collections.abc import Sequence

from gfkit.boards import Board
from gfkit.games import Move, PlacementRule, Rule
from gfkit.games.rule import ArrayRule
from gfkit.transfer.liberty.machine import LibertyMachine
from gfkit.transfer.machine.array import array_machine
from gfkit.transfer.machine.factor import Condition
from gfkit.transfer.machine.machine import Machine
from gfkit.transfer.machine.order import Item, items_of
from gfkit.transfer.machine.placement import placement_machine
from gfkit.transfer.machine.tiling import tiling_machine
from gfkit.typing import Player, Weights


def build_machine(
    rule: Rule,
    board: Board,
    order: Sequence[int],
    stuck: frozenset[Player],
    weights: Weights,
    items: Sequence[Item] | None = None,
) -> Machine:
    """The machine of a rule on the cells in ``order``, found from the rule alone.

    ``items`` are the moves or conditions on these cells, where they are known already.
    """
    own = items_of(rule, board) if items is None else items
    if isinstance(rule, ArrayRule):
        return array_machine(rule, board, order, weights, [i for i in own if isinstance(i, Condition)])
    if not isinstance(rule, PlacementRule):
        return tiling_machine(rule, board, order, weights)
    if rule.liberties:
        new = {cell: index for index, cell in enumerate(sorted(order))}
        return LibertyMachine(rule, board.part(order), [new[cell] for cell in order], stuck, weights)
    return placement_machine(rule, board, order, stuck, weights, [i for i in own if isinstance(i, Move)])
