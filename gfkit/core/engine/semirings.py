"""Commutative semirings whose elements are the entries of numpy arrays.

Sweeps (``sweep/passes.py``) and eliminations (``decomposition/``) use only the operations of a semiring, so
that one algorithm answers many queries. The elements of ``Numbers`` are any objects with + and *. Without
numpy, vectors of them are lists.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import frexp, inf
from typing import Any, NamedTuple

from gfkit.core.algebra import ARRAYS

if ARRAYS:
    import numpy as np

Assignment = tuple[tuple[Any, int], ...]
"""Variables with their values."""
_TOP, _LARGEST = 900, 2.0**100
"""Vectors of floats are scaled so that the largest entry is near 2^900. Weights are from 2^-100 to 2^100."""
_WORD = 1 << 64
_OBJECT_BYTES = 72
"""Estimated memory of a Python number and its entry in an array, in bytes."""


class Choice(NamedTuple):
    """Label of a transition: its exponents, and the variables that it decides."""

    powers: tuple[int, ...]
    laid: Assignment


def signed_degree(sign: int, choice: Choice) -> int:
    """Return the sum of the exponents, multiplied by a sign."""
    return sign * sum(choice.powers)


class Numbers:
    """Any numbers with + and *: Python objects, such as integers and polynomials, or floats, or booleans."""

    zero: Any = 0
    one: Any = 1

    def __init__(self, value: Callable[[Choice], Any] = lambda _: 1, dtype: Any = object) -> None:
        self.value, self.dtype = value, np.dtype(dtype) if ARRAYS else dtype
        self.entry_bytes = _OBJECT_BYTES if dtype is object or not ARRAYS else self.dtype.itemsize

    def array(self, entry: Any, size: int | None = None) -> Any:
        """Return an array of equal entries, or a single entry. Numpy does not look into the entry."""
        if not ARRAYS:
            return entry if size is None else [entry] * size
        array = np.empty((), self.dtype)
        array[()] = entry
        return array if size is None else np.repeat(array, size)

    def lift(self, integers: Any) -> Any:
        """Return an array of integers as an array of the semiring."""
        return np.asarray(integers, self.dtype)

    def form(self, numbers: Sequence[int], choices: Sequence[Choice]) -> Any:
        """Return the array of the values of choices, multiplied by integers."""
        return self.times(self.lift(np.array(numbers, object)), self._values(choices))

    def add(self, one: Any, other: Any) -> Any:
        return self._as_array(one + other)

    def times(self, one: Any, other: Any) -> Any:
        return self._as_array(one * other)

    def _as_array(self, result: Any) -> Any:
        """Return the result of an operation; numpy replaces arrays without axes by their entries."""
        return result if not ARRAYS or isinstance(result, np.ndarray) else self.array(result)

    def sum(self, array: Any) -> Any:
        """Return the sum of all entries of an array."""
        return array.sum(initial=self.zero)

    def occurs(self, array: Any) -> Any:
        """Return the mask of the entries that are not zero."""
        return array != 0

    def continuations(self, arcs: Sequence[tuple[int, Choice]], after: Any) -> Any:
        """Return the values of transitions, multiplied by the entries of a vector at their targets."""
        if not ARRAYS:
            return [self.times(self.value(choice), after[target]) for target, choice in arcs]
        return self.times(self._values([choice for _, choice in arcs]), after[[target for target, _ in arcs]])

    def _values(self, choices: Sequence[Choice]) -> Any:
        """Return the array of the values of transitions."""
        return np.fromiter(map(self.value, choices), self.dtype, len(choices))

    def scaled(self, vector: Any) -> Any:
        """Return a vector of a backward pass, multiplied by a constant if only ratios are used."""
        return vector


class Sizes(Numbers):
    """Sets of sizes as bit masks: sums are unions, and a transition of size k shifts a set by k bits."""

    def __init__(self, size: Callable[[Choice], int]) -> None:
        super().__init__(lambda choice: 1 << size(choice))

    def add(self, one: Any, other: Any) -> Any:
        return self._as_array(one | other)


class PositiveFloats(Numbers):
    """Floating-point numbers without signs; weights out of range raise FloatingPointError."""

    def __init__(self, value: Callable[[Choice], Any]) -> None:
        super().__init__(lambda choice: self._checked(value(choice)), float)

    def _checked(self, weight: Any) -> float:
        """Return a weight as a floating-point number, if products with it are in range."""
        if not 1 / _LARGEST < weight < _LARGEST:
            raise FloatingPointError
        return float(weight)

    def scaled(self, vector: Any) -> Any:
        return np.ldexp(vector, _TOP - frexp(vector.max(initial=0))[1])


class ModularNumbers(Numbers):
    """Integers modulo 2^64, or modulo a prime below 2^32, whose squares fit into a word."""

    def __init__(self, modulus: int) -> None:
        super().__init__(dtype=np.uint64)
        self.modulus = modulus
        self.prime = None if modulus == _WORD else np.uint64(modulus)

    def lift(self, integers: Any) -> Any:
        return np.asarray(np.mod(np.asarray(integers, object), self.modulus), np.uint64)

    def _as_array(self, result: Any) -> Any:
        """Return the remainders of the result of an operation."""
        if self.prime is not None:
            result = result - result // self.prime * self.prime  # faster than the remainder
        return super()._as_array(result)


class Optima(Numbers):
    """Semiring of pairs (largest weight, number of paths of this weight); for smallest weights, negate.

    Weights must be integers below 2^53, which floats represent exactly. ``number`` is the type of the
    numbers, or their semiring.
    """

    zero, one = (-inf, 0), (0, 1)

    def __init__(self, weight: Callable[[Choice], Any], number: Any = float) -> None:
        self.numbers = number if isinstance(number, Numbers) else Numbers(dtype=number)
        dtype = [("weight", float), ("number", self.numbers.dtype)] if ARRAYS else object
        super().__init__(lambda choice: (weight(choice), 1), dtype)

    def _pairs(self, weight: Any, number: Any) -> Any:
        """Return the array of pairs from the arrays of their entries."""
        made = np.empty(np.shape(weight), self.dtype)
        made["weight"], made["number"] = weight, number
        return made

    def lift(self, integers: Any) -> Any:
        return self._pairs(np.where(integers != 0, 0.0, -inf), self.numbers.lift(integers))

    def add(self, one: Any, other: Any) -> Any:
        if not ARRAYS:
            return max(one, other) if one[0] != other[0] else (one[0], one[1] + other[1])
        first, second = one["weight"], other["weight"]
        both = self.numbers.add(one["number"], other["number"])
        larger = np.where(first > second, one["number"], other["number"])
        return self._pairs(np.maximum(first, second), np.where(first == second, both, larger))

    def times(self, one: Any, other: Any) -> Any:
        if not ARRAYS:
            return one[0] + other[0], one[1] * other[1]
        return self._pairs(
            one["weight"] + other["weight"], self.numbers.times(one["number"], other["number"])
        )

    def sum(self, array: Any) -> Any:
        most = array["weight"].max(initial=-inf)
        return self.array((most, self.numbers.sum(array["number"][array["weight"] == most])))

    def occurs(self, array: Any) -> Any:
        return (array["weight"] if ARRAYS else array[0]) > -inf
