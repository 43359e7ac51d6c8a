"""What a search gives back: laws of some kind, each with what speaks for it, or why there are none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from functools import cached_property
from typing import Any

from gfkit.errors import OptionError
from gfkit.face import Face
from gfkit.formula import equation, floored
from gfkit.guess.data import Data, Transform
from gfkit.sequences import (
    Algebraic,
    Evidence,
    Hypergeometric,
    PRecursive,
    QuasiPolynomial,
    RationalGF,
    Recurrence,
    closed_form,
)
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


@dataclass(frozen=True)
class Finding(Face):
    """A law that fits the terms, and what speaks for it.

    With a ``transform`` the law is that of the transformed sequence b(n), with a bisection ``odd`` the
    law of the other half; ``start`` is the first term before the transformation.
    """

    kind: LawKind
    law: Law
    evidence: Evidence
    weak: bool
    valid_from: int
    first_n: int
    start: Number
    transform: Transform | None = None
    odd: Finding | None = None

    def terms(self, count: int) -> list[Number]:
        """The first ``count`` terms of the sequence that was asked about, as the law has them."""
        if self.transform is None:
            return self.law.terms(count)
        parts = [self.law.terms(count)] + ([self.odd.law.terms(count)] if self.odd else [])
        return self.transform.undone(self.start, self.first_n, parts)[:count]

    @property
    def order(self) -> int | None:
        """The order of the recurrence; None for an algebraic equation."""
        return None if self.recurrence is None else self.recurrence.order

    @property
    def degree(self) -> int:
        """The degree in n of a polynomial or of the recurrence's coefficients, or in f of an equation."""
        if isinstance(self.law, Hypergeometric):
            return self.law.p_recursive().degree
        return 0 if isinstance(self.law, RationalGF) else self.law.degree

    @property
    def equation(self) -> str:
        """The law in one line."""
        if self.transform is None:
            return equation_text(self.law)
        image = equation_text(self.law, "b")
        other = "; " + equation_text(self.odd.law, "c") if self.odd else ""
        return f"{image}{other} where {self.transform}"

    @property
    def text(self) -> str:
        """The law in one line, with the range where it holds."""
        return law_text(self.law) if self.transform is None else self.equation

    def to(self, language: str) -> Any:
        """The law in another language, as ``to`` of its value says; refused after a transformation."""
        if self.transform is not None:
            raise OptionError(
                f"language {language!r}: this is a law of {self.transform}, and none of the terms"
            )
        return self.law.to(language)

    @property
    def description(self) -> str:
        """The kind with its figures."""
        return f"{self.kind}{figures_text(self.law)}"

    @property
    def step(self) -> str | None:
        """How much a whole period adds, where that is a number: a(n) = a(n-5) + 34 for n >= 15."""
        return step_text(self.law) if self.transform is None else None

    @property
    def generating_function(self) -> RationalGF | None:
        """The generating function of the law, where it is rational."""
        return (
            self.law.generating_function
            if isinstance(self.law, QuasiPolynomial)
            else (self.law if isinstance(self.law, RationalGF) else None)
        )

    @property
    def recurrence(self) -> Recurrence | PRecursive | None:
        """The recurrence of the law; None for an algebraic equation."""
        if isinstance(self.law, Algebraic):
            return None
        if isinstance(self.law, PRecursive):
            return self.law
        if isinstance(self.law, Hypergeometric):
            return self.law.p_recursive()
        return None if self.generating_function is None else self.generating_function.recurrence

    @cached_property
    def closed_form(self) -> str | None:
        """A formula for the terms, where there is one that can be read."""
        return closed_form_text(self.law)

    def __repr__(self) -> str:
        return f"<Finding: {self.description}: {self.text}; {self.evidence}>"

    def as_json(self) -> dict[str, Any]:
        """The object that the command line prints."""
        gf, recurrence = self.generating_function, self.recurrence
        return {
            "kind": self.kind.value,
            "order": self.order,
            "degree": self.degree,
            "equation": self.equation,
            "generating_function": None if gf is None else gf.as_json(),
            "closed_form": self.closed_form,
            "step": self.step,
            "recurrence": None if recurrence is None else recurrence.as_json(),
            "first_n": self.first_n,
            "valid_from": self.valid_from,
            "transform": None if self.transform is None else self.transform.value,
            "weak": self.weak,
            "evidence": self.evidence.as_json(),
        }


class Ending(StrEnum):
    """How a search ended."""

    FOUND = "found"
    NOTHING = "nothing within these bounds"
    TOO_FEW = "too few terms"
    BROKEN = "a term breaks it"
    LIMIT = "stopped at the limit"


@dataclass(frozen=True)
class Guess(Face):
    """The findings, simplest first, or why there are none."""

    found: tuple[Finding, ...]
    outcome: Ending
    reason: str

    def __repr__(self) -> str:
        if not self.found:
            return f"<Guess: {self.reason or self.outcome.value}>"
        return f"<Guess: {'; '.join(f'{one.description}: {one.text}' for one in self.found)}>"

    def as_json(self) -> dict[str, Any]:
        """The object that the command line prints."""
        return {
            "found": [finding.as_json() for finding in self.found],
            "outcome": self.outcome.value,
            "reason": self.reason,
        }
