"""Polynomials with integer coefficients, with conversion from and to FLINT and JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import prod
from operator import index, itemgetter
from typing import TYPE_CHECKING, Any, Self, SupportsInt

from gfkit.core.algebra.fields import names_field, text_field
from gfkit.core.algebra.number import Number, number, number_text, point_of, whole_text
from gfkit.core.deferred import dataclass
from gfkit.core.errors import InputError
from gfkit.core.typing import cached_property
from gfkit.core.writable import Face, Printable, Writable, formula_reader, formulas

if TYPE_CHECKING:
    from flint import fmpz_mpoly, fmpz_poly

Monomial = tuple[int, ...]


@dataclass(frozen=True)
class Polynomial(Face, Writable):
    """Polynomial in named variables. ``terms`` contains the exponents with nonzero coefficients.

    Terms are sorted by total degree, then by decreasing powers of the first variable, which is also
    the order of printing.

    >>> p = Polynomial.of(("x", "y"), {(0, 0): 1, (1, 0): 1, (0, 1): 2})
    >>> print(p * p)
    1 + 2*x + 4*y + x^2 + 4*x*y + 4*y^2
    >>> p(x=1, y=1)
    4
    """

    variables: tuple[str, ...]
    terms: tuple[tuple[Monomial, int], ...]

    @classmethod
    def of(cls, variables: tuple[str, ...], terms: Mapping[Monomial, int] | object) -> Self:
        """Return the polynomial with the given terms; zero coefficients are dropped.

        ``terms`` maps exponents to coefficients, or is a polynomial of SymPy or FLINT.

        >>> from flint import fmpz_poly
        >>> print(Polynomial.of(("t",), fmpz_poly([1, 0, -3])))
        1 - 3*t^2
        """
        if type(terms) is not dict and not isinstance(terms, Mapping):
            terms = formulas().foreign_terms(terms, variables)
        try:
            kept = [(powers, index(value)) for powers, value in terms.items() if value]
        except TypeError:
            wrong = next(value for value in terms.values() if not hasattr(value, "__index__"))
            raise InputError(f"polynomial coefficient {wrong!r} must be an integer") from None
        kept.sort(reverse=True)
        exponents = [powers for powers, _ in kept]
        if variables and exponents and min(map(min, exponents)) < 0:
            raise InputError("exponents of a polynomial must be nonnegative")
        by_degree = sorted(zip(map(sum, exponents), kept, strict=True), key=itemgetter(0))
        return cls(variables, tuple([term for _, term in by_degree]))

    @classmethod
    def constant(cls, value: int, variables: tuple[str, ...] = ()) -> Self:
        return cls.of(variables, {(0,) * len(variables): value})

    @classmethod
    def monomial(cls, powers: Monomial, variables: tuple[str, ...]) -> Self:
        return cls.of(variables, {powers: 1})

    @classmethod
    def parse(cls, text: str, variables: tuple[str, ...] = ("x", "y")) -> Self:
        """Parse a sum of monomials as printed: ``1 + 2*x - x^2*y`` (``**`` and juxtaposition too)."""
        return cls.of(variables, formula_reader().read_polynomial(text, variables))

    def __call__(self, *values: Any, **named: Any) -> Any:
        """Return the value at the given numbers, one for each variable, by position or by name.

        Integers and fractions give exact values. Floating-point numbers are converted to mpmath, and so is
        the value.

        >>> from fractions import Fraction
        >>> p = Polynomial.parse("1 + x + y^2")
        >>> p(1, 2), p(y=2, x=1), p(x=Fraction(1, 2), y=0), p(0.5, 0)
        (6, 6, Fraction(3, 2), mpf('1.5'))
        """
        point = point_of(self.variables, values, named)
        return sum(c * prod(map(pow, point, powers)) for powers, c in self.terms)

    def __str__(self) -> str:
        """Return the polynomial as a sum of monomials."""
        return Printable.__str__(self) if self.variables else whole_text(self.total)

    @property
    def total(self) -> int:
        """Sum of the coefficients of the polynomial."""
        return sum(coefficient for _, coefficient in self.terms)

    def coefficient(self, *powers: int) -> int:
        """Return the coefficient at the given powers, one for each variable.

        >>> Polynomial.of(("x", "y"), {(1, 2): 3}).coefficient(1, 2)
        3
        """
        if len(powers) != len(self.variables):
            asked = (
                f"has {len(powers)} exponents, but the polynomial is in {', '.join(self.variables) or 'none'}"
            )
            raise InputError(f"coefficient {powers}: {asked}; give one exponent for each variable")
        return dict(self.terms).get(powers, 0)

    def degree(self, name: str | None = None) -> int:
        """Return the degree in a variable, or the total degree; -1 for the zero polynomial.

        >>> p = Polynomial.of(("x", "y"), {(1, 2): 3, (2, 0): 1})
        >>> p.degree("x"), p.degree("y"), p.degree()
        (2, 2, 3)
        """
        place = None if name is None else self._place(name)
        return max((sum(powers) if place is None else powers[place] for powers, _ in self.terms), default=-1)

    def coefficients(self, name: str) -> list[Polynomial]:
        """Return the coefficients of 1, x, x^2, ... for the variable x of the given name, in the other
        variables.

        >>> [str(c) for c in Polynomial.of(("x", "y"), {(0, 0): 1, (2, 1): 3, (2, 0): 1}).coefficients("x")]
        ['1', '0', '1 + 3*y']
        """
        place = self._place(name)
        others = (*self.variables[:place], *self.variables[place + 1 :])
        rows: list[dict[Monomial, int]] = [{} for _ in range(self.degree(name) + 1)]
        for powers, value in self.terms:
            rows[powers[place]][powers[:place] + powers[place + 1 :]] = value
        return [Polynomial.of(others, row) for row in rows]

    def _place(self, name: str) -> int:
        if name not in self.variables:
            listed = ", ".join(self.variables) or "no variable"
            raise InputError(f"variable {name!r} does not occur; the variables are {listed}")
        return self.variables.index(name)

    def __add__(self, other: Polynomial | int) -> Polynomial:
        right = self._operand(other)
        if right is None:
            return NotImplemented
        summed = dict(self.terms)
        for powers, coefficient in right.terms:
            summed[powers] = summed.get(powers, 0) + coefficient
        return Polynomial.of(self.variables, summed)

    def __neg__(self) -> Polynomial:
        return Polynomial(self.variables, tuple((powers, -value) for powers, value in self.terms))

    def __sub__(self, other: Polynomial | int) -> Polynomial:
        return self + (-other)

    def __rsub__(self, other: int) -> Polynomial:
        return -self + other

    def __mul__(self, other: Polynomial | int) -> Polynomial:
        right = self._operand(other)
        return NotImplemented if right is None else from_mpoly(self.mpoly * right.mpoly, self.variables)

    __radd__ = __add__
    __rmul__ = __mul__

    def __pow__(self, exponent: int) -> Polynomial:
        return from_mpoly(self.mpoly**exponent, self.variables)

    def only(self, kept: Iterable[Monomial]) -> Polynomial:
        """Return the polynomial that consists of the terms with the given exponents."""
        wanted = set(kept)
        return Polynomial(self.variables, tuple(term for term in self.terms if term[0] in wanted))

    def in_variables(self, variables: tuple[str, ...], powers_of: Mapping[str, Monomial]) -> Polynomial:
        """Return the polynomial with a monomial in other variables substituted for each variable."""
        images = [powers_of[variable] for variable in self.variables]
        mapped: dict[Monomial, int] = {}
        for powers, coefficient in self.terms:
            image = tuple(
                sum(power * images[v][i] for v, power in enumerate(powers)) for i in range(len(variables))
            )
            mapped[image] = mapped.get(image, 0) + coefficient
        return Polynomial.of(variables, mapped)

    def _operand(self, other: object) -> Polynomial | None:
        """Return a number or polynomial as a polynomial in the variables of this one, or None for any other
        object.
        """
        if isinstance(other, int):
            return Polynomial.constant(other, self.variables)
        if not isinstance(other, Polynomial):
            return None
        if self.variables != other.variables:
            raise InputError(
                f"polynomials in different variables {self.variables} and {other.variables} cannot"
                " be combined"
            )
        return other

    @cached_property
    def mpoly(self) -> fmpz_mpoly:
        """Return the polynomial as a FLINT object."""
        from flint import Ordering, fmpz, fmpz_mpoly_ctx

        # a context requires at least one variable; a constant gets one that does not occur
        names = self.variables or ("_",)
        context = fmpz_mpoly_ctx.get(names, Ordering.lex)
        width = len(names)
        return context.from_dict({(*p, *(0,) * (width - len(p))): fmpz(c) for p, c in self.terms})

    def __getstate__(self) -> dict[str, object]:
        return {"variables": self.variables, "terms": self.terms}

    def __repr__(self) -> str:
        """Return an expression that evaluates to the polynomial.

        >>> Polynomial.of(("x",), {(2,): -3, (0,): 1})
        Polynomial.parse('1 - 3*x^2', ('x',))
        """
        if all(len(name) == 1 and "a" <= name <= "z" for name in self.variables):
            return f"Polynomial.parse({str(self)!r}, {self.variables!r})"
        return f"Polynomial({self.variables!r}, {self.terms!r})"

    def as_json(self) -> dict[str, object]:
        """Return the polynomial as printed, and its variables."""
        return {"polynomial": str(self), "variables": list(self.variables)}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """Parse the output of ``as_json``.

        >>> p = Polynomial.of(("x", "y"), {(0, 2): -3})
        >>> Polynomial.from_json(p.as_json()) == p
        True
        """
        return cls.parse(text_field(data, "polynomial"), names_field(data, "variables"))


Term = Number | Polynomial


@dataclass(frozen=True, repr=False)
class RationalPolynomial(Face, Writable):
    """Polynomial with rational coefficients over their common denominator, printed with high powers first.

    >>> half = RationalPolynomial(Polynomial.parse("m*n - 1 + m^2", ("m", "n")), 2)
    >>> print(half, half(3, 5), half.latex())
    (m^2 + m*n - 1)/2 23/2 \\frac{m^{2} + m n - 1}{2}
    """

    numerator: Polynomial
    denominator: int

    def __call__(self, *values: int) -> Number:
        """Return the exact value at the given integers."""
        return number(Fraction(self.numerator(*values), self.denominator))

    def as_json(self) -> dict[str, object]:
        """Return numerator and denominator as strings, and the variables."""
        return {**self.numerator.as_json(), "denominator": str(self.denominator)}


def term_text(value: Term) -> str:
    """Return a term or coefficient in plain text."""
    return str(value) if isinstance(value, Polynomial) else number_text(value)


def from_mpoly(value: fmpz_mpoly, variables: tuple[str, ...]) -> Polynomial:
    """Convert a polynomial of FLINT, whose first variables are the given ones."""
    width = len(variables)
    return Polynomial.of(variables, {tuple(map(int, p))[:width]: int(c) for p, c in value.terms()})


def dense(polynomial: Polynomial) -> fmpz_poly:
    """Convert a polynomial in one variable to FLINT."""
    from flint import fmpz_poly

    row = [0] * (1 + max((powers[0] for powers, _ in polynomial.terms), default=-1))
    for powers, value in polynomial.terms:
        row[powers[0]] = value
    return fmpz_poly(row)


def sparse(coefficients: Iterable[SupportsInt], variable: str = "t") -> Polynomial:
    """Return the polynomial in one variable with the given coefficients, lowest first.

    >>> print(sparse([1, 0, -3], "z"))
    1 - 3*z^2
    """
    return Polynomial.of((variable,), {(k,): int(c) for k, c in enumerate(coefficients)})


def in_t(coefficients: Sequence[int | Polynomial], variables: tuple[str, ...]) -> Polynomial:
    """Return the polynomial with the given coefficients of 1, t, t^2, ....

    >>> print(in_t([1, Polynomial.parse("1 + x", ("x",))], ("t", "x")))
    1 + t + t*x
    """
    terms: dict[Monomial, int] = {}
    for k, part in enumerate(coefficients):
        if isinstance(part, Polynomial):
            terms.update({(k, *powers): value for powers, value in part.terms})
        else:
            terms[(k, *(0,) * (len(variables) - 1))] = part
    return Polynomial.of(variables, terms)


def with_values(polynomial: Polynomial, values: Mapping[str, int]) -> Polynomial:
    """Return the polynomial with integers substituted for some of its variables.

    >>> print(with_values(Polynomial.parse("1 - t*x - t", ("t", "x")), {"x": 2}))
    1 - 3*t
    """
    kept = [i for i, name in enumerate(polynomial.variables) if name not in values]
    terms: dict[Monomial, int] = {}
    for powers, coefficient in polynomial.terms:
        for name, value in values.items():
            coefficient *= value ** powers[polynomial.variables.index(name)]
        left = tuple(powers[i] for i in kept)
        terms[left] = terms.get(left, 0) + coefficient
    return Polynomial.of(tuple(polynomial.variables[i] for i in kept), terms)


def in_lowest_terms(numerator: Polynomial, denominator: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Return the quotient in lowest terms, also without common integer factors. The cost is one gcd."""
    variables = numerator.variables
    if len(variables) == 1:
        above, below = dense(numerator), dense(denominator)
        common = above.gcd(below)
        top, bottom = (sparse((part // common).coeffs(), variables[0]) for part in (above, below))
    else:
        shared = numerator.mpoly.gcd(denominator.mpoly)
        top, bottom = (from_mpoly(part.mpoly // shared, variables) for part in (numerator, denominator))
    return top, bottom


Packed = list[Any]


def pack_polynomial(polynomial: Polynomial) -> Packed:
    """Return the variables, and each term as its exponents and its coefficient in hexadecimal.

    >>> pack_polynomial(Polynomial.parse("1 - 17*x"))
    [['x', 'y'], [[[0, 0], '1'], [[1, 0], '-11']]]
    """
    return [
        list(polynomial.variables),
        [[list(powers), f"{value:x}"] for powers, value in polynomial.terms],
    ]


def unpack_polynomial(written: Packed) -> Polynomial:
    """Parse the output of ``pack_polynomial``.

    >>> print(unpack_polynomial(pack_polynomial(Polynomial.parse("1 - 17*x"))))
    1 - 17*x
    """
    variables, terms = written
    return Polynomial.of(tuple(variables), {tuple(powers): int(value, 16) for powers, value in terms})
