"""Text that SymPy reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from gfkit.formula.tree import (
    Choose,
    Definition,
    Derivative,
    Equation,
    Factorial,
    Node,
    Rising,
    Root,
    RootSum,
    Rounded,
    Symbol,
    term,
)
from gfkit.formula.write.system import System


class SymPy(System):
    """Text that ``sympy.sympify`` reads, with ^ for powers."""

    calls: ClassVar[tuple[type[Node], ...]] = (Root, Choose, Rounded, Rising, Factorial, Symbol)

    def piecewise(self, pieces: Sequence[tuple[str, str]], otherwise: str) -> str:
        listed = ", ".join(f"({text}, {condition})" for condition, text in pieces)
        return f"Piecewise({listed}, ({otherwise}, True))"

    def is_equal(self, left: str, right: str) -> str:
        return f"Eq({left}, {right})"

    def remainder(self, modulus: int) -> str:
        return f"Mod(n, {modulus})"

    def factorial(self, node: Factorial) -> str:
        return f"factorial({self.write(node.body)})"

    def rising(self, node: Rising) -> str:
        return f"RisingFactorial({self.write(node.base)}, n)"

    def rootsum(self, node: RootSum) -> str:
        return f"RootSum({self.write(node.polynomial)}, Lambda({node.letter}, {self.write(node.body)}))"

    def definition(self, node: Definition) -> str:
        return self.write(Equation(term(0), node.right))

    def derivative(self, node: Derivative) -> str:
        return f"Derivative(f(t), (t, {node.order}))" if node.order else "f(t)"

    def equation(self, node: Equation) -> str:
        return f"Eq({self.write(node.left)}, {self.write(node.right)}, evaluate=False)"
