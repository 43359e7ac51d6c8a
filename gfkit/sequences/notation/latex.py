"""Formulas in LaTeX."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from gfkit.sequences.notation.notation import Notation, Stated, merged
from gfkit.sequences.number import Number
from gfkit.sequences.polynomial import Polynomial


@dataclass(frozen=True)
class Latex(Notation):
    """How LaTeX writes the parts of formulas.

    >>> from fractions import Fraction
    >>> print(Latex().rational([Fraction(0), Fraction(-1, 2)]), Latex().number(Fraction(-3, 4)))
    -\\frac{n}{2} -\\frac{3}{4}
    """

    is_latex: ClassVar[bool] = True
    times: ClassVar[str] = " "

    def bracket(self, text: str) -> str:
        return rf"\left({text}\right)"

    def over(self, numerator: str, denominator: str) -> str:
        return numerator if denominator == "1" else rf"\frac{{{numerator}}}{{{denominator}}}"

    def power(self, base: str, exponent: str) -> str:
        simple = base.isalnum() or (base.startswith((r"\sqrt{", r"\binom{")) and "} " not in base)
        return f"{base if simple else self.bracket(base)}^{{{exponent}}}"

    def radical(self, size: str) -> str:
        return rf"\sqrt{{{size}}}"

    @property
    def imaginary(self) -> str:
        return "i"

    def polynomial(self, polynomial: Polynomial) -> str:
        return polynomial.latex()

    def fraction_of(self, above: str, below: str, factor: str) -> str:
        return self.product(self.over(above, below), factor)

    def beginning(self, exceptions: Sequence[tuple[int, Number]]) -> str:
        if not exceptions:
            return ""
        listed = "".join(rf",\quad a({n}) = {self.number(value)}" for n, value in exceptions)
        return rf" \quad (n \ge {exceptions[-1][0] + 1}){listed}"

    def floor(self, inside: str) -> str:
        return rf"\left\lfloor {inside} \right\rfloor"

    def binomial(self, above: str, below: str) -> str:
        return rf"\binom{{{above}}}{{{below}}}"

    def rising(self, start: str) -> list[tuple[str, int]]:
        return [(rf"\Gamma{self.bracket(f'n + {start}')}", 1), (rf"\Gamma{self.bracket(start)}", -1)]

    def cases(self, texts: Sequence[str]) -> str:
        period = len(texts)
        lines = [
            rf"{text} & n \equiv {', '.join(js)} \pmod{{{period}}}" for text, js in merged(texts).items()
        ]
        return r"\begin{cases} " + r" \\ ".join(lines) + r" \end{cases}"

    def lookup(self, texts: Sequence[str]) -> str:
        return self.cases(texts)

    def root_sum(self, body: str, name: str, factor: Sequence[int]) -> str:
        return rf"\sum_{{{self.falling(factor, name)} = 0}} {body}"

    def shrunk(self, text: str, power: str) -> str:
        return rf"\frac{{1}}{{{power}}} {text}"

    def recurrence(self, rule: Stated) -> str:
        return rf"a(n) = {rule.right} \quad (n \ge {rule.valid_from})"

    def derivative(self, order: int) -> str:
        mark = "'" * order if order < 4 else f"^{{({order})}}"
        return f"f{mark}(t)"
