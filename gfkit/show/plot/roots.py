"""Roots in the complex plane: the poles of a generating function, the roots of a profile."""

from __future__ import annotations

from math import cos, pi, sin
from typing import TYPE_CHECKING

from flint import ctx

from gfkit.errors import InputError, LimitError
from gfkit.sequences import Polynomial, RationalGF
from gfkit.sequences.polynomial import dense
from gfkit.sequences.series import isolated
from gfkit.show.plot.paper import paper

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_DEGREE = 400
_BITS = 128


def complex_roots(polynomial: Polynomial) -> list[tuple[complex, int]]:
    """The roots of a polynomial in one variable with their multiplicities.

    >>> complex_roots(Polynomial.parse("1 - 4*t + 4*t^2", ("t",)))
    [((0.5+0j), 2)]
    """
    if len(polynomial.variables) != 1 or len(polynomial.terms) == 0:
        raise InputError(f"polynomial {polynomial}: roots need one variable, and a polynomial other than 0")
    coefficients = dense(polynomial)
    if coefficients.degree() > MOST_DEGREE:
        raise LimitError(f"degree {coefficients.degree()}: roots are drawn up to degree {MOST_DEGREE}")
    with ctx.workprec(_BITS):
        found = [
            (complex(float(r.real.mid()), float(r.imag.mid())), int(m)) for r, m in isolated(coefficients)
        ]
    return sorted(found, key=lambda one: (round(abs(one[0]), 9), one[0].real, one[0].imag))


def roots_figure(what: RationalGF | Polynomial, theme: str = "light") -> Figure:
    """The roots of a polynomial, or of the denominator of a generating function, and the unit circle.

    The roots nearest to 0, which decide how a sequence grows, are marked; the larger a dot, the higher is
    the multiplicity.
    """
    is_series = isinstance(what, RationalGF)
    if isinstance(what, RationalGF):
        what.plain("a picture of poles")
        found = complex_roots(what.denominator)
    else:
        found = complex_roots(what)
    title = "poles of the generating function" if is_series else "roots"
    with paper(theme, title, (5.2, 5.2)) as (figure, axes, colours):
        circle = [(cos(pi * k / 90), sin(pi * k / 90)) for k in range(181)]
        axes.plot(*zip(*circle, strict=True), color=colours.faint, linewidth=1)
        least = min((abs(root) for root, _ in found), default=0.0)
        near = [abs(root) < least * (1 + 1e-9) for root, _ in found]
        for root, multiplicity in found:
            axes.plot(root.real, root.imag, "o", color=colours.first, markersize=4 + 2 * multiplicity)
        if is_series:
            marked = [root for (root, _), is_near in zip(found, near, strict=True) if is_near]
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
