"""Memory and states of one sweep: what will not fit is refused early, what does not fit stops the sweep.

Three signs show beforehand that states will not fit: how they fill the frontier (``FrontierForecast``),
steady growth over the first cells of a wide slice (``SliceForecast``), and narrow grids with the same rule
(``refuse_wide_grid``). Otherwise the limit is met when it is reached (``Budget``).
"""

from __future__ import annotations

from collections.abc import Callable
from math import log2, log10

from gfkit.boards import Board, Grid
from gfkit.boards.board import from_grid
from gfkit.errors import LimitError, ShortOfMemoryError
from gfkit.games import Question
from gfkit.host.memory import size_text
from gfkit.transfer import tuning
from gfkit.transfer.machine.machine import build_machine
from gfkit.transfer.sweep.layers import Watch, compile_layers
from gfkit.typing import OnProgress, Progress, Weights, cached_property, check_stop

Sizes = Callable[[], list[int]]
"""Finds the sizes of the frontier, site by site; few sweeps ask."""


class Budget:
    """The bytes of tables that one sweep holds, and the limit that stops it.

    ``what`` names the sweep in errors. ``forecast`` is told of every site too, and may refuse the sweep.
    ``sites`` are those of a single board. A state takes ``state_bytes`` besides what the tables take.
    """

    def __init__(
        self,
        what: str,
        limit: int,
        forecast: Watch,
        on_progress: OnProgress | None,
        sites: int = 0,
        state_bytes: int = 0,
    ) -> None:
        self.what, self.limit, self.forecast, self.on_progress = what, limit, forecast, on_progress
        self.sites, self.state_bytes, self.tables = sites, state_bytes, 0

    def watch(self, site: int, states: int, fresh: int) -> None:
        """After the states of a site are known; ``fresh`` bytes of tables came with them."""
        check_stop()
        if fresh:
            self.tables += fresh + states * self.state_bytes
        self.forecast(site, states, fresh)
        if self.tables > self.limit:
            cell = f"at cell {site + 1} of {self.sites} with {states} states"
            where = cell if self.sites else f"with {states} states at one cell"
            raise LimitError(
                f"{self.what}: stopped {where} and {size_text(self.tables)} of tables; the limit is"
                f" {size_text(self.limit)} (max memory)"
            )
        if self.on_progress is not None:
            done = site + 1 if self.sites else site
            self.on_progress(Progress("finding states", done, self.sites, states))

    def ask(self, wanted: int) -> None:
        """Before a vector takes memory: the bytes that it will hold then."""
        if self.tables + wanted > self.limit:
            raise LimitError(
                f"{self.what}: stopped where the next step needs {size_text(self.tables + wanted)};"
                f" the limit is {size_text(self.limit)} (max memory)"
            )


_DOUBT = 100
"""By so much the estimate by frontiers may be too large; what is left stops where the memory ends."""


class FrontierForecast:
    """The most states of a board, from how the states of a site fill its frontier.

    Where few states fit into a small frontier, the largest frontier tells how many there will be. That is
    estimated once, when there are ``begin`` states.
    """

    def __init__(self, what: str, limit: int, sizes: Sizes, state_bytes: int, begin: int) -> None:
        self.what, self.limit, self._sizes = what, limit, sizes
        self.state_bytes, self.begin = state_bytes, begin
        self.is_done = False

    @cached_property
    def frontiers(self) -> list[int]:
        return self._sizes()

    def watch(self, site: int, states: int, fresh: int) -> None:
        """Refuses tables of all sites near the widest frontier that will not fit."""
        if self._is_time(states):
            widest = max(self.frontiers)
            sites = min(2 * widest, sum(1 for size in self.frontiers if size >= widest))
            self._refuse(site, states, (self.state_bytes + max(16, fresh / states)) * max(1, sites))

    def watch_one_site(self, site: int, states: int, wanted: int) -> None:
        """Refuses what will not fit where nothing is kept of a site, whose states take ``wanted`` bytes."""
        if self._is_time(states):
            self._refuse(site, states, wanted / states)

    def _is_time(self, states: int) -> bool:
        """Whether the one estimate is to be made now."""
        if states < self.begin or self.is_done:
            return False
        self.is_done = True
        return True

    def _refuse(self, site: int, states: int, bytes_each: float) -> None:
        rate = log2(states) / max(1, self.frontiers[site])
        peak = max(states, 2 ** min(rate * max(self.frontiers), 900))
        if peak * bytes_each > _DOUBT * self.limit:
            raise ShortOfMemoryError(
                _too_large(self.what, peak, peak * bytes_each, self.limit), peak * bytes_each
            )


