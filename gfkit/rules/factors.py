"""Weights of rule files with coefficients and names other than x and y, as products of two factors.

The engines support two weights, x and y. A file may specify weights such as 1/2*x, 2*a*b^2 or 3. Its distinct
weights are written as products of at most two of them (or of their numbers and letters): the factors. The
engines count with x for the first factor and y for the second, and the value of a configuration follows from
the polynomial by substitution, because a product of powers of the factors is the product of its weights.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, MutableMapping
from copy import deepcopy
from fractions import Fraction
from itertools import combinations, product
from typing import Any, NamedTuple

from gfkit.deferred import dataclass, regex
from gfkit.errors import OptionError, RuleError

_KEYS = ("weight", "component_weight")
_NUMBER = regex(r"[+-]?\d{1,100}(?:/\d{1,100}|\.\d{1,100})?")
_POWER = regex(r"([A-Za-z]\w{0,20})(?:\^(\d{1,3}))?")
_PLAIN = regex(r"(?:[xy](?:\^\d+)?)(?:\s*\*\s*[xy](?:\^\d+)?)*|1")
_COPIES = regex(r"(\d{1,9})(?:\s*\*.*)?")
_MOST_POWER = 40
"""Largest power of a factor in a weight."""
_VARIABLES = ("x", "y")


class WeightFactor(NamedTuple):
    """Product of a number and powers of letters."""

    coefficient: Fraction
    powers: tuple[tuple[str, int], ...] = ()

    def to(self, power: int) -> WeightFactor:
        """Return a power of the monomial."""
        powers = tuple((letter, own * power) for letter, own in self.powers if power)
        return WeightFactor(self.coefficient**power, powers)

    def times(self, other: WeightFactor) -> WeightFactor:
        """Return the product with another monomial."""
        powers = dict(self.powers)
        for letter, power in other.powers:
            powers[letter] = powers.get(letter, 0) + power
        return WeightFactor(self.coefficient * other.coefficient, tuple(sorted(powers.items())))

    def at(self, values: Mapping[str, Fraction]) -> Fraction:
        """Return the value for the given numbers."""
        value = self.coefficient
        for letter, power in self.powers:
            value *= values[letter] ** power
        return value

    def __str__(self) -> str:
        letters = [letter if power == 1 else f"{letter}^{power}" for letter, power in self.powers]
        number = [] if self.coefficient == 1 and letters else [str(self.coefficient)]
        return "*".join([*number, *letters])


_ONE = WeightFactor(Fraction(1))


@dataclass(frozen=True, slots=True)
class Factors:
    """Weight factors that x and y denote in a rule, in the order x, y."""

    factors: tuple[WeightFactor, ...]

    @property
    def letters(self) -> tuple[str, ...]:
        """Letters of all weights, in alphabetical order."""
        return tuple(sorted({letter for factor in self.factors for letter, _ in factor.powers}))

    @property
    def renamed(self) -> dict[str, str]:
        """Variable for each letter, if every factor is a single letter; otherwise empty."""
        if any(factor.coefficient != 1 or [p for _, p in factor.powers] != [1] for factor in self.factors):
            return {}
        return {factor.powers[0][0]: name for factor, name in zip(self.factors, _VARIABLES, strict=False)}

    @property
    def has_coefficients(self) -> bool:
        """True if a weight has a numerical coefficient other than 1, such as 2*x."""
        return any(factor.coefficient != 1 for factor in self.factors)

    def values(self, at: Mapping[str, Any]) -> dict[str, Fraction]:
        """Return the values of x and y for the given numbers for all letters."""
        left = [letter for letter in self.letters if letter not in at]
        odd = [letter for letter in at if letter not in self.letters]
        if odd:
            raise OptionError(
                f"at: {odd[0][:40]!r} is not a weight of this rule; its weights are {self.named}"
            )
        if left:
            raise OptionError(f"at: a number for {left[0]} is missing; the weights are {self.named}")
        numbers = {letter: Fraction(value) for letter, value in at.items()}
        return {name: factor.at(numbers) for factor, name in zip(self.factors, _VARIABLES, strict=False)}

    @property
    def named(self) -> str:
        return ", ".join(self.letters) or "numbers only"


def split_weights(where: str, data: Mapping[str, Any], most_copies: int) -> tuple[Mapping[str, Any], Any]:
    """Return the tables of a rule with weights in x and y, and the factors that x and y denote, or None.

    Weights that are monomials in x and y are unchanged, and so are coefficients up to ``most_copies``, which
    are numbers of copies.

    >>> weights = {"1": "1/2*a", "2": "a^2", "3": "1/2"}
    >>> data, factors = split_weights("", {"cells": {"weight": weights}}, 0)
    >>> data, [str(factor) for factor in factors.factors]
    ({'cells': {'weight': {'1': 'x*y', '2': 'x^2', '3': 'y'}}}, ['a', '1/2'])
    """
    texts = [str(owner[key]) for owner, key in _places(data)]
    if all(_PLAIN.fullmatch(text) or _is_number_of_copies(text, most_copies) for text in texts):
        return data, None
    weights = [weight for text in texts if (weight := _parse(text)) is not None]
    if len(weights) < len(texts):
        return data, None  # the parser of the kind reports the error
    distinct = list(dict.fromkeys(weight for weight in weights if weight != _ONE))
    for weight in distinct:
        if weight.coefficient == 0:
            raise RuleError(f"{where}: weight '{weight}': the coefficient must not be 0")
    found = _find_factors(distinct)
    if found is None:
        listed = ", ".join(map(str, distinct[:6]))
        raise RuleError(
            f"{where}: the weights {listed} have more than two independent factors, but at most two are"
            " supported; replace a letter by a number or by a power of another one"
        )
    factors, powers = found
    data = deepcopy(dict(data))
    for (owner, key), weight in zip(_places(data), weights, strict=True):
        used = zip(_VARIABLES, powers.get(weight or _ONE, ()), strict=False)
        owner[key] = (
            "*".join(f"{name}^{power}" if power > 1 else name for name, power in used if power) or "1"
        )
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
    """Return the monomial in a string, or None if it is not one."""
    found = _ONE
    for part in re.sub(r"\s", "", text).replace("**", "^").split("*"):
        if _NUMBER.fullmatch(part) and not re.search(r"/0+$", part):
            found = found.times(WeightFactor(Fraction(part)))
        elif match := _POWER.fullmatch(part):
            found = found.times(WeightFactor(Fraction(1), ((match[1], int(match[2] or 1)),)))
        else:
            return None
    return found


def _find_factors(
    weights: list[WeightFactor],
) -> tuple[tuple[WeightFactor, ...], dict[WeightFactor, tuple[int, ...]]] | None:
    """Return at most two factors of all weights, and the exponents of the factors in each weight, or None if
    there are no such factors.
    """
    parts = [WeightFactor(weight.coefficient) for weight in weights if weight.coefficient != 1]
    letters = [WeightFactor(Fraction(1), ((name, 1),)) for weight in weights for name, _ in weight.powers]
    letters.sort(key=str)
    candidates = list(dict.fromkeys([*weights, *parts, *letters]))
    if len(weights) > 2 or all(weight.coefficient == 1 for weight in weights):
        candidates = list(dict.fromkeys([*letters, *parts, *weights]))
    for number in (1, 2):
        for chosen in combinations(candidates, number):
            powers = {weight: _powers(weight, chosen) for weight in weights}
            if all(own is not None for own in powers.values()):
                return chosen, {weight: own for weight, own in powers.items() if own is not None}
    return None


def _powers(weight: WeightFactor, factors: tuple[WeightFactor, ...]) -> tuple[int, ...] | None:
    """Return the exponents of the factors in a weight, or None if it is not a product of powers of them."""
    for powers in product(range(_MOST_POWER + 1), repeat=len(factors)):
        made = _ONE
        for factor, power in zip(factors, powers, strict=True):
            made = made.times(factor.to(power))
        if made == weight:
            return powers
    return None
