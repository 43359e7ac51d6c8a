"""Profiles: the coefficients of a polynomial in one variable, and whether they rise and then fall."""

from __future__ import annotations

from itertools import pairwise
from math import log10
from typing import TYPE_CHECKING

from gfkit.errors import InputError
from gfkit.sequences import Polynomial
from gfkit.show.plot.paper import paper

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_FAR_APART = 10**4
"""Largest over smallest coefficient from which on the scale is logarithmic."""


def coefficients_of(polynomial: Polynomial) -> list[int]:
    """The coefficients of a polynomial in one variable from the lowest power to the highest.

    >>> coefficients_of(Polynomial.parse("1 + 4*x + 2*x^3", ("x",)))
    [1, 4, 0, 2]
    """
    if len(polynomial.variables) != 1 or not polynomial.terms:
        raise InputError(
            f"polynomial {polynomial}: a profile needs one variable and a polynomial other than 0"
        )
    by_power = {powers[0]: value for powers, value in polynomial.terms}
    return [by_power.get(power, 0) for power in range(max(by_power) + 1)]


def breaks_of(values: list[int]) -> list[int]:
    """The places where a sequence rises again after it fell; none when it is unimodal.

    >>> breaks_of([1, 3, 3, 2]), breaks_of([1, 3, 2, 4])
    ([], [3])
    """
    fallen, found = False, []
    for place, (before, after) in enumerate(pairwise(values), 1):
        if fallen and after > before:
            found.append(place)
        fallen = fallen or after < before
    return found


def profile_figure(polynomial: Polynomial, theme: str = "light") -> Figure:
    """The coefficients as bars, the largest marked, and the places where they rise again after a fall."""
    values = coefficients_of(polynomial)
    if min(values) < 0:
        raise InputError(f"polynomial {polynomial}: a profile has no coefficient below 0")
    breaks, peak = breaks_of(values), max(values)
    far = peak > _FAR_APART
    heights = [log10(value) if far and value else 0.0 if far else float(value) for value in values]
    said = "unimodal" if not breaks else f"not unimodal: rises again at {', '.join(map(str, breaks[:6]))}"
    with paper(theme, f"coefficients, {said}") as (figure, axes, colours):
        looks = [
            colours.third if place in breaks else colours.second if value == peak else colours.first
            for place, value in enumerate(values)
        ]
        axes.bar(range(len(values)), heights, color=looks)
        axes.locator_params(axis="x", integer=True)
        axes.set_xlabel(f"power of {polynomial.variables[0]}")
        axes.set_ylabel("log10 of the coefficient" if far else "coefficient")
    return figure
