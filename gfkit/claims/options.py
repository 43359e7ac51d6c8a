"""What is said beside a formula: its letters, first values, and where it begins."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gfkit.claims.formula.kind import Kind
from gfkit.errors import OptionError
from gfkit.formula.read.printed import LineKind
from gfkit.sequences import Polynomial
from gfkit.sequences.number import Number
from gfkit.typing import Weights

_MOST_FIRST = 10**6
"""The largest n of the first of listed terms."""


@dataclass(frozen=True)
class Options:
    """The options that were given beside the formula."""

    weights: Weights | None
    variable: str | None
    start: Sequence[Number | Polynomial] | None
    valid_from: int | None
    asked: Kind
    offset: int | None

    def first_of(self, begins: int | None = None) -> int | None:
        """The n of the first of listed terms, of which the list itself may say where it begins."""
        numbers = [n for n in (begins, self.offset, self.valid_from) if n is not None]
        if any(n != numbers[0] for n in numbers):
            raise OptionError(f"offset {numbers[-1]}: the terms begin at n = {numbers[0]}")
        if numbers and not 0 <= numbers[0] <= _MOST_FIRST:
            raise OptionError(f"offset {numbers[0]}: must be a whole number from 0 to {_MOST_FIRST}")
        return numbers[0] if numbers else None

    def refuse_beside(self, kind: LineKind) -> None:
        """Refuses first values, a range and weights beside a printed line of this kind."""
        if self.start is not None or (self.valid_from is not None and kind is not LineKind.TERMS):
            raise OptionError(
                f"first values and a range go with recurrences and closed forms, not with {kind.value}"
            )
        if self.weights not in (None, Weights.NONE):
            raise OptionError(
                f"weights {self.weights}: here the formula is read as {kind.value}, of numbers alone"
            )
