"""Automaton of placement rules in which every group of one colour must be adjacent to an empty cell, such as
NoGo.

The sweep decides one cell at a time. A piece is placed at the first of its cells in sweep order, and its
later cells are then known to be covered. The state contains the colours of the frontier cells, their groups,
and the set of groups that still need a liberty (an adjacent empty cell). If a player must have no legal move,
the state also contains the *threats*: the moves of this player that may still become legal, with the groups
all of whose liberties are in the cells of one threat.

Theorem. Let there be two colours, let no player be required to have no legal move, and let the plan of every
step be invariant under swapping the colours, weights included. Then a state and the state with swapped
colours have equally many paths to the end, of the same weights. Proof: a step depends only on its plan and on
the state, so the steps from the swapped state are the swapped steps, and the final state has no colours. So
we store one state of each pair, the state whose first coloured cell has the first colour, and add the paths
that lead to either. Pieces already placed, cells reserved for a player, weights by players and forbidden
pairs of one colour distinguish the colours; in these cases no states are identified.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from gfkit.core.boards import Board
from gfkit.core.engine.machine.base import Machine
from gfkit.core.engine.machine.liberty_plan import Placement, Planner, SitePlan
from gfkit.core.engine.machine.liberty_state import START, LibertyState, LibertyStep
from gfkit.core.rules.values import Exponents
from gfkit.core.typing import Player, Weights

if TYPE_CHECKING:
    from gfkit.core.rules.kinds.placement.rule import PlacementRule


class LibertyMachine(Machine):
    """Automaton of a placement rule with liberties, for a cell order that contains every cell once.

    The players in ``stuck`` must have no legal move. With ``full`` no cell remains empty, so that no group
    has a liberty, and only the board without cells has a position. ``cells`` gives the names of the cells in
    configurations, if the board is a component of a larger board.
    """

    encoding = "groups"

    def __init__(
        self,
        rule: PlacementRule,
        board: Board,
        order: Sequence[int],
        stuck: frozenset[Player],
        weights: Weights,
        *,
        full: bool = False,
        cells: Sequence[int] | None = None,
    ) -> None:
        self.full = full
        planner = Planner(rule, board, order, stuck, weights)
        known: dict[SitePlan, SitePlan] = {}
        self.plans: tuple[SitePlan, ...] = tuple(known.setdefault(plan, plan) for plan in planner.plans())
        self.colours: int = len(rule.colours)
        self.exchanges: bool = self.colours == 2 and all(_is_even(plan) for plan in known)
        """True if sweeps that need no options identify states that differ by swapping the two colours."""
        names = range(board.size) if cells is None else cells
        self._moves = [
            [
                ((("piece", piece.colour, *sorted(names[order[at]] for at in piece.at)), 1),)
                for piece in pieces
            ]
            for pieces in planner.starting
        ]

    @property
    def sites(self) -> int:
        return len(self.plans)

    def start(self) -> LibertyState:
        return START

    def final(self, state: LibertyState) -> bool:
        """Return True for the empty state: after the last step every group and threat is decided."""
        return state == START

    def signature(self, site: int) -> Hashable:
        """Return the plan of the step; a step depends only on its plan and on the state."""
        return self.plans[site]

    @property
    def form(self) -> Hashable:
        """True if colours are swapped; otherwise the order of the sweep determines the encoding."""
        return self.exchanges

    def layout(self, done: int, first: int, last: int) -> Hashable:  # noqa: ARG002
        """Return a constant: cells and threats are numbered in sweep order at every step."""
        return ()

    def laid(self, site: int, option: int) -> tuple[tuple[Any, int], ...]:
        return self._moves[site][option - 1] if option else ()

    @staticmethod
    def standing_for(state: LibertyState) -> LibertyState:
        """Return the representative of a state: the state itself, or the state with swapped colours."""
        first = next((value for value in state.cells if value), 0)
        colour = state.colours[first - 1] if first > 0 else -1 - first
        if first == 0 or colour == 0:
            return state
        cells = tuple([-3 - value if value < 0 else value for value in state.cells])
        return state._replace(cells=cells, colours=tuple([1 - owner for owner in state.colours]))

    def step(self, site: int, state: LibertyState) -> Iterator[tuple[LibertyState, Exponents, int]]:
        """Yield the successors of a state, each with the exponents of the transition and the number of the
        placed piece, or 0. Colours are not swapped.
        """
        plan = self.plans[site]
        covered = -1 - state.cells[plan.here] if plan.here < len(state.cells) else -1
        if covered < 0:
            covered = plan.lying
        if covered >= 0:
            after = _colour_cell(plan, state, covered)
            if after is not None:
                yield after, (0, 0), 0
            return
        draft = LibertyStep(plan, state)
        allowed = [
            (number, placing)
            for number, placing in enumerate(plan.placings, 1)
            if draft.allows(placing.ahead, placing.touch)
        ]
        draft.leave_empty()
        draft.scan()
        after = None if self.full else draft.finish()
        if after is not None:
            yield after, (0, 0), 0
        for number, placing in allowed:
            after = _colour_cell(plan, state, placing.colour, placing)
            if after is not None:
                yield after, placing.weight, number


def _is_even(plan: SitePlan) -> bool:
    """Return True if a step has no threats and treats both colours equally."""
    placings = [
        (placing.colour, placing.weight, placing.ahead, tuple(sorted(placing.touch)))
        for placing in plan.placings
    ]
    exchanged = [
        (1 - colour, weight, ahead, tuple([(place, bad >> 1 | (bad & 1) << 1) for place, bad in touch]))
        for colour, weight, ahead, touch in placings
    ]
    return plan.lying < 0 and not plan.whole and not plan.airless and sorted(placings) == sorted(exchanged)


def _colour_cell(
    plan: SitePlan, state: LibertyState, colour: int, placing: Placement | None = None
) -> LibertyState | None:
    """Return the state after the cell is coloured by a piece placed now or earlier, or None if this is not
    allowed.
    """
    draft = LibertyStep(plan, state)
    if placing is not None:
        draft.open &= ~placing.kills
        for place in placing.ahead:
            draft.cells[place] = -1 - colour
    draft.colour_in(colour)
    draft.scan()
    return draft.finish()
