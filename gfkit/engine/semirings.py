"""Commutative semirings whose elements are the entries of numpy arrays.

Sweeps (``sweep/passes.py``) and eliminations (``decomposition/``) use only the operations of a semiring, so
that one algorithm answers many queries. The elements of ``Numbers`` are any objects with + and *.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf
from typing import Any, NamedTuple

import numpy as np

Assignment = tuple[tuple[Any, int], ...]
"""Variables with their values."""


class Choice(NamedTuple):
    """Label of a transition: its exponents, and the variables that it decides."""

    powers: tuple[int, ...]
    laid: Assignment


class Numbers:
    """Any numbers with + and *: Python objects, such as integers and polynomials, or floats, or booleans."""

    zero: Any = 0
    one: Any = 1

    def __init__(self, value: Callable[[Choice], Any] = lambda _: 1, dtype: Any = object) -> None:
        self.value, self.dtype = value, np.dtype(dtype)

    def array(self, entry: Any, size: int | None = None) -> Any:
        """Return an array of equal entries, or a single entry. Numpy does not look into the entry."""
        array = np.empty((), self.dtype)
        array[()] = entry
        return array if size is None else np.repeat(array, size)

    def add(self, one: Any, other: Any) -> Any:
        return one + other

    def times(self, one: Any, other: Any) -> Any:
        return one * other

    def sum(self, array: Any) -> Any:
        """Return the sum of all entries of an array."""
        return array.sum(initial=self.zero)

    def occurs(self, array: Any) -> Any:
        """Return the mask of the entries that are not zero."""
        return array != 0

    def scaled(self, vector: Any) -> Any:
        """Return a vector of a backward pass, multiplied by a constant if only ratios are used."""
        return vector


class Sizes(Numbers):
    """Sets of sizes as bit masks: sums are unions, and a transition of size k shifts a set by k bits."""

    def __init__(self, size: Callable[[Choice], int]) -> None:
        super().__init__(lambda choice: 1 << size(choice))

    def add(self, one: Any, other: Any) -> Any:
        return one | other


class Optima(Numbers):
    """Semiring of pairs (largest weight, number of paths of this weight); for smallest weights, negate.

    Weights must be integers below 2^53, which floats represent exactly.
    """

    zero, one = (-inf, 0), (0, 1)

    def __init__(self, weight: Callable[[Choice], Any], number: Any = np.float64) -> None:
        super().__init__(lambda choice: (weight(choice), 1), [("weight", np.float64), ("number", number)])

    def _pairs(self, weight: Any, number: Any) -> Any:
        """Return the array of pairs from the arrays of their entries."""
        made = np.empty(np.shape(weight), self.dtype)
        made["weight"], made["number"] = weight, number
        return made

    def add(self, one: Any, other: Any) -> Any:
        first, second, both = one["weight"], other["weight"], one["number"] + other["number"]
        larger = np.where(first > second, one["number"], other["number"])
        return self._pairs(np.maximum(first, second), np.where(first == second, both, larger))

    def times(self, one: Any, other: Any) -> Any:
        return self._pairs(one["weight"] + other["weight"], one["number"] * other["number"])

    def sum(self, array: Any) -> Any:
        most = array["weight"].max(initial=-inf)
        return self.array((most, array["number"][array["weight"] == most].sum()))

    def occurs(self, array: Any) -> Any:
        return array["weight"] > -inf
