"""Sums over the roots of a polynomial, exactly: as traces in the field of the polynomial."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from flint import fmpq, fmpq_poly

from gfkit.errors import InputError
from gfkit.verify.formula.ratio import Ring, ratio
from gfkit.verify.formula.tree import Letter, Negative, Node, Power, Product, Quotient, RootSum, Sum, letters

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


def _flint(number: Fraction) -> fmpq:
    return fmpq(number.numerator, number.denominator)
