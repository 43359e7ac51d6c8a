"""Domineering positions from the rules: sets of dominoes on the free cells of a drawing, one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from ..shared.cells import Cell, read_cells

Domino = tuple[Cell, Cell]
"""The upper or left cell, and the other one."""


@dataclass(frozen=True)
class Position:
    """Dominoes on free cells."""

    cells: frozenset[Cell]
    dominoes: tuple[Domino, ...]

    @cached_property
    def empty(self) -> frozenset[Cell]:
        return self.cells.difference(*self.dominoes)

    @property
    def powers(self) -> tuple[int, int]:
        """The numbers of Left's and Right's dominoes."""
        left = sum(is_left(domino) for domino in self.dominoes)
        return left, len(self.dominoes) - left

    def moves(self) -> list[Domino]:
        return places(self.empty)

    @property
    def is_left_end(self) -> bool:
        return not any(is_left(domino) for domino in self.moves())

    @property
    def is_right_end(self) -> bool:
        return all(is_left(domino) for domino in self.moves())


def is_left(domino: Domino) -> bool:
    """Return True if a domino is vertical, that is, Left's."""
    return domino[0][1] == domino[1][1]


def places(cells: Iterable[Cell]) -> list[Domino]:
    """Return every domino that fits on these cells, ascending."""
    free = set(cells)
    around = (((row, col), (row + down, col + 1 - down)) for row, col in sorted(free) for down in (0, 1))
    return [(cell, other) for cell, other in around if other in free]


def positions(board: str) -> Iterator[Position]:
    """Yield every position of the board once.

    >>> sum(1 for _ in positions("2x2"))
    7
    """
    cells = read_cells(board)
    dominoes = places(cells)

    def more(start: int, taken: frozenset[Cell], made: tuple[Domino, ...]) -> Iterator[Position]:
        yield Position(cells, made)
        for number in range(start, len(dominoes)):
            if taken.isdisjoint(dominoes[number]):
                yield from more(number + 1, taken.union(dominoes[number]), (*made, dominoes[number]))

    return more(0, frozenset(), ())


def rectangles(most: int) -> Iterator[tuple[int, int]]:
    """Return rows and columns of the rectangles with at most ``most`` cells, smaller rectangles first."""
    sizes = [(m, n) for m in range(1, most + 1) for n in range(1, most // m + 1)]
    return iter(sorted(sizes, key=lambda size: (size[0] * size[1], size)))
