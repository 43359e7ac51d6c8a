"""Weights of rule files with coefficients and with other letters than x and y, as products of factors.

The engines support weights that are monomials in variables. A file may specify weights such as 1/2*x, 2*a*b^2
or 3. Its distinct weights are written as products of *factors*: of its letters and coefficients or, if that
needs fewer factors, of at most two of the weights themselves. The engines count with one variable for each
factor, and the value of a configuration follows from the polynomial by substitution, because a product of
powers of the factors is the product of its weights.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from copy import deepcopy
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple

from gfkit.core.deferred import dataclass, regex
from gfkit.core.errors import OptionError, RuleError
from gfkit.core.typing import MOST_POWER, NamedWeight, add_exponents

_KEYS = ("weight", "component_weight")
_NUMBER = regex(r"[+-]?\d{1,100}(?:/\d{1,100}|\.\d{1,100})?")
_POWER = regex(r"([A-Za-z]\w{0,20})(?:\^(\d{1,100}))?")
_PLAIN = regex(r"(?:[xy](?:\^\d+)?)(?:\s*\*\s*[xy](?:\^\d+)?)*|1")
_COPIES = regex(r"(\d{1,9})(?:\s*\*.*)?")
_NAMES = "xyzwvutsrqponmlkjihgfedcba"
_MOST_BASE_POWER = 40
"""Largest power of a coefficient that is recognised."""


class WeightFactor(NamedTuple):
    """Product of a number and powers of letters."""

    coefficient: Fraction
    powers: tuple[tuple[str, int], ...] = ()

    def at(self, values: Mapping[str, Fraction]) -> Fraction:
        """Return the value for the given numbers."""
        return prod([values[letter] ** power for letter, power in self.powers], start=self.coefficient)

    def __str__(self) -> str:
        letters = [letter if power == 1 else f"{letter}^{power}" for letter, power in self.powers]
        number = [] if self.coefficient == 1 and letters else [str(self.coefficient)]
        return "*".join([*number, *letters])


_ONE = WeightFactor(Fraction(1))


@dataclass(frozen=True, slots=True)
class Factors:
    """Factors that the variables of the engines denote, in the order of the exponents."""

    factors: tuple[WeightFactor, ...]

    @property
    def letters(self) -> tuple[str, ...]:
        """Letters of all weights, in alphabetical order."""
        return tuple(sorted({letter for factor in self.factors for letter, _ in factor.powers}))

    @property
    def are_letters(self) -> bool:
        """True if every factor is a single letter, so that there are polynomials in the letters."""
        return tuple(map(str, self.factors)) == self.letters

    @property
    def has_coefficients(self) -> bool:
        """True if a weight has a numerical coefficient other than 1, such as 2*x."""
        return any(factor.coefficient != 1 for factor in self.factors)

    @property
    def variables(self) -> tuple[str, ...]:
        """Variables of polynomials: the letters if they are among a to z, else x, y, z, w, v, ..."""
        if self.are_letters and {*self.letters} <= {*_NAMES}:
            return self.letters
        more = (f"x{number}" for number in range(1, len(self.factors)))
        return (*_NAMES, *more)[: len(self.factors)]

    def values(self, at: Mapping[str, Any]) -> list[Fraction]:
        """Return the values of the factors for the given numbers for all letters."""
        left = [letter for letter in self.letters if letter not in at]
        if left:
            listed = ", ".join(self.letters)
            raise OptionError(f"at: a number for {left[0]} is missing; the weights are {listed}")
        numbers = {letter: Fraction(value) for letter, value in at.items()}
        return [factor.at(numbers) for factor in self.factors]


def split_weights(where: str, data: Mapping[str, Any], most_copies: int) -> tuple[Mapping[str, Any], Any]:
    """Return the tables of a rule with exponents of factors as weights, and these factors, or None.

    Weights that are monomials in x and y are unchanged, and so are coefficients up to ``most_copies``, which
    are numbers of copies.

    >>> weights = {"1": "1/2*a", "2": "a^2", "3": "1/2"}
    >>> data, factors = split_weights("", {"cells": {"weight": weights}}, 0)
    >>> data, [str(factor) for factor in factors.factors]
    ({'cells': {'weight': {'1': (1, 1), '2': (2, 0), '3': (0, 1)}}}, ['a', '1/2'])
    """
    texts = [str(owner[key]) for owner, key in _places(data)]
    if all(_PLAIN.fullmatch(text) or _is_number_of_copies(text, most_copies) for text in texts):
        return data, None
    weights = [*map(_parse, texts)]
    distinct = [weight for weight in dict.fromkeys(weights) if weight is not None and weight != _ONE]
    for weight in distinct:
        if weight.coefficient == 0:
            raise RuleError(f"{where}: weight '{weight}': the coefficient must not be 0")
    factors, exponents = _find_factors(distinct)
    powers = dict(zip(distinct, exponents, strict=True))
    data = deepcopy(dict(data))
    for (owner, key), parsed in zip(_places(data), weights, strict=True):
        if parsed is not None:  # otherwise the parser of the kind reports the error
            owner[key] = NamedWeight(add_exponents(powers.get(parsed, ())), str(parsed))
    return data, Factors(factors)


def _is_number_of_copies(text: str, most: int) -> bool:
    match = _COPIES.fullmatch(text)
    return match is not None and 1 <= int(match[1]) <= most and not re.search(r"[a-wzA-Z]", text)


def _places(data: Mapping[str, Any]) -> Iterator[tuple[MutableMapping[str, Any], str]]:
    """Yield the table and the key of each weight in a rule file."""
    for key, value in data.items():
        if isinstance(value, Mapping):
            inner = value
            if key in _KEYS:
                yield from ((inner, name) for name in inner)  # type: ignore[misc]
            else:
                yield from _places(inner)
        elif isinstance(value, list):
            for item in value:
                if isinstance(item, Mapping):
                    yield from _places(item)
        elif key in _KEYS and isinstance(value, str | int) and not isinstance(value, bool):
            yield data, key  # type: ignore[misc]


def _parse(text: str) -> WeightFactor | None:
    """Return the monomial in a string, or None if it is not one, or has an exponent above the maximum."""
    coefficient, powers = Fraction(1), dict[str, int]()
    for part in re.sub(r"\s", "", text).replace("**", "^").split("*"):
        if _NUMBER.fullmatch(part) and not re.search(r"/0+$", part):
            coefficient *= Fraction(part)
        elif match := _POWER.fullmatch(part):
            powers[match[1]] = powers.get(match[1], 0) + int(match[2] or 1)
        else:
            return None
    is_small = max(powers.values(), default=0) <= MOST_POWER
    return WeightFactor(coefficient, tuple(sorted(powers.items()))) if is_small else None


def _find_factors(weights: Sequence[WeightFactor]) -> tuple[tuple[WeightFactor, ...], list[tuple[int, ...]]]:
    """Return the factors of all weights, and the exponents of the factors in each weight."""
    letters = sorted({letter for weight in weights for letter, _ in weight.powers})
    coefficients = {weight.coefficient for weight in weights} - {_ONE.coefficient}
    bases: list[Fraction] = []
    for number in sorted(coefficients, key=lambda number: max(abs(number.numerator), number.denominator)):
        if not any(_power(number, base) for base in bases):
            bases.append(number)
    if bases and len(weights) <= min(2, len(letters) + len(bases) - 1):
        return tuple(weights), [tuple(int(own is other) for other in weights) for own in weights]
    powers = []
    for weight in weights:
        base = next((base for base in bases if _power(weight.coefficient, base)), None)
        of_bases = [_power(weight.coefficient, base) if own is base else 0 for own in bases]
        powers.append((*[dict(weight.powers).get(letter, 0) for letter in letters], *of_bases))
    factors = [WeightFactor(_ONE.coefficient, ((letter, 1),)) for letter in letters]
    return (*factors, *map(WeightFactor, bases)), powers


def _power(number: Fraction, base: Fraction) -> int:
    """Return the exponent with which a base equals a number, or 0 if the number is not a power of it."""
    return next((power for power in range(1, _MOST_BASE_POWER + 1) if base**power == number), 0)
