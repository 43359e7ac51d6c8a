"""Rational generating functions."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce
from math import lcm
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from flint import fmpz_poly

from gfkit.core.algebra import series
from gfkit.core.algebra.fields import names_field, text_field, whole_field
from gfkit.core.algebra.number import Number, checked_count, checked_index, number
from gfkit.core.algebra.operations import Operations, check_subsequence
from gfkit.core.algebra.polynomial import (
    Polynomial,
    Term,
    dense,
    from_mpoly,
    in_lowest_terms,
    in_t,
    with_values,
)
from gfkit.core.algebra.recurrence import Recurrence, without_fractions
from gfkit.core.deferred import dataclass
from gfkit.core.errors import DivisionError, InputError, LimitError
from gfkit.core.writable import Plottable, formula_reader, formulas

_MOST_ORDER = 20_000
"""Maximum order of a termwise product."""
_MOST_POWER = 200
"""Maximum power of a weight whose coefficient is computed."""


class _Rows(NamedTuple):
    """Series P(t)/Q(t) with Q(0) = 1. Its coefficients divided by divisor scale^n are the terms of a
    sequence.
    """

    above: series.Row
    below: series.Row
    divisor: int = 1
    scale: int = 1

    @property
    def order(self) -> int:
        return len(self.below) - 1

    @property
    def regular_from(self) -> int:
        """Smallest n_0 >= 0 such that for n >= n_0 the sequence is a sum of polynomials times powers of
        roots."""
        return max(0, len(self.above) - self.order)


if TYPE_CHECKING:
    import sympy  # type: ignore[import-untyped]

    from gfkit.core.algebra.holonomic import PRecursive
    from gfkit.core.algebra.periods import Residues


@dataclass(frozen=True)
class RationalGF(Operations):
    """Rational generating function: the sum over n >= first_n of a(n) t^n as a quotient in lowest terms.

    Use ``reduced``, ``of``, ``parse`` or ``from_recurrence`` to create it. They ensure that numerator and
    denominator have integer coefficients without a common factor, and that the constant term of the
    denominator is positive. So two equal sequences with the same ``first_n`` are equal values. The constant
    term is 1 if and only if all terms are integers, or polynomials in the weights with integer coefficients.

    Sums, products, shifts and partial sums are operations on the fractions, also with weights. The termwise
    product and subsequences compute their denominators from power sums of roots; the numerator then follows
    from as many initial terms as its degree requires.

    >>> pell = RationalGF.parse("(1 + t)/(1 - 2*t - t^2)")
    >>> pell.terms(6), pell[100] % 1000, pell.coefficient_mod(100, 1000)
    ([1, 3, 7, 17, 41, 99], 481, 481)
    >>> print(pell.recurrence)
    a(n) = 2*a(n-1) + a(n-2) for n >= 2
    >>> print(pell.hadamard(pell), pell - pell.shifted(1), RationalGF.parse("2/(2 - t)").terms(3))
    (1 + 4*t - t^2)/(1 - 5*t - 5*t^2 + t^3) (-2)/(1 - 2*t - t^2) [1, Fraction(1, 2), Fraction(1, 4)]
    """

    rank: ClassVar[int] = 1

    numerator: Polynomial
    denominator: Polynomial
    first_n: int = 0

    @classmethod
    def reduced(
        cls, numerator: Polynomial, denominator: Polynomial, first_n: int = 0, *, integral: bool = False
    ) -> Self:
        """Return the quotient in lowest terms (cost: one gcd). If ``integral``, raise InputError unless all
        terms are integers.

        A power series in t has integer coefficients (polynomials in the other variables) if and only if the
        denominator in lowest terms starts with 1 or -1. With weights this is required; in t
        alone it may start with any nonzero number.

        >>> two = Polynomial.parse("2 - 2*t^2", ("t",))
        >>> print(RationalGF.reduced(two, Polynomial.parse("2 - 6*t + 4*t^2", ("t",))))
        (1 + t)/(1 - 2*t)

        Reference: Pierre Fatou, Séries trigonométriques et séries de Taylor (Fatou's lemma).
        """
        variables = numerator.variables
        if denominator.variables != variables or variables[:1] != ("t",):
            raise InputError(
                f"generating function in {variables} over {denominator.variables}: both must be polynomials "
                "in t, or in t and the same other variables, t first"
            )
        if not denominator.terms:
            raise InputError(f"the denominator of {_text(numerator, denominator)} must not be zero")
        above, below = in_lowest_terms(numerator, denominator)
        start = below.only([powers for powers, _ in below.terms if powers[0] == 0])
        _check_start(below, start, integral or len(variables) > 1)
        if start.total < 0:
            above, below = -above, -below
        _check_first(above, first_n)
        return cls(above, below, first_n)

    @classmethod
    def of(cls, numerator: object, denominator: object = (1,), first_n: int = 0) -> Self:
        """Return the reduced quotient of polynomials in t with the given coefficients, lowest first.

        Each argument may also be a ``Polynomial``, a polynomial of FLINT, or an expression of SymPy, which
        may be a quotient itself. The variables are the fewest of t, x, y that suffice; an unnamed variable
        of FLINT is t.

        >>> print(RationalGF.of([1], [1, -1, -1]))
        1/(1 - t - t^2)
        >>> import sympy
        >>> t = sympy.Symbol("t")
        >>> print(RationalGF.of(1/(1 - t) + t), RationalGF.of(1 + t, [1, -2]))
        (1 + t - t^2)/(1 - t) (1 + t)/(1 - 2*t)
        """
        return cls.reduced(*formulas().foreign_quotient(numerator, denominator), first_n)

    @classmethod
    def parse(cls, text: str, variables: tuple[str, ...] | None = None, first_n: int = 0) -> Self:
        """Parse a quotient as printed; ``variables`` are by default the fewest of t, x, y that suffice.

        >>> RationalGF.parse("1/(1 - t - x*y*t^2)").denominator.variables
        ('t', 'x', 'y')
        """
        return cls.reduced(*formula_reader().read_quotient(text, variables), first_n)

    @classmethod
    def from_recurrence(cls, recurrence: Recurrence) -> Self:
        """Return the generating function of the sequence that a recurrence defines.

        >>> print(RationalGF.from_recurrence(Recurrence((1, 1), 3, (7, 7, 7))))
        (7 - 7*t^2)/(1 - t - t^2)
        """
        variables = ("t", *recurrence.variables)
        back, _ = without_fractions([1, *(-c for c in recurrence.coefficients)])
        early, shared = without_fractions(recurrence.initial)
        below, start = in_t(back, variables), in_t([*(0,) * recurrence.first_n, *early], variables)
        product = below * start
        kept = [powers for powers, _ in product.terms if powers[0] < recurrence.valid_from]
        return cls.reduced(product.only(kept), below * shared, recurrence.first_n)

    @property
    def is_integral(self) -> bool:
        """True if all terms are integers, or polynomials with integer coefficients."""
        return self.denominator.coefficient(*(0,) * len(self.variables)) == 1

    @property
    def recurrence(self) -> Recurrence:
        """Recurrence given by the denominator, with the smallest possible ``valid_from``."""
        start = self.valid_from
        initial = tuple(self.terms(start - self.first_n))
        return Recurrence(self.signature, start, initial, self.first_n, self.variables[1:])

    @property
    def signature(self) -> tuple[Term, ...]:
        """Coefficients of a(n-1), a(n-2), ... in the recurrence."""
        first, *parts = series.row(self.denominator)
        names = self.variables[1:]
        return tuple(from_mpoly(-c, names) if names else number(Fraction(-c, first)) for c in parts)

    @property
    def valid_from(self) -> int:
        """Smallest n_0 such that the recurrence holds for all n >= n_0."""
        return max(self.degree + 1, self.first_n + self.order)

    def terms(self, count: int) -> list[Any]:
        """Return the first ``count`` terms from ``first_n`` on: int or Fraction, with weights Polynomial.

        In t alone this is one division of polynomials; with weights it is ``order`` products of polynomials
        per term.
        """
        if not checked_count(count):
            return []
        return early_terms(self.numerator, self.denominator, self.first_n + count)[self.first_n :]

    def coefficient(self, n: int) -> Any:
        """Return the term a(n): in t alone by Bostan and Mori's algorithm (``nth_term``), else by listing
        all terms.
        """
        n = checked_index(n, self.first_n)
        if len(self.variables) == 1:
            return series.nth_term(dense(self.numerator), dense(self.denominator), n)
        return self.terms(n - self.first_n + 1)[-1]

    def coefficient_mod(self, n: int, modulus: int) -> int:
        """Return the term a(n) modulo any integer >= 1, for a series in t alone; 60 steps for n = 10^18.

        The modulus must have no factor in common with the denominator's constant term.

        >>> RationalGF.of([0, 1], [1, -1, -1]).coefficient_mod(10**18, 10**9 + 7)
        209783453
        """
        n = checked_index(n, self.first_n)
        self.plain("a term modulo m")
        return series.nth_term_mod(dense(self.numerator), dense(self.denominator), n, modulus)

    def residues(self, modulus: int) -> Residues:
        """Return the exact preperiod and period modulo any integer >= 1, for a series in t alone.

        >>> RationalGF.of([0, 1], [1, -1, -1]).residues(10**9).period
        1500000000
        """
        from gfkit.core.algebra.periods import period_modulo

        return period_modulo(self, modulus)

    def p_recursive(self) -> PRecursive:
        """Return the sequence of coefficients, for a function of t alone, by its recurrence with constant
        coefficients.
        """
        from gfkit.core.algebra.holonomic import PRecursive

        self.plain("a recurrence with coefficients in n")
        rule = self.recurrence
        back: list[Number] = [-c for c in rule.coefficients if not isinstance(c, Polynomial)]
        early: list[Number] = [value for value in rule.initial if not isinstance(value, Polynomial)]
        return PRecursive.of([[1], *([c] for c in back)], early, self.first_n, rule.valid_from)

    def generalise(self) -> PRecursive:
        return self.p_recursive()

    @property
    def variables(self) -> tuple[str, ...]:
        return self.numerator.variables

    @property
    def order(self) -> int:
        """Degree of the denominator in t."""
        return self.denominator.degree("t")

    @property
    def degree(self) -> int:
        """Degree of the numerator in t; -1 for the zero sequence."""
        return self.numerator.degree("t")

    def partial_sums(self) -> Self:
        """Return the sums a(first_n) + ... + a(n): the series divided by 1 - t."""
        return self.reduced(self.numerator, self.denominator * self._in_t([1, -1]), self.first_n)

    def shifted(self, by: int) -> Self:
        """Return the sequence n -> a(n + by) for n >= max(first_n - by, 0); terms before n = 0 are
        omitted.
        """
        if by <= 0:
            return self.reduced(self.numerator * self._power(-by), self.denominator, self.first_n - by)
        above, below = self._without_terms_before(by)
        lower = Polynomial.of(self.variables, {(p[0] - by, *p[1:]): value for p, value in above.terms})
        return self.reduced(lower, below, max(self.first_n - by, 0))

    def reflected(self) -> RationalGF:
        """Return the generating function -P(1/t)/Q(1/t) of a(-1), a(-2), ..., for a series in t alone with
        deg P < deg Q, where the recurrence extends the sequence to n < 0.

        >>> RationalGF.of([0, 1], [1, -1, -1]).reflected().terms(4)
        [1, -1, 2, -3]
        """
        above, below = ([int(c) for c in dense(part).coeffs()] for part in (self.numerator, self.denominator))
        above += [0] * (self.order - len(above))
        return RationalGF.of([0, *(-c for c in reversed(above))], below[::-1], 1)

    def subsequence(self, step: int, offset: int = 0) -> Self:
        """Return the sequence n -> a(step * n + offset), from the first n >= 0 with step * n + offset >=
        first_n.

        The denominator is the product of 1 - r^step t over the roots r, from their power sums; cost
        order^2/2 products and 2 order terms.
        """
        check_subsequence(step, offset)
        above, below, divisor, scale = self._rows()
        first = max(0, -((offset - self.first_n) // step))
        powers = series.power_roots(below, step)
        count = max(first, self.degree // step + 1) + self.order
        chosen = series.spaced_terms(above, below, step, offset, count)
        made = _Rows(series.cut_product(chosen, powers, count), powers, divisor * scale**offset, scale**step)
        return self._from_rows(made, first)

    # Evaluation as functions of t

    def __call__(self, *values: Any, **named: Any) -> Any:
        """Return the value of the fraction at a number t, and at numbers for the weights, by position or
        by name.

        It equals the sum of the series if t is nearer to 0 than every pole.
        Integers and fractions give an exact value, numbers of mpmath and floats one of mpmath.

        >>> fibonacci = RationalGF.parse("t/(1 - t - t^2)")
        >>> fibonacci(Fraction(1, 10)), RationalGF.parse("1/(1 - t - x*t^2)")(Fraction(1, 2), x=1)
        (Fraction(10, 89), 4)
        >>> fibonacci(0.5)
        mpf('2.0')
        """
        top, bottom = (part(*values, **named) for part in (self.numerator, self.denominator))
        if bottom == 0:
            raise DivisionError(
                f"the generating function has a pole at {', '.join(map(str, (*values, *named.values())))}"
            )
        is_exact = all(isinstance(part, int | Fraction) for part in (top, bottom))
        return number(Fraction(top) / bottom) if is_exact else top / bottom

    def __add__(self, other: Operations | Number) -> Any:
        """Return the sum of both series; a number is a constant series."""
        if isinstance(other, int | Fraction):
            return self._with_constant(number(other))
        return super().__add__(other)

    __radd__ = __add__

    def __sub__(self, other: Operations | Number) -> Any:
        return (
            self._with_constant(-number(other))
            if isinstance(other, int | Fraction)
            else super().__sub__(other)
        )

    def __rsub__(self, other: Number) -> Any:
        return -self + other if isinstance(other, int | Fraction) else NotImplemented

    def _with_constant(self, value: Number) -> Self:
        above = self.numerator * value.denominator + self.denominator * value.numerator
        return self.reduced(above, self.denominator * value.denominator, 0)

    def __truediv__(self, other: Self | Number) -> Any:
        """Return the quotient of both series, which must be a power series again.

        >>> fibonacci = RationalGF.parse("t/(1 - t - t^2)")
        >>> print(1/(1 - fibonacci), fibonacci/fibonacci.shifted(1), fibonacci/2)
        (1 - t - t^2)/(1 - 2*t - t^2) t t/(2 - 2*t - 2*t^2)
        """
        if isinstance(other, int | Fraction):
            if not other:
                raise DivisionError("generating function: division by 0")
            return self._scaled_by(number(Fraction(1) / other))
        if not isinstance(other, RationalGF):
            return NotImplemented
        left, right = self._unify_variables(other)
        return left.reduced(left.numerator * right.denominator, left.denominator * right.numerator)

    def __rtruediv__(self, other: Number) -> Any:
        if not isinstance(other, int | Fraction):
            return NotImplemented
        value = number(other)
        return self.reduced(self.denominator * value.numerator, self.numerator * value.denominator)

    def composed(self, inner: RationalGF) -> RationalGF:
        """Return the composition F(G(t)) for a series G with constant term 0; both must be in t alone.

        >>> print(RationalGF.parse("1/(1 - t)").composed(RationalGF.parse("t/(1 - t - t^2)")))
        (1 - t - t^2)/(1 - 2*t - t^2)
        """
        self.plain("composition")
        inner.plain("composition")
        if not inner.first_n and inner.terms(1) != [0]:
            raise InputError(f"composition with {inner}: its constant term must be 0")
        size = max(self.order, self.degree, 0)
        above, below = (
            sum(
                (
                    inner.numerator**power * inner.denominator ** (size - power) * int(c)
                    for power, c in enumerate(dense(part).coeffs())
                ),
                self._in_t([0]),
            )
            for part in (self.numerator, self.denominator)
        )
        return RationalGF.reduced(above, below)

    def with_power(self, name: str, power: int) -> RationalGF:
        """Return the coefficient of x^power as a generating function in the remaining variables.

        It counts the configurations with exactly ``power`` pieces of the kind marked by ``name``.

        From N = D F by comparing powers of the variable: D_0 F_k = N_k - D_1 F_(k-1) - ... - D_k F_0.

        >>> matchings = RationalGF.parse("1/(1 - t - x*t^2)")
        >>> print(matchings.with_power("x", 1), matchings.with_power("x", 1).terms(6))
        t^2/(1 - 2*t + t^2) [0, 0, 1, 2, 3, 4]
        """
        if name not in self.variables[1:]:
            listed = ", ".join(self.variables[1:]) or "none"
            raise InputError(f"variable {name!r}: expected one of the weights, {listed}")
        if not isinstance(power, int) or isinstance(power, bool) or not 0 <= power <= _MOST_POWER:
            raise InputError(f"power {power!r} of {name}: expected an integer from 0 to {_MOST_POWER}")
        nothing = Polynomial.of(tuple(other for other in self.variables if other != name), {})

        def parts(whole: Polynomial) -> list[Polynomial]:
            return (whole.coefficients(name) + [nothing] * (power + 1))[: power + 1]

        above, below = parts(self.numerator), parts(self.denominator)
        tops: list[Polynomial] = []  # F_k = tops[k] / D_0^(k + 1)
        for k in range(power + 1):
            known = sum(below[i] * tops[k - i] * below[0] ** (i - 1) for i in range(1, k + 1))
            tops.append(above[k] * below[0] ** k - known)
        return RationalGF.reduced(tops[power], below[0] ** (power + 1), self.first_n)

    def _plus(self, other: Self) -> Self:
        left, right, first = self._align_with(other)
        above = left.numerator * right.denominator + right.numerator * left.denominator
        return self.reduced(above, left.denominator * right.denominator, first)

    def _scaled_by(self, factor: Number) -> Self:
        above, below = self.numerator * factor.numerator, self.denominator * factor.denominator
        return self.reduced(above, below, self.first_n)

    def _cauchy(self, other: Self) -> Self:
        left, right = self._unify_variables(other)
        above, below = left.numerator * right.numerator, left.denominator * right.denominator
        return self.reduced(above, below, self.first_n + other.first_n)

    def _hadamard(self, other: Self) -> Self:
        """Return the termwise product, whose denominator is the product of 1 - r s t over all roots r, s of
        the characteristic polynomials.

        The numerator is determined by the terms up to the n_0 for which both sequences are regular, and as
        many more as the degree of the denominator. Cost: a logarithmic number of products of polynomials of
        that degree, or the square of the degree with weights; 1.5 s for two series of order 60.
        """
        left, right, first = self._align_with(other)
        if left.order * right.order > _MOST_ORDER:
            raise LimitError(
                f"termwise product of sequences of orders {left.order} and {right.order}: their product is "
                f"above {_MOST_ORDER}"
            )
        left_rows, right_rows = left._rows(), right._rows()
        below = series.product_roots(left_rows.below, right_rows.below)
        count = max(left_rows.regular_from, right_rows.regular_from) + len(below) - 1
        listed = (series.expanded_row(rows.above, rows.below, count) for rows in (left_rows, right_rows))
        products = [a * b for a, b in zip(*listed, strict=True)]
        above = series.cut_product(products, below, count)
        return left._from_rows(
            _Rows(above, below, left_rows.divisor * right_rows.divisor, left_rows.scale * right_rows.scale),
            first,
        )

    def _interlace(self, others: tuple[Self, ...]) -> Self:
        several = (self, *others)

        def dilate(sequence: Self, i: int) -> Self:
            images = {
                name: tuple(
                    (len(several) if name == "t" else 1) * (name == other) for other in sequence.variables
                )
                for name in sequence.variables
            }
            above, below = (
                p.in_variables(p.variables, images) for p in (sequence.numerator, sequence.denominator)
            )
            return self.reduced(above * sequence._power(i), below, 0)

        total: Self = reduce(operator.add, [dilate(sequence, i) for i, sequence in enumerate(several)])
        return total

    def _align_with(self, other: Self) -> tuple[Self, Self, int]:
        """Return this function and another one in the same variables, both starting at the larger first
        index, and this index.
        """
        first = max(self.first_n, other.first_n)
        left, right = self._unify_variables(other)
        return left.starting_at(first), right.starting_at(first), first

    def _unify_variables(self, other: Self) -> tuple[Self, Self]:
        """Convert both functions to the variables of the one that has more variables."""
        names = max(self.variables, other.variables, key=len)
        return self._in_variables(names), other._in_variables(names)

    def _in_variables(self, names: tuple[str, ...]) -> Self:
        if names == self.variables:
            return self
        images = {name: tuple(int(name == other) for other in names) for name in self.variables}
        above, below = (p.in_variables(names, images) for p in (self.numerator, self.denominator))
        return self.reduced(above, below, self.first_n)

    def starting_at(self, first_n: int) -> Self:
        """Return the sequence restricted to n >= first_n, which is at least the current first index."""
        if first_n == self.first_n:
            return self
        return self.reduced(*self._without_terms_before(first_n), first_n)

    def _without_terms_before(self, end: int) -> tuple[Polynomial, Polynomial]:
        early = self.terms(max(0, end - self.first_n))
        common = lcm(*(c.denominator for c in early if isinstance(c, Fraction)))
        start = self._in_t([*(0,) * self.first_n, *(c if common == 1 else int(c * common) for c in early)])
        return self.numerator * common - self.denominator * start, self.denominator * common

    def _rows(self) -> _Rows:
        if len(self.variables) > 1:
            return _Rows(series.row(self.numerator), series.row(self.denominator))
        above, below, divisor, scale = series.integral_series(dense(self.numerator), dense(self.denominator))
        return _Rows([int(c) for c in above.coeffs()], [int(c) for c in below.coeffs()], divisor, scale)

    def _from_rows(self, rows: _Rows, first_n: int) -> Self:
        above, below = rows.above, rows.below
        if rows.scale != 1:
            degree = max(len(above), len(below))
            above, below = (
                series.shrink_variable(fmpz_poly(part), rows.scale, degree).coeffs()
                for part in (above, below)
            )
        names = self.variables
        return self.reduced(
            series.from_row(above, names), series.from_row(below, names) * rows.divisor, first_n
        )

    def _power(self, exponent: int) -> Polynomial:
        """Return the monomial t^exponent in the variables of the sequence."""
        return Polynomial.monomial((exponent,) + (0,) * (len(self.variables) - 1), self.variables)

    def _in_t(self, coefficients: Sequence[int | Polynomial]) -> Polynomial:
        return in_t(coefficients, self.variables)

    def at(self, **values: Number) -> RationalGF:
        """Return the generating function with numbers substituted for some of the variables other than t.

        Fractions are accepted if no variable except t remains.

        >>> print(RationalGF.parse("1/(1 - t - x*y*t^2)").at(y=1))
        1/(1 - t - x*t^2)
        >>> print(RationalGF.parse("1/(1 - t - x*t^2)").at(x=Fraction(1, 3)))
        3/(3 - 3*t - t^2)
        """
        for name in values:
            if name not in self.variables[1:]:
                known = ", ".join(self.variables[1:]) or "none"
                raise InputError(f"variable {name!r}: the generating function has {known} besides t")
        if all(isinstance(value, int) for value in values.values()):
            integers = {name: int(value) for name, value in values.items()}
            above, below = (with_values(part, integers) for part in (self.numerator, self.denominator))
            return type(self).reduced(above, below, self.first_n)
        if len(values) < len(self.variables) - 1:
            raise InputError(f"values {values}: fractions require a number for every variable except t")
        rows = [
            [Fraction(part(**values)) for part in whole.coefficients("t")]
            for whole in (self.numerator, self.denominator)
        ]
        common = lcm(*(value.denominator for row in rows for value in row))
        above, below = (in_t([int(value * common) for value in row], ("t",)) for row in rows)
        return type(self).reduced(above, below, self.first_n)

    def merged(self) -> RationalGF:
        """Return the generating function in t and x, where x counts the pieces of both players.

        >>> print(RationalGF.parse("1/(1 - t - x*y*t^2)").merged())
        1/(1 - t - x^2*t^2)
        """
        images = dict.fromkeys(self.variables, (0, 1)) | {"t": (1, 0)}
        above, below = (p.in_variables(("t", "x"), images) for p in (self.numerator, self.denominator))
        return type(self).reduced(above, below, self.first_n)

    def plain(self, what: str) -> None:
        """Raise an error if the generating function has weights; ``what`` names the unsupported operation."""
        if len(self.variables) > 1:
            raise InputError(
                f"generating function in {', '.join(self.variables)}: {what} requires t alone;"
                " substitute numbers for "
                "the others with at(...)"
            )

    def __repr__(self) -> str:
        """Return an expression that evaluates to the generating function.

        >>> RationalGF.parse("t/(1 - t - x*t^2)", first_n=1)
        RationalGF.parse('t/(1 - t - x*t^2)', ('t', 'x'), 1)
        """
        more = "" if self.variables == ("t",) and not self.first_n else f", {self.variables!r}"
        return f"RationalGF.parse({str(self)!r}{more}{f', {self.first_n}' if self.first_n else ''})"

    def to_sympy(self) -> sympy.Expr:
        """Return the quotient as a SymPy expression.

        >>> RationalGF.of([1], [1, -1, -1]).to_sympy()
        1/(-t**2 - t + 1)
        """
        return self.to("sympy")

    def as_json(self) -> dict[str, Any]:
        """Return numerator and denominator as strings, the variables and the first n."""
        return {
            "numerator": _text(self.numerator),
            "denominator": _text(self.denominator),
            "variables": list(self.variables),
            "first_n": self.first_n,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """Read the output of ``as_json``; variables default to the fewest possible, first_n to 0.

        >>> gf = RationalGF.parse("t/(1 - t - x*t^2)", first_n=1)
        >>> RationalGF.from_json(gf.as_json()) == gf
        True
        """
        above, below = text_field(data, "numerator"), text_field(data, "denominator")
        parts = formula_reader().quotient_of(above, below, names_field(data, "variables", []))
        return cls.reduced(*parts, whole_field(data, "first_n", 0))


class LawEquality(Plottable):
    """Base class of formulas that compare equal if they have the same terms, also to a generating function.

    The query and the evidence are ignored: the formula for Col on paths equals the one for Snort.

    >>> import gfkit
    >>> col, snort = (gfkit.derive(game, "path:n") for game in ("col", "snort"))
    >>> col == snort, col == gfkit.RationalGF.parse("(1 + t)/(1 - 2*t - t^2)"), col.question == snort.question
    (True, True, False)
    """

    __slots__ = ()

    @property
    def equality_key(self) -> object:
        """Return the terms as a comparable key: the generating function if it is rational."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LawEquality | RationalGF):
            return NotImplemented
        return self.equality_key == (other.equality_key if isinstance(other, LawEquality) else other)

    def __hash__(self) -> int:
        return hash(self.equality_key)


def early_terms(numerator: Polynomial, denominator: Polynomial, count: int) -> list[Any]:
    """Return the coefficients of t^0, t^1, ... of a quotient, reduced or not: int, Fraction or
    Polynomial.

    >>> early_terms(Polynomial.parse("1 - t", ("t",)), Polynomial.parse("1 - 2*t + t^2", ("t",)), 3)
    [1, 1, 1]
    """
    names = numerator.variables[1:]
    if not names:
        return list(series.rational_series(dense(numerator), dense(denominator), count))
    first = [
        series.row(
            Polynomial(part.variables, tuple(term for term in part.terms if term[0][0] < max(1, count)))
        )
        for part in (numerator, denominator)
    ]
    return [from_mpoly(value, names) for value in series.expanded_row(first[0], first[1], count)]


def prepend_initial_counts(
    first_n: int, offset: int, initial: Sequence[int | Polynomial], fraction: tuple[Polynomial, Polynomial]
) -> RationalGF:
    """Return the generating function of all counts: t^offset times the series of the automaton, with the
    initial counts as first coefficients.

    The automaton also assigns values to boards that are too small for the family or for the theorem on
    strips. These values are replaced by the initial counts.
    """
    numerator, denominator = fraction
    names = numerator.variables
    total = numerator * in_t([0] * offset + [1], names)
    early = early_terms(total, denominator, first_n + len(initial))
    wrong = [counted - term for counted, term in zip([0] * first_n + list(initial), early, strict=True)]
    return RationalGF.reduced(total + in_t(wrong, names) * denominator, denominator, first_n, integral=True)


def _check_start(denominator: Polynomial, start: Polynomial, integral: bool) -> None:
    """Raise an error if the denominator does not admit power series with coefficients in the
    required ring.
    """
    constant = start.terms and not any(start.terms[-1][0])
    if constant and (abs(start.total) == 1 or not integral):
        return
    shown = _text(denominator)
    wanted = (
        "1 or -1 in lowest terms, else the series does not have integer coefficients"
        if integral
        else "a number other than 0 in lowest terms, else there is no series in powers of t"
    )
    raise InputError(f"denominator {shown}: its part without t must be {wanted}")


def _check_first(numerator: Polynomial, first_n: int) -> None:
    low = min((powers[0] for powers, _ in numerator.terms), default=first_n)
    if first_n < 0:
        raise InputError(f"first_n {first_n} must be at least 0")
    if low < first_n:
        raise InputError(f"first_n {first_n} must be at most {low}, the lowest power of t in the numerator")


def _text(numerator: Polynomial, denominator: Polynomial | None = None) -> str:
    """Return a quotient, or a polynomial, in plain text."""
    return formulas().quotient_text(numerator, denominator or Polynomial.constant(1, numerator.variables))
