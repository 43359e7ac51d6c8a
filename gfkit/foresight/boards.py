"""What counting a board will take: smaller boards are counted in a few seconds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import log2

from gfkit.boards import Board, Grid
from gfkit.boards.board import FIRST_WRAP, from_grid
from gfkit.errors import LimitError
from gfkit.foresight.figures import (
    EXACT,
    Clock,
    Estimate,
    Figure,
    Forecast,
    OutOfTime,
    SmallerCases,
    over_memory,
)
from gfkit.games import Question, Rule
from gfkit.host.memory import check_memory, default_memory
from gfkit.kinds import system_of
from gfkit.transfer import tuning
from gfkit.transfer.count import count, goes_to_files, is_hashed
from gfkit.transfer.machine.order import components, frontiers, interaction_of, sweep_orders
from gfkit.transfer.theorems.ways import foresee_unswept
from gfkit.typing import OnProgress, Progress

_COUNTING = 2.0
"""Seconds for counts of smaller boards."""
DOUBT = 1.5
"""Doublings that any of these estimates may be off by, beside what they say themselves."""
_BEYOND = 1e15
"""Bits from which on single ones do not matter."""
_LIMB_BITS = 48
_STATE_OF_SITE = 40
"""Bytes of the tables for one state at one cell of a row."""
_OF_CODE, _SECONDS_OF_CODE = 300, 1e-7
"""What the loops in C take for a state: bytes, and for one with liberties seconds for each cell."""
_BY_CODE = "at least, by loops in C, beside the process itself"
_BY_FILES = "memory is short: states go to files, by all cores, in a few times these seconds"
_WIDEST = 30
"""Wider frontiers do not fit into words."""
_MOST_ORDERED = 3000
"""Cells up to which the best order of a board without a grid is looked for."""


def foresee_count(
    game: str | Rule | Question,
    board: str | Board | None = None,
    positions: str = "all",
    weights: str = "none",
    *,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> Forecast:
    """States, memory and time of counting a board, in a few seconds whatever its size.

    Smaller boards of the same kind are counted, narrow grids for grids and parts for other boards; states
    grow by nearly constant factors with the width, which for other boards is the widest frontier. A board
    that is so small that it was counted on the way has exact figures.

    >>> forecast = foresee_count("domineering", "4x4")
    >>> forecast["cells"], forecast.figure("states").how
    (16, 'exact')
    """
    question = Question.of(game, board, positions, weights)
    cells = question.board
    check_memory(max_memory)
    task = f"counting {question}"
    if on_progress is not None:
        on_progress(Progress("counting smaller boards", 0, 1, 0))
    unswept = foresee_unswept(question)
    if unswept is not None:
        needed = Figure("memory_bytes", unswept.bytes, unswept.how)
        seconds = Figure("seconds", unswept.seconds, unswept.how)
        figures = (Figure("cells", cells.size), *[needed] * bool(unswept.bytes), seconds)
        return Forecast(task, figures, over_memory(task, needed, max_memory))
    return _Counting(task, question, max_memory).forecast()


class _Counting:
    """The forecast of one count: what smaller boards show, and what that leads to."""

    def __init__(self, task: str, question: Question, max_memory: int | None) -> None:
        rule, board = question.rule, question.board
        self.task, self.rule, self.board, self.max_memory = task, rule, board, max_memory
        self.width = _sweep_width(rule, board)
        self.trials = SmallerCases(self.width)
        self.by_code = self.width <= _WIDEST and is_hashed(question)
        self.has_liberties = rule.liberties
        clock = Clock(_COUNTING)
        for smaller in _narrow_grids(board) if is_full_grid(board) else growing_parts(board, 8, 1.5):
            if not clock.open:
                break
            try:
                with clock.trial():
                    found = count(question.on(smaller), on_progress=clock.check)
            except (OutOfTime, LimitError):
                break
            states = dict(found.evidence.details)["states"]
            self.trials.add(
                _sweep_width(rule, smaller),
                is_target=smaller.size == board.size,
                cells=smaller.size,
                states=states if isinstance(states, int) else 1,
                seconds=clock.last,
                bits=max(1, found.count.bit_length()),
                terms=max(1, len(found.polynomial.terms)),
            )

    def forecast(self) -> Forecast:
        cells = Figure("cells", self.board.size)
        if not self.trials.seen:
            return Forecast(self.task, (cells,), advice="not even a small part could be counted quickly")
        states, bits = self._states(), self._bits()
        memory = self._memory(states, bits)
        figures = (
            cells,
            states.figure("states"),
            bits.figure("bits_of_the_count"),
            memory.figure("memory_bytes"),
            self._seconds(states, bits).figure("seconds"),
        )
        needs = f"{states.figure('states').text} states and "
        refused = over_memory(self.task, memory.figure("memory_bytes"), self.max_memory, needs)
        limit = default_memory() if self.max_memory is None else self.max_memory
        if refused and self.by_code and goes_to_files(memory.value, limit):
            return Forecast(self.task, figures, advice=_BY_FILES)
        return Forecast(self.task, figures, refused)

    @property
    def _last(self) -> dict[str, float]:
        return self.trials.seen[-1][1]

    def _states(self) -> Estimate:
        """By width; parts of a board that have the same width count once, the largest."""
        found = self.trials.estimate("states")
        assert found is not None, "a count has states"
        return found if found.how == EXACT else replace(found, doubt=max(0.3, found.doubt))

    def _bits(self) -> Estimate:
        """In proportion to the cells."""
        if self.trials.target is not None:
            return Estimate.of(self._last["bits"])
        cells = self._last["cells"]
        return Estimate.of(self.board.size * self._last["bits"] / cells, f"as on {cells} cells", 0.1)

    def _terms(self) -> Estimate:
        """By a power of the cells."""
        last, middle = self._last, self.trials.seen[len(self.trials.seen) // 2][1]
        if self.trials.target is not None or last["terms"] == 1:
            return Estimate.of(last["terms"])
        power = log2(last["terms"] / middle["terms"]) / max(0.1, log2(last["cells"] / middle["cells"]))
        ahead = log2(self.board.size / last["cells"])
        return Estimate(log2(last["terms"]) + power * ahead, f"as on {last['cells']} cells", 0.5)

    def _memory(self, states: Estimate, bits: Estimate) -> Estimate:
        """Bytes: tables of a row's cells, and a vector of numbers, with weights of polynomials."""
        if self.by_code:
            return Estimate(states.log + log2(_OF_CODE), _BY_CODE, DOUBT + states.doubt)
        if self.has_liberties:
            each = Estimate.of(tuning.COUNT.liberty_state_bytes * min(2 * self.width, self.board.size))
        else:
            numbers = Estimate.of(4 * 8 * _limbs(bits.value)).times(self._terms())
            each = Estimate.of(_STATE_OF_SITE * self.width + min(numbers.value, 1e300))
        how = states.how if states.how != EXACT else "from states and width"
        return Estimate(states.log + each.log, how, DOUBT + states.doubt)

    def _seconds(self, states: Estimate, bits: Estimate) -> Estimate:
        """As long for a state, cell and limb as on the last board that was counted."""
        last = self._last
        if self.trials.target is not None:
            return Estimate.of(max(last["seconds"], 1e-4), "measured", 0.3)
        if self.by_code and self.has_liberties:
            size = Estimate.of(_SECONDS_OF_CODE * self.board.size)
            how = "from states and cells, by loops in C"
            return Estimate(states.log + size.log, how, DOUBT + states.doubt)
        unit = last["seconds"] / (last["states"] * last["cells"] * _limbs(last["bits"]))
        size = Estimate.of(unit * self.board.size * _limbs(bits.value))
        how = f"as long for each state as on {last['cells']} cells"
        return Estimate(states.log + size.log, how, DOUBT + states.doubt)


