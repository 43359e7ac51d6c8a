"""What the value of a board will take, before the search is begun."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gfkit.boards import Board, as_board
from gfkit.boards.board import from_grid
from gfkit.errors import LimitError
from gfkit.foresight import Clock, Figure, Forecast, OutOfTime, Trend
from gfkit.games import Rule, as_rule
from gfkit.memory import check_memory, default_memory, size_text
from gfkit.typing import OnProgress, Progress
from gfkit.values.board import ValueSearch
from gfkit.values.position import compile_position
from gfkit.values.short import Table

_SECONDS = 2.0
_USED = 5
_DOUBT = 1.5
"""Doublings that any of these estimates may be off by, beside what the trend says."""


@dataclass(frozen=True, slots=True)
class Searched:
    """A smaller board whose value was found: cells, components searched, different values, bytes, seconds."""

    cells: int
    components: int
    values: int
    bytes: int
    seconds: float


def foresee_value(
    game: str | Rule,
    board: str | Board,
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
    rule, cells = as_rule(game), as_board(board)
    check_memory(max_memory)
    compile_position(rule, cells)  # refuses what has no values
    if on_progress is not None:
        on_progress(Progress("searching smaller boards", 0, 1, 0))
    limit = default_memory() if max_memory is None else max_memory
    rungs, done = _climb(rule, _smaller(cells), limit)
    name = game if isinstance(game, str) else rule.name
    task = f"value of {name} on {cells.text}"
    if not rungs:
        return Forecast(task, (Figure("cells", cells.size),), advice="not even a small part was quick")
    memory = _figure("memory_bytes", rungs, cells.size, done)
    refused = None
    if not isinstance(memory.value, int) or memory.value > limit:
        refused = f"{task} would need {memory.text} of memory; the limit is {size_text(limit)} (max memory)"
    return Forecast(
        task,
        (
            Figure("cells", cells.size),
            _figure("components", rungs, cells.size, done),
            _figure("different_values", rungs, cells.size, done),
            memory,
            _figure("seconds", rungs, cells.size, done),
        ),
        refused,
        None if done else "who wins alone is often found much sooner: gfkit outcomes",
    )


def _climb(rule: Rule, boards: Iterator[Board], limit: int) -> tuple[list[Searched], bool]:
    """Searches smaller boards in turn; whether the last of them is the board itself."""
    clock = Clock(_SECONDS)
    rungs: list[Searched] = []
    for board in boards:
        if not clock.open:
            return rungs, False
        search = ValueSearch(compile_position(rule, board), Table(), limit, clock.check)
        try:
            with clock.trial():
                search.value(search.position.start)
        except (OutOfTime, LimitError):
            return rungs, False
        rungs.append(Searched(board.size, search.solved, len(search.table), search.bytes, clock.last))
    return rungs, True


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


def _figure(name: str, rungs: Sequence[Searched], cells: int, done: bool) -> Figure:
    """One figure, seen or as the cells lead to it."""
    seen = [(rung.cells, max(1e-5, float(_value(name, rung)))) for rung in rungs]
    last = seen[-1][1]
    if done:
        exact = name in ("components", "different_values")
        return Figure(
            name, round(last) if name != "seconds" else float(f"{last:.1g}"), "exact" if exact else "measured"
        )
    largest = sorted(dict(seen).items())
    trend = Trend.of([(float(size), value) for size, value in largest])
    how = "extrapolated from boards of " + ", ".join(str(size) for size, _ in largest[-_USED:]) + " cells"
    doubt = _DOUBT + trend.doubt_at(cells)
    return Figure.estimated(name, trend.at(cells), how, doubt, 1 if name == "seconds" else 2)


def _value(name: str, rung: Searched) -> float:
    return {
        "components": rung.components,
        "different_values": rung.values,
        "memory_bytes": rung.bytes,
        "seconds": rung.seconds,
    }[name]
