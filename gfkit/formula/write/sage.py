"""Formulas in SageMath."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from gfkit.formula.tree import (
    Choose,
    Definition,
    Derivative,
    Equation,
    Factorial,
    Letter,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Rising,
    Root,
    RootSum,
    Rounded,
    Sum,
    Symbol,
)
from gfkit.formula.write.system import System


class Sage(System):
    """What SageMath reads; a recurrence is a function that fills a dictionary, sums over roots are exact.

    >>> Sage().residues(["n", "1"])
    '[n, 1][n % 2]'
    """

    calls: ClassVar[tuple[type[Node], ...]] = (Root, Choose, Rounded, Factorial, Symbol)

    def piecewise(self, pieces: Sequence[tuple[str, str]], otherwise: str) -> str:
        chain = "".join(f"{text} if {condition} else " for condition, text in pieces)
        return f"({chain}{otherwise})"

    def is_equal(self, left: str, right: str) -> str:
        return f"{left} == {right}"

    def remainder(self, modulus: int) -> str:
        return f"n % {modulus}"

    def residues(self, entries: Sequence[str]) -> str:
        return f"[{', '.join(entries)}][{self.remainder(len(entries))}]"

    def factorial(self, node: Factorial) -> str:
        return f"factorial({self.write(node.body)})"

    def rising(self, node: Rising) -> str:
        return f"rising_factorial({self.write(node.base)}, n)"

    def rootsum(self, node: RootSum) -> str:
        listed = ", ".join(self.write(Number(c)) for c in _coefficients(node.polynomial))
        roots = f"QQ['{node.letter}']([{listed}]).roots(QQbar, multiplicities=False)"
        return f"sum({self.write(node.body)} for {node.letter} in {roots})"

    def symbol(self, node: Symbol) -> str:
        return super().symbol(node) if node.index is None else f"v[{self.write(node.index)}]"

    def definition(self, node: Definition) -> str:
        start = ", ".join(f"{n}: {self.write(value)}" for n, value in node.beginning)
        return (
            f"def a(m):\n    v = {{{start}}}\n    for n in range({node.valid_from}, m + 1):\n"
            f"        v[n] = {self.write(node.right)}\n    return v[m]"
        )

    def derivative(self, node: Derivative) -> str:
        return f"diff(f(t), t, {node.order})" if node.order else "f(t)"

    def equation(self, node: Equation) -> str:
        return f"{self.write(node.left)} == {self.write(node.right)}"


def _coefficients(polynomial: Node) -> list[int]:
    """The integer coefficients, lowest first, of a sum of monomials in one letter."""
    found: dict[int, int] = {}
    for term in polynomial.terms if isinstance(polynomial, Sum) else (polynomial,):
        body = term.body if isinstance(term, Negative) else term
        power, size = 0, -1 if isinstance(term, Negative) else 1
        for factor in body.factors if isinstance(body, Product) else (body,):
            if isinstance(factor, Number):
                size *= int(factor.value)
            elif isinstance(factor, Letter):
                power += 1
            elif isinstance(factor, Power) and isinstance(factor.exponent, Number):
                power += int(factor.exponent.value)
        found[power] = size
    return [found.get(k, 0) for k in range(max(found) + 1)]
