"""Figures of matplotlib for those who want its objects: growth, roots, periods, profiles, thermographs.

Every function gives a Figure, which notebooks show by themselves, and takes what gfkit found: a law derived
or guessed in place of its generating function, a count, a value. What gfkit shows by itself is drawn by
``gfkit.show.svg``, without matplotlib.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from itertools import pairwise
from math import cos, isqrt, log10, pi, sin
from typing import TYPE_CHECKING, Protocol

from gfkit.errors import InputError, OptionError, unknown
from gfkit.sequences import Count, Polynomial, RationalGF
from gfkit.sequences.growth import growth
from gfkit.sequences.number import Number
from gfkit.sequences.polynomial import dense
from gfkit.show.picture import needs_matplotlib
from gfkit.show.svg.chart import complex_roots, dominant_radius, ratios, topmost
from gfkit.values import Thermograph

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from gfkit.guessing import Finding
    from gfkit.transfer import Derived
    from gfkit.values import BoardValue, ShortGame
    from gfkit.values.impartial import NimValues

_DIGITS = 12
_MOST_NUMBERS = 600
"""Nim values up to which they are written into their squares."""
_FAR_APART = 10**4
"""Largest over smallest coefficient from which on the scale is logarithmic."""


@dataclass(frozen=True)
class _Theme:
    """The colours of a figure."""

    ground: str
    ink: str
    faint: str
    first: str
    second: str
    third: str
    ramp: str
    """The name of matplotlib's colours for numbers."""


_THEMES = {
    "light": _Theme("#ffffff", "#1b1f24", "#c9ccd1", "#0072b2", "#b35900", "#007a5a", "viridis"),
    "dark": _Theme("#14171a", "#e6e8eb", "#43484e", "#56b4e9", "#f0a830", "#3ecf9f", "viridis"),
}


class _HasTerms(Protocol):
    """What has terms: a generating function, a recurrence, any law in numbers."""

    @property
    def first_n(self) -> int: ...

    def terms(self, count: int, /) -> list[Number]: ...


@cache
def _shown_figure() -> type[Figure]:
    """Figures that notebooks show, without the magic that matplotlib asks for."""
    from matplotlib.figure import Figure

    class ShownFigure(Figure):
        """A figure of matplotlib that is its own picture."""

        def _repr_svg_(self) -> str:
            written = BytesIO()
            self.savefig(written, format="svg", facecolor=self.get_facecolor())
            return written.getvalue().decode("utf-8")

    return ShownFigure


def _series(what: RationalGF | Derived | Finding, wanted: str) -> RationalGF:
    """The generating function of a law, whoever found it."""
    if isinstance(what, RationalGF):
        return what
    function = getattr(what, "generating_function", None)
    if not isinstance(function, RationalGF):
        raise InputError(f"{wanted} is drawn of laws with a rational generating function, not of {what!r}")
    return function


@contextmanager
def _figure(
    theme: str, title: str, size: tuple[float, float] = (6.4, 4.2)
) -> Iterator[tuple[Figure, Axes, _Theme]]:
    """A figure with one pair of axes in the colours of a theme, which are finished at the end."""
    needs_matplotlib("this figure")
    if theme not in _THEMES:
        raise OptionError(unknown("theme", theme, _THEMES))
    colours = _THEMES[theme]
    figure = _shown_figure()(figsize=size, layout="constrained", facecolor=colours.ground)
    axes = figure.add_subplot(facecolor=colours.ground)
    axes.set_title(title, color=colours.ink)
    yield figure, axes, colours
    axes.tick_params(which="both", colors=colours.ink)
    axes.xaxis.label.set_color(colours.ink)
    axes.yaxis.label.set_color(colours.ink)
    for side in axes.spines.values():
        side.set_color(colours.faint)
    legend = axes.get_legend()
    if legend is not None:
        legend.get_frame().set(facecolor=colours.ground, edgecolor=colours.faint)
        for text in legend.get_texts():
            text.set_color(colours.ink)


