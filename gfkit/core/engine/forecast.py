"""Forecast of a sweep by blocks on a rectangle, from sweeps of smaller rectangles.

Method. Boards of the same difference of sides, and of sides of the same parity, are swept in increasing
order. The number of states grows by a nearly constant factor; the transitions are the states times the
cells times a nearly constant factor, and the second differences of the logarithm of the count are nearly
constant. No result depends on a forecast, except that a sweep is rejected if its files do not fit on the
disk.
"""

from __future__ import annotations

from contextlib import suppress
from math import ceil, log2
from typing import TYPE_CHECKING

from gfkit.core.boards import parse_one_board
from gfkit.core.deferred import dataclass
from gfkit.core.engine import tuning
from gfkit.core.errors import GfkitError, quantity
from gfkit.core.memory import size_text
from gfkit.core.rules import Question

if TYPE_CHECKING:
    from collections.abc import Callable

    from gfkit.core.engine.sweep.codings import BlockCoding


@dataclass(frozen=True)
class BlockForecast:
    """Expected cost of a sweep by blocks."""

    states: float
    """Largest number of states in a step."""
    transitions: float
    bits: float
    """log2 of the count."""
    state_bytes: float
    """Bytes of a state in a file, with its residues."""

    @property
    def bytes(self) -> float:
        """Bytes of the states before and after an epoch."""
        return 2 * self.states * self.state_bytes

    @property
    def passes(self) -> int:
        """Number of passes; a prime has nearly 63 bits."""
        return max(1, ceil(self.bits / 62.9 / tuning.SWEEP.pass_primes))

    @property
    def seconds(self) -> float:
        """CPU seconds of all passes."""
        return self.passes * self.transitions * tuning.COUNT.block_seconds

    def __str__(self) -> str:
        states = float(f"{self.states:.2g}")
        passes = f"{self.passes} pass{'es' * (self.passes > 1)}"
        work = quantity(ceil(self.seconds), "core-second")
        if self.seconds > 7200:
            work = quantity(ceil(self.seconds / 3600), "core-hour")
        return f"about {states:,.0f} states, {size_text(self.bytes)} of files, {passes}, {work}"


def forecast_blocks(
    question: Question, find_coding: Callable[[Question], BlockCoding | None]
) -> BlockForecast | None:
    """Return the forecast for a rectangle without holes, or None if the board has another shape or is small.

    ``find_coding`` returns the encoding of a board that is one component. Cost: sweeps with at most
    ``tuning.COUNT.forecast_transitions`` transitions in total.
    """
    from gfkit.core.engine.sweep.engine6_blocks import BlockStore, BlockSweep

    grid = question.board.grid
    if grid is None or question.rule.given or question.board.text != f"{grid.rows}x{grid.cols}":
        return None
    side, work, known = min(grid.rows, grid.cols), 0, list[BlockForecast]()
    with suppress(GfkitError):
        for own in range(4 + side % 2, side, 2):
            text = f"{grid.rows - side + own}x{grid.cols - side + own}"
            smaller = Question.of(question.rule, parse_one_board(text), question.positions)
            if (coding := find_coding(smaller)) is None:
                break
            sweep = BlockSweep(coding, store := BlockStore())
            number, peak = sweep.count()
            work += sweep.transitions
            bits = log2(number) if number else 0.0
            known.append(BlockForecast(peak, sweep.transitions / smaller.board.size, bits, store.peak / peak))
            if work > tuning.COUNT.forecast_transitions:
                break
    if len(known) < 3:
        return None
    early, before, last = known[-3:]
    ahead, growth = (side - own) // 2, last.states / before.states
    turn = last.bits - 2 * before.bits + early.bits
    states = last.states * growth**ahead
    bits = last.bits + ahead * (last.bits - before.bits) + turn * ahead * (ahead + 1) / 2
    transitions = last.transitions / last.states * states * question.board.size
    return BlockForecast(states, transitions, bits, last.state_bytes)
