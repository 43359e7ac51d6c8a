"""Arrows: straight and bent ones, with room left open for what stands on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from gfkit.show.svg.element import Point, decimal, tag

_STEPS, _COARSE = 48, 8


@dataclass(frozen=True)
class Curve:
    """The curve from ``start`` to ``end`` that is pulled towards ``middle``."""

    start: Point
    middle: Point
    end: Point

    def at(self, part: float) -> Point:
        """The point after this part of the way, from 0 to 1.

        >>> Curve((0, 0), (1, 2), (2, 0)).at(0.5)
        (1.0, 1.0)
        """
        one, two, three = (1 - part) ** 2, 2 * part * (1 - part), part**2
        return (
            one * self.start[0] + two * self.middle[0] + three * self.end[0],
            one * self.start[1] + two * self.middle[1] + three * self.end[1],
        )

    @property
    def points(self) -> list[Point]:
        return [self.at(k / _STEPS) for k in range(_STEPS + 1)]

    def distance(self, place: Point) -> float:
        """How near the curve comes to a place.

        >>> Curve((0, 0), (1, 0), (2, 0)).distance((1, 3))
        3.0
        """
        points = [self.at(k / _COARSE) for k in range(_COARSE + 1)]
        return min(beside(place, one, other) for one, other in pairwise(points))

    def drawn(self, gap: Point | None = None, wide: float = 0, high: float = 0) -> str:
        """The arrow, without what lies in a rectangle of this size around ``gap``."""
        runs: list[list[Point]] = [[]]
        for point in self.points:
            if gap and abs(point[0] - gap[0]) < wide / 2 and abs(point[1] - gap[1]) < high / 2:
                runs.append([])
            else:
                runs[-1].append(point)
        path = "".join(_broken(run) for run in runs if len(run) > 1)
        return tag("path", d=path, class_="line") + head(self.at(0.8), self.end)


def between(one: Point, other: Point, radius: float, bent: float) -> Curve:
    """The curve between two discs that bends to its right, so that there and back do not touch."""
    (x, y), (u, v) = one, other
    middle = ((x + u) / 2 - (v - y) * bent, (y + v) / 2 + (u - x) * bent)
    return Curve(towards(one, middle, radius), middle, towards(other, middle, radius))


def beside(place: Point, one: Point, other: Point) -> float:
    """The distance from a place to the straight line between two others."""
    across, up = other[0] - one[0], other[1] - one[1]
    length = across**2 + up**2
    part = ((place[0] - one[0]) * across + (place[1] - one[1]) * up) / length if length else 0.0
    part = min(max(part, 0.0), 1.0)
    return hypot(place[0] - one[0] - part * across, place[1] - one[1] - part * up)


def towards(place: Point, other: Point, by: float) -> Point:
    """The point so far from a place in the direction of another."""
    far = max(hypot(other[0] - place[0], other[1] - place[1]), 1e-9)
    return place[0] + (other[0] - place[0]) * by / far, place[1] + (other[1] - place[1]) * by / far


def head(start: Point, tip: Point) -> str:
    """The head of an arrow that comes from the direction of ``start``."""
    back = towards(tip, start, 8)
    across = (-(tip[1] - back[1]) / 8, (tip[0] - back[0]) / 8)
    wings = [(back[0] + across[0] * by, back[1] + across[1] * by) for by in (-3.6, 3.6)]
    points = " ".join(f"{decimal(x)},{decimal(y)}" for x, y in (tip, *wings))
    return tag("polygon", points=points, class_="head")


def _broken(run: Sequence[Point]) -> str:
    kept = [*run[:-1:3], run[-1]]
    return "M" + "L".join(f"{decimal(x)} {decimal(y)}" for x, y in kept)
