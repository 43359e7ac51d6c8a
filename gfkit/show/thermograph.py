"""Thermographs as text, and as pictures where matplotlib is installed."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

from gfkit.errors import OptionError
from gfkit.sequences.number import number_text
from gfkit.show.plot import needs_matplotlib, thermograph_figure
from gfkit.values.short.measures import Thermograph, Wall

_MOST_ROWS = 12
PICTURES = ("png", "svg", "pdf")
"""Kinds of picture, by the ending of the file."""


def draw_thermograph(graph: Thermograph) -> list[str]:
    """The walls of a thermograph, temperature upwards and values from right to left.

    A row is one step of temperature, a column half a step of value, so that a wall that moves does so by two
    columns a row. The line below names right and left stop and the mast.

    >>> from gfkit.values import ShortGame
    >>> print("\\n".join(draw_thermograph(ShortGame.parse("{1|-1}").thermograph)))
      5/4           |
        1           |
      3/4         /   \\
      1/2       /       \\
      1/4     /           \\
        0   /               \\
            1       0      -1
    """
    step = _step(graph.temperature)
    mast = -(-max(graph.temperature, Fraction(0)) // step) + 1
    times = [step * row for row in range(int(mast), -1, -1)]
    labels = [number_text(time) for time in times]
    margin = max(map(len, labels)) + 2
    widest = graph.stops(0)[0]

    def column(value: Fraction) -> int:
        return round((widest - value) * 2 / step)

    lines = []
    for time, label in zip(times, labels, strict=True):
        left, right = graph.stops(time)
        row = {column(left): _mark(graph.left, time, step, "/")}
        row[column(right)] = "|" if left == right else _mark(graph.right, time, step, "\\")
        drawn = "".join(row.get(place, " ") for place in range(max(row) + 1))
        lines.append(f"{label:>{margin}}   {drawn}")
    return [*lines, " " * (margin + 3) + _axis({v: column(v) for v in (*graph.stops(0), graph.mean)})]


def check_picture(file: str) -> None:
    """Refuses a picture that cannot be made, before anything long is begun."""
    if Path(file).suffix.lower().removeprefix(".") not in PICTURES:
        raise OptionError(
            f"--plot {file!r}: the ending must name a kind of picture, one of .{', .'.join(PICTURES)}"
        )
    needs_matplotlib(f"--plot {file!r}")


def save_thermograph(graph: Thermograph, file: str, title: str) -> None:
    """Writes a picture of a thermograph; the ending of the file's name says which kind."""
    check_picture(file)
    thermograph_figure(graph, title).savefig(file)


def _step(temperature: Fraction) -> Fraction:
    """The power of 2 that makes a thermograph about as tall as it may be."""
    if temperature <= 0:
        return Fraction(1, 2)
    step = Fraction(1)
    while temperature > _MOST_ROWS * step:
        step *= 2
    while temperature <= _MOST_ROWS * step / 2 and step > temperature / 4:
        step /= 2
    return step


def _mark(wall: Wall, time: Fraction, step: Fraction, leaning: str) -> str:
    """How a wall goes on above a temperature: straight up or leaning."""
    points = [*wall, (wall[-1][0] + step, wall[-1][1])]
    for (start, low), (end, high) in pairwise(points):
        if start <= time < end:
            return "|" if low == high else leaning
    return "|"


def _axis(columns: dict[Fraction, int]) -> str:
    """Values below their columns, later ones moved right where they would touch."""
    line = ""
    for value, place in sorted(columns.items(), key=lambda item: item[1]):
        text = number_text(value)
        start = max(place - (len(text) - 1), 0 if not line else len(line) + 1)
        line = line.ljust(start) + text
    return line
