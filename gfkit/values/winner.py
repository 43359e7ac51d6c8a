"""Winners of states, by the search in C if it applies, else by the plain searches."""

from __future__ import annotations

from gfkit.typing import Player
from gfkit.values.dominoes import DominoSearch, axes_of
from gfkit.values.fast import BeyondTables, is_fast
from gfkit.values.fast_search import FastSearch
from gfkit.values.lookahead import Limits, Lookahead, OutcomeSearch
from gfkit.values.position import Position
from gfkit.values.short.table import Table
from gfkit.values.whole import StoneSearch, WholeSearch


class Winner(OutcomeSearch):
    """The winners of states of a position, by ``FastSearch`` if it applies, else by ``Lookahead``.

    If players lay dominoes along two axes, ``Lookahead`` only tells what its bounds decide, and
    ``DominoSearch`` the rest. ``FastSearch`` does the same.
    """

    def __init__(self, position: Position, table: Table, limits: Limits) -> None:
        self.position = position
        self._plain = Lookahead(position, table, limits)
        self._fast = FastSearch(position, limits) if is_fast(position, limits.memory) else None
        axes = axes_of(position)
        self._dominoes = None if axes is None else DominoSearch(position, axes, limits)

    @property
    def nodes(self) -> int:
        """Number of positions searched."""
        plain = self._plain.nodes + (0 if self._dominoes is None else self._dominoes.nodes)
        return plain + (0 if self._fast is None else self._fast.search.seen)

    def wins(self, state: int, mover: Player) -> bool:
        if self._fast is not None:
            try:
                return self._fast.wins(state, mover)
            except BeyondTables:
                self._fast = None
        if self._dominoes is None:
            return self._plain.wins(state, mover)
        known = self._plain.known_winner(state, mover)
        return self._dominoes.wins(state, mover) if known is None else known


WinnerSearch = Winner | WholeSearch | StoneSearch


def winner_search(position: Position, table: Table, limits: Limits, *, misere: bool = False) -> WinnerSearch:
    """The search for the winners of a position that is fastest, under normal or misere play."""
    if StoneSearch.takes(position):
        return StoneSearch(position, limits, misere=misere)
    return WholeSearch(position, limits) if misere else Winner(position, table, limits)
