"""Equations in t and f: between values and FLINT's polynomials, and their irreducible factors."""

from __future__ import annotations

from collections.abc import Sequence

from flint import Ordering, fmpz_mpoly, fmpz_mpoly_ctx, fmpz_poly

from gfkit.errors import InputError
from gfkit.sequences.polynomial import Monomial, Polynomial

VARIABLES = ("t", "f")

_CONTEXT = fmpz_mpoly_ctx.get(VARIABLES, Ordering.lex)


def columns(equation: Polynomial) -> list[fmpz_poly]:
    """The coefficients of 1, f, f^2, ... as polynomials in t.

    >>> columns(Polynomial.parse("1 - f + t*f^2", VARIABLES))
    [1, (-1), x]
    """
    height = max((power for (_, power), _ in equation.terms), default=-1)
    width = max((power for (power, _), _ in equation.terms), default=-1)
    table = [[0] * (width + 1) for _ in range(height + 1)]
    for (power_of_t, power_of_f), value in equation.terms:
        table[power_of_f][power_of_t] = value
    return [fmpz_poly(line) for line in table]


def polynomial_of(parts: Sequence[fmpz_poly]) -> Polynomial:
    """The polynomial in t and f with these coefficients of 1, f, f^2, ..."""
    listed: dict[Monomial, int] = {
        (k, j): int(c) for j, part in enumerate(parts) for k, c in enumerate(part.coeffs())
    }
    return Polynomial.of(VARIABLES, listed)


def signed(equation: Polynomial) -> Polynomial:
    """The equation with its first printed coefficient positive."""
    return -equation if equation.terms and equation.terms[0][1] < 0 else equation


def factors(equation: Polynomial) -> list[Polynomial]:
    """The different irreducible factors that contain f.

    >>> [str(part) for part in factors(Polynomial.parse("t*f^2 - t^3", VARIABLES))]
    ['t - f', 't + f']
    """
    whole = _CONTEXT.from_dict(dict(equation.terms))
    if not whole:
        raise InputError("algebraic equation 0 = 0: must not be zero")
    found = [_value(part) for part, _ in whole.factor()[1]]
    kept = [signed(part) for part in found if any(power for (_, power), _ in part.terms)]
    if not kept:
        raise InputError(f"algebraic equation {equation} = 0: f must occur in it")
    return sorted(kept, key=lambda part: part.terms)


def _value(part: fmpz_mpoly) -> Polynomial:
    return Polynomial.of(VARIABLES, {tuple(map(int, powers)): int(c) for powers, c in part.terms()})
