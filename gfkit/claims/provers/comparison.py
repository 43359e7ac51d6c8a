r"""Comparisons of formulas: ``a(n) <= 2^n for n >= 3``, ``a(n+1)/a(n) < 1.619``, ``a(n) = 0 for n odd``.

Let P/Q and R/S be two sides of a relation. If Q and S are not zero at n, the sign of P/Q - R/S at n is the
product of the signs of P S - R Q and of Q S. Both signs are determined for all large n.

Theorem. Suppose that the values d(n) for n >= s belong to a space of sequences of dimension D
(``formula.space``). For a residue r modulo q, let e(k) = d(n_0 + q k), where n_0 >= s is the first such
integer with residue r. Then e belongs to a space of dimension at most D, and the numbers e(0), ..., e(2D-1)
determine its generating function, which is rational.

Proof. If r runs over the roots of d, then r^q runs over the roots of e, with multiplicities that are not
larger. A Pade approximant with a denominator of degree D is unique. QED

The theorem of ``provers.shape`` determines the signs of e(k) for all k >= K; all n before n_0 + q K are
checked exactly. If the theorem does not decide, the statement is only refuted or consistent. If d is zero in
a residue class, the sides are equal there if no denominator is zero for infinitely many n.

If the values are irrational, let e = u + v sqrt(m) with rational sequences u and v and an integer m > 1. They
belong to spaces of dimension at most 2D, because v sqrt(m) is half the difference of e and its conjugate. If
u and v have different signs, e has the sign of u if u^2 - m v^2 > 0, and else the sign of v.

A congruence modulo m requires that m divides the integers d(n). If the generating function of e has integer
coefficients and a denominator with constant term 1, then e(0), ..., e(s-1) decide it for all k, where the
recurrence holds for k >= s. That p is a period modulo m is the congruence of a(n+p) and a(n), from the
preperiod on.

An index such as -n-4 denotes a term of the sequence extended to all integers by its recurrence. It is unique
if the recurrence of smallest order holds from the first term on. If P/Q is the generating function, the
function of a(-1), a(-2), ... is -P(1/t)/Q(1/t) (Stanley, Enumerative Combinatorics, Proposition 4.2.3).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import pairwise, product
from math import prod
from typing import ClassVar

from flint import fmpz

from gfkit.claims.provers.expansion import fraction_of_terms, law_of_rows
from gfkit.claims.provers.identity import UnknownTerm, terms_of
from gfkit.claims.provers.result import Failure, FailureAt, FirstDifference, missing_term
from gfkit.claims.provers.scope import (
    EVERY,
    NONE,
    Case,
    Condition,
    ObservedClaim,
    Proof,
    Property,
    StatementRange,
    for_all,
)
from gfkit.claims.provers.sequence import Point, exact_value, whole_value
from gfkit.claims.provers.shape import MOST_SECTIONS, EventualSigns, eventual_signs
from gfkit.claims.provers.space import Space, all_letters, law_space, space, zeros_of_divisors
from gfkit.claims.provers.truth import KnownSequence
from gfkit.claims.statement.canonical import call, number_node
from gfkit.claims.statement.linear import as_fraction, linear_form
from gfkit.claims.statement.names import KNOWN_NAMES
from gfkit.claims.statement.tree import Claim, Congruence, ForAll, SequenceDefinition
from gfkit.core.algebra import RationalGF
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.formula.radical import Radical
from gfkit.core.algebra.periods import Residues
from gfkit.core.deferred import dataclass, field
from gfkit.core.errors import InputError, LimitError

_SIGNS = {"<=": (-1, 0), "<": (-1,), ">=": (0, 1), ">": (1,), "=": (0,), "!=": (-1, 1)}
_INVERSE = {"<=": ">", "<": ">=", ">=": "<", ">": "<=", "=": "!=", "!=": "="}
_MOST_SKIPPED = 1000
_MOST_ORDER = 200
_SHOWN = 60
REFLECTED = "reflected"
"""Additional part of the name of a sequence that denotes a(-n)."""
_Term = Callable[[tuple[str, ...], int], Fraction]
_Values = Callable[[int], Radical]


@dataclass(frozen=True, kw_only=True)
class ComparisonClaim(ObservedClaim):
    """Claim that relations between formulas hold for all n >= ``since`` with a condition, and for no other n
    if ``is_iff``.

    ``label`` is the name of the sequence in question. The other names are well-known sequences, or have a
    generating function in ``laws``.
    """

    sides: tuple[nodes.Node, ...]
    relations: tuple[str, ...]
    label: tuple[str, ...]
    condition: Condition = EVERY
    is_iff: bool = False
    laws: Mapping[tuple[str, ...], RationalGF] = field(default_factory=dict)
    modulus: int = 0
    """Modulus of a congruence, or 0."""
    period: int = 0
    """Period that the congruence states, or 0."""
    is_smallest: bool = False
    """True if the statement is false for a multiple of the smallest period."""
    definitions: tuple[SequenceDefinition, ...] = ()
    """Definitions of the sequences in ``laws``."""
    observed: ClassVar[int] = 60

    @property
    def printed_from(self) -> int | None:  # type: ignore[override]
        return self.since

    def required(self, n: int) -> tuple[str, ...]:
        """Return the relations that the statement requires at n."""
        if n in self.condition:
            return self.relations
        return tuple(map(_INVERSE.get, self.relations)) if self.is_iff else ()  # type: ignore[arg-type]

    def terms(self, known: KnownSequence) -> _Term:
        """Return a function for the terms of all sequences in the statement."""
        own, laws = terms_of(known, self.label), self._all_laws(known)

        def term(name: tuple[str, ...], n: int) -> Fraction:
            law = laws.get(name) if name != self.label or not name else None
            if law is not None and n < law.first_n:
                raise UnknownTerm(n)
            return own(name, n) if law is None else Fraction(law[n])

        return term

    def _all_laws(self, known: KnownSequence) -> dict[tuple[str, ...], RationalGF]:
        """Return the generating functions of the sequences, as far as they are rational."""
        laws = dict(self.laws)
        if known.rational is not None:
            laws.setdefault(self.label, known.rational)
        names = {name.label for side in self.sides for name in nodes.symbols(side)}
        if (*self.label, REFLECTED) in names:
            laws[*self.label, REFLECTED] = _reflected(known)
        return laws

    def _residues(self, known: KnownSequence) -> Residues:
        return self._series(known).residues(self.modulus)

    def _series(self, known: KnownSequence) -> RationalGF:
        return known.rational or known.series_modulo(self.modulus)

    def _shorter(self, known: KnownSequence, n: int) -> FirstDifference | None:
        """Return the difference at n if a smaller period than the stated one is known."""
        found = self._residues(known).period if self.is_smallest else self.period
        return FirstDifference(n, self.subject, f"{found} is a period") if found < self.period else None

    def _from(self, known: KnownSequence) -> int | None:
        """Return the first n of the range, or None if it consists of all n at which the sides have values."""
        if self.period:
            regular = self._series(known).first_n + self._residues(known).preperiod
            return max(self.since or 0, known.first_n, regular)
        return self.since

    def start(self, known: KnownSequence) -> int:
        """Return the first n of the range, at which the sides have values if it is not printed."""
        term, least = self.terms(known), min(0, known.first_n)
        first = self._from(known)
        for n in range(least, least + _MOST_SKIPPED) if first is None else ():
            with suppress(UnknownTerm, InputError):
                self._difference(n, term)
                return n
        return least if first is None else first

    def stated(self, known: KnownSequence) -> Sequence[Claim | SequenceDefinition]:
        sides = [with_own_name(side, self.label) for side in self.sides]
        is_never = self.is_iff and self.condition == NONE
        condition, start = EVERY if is_never else self.condition, self.start(known)
        parts = list[Claim | SequenceDefinition](self.definitions)
        signs = self.required(0) if is_never else self.relations
        for left, sign, right in zip(sides, signs, sides[1:], strict=False):
            holds: nodes.Node = nodes.Equation(left, right, sign)
            if self.modulus:
                holds = Congruence(left, right, number_node(self.modulus))
                holds = nodes.Equation(self._remainder(left, right), nodes.ZERO, sign) if is_never else holds
            parts.append(for_all(holds, start, condition, self.is_iff and not is_never))
        return [*parts, *(self.no_smaller_period(start) if self.is_smallest else ())]

    def _remainder(self, left: nodes.Node, right: nodes.Node) -> nodes.Node:
        return call("mod", nodes.Sum((left, nodes.Negative(right))), number_node(self.modulus))

    def no_smaller_period(self, start: int) -> list[Claim]:
        """Return the claims that no divisor of the period is a period."""
        return [self._no_period(self.period // int(q), start) for q, _ in fmpz(self.period).factor()]

    def _no_period(self, other: int, start: int) -> ForAll:
        """Return the claim that a divisor of the period is not a period: in one period from ``start`` on, the
        sum of the remainders is not 0.
        """
        k, end = nodes.Letter("k"), number_node(start + self.period - 1)
        terms = (nodes.Symbol(("a",), place) for place in (nodes.Sum((k, number_node(other))), k))
        total = nodes.BigOperator(self._remainder(*terms), "k", number_node(start), end)
        return ForAll(nodes.Equation(total, nodes.ZERO, "!="), None)

    def cases(self, known: KnownSequence) -> Iterator[Case]:
        term, n, last = self.terms(known), self._from(known), None
        n = min(0, known.first_n) if n is None else n
        first = n
        while n - (first if last is None else last) < _MOST_SKIPPED:
            if self.required(n):
                try:
                    yield n, self._shorter(known, n) or self._difference(n, term)
                    last = n
                except UnknownTerm as unknown:
                    if known.end is not None and unknown.index >= known.end:
                        return
                except InputError:
                    if last is not None or self.since is not None:
                        raise
            n += 1

    def _difference(self, n: int, term: _Term) -> FirstDifference | None:
        """Return the difference at n, or None if the relations hold."""
        point = Point({"n": n}, term, self.label)
        values = [exact_value(side, point) for side in self.sides]
        signs = self.required(n)
        for left, sign, right in zip(values, signs, values[1:], strict=False):
            gap = left - right
            if self.modulus:
                gap = Radical.of(whole_value(gap, "residues need") % self.modulus)
            if _sign(gap) not in _SIGNS[sign]:
                shown = [
                    text if len(text := str(v)) <= _SHOWN else f"{text[:_SHOWN]}..." for v in (left, right)
                ]
                wanted = self.subject if sign in self.relations else f"not {self.subject}"
                return FirstDifference(n, wanted, f"the sides are {shown[0]} and {shown[1]}")
        return None

    def failure_at(self, known: KnownSequence) -> FailureAt:
        term = self.terms(known)

        def failure(n: int) -> Failure | None:
            if not self.required(n):
                return None
            try:
                first = self._difference(n, term)
            except UnknownTerm as unknown:
                return missing_term(n, unknown.index, known.first_n)
            return None if first is None else Failure(n, self.reason(first), first)

        return failure

    def _values(self, tree: nodes.Node, term: _Term) -> _Values:
        return lambda n: exact_value(tree, Point({"n": n}, term, self.label))

    def prove(self, known: KnownSequence, start: int) -> Proof | None:
        if not isinstance(self.condition, Property):
            return None
        if self.modulus and (self.is_iff or self._shorter(known, start)):
            return None
        if self.modulus:
            return self._prove_period(known, start) or self._prove_residues(
                known, start, self.condition.modulus
            )
        method = "closure" if {*self.relations} == {"="} and not self.is_iff else "dominant-root"
        laws, term, until, is_true = self._all_laws(known), self.terms(known), start, True
        step = self.condition.modulus
        for k in range(len(self.relations)):
            factors, after = _difference_of(self.sides[k], self.sides[k + 1], laws)
            if any(bound is None or bound.order > _MOST_ORDER for _, bound in factors):
                return None
            values = [(self._values(tree, term), bound.order) for tree, bound in factors if bound]
            least = max([start, *(bound.start for _, bound in factors if bound)])
            for first in (n for n in range(least, least + step) if self.required(n)):
                signs = _signs(values, first, step)
                if signs is None or (0 in signs.values and after is None):
                    return None
                holds = signs.values <= {*_SIGNS[self.required(first)[k]]}
                is_true &= holds
                until = max(until, after or 0, signs.start + (0 if holds else step * MOST_SECTIONS))
        while until > start and not self.required(until - 1):
            until -= 1
        return Proof(method if is_true else "", until)

    def _prove_period(self, known: KnownSequence, start: int) -> Proof | None:
        """Return a proof of a(n + p) = a(n) modulo m from the period of the residues, or None."""
        match self.sides:
            case (
                nodes.Symbol(label=one, index=nodes.Sum(terms=(nodes.N, nodes.Number(value=p)))),
                nodes.Symbol(label=other, index=nodes.N),
            ) if one == other == self.label:
                with suppress(InputError, LimitError):
                    found, first = self._residues(known), self._series(known).first_n
                    if p % found.period == 0:
                        return Proof("residues-compared", max(start, first + found.preperiod))
        return None

    def _prove_residues(self, known: KnownSequence, start: int, step: int) -> Proof | None:
        """Return a proof of a congruence for all n >= ``start`` by sections of the given step, or None."""
        laws, term, until = self._all_laws(known), self.terms(known), start
        for left, right in pairwise(self.sides):
            gap = nodes.Sum((left, nodes.Negative(right)))
            bound = _space_of(gap, laws)
            if bound is None or bound.order > _MOST_ORDER:
                return None
            value, least = self._values(gap, term), max(start, bound.start)
            for first in filter(self.required, range(least, least + step)):
                row = [value(first + step * k) for k in range(2 * max(bound.order, 1))]
                series = law_of_rows(fraction_of_terms(row, 0))
                if not series.is_integral:
                    return None
                until = max(until, first + step * series.valid_from)
        return Proof("residues-compared", until)


def with_own_name(tree: nodes.Node, label: tuple[str, ...], new: str = "a") -> nodes.Node:
    """Return a formula in which the terms of a sequence have another name; those of the reflected sequence
    are terms of the sequence again.
    """

    def change(part: nodes.Node) -> nodes.Node | None:
        match part:
            case nodes.Symbol(label=name, index=nodes.Sum(terms=(_, nodes.Negative(body=index)))) if name == (
                *label,
                REFLECTED,
            ):
                return nodes.Symbol((new,), with_own_name(index, label, new))
            case nodes.Symbol(label=name, index=nodes.Node() as index) if name == label:
                return nodes.Symbol((new,), with_own_name(index, label, new))
        return None

    return nodes.rebuild(tree, change)


def _space_of(tree: nodes.Node, laws: Mapping[tuple[str, ...], RationalGF]) -> Space | None:
    return space(tree, laws=lambda label: law_space(laws[label]) if label in laws else None)


def _sign(number: Radical) -> int:
    """Return the sign of a real number."""
    rational = number.rational
    if rational is not None:
        return (rational > 0) - (rational < 0)
    return 1 if number.floor() >= 0 else -1


def _reflected(known: KnownSequence) -> RationalGF:
    """Return the generating function of a(-n) for n >= 1, where the recurrence extends the sequence."""
    law = None if known.rational is None else known.rational.shifted(known.first_n)
    if law is None or law.degree >= law.order:
        raise InputError(
            "formula: no recurrence that holds from the first term on extends the sequence to n < 0"
        )
    return law.reflected().shifted(known.first_n)


def _difference_of(
    left: nodes.Node, right: nodes.Node, laws: Mapping[tuple[str, ...], RationalGF]
) -> tuple[list[tuple[nodes.Node, Space | None]], int | None]:
    """Return two formulas whose product has the sign of left - right, with their spaces; and the first n
    after which no denominator is zero, or None if a denominator may be zero for infinitely many n.
    """
    (first, below), (second, under) = as_fraction(left), as_fraction(right)
    crossed = nodes.Sum((nodes.product(first, under), nodes.Negative(nodes.product(second, below))))
    may_vanish, after = zeros_of_divisors(nodes.Sum((left, right)))
    factors = [crossed, nodes.product(below, under)]
    return [(tree, _space_of(tree, laws)) for tree in factors], None if may_vanish else after


def _signs(factors: list[tuple[_Values, int]], first: int, step: int, depth: int = 1) -> EventualSigns | None:
    """Return the signs of a product of values at n = first + step k for large k, or None if they are not
    decided.

    Each factor is a function that returns the values, with the dimension of their space.
    """
    found = [_signs_of(value, order, first, step) for value, order in factors]
    signs = [part for part in found if part is not None]
    if len(signs) == len(found) and sum(len(part.values) > 1 for part in signs) < 2:
        values = frozenset(map(prod, product(*(part.values for part in signs))))
        return EventualSigns(first + step * max(part.start for part in signs), values)
    parts = [_signs(factors, first + step * k, 2 * step, depth - 1) for k in range(2 * bool(depth))]
    known = [part for part in parts if part is not None]
    if len(known) < 2:
        return None
    return EventualSigns(max(part.start for part in known), known[0].values | known[1].values)


def _signs_of(value: _Values, order: int, first: int, step: int) -> EventualSigns | None:
    """Return the signs of values at first + step k that belong to a space of the given dimension."""
    values, size, squares = list[Radical](), 2 * max(order, 1), set[int]()
    while len(values) < size:
        values.append(value(first + step * len(values)))
        squares |= {d for d, _ in values[-1].parts} - {1}
        size = 4 * max(order, 1) if squares else size
    if squares and (len(squares) > 1 or max(squares) < 0):
        return None
    rows = [[Radical.of(dict(number.parts).get(d, 0)) for number in values] for d in (1, *squares)]
    return _sign_of_sum([law_of_rows(fraction_of_terms(row, 0)) for row in rows], max(squares, default=1))


def _sign_of_sum(parts: list[RationalGF], square: int) -> EventualSigns | None:
    """Return the signs of u, or of u + v sqrt(m), for large n, or None if they are not decided."""
    u, *irrational = parts
    if not irrational:
        return eventual_signs(u)
    norm = u.hadamard(u) - irrational[0].hadamard(irrational[0]) * square
    signs = [eventual_signs(part) for part in (u, irrational[0], norm)]
    known = [part for part in signs if part is not None and len(part.values) == 1]
    if len(known) < len(signs):
        return None
    (one,), (two,), (three,) = (part.values for part in known)
    value = one * three if one * two < 0 else one or two
    return EventualSigns(max(part.start for part in known), frozenset({value}))


def claim_of_sides(
    text: str,
    body: str,
    sides: tuple[nodes.Node, ...],
    relations: tuple[str, ...],
    names: list[nodes.Symbol],
    scope: StatementRange,
    laws: Mapping[tuple[str, ...], RationalGF] | None,
    question: tuple[str, ...] = (),
) -> ComparisonClaim | None:
    """Return the claim if every name is a term of one sequence, of a well-known or of a defined one.

    ``laws`` are the defined sequences, or None if the statement is about another sequence in question, whose
    name may be ``question``.
    """
    labels = list(dict.fromkeys(tuple(part for part in name.label if part != REFLECTED) for name in names))
    own = [label for label in labels if label not in (laws or {}) and label[0] not in KNOWN_NAMES]
    is_term = all(name.index is not None and not name.arguments and not name.graph for name in names)
    letters = frozenset[str]().union(*map(all_letters, sides))
    if not labels or not is_term or not letters <= {"n"} or max(map(len, labels)) > 1:
        return None
    if len(own) > (laws is None or bool(question)) or (scope.is_iff and len(relations) > 1):
        return None
    label = own[0] if own else () if laws is not None else labels[0]
    words = f" {scope.words}" if scope.words else ""
    return ComparisonClaim(
        text=text,
        subject=body + words,
        since=scope.since,
        sides=sides,
        relations=relations,
        label=label,
        condition=scope.condition,
        is_iff=scope.is_iff,
        laws=laws or {},
    )


def reflect(part: nodes.Node) -> nodes.Node | None:
    """Return a term with a decreasing index, such as a(-n-4), as a term of the reflected sequence."""
    form = linear_form(part.index) if isinstance(part, nodes.Symbol) and part.index is not None else None
    if form is None or form["n"] >= 0 or not isinstance(part, nodes.Symbol) or part.label[0] in KNOWN_NAMES:
        return None
    return nodes.Symbol(
        (*part.label, REFLECTED), nodes.Sum((nodes.ZERO, nodes.Negative(part.index or nodes.ZERO)))
    )
