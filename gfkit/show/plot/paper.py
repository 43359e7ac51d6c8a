"""The paper that figures are drawn on, light or dark, and what is said where matplotlib is missing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING

from gfkit.errors import OptionError, did_you_mean

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure


@dataclass(frozen=True)
class Theme:
    """The colours of a figure."""

    paper: str
    ink: str
    faint: str
    first: str
    second: str
    third: str
    ramp: str
    """The name of matplotlib's colours for numbers."""


THEMES = {
    "light": Theme("#ffffff", "#1b1f24", "#c9ccd1", "#0072b2", "#b35900", "#007a5a", "viridis"),
    "dark": Theme("#14171a", "#e6e8eb", "#43484e", "#56b4e9", "#f0a830", "#3ecf9f", "viridis"),
}


def needs_matplotlib(what: str) -> None:
    """Refuses where matplotlib is not installed, naming what needs it."""
    if find_spec("matplotlib") is None:
        raise OptionError(f"{what} needs matplotlib, which is not installed: pip install 'gfkit[plot]'")


@contextmanager
def paper(
    theme: str, title: str, size: tuple[float, float] = (6.4, 4.2)
) -> Iterator[tuple[Figure, Axes, Theme]]:
    """A figure with one pair of axes in the colours of a theme, which are finished at the end."""
    needs_matplotlib("this figure")
    if theme not in THEMES:
        hint = did_you_mean(str(theme), THEMES)
        raise OptionError(f"theme {theme!r} is unknown; {hint}known are {', '.join(THEMES)}")
    from matplotlib.figure import Figure

    colours = THEMES[theme]
    figure = Figure(figsize=size, layout="constrained", facecolor=colours.paper)
    axes = figure.add_subplot(facecolor=colours.paper)
    axes.set_title(title, color=colours.ink)
    yield figure, axes, colours
    axes.tick_params(which="both", colors=colours.ink)
    axes.xaxis.label.set_color(colours.ink)
    axes.yaxis.label.set_color(colours.ink)
    for side in axes.spines.values():
        side.set_color(colours.faint)
    legend = axes.get_legend()
    if legend is not None:
        legend.get_frame().set(facecolor=colours.paper, edgecolor=colours.faint)
        for text in legend.get_texts():
            text.set_color(colours.ink)
