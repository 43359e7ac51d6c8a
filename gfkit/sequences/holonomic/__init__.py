"""Sequences with polynomial recurrences, their differential equations and closed forms."""

from gfkit.sequences.holonomic.differential_equation import DifferentialEquation
from gfkit.sequences.holonomic.hypergeometric import Hypergeometric
from gfkit.sequences.holonomic.p_recursive import PRecursive

__all__ = ["DifferentialEquation", "Hypergeometric", "PRecursive"]
