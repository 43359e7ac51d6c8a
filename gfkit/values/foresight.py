"""What the value of a board will take, before the search is begun."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from gfkit.boards import Board
from gfkit.boards.board import from_grid
from gfkit.errors import LimitError
from gfkit.foresight import EXACT, Clock, Estimate, Figure, Forecast, OutOfTime, SmallerCases, extrapolated
from gfkit.games import Question, Rule
from gfkit.memory import check_memory, default_memory, size_text
from gfkit.typing import OnProgress, Progress
from gfkit.values.board import ValueSearch
from gfkit.values.position import compile_position
from gfkit.values.short import Table

_SECONDS = 2.0
_DOUBT = 1.5
"""Doublings that any of these estimates may be off by, beside what they say themselves."""


def foresee_value(
    game: str | Rule | Question,
    board: str | Board | None = None,
    *,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> Forecast:
    """Components, different values, memory and time of finding the value of a board.

    Boards of the same kind with fewer cells are searched in about two seconds: smaller grids for a full grid,
    else the first cells of the board. What the search takes grows by about a constant factor with every cell;
    the ranges are wide, as values of larger boards can be of another kind.

    >>> forecast = foresee_value("domineering", "3x3")
    >>> forecast["components"], forecast.figure("components").how
    (12, 'exact')
    """
    question = Question.of(game, board)
    rule, cells = question.rule, question.board
    check_memory(max_memory)
    compile_position(rule, cells)  # refuses what has no values
    if on_progress is not None:
        on_progress(Progress("searching smaller boards", 0, 1, 0))
    limit = default_memory() if max_memory is None else max_memory
    trials = _searched(rule, cells, limit)
    task = f"value of {question.game} on {cells.text}"
    if not trials.seen:
        return Forecast(task, (Figure("cells", cells.size),), advice="not even a small part was quick")
    memory = _figure("memory_bytes", trials)
    refused = None
    if not isinstance(memory.value, int) or memory.value > limit:
        refused = f"{task} would need {memory.text} of memory; the limit is {size_text(limit)} (max memory)"
    return Forecast(
        task,
        (
            Figure("cells", cells.size),
            _figure("components", trials),
            _figure("different_values", trials),
            memory,
            _figure("seconds", trials),
        ),
        refused,
        None if trials.target else "who wins alone is often found much sooner: gfkit outcomes",
    )


def _searched(rule: Rule, board: Board, limit: int) -> SmallerCases:
    """Searches smaller boards in turn, and at last the board itself, as far as there is time."""
    clock, trials = Clock(_SECONDS), SmallerCases(board.size)
    for smaller in _smaller(board):
        search = ValueSearch(compile_position(rule, smaller), Table(), limit, clock.check)
        try:
            with clock.trial():
                search.value(search.position.start)
        except (OutOfTime, LimitError):
            break
        trials.add(
            smaller.size,
            is_target=smaller is board,
            components=search.solved,
            different_values=len(search.table),
            memory_bytes=search.bytes,
            seconds=max(1e-5, clock.last),
        )
        if not clock.open:
            break
    return trials


def _smaller(board: Board) -> Iterator[Board]:
    """Boards with fewer cells, and last the board itself."""
    grid = board.grid
    if grid is None or board.lying or board.size != grid.rows * grid.cols:
        size = 4
        while size < board.size:
            yield board.part(range(size))
            size += max(1, size // 4)
        yield board
        return
    for side in range(2, max(grid.rows, grid.cols) + 1):
        for rows, cols in ((side - 1, side), (side, side)):
            own = replace(grid, rows=min(grid.rows, rows), cols=min(grid.cols, cols))
            if own.rows == own.cols == 1 or (own.rows, own.cols) == (grid.rows, grid.cols):
                continue
            if min(own.rows, own.cols) == min(grid.rows, grid.cols) or grid.rows > 1 < grid.cols:
                yield from_grid("", own)
    yield board


def _figure(name: str, trials: SmallerCases) -> Figure:
    """One figure, seen or as the cells lead to it."""
    if trials.target is not None:
        value = trials.target[name]
        exact = name in ("components", "different_values")
        rounded = float(f"{value:.1g}") if name == "seconds" else round(value)
        return Figure(name, rounded, EXACT if exact else "measured")
    seen = [(size, max(1e-5, figures[name])) for size, figures in trials.seen]
    found = extrapolated(seen, trials.size, "extrapolated from boards of {sizes} cells")
    assert found is not None, "something was seen"
    return Estimate(found.log, found.how, _DOUBT + found.doubt).figure(name)
