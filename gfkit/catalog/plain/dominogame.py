"""Equilibria of dominogames by plain recursion over the heights of columns, straight from the rules."""

from __future__ import annotations

from collections.abc import Iterator

from gfkit.errors import LimitError

Payoffs = tuple[int, ...]
FEW_PROFILES, MOST_PROFILES = 700, 60_000


def rows(family: str, least: int, tie: str, raised: int) -> list[tuple[Payoffs, ...]]:
    """The payoffs on the boards n = 1, 2, ... of a family, to ``least`` and as far as boards are small."""
    found: list[tuple[Payoffs, ...]] = []
    n = 1
    while True:
        columns, height = _sides(family, n)
        if n > least and (height + 1) ** columns > FEW_PROFILES:
            return found
        found.append(payoffs(columns, height, tie, raised))
        n += 1


def payoffs(columns: int, height: int, tie: str = "all", raised: int = 0) -> tuple[Payoffs, ...]:
    """The equilibrium payoffs of a board.

    >>> payoffs(3, 4), payoffs(3, 4, "kind")
    (((12, 18), (16, 14)), ((16, 14),))
    """
    if (height + 1) ** columns > MOST_PROFILES:
        raise LimitError(f"board {columns}x{height}: more than {MOST_PROFILES} profiles of heights")
    return tuple(sorted(_Tree(height, tie, raised).payoffs((0,) * columns)))


class _Tree:
    """Payoffs from a profile of heights on, for the player to move first."""

    def __init__(self, height: int, tie: str, raised: int) -> None:
        self.height, self.tie, self.raised = height, tie, raised
        self._known: dict[tuple[int, ...], set[Payoffs]] = {}

    def payoffs(self, heights: tuple[int, ...]) -> set[Payoffs]:
        """A pair (mover, other) is one of an equilibrium when some move leads to it, and every other move
        leads to some equilibrium that is no better for the mover."""
        if heights not in self._known:
            reached: list[list[Payoffs]] = [
                [(gain + later, mine) for mine, later in self.payoffs(after)]
                for after, gain in self._moves(heights)
            ]
            self._known[heights] = self._chosen(reached)
        return self._known[heights]

    def _chosen(self, reached: list[list[Payoffs]]) -> set[Payoffs]:
        if not reached:
            return {(0, 0)}
        if self.tie == "all":
            floor = max(min(pair[0] for pair in pairs) for pairs in reached)
            return {pair for pairs in reached for pair in pairs if pair[0] >= floor}
        flat = [pair for pairs in reached for pair in pairs]
        best = [pair for pair in flat if pair[0] == max(one[0] for one in flat)]
        if self.tie == "first":
            return {best[0]}
        return {(max if self.tie == "kind" else min)(best)}

    def _moves(self, heights: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], int]]:
        """Lying dominoes from the left, then standing ones."""
        for k in range(len(heights) - 1):
            row = max(heights[k : k + 2]) + 1
            if row <= self.height:
                yield (*heights[:k], row, row, *heights[k + 2 :]), 2 * (row + self.raised)
        for k, tall in enumerate(heights):
            if tall + 2 <= self.height:
                yield (*heights[:k], tall + 2, *heights[k + 1 :]), 2 * (tall + self.raised) + 3


def _sides(family: str, n: int) -> tuple[int, int]:
    columns, _, height = family.replace("n", str(n)).partition("x")
    return int(columns), int(height)
