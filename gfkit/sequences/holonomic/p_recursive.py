"""Sequences with a linear recurrence whose coefficients are polynomials in n, as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, Self

from flint import fmpz_poly

from gfkit.sequences.fields import numbers_field, rows_field, whole_field
from gfkit.sequences.holonomic.canonical import (
    Terms,
    canonical,
    check_count,
    check_fit,
    continued,
    homogeneous,
    open_until,
)
from gfkit.sequences.holonomic.relation import (
    Row,
    integer_roots,
    poly,
    row_of,
    sound,
    whole_rows,
)
from gfkit.sequences.holonomic.residue import term_mod
from gfkit.sequences.holonomic.unroll import SPLIT_FROM, far_term, unrolled
from gfkit.sequences.number import (
    Number,
    check_modulus,
    checked_index,
    number,
    number_text,
    residue,
)
from gfkit.sequences.operations import Operations
from gfkit.sequences.polynomial import whole_text
from gfkit.writable import formulas

if TYPE_CHECKING:
    from gfkit.sequences.holonomic.differential_equation import DifferentialEquation
    from gfkit.sequences.holonomic.hypergeometric import Hypergeometric


@dataclass(frozen=True)
class PRecursive(Operations):
    """The sequence a(n), n >= first_n, with sum p_k(n) a(n-k) = 0 for every n >= valid_from.

    Made by ``of`` or ``parse``, never by hand: the p_k (lowest power of n first) have no common factor,
    the leading coefficient of p_0 is positive, p_0 and p_r are not 0, valid_from is the least possible,
    and ``initial`` holds a(first_n), ... up to the last n below valid_from or root of p_0: where p_0
    vanishes the recurrence says nothing about a(n). From there on every term is determined.

    >>> catalan = PRecursive.parse("(n + 1)*a(n) = (4*n - 2)*a(n-1)", [1])
    >>> catalan.terms(7), catalan[10], catalan.coefficient_mod(1000, 97)
    ([1, 1, 2, 5, 14, 42, 132], 16796, 67)
    >>> print(catalan)
    (n + 1)*a(n) = (4*n - 2)*a(n-1) for n >= 1
    """

    rank: ClassVar[int] = 3

    coefficients: tuple[Row, ...]
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
        """The sequence with these p_0, p_1, ... (rows of rational numbers) and first terms.

        The relation is taken to hold from ``valid_from`` on, by default as soon as all its indices are
        at least ``first_n``. More initial terms than are needed must fit.

        >>> PRecursive.of([[1], [0, -1]], [1, 1, 2, 6])
        PRecursive(coefficients=((1,), (0, -1)), valid_from=1, initial=(1,), first_n=0)
        """
        return cls._of(whole_rows(coefficients), initial, first_n, valid_from)

    @classmethod
    def _of(
        cls, rows: Sequence[fmpz_poly], initial: Sequence[Number], first_n: int, valid_from: int | None
    ) -> Self:
        kept, down = sound(rows)
        earliest = first_n + len(kept) - 1
        start = earliest if valid_from is None else max(valid_from - down, earliest)
        given = [number(value) for value in initial]
        check_count(kept, start, given, first_n)
        check_fit(kept, start, given, first_n)
        return cls.settled(kept, start, lambda count: given[:count], first_n)

    @classmethod
    def settled(cls, rows: Sequence[fmpz_poly], certain_from: int, terms: Terms, first_n: int) -> Self:
        """The sequence with these terms, for which the relation is known to hold from ``certain_from`` on.

        ``terms`` gives any number of first terms, or all that there are.
        """
        found = canonical(rows, certain_from, terms, first_n)
        return cls(tuple(map(row_of, found.rows)), found.valid_from, tuple(found.initial), first_n)

    @classmethod
    def parse(
        cls, text: str, initial: Sequence[Number], first_n: int = 0, valid_from: int | None = None
    ) -> Self:
        """Reads an equation as printed, or with forward shifts, quotients and factored coefficients.

        A polynomial in n may stand beside the terms: it is removed, which makes the order one larger.

        >>> print(PRecursive.parse("a(n+2) = a(n+1) + (n+1)a(n)", [1, 1]))
        a(n) = a(n-1) + (n - 1)*a(n-2) for n >= 2
        >>> print(PRecursive.parse("a(n) = 2*a(n-1) + 1", [0]))
        a(n) = 3*a(n-1) - 2*a(n-2) for n >= 2
        """
        rows, right, start = formulas().read_recurrence(text)
        start = start if valid_from is None else valid_from
        if not right:
            return cls._of(rows, initial, first_n, start)
        start = max(first_n + len(rows) - 1, start or 0)
        joined = homogeneous(rows, right)
        padded = [*(0,) * first_n, *map(number, initial)]
        values = continued(rows, lambda n: int(right(n)), start, padded, open_until(joined, start + 1), text)
        return cls._of(joined, values[first_n:], first_n, start + 1)

    @property
    def order(self) -> int:
        return len(self.coefficients) - 1

    @property
    def degree(self) -> int:
        """The largest degree of a coefficient."""
        return max(map(len, self.coefficients)) - 1

    @property
    def singular_indices(self) -> tuple[int, ...]:
        """The n >= valid_from at which the recurrence says nothing about a(n): the roots of p_0."""
        return tuple(n for n in integer_roots(poly(self.coefficients[0])) if n >= self.valid_from)

    @property
    def determined_from(self) -> int:
        """The first n from which on the recurrence gives every term."""
        return self.first_n + len(self.initial)

    @property
    def equation(self) -> str:
        """The recurrence without its range.

        >>> PRecursive.of([[0, 1], [-1, -1]], [1]).equation
        'n*a(n) = (n + 1)*a(n-1)'
        """
        return formulas().equation(self)

    @property
    def rows(self) -> list[fmpz_poly]:
        """The coefficients p_0, ..., p_r as FLINT's polynomials."""
        return [poly(row) for row in self.coefficients]

    def terms(self, count: int) -> list[Number]:
        """The first ``count`` terms from ``first_n`` on, one division a term."""
        if self.order == 0:
            return [*self.initial[: max(count, 0)], *[0] * (count - len(self.initial))]
        return unrolled(self.rows, self.first_n, self.initial, max(count, 0))

    def coefficient(self, n: int) -> Number:
        """The term a(n): by listing, or by binary splitting when n is far away."""
        n = checked_index(n, self.first_n)
        if n < self.determined_from:
            return self.initial[n - self.first_n]
        if self.order == 0:
            return 0
        if n - self.determined_from < SPLIT_FROM:
            return self.terms(n - self.first_n + 1)[-1]
        return far_term(self.rows, self.first_n, self.initial, n)

    def coefficient_mod(self, n: int, modulus: int) -> int:
        """The term a(n) modulo any integer >= 1.

        In about sqrt(n) operations on residues; where p_0 has a factor in common with m on the way, a(n)
        is computed exactly. Refused when a(n) is a fraction whose denominator has no inverse.

        >>> PRecursive.of([[1], [0, -1]], [1]).coefficient_mod(10**5, 10**5 + 3)
        50001
        """
        n = checked_index(n, self.first_n)
        check_modulus(modulus)
        found = None
        if n >= self.determined_from and self.order:
            found = term_mod(self.rows, self.first_n, self.initial, n, modulus)
        return residue(self.coefficient(n), modulus) if found is None else found

    def same_sequence(self, other: Operations) -> bool:
        """Whether both are the same sequence: proved, by an annihilator of the difference.

        The other one may be of any kind; their first n must be the same.

        >>> one = PRecursive.of([[1], [-2]], [1])
        >>> one.same_sequence(PRecursive.of([[1], [-3], [2]], [1, 2]))
        True
        """
        if self.first_n != other.first_n:
            return False
        difference: PRecursive = self - other
        return not any(difference.initial)

    def differential_equation(self) -> DifferentialEquation:
        """The linear differential equation of sum a(n) t^n."""
        from gfkit.sequences.holonomic.conversion import differential_equation

        return differential_equation(self)

    def hypergeometric(self) -> Hypergeometric | None:
        """The closed form as a product, when the order is 1 and p_0, p_1 split over the rationals."""
        from gfkit.sequences.holonomic.hypergeometric import hypergeometric

        return hypergeometric(self)

    def generalised(self) -> PRecursive:
        return self

    def partial_sums(self) -> PRecursive:
        from gfkit.sequences.holonomic import closure

        return closure.partial_sums(self)

    def shifted(self, by: int) -> PRecursive:
        from gfkit.sequences.holonomic import closure

        return closure.shifted(self, by)

    def subsequence(self, step: int, offset: int = 0) -> PRecursive:
        from gfkit.sequences.holonomic import closure

        return closure.subsequence(self, step, offset)

    def _plus(self, other: PRecursive) -> PRecursive:
        from gfkit.sequences.holonomic import closure

        return closure.total(self, other)

    def _scaled_by(self, factor: Number) -> PRecursive:
        scaled = [factor * value for value in self.initial]
        if not factor:
            return PRecursive.of([[1]], [], self.first_n)
        return PRecursive(self.coefficients, self.valid_from, tuple(map(number, scaled)), self.first_n)

    def _hadamard(self, other: PRecursive) -> PRecursive:
        from gfkit.sequences.holonomic import closure

        return closure.hadamard(self, other)

    def _cauchy(self, other: PRecursive) -> PRecursive:
        from gfkit.sequences.holonomic import closure

        return closure.cauchy(self, other)

    def _interlaced(self, others: tuple[PRecursive, ...]) -> PRecursive:
        from gfkit.sequences.holonomic import closure

        return closure.interlaced((self, *others))

    def as_json(self) -> dict[str, object]:
        """The object that the command line prints, with everything ``from_json`` needs."""
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
        """The sequence that ``as_json`` wrote."""
        first_n, start = whole_field(data, "first_n", 0), whole_field(data, "valid_from")
        return cls.of(rows_field(data, "coefficients"), numbers_field(data, "initial"), first_n, start)
