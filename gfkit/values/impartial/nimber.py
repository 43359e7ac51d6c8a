"""Nimbers of positions that break up, by asking only 'is it this value?'."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from typing import Generic, Protocol, TypeVar

Part = TypeVar("Part", bound=Hashable)


class Parts(Protocol[Part]):
    """A game whose positions are sums of parts that no longer interact."""

    def options(self, part: Part) -> Iterable[tuple[Part, ...]]:
        """The positions one move leads to, each as its parts in canonical form, small ones first."""
        ...

    def most(self, part: Part) -> int:
        """A bound on the moves that can still be played, so on the nimber; also a measure of size."""
        ...


class Nimbers(Generic[Part]):
    """The nimbers of the parts of a game, remembered.

    A part has nimber v when it has no smaller one and no option has v. Whether a sum of parts has value v is
    asked of its largest part alone, after the nimbers of the others are taken away from v; so most options
    are never given a value. Options that are settled by what is remembered are looked at first. Cost: at
    worst all positions, often the square root of their number. ``on_entry`` is told how many parts are
    remembered and may stop the search by raising.

    Reference: Julien Lemoine and Simon Viennot, Nimbers are inevitable.
    """

    def __init__(self, game: Parts[Part], on_entry: Callable[[int], None]) -> None:
        self._game = game
        self._on_entry = on_entry
        self._known: dict[Part, int] = {}
        self._least: dict[Part, int] = {}
        """For parts whose nimber is not known: the least it can be."""

    def of(self, parts: Iterable[Part]) -> int:
        """The nimber of a sum."""
        value = 0
        for part in _once(parts):
            value ^= self._nimber(part)
        return value

    def _nimber(self, part: Part) -> int:
        if part not in self._known:
            self._is(part, self._game.most(part))
        return self._known[part]

    def _is(self, part: Part, value: int) -> bool:
        """Whether a part has this nimber; tries the smaller ones first."""
        known = self._known.get(part)
        if known is not None:
            return known == value
        least = self._least.get(part, 0)
        if value < least or value > self._game.most(part):
            return False
        options = [_once(option) for option in self._game.options(part)]
        for smaller in range(least, value + 1):
            if not self._has(options, smaller):
                self._known[part] = smaller
                self._least.pop(part, None)
                self._on_entry(len(self._known) + len(self._least))
                return smaller == value
            self._least[part] = smaller + 1
        self._on_entry(len(self._known) + len(self._least))
        return False

    def _has(self, options: list[list[Part]], value: int) -> bool:
        """Whether one of the options has this value."""
        unsettled = []
        for option in options:
            settled = self._remembered(option, value)
            if settled:
                return True
            if settled is None:
                unsettled.append(option)
        return any(self._sum_is(option, value) for option in unsettled)

    def _remembered(self, parts: list[Part], value: int) -> bool | None:
        """Whether a sum has this value, as far as that follows from what is remembered."""
        unknown = None
        for part in parts:
            known = self._known.get(part)
            if known is not None:
                value ^= known
            elif unknown is None:
                unknown = part
            else:
                return None
        if unknown is None:
            return value == 0
        return False if value < self._least.get(unknown, 0) else None

    def _sum_is(self, parts: list[Part], value: int) -> bool:
        if not parts:
            return value == 0
        *small, largest = sorted(parts, key=self._game.most)
        for part in small:
            value ^= self._nimber(part)
        return self._is(largest, value)


def _once(parts: Iterable[Part]) -> list[Part]:
    """The parts without pairs of equal ones, whose sum is zero."""
    listed = list(parts)
    if len(set(listed)) == len(listed):
        return listed
    return [part for part, number in Counter(listed).items() if number % 2]
