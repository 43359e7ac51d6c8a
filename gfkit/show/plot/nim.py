"""Nim values as a map of colours: a row for each period, so that columns of one colour are the period."""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

from gfkit.errors import InputError
from gfkit.show.plot.paper import paper
from gfkit.values.impartial import NimValues

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MOST_NUMBERS = 600
"""Values up to which they are written into their squares."""


def rows_of(found: NimValues, width: int | None = None) -> list[list[int]]:
    """The values in rows as long as the period, or as asked; the last row may be shorter.

    >>> from gfkit.values.impartial import nim
    >>> rows_of(nim("octal:0.3", to=6))
    [[0, 1], [0, 1], [0, 1], [0]]
    """
    if found.first_n is None:
        raise InputError(f"nim values of the one board {found.board!r}: a map needs a family")
    across = width or found.period or max(1, isqrt(len(found.values)))
    if across < 1:
        raise InputError(f"width {width}: must be at least 1")
    return [list(found.values[k : k + across]) for k in range(0, len(found.values), across)]


def nim_figure(found: NimValues, width: int | None = None, theme: str = "light") -> Figure:
    """A square for each n, coloured by its nim value, in rows as long as the period or as asked."""
    rows = rows_of(found, width)
    across, high = len(rows[0]), len(rows)
    filled = [[float(value) for value in row] + [float("nan")] * (across - len(row)) for row in rows]
    size = (max(4.0, min(14.0, 0.34 * across + 1.6)), max(2.4, min(12.0, 0.34 * high + 1.2)))
    with paper(theme, f"nim values of {found.game} on {found.board}", size) as (figure, axes, colours):
        shown = axes.imshow(filled, cmap=colours.ramp, aspect="auto", interpolation="nearest")
        if len(found.values) <= _MOST_NUMBERS:
            middle = max(found.values) / 2
            for y, row in enumerate(rows):
                for x, value in enumerate(row):
                    ink = "#000000" if value > middle else "#ffffff"
                    axes.text(x, y, str(value), ha="center", va="center", fontsize=8, color=ink)
        axes.locator_params(axis="x", integer=True)
        axes.set_xlabel(f"n - {found.first_n} modulo {across}" if found.first_n else f"n modulo {across}")
        axes.set_ylabel("period" if across == found.period else "row")
        bar = figure.colorbar(shown, ax=axes, shrink=0.9)
        bar.ax.tick_params(colors=colours.ink)
    return figure
