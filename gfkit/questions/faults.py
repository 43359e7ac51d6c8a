"""Fault-free tilings of rectangles, from the numbers of all tilings of smaller rectangles.

A fault line goes straight across a rectangle and cuts no piece. Let t(r, n) be the number of tilings of r
rows and n columns. If the rows are divided into parts r1, ..., rk by lines that are faults, perhaps among
others, there are s(n) = t(r1, n) ... t(rk, n) tilings. A tiling has a first vertical fault, behind j columns,
or none: s(n) = p(n) + sum over 0 < j < n of p(j) s(n - j), where p(n) counts those without. By inclusion and
exclusion over the horizontal faults, the sum of (-1)^(k-1) p(n) over all divisions counts the tilings without
a fault.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from math import prod

from gfkit.algebra import Count
from gfkit.boards import parse_one_board
from gfkit.engine.count import count
from gfkit.errors import MismatchError
from gfkit.rules import Question


def fault_free(
    question: Question, *, horizontal: bool = True, how: Callable[[Question], Count] = count
) -> int:
    """Return the number of tilings of a rectangle in which no line between columns or rows is a fault.

    Without ``horizontal`` lines between rows may be faults.

    >>> from gfkit.rules import Question
    >>> fault_free(Question.of("domino-tilings", "5x6")), fault_free(Question.of("domino-tilings", "6x6"))
    (6, 0)
    >>> fault_free(Question.of("domino-tilings", "2x6"), horizontal=False)
    0
    """
    grid = question.board.grid
    if grid is None or grid.wrap_rows or grid.wrap_cols or question.board.size != grid.rows * grid.cols:
        raise MismatchError(f"board {question.board.text!r}: fault lines are those of a rectangle, as 5x6")

    @cache
    def tilings(rows: int, columns: int) -> int:
        return int(how(question.on(parse_one_board(f"{rows}x{columns}"))))

    def unbroken(parts: tuple[int, ...]) -> int:
        """Tilings with horizontal faults between these parts, and no vertical one."""
        all_, without = [0], [0]
        for columns in range(1, grid.cols + 1):
            all_.append(prod(tilings(rows, columns) for rows in parts))
            earlier = sum(without[j] * all_[columns - j] for j in range(1, columns))
            without.append(all_[columns] - earlier)
        return without[-1]

    divisions = _divisions(grid.rows) if horizontal else [(grid.rows,)]
    return sum((-1) ** (len(parts) - 1) * unbroken(parts) for parts in divisions)


def _divisions(rows: int) -> Iterator[tuple[int, ...]]:
    """Yield the compositions of a number of rows.

    >>> sorted(_divisions(3))
    [(1, 1, 1), (1, 2), (2, 1), (3,)]
    """
    yield (rows,)
    for first in range(1, rows):
        for rest in _divisions(rows - first):
            yield (first, *rest)
