"""Thermographs as figures."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from gfkit.show.plot.paper import paper
from gfkit.values import Thermograph

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def thermograph_figure(graph: Thermograph, title: str = "thermograph", theme: str = "light") -> Figure:
    """Both walls up to the mast, values from right to left; the right wall is dashed."""
    top = max(graph.temperature, Fraction(0)) * Fraction(5, 4) + Fraction(1, 4)
    with paper(theme, title, (6, 4)) as (figure, axes, colours):
        for wall, colour, dashes in ((graph.left, colours.first, "-"), (graph.right, colours.second, "--")):
            points = [*wall, (top, wall[-1][1])]
            axes.plot([float(v) for _, v in points], [float(t) for t, _ in points], dashes, color=colour)
        axes.axhline(0, color=colours.ink, linewidth=0.8)
        axes.invert_xaxis()
        axes.set_xlabel("value")
        axes.set_ylabel("temperature")
    return figure
