"""Formulas that come as objects, as the text that ``gfkit.verify`` reads."""

from __future__ import annotations

from typing import Any

from gfkit.errors import InputError
from gfkit.sequences.algebraic import Algebraic
from gfkit.sequences.closed_form import ClosedForm
from gfkit.sequences.conversion.foreign import FLINT, check_exact, fraction, is_sympy
from gfkit.sequences.holonomic import DifferentialEquation, Hypergeometric, PRecursive
from gfkit.sequences.number import shortened
from gfkit.sequences.polynomial import Polynomial
from gfkit.sequences.quasi_polynomial import QuasiPolynomial
from gfkit.sequences.rational import RationalGF
from gfkit.sequences.rational_text import quotient_text
from gfkit.sequences.recurrence import Recurrence, term_text

_FORMULAS = (ClosedForm, Hypergeometric, Polynomial, QuasiPolynomial, RationalGF)


def formula_text(formula: object, variable: str = "t") -> str:
    """The text of a formula: text as it is, values as they are printed, objects of SymPy and FLINT.

    A pair is a quotient; a polynomial of FLINT without names is one in ``variable``. Recurrences come with
    their first terms.

    >>> import sympy
    >>> n = sympy.Symbol("n")
    >>> formula_text(sympy.floor(n**2/4)), formula_text(([1], [1, -1, -1]))
    ('floor(n**2/4)', '(1)/(1 - t - t^2)')
    """
    match formula:
        case str():
            return formula
        case Recurrence() | PRecursive():
            return f"{formula}{_first_terms(formula)}"
        case Algebraic() | DifferentialEquation():
            raise InputError(f"formula {formula}: equations for series are not compared; use p_recursive")
        case _ if isinstance(formula, _FORMULAS):
            return str(formula)
        case (above, below) if isinstance(formula, tuple):
            return f"({_part(above, variable)})/({_part(below, variable)})"
        case _ if is_sympy(formula):
            return _printed(formula)
        case _ if isinstance(formula, FLINT):
            return _polynomial_text(formula, variable)
    raise InputError(
        f"formula {shortened(formula)}: expected text, a value of gfkit, an object of SymPy, a polynomial of "
        "FLINT, or a pair of these as numerator and denominator"
    )


def _first_terms(rule: Recurrence | PRecursive) -> str:
    return "".join(f"; a({n}) = {term_text(value)}" for n, value in enumerate(rule.initial, rule.first_n))


def _part(value: object, variable: str) -> str:
    """Numerator or denominator, or a polynomial alone."""
    return _printed(value) if is_sympy(value) else _polynomial_text(value, variable)


def _polynomial_text(value: object, variable: str) -> str:
    above, below = fraction(value, (variable, *(name for name in ("t", "x", "y") if name != variable)))
    return quotient_text(above, below)


def _printed(value: Any) -> str:
    """The text of an object of SymPy."""
    import sympy  # type: ignore[import-untyped]

    from gfkit.sequences.conversion.sympy_printer import FormulaPrinter

    expression = value.as_expr() if isinstance(value, sympy.Poly) else value
    check_exact(expression)
    return str(FormulaPrinter().doprint(expression))
