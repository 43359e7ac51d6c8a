"""What the languages of computer algebra systems have in common."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from gfkit.formula.tree import Branch, Cases, Lookup, Node, Number, Range
from gfkit.formula.write.plain import Writer


class System(Writer):
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

    def residues(self, entries: Sequence[str]) -> str:
        """The texts for n = 0, 1, ... modulo their number."""
        *most, last = entries
        left = self.remainder(len(entries))
        return self.piecewise([(self.is_equal(left, str(j)), text) for j, text in enumerate(most)], last)

    def cases(self, node: Cases) -> str:
        return self.residues(list(map(self.write, _entries(node.branches))))

    def lookup(self, node: Lookup) -> str:
        return self.residues(list(map(self.write, node.entries)))

    def range(self, node: Range) -> str:
        if not node.before:
            return self.write(node.body)
        pieces = [(self.is_equal("n", str(n)), self.write(Number(value))) for n, value in node.before]
        return self.piecewise(pieces, self.write(node.body))

    def root_letters(self, count: int) -> list[str]:
        return ["r"] * count


def _entries(branches: Sequence[Branch]) -> list[Node]:
    """The bodies for n = 0, 1, ... modulo the one modulus of all conditions."""
    by_residue = {j: one.body for one in branches for j in one.condition.residues}
    return [by_residue[j] for j in range(len(by_residue))]
