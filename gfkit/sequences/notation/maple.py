"""Formulas in Maple."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gfkit.sequences.notation.notation import Stated
from gfkit.sequences.notation.system import System


@dataclass(frozen=True)
class Maple(System):
    """What Maple reads; a recurrence is a procedure that remembers.

    >>> Maple().cases(["n", "1"])
    'piecewise(irem(n, 2) = 0, n, 1)'
    """

    def piecewise(self, pieces: Sequence[tuple[str, str]], otherwise: str) -> str:
        listed = ", ".join(f"{condition}, {text}" for condition, text in pieces)
        return f"piecewise({listed}, {otherwise})"

    def is_equal(self, left: str, right: str) -> str:
        return f"{left} = {right}"

    def remainder(self, modulus: int) -> str:
        return f"irem(n, {modulus})"

    def rising(self, start: str) -> list[tuple[str, int]]:
        return [(f"pochhammer({start}, n)", 1)]

    def root_sum(self, body: str, name: str, factor: Sequence[int]) -> str:
        return f"sum({body}, {name} = RootOf({self.falling(factor, '_Z')}))"

    def recurrence(self, rule: Stated) -> str:
        start = "".join(f" a({n}) := {value}:" for n, value in rule.beginning)
        return f"a := proc(n) option remember; {rule.right} end proc:{start}"

    def derivative(self, order: int) -> str:
        return "f(t)" if not order else f"diff(f(t), t{f'${order}' if order > 1 else ''})"
