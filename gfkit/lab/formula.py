"""Formulas of answers in every form that the page shows and copies."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gfkit.show.mathml import UnknownMarkError, mathml

_WORD = re.compile(
    r" ?(?<![\\A-Za-z])(?:exponential|generating|function|floor|for|if|mod|over|sum|otherwise)(?![A-Za-z]) ?"
)
"""Words of English in formulas that gfkit prints, with the blanks around them."""
_LAMBDA = re.compile(r"\blambda\b")
MOST_TYPESET = 6000
"""Characters of LaTeX up to which a formula is typeset; longer ones are shown as text."""


@dataclass(frozen=True)
class Line:
    """A labelled line of an answer: text, and LaTeX where it is a formula."""

    label: str
    text: str
    latex: str | None = None
    typesets: bool = True
    """Whether it reads better typeset than as text."""

    def as_json(self) -> dict[str, str | None]:
        return {"label": self.label, "text": self.text, "latex": self.latex, "mathml": self.mathml}

    @property
    def mathml(self) -> str | None:
        """The formula typeset; None where it is too long, or beyond what can be typeset."""
        if self.latex is None or not self.typesets or len(self.latex) > MOST_TYPESET:
            return None
        try:
            return mathml(self.latex)
        except UnknownMarkError:
            return None


def latex_of(text: str) -> str:
    """The LaTeX of a formula in plain text: powers, products, and one fraction of two sums.

    >>> latex_of("(1 + 2*t)/(1 - t - 2*t^2)")
    '\\\\frac{1 + 2 t}{1 - t - 2 t^{2}}'
    >>> latex_of("a(n) = 2*a(n-1) for n >= 1")
    'a(n) = 2 a(n-1)\\\\text{ for }n  \\\\ge  1'
    """
    fraction = re.fullmatch(r"(\([^()]*\)|[^()/]+)/\(([^()]*)\)", text)
    if fraction:
        above = fraction[1].removeprefix("(").removesuffix(")")
        return rf"\frac{{{latex_of(above)}}}{{{latex_of(fraction[2])}}}"
    worded = text if "\\" in text else _WORD.sub(r"\\text{\g<0>}", _LAMBDA.sub(r"\\lambda", text))
    powers = re.sub(r"\^(\w+|\([^()]*\))", lambda found: f"^{{{found[1].strip('()')}}}", worded)
    signs = {"*": " ", "~": r" \sim ", ">=": r" \ge ", "<=": r" \le ", "sqrt(": r"\sqrt(", "exp(": r"\exp("}
    for plain, written in signs.items():
        powers = powers.replace(plain, written)
    return re.sub(r"\\sqrt\(([^()]*)\)", r"\\sqrt{\1}", powers)
