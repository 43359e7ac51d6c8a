"""Every array of colours that a rule of windows and neighbour counts allows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from gfkit.boards import Board
from gfkit.errors import MismatchError
from gfkit.games.rule import ArrayRule, Exponents, NeighbourCount, Window
from gfkit.oracle.limits import MOST_CELLS, MOST_TRIES, refuse_above, too_much


@dataclass(frozen=True, slots=True)
class Barred:
    """A window laid on the board: these cells may not show these marks."""

    cells: tuple[int, ...]
    marks: tuple[str, ...]

    def holds(self, colours: Sequence[int]) -> bool:
        """Whether the colours of the board do not show the window here.

        >>> Barred((0, 1, 2), ("a", "?", "a")).holds([1, 0, 1])
        False
        >>> Barred((0, 1), ("a", "b")).holds([1, 1])
        True
        """
        meant: dict[str, int] = {}
        for cell, mark in zip(self.cells, self.marks, strict=True):
            colour = colours[cell]
            if mark.isdigit() and int(mark) != colour:
                return True
            if mark.isalpha() and meant.setdefault(mark, colour) != colour:
                return True
        return len(set(meant.values())) < len(meant)


@dataclass(frozen=True, slots=True)
class Counted:
    """A neighbour count at one cell."""

    cell: int
    neighbours: tuple[int, ...]
    rule: NeighbourCount

    @property
    def cells(self) -> tuple[int, ...]:
        return (self.cell, *self.neighbours)

    def holds(self, colours: Sequence[int]) -> bool:
        if colours[self.cell] != self.rule.cell:
            return True
        return sum(colours[cell] in self.rule.of for cell in self.neighbours) in self.rule.allowed


def list_arrays(rule: ArrayRule, board: Board) -> Iterator[Exponents]:
    """The powers of x and y of every array."""
    for colours in every_array(rule, board):
        yield (
            sum(rule.weights[colour][0] for colour in colours),
            sum(rule.weights[colour][1] for colour in colours),
        )


def every_array(rule: ArrayRule, board: Board) -> Iterator[Sequence[int]]:
    """The colours of the cells of every array, in a list that changes from one to the next.

    Cells are coloured one after the other; a condition is looked at once the last of its cells has a colour.
    """
    if board.grid is None and (rule.forbid or any(count.neighbours for count in rule.counts)):
        raise MismatchError(
            f"board {board.text!r} has no rows and columns, and {rule.name} has windows or drawn neighbours;"
            " a graph takes only counts of rook neighbours, a board such as 4x5 takes any rule"
        )
    refuse_above(rule, board, "cells", board.size, MOST_CELLS)
    if rule.colours**board.size > MOST_TRIES:
        raise too_much(rule, board, f"{rule.colours}^{board.size} arrays", MOST_TRIES)
    due: list[list[Barred | Counted]] = [[] for _ in range(board.size)]
    for condition in _conditions(rule, board):
        due[max(condition.cells)].append(condition)
    return _filled(rule, due, [])


def _filled(
    rule: ArrayRule, due: list[list[Barred | Counted]], colours: list[int]
) -> Iterator[Sequence[int]]:
    if len(colours) == len(due):
        yield colours
        return
    for colour in range(rule.colours):
        colours.append(colour)
        if all(condition.holds(colours) for condition in due[len(colours) - 1]):
            yield from _filled(rule, due, colours)
        colours.pop()


def _conditions(rule: ArrayRule, board: Board) -> Iterator[Barred | Counted]:
    for cell in range(board.size):
        for window in rule.forbid:
            yield from _laid(board, window, cell)
        for count in rule.counts:
            yield Counted(cell, _around(board, count, cell), count)


def _laid(board: Board, window: Window, cell: int) -> Iterator[Barred]:
    """The window with its first cell here, unless it falls off the board or onto itself."""
    (first_row, first_col), _ = window.cells[0]
    places = [board.beside(cell, row - first_row, col - first_col) for (row, col), _ in window.cells]
    cells = tuple(place for place in places if place is not None)
    if len(set(cells)) == len(window.cells):
        yield Barred(cells, tuple(mark for _, mark in window.cells))


def _around(board: Board, count: NeighbourCount, cell: int) -> tuple[int, ...]:
    if not count.neighbours:
        return board.neighbours[cell]
    reached = {board.beside(cell, down, right) for down, right in count.neighbours}
    return tuple(sorted(other for other in reached if other is not None and other != cell))
