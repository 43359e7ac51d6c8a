"""Sweep with weights in any number of letters.

The polynomial of a state is a map from exponents to coefficients. The exponents belong to the letters whose
powers are requested; larger powers are dropped immediately. The coefficients are polynomials of FLINT in the
letters without a number, or numbers if there is no such letter. Difference from engines 2 and 3: the cost
depends on the number of monomials, not on the product of the degrees.

Exponents are digits of one integer. A digit begins at 2^(bits - 1) - 1 - power, so that its highest bit is
set as soon as the exponent exceeds the requested power.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from gfkit.algebra.number import Number
from gfkit.algebra.polynomial import Polynomial, from_mpoly
from gfkit.engine.sweep.tables import Layers
from gfkit.rules.rule import Exponents
from gfkit.typing import check_stop

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
        self.guard = start = place = 0
        for letter, power in powers.items():
            half = 1 << power.bit_length()
            self.shifts[letter] = place
            self.guard |= half << place
            start |= half - 1 - power << place
            place += half.bit_length()
        self.vector: Vector = {start: self._monomial([0] * len(self.free))}

    def _monomial(self, powers: Sequence[int]) -> Any:
        """Return a monomial in the letters without a number."""
        return Polynomial.monomial(tuple(powers), self.free).mpoly if self.free else 1

    def _factor(self, weight: Exponents) -> tuple[int, Any] | None:
        """Return the encoded exponents and the coefficient of a weight; None if it exceeds a requested power,
        and a coefficient None for 1.
        """
        own = dict(zip(self.letters, weight, strict=False))
        if any(own.get(letter, 0) > power for letter, power in self.powers.items()):
            return None
        shifted = sum(own.get(letter, 0) << shift for letter, shift in self.shifts.items())
        number: Any = 1
        for letter, value in self.values.items():
            number *= value ** own.get(letter, 0)
        powers = [own.get(letter, 0) for letter in self.free]
        if any(powers):
            number *= self._monomial(powers)
        return shifted, None if number == 1 else number

    def sweep(self, layers: Layers, on_site: Callable[[int], None], ask: Callable[[int], None]) -> None:
        """Multiply by the polynomial of an automaton.

        Cost: for every step, transitions times monomials.
        """
        vectors = [self.vector]
        for site, layer in enumerate(layers.layers):
            after: list[Vector] = [{} for _ in range(layer.after)]
            for matching in layer.matchings:
                check_stop()
                factor = self._factor(matching.weight)
                if factor is not None:
                    for source, target in matching.pairs():
                        self._add(vectors[source], factor, after[target])
            vectors = after
            sizes = (len(value) if self.free else 1 for each in vectors for value in each.values())
            ask(_TERM_BYTES * sum(sizes))
            on_site(site)
        self.vector = {}
        for state in layers.final.tolist():
            self._add(vectors[state], (0, None), self.vector)

    def _add(self, vector: Vector, factor: tuple[int, Any], into: Vector) -> None:
        """Add the product of a polynomial and a weight to another polynomial."""
        shifted, number = factor
        for key, value in vector.items():
            exponents = key + shifted
            if not exponents & self.guard:
                product = value if number is None else value * number
                into[exponents] = into[exponents] + product if exponents in into else product

    @property
    def result(self) -> tuple[Polynomial, int]:
        """Polynomial in the letters without a number, and its common denominator."""
        goal = sum((1 << power.bit_length()) - 1 << self.shifts[name] for name, power in self.powers.items())
        found = self.vector.get(goal, 0)
        if self.free:
            return from_mpoly(found, self.free) if found else Polynomial.of(self.free, {}), 1
        exact = Fraction(found)
        return Polynomial.constant(exact.numerator), exact.denominator
