"""Formulas in Maple."""

from __future__ import annotations

from collections.abc import Sequence

from gfkit.formula.tree import Definition, Derivative, Rising, RootSum, renamed
from gfkit.formula.write.system import System


class Maple(System):
    """What Maple reads; a recurrence is a procedure that remembers.

    >>> Maple().residues(["n", "1"])
    'piecewise(irem(n, 2) = 0, n, 1)'
    """

    def piecewise(self, pieces: Sequence[tuple[str, str]], otherwise: str) -> str:
        listed = ", ".join(f"{condition}, {text}" for condition, text in pieces)
        return f"piecewise({listed}, {otherwise})"

    def is_equal(self, left: str, right: str) -> str:
        return f"{left} = {right}"

    def remainder(self, modulus: int) -> str:
        return f"irem(n, {modulus})"

    def rising(self, node: Rising) -> str:
        return f"pochhammer({self.write(node.base)}, n)"

    def rootsum(self, node: RootSum) -> str:
        polynomial = self.write(renamed(node.polynomial, node.letter, "_Z"))
        return f"sum({self.write(node.body)}, {node.letter} = RootOf({polynomial}))"

    def definition(self, node: Definition) -> str:
        start = "".join(f" a({n}) := {self.write(value)}:" for n, value in node.beginning)
        return f"a := proc(n) option remember; {self.write(node.right)} end proc:{start}"

    def derivative(self, node: Derivative) -> str:
        several = f"${node.order}" if node.order > 1 else ""
        return f"diff(f(t), t{several})" if node.order else "f(t)"
