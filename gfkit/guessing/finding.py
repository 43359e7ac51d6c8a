"""Result of a search: formulas with their evidence, or the reason why none was found."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, NamedTuple, overload

from gfkit.core.algebra import (
    Algebraic,
    Evidence,
    LawEquality,
    PRecursive,
    QuasiPolynomial,
    RationalGF,
    Recurrence,
)
from gfkit.core.algebra.number import Number, checked_count, checked_index
from gfkit.core.deferred import dataclass
from gfkit.core.errors import OptionError
from gfkit.core.typing import cached_property
from gfkit.core.writable import Indexable, JsonRecord, Language, TextFace
from gfkit.guessing.data import Transform
from gfkit.guessing.law import LawForm, LawKind, LawValue, form_of, with_name


@dataclass(frozen=True, eq=False)
class Finding(LawEquality, TextFace, Indexable, JsonRecord):
    """Formula that fits the terms, with its evidence.

    If ``transform`` is set, the formula describes the transformed sequence b(n); for a bisection, ``odd`` is
    the formula for the odd indices. ``start`` is the first term before the transformation.
    """

    kind: LawKind
    law: LawValue
    evidence: Evidence
    weak: bool
    valid_from: int
    first_n: int
    start: Number
    transform: Transform | None = None
    odd: Finding | None = None
    json_keys = (
        "kind order degree equation generating_function closed_form step "
        "radical recurrence first_n valid_from transform weak evidence"
    )

    @property
    def equality_key(self) -> object:
        apart = (self.law, self.transform, self.start, self.odd)
        return self.rational or (apart if self.transform else self.law)

    def terms(self, count: int) -> list[Number]:
        """Return the first ``count`` terms of the original sequence, computed from the formula."""
        count = checked_count(count)
        if self.transform is None:
            return self.law.terms(count)
        parts = [self.law.terms(count)] + ([self.odd.law.terms(count)] if self.odd else [])
        return self.transform.undo(self.start, self.first_n, parts)[:count]

    def __getitem__(self, n: int) -> Number:
        """Return the term at n of the original sequence, computed from the formula."""
        if self.transform is None:
            term: Number = self.law[n]
            return term
        return self.terms(checked_index(n, self.first_n) - self.first_n + 1)[-1]

    @cached_property
    def _form(self) -> LawForm:
        return form_of(self.law)

    @property
    def rational(self) -> RationalGF | None:
        """Generating function of the terms themselves, if it is known to be rational."""
        return self._form.rational if self.transform is None else None

    @property
    def quasi_polynomial(self) -> QuasiPolynomial | None:
        """Formula, if it is a quasi-polynomial for the terms themselves."""
        return self._form.quasi_polynomial if self.transform is None else None

    @property
    def algebraic(self) -> Algebraic | None:
        """Formula, if it is an algebraic equation for the generating function of the terms themselves."""
        return self._form.algebraic if self.transform is None else None

    @property
    def order(self) -> int | None:
        """Order of the recurrence or differential equation, or None for an algebraic equation."""
        return self._form.order

    @property
    def degree(self) -> int:
        """Degree in n of the polynomial or of the coefficients of the recurrence; for an algebraic equation,
        the degree in f.
        """
        return self._form.degree

    @property
    def equation(self) -> str:
        """Formula in one line."""
        if self.transform is None:
            return self._form.equation("a")
        image = self._form.equation("b")
        other_half = "; " + self.odd._form.equation("c") if self.odd else ""
        return f"{image}{other_half} where {self.transform}"

    @property
    def text(self) -> str:
        """Formula in one line, with the range where it holds."""
        return self._form.text if self.transform is None else self.equation

    @property
    def equations(self) -> list[str]:
        """Equations of the formula that can be parsed and compared with terms."""
        return self._form.equations if self.transform is None else []

    @property
    def is_typeset(self) -> bool:
        """True if the formula has an expression in other output formats."""
        return self.transform is None and self._form.is_typeset

    def to(self, language: Language) -> Any:
        """Return the formula in another output format. Raise an error after a transformation."""
        if self.transform is not None:
            raise OptionError(
                f"language {language!r}: this is a formula for {self.transform}, not for the terms"
            )
        return self.law.to(language)

    @property
    def description(self) -> str:
        """Kind of the formula, with its period, order, degree or signature."""
        return f"{self.kind.printed}{self._form.figures}"

    @property
    def label(self) -> str:
        """Label of ``text`` in the output: "recurrence", "equation" or "formula"."""
        return self._form.label

    @property
    def step(self) -> str | None:
        """Equation of a quasi-polynomial of degree 1, such as a(n) = a(n-5) + 34 for n >= 15, or None."""
        return self._form.step if self.transform is None else None

    @property
    def generating_function(self) -> RationalGF | None:
        """Generating function of the formula, if it is rational."""
        return self._form.rational

    @property
    def recurrence(self) -> Recurrence | PRecursive | None:
        """Recurrence of the formula, or None for an algebraic equation."""
        return self._form.recurrence

    @property
    def recurrence_text(self) -> str | None:
        """Recurrence of the terms themselves, with its range, or None."""
        return None if self.recurrence is None or self.transform is not None else str(self.recurrence)

    @cached_property
    def radical(self) -> str | None:
        """Generating function of the terms as an expression with a square root, if its equation is
        quadratic.
        """
        return self._form.radical if self.transform is None else None

    @cached_property
    def closed_form(self) -> str | None:
        """Closed form of the terms with its range, or None if no parser supports it."""
        form = self._form.closed_form
        return form if form is None or self.transform is None else with_name(form, "b")

    def __repr__(self) -> str:
        return f"<Finding: {self.description}: {self.text}; {self.evidence}>"


class SearchOutcome(StrEnum):
    """Outcome of a search: a formula was found, or the reason why none was found."""

    FOUND = "found"
    NOTHING = "nothing within these bounds"
    TOO_FEW = "too few terms"
    BROKEN = "a term breaks it"
    LIMIT = "stopped at the limit"


class Tried(NamedTuple):
    """Step of a search: the sequence, the kinds of formulas, and whether the step was completed."""

    of: str
    kinds: tuple[str, ...]
    is_complete: bool


@dataclass(frozen=True)
class Guess(TextFace, JsonRecord):
    """Formulas that were found, simplest first, or the reason why none was found.

    It is a sequence of findings, and False if no formula was found.
    """

    found: tuple[Finding, ...]
    outcome: SearchOutcome
    reason: str
    tried: tuple[Tried, ...] = ()

    @property
    def strongest(self) -> Finding | None:
        """First formula whose evidence is not weak, or None."""
        return next((finding for finding in self.found if not finding.weak), None)

    def __len__(self) -> int:
        return len(self.found)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.found)

    @overload
    def __getitem__(self, k: int) -> Finding: ...
    @overload
    def __getitem__(self, k: slice) -> tuple[Finding, ...]: ...
    def __getitem__(self, k: int | slice) -> Finding | tuple[Finding, ...]:
        return self.found[k]

    def __repr__(self) -> str:
        if not self.found:
            return f"<Guess: {self.reason or self.outcome.value}>"
        return f"<Guess: {'; '.join(f'{finding.description}: {finding.text}' for finding in self.found)}>"
