"""Two figures without any other program: ratios against their limit, and roots in the plane."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, cos, floor, log10, pi, sin

from gfkit.show.svg.drawing import Drawing
from gfkit.show.svg.element import Point, line, tag, text

_WIDE, _HIGH, _SQUARE = 560.0, 250.0, 340.0
_LEFT, _BELOW, _ABOVE = 58.0, 46.0, 10.0
_DOT = 3.2


@dataclass(frozen=True)
class Frame:
    """A rectangle of the plane and the one of the picture that it is drawn in."""

    left: float
    right: float
    low: float
    high: float
    width: float
    height: float

    def at(self, x: float, y: float) -> Point:
        """Where a point of the plane is in the picture.

        >>> Frame(0, 10, 0, 1, 100, 50).at(5, 1)
        (108.0, 10.0)
        """
        across = (x - self.left) / (self.right - self.left)
        up = (y - self.low) / (self.high - self.low)
        return _LEFT + across * self.width, _ABOVE + (1 - up) * self.height


def ratio_drawing(points: Sequence[tuple[int, float]], rate: float) -> Drawing:
    """The ratios a(n+1)/a(n) with the growth rate as a dashed line."""
    values = [value for _, value in points]
    low, high = _stretched(min([*values, rate]), max([*values, rate]))
    frame = Frame(points[0][0] - 0.3, points[-1][0] + 0.3, low, high, _WIDE - _LEFT - 12, _HIGH - _BELOW)
    start, end = frame.at(frame.left, rate), frame.at(frame.right, rate)
    parts = [
        *_grid(frame, whole=True),
        line([start, end], class_="rate"),
        text("λ", end[0] + 7, end[1] + 4),
        line([frame.at(n, value) for n, value in points], class_="track"),
        *(_dot(frame.at(n, value)) for n, value in points),
        text("n", _LEFT + frame.width / 2, _HIGH - 2),
    ]
    said = f"Ratios from n = {points[0][0]} to {points[-1][0]}; the last is {values[-1]:.8g}."
    return Drawing(_WIDE, _HIGH, "".join(parts), "ratios of next terms", said)


def roots_drawing(roots: Sequence[tuple[complex, int]]) -> Drawing:
    """Roots in the complex plane with the unit circle; those nearest to 0 have a ring."""
    reach = max([1.0, *(max(abs(root.real), abs(root.imag)) for root, _ in roots)]) * 1.12
    side = _SQUARE - _BELOW
    frame = Frame(-reach, reach, -reach, reach, side, side)
    least = min(abs(root) for root, _ in roots) * (1 + 1e-9)
    circle = [frame.at(cos(pi * k / 60), sin(pi * k / 60)) for k in range(121)]
    parts = [*_grid(frame, whole=False), line(circle, class_="line")]
    for root, multiplicity in roots:
        place = frame.at(root.real, root.imag)
        parts.append(_dot(place, _DOT + 1.3 * (multiplicity - 1)))
        if abs(root) <= least:
            parts.append(tag("circle", cx=place[0], cy=place[1], r=8, class_="near"))
    number = sum(multiplicity for _, multiplicity in roots)
    said = f"{number} roots, multiplicities counted; the nearest to 0 is at distance {least:.6g}."
    return Drawing(_LEFT + side + 8, _SQUARE, "".join(parts), "roots of the denominator", said)


def _dot(place: Point, radius: float = _DOT) -> str:
    return tag("circle", cx=place[0], cy=place[1], r=radius, class_="point")


def _grid(frame: Frame, *, whole: bool) -> list[str]:
    """Lines and numbers at round places; ``whole`` numbers only from left to right."""
    parts = []
    for x in ticks(frame.left, frame.right, whole=whole):
        place, top = frame.at(x, frame.low), frame.at(x, frame.high)
        parts.append(line([place, top], class_="grid"))
        parts.append(text(_number(x), place[0], place[1] + 17, font_size=12, class_="soft"))
    for y in ticks(frame.low, frame.high):
        place, end = frame.at(frame.left, y), frame.at(frame.right, y)
        parts.append(line([place, end], class_="grid"))
        parts.append(
            text(_number(y), place[0] - 7, place[1] + 4, font_size=12, class_="soft", text_anchor="end")
        )
    return parts


def ticks(low: float, high: float, *, whole: bool = False) -> list[float]:
    """A few round numbers in an interval.

    >>> ticks(0, 10), ticks(2.9, 6.3, whole=True)
    ([0.0, 2.0, 4.0, 6.0, 8.0, 10.0], [3.0, 4.0, 5.0, 6.0])
    """
    rough = (high - low) / 6
    unit = 10.0 ** floor(log10(rough))
    step = next(unit * k for k in (1, 2, 5, 10) if unit * k >= rough * 0.999)
    step = max(step, 1.0) if whole else step
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [round(k * step, 12) for k in range(first, last + 1)]


def _number(value: float) -> str:
    return f"{value + 0.0:.6g}".replace("-", "−")


def _stretched(low: float, high: float) -> tuple[float, float]:
    room = max(high - low, abs(high) * 1e-6, 1e-9) * 0.08
    return low - room, high + room
