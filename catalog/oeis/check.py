"""Counts on graphs of growing squares without a rule file, by two methods."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from gfkit.catalog.claim import Arguments, CheckResult, Statement, compare_entries, theorem

Cell = tuple[int, int]
_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))


def _board(side: int) -> list[Cell]:
    return [(row, column) for row in range(side) for column in range(side)]


def _attack(a: Cell, b: Cell) -> bool:
    """Return True if queens on two cells attack each other."""
    down, right = a[0] - b[0], a[1] - b[1]
    return a != b and (0 in (down, right) or abs(down) == abs(right))


def _by_search(side: int) -> int:
    """Return the number of maximal cliques by the search of Bron and Kerbosch, with a pivot."""
    board = _board(side)
    near = {a: frozenset(b for b in board if _attack(a, b)) for a in board}

    def grown(candidates: frozenset[Cell], done: frozenset[Cell]) -> int:
        """Return the number of maximal cliques that contain the chosen vertices and no excluded vertex."""
        if not candidates:
            return not done
        pivot, number = max(candidates | done, key=lambda cell: len(candidates & near[cell])), 0
        for cell in candidates - near[pivot]:
            number += grown(candidates & near[cell], done & near[cell])
            candidates, done = candidates - {cell}, done | {cell}
        return number

    return grown(frozenset(board), frozenset())


def _by_lines(side: int) -> int:
    """Return the number of maximal cliques: a maximal clique is a whole line, or has three cells not on one
    line."""
    board = _board(side)
    beside = {a: frozenset(b for b in board if _attack(a, b)) for a in board}

    def line(cell: Cell, down: int, right: int) -> frozenset[Cell]:
        steps = range(-side, side)
        return frozenset({(cell[0] + k * down, cell[1] + k * right) for k in steps} & {*board})

    def maximal(clique: frozenset[Cell]) -> Iterator[frozenset[Cell]]:
        more = frozenset.intersection(*(beside[cell] for cell in clique))
        if not more:
            yield clique
        for cell in more:
            yield from maximal(clique | {cell})

    lines = {line(cell, *step) for cell in board for step in _DIRECTIONS}
    cliques = {some for some in lines if not frozenset.intersection(*(beside[cell] for cell in some))}
    for a in board:
        for b, c in combinations([cell for cell in beside[a] if cell > a], 2):
            if c in beside[b] and not any({a, b, c} <= some for some in lines):
                cliques.update(maximal(frozenset({a, b, c})))
    return len(cliques)


@theorem("oeis.queen-cliques", {"search": _by_search, "lines": _by_lines})
def queen_cliques(count: Callable[[int], int], statement: Statement, asked: Arguments) -> CheckResult:
    """Return the number of maximal cliques in the graph of queens on a square of this side."""
    side = int(asked["side"])
    return compare_entries(statement, (str(count(side)),), (f"n = {side}",), "all cliques listed")
