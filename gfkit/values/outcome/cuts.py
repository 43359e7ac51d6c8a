"""Bounds by cutting a position into bands along lines that one player never crosses."""

from __future__ import annotations

from gfkit.games import PlacementRule
from gfkit.typing import Player
from gfkit.values.board.search import Search
from gfkit.values.outcome.cooling import Cooling
from gfkit.values.position import MaskPosition, Position

import os
THICK=int(os.environ.get('THICK','22'))
ROWS, COLUMNS = 0, 1


def never_crossed(rule: PlacementRule, player: Player, axis: int) -> bool:
    """Whether no piece of a player reaches over a line between two rows, or two columns.

    >>> from gfkit.games import find_rule
    >>> [never_crossed(find_rule("domineering"), player, COLUMNS) for player in (Player.LEFT, Player.RIGHT)]
    [True, False]
    """
    own = (colour for colour in rule.colours if colour.belongs_to(player))
    return all(cell[axis] == piece.cells[0][axis] for colour in own for piece in colour.pieces for cell in piece.cells)


class Cuts:
    """Values that together are at least, or at most, a position.

    When no piece of Right reaches over a line, and pieces hinder each other only by lying on the same cell, the
    moves of Left that do can be struck out: that can only harm Left, and leaves the sum of the two sides. So a
    position is at least the sum of the bands between such lines, and by the same token at most the sum of
    bands between lines that Left never crosses. Bands are chosen to make the sum of their means best; only those
    are taken whose parts have at most ``most_moves`` moves. Cost: the pairs of lines, and the values of the bands.
    Reference: Lachmann, Moore, Rapaport, Who wins Domineering on rectangular boards?
    """

    def __init__(self, values: Search, cooling: Cooling, most_moves: int) -> None:
        self.values, self.cooling, self.most_moves = values, cooling, most_moves
        self.position = values.position
        self._value_of: dict[int, int | None] = {}
        self._lower = self._axes(Player.RIGHT)
        self._upper = self._axes(Player.LEFT)

    def lower(self, state: int) -> tuple[int, ...] | None:
        """Values whose sum is at most the state's, or None."""
        return self._best(state, self._lower, 1)

    def upper(self, state: int) -> tuple[int, ...] | None:
        """Values whose sum is at least the state's, or None."""
        return self._best(state, self._upper, -1)

    def _axes(self, player: Player) -> tuple[int, ...]:
        position = self.position
        plain = isinstance(position, MaskPosition) and not position.rule.forbidden
        if not plain or position.layout.grid is None:
            return ()
        return tuple(axis for axis in (ROWS, COLUMNS) if never_crossed(position.rule, player, axis))

    def _best(self, state: int, axes: tuple[int, ...], sign: int) -> tuple[int, ...] | None:
        found = [cut for axis in axes if (cut := self._banded(state, axis, sign)) is not None]
        return max(found, default=(0, None))[1]

    def _banded(self, state: int, axis: int, sign: int) -> tuple[int, tuple[int, ...]] | None:
        """The bands with the best sum of means, and that sum."""
        lines = self._lines(state, axis)
        best: list[tuple[int, tuple[int, ...]] | None] = [(0, ())]
        for end in range(1, len(lines)):
            found = None
            for start in range(end - 1, -1, -1):
                band = self.position.settle(state & lines[end] & ~lines[start])
                value = self._value(band, end - start)
                if value is None:
                    break
                before = best[start]
                if before is None:
                    continue
                mean = before[0] + sign * self.cooling.mean(value)
                if found is None or mean > found[0]:
                    found = mean, (*before[1], value)
            best.append(found)
        return best[-1]

    def _lines(self, state: int, axis: int) -> list[int]:
        """For each line between two rows or columns all cells before it, from the first to the last."""
        grid = self.position.layout.grid
        assert grid is not None
        row = (1 << grid.cols) - 1
        if axis == ROWS:
            masks = [row << grid.cols * index for index in range(grid.rows)]
        else:
            column = sum(1 << grid.cols * index for index in range(grid.rows))
            masks = [column << index for index in range(grid.cols)]
        lines = [0]
        for mask in masks:
            lines.append(lines[-1] | mask)
            if not state & ~lines[-1]:
                break
        return lines

    def _value(self, band: int, height: int = 1) -> int | None:
        if band not in self._value_of:
            parts = self.position.components(band)
            most = self.most_moves if height <= 2 else THICK
            small = all(moves_of(self.position, part) <= most for part in parts)
            self._value_of[band] = self.values.value(band) if small else None
        return self._value_of[band]


def moves_of(position: Position, state: int) -> int:
    """How many moves both players have together."""
    return len(position.left(state)) + len(position.right(state))
