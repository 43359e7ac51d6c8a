"""Operations with rational generating functions: every result is rational again, and exact."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple, Self

from flint import fmpz_poly

from gfkit.errors import LimitError
from gfkit.sequences.dense import dense, in_t
from gfkit.sequences.number import Number
from gfkit.sequences.operations import Operations, check_subsequence
from gfkit.sequences.polynomial import Polynomial
from gfkit.sequences.power_sums import power_roots, product_roots
from gfkit.sequences.rows import Row, cut_product, expand, polynomial_of, row, spread
from gfkit.sequences.scaling import scaled, unstretched

MOST_ORDER = 20_000
"""Up to this order termwise products are worked out."""


class Rows(NamedTuple):
    """A series P(t)/Q(t), Q(0) = 1, by rows; divided by divisor scale^n it has the terms of a sequence."""

    above: Row
    below: Row
    divisor: int = 1
    scale: int = 1

    @property
    def order(self) -> int:
        return len(self.below) - 1

    @property
    def regular_from(self) -> int:
        """The first n >= 0 from which the sequence is a sum of powers of roots times polynomials."""
        return max(0, len(self.above) - self.order)


class RationalOperations(Operations):
    """The operations of ``Operations`` on P/Q in lowest terms, also with weights.

    Sums, products, shifts and partial sums are operations on the fractions. The termwise product and
    subsequences take their denominators from power sums of roots, and as many terms as the order of
    the denominator, with the irregular terms at the beginning, leaves unknown in the numerator.
    """

    rank = 1
    numerator: Polynomial
    denominator: Polynomial

    @classmethod
    @abstractmethod
    def reduced(cls, numerator: Polynomial, denominator: Polynomial, first_n: int = 0) -> Self:
        """The quotient in lowest terms."""

    @property
    def variables(self) -> tuple[str, ...]:
        return self.numerator.variables

    @property
    def order(self) -> int:
        """The degree of the denominator in t."""
        return max(powers[0] for powers, _ in self.denominator.terms)

    @property
    def degree(self) -> int:
        """The degree of the numerator in t; -1 for the sequence of zeros."""
        return max((powers[0] for powers, _ in self.numerator.terms), default=-1)

    def partial_sums(self) -> Self:
        """The sums a(first_n) + ... + a(n): the series divided by 1 - t."""
        return self.reduced(self.numerator, self.denominator * self._in_t([1, -1]), self.first_n)

    def shifted(self, by: int) -> Self:
        """The sequence n -> a(n + by) for n >= max(first_n - by, 0); terms before n = 0 fall away."""
        if by <= 0:
            return self.reduced(self.numerator * self._power(-by), self.denominator, self.first_n - by)
        above, below = self._without_terms_before(by)
        lower = Polynomial.of(self.variables, {(p[0] - by, *p[1:]): value for p, value in above.terms})
        return self.reduced(lower, below, max(self.first_n - by, 0))

    def subsequence(self, step: int, offset: int = 0) -> Self:
        """The sequence n -> a(step * n + offset), from the first n >= 0 with step * n + offset >= first_n.

        The denominator is the product of 1 - r^step t over the roots r, from their power sums; cost
        order^2/2 products and 2 order terms.
        """
        check_subsequence(step, offset)
        above, below, divisor, scale = self._rows()
        first = max(0, -((offset - self.first_n) // step))
        powers = power_roots(below, step)
        count = max(first, self.degree // step + 1) + self.order
        chosen = spread(above, below, step, offset, count)
        made = Rows(cut_product(chosen, powers, count), powers, divisor * scale**offset, scale**step)
        return self._made(made, first)

    def _plus(self, other: Self) -> Self:
        one, two, first = self._together(other)
        above = one.numerator * two.denominator + two.numerator * one.denominator
        return self.reduced(above, one.denominator * two.denominator, first)

    def _scaled_by(self, factor: Number) -> Self:
        above, below = self.numerator * factor.numerator, self.denominator * factor.denominator
        return self.reduced(above, below, self.first_n)

    def _cauchy(self, other: Self) -> Self:
        one, two = self._alike(other)
        above, below = one.numerator * two.numerator, one.denominator * two.denominator
        return self.reduced(above, below, self.first_n + other.first_n)

    def _hadamard(self, other: Self) -> Self:
        """The termwise product, with the product of 1 - r s t over all roots r, s as denominator.

        It holds from where both sequences are regular; as many terms more as that denominator's
        degree settle the numerator. Cost about one product of polynomials of that degree for every
        doubling of it, with weights the square of the degree; 1.5 s for two of order 60.
        """
        left, right, first = self._together(other)
        if left.order * right.order > MOST_ORDER:
            raise LimitError(
                f"termwise product of sequences of orders {left.order} and {right.order}: their product is "
                f"above {MOST_ORDER}"
            )
        one, two = left._rows(), right._rows()
        below = product_roots(one.below, two.below)
        count = max(one.regular_from, two.regular_from) + len(below) - 1
        listed = (expand(rows.above, rows.below, count) for rows in (one, two))
        products = [a * b for a, b in zip(*listed, strict=True)]
        above = cut_product(products, below, count)
        return left._made(Rows(above, below, one.divisor * two.divisor, one.scale * two.scale), first)

    def _interlaced(self, others: tuple[Self, ...]) -> Self:
        several = (self, *others)
        total: Any = None
        for i, one in enumerate(several):
            images = {
                name: tuple((len(several) if name == "t" else 1) * (name == other) for other in one.variables)
                for name in one.variables
            }
            above, below = (p.in_variables(p.variables, images) for p in (one.numerator, one.denominator))
            spaced = self.reduced(above * one._power(i), below, 0)
            total = spaced if total is None else total + spaced
        return total  # type: ignore[no-any-return]

    def _together(self, other: Self) -> tuple[Self, Self, int]:
        """Both in the same variables and from the larger of both first indices on."""
        first = max(self.first_n, other.first_n)
        one, two = self._alike(other)
        return one._starting_at(first), two._starting_at(first), first

    def _alike(self, other: Self) -> tuple[Self, Self]:
        """Both in the variables of the one that has more."""
        names = max(self.variables, other.variables, key=len)
        return self._in_variables(names), other._in_variables(names)

    def _in_variables(self, names: tuple[str, ...]) -> Self:
        if names == self.variables:
            return self
        images = {name: tuple(int(name == other) for other in names) for name in self.variables}
        above, below = (p.in_variables(names, images) for p in (self.numerator, self.denominator))
        return self.reduced(above, below, self.first_n)

    def _starting_at(self, first_n: int) -> Self:
        """The same terms from n = first_n on, at least the present first index."""
        if first_n == self.first_n:
            return self
        return self.reduced(*self._without_terms_before(first_n), first_n)

    def _without_terms_before(self, end: int) -> tuple[Polynomial, Polynomial]:
        early = self.terms(end - self.first_n)
        common = lcm(*(c.denominator for c in early if isinstance(c, Fraction)))
        start = self._in_t([*(0,) * self.first_n, *(c if common == 1 else int(c * common) for c in early)])
        return self.numerator * common - self.denominator * start, self.denominator * common

    def _rows(self) -> Rows:
        if len(self.variables) > 1:
            return Rows(row(self.numerator), row(self.denominator))
        above, below, divisor, scale = scaled(dense(self.numerator), dense(self.denominator))
        return Rows([int(c) for c in above.coeffs()], [int(c) for c in below.coeffs()], divisor, scale)

    def _made(self, rows: Rows, first_n: int) -> Self:
        above, below = rows.above, rows.below
        if rows.scale != 1:
            degree = max(len(above), len(below))
            above, below = (
                unstretched(fmpz_poly(part), rows.scale, degree).coeffs() for part in (above, below)
            )
        names = self.variables
        return self.reduced(polynomial_of(above, names), polynomial_of(below, names) * rows.divisor, first_n)

    def _power(self, exponent: int) -> Polynomial:
        """The monomial t^exponent in the variables of the sequence."""
        return Polynomial.monomial((exponent,) + (0,) * (len(self.variables) - 1), self.variables)

    def _in_t(self, coefficients: Sequence[int | Polynomial]) -> Polynomial:
        return in_t(coefficients, self.variables)
