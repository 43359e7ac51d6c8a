"""What the languages of computer algebra systems have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from gfkit.sequences.notation.notation import Notation
from gfkit.sequences.number import Number


class System(Notation, ABC):
    """What the systems have in common: cases as a table of conditions, one letter for all roots.

    A sequence is written as an expression in n where it has a formula, else as the definition of a
    function a, complete with the first terms.
    """

    is_system: ClassVar[bool] = True

    @abstractmethod
    def piecewise(self, pieces: Sequence[tuple[str, str]], otherwise: str) -> str:
        """The text of the first condition that holds: pairs of condition and text."""

    @abstractmethod
    def is_equal(self, left: str, right: str) -> str:
        """The condition that two numbers are equal."""

    @abstractmethod
    def remainder(self, modulus: int) -> str:
        """The remainder of n modulo a number."""

    def cases(self, texts: Sequence[str]) -> str:
        *most, last = texts
        left = self.remainder(len(texts))
        return self.piecewise([(self.is_equal(left, str(j)), text) for j, text in enumerate(most)], last)

    def lookup(self, texts: Sequence[str]) -> str:
        return self.cases(texts)

    def starting(self, formula: str, exceptions: Sequence[tuple[int, Number]]) -> str:
        if not exceptions:
            return formula
        pieces = [(self.is_equal("n", str(n)), self.number(value)) for n, value in exceptions]
        return self.piecewise(pieces, formula)

    def root_names(self, count: int) -> list[str]:
        return ["r"] * count
