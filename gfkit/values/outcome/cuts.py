"""Bounds by cutting a position into bands along lines that one player never crosses."""

from __future__ import annotations

from gfkit.games import PlacementRule
from gfkit.typing import Player
from gfkit.values.board.search import Search
from gfkit.values.outcome.cooling import Cooling
from gfkit.values.position import MaskPosition, Position

ROWS, COLUMNS = 0, 1
_Bands = tuple[int, tuple[int, ...]]
"""The sum of the means of some bands, and their values."""
_MOST_MOVES, _MOST_MOVES_THIN = 14, 26
"""Moves of a part of a band up to which its value is found, and where the band is no broader than a piece."""


class Cuts:
    """Values that together are at least, or at most, a position.

    When no piece of Right reaches over a line, and pieces hinder each other only by lying on the same cell,
    the moves of Left that do can be struck out: that can only harm Left, and leaves the sum of the two sides.
    So a position is at least the sum of the bands between such lines; by the same token it is at most the sum
    of bands between lines that Left never crosses. The bands with the best sum of means are taken. Cost: the
    pairs of lines, and the values of the bands. Fails where a single row or column is too large for its
    value. Reference: Lachmann, Moore, Rapaport, Who wins Domineering on rectangular boards?
    """

    def __init__(self, values: Search, cooling: Cooling) -> None:
        self.values, self.cooling = values, cooling
        self.position = values.position
        self._value_of: dict[int, int | None] = {}
        self._lower = self._axes(Player.RIGHT)
        self._upper = self._axes(Player.LEFT)
        self._thin = tuple(_breadth(self.position.rule, axis) for axis in (ROWS, COLUMNS))

    def __len__(self) -> int:
        return len(self._value_of)

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
        return tuple(axis for axis in (ROWS, COLUMNS) if never_crosses(position.rule, player, axis))

    def _best(self, state: int, axes: tuple[int, ...], sign: int) -> tuple[int, ...] | None:
        found = [cut for axis in axes if (cut := self._banded(state, axis, sign)) is not None]
        return max(found)[1] if found else None

    def _banded(self, state: int, axis: int, sign: int) -> _Bands | None:
        """The bands whose sum of means, times the sign, is largest, found line by line."""
        lines = self._lines(state, axis)
        best: list[_Bands | None] = [(0, ())]
        for end in range(1, len(lines)):
            found: _Bands | None = None
            for start in range(end - 1, -1, -1):
                band = self.position.settle(state & lines[end] & ~lines[start])
                value = self._value(band, thin=end - start <= self._thin[axis])
                if value is None:
                    break
                before = best[start]
                if before is not None:
                    mean = before[0] + sign * self.cooling.mean(value)
                    if found is None or mean > found[0]:
                        found = mean, (*before[1], value)
            best.append(found)
        return best[-1]

    def _lines(self, state: int, axis: int) -> list[int]:
        """For each line between two rows or columns the cells before it, up to the line with all of them."""
        grid = self.position.layout.grid
        assert grid is not None, "only positions on a grid are cut"
        if axis == ROWS:
            first, step, count = (1 << grid.cols) - 1, grid.cols, grid.rows
        else:
            first, step, count = sum(1 << grid.cols * row for row in range(grid.rows)), 1, grid.cols
        lines = [0]
        while len(lines) <= count and state & ~lines[-1]:
            lines.append(lines[-1] | first << step * (len(lines) - 1))
        return lines

    def _value(self, band: int, *, thin: bool) -> int | None:
        found = self._value_of.get(band)
        if found is None and band not in self._value_of:
            most = _MOST_MOVES_THIN if thin else _MOST_MOVES
            parts = self.position.components(band)
            if all(moves_of(self.position, part) <= most for part in parts):
                found = self.values.value(band)
            self._value_of[band] = found
        return found


def never_crosses(rule: PlacementRule, player: Player, axis: int) -> bool:
    """Whether no piece of a player reaches over a line between two rows, or between two columns.

    >>> from gfkit.games import find_rule
    >>> [never_crosses(find_rule("domineering"), player, COLUMNS) for player in (Player.LEFT, Player.RIGHT)]
    [True, False]
    """
    own = (colour for colour in rule.colours if colour.belongs_to(player))
    return all(cell[axis] == 0 for colour in own for piece in colour.pieces for cell in piece.cells)


def moves_of(position: Position, state: int) -> int:
    """How many moves both players have together."""
    return len(position.left(state)) + len(position.right(state))


def _breadth(rule: PlacementRule, axis: int) -> int:
    """How many rows, or columns, the broadest piece covers."""
    return max(cell[axis] + 1 for colour in rule.colours for piece in colour.pieces for cell in piece.cells)
