"""The values that gfkit hands out: each frozen, hashable, printable, and knowing how it is known."""

from typing import TYPE_CHECKING

from gfkit.hooks import when_used

if TYPE_CHECKING:
    from gfkit.sequences.algebraic import Algebraic
    from gfkit.sequences.closed_form import ClosedForm
    from gfkit.sequences.count import Count, Evidence, Status
    from gfkit.sequences.growth import Density, Growth, density, growth_at_once
    from gfkit.sequences.holonomic import DifferentialEquation, Hypergeometric, PRecursive
    from gfkit.sequences.law import Law
    from gfkit.sequences.number import Ball
    from gfkit.sequences.polynomial import Polynomial
    from gfkit.sequences.quasi_polynomial import QuasiPolynomial
    from gfkit.sequences.rational import LawEquality, RationalGF
    from gfkit.sequences.recurrence import Recurrence
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
