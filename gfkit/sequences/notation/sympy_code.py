"""Text that SymPy reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gfkit.sequences.notation.notation import Stated
from gfkit.sequences.notation.system import System


@dataclass(frozen=True)
class SymPy(System):
    """Text that ``sympy.sympify`` reads, with ^ for powers."""

    def piecewise(self, pieces: Sequence[tuple[str, str]], otherwise: str) -> str:
        listed = ", ".join(f"({text}, {condition})" for condition, text in pieces)
        return f"Piecewise({listed}, ({otherwise}, True))"

    def is_equal(self, left: str, right: str) -> str:
        return f"Eq({left}, {right})"

    def remainder(self, modulus: int) -> str:
        return f"Mod(n, {modulus})"

    def factorial(self, inside: str) -> str:
        return f"factorial({inside})"

    def rising(self, start: str) -> list[tuple[str, int]]:
        return [(f"RisingFactorial({start}, n)", 1)]

    def root_sum(self, body: str, name: str, factor: Sequence[int]) -> str:
        return f"RootSum({self.falling(factor, name)}, Lambda({name}, {body}))"

    def recurrence(self, rule: Stated) -> str:
        return self.equation("a(n)", rule.right)

    def derivative(self, order: int) -> str:
        return f"Derivative(f(t), (t, {order}))" if order else "f(t)"

    def equation(self, left: str, right: str) -> str:
        return f"Eq({left}, {right}, evaluate=False)"
