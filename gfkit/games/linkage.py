"""What a rule asks of a graph as a whole: how many components it has, and how many independent cycles."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gfkit.games.table import RuleTable

_MOST_PIECES = 200
_BOUND = re.compile(r"at (least|most) ([0-9]{1,3})")


@dataclass(frozen=True, slots=True)
class Tally:
    """Numbers that are allowed; from ``cap`` on all are alike, and allowed where it is."""

    allowed: frozenset[int]
    cap: int

    def holds(self, number: int) -> bool:
        """Whether a number is allowed.

        >>> Tally(frozenset({2}), 2).holds(5)
        True
        """
        return min(number, self.cap) in self.allowed

    @property
    def most(self) -> int | None:
        """The largest number that is allowed, -1 where none is; None where there is no largest."""
        return None if self.cap in self.allowed else max(self.allowed, default=-1)

    @property
    def text(self) -> str:
        """The numbers in words."""
        if self.allowed == {self.cap}:
            return f"at least {self.cap}"
        if self.allowed == set(range(self.cap)) and self.cap > 1:
            return f"at most {self.cap - 1}"
        return " or ".join(map(str, sorted(self.allowed)))


@dataclass(frozen=True, slots=True)
class Linkage:
    """Numbers of components and of independent cycles that a graph may have; None asks nothing.

    A graph with v vertices, e edges and c components has e - v + c *independent cycles*: 0 where it has no
    cycle at all, and in a connected graph 1 where it has a single one.
    """

    components: Tally | None = None
    cycles: Tally | None = None

    @property
    def asks(self) -> bool:
        """Whether anything is asked."""
        return self.components is not None or self.cycles is not None

    @property
    def acyclic(self) -> bool:
        """Whether no cycle is allowed."""
        return self.cycles is not None and self.cycles.most == 0

    @property
    def joined(self) -> bool:
        """Whether parts of a board cannot be counted apart; they can where only cycles are forbidden."""
        return self.components is not None or (self.cycles is not None and not self.acyclic)

    @property
    def empty(self) -> bool:
        """Whether a graph without vertices is as asked."""
        return self.holds(0, 0)

    def holds(self, components: int, cycles: int) -> bool:
        """Whether numbers of components and of independent cycles are as asked."""
        asked = (self.components, components), (self.cycles, cycles)
        return all(tally is None or tally.holds(number) for tally, number in asked)

    @property
    def text(self) -> str:
        """What is asked, in words.

        >>> Linkage(Tally(frozenset({1}), 2), Tally(frozenset({0}), 1)).text
        'one component and no cycle'
        """
        parts = []
        if self.components is not None:
            parts.append(_numbered(self.components, "component"))
        if self.cycles is not None:
            parts.append("no cycle" if self.acyclic else _numbered(self.cycles, "independent cycle"))
        return " and ".join(parts)


UNLINKED = Linkage()
"""Nothing is asked of the graph as a whole."""


def _numbered(tally: Tally, noun: str) -> str:
    return f"one {noun}" if tally.text == "1" else f"{tally.text} {noun}s"


def read_linkage(table: RuleTable) -> Linkage:
    """The keys ``components`` and ``cycles``: a number, a list of numbers, "at least 2" or "at most 3"."""
    return Linkage(*(_tally(table, key) if key in table else None for key in ("components", "cycles")))


def _tally(table: RuleTable, key: str) -> Tally:
    given = table.raw(key)
    if isinstance(given, str):
        bound = _BOUND.fullmatch(given.strip())
        if bound is None or int(bound[2]) > _MOST_PIECES:
            needed = f'a whole number from 0 to {_MOST_PIECES}, a list of such, "at least 2" or "at most 3"'
            raise table.refused(key, needed)
        number = int(bound[2])
        if bound[1] == "least":
            return Tally(frozenset({number}), number)
        return Tally(frozenset(range(number + 1)), number + 1)
    numbers = (
        table.wholes(key, 0, _MOST_PIECES)
        if isinstance(given, list)
        else frozenset({table.whole(key, 0, _MOST_PIECES)})
    )
    return Tally(numbers, max(numbers) + 1)
