"""Who wins a position, by looking ahead: no value of the whole is ever built."""

from __future__ import annotations

import time
from collections.abc import Callable

from gfkit.errors import LimitError
from gfkit.memory import size_text
from gfkit.values.board.search import Search
from gfkit.values.outcome.bounds import Bounds
from gfkit.values.outcome.cooling import UNIT, Cooling
from gfkit.values.outcome.cuts import Cuts
from gfkit.values.outcome.parts import Parts, Sum
from gfkit.values.outcome.transpositions import Transpositions
from gfkit.values.position import Position
from gfkit.values.short.order import at_most
from gfkit.values.short.table import Table

_ENTRY_BYTES, _KEPT_BYTES = 400, 300
"""What an entry of the transposition table and of the other tables takes, measured and rounded up."""
_BETWEEN_CHECKS = 16
_WINNERS = {(True, True): "first", (False, False): "second", (True, False): "left", (False, True): "right"}


class Limits:
    """What a search may take: bytes, and a moment when it must have ended."""

    def __init__(
        self, memory: int, seconds: float | None = None, on_nodes: Callable[[int], None] | None = None
    ) -> None:
        self.memory = memory
        self.on_nodes = on_nodes
        """Told now and then how many positions a search has seen."""
        self.entries = max(memory // 4 // _ENTRY_BYTES, 2)
        """The size of the transposition table: a quarter of the memory."""
        self._end = None if seconds is None else time.monotonic() + seconds
        self._seconds = seconds

    def check(self, used: int, nodes: int) -> None:
        if self.on_nodes is not None:
            self.on_nodes(nodes)
        if used > self.memory - self.memory // 4:
            raise LimitError(
                f"{size_text(used)} of tables; the limit is {size_text(self.memory)} (max memory)"
            )
        if self._end is not None and time.monotonic() > self._end:
            raise LimitError(f"the {self._seconds:g} seconds allowed (seconds)")


class Lookahead:
    """Win or loss of the positions of a rule on a board.

    Right to move on G is Left to move on -G, so only Left moves: she wins when some option leaves a sum whose
    negative is lost for who moves then. Small parts are replaced by their values, a part and its negative
    cancel, bounds decide most sums at once, and what was searched is kept. Options that bounds show to be won
    are looked for first, then those where the middle of the bounds is best. Cost: grows exponentially with
    the board where bounds are far apart. Fails with LimitError when tables or time run out.

    >>> from gfkit.boards import parse_one_board
    >>> from gfkit.games import find_rule
    >>> from gfkit.values.position import compile_position
    >>> position = compile_position(find_rule("domineering"), parse_one_board("5x5"))
    >>> Lookahead(position, Table(), Limits(1 << 28)).outcome(position.start)
    'second'
    """

    def __init__(self, position: Position, table: Table, limits: Limits) -> None:
        self.position, self.table, self.limits = position, table, limits
        self.values = Search(position, table, limits.memory - limits.memory // 4)
        self.cooling = Cooling(table)
        self.parts = Parts(self.values)
        self.bounds = Bounds(Cuts(self.values, self.cooling), self.cooling)
        self.known = Transpositions(limits.entries)
        self.nodes = 0

    def outcome(self, state: int) -> str:
        """Who wins: ``left``, ``right``, ``first`` or ``second``."""
        try:
            whole = self.parts.read(state)
            return _WINNERS[self._wins_first(whole), self._wins_first(self.parts.negative(whole))]
        except RecursionError:
            raise LimitError("a game longer than can be followed") from None

    def _wins_first(self, whole: Sum) -> bool:
        won = self._decided(whole)
        if won is None:
            won = self._searched(whole)
            self.known.keep(whole, won)
        return won

    def _decided(self, whole: Sum) -> bool | None:
        if not whole[0]:
            return not at_most(self.table, whole[1], self.table.zero)
        found = self.known.find(whole)
        return self.bounds.decide(whole) if found is None else found

    def _searched(self, whole: Sum) -> bool:
        self.nodes += 1
        if self.nodes % _BETWEEN_CHECKS == 0:
            self.limits.check(self._bytes, self.nodes)
        replies = [self.parts.negative(option) for option in self.parts.options(whole)]
        replies.sort(key=self._mobility)
        open_replies = []
        for reply in replies:
            won = self._decided(reply)
            if won is False:
                return True
            if won is None:
                open_replies.append(reply)
        open_replies.sort(key=self.bounds.middle)
        return not all(self._wins_first(reply) for reply in open_replies)

    def _mobility(self, whole: Sum) -> int:
        """A cheap guess at who is ahead: the moves more that Left has, two of them counted as one ahead."""
        return 2 * self.cooling.mean(whole[1]) + UNIT * sum(map(self.parts.ahead, whole[0]))

    @property
    def _bytes(self) -> int:
        kept = len(self.parts) + len(self.bounds) + len(self.bounds.cuts)
        return self.values.bytes + kept * _KEPT_BYTES
