"""Thermographs of short games: the left and right walls, and where they meet."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, reduce
from typing import NamedTuple, TypeVar

from gfkit.play.short.table import Table
from gfkit.writable import Face

Point = tuple[Fraction, Fraction]
"""A temperature and the value there."""
Wall = tuple[Point, ...]
"""A piecewise linear function of the temperature from 0 up; constant above its last point."""
_Line = tuple[tuple[int, int], ...]
"""A wall in whole numbers of a unit."""
_Best = Callable[[int, int], int]
_Number = TypeVar("_Number", int, Fraction)
_BITS = 8
_REMEMBERED = 1 << 14
"""Size of the caches of walls; different games share many thermographs."""


@dataclass(frozen=True, slots=True)
class Thermograph(Face):
    """The left and the right wall from temperature 0 up, which meet at ``temperature`` and ``mean``.

    The walls of a number are one line. Its temperature is -1 for an integer, -1/2^k for a fraction with
    denominator 2^k.
    """

    left: Wall
    right: Wall
    mean: Fraction
    temperature: Fraction

    def stops(self, temperature: Fraction | int) -> tuple[Fraction, Fraction]:
        """The left and right stop of the game cooled by a temperature of at least 0.

        >>> from gfkit.play.short.game import ShortGame
        >>> [str(stop) for stop in ShortGame.parse("{2|-1}").thermograph.stops(1)]
        ['1', '0']
        """
        (left,), (right,) = (_along(wall, [Fraction(temperature)]) for wall in (self.left, self.right))
        return left, right


class _Walls(NamedTuple):
    left: _Line
    right: _Line


class _TooCoarseError(Exception):
    """A corner is no whole number of units."""


class Thermographs:
    """The thermographs of the games of a table, each computed once.

    The left scaffold is max(right wall of G^L) - t, the right one min(left wall of G^R) + t. The walls follow
    them up to the lowest t where they meet. So left walls fall at rate 1 or are constant, right walls rise at
    rate 1 or are constant, and corners are dyadic. They are whole numbers of 1 / 2^bits, with more bits when
    needed. Cost: the corners of all walls of all subpositions. Reference: Berlekamp, Conway, Guy, Winning
    Ways, chapter 6.
    """

    def __init__(self, table: Table) -> None:
        self._table, self._bits = table, _BITS
        self._known: dict[int, _Walls] = {}

    def of(self, game: int) -> Thermograph:
        for here in self._table.from_below(game) if game not in self._known else ():
            while here not in self._known:
                try:
                    self._known[here] = self._find_walls(here)
                except _TooCoarseError:
                    self._refine()
        left, right = (self._plain(line) for line in self._known[game])
        mean = left[-1][1]
        if self._table.number[game] is not None:
            return Thermograph(left, right, mean, Fraction(-1, mean.denominator))
        return Thermograph(left, right, mean, max(left[-1][0], right[-1][0]))  # below it one is not vertical

    def _plain(self, line: _Line) -> Wall:
        unit = 1 << self._bits
        return tuple((Fraction(t, unit), Fraction(value, unit)) for t, value in line)

    def _refine(self) -> None:
        for game, walls in self._known.items():
            finer = (tuple((t << self._bits, value << self._bits) for t, value in line) for line in walls)
            self._known[game] = _Walls(*finer)
        self._bits *= 2

    def _find_walls(self, game: int) -> _Walls:
        table, name = self._table, self._table.up_star[game]
        if name is not None:
            mast = ((0, _divide(name[0] << self._bits, table.scale)),)
            return _Walls(mast, mast)
        above = _best_of(max, frozenset(self._known[option].right for option in table.lefts_of(game)))
        below = _best_of(min, frozenset(self._known[option].left for option in table.rights_of(game)))
        return _between(above, below)


def _divide(value: int, by: int) -> int:
    whole, rest = divmod(value, by)
    if rest:
        raise _TooCoarseError
    return whole


@lru_cache(_REMEMBERED)
def _between(above: _Line, below: _Line) -> _Walls:
    """The walls of a game from the best right wall of Left's options and the best left wall of Right's."""
    corners = sorted({t for t, _ in (*above, *below)})
    lefts = [value - t for t, value in zip(corners, _along(above, corners), strict=True)]
    rights = [value + t for t, value in zip(corners, _along(below, corners), strict=True)]
    gaps = [left - right for left, right in zip(lefts, rights, strict=True)]
    last = next((i for i, gap in enumerate(gaps) if gap <= 0), None)
    if last is None:
        meet, last = corners[-1] + _divide(gaps[-1], 2), len(corners)
    elif last == 0:
        meet = corners[0]
    else:
        start, end, gap = corners[last - 1], corners[last], gaps[last - 1]
        meet = start + _divide((end - start) * gap, gap - gaps[last])
    times = corners[:last]
    left = _straighten([*zip(times, lefts, strict=False), (meet, _along(above, [meet])[0] - meet)])
    right = _straighten([*zip(times, rights, strict=False), (meet, _along(below, [meet])[0] + meet)])
    return _Walls(left, right)


@lru_cache(_REMEMBERED)
def _best_of(best: _Best, lines: frozenset[_Line]) -> _Line:
    """The maximum, or minimum, of walls at every temperature."""
    return reduce(lambda line, rival: _better(best, line, rival), lines)


def _better(best: _Best, line: _Line, rival: _Line) -> _Line:
    if line == rival:
        return line
    times = sorted({t for t, _ in (*line, *rival)})
    first, second = _along(line, times), _along(rival, times)
    points: list[tuple[int, int]] = []
    before = first[0] - second[0]
    for i, t in enumerate(times):
        gap = first[i] - second[i]
        if before < 0 < gap or gap < 0 < before:
            start = times[i - 1]
            crossing = start + _divide((t - start) * before, before - gap)
            points.append((crossing, first[i - 1] + _rate(first[i - 1], first[i]) * (crossing - start)))
        points.append((t, best(first[i], second[i])))
        before = gap
    return _straighten(points)


def _along(line: Sequence[tuple[_Number, _Number]], times: Iterable[_Number]) -> list[_Number]:
    """The values of a wall at ascending temperatures, in units or as fractions."""
    values: list[_Number] = []
    i, end = 0, len(line)
    for t in times:
        while i < end and line[i][0] < t:
            i += 1
        if i == end:
            values.append(line[-1][1])
        elif line[i][0] == t:
            values.append(line[i][1])
        else:
            start, value = line[i - 1]
            values.append(value + _rate(value, line[i][1]) * (t - start))
    return values


def _rate(value: _Number, then: _Number) -> int:
    """The slope of a wall, from its values at two temperatures."""
    return (then > value) - (then < value)


def _straighten(points: list[tuple[int, int]]) -> _Line:
    """The points without those that lie on the line between their neighbours."""
    kept: list[tuple[int, int]] = []
    for point in points:
        while len(kept) > 1 and _rate(kept[-2][1], kept[-1][1]) == _rate(kept[-1][1], point[1]):
            kept.pop()
        kept.append(point)
    while len(kept) > 1 and kept[-2][1] == kept[-1][1]:
        kept.pop()
    return tuple(kept)
