"""Foreseeing the states of a wide grid from those of narrow ones."""

from __future__ import annotations

from gfkit.boards import Board, Grid
from gfkit.boards.board import from_grid
from gfkit.errors import LimitError
from gfkit.games import PlacementRule
from gfkit.transfer.liberty.machine import LibertyMachine
from gfkit.transfer.sweep.budget import needs
from gfkit.transfer.sweep.layer import compile_layers
from gfkit.typing import Player, Weights

_PILOTS = (3, 4)
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
    narrow, wide = (_peak(rule, grid, stuck, pilot) for pilot in _PILOTS)
    states = wide * (wide / narrow) ** (width - _PILOTS[1])
    needed = states * STATE_BYTES * min(2 * width, board.size)
    if needed > limit:
        raise LimitError(needs(what, states, needed, limit))


def _peak(rule: PlacementRule, grid: Grid, stuck: frozenset[Player], width: int) -> int:
    rows, cols = (width, 2 * width) if grid.rows <= grid.cols else (2 * width, width)
    board = from_grid("", Grid(rows, cols, grid.wrap_rows, grid.wrap_cols))
    order = sorted(range(board.size), key=lambda c: board.places[c][:: -1 if rows < cols else 1])
    machine = LibertyMachine(rule, board, order, stuck, Weights.NONE)
    return compile_layers(machine, lambda *_: None).most_states