class SliceForecast:
    """The states after a wide slice of a family, from those after its first cells.

    Where states grow by a nearly constant factor from cell to cell, so that the factor over the last half of
    the cells is about the square of the one over the quarter before, they are taken to go on like that to the
    end of the slice, whose cells are mostly alike. Elsewhere nothing is foreseen.
    """

    def __init__(self, question: Question, what: str, limit: int) -> None:
        self.what, self.limit = what, limit
        family, small = question.family, question.family.first_n + 2
        self.width = family.at(small + 1).size - family.at(small).size
        self.seen: list[int] = []

    def watch(self, site: int, states: int, fresh: int) -> None:  # noqa: ARG002
        """Refuses what will be ten times too large, or more."""
        if site != len(self.seen) or site >= self.width:
            return
        self.seen.append(states)
        numbers = tuning.DERIVE
        if site < numbers.foreseen_cells or states < numbers.foreseen_states:
            return
        late, early = log2(states / self.seen[site // 2]), log2(self.seen[site // 2] / self.seen[site // 4])
        bits = log2(states) + late * (self.width - site) / (site - site // 2)
        if late >= numbers.steady_growth * early and bits > log2(10 * self.limit / 8):
            raise LimitError(
                f"{self.what} would need about 10^{bits * log10(2):.0f} states between slices of"
                f" {self.width} cells, as its first cells show; the limit is {size_text(self.limit)} (max"
                " memory): take a smaller fixed side, or count single boards"
            )


def refuse_wide_grid(question: Question, what: str, limit: int) -> None:
    """Refuses a count with liberties on a grid that is too wide, before it starts.

    States grow by a nearly constant factor with the width; two narrow grids give the factor.
    """
    board, numbers = question.board, tuning.COUNT
    grid = board.grid
    if grid is None or not board.is_bare or board.size != grid.rows * grid.cols:
        return
    width = min(grid.rows, grid.cols)
    if width < numbers.judged_width:
        return
    narrow, wide = (_most_states(question, grid, size) for size in numbers.tried_widths)
    states = wide * (wide / narrow) ** (width - numbers.tried_widths[1])
    needed = states * numbers.liberty_state_bytes * min(2 * width, board.size)
    if needed > limit:
        raise LimitError(_too_large(what, states, needed, limit))


def _most_states(question: Question, grid: Grid, width: int) -> int:
    """The most states at a site of a narrow grid, swept along its longer side."""
    rows, cols = (width, 2 * width) if grid.rows <= grid.cols else (2 * width, width)
    board: Board = from_grid("", Grid(rows, cols, grid.wrap_rows, grid.wrap_cols))
    order = sorted(range(board.size), key=lambda c: board.places[c][:: -1 if rows < cols else 1])
    machine = build_machine(question.rule, board, order, question.positions, Weights.NONE)
    return compile_layers(machine, lambda *_: None).most_states


def _too_large(what: str, states: float, needed: float, limit: int) -> str:
    """The sentence that refuses a count before it starts eating memory."""
    return (
        f"{what} would need about {states:.2g} states and {size_text(needed)} of memory;"
        f" the limit is {size_text(limit)} (max memory)"
    )
