"""Values as objects of SymPy."""

from __future__ import annotations

from typing import Any

from gfkit.sequences.count import Count
from gfkit.sequences.notation.sympy_code import SymPy
from gfkit.sequences.polynomial import Polynomial
from gfkit.sequences.rational import RationalGF


def sympy_object(value: Any) -> Any:
    """A polynomial or a quotient as an expression, a formula in n too, an equation as an ``Eq``.

    In recurrences a, in differential equations f is a function; of a recurrence only the equation is
    kept, not where it holds.

    >>> from gfkit.sequences import PRecursive
    >>> sympy_object(PRecursive.of([[1, 1], [2, -4]], [1]))
    Eq(a(n), (4*n - 2)*a(n - 1)/(n + 1))
    """
    if isinstance(value, Count):
        return _polynomial(value.polynomial)
    if isinstance(value, Polynomial):
        return _polynomial(value)
    if isinstance(value, RationalGF):
        return _polynomial(value.numerator) / _polynomial(value.denominator)
    import sympy  # type: ignore[import-untyped]

    names = {name: sympy.Symbol(name) for name in ("n", "t", "x", "y", "r")}
    functions = {"a": sympy.Function("a"), "f": sympy.Function("f")}
    if "f(t)" not in value.written(SymPy()):
        functions["f"] = sympy.Symbol("f")
    return sympy.sympify(value.written(SymPy()), locals=names | functions)


def _polynomial(value: Polynomial) -> Any:
    import sympy

    if not value.variables:
        return sympy.Integer(value.total)
    symbols = sympy.symbols(value.variables)
    terms = {powers: sympy.Integer(c) for powers, c in value.terms}
    return sympy.Poly(terms or {(0,) * len(symbols): 0}, *symbols).as_expr()
