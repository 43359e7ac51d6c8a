"""Placement rules in which every group of one colour must touch a free cell, such as NoGo.

The sweep reaches a cell at a time. A piece is placed when its first cell is reached, and its later cells
are then known to be covered. The state holds what lies on the frontier, how its coloured cells hang
together in groups, and which of these still want a liberty. Where players must be stuck, the moves of
theirs that may still be legal are threats: of a group it matters whether all its liberties lie in one.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from gfkit.boards import Board
from gfkit.games import Move
from gfkit.games.rule import Exponents, PlacementRule
from gfkit.transfer.machine.liberty_plan import Placing, Planner, SitePlan
from gfkit.transfer.machine.liberty_state import START, LibertyState, LibertyStep
from gfkit.typing import Player, Weights


class LibertyMachine:
    """Sweeps a board for a placement rule with liberties; ``order`` names every cell once.

    ``stuck`` are the players who must have no legal move. With ``full`` no cell is left empty, so that no
    group has a liberty, and only a board without cells has a position.
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
    ) -> None:
        self._full = full
        planner = Planner(rule, board, order, stuck, weights)
        known: dict[SitePlan, SitePlan] = {}
        self._plans = tuple(known.setdefault(plan, plan) for plan in planner.plans())
        self._moves = [
            [Move(piece.colour, tuple(sorted(order[at] for at in piece.at))) for piece in pieces]
            for pieces in planner.starting
        ]

    @property
    def sites(self) -> int:
        return len(self._plans)

    def start(self) -> LibertyState:
        return START

    def final(self, state: Hashable) -> bool:
        """After the last site every group and every threat has been decided."""
        return state == START

    def signature(self, site: int) -> Hashable:
        """The whole plan of the site, which is all that a step uses."""
        return self._plans[site]

    @property
    def slots(self) -> None:
        """None: groups and threats are no fields of fixed size."""
        return None

    @property
    def in_order(self) -> bool:
        """False: states are not compared."""
        return False

    @property
    def form(self) -> Hashable:
        """One for all: a position says everything by its order along the sweep."""
        return ()

    def layout(self, done: int, first: int, last: int) -> Hashable:  # noqa: ARG002
        """Cells and threats are numbered by the order in which the sweep met them, wherever it is."""
        return ()

    def step(self, site: int, state: Hashable) -> Iterator[tuple[LibertyState, Exponents]]:
        return ((after, weight) for after, weight, _ in self.ways(site, state))

    def ways(self, site: int, state: Hashable) -> Iterator[tuple[LibertyState, Exponents, Move | None]]:
        """The same steps, with the piece that each places."""
        assert isinstance(state, LibertyState)
        plan = self._plans[site]
        covered = -1 - state.cells[plan.here] if plan.here < len(state.cells) else -1
        if covered < 0:
            covered = plan.lying
        if covered >= 0:
            after = _coloured(plan, state, covered)
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
        after = None if self._full else draft.finish()
        if after is not None:
            yield after, (0, 0), None
        for placing, move in allowed:
            after = _coloured(plan, state, placing.colour, placing)
            if after is not None:
                yield after, placing.weight, move


def _coloured(
    plan: SitePlan, state: LibertyState, colour: int, placing: Placing | None = None
) -> LibertyState | None:
    """The position after the cell took a colour, by a piece placed now or earlier."""
    draft = LibertyStep(plan, state)
    if placing is not None:
        draft.open &= ~placing.kills
        for place in placing.ahead:
            draft.cells[place] = -1 - colour
    draft.colour_in(colour)
    draft.scan()
    return draft.finish()
