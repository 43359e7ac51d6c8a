"""Sequences whose generating function solves a polynomial equation, as values."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from gfkit.errors import InputError, LimitError
from gfkit.sequences.algebraic.branch import Equation, expanded, isolated
from gfkit.sequences.algebraic.derivation import differential_equation
from gfkit.sequences.algebraic.factor import VARIABLES, columns, factors
from gfkit.sequences.fields import numbers_field, text_field, whole_field
from gfkit.sequences.holonomic.conversion import from_equation
from gfkit.sequences.holonomic.differential_equation import DifferentialEquation
from gfkit.sequences.holonomic.p_recursive import PRecursive
from gfkit.sequences.holonomic.series import numbers, series
from gfkit.sequences.number import Number, check_modulus, checked_index, number, number_text, residue
from gfkit.sequences.operations import Operations
from gfkit.sequences.polynomial import Polynomial
from gfkit.writable import formulas

LISTED = 200
"""Up to this many terms come from Newton's iteration, more from the recurrence."""

MOST_TRIED = 4096
"""As many first terms are tried to tell the solutions apart."""


@dataclass(frozen=True)
class Algebraic(Operations):
    """The sequence a(n), n >= first_n, whose series f = sum a(n) t^n solves P(t, f) = 0.

    Made by ``of`` or ``parse``, never by hand: the equation is irreducible over the rationals with
    content 1, its first printed coefficient positive; ``initial`` holds the fewest terms from first_n on
    that single out one of its solutions (``isolated`` says how this is known).

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
        """The solution of an equation in t and f that starts with these terms, from t^first_n on.

        The one irreducible factor that the terms fit is kept. Refused when no solution starts so, or
        when the terms do not decide between several.

        >>> two = Polynomial.parse("1 - 2*f + f^2 - t^2", ("t", "f"))
        >>> print(Algebraic.of(two, [1, 1]))
        1 + t - f = 0
        """
        if equation.variables != VARIABLES:
            raise InputError(f"algebraic equation in {equation.variables}: must be in t and f, in this order")
        given = [number(value) for value in initial]
        start, length = series(given, first_n), first_n + len(given)
        needs = [(part, isolated(columns(part), start, length)) for part in factors(equation)]
        fitting = [(part, need) for part, need in needs if need != 0]
        listed = ", ".join(map(number_text, given))
        if not fitting:
            raise InputError(f"initial {listed}: no power series with these terms solves {equation} = 0")
        part, need = fitting[0]
        if len(fitting) > 1 or need is None:
            raise InputError(
                f"initial {listed}: more terms are needed to tell the solutions of {equation} = 0 apart"
            )
        return cls(part, tuple(given[: max(need - first_n, 0)]), first_n)

    @classmethod
    def settled(cls, equation: Polynomial, terms: Callable[[int], Sequence[Number]], first_n: int) -> Self:
        """The sequence with these terms, whose series is known to solve the equation."""
        count = 8
        while count <= MOST_TRIED:
            listed = list(terms(count))
            start, length = series(listed, first_n), first_n + count
            needs = [isolated(columns(part), start, length) for part in factors(equation)]
            if None not in needs and len([need for need in needs if need]) == 1:
                return cls.of(equation, listed, first_n)
            count *= 2
        raise LimitError(f"equation {equation} = 0: {MOST_TRIED} terms do not tell its solutions apart")

    @classmethod
    def parse(cls, text: str, initial: Sequence[Number], first_n: int = 0) -> Self:
        """Reads an equation as printed, ``1 - f + t*f^2`` or ``f = 1 + t*f^2``."""
        return cls.of(formulas().read_equation(text, VARIABLES), initial, first_n)

    @property
    def degree(self) -> int:
        """The degree in f."""
        return max(powers[1] for powers, _ in self.equation.terms)

    @property
    def columns(self) -> Equation:
        """The coefficients of 1, f, f^2, ... as FLINT's polynomials in t."""
        return columns(self.equation)

    def terms(self, count: int) -> list[Number]:
        """The first ``count`` terms from ``first_n`` on."""
        if count <= 0:
            return []
        if count > LISTED:
            return self.p_recursive().terms(count)
        return self._expanded(count)

    def _expanded(self, count: int) -> list[Number]:
        start, length = series(self.initial, self.first_n), self.first_n + len(self.initial)
        known = isolated(self.columns, start, length)
        assert known, "the initial terms single out a solution"
        end = self.first_n + count
        return numbers(expanded(self.columns, start, known, max(end, known)), count, self.first_n)

    def coefficient(self, n: int) -> Number:
        """The term a(n); from the recurrence when n is far away."""
        n = checked_index(n, self.first_n)
        if n < self.first_n + LISTED:
            return self.terms(n - self.first_n + 1)[-1]
        return self.p_recursive().coefficient(n)

    def coefficient_mod(self, n: int, modulus: int) -> int:
        """The term a(n) modulo any integer >= 1, by the recurrence."""
        n = checked_index(n, self.first_n)
        check_modulus(modulus)
        if n < self.first_n + LISTED:
            return residue(self.coefficient(n), modulus)
        return self.p_recursive().coefficient_mod(n, modulus)

    def differential_equation(self) -> DifferentialEquation:
        """The linear differential equation of least order, right side included.

        >>> print(Algebraic.parse("f^2 - 1 + 4*t", [1]).differential_equation())
        (1 - 4*t)*f'(t) + 2*f(t) = 0
        """
        return differential_equation(self.columns)

    def p_recursive(self) -> PRecursive:
        """The same sequence by the recurrence that the differential equation says.

        >>> print(Algebraic.parse("f^2 - 1 + 4*t", [1]).p_recursive())
        n*a(n) = (4*n - 6)*a(n-1) for n >= 1
        """
        return from_equation(self.differential_equation(), self._expanded, self.first_n)

    def generalised(self) -> PRecursive:
        return self.p_recursive()

    def partial_sums(self) -> Algebraic:
        from gfkit.sequences.algebraic import closure

        return closure.partial_sums(self)

    def shifted(self, by: int) -> Algebraic:
        from gfkit.sequences.algebraic import closure

        return closure.shifted(self, by)

    def subsequence(self, step: int, offset: int = 0) -> PRecursive:
        return self.p_recursive().subsequence(step, offset)

    def _plus(self, other: Algebraic) -> Operations:
        from gfkit.sequences.algebraic import closure

        return closure.total(self, other)

    def _scaled_by(self, factor: Number) -> Algebraic:
        from gfkit.sequences.algebraic import closure

        return closure.multiple(self, factor)

    def _hadamard(self, other: Algebraic) -> PRecursive:
        return self.p_recursive()._hadamard(other.p_recursive())

    def _cauchy(self, other: Algebraic) -> Operations:
        from gfkit.sequences.algebraic import closure

        return closure.cauchy(self, other)

    def _interlaced(self, others: tuple[Algebraic, ...]) -> PRecursive:
        return self.p_recursive()._interlaced(tuple(other.p_recursive() for other in others))

    def as_json(self) -> dict[str, object]:
        """The object that the command line prints, with everything ``from_json`` needs."""
        return {
            "degree": self.degree,
            "equation": str(self),
            "initial": [number_text(value) for value in self.initial],
            "first_n": self.first_n,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """The sequence that ``as_json`` wrote."""
        initial = numbers_field(data, "initial")
        return cls.parse(text_field(data, "equation"), initial, whole_field(data, "first_n", 0))
