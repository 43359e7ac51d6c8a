"""Result of deriving a family: its generating function, and everything that follows from it."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from numbers import Rational
from typing import TYPE_CHECKING, Any, ClassVar, overload

from gfkit.core import algebra
from gfkit.core.algebra import Evidence, LawEquality, RationalGF, Status
from gfkit.core.algebra.polynomial import dense, term_text
from gfkit.core.algebra.series import reverse
from gfkit.core.deferred import dataclass, field, replace
from gfkit.core.engine import tuning
from gfkit.core.errors import MismatchError, OptionError
from gfkit.core.typing import Positions, cached_property
from gfkit.core.writable import Convertible, Face, Indexable, JsonRecord, Language, brief_repr

if TYPE_CHECKING:
    from gfkit.core.algebra import ClosedForm, Growth, Polynomial, PRecursive, Recurrence
    from gfkit.core.algebra.diagonals import Diagonal, DigitResidues
    from gfkit.core.algebra.distribution import Density, PieceMoments
    from gfkit.core.algebra.operations import Operations
    from gfkit.core.algebra.periods import Residues
    from gfkit.core.algebra.valuations import Valuations
    from gfkit.core.algebra.weight_part import WeightPart
    from gfkit.core.engine.strip.automaton import Automaton
from gfkit.core.rules import Question, Rule

_Operator = Callable[[Any, object], "DerivedPart"]


def _forward(act: Callable[[Any, Any], Any], sign: str) -> _Operator:
    """Return the method of a binary operation with the sequence as left operand."""
    return lambda law, other: _combine(act, sign, law, other)


def _reflected(act: Callable[[Any, Any], Any], sign: str) -> _Operator:
    """Return the method of a binary operation with the sequence as right operand."""
    return lambda law, other: _combine(act, sign, other, law)


class DerivedAlgebra(LawEquality, Indexable):
    """Sums, multiples, quotients and compositions of generating functions, with the evidence of their
    operands.

    A derived generating function is a formal power series with evidence. The result of an operation inherits
    the weakest evidence of its operands. Numbers, and generating functions without evidence, are assumed to
    be exact.

    >>> import gfkit
    >>> derived = gfkit.derive("independent-sets", "path:n")
    >>> print((1 / derived).rational, (1 / derived).evidence.status)
    (1 - t - t^2)/(1 + t) proved
    """

    __slots__ = ()
    evidence: Evidence

    @property
    def label(self) -> str:
        """Name of the sequence in descriptions of results."""
        raise NotImplementedError

    def ordinary(self, words: str) -> RationalGF:
        """Return the ordinary generating function; ``words`` name the operation in error messages."""
        raise NotImplementedError

    @property
    def equality_key(self) -> object:
        return self.ordinary("comparison")

    @property
    def order(self) -> int:
        """Order of the recurrence: the degree of the denominator in t."""
        return self.ordinary("order").order

    @property
    def recurrence_text(self) -> str | None:
        """Recurrence on one line, with the n for which it holds, or None."""
        return str(self.ordinary("recurrence").recurrence)

    @property
    def _sequence(self) -> Operations:
        raise NotImplementedError

    @property
    def first_n(self) -> int:
        return self._sequence.first_n

    def terms(self, count: int) -> list[Any]:
        """Return the terms for n = first_n, first_n + 1, ...: numbers, or polynomials with weights."""
        return self._sequence.terms(count)

    @overload
    def __getitem__(self, n: int) -> Any: ...
    @overload
    def __getitem__(self, n: slice) -> list[int]: ...
    def __getitem__(self, n: int | slice) -> Any:
        """Return the term at n, or the list of terms of a bounded slice. With weights, the terms are
        polynomials.
        """
        return self._sequence[n]

    __add__: ClassVar[_Operator] = _forward(operator.add, "+")
    __radd__: ClassVar[_Operator] = _reflected(operator.add, "+")
    __sub__: ClassVar[_Operator] = _forward(operator.sub, "-")
    __rsub__: ClassVar[_Operator] = _reflected(operator.sub, "-")
    __mul__: ClassVar[_Operator] = _forward(operator.mul, "*")
    __rmul__: ClassVar[_Operator] = _reflected(operator.mul, "*")
    __truediv__: ClassVar[_Operator] = _forward(operator.truediv, "/")
    __rtruediv__: ClassVar[_Operator] = _reflected(operator.truediv, "/")

    def __neg__(self) -> DerivedPart:
        return self * -1

    def composed(self, inner: object) -> DerivedPart:
        """Return the composition with another generating function, whose constant term must be 0."""
        return _combine(lambda one, other: one.composed(other), "o", self, inner)

    def hadamard(self, other: object) -> DerivedPart:
        """Return the termwise product a(n) b(n)."""
        return _combine(lambda one, two: one.hadamard(two), "termwise times", self, other)

    def cauchy(self, other: object) -> DerivedPart:
        """Return the product of the series: the sum of a(k) b(n - k)."""
        return _combine(lambda one, two: one.cauchy(two), "x", self, other)

    def with_power(self, name: str, power: int) -> DerivedPart:
        """Return the generating function of the coefficients of the given power of x or y."""
        words = f"{name}^{power}"
        return DerivedPart(words, self.ordinary(words).with_power(name, power), self.evidence)

    def multisection(self, step: int, offset: int = 0) -> DerivedPart:
        """Return the generating function of a(step m + offset) for m = 0, 1, 2, ..."""
        words = f"n = {step}*m + {offset}"
        return DerivedPart(words, self.ordinary(words).subsequence(step, offset), self.evidence)


def _combine(act: Callable[[Any, Any], Any], sign: str, one: object, other: object) -> DerivedPart:
    """Apply a binary operation to two operands, at least one of which is a derived sequence."""
    laws = [each for each in (one, other) if isinstance(each, DerivedAlgebra)]
    if not all(isinstance(each, DerivedAlgebra | RationalGF | Rational) for each in (one, other)):
        raise TypeError(f"operands must be derived sequences, series or numbers, not {one!r}, {other!r}")
    words = f"{_label_of(one)} {sign} {_label_of(other)}"
    sides = [each.ordinary(words) if isinstance(each, DerivedAlgebra) else each for each in (one, other)]
    known = [each.evidence for each in laws]
    return DerivedPart(words, act(*sides), known[0] if len(known) == 1 else _combine_evidence(known))


def _combine_evidence(known: Sequence[Evidence]) -> Evidence:
    """Return the evidence of a result that depends on several results; error probabilities are added."""
    status = max((evidence.status for evidence in known), key=list(Status).index)
    chances = [
        chance for evidence in known if (chance := dict(evidence.details).get("log2_failure")) is not None
    ]
    return Evidence(
        status, "closure", (("log2_failure", max(chances) + len(chances) - 1),) if chances else ()
    )


def _label_of(side: object) -> str:
    if isinstance(side, DerivedAlgebra):
        return side.label
    return f"({side})" if isinstance(side, RationalGF) else str(side)


_INTERNAL = frozenset(
    {
        "cells_per_n", "counted_rule", "equality_key", "growth_unasked", "initial", "is_analysed",
        "is_plainly_analysed", "label", "machine", "offset", "ordinary", "pair", "part", "sequence_along",
        "undivided", "with_part",
    }
)  # fmt: skip
"""Attributes of ``Derived`` that only gfkit itself uses; ``dir`` omits them."""


@dataclass(frozen=True, eq=False)
class DerivedPart(DerivedAlgebra, JsonRecord):
    """Sequence obtained from derived generating functions by algebra, with combined evidence.

    ``words`` describe the sequence, for example "2 pieces" or "n = 3m + 1".
    """

    words: str
    rational: RationalGF
    evidence: Evidence
    json_keys = "part=words generating_function=rational evidence"
    __repr__ = brief_repr

    def __str__(self) -> str:
        return self.text

    @property
    def label(self) -> str:
        return f"({self.words})"

    def ordinary(self, words: str) -> RationalGF:  # noqa: ARG002
        return self.rational

    @property
    def _sequence(self) -> RationalGF:
        return self.rational

    @property
    def text(self) -> str:
        return str(self.rational)


@dataclass(frozen=True, eq=False)
class Derived(DerivedAlgebra, Face, Convertible):
    """Generating function of a family, with its recurrence, terms, closed form, asymptotics and evidence.

    ``d[n]`` is the exact count on the board of size n, even for n above a million; ``d.modulo(n, m)`` is its
    residue for n up to 10^18. Placement games on complete graphs have an exponential generating function
    instead (``CompleteLaw``): in this case ``rational`` is None, and operations that need an ordinary
    generating function raise MismatchError.
    """

    question: Question
    rational: RationalGF | None
    """Ordinary generating function, or None if it need not be rational."""
    evidence: Evidence
    offset: int
    """Smallest n such that the automaton counts the board of every size >= n; smaller boards are counted
    separately.
    """
    initial: tuple[int | Polynomial, ...]
    """Counts from the smallest n to ``offset`` - 1, before division."""
    machine: Automaton | None = field(repr=False, compare=False)
    """Automaton with few states, if it was constructed: a(offset + j) = start A^j final."""
    pair: tuple[Polynomial, Polynomial] | None = None
    """Coefficients c_1, c_2 of a(n) = c_1 a(n-1) + c_2 (n-1) a(n-2), if this recurrence holds."""
    undivided: RationalGF | None = field(default=None, repr=False, compare=False)
    """Generating function before division, if the rule divides its counts; ``machine`` yields undivided
    counts.
    """
    part: WeightPart | None = None
    """Values substituted for the weights, or the monomial whose coefficient ``rational`` generates."""

    @property
    def hypothesis(self) -> str:
        """Hypothesis of the proof that no program can check, or ""."""
        return self.rule.hypothesis

    def under_hypothesis(self, *details: tuple[str, int]) -> Derived:
        """Return the formula with the status "consistent", because its hypothesis was only tested."""
        every = *details, *self.evidence.details
        evidence = replace(self.evidence, status=Status.CONSISTENT, details=every)
        return replace(self, evidence=evidence)

    def with_part(self, part: WeightPart) -> Derived:
        """Return the formula after substituting values for the weights, or for one coefficient; its evidence
        is unchanged.

        The result has no automaton and therefore no certificate.
        """
        series = part.of_series(self.ordinary(str(part)))
        details = tuple(
            ("order", series.order) if name == "order" else (name, value)
            for name, value in self.evidence.details
        )
        evidence = replace(self.evidence, details=details)
        return replace(
            self, rational=series, evidence=evidence, offset=series.first_n, initial=(), machine=None,
            undivided=None, part=part,
        )  # fmt: skip

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__()} - _INTERNAL)

    @property
    def label(self) -> str:
        return f"F({self.game} on {self.board}{'' if self.part is None else f', {self.part}'})"

    @property
    def equality_key(self) -> object:
        return self.exponential if self.rational is None else self.rational

    def ordinary(self, words: str) -> RationalGF:
        if self.rational is None:
            raise OptionError(
                f"{words}: the counts on {self.board} have no rational ordinary generating function"
            )
        return self.rational

    @property
    def game(self) -> str:
        return self.question.game

    @property
    def rule(self) -> Rule:
        return self.question.rule

    @property
    def counted_rule(self) -> Rule:
        """Rule without divisor and without smallest board, to which the counts of ``machine`` and
        ``undivided`` apply.
        """
        return self.rule.without_divisor()

    @property
    def board(self) -> str:
        return self.question.boards.text

    @property
    def positions(self) -> str:
        return self.question.positions.value

    @property
    def weights(self) -> tuple[str, ...]:
        """Weight variables of the generating function."""
        if self.part is not None and self.rational is not None:
            return self.rational.variables[1:]
        return self.question.weights.variables

    @property
    def generating_function(self) -> RationalGF:
        """Ordinary generating function. Raise MismatchError if it need not be rational."""
        if self.rational is None:
            raise MismatchError(
                f"{self.game} on {self.board!r}: the ordinary generating function need not be rational; use"
                " the exponential generating function"
            )
        return self.rational

    @property
    def exponential(self) -> str | None:
        """Exponential generating function if the formula is exponential, else None."""
        return None

    @property
    def _sequence(self) -> RationalGF | PRecursive:
        return self.generating_function

    @property
    def order(self) -> int:
        """Order of the recurrence: the degree of the denominator in t if the generating function is
        rational.
        """
        return self._sequence.order

    @cached_property
    def recurrence(self) -> Recurrence:
        return self.generating_function.recurrence

    @property
    def recurrence_text(self) -> str | None:
        """Recurrence on one line, with the n for which it holds, or None."""
        return str(self.recurrence)

    @property
    def text(self) -> str:
        """Generating function on one line."""
        return str(self)

    @property
    def series_text(self) -> str:
        """Generating function on one line, marked if it is exponential."""
        return str(self)

    def coefficient(self, n: int) -> int | Any:
        """Return the count at n: a number, or a polynomial with weights."""
        return self._sequence.coefficient(n)

    def numbers(self, count: int) -> list[Any]:
        """Return the initial counts with all weights set to 1."""
        return (self.plain or self._sequence).terms(count)

    def number(self, n: int) -> int:
        """Return the count at n with all weights set to 1: an integer, or a fraction if the rule has
        fractional weights.
        """
        value: Any = (self.plain or self._sequence).coefficient(n)
        return int(value) if value == int(value) else value

    @cached_property
    def plain(self) -> RationalGF | None:
        """Ordinary generating function with all weights set to 1, or None."""
        if self.rational is None or not self.weights:
            return self.rational
        return self.rational.at(**dict.fromkeys(self.weights, 1))

    @property
    def is_analysed(self) -> bool:
        """True if the printed result includes the roots of the denominator, on which asymptotics and closed
        form depend.
        """
        return self.rational is not None and not self.weights and self.order <= tuning.DERIVE.analysed_order

    @property
    def is_plainly_analysed(self) -> bool:
        """True if the roots of the denominator are printed for the generating function with all weights equal
        to 1.
        """
        return self.plain is not None and 0 < self.plain.order <= tuning.DERIVE.analysed_order

    @property
    def p_recursive(self) -> PRecursive | None:
        """Recurrence with polynomial coefficients if the generating function is not rational, else None."""
        return None

    def sequence_along(self, step: int, shift: int) -> PRecursive | None:
        """Return the sequence at sizes step n + shift, if it is P-recursive without a rational generating
        function.
        """
        sequence, (whole, rest) = self.p_recursive, divmod(shift, step)
        if sequence is None:
            return None
        return (sequence if step == 1 else sequence.subsequence(step, rest)).shifted(whole)

    def modulo(self, n: int, modulus: int) -> int:
        """Return the count on the board of size n modulo an integer. Raise an error if there are weights."""
        return self._sequence.coefficient_mod(n, modulus)

    def residues(self, modulus: int) -> Residues | DigitResidues:
        """Return the exact preperiod and period of the counts modulo an integer, or the automata that read
        the digits of n if the residues are not known to be periodic.
        """
        try:
            return self.series_modulo(modulus).residues(modulus)
        except MismatchError:
            if self.diagonal is None or self.rational is not None:
                raise
        return self.diagonal.residues(modulus, self.first_n)

    def facts(self) -> list[tuple[str, str]]:
        """Return facts that hold for every n, each with its name: reciprocity, and p-adic valuations.

        >>> import gfkit
        >>> gfkit.derive("domino-tilings", "4xn").facts()
        [('reciprocity', 'a(-n-2) = a(n)')]
        """
        from gfkit.core.algebra.facts import law_facts  # few formulas are asked for

        return [] if self.rational is None else law_facts(self.rational)

    def valuations(self, prime: int) -> Valuations:
        """Return the exponents of a prime in the counts, for every n, by residues of n.

        >>> import gfkit
        >>> for line in gfkit.derive("independent-sets", "path:n").valuations(3).statements: print(line)
        v_3(a(n)) = 0 for n mod 4 in {0, 1, 3}
        v_3(a(n)) = v_3(n+2) + 1 for n mod 4 = 2
        """
        from gfkit.core.algebra.valuations import valuations

        return valuations(self.ordinary("valuation"), prime)

    def series_modulo(self, modulus: int) -> RationalGF:
        """Return a rational generating function whose terms are equal to the counts modulo an integer.

        Raise MismatchError if the counts are not known to have one.
        """
        if self.rational is not None:
            return self.rational
        sequence = self.p_recursive
        if sequence is None:
            raise MismatchError(f"the counts on {self.board} have no known recurrence")
        from gfkit.core.algebra.residue_series import recurrence_modulo

        return recurrence_modulo(sequence, modulus)

    @property
    def diagonal(self) -> Diagonal | None:
        """The counts as the diagonal of a rational function, or None if no such function is known."""
        if self.rational is None or self.weights:
            return None
        from gfkit.core.algebra.diagonals import rational_diagonal

        return rational_diagonal(self.rational)

    @cached_property
    def closed_form(self) -> ClosedForm | None:
        """Closed form as a sum over the roots of the denominator (Binet form), or None with weights."""
        from gfkit.core.algebra.closed_form import closed_form

        return None if self.weights else closed_form(self.generating_function)

    def growth(self, digits: int = 30) -> Growth:
        """Return C, lambda and k in a(n) ~ C lambda^n n^k, with C and lambda as certified balls."""
        if self.weights:
            raise OptionError(
                f"asymptotics need numbers, but this family was derived with weights {self.weights}; derive"
                " it without weights"
            )
        from gfkit.core.algebra.growth import growth

        return growth(self.generating_function, digits)

    def growth_unasked(self, digits: int = 30) -> Growth | None:
        """Return the asymptotics that are printed by default: for low orders, or if one root clearly
        dominates.
        """
        if self.is_analysed:
            return self.growth(digits)
        if self.rational is None or self.weights or self.order > tuning.DERIVE.growth_order:
            return None
        return algebra.growth_at_once(self.generating_function, digits)

    def density(self, digits: int = 30) -> Density:
        """Return mean and variance of the number of pieces per cell: exact at each n, balls in the limit.

        The family must have weights; with weights "players" the pieces of both players are added.
        """
        if not self.cells_per_n:
            raise OptionError(f"density is per cell, but the boards of {self.board!r} have no cells")
        return algebra.density(self._numbers_of_pieces("density"), self.cells_per_n, digits)

    def moments(self, digits: int = 30) -> PieceMoments:
        """Return means, variances and covariances of the numbers of pieces, with their limit laws.

        The family must have weights; each weight variable counts pieces of its own.

        >>> import gfkit
        >>> gfkit.derive("matchings", "path:n", weights="pieces").moments().mean()[5]
        Fraction(5, 4)
        """
        found = algebra.piece_moments(self._numbers_of_pieces("moments"), digits)
        if self.machine is None or found.refused:
            return found
        from gfkit.core.engine.strip.aperiodic import has_local_limit

        below = dense(found.moments[0].counts.denominator)
        characteristic = reverse(below, below.degree() + 1)
        places = {name: place for place, name in enumerate(self.weights)}
        local = [n for n in found.laws if has_local_limit(self.machine, places[n], characteristic)]
        return replace(found, local=tuple(local))

    def _numbers_of_pieces(self, words: str) -> RationalGF:
        """Return the generating function in the weights, which have nonnegative coefficients."""
        if not self.weights:
            raise OptionError(f"{words}: derive with weights 'pieces' or 'players', which count pieces")
        if self.part is not None:
            raise OptionError(f"{words}: this formula is restricted to {self.part}")
        return self.ordinary(words)

    @property
    def cells_per_n(self) -> int:
        """Number of cells by which the board grows when n increases by 1."""
        boards = self.question.family
        return boards.at(self.first_n + 1).size - boards.at(self.first_n).size

    def to_sympy(self) -> Any:
        return self.generating_function.to_sympy()

    def to(self, language: Language) -> Any:
        """Return the generating function in another output format, as ``RationalGF.to`` does."""
        return self._sequence.to(language)

    def latex(self) -> str:
        return self.generating_function.latex()

    def __repr__(self) -> str:
        return (
            f"<Derived: {self.game} on {self.board}{Positions(self.positions).title_end}"
            f"{'' if self.part is None else f', {self.part}'}:"
            f" order {self.order}; {self.evidence}>"
        )

    def __str__(self) -> str:
        return str(self.generating_function)

    def as_json(self, terms: int = 10, digits: int = 30) -> dict[str, Any]:
        """Return the JSON object that the command line prints."""
        gf = self.generating_function
        rate = self.growth_unasked(digits)
        return {
            "game": self.game,
            "board": self.board,
            "positions": self.positions,
            "weights": list(self.weights),
            **(self.part.as_json() if self.part else {}),
            "first_n": self.first_n,
            "generating_function": gf.as_json(),
            "recurrence": {
                "order": self.order,
                "coefficients": [term_text(value) for value in gf.signature],
                "valid_from": gf.valid_from,
            },
            "terms": [term_text(value) for value in self.terms(terms)],
            "growth": None if rate is None else rate.as_json(),
            "closed_form": str(self.closed_form) if self.is_analysed else None,
            "evidence": self.evidence.as_json(),
            **({"hypothesis": self.hypothesis} if self.hypothesis else {}),
        }


def law_of_series(
    question: Question,
    series: RationalGF,
    evidence: Evidence,
    initial: tuple[int | Polynomial, ...] = (),
    machine: Automaton | None = None,
) -> Derived:
    """Return the formula for a family with a known generating function; its order is recorded in the
    evidence.
    """
    details = (*evidence.details, ("order", series.order))
    return Derived(
        question=question,
        rational=series,
        evidence=replace(evidence, details=details),
        offset=series.first_n + len(initial),
        initial=initial,
        machine=machine,
    )
