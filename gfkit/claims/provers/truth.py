"""Reference sequences for claims: the counts of a game on a family, a generating function, or terms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import Any, NamedTuple, Protocol, Self

from gfkit import guessing
from gfkit.claims.statement.linear import linear_form
from gfkit.claims.statement.names import KNOWN_NAMES
from gfkit.claims.statement.printed import SummedTerms
from gfkit.claims.statement.ratio import Ratio, Ring
from gfkit.core import algebra
from gfkit.core.algebra import Evidence, Polynomial, RationalGF, Status
from gfkit.core.algebra.diagonals import DigitAutomaton, rational_diagonal
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.boards import Family, PartOfFamily
from gfkit.core.deferred import dataclass, field, replace
from gfkit.core.engine import Derived
from gfkit.core.engine.derive import derive
from gfkit.core.errors import InputError, LimitError, MismatchError, SelfCheckError
from gfkit.core.rules import BUILT_IN, Question, find_rule
from gfkit.core.rules.object import Object
from gfkit.core.typing import OnProgress, Positions, Weights, cached_property
from gfkit.guessing import Data

TermValue = int | Fraction | Polynomial
_GIVEN = Evidence(Status.PROVED, "given")
_RECOUNTED_CELLS = 60
"""Maximum number of cells of a board that is counted separately to confirm a refutation."""
CERTIFIED_STATES = 20_000
_PROBABLE = "the correction and the repair come from a generating function that is only probable"
_GUESSED = "the correction fits the given terms; beyond them it is a guess"
_GUESS_SECONDS = 5.0
_LAW_KINDS = "polynomial, periodic, quasi-polynomial, c-finite"


class Form(Enum):
    """Form of a claim and of its correction: generating function, recurrence, closed form or growth."""

    SERIES = "generating function"
    EXPLICIT = "closed form"
    RECURRENCE = "recurrence"
    GROWTH = "growth"


class KnownSequence(Protocol):
    """Reference sequence that is known completely (by a generating function or recurrence) or in part."""

    @property
    def first_n(self) -> int:
        """Smallest n for which a(n) is known."""

    @property
    def end(self) -> int | None:
        """Index after the last known term, or None if all terms are known."""

    @property
    def rational(self) -> RationalGF | None:
        """Generating function, if it is rational."""

    @property
    def likely_law(self) -> RationalGF | None:
        """Generating function, or else a guess with good evidence."""

    @property
    def question(self) -> Question | None:
        """Query whose counts are the terms, or None for other sequences."""

    @property
    def optimum(self) -> OptimalNumber | None:
        """Optimal numbers that the terms are, or None for other sequences."""

    @property
    def pair(self) -> tuple[Polynomial, Polynomial] | None:
        """Pair c_1, c_2 with a(n) = c_1 a(n-1) + c_2 (n-1) a(n-2), or None. Such recurrences occur on
        complete graphs.
        """

    @property
    def p_recursive(self) -> algebra.PRecursive | None:
        """Recurrence with polynomial coefficients, if the generating function is not rational."""

    @property
    def algebraic(self) -> algebra.Algebraic | None:
        """The sequence with the algebraic equation of its generating function, if that is known."""

    def automaton(self, modulus: int) -> DigitAutomaton:
        """Return the automaton of the residues modulo a power of a prime.

        Raise MismatchError if the sequence is not known to be the diagonal of a rational function.
        """

    def series_modulo(self, modulus: int) -> RationalGF:
        """Return a rational generating function that is equal to the sequence modulo an integer.

        Raise MismatchError if none is known.
        """

    @property
    def evidence(self) -> Evidence:
        """Evidence for the sequence."""

    def terms(self, first: int, end: int) -> Sequence[TermValue]:
        """Return the terms with indices ``first`` <= n < ``end``, all of which must be known."""

    def sentence(self, n: int, value: str) -> str:
        """Return a phrase which states that the term at n has the given value."""

    def witness(self, n: int) -> Evidence:
        """Return the evidence for the term a(n), computed by a second method if there is one."""

    def in_form(self, form: Form) -> str | None:
        """Return the sequence in the form of a claim, or None if that form is not known."""


class Truth(Protocol):
    """Source of reference sequences, one for each choice of weights."""

    @property
    def first_n(self) -> int:
        """Smallest n for which a(n) is defined."""

    @property
    def end(self) -> int | None:
        """Index after the last known term, or None if all terms are known."""

    @property
    def unit(self) -> str:
        """Noun for the object with index n, such as "board"."""

    @property
    def words(self) -> tuple[str, str]:
        """Names of the structure and of its boards that a formula may contain; empty if there are none."""

    @property
    def constants(self) -> Mapping[str, int | str]:
        """Constants that letters denote in formulas for the sequence."""

    @property
    def whole(self) -> Whole | None:
        """Reference for all boards of the family, if n counts only every second (third, ...) of them."""

    @property
    def hedge(self) -> str:
        """Note that a correction is less certain than the refutation, or an empty string."""

    def object_for(self, weights: Weights) -> Object | None:
        """Return what the terms are, as a part of a statement, or None if a statement has no name for it."""

    def from_first_cell(self) -> Truth:
        """Return the reference without the board of size 0, where a claim without a printed range begins."""

    def sequence(self, weights: Weights) -> KnownSequence:
        """Return the reference sequence with the given weights."""

    def truth_by_name(self, label: Sequence[str], among: str) -> Truth:
        """Return the reference sequence that one of several names denotes. ``among`` lists all names of the
        formula.
        """

    def alternatives(self) -> list[tuple[str, Truth]]:
        """Return further references that may have been intended, each with its description."""


class OptimalNumber(NamedTuple):
    """Structure and family, and the side "minimum" or "maximum" of the weights that are the terms."""

    question: Question
    side: str


class Whole(NamedTuple):
    """Reference for a family from which n selects the boards whose size is ``rest`` modulo ``step``."""

    truth: Truth
    step: int
    rest: int


def term_at(known: KnownSequence, n: int) -> TermValue:
    """Return the term a(n), or 0 for n below the first index."""
    return known.terms(n, n + 1)[0] if n >= known.first_n else 0


def has_term(known: KnownSequence, n: int) -> bool:
    """Return True if the term at n is known."""
    return known.first_n <= n and (known.end is None or n < known.end)


def is_empty_board(boards: Family, n: int) -> bool:
    """Return True if the board with the given n has size 0, such as 3x0 or path:0."""
    step, shift = (boards.step, boards.shift) if isinstance(boards, PartOfFamily) else (1, 0)
    return step * n + shift == 0


def last_in_range(known: KnownSequence, *sides: nodes.Node) -> int | None:
    """Return the last n of a finite range of boards, for which all terms in the expressions are known, or
    None.
    """
    return None if known.question is None or known.end is None else known.end - 1 - last_shift(*sides)


def last_shift(*sides: nodes.Node) -> int:
    """Return the largest s of the terms a(n + s) in expressions, or 0 if there are none."""
    indices = (
        name.index for side in sides for name in nodes.symbols(side) if name.label[0] not in KNOWN_NAMES
    )
    forms = (linear_form(index) for index in indices if index is not None)
    return max((int(form[""]) for form in forms if form and form.get("n")), default=0)


def counts_edges_of(known: KnownSequence, *names: str) -> bool:
    """Return True if the terms are the polynomials of all configurations of a named rule on edges, or of an
    equal rule.
    """
    asked = known.question
    if asked is None or (asked.positions, asked.weights) != (Positions.ALL, Weights.PIECES):
        return False
    rule: Any = asked.rule  # rules are data classes
    return any(replace(rule, name=other.name, about=other.about) == other for other in map(find_rule, names))


def as_number(value: TermValue) -> Fraction:
    """Return a term as a number, for comparison with a number."""
    if isinstance(value, Polynomial):
        raise InputError(
            "formula: its values are numbers, but the terms are polynomials; write the formula with their"
            " variable"
        )
    return Fraction(value)


def number_at(known: KnownSequence, n: int) -> Fraction:
    """Return the term at n, or 0 for n below the first index. The term must be a number."""
    return as_number(term_at(known, n))


def evidence_by(known: KnownSequence, method: str, details: tuple[tuple[str, int], ...]) -> Evidence:
    """Return the evidence for a consequence of a known sequence. It is at most as strong as the evidence for
    the sequence.
    """
    if known.evidence.status is not Status.PROVED:
        return known.evidence
    return Evidence(Status.PROVED, method, details)


def terms_evidence(count: int) -> Evidence:
    """Return the evidence for a claim that agrees with the given number of terms."""
    return Evidence(Status.CONSISTENT, "terms-compared", (("terms_checked", count),))


def range_evidence(known: KnownSequence, count: int) -> Evidence:
    """Return the evidence for a claim that agrees with all known terms, which may be those of its range."""
    if known.question is None:
        return terms_evidence(count)
    return evidence_by(known, "terms-compared", (("terms_checked", count),))


def as_quotient(gf: RationalGF, ring: Ring) -> Ratio:
    """Return a generating function as an element of a ring of rational functions."""
    return ring.polynomial(gf.numerator) / ring.polynomial(gf.denominator)


class OneSequence:
    """Reference that consists of a single sequence of numbers."""

    question = pair = whole = None
    optimum: OptimalNumber | None = None
    p_recursive: algebra.PRecursive | None = None
    algebraic: algebra.Algebraic | None = None
    is_integral = False
    """True if all terms are integers by definition."""
    words: tuple[str, str] = ("", "")

    def series_modulo(self, modulus: int) -> RationalGF:  # noqa: ARG002
        raise MismatchError("no recurrence is known")

    def automaton(self, modulus: int) -> DigitAutomaton:
        return rational_diagonal(self.series_modulo(modulus)).automaton(modulus)

    @property
    def constants(self) -> Mapping[str, int | str]:
        return {}

    def truth_by_name(self, label: Sequence[str], among: str) -> Truth:  # noqa: ARG002
        raise InputError(
            "formula: data are a single sequence of numbers, but the formula contains further sequences"
        )

    def alternatives(self) -> list[tuple[str, Truth]]:
        return []

    def object_for(self, weights: Weights) -> Object | None:  # noqa: ARG002
        return None

    def from_first_cell(self) -> Truth:
        return self  # type: ignore[return-value]


def counted_object(question: Question, what: str, weights: Weights = Weights.NONE) -> Object:
    """Return the numbers of configurations, or the smallest or largest ones, as the object of a statement."""
    return replace(question.with_weights(weights).as_object(), what=what)


# Data


@dataclass(frozen=True, eq=False)
class DataTruth(OneSequence):
    """Given terms, which can refute a claim but not prove it. The object is both a source and its only
    sequence.
    """

    data: Data
    rational = None
    unit = "term in the data"
    hedge = _GUESSED

    @property
    def first_n(self) -> int:
        return self.data.offset

    @property
    def end(self) -> int | None:
        return self.data.end

    @property
    def evidence(self) -> Evidence:
        return terms_evidence(len(self.data))

    def object_for(self, weights: Weights) -> Object | None:  # noqa: ARG002
        return Object("terms", first=self.data.offset, terms=tuple(map(Fraction, self.data.terms)))

    def sequence(self, weights: Weights) -> Self:
        if weights.variables:
            raise InputError(
                "formula: it contains x or y, but the data are numbers; substitute numbers for them"
            )
        if not self.data.terms:
            raise InputError("data: no terms are given")
        return self

    def terms(self, first: int, end: int) -> Sequence[TermValue]:
        return self.data.terms[first - self.data.offset : end - self.data.offset]

    def sentence(self, n: int, value: str) -> str:  # noqa: ARG002
        return f"the data have {value}"

    def witness(self, n: int) -> Evidence:
        return Evidence(Status.PROVED, "terms-compared", (("n", n),))

    def in_form(self, form: Form) -> str | None:
        if form not in (Form.SERIES, Form.RECURRENCE):
            return None
        gf = self.likely_law
        return None if gf is None else str(gf if form is Form.SERIES else gf.recurrence)

    @cached_property
    def likely_law(self) -> RationalGF | None:
        """Generating function, or else a guess with good evidence.

        >>> print(DataTruth(Data.of([1, 3, 7, 17, 41, 99, 239, 577, 1393, 3363])).likely_law)
        (1 + t)/(1 - 2*t - t^2)
        """
        findings = guessing.guess(self.data, ansatz=_LAW_KINDS, limit=_GUESS_SECONDS).found
        first = next((finding for finding in findings if not finding.weak), None)
        gf = first.rational if first else None
        return gf if gf is not None and gf.first_n == self.data.offset else None


@dataclass(frozen=True, eq=False)
class DeterminedTruth(DataTruth):
    """Sequence with all terms determined, for example by a recurrence; ``data`` are the first ones."""

    unit = "term"
    hedge = ""

    @property
    def end(self) -> None:
        return None

    @property
    def evidence(self) -> Evidence:
        return _GIVEN

    @property
    def likely_law(self) -> None:
        return None

    def sentence(self, n: int, value: str) -> str:  # noqa: ARG002
        return f"the correct value is {value}"

    def in_form(self, form: Form) -> str | None:
        is_shown = form in (Form.RECURRENCE, Form.EXPLICIT) and self.p_recursive is not None
        return str(self.p_recursive) if is_shown else None


# Generating functions


@dataclass(frozen=True, eq=False)
class LawTruth(OneSequence):
    """Sequence with a rational generating function. The object is both a source and its only sequence.

    Terms before ``since`` are given explicitly; ``is_counted`` returns True if the term at an index was
    counted separately.
    """

    rational: RationalGF
    evidence: Evidence = _GIVEN
    since: int = 0
    is_counted: Callable[[int], bool] | None = None
    closed_form: str | None = None
    optimum: OptimalNumber | None = None
    about: Object | None = None
    """What the terms are, or those in the power series ``summed``."""
    summed: tuple[SummedTerms, KnownSequence] | None = None
    """Printed power series of which the terms are the coefficients, and the sequence in it."""
    end = None
    unit = "term"

    @property
    def first_n(self) -> int:
        return self.rational.first_n

    @property
    def likely_law(self) -> RationalGF:
        return self.rational

    def series_modulo(self, modulus: int) -> RationalGF:  # noqa: ARG002
        return self.rational

    @property
    def hedge(self) -> str:
        return "" if self.evidence.status is Status.PROVED else _PROBABLE

    def object_for(self, weights: Weights) -> Object | None:  # noqa: ARG002
        if self.optimum is None:
            return self.about
        return counted_object(self.optimum.question, self.optimum.side)

    def from_first_cell(self) -> LawTruth:
        asked = self.question if self.optimum is None else self.optimum.question
        is_empty = asked is not None and self.first_n == 0 and is_empty_board(asked.family, 0)
        return replace(self, rational=self.rational.starting_at(1)) if is_empty else self

    def sequence(self, weights: Weights) -> Self:  # noqa: ARG002
        return self

    def terms(self, first: int, end: int) -> Sequence[TermValue]:
        return self.rational.terms(end - self.first_n)[first - self.first_n :]

    def sentence(self, n: int, value: str) -> str:  # noqa: ARG002
        return f"the correct value is {value}"

    def witness(self, n: int) -> Evidence:
        if n < self.since:
            return Evidence(Status.PROVED, "terms-compared", (("n", n),))
        if self.is_counted is not None and self.is_counted(n):
            return Evidence(Status.PROVED, "single-board-counted", (("n", n),))
        return Evidence(self.evidence.status, self.evidence.method, (*self.evidence.details, ("n", n)))

    def in_form(self, form: Form) -> str | None:
        if form is Form.RECURRENCE:
            return str(self.rational.recurrence)
        return self.closed_form if form is Form.EXPLICIT and self.closed_form else str(self.rational)

    def shift(self, by: int) -> LawTruth:
        """Return the sequence a(n + ``by``)."""
        return LawTruth(self.rational.shifted(by), self.evidence)


NO_SEQUENCE = LawTruth(RationalGF.of([0]))
"""Reference for statements about known sequences only."""


# Games


@dataclass(eq=False)
class GameTruth:
    """Counts of a game on a family, as a reference for claims; they are derived once for each choice of
    weights.
    """

    question: Question
    on_progress: OnProgress | None = None
    max_memory: int | None = None
    certifies: bool = True
    end: int | None = None
    """Index after the last term of a finite range, or None."""
    begins: int = 0
    """Smallest n of the terms; smaller boards are not looked at."""
    _derived: dict[str, Derived] = field(default_factory=dict, repr=False)
    unit = "board"

    def law(self, weights: Weights) -> Derived:
        """Return the derived generating function with the given weights; it is certified if it is only
        probable and a proof is cheap.
        """
        if weights not in self._derived:
            derived = derive(
                self.question.with_weights(weights), max_memory=self.max_memory, on_progress=self.on_progress
            )
            if derived.evidence.status is Status.PROBABLE and self.certifies:
                derived = self._certify(derived)
            self._derived[weights] = derived
        return self._derived[weights]

    def _certify(self, law: Derived) -> Derived:
        if dict(law.evidence.details).get("states", 0) > CERTIFIED_STATES:
            return law
        try:
            return derive(
                law.question, certify=True, max_memory=self.max_memory, on_progress=self.on_progress
            )
        except LimitError:
            return law

    def object_for(self, weights: Weights) -> Object | None:
        return counted_object(self.question, "count", weights)

    def from_first_cell(self) -> GameTruth:
        first = self.boards.first_n
        return replace(self, begins=first + 1) if is_empty_board(self.boards, first) else self

    def sequence(self, weights: Weights) -> KnownSequence:
        law = self.law(weights)
        first, rational, pair = max(law.first_n, self.first_n), law.rational, law.pair
        if self.end is not None:
            rational = pair = None
        elif rational is not None:
            rational = rational.starting_at(first)
        return _Counts(self, law, weights, first, rational, pair, law.evidence, self.end)

    def truth_by_name(self, label: Sequence[str], among: str) -> GameTruth:
        for word in (part.lower() for part in reversed(label)):
            if word in BUILT_IN:
                return self._truth_of(self.question.by(find_rule(word), word))
        raise InputError(
            f"formula: {among} are different sequences; use one name, or write its game in each name, as in"
            " P_{col,n} and P_{o12,n}"
        )

    def _truth_of(self, question: Question) -> GameTruth:
        """Return the reference sequence of another query."""
        return GameTruth(question, self.on_progress)

    def alternatives(self) -> list[tuple[str, Truth]]:
        """Return the references of the structure after swapping rows and columns, the players' ends, or
        both.
        """
        boards, asked = self.boards, self.question
        families = [boards]
        if (
            not isinstance(boards, PartOfFamily)
            and not boards.is_irregular
            and boards.slices is None
            and boards.shape.sides == 2
            and len(set(boards.shape.wraps)) == 1
        ):
            families.append(type(boards)(boards.word, boards.sizes[::-1]))
        ends = {Positions.LEFT_ENDS: Positions.RIGHT_ENDS, Positions.RIGHT_ENDS: Positions.LEFT_ENDS}
        classes = [asked.positions, *([ends[asked.positions]] if asked.positions in ends else [])]
        return [
            (
                f"{positions} on {family.text}" if len(classes) > 1 else family.text,
                self._truth_of(replace(asked, boards=family, positions=positions)),
            )
            for family in families
            for positions in classes
            if (family, positions) != (boards, asked.positions)
        ]

    @property
    def boards(self) -> Family:
        return self.question.family

    @property
    def first_n(self) -> int:
        return max(self.begins, self.boards.first_n)

    @property
    def is_proved(self) -> bool:
        """True if all derived sequences of the reference are proved."""
        return all(law.evidence.status is Status.PROVED for law in self._derived.values())

    @property
    def name(self) -> str:
        return self.question.game

    @property
    def words(self) -> tuple[str, str]:
        return self.name.partition(":")[0].lower(), self.boards.text

    @property
    def constants(self) -> dict[str, int]:
        """Constant k, the number of colours, for games such as cis:3."""
        number = "" if self.name == self.question.rule.name else self.name.rpartition(":")[2]
        return {"k": int(number)} if number.isascii() and number.isdigit() and len(number) < 9 else {}

    @cached_property
    def whole(self) -> Whole | None:
        boards = self.boards
        if not isinstance(boards, PartOfFamily) or boards.step == 1 or self.end is not None:
            return None
        truth = self._truth_of(replace(self.question, boards=boards.whole))
        return Whole(truth, boards.step, boards.shift % boards.step)

    @property
    def hedge(self) -> str:
        return "" if self.is_proved else _PROBABLE

    def confirms_by_count(self, n: int, weights: Weights, expected: TermValue) -> bool:
        """Return True if the board of size n is small and its separate count agrees. Raise SelfCheckError if
        the counts differ.
        """
        if n < self.first_n or self.boards.at(n).size > _RECOUNTED_CELLS:
            return False
        from gfkit.core.engine.count import count

        polynomial = count(self.question.on(self.boards.at(n)).with_weights(weights)).polynomial
        if (polynomial if weights.variables else polynomial.total) != expected:
            raise SelfCheckError(
                f"{self.name} on {self.boards.text!r}: deriving and counting disagree at n = {n}; this is a"
                " bug in gfkit, please report it"
            )
        return True


@dataclass(frozen=True, eq=False)
class _Counts:
    """Counts of a structure on a family, for one choice of weights."""

    truth: GameTruth
    law: Derived
    weights: Weights
    first_n: int
    rational: RationalGF | None
    pair: tuple[Polynomial, Polynomial] | None
    evidence: Evidence
    end: int | None = None
    optimum = None

    @property
    def likely_law(self) -> RationalGF | None:
        return self.rational

    @property
    def question(self) -> Question:
        return self.law.question

    @property
    def p_recursive(self) -> algebra.PRecursive | None:
        is_plain = self.rational is None and not self.weights.variables and self.end is None
        return self.law.p_recursive if is_plain else None

    @property
    def algebraic(self) -> algebra.Algebraic | None:
        is_whole = self.p_recursive is not None and self.first_n == self.law.first_n
        return getattr(self.law, "algebraic", None) if is_whole else None

    def automaton(self, modulus: int) -> DigitAutomaton:
        diagonal = self.law.diagonal or rational_diagonal(self.law.series_modulo(modulus))
        return diagonal.automaton(modulus)

    def series_modulo(self, modulus: int) -> RationalGF:
        return self.law.series_modulo(modulus)

    def terms(self, first: int, end: int) -> Sequence[TermValue]:
        if end == first + 1:
            return [self.law[first]]
        start = self.law.first_n
        return self.law.terms(end - start)[first - start :]

    def sentence(self, n: int, value: str) -> str:  # noqa: ARG002
        return f"the correct value is {value}"

    def witness(self, n: int) -> Evidence:
        """Return the evidence for the term at n, from a second method if there is one."""
        if self.truth.confirms_by_count(n, self.weights, term_at(self, n)):
            return Evidence(Status.PROVED, "single-board-counted", (("n", n),))
        return Evidence(self.evidence.status, self.evidence.method, (*self.evidence.details, ("n", n)))

    def in_form(self, form: Form) -> str | None:
        law = self.law
        if form is Form.RECURRENCE or (form is Form.EXPLICIT and self.p_recursive is not None):
            return law.recurrence_text
        return str(law.closed_form) if form is Form.EXPLICIT and law.is_analysed else law.series_text
