"""Sequences with polynomial recurrences, their differential equations and closed forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb, lcm
from typing import ClassVar, Self

from flint import fmpz_poly

from gfkit.core.algebra import closure, relation
from gfkit.core.algebra.closure import LinearEquation, product_equation, recurrence_equation, recurrence_rows
from gfkit.core.algebra.fields import numbers_field, rows_field, text_field, whole_field
from gfkit.core.algebra.number import (
    Number,
    check_modulus,
    checked_count,
    checked_index,
    number,
    number_text,
    read_number,
    residue,
    trimmed,
    whole_text,
)
from gfkit.core.algebra.operations import Operations
from gfkit.core.algebra.product_form import ProductForm, from_shifts, shifts
from gfkit.core.algebra.relation import at_shift
from gfkit.core.algebra.series import convolution, rational_polynomial
from gfkit.core.deferred import dataclass
from gfkit.core.errors import InputError
from gfkit.core.writable import Face, Indexable, Writable, formula_reader, formulas


class _PolynomialRows:
    """Common base of recurrences and differential equations with polynomial coefficients."""

    coefficients: tuple[relation.Row, ...]

    @property
    def order(self) -> int:
        return len(self.coefficients) - 1

    @property
    def degree(self) -> int:
        """Largest degree in n of a coefficient of the recurrence."""
        return max(map(len, self.coefficients)) - 1

    @property
    def rows(self) -> list[fmpz_poly]:
        """Coefficients as FLINT polynomials."""
        return [relation.poly(row) for row in self.coefficients]


@dataclass(frozen=True, repr=False)
class PRecursive(_PolynomialRows, Operations):
    """P-recursive sequence a(n), n >= first_n, with sum_{k=0..r} p_k(n) a(n-k) = 0 for every n >= valid_from.

    Use ``of`` or ``parse`` to create a sequence. They normalise the recurrence: the p_k (lowest power of n
    first) have no common factor, p_0 and p_r are not 0, the leading coefficient of p_0 is positive, and
    ``valid_from`` is minimal. If p_0(n) = 0, the recurrence does not determine a(n). So ``initial`` contains
    a(first_n), a(first_n + 1), ... up to n = valid_from - 1 or up to the largest integer root of p_0,
    whichever is larger. The recurrence determines all later terms.

    >>> catalan = PRecursive.parse("(n + 1)*a(n) = (4*n - 2)*a(n-1)", [1])
    >>> catalan.terms(7), catalan[10], catalan.coefficient_mod(1000, 97)
    ([1, 1, 2, 5, 14, 42, 132], 16796, 67)
    >>> print(catalan)
    (n + 1)*a(n) = (4*n - 2)*a(n-1) for n >= 1
    """

    rank: ClassVar[int] = 3

    coefficients: tuple[relation.Row, ...]
    valid_from: int
    initial: tuple[Number, ...]
    first_n: int = 0

    @classmethod
    def of(
        cls,
        coefficients: Sequence[Sequence[Number]],
        initial: Sequence[Number],
        first_n: int = 0,
        valid_from: int | None = None,
    ) -> Self:
        """Return the sequence with the given p_0, p_1, ... (rows of rational numbers) and first terms.

        The relation is assumed to hold for n >= ``valid_from``, by default for all n such that its indices
        are at least ``first_n``. Superfluous initial terms must satisfy it.

        >>> PRecursive.of([[1], [0, -1]], [1, 1, 2, 6])
        <PRecursive: a(n) = n*a(n-1) for n >= 1>
        """
        return cls._of(relation.whole_rows(coefficients), initial, first_n, valid_from)

    @classmethod
    def _of(
        cls, rows: Sequence[fmpz_poly], initial: Sequence[Number], first_n: int, valid_from: int | None
    ) -> Self:
        kept, down = relation.sound(rows)
        earliest = first_n + len(kept) - 1
        start = earliest if valid_from is None else max(valid_from - down, earliest)
        given = [number(value) for value in initial]
        relation.check_count(kept, start, given, first_n)
        relation.check_terms_fit(kept, start, given, first_n)
        return cls.from_terms(kept, start, lambda count: given[:count], first_n)

    @classmethod
    def of_polynomial(cls, coefficients: Sequence[Number]) -> PRecursive:
        """Return the values of a polynomial, constant term first.

        >>> PRecursive.of_polynomial([1, 0, 2]).terms(4)
        [1, 3, 9, 19]
        """
        size = len(coefficients)
        values = [sum(c * n**k for k, c in enumerate(coefficients)) for n in range(size)]
        return cls.of([[(-1) ** k * comb(size, k)] for k in range(size + 1)], values)

    @classmethod
    def from_terms(
        cls, rows: Sequence[fmpz_poly], certain_from: int, terms: relation.Terms, first_n: int
    ) -> Self:
        """Return the sequence with the given terms, for which the relation is known to hold for n >=
        ``certain_from``.

        ``terms(count)`` returns the first ``count`` terms, or fewer if the sequence is finite.
        """
        canonical = relation.canonical_relation(rows, certain_from, terms, first_n)
        return cls(
            tuple(map(relation.coefficient_row, canonical.rows)),
            canonical.valid_from,
            tuple(canonical.initial),
            first_n,
        )

    @classmethod
    def parse(
        cls, text: str, initial: Sequence[Number], first_n: int = 0, valid_from: int | None = None
    ) -> Self:
        """Parse an equation as printed; forward shifts, quotients and factored coefficients are allowed.

        A polynomial inhomogeneity in n is allowed: it is eliminated, which increases the order by one.

        >>> print(PRecursive.parse("a(n+2) = a(n+1) + (n+1)a(n)", [1, 1]))
        a(n) = a(n-1) + (n - 1)*a(n-2) for n >= 2
        >>> print(PRecursive.parse("a(n) = 2*a(n-1) + 1", [0]))
        a(n) = 3*a(n-1) - 2*a(n-2) for n >= 2
        """
        rows, right, start = formula_reader().read_relation(text)
        start = start if valid_from is None else valid_from
        if not right:
            return cls._of(rows, initial, first_n, start)
        start = max(first_n + len(rows) - 1, start or 0)
        joined = relation.homogeneous(rows, right)
        padded = [*(0,) * first_n, *map(number, initial)]
        values = relation.continue_terms(
            rows, lambda n: int(right(n)), start, padded, relation.open_until(joined, start + 1), text
        )
        return cls._of(joined, values[first_n:], first_n, start + 1)

    @property
    def singular_indices(self) -> tuple[int, ...]:
        """Indices n >= valid_from at which the recurrence does not determine a(n): the roots of p_0."""
        return tuple(
            n for n in relation.integer_roots(relation.poly(self.coefficients[0])) if n >= self.valid_from
        )

    @property
    def determined_from(self) -> int:
        """Smallest n_0 such that the recurrence determines a(n) for all n >= n_0."""
        return self.first_n + len(self.initial)

    @property
    def equation(self) -> str:
        """Recurrence without its range of n.

        >>> PRecursive.of([[0, 1], [-1, -1]], [1]).equation
        'n*a(n) = (n + 1)*a(n-1)'
        """
        return formulas().equation(self)

    def terms(self, count: int) -> list[Number]:
        """Return the first ``count`` terms, with one division for each term."""
        count = checked_count(count)
        if self.order == 0:
            return [*self.initial[:count], *[0] * (count - len(self.initial))]
        return relation.unroll_terms(self.rows, self.first_n, self.initial, count)

    def coefficient(self, n: int) -> Number:
        """Return the term a(n), for large n by binary splitting."""
        n = checked_index(n, self.first_n)
        if n < self.determined_from:
            return self.initial[n - self.first_n]
        if self.order == 0:
            return 0
        if n - self.determined_from < relation.SPLIT_FROM:
            return self.terms(n - self.first_n + 1)[-1]
        return relation.far_term(self.rows, self.first_n, self.initial, n)

    def coefficient_mod(self, n: int, modulus: int) -> int:
        """Return the term a(n) modulo any integer >= 1.

        The cost is about sqrt(n) operations on residues; if a value of p_0 has a common factor with m, a(n)
        is computed exactly. Raise an error if a(n) is a fraction whose denominator has no inverse modulo m.

        >>> PRecursive.of([[1], [0, -1]], [1]).coefficient_mod(10**5, 10**5 + 3)
        50001
        """
        n = checked_index(n, self.first_n)
        check_modulus(modulus)
        value = None
        if n >= self.determined_from and self.order:
            value = relation.term_mod(self.rows, self.first_n, self.initial, n, modulus)
        return residue(self.coefficient(n), modulus) if value is None else value

    def same_sequence(self, other: Operations) -> bool:
        """Return True if both sequences are equal; this is proved by an annihilator of their difference.

        The other sequence may be of any kind; the first n must be equal.

        >>> one = PRecursive.of([[1], [-2]], [1])
        >>> one.same_sequence(PRecursive.of([[1], [-3], [2]], [1, 2]))
        True
        """
        if self.first_n != other.first_n:
            return False
        difference: PRecursive = self - other
        return not any(difference.initial)

    def satisfies(self, coefficients: Mapping[int, Sequence[Number]], since: int) -> bool:
        """Return True if sum p_s(n) a(n+s) = 0 for all n >= ``since``; this is proved by the sequence's own
        recurrence.

        ``coefficients`` maps s to the coefficients of p_s, constant term first.

        >>> fibonacci = PRecursive.of([[1], [-1], [-1]], [0, 1])
        >>> fibonacci.satisfies({0: [1], -1: [-2], -3: [1]}, 3), fibonacci.satisfies({0: [1], -1: [-1]}, 1)
        (True, False)
        """
        given = [s for s, row in coefficients.items() if any(row)]
        is_defined = self.first_n <= since + min(given, default=0)
        return is_defined and not any(self.combination(coefficients, since).initial)

    def combination(self, coefficients: Mapping[int, Sequence[Number]], since: int) -> PRecursive:
        """Return the sequence b with b(m) = sum p_s(n) a(n+s) at n = ``since`` + m, m >= 0.

        >>> fibonacci = PRecursive.of([[1], [-1], [-1]], [0, 1])
        >>> fibonacci.combination({1: [1], -1: [1]}, 1).terms(5)  # Lucas numbers
        [1, 3, 4, 7, 11]
        """
        given = {s: rational_polynomial(p) for s, p in coefficients.items() if any(p)}
        if not given:
            return PRecursive.of([[1]], [])
        low, below = min(given), lcm(*(int(p.denom()) for p in given.values()))
        polynomials = {s - low: at_shift((p * below).numer(), -low) for s, p in given.items()}
        total = self.from_terms(*closure.combination_of(self, polynomials))
        return total.shifted(since + low)._scaled_by(Fraction(1, below))

    def differential_equation(self) -> DifferentialEquation:
        """Return the linear differential equation of sum a(n) t^n."""
        known = [*(0,) * self.first_n, *self.terms(self.valid_from - self.first_n)]
        return DifferentialEquation.of_polynomials(*recurrence_equation(self.rows, known, self.valid_from))

    def hypergeometric(self) -> Hypergeometric | None:
        """Return the closed form as a product if the order is 1 and p_0, p_1 split over the rationals, else
        None.

        >>> PRecursive.of([[1], [-1, 0, -1]], [1]).hypergeometric() is None
        True
        """
        if self.order != 1:
            return None
        below, above = self.rows
        upper, lower = shifts(above), shifts(below)
        if upper is None or lower is None:
            return None
        ratio = Fraction(int(-above.leading_coefficient()), int(below.leading_coefficient()))
        return Hypergeometric(ratio, upper, lower, self.valid_from, self.initial, self.first_n)

    def generalise(self) -> PRecursive:
        return self

    def partial_sums(self) -> PRecursive:
        return self.from_terms(*closure.sums_of(self))

    def shifted(self, by: int) -> PRecursive:
        return self.from_terms(*closure.shift_of(self, by))

    def subsequence(self, step: int, offset: int = 0) -> PRecursive:
        return self.from_terms(*closure.subsequence_of(self, step, offset))

    def starting_at(self, first_n: int) -> PRecursive:
        """Return the sequence restricted to n >= ``first_n``, which is at least its first index."""
        skip = first_n - self.first_n
        if not skip:
            return self
        return self.from_terms(
            self.rows, self.valid_from, lambda count: self.terms(count + skip)[skip:], first_n
        )

    def _align_starts(self, other: PRecursive) -> tuple[PRecursive, PRecursive]:
        first_n = max(self.first_n, other.first_n)
        return self.starting_at(first_n), other.starting_at(first_n)

    def _plus(self, other: PRecursive) -> PRecursive:
        return self.from_terms(*closure.sum_of(*self._align_starts(other)))

    def _scaled_by(self, factor: Number) -> PRecursive:
        scaled = [factor * value for value in self.initial]
        if not factor:
            return PRecursive.of([[1]], [], self.first_n)
        return PRecursive(self.coefficients, self.valid_from, tuple(map(number, scaled)), self.first_n)

    def _hadamard(self, other: PRecursive) -> PRecursive:
        return self.from_terms(*closure.product_of(*self._align_starts(other)))

    def _cauchy(self, other: PRecursive) -> PRecursive:
        """Return the product of the series, computed with differential equations."""
        left, right = (
            LinearEquation(e.rows, relation.poly(e.right))
            for e in map(PRecursive.differential_equation, (self, other))
        )
        equation = DifferentialEquation.of_polynomials(*product_equation(left, right))
        return equation.solved_by(
            lambda count: convolution(self.terms(count), other.terms(count)), self.first_n + other.first_n
        )

    def _interlace(self, others: tuple[PRecursive, ...]) -> PRecursive:
        return self.from_terms(*closure.interlacing_of((self, *others)))

    def as_json(self) -> dict[str, object]:
        """Return the JSON object that the command line prints, and that ``from_json`` parses."""
        return {
            "order": self.order,
            "degree": self.degree,
            "equation": self.equation,
            "coefficients": [[whole_text(c) for c in row] for row in self.coefficients],
            "initial": [number_text(value) for value in self.initial],
            "valid_from": self.valid_from,
            "first_n": self.first_n,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """Parse the output of ``as_json``."""
        first_n, start = whole_field(data, "first_n", 0), whole_field(data, "valid_from")
        return cls.of(rows_field(data, "coefficients"), numbers_field(data, "initial"), first_n, start)


@dataclass(frozen=True, repr=False)
class DifferentialEquation(_PolynomialRows, Face, Writable):
    """Differential equation q_0(t) f + q_1(t) f' + ... + q_r(t) f^(r) = right(t) of a power series f.

    Use ``of`` to create an equation. It ensures that the polynomials (lowest power of t first) have no common
    factor, and that q_r is not 0 and its first coefficient is positive.

    >>> print(DifferentialEquation.of([[-2], [1, -4]]))
    (1 - 4*t)*f'(t) - 2*f(t) = 0
    """

    coefficients: tuple[relation.Row, ...]
    right: relation.Row = ()

    @classmethod
    def of(cls, coefficients: Sequence[Sequence[Number]], right: Sequence[Number] = ()) -> Self:
        """Return the equation with the given q_0, q_1, ... and right side, rows of rational numbers."""
        *rows, last = relation.whole_rows([*coefficients, right])
        return cls.of_polynomials(rows, last)

    @classmethod
    def of_polynomials(cls, rows: Sequence[fmpz_poly], right: fmpz_poly) -> Self:
        """Return the equation with the given polynomials."""
        kept = trimmed(rows)
        if not kept:
            raise InputError("differential equation 0 = 0: at least one coefficient must not be zero")
        *kept, last = relation.lowest([*kept, right])
        if next(c for c in kept[-1].coeffs() if c) < 0:
            kept, last = [-q for q in kept], -last
        return cls(tuple(map(relation.coefficient_row, kept)), relation.coefficient_row(last))

    def homogeneous(self) -> DifferentialEquation:
        """Return the homogeneous equation right (L f)' - right' L f = 0 that follows from L f = right.

        >>> print(DifferentialEquation.of([[1, -1]], [1]).homogeneous())
        (1 - t)*f'(t) - f(t) = 0
        """
        right = relation.poly(self.right)
        if not right:
            return self
        rows, slope = self.rows, right.derivative()
        above = [right * q.derivative() - slope * q for q in rows] + [fmpz_poly([])]
        for k, q in enumerate(rows):
            above[k + 1] += right * q
        return type(self).of_polynomials(above, fmpz_poly([]))

    def p_recursive(self, initial: Sequence[Number], first_n: int = 0) -> PRecursive:
        """Return the coefficients of the solution whose coefficients for n >= first_n start with the given
        terms.

        Raise InputError if the terms contradict the equation or do not determine a unique solution.

        >>> print(DifferentialEquation.of([[-2], [1, -4]]).p_recursive([1]))
        n*a(n) = (4*n - 2)*a(n-1) for n >= 1
        """
        rows, up = recurrence_rows(self.coefficients)
        start = max(up + len(self.right), first_n + len(rows) - 1)
        known = [*(0,) * first_n, *map(number, initial)]

        def right(n: int) -> int:
            return self.right[n - up] if n - up < len(self.right) else 0

        values = relation.continue_terms(rows, right, up, known, relation.open_until(rows, start), self)
        return PRecursive.of([relation.coefficient_row(p) for p in rows], values[first_n:], first_n, start)

    def solved_by(self, terms: relation.Terms, first_n: int = 0) -> PRecursive:
        """Return the sequence with the given terms, whose series is known to solve the equation."""
        rows, up = recurrence_rows(self.coefficients)
        return PRecursive.from_terms(rows, up + len(self.right), terms, first_n)

    def as_json(self) -> dict[str, object]:
        """Return the equation and its polynomials, lowest power first."""
        return {
            "order": self.order,
            "degree": self.degree,
            "equation": str(self),
            "coefficients": [[whole_text(c) for c in row] for row in self.coefficients],
            "right": [whole_text(c) for c in self.right],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """Parse the output of ``as_json``."""
        return cls.of(rows_field(data, "coefficients"), numbers_field(data, "right"))


@dataclass(frozen=True, repr=False)
class Hypergeometric(Face, Writable, Indexable):
    """Sequence with a(n)/a(n-1) = ratio (n + u_1) ... (n + u_i)/((n + l_1) ... (n + l_j)).

    Created by ``PRecursive.hypergeometric``: ``upper`` and ``lower`` are sorted and have no common
    element; the quotient is valid for n >= valid_from, and ``initial`` extends to its last pole.

    >>> catalan = PRecursive.of([[1, 1], [2, -4]], [1]).hypergeometric()
    >>> print(catalan)
    binomial(2*n, n)/(n + 1)
    >>> catalan.ratio, catalan.upper, catalan.lower
    (Fraction(4, 1), (Fraction(-1, 2),), (Fraction(1, 1),))
    """

    ratio: Fraction
    upper: tuple[Fraction, ...]
    lower: tuple[Fraction, ...]
    valid_from: int
    initial: tuple[Number, ...]
    first_n: int = 0

    def p_recursive(self) -> PRecursive:
        """Return the recurrence of order 1."""
        rows = [from_shifts(Fraction(1), self.lower), from_shifts(-self.ratio, self.upper)]
        return PRecursive.of(rows, self.initial, self.first_n, self.valid_from)

    def terms(self, count: int) -> list[Number]:
        """Return the first ``count`` terms."""
        return self.p_recursive().terms(count)

    def __getitem__(self, n: int) -> Number:
        return self.p_recursive().coefficient(n)

    @property
    def product_form(self) -> ProductForm | None:
        """Closed form as a product, or None if all terms after the initial ones are 0."""
        last = self.first_n + len(self.initial) - 1
        if not self.initial[-1]:
            return None
        return ProductForm.of(self.ratio, self.upper, self.lower, last, self.initial[-1])

    @property
    def closed_form(self) -> str:
        """Closed form in n, in plain text; it holds for n >= ``closed_form_from``."""
        return formulas().explicit(self)

    @property
    def closed_form_from(self) -> int:
        """Smallest n_0 such that the closed form holds for all n >= n_0."""
        form, n = self.product_form, self.first_n + len(self.initial)
        while n > self.first_n:
            if (form.value(n - 1) if form else 0) != self.initial[n - 1 - self.first_n]:
                break
            n -= 1
        return n

    def as_json(self) -> dict[str, object]:
        """Return the JSON object that the command line prints, and that ``from_json`` parses."""
        return {
            "ratio": number_text(self.ratio),
            "upper": [number_text(value) for value in self.upper],
            "lower": [number_text(value) for value in self.lower],
            "closed_form": self.closed_form,
            "closed_form_from": self.closed_form_from,
            "initial": [number_text(value) for value in self.initial],
            "valid_from": self.valid_from,
            "first_n": self.first_n,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """Parse the output of ``as_json``."""
        upper, lower = (tuple(map(Fraction, numbers_field(data, key))) for key in ("upper", "lower"))
        ratio, initial = Fraction(read_number(text_field(data, "ratio"))), numbers_field(data, "initial")
        first_n = whole_field(data, "first_n", 0)
        read = cls(ratio, upper, lower, whole_field(data, "valid_from"), tuple(initial), first_n)
        if read.p_recursive().hypergeometric() != read:
            raise InputError(
                f"hypergeometric sequence {dict(data)}: expected the canonical form that as_json() returns"
            )
        return read
