"""Who wins states of one position: by the search in C where that can, else the plain way."""

from __future__ import annotations

from gfkit.typing import Player
from gfkit.values.fast import BeyondTables, is_fast
from gfkit.values.fast_search import FastSearch
from gfkit.values.lookahead import Limits, Lookahead, OutcomeSearch
from gfkit.values.position import Position
from gfkit.values.short.table import Table


class Winner(OutcomeSearch):
    """Win or loss of the states of a position: by ``FastSearch`` where it can, else ``Lookahead``."""

    def __init__(self, position: Position, table: Table, limits: Limits) -> None:
        self.position = position
        self._plain = Lookahead(position, table, limits)
        self._fast = FastSearch(position, limits) if is_fast(position, limits.memory) else None

    @property
    def nodes(self) -> int:
        """Positions searched."""
        return self._plain.nodes + (0 if self._fast is None else self._fast.search.seen)

    def wins(self, state: int, mover: Player) -> bool:
        if self._fast is not None:
            try:
                return self._fast.wins(state, mover)
            except BeyondTables:
                self._fast = None
        return self._plain.wins(state, mover)
