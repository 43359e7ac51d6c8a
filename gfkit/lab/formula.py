"""Formulas of answers in every form that the page shows and copies."""

from __future__ import annotations

from dataclasses import dataclass

from gfkit.errors import GfkitError
from gfkit.formula import LATEX, MATHML
from gfkit.formula.read.statement import read_statement
from gfkit.formula.tree import Enumeration, Equation, Node, Range, symbols
from gfkit.formula.write.mathml import math

MOST_TYPESET = 6000
"""Characters of LaTeX up to which a formula is typeset; longer ones are shown as text."""


@dataclass(frozen=True)
class Answered:
    """A labelled line of an answer: text, and what it says where it is a formula."""

    label: str
    text: str
    formula: Node | None = None
    typesets: bool = True
    """Whether it reads better typeset than as text."""

    def as_json(self) -> dict[str, str | None]:
        """The line with its LaTeX, and its MathML where that is not too long."""
        latex = None if self.formula is None else LATEX.write(self.formula)
        is_short = latex is not None and self.typesets and len(latex) <= MOST_TYPESET
        mathml = math(MATHML.write(self.formula)) if self.formula is not None and is_short else None
        return {"label": self.label, "text": self.text, "latex": latex, "mathml": mathml}


def typeset_tree(text: str) -> Node | None:
    """What a text says that was printed for people; None where it is no formula.

    >>> LATEX.write(typeset_tree("(1 + 2*t)/(1 - t - 2*t^2)"))
    '\\\\frac{1 + 2 t}{1 - t - 2 t^{2}}'
    """
    try:
        statement = read_statement(text, constants={"C": "C", "lambda": "lambda"})
    except GfkitError:
        return None
    parts = []
    for chain in statement.chains:
        whole, *others = chain.sides
        for sign, side in zip(chain.relations, others, strict=True):
            whole = Equation(whole, side, sign)
        parts.append(whole)
    found = parts[0] if len(parts) == 1 else Enumeration(tuple(parts), are_statements=True)
    is_prose = any(name.index is None and not name.arguments for name in symbols(found))
    if statement.roots or is_prose:
        return None
    return found if statement.valid_from is None else Range(found, statement.valid_from)
