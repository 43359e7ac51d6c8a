"""Algebraic equations of generating functions, from terms."""

from __future__ import annotations

from collections.abc import Sequence

from flint import fmpz_poly, nmod_poly

from gfkit.errors import InputError
from gfkit.exact.order_basis import Residues, row_relations
from gfkit.guess.data import Data, bits_of
from gfkit.guess.fit import Fit, holds_up, worth_it
from gfkit.guess.lifting import lifted
from gfkit.sequences import Algebraic, Polynomial
from gfkit.sequences.polynomial import Monomial


def algebraic_fit(data: Data, degree: int, spare: int) -> Fit | None:
    """The equation q_0(t) + q_1(t) f + ... + q_d(t) f^d = 0 of this degree in f, or None.

    Here f is the sum of a(n) t^n over the given n; the q_i of least degree come from an order basis of
    the powers of f modulo one prime, then as many primes as they are long. All given terms are tried
    exactly, and of several irreducible factors the one is kept that f makes zero. d N^2 operations.

    >>> fit = algebraic_fit(Data.of([1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862]), 2, 5)
    >>> print(fit.law.equation, fit.unknowns, fit.equations)
    1 - f + t*f^2 5 10

    Reference: Alin Bostan and Manuel Kauers, Automatic classification of restricted lattice walks.
    """
    powers = _Powers(data, degree)
    rows, _ = powers([data.search_prime], len(data))
    exact = fmpz_poly(list(data.whole))
    for relation in row_relations(rows[0], None, data.search_prime, spare):
        unknowns = (degree + 1) * (relation.degree + 1) - 1
        if not worth_it(data, unknowns):
            return None
        found = lifted(data, powers, relation, lambda rows: _vanishes(data, exact, rows))
        if found is not None:
            return _judged(data, _placed(data, found), unknowns)
    return None


class _Powers:
    """The series 1, f, f^2, ..., f^d modulo primes, up to some power of t; f starts at t^0."""

    def __init__(self, data: Data, degree: int) -> None:
        self.data, self.degree = data, degree

    def __call__(self, primes: Sequence[int], count: int) -> tuple[list[Residues], None]:
        rows: list[Residues] = []
        for listed, prime in zip(self.data.residues(primes), primes, strict=True):
            series, power = nmod_poly(listed[:count], prime), nmod_poly([1], prime)
            layer = []
            for _ in range(self.degree + 1):
                layer.append([int(power[k]) for k in range(count)])
                power = power.mul_low(series, count)
            rows.append(layer)
        return rows, None


def _vanishes(data: Data, exact: fmpz_poly, rows: Sequence[fmpz_poly]) -> bool:
    """Whether sum q_i f^i starts after the last given power of t, by Horner's rule."""
    total, below = fmpz_poly([]), 1
    for row in reversed(rows):
        total = total.mul_low(exact, len(data)) + row * below
        below *= data.denominator
    return not total.truncate(len(data))


def _placed(data: Data, rows: Sequence[fmpz_poly]) -> list[fmpz_poly]:
    """The equation of t^offset f when that of f is given."""
    top = (len(rows) - 1) * data.offset
    return [row.left_shift(top - k * data.offset) for k, row in enumerate(rows)]


def _judged(data: Data, rows: Sequence[fmpz_poly], unknowns: int) -> Fit | None:
    terms: dict[Monomial, int] = {
        (k, i): int(c) for i, row in enumerate(rows) for k, c in enumerate(row.coeffs()) if c
    }
    try:
        law = Algebraic.of(Polynomial.of(("t", "f"), terms), data.terms, data.offset)
    except InputError:  # more terms would be needed to single out one solution
        return None
    law_bits = sum(bits_of(c) for _, c in law.equation.terms)
    if law.degree < 2 or not holds_up(data, law_bits, law.first_n + len(law.initial)):
        return None
    return Fit(law, "Hermite-Pade modulo primes", unknowns, len(data), 0, len(data))
