"""Exact values (rational functions, recurrences, polynomials, counts) and the arithmetic that FLINT lacks.

Each value is frozen, hashable and printable, and knows how it is known. numpy is a dependency, but there are
places where it cannot be installed, a browser among them. There the plain engines do the work: the same
results, later, and wide strips are refused. ``ARRAYS`` is the one place that decides between them.
"""

from importlib.util import find_spec
from typing import TYPE_CHECKING

from gfkit.hooks import when_used

ARRAYS = find_spec("numpy") is not None
"""True if numpy is installed."""

if TYPE_CHECKING:
    from gfkit.algebra.algebraic import Algebraic
    from gfkit.algebra.closed_form import ClosedForm
    from gfkit.algebra.count import Count, Evidence, Status
    from gfkit.algebra.growth import Density, Growth, density, growth_at_once
    from gfkit.algebra.holonomic import DifferentialEquation, Hypergeometric, PRecursive
    from gfkit.algebra.law import Law
    from gfkit.algebra.number import Ball
    from gfkit.algebra.polynomial import Polynomial
    from gfkit.algebra.quasi_polynomial import QuasiPolynomial
    from gfkit.algebra.rational import LawEquality, RationalGF
    from gfkit.algebra.recurrence import Recurrence
else:
    __getattr__ = when_used(
        __name__,
        {
            "algebraic": "Algebraic",
            "closed_form": "ClosedForm",
            "count": "Count Evidence Status",
            "growth": "Density Growth density growth_at_once",
            "holonomic": "DifferentialEquation Hypergeometric PRecursive",
            "law": "Law",
            "number": "Ball",
            "polynomial": "Polynomial",
            "quasi_polynomial": "QuasiPolynomial",
            "rational": "LawEquality RationalGF",
            "recurrence": "Recurrence",
        },
    )

__all__ = [
    "ARRAYS",
    "Algebraic",
    "Ball",
    "ClosedForm",
    "Count",
    "Density",
    "DifferentialEquation",
    "Evidence",
    "Growth",
    "Hypergeometric",
    "Law",
    "LawEquality",
    "PRecursive",
    "Polynomial",
    "QuasiPolynomial",
    "RationalGF",
    "Recurrence",
    "Status",
    "density",
    "growth_at_once",
]
