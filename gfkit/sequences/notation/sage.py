"""Formulas in SageMath."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gfkit.sequences.notation.notation import Stated
from gfkit.sequences.notation.system import System
from gfkit.sequences.polynomial import whole_text


@dataclass(frozen=True)
class Sage(System):
    """What SageMath reads; a recurrence is a function that fills a dictionary, sums over roots are exact.

    >>> Sage().cases(["n", "1"])
    '[n, 1][n % 2]'
    """

    def piecewise(self, pieces: Sequence[tuple[str, str]], otherwise: str) -> str:
        chain = "".join(f"{text} if {condition} else " for condition, text in pieces)
        return f"({chain}{otherwise})"

    def is_equal(self, left: str, right: str) -> str:
        return f"{left} == {right}"

    def remainder(self, modulus: int) -> str:
        return f"n % {modulus}"

    def cases(self, texts: Sequence[str]) -> str:
        return f"[{', '.join(texts)}][{self.remainder(len(texts))}]"

    def factorial(self, inside: str) -> str:
        return f"factorial({inside})"

    def rising(self, start: str) -> list[tuple[str, int]]:
        return [(f"rising_factorial({start}, n)", 1)]

    def root_sum(self, body: str, name: str, factor: Sequence[int]) -> str:
        listed = ", ".join(map(whole_text, factor))
        roots = f"QQ['{name}']([{listed}]).roots(QQbar, multiplicities=False)"
        return f"sum({body} for {name} in {roots})"

    def term(self, back: int) -> str:
        return f"v[n - {back}]" if back else "v[n]"

    def recurrence(self, rule: Stated) -> str:
        start = ", ".join(f"{n}: {value}" for n, value in rule.beginning)
        return (
            f"def a(m):\n    v = {{{start}}}\n    for n in range({rule.valid_from}, m + 1):\n"
            f"        v[n] = {rule.right}\n    return v[m]"
        )

    def derivative(self, order: int) -> str:
        return f"diff(f(t), t, {order})" if order else "f(t)"

    def equation(self, left: str, right: str) -> str:
        return f"{left} == {right}"
