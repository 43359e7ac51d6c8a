"""What a search gives back: laws, each with what speaks for it, or the reason why there are none."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any

from gfkit.errors import OptionError
from gfkit.face import Face
from gfkit.guess.data import Transform
from gfkit.guess.law import Law, LawKind, closed_form_text, equation_text, figures_text, law_text, step_text
from gfkit.sequences import (
    Algebraic,
    Evidence,
    Hypergeometric,
    PRecursive,
    QuasiPolynomial,
    RationalGF,
    Recurrence,
)
from gfkit.sequences.number import Number


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
