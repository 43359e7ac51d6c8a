"""One term of a rational power series, without the terms before it."""

from __future__ import annotations

from math import gcd
from typing import Any

from flint import fmpz_mod_ctx, fmpz_mod_poly_ctx, fmpz_poly, nmod_poly

from gfkit.errors import InputError
from gfkit.exact.residue import WORD_BITS
from gfkit.sequences.number import Number, check_modulus, whole_text
from gfkit.sequences.scaling import scaled

_WORD = 2 << WORD_BITS


def nth_term(numerator: fmpz_poly, denominator: fmpz_poly, n: int) -> Number:
    """The coefficient of t^n in P(t)/Q(t), where Q(0) > 0.

    After t is scaled so that Q(0) = 1 (``scaled``), P/Q = P(t)Q(-t) / (Q(t)Q(-t)), and the new
    denominator is a polynomial in t^2: only every other coefficient of the numerator counts, and n is
    halved. Everything is cut after t^n, so that the few last and largest products stay about as small
    as the answer. Cost: 2 log2(n) products of polynomials
    of the order d of the series, with integers that grow as the product of the roots larger than 1 to
    the power of the step. At order 100 and n = 10^5 this takes 0.03 s, and the power z^n modulo the
    characteristic polynomial, all of whose d coefficients grow as large as the answer, 0.37 s.

    >>> nth_term(fmpz_poly([0, 1]), fmpz_poly([1, -1, -1]), 100)
    354224848179261915075

    Reference: Alin Bostan and Ryuhei Mori, A Simple and Fast Algorithm for Computing the N-th Term of a
    Linearly Recurrent Sequence.
    """
    made, exponent = scaled(numerator, denominator), n
    numerator, denominator = made.numerator, made.denominator
    while n:
        numerator, denominator = numerator.truncate(n + 1), denominator.truncate(n + 1)
        mirrored = fmpz_poly([-c if k & 1 else c for k, c in enumerate(denominator.coeffs())])
        numerator = fmpz_poly(numerator.mul_low(mirrored, n + 1).coeffs()[n & 1 :: 2])
        n >>= 1
        if n:
            denominator = fmpz_poly(denominator.mul_low(mirrored, 2 * n + 1).coeffs()[::2])
    return made.term(int(numerator[0]), exponent)


def nth_term_mod(numerator: fmpz_poly, denominator: fmpz_poly, n: int, modulus: int) -> int:
    """The coefficient of t^n in P(t)/Q(t) modulo any integer >= 1 that has no factor in common with Q(0).

    The same halving over the integers modulo m; about 2 log2(n) products of polynomials of the order
    of the series, so n = 10^18 is sixty steps.

    >>> nth_term_mod(fmpz_poly([0, 1]), fmpz_poly([1, -1, -1]), 100, 1000)
    75
    """
    check_modulus(modulus)
    start = int(denominator[0])
    if gcd(start, modulus) > 1:
        raise InputError(
            f"modulus {whole_text(modulus)}: must have no factor in common with {whole_text(start)}, the "
            "constant term of the denominator"
        )
    if modulus == 1:
        return 0
    ring, unit = _ring(modulus), pow(start, -1, modulus)
    above, below = (ring([int(c) * unit for c in part.coeffs()]) for part in (numerator, denominator))
    while n:
        mirrored = ring([-c if k & 1 else c for k, c in enumerate(below.coeffs())])
        above = ring((above * mirrored).coeffs()[n & 1 :: 2])
        below = ring((below * mirrored).coeffs()[::2])
        n >>= 1
    return int(above[0])


def _ring(modulus: int) -> Any:
    """How to make a polynomial modulo m from coefficients: FLINT's kind for words, or the other."""
    if modulus < _WORD:
        return lambda coefficients: nmod_poly([int(c) % modulus for c in coefficients], modulus)
    return fmpz_mod_poly_ctx(fmpz_mod_ctx(modulus))
