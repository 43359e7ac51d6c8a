"""How one kind of value is shown: a function for each form that it has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Maker = Callable[[Any], str | None]


@dataclass(frozen=True)
class Shown:
    """The functions from a value to LaTeX, SVG and HTML; None where there is no such form."""

    latex: Maker | None = None
    svg: Maker | None = None
    html: Maker | None = None


def displayed(latex: str | None) -> str | None:
    """LaTeX between dollars, as notebooks want it; None past what they can typeset in reasonable time.

    >>> displayed("a + b")
    '$\\\\displaystyle a + b$'
    """
    return None if latex is None or len(latex) > MOST_LATEX else rf"$\displaystyle {latex}$"


MOST_LATEX = 5000
"""Characters of LaTeX that are given to a notebook."""
