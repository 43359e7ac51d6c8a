"""Thermographs: temperature upwards, values from right to left, both walls and the mast."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from gfkit.sequences.number import number_text
from gfkit.show.svg.drawing import Drawing
from gfkit.show.svg.element import Point, centred, decimal, line, tag, text, width_of
from gfkit.values.short.measures import Thermograph, Wall

_WIDE, _TALL = 300.0, 190.0
_AXIS = 58.0
_ROW = 15.0


def thermograph_drawing(graph: Thermograph, title: str = "thermograph") -> Drawing:
    """The left wall as a line, the right one dashed, up to the mast; exact values stand at the axes.

    The corners of the walls are named on the axes as long as there is room for them.
    """
    scale = _Scale(graph)
    top = scale.top
    parts = [_axes(graph, scale)]
    for wall, look in ((graph.right, "right-line"), (graph.left, "left-line")):
        parts.append(line([scale.at(t, v) for t, v in _reaching(wall, graph)], class_=look))
    mast = [scale.at(max(graph.temperature, Fraction(0)), graph.mean), scale.at(top, graph.mean)]
    parts += [line(mast, class_="line mast"), _tip(mast[1])]
    left, right = (number_text(stop) for stop in graph.stops(0))
    said = (
        f"Left stop {left}, right stop {right}, mean {number_text(graph.mean)},"
        f" temperature {number_text(graph.temperature)}."
    )
    return Drawing(_AXIS + _WIDE + 34, _TALL + 34, "".join(parts), title, said)


class _Scale:
    """From temperatures and values to places on the picture."""

    def __init__(self, graph: Thermograph) -> None:
        values = [value for wall in (graph.left, graph.right) for _, value in wall]
        low, high = min(values), max(values)
        room = max(high - low, Fraction(1, 2)) / 8
        self.low, self.high = low - room, high + room
        self.top = max(graph.temperature, Fraction(0)) * Fraction(5, 4) + Fraction(1, 4)

    def at(self, temperature: Fraction, value: Fraction) -> Point:
        along = float((self.high - value) / (self.high - self.low))
        return _AXIS + _WIDE * along, 12 + (_TALL - 12) * (1 - float(temperature / self.top))


def _reaching(wall: Wall, graph: Thermograph) -> Wall:
    """The wall up to where both meet, also where it was upright before."""
    meet = max(graph.temperature, Fraction(0))
    return wall if wall[-1][0] >= meet else (*wall, (meet, wall[-1][1]))


def _axes(graph: Thermograph, scale: _Scale) -> str:
    start, floor = _AXIS, _TALL
    walls = (*graph.left, *graph.right, (max(graph.temperature, Fraction(0)), graph.mean))
    values = [*graph.stops(0), graph.mean, *sorted({value for _, value in walls})]
    times = [Fraction(0), walls[-1][0], *sorted({time for time, _ in walls})]
    parts = [
        line([(start, 12), (start, floor), (start + _WIDE, floor)], class_="line"),
        centred("value", start + _WIDE / 2, floor + 28, 11, class_="soft"),
        text("temperature", 0, 4, font_size=11, text_anchor="start", class_="soft"),
    ]
    places = [(scale.at(Fraction(0), value)[0], _short(value)) for value in values]
    for x, words in _apart([(x, words, width_of(words) + 4) for x, words in places]):
        parts += [line([(x, 12), (x, floor + 4)], class_="grid"), text(words, x, floor + 18)]
    heights = [(scale.at(time, scale.high)[1], _short(time)) for time in times]
    for y, words in _apart([(y, words, _ROW) for y, words in heights]):
        parts.append(line([(start - 4, y), (start + _WIDE, y)], class_="grid"))
        parts.append(text(words, start - 8, y + 4.5, text_anchor="end"))
    return "".join(parts)


def _apart(labels: Iterable[tuple[float, str, float]]) -> list[tuple[float, str]]:
    """The labels, with their sizes, that do not touch one before them."""
    kept: list[tuple[float, str, float]] = []
    for at, words, size in labels:
        if all(abs(at - other) >= (size + room) / 2 for other, _, room in kept):
            kept.append((at, words, size))
    return [(at, words) for at, words, _ in kept]


def _short(value: Fraction) -> str:
    """A fraction; where it would be too long for an axis a decimal, marked where it is not exact."""
    words = number_text(value)
    if width_of(words) <= 40:
        return words
    decimals = f"{float(value):.4g}"
    return decimals if Fraction(decimals) == value else f"≈{decimals}"


def _tip(point: Point) -> str:
    x, y = point
    corners = ((x, y - 5), (x - 4, y + 4), (x + 4, y + 4))
    return tag("polygon", points=" ".join(f"{decimal(a)},{decimal(b)}" for a, b in corners), class_="head")