def _limbs(bits: float) -> float:
    """Words that a number fills, half of its length being reached in the middle of the board."""
    return 1 + min(bits, _BEYOND) / 2 // _LIMB_BITS


def is_full_grid(board: Board) -> bool:
    """Whether nothing is missing from the grid and nothing lies on it."""
    return board.is_bare and board.fills_grid


def _sweep_width(rule: Rule, board: Board) -> int:
    """The shorter side of a full grid; the widest frontier of other boards."""
    if board.grid is not None and is_full_grid(board):
        return min(board.grid.rows, board.grid.cols)
    graph = interaction_of(system_of(rule, board), board.size)
    widest = 1
    for part in components(graph, range(board.size)):
        order = sweep_orders(board, graph, part)[0] if len(part) <= _MOST_ORDERED else part
        widest = max(widest, *frontiers(graph, order))
    return widest


def _narrow_grids(board: Board) -> Iterator[Board]:
    """Grids with a smaller shorter side, the longer one about twice as long at most, smallest first."""
    grid = board.grid
    assert grid is not None, "only asked of grids"
    width, length = sorted((grid.rows, grid.cols))
    tall = grid.rows >= grid.cols
    wrapped = grid.wrap_cols if tall else grid.wrap_rows
    around = grid.wrap_rows if tall else grid.wrap_cols
    for side in range(min(width, FIRST_WRAP if wrapped else 1), width + 1):
        other = min(length, max(2 * side + 1, FIRST_WRAP if around else 1))
        rows, cols = (other, side) if tall else (side, other)
        own = Grid(rows, cols, grid.wrap_rows, grid.wrap_cols)
        yield board if own == grid else from_grid(f"{rows}x{cols}", own)


def growing_parts(board: Board, first: int, growth: float) -> Iterator[Board]:
    """The first cells of a board, more and more of them by a factor, and at last the board."""
    size = first
    while size < board.size:
        yield board.part(range(size))
        size += max(1, int(size * growth) - size)
    yield board
