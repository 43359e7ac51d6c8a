"""With weights: the first polynomials, and how many pieces lie on a board."""

from __future__ import annotations

from fractions import Fraction

from gfkit.formula import tree_of
from gfkit.sequences import Density, Polynomial
from gfkit.show.faces.html import escaped
from gfkit.show.report.markup import Section, ball_text, long_sum, table
from gfkit.show.report.subject import Subject
from gfkit.show.svg.element import tag
from gfkit.transfer import CompleteLaw, Derived

_POLYNOMIALS = 7
_MOST_TERMS = 60
_MOST_DENSITY = 60
"""Orders up to which mean and variance are worked out."""
_BOARDS = 12
_DECIMALS = 8


def pieces_section(subject: Subject) -> Section | None:
    """The polynomials of the first boards, and mean and variance of the number of pieces per cell."""
    found = subject.found
    if not isinstance(found, Derived | CompleteLaw) or not found.weights:
        return None
    averages = ""
    if isinstance(found, Derived) and found.cells_per_n and found.order <= _MOST_DENSITY:
        averages = _averages(found.density(subject.digits), found.first_n)
    return Section("pieces", "By pieces", _polynomials(subject, found) + averages)


def _polynomials(subject: Subject, found: Derived | CompleteLaw) -> str:
    rows = [
        (str(n), long_sum(tree_of(value), str(value), "polynomial"))
        for n, value in enumerate(found.terms(_POLYNOMIALS), found.first_n)
        if isinstance(value, Polynomial) and len(value.terms) <= _MOST_TERMS
    ]
    made = table(("n", "a(n)"), rows, f"The first polynomials; {subject.marks}.")
    return tag("div", made, class_="left")


def _averages(found: Density, first_n: int) -> str:
    """Exact numbers for the first boards, certified ones for the limit."""
    start = max(1, first_n)
    counts = found.factorial_moments[0].terms(start + _BOARDS - first_n)
    rows = [
        (str(n), _decimals(found.mean(n)), _decimals(found.variance(n)))
        for n in range(start, start + _BOARDS)
        if counts[n - first_n]
    ]
    said = "Mean and variance of the number of pieces, divided by the number of cells."
    return table(("n", "mean", "variance"), rows, said) + _limits(found)


def _limits(found: Density) -> str:
    balls = (("mean per cell", found.limit_mean), ("variance per cell", found.limit_variance))
    rows = [(name, ball_text(ball)) for name, ball in balls if ball is not None]
    if not rows:
        return tag("p", escaped(found.note), class_="note")
    return tag("div", table((), rows, "For large n; every digit is certified."), class_="facts")


def _decimals(value: Fraction) -> str:
    return f"{float(value):.{_DECIMALS}f}"
