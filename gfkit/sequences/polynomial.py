"""Polynomials with integer coefficients, as values: frozen, hashable, printable."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Self

from flint import Ordering, fmpz, fmpz_mpoly, fmpz_mpoly_ctx

from gfkit.errors import InputError
from gfkit.face import Face
from gfkit.sequences.writable import Writable

if TYPE_CHECKING:
    from gfkit.sequences.notation import Notation

Monomial = tuple[int, ...]


@dataclass(frozen=True)
class Polynomial(Face, Writable):
    """A polynomial in the named variables; ``terms`` holds exponents with non-zero coefficients.

    Terms are kept by total degree, then with high powers of the first variable first, which is also
    the order of printing.

    >>> p = Polynomial.of(("x", "y"), {(0, 0): 1, (1, 0): 1, (0, 1): 2})
    >>> print(p * p)
    1 + 2*x + 4*y + x^2 + 4*x*y + 4*y^2
    >>> p(1, 1)
    4
    """

    variables: tuple[str, ...]
    terms: tuple[tuple[Monomial, int], ...]

    @classmethod
    def of(cls, variables: tuple[str, ...], terms: Mapping[Monomial, int] | object) -> Self:
        """The polynomial with these terms; zero coefficients are dropped.

        The terms are powers with coefficients, or a polynomial of SymPy or FLINT.

        >>> from flint import fmpz_poly
        >>> print(Polynomial.of(("t",), fmpz_poly([1, 0, -3])))
        1 - 3*t^2
        """
        if type(terms) is not dict and not isinstance(terms, Mapping):
            from gfkit.sequences.conversion.foreign import foreign_terms

            terms = foreign_terms(terms, variables)
        try:
            kept = [(powers, index(value)) for powers, value in terms.items() if value]
        except TypeError:
            wrong = next(value for value in terms.values() if not hasattr(value, "__index__"))
            raise InputError(f"polynomial coefficient {wrong!r}: must be an integer") from None
        kept.sort(key=lambda term: (sum(term[0]), tuple(-power for power in term[0])))
        return cls(variables, tuple(kept))

    @classmethod
    def constant(cls, value: int, variables: tuple[str, ...] = ()) -> Self:
        return cls.of(variables, {(0,) * len(variables): value})

    @classmethod
    def monomial(cls, powers: Monomial, variables: tuple[str, ...]) -> Self:
        return cls.of(variables, {powers: 1})

    @classmethod
    def parse(cls, text: str, variables: tuple[str, ...] = ("x", "y")) -> Self:
        """Reads a sum of monomials as printed: ``1 + 2*x - x^2*y`` (``**`` and juxtaposition too)."""
        terms: dict[Monomial, int] = {}
        compact = re.sub(r"\s|[{}]", "", text).replace("**", "^")
        signed = re.findall(r"[+-]?[^+-]+", compact)
        if not compact or "".join(signed) != compact:
            raise InputError(f"polynomial {text!r}: expected a sum of monomials such as 1 + 2*x*y^2")
        for term in signed:
            powers, coefficient = _read_term(term, variables)
            terms[powers] = terms.get(powers, 0) + coefficient
        return cls.of(variables, terms)

    def __call__(self, *values: int) -> int:
        """The value at these integers, one for each variable."""
        if len(values) != len(self.variables):
            raise InputError(
                f"polynomial in {self.variables}: needs {len(self.variables)} values, got {values}"
            )
        total = 0
        for powers, coefficient in self.terms:
            for value, power in zip(values, powers, strict=True):
                coefficient *= value**power
            total += coefficient
        return total

    @property
    def total(self) -> int:
        """The sum of the coefficients."""
        return sum(coefficient for _, coefficient in self.terms)

    def coefficient(self, *powers: int) -> int:
        """The coefficient at these powers, one for each variable.

        >>> Polynomial.of(("x", "y"), {(1, 2): 3}).coefficient(1, 2)
        3
        """
        if len(powers) != len(self.variables):
            asked = (
                f"has {len(powers)} powers, and the polynomial is in {', '.join(self.variables) or 'none'}"
            )
            raise InputError(f"coefficient {powers}: {asked}; give one power for each variable")
        return dict(self.terms).get(powers, 0)

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
        if right is None:
            return NotImplemented
        return self._from_flint(self._flint * right._flint)

    __radd__ = __add__
    __rmul__ = __mul__

    def __pow__(self, exponent: int) -> Polynomial:
        return self._from_flint(self._flint**exponent)

    def only(self, kept: Iterable[Monomial]) -> Polynomial:
        """The terms with these exponents."""
        wanted = set(kept)
        return Polynomial(self.variables, tuple(term for term in self.terms if term[0] in wanted))

    def in_variables(self, variables: tuple[str, ...], powers_of: Mapping[str, Monomial]) -> Polynomial:
        """The polynomial after each variable is replaced by a monomial in other variables."""
        images = [powers_of[variable] for variable in self.variables]
        mapped: dict[Monomial, int] = {}
        for powers, coefficient in self.terms:
            image = tuple(
                sum(power * images[v][i] for v, power in enumerate(powers)) for i in range(len(variables))
            )
            mapped[image] = mapped.get(image, 0) + coefficient
        return Polynomial.of(variables, mapped)

    def _operand(self, other: object) -> Polynomial | None:
        """The other side of an operation as a polynomial in the same variables; None if it is no number."""
        if isinstance(other, int):
            return Polynomial.constant(other, self.variables)
        if not isinstance(other, Polynomial):
            return None
        if self.variables != other.variables:
            raise InputError(f"polynomials in {self.variables} and {other.variables} do not mix")
        return other

    @cached_property
    def _flint(self) -> fmpz_mpoly:
        # A context needs at least one variable; a constant gets one that never occurs.
        names = self.variables or ("_",)
        context = fmpz_mpoly_ctx.get(names, Ordering.lex)
        width = len(names)
        return context.from_dict({(*p, *(0,) * (width - len(p))): fmpz(c) for p, c in self.terms})

    def _from_flint(self, value: fmpz_mpoly) -> Polynomial:
        width = len(self.variables)
        return Polynomial.of(self.variables, {tuple(map(int, p))[:width]: int(c) for p, c in value.terms()})

    def __getstate__(self) -> dict[str, object]:
        return {"variables": self.variables, "terms": self.terms}

    def __repr__(self) -> str:
        """A call that makes the polynomial again.

        >>> Polynomial.of(("x",), {(2,): -3, (0,): 1})
        Polynomial.parse('1 - 3*x^2', ('x',))
        """
        if all(len(name) == 1 and "a" <= name <= "z" for name in self.variables):
            return f"Polynomial.parse({str(self)!r}, {self.variables!r})"
        return f"Polynomial({self.variables!r}, {self.terms!r})"

    def __str__(self) -> str:
        return self._printed("*", "^{}".format)

    def written(self, notation: Notation) -> str:
        return notation.polynomial(self)

    def as_json(self) -> dict[str, object]:
        """The polynomial as printed, and its variables."""
        return {"polynomial": str(self), "variables": list(self.variables)}

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """Reads what ``as_json`` gives.

        >>> p = Polynomial.of(("x", "y"), {(0, 2): -3})
        >>> Polynomial.from_json(p.as_json()) == p
        True
        """
        from gfkit.sequences.fields import names_field, text_field

        return cls.parse(text_field(data, "polynomial"), names_field(data, "variables"))

    def latex(self) -> str:
        """The polynomial in LaTeX.

        >>> Polynomial.of(("x",), {(2,): -3, (0,): 1}).latex()
        '1 - 3 x^{2}'
        """
        return self._printed(" ", "^{{{}}}".format)

    def _printed(self, times: str, power_of: object) -> str:
        parts = []
        for powers, coefficient in self.terms:
            factors = [
                variable + (power_of(power) if power > 1 else "")  # type: ignore[operator]
                for variable, power in zip(self.variables, powers, strict=True)
                if power
            ]
            size = whole_text(abs(coefficient))
            if size != "1" or not factors:
                factors.insert(0, size)
            parts.append(("- " if coefficient < 0 else "+ ") + times.join(factors))
        text = " ".join(parts) or "+ 0"
        return text.removeprefix("+ ") if text.startswith("+") else "-" + text.removeprefix("- ")


def whole_text(value: int) -> str:
    """An integer of any size in decimal; Python's own conversion refuses beyond 4300 digits."""
    return str(fmpz(value)) if value.bit_length() > 10_000 else str(value)


_FACTOR = re.compile(r"\*?(?:([0-9]+)|([a-z])(?:\^([0-9]+))?)")


def _read_term(term: str, variables: tuple[str, ...]) -> tuple[Monomial, int]:
    sign = -1 if term.startswith("-") else 1
    rest = term.lstrip("+-")
    powers, coefficient, position = [0] * len(variables), sign, 0
    while position < len(rest):
        factor = _FACTOR.match(rest, position)
        if not factor or (factor[2] and factor[2] not in variables):
            raise InputError(f"polynomial term {term!r}: cannot read {rest[position:]!r}")
        if factor[1]:
            coefficient *= int(fmpz(factor[1]))
        else:
            powers[variables.index(factor[2])] += int(factor[3] or 1)
        position = factor.end()
    return tuple(powers), coefficient
