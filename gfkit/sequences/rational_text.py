"""Rational functions on paper: powers of t going up, read back as they were printed."""

from __future__ import annotations

import re
from collections.abc import Mapping

from gfkit.errors import InputError, LimitError
from gfkit.sequences.fields import names_field, text_field
from gfkit.sequences.polynomial import Polynomial

MOST_DEGREE = 1_000_000

_QUOTIENT = re.compile(r"\(([^()]*)\)/\(([^()]*)\)|([^()/]*)/\(([^()]*)\)|\(([^()]*)\)|([^()/]*)")


def ascending(polynomial: Polynomial) -> Polynomial:
    """The same polynomial arranged for printing: powers of t going up, t last in every monomial.

    It is for printing only: its terms are not in the order that equality of polynomials relies on.

    >>> print(ascending(Polynomial.parse("1 - t^2*x*y - t", ("t", "x", "y"))))
    1 - t - x*y*t^2
    """
    moved = sorted(
        (((*powers[1:], powers[0]), value) for powers, value in polynomial.terms),
        key=lambda term: (term[0][-1], sum(term[0]), tuple(-power for power in term[0])),
    )
    return Polynomial((*polynomial.variables[1:], polynomial.variables[0]), tuple(moved))


def quotient_text(numerator: Polynomial, denominator: Polynomial) -> str:
    """The quotient with brackets where they are needed; a denominator 1 is left out."""
    above, below = str(ascending(numerator)), str(ascending(denominator))
    if below == "1":
        return above
    return f"{_bracketed(above)}/({below})"


def quotient_latex(numerator: Polynomial, denominator: Polynomial) -> str:
    """The quotient as a LaTeX fraction; a denominator 1 is left out."""
    above, below = ascending(numerator).latex(), ascending(denominator).latex()
    return above if below == "1" else rf"\frac{{{above}}}{{{below}}}"


def read_quotient(text: str, variables: tuple[str, ...] | None) -> tuple[Polynomial, Polynomial]:
    """The two polynomials of a quotient as printed; without a slash the denominator is 1.

    Without ``variables`` they are t alone, t and x, or t, x and y: the fewest that suffice.
    """
    match = _QUOTIENT.fullmatch(text.strip())
    if not match:
        raise InputError(
            f"generating function {text!r}: expected a quotient of two sums of monomials in brackets, "
            "such as (1 + t)/(1 - 2*t - t^2)"
        )
    variables = variables or _fewest(text)
    above = match[1] or match[3] or match[5] or match[6] or ""
    below = match[2] or match[4] or "1"
    return _checked(Polynomial.parse(above, variables), Polynomial.parse(below, variables), repr(text))


def quotient_json(numerator: Polynomial, denominator: Polynomial) -> dict[str, object]:
    """Numerator, denominator and variables as JSON holds them."""
    return {
        "numerator": str(ascending(numerator)),
        "denominator": str(ascending(denominator)),
        "variables": list(numerator.variables),
    }


def read_quotient_json(data: Mapping[str, object]) -> tuple[Polynomial, Polynomial]:
    """The two polynomials of a JSON object; without the key ``variables`` they are the fewest of t, x, y."""
    above, below = text_field(data, "numerator"), text_field(data, "denominator")
    variables = names_field(data, "variables", list(_fewest(above + below)))
    return _checked(Polynomial.parse(above, variables), Polynomial.parse(below, variables), "read")


def _fewest(text: str) -> tuple[str, ...]:
    return ("t", "x", "y")[: 3 if "y" in text else 2 if "x" in text else 1]


def _checked(above: Polynomial, below: Polynomial, name: str) -> tuple[Polynomial, Polynomial]:
    """Refuses powers of t so large that working with the series would take all memory."""
    degree = max((powers[0] for part in (above, below) for powers, _ in part.terms), default=0)
    if degree > MOST_DEGREE:
        raise LimitError(f"generating function {name}: degree {degree} in t is above {MOST_DEGREE}")
    return above, below


def _bracketed(text: str) -> str:
    return f"({text})" if " " in text or text.startswith("-") else text
