"""Formulas in PARI."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from gfkit.errors import InputError
from gfkit.sequences.notation.notation import Stated
from gfkit.sequences.notation.system import System


@dataclass(frozen=True)
class Pari(System):
    """What PARI reads: roots as residues of polynomials, for exact sums; a recurrence fills a vector.

    >>> Pari().root_sum("r^n", "r", [-1, -1, 1])
    'trace((r -> r^n)(Mod(x, x^2 - x - 1)))'
    """

    radical_degree: ClassVar[int] = 1

    first_n: int = 0

    def piecewise(self, pieces: Sequence[tuple[str, str]], otherwise: str) -> str:
        chain = "".join(f"if({condition}, {text}, " for condition, text in pieces)
        return chain + otherwise + ")" * len(pieces)

    def is_equal(self, left: str, right: str) -> str:
        return f"{left} == {right}"

    def remainder(self, modulus: int) -> str:
        return f"n%{modulus}"

    def cases(self, texts: Sequence[str]) -> str:
        return f"[{', '.join(texts)}][{self.remainder(len(texts))} + 1]"

    def rising(self, start: str) -> list[tuple[str, int]]:
        return [(f"prod(k = 0, n - 1, {start} + k)", 1)]

    def root_sum(self, body: str, name: str, factor: Sequence[int]) -> str:
        return f"trace(({name} -> {body})(Mod(x, {self.falling(factor, 'x')})))"

    def for_terms_from(self, first_n: int) -> Pari:
        return Pari(first_n)

    def term(self, back: int) -> str:
        return f"v[{_moved(1 - back - self.first_n)}]"

    def recurrence(self, rule: Stated) -> str:
        place = _moved(1 - rule.first_n).replace("n", "m")
        vector = f"Vec([{', '.join(rule.initial)}], max({place}, {len(rule.initial)}))"
        fill = f"for(n = {rule.valid_from}, m, {self.term(0)} = {rule.right})"
        return f"a(m) = my(v = {vector}); {fill}; v[{place}]"

    def derivative(self, _: int) -> str:
        raise InputError(
            "differential equation in pari: PARI has no equations for unknown functions; write the "
            "recurrence of its coefficients with p_recursive(initial).to('pari')"
        )

    def equation(self, left: str, right: str) -> str:
        return left if right == "0" else f"{left} - {self.guarded(right)}"


def _moved(shift: int) -> str:
    return f"n {'-' if shift < 0 else '+'} {abs(shift)}" if shift else "n"
