"""Values in the words and signs of the OEIS, where x marks the size."""

from __future__ import annotations

import re
from typing import Any

from flint import fmpz_poly

from gfkit.sequences.algebraic import Algebraic
from gfkit.sequences.closed_form import ClosedForm
from gfkit.sequences.dense import dense, sparse
from gfkit.sequences.holonomic import DifferentialEquation, Hypergeometric, PRecursive
from gfkit.sequences.notation import PLAIN
from gfkit.sequences.polynomial import Polynomial
from gfkit.sequences.quasi_polynomial import QuasiPolynomial
from gfkit.sequences.rational import RationalGF
from gfkit.sequences.rational_text import ascending
from gfkit.sequences.recurrence import Recurrence

_MOST_FACTORED = 80


def oeis_text(value: Any) -> str:
    """The value as a line of formulas has it.

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
            return f"{value.equation} for n > {value.valid_from - 1}"
        case Algebraic():
            return f"G.f. A(x) satisfies {algebraic_text(value)}"
        case DifferentialEquation():
            return f"G.f. A(x) satisfies {_in_x(re.sub(r'f(?=[^a-z]*[(]t[)])', 'A', str(value)))}"
        case QuasiPolynomial():
            formula = value.floor_form
            before = tuple(enumerate(value.exceptions, value.first_n))
            return f"a(n) = {PLAIN.starting(formula, before) if formula else value}"
        case Hypergeometric():
            return f"a(n) = {value}"
    return str(value) if isinstance(value, ClosedForm | Polynomial) else value.written(PLAIN)


def algebraic_text(value: Algebraic) -> str:
    """The equation of a series A(x).

    >>> algebraic_text(Algebraic.parse("f^2 - 1 + 4*t", [1]))
    '0 = 1 - 4*x - A(x)^2'
    """
    return "0 = " + _in_x(re.sub(r"\bf\b", "A(x)", str(value.equation)))


def _in_x(text: str) -> str:
    return re.sub(r"\bt\b", "x", text)


def recurrence_text(rule: Recurrence) -> str:
    """The recurrence with its exact range.

    >>> recurrence_text(RationalGF.of([1, 1, 1], [1, -2, 0, 1]).recurrence)
    'a(n) = 2*a(n-1) - a(n-3) for n > 2'
    >>> recurrence_text(RationalGF.of([1, 1], [1]).recurrence)
    'a(n) = 0 for n > 1'
    """
    if not rule.order:
        return "a(n) = 0" + (f" for n > {rule.valid_from - 1}" if rule.valid_from > rule.first_n else "")
    body = str(rule).removesuffix(f" for n >= {rule.valid_from}")
    return f"{body} for n > {rule.valid_from - 1}"


def series_text(series: RationalGF, moved: int = 0) -> str:
    """The generating function in x divided by x^moved, its denominator in factors.

    >>> series_text(RationalGF.of([0, 1, 1], [1, -3, 2]))
    'x*(1 + x)/((1 - x)*(1 - 2*x))'
    >>> series_text(RationalGF.of([0, 1], [1, -1, -1]), 1)
    '1/(1 - x - x^2)'
    """
    above = dense(series.numerator)
    low = next((k for k in range(above.degree() + 1) if above[k]), 0)
    rest = fmpz_poly([int(above[k]) for k in range(low, above.degree() + 1)])
    top = _above(low - moved, _row(rest)) if above else "0"
    below = _factors(dense(series.denominator))
    if not below:
        return top
    bottom = "*".join(below)
    if len(below) > 1 or "^" in bottom.rpartition(")")[2]:
        bottom = f"({bottom})"
    return f"{top}/{bottom}"


def _above(power: int, text: str) -> str:
    letter = {0: "", 1: "x"}.get(power, f"x^{power}")
    bracketed = f"({text})" if " " in text or text.startswith("-") else text
    if not letter:
        return bracketed
    return letter if text == "1" else f"{letter}*{bracketed}"


def _row(polynomial: fmpz_poly) -> str:
    return str(ascending(sparse(polynomial.coeffs(), "x")))


def _factors(below: fmpz_poly) -> list[str]:
    """The factors of a polynomial with constant term 1, each in brackets and with constant term 1."""
    if below.degree() == 0:
        return []
    if below.degree() > _MOST_FACTORED:
        return [f"({_row(below)})"]
    found: list[tuple[int, int, str]] = []
    for factor, power in below.factor()[1]:
        signed = factor if factor[0] > 0 else -factor
        found.append((signed.degree(), len(found), f"({_row(signed)})" + (f"^{power}" if power > 1 else "")))
    return [text for *_, text in sorted(found)]


def plane_series_text(series: RationalGF, moved: int = 0) -> str:
    """A generating function in t, x, y with x for t, y for x, z for y; divided by x^moved.

    >>> plane_series_text(RationalGF.parse("1/(1 - t - x*t^2)"))
    '1/(1 - x - x^2*y)'
    """
    names = ("x", "y", "z")[: len(series.variables)]
    parts = []
    for polynomial, drop in ((series.numerator, moved), (series.denominator, 0)):
        terms = {(powers[0] - drop, *powers[1:]): c for powers, c in polynomial.terms}
        parts.append(str(_plain(Polynomial.of(names, terms))))
    above, below = (f"({text})" if " " in text or text.startswith("-") else text for text in parts)
    return above if below == "1" else f"{above}/{below}"


def _plain(polynomial: Polynomial) -> Polynomial:
    """Arranged for printing: powers of x going up, x first in every monomial."""
    ordered = sorted(polynomial.terms, key=lambda term: term[0])
    return Polynomial(polynomial.variables, tuple(ordered))
