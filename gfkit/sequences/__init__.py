"""The values that gfkit hands out: each frozen, hashable, printable, and knowing how it is known."""

from gfkit.sequences.algebraic import Algebraic
from gfkit.sequences.closed_form import ClosedForm, closed_form
from gfkit.sequences.count import Count, Evidence, Status
from gfkit.sequences.growth import Density, Growth, density, growth, growth_at_once
from gfkit.sequences.holonomic import DifferentialEquation, Hypergeometric, PRecursive
from gfkit.sequences.law import Law
from gfkit.sequences.number import Ball
from gfkit.sequences.polynomial import Polynomial
from gfkit.sequences.quasi_polynomial import QuasiPolynomial
from gfkit.sequences.rational import RationalGF
from gfkit.sequences.recurrence import Recurrence

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
    "PRecursive",
    "Polynomial",
    "QuasiPolynomial",
    "RationalGF",
    "Recurrence",
    "Status",
    "closed_form",
    "density",
    "growth",
    "growth_at_once",
]
