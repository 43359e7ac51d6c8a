"""Formulas that fit terms: their kinds, their printed forms, and measures of the evidence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import Any, ClassVar, Literal

from gfkit.core.algebra import Algebraic, Hypergeometric, PRecursive, QuasiPolynomial, RationalGF, Recurrence
from gfkit.core.algebra.closed_form import closed_form
from gfkit.core.algebra.formula import equation, floor_text, radical_text, with_range
from gfkit.core.algebra.number import Number, number_text
from gfkit.core.algebra.polynomial import term_text
from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import OptionError
from gfkit.core.typing import read_word
from gfkit.guessing.data import Data
from gfkit.guessing.monomials import MonomialLaw
from gfkit.guessing.regular import RegularLaw, TextLaw
from gfkit.guessing.sums import sum_of_binomials

HOLD_BACK = 5
"""Default number of terms, beyond those that determine a formula, that must agree with it."""
_TERMS_AHEAD = 5
"""Number of further terms of a formula for integers that must be integers."""
LEAST_BITS = 20
"""Minimum information of the terms in bits; with less, every formula counts as weak."""
_SPARE_OF_POWERS = 10
"""Minimum number of spare terms for a geometric sequence plus a linear one, or after irregular terms."""
_POWERS_ORDER = 3
_SPARE_OF_WORDS = 50
"""Minimum number of spare terms for 1, q, q (q-1), q (q-1)^2, ..., because relations of groups may have this
length.
"""
_LEAST_ODDS = {0: 15, 1: 15, 2: 4}
"""Minimum odds, by degree, that the next period adds the same amount as the last one; other degrees have no
bound.
"""
LawValue = QuasiPolynomial | RationalGF | Hypergeometric | Algebraic | PRecursive | RegularLaw | MonomialLaw
"""Classes of values that represent formulas, the simplest kinds first."""
MOST_CLOSED = 24
"""Maximum order for which a closed form in roots is printed in full."""


class LawKind(StrEnum):
    """Kinds of formulas, simplest first."""

    POLYNOMIAL = "polynomial"
    PERIODIC = "periodic"
    QUASI_POLYNOMIAL = "quasi-polynomial"
    C_FINITE = "c-finite"
    HYPERGEOMETRIC = "hypergeometric"
    ALGEBRAIC = "algebraic"
    D_FINITE = "d-finite"
    REGULAR = "regular"
    NONLINEAR = "nonlinear"
    Q_HOLONOMIC = "q-holonomic"
    D_ALGEBRAIC = "d-algebraic"

    @property
    def printed(self) -> str:
        """Name in the spelling of the literature, such as C-finite."""
        return f"{self[0].upper()}{self[1:]}" if self.startswith(("c-", "d-")) else str(self)

    @classmethod
    def read(cls, words: Sequence[str] | str | None) -> frozenset[LawKind]:
        """Return the kinds with the given names, or all kinds if None.

        >>> sorted(LawKind.read("c-finite, algebraic"))
        [<LawKind.ALGEBRAIC: 'algebraic'>, <LawKind.C_FINITE: 'c-finite'>]
        """
        if words is None:
            return frozenset(cls)
        if not isinstance(words, str | Iterable):
            raise OptionError(
                f"ansatz {words!r} must be classes with commas between them, such as c-finite,algebraic"
            )
        listed = words.split(",") if isinstance(words, str) else words
        return frozenset(read_word(cls, "ansatz", str(word).strip()) for word in listed)


LawWord = (
    LawKind
    | Literal[
        "polynomial", "periodic", "quasi-polynomial", "c-finite",
        "hypergeometric", "algebraic", "d-finite", "regular", "nonlinear", "q-holonomic", "d-algebraic",
    ]
)  # fmt: skip
"""Kind of formula, or its name."""


@dataclass(frozen=True)
class FittedLaw:
    """Formula that fits terms, with the number of equations and of unknowns.

    ``equations`` is the number of tested relations between the terms, ``unknowns`` the number of free
    parameters of the formula, ``irregular`` the number of omitted initial terms, and ``terms`` the number of
    terms examined.
    """

    law: LawValue
    method: str
    unknowns: int
    equations: int
    irregular: int
    terms: int
    bits: int
    """Information of the terms that the formula explains, in bits."""
    law_bits: int = 0
    """Information of the formula in bits."""
    surprise: int = 0
    """Information in bits of the terms that were not needed for the fit, beyond steps of equal size."""
    breaks_off: bool = False
    """True if the given terms are integers, and the next ones are not."""

    @classmethod
    def of(
        cls,
        data: Data,
        law: LawValue,
        method: str,
        *,
        unknowns: int,
        equations: int,
        law_bits: int,
        explained_from: int,
        irregular: int = 0,
    ) -> FittedLaw:
        """Create the fit of a formula without a rational generating function, with the information of the
        terms that it explains.
        """
        explained, surprise = (
            explained_bits(data, explained_from),
            data.surprise_of_last(equations - unknowns),
        )
        figures = unknowns, equations, irregular, len(data), explained, law_bits, surprise
        return cls(law, method, *figures)

    @property
    def spare(self) -> int:
        return self.equations - self.unknowns

    def with_more(self, terms: int) -> FittedLaw:
        """Return the fit after the formula was compared with the given number of terms."""
        return replace(self, equations=self.equations + terms - self.terms, terms=terms)

    @property
    def is_weak(self) -> bool:
        """True if there is too little evidence for the formula.

        This is the case if the number of spare equations is less than half the number of unknowns, or if the
        terms contain almost no information. For a linear recurrence with constant coefficients, the first
        condition means that its order exceeds a third of the number of terms; infinite products satisfy such
        recurrences for many terms. Powers after other initial terms, or with a linear function added, need
        more evidence, because digit sequences change after ten or sixteen terms. The numbers 1, q, q (q-1),
        ... of words in q symbols without equal neighbours are, up to length m - 1, the numbers of reduced
        words of every Coxeter group with relations (S_i S_j)^m, and the terms do not determine m.
        """
        form = form_of(self.law)
        order = 0 if form.recurrence is None else form.recurrence.order
        shape = form.quasi_polynomial
        is_power = form.rational is not None and shape is None and order <= _POWERS_ORDER
        return (
            2 * self.spare < self.unknowns
            or self.breaks_off
            or self.bits < LEAST_BITS
            or (form.rational is None and self.surprise < max(self.law_bits, LEAST_BITS))
            or (is_power and self.spare < self._spare_of_powers)
            or (shape is not None and self._may_change(shape))
        )

    def _may_change(self, shape: QuasiPolynomial) -> bool:
        """Return True if repeated steps are likely to change later.

        If the differences are periodic, the unit of evidence is the period. After M periods and c changes the
        probability of a change in the next one is (c + 1/2)/(M + c + 1). Omitted initial terms count as a
        change.

        Reference: Raphail Krichevsky and Victor Trofimov, The performance of universal encoding.
        """
        changes = int(self.irregular > 0)
        odds = (self.spare / shape.period + changes + 1) / (2 * changes + 1)
        return odds <= _LEAST_ODDS.get(max(0, shape.degree), 0)

    @property
    def _spare_of_powers(self) -> int:
        """Minimum number of spare terms for geometric sequences, depending on irregular or linear parts."""
        gf = form_of(self.law).rational
        if (
            gf is None
            or (gf.order > 1 and not self._has_root_1(gf))
            or (gf.order == 1 and not self.irregular)
        ):
            return 0
        if gf.order > 1 or self.irregular > 1:
            return _SPARE_OF_POWERS
        first, letters, words = gf.terms(3)
        begins_as_words = first == 1 and letters > 2 and words == letters * (letters - 1)
        return _SPARE_OF_WORDS if begins_as_words else _SPARE_OF_POWERS

    @staticmethod
    def _has_root_1(gf: RationalGF) -> bool:
        return sum(c for _, c in gf.denominator.terms) == 0


@dataclass(frozen=True)
class WrongTerm:
    """Index of a single term that contradicts a formula, and the value that would satisfy it."""

    n: int
    right: Number


def continues_in_integers(data: Data, terms: Callable[[int], Sequence[Number]]) -> bool:
    """Return True if the next few terms of a formula are integers, or if the given terms are fractions.

    The coefficients of a false formula have arbitrary denominators.
    """
    if data.denominator > 1:
        return True
    return all(term.denominator == 1 for term in terms(len(data) + _TERMS_AHEAD)[len(data) :])


def holds_up(data: Data, law_bits: int, explained_from: int) -> bool:
    """Return True if a formula is shorter than the terms from the given index on, which it explains.

    A formula with as many digits as the terms that it explains has no predictive value, even if it fits.

    Reference: Jorma Rissanen, Modeling by shortest data description.
    """
    return law_bits <= explained_bits(data, explained_from)


def explained_bits(data: Data, explained_from: int) -> int:
    """Return the information in bits of the terms from the given index on."""
    return data.bits[min(max(explained_from - data.offset, 0), len(data))]


def is_worth_trying(data: Data, unknowns: int) -> bool:
    """Return True if a formula with the given number of coefficients could be shorter than the terms; a
    coefficient has at least two digits.
    """
    return 2 * unknowns <= data.bits[0]


def with_name(text: str, name: str) -> str:
    """Return a formula whose initial terms are those of a sequence with the given name.

    >>> with_name("2^n/2 for n >= 1; a(0) = 5", "b")
    '2^n/2 for n >= 1; b(0) = 5'
    """
    return text.replace("; a(", f"; {name}(")


@dataclass(frozen=True)
class LawForm:
    """Printed forms of a value as a formula; forms that it lacks are None.

    >>> form_of(RationalGF.of([1], [1, -1, -1])).equation("a")
    'a(n) = a(n-1) + a(n-2)'
    """

    law: Any
    rational: RationalGF | None = None
    """Generating function, if it is rational."""
    quasi_polynomial: QuasiPolynomial | None = None
    algebraic: Algebraic | None = None
    """Equation of the generating function, if the formula is algebraic."""
    p_recursive: PRecursive | None = None
    is_typeset: ClassVar[bool] = True
    """True if the formula has an expression in other output formats."""

    @property
    def recurrence(self) -> Recurrence | PRecursive | None:
        """Recurrence, or None for an algebraic equation."""
        return self.p_recursive if self.rational is None else self.rational.recurrence

    @property
    def order(self) -> int | None:
        """Order of the recurrence or differential equation, or None."""
        return None if self.recurrence is None else self.recurrence.order

    @property
    def valid_from(self) -> int:
        """Smallest n_0 such that the equation of the formula holds for all n >= n_0."""
        return int(self.law.valid_from)

    @property
    def degree(self) -> int:
        """Degree in n of the polynomial or of the coefficients of the recurrence; for an algebraic equation,
        the degree in f.
        """
        return int(self.law.degree)

    @property
    def label(self) -> str:
        """Label of ``text`` in the output: "recurrence", "equation" or "formula"."""
        return "recurrence"

    def equation(self, name: str) -> str:
        """Return the equation without its range, for a sequence of the given name."""
        assert self.recurrence is not None, "a form without a recurrence overrides this method"
        return equation(self.recurrence, name)

    @property
    def text(self) -> str:
        """Formula in its preferred printed form, with its range."""
        return str(self.recurrence)

    @property
    def equations(self) -> list[str]:
        """Equations that are compared with terms; an empty list if no parser supports the form."""
        return [self.text]

    @property
    def closed_form(self) -> str | None:
        """Formula for the terms with its range, or None if no parser supports it."""
        return None

    @property
    def radical(self) -> str | None:
        """Generating function with a square root, if its equation is quadratic."""
        return None

    @property
    def figures(self) -> str:
        """Period, degree, order and signature, if they exist."""
        rule = self.rational.recurrence if self.rational is not None else None
        if rule is None:
            return ""
        return f", order {rule.order}, signature ({', '.join(map(term_text, rule.signature))})"

    @property
    def step(self) -> str | None:
        """Equation a(n) = a(n - period) + constant, or None."""
        return None


class _QuasiPolynomialForm(LawForm):
    label = "formula"
    """
    >>> form_of(QuasiPolynomial.from_rational(RationalGF.parse("t^2/(1 - 2*t + 2*t^3 - t^4)"))).text
    'a(n) = floor(n^2/4)'
    >>> form_of(QuasiPolynomial.of([[0, 3], [1, 3]])).step
    'a(n) = a(n-2) + 6 for n >= 2'
    """

    law: QuasiPolynomial

    def equation(self, name: str) -> str:
        return with_name(f"{name}(n) = {self.law}", name)

    @property
    def text(self) -> str:
        return f"a(n) = {floor_text(self.law) or self.law}"

    @property
    def closed_form(self) -> str:
        return str(self.law)

    @property
    def figures(self) -> str:
        period = f"period {self.law.period}" if self.law.period > 1 else ""
        degree = f"degree {self.law.degree}" if self.law.degree > 0 else ""
        shape = " of " + " and ".join(filter(None, (period, degree))) if period or degree else ""
        return shape + super().figures

    @property
    def step(self) -> str | None:
        if self.law.degree != 1:
            return None
        slopes = {row[1] if len(row) > 1 else Fraction(0) for row in self.law.constituents}
        if len(slopes) > 1:
            return None
        period, added = self.law.period, slopes.pop() * self.law.period
        sign, size = ("-", -added) if added < 0 else ("+", added)
        return f"a(n) = a(n-{period}) {sign} {number_text(size)} for n >= {self.law.valid_from + period}"


class _RationalForm(LawForm):
    law: RationalGF

    @property
    def valid_from(self) -> int:
        return self.law.recurrence.valid_from

    @property
    def degree(self) -> int:
        return 0

    @property
    def closed_form(self) -> str | None:
        return with_range(closed_form(self.law)) if self.law.order <= MOST_CLOSED else None


class _HypergeometricForm(LawForm):
    law: Hypergeometric
    label = "formula"

    @property
    def degree(self) -> int:
        return self.law.p_recursive().degree

    @property
    def text(self) -> str:
        return f"a(n) = {self.law}"

    @property
    def closed_form(self) -> str:
        return str(self.law)


class _BinomialSumForm(LawForm):
    @property
    def closed_form(self) -> str | None:
        return sum_of_binomials(self.law.terms, self.law.first_n)


class _AlgebraicForm(_BinomialSumForm):
    law: Algebraic
    label = "equation"

    @property
    def valid_from(self) -> int:
        return self.law.first_n

    def equation(self, name: str) -> str:  # noqa: ARG002
        return str(self.law)

    @property
    def text(self) -> str:
        return f"{self.law} for f = sum a(n) t^n"

    @property
    def radical(self) -> str | None:
        return radical_text(self.law)

    @property
    def figures(self) -> str:
        return f" of degree {self.law.degree}"


class _PRecursiveForm(_BinomialSumForm):
    law: PRecursive

    @property
    def figures(self) -> str:
        return f" of order {self.law.order} and degree {self.law.degree}"


class _TextForm(LawForm):
    """Formula that has only a plain text form."""

    law: TextLaw
    label = "formula"
    is_typeset = False

    def equation(self, name: str) -> str:
        return self.law.text_for(name)

    @property
    def text(self) -> str:
        return str(self.law)

    @property
    def equations(self) -> list[str]:
        return []


class _RegularForm(_TextForm):
    law: RegularLaw

    @property
    def equations(self) -> list[str]:
        return self.law.equations

    @property
    def figures(self) -> str:
        return f" to base {self.law.base}"


class _MonomialForm(_TextForm):
    law: MonomialLaw

    @property
    def order(self) -> int:
        return self.law.order

    @property
    def figures(self) -> str:
        return f" of order {self.law.order} and degree {self.law.degree}"


def form_of(law: LawValue) -> LawForm:
    """Return the printable form of a formula; a new kind of formula requires one class and a case here."""
    match law:
        case QuasiPolynomial():
            return _QuasiPolynomialForm(law, law.generating_function, law)
        case RationalGF():
            return _RationalForm(law, law)
        case Hypergeometric():
            return _HypergeometricForm(law, p_recursive=law.p_recursive())
        case Algebraic():
            return _AlgebraicForm(law, algebraic=law)
        case PRecursive():
            return _PRecursiveForm(law, p_recursive=law)
        case RegularLaw():
            return _RegularForm(law)
        case MonomialLaw():
            return _MonomialForm(law)
