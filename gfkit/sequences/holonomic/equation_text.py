"""Recurrences and differential equations on paper."""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpz_poly

from gfkit.sequences.notation import LATEX, PLAIN, Notation
from gfkit.sequences.polynomial import whole_text


def polynomial_text(polynomial: fmpz_poly, variable: str = "n", notation: Notation = PLAIN) -> str:
    """The polynomial, as a product where it splits into linear factors, else with high powers first.

    >>> print(polynomial_text(fmpz_poly([-1, 3, -3, 1])), polynomial_text(fmpz_poly([1, 0, 2])))
    (n - 1)^3 2*n^2 + 1
    """
    if polynomial.degree() < 2:
        return notation.falling(list(map(int, polynomial.coeffs())), variable)
    constant, factors = polynomial.factor()
    if any(factor.degree() > 1 for factor, _ in factors):
        return notation.falling(list(map(int, polynomial.coeffs())), variable)
    factors.sort(key=lambda item: (item[0][0] != 0, int(item[0][1]), abs(int(item[0][0])), int(item[0][0])))
    parts = [whole_text(abs(int(constant)))]
    for factor, power in factors:
        base = notation.falling(list(map(int, factor.coeffs())), variable)
        parts.append(notation.power(base, str(power)) if power > 1 else base)
    return ("-" if constant < 0 else "") + notation.product(*parts)


def recurrence_text(rows: Sequence[fmpz_poly], notation: Notation = PLAIN) -> str:
    """p_0(n)*a(n) = -p_1(n)*a(n-1) - ..., coefficients as ``polynomial_text`` writes them.

    >>> print(recurrence_text([fmpz_poly([0, 1]), fmpz_poly([2, -4]), fmpz_poly([1])]))
    n*a(n) = (4*n - 2)*a(n-1) - a(n-2)
    """
    return notation.equation(_multiple(rows[0], notation.term(0), notation), _earlier(rows, notation))


def recurrence_latex(rows: Sequence[fmpz_poly]) -> str:
    return recurrence_text(rows, LATEX)


def solved_text(rows: Sequence[fmpz_poly], notation: Notation = PLAIN) -> str:
    """The right-hand side of a(n) = (-p_1(n)*a(n-1) - ...)/p_0(n).

    >>> print(solved_text([fmpz_poly([0, 1]), fmpz_poly([2, -4]), fmpz_poly([1])]))
    ((4*n - 2)*a(n-1) - a(n-2))/n
    """
    return notation.over(_earlier(rows, notation), polynomial_text(rows[0], "n", notation))


def _earlier(rows: Sequence[fmpz_poly], notation: Notation) -> str:
    return notation.total([_multiple(-p, notation.term(k), notation) for k, p in enumerate(rows) if k and p])


def differential_text(rows: Sequence[fmpz_poly], right: fmpz_poly, notation: Notation = PLAIN) -> str:
    """q_r(t)*f^(r)(t) + ... + q_0(t)*f(t) = right(t), polynomials with low powers first.

    >>> print(differential_text([fmpz_poly([-2]), fmpz_poly([1, -4])], fmpz_poly([])))
    (1 - 4*t)*f'(t) - 2*f(t) = 0
    """
    left = []
    for k, q in reversed(list(enumerate(rows))):
        if q:
            left.append(_times(rising_text(q, notation), notation.derivative(k), notation))
    return notation.equation(notation.total(left), rising_text(right, notation))


def rising_text(polynomial: fmpz_poly, notation: Notation = PLAIN) -> str:
    """The polynomial in t with low powers first."""
    row = list(map(int, polynomial.coeffs()))
    return notation.total([notation.falling([*(0,) * k, c], "t") for k, c in enumerate(row) if c])


def _multiple(polynomial: fmpz_poly, term: str, notation: Notation) -> str:
    if polynomial.leading_coefficient() < 0:
        return "-" + _times(polynomial_text(-polynomial, "n", notation), term, notation)
    return _times(polynomial_text(polynomial, "n", notation), term, notation)


def _times(factor: str, term: str, notation: Notation) -> str:
    if factor in ("1", "-1"):
        return factor.removesuffix("1") + term
    bare = factor.startswith("-") and " + " not in factor and " - " not in factor
    guarded = "-" + notation.guarded(factor[1:]) if bare else notation.guarded(factor)
    return guarded + notation.times + term
