"""Laws that fit terms: their kinds, their words, and the figures that speak for them or against them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction

from gfkit.formula import equation, floored
from gfkit.guess.data import Data
from gfkit.sequences import Algebraic, Hypergeometric, PRecursive, QuasiPolynomial, RationalGF, closed_form
from gfkit.sequences.number import Number, number_text
from gfkit.sequences.recurrence import term_text
from gfkit.typing import read_word

HOLD_BACK = 5
"""Terms beyond those that fix a law which must agree with it, unless more or fewer are asked for."""
Law = QuasiPolynomial | RationalGF | Hypergeometric | Algebraic | PRecursive
"""The values that laws come as, the simplest kinds first."""
MOST_CLOSED = 24
"""Orders up to which a closed form in roots is written out."""


class LawKind(StrEnum):
    """The kinds of laws, simplest first."""

    POLYNOMIAL = "polynomial"
    PERIODIC = "periodic"
    QUASI_POLYNOMIAL = "quasi-polynomial"
    C_FINITE = "c-finite"
    HYPERGEOMETRIC = "hypergeometric"
    ALGEBRAIC = "algebraic"
    D_FINITE = "d-finite"

    @classmethod
    def read(cls, words: Sequence[str] | str | None) -> frozenset[LawKind]:
        """The kinds with these names, all of them for None.

        >>> sorted(LawKind.read("c-finite, algebraic"))
        [<LawKind.ALGEBRAIC: 'algebraic'>, <LawKind.C_FINITE: 'c-finite'>]
        """
        if words is None:
            return frozenset(cls)
        listed = words.split(",") if isinstance(words, str) else words
        return frozenset(read_word(cls, "kind", str(word).strip()) for word in listed)


@dataclass(frozen=True)
class FittedLaw:
    """A law, and how many equations it solved with how many unknowns.

    ``equations`` are the relations between the terms that were tested and hold, ``unknowns`` the free
    numbers in the law, ``irregular`` the first terms that the law leaves out,
    ``terms`` how many were looked at.
    """

    law: Law
    method: str
    unknowns: int
    equations: int
    irregular: int
    terms: int

    @property
    def spare(self) -> int:
        return self.equations - self.unknowns

    def with_law(self, law: Law) -> FittedLaw:
        """The same fit with the law written as another value."""
        return replace(self, law=law)

    def with_more(self, terms: int) -> FittedLaw:
        """The same fit after all of so many terms were compared."""
        return replace(self, equations=self.equations + terms - self.terms, terms=terms)

    @property
    def is_weak(self) -> bool:
        """Whether fewer than half as many equations were left over as there were unknowns.

        For a linear recurrence with constant coefficients: whether its order is above a third of the
        number of terms. Infinite products fit such recurrences for long.
        """
        return 2 * self.spare < self.unknowns


@dataclass(frozen=True)
class Broken:
    """The index of the one term that breaks a law, and the term that would mend it."""

    n: int
    wanted: Number


def holds_up(data: Data, law_bits: int, told_from: int) -> bool:
    """Whether a law is shorter than the terms from this index on, which it tells.

    A law with as many digits as the terms it explains explains nothing, however well it fits.

    Reference: Jorma Rissanen, Modeling by shortest data description.
    """
    return law_bits <= data.bits[min(max(told_from - data.offset, 0), len(data))]


def worth_it(data: Data, unknowns: int) -> bool:
    """Whether a law with so many coefficients could be shorter than the terms: two digits each at least."""
    return 2 * unknowns <= data.bits[0]


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
