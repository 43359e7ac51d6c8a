"""Sequences whose generating function f solves an equation P(t, f) = 0: one series among its solutions."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import ClassVar, Self

from flint import Ordering, fmpq_poly, fmpz_mpoly, fmpz_mpoly_ctx, fmpz_poly

from gfkit.core.algebra.closure import algebraic_equation
from gfkit.core.algebra.fields import numbers_field, text_field, whole_field
from gfkit.core.algebra.holonomic import DifferentialEquation, PRecursive
from gfkit.core.algebra.number import (
    Number,
    check_modulus,
    checked_count,
    checked_index,
    number,
    number_text,
    residue,
)
from gfkit.core.algebra.operations import Operations
from gfkit.core.algebra.polynomial import Monomial, Polynomial, dense, from_mpoly
from gfkit.core.algebra.series import coefficient_list, convolution, rational_polynomial, series_inverse
from gfkit.core.deferred import dataclass
from gfkit.core.errors import InputError, LimitError
from gfkit.core.writable import formula_reader

_VARIABLES = ("t", "f")


Equation = list[fmpz_poly]
"""Coefficients of 1, f, f^2, ... as polynomials in t."""
_LISTED = 200
"""Maximum number of terms computed by Newton's iteration; further terms come from the recurrence."""
_MOST_DEGREE = 12
"""Maximum degree in f of the equation of a sum or product; beyond it the result is defined by its
recurrence.
"""
_MOST_TRIED = 4096
"""Maximum number of initial terms examined to distinguish the solutions of an equation."""
_ZERO, _ONE = fmpz_poly([]), fmpz_poly([1])
_IN_T_F_G = fmpz_mpoly_ctx.get(("t", "f", "g"), Ordering.lex)


def _columns(equation: Polynomial) -> list[fmpz_poly]:
    """Return the coefficients of 1, f, f^2, ... as polynomials in t.

    >>> _columns(Polynomial.parse("1 - f + t*f^2", _VARIABLES))
    [1, (-1), x]
    """
    return list(map(dense, equation.coefficients("f")))


def _from_columns(parts: Sequence[fmpz_poly]) -> Polynomial:
    """Return the polynomial in t and f with the given coefficients of 1, f, f^2, ..."""
    listed: dict[Monomial, int] = {
        (k, j): int(c) for j, part in enumerate(parts) for k, c in enumerate(part.coeffs())
    }
    return Polynomial.of(_VARIABLES, listed)


def _with_positive_start(equation: Polynomial) -> Polynomial:
    """Return the equation or its negative, such that the first printed coefficient is positive."""
    return -equation if equation.terms and equation.terms[0][1] < 0 else equation


def _factors(equation: Polynomial) -> list[Polynomial]:
    """Return the distinct irreducible factors of the equation in which f occurs.

    >>> [str(part) for part in _factors(Polynomial.parse("t*f^2 - t^3", _VARIABLES))]
    ['t - f', 't + f']
    """
    whole = equation.mpoly
    if not whole:
        raise InputError("the polynomial of an algebraic equation must not be zero")
    polynomials = [from_mpoly(part, _VARIABLES) for part, _ in whole.factor()[1]]
    kept = [_with_positive_start(part) for part in polynomials if any(power for (_, power), _ in part.terms)]
    if not kept:
        raise InputError(f"algebraic equation {equation} = 0: f must occur in it")
    return sorted(kept, key=lambda part: part.terms)


def _substitute(equation: Sequence[fmpz_poly], series: fmpq_poly, length: int) -> fmpq_poly:
    """Return the first coefficients of P(t, f(t)), by Horner's scheme."""
    total = fmpq_poly([])
    for part in reversed(equation):
        total = (total.mul_low(series, length) + fmpq_poly(part)).truncate(length)
    return total


def _differentiate_by_f(equation: Sequence[fmpz_poly]) -> Equation:
    """Return the derivative of P(t, f) with respect to f."""
    return [k * part for k, part in enumerate(equation)][1:]


def _valuation(series: fmpq_poly, length: int) -> int:
    """Return the exponent of the lowest power of t, or ``length`` for zero."""
    return next((k for k, c in enumerate(series.coeffs()[:length]) if c), length)


