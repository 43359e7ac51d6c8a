"""The boards of a family, one inside the other, so that what is learnt on one serves the next."""

from __future__ import annotations

from gfkit.boards import Board, Family
from gfkit.games import Rule
from gfkit.values.outcome.search import Limits, Lookahead
from gfkit.values.position import MaskPosition, compile_position
from gfkit.values.position.layout import mask_of
from gfkit.values.short.table import Table

_SHORTEST = 8


class Nested:
    """Outcomes of the boards of a family.

    A strip is part of the longer ones: where neither its ends nor liberties make it otherwise, it is searched
    as a state of a board up to twice as long. Others get a search of their own; values are shared in any
    case.
    """

    def __init__(self, rule: Rule, family: Family, to: int, limits: Limits) -> None:
        self.rule, self.family, self.to, self.limits = rule, family, to, limits
        self.table = Table()
        self.nodes = 0
        self._wraps = family.word != "path" and family.shape.wraps[family.sizes.index(None)]
        self._search: Lookahead | None = None
        self._size = -1

    def outcome(self, n: int) -> str:
        search = self._reaching(n)
        before = search.nodes
        try:
            return search.outcome(self._start(search, self.family.at(n)))
        finally:
            self.nodes += search.nodes - before

    def _reaching(self, n: int) -> Lookahead:
        """The search on a board that holds the one of size n."""
        search = self._search
        if search is None or n > self._size or not self._nests(search):
            self._size = n
            search = self._on(self.family.at(n))
            if self._nests(search):
                self._size = min(max(2 * n, _SHORTEST), max(self.to, n))
                search = self._on(self.family.at(self._size))
        self._search = search
        return search

    def _on(self, board: Board) -> Lookahead:
        return Lookahead(compile_position(self.rule, board), self.table, self.limits)

    def _nests(self, search: Lookahead) -> bool:
        """Whether shorter boards are states of the board of this search."""
        plain = isinstance(search.position, MaskPosition) and search.position.layout.grid is not None
        return plain and not self._wraps

    def _start(self, search: Lookahead, board: Board) -> int:
        position = search.position
        if not isinstance(position, MaskPosition) or not self._nests(search):
            return position.start
        layout = position.layout
        if board.grid is None or not layout.grid:
            cells = layout.bit[: board.size]
        else:
            cells = tuple(row * layout.grid.cols + col for row, col in board.places)
        present = mask_of(cells)
        return position.start & sum(present << layer * position.size for layer in range(position.layers))
