"""Between polynomials as values and FLINT's dense polynomials in one variable."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, SupportsInt

from flint import Ordering, acb, fmpz_mpoly_ctx, fmpz_poly

from gfkit.sequences.polynomial import Monomial, Polynomial


def dense(polynomial: Polynomial) -> fmpz_poly:
    """The FLINT polynomial of a polynomial in one variable."""
    row = [0] * (1 + max((powers[0] for powers, _ in polynomial.terms), default=-1))
    for powers, value in polynomial.terms:
        row[powers[0]] = value
    return fmpz_poly(row)


def sparse(coefficients: Iterable[SupportsInt], variable: str = "t") -> Polynomial:
    """The polynomial in one variable with these coefficients, lowest first.

    >>> print(sparse([1, 0, -3], "z"))
    1 - 3*z^2
    """
    return Polynomial.of((variable,), {(k,): int(c) for k, c in enumerate(coefficients)})


def in_t(coefficients: Sequence[int | Polynomial], variables: tuple[str, ...]) -> Polynomial:
    """The polynomial whose coefficients of 1, t, t^2, ... are these.

    >>> print(in_t([1, Polynomial.parse("1 + x", ("x",))], ("t", "x")))
    1 + t + t*x
    """
    terms: dict[Monomial, int] = {}
    for k, part in enumerate(coefficients):
        if isinstance(part, Polynomial):
            terms.update({(k, *powers): value for powers, value in part.terms})
        else:
            terms[(k, *(0,) * (len(variables) - 1))] = part
    return Polynomial.of(variables, terms)


def put(polynomial: Polynomial, values: Mapping[str, int]) -> Polynomial:
    """The polynomial with integers put for some of its variables.

    >>> print(put(Polynomial.parse("1 - t*x - t", ("t", "x")), {"x": 2}))
    1 - 3*t
    """
    kept = [i for i, name in enumerate(polynomial.variables) if name not in values]
    terms: dict[Monomial, int] = {}
    for powers, coefficient in polynomial.terms:
        for name, value in values.items():
            coefficient *= value ** powers[polynomial.variables.index(name)]
        left = tuple(powers[i] for i in kept)
        terms[left] = terms.get(left, 0) + coefficient
    return Polynomial.of(tuple(polynomial.variables[i] for i in kept), terms)


def lowest(numerator: Polynomial, denominator: Polynomial) -> tuple[Polynomial, Polynomial]:
    """The quotient without common factors, numbers among them; the cost is one gcd."""
    variables = numerator.variables
    if len(variables) == 1:
        above, below = dense(numerator), dense(denominator)
        common = above.gcd(below)
        return tuple(sparse((part // common).coeffs(), variables[0]) for part in (above, below))  # type: ignore[return-value]
    context = fmpz_mpoly_ctx.get(variables, Ordering.lex)
    top, bottom = (context.from_dict(dict(part.terms)) for part in (numerator, denominator))
    shared = top.gcd(bottom)
    return tuple(  # type: ignore[return-value]
        Polynomial.of(variables, {tuple(map(int, powers)): int(value) for powers, value in part.terms()})
        for part in (top // shared, bottom // shared)
    )


def at_powers(polynomial: fmpz_poly, step: int) -> fmpz_poly:
    """The polynomial f(z^step).

    >>> at_powers(fmpz_poly([1, 2]), 3)
    2*x^3 + 1
    """
    row = [0] * (polynomial.degree() * step + 1)
    row[::step] = map(int, polynomial.coeffs())
    return fmpz_poly(row)


def reverse(polynomial: fmpz_poly, length: int) -> fmpz_poly:
    """The polynomial z^(length - 1) f(1/z).

    >>> reverse(fmpz_poly([1, -1, -1]), 3)
    x^2 + (-1)*x + (-1)
    """
    row = list(polynomial.coeffs())
    return fmpz_poly([*(0,) * (length - len(row)), *row[::-1]])


def series(numerator: fmpz_poly, denominator: fmpz_poly, length: int) -> list[int]:
    """The coefficients of 1, t, ..., t^(length - 1) in P(t)/Q(t), where Q(0) = 1.

    With z = 1/t they are the quotient of z^(length - 1) P by a polynomial with leading coefficient 1,
    z^d Q: one division of polynomials.

    >>> series(fmpz_poly([1, 1]), fmpz_poly([1, -2, -1]), 5)
    [1, 3, 7, 17, 41]
    """
    order = denominator.degree()
    above = reverse(numerator.truncate(length), length).left_shift(order)
    row = [int(c) for c in (above // reverse(denominator, order + 1)).coeffs()]
    return [*(0,) * (length - len(row)), *row[::-1]]


def taylor(polynomial: fmpz_poly, order: int) -> fmpz_poly:
    """The coefficient of e^order in f(z + e), that is f^(order)/order!.

    >>> taylor(fmpz_poly([1, 3, 3, 1]), 2)
    3*x + 3
    """
    for k in range(1, order + 1):
        polynomial = fmpz_poly([c // k for c in polynomial.derivative().coeffs()])
    return polynomial


def isolated(polynomial: fmpz_poly) -> list[tuple[acb, int]]:
    """The complex roots as balls that do not meet, with their multiplicities; real ones exactly real.

    >>> isolated(fmpz_poly([1, 2, 1]))
    [(-1.00000000000000, 2)]
    """
    found: list[Any] = polynomial.complex_roots()
    return [(root, int(multiplicity)) for root, multiplicity in found]
