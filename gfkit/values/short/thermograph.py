"""Thermographs: how the stops of a game change while it is cooled."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

from gfkit.face import Face
from gfkit.values.short.table import Table

Point = tuple[Fraction, Fraction]
"""A temperature and the value there."""
Wall = tuple[Point, ...]
"""A broken line from temperature 0 up; above its last point it is vertical."""


@dataclass(frozen=True, slots=True)
class Thermograph(Face):
    """Left and right wall from temperature 0 up, and where they meet: at ``temperature``, on ``mean``.

    A number cools no further: its walls are one line, and its temperature is -1 for an integer, -1/2^k for a
    fraction with denominator 2^k.
    """

    left: Wall
    right: Wall
    mean: Fraction
    temperature: Fraction

    def stops(self, temperature: Fraction | int) -> tuple[Fraction, Fraction]:
        """The left and right stop of the game cooled by a temperature of at least 0.

        >>> from gfkit.values.short.game import ShortGame
        >>> [str(stop) for stop in ShortGame.parse("{2|-1}").thermograph.stops(1)]
        ['1', '0']
        """
        return _at(self.left, Fraction(temperature)), _at(self.right, Fraction(temperature))


def thermograph(table: Table, game: int, known: dict[int, Thermograph]) -> Thermograph:
    """The thermograph of a game; ``known`` are those found before.

    The left scaffold is max(right wall of G^L) - t, the right one min(left wall of G^R) + t; the walls follow
    them up to the lowest t where they meet. Cost: the corners of all walls of all subpositions. Reference:
    Berlekamp, Conway, Guy, Winning Ways, chapter 6.
    """
    found = known.get(game)
    if found is None:
        name = table.up_star[game]
        if name is not None:
            found = _mast(table.fraction(name[0]), number=table.number[game] is not None)
        else:
            lefts = [thermograph(table, left, known).right for left in table.lefts_of(game)]
            rights = [thermograph(table, right, known).left for right in table.rights_of(game)]
            found = _built(_envelope(max, lefts), _envelope(min, rights))
        known[game] = found
    return found


def _mast(value: Fraction, *, number: bool) -> Thermograph:
    wall = ((Fraction(0), value),)
    return Thermograph(wall, wall, value, Fraction(-1, value.denominator) if number else Fraction(0))


def _built(above: Wall, below: Wall) -> Thermograph:
    """The thermograph between the best right wall of Left's options and the best left wall of Right's."""
    corners = sorted({t for t, _ in (*above, *below)})
    gaps = [_at(above, t) - _at(below, t) - 2 * t for t in corners]
    last = next((i for i, gap in enumerate(gaps) if gap <= 0), None)
    if last is None:
        meet = corners[-1] + gaps[-1] / 2
    elif last == 0:
        meet = corners[0]
    else:
        start, end, gap = corners[last - 1], corners[last], gaps[last - 1]
        meet = start + (end - start) * gap / (gap - gaps[last])
    times = [*(t for t in corners if t < meet), meet]
    left = _straightened([(t, _at(above, t) - t) for t in times])
    right = _straightened([(t, _at(below, t) + t) for t in times])
    return Thermograph(left, right, left[-1][1], meet)


def _envelope(best: Callable[..., Fraction], walls: Iterable[Wall]) -> Wall:
    """The largest, or smallest, of some walls at every temperature."""
    return reduce(lambda one, other: _better(best, one, other), walls)


def _better(best: Callable[..., Fraction], one: Wall, other: Wall) -> Wall:
    times = sorted({t for t, _ in (*one, *other)})
    gaps = [_at(one, t) - _at(other, t) for t in times]
    crossings = [
        start + (end - start) * first / (first - second)
        for start, end, first, second in zip(times, times[1:], gaps, gaps[1:], strict=False)
        if first * second < 0
    ]
    return _straightened([(t, best(_at(one, t), _at(other, t))) for t in sorted((*times, *crossings))])


def _at(wall: Wall, temperature: Fraction) -> Fraction:
    """Where a wall is at a temperature."""
    if temperature >= wall[-1][0]:
        return wall[-1][1]
    upper = next(i for i, (t, _) in enumerate(wall) if t > temperature)
    (start, low), (end, high) = wall[upper - 1], wall[upper]
    return low + (high - low) * (temperature - start) / (end - start)


def _straightened(points: list[Point]) -> Wall:
    """The points without those on the line between their neighbours."""
    kept: list[Point] = []
    for point in points:
        while len(kept) > 1 and _slope(kept[-2], kept[-1]) == _slope(kept[-1], point):
            kept.pop()
        kept.append(point)
    while len(kept) > 1 and kept[-2][1] == kept[-1][1]:
        kept.pop()
    return tuple(kept)


def _slope(one: Point, other: Point) -> Fraction:
    return (other[1] - one[1]) / (other[0] - one[0])