def _terms_that_suffice(equation: Sequence[fmpz_poly], start: fmpq_poly, length: int) -> int | None:
    """Return the number of initial terms that determine a series solution, given ``length`` terms.

    Return 0 if no solution starts with these terms, and None if they do not decide this.

    Let v be the valuation of dP/df at the terms g. Put f = g + t^length h, so that P(t, f) = P(t, g) +
    t^length h dP/df + .... If v < length, there is exactly one solution if P(t, g) is 0 up to order length +
    v, and no solution otherwise; v + 1 terms suffice. If v >= length, P(t, g) is 0 up to order 2 length for
    every solution.

    >>> catalan = [fmpz_poly([1]), fmpz_poly([-1]), fmpz_poly([0, 1])]
    >>> _terms_that_suffice(catalan, fmpq_poly([1]), 1), _terms_that_suffice(catalan, fmpq_poly([2]), 1)
    (1, 0)

    Reference: Kurt Hensel's lemma, in the form of Isaac Newton.
    """
    rest = _valuation(_substitute(equation, start, 2 * length), 2 * length)
    height = _valuation(_substitute(_differentiate_by_f(equation), start, length), length)
    if height < length:
        return height + 1 if rest >= length + height else 0
    return None if rest >= 2 * length else 0


def _next_terms(equation: Sequence[fmpz_poly], start: Sequence[Number]) -> list[Number]:
    """Return the rational numbers that may follow the first terms of a solution.

    >>> _next_terms([fmpz_poly([1, 0, -1]), fmpz_poly([-2]), fmpz_poly([1])], [1])
    [-1, 1]
    """
    known, unknown = rational_polynomial(start), fmpq_poly([*(0,) * len(start), 1])
    moved: list[fmpq_poly] = []  # coefficients of 1, h, h^2, ... in P(t, known + unknown h)
    for part in reversed(equation):
        shifted = [fmpq_poly([]), *(unknown * c for c in moved)]
        moved = [known * c for c in moved] + [fmpq_poly([])]
        moved = [one + other for one, other in zip(moved, shifted, strict=True)]
        moved[0] += fmpq_poly(part)
    lowest = min(_valuation(c, c.degree() + 1) for c in moved if c)
    at_zero = fmpq_poly([c[lowest] for c in moved]).numer()
    factors = at_zero.factor()[1] if at_zero.degree() > 0 else []
    return sorted(number(Fraction(-int(f[0]), int(f[1]))) for f, _ in factors if f.degree() == 1)


def _expansion(equation: Sequence[fmpz_poly], start: fmpq_poly, known: int, length: int) -> fmpq_poly:
    """Return the first ``length`` terms of the solution determined by ``known`` initial terms, by Newton's
    iteration.

    If v = known - 1 is the valuation of dP/df, each step extends n correct terms to 2 n - v. Cost: a constant
    number of products of the largest length.

    >>> _expansion([fmpz_poly([1]), fmpz_poly([-1]), fmpz_poly([0, 1])], fmpq_poly([1]), 1, 6)
    42*x^5 + 14*x^4 + 5*x^3 + 2*x^2 + x + 1
    """
    height, right, polynomial = known - 1, known, start.truncate(known)
    sloped = _differentiate_by_f(equation)
    while right < length:
        reach = min(2 * right - height, length)
        value = _substitute(equation, polynomial, reach + height).right_shift(height)
        below = _substitute(sloped, polynomial, reach + height).right_shift(height)
        polynomial = polynomial - value.mul_low(series_inverse(below, reach), reach)
        right = reach
    return polynomial.truncate(length)


