"""Rational generating functions with integer coefficients, as values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from gfkit.errors import InputError
from gfkit.sequences.dense import dense, in_t, lowest, put, rows, series, sparse
from gfkit.sequences.nth_term import nth_term, nth_term_mod
from gfkit.sequences.polynomial import Polynomial
from gfkit.sequences.rational_text import quotient_latex, quotient_text, read_quotient
from gfkit.sequences.recurrence import Recurrence, Term

if TYPE_CHECKING:
    import sympy  # type: ignore[import-untyped]


@dataclass(frozen=True)
class RationalGF:
    """The sum over n >= first_n of a(n) t^n as a quotient in lowest terms.

    Made by ``reduced``, ``of``, ``parse`` or ``from_recurrence``, never by hand: the denominator has
    constant term 1, and two equal sequences with the same ``first_n`` are equal values.

    >>> pell = RationalGF.parse("(1 + t)/(1 - 2*t - t^2)")
    >>> pell.terms(6), pell[100] % 1000, pell.coefficient_mod(100, 1000)
    ([1, 3, 7, 17, 41, 99], 481, 481)
    >>> print(pell.recurrence)
    a(n) = 2*a(n-1) + a(n-2) for n >= 2
    """

    numerator: Polynomial
    denominator: Polynomial
    first_n: int = 0

    @classmethod
    def reduced(cls, numerator: Polynomial, denominator: Polynomial, first_n: int = 0) -> Self:
        """The quotient in lowest terms with denominator 1 + ... (cost: one gcd).

        A power series in t has integer coefficients (polynomials in the other variables) just when the
        denominator in lowest terms starts with 1 or -1; anything else is refused.

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
            raise InputError(f"denominator 0 of {quotient_text(numerator, denominator)}: must not be zero")
        above, below = lowest(numerator, denominator)
        start = [term for term in below.terms if term[0][0] == 0]
        if len(start) != 1 or any(start[0][0]) or abs(start[0][1]) != 1:
            raise InputError(
                f"denominator {quotient_text(below, Polynomial.constant(1, variables))}: its part without t "
                "must be 1 or -1 in lowest terms, else the series does not have integer coefficients"
            )
        if start[0][1] < 0:
            above, below = -above, -below
        _check_first(above, first_n)
        return cls(above, below, first_n)

    @classmethod
    def of(cls, numerator: Sequence[int], denominator: Sequence[int], first_n: int = 0) -> Self:
        """The reduced quotient of polynomials in t with these coefficients, lowest first.

        >>> print(RationalGF.of([1], [1, -1, -1]))
        1/(1 - t - t^2)
        """
        return cls.reduced(sparse(numerator), sparse(denominator), first_n)

    @classmethod
    def parse(cls, text: str, variables: tuple[str, ...] | None = None, first_n: int = 0) -> Self:
        """Reads a quotient as printed; ``variables`` are the fewest of t, x, y unless named.

        >>> RationalGF.parse("1/(1 - t - x*y*t^2)").denominator.variables
        ('t', 'x', 'y')
        """
        return cls.reduced(*read_quotient(text, variables), first_n)

    @classmethod
    def from_recurrence(cls, recurrence: Recurrence) -> Self:
        """The generating function of the sequence that a recurrence defines.

        >>> print(RationalGF.from_recurrence(Recurrence((1, 1), 3, (7, 7, 7))))
        (7 - 7*t^2)/(1 - t - t^2)
        """
        variables = ("t", *recurrence.variables)
        below = in_t([1, *(-c for c in recurrence.coefficients)], variables)
        start = in_t([*(0,) * recurrence.first_n, *recurrence.initial], variables)
        product = below * start
        kept = [powers for powers, _ in product.terms if powers[0] < recurrence.valid_from]
        return cls.reduced(product.only(kept), below, recurrence.first_n)

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

    @property
    def recurrence(self) -> Recurrence:
        """The recurrence that the denominator says, from the first n on where it holds for good."""
        start = max(self.degree + 1, self.first_n + self.order)
        parts = [-part for part in rows(self.denominator)[1:]]
        plain = len(self.variables) == 1
        back = tuple(part.total if plain else part for part in parts)
        return Recurrence(
            back, start, tuple(self.terms(start - self.first_n)), self.first_n, self.variables[1:]
        )

    def terms(self, count: int) -> list[Term]:
        """The first ``count`` terms from ``first_n`` on.

        In t alone this is one division of polynomials; else ``order`` products of polynomials a term.
        """
        if count <= 0:
            return []
        if len(self.variables) == 1:
            above, below = dense(self.numerator), dense(self.denominator)
            return list(series(above, below, self.first_n + count)[self.first_n :])
        return list(self._weighted_terms(self.first_n + count)[self.first_n :])

    def _weighted_terms(self, length: int) -> list[Polynomial]:
        below, above = rows(self.denominator), rows(self.numerator)
        zero = Polynomial.of(self.variables[1:], {})
        values: list[Polynomial] = []
        for n in range(length):
            total = above[n] if n < len(above) else zero
            for k in range(1, min(n, len(below) - 1) + 1):
                if below[k].terms:
                    total = total - below[k] * values[n - k]
            values.append(total)
        return values

    def coefficient(self, n: int) -> Term:
        """The term a(n): in t alone by halving n (``nth_term``), else by listing the terms up to n."""
        self._check_index(n)
        if len(self.variables) == 1:
            return nth_term(dense(self.numerator), dense(self.denominator), n)
        return self.terms(n - self.first_n + 1)[-1]

    def __getitem__(self, n: int) -> Term:
        return self.coefficient(n)

    __iter__ = None  # indexing alone would make it an endless sequence to list() and in

    def coefficient_mod(self, n: int, modulus: int) -> int:
        """The term a(n) modulo any integer >= 1, in t alone; 60 steps for n = 10^18.

        >>> RationalGF.of([0, 1], [1, -1, -1]).coefficient_mod(10**18, 10**9 + 7)
        209783453
        """
        self._check_index(n)
        self.plain("a term modulo m")
        if modulus < 1:
            raise InputError(f"modulus {modulus}: must be at least 1")
        return nth_term_mod(dense(self.numerator), dense(self.denominator), n, modulus)

    def at(self, **values: int) -> RationalGF:
        """The generating function with integers put for some of the variables other than t.

        >>> print(RationalGF.parse("1/(1 - t - x*y*t^2)").at(y=1))
        1/(1 - t - x*t^2)
        """
        for name in values:
            if name not in self.variables[1:]:
                known = ", ".join(self.variables[1:]) or "none"
                raise InputError(f"variable {name!r}: the generating function has {known} besides t")
        return type(self).reduced(put(self.numerator, values), put(self.denominator, values), self.first_n)

    def merged(self) -> RationalGF:
        """The generating function in t and x, where x marks the pieces of both players.

        >>> print(RationalGF.parse("1/(1 - t - x*y*t^2)").merged())
        1/(1 - t - x^2*t^2)
        """
        images = dict.fromkeys(self.variables, (0, 1)) | {"t": (1, 0)}
        above, below = (p.in_variables(("t", "x"), images) for p in (self.numerator, self.denominator))
        return type(self).reduced(above, below, self.first_n)

    def plain(self, what: str) -> None:
        """Refuses weights, naming what asked for a generating function in t alone."""
        if len(self.variables) > 1:
            raise InputError(
                f"generating function in {', '.join(self.variables)}: {what} needs t alone; put numbers for "
                "the others with at(...)"
            )

    def _check_index(self, n: int) -> None:
        if n < self.first_n:
            raise InputError(f"n {n}: the sequence starts at n = {self.first_n}")

    def __str__(self) -> str:
        return quotient_text(self.numerator, self.denominator)

    def latex(self) -> str:
        r"""The quotient in LaTeX.

        >>> print(RationalGF.of([1, 1], [1, -2, -1]).latex())
        \frac{1 + t}{1 - 2 t - t^{2}}
        """
        return quotient_latex(self.numerator, self.denominator)

    def to_sympy(self) -> sympy.Expr:
        """The quotient as a SymPy expression.

        >>> RationalGF.of([1], [1, -1, -1]).to_sympy()
        1/(-t**2 - t + 1)
        """
        import sympy

        symbols = sympy.symbols(self.variables)
        above, below = (
            sympy.Poly(dict(p.terms) or {(0,) * len(symbols): 0}, *symbols).as_expr()
            for p in (self.numerator, self.denominator)
        )
        return above / below

    def as_json(self) -> dict[str, str]:
        """Numerator and denominator as the command line prints them."""
        one = Polynomial.constant(1, self.variables)
        return {
            "numerator": quotient_text(self.numerator, one),
            "denominator": quotient_text(self.denominator, one),
        }


def _check_first(numerator: Polynomial, first_n: int) -> None:
    low = min((powers[0] for powers, _ in numerator.terms), default=first_n)
    if first_n < 0:
        raise InputError(f"first_n {first_n}: must be at least 0")
    if low < first_n:
        raise InputError(f"first_n {first_n}: must be at most {low}, the lowest power of t in the numerator")
