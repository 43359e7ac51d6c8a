"""The one interface through which every rule is counted, and the machine of any rule."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Protocol

from gfkit.boards import Board
from gfkit.games import CoverRule, EdgeRule, Move, OrientationRule, PlacementRule, PointerRule, Rule
from gfkit.games.rule import ArrayRule, Exponents, TileRule
from gfkit.transfer.machine.array import array_machine
from gfkit.transfer.machine.cover import Laying, cover_machine
from gfkit.transfer.machine.edges import edge_machine
from gfkit.transfer.machine.liberty import LibertyMachine
from gfkit.transfer.machine.order import Item, items_of
from gfkit.transfer.machine.orientations import orientation_machine
from gfkit.transfer.machine.placement import placement_machine
from gfkit.transfer.machine.slot import SlotMachine
from gfkit.transfer.machine.tiling import tiling_machine
from gfkit.typing import Player, Weights

State = Hashable
Terms = dict[Exponents, int]
"""A polynomial in x and y: coefficients by powers."""


class Machine(Protocol):
    """A board is swept site by site; the state is all that the rest of the board needs to know.

    The sum, over all ways from ``start`` through ``step`` at sites 0, 1, ..., ``sites`` - 1 to a
    state that is ``final``, of the product of the weights is the polynomial of the board. Different
    ways are different positions: the machine is unambiguous.
    """

    @property
    def sites(self) -> int:
        """How many steps the sweep takes."""
        ...

    def start(self) -> State:
        """The state before the first site."""
        ...

    def step(self, site: int, state: State) -> Iterable[tuple[State, Exponents]]:
        """The states after a site, each with the powers of x and y picked up on the way."""
        ...

    def final(self, state: State) -> bool:
        """Whether a state after the last site is a position that counts."""
        ...

    def signature(self, site: int) -> Hashable:
        """Sites with equal signatures step alike, so that their tables can be shared."""
        ...

    @property
    def slots(self) -> SlotMachine | None:
        """The same machine as tracks and programs where it is made of these: what arrays can sweep."""
        ...

    @property
    def in_order(self) -> bool:
        """Whether states can be compared, so that sets of them have one order."""
        ...

    @property
    def form(self) -> Hashable:
        """Machines of equal form write states, and begin and end, alike: sets of states can be compared."""
        ...

    def layout(self, done: int, first: int, last: int) -> Hashable:
        """How what is remembered after ``done`` sites lies in the state, seen from there.

        Equal layouts at two places of a long board mean that what is remembered at the one lies where its
        counterpart, moved along, lies at the other. What was met before the site ``first`` and is remembered
        to ``last`` or beyond is no counterpart of anything but itself.
        """
        ...


def build_machine(
    rule: Rule,
    board: Board,
    order: Sequence[int],
    stuck: frozenset[Player],
    weights: Weights,
    items: Sequence[Item] | None = None,
    *,
    full: bool = False,
) -> Machine:
    """The machine of a rule on the cells in ``order``, found from the rule alone.

    ``items`` are the moves or conditions on these cells, where they are known already; ``full`` asks of a
    game for the positions without a free cell.
    """
    own = items_of(rule, board) if items is None else items
    if isinstance(rule, ArrayRule):
        conditions = [item for item in own if not isinstance(item, Move | Laying)]
        return array_machine(rule, board, order, weights, conditions)
    if isinstance(rule, CoverRule | PointerRule):
        return cover_machine(rule, board, order, weights, [i for i in own if isinstance(i, Laying)])
    if isinstance(rule, EdgeRule):
        return edge_machine(rule, board, order, weights)
    if isinstance(rule, OrientationRule):
        return orientation_machine(rule, board, order)
    if not isinstance(rule, PlacementRule):
        assert isinstance(rule, TileRule), "there is no other kind of rule"
        return tiling_machine(rule, board, order, weights)
    if rule.liberties:
        new = {cell: index for index, cell in enumerate(sorted(order))}
        return LibertyMachine(
            rule, board.part(order), [new[cell] for cell in order], stuck, weights, full=full
        )
    moves = [i for i in own if isinstance(i, Move)]
    return placement_machine(rule, board, order, stuck, weights, moves, full=full)
