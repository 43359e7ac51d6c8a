"""Who wins states of one position: looked for the plain way first, by machine code where that takes long."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from gfkit.values.board import SECONDS_BEFORE_ASKING, SECONDS_BEFORE_COMPILING, Impatient
from gfkit.values.handing_over import share_to_make
from gfkit.values.lookahead import Limits, Lookahead
from gfkit.values.position import Position
from gfkit.values.short.table import Table

if TYPE_CHECKING:
    from gfkit.values.fast_search import FastSearch


class Winner:
    """Win or loss of the states of a position.

    ``Lookahead`` is asked; after some seconds the same search goes on as machine code, if numba and the board
    allow (after more where numba has to make the loops).
    """

    def __init__(self, position: Position, table: Table, limits: Limits) -> None:
        self.position, self.limits = position, limits
        self._plain = Lookahead(position, table, limits)
        self._fast: FastSearch | None = None

    @property
    def nodes(self) -> int:
        """Positions searched."""
        return self._plain.nodes + (0 if self._fast is None else self._fast.nodes)

    def outcome(self, state: int) -> str:
        """Who wins: ``left``, ``right``, ``first`` or ``second``."""
        begin = time.monotonic()
        allowed: float | None = SECONDS_BEFORE_ASKING
        while True:
            if self._fast is not None:
                from gfkit.values.fast import BeyondTables

                try:
                    return self._fast.outcome(state)
                except BeyondTables:
                    self._fast, allowed = None, None
            self.limits.patience = None if allowed is None else begin + allowed
            try:
                return self._plain.outcome(state)
            except Impatient:
                allowed = self._go_over(time.monotonic() - begin)
            finally:
                self.limits.patience = None

    def _go_over(self, spent: float) -> float | None:
        """Makes machine code, or says how long the plain way may go on; None for as long as it takes."""
        share = share_to_make(self.position, "search_sums")
        if share is None:
            return None
        if spent < share * SECONDS_BEFORE_COMPILING:
            return share * SECONDS_BEFORE_COMPILING
        from gfkit.values.fast_search import FastSearch

        self._fast = FastSearch(self.position, self.limits)
        return None
