"""Positions on boards given by a complex, where sets of more than two cells may be forbidden."""

from __future__ import annotations

from functools import cache, reduce
from operator import or_

from gfkit.boards import Board
from gfkit.kinds.placement.move import Move, takings
from gfkit.kinds.placement.rule import PlacementRule
from gfkit.typing import Player
from gfkit.values.layout import SymmetricStates, joined_masks, set_bits

_Link = tuple[int, tuple[int, ...]]
"""The cells that can be taken, and the minimal sets of cells that may not all be taken."""


class FacePosition(SymmetricStates):
    """Node Kayles on a board given by a complex. A state is the number of a link in the complex.

    After a cell is taken, the link of that cell remains. Forbidden sets that contain the cell lose it. A
    forbidden set with one cell forbids that cell, and then all other sets that contain it are dropped.

    >>> from gfkit.boards.complexfile import read_complex
    >>> from gfkit.games import find_rule
    >>> triangle = FacePosition(find_rule("node-kayles"), read_complex("", "illegal\\na b c"))
    >>> state = triangle.options(triangle.options(triangle.start, Player.LEFT)[0], Player.LEFT)[0]
    >>> triangle.options(state, Player.LEFT), triangle.impartial
    ([], True)
    """

    def __init__(self, rule: PlacementRule, board: Board) -> None:
        self.rule, self.board = rule, board
        self.size = board.size
        moves = takings(rule, board)
        self._colour = {move.cells[0]: move.colour for move in moves}
        self._own = {
            player: sum(1 << move.cells[0] for move in moves if rule.colours[move.colour].belongs_to(player))
            for player in (Player.LEFT, Player.RIGHT)
        }
        self._links: list[_Link] = []
        self._numbers: dict[_Link, int] = {}
        self._state_after = cache(self._take)
        sets = [sum(1 << cell for cell in cells) for cells in (*board.edges, *board.illegal)]
        self.symmetries = None  # complexes that are alike are not looked for
        self.start = self._number_of_link(self._own[Player.LEFT] | self._own[Player.RIGHT], sets)

    @property
    def impartial(self) -> bool:
        """Whether both players have the same moves."""
        return self._own[Player.LEFT] == self._own[Player.RIGHT]

    def options(self, state: int, player: Player) -> list[int]:
        """The states that a player can move to."""
        return [
            self._state_after(state, cell) for cell in set_bits(self._links[state][0] & self._own[player])
        ]

    def moves(self, player: Player, state: int | None = None) -> list[tuple[Move, int]]:
        """The moves of a player in a state, by default the start, each with the state after it."""
        at = self.start if state is None else state
        cells = set_bits(self._links[at][0] & self._own[player])
        return [(Move(self._colour[cell], (cell,)), self._state_after(at, cell)) for cell in cells]

    def live(self, state: int) -> int:
        """The state: it has only cells that can be taken."""
        return state

    def components(self, state: int) -> list[int]:
        """The components of a state; cells in a common set are connected."""
        cells, sets = self._links[state]
        parts = joined_masks([*(1 << cell for cell in set_bits(cells)), *sets])
        return [self._number_of_link(part, [subset for subset in sets if subset & part]) for part in parts]

    def cells_of(self, state: int) -> int:
        """The mask of the cells that can be taken."""
        return self._links[state][0]

    def _take(self, state: int, cell: int) -> int:
        """The state after a cell is taken."""
        cells, sets = self._links[state]
        bit = 1 << cell
        return self._number_of_link(cells & ~bit, [subset & ~bit for subset in sets])

    def _number_of_link(self, cells: int, sets: list[int]) -> int:
        """The number of the link with these cells and sets; only minimal sets are kept."""
        cells &= ~reduce(or_, [subset for subset in sets if subset.bit_count() == 1], 0)
        inside = sorted({subset for subset in sets if subset & ~cells == 0}, key=int.bit_count)
        kept: list[int] = []
        for subset in inside:
            if not any(smaller & ~subset == 0 for smaller in kept):
                kept.append(subset)
        link = cells, tuple(sorted(kept))
        number = self._numbers.setdefault(link, len(self._links))
        if number == len(self._links):
            self._links.append(link)
        return number
