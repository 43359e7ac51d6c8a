"""Rational generating functions, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Self

from gfkit.errors import InputError
from gfkit.sequences.dense import dense, in_t, lowest, put
from gfkit.sequences.fields import names_field, text_field, whole_field
from gfkit.sequences.holonomic import PRecursive
from gfkit.sequences.nth_term import nth_term, nth_term_mod
from gfkit.sequences.number import Number, checked_index, number
from gfkit.sequences.polynomial import Polynomial
from gfkit.sequences.rational_operations import RationalOperations
from gfkit.sequences.recurrence import Recurrence, Term, without_fractions
from gfkit.sequences.rows import expand, row, weight
from gfkit.sequences.scaling import rational_series
from gfkit.writable import formulas

if TYPE_CHECKING:
    import sympy  # type: ignore[import-untyped]


@dataclass(frozen=True)
class RationalGF(RationalOperations):
    """The sum over n >= first_n of a(n) t^n as a quotient in lowest terms.

    Made by ``reduced``, ``of``, ``parse`` or ``from_recurrence``, never by hand: numerator and
    denominator have integer coefficients without a common factor, the denominator's constant term is
    positive, and two equal sequences with the same ``first_n`` are equal values. That constant term is
    1 just when all terms are integers, or polynomials with integer coefficients in the weights.

    >>> pell = RationalGF.parse("(1 + t)/(1 - 2*t - t^2)")
    >>> pell.terms(6), pell[100] % 1000, pell.coefficient_mod(100, 1000)
    ([1, 3, 7, 17, 41, 99], 481, 481)
    >>> print(pell.recurrence)
    a(n) = 2*a(n-1) + a(n-2) for n >= 2
    >>> print(pell.hadamard(pell), pell - pell.shifted(1), RationalGF.parse("2/(2 - t)").terms(3))
    (1 + 4*t - t^2)/(1 - 5*t - 5*t^2 + t^3) (-2)/(1 - 2*t - t^2) [1, Fraction(1, 2), Fraction(1, 4)]
    """

    numerator: Polynomial
    denominator: Polynomial
    first_n: int = 0

    @classmethod
    def reduced(
        cls, numerator: Polynomial, denominator: Polynomial, first_n: int = 0, *, integral: bool = False
    ) -> Self:
        """The quotient in lowest terms (cost: one gcd); with ``integral``, only when all terms are integers.

        A power series in t has integer coefficients (polynomials in the other variables) just when the
        denominator in lowest terms starts with 1 or -1. With weights anything else is refused; in t
        alone it may start with any number but 0.

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
            raise InputError(f"denominator 0 of {_text(numerator, denominator)}: must not be zero")
        above, below = lowest(numerator, denominator)
        start = below.only([powers for powers, _ in below.terms if powers[0] == 0])
        _check_start(below, start, integral or len(variables) > 1)
        if start.total < 0:
            above, below = -above, -below
        _check_first(above, first_n)
        return cls(above, below, first_n)

    @classmethod
    def of(cls, numerator: object, denominator: object = (1,), first_n: int = 0) -> Self:
        """The reduced quotient of polynomials in t with these coefficients, lowest first.

        Each may also be a ``Polynomial``, a polynomial of FLINT, or an expression of SymPy, which may be
        a quotient itself; variables are the fewest of t, x, y, and those of FLINT without names are t.

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
        """Reads a quotient as printed; ``variables`` are the fewest of t, x, y unless named.

        >>> RationalGF.parse("1/(1 - t - x*y*t^2)").denominator.variables
        ('t', 'x', 'y')
        """
        return cls.reduced(*formulas().read_quotient(text, variables), first_n)

    @classmethod
    def from_recurrence(cls, recurrence: Recurrence) -> Self:
        """The generating function of the sequence that a recurrence defines.

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
        """Whether all terms are integers, or polynomials with integer coefficients."""
        return self.denominator.coefficient(*(0,) * len(self.variables)) == 1

    @property
    def recurrence(self) -> Recurrence:
        """The recurrence that the denominator says, from the first n on where it holds for good."""
        start = max(self.degree + 1, self.first_n + self.order)
        first, *parts = row(self.denominator)
        names = self.variables[1:]
        back: list[Term] = [weight(-c, names) if names else number(Fraction(-c, first)) for c in parts]
        return Recurrence(tuple(back), start, tuple(self.terms(start - self.first_n)), self.first_n, names)

    def terms(self, count: int) -> list[Any]:
        """The first ``count`` terms from ``first_n`` on: int or Fraction, with weights Polynomial.

        In t alone this is one division of polynomials; else ``order`` products of polynomials a term.
        """
        if count <= 0:
            return []
        return expansion(self.numerator, self.denominator, self.first_n + count)[self.first_n :]

    def coefficient(self, n: int) -> Any:
        """The term a(n): in t alone by halving n (``nth_term``), else by listing the terms up to n."""
        n = checked_index(n, self.first_n)
        if len(self.variables) == 1:
            return nth_term(dense(self.numerator), dense(self.denominator), n)
        return self.terms(n - self.first_n + 1)[-1]

    def coefficient_mod(self, n: int, modulus: int) -> int:
        """The term a(n) modulo any integer >= 1, in t alone; 60 steps for n = 10^18.

        The modulus must have no factor in common with the denominator's constant term.

        >>> RationalGF.of([0, 1], [1, -1, -1]).coefficient_mod(10**18, 10**9 + 7)
        209783453
        """
        n = checked_index(n, self.first_n)
        self.plain("a term modulo m")
        return nth_term_mod(dense(self.numerator), dense(self.denominator), n, modulus)

    def p_recursive(self) -> PRecursive:
        """The same sequence by a recurrence, here with constant coefficients; in t alone."""
        self.plain("a recurrence with coefficients in n")
        rule = self.recurrence
        back: list[Number] = [-c for c in rule.coefficients if not isinstance(c, Polynomial)]
        early: list[Number] = [value for value in rule.initial if not isinstance(value, Polynomial)]
        return PRecursive.of([[1], *([c] for c in back)], early, self.first_n, rule.valid_from)

    def generalised(self) -> PRecursive:
        return self.p_recursive()

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

    def __repr__(self) -> str:
        """A call that makes the generating function again.

        >>> RationalGF.parse("t/(1 - t - x*t^2)", first_n=1)
        RationalGF.parse('t/(1 - t - x*t^2)', ('t', 'x'), 1)
        """
        more = "" if self.variables == ("t",) and not self.first_n else f", {self.variables!r}"
        return f"RationalGF.parse({str(self)!r}{more}{f', {self.first_n}' if self.first_n else ''})"

    def to_sympy(self) -> sympy.Expr:
        """The quotient as a SymPy expression.

        >>> RationalGF.of([1], [1, -1, -1]).to_sympy()
        1/(-t**2 - t + 1)
        """
        return self.to("sympy")

    def as_json(self) -> dict[str, Any]:
        """Numerator and denominator as the command line prints them, the variables and the first n."""
        return {
            "numerator": _text(self.numerator),
            "denominator": _text(self.denominator),
            "variables": list(self.variables),
            "first_n": self.first_n,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """Reads what ``as_json`` gives; without variables they are the fewest, without first_n it is 0.

        >>> gf = RationalGF.parse("t/(1 - t - x*t^2)", first_n=1)
        >>> RationalGF.from_json(gf.as_json()) == gf
        True
        """
        above, below = text_field(data, "numerator"), text_field(data, "denominator")
        parts = formulas().quotient_of(above, below, names_field(data, "variables", []), "read")
        return cls.reduced(*parts, whole_field(data, "first_n", 0))


def expansion(numerator: Polynomial, denominator: Polynomial, count: int) -> list[Any]:
    """The coefficients of t^0, t^1, ... of a quotient, in lowest terms or not: int, Fraction or Polynomial.

    >>> expansion(Polynomial.parse("1 - t", ("t",)), Polynomial.parse("1 - 2*t + t^2", ("t",)), 3)
    [1, 1, 1]
    """
    names = numerator.variables[1:]
    if not names:
        return list(rational_series(dense(numerator), dense(denominator), count))
    return [weight(value, names) for value in expand(row(numerator), row(denominator), count)]


def _check_start(denominator: Polynomial, start: Polynomial, integral: bool) -> None:
    """Refuses a denominator whose part without t makes the quotient no power series of the kind wanted."""
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
        raise InputError(f"first_n {first_n}: must be at least 0")
    if low < first_n:
        raise InputError(f"first_n {first_n}: must be at most {low}, the lowest power of t in the numerator")


def _text(numerator: Polynomial, denominator: Polynomial | None = None) -> str:
    """A quotient, or a polynomial alone, as it is printed."""
    return formulas().quotient_text(numerator, denominator or Polynomial.constant(1, numerator.variables))
