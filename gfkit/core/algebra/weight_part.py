"""Substitution of numbers for the weights x and y, and coefficients of their monomials."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from numbers import Rational
from typing import TYPE_CHECKING, Any

from gfkit.core.algebra.number import Number, number
from gfkit.core.algebra.polynomial import Polynomial, with_values
from gfkit.core.deferred import dataclass, regex
from gfkit.core.errors import OptionError
from gfkit.core.typing import Weights

if TYPE_CHECKING:
    from gfkit.core.algebra.rational import RationalGF

AtLike = str | Mapping[str, Number | str]
"""Numbers for weights: a string such as "x=2,y=1/3", or a mapping from names to numbers."""

_NUMBER = regex(r"[+-]?[0-9]+(/[0-9]+|\.[0-9]+)?")
_POWER = regex(r"([A-Za-z]\w*)(?:(?:\^|\*\*)([0-9]+))?")
_MOST_DIGITS = 1000
"""Decimal digits of a number that is substituted; terms have up to 200 times as many."""
_MOST_POWER = 200


@dataclass(frozen=True, slots=True)
class WeightPart:
    """Operations on a polynomial in weights: first the coefficient of a monomial, then a substitution.

    >>> part = WeightPart.read(at="x=1/2")
    >>> part.of_polynomial(Polynomial.parse("1 + 3*x + x^2", ("x",))), str(part)
    (Fraction(11, 4), 'x = 1/2')
    """

    values: tuple[tuple[str, Number], ...] = ()
    powers: tuple[tuple[str, int], ...] = ()
    given: tuple[tuple[str, Number], ...] | None = None
    """Numbers given for the letters of a rule file, if its weights have factors."""
    letters: tuple[tuple[str, str], ...] = ()
    """Letters of a rule file, for the variables that denote them."""
    denominator: int = 0
    """If positive, the polynomial is already the part, times this integer."""

    @classmethod
    def read(cls, at: AtLike | None = None, coefficient: str | None = None) -> WeightPart:
        """Return the operations that the options denote; raise OptionError if they cannot be parsed."""
        return cls(() if at is None else _read_values(at), _read_powers(coefficient))

    @classmethod
    def read_letters(
        cls,
        at: AtLike | None,
        coefficient: str | None,
        names: tuple[str, ...],
        variables: tuple[str, ...],
        values_at: Callable[[Mapping[str, Any]], Iterable[Fraction]] | None,
    ) -> WeightPart:
        """Return the operations for a rule file whose weights contain the letters ``names``.

        ``variables`` are the variables of the polynomial. They denote the letters, or other factors of the
        weights, whose values ``values_at`` computes from numbers for all letters.
        """
        given = () if at is None else _read_values(at, names)
        powers = _read_powers(coefficient, names)
        if values_at is not None:
            if powers:
                raise OptionError("coefficient: weights with coefficients have none; give numbers, with at")
            if at is None:
                given = tuple((name, 1) for name in names)
            values = zip(variables, map(number, values_at(dict(given))), strict=False)
            return cls(tuple(values), (), given)
        own = dict(zip(names, variables, strict=False))
        part = cls(
            tuple([(own[name], value) for name, value in given]),
            tuple([(own[name], power) for name, power in powers]),
            given,
            tuple((name, letter) for letter, name in own.items()),
        )
        part.check(variables[: len(names)])
        return part

    @property
    def is_integral(self) -> bool:
        """True if all given values are integers."""
        return all(isinstance(value, int) for _, value in self.values)

    def as_point(self, variables: Sequence[str]) -> tuple[int, int] | None:
        """Return the values of x and y, 1 without a value, or None unless all variables are integers."""
        values = dict(self.values)
        is_point = bool(values) and self.is_integral and not self.powers and values.keys() == {*variables}
        return (int(values.get("x", 1)), int(values.get("y", 1))) if is_point else None

    def weights(self, given: Weights) -> Weights:
        """Return the weights that the query needs: the requested weights, or those that the variable names
        imply.
        """
        names = {name for name, _ in (*self.values, *self.powers)}
        if given is Weights.NONE:
            given = Weights.PLAYERS if "y" in names else Weights.PIECES if names else given
        elif names - set(given.variables):
            raise OptionError(
                "y: with weights=pieces the only variable is x; use weights=players, or omit weights"
            )
        self.check(given.variables)
        return given

    def check(self, variables: tuple[str, ...]) -> None:
        """Raise OptionError if a variable is used twice, or remains beside values that are not integers."""
        values, powers = ({name for name, _ in pairs} for pairs in (self.values, self.powers))
        if values & powers:
            twice = dict(self.letters).get(min(values & powers), min(values & powers))
            raise OptionError(f"at and coefficient: {twice} occurs in both; use it in one of them")
        if values and values | powers != {*variables}:
            self._integers(variables)

    def of_polynomial(self, polynomial: Polynomial) -> Number | Polynomial:
        """Return the number, or a polynomial if a variable remains. A constant is the value itself."""
        if self.denominator:
            return (
                polynomial if polynomial.variables else number(Fraction(polynomial.total, self.denominator))
            )
        for name, power in self.powers if polynomial.variables else ():
            parts = polynomial.coefficients(name)
            others = tuple(other for other in polynomial.variables if other != name)
            polynomial = parts[power] if power < len(parts) else Polynomial.of(others, {})
        if not self.values or not polynomial.variables:
            return polynomial if polynomial.variables else polynomial.total
        if len(self.values) == len(polynomial.variables):
            return number(Fraction(polynomial(**dict(self.values))))
        return with_values(polynomial, self._integers(polynomial.variables))

    def of_series(self, series: RationalGF) -> RationalGF:
        """Return the generating function of the chosen part (a value or a coefficient) of every term.

        Substitution is a ring homomorphism, and the coefficients of a weighted generating function are
        polynomials in the weights. Substituting in the generating function therefore substitutes in every
        coefficient.
        """
        for name, power in self.powers:
            series = series.with_power(name, power)
        if not self.values:
            return series
        if len(self.values) < len(series.variables) - 1:
            return series.at(**self._integers(series.variables[1:]))
        return series.at(**dict(self.values))

    def _integers(self, variables: tuple[str, ...]) -> dict[str, int]:
        """Return the values, which must be integers since a variable remains."""
        values = dict(self.values)
        left = ", ".join(name for name in variables if name not in values)
        for name, value in values.items():
            if not isinstance(value, int):
                raise OptionError(f"at {name}={value}: a fraction requires a number for {left} too")
        return {name: int(value) for name, value in values.items()}

    @property
    def _monomial(self) -> str:
        letters = dict(self.letters)
        named = ((letters.get(name, name), power) for name, power in self.powers)
        return "*".join(name if power == 1 else f"{name}^{power}" for name, power in named)

    def __str__(self) -> str:
        coefficient = self._monomial
        shown = self.values if self.given is None else self.given
        values = ", ".join(f"{name} = {value}" for name, value in shown)
        return " at ".join(filter(None, (f"coefficient of {coefficient}" if coefficient else "", values)))

    def as_json(self) -> dict[str, Any]:
        """Return the requested operations as strings, in a JSON object."""
        found: dict[str, Any] = {"coefficient": self._monomial} if self.powers else {}
        shown = self.values if self.given is None else self.given
        return found | ({"at": {name: str(value) for name, value in shown}} if self.values else {})


def _read_values(at: AtLike, names: Sequence[str] = ("x", "y")) -> tuple[tuple[str, Number], ...]:
    if isinstance(at, str):
        pairs = [piece.partition("=") for piece in at.split(",")]
        items: list[tuple[str, Any]] = [(name.strip(), value.strip()) for name, _, value in pairs]
    elif isinstance(at, Mapping):
        items = list(at.items())
    else:
        raise OptionError(f"at {at!r}: expected numbers for x and y, such as x=2,y=1/3")
    values: dict[str, Number] = {}
    for name, value in items:
        _check_name("at", name, names)
        if name in values:
            raise OptionError(f"at: {name} occurs twice")
        values[name] = read_weight_value(f"at {name}", value)
    if not values:
        raise OptionError("at: expected numbers for x and y, such as x=2,y=1/3")
    return tuple(sorted(values.items()))


def read_weight_value(name: str, value: object) -> Number:
    """Return the exact value of a weight, an integer, a fraction or a string; raise OptionError for any other
    object.

    >>> read_weight_value("x", "0.5"), read_weight_value("x", 7)
    (Fraction(1, 2), 7)
    """
    if isinstance(value, str) and len(value) > 2 * _MOST_DIGITS:
        raise OptionError(f"{name}: the number has more than {_MOST_DIGITS:,} digits")
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        try:
            exact = Fraction(value.strip())
        except ZeroDivisionError:
            raise OptionError(f"{name} {value!r}: the denominator is 0") from None
    elif isinstance(value, Rational) and not isinstance(value, bool):
        exact = Fraction(int(value.numerator), int(value.denominator))
    else:
        raise OptionError(
            f"{name} {value!r:.60}: not a number; expected an integer, or a string such as 1/3 or 0.5"
        )
    if max(abs(exact.numerator), exact.denominator) >= 10**_MOST_DIGITS:
        raise OptionError(f"{name}: the number has more than {_MOST_DIGITS:,} digits")
    return number(exact)


def _read_powers(coefficient: str | None, names: Sequence[str] = ("x", "y")) -> tuple[tuple[str, int], ...]:
    if coefficient is None:
        return ()
    powers: dict[str, int] = {}
    factors = re.sub(r"\s", "", coefficient).replace("**", "^").split("*")
    for factor in factors:
        match = _POWER.fullmatch(factor)
        if match is None:
            raise OptionError(f"coefficient {coefficient[:60]!r}: expected a monomial, such as x^3 or x^2*y")
        name, digits = match[1], match[2] or "1"
        _check_name("coefficient", name, names)
        if name in powers:
            raise OptionError(f"coefficient {coefficient[:60]!r}: {name} occurs twice")
        if len(digits) > 4 or int(digits) > _MOST_POWER:
            raise OptionError(f"coefficient of {name}: powers must be from 0 to {_MOST_POWER}")
        powers[name] = int(digits)
    return tuple(sorted(powers.items()))


def _check_name(option: str, name: object, names: Sequence[str]) -> None:
    if name not in names:
        known = f"the weights are {', '.join(names) or 'none'}"
        known = known if tuple(names) != ("x", "y") else "x counts pieces, or Left's pieces, and y Right's"
        raise OptionError(f"{option}: {str(name)[:40]!r} is not a weight; {known}")
