"""Every position of a placement game on one board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from gfkit.boards import Board
from gfkit.games.rule import Exponents, PlacementRule
from gfkit.oracle.limits import (
    MOST_CELLS,
    MOST_PLACEMENTS,
    MOST_POSITIONS,
    MOST_WITH_LIBERTIES,
    refuse_above,
    too_much,
)
from gfkit.oracle.placement import bear, check_shapes, every_placement, lying_pieces, no_position
from gfkit.typing import Player, Positions, Weights

MOST_REMEMBERED = 1 << 16


def list_positions(
    rule: PlacementRule, board: Board, positions: Positions, weights: Weights
) -> Iterator[Exponents]:
    """The powers of x and y of every position of the class asked for."""
    table = Table(rule, board)
    marks = [(table.of_colour[c], kind.exponents(weights)) for c, kind in enumerate(rule.colours)]
    for added, still in table.listed():
        if table.belongs(added, still, positions):
            numbers = [((added & mask).bit_count(), power) for mask, power in marks]
            yield sum(n * power[0] for n, power in numbers), sum(n * power[1] for n, power in numbers)


class Table:
    """The board with its lying pieces, and the placements that can be added, numbered from 0.

    A set of placements is an integer whose bit i says whether placement i is in it; a set of cells alike.
    """

    def __init__(self, rule: PlacementRule, board: Board) -> None:
        self.rule, self.board = rule, board
        check_shapes(rule, board)
        refuse_above(rule, board, "cells", board.size, MOST_CELLS)
        self.most = MOST_WITH_LIBERTIES if rule.liberties else MOST_POSITIONS
        self.lying = lying_pieces(rule, board)
        self.free = [
            piece
            for piece in every_placement(rule, board)
            if all(bear(rule, board, piece, lying) for lying in self.lying)
        ]
        refuse_above(rule, board, "placements", len(self.free), MOST_PLACEMENTS)
        self.near = [as_bits(cells) for cells in board.neighbours]
        self.covers = [as_bits(piece.cells) for piece in self.free]
        self.bears = [
            as_bits(j for j, other in enumerate(self.free) if bear(rule, board, piece, other))
            for piece in self.free
        ]
        colours = range(len(rule.colours))
        self.of_colour = [as_bits(i for i, p in enumerate(self.free) if p.colour == c) for c in colours]
        self.drawn = [as_bits(cell for p in self.lying if p.colour == c for cell in p.cells) for c in colours]
        self._touched = lru_cache(MOST_REMEMBERED)(self._all_touched)
        if not self.breathes(0):
            raise no_position(rule, board, "a group of its pieces touches no free cell")
        self._refuse_many()

    def listed(self) -> Iterator[tuple[int, int]]:
        """Every position once: the placements added, and those that all its pieces would still bear.

        From each position the next placement is taken in ascending order. Taking a piece away never
        costs a group its liberty, so what follows a position without breath has none either.
        """
        waiting = [(0, as_bits(range(len(self.free))))]
        seen = 0
        while waiting:
            added, still = waiting.pop()
            if not self.breathes(added):
                continue
            seen += 1
            if seen > self.most:
                raise too_much(self.rule, self.board, f"more than {self.most} positions", self.most)
            yield added, still
            last = added.bit_length()
            later = bits(still >> last << last)
            waiting.extend((added | 1 << new, still & self.bears[new]) for new in later)

    def belongs(self, added: int, still: int, positions: Positions) -> bool:
        """Whether a position is of a class."""
        if positions is Positions.PLAY:
            return abs(self.number(Player.LEFT, added) - self.number(Player.RIGHT, added)) <= 1
        return not any(self.can_move(player, added, still) for player in positions.stuck)

    def number(self, player: Player, added: int) -> int:
        """How many pieces a player alone has on the board, lying ones included."""
        own = [c for c, kind in enumerate(self.rule.colours) if kind.owner is player]
        lying = sum(piece.colour in own for piece in self.lying)
        return lying + sum((added & self.of_colour[c]).bit_count() for c in own)

    def can_move(self, player: Player, added: int, still: int) -> bool:
        """Whether a player can add a piece and reach a position."""
        return any(
            self.breathes(added | 1 << new)
            for colour, kind in enumerate(self.rule.colours)
            if kind.belongs_to(player)
            for new in bits(still & self.of_colour[colour])
        )

    def breathes(self, added: int) -> bool:
        """Whether every group of cells of one colour touches a free cell, if the rule asks for it."""
        if not self.rule.liberties:
            return True
        cells = list(self.drawn)
        for new in bits(added):
            cells[self.free[new].colour] |= self.covers[new]
        free = (1 << self.board.size) - 1 & ~sum(cells)
        return all(self._all_reached(mask, free) for mask in cells)

    def _all_reached(self, mask: int, free: int) -> bool:
        """Whether walking from free cells through cells of the mask comes to all of them."""
        reached = 0
        while new := mask & ~reached & self._touched(reached | free):
            reached |= new
        return reached == mask

    def _all_touched(self, cells: int) -> int:
        """The cells that touch one of these cells."""
        touched = 0
        for cell in bits(cells):
            touched |= self.near[cell]
        return touched

    def _refuse_many(self) -> None:
        """Finds one position; each of its 2^k parts is a position too, so if they are too many, stop."""
        added, still = 0, as_bits(range(len(self.free)))
        for new in range(len(self.free)):
            if still >> new & 1 and self.breathes(added | 1 << new):
                added, still = added | 1 << new, still & self.bears[new]
        if 1 << added.bit_count() > self.most:
            raise too_much(self.rule, self.board, f"at least 2^{added.bit_count()} positions", self.most)


def as_bits(numbers: Iterable[int]) -> int:
    """A set of numbers as an integer."""
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def bits(mask: int) -> Iterator[int]:
    """The numbers in a set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
