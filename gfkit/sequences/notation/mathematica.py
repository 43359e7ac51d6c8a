"""Formulas in Mathematica."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gfkit.sequences.notation.notation import Stated
from gfkit.sequences.notation.system import System


@dataclass(frozen=True)
class Mathematica(System):
    """What Mathematica reads; a recurrence is a definition that remembers.

    >>> Mathematica().radical("5"), Mathematica().cases(["n", "1"])
    ('Sqrt[5]', 'Piecewise[{{n, Mod[n, 2] == 0}}, 1]')
    """

    def piecewise(self, pieces: Sequence[tuple[str, str]], otherwise: str) -> str:
        listed = ", ".join(f"{{{text}, {condition}}}" for condition, text in pieces)
        return f"Piecewise[{{{listed}}}, {otherwise}]"

    def is_equal(self, left: str, right: str) -> str:
        return f"{left} == {right}"

    def remainder(self, modulus: int) -> str:
        return f"Mod[n, {modulus}]"

    def radical(self, size: str) -> str:
        return f"Sqrt[{size}]"

    def floor(self, inside: str) -> str:
        return f"Floor[{inside}]"

    def binomial(self, above: str, below: str) -> str:
        return f"Binomial[{above}, {below}]"

    def rising(self, start: str) -> list[tuple[str, int]]:
        return [(f"Pochhammer[{start}, n]", 1)]

    def root_sum(self, body: str, name: str, factor: Sequence[int]) -> str:
        return f"RootSum[Function[{name}, {self.falling(factor, name)}], Function[{name}, {body}]]"

    def term(self, back: int) -> str:
        return f"a[n - {back}]" if back else "a[n]"

    def recurrence(self, rule: Stated) -> str:
        start = "".join(f"a[{n}] = {value}; " for n, value in rule.beginning)
        return f"ClearAll[a]; {start}a[n_ /; n >= {rule.valid_from}] := a[n] = {rule.right}"

    def derivative(self, order: int) -> str:
        return f"f{chr(39) * order}[t]" if order < 4 else f"Derivative[{order}][f][t]"

    def equation(self, left: str, right: str) -> str:
        return f"{left} == {right}"
