r"""Statements about residues: ``a(n) is even iff n mod 5 = 4``, ``3 divides a(n) for n = 2 (mod 4)``.

A statement has a property of a term (its residue modulo m belongs to a set), and a condition (n modulo q
belongs to a set). So for every n it requires that a(n) modulo m belongs to a set A that depends on n mod q
alone; A contains k residues, where cases with k = 0 or k = m need no proof.

Theorem. Let the integer sequence a have the series P/Q with Q(0) = 1 and deg Q = d, and let
s >= deg P - d + 1. For a residue r modulo q, the statement holds for all n = r (mod q), n >= s, if it holds
for the first D of them, where

- D = d + 1 if k = 1, for every m;
- D = binomial(d + k, k) if m is prime, where d and s may be those of P/Q modulo m in lowest terms;
- D = binomial(d + m - 1, m - 1) if m is a power of a prime p.

Proof. For n >= s let v be the vector of a(n), ..., a(n+d-1). The step n -> n + q multiplies v by an integer
matrix, and the vector of all D' = binomial(d + j, j) monomials in v of degree at most j by another one. By
the Cayley-Hamilton theorem, the value of a polynomial f(a(n)) of degree at most j satisfies a monic integer
recurrence of order D'. This also holds if f has rational coefficients. If D' consecutive values are 0 modulo
a number, all values are. For k = 1 take f(x) = x - c modulo m. If m is prime take f(x) as the product of
x - c over the c in A modulo m. If m = p^e, the function of x that is 0 for x modulo m in A and else 1 modulo
p is an integer combination of the binomial coefficients of x over 0, ..., m - 1, because these are a basis
of the functions on integers modulo p^e with values modulo p (Lucas, Mahler). QED

Statements such as v_2(a(n)) = v_2(n+1) + 2 are decided by ``algebra.valuations``. The valuation of 0 is
infinite.

The residues are also determined by their preperiod and period (``algebra.periods``). The smaller number of
terms is used. If both exceed the limit, a statement can only be refuted.

Reference: Jean-Paul Allouche and Jeffrey Shallit, Automatic Sequences, chapter 5 (Lucas's theorem).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from math import comb, lcm
from typing import TYPE_CHECKING, ClassVar

from flint import fmpz

from gfkit.claims.provers.result import Agreement, Difference, FirstDifference, Stated
from gfkit.claims.provers.scope import (
    MOST_RESIDUES,
    NONE,
    Case,
    Condition,
    ObservedClaim,
    Proof,
    Property,
    for_all,
    residues_tree,
    start_of,
    terms_from,
)
from gfkit.claims.provers.truth import (
    Form,
    KnownSequence,
    Truth,
    as_number,
    evidence_by,
    has_term,
    term_at,
    terms_evidence,
)
from gfkit.claims.statement.canonical import call, number_node
from gfkit.claims.statement.tree import A_OF_N, Claim, Congruence, ForAll, SequenceDefinition
from gfkit.core.algebra import Evidence, RationalGF
from gfkit.core.algebra.diagonals import DigitAutomaton
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.periods import MOST_TERMS, degrees_modulo, period_modulo, residue_terms
from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import InputError, LimitError, MismatchError, as_typed
from gfkit.core.typing import Weights

if TYPE_CHECKING:
    from gfkit.core.algebra.valuations import ValuationCase

_ENOUGH = 20_000
"""Number of terms for which no period is computed, and in which a counterexample is searched first."""
_UNPROVED_TERMS = 200
"""Number of terms compared if the sequence has no rational generating function."""
_MOST_STEP = 64
"""Maximum q of the correct condition n mod q that is searched for."""
_SHOWN_DIGITS = 30
_LISTED = 8
"""Maximum number of residues in a correction."""


@dataclass(frozen=True)
class CongruenceClaim(Stated):
    """Claim that a(n) has a property for all n >= ``since`` with a condition, and for no other n if
    ``is_iff``; if ``index`` is given, only the term a(index) has the property.
    """

    text: str
    subject: str
    """Property as printed, for example "a(n) is even"."""
    wanted: Property
    condition: Condition
    is_iff: bool = False
    since: int | None = None
    index: int | None = None
    form = Form.EXPLICIT
    printed_from = None
    weights = Weights.NONE

    def required(self, n: int) -> Property | None:
        """Return the property of a(n) that the statement requires, or None."""
        if n in self.condition:
            return self.wanted
        return self.wanted.complement if self.is_iff else None

    def stated(self, known: KnownSequence) -> Sequence[Claim | SequenceDefinition]:
        if self.index is not None:
            return [ForAll(residues_tree(self.wanted, nodes.Symbol(("a",), number_node(self.index))), None)]
        start, wanted, condition = start_of(known, self.since), self.wanted, self.condition
        if self.is_iff and condition == NONE:
            return [for_all(residues_tree(wanted.complement, A_OF_N), start)]
        return [for_all(residues_tree(wanted, A_OF_N), start, condition, self.is_iff)]

    def compare(self, truth: Truth) -> Agreement | Difference:
        result = self._compare(truth)
        start = result.known.first_n
        is_early = isinstance(result, Difference) and result.first is not None and result.first.n == start
        if not is_early or self.since is not None or self.index is not None:
            return result
        later = replace(self, since=start + 1)._compare(truth)
        if isinstance(later, Difference) or not isinstance(result, Difference):
            return result
        return replace(result, holds_from=start + 1, proof=later.evidence)

    def _compare(self, truth: Truth) -> Agreement | Difference:
        known = truth.sequence(Weights.NONE)
        if self.index is not None:
            return self._compare_at(known, self.index)
        start = start_of(known, self.since)
        source = self._residues_of(known)
        if isinstance(source, str):
            return self._compare_terms(known, start, source)
        if isinstance(source, DigitAutomaton):
            return self._compare_digits(known, start, source)
        if start - known.first_n > MOST_TERMS // 2:
            raise LimitError(f"formula {as_typed(self.text)}: n >= {start} is too far from the first term")
        count, is_enough = self.terms_to_check(source, start)
        wrong = self.counterexample(source, start, min(count, _ENOUGH))
        if wrong is None and count > _ENOUGH:
            wrong = self.counterexample(source, start, count)
        if wrong is not None:
            value = source.coefficient_mod(wrong, self.wanted.modulus)
            return self._difference(known, wrong, self.correct(source), value)
        if not is_enough:
            raise LimitError(
                f"formula {as_typed(self.text)}: the statement holds for n = {start}, ...,"
                f" {start + count - 1}, but a proof needs more than {MOST_TERMS:,} terms"
            )
        details = (("terms_checked", count), ("order", source.order))
        evidence = evidence_by(known, "residues-compared", details)
        return Agreement(known, f"the statement holds for every n >= {start}", evidence, start)

    def _residues_of(self, known: KnownSequence) -> RationalGF | DigitAutomaton | str:
        """Return a series or an automaton for the residues, or the hypothesis that fails."""
        if isinstance(self.condition, Property):
            if known.rational is not None:
                return known.rational
            with suppress(MismatchError, LimitError):
                return known.series_modulo(self.wanted.modulus)
        try:
            automaton = known.automaton(self.wanted.simplified.modulus)
            self.condition.machine(automaton.prime)
        except (MismatchError, LimitError) as error:
            return str(error)
        return automaton

    def _compare_digits(
        self, known: KnownSequence, start: int, automaton: DigitAutomaton
    ) -> Agreement | Difference:
        """Compare by the automaton of the residues, for every n."""
        wrong = self._first_wrong(automaton, start)
        if wrong is None:
            details = (("states", automaton.size),)
            evidence = evidence_by(known, "digit-automaton", details)
            return Agreement(known, f"the statement holds for every n >= {start}", evidence, start)
        known_modulus = automaton.modulus == self.wanted.modulus
        return self._difference(known, wrong, None, automaton.residue(wrong) if known_modulus else None)

    def _has(self, residue: int) -> bool:
        """Return True if a residue modulo the simplified modulus has the property."""
        return residue in self.wanted.simplified

    def _first_wrong(self, automaton: DigitAutomaton, start: int) -> int | None:
        """Return the smallest n >= ``start`` at which the statement fails, or None."""

        def is_wrong(residue: int, holds: bool) -> bool:
            return not self._has(residue) if holds else self.is_iff and self._has(residue)

        return automaton.first(is_wrong, self.condition.machine(automaton.prime), start)

    def counterexample(self, series: RationalGF, start: int, count: int) -> int | None:
        """Return the smallest n at which the claim fails, among ``count`` integers starting at ``start``."""
        assert isinstance(self.condition, Property), "series decide conditions on n modulo q"
        skipped = start - series.first_n
        row = residue_terms(series, self.wanted.modulus, skipped + count)[skipped:]
        required = [self.required(r) for r in range(self.condition.modulus)]
        for n, value in enumerate(row, start):
            needed = required[n % len(required)]
            if needed is not None and value not in needed.residues:
                return n
        return None

    def terms_to_check(self, series: RationalGF, start: int) -> tuple[int, bool]:
        """Return a number of terms from ``start`` on, and True if the claim is proved if they agree."""
        assert isinstance(self.condition, Property), "series decide conditions on n modulo q"
        step = self.condition.modulus
        needed = [self.required(r) for r in range(step)]
        bounds = [_bound(part.simplified, series) for part in set(needed) if part is not None]
        known = [bound for bound in bounds if bound is not None]
        best = None
        if len(known) == len(bounds):
            ends = (max(start, series.first_n + before) + step * count for count, before in known)
            best = max(ends, default=start) - start
        if best is None or best > _ENOUGH:
            try:
                found = period_modulo(series, self.wanted.modulus)
            except LimitError:
                pass
            else:
                regular = max(start, series.first_n + found.preperiod)
                by_period = regular + lcm(found.period, step) - start
                best = by_period if best is None else min(best, by_period)
        most = MOST_TERMS - (start - series.first_n)
        if best is None or best > most:
            return min(5 * _ENOUGH, most), False
        return best, True

    def correct(self, series: RationalGF) -> str | None:
        """Return the correct statement about the same property, if it is short and proved."""
        if self.wanted.modulus > MOST_RESIDUES:
            return None
        start = max(series.first_n, self.since or 0)
        count = 4 * _MOST_STEP
        skipped = start - series.first_n
        row = residue_terms(series, self.wanted.modulus, skipped + count)[skipped:]
        has = [value in self.wanted for value in row]
        for step in range(1, _MOST_STEP + 1):
            regular = next((j for j in reversed(range(count - step)) if has[j] != has[j + step]), -1) + 1
            if regular > count // 4:
                continue
            first = start + regular
            kept = frozenset((first + j) % step for j in range(step) if has[regular + j])
            claim = replace(self, condition=Property(step, kept), is_iff=True, since=first)
            needed, is_enough = claim.terms_to_check(series, first)
            if len(kept) <= _LISTED and is_enough and claim.counterexample(series, first, needed) is None:
                return claim.words if first > series.first_n else replace(claim, since=None).words
            return None
        return None

    @property
    def words(self) -> str:
        """Statement as it would be printed."""
        assert isinstance(self.condition, Property), "corrections are about n modulo q"
        step, kept = self.condition.modulus, sorted(self.condition.residues)
        if not kept:
            condition = "for no n"
        elif step == 1:
            condition = "for every n"
        else:
            listed = f"= {kept[0]}" if len(kept) == 1 else f"in {{{', '.join(map(str, kept))}}}"
            condition = f"iff n mod {step} {listed}"
        bound = "" if self.since is None else f", n >= {self.since}" if step > 1 else f" >= {self.since}"
        return f"{self.subject} {condition}{bound}"

    def _compare_terms(self, known: KnownSequence, start: int, hypothesis: str) -> Agreement | Difference:
        """Compare with the known terms of a sequence whose residues are not known for all n."""
        end = start + _UNPROVED_TERMS if known.end is None else known.end
        if end <= start:
            raise InputError(f"formula {as_typed(self.text)}: no term with n >= {start} is given")
        for n, value in enumerate(known.terms(start, end), start):
            needed = self.required(n)
            if needed is not None and _integer(value) not in needed:
                return self._difference(known, n, None)
        reason = f"the statement holds for n = {start}, ..., {end - 1}"
        reason += "" if known.end is not None else f"; not proved, because {hypothesis}"
        return Agreement(known, reason, terms_evidence(end - start), start)

    def _compare_at(self, known: KnownSequence, n: int) -> Agreement | Difference:
        if not has_term(known, n):
            raise InputError(f"formula {as_typed(self.text)}: there is no term with index {n}")
        if _residue(known, n, self.wanted.modulus) in self.wanted:
            evidence: Evidence = evidence_by(known, "terms-compared", (("n", n),))
            return Agreement(known, self._value_words(known, n), evidence, n)
        return self._difference(known, n, None)

    def _difference(
        self, known: KnownSequence, n: int, right: str | None, residue: int | None = None
    ) -> Difference:
        """Return the difference at n, where ``residue`` is the residue of a(n) if it is known."""
        needed = self.required(n) if self.index is None else self.wanted
        assert needed is not None, "the claim fails at this n"
        value = self._value_words(known, n, residue)
        does = "requires" if needed == self.wanted else "rules out"
        reason = f"at n = {n} the statement {does} that {self.subject}, but {value}"
        first = FirstDifference(n, f"{does} that {self.subject}", value)
        is_late = n > known.first_n + _UNPROVED_TERMS
        evidence = evidence_by(known, "residues-compared", (("n", n),)) if is_late else None
        return Difference(known, reason, first, right=right, evidence=evidence)

    def _value_words(self, known: KnownSequence, n: int, residue: int | None = None) -> str:
        modulus = self.wanted.modulus
        residue = _residue(known, n, modulus) if residue is None else residue
        if n <= known.first_n + _UNPROVED_TERMS:
            text = str(_integer(term_at(known, n)))
            if len(text) <= _SHOWN_DIGITS:
                return f"a({n}) = {text} = {residue} (mod {modulus})"
        return f"a({n}) = {residue} (mod {modulus})"


@dataclass(frozen=True)
class LucasClaim(Stated):
    """Claim that a(pn + d) = a(n) a(d) modulo p for all n >= 0 and all digits d of the base p.

    It is decided by the automaton of the residues modulo p: after the digit d, the automaton is in a state
    that must produce a(d) times the residues of the initial state. The pairs of states that are reached by
    the same digits are finite in number.
    """

    text: str
    prime: int
    form = Form.EXPLICIT
    printed_from = None
    weights = Weights.NONE

    def stated(self, known: KnownSequence) -> Sequence[Claim | SequenceDefinition]:
        return [for_all(self.congruence, known.first_n)]

    @property
    def congruence(self) -> Congruence:
        """The congruence of a(n)."""
        p = number_node(self.prime)
        quotient = call("floor", nodes.Quotient(nodes.N, p))
        factors = (nodes.Symbol(("a",), index) for index in (quotient, call("mod", nodes.N, p)))
        return Congruence(A_OF_N, nodes.Product(tuple(factors)), p)

    def compare(self, truth: Truth) -> Agreement | Difference:
        known, p = truth.sequence(Weights.NONE), self.prime
        if known.first_n:
            raise InputError(f"formula {as_typed(self.text)}: the first index is {known.first_n}, not 0")
        automaton = known.automaton(p)
        residue, wrong = automaton.residue, automaton.lucas_failure()
        evidence = evidence_by(known, "digit-automaton", (("states", automaton.size),))
        if wrong is None:
            return Agreement(known, "the congruence holds for every n >= 0", evidence, 0)
        n, digit = divmod(wrong, p)
        claimed = f"a({wrong}) = a({n}) a({digit}) = {residue(n)} * {residue(digit)} (mod {p})"
        value = f"a({wrong}) = {residue(wrong)} (mod {p})"
        reason = f"the congruence requires that {claimed}, but {value}"
        return Difference(known, reason, FirstDifference(wrong, claimed, value), evidence=evidence)


@dataclass(frozen=True, kw_only=True)
class ValuationClaim(ObservedClaim):
    """Claim that v_p(a(n)) = v_p(n - zero) + constant for all n >= ``since`` with some residues."""

    prime: int
    case: ValuationCase
    observed: ClassVar[int] = 300
    most_terms: ClassVar[int] = 5000
    """Maximum number of terms, which grow with n; at least two have an index in the residue class."""

    def cases(self, known: KnownSequence) -> Iterator[Case]:
        from gfkit.core.algebra.valuations import valuation

        start, case = start_of(known, self.since), self.case
        terms = islice(terms_from(known, start), max(self.most_terms, 2 * case.modulus))
        for n, term in enumerate(map(as_number, terms), start):
            if n % case.modulus in case.residues:
                true = valuation(term.numerator, self.prime) - valuation(term.denominator, self.prime)
                claimed = case.constant + valuation(n - (case.zero or 0), self.prime)
                sides = (f"v_{self.prime}(a({n})) = {exponent}" for exponent in (claimed, true))
                yield n, None if true == claimed else FirstDifference(n, *sides)

    def stated(self, known: KnownSequence) -> Sequence[Claim | SequenceDefinition]:
        case, prime = self.case, number_node(self.prime)
        moved = nodes.Sum((nodes.N, number_node(-int(case.zero)))) if case.zero else nodes.N
        right: nodes.Node = call("valuation", prime, moved)
        right = nodes.Sum((right, number_node(int(case.constant)))) if case.constant else right
        relation = nodes.Equation(call("valuation", prime, A_OF_N), right)
        where = Property(case.modulus, frozenset(case.residues))
        return [for_all(relation, start_of(known, self.since), where)]

    def prove(self, known: KnownSequence, start: int) -> Proof | None:
        from gfkit.core.algebra.valuations import proves

        law = known.rational
        with suppress(InputError, LimitError):
            if law is not None and proves(law, self.prime, self.case):
                return Proof("p-adic-expansion", max(start, law.valid_from - law.order))
        return None


def _bound(wanted: Property, series: RationalGF) -> tuple[int, int] | None:
    """Return the number D of the theorem and the number of terms before the recurrence holds, or None."""
    size, modulus = len(wanted.residues), wanted.modulus
    order, before = series.order, series.valid_from - series.order - series.first_n
    if size in (0, modulus):
        return 1, 0
    primes = fmpz(modulus).factor()
    if len(primes) == 1 and primes[0][1] == 1:
        order, before = degrees_modulo(series, modulus)
        return comb(order + size, size), before
    if size == 1:
        return order + 1, before
    return (comb(order + modulus - 1, modulus - 1), before) if len(primes) == 1 else None


def _residue(known: KnownSequence, n: int, modulus: int) -> int:
    if known.rational is not None and known.rational.is_integral:
        return known.rational.coefficient_mod(n, modulus)
    return _integer(term_at(known, n)) % modulus


def _integer(value: object) -> int:
    if not isinstance(value, int):
        raise InputError(f"term {value}: residues need integers")
    return value
