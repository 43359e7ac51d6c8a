"""Thermographs as text, and as pictures where matplotlib is installed."""

from __future__ import annotations

from fractions import Fraction
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path

from gfkit.errors import OptionError
from gfkit.values.short.printing import fraction_text
from gfkit.values.short.thermograph import Thermograph, Wall

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
    labels = [fraction_text(time) for time in times]
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
    if find_spec("matplotlib") is None:
        raise OptionError(
            f"--plot {file!r} needs matplotlib, which is not installed: pip install 'gfkit[plot]'"
        )


def save_thermograph(graph: Thermograph, file: str, title: str) -> None:
    """Writes a picture of a thermograph; the ending of the file's name says which kind."""
    check_picture(file)
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 4), layout="constrained")
    axes = figure.add_subplot()
    top = max(graph.temperature, Fraction(0)) * Fraction(5, 4) + Fraction(1, 4)
    for wall, colour in ((graph.left, "tab:blue"), (graph.right, "tab:red")):
        points = [*wall, (top, wall[-1][1])]
        axes.plot([float(v) for _, v in points], [float(t) for t, _ in points], color=colour)
    axes.axhline(0, color="black", linewidth=0.8)
    axes.invert_xaxis()
    axes.set_xlabel("value")
    axes.set_ylabel("temperature")
    axes.set_title(title)
    figure.savefig(file)


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
        text = fraction_text(value)
        start = max(place - (len(text) - 1), 0 if not line else len(line) + 1)
        line = line.ljust(start) + text
    return line
