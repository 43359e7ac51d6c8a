"""Columns and diagonals of a flattened table.

The terms are rows n = 0, 1, 2, ... of n + 1 terms: a triangle by rows, or a square array by its
antidiagonals, whose rows and columns are then the diagonals and columns of that triangle.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TypeVar

Item = TypeVar("Item")
DEPTH = 4
"""Columns, and diagonals, that are looked at."""
_TABLE = re.compile(r"triang|array|\btable|antidiagonal|T\([a-z], ?[a-z]\)|[Rr]ead by rows", re.IGNORECASE)


def is_table(name: str) -> bool:
    """Whether the name says that the terms are those of a table.

    >>> is_table("Pascal's triangle read by rows."), is_table("Fibonacci numbers.")
    (True, False)
    """
    return _TABLE.search(name) is not None


def lines_of_table(terms: Sequence[Item], depth: int = DEPTH) -> Iterator[tuple[str, list[Item]]]:
    """Columns k = 0, 1, ... T(n,k), diagonals T(n,n-k), and the middle T(2n,n), each with its name.

    >>> dict(lines_of_table([1, 1, 1, 1, 2, 1, 1, 3, 3, 1], 2))["column 1"]
    [1, 2, 3]
    """
    rows = _rows(terms)
    for k in range(depth):
        yield f"column {k}", [row[k] for n, row in enumerate(rows) if n >= k and len(row) > k]
        yield f"diagonal {k}", [row[n - k] for n, row in enumerate(rows) if n >= k and len(row) > n - k]
    yield "middle", [row[n // 2] for n, row in enumerate(rows) if n % 2 == 0 and len(row) > n // 2]


def _rows(terms: Sequence[Item]) -> list[Sequence[Item]]:
    rows: list[Sequence[Item]] = []
    begin = 0
    while begin < len(terms):
        rows.append(terms[begin : begin + len(rows) + 1])
        begin += len(rows)
    return rows


LINES = tuple(name for name, _ in lines_of_table(()))
"""The names of the lines, in their order."""
