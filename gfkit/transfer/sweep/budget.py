"""Memory limits: what a count would need is said before it is used up."""

from __future__ import annotations

from math import log2

from gfkit.boards import Board, Grid
from gfkit.boards.board import from_grid
from gfkit.errors import LimitError
from gfkit.games import PlacementRule
from gfkit.memory import size_text
from gfkit.transfer.machine.liberty import LibertyMachine
from gfkit.transfer.sweep.layers import compile_layers
from gfkit.typing import Player, Weights


class Budget:
    """Watches the states and bytes of one sweep and stops it at a limit.

    ``frontiers`` are the sizes of the frontier site by site: where few states fit into a small frontier,
    the largest frontier tells how many there will be. That estimate is made once, when there are
    ``speak_from`` states.
    """

    def __init__(
        self, what: str, limit: int, frontiers: list[int], state_bytes: int, speak_from: int
    ) -> None:
        self.what, self.limit, self.frontiers = what, limit, frontiers
        self.state_bytes = state_bytes
        self.speak_from = speak_from
        self.tables = 0
        self.estimated = False

    def states(self, site: int, states: int, fresh: int) -> None:
        """After the states of a site are known; ``fresh`` bytes of tables came with them."""
        if fresh:
            self.tables += fresh + states * self.state_bytes
        if states >= self.speak_from and not self.estimated:
            self.estimated = True
            self._foresee(site, states, fresh)
        if self.tables > self.limit:
            raise LimitError(
                f"{self.what}: stopped at cell {site + 1} of {len(self.frontiers)} with {states} states and"
                f" {size_text(self.tables)} of tables; the limit is {size_text(self.limit)} (max memory)"
            )

    def ask(self, wanted: int) -> None:
        """Before a vector takes memory: the bytes it will hold then."""
        if self.tables + wanted > self.limit:
            raise LimitError(
                f"{self.what}: stopped where the next step needs {size_text(self.tables + wanted)};"
                f" the limit is {size_text(self.limit)} (max memory)"
            )

    def _foresee(self, site: int, states: int, fresh: int) -> None:
        here, widest = max(1, self.frontiers[site]), max(self.frontiers)
        rate = log2(states) / here
        peak = max(states, 2 ** min(rate * widest, 900))
        wide_sites = min(2 * widest, sum(1 for size in self.frontiers if size >= widest))
        needed = peak * (self.state_bytes + max(16, fresh / states)) * max(1, wide_sites)
        if needed > self.limit:
            raise LimitError(_needs(self.what, peak, needed, self.limit))


def _needs(what: str, states: float, needed: float, limit: int) -> str:
    """The sentence that refuses a count before it starts eating memory."""
    return (
        f"{what} would need about {states:.2g} states and {size_text(needed)} of memory;"
        f" the limit is {size_text(limit)} (max memory)"
    )


_NARROW = (3, 4)
_TRY_FROM = 6
STATE_BYTES = 900
"""What a state of a machine in plain Python takes, with its place in tables."""


def refuse_wide_grid(
    what: str, rule: PlacementRule, board: Board, stuck: frozenset[Player], limit: int
) -> None:
    """Stops a count with liberties on a grid that is too wide, before it starts.

    States grow by a nearly constant factor with the width; two narrow grids give the factor.
    """
    grid = board.grid
    if grid is None or board.lying or board.size != grid.rows * grid.cols:
        return
    width = min(grid.rows, grid.cols)
    if width < _TRY_FROM:
        return
    narrow, wide = (_peak(rule, grid, stuck, narrow) for narrow in _NARROW)
    states = wide * (wide / narrow) ** (width - _NARROW[1])
    needed = states * STATE_BYTES * min(2 * width, board.size)
    if needed > limit:
        raise LimitError(_needs(what, states, needed, limit))


def _peak(rule: PlacementRule, grid: Grid, stuck: frozenset[Player], width: int) -> int:
    rows, cols = (width, 2 * width) if grid.rows <= grid.cols else (2 * width, width)
    board = from_grid("", Grid(rows, cols, grid.wrap_rows, grid.wrap_cols))
    order = sorted(range(board.size), key=lambda c: board.places[c][:: -1 if rows < cols else 1])
    machine = LibertyMachine(rule, board, order, stuck, Weights.NONE)
    return compile_layers(machine, lambda *_: None).most_states
