"""Laws in words and formulas."""

from __future__ import annotations

from fractions import Fraction

from gfkit.formula import equation, floored
from gfkit.guess.fit import Law
from gfkit.sequences import (
    Algebraic,
    Hypergeometric,
    PRecursive,
    QuasiPolynomial,
    RationalGF,
    closed_form,
)
from gfkit.sequences.number import number_text
from gfkit.sequences.recurrence import term_text

MOST_CLOSED = 24
"""Orders up to which a closed form in roots is written out."""


def equation_text(law: Law, name: str = "a") -> str:
    """The equation that the law is, without the range where it holds, for a sequence of this name.

    >>> equation_text(RationalGF.of([1], [1, -1, -1]))
    'a(n) = a(n-1) + a(n-2)'
    """
    if isinstance(law, QuasiPolynomial):
        return f"{name}(n) = {law}"
    if isinstance(law, RationalGF):
        return equation(law.recurrence, name)
    if isinstance(law, Hypergeometric):
        return equation(law.p_recursive(), name)
    return str(law) if isinstance(law, Algebraic) else equation(law, name)


def law_text(law: Law) -> str:
    """The law as it is printed first, with its range.

    >>> law_text(QuasiPolynomial.from_rational(RationalGF.parse("t^2/(1 - 2*t + 2*t^3 - t^4)")))
    'a(n) = floor(n^2/4)'
    """
    if isinstance(law, QuasiPolynomial):
        return f"a(n) = {floored(law) or law}"
    if isinstance(law, RationalGF):
        return str(law.recurrence)
    if isinstance(law, Hypergeometric):
        return f"a(n) = {law}"
    return f"{law} for f = sum a(n) t^n" if isinstance(law, Algebraic) else str(law)


def closed_form_text(law: Law) -> str | None:
    """A formula for the terms, where there is one that can be read."""
    if isinstance(law, Hypergeometric):
        return law.closed_form
    if isinstance(law, QuasiPolynomial):
        return str(law)
    if isinstance(law, RationalGF) and law.order <= MOST_CLOSED:
        return closed_form(law).formula
    return None


def figures_text(law: Law) -> str:
    """Period, degree, order, signature: what there is of them."""
    if isinstance(law, PRecursive):
        return f" of order {law.order} and degree {law.degree}"
    if isinstance(law, Hypergeometric):
        return ""
    if isinstance(law, Algebraic):
        return f" of degree {law.degree}"
    shape = ""
    if isinstance(law, QuasiPolynomial):
        period = f"period {law.period}" if law.period > 1 else ""
        degree = f"degree {law.degree}" if law.degree > 0 else ""
        shape = " of " + " and ".join(filter(None, (period, degree))) if period or degree else ""
        rule = law.generating_function.recurrence
    else:
        rule = law.recurrence
    return f"{shape}, order {rule.order}, signature ({', '.join(map(term_text, rule.signature))})"


def step_text(law: Law) -> str | None:
    """How much a whole period adds, where that is a number.

    >>> step_text(QuasiPolynomial.of([[0, 3], [1, 3]]))
    'a(n) = a(n-2) + 6 for n >= 2'
    """
    if not isinstance(law, QuasiPolynomial) or law.degree != 1:
        return None
    slopes = {row[1] if len(row) > 1 else Fraction(0) for row in law.constituents}
    if len(slopes) > 1:
        return None
    added = slopes.pop() * law.period
    sign, size = ("-", -added) if added < 0 else ("+", added)
    return f"a(n) = a(n-{law.period}) {sign} {number_text(size)} for n >= {law.valid_from + law.period}"
