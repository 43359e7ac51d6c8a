"""Figures with matplotlib: growth, roots, periods and profiles; every function gives a Figure."""

from gfkit.show.plot.growth import ratio_figure, terms_figure
from gfkit.show.plot.nim import nim_figure
from gfkit.show.plot.paper import needs_matplotlib
from gfkit.show.plot.profile import profile_figure
from gfkit.show.plot.roots import roots_figure
from gfkit.show.plot.thermograph import thermograph_figure

__all__ = [
    "needs_matplotlib",
    "nim_figure",
    "profile_figure",
    "ratio_figure",
    "roots_figure",
    "terms_figure",
    "thermograph_figure",
]
