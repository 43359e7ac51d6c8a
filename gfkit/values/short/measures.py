"""What is measured on a canonical form: thermograph, birthday, size, atomic weight."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

from gfkit.face import Face
from gfkit.values.short.arithmetic import add, at_most, make
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
    for here in table.from_below(game) if game not in known else ():
        if here in known:
            continue
        name = table.up_star[here]
        if name is not None:
            known[here] = _mast(table.fraction(name[0]), number=table.number[here] is not None)
        else:
            lefts = [known[left].right for left in table.lefts_of(here)]
            rights = [known[right].left for right in table.rights_of(here)]
            known[here] = _built(_envelope(max, lefts), _envelope(min, rights))
    return known[game]


def _mast(value: Fraction, *, number: bool) -> Thermograph:
    wall = ((Fraction(0), value),)
    return Thermograph(wall, wall, value, Fraction(-1, value.denominator) if number else Fraction(0))


def _built(above: Wall, below: Wall) -> Thermograph:
    """The thermograph between the best right wall of Left's options and the best left wall of Right's."""
    corners = sorted({t for t, _ in (*above, *below)})
    lefts = [value - t for t, value in zip(corners, _along(above, corners), strict=True)]
    rights = [value + t for t, value in zip(corners, _along(below, corners), strict=True)]
    gaps = [left - right for left, right in zip(lefts, rights, strict=True)]
    last = next((i for i, gap in enumerate(gaps) if gap <= 0), None)
    if last is None:
        meet, last = corners[-1] + gaps[-1] / 2, len(corners)
    elif last == 0:
        meet = corners[0]
    else:
        start, end, gap = corners[last - 1], corners[last], gaps[last - 1]
        meet = start + (end - start) * gap / (gap - gaps[last])
    times = corners[:last]
    left = _straightened([*zip(times, lefts, strict=False), (meet, _at(above, meet) - meet)])
    right = _straightened([*zip(times, rights, strict=False), (meet, _at(below, meet) + meet)])
    return Thermograph(left, right, left[-1][1], meet)


def _envelope(best: Callable[..., Fraction], walls: Iterable[Wall]) -> Wall:
    """The largest, or smallest, of some walls at every temperature."""
    return reduce(lambda one, other: _better(best, one, other), walls)


def _better(best: Callable[..., Fraction], one: Wall, other: Wall) -> Wall:
    if one == other:
        return one
    times = sorted({t for t, _ in (*one, *other)})
    first, second = _along(one, times), _along(other, times)
    points: list[Point] = []
    for i, t in enumerate(times):
        gap = first[i] - second[i]
        before = first[i - 1] - second[i - 1] if i else gap
        if before < 0 < gap or gap < 0 < before:
            share = before / (before - gap)
            crossing = times[i - 1] + (t - times[i - 1]) * share
            points.append((crossing, first[i - 1] + (first[i] - first[i - 1]) * share))
        points.append((t, best(first[i], second[i])))
    return _straightened(points)


def _along(wall: Wall, times: list[Fraction]) -> list[Fraction]:
    """Where a wall is at some temperatures that grow."""
    values, i = [], 0
    for t in times:
        while i < len(wall) and wall[i][0] < t:
            i += 1
        if i == len(wall) or wall[i][0] == t:
            values.append(wall[min(i, len(wall) - 1)][1])
        else:
            (start, low), (end, high) = wall[i - 1], wall[i]
            values.append(low if low == high else low + (high - low) * (t - start) / (end - start))
    return values


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


def birthday(table: Table, game: int, known: dict[int, int] | None = None) -> int:
    """The day a game is born: one more than the latest of its options.

    >>> table = Table()
    >>> birthday(table, table.scaled(table.scale * 3 // 4)), birthday(table, table.of_up_star((0, 1, 1)))
    (3, 2)
    """
    known = {} if known is None else known
    for here in table.from_below(game) if game not in known else ():
        number = table.number[here]
        if number is not None:
            value = table.fraction(number)
            whole = abs(number) // table.scale
            known[here] = whole + value.denominator.bit_length() - (value.denominator == 1)
        elif here not in known:
            known[here] = 1 + max(known[option] for option in (*table.lefts_of(here), *table.rights_of(here)))
    return known[game]


def subpositions(table: Table, game: int) -> int:
    """How many different games its subpositions are, itself among them; numbers are not taken apart.

    >>> table = Table()
    >>> subpositions(table, table.of_up_star((0, 1, 0)))
    3
    """
    seen, waiting = {game}, [game]
    while waiting:
        here = waiting.pop()
        if table.number[here] is None:
            fresh = {*table.lefts_of(here), *table.rights_of(here)} - seen
            seen |= fresh
            waiting.extend(fresh)
    return len(seen)


def is_all_small(table: Table, game: int) -> bool:
    """Whether in every subposition both players can move or neither can."""
    return all(table.number[here] is None or here == table.zero for here in table.from_below(game))


def atomic_weight(table: Table, game: int, known: dict[int, int] | None = None) -> int:
    """The atomic weight of an all-small game: how many ups it is worth.

    It is {aw(G^L) - 2 | aw(G^R) + 2}, unless that is an integer; then it is 0 when G is confused with a far
    star, the largest integer between the options when G is above it, the smallest when G is below.
    Reference: Berlekamp, Conway, Guy, Winning Ways, chapter 8.

    >>> table = Table()
    >>> weight = atomic_weight(table, table.of_up_star((0, 3, 1)))
    >>> table.number[weight] == 3 * table.scale
    True
    """
    known = {} if known is None else known
    known[table.zero] = table.zero
    born: dict[int, int] = {}
    for here in table.from_below(game):
        if here in known:
            continue
        two = 2 * table.scale
        lefts = [add(table, known[option], table.scaled(-two)) for option in table.lefts_of(here)]
        rights = [add(table, known[option], table.scaled(two)) for option in table.rights_of(here)]
        found = make(table, lefts, rights)
        number = table.number[found]
        if number is not None and number % table.scale == 0:
            far = table.of_up_star((0, 0, birthday(table, here, born) + 1))
            found = table.scaled(table.scale * _eccentric(table, here, far, lefts, rights))
        known[here] = found
    return known[game]


def _eccentric(table: Table, game: int, far: int, lefts: list[int], rights: list[int]) -> int:
    """The integer that the far star chooses among those between the options."""
    if at_most(table, far, game):
        top = min(table.left_stop[g] for g in rights)
        open_end = any(table.ceiling[g] for g in rights if table.left_stop[g] == top)
        return -(-top // table.scale) - 1 if open_end else top // table.scale
    if at_most(table, game, far):
        low = max(table.right_stop[g] for g in lefts)
        open_end = any(table.floor[g] for g in lefts if table.right_stop[g] == low)
        return low // table.scale + 1 if open_end else -(-low // table.scale)
    return 0
