"""Formulas in Mathematica."""

from __future__ import annotations

from collections.abc import Sequence

from gfkit.formula.tree import (
    Choose,
    Definition,
    Derivative,
    Equation,
    Number,
    Rising,
    RootSum,
    Rounded,
    Symbol,
)
from gfkit.formula.write.system import System


class Mathematica(System):
    """What Mathematica reads; a recurrence is a definition that remembers.

    >>> Mathematica().residues(["n", "1"])
    'Piecewise[{{n, Mod[n, 2] == 0}}, 1]'
    """

    def piecewise(self, pieces: Sequence[tuple[str, str]], otherwise: str) -> str:
        listed = ", ".join(f"{{{text}, {condition}}}" for condition, text in pieces)
        return f"Piecewise[{{{listed}}}, {otherwise}]"

    def is_equal(self, left: str, right: str) -> str:
        return f"{left} == {right}"

    def remainder(self, modulus: int) -> str:
        return f"Mod[n, {modulus}]"

    def radical(self, body: Number) -> str:
        return f"Sqrt[{self.write(body)}]"

    def rounded(self, node: Rounded) -> str:
        return f"{node.how.capitalize()}[{self.write(node.body)}]"

    def choose(self, node: Choose) -> str:
        return f"Binomial[{self.write(node.above)}, {self.write(node.below)}]"

    def rising(self, node: Rising) -> str:
        return f"Pochhammer[{self.write(node.base)}, n]"

    def rootsum(self, node: RootSum) -> str:
        made = (f"Function[{node.letter}, {self.write(part)}]" for part in (node.polynomial, node.body))
        return f"RootSum[{', '.join(made)}]"

    def symbol(self, node: Symbol) -> str:
        return super().symbol(node) if node.index is None else f"a[{self.write(node.index)}]"

    def definition(self, node: Definition) -> str:
        start = "".join(f"a[{n}] = {self.write(value)}; " for n, value in node.beginning)
        return f"ClearAll[a]; {start}a[n_ /; n >= {node.valid_from}] := a[n] = {self.write(node.right)}"

    def derivative(self, node: Derivative) -> str:
        return f"f{chr(39) * node.order}[t]" if node.order < 4 else f"Derivative[{node.order}][f][t]"

    def equation(self, node: Equation) -> str:
        return f"{self.write(node.left)} == {self.write(node.right)}"
