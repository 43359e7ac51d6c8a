"""Quasi-polynomials: sequences given by a polynomial in n on each residue class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from math import gcd, lcm
from typing import Any, ClassVar, Self

from flint import fmpq, fmpq_poly, fmpz_poly

from gfkit.core.algebra.fields import numbers_field, rows_field, whole_field
from gfkit.core.algebra.holonomic import PRecursive
from gfkit.core.algebra.number import (
    Number,
    checked_count,
    checked_index,
    from_flint,
    number,
    number_text,
    residue,
    to_fmpq,
)
from gfkit.core.algebra.operations import Operations, check_subsequence
from gfkit.core.algebra.polynomial import dense, sparse
from gfkit.core.algebra.rational import RationalGF
from gfkit.core.deferred import dataclass
from gfkit.core.errors import InputError, LimitError
from gfkit.core.writable import formulas

Cases = list[list[Fraction]]
"""Coefficients of 1, n, n^2, ..., for every residue of n."""

_MOST_COEFFICIENTS = 1_000_000


def _fractions(row: Sequence[Number]) -> list[Fraction]:
    """Return the coefficients as fractions, without zeros at the end.

    >>> _fractions([1, 0, 2, 0])
    [Fraction(1, 1), Fraction(0, 1), Fraction(2, 1)]
    """
    length = next((k for k in range(len(row), 0, -1) if row[k - 1]), 0)
    return [Fraction(c) for c in row[:length]]


def value_at(rows: Sequence[Sequence[Fraction]], n: int) -> Number:
    """Return the value at n of the polynomial for its residue.

    >>> value_at([[Fraction(0), Fraction(1, 2)], [Fraction(3)]], 4)
    2
    """
    row = rows[n % len(rows)]
    below = lcm(*(c.denominator for c in row))
    total = 0
    for c in reversed(row):
        total = total * n + c.numerator * (below // c.denominator)
    whole, rest = divmod(total, below)
    return number(Fraction(total, below)) if rest else whole


def _least_period(rows: Cases) -> Cases:
    """Return the shortest equivalent list of rows by residues.

    >>> len(_least_period([[], [Fraction(1)], [], [Fraction(1)]]))
    2
    """
    periods = (k for k in range(1, len(rows)) if len(rows) % k == 0 and rows[k:] == rows[:-k])
    return rows[: next(periods, len(rows))]


def _size(period: int, degree: int) -> int:
    """Return the number of coefficients, which is also the number of terms that determine them.

    Raise LimitError if it is too large.
    """
    if period * (degree + 1) > _MOST_COEFFICIENTS:
        raise LimitError(
            f"period {period} and degree {degree}: more than {_MOST_COEFFICIENTS} coefficients of polynomials"
        )
    return period * (degree + 1)


def _interpolate(values: Sequence[Number], start: int, period: int, degree: int) -> Cases:
    """Return the polynomials of at most the given degree with the given values at n = start, start + 1, ...

    For every residue degree + 1 values are joined by Newton's forward differences, in the variable
    (n - first n of the residue)/period. Cost degree^2 for every residue.

    >>> _interpolate([1, 4, 9], 1, 1, 2)
    [[Fraction(0, 1), Fraction(0, 1), Fraction(1, 1)]]
    """
    needed = _size(period, degree)
    if len(values) < needed:
        raise InputError(
            f"too few terms: {len(values)} with n >= {start} given, but period {period} and degree {degree}"
            f" require {needed}"
        )
    basis = _binomials(degree)
    rows: Cases = [[] for _ in range(period)]
    for k in range(period):
        differences = list(map(to_fmpq, values[k:needed:period]))
        total = fmpq_poly([])
        for binomial in basis:
            total += binomial * differences[0]
            differences = [b - a for a, b in pairwise(differences)]
        polynomial = total(fmpq_poly([fmpq(-start - k, period), fmpq(1, period)]))
        rows[(start + k) % period] = [Fraction(from_flint(c)) for c in polynomial.coeffs()]
    return rows


def _binomials(degree: int) -> list[fmpq_poly]:
    """Return the polynomials binomial(z, 0), ..., binomial(z, degree)."""
    made = [fmpq_poly([1])] if degree >= 0 else []
    for j in range(degree):
        made.append(made[-1] * fmpq_poly([fmpq(-j, j + 1), fmpq(1, j + 1)]))
    return made


@dataclass(frozen=True, repr=False)
class QuasiPolynomial(Operations):
    """Sequence a(n), n >= first_n, that is a polynomial for every residue of n modulo the period.

    Create it with ``of``, ``interpolate`` or ``from_rational``. ``constituents[i]`` contains the
    coefficients, lowest first, for n = i modulo the period; period and ``valid_from`` are as small as
    possible. The polynomials hold for n >= ``valid_from``; ``exceptions`` are the earlier terms.

    >>> rounds = QuasiPolynomial.from_rational(RationalGF.parse("t^2/(1 - 2t + 2t^3 - t^4)"))
    >>> print(rounds)
    n^2/4 if n mod 2 = 0; (n^2 - 1)/4 if n mod 2 = 1
    >>> rounds.floor_form, rounds[10**18] == 10**36 // 4
    ('floor(n^2/4)', True)
    """

    rank: ClassVar[int] = 0

    period: int
    constituents: tuple[tuple[Fraction, ...], ...]
    valid_from: int
    exceptions: tuple[Number, ...] = ()
    first_n: int = 0

    @classmethod
    def of(
        cls, constituents: Sequence[Sequence[Number]], exceptions: Sequence[Number] = (), first_n: int = 0
    ) -> Self:
        """Return the sequence with the given polynomials, one for each residue, and the given exceptional
        initial terms.

        >>> print(QuasiPolynomial.of([[0, 1], [0, 1]], [5, 1]))
        n for n >= 1; a(0) = 5
        """
        if not constituents:
            raise InputError("constituents []: at least one polynomial is required")
        if first_n < 0:
            raise InputError(f"first_n {first_n} must be at least 0")
        rows = _least_period([_fractions(constituent) for constituent in constituents])
        before = [number(value) for value in exceptions]
        while before and before[-1] == value_at(rows, first_n + len(before) - 1):
            before.pop()
        return cls(len(rows), tuple(map(tuple, rows)), first_n + len(before), tuple(before), first_n)

    @classmethod
    def interpolate(cls, terms: Sequence[Number], first_n: int, start: int, period: int, degree: int) -> Self:
        """Return the unique sequence with the given terms that for n >= start has at most the given period
        and degree, or less.

        It uses period * (degree + 1) terms, starting at n = start, and ignores later ones.

        >>> print(QuasiPolynomial.interpolate([0, 0, 1, 2, 4, 6], 0, 0, 2, 2))
        n^2/4 if n mod 2 = 0; (n^2 - 1)/4 if n mod 2 = 1
        """
        before = start - first_n
        return cls.of(_interpolate(terms[before:], start, period, degree), terms[:before], first_n)

    @classmethod
    def from_rational(cls, gf: RationalGF) -> Self | None:
        """Convert a generating function; return None if a root of its denominator is not a root of unity.

        The period divides the least common multiple of the roots' orders; the degree is the highest
        multiplicity less one. Cost: one factorisation and an interpolation for every residue.
        """
        gf.plain("a quasi-polynomial")
        below = dense(gf.denominator)
        below = below // below.content()
        if abs(below[0]) != 1 or abs(below.leading_coefficient()) != 1:
            return None
        orders = [(int(factor.is_cyclotomic()), int(power)) for factor, power in below.factor()[1]]
        if not all(order for order, _ in orders):
            return None
        period, degree = lcm(*(order for order, _ in orders)), max((m for _, m in orders), default=0) - 1
        start = max(gf.first_n, gf.degree - gf.order + 1)
        count = start - gf.first_n + _size(period, degree)
        return cls.interpolate(gf.terms(count), gf.first_n, start, period, degree)

    @property
    def degree(self) -> int:
        """Highest degree of a constituent; -1 if a(n) = 0 for all n >= valid_from."""
        return max(map(len, self.constituents)) - 1

    @property
    def is_polynomial(self) -> bool:
        return self.period == 1

    @property
    def is_periodic(self) -> bool:
        return self.degree <= 0

    @property
    def floor_form(self) -> str | None:
        """Formula as a polynomial rounded down, if the constituents differ little enough.

        >>> partitions = RationalGF.parse("1/(1 - t - t^2 + t^4 + t^5 - t^6)")  # into parts 1, 2, 3
        >>> QuasiPolynomial.from_rational(partitions).floor_form
        'floor((n^2 + 6*n + 12)/12)'
        """
        return formulas().floor_form(self)

    @property
    def generating_function(self) -> RationalGF:
        """Return the generating function; its denominator is known, so no factor cancels.

        The coefficients of n^j, as a polynomial with one coefficient for every residue, determine by their
        common factors with cyclotomic polynomials which roots of unity have multiplicity j + 1.
        """
        common = lcm(*(c.denominator for row in (*self.constituents, self.exceptions) for c in row))
        layers = [self._layer(power) for power in range(self.degree + 1)]
        below = fmpz_poly([1])
        for order in (k for k in range(1, self.period + 1) if self.period % k == 0):
            factor = fmpz_poly.cyclotomic(order)
            powers = [j + 1 for j, layer in enumerate(layers) if (layer % factor).degree() >= 0]
            below *= factor ** max(powers, default=0)
        count = self.valid_from + below.degree()
        listed = [0] * self.first_n + [int(value * common) for value in self.terms(count - self.first_n)]
        above = fmpz_poly(listed).mul_low(below, count) if count else fmpz_poly([])
        return RationalGF.reduced(sparse(above.coeffs()), sparse((below * common).coeffs()), self.first_n)

    def _layer(self, power: int) -> fmpz_poly:
        row = [
            constituent[power] if power < len(constituent) else Fraction(0)
            for constituent in self.constituents
        ]
        common = lcm(*(c.denominator for c in row))
        return fmpz_poly([int(c * common) for c in row])

    def p_recursive(self) -> PRecursive:
        """Return the sequence as a P-recursive one; its recurrence has constant coefficients."""
        return self.generating_function.p_recursive()

    def generalise(self) -> RationalGF:
        return self.generating_function

    def terms(self, count: int) -> list[Number]:
        """Return the first ``count`` terms."""
        count = checked_count(count)
        later = range(self.valid_from, self.first_n + count)
        return [*self.exceptions[:count], *(value_at(self.constituents, n) for n in later)]

    def coefficient(self, n: int) -> Number:
        """Return the term a(n)."""
        n = checked_index(n, self.first_n)
        return self.exceptions[n - self.first_n] if n < self.valid_from else value_at(self.constituents, n)

    def coefficient_mod(self, n: int, modulus: int) -> int:
        """Return the term a(n) modulo any integer >= 1 without a factor in common with the term's
        denominator.

        >>> QuasiPolynomial.of([[0, 0, 1]]).coefficient_mod(10**18, 7)
        1
        """
        return residue(self.coefficient(n), modulus)

    def partial_sums(self) -> Self:
        """Return the sums a(first_n) + ... + a(n): the period is unchanged, the degree increases by one."""
        degree = self.degree + 1
        listed = list(accumulate(self.terms(self.valid_from - self.first_n + _size(self.period, degree))))
        return self.interpolate(listed, self.first_n, self.valid_from, self.period, degree)

    def shifted(self, by: int) -> Self:
        """Return the sequence n -> a(n + by) for n >= max(first_n - by, 0); terms before n = 0 are
        omitted.
        """
        first = max(self.first_n - by, 0)
        return self._sample(1, by, first)

    def subsequence(self, step: int, offset: int = 0) -> Self:
        """Return the sequence n -> a(step * n + offset), from the first n >= 0 with step * n + offset >=
        first_n.
        """
        check_subsequence(step, offset)
        return self._sample(step, offset, max(0, -((offset - self.first_n) // step)))

    def _sample(self, step: int, offset: int, first: int) -> Self:
        start = max(first, -((offset - self.valid_from) // step))
        period = self.period // gcd(self.period, step)
        stop = start + _size(period, self.degree)
        listed = [self.coefficient(step * n + offset) for n in range(first, stop)]
        return self.interpolate(listed, first, start, period, self.degree)

    def _plus(self, other: Self) -> Self:
        return self._termwise(other, max(self.degree, other.degree), lambda a, b: a + b)

    def _hadamard(self, other: Self) -> Self:
        degree = -1 if min(self.degree, other.degree) < 0 else self.degree + other.degree
        return self._termwise(other, degree, lambda a, b: a * b)

    def _termwise(self, other: Self, degree: int, joined: Any) -> Self:
        first, start = max(self.first_n, other.first_n), max(self.valid_from, other.valid_from)
        period = lcm(self.period, other.period)
        stop = start + _size(period, degree)
        rows = (
            sequence.terms(stop - sequence.first_n)[first - sequence.first_n :] for sequence in (self, other)
        )
        return self.interpolate(list(map(joined, *rows)), first, start, period, degree)

    def _scaled_by(self, factor: Number) -> Self:
        rows = [[c * factor for c in row] for row in self.constituents]
        return self.of(rows, [value * factor for value in self.exceptions], self.first_n)

    def _cauchy(self, other: Self) -> Self:
        made = self.from_rational(self.generating_function.cauchy(other.generating_function))
        assert made is not None, "a product has only poles of its factors"
        return made

    def _interlace(self, others: tuple[Self, ...]) -> Self:
        several = (self, *others)
        width, degree = len(several), max(sequence.degree for sequence in several)
        period = width * lcm(*(sequence.period for sequence in several))
        start = width * max(sequence.valid_from for sequence in several)
        each = (start + _size(period, degree)) // width
        rows = [sequence.terms(each) for sequence in several]
        return self.interpolate([row[k] for k in range(each) for row in rows], 0, start, period, degree)

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the command line prints, and that ``from_json`` parses."""
        return {
            "period": self.period,
            "degree": self.degree,
            "constituents": [[number_text(c) for c in row] for row in self.constituents],
            "valid_from": self.valid_from,
            "exceptions": [number_text(value) for value in self.exceptions],
            "first_n": self.first_n,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """Parse the output of ``as_json``.

        >>> squares = QuasiPolynomial.of([[0, 0, 1]], [7])
        >>> QuasiPolynomial.from_json(squares.as_json()) == squares
        True
        """
        rows, before = rows_field(data, "constituents"), numbers_field(data, "exceptions", [])
        return cls.of(rows, before, whole_field(data, "first_n", 0))
