"""Sums over the roots of a polynomial, exactly: as traces in the field of the polynomial."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from flint import arb, ctx, fmpq, fmpq_poly

from gfkit.errors import InputError, LimitError
from gfkit.formula.tree import (
    Letter,
    Negative,
    Node,
    Power,
    Product,
    Quotient,
    RootSum,
    Sum,
    letters,
    walk,
)
from gfkit.sequences.series import isolated
from gfkit.verify.formula.ratio import Ring, ratio
from gfkit.verify.formula.statement import PrintedRoot, Statement

_MOST_PRINTED = 1000
"""Longer decimals of roots are refused."""

Numbers = Callable[[Node, int], Fraction]
"""How parts without the letter of the roots get their value at n."""


def trace(tree: RootSum, n: int, number: Numbers) -> Fraction:
    """The sum over the roots: the trace of the body in the field of the polynomial."""
    modulus = fmpq_poly([_flint(c) for c in polynomial_of(tree)])
    body = _element(tree.body, tree.letter, n, modulus, number)
    power, trace = fmpq_poly([1]), Fraction(0)
    for k in range(modulus.degree()):
        coefficient = (body * power % modulus)[k]
        trace += Fraction(int(coefficient.numer()), int(coefficient.denom()))
        power = power * fmpq_poly([0, 1]) % modulus
    return trace


def _element(tree: Node, letter: str, n: int, modulus: fmpq_poly, number: Numbers) -> fmpq_poly:
    if letter not in letters(tree):
        return fmpq_poly([_flint(number(tree, n))])
    again = partial(_element, letter=letter, n=n, modulus=modulus, number=number)
    match tree:
        case Letter():
            return fmpq_poly([0, 1]) % modulus
        case Negative(body=body):
            return -again(body)
        case Sum(terms=terms):
            return sum((again(term) for term in terms), fmpq_poly([]))
        case Product(factors=factors):
            result = fmpq_poly([1])
            for factor in factors:
                result = result * again(factor) % modulus
            return result
        case Quotient(above=above, below=below):
            return again(above) * _inverted(again(below), modulus) % modulus
        case Power(base=base, exponent=exponent):
            size = number(exponent, n)
            if size.denominator != 1:
                raise InputError(f"formula: under a sum over roots the exponent {size} must be whole")
            element = again(base) if size >= 0 else _inverted(again(base), modulus)
            return _modular_power(element, abs(size.numerator), modulus)
    raise InputError(f"formula: {type(tree).__name__.lower()} has no meaning under a sum over roots")


def _modular_power(element: fmpq_poly, exponent: int, modulus: fmpq_poly) -> fmpq_poly:
    result = fmpq_poly([1])
    while exponent:
        if exponent & 1:
            result = result * element % modulus
        element, exponent = element * element % modulus, exponent >> 1
    return result


def _inverted(element: fmpq_poly, modulus: fmpq_poly) -> fmpq_poly:
    common, inverse, _ = (element % modulus).xgcd(modulus)
    if common.degree() != 0:
        raise InputError("formula: divides by zero at a root of the polynomial")
    return inverse / common[0]


def polynomial_of(tree: RootSum) -> list[Fraction]:
    """The coefficients of the polynomial, lowest first."""
    ring = Ring()
    row = ratio(tree.polynomial, ring, {tree.letter: ring.letter("u")}).row("u")
    if row is None or not any(row):
        raise InputError("formula: a sum goes over the roots of a polynomial, as r^3 - r - 1 = 0")
    return row


def check_roots(statement: Statement) -> None:
    """Refuses decimals such as r1 = 2.76 that are not, to the digits printed, roots of the sum over r."""
    sums = [
        node
        for chain in statement.chains
        for side in chain.sides
        for node in walk(side)
        if isinstance(node, RootSum)
    ]
    for printed in statement.roots:
        if len(printed.text) > _MOST_PRINTED:
            raise LimitError(
                f"formula: a root of {len(printed.text)} characters is more than {_MOST_PRINTED}"
            )
        several = [polynomial_of(tree) for tree in sums if tree.letter == printed.letter]
        if not any(_is_root(printed, row) for row in several):
            raise InputError(f"formula: {printed.text!r} is no root of the polynomial of {printed.letter}")
        listed = sum(other.letter == printed.letter for other in statement.roots)
        if printed.more and all(listed + printed.more != len(row) - 1 for row in several):
            raise InputError(f"formula: {printed.text!r} counts the roots wrongly")


def _is_root(printed: PrintedRoot, row: list[Fraction]) -> bool:
    """Whether both parts are those of one root, rounded or cut off at the last digit."""
    polynomial = fmpq_poly([_flint(c) for c in row]).numer()
    with ctx.workprec(64 + 8 * len(printed.text)):
        return any(
            _is_near(printed.real, root.real) and _is_near(printed.imaginary, root.imag)
            for root, _ in isolated(polynomial)
        )


def _is_near(text: str, number: arb) -> bool:
    digits, _, power = text.partition("e")
    unit = Fraction(10) ** (int(power or 0) - len(digits.partition(".")[2]))
    apart = abs(number - arb(_flint(Fraction(text))))
    return bool(apart < arb(_flint(unit))) if "." in digits else bool(apart < arb(10) ** -15)


def _flint(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)
