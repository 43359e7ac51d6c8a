"""Two ways of writing formulas: plain text that SymPy and PARI read, and LaTeX."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from gfkit.sequences.number import Number
from gfkit.sequences.polynomial import Polynomial, whole_text


@dataclass(frozen=True)
class Notation:
    """How products, powers, fractions and roots are written."""

    is_latex: bool

    def bracket(self, text: str) -> str:
        return rf"\left({text}\right)" if self.is_latex else f"({text})"

    def guarded(self, text: str) -> str:
        """The text, in brackets when it is a sum or starts with a sign."""
        return self.bracket(text) if text.startswith("-") or is_sum(text) else text

    def product(self, *factors: str) -> str:
        """The factors that are not 1, sums among them in brackets."""
        kept = [factor for factor in factors if factor != "1"]
        if len(kept) < 2:
            return kept[0] if kept else "1"
        return (" " if self.is_latex else "*").join(map(self.guarded, kept))

    def over(self, numerator: str, denominator: str) -> str:
        if denominator == "1":
            return numerator
        if self.is_latex:
            return rf"\frac{{{numerator}}}{{{denominator}}}"
        below = f"({denominator})" if any(c in denominator for c in " */") else denominator
        return f"{self.guarded(numerator)}/{below}"

    def power(self, base: str, exponent: str) -> str:
        simple = base.isalnum() or (base.startswith(("sqrt(", r"\sqrt{")) and " " not in base)
        body = base if simple else self.bracket(base)
        if self.is_latex:
            return f"{body}^{{{exponent}}}"
        return f"{body}^{exponent}" if exponent.isalnum() else f"{body}^({exponent})"

    def root(self, square: int) -> str:
        """The square root of a square-free integer; of a negative one as a multiple of I."""
        size = whole_text(abs(square))
        real = rf"\sqrt{{{size}}}" if self.is_latex else f"sqrt({size})"
        if square > 0:
            return real
        unit = "i" if self.is_latex else "I"
        return unit if size == "1" else self.product(unit, real)

    def falling(self, coefficients: Sequence[int], variable: str) -> str:
        """A polynomial, given lowest first, with high powers first.

        >>> PLAIN.falling([-1, 1, -3, 1], "r")
        'r^3 - 3*r^2 + r - 1'
        """
        terms = tuple(((k,), int(c)) for k, c in reversed(list(enumerate(coefficients))) if c)
        arranged = Polynomial((variable,), terms)
        return arranged.latex() if self.is_latex else str(arranged)

    def rational(self, coefficients: Sequence[Fraction], factor: str = "1") -> str:
        """A polynomial in n with rational coefficients times a factor, starting with - where it can.

        >>> PLAIN.rational([Fraction(-1, 4), Fraction(0), Fraction(1, 2)], "2^n")
        '(2*n^2 - 1)*2^n/4'
        >>> LATEX.rational([Fraction(0), Fraction(-1, 2)])
        '-\\\\frac{n}{2}'
        """
        below = lcm(*(c.denominator for c in coefficients))
        whole = [int(c * below) for c in coefficients]
        negative = next((c < 0 for c in reversed(whole) if c), False)
        above = self.falling([-c for c in whole] if negative else whole, "n")
        if self.is_latex:
            body = self.product(self.over(above, whole_text(below)), factor)
        else:
            body = self.over(self.product(above, factor), whole_text(below))
        return "-" + (self.guarded(body) if factor == "1" and below == 1 else body) if negative else body

    def number(self, value: Number) -> str:
        """A rational number.

        >>> PLAIN.number(Fraction(-3, 4)), LATEX.number(Fraction(-3, 4))
        ('-3/4', '-\\\\frac{3}{4}')
        """
        size = self.over(whole_text(abs(value.numerator)), whole_text(value.denominator))
        return "-" + size if value < 0 else size

    def beginning(self, valid_from: int, exceptions: Sequence[tuple[int, Number]]) -> str:
        """Where a formula holds and the terms before; nothing when there are none.

        >>> PLAIN.beginning(1, [(0, 7)])
        ' for n >= 1; a(0) = 7'
        """
        if not exceptions:
            return ""
        start = rf" \quad (n \ge {valid_from})" if self.is_latex else f" for n >= {valid_from}"
        between = r",\quad " if self.is_latex else "; "
        return start + "".join(f"{between}a({n}) = {self.number(value)}" for n, value in exceptions)

    def total(self, summands: Sequence[str]) -> str:
        """The sum of texts of which each may start with -."""
        text = ""
        for summand in summands:
            if not text:
                text = summand
            elif summand.startswith("-"):
                text += " - " + summand[1:]
            else:
                text += " + " + summand
        return text or "0"


def is_sum(text: str) -> bool:
    """Whether the text is a sum outside all of its brackets.

    >>> is_sum("n + 1"), is_sum("(n + 1)*2^n")
    (True, False)
    """
    depth = 0
    for k, sign in enumerate(text):
        depth += (sign in "([{") - (sign in ")]}")
        if depth == 0 and text[k : k + 3] in (" + ", " - "):
            return True
    return False


PLAIN = Notation(False)
LATEX = Notation(True)
