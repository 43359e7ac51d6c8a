"""Conversion of values to output formats: plain text, LaTeX, MathML, and computer algebra systems."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, get_args

from gfkit.core.algebra import Polynomial
from gfkit.core.algebra.formula import of_values
from gfkit.core.algebra.formula.tree import Decimal, Equation, Node, Range, quotient, rename, term
from gfkit.core.algebra.formula.write.plain import PLAIN, Writer
from gfkit.core.errors import OptionError, note_reading, unknown
from gfkit.core.hooks import with_answer
from gfkit.core.writable import Language

if TYPE_CHECKING:
    from flint import fmpz_poly

    from gfkit.core.algebra import (
        Algebraic,
        ClosedForm,
        Count,
        Hypergeometric,
        PRecursive,
        QuasiPolynomial,
        RationalGF,
        Recurrence,
    )

LANGUAGES = get_args(Language)

_ALSO = {"gp": "pari", "tex": "latex", "wolfram": "mathematica", "sagemath": "sage", "python": "sympy"}
"""Aliases of output formats."""
_SHOWN = 6
"""Maximum number of roots r1, r2, ... of one polynomial that are printed."""


_TREES: dict[str, Callable[[Any], Node]] = {
    "Polynomial": of_values.of_polynomial,
    "RationalPolynomial": of_values.of_rational_polynomial,
    "Count": lambda value: quotient(*map(of_values.of_polynomial, _of_count(value))),
    "RationalGF": lambda value: of_values.of_quotient(value.numerator, value.denominator),
    "Recurrence": of_values.of_recurrence,
    "Algebraic": of_values.of_algebraic,
    "DifferentialEquation": of_values.of_differential,
    "Growth": of_values.of_growth,
    "Ball": lambda value: Decimal(value.value, value.radius),
}
"""Constructors of trees for values that all writers print in the same way, by class name."""


def tree_of(value: Any, writer: Writer = PLAIN) -> Node:
    """Return the tree of a value, with the radicals, rising factorials and ranges that a writer supports.

    >>> tree_of(Polynomial.parse("2*x"))
    Product(factors=(Number(value=2), Letter(name='x')))
    """
    match _kind(value):
        case _ if isinstance(value, Node):
            return value
        case kind if kind in _TREES:
            return _TREES[kind](value)
        case "PRecursive":
            return of_values.solved_definition(value) if writer.is_system else of_values.of_p_recursive(value)
        case "QuasiPolynomial":
            return of_values.of_quasi_polynomial(value, rounds=writer.is_system)
        case "Hypergeometric":
            return _of_hypergeometric(value, writer)
        case "ClosedForm":
            from gfkit.core.algebra.formula.of_closed_form import of_closed_form

            formula = of_closed_form(value, writer)
            return formula if writer.is_system else Equation(term(0), formula)
    raise TypeError(f"{type(value).__name__} is not a formula")


def _kind(value: Any) -> str:
    """Return the name of the class of a value, without importing any module."""
    kinds = (kind for kind in type(value).__mro__ if kind.__module__.startswith("gfkit.core.algebra."))
    return next((kind.__name__ for kind in kinds), "")


def _of_hypergeometric(value: Hypergeometric, writer: Writer) -> Node:
    """Return the closed form: with the initial terms for computer algebra systems, otherwise with its
    range.
    """
    body, start = of_values.of_hypergeometric(value, rises=writer.is_system), value.closed_form_from
    if writer.is_system:
        return of_values.with_beginning(
            body, tuple(enumerate(value.initial[: start - value.first_n], value.first_n))
        )
    return Range(body, start) if start > value.first_n else body


def plain(value: Any) -> str:
    """Return the value in plain text."""
    text = PLAIN.write(tree_of(value))
    return text + _root_decimals(value) if _kind(value) == "ClosedForm" else text


def latex(value: Any) -> str:
    r"""Return the value in LaTeX.

    >>> from gfkit.core.algebra import RationalGF
    >>> from gfkit.core.algebra.growth import growth
    >>> print(latex(growth(RationalGF.parse("t/(1 - 4*t + 4*t^2)"), 5)))
    a(n) \sim C \lambda^{n} n, \quad \lambda = 2, \quad C = 0.500000

    >>> print(latex(RationalGF.of([1, 1], [1, -2, -1])))
    \frac{1 + t}{1 - 2 t - t^{2}}
    """
    from gfkit.core.algebra.formula.write.latex import LATEX

    return LATEX.write(tree_of(value, LATEX))


def to(value: Any, language: str) -> Any:
    """Return the value in an output format: a string, or for ``sympy`` an object of SymPy.

    >>> from gfkit.core.algebra import RationalGF
    >>> from gfkit.core.algebra.closed_form import closed_form
    >>> to(closed_form(RationalGF.of([0, 1], [1, -1, -1])), "mathematica")
    '(((1 + Sqrt[5])/2)^n - ((1 - Sqrt[5])/2)^n)/Sqrt[5]'
    """
    # the writer of each format is imported at its first use
    match language_named(language):
        case "pari" | "sage" | "maple" | "mathematica" as name:
            from gfkit.core.algebra.formula.write.systems import SYSTEMS

            return SYSTEMS[name].write(tree_of(value, SYSTEMS[name]))
        case "json":
            from json import dumps

            return dumps(value.as_json())
        case "latex":
            return latex(value)
        case "mathml":
            from gfkit.core.algebra.formula.write.mathml import MATHML, math

            return math(MATHML.write(tree_of(value, MATHML)))
        case "oeis":
            from gfkit.core.algebra.formula.write.oeis import oeis_text

            return oeis_text(value)
    return sympy_object(value)


def text_in(value: Any, language: str) -> str:
    """Return the value in an output format as a string; an object of SymPy is printed in Python syntax.

    >>> from gfkit.core.algebra import RationalGF
    >>> text_in(RationalGF.of([0, 1], [1, -1, -1]).recurrence, "sympy")
    'Eq(a(n), a(n - 2) + a(n - 1))'
    """
    return str(value.to(language_named(language)))


def language_named(word: str) -> str:
    """Return the output format with the given name, which is not case-sensitive.

    >>> language_named("Pari")
    'pari'
    """
    name = str(word).lower()
    if name in LANGUAGES:
        return name
    if name in _ALSO:
        note_reading(f"{str(word)!r} read as {_ALSO[name]}")
        return _ALSO[name]
    raise OptionError(with_answer(unknown("format", str(word), LANGUAGES), str(word), "format"))


def sympy_object(value: Any) -> Any:
    """Return a polynomial, a quotient or a formula in n as an expression, and an equation as an ``Eq``.

    In recurrences a, in differential equations f is a function. The range of a recurrence is omitted.

    >>> from gfkit.core.algebra import PRecursive
    >>> sympy_object(PRecursive.of([[1, 1], [2, -4]], [1]))
    Eq(a(n), (4*n - 2)*a(n - 1)/(n + 1))
    """
    kind = _kind(value)
    if kind == "Polynomial":
        return _sympy_polynomial(value)
    if kind in ("Count", "RationalGF"):
        quotient = _of_count(value) if kind == "Count" else (value.numerator, value.denominator)
        above, below = map(_sympy_polynomial, quotient)
        return above / below
    import sympy  # type: ignore[import-untyped]

    from gfkit.core.algebra.formula.write.systems import SymPy

    names = {name: sympy.Symbol(name) for name in ("m", "n", "t", "x", "y", "r")}
    function = sympy.Function if kind == "DifferentialEquation" else sympy.Symbol
    functions = {"a": sympy.Function("a"), "f": function("f")}
    writer = SymPy()
    return sympy.sympify(writer.write(tree_of(value, writer)), locals=names | functions)


def _of_count(value: Count) -> tuple[Polynomial, Polynomial]:
    """Return numerator and denominator of the number or the polynomial of a count."""
    result = value.polynomial if value.part is None else value.number
    if isinstance(result, Polynomial):
        return result, Polynomial.constant(1)
    return Polynomial.constant(result.numerator), Polynomial.constant(result.denominator)


def _sympy_polynomial(value: Polynomial) -> Any:
    import sympy

    if not value.variables:
        return sympy.Integer(value.total)
    symbols = sympy.symbols(value.variables)
    terms = {powers: sympy.Integer(c) for powers, c in value.terms}
    return sympy.Poly(terms or {(0,) * len(symbols): 0}, *symbols).as_expr()


# Parts of the printed output


def equation(value: Recurrence | RationalGF | PRecursive, name: str = "a") -> str:
    """Return the recurrence without its range, for a sequence of the given name.

    >>> from gfkit.core.algebra import PRecursive
    >>> equation(PRecursive.of([[0, 1], [-1, -1]], [1]))
    'n*a(n) = (n + 1)*a(n-1)'
    """
    if hasattr(value, "signature"):
        node = Equation(term(0), of_values.of_signature(value.signature))
    else:
        node = of_values.of_relation(value.rows)
    return PLAIN.write(rename(node, "a", name))


def right_side(rule: Recurrence) -> Node:
    """Return the right-hand side of a recurrence solved for a(n)."""
    return of_values.of_recurrence(rule).right


def relation(rows: Sequence[fmpz_poly]) -> str:
    """Return the equation p_0(n)*a(n) = -p_1(n)*a(n-1) - ...

    >>> from flint import fmpz_poly
    >>> relation([fmpz_poly([0, 1]), fmpz_poly([2, -4]), fmpz_poly([1])])
    'n*a(n) = (4*n - 2)*a(n-1) - a(n-2)'
    """
    return PLAIN.write(of_values.of_relation(rows))


def explicit(value: Any) -> str:
    """Return the right-hand side of a closed form or a hypergeometric term, without its range."""
    if _kind(value) == "Hypergeometric":
        return PLAIN.write(of_values.of_hypergeometric(value, rises=False))
    from gfkit.core.algebra.formula.of_closed_form import explicit_part

    return PLAIN.write(explicit_part(value, PLAIN))


def with_range(value: ClosedForm) -> str:
    """Return the right-hand side of a closed form with its range and the terms before it."""
    from gfkit.core.algebra.formula.of_closed_form import of_closed_form

    return PLAIN.write(of_closed_form(value, PLAIN))


def floor_form(value: QuasiPolynomial) -> str | None:
    """Return the formula as the floor of a polynomial, or None if it has no such form."""
    node = of_values.rounded_down(value.constituents)
    return None if node is None else PLAIN.write(node)


def floor_text(value: QuasiPolynomial) -> str | None:
    """Return the floor of a polynomial with its range and the terms before it, or None."""
    node = of_values.rounded_down(value.constituents)
    return None if node is None else PLAIN.write(of_values.with_exceptions(node, value))


def radical_text(value: Algebraic) -> str | None:
    """Return the series of a quadratic equation, with its square root, or None for other degrees.

    >>> from gfkit.core.algebra import Algebraic
    >>> radical_text(Algebraic.parse("1 - f + t*f^2", [1]))
    '(1 - sqrt(1 - 4*t))/(2*t)'
    """
    node = of_values.radical(value)
    return None if node is None else PLAIN.write(node)


def quotient_text(numerator: Polynomial, denominator: Polynomial) -> str:
    """Return the quotient with brackets where they are needed; a denominator 1 is omitted."""
    return PLAIN.write(of_values.of_quotient(numerator, denominator))


def falling_text(coefficients: Sequence[int], letter: str) -> str:
    """Return a polynomial, given lowest first, with high powers first.

    >>> falling_text([-1, 1, -3, 1], "r")
    'r^3 - 3*r^2 + r - 1'
    """
    return PLAIN.write(of_values.high_powers_first(coefficients, letter))


def rational_text(coefficients: Sequence[Fraction], letter: str = "n") -> str:
    """Return a polynomial with rational coefficients, given lowest first, over their common denominator.

    >>> rational_text([Fraction(-1, 2), Fraction(0), Fraction(1, 2)], "k")
    '(k^2 - 1)/2'
    """
    return PLAIN.write(rename(of_values.rational_row(coefficients), "n", letter))


# Certified decimals of the roots that a closed form numbers


def _root_decimals(form: ClosedForm) -> str:
    """Return the decimal values of the roots r1, r2, ... of a closed form as a string, grouped by
    polynomial.
    """
    text = ""
    for listed in form.numbered(20):
        shown = ", ".join(map(str, listed[:_SHOWN]))
        text += f"; {shown}" + (f" and {len(listed) - _SHOWN} more" if len(listed) > _SHOWN else "")
    return text
