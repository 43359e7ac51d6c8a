"""What counting a single board will take, before it is begun."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from gfkit.boards import Board, as_board
from gfkit.errors import LimitError
from gfkit.foresight import Clock, Figure, Forecast, OutOfTime
from gfkit.games import PlacementRule, Rule, as_rule
from gfkit.memory import check_memory, default_memory, size_text
from gfkit.transfer.count import STATE_BYTES, count
from gfkit.transfer.foresight.estimate import EXACT, Estimate, extended
from gfkit.transfer.foresight.narrow import is_full_grid, narrow_grids
from gfkit.transfer.machine.order import components, frontiers, interaction, items_of, sweep_orders
from gfkit.typing import OnProgress, Positions, Progress, Weights

_SECONDS = 2.0
_LIMB_BITS = 48
_STATE_OF_SITE = 40
"""Bytes of the tables for one state at one cell of a row."""
_FIRST_PART = 8
_MOST_ORDERED = 3000
"""Cells up to which the best order of a board without a grid is looked for."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A small board that was counted: its width, cells, states, seconds, bits of the count, coefficients."""

    width: int
    cells: int
    states: int
    seconds: float
    bits: int
    terms: int

    @property
    def unit(self) -> float:
        """Seconds for one state, cell and limb."""
        return self.seconds / (self.states * self.cells * _limbs(self.bits))


def foresee_count(
    game: str | Rule,
    board: str | Board,
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
    rule, cells = as_rule(game), as_board(board)
    asked, marked = Positions.read(positions), Weights.read(weights)
    check_memory(max_memory)
    name = game if isinstance(game, str) else rule.name
    task = f"counting {name} on {cells.text}, {asked.value}"
    if on_progress is not None:
        on_progress(Progress("counting smaller boards", 0, 1, 0))
    if cells.alike or not cells.size:
        return Forecast(task, (Figure("cells", cells.size), Figure("seconds", 0.1, "a formula")))
    smaller = narrow_grids(cells) if is_full_grid(cells) else _parts(cells)
    rungs, done = _climb(rule, smaller, asked, marked, cells)
    return _Counting(task, rule, cells, rungs, done, max_memory).forecast()


def _climb(
    rule: Rule, boards: Iterable[Board], positions: Positions, weights: Weights, whole: Board
) -> tuple[list[Counted], bool]:
    """Counts smaller boards in turn; whether the last of them is the board itself."""
    clock = Clock(_SECONDS)
    rungs: list[Counted] = []
    for board in boards:
        if not clock.open:
            break
        try:
            with clock.trial():
                found = count(rule, board, positions, weights, on_progress=clock.check)
        except (OutOfTime, LimitError):
            break
        states = dict(found.evidence.details)["states"]
        rungs.append(
            Counted(
                width=_width(rule, board),
                cells=board.size,
                states=states if isinstance(states, int) else 1,
                seconds=clock.last,
                bits=max(1, found.count.bit_length()),
                terms=max(1, len(found.polynomial.terms)),
            )
        )
    return rungs, bool(rungs) and rungs[-1].cells == whole.size


def _parts(board: Board) -> Iterable[Board]:
    """The first cells of a board, more and more of them, and at last the board."""
    size = _FIRST_PART
    while size < board.size:
        yield board.part(range(size))
        size = size * 3 // 2
    yield board


def _width(rule: Rule, board: Board) -> int:
    """The shorter side of a full grid; the widest frontier of other boards."""
    if is_full_grid(board):
        assert board.grid is not None, "a grid was asked for"
        return min(board.grid.rows, board.grid.cols)
    graph = interaction(rule, board, items_of(rule, board))
    widest = 1
    for part in components(graph, range(board.size)):
        order = sweep_orders(board, graph, part)[0] if len(part) <= _MOST_ORDERED else part
        widest = max(widest, *frontiers(graph, order))
    return widest


def _limbs(bits: float) -> float:
    """Words that a number fills, half of its length being reached in the middle of the board."""
    return 1 + bits / 2 // _LIMB_BITS


class _Counting:
    """The forecast of one count, put together."""

    def __init__(
        self, task: str, rule: Rule, board: Board, rungs: list[Counted], done: bool, max_memory: int | None
    ) -> None:
        self.task, self.rule, self.board, self.rungs, self.done = task, rule, board, rungs, done
        self.limit = default_memory() if max_memory is None else max_memory
        self.width = _width(rule, board)

    def forecast(self) -> Forecast:
        cells = Figure("cells", self.board.size)
        if not self.rungs:
            return Forecast(self.task, (cells,), advice="not even a small part could be counted quickly")
        last = self.rungs[-1]
        states = Estimate.of(last.states) if self.done else self._states()
        bits = self._bits()
        memory = self._memory(states, bits)
        figures = (
            cells,
            states.figure("states"),
            bits.figure("bits_of_the_count"),
            memory.figure("memory_bytes"),
            self._seconds(states, bits).figure("seconds"),
        )
        return Forecast(self.task, figures, self._refusal(states, memory))

    def _states(self) -> Estimate:
        """By width; parts of a board that have the same width count once, the largest."""
        by_width = {rung.width: float(rung.states) for rung in self.rungs}
        found = extended(sorted(by_width.items()), self.width)
        assert found is not None, "a count has states"
        return Estimate(found.log, found.how, max(0.3, found.doubt))

    def _bits(self) -> Estimate:
        last = self.rungs[-1]
        if self.done:
            return Estimate.of(last.bits)
        return Estimate.of(self.board.size * last.bits / last.cells, f"as on {last.cells} cells", 0.1)

    def _terms(self) -> Estimate:
        last = self.rungs[-1]
        if self.done or last.terms == 1:
            return Estimate.of(last.terms)
        first = self.rungs[len(self.rungs) // 2]
        power = Estimate.of(last.terms / first.terms).log / max(
            0.1, Estimate.of(last.cells / first.cells).log
        )
        ahead = Estimate.of(self.board.size / last.cells).log
        return Estimate(Estimate.of(last.terms).log + power * ahead, f"as on {last.cells} cells", 0.5)

    def _memory(self, states: Estimate, bits: Estimate) -> Estimate:
        """Bytes: tables of a row's cells, and a vector of numbers, with weights of polynomials."""
        if isinstance(self.rule, PlacementRule) and self.rule.liberties:
            each = Estimate.of(STATE_BYTES * min(2 * self.width, self.board.size))
        else:
            terms = self._terms()
            numbers = Estimate.of(4 * 8 * _limbs(min(bits.value, 1e15))).times(terms)
            each = Estimate.of(_STATE_OF_SITE * self.width + min(numbers.value, 1e300))
        how = states.how if states.how != EXACT else "from states and width"
        return Estimate(states.log + each.log, how, 1.5 + states.doubt)

    def _seconds(self, states: Estimate, bits: Estimate) -> Estimate:
        last = self.rungs[-1]
        if self.done:
            return Estimate.of(max(last.seconds, 1e-4), "measured", 0.3)
        size = Estimate.of(last.unit * self.board.size * _limbs(min(bits.value, 1e15)))
        return Estimate(
            states.log + size.log, f"as long for each state as on {last.cells} cells", 1.5 + states.doubt
        )

    def _refusal(self, states: Estimate, memory: Estimate) -> str | None:
        if memory.value <= self.limit:
            return None
        return (
            f"{self.task} would need {states.figure('states').text} states and"
            f" {memory.figure('memory_bytes').text} of memory; the limit is {size_text(self.limit)}"
            " (max memory)"
        )
