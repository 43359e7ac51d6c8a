"""Placement games from their definition: placements, who excludes whom, positions, play."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, product

Placement = tuple[str, frozenset[int]]
"""Whose it is, left, right or both, and the cells."""


def distances(size: int, edges: tuple[tuple[int, int], ...]) -> list[list[int]]:
    """All distances in a graph, by Floyd and Warshall; far apart where there is no way."""
    table = [[0 if i == j else size + 99 for j in range(size)] for i in range(size)]
    for a, b in edges:
        table[a][b] = table[b][a] = 1
    for k, i, j in product(range(size), repeat=3):
        table[i][j] = min(table[i][j], table[i][k] + table[k][j])
    return table


class Placing:
    """A game told by its placements and by which two of them cannot lie together."""

    def __init__(self, placements: list[Placement], exclude: Callable[[Placement, Placement], bool]) -> None:
        self.placements = placements
        self.apart = [
            {j for j, other in enumerate(placements) if j != i and exclude(one, other)}
            for i, one in enumerate(placements)
        ]

    def positions(self) -> Iterator[frozenset[int]]:
        numbers = range(len(self.placements))
        for size in range(len(self.placements) + 1):
            for chosen in combinations(numbers, size):
                if all(j not in self.apart[i] for i, j in combinations(chosen, 2)):
                    yield frozenset(chosen)

    def moves(self, position: frozenset[int], player: str) -> list[frozenset[int]]:
        return [
            position | {new}
            for new, (owner, _) in enumerate(self.placements)
            if owner in (player, "both") and new not in position and not self.apart[new] & position
        ]

    def ends(self, *stuck: str) -> int:
        """How many positions there are in which these players have no move."""
        return sum(not any(self.moves(one, player) for player in stuck) for one in self.positions())

    def by_players(self) -> dict[tuple[int, int], int]:
        """How many positions have so many pieces of Left, or of both, and so many of Right."""
        found: dict[tuple[int, int], int] = {}
        for position in self.positions():
            right = sum(self.placements[k][0] == "right" for k in position)
            key = (len(position) - right, right)
            found[key] = found.get(key, 0) + 1
        return found

    def word(self) -> str:
        """Who wins: left, right, first or second."""

        @cache
        def wins(position: frozenset[int], player: str) -> bool:
            other = "right" if player == "left" else "left"
            return any(not wins(after, other) for after in self.moves(position, player))

        begins = {player for player in ("left", "right") if wins(frozenset(), player)}
        return {0: "second", 2: "first"}.get(len(begins)) or begins.pop()

    def nimber(self) -> int:
        @cache
        def value(position: frozenset[int]) -> int:
            seen = {value(after) for after in self.moves(position, "left")}
            return next(k for k in range(len(seen) + 1) if k not in seen)

        return value(frozenset())
