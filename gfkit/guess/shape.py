"""The shapes of laws that are tried one after the other, as batches that any process can do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gfkit.guess.algebraic import algebraic_fit
from gfkit.guess.data import Data
from gfkit.guess.fit import Broken, Fit
from gfkit.guess.holonomic import recurrence_fit
from gfkit.guess.low_degree import low_degree_fit

Fitting = Fit | Broken | None
"""A law, one that few terms break, or nothing."""

_WAYS: dict[str, Callable[[Data, int, int], Fitting]] = {
    "algebraic degree": algebraic_fit,
    "order": lambda data, order, spare: recurrence_fit(data, order + 1, spare),
    "degree": low_degree_fit,
}


@dataclass(frozen=True, slots=True)
class Shape:
    """Laws of one kind and size, and the terms that they are tried on."""

    kind: str
    """algebraic degree, or order or degree of a recurrence with polynomial coefficients."""
    size: int
    data: Data
    spare: int

    @property
    def part(self) -> str:
        return f"{self.kind} {self.size}"

    def perform(self) -> Fitting:
        return _WAYS[self.kind](self.data, self.size, self.spare)

    def fault(self, answer: object) -> str | None:
        return None if answer is None or isinstance(answer, Fit | Broken) else "neither a law nor none"
