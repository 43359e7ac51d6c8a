"""Conversion of objects of SymPy and FLINT, and of rows of numbers, to polynomials and formulas."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from numbers import Real
from typing import Any

from flint import fmpq_mpoly, fmpq_poly, fmpz_mpoly, fmpz_poly

from gfkit.core import algebra
from gfkit.core.algebra import Polynomial
from gfkit.core.algebra.formula.languages import quotient_text
from gfkit.core.algebra.number import Number, exact_number, short_repr
from gfkit.core.algebra.polynomial import Monomial, sparse, term_text
from gfkit.core.errors import InputError

VARIABLES = ("t", "x", "y")
"""Variables that mark the size, and the number of pieces of Left and of Right."""

FLINT = fmpz_poly | fmpq_poly | fmpz_mpoly | fmpq_mpoly
"""Classes of FLINT polynomials that are accepted."""

Terms = Mapping[Monomial, Number]


def _is_sympy(value: object) -> bool:
    """Return True if the value is an object of SymPy, without importing SymPy."""
    sympy = sys.modules.get("sympy")
    return sympy is not None and isinstance(value, sympy.Basic | sympy.Poly)


def foreign_terms(value: object, variables: tuple[str, ...]) -> dict[Monomial, int]:
    """Return the terms of a SymPy or FLINT polynomial with integer coefficients in the given variables.

    >>> foreign_terms(fmpz_poly([1, 2]), ("t",))
    {(0,): 1, (1,): 2}
    """
    above, below = _fraction(value, variables)
    factor = below.terms[0][1] if below.terms else 1
    if any(any(powers) for powers, _ in below.terms):
        raise InputError(
            f"polynomial {short_repr(value)} is a quotient, not a polynomial in {_name_list(variables)}"
        )
    if any(c % factor for _, c in above.terms):
        raise InputError(f"polynomial {short_repr(value)}: its coefficients must be integers")
    return {powers: c // factor for powers, c in above.terms}


def foreign_quotient(numerator: object, denominator: object = (1,)) -> tuple[Polynomial, Polynomial]:
    """Return numerator and denominator of a quotient as polynomials in as few of the variables t, x, y as
    possible.

    Each part is a row of numbers (coefficients of 1, t, t^2, ...), a ``Polynomial``, a polynomial of FLINT,
    or an expression of SymPy, which may be a quotient itself.

    >>> [str(p) for p in foreign_quotient([1, 1], fmpz_poly([1, -2]))]
    ['1 + t', '1 - 2*t']
    """
    if _is_row(numerator) and _is_row(denominator):
        return sparse(numerator), sparse(denominator)  # type: ignore[arg-type]
    parts = (*_fraction(numerator, VARIABLES), *_fraction(denominator, VARIABLES))
    used = [any(powers[k] for part in parts for powers, _ in part.terms) for k in range(len(VARIABLES))]
    width = max((k + 1 for k, is_used in enumerate(used) if is_used), default=1)
    first, second, third, fourth = (
        Polynomial(VARIABLES[:width], tuple((powers[:width], c) for powers, c in part.terms))
        for part in parts
    )
    return first * fourth, second * third


def _is_row(value: object) -> bool:
    return isinstance(value, list | tuple) and all(type(c) is int for c in value)


def _fraction(value: object, variables: tuple[str, ...]) -> tuple[Polynomial, Polynomial]:
    """Return the value as a quotient of polynomials with integer coefficients in the given variables.

    >>> [str(p) for p in _fraction(fmpq_poly([2, 1]) / 2, ("t",))]
    ['2 + t', '2']
    """
    match value:
        case Polynomial():
            return _in_variables(dict(value.terms), value.variables, variables, value)
        case fmpz_poly() | fmpq_poly():
            return _in_variables(_index_by_power(value.coeffs()), variables[:1], variables, value)
        case fmpz_mpoly() | fmpq_mpoly():
            terms = {tuple(map(int, powers)): exact_number(c, "coefficient") for powers, c in value.terms()}
            return _in_variables(terms, tuple(map(str, value.context().names())), variables, value)
        case _ if _is_sympy(value):
            return _from_sympy(value, variables)
        case str() | bytes():
            raise InputError(f"polynomial {short_repr(value)} is a string; use parse(...)")
        case _ if isinstance(value, Sequence) or getattr(value, "ndim", 0) == 1:
            return _in_variables(_index_by_power(value), variables[:1], variables, value)  # type: ignore[arg-type]
        case _ if isinstance(value, Real) or hasattr(value, "__index__"):
            return _in_variables({(): exact_number(value, "polynomial")}, (), variables, value)
    raise InputError(
        f"polynomial {short_repr(value)}: expected a row of coefficients, a polynomial of gfkit or FLINT, or "
        "an expression of SymPy"
    )


def _index_by_power(coefficients: Iterable[object]) -> dict[Monomial, Number]:
    return {(k,): exact_number(c, f"coefficient of t^{k} =") for k, c in enumerate(coefficients)}


def _in_variables(
    terms: Terms, names: Sequence[str], variables: tuple[str, ...], value: object
) -> tuple[Polynomial, Polynomial]:
    """Rewrite terms in the requested variables."""
    places = [variables.index(name) if name in variables else None for name in names]
    moved: dict[Monomial, int] = {}
    below = lcm(*(Fraction(c).denominator for c in terms.values()))
    for powers, c in terms.items():
        key = [0] * len(variables)
        for name, place, power in zip(names, places, powers, strict=True):
            if power and place is None:
                raise _unknown(name, variables, value)
            if place is not None:
                key[place] = power
        moved[tuple(key)] = int(c * below)
    return Polynomial.of(variables, moved), Polynomial.constant(below, variables)


def _from_sympy(value: Any, variables: tuple[str, ...]) -> tuple[Polynomial, Polynomial]:
    import sympy  # type: ignore[import-untyped]
    from sympy.polys.polyerrors import BasePolynomialError  # type: ignore[import-untyped]

    expression = value.as_expr() if isinstance(value, sympy.Poly) else value
    if not isinstance(expression, sympy.Expr):
        raise InputError(f"formula {short_repr(value)}: expected an expression")
    _check_exact(expression)
    symbols = {symbol.name: symbol for symbol in expression.free_symbols}
    for name in symbols:
        if name not in variables:
            raise _unknown(name, variables, value)
    generators = [symbols.get(name, sympy.Symbol(name)) for name in variables]
    parts: list[tuple[Polynomial, Polynomial]] = []
    for part in sympy.fraction(sympy.together(expression)):
        try:
            rows = sympy.Poly(part, *generators, domain=sympy.QQ).terms() if generators else [((), part)]
        except BasePolynomialError:
            raise InputError(
                f"formula {short_repr(value)} is not a quotient of polynomials in {_name_list(variables)}"
                " with rational coefficients"
            ) from None
        terms = {tuple(map(int, powers)): exact_number(c, "coefficient") for powers, c in rows}
        parts.append(_in_variables(terms, variables, variables, value))
    (polynomial, two), (three, four) = parts
    return polynomial * four, two * three


def _check_exact(expression: Any) -> None:
    """Raise InputError if an expression of SymPy contains floating-point numbers."""
    import sympy

    for number in sorted(expression.atoms(sympy.Float), key=str):
        raise InputError(
            f"formula {short_repr(expression)}: {number} is a floating-point number, which is not exact; "
            "write sympy.Rational(1, 2), or sympy.nsimplify(...) if that is intended"
        )


def _unknown(name: str, variables: tuple[str, ...], value: object) -> InputError:
    return InputError(
        f"polynomial {short_repr(value)}: unknown variable {name!r}; the variables are"
        f" {_name_list(variables)};"
        " substitute one of them"
    )


def _name_list(variables: Sequence[str]) -> str:
    return ", ".join(variables) or "no variables"


# Formulas as strings for ``gfkit.verify``


def formula_text(formula: object, variable: str = "t") -> str:
    """Return a formula as a string: strings unchanged, values as printed, objects of SymPy and FLINT
    converted.

    A pair denotes a quotient. A polynomial of FLINT without variable names is a polynomial in ``variable``.
    The initial terms follow a recurrence.

    >>> import sympy
    >>> n = sympy.Symbol("n")
    >>> formula_text(sympy.floor(n**2/4)), formula_text(([1], [1, -1, -1]))
    ('floor(n**2/4)', '(1)/(1 - t - t^2)')
    """
    match formula:
        case str():
            return formula
        case algebra.Recurrence() | algebra.PRecursive():
            listed = enumerate(formula.initial, formula.first_n)
            return f"{formula}{''.join(f'; a({n}) = {term_text(value)}' for n, value in listed)}"
        case algebra.Algebraic() | algebra.DifferentialEquation():
            raise InputError(
                f"formula {formula}: differential equations cannot be verified; convert it with p_recursive"
            )
        case algebra.Polynomial() | algebra.RationalGF() | algebra.ClosedForm():
            return str(formula)
        case algebra.Hypergeometric() | algebra.QuasiPolynomial():
            return str(formula)
        case (above, below) if isinstance(formula, tuple):
            return f"({_part(above, variable)})/({_part(below, variable)})"
        case _ if isinstance(getattr(formula, "rational", None), algebra.RationalGF):
            return str(getattr(formula, "rational"))  # noqa: B009 - a derived formula, of a higher layer
        case _ if _is_sympy(formula):
            return _sympy_text(formula)
        case _ if isinstance(formula, FLINT):
            return _polynomial_text(formula, variable)
    raise InputError(
        f"formula {short_repr(formula)}: expected text, a value of gfkit, an object of SymPy, a polynomial "
        "of FLINT, or a pair of these as numerator and denominator"
    )


def _part(value: object, variable: str) -> str:
    """Return a numerator or denominator, or a polynomial, as a string."""
    return _sympy_text(value) if _is_sympy(value) else _polynomial_text(value, variable)


def _polynomial_text(value: object, variable: str) -> str:
    above, below = _fraction(value, (variable, *(name for name in ("t", "x", "y") if name != variable)))
    return quotient_text(above, below)


def _sympy_text(value: Any) -> str:
    """Return the text of an object of SymPy."""
    import sympy

    from gfkit.core.algebra.formula.sympy_printer import FormulaPrinter

    expression = value.as_expr() if isinstance(value, sympy.Poly) else value
    _check_exact(expression)
    return str(FormulaPrinter().doprint(expression))