def _plot_by_n(
    axes: Axes, points: Sequence[tuple[int, float]], colours: _Theme, label: str | None = None
) -> None:
    """Dots at whole n, joined by lines."""
    axes.plot(*zip(*points, strict=True), "o-", color=colours.first, markersize=4, label=label)
    axes.locator_params(axis="x", integer=True)
    axes.set_xlabel("n")
    axes.grid(color=colours.faint, linewidth=0.5)


def ratio_figure(law: RationalGF | Derived | Finding, count: int = 30, theme: str = "light") -> Figure:
    """The ratios a(n+1)/a(n) of the first terms, and the growth rate lambda as a line."""
    gf = _series(law, "a picture of ratios")
    gf.plain("a picture of ratios")
    points = ratios(gf, count)
    if not points:
        raise InputError(f"count {count}: there is no ratio among so few terms that are not 0")
    rate = growth(gf, _DIGITS).rate
    with _figure(theme, "ratio of next terms") as (figure, axes, colours):
        axes.axhline(float(rate), color=colours.second, linestyle="--", label=f"λ = {rate.value[:10]}")
        _plot_by_n(axes, points, colours, "a(n+1)/a(n)")
        axes.legend()
    return figure


def _sizes(sequence: _HasTerms, count: int) -> list[tuple[int, float]]:
    """The n and the logarithm of |a(n)| to base 10, where a(n) is not 0; terms may be of any size.

    >>> _sizes(RationalGF.of([1], [1, -10**500]), 3)
    [(0, 0.0), (1, 500.0), (2, 1000.0)]
    """
    terms = enumerate(sequence.terms(count), sequence.first_n)
    return [(n, log10(abs(a.numerator)) - log10(a.denominator)) for n, a in terms if a]


def terms_figure(sequence: _HasTerms, count: int = 40, theme: str = "light") -> Figure:
    """The sizes of the first terms on a logarithmic scale; a straight line is exponential growth."""
    points = _sizes(sequence, count)
    if not points:
        raise InputError(f"count {count}: all of these terms are 0")
    with _figure(theme, "size of terms") as (figure, axes, colours):
        _plot_by_n(axes, points, colours)
        axes.set_ylabel("log10 |a(n)|")
    return figure


def roots_figure(what: RationalGF | Derived | Finding | Polynomial, theme: str = "light") -> Figure:
    """The roots of a polynomial, or of the denominator of a generating function, and the unit circle.

    The roots nearest to 0, which decide how a sequence grows, are marked; the larger a dot, the higher is
    the multiplicity.
    """
    is_series = not isinstance(what, Polynomial)
    if isinstance(what, Polynomial):
        roots = complex_roots(what)
    else:
        gf = _series(what, "a picture of poles")
        gf.plain("a picture of poles")
        roots = complex_roots(gf.denominator)
    title = "poles of the generating function" if is_series else "roots"
    with _figure(theme, title, (5.2, 5.2)) as (figure, axes, colours):
        circle = [(cos(pi * k / 90), sin(pi * k / 90)) for k in range(181)]
        axes.plot(*zip(*circle, strict=True), color=colours.faint, linewidth=1)
        for root, multiplicity in roots:
            axes.plot(root.real, root.imag, "o", color=colours.first, markersize=4 + 2 * multiplicity)
        if is_series:
            marked = [root for root, _ in roots if abs(root) <= dominant_radius(roots)]
            axes.plot(
                [root.real for root in marked],
                [root.imag for root in marked],
                "o",
                markersize=14,
                markerfacecolor="none",
                color=colours.second,
                label="nearest to 0",
            )
            axes.legend()
        axes.axhline(0, color=colours.faint, linewidth=0.7)
        axes.axvline(0, color=colours.faint, linewidth=0.7)
        axes.set_aspect("equal", adjustable="datalim")
        axes.set_xlabel("real part")
        axes.set_ylabel("imaginary part")
    return figure


