"""Writer of values in the notation of the OEIS, where x marks the size."""

from __future__ import annotations

from typing import Any, ClassVar

from flint import fmpz_poly

from gfkit.core.algebra import (
    Algebraic,
    DifferentialEquation,
    Hypergeometric,
    PRecursive,
    QuasiPolynomial,
    RationalGF,
    Recurrence,
)
from gfkit.core.algebra.formula import of_values, tree
from gfkit.core.algebra.formula.write.plain import Writer
from gfkit.core.algebra.polynomial import dense

_MOST_FACTORED = 80


class Oeis(Writer):
    """Writer in the notation of the OEIS: x for t, y and z for x and y, A(x) for the series, and strict
    bounds of n.
    """

    derived: ClassVar[str] = "A{}(x)"
    letters: ClassVar[dict[str, str]] = {"t": "x", "x": "y", "y": "z", "f": "A(x)"}

    def is_compact(self, node: tree.Node) -> bool:
        return super().is_compact(node) or (isinstance(node, tree.Power) and isinstance(node.base, tree.Sum))

    def letter(self, node: tree.Letter) -> str:
        return self.letters.get(node.name, node.name)

    def range(self, node: tree.Range) -> str:
        return f"{self.write(node.body)} for n > {node.least - 1}{self.earlier(node.before)}"

    def definition(self, node: tree.Definition) -> str:
        equation = Writer().write(tree.Equation(tree.term(0), node.right))
        never_fails = node.right == tree.ZERO and not node.initial
        return equation if never_fails else f"{equation} for n > {node.valid_from - 1}"


_OEIS = Oeis()


def oeis_text(value: Any) -> str:
    """Return the value as a line of the formula section.

    >>> oeis_text(PRecursive.of([[1, 1], [2, -4]], [1]))
    '(n + 1)*a(n) = (4*n - 2)*a(n-1) for n > 0'
    >>> oeis_text(Algebraic.parse("1 - f + t*f^2", [1]))
    'G.f. A(x) satisfies 0 = 1 - A(x) + x*A(x)^2'
    """
    match value:
        case RationalGF():
            is_monic = len(value.variables) == 1 and abs(dense(value.denominator).content()) == 1
            return series_text(value) if is_monic else plane_series_text(value)
        case Recurrence():
            return recurrence_text(value)
        case PRecursive():
            return _OEIS.write(of_values.of_p_recursive(value))
        case Algebraic():
            return f"G.f. A(x) satisfies {algebraic_text(value)}"
        case DifferentialEquation():
            return f"G.f. A(x) satisfies {_OEIS.write(of_values.of_differential(value))}"
        case QuasiPolynomial():
            body = of_values.rounded_down(value.constituents)
            return f"a(n) = {Writer().write(of_values.with_exceptions(body, value)) if body else value}"
        case Hypergeometric():
            return f"a(n) = {value}"
        case tree.Node():
            return _OEIS.write(value)
    return str(value)


def algebraic_text(value: Algebraic) -> str:
    """Return the equation of a series A(x).

    >>> algebraic_text(Algebraic.parse("f^2 - 1 + 4*t", [1]))
    '0 = 1 - 4*x - A(x)^2'
    """
    equation = of_values.of_algebraic(value)
    return _OEIS.write(tree.Equation(equation.right, equation.left))


def recurrence_text(rule: Recurrence) -> str:
    """Return the recurrence with its exact range.

    >>> recurrence_text(RationalGF.of([1, 1, 1], [1, -2, 0, 1]).recurrence)
    'a(n) = 2*a(n-1) - a(n-3) for n > 2'
    >>> recurrence_text(RationalGF.of([1, 1], [1]).recurrence)
    'a(n) = 0 for n > 1'
    """
    return _OEIS.write(of_values.of_recurrence(rule))


def series_text(series: RationalGF, moved: int = 0) -> str:
    """Return the generating function in x divided by x^moved, its denominator in factors.

    >>> series_text(RationalGF.of([0, 1, 1], [1, -3, 2])), series_text(RationalGF.of([0, -2], [1, 2, 1]))
    ('x*(1 + x)/((1 - x)*(1 - 2*x))', '-2*x/(1 + x)^2')
    >>> series_text(RationalGF.of([0, 1], [1, -1, -1]), 1)
    '1/(1 - x - x^2)'
    """
    above = dense(series.numerator)
    low = next((k for k in range(above.degree() + 1) if above[k]), 0)
    size = int(above.content()) * (-1 if above[low] < 0 else 1)
    rest = fmpz_poly([int(above[k]) // (size or 1) for k in range(low, above.degree() + 1)])
    first = of_values.of_terms(("t",), [((low - moved,), abs(size))])
    top = tree.product(first, of_values.low_powers_first(rest)) if size else tree.ZERO
    sign = "-" if size < 0 else ""
    return sign + _write_quotient(top, tree.product(*_factors(dense(series.denominator))))


def expanded_series_text(series: RationalGF) -> str:
    """Return the generating function in x, with numerator and denominator expanded.

    >>> expanded_series_text(RationalGF.of([0, 1, 1], [1, -3, 2]))
    '(x + x^2)/(1 - 3*x + 2*x^2)'
    """
    return _OEIS.write(of_values.of_quotient(series.numerator, series.denominator))


def _write_quotient(above: tree.Node, below: tree.Node) -> str:
    """Return the quotient. A sum alone is in brackets too."""
    is_open = isinstance(above, tree.Sum | tree.Negative) or (
        isinstance(above, tree.Number) and above.value < 0
    )
    return _OEIS.write(tree.Group(above) if below == tree.ONE and is_open else tree.quotient(above, below))


def _factors(below: fmpz_poly) -> list[tree.Node]:
    """Return the factors of a polynomial with constant term 1, each with constant term 1."""
    if below.degree() > _MOST_FACTORED:
        return [of_values.low_powers_first(below)]
    factors = sorted(below.factor()[1], key=lambda item: item[0].degree())
    return [
        of_values.to_power(of_values.low_powers_first(factor if factor[0] > 0 else -factor), int(power))
        for factor, power in factors
    ]


def plane_series_text(series: RationalGF, moved: int = 0) -> str:
    """Return a generating function in t, x, y with x for t, y for x, z for y; divided by x^moved.

    >>> plane_series_text(RationalGF.parse("1/(1 - t - x*t^2)"))
    '1/(1 - x - x^2*y)'
    """
    parts = []
    for polynomial, drop in ((series.numerator, moved), (series.denominator, 0)):
        lowered = [((powers[0] - drop, *powers[1:]), c) for powers, c in polynomial.terms]
        parts.append(of_values.of_terms(polynomial.variables, sorted(lowered)))
    return _write_quotient(*parts)
