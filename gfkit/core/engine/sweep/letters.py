"""Sweep with weights in any number of letters.

The polynomial of a state is a map from exponents to coefficients. The exponents belong to the letters whose
powers are requested; larger powers are dropped immediately. The coefficients are polynomials of FLINT in the
letters without a number, or numbers if there is no such letter. Difference from engines 2 and 3: the cost
depends on the number of monomials, not on the product of the degrees.

Exponents are digits of one integer, which counts down from the requested powers. The highest bit of a digit
is a guard, which is set until the exponent exceeds the power.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import lcm, prod
from typing import Any

from gfkit.core.algebra import ARRAYS
from gfkit.core.algebra.number import Number
from gfkit.core.algebra.polynomial import Polynomial, from_mpoly
from gfkit.core.engine.sweep.tables import Layers
from gfkit.core.rules.values import Exponents
from gfkit.core.typing import add_exponents, check_stop

_TERM_BYTES = 150
"""Memory of a monomial, in bytes; measured values are 30 to 140."""
Vector = dict[int, Any]
"""Polynomial of a state: coefficients by encoded exponents of the letters with a requested power."""


class LetterSweep:
    """Sweeps of automata, one after the other, whose polynomials are multiplied.

    ``powers`` contains the requested powers of some letters, and ``values`` numbers for others.
    """

    def __init__(
        self, letters: Sequence[str], powers: Mapping[str, int], values: Mapping[str, Number]
    ) -> None:
        self.letters, self.powers, self.values = letters, powers, values
        self.free = tuple([letter for letter in letters if letter not in powers and letter not in values])
        self.shifts: dict[str, int] = {}
        self.guard = place = 0
        for letter, power in powers.items():
            self.shifts[letter] = place
            place += power.bit_length() + 1
            self.guard |= 1 << place - 1
        self.one: Any = Polynomial.constant(1, self.free).mpoly if self.free else 1
        start = self.guard + sum(power << self.shifts[letter] for letter, power in powers.items())
        self.vector: Vector = {start: self.one}
        self.denominator = 1
        """Product of the common denominators of all steps, by which numbers are divided at the end."""

    def _factor(self, weight: Exponents) -> tuple[int, Any] | None:
        """Return the encoded exponents of a weight and its coefficient, or None if it exceeds a requested
        power.
        """
        own = dict(zip(self.letters, add_exponents(weight, (0,) * len(self.letters)), strict=True))
        if any(own[letter] > power for letter, power in self.powers.items()):
            return None
        used = [
            self.values[letter] ** power for letter, power in own.items() if power and letter in self.values
        ]
        number: Any = prod(used, start=self.one)
        if any(own[letter] for letter in self.free):
            number *= Polynomial.monomial(tuple([own[letter] for letter in self.free]), self.free).mpoly
        return sum(own[letter] << shift for letter, shift in self.shifts.items()), number

    def _cleared(self, factors: Sequence[tuple[int, Any] | None]) -> list[tuple[int, Any] | None]:
        """Return the factors of one step times their common denominator."""
        common = lcm(*(Fraction(factor[1]).denominator for factor in factors if factor))
        self.denominator *= common
        return [factor and (factor[0], int(factor[1] * common)) for factor in factors]

    def sweep(self, layers: Layers, on_site: Callable[[int], None], ask: Callable[[int], None]) -> None:
        """Multiply by the polynomial of an automaton.

        Cost: for every step, transitions times monomials.
        """
        if ARRAYS and not (self.free or self.powers):
            self._sweep_numbers(layers, on_site, ask)
            return
        vectors = [self.vector]
        for site, layer in enumerate(layers.layers):
            after: list[Vector] = [{} for _ in range(layer.after)]
            factors = [self._factor(matching.weight) for matching in layer.matchings]
            if not self.free:  # integers are several times as fast as fractions
                factors = self._cleared(factors)
            for matching, factor in zip(layer.matchings, factors, strict=True):
                check_stop()
                if factor is not None:
                    for source, target in matching.pairs():
                        self._add(vectors[source], factor, after[target])
            vectors = after
            sizes = (len(value) if self.free else 1 for each in vectors for value in each.values())
            ask(_TERM_BYTES * sum(sizes))
            on_site(site)
        self.vector = {}
        for state in layers.final.tolist():
            self._add(vectors[state], (0, self.one), self.vector)

    def _sweep_numbers(
        self, layers: Layers, on_site: Callable[[int], None], ask: Callable[[int], None]
    ) -> None:
        """Multiply by the number of an automaton, if all letters have numbers: one integer for each state."""
        import numpy as np

        vector = np.array([self.vector.get(self.guard, 0)], dtype=object)
        for site, layer in enumerate(layers.layers):
            after = np.zeros(layer.after, dtype=object)
            factors = self._cleared([self._factor(matching.weight) for matching in layer.matchings])
            for matching, factor in zip(layer.matchings, factors, strict=True):
                check_stop()
                if factor is not None:
                    after[matching.target] += vector[matching.source] * factor[1]
            vector = after
            ask(_TERM_BYTES * len(vector))
            on_site(site)
        self.vector = {self.guard: sum(vector[layers.final].tolist())}

    def _add(self, vector: Vector, factor: tuple[int, Any], into: Vector) -> None:
        """Add the product of a polynomial and a weight to another polynomial."""
        shifted, number = factor
        for key, value in vector.items():
            left = key - shifted
            if left & self.guard == self.guard:
                product = value * number
                into[left] = into[left] + product if left in into else product

    @property
    def result(self) -> tuple[Polynomial, int]:
        """Polynomial in the letters without a number, and its common denominator."""
        found = self.vector.get(self.guard, 0 * self.one)
        if self.free:
            return from_mpoly(found, self.free), 1
        exact = Fraction(found) / self.denominator
        return Polynomial.constant(exact.numerator), exact.denominator
