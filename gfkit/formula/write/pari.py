"""Formulas in PARI."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from gfkit.errors import InputError
from gfkit.formula.tree import (
    ZERO,
    Definition,
    Derivative,
    Equation,
    Rising,
    RootSum,
    Sum,
    Symbol,
    renamed,
    term,
)
from gfkit.formula.write.system import System


class Pari(System):
    """What PARI reads: roots as residues of polynomials, for exact sums; a recurrence fills a vector.

    >>> from gfkit.formula.tree import Letter, Number
    >>> Pari().write(RootSum(Letter("r"), "r", Sum((Letter("r"), Number(-1)))))
    'trace((r -> r)(Mod(x, x - 1)))'
    """

    radical_degree: ClassVar[int] = 1

    def __init__(self, first_n: int = 0) -> None:
        self._first_n = first_n

    def piecewise(self, pieces: Sequence[tuple[str, str]], otherwise: str) -> str:
        chain = "".join(f"if({condition}, {text}, " for condition, text in pieces)
        return chain + otherwise + ")" * len(pieces)

    def is_equal(self, left: str, right: str) -> str:
        return f"{left} == {right}"

    def remainder(self, modulus: int) -> str:
        return f"n%{modulus}"

    def residues(self, entries: Sequence[str]) -> str:
        return f"[{', '.join(entries)}][{self.remainder(len(entries))} + 1]"

    def rising(self, node: Rising) -> str:
        return f"prod(k = 0, n - 1, {self.write(node.base)} + k)"

    def rootsum(self, node: RootSum) -> str:
        polynomial = self.write(renamed(node.polynomial, node.letter, "x"))
        return f"trace(({node.letter} -> {self.write(node.body)})(Mod(x, {polynomial})))"

    def symbol(self, node: Symbol) -> str:
        """A term as an entry of the vector v, whose first entry has the number 1."""
        if node.index is None:
            return super().symbol(node)
        back = -node.index.terms[1].value if isinstance(node.index, Sum) else 0  # type: ignore[attr-defined]
        return f"v[{_moved('n', 1 - back - self._first_n)}]"

    def definition(self, node: Definition) -> str:
        inside, place = Pari(node.first_n), _moved("m", 1 - node.first_n)
        initial = ", ".join(map(self.write, node.initial))
        vector = f"Vec([{initial}], max({place}, {len(node.initial)}))"
        fill = f"for(n = {node.valid_from}, m, {inside.write(term(0))} = {inside.write(node.right)})"
        return f"a(m) = my(v = {vector}); {fill}; v[{place}]"

    def derivative(self, _: Derivative) -> str:
        raise InputError(
            "differential equation in pari: PARI has no equations for unknown functions; write the "
            "recurrence of its coefficients with p_recursive(initial).to('pari')"
        )

    def equation(self, node: Equation) -> str:
        left = self.write(node.left)
        return left if node.right == ZERO else f"{left} - {self.guarded(node.right)}"


def _moved(name: str, shift: int) -> str:
    return f"{name} {'-' if shift < 0 else '+'} {abs(shift)}" if shift else name
