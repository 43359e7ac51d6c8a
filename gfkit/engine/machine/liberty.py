"""Placement rules in which every group of one colour must be adjacent to an empty cell, such as NoGo.

The sweep reaches one cell at a time. A piece is placed when its first cell is reached, and its later cells
are then known to be covered. The state contains the frontier, the groups of its coloured cells, and the
groups that still need a liberty. If players must have no legal move, their moves that may still be legal are
threats: the state then records which groups have all their liberties in one threat.

Theorem. Let there be two colours, let no player be required to have no legal move, and let the plan of every
step be invariant under swapping the colours, weights included. Then a state and the state with swapped
colours have equally many paths to the end, of the same weights. Proof: a step uses the plan and the state
alone, so the steps from one state are the swapped steps from the other, and the last state has no colours. So
we keep only the state of each pair whose first coloured cell has the first colour, and add the paths that
lead to either. Pieces already placed, cells reserved for a player, weights by players and forbidden pairs of
one colour distinguish the colours; then no states are identified.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from typing import TYPE_CHECKING

from gfkit.boards import Board
from gfkit.engine import tuning
from gfkit.engine.machine.base import Machine
from gfkit.engine.machine.liberty_plan import Placement, Planner, SitePlan
from gfkit.engine.machine.liberty_state import START, LibertyState, LibertyStep
from gfkit.rules.rule import Exponents
from gfkit.typing import Player, Weights

if TYPE_CHECKING:
    from gfkit.rules.kinds.placement.rule import PlacementRule


class LibertyMachine(Machine):
    """Automaton of a placement rule with liberties; ``order`` names every cell once.

    ``stuck`` contains the players who must have no legal move. With ``full`` no cell is left empty, so that
    no group has a liberty, and only a board without cells has a position. ``cells`` are the names of cells in
    the configurations, if the board is a component of another board.
    """

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
        self.plans = tuple(known.setdefault(plan, plan) for plan in planner.plans())
        self.colours = len(rule.colours)
        self.exchanges = self.colours == 2 and all(_is_even(plan) for plan in known)
        """Whether a state stands for the one with both colours exchanged too."""
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

    def final(self, state: Hashable) -> bool:
        """Return True for the start state: after the last step every group and threat is decided."""
        return state == START

    def signature(self, site: int) -> Hashable:
        """Return the whole plan of the site, which is all that a step uses."""
        return self.plans[site]

    @property
    def groups(self) -> LibertyMachine:
        return self

    @property
    def state_bytes(self) -> int:
        return tuning.COUNT.liberty_state_bytes

    @property
    def form(self) -> Hashable:
        """True if colours are swapped; otherwise a position is determined by its order in the sweep."""
        return self.exchanges

    def layout(self, done: int, first: int, last: int) -> Hashable:  # noqa: ARG002
        """Return a key in which cells and threats are numbered in the order of the sweep."""
        return ()

    def step(self, site: int, state: Hashable) -> Iterator[tuple[LibertyState, Exponents]]:
        return ((self.standing_for(after), weight) for after, weight, _ in self.ways(site, state))

    def standing_for(self, state: Hashable) -> LibertyState:
        """Return the state that is kept for this one: itself, unless colours are exchanged."""
        assert isinstance(state, LibertyState)
        if not self.exchanges:
            return state
        first = next((value for value in state.cells if value), 0)
        colour = state.colours[first - 1] if first > 0 else -1 - first
        if first == 0 or colour == 0:
            return state
        cells = tuple([-3 - value if value < 0 else value for value in state.cells])
        return state._replace(cells=cells, colours=tuple([1 - owner for owner in state.colours]))

    def ways(self, site: int, state: Hashable) -> Iterator[tuple[LibertyState, Exponents, object]]:
        """Yield the steps with the piece that each places; colours are not exchanged."""
        assert isinstance(state, LibertyState)
        plan = self.plans[site]
        covered = -1 - state.cells[plan.here] if plan.here < len(state.cells) else -1
        if covered < 0:
            covered = plan.lying
        if covered >= 0:
            after = _colour_cell(plan, state, covered)
            if after is not None:
                yield after, (0, 0), None
            return
        draft = LibertyStep(plan, state)
        allowed = [
            (placing, move)
            for placing, move in zip(plan.placings, self._moves[site], strict=True)
            if draft.allows(placing.ahead, placing.touch)
        ]
        draft.leave_empty()
        draft.scan()
        after = None if self.full else draft.finish()
        if after is not None:
            yield after, (0, 0), None
        for placing, move in allowed:
            after = _colour_cell(plan, state, placing.colour, placing)
            if after is not None:
                yield after, placing.weight, move


def _is_even(plan: SitePlan) -> bool:
    """Return True if a step without threats acts equally on both of two colours."""
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
    """Return the position after the cell took a colour, by a piece placed now or earlier."""
    draft = LibertyStep(plan, state)
    if placing is not None:
        draft.open &= ~placing.kills
        for place in placing.ahead:
            draft.cells[place] = -1 - colour
    draft.colour_in(colour)
    draft.scan()
    return draft.finish()
