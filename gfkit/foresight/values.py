"""What finding the value of a board, or its winner, will take: smaller boards are searched briefly."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace

from gfkit.boards import Board
from gfkit.boards.board import from_grid
from gfkit.errors import LimitError
from gfkit.foresight.boards import DOUBT, growing_parts, is_full_grid
from gfkit.foresight.figures import (
    EXACT,
    Clock,
    Estimate,
    Figure,
    Forecast,
    OutOfTime,
    SmallerCases,
    extrapolated,
    over_memory,
)
from gfkit.games import Question, Rule
from gfkit.host.memory import check_memory, default_memory
from gfkit.typing import OnProgress, Progress
from gfkit.values.board import ValueSearch, Worth, unsearched
from gfkit.values.lookahead import Limits
from gfkit.values.mirror import mirror_proof
from gfkit.values.one_sided import free_cells_of
from gfkit.values.position import compile_position
from gfkit.values.short import Table
from gfkit.values.winner import Winner

_SEARCHING = 2.0
"""Seconds for the search of values of smaller boards."""


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
    rule, whole = question.rule, question.board
    check_memory(max_memory)
    position = compile_position(rule, whole)  # refuses what has no values
    if on_progress is not None:
        on_progress(Progress("searching smaller boards", 0, 1, 0))
    task = f"value of {question.game} on {whole.text}"
    told = unsearched(position, Table())
    if told is not None:
        return Forecast(task, (Figure("cells", whole.size), Figure("seconds", 0.1, told[1].method)))
    cells, parts = whole, position.components(position.start)
    sizes = [Figure("cells", whole.size)]
    if len(parts) > 1:
        hardest = max(parts, key=lambda part: len(free_cells_of(position, part)))
        cells = cells.part(free_cells_of(position, hardest))
        sizes.append(Figure("cells_of_largest_part", cells.size))
    trials = _searched(rule, cells, default_memory() if max_memory is None else max_memory)
    if not trials.seen:
        return Forecast(task, tuple(sizes), advice="not even a small part was quick")
    memory = _figure("memory_bytes", trials)
    figures = (
        *sizes,
        _figure("components", trials),
        _figure("different_values", trials),
        memory,
        _figure("seconds", trials),
    )
    advice = None if trials.target else "who wins alone is often found much sooner: gfkit outcomes"
    return Forecast(task, figures, over_memory(task, memory, max_memory), advice)


def foresee_outcome(
    game: str | Rule | Question,
    board: str | Board | None = None,
    *,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> Forecast:
    """Whether it is settled at once who wins a board, or in the first seconds of the search; else not known.

    How long a search goes on cannot be told from smaller boards: bounds settle some boards and leave open
    others of the same size, or smaller ones.

    >>> forecast = foresee_outcome("domineering", "6x7")
    >>> forecast["positions"], forecast.figure("positions").how
    (0, 'bounds on the parts settle it')
    >>> foresee_outcome("col", "6x6").figure("positions").how
    'a strategy by symmetry settles it'
    """
    question = Question.of(game, board)
    rule, whole = question.rule, question.board
    check_memory(max_memory)
    position = compile_position(rule, whole)
    if on_progress is not None:
        on_progress(Progress("searching", 0, 1, 0))
    task, cells = f"winner of {question.game} on {whole.text}", Figure("cells", whole.size)
    if mirror_proof(rule, whole) is not None:
        how = "a strategy by symmetry settles it"
        return Forecast(task, (cells, Figure("positions", 0, how), Figure("seconds", 0.1, how)))
    limits = Limits(default_memory() if max_memory is None else max_memory, _SEARCHING)
    search, begin = Winner(position, Table(), limits), time.process_time()
    try:
        search.outcome(position.start)
    except LimitError:
        how = f"open after {search.nodes:,} positions"
        advice = "--max-seconds N stops the search in time; who wins smaller boards of this kind may be told"
        return Forecast(
            task, (cells, Figure("positions", None, how), Figure("seconds", None, how)), None, advice
        )
    how = "searched" if search.nodes else "bounds on the parts settle it"
    seconds = float(f"{max(time.process_time() - begin, 0.1):.1g}")
    return Forecast(task, (cells, Figure("positions", search.nodes, how), Figure("seconds", seconds, how)))


def _searched(rule: Rule, board: Board, limit: int) -> SmallerCases:
    """Searches smaller boards in turn, and at last the board itself, as far as there is time."""
    clock, trials = Clock(_SEARCHING), SmallerCases(board.size)
    for smaller in _small_grids(board) if is_full_grid(board) else growing_parts(board, 4, 1.25):
        search = Worth(ValueSearch(compile_position(rule, smaller), Table(), limit, clock.check))
        try:
            with clock.trial():
                search.of(search.search.position.start)
        except (OutOfTime, LimitError):
            break
        trials.add(
            smaller.size,
            is_target=smaller is board,
            components=search.solved,
            different_values=search.values,
            memory_bytes=search.bytes,
            seconds=max(1e-5, clock.last),
        )
        if not clock.open:
            break
    return trials


def _small_grids(board: Board) -> Iterator[Board]:
    """Grids with fewer cells, and last the board itself."""
    grid = board.grid
    assert grid is not None, "only asked of grids"
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
    return Estimate(found.log, found.how, DOUBT + found.doubt).figure(name)
