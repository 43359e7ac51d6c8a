"""Exact values (rational functions, recurrences, polynomials, counts) and the arithmetic that FLINT lacks.

Each value is immutable, hashable and printable, and contains its evidence. numpy is a dependency, but is not
available everywhere, for example in some browsers. Without numpy, engines in pure Python compute the same
results more slowly, and wide strips are rejected. The choice depends on ``ARRAYS``.
"""

from importlib.util import find_spec
from typing import TYPE_CHECKING

from gfkit.core.hooks import when_used

ARRAYS = find_spec("numpy") is not None
"""True if numpy is installed."""

if TYPE_CHECKING:
    from gfkit.core.algebra.algebraic import Algebraic
    from gfkit.core.algebra.closed_form import ClosedForm
    from gfkit.core.algebra.count import Count, Evidence, Law, Status
    from gfkit.core.algebra.distribution import Density, PieceMoments, density, piece_moments
    from gfkit.core.algebra.growth import Growth, growth_at_once
    from gfkit.core.algebra.holonomic import DifferentialEquation, Hypergeometric, PRecursive
    from gfkit.core.algebra.number import Ball
    from gfkit.core.algebra.polynomial import Polynomial, RationalPolynomial
    from gfkit.core.algebra.quasi_polynomial import QuasiPolynomial
    from gfkit.core.algebra.rational import LawEquality, RationalGF
    from gfkit.core.algebra.recurrence import Recurrence
else:
    __getattr__ = when_used(
        __name__,
        {
            "algebraic": "Algebraic",
            "closed_form": "ClosedForm",
            "count": "Count Evidence Law Status",
            "distribution": "Density PieceMoments density piece_moments",
            "growth": "Growth growth_at_once",
            "holonomic": "DifferentialEquation Hypergeometric PRecursive",
            "number": "Ball",
            "polynomial": "Polynomial RationalPolynomial",
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
    "PieceMoments",
    "Polynomial",
    "QuasiPolynomial",
    "RationalGF",
    "RationalPolynomial",
    "Recurrence",
    "Status",
    "density",
    "growth_at_once",
    "piece_moments",
]
