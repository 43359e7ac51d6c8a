"""Rational functions on paper: powers of t going up, read back as they were printed."""

from __future__ import annotations

import re

from gfkit.errors import InputError, LimitError
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
    if variables is None:
        variables = ("t", "x", "y")[: 3 if "y" in text else 2 if "x" in text else 1]
    above = match[1] or match[3] or match[5] or match[6] or ""
    below = match[2] or match[4] or "1"
    read = Polynomial.parse(above, variables), Polynomial.parse(below, variables)
    degree = max((powers[0] for part in read for powers, _ in part.terms), default=0)
    if degree > MOST_DEGREE:
        raise LimitError(f"generating function {text!r}: degree {degree} in t is above {MOST_DEGREE}")
    return read


def _bracketed(text: str) -> str:
    return f"({text})" if " " in text or text.startswith("-") else text