@dataclass(frozen=True, repr=False)
class Algebraic(Operations):
    """Sequence a(n), n >= first_n, whose series f = sum a(n) t^n solves P(t, f) = 0.

    Use ``of`` or ``parse`` to create a sequence. They normalise the equation: it is irreducible over the
    rationals and has content 1, and the coefficient that is printed first is positive. ``initial`` contains
    as few terms a(first_n), ... as determine one of its solutions.

    >>> catalan = Algebraic.parse("1 - f + t*f^2", [1])
    >>> catalan.terms(8)
    [1, 1, 2, 5, 14, 42, 132, 429]
    >>> print(catalan, catalan.p_recursive(), sep="\\n")
    1 - f + t*f^2 = 0
    (n + 1)*a(n) = (4*n - 2)*a(n-1) for n >= 1
    """

    rank: ClassVar[int] = 2

    equation: Polynomial
    initial: tuple[Number, ...]
    first_n: int = 0

    @classmethod
    def of(cls, equation: Polynomial, initial: Sequence[Number], first_n: int = 0) -> Self:
        """Return the solution of an equation in t and f with the given initial terms, starting at t^first_n.

        The equation is replaced by its irreducible factor that the terms satisfy. Raise InputError if no
        solution starts with these terms, or if several do.

        >>> two = Polynomial.parse("1 - 2*f + f^2 - t^2", ("t", "f"))
        >>> print(Algebraic.of(two, [1, 1]))
        1 + t - f = 0
        """
        if equation.variables != _VARIABLES:
            raise InputError(f"algebraic equation in {equation.variables} must be in t and f, in this order")
        if first_n < 0:
            raise InputError(f"first_n {first_n} must be at least 0")
        if first_n > 1_000_000:
            raise LimitError(f"first_n {first_n} must be at most 1,000,000")
        given = [number(value) for value in initial]
        start, length = rational_polynomial(given, first_n), first_n + len(given)
        needs = [(part, _terms_that_suffice(_columns(part), start, length)) for part in _factors(equation)]
        fitting = [(part, need) for part, need in needs if need != 0]
        listed = ", ".join(map(number_text, given))
        if not fitting:
            raise InputError(
                f"initial {listed}: no power series that starts with these terms solves {equation} = 0"
            )
        part, need = fitting[0]
        if len(fitting) > 1 or need is None:
            raise InputError(
                f"initial {listed}: give more terms; several solutions start with these terms in"
                f" {equation} = 0"
            )
        return cls(part, tuple(given[: max(need - first_n, 0)]), first_n)

    @classmethod
    def solutions(cls, equation: Polynomial, initial: Sequence[Number] = ()) -> list[Self]:
        """Return all power series with rational coefficients that solve an equation and start with the given
        terms.

        Let g be the first terms of a solution f = g + t^m h. Then h(0) is a root of the coefficient of the
        lowest power of t in P(t, g + t^m h), a polynomial in h. The solutions of an irreducible equation are
        distinct, so finitely many terms distinguish them.

        >>> two = Polynomial.parse("1 - 2*f + f^2 - t^2", ("t", "f"))
        >>> [str(one) for one in Algebraic.solutions(two)]
        ['1 - t - f = 0', '1 + t - f = 0']
        """
        found = list[Self]()
        for part in _factors(equation):
            columns, open_starts = _columns(part), [list(initial)]
            for start in open_starts:  # grows
                need = _terms_that_suffice(columns, rational_polynomial(start), len(start))
                if need is None:
                    open_starts += [[*start, term] for term in _next_terms(columns, start)]
                elif need:
                    found.append(cls(part, tuple(start[:need])))
        return found

    @classmethod
    def from_terms(cls, equation: Polynomial, terms: Callable[[int], Sequence[Number]], first_n: int) -> Self:
        """Return the sequence with the given terms, whose series is known to solve the equation."""
        count = 8
        while count <= _MOST_TRIED:
            listed = list(terms(count))
            start, length = rational_polynomial(listed, first_n), first_n + count
            needs = [_terms_that_suffice(_columns(part), start, length) for part in _factors(equation)]
            if None not in needs and len([need for need in needs if need]) == 1:
                return cls.of(equation, listed, first_n)
            count *= 2
        raise LimitError(
            f"equation {equation} = 0: {_MOST_TRIED} terms do not determine one of its solutions"
        )

    @classmethod
    def parse(cls, text: str, initial: Sequence[Number], first_n: int = 0) -> Self:
        """Parse an equation as printed, ``1 - f + t*f^2`` or ``f = 1 + t*f^2``."""
        return cls.of(formula_reader().read_equation(text, _VARIABLES), initial, first_n)

    @property
    def degree(self) -> int:
        """Degree of the equation in f."""
        return max(powers[1] for powers, _ in self.equation.terms)

    @property
    def columns(self) -> list[fmpz_poly]:
        """Coefficients of 1, f, f^2, ... as FLINT polynomials in t."""
        return _columns(self.equation)

    def terms(self, count: int) -> list[Number]:
        """Return the terms a(first_n), ..., a(first_n + count - 1)."""
        return self.p_recursive().terms(count) if checked_count(count) > _LISTED else self.expand(count)

    def expand(self, count: int) -> list[Number]:
        """Return the first terms by Newton's iteration, without the recurrence."""
        start, length = rational_polynomial(self.initial, self.first_n), self.first_n + len(self.initial)
        known = _terms_that_suffice(self.columns, start, length)
        assert known, "the initial terms determine a solution"
        end = self.first_n + count
        return coefficient_list(_expansion(self.columns, start, known, max(end, known)), count, self.first_n)

    def coefficient(self, n: int) -> Number:
        """Return the term a(n), for large n by the recurrence."""
        n = checked_index(n, self.first_n)
        if n < self.first_n + _LISTED:
            return self.terms(n - self.first_n + 1)[-1]
        return self.p_recursive().coefficient(n)

    def coefficient_mod(self, n: int, modulus: int) -> int:
        """Return the term a(n) modulo any integer >= 1, by the recurrence."""
        n = checked_index(n, self.first_n)
        check_modulus(modulus)
        if n < self.first_n + _LISTED:
            return residue(self.coefficient(n), modulus)
        return self.p_recursive().coefficient_mod(n, modulus)

    def differential_equation(self) -> DifferentialEquation:
        """Return the linear differential equation of least order, possibly inhomogeneous.

        >>> print(Algebraic.parse("f^2 - 1 + 4*t", [1]).differential_equation())
        (1 - 4*t)*f'(t) + 2*f(t) = 0
        """
        return DifferentialEquation.of_polynomials(*algebraic_equation(self.columns))

    def p_recursive(self) -> PRecursive:
        """Return the sequence as a P-recursive one, by the recurrence of its differential equation.

        >>> print(Algebraic.parse("f^2 - 1 + 4*t", [1]).p_recursive())
        n*a(n) = (4*n - 6)*a(n-1) for n >= 1
        """
        return self.differential_equation().solved_by(self.expand, self.first_n)

    def generalise(self) -> PRecursive:
        return self.p_recursive()

    def partial_sums(self) -> Algebraic:
        """Return the sums a(first_n) + ... + a(n): the series is f/(1 - t).

        >>> Algebraic.parse("1 - f + t*f^2", [1]).partial_sums().terms(5)
        [1, 2, 4, 9, 23]
        """
        above = [_ZERO, fmpz_poly([1, -1])]
        return self._with_series(above, _ONE, lambda count: list(accumulate(self.terms(count))), self.first_n)

    def shifted(self, by: int) -> Algebraic:
        """Return the sequence n -> a(n + by), whose series g satisfies f = (omitted terms) + t^by g.

        >>> print(Algebraic.parse("1 - f + t*f^2", [1]).shifted(1))
        1 - f + 2*t*f + t^2*f^2 = 0
        """
        first_n = max(self.first_n - by, 0)
        skip = first_n + by - self.first_n
        lost, below = _clear_denominators(self.terms(skip), self.first_n)
        up, down = fmpz_poly([0, 1]) ** max(by, 0), fmpz_poly([0, 1]) ** max(-by, 0)
        return self._with_series([lost * down, up * below], down * below, self._later(skip), first_n)

    def subsequence(self, step: int, offset: int = 0) -> PRecursive:
        return self.p_recursive().subsequence(step, offset)

    def _plus(self, other: Algebraic) -> Operations:
        """Return the termwise sum: the resultant of P(t, g) and Q(t, f - g) in g.

        >>> root = Algebraic.parse("f^2 - 1 + 4*t", [1])
        >>> print(root + root)
        4 - 16*t - f^2 = 0
        """
        if self.degree * other.degree > _MOST_DEGREE:
            return self.p_recursive()._plus(other.p_recursive())
        first_n = max(self.first_n, other.first_n)
        left, right = self._starting_at(first_n), other._starting_at(first_n)
        _, f, g = _IN_T_F_G.gens()
        return self.from_terms(
            _resultant(left._at(g), right._at(f - g)),
            lambda count: list(map(operator.add, left.terms(count), right.terms(count))),
            first_n,
        )

    def _scaled_by(self, factor: Number) -> Algebraic:
        above, below = [_ZERO, fmpz_poly([factor.denominator])], fmpz_poly([factor.numerator])
        return self._with_series(
            above, below, lambda count: [factor * value for value in self.terms(count)], self.first_n
        )

    def _hadamard(self, other: Algebraic) -> PRecursive:
        return self.p_recursive()._hadamard(other.p_recursive())

    def _cauchy(self, other: Algebraic) -> Operations:
        """Return the product of the series: the resultant of P(t, g) and g^d Q(t, f/g) in g.

        >>> root = Algebraic.parse("f^2 - 1 + 4*t", [1])
        >>> print(root.cauchy(root))
        1 - 4*t - f = 0
        """
        if self.degree * other.degree > _MOST_DEGREE:
            return self.p_recursive()._cauchy(other.p_recursive())
        _, f, g = _IN_T_F_G.gens()
        return self.from_terms(
            _resultant(self._at(g), other._at(f, g)),
            lambda count: convolution(self.terms(count), other.terms(count)),
            self.first_n + other.first_n,
        )

    def _interlace(self, others: tuple[Algebraic, ...]) -> PRecursive:
        return self.p_recursive()._interlace(tuple(other.p_recursive() for other in others))

    def _later(self, skip: int) -> Callable[[int], list[Number]]:
        """Return a function that extends the initial terms."""
        return lambda count: self.terms(count + skip)[skip:]

    def _starting_at(self, first_n: int) -> Algebraic:
        """Return the sequence restricted to n >= ``first_n``, which is not below its first index."""
        skip = first_n - self.first_n
        if not skip:
            return self
        lost, below = _clear_denominators(self.terms(skip), self.first_n)
        return self._with_series([lost, fmpz_poly([below])], fmpz_poly([below]), self._later(skip), first_n)

    def _with_series(
        self,
        above: Sequence[fmpz_poly],
        below: fmpz_poly,
        terms: Callable[[int], Sequence[Number]],
        first_n: int,
    ) -> Algebraic:
        """Return the sequence with the given terms and series g, where f = (above[0] + above[1] g)/below."""
        degree = self.degree
        total = [_ZERO] * (degree + 1)
        power = [_ONE]
        for k, part in enumerate(self.columns):
            for j, c in enumerate(power):
                total[j] = total[j] + part * c * below ** (degree - k)
            power = [
                a * above[0] + b * above[1] for a, b in zip([*power, _ZERO], [_ZERO, *power], strict=True)
            ]
        return self.from_terms(_from_columns(total), terms, first_n)

    def _at(self, above: fmpz_mpoly, below: fmpz_mpoly | int = 1) -> fmpz_mpoly:
        """Return below^d P(t, above/below), with d the degree of P in f."""
        t, degree = _IN_T_F_G.gen(0), self.degree
        return sum(
            (c * t**i * above**j * below ** (degree - j) for (i, j), c in self.equation.terms),
            _IN_T_F_G.constant(0),
        )

    def as_json(self) -> dict[str, object]:
        """Return the JSON object that the command line prints, and that ``from_json`` parses."""
        return {
            "degree": self.degree,
            "equation": str(self),
            "initial": [number_text(value) for value in self.initial],
            "first_n": self.first_n,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """Parse the output of ``as_json``."""
        initial = numbers_field(data, "initial")
        return cls.parse(text_field(data, "equation"), initial, whole_field(data, "first_n", 0))


def _clear_denominators(values: Sequence[Number], start: int) -> tuple[fmpz_poly, int]:
    """Clear denominators: return a polynomial with integer coefficients, starting at t^start, and the common
    denominator.
    """
    below = lcm(*(value.denominator for value in values))
    return fmpz_poly([*(0,) * start, *(int(value * below) for value in values)]), below


def _resultant(one: fmpz_mpoly, two: fmpz_mpoly) -> Polynomial:
    return from_mpoly(one.resultant(two, "g"), _VARIABLES)
