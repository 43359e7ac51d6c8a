"""How terms grow: their ratios against lambda, and their sizes on a logarithmic scale."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import log10
from typing import TYPE_CHECKING, Protocol

from gfkit.errors import InputError
from gfkit.sequences import RationalGF, growth
from gfkit.sequences.number import Number
from gfkit.show.plot.paper import paper

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_DIGITS = 12


class Sequence(Protocol):
    """What has terms: a generating function, a recurrence, any law in numbers."""

    @property
    def first_n(self) -> int: ...

    def terms(self, count: int, /) -> list[Number]: ...


def ratios(gf: RationalGF, count: int) -> list[tuple[int, float]]:
    """The n and a(n+1)/a(n), where a(n) is not 0.

    >>> ratios(RationalGF.of([1], [1, -2]), 4)
    [(0, 2.0), (1, 2.0), (2, 2.0)]
    """
    listed = gf.terms(count)
    pairs = enumerate(pairwise(listed), gf.first_n)
    return [(n, float(Fraction(after) / before)) for n, (before, after) in pairs if before]


def ratio_figure(gf: RationalGF, count: int = 30, theme: str = "light") -> Figure:
    """The ratios a(n+1)/a(n) of the first terms, and the growth rate lambda as a line."""
    gf.plain("a picture of ratios")
    points = ratios(gf, count)
    if not points:
        raise InputError(f"count {count}: there is no ratio among so few terms that are not 0")
    rate = growth(gf, _DIGITS).rate
    with paper(theme, "ratio of next terms") as (figure, axes, colours):
        axes.axhline(float(rate), color=colours.second, linestyle="--", label=f"λ = {rate.value[:10]}")
        axes.plot(*zip(*points, strict=True), "o-", color=colours.first, markersize=4, label="a(n+1)/a(n)")
        axes.locator_params(axis="x", integer=True)
        axes.set_xlabel("n")
        axes.grid(color=colours.faint, linewidth=0.5)
        axes.legend()
    return figure


def sizes(sequence: Sequence, count: int) -> list[tuple[int, float]]:
    """The n and the logarithm of |a(n)| to base 10, where a(n) is not 0; terms may be of any size.

    >>> sizes(RationalGF.of([1], [1, -10**500]), 3)
    [(0, 0.0), (1, 500.0), (2, 1000.0)]
    """
    terms = enumerate(sequence.terms(count), sequence.first_n)
    return [(n, log10(abs(a.numerator)) - log10(a.denominator)) for n, a in terms if a]


def terms_figure(sequence: Sequence, count: int = 40, theme: str = "light") -> Figure:
    """The sizes of the first terms on a logarithmic scale; a straight line is exponential growth."""
    points = sizes(sequence, count)
    if not points:
        raise InputError(f"count {count}: all of these terms are 0")
    with paper(theme, "size of terms") as (figure, axes, colours):
        axes.plot(*zip(*points, strict=True), "o-", color=colours.first, markersize=4)
        axes.locator_params(axis="x", integer=True)
        axes.set_xlabel("n")
        axes.set_ylabel("log10 |a(n)|")
        axes.grid(color=colours.faint, linewidth=0.5)
    return figure