def _rows_of(found: NimValues, width: int | None = None) -> list[list[int]]:
    """The values in rows as long as the period, or as asked; the last row may be shorter.

    >>> from gfkit.values.impartial.nim import nim
    >>> _rows_of(nim("octal:0.3", to=6))
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
    rows = _rows_of(found, width)
    across, high = len(rows[0]), len(rows)
    filled = [[float(value) for value in row] + [float("nan")] * (across - len(row)) for row in rows]
    size = (max(4.0, min(14.0, 0.34 * across + 1.6)), max(2.4, min(12.0, 0.34 * high + 1.2)))
    with _figure(theme, f"nim values of {found.game} on {found.board}", size) as (figure, axes, colours):
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


def _coefficients_of(polynomial: Polynomial) -> list[int]:
    """The coefficients of a polynomial in one variable from the lowest power to the highest.

    >>> _coefficients_of(Polynomial.parse("1 + 4*x + 2*x^3", ("x",)))
    [1, 4, 0, 2]
    """
    if len(polynomial.variables) != 1 or not polynomial.terms:
        raise InputError(
            f"polynomial {polynomial}: a profile needs one variable and a polynomial other than 0"
        )
    return [int(value) for value in dense(polynomial).coeffs()]


def _breaks_of(values: list[int]) -> list[int]:
    """The places where a sequence rises again after it fell; none when it is unimodal.

    >>> _breaks_of([1, 3, 3, 2]), _breaks_of([1, 3, 2, 4])
    ([], [3])
    """
    fallen, numbers = False, []
    for place, (before, after) in enumerate(pairwise(values), 1):
        if fallen and after > before:
            numbers.append(place)
        fallen = fallen or after < before
    return numbers


def profile_figure(counted: Polynomial | Count, theme: str = "light") -> Figure:
    """The coefficients as bars, the largest marked, and the places where they rise again after a fall."""
    polynomial = counted if isinstance(counted, Polynomial) else counted.polynomial
    values = _coefficients_of(polynomial)
    if min(values) < 0:
        raise InputError(f"polynomial {polynomial}: a profile has no coefficient below 0")
    breaks, peak = _breaks_of(values), max(values)
    far = peak > _FAR_APART
    heights = [log10(value) if far and value else 0.0 if far else float(value) for value in values]
    text = "unimodal" if not breaks else f"not unimodal: rises again at {', '.join(map(str, breaks[:6]))}"
    with _figure(theme, f"coefficients, {text}") as (figure, axes, colours):
        looks = [
            colours.third if place in breaks else colours.second if value == peak else colours.first
            for place, value in enumerate(values)
        ]
        axes.bar(range(len(values)), heights, color=looks)
        axes.locator_params(axis="x", integer=True)
        axes.set_xlabel(f"power of {polynomial.variables[0]}")
        axes.set_ylabel("log10 of the coefficient" if far else "coefficient")
    return figure


def thermograph_figure(
    what: Thermograph | ShortGame | BoardValue, title: str = "thermograph", theme: str = "light"
) -> Figure:
    """Both walls up to the mast, values from right to left; the right wall is dashed."""
    graph = what if isinstance(what, Thermograph) else what.thermograph
    top = topmost(graph)
    with _figure(theme, title, (6, 4)) as (figure, axes, colours):
        for wall, colour, dashes in ((graph.left, colours.first, "-"), (graph.right, colours.second, "--")):
            points = [*wall, (top, wall[-1][1])]
            axes.plot([float(v) for _, v in points], [float(t) for t, _ in points], dashes, color=colour)
        axes.axhline(0, color=colours.ink, linewidth=0.8)
        axes.invert_xaxis()
        axes.set_xlabel("value")
        axes.set_ylabel("temperature")
    return figure
