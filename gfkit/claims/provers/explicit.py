"""Claims of closed forms: comparison with a sequence, proof for every n, and small corrections.

Corrections are tried in this order, and each is checked like the formula itself: 1. a larger first n; 2. a
shifted index; 3. a constant factor or summand; 4. another number or sign in the formula.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from itertools import chain, islice

from flint import acb_poly, arb, ctx

from gfkit.claims.provers import sequence
from gfkit.claims.provers.enclosure import DECIMALS_NOTE, contains, decimals, enclosure, has_decimals
from gfkit.claims.provers.expansion import closed_rows, law_rows
from gfkit.claims.provers.result import (
    INDEX_SHIFT,
    Agreement,
    Difference,
    Failure,
    Stated,
    difference_at,
    failure_at_term,
    missing_term,
)
from gfkit.claims.provers.series import COMPARED, place_text
from gfkit.claims.provers.space import Space, difference_space, law_space, turning_points, zeros_of_divisors
from gfkit.claims.provers.truth import (
    Form,
    KnownSequence,
    Truth,
    as_number,
    evidence_by,
    last_in_range,
    number_at,
    range_evidence,
    terms_evidence,
)
from gfkit.claims.statement.canonical import NotStatedError
from gfkit.claims.statement.tree import A_OF_N, Claim, SequenceDefinition, Span, relates, value_claim
from gfkit.core import algebra
from gfkit.core.algebra import Evidence, RationalGF, Status
from gfkit.core.algebra.formula import radical as rows, tree as nodes
from gfkit.core.algebra.formula.radical import Radical
from gfkit.core.algebra.number import number_text, to_fmpq
from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import GfkitError, InputError, LimitError, NoValueError, UndecidedError
from gfkit.core.typing import Weights, cached_property

_UNPROVED_TERMS = 40
"""Minimum number of terms compared if no recurrence of the formula is known."""
_MOST_TERMS = 400
"""Maximum number of terms compared with a formula that contains decimals."""
_LARGEST_N = 10_000
_SAMPLED = 12
"""Number of n at which the values of a formula are tested for being exact."""
_MOST_SHIFT = 3
_LATEST_START = 12
_MOST_CHANGES = 600
_FIRST_PLACES = 3
"""Number of initial terms, besides those where the printed formula fails, that a changed formula must
match.
"""
_MOST_NODES = 1000
_NUMBER_STEPS = (1, -1, 2, -2)
_BITS = 256
_MOST_CHECKED = 400
_UNITS = (Radical.of(1), Radical.of(-1))


@dataclass(frozen=True)
class ExplicitClaim(Stated):
    """Claim that a(n) = side for every n >= ``valid_from``.

    If ``valid_from`` is None, the range begins at the first index of the sequence, or after the initial
    single terms in ``given``. Other single terms are claimed in addition. The printed index was n +
    ``shift``; ``printed_from`` is the first n of a printed range.
    """

    side: nodes.Node
    text: str
    valid_from: int | None = None
    given: tuple[tuple[int, Radical], ...] = ()
    first_n: int = 0
    """First index of the sequence."""
    shift: int = 0
    printed_from: int | None = None
    form = Form.EXPLICIT

    def start(self, first_n: int) -> int:
        """Return the smallest n for which a value is claimed."""
        return max(first_n, min([self.since, *self.early_cases, *(n for n, _ in self.given)]))

    @cached_property
    def since(self) -> int:
        """Smallest n for which the claim uses the side and not a single term."""
        if self.valid_from is not None:
            return self.valid_from
        least = max(self.first_n, sequence.defined_from(self.side))
        given = (n for n, _ in self.given if not sequence.treats_separately(self.side, n))
        return max(least, first_behind(given, self.first_n))

    @cached_property
    def early_cases(self) -> list[int]:
        """Indices n before ``since`` covered by a case of the side, such as 1 if n < 2 in addition to 2^n if
        n > 5.
        """
        if self.valid_from is not None:
            return []
        return [n for n in range(self.first_n, self.since) if sequence.is_defined(self.side, n)]

    def claims(self, n: int) -> bool:
        """Return True if the claim includes n. Single terms and cases may be outside the range."""
        return n >= self.since or n in self.early_cases or n in dict(self.given)

    @property
    def side_from(self) -> int:
        """Smallest n_0 such that the side of the formula, without separately printed terms, is claimed for
        all n >= n_0.
        """
        return max([self.since, *(n + 1 for n, _ in self.given)])

    def value(self, n: int) -> Radical | None:
        """Return the value claimed for n, or None if there is no unique value (division by zero, no case, two
        values).
        """
        given = dict(self.given).get(n)
        if given is not None and n < self.since:
            return given
        value = self._side_value(n)
        return value if given is None or given == value else None

    def _side_value(self, n: int) -> Radical | None:
        """Return the value of the side at n.

        The result is None if the side has no value there and n is printed or among the initial terms.
        """
        try:
            return sequence.exact_value(self.side, n)
        except NoValueError:
            is_ranged = self.printed_from is not None
            if (n > 2 and not is_ranged) or not _has_value(self.side, (5, 12, *[100] * is_ranged)):
                raise
            return None

    @cached_property
    def is_enclosed(self) -> bool:
        """True if some values of the side are known only as balls (intervals)."""
        return any(map(self._is_uncomputed, range(self.since, self.since + _SAMPLED)))

    def _is_uncomputed(self, n: int) -> bool:
        try:
            sequence.exact_value(self.side, n)
        except GfkitError as error:
            return isinstance(error, UndecidedError)
        return False

    def stated(self, known: KnownSequence) -> list[Claim | SequenceDefinition]:
        """Return the single terms and early cases, and the formula for all other n."""
        given, since = dict(self.given), self.since
        since = max(since, known.first_n) if self.printed_from is None else since
        claims: list[Claim | SequenceDefinition] = []
        for n, value in self.given:
            if value.rational is None:
                raise NotStatedError("formula: an irrational value of a single term")
            if n >= known.first_n or known.question is None:
                claims.append(value_claim(n, value.rational))
            elif not _has_value(self.side, [n]) or self._side_value(n) != value:
                raise UndecidedError(
                    f"a value at n = {n} is printed, but the first board has n = {known.first_n}"
                )
        early = [
            n
            for n in self.early_cases
            if n >= known.first_n and (n not in given or sequence.treats_separately(self.side, n))
        ]
        return [*claims, relates(A_OF_N, self.side, Span(min([since, *early]), last_in_range(known)))]

    def differs(self, n: int, true: Fraction | int) -> bool:
        """Return True if the value claimed for n certainly differs from the true term."""
        given = dict(self.given).get(n)
        if not self.is_enclosed or (given is not None and n < self.since):
            return self.value(n) != Radical.of(true)
        if given is not None and given != Radical.of(true):
            return True
        return not contains(enclosure(self.side, n), Fraction(true))

    def text_at(self, n: int) -> str:
        """Return the value claimed for n as a string."""
        if self._is_uncomputed(n) and (n >= self.since or n not in dict(self.given)):
            return decimals(enclosure(self.side, n))
        value, given = self.value(n), dict(self.given).get(n)
        if value is None and given is not None:
            return f"{self._side_value(n)} and {given}"
        return "no value" if value is None else str(value)

    def compare(self, truth: Truth) -> Agreement | Difference:
        """Compare the claim with a sequence term by term, on as many terms as a proof requires or as are
        known.

        The difference of formula and sequence, multiplied by the denominators, belongs to a space of
        sequences of known dimension d. If it is zero at d consecutive indices, it is zero for all later n. A
        formula without such a bound, for example binomial(2n, n), is compared on a few dozen terms and is not
        proved, unless it is a single rounded expression (``_rounding_holds``) or a sum that creative
        telescoping proves.
        """
        known = truth.sequence(Weights.NONE)
        reach = self._choose_range(known)
        wrong, is_whole = self._wrong_places(known, reach)
        if not wrong:
            return self._agreement(known, reach)
        later = max(wrong[-1] + 1, self.since)
        enough = 1 if known.end is not None else (reach.end - reach.start) // 2
        is_long = is_whole and reach.bound is None and reach.end - later >= enough
        with_sums = is_long and (self.printed_from is not None or wrong == [known.first_n])
        proof = self._proof(known, reach, later, with_sums=with_sums) if is_whole else None
        holds = is_long or proof is not None
        n = wrong[0]
        return difference_at(
            known,
            f"at n = {n} the formula gives",
            n,
            self.text_at(n),
            number_text(number_at(known, n)),
            holds_from=later - self.shift if holds else None,
            proof=proof.evidence if proof is not None and self._are_given_right(known, wrong) else None,
            repair=lambda: self._repair(known, wrong, later if holds else None, proof is not None),
            notes=((DECIMALS_NOTE,) if has_decimals(self.side) else ()) + (proof.notes if proof else ()),
            failure_at=partial(self._failure_at, known),
            printed_n=None if n in dict(self.given) else n - self.shift,
        )

    def _are_given_right(self, known: KnownSequence, places: Iterable[int]) -> bool:
        """Return True if the printed single terms at the given n are right, regardless of the formula."""
        given = dict(self.given)
        return all(given[n] == Radical.of(number_at(known, n)) for n in places if n in given)

    def _failure_at(self, known: KnownSequence, n: int) -> Failure | None:
        """Return the failure at one n of the printed range, or None if the claim holds there."""
        index = n + self.shift
        if index < known.first_n:
            return missing_term(n, index, known.first_n, "is about")
        true = number_at(known, index)
        if not self.differs(index, true):
            return None
        return failure_at_term(
            known, "the formula gives", n, self.shift, self.text_at(index), number_text(true)
        )

    def _choose_range(self, known: KnownSequence) -> _Reach:
        start = self.start(known.first_n)
        if known.end is not None:
            if max(start, self.since) >= known.end:
                raise InputError(
                    f"data: the terms end at n = {known.end - 1}, and the formula starts at n = {self.since};"
                    " at least one term is needed"
                )
            return _Reach(start, start, known.end)
        if start > _LARGEST_N:
            raise LimitError(
                f"formula: its range starts at n = {start}; at most n = {_LARGEST_N} is supported"
            )
        if self.side_from > _LARGEST_N:
            raise LimitError(
                f"formula: a single value is given at n = {self.side_from - 1}; at most n = {_LARGEST_N} is"
                " supported"
            )
        late, enough = turning_points(self.side), _end_of_digits(self.side, known, start)
        if known.rational is None:
            return _Reach(start, start, max(start + COMPARED, self.side_from, enough)).with_late(late)
        bound = None if self.is_enclosed else difference_bound(self.side, known.rational)
        later = max(self.side_from, enough if bound is None else 0)
        return _find_decisive_range(known.rational, bound, start, later).with_late(late)

    def _wrong_places(self, known: KnownSequence, reach: _Reach) -> tuple[list[int], bool]:
        """Return the n at which the claim is wrong, and True if all n could be evaluated.

        All n before the first wrong one must have a value.
        """
        wrong: list[int] = []
        terms = enumerate(known.terms(reach.start, reach.end), reach.start)
        late = (n for n in reach.late if self.is_enclosed or self.value(n) is not None)
        for n, true in chain(terms, ((n, number_at(known, n)) for n in late)):
            try:
                if self.claims(n) and self.differs(n, as_number(true)):
                    wrong.append(n)
            except GfkitError as error:
                if not wrong and isinstance(error, NoValueError):
                    why = str(error).removeprefix("formula: ")
                    raise NoValueError(
                        f"formula: it has no value at n = {n} ({why}); state the smallest n of its range"
                    ) from None
                if not wrong:
                    raise
                return wrong, False
        return wrong, True

    def _agreement(self, known: KnownSequence, reach: _Reach) -> Agreement:
        count, start = reach.end - reach.start, reach.start
        failure_at = partial(self._failure_at, known)
        if known.end is not None:
            checked = sum(map(self.claims, range(start, reach.end)))
            reason = f"all {checked} terms agree"
            since = start - self.shift
            evidence = terms_evidence(checked) if self.is_enclosed else range_evidence(known, checked)
            return Agreement(known, reason, evidence, since, failure_at=failure_at)
        later = max(start, self.since)
        since = later - self.shift
        proof = self._proof(known, reach, later, with_sums=True)
        if proof is not None:
            reason = proof.reason + (f" for every n >= {since}" if since else "")
            return Agreement(known, reason, proof.evidence, since, notes=proof.notes, failure_at=failure_at)
        where = (
            f"the terms for n = {', '.join([f'{start}, ..., {reach.end - 1}', *map(str, reach.late)])} agree"
        )
        if self.is_enclosed:
            reason = f"{where} to 30 digits; not proved, because digits of an enclosure are compared"
        else:
            reason = f"{where}; not proved, because no recurrence of the formula is known"
        return Agreement(known, reason, terms_evidence(count), since, failure_at=failure_at)

    def _proof(self, known: KnownSequence, reach: _Reach, start: int, *, with_sums: bool) -> _Proof | None:
        """Return a proof that the side equals all terms for n >= ``start``, or None if no proof is found.

        The search by creative telescoping, which takes longer, is included if ``with_sums`` is True.
        """
        gf, count = known.rational, reach.end - reach.start
        if gf is None:
            law = known.p_recursive
            return None if law is None else self._proof_by_sum(known, law, start)
        if reach.bound is not None:
            if start > reach.pure:
                return None
            order = reach.bound.order - gf.order
            details = (("terms_compared", count), ("order_of_formula", order), ("order", gf.order))
            reason = (
                f"the terms for n = {reach.start}, ..., {reach.end - 1} agree, and the difference satisfies a"
                f" recurrence of order at most {reach.bound.order}"
            )
            return _Proof(reason, evidence_by(known, "terms-compared", details))
        if _rounding_holds(self.side, gf, start):
            reason = "the expression differs from the counts by less than rounding removes, for every n"
            evidence = evidence_by(known, "rounding-error-bounded", (("terms_compared", count),))
            return _Proof(reason, evidence)
        return self._proof_by_sum(known, gf, start) if with_sums else None

    def _proof_by_sum(
        self, known: KnownSequence, law: RationalGF | algebra.PRecursive, start: int
    ) -> _Proof | None:
        """Return the proof by creative telescoping for a side that contains a sum, or None."""
        if known.evidence.status is not Status.PROVED or self.given:
            return None
        # few formulas contain a sum
        from gfkit.claims.provers.sums import first_difference, in_s, law_of_expression, least_order
        from gfkit.claims.provers.telescoping import telescoping_proof

        sums = telescoping_proof(self.side, law, start)
        if sums is not None and sums.order == 1:
            words, notes, order = sums.words, sums.notes, 1
        else:
            try:
                terms = law.generalise().starting_at(max(start, law.first_n))
                if (
                    sums is None
                    and first_difference(law_of_expression(self.side, terms.first_n), terms) is not None
                ):
                    return None
            except (GfkitError, ZeroDivisionError):
                return None
            least, notes = least_order(terms), () if sums is None else sums.notes
            words, order = f"the formula S(n) satisfies {in_s(least)} by creative telescoping", least.order
        evidence = Evidence(Status.PROVED, "creative-telescoping", (("order_of_sum", order),))
        return _Proof(f"{words}; so the formula holds", evidence, notes)

    def _repair(
        self, known: KnownSequence, wrong: list[int], later: int | None, is_lasting: bool
    ) -> str | None:
        """Return the first small change that makes the formula correct, for every n or for all known
        terms.
        """
        start, end = self.start(known.first_n), known.end
        if known.rational is None and end is None:
            return None

        def accepts(side: nodes.Node, first: int) -> bool:
            return (
                _is_proved_from(side, known, first)
                if end is None
                else _agrees_with_formula(side, known, first, end)
            )

        beside = min(wrong) >= self.since and all(n in dict(self.given) for n in wrong)
        if beside and accepts(self.side, max(start, self.since)):
            right = ", ".join(f"a({n}) = {number_text(number_at(known, n))}" for n in wrong)
            return f"{right} should be given; the formula itself is correct"
        if end is not None and end - start < 6:
            return None
        latest = start + _LATEST_START if end is None else min(start + _LATEST_START, end - 4)
        if later is not None and later < latest and (is_lasting or end is not None):
            return f"the formula holds only for n >= {later - self.shift}"
        tried = (*range(start, start + _FIRST_PLACES), wrong[0], wrong[-1])
        return _small_change(self.side, self.text, tried, partial(number_at, known), accepts)


@dataclass(frozen=True)
class _Proof:
    """Reason why a side equals all terms for n >= n_0, with its evidence."""

    reason: str
    evidence: Evidence
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Reach:
    """Span of terms to compare: ``start`` <= n < ``end``.

    If ``bound``, a bound on the space of the difference of formula and sequence, is known, agreement for
    ``pure`` <= n < ``end`` implies agreement for all n >= ``pure``.
    """

    start: int
    pure: int
    end: int
    bound: Space | None = None
    late: tuple[int, ...] = ()
    """Larger n at which a case of the formula may begin; they are compared if no bound is known."""

    def with_late(self, places: Iterable[int]) -> _Reach:
        """Return the range with further n, unless the range decides for every n."""
        return replace(self, late=() if self.bound else tuple(n for n in places if n >= self.end))


_COUNTS = nodes.Symbol(("counts",), nodes.N)


def difference_bound(side: nodes.Node, law: RationalGF) -> Space | None:
    """Return a space that contains the difference of a sequence and a side, times the side's denominators.

    The result is None if no bound is known, or if a denominator may be zero at infinitely many n.
    """
    may_vanish, after = zeros_of_divisors(side)
    laws = {_COUNTS.label: law_space(law)}
    found = None if may_vanish else difference_space(_COUNTS, side, laws=laws.get)
    return found and Space(found.order, max(found.start, after))


def _end_of_digits(side: nodes.Node, known: KnownSequence, start: int) -> int:
    """Return an n such that the terms at n are longer than all decimals in a formula, so that rounded
    decimals have shown their error, or ``start`` for a formula without decimals.
    """
    if not has_decimals(side):
        return start
    size = 1000 * 10 ** max(len(part.digits) for part in nodes.walk(side) if isinstance(part, nodes.Number))
    terms = map(as_number, known.terms(start, start + _MOST_TERMS))
    return next((n for n, term in enumerate(terms, start + 1) if abs(term) > size), start + _MOST_TERMS)


def _find_decisive_range(gf: RationalGF, bound: Space | None, start: int, side_from: int = 0) -> _Reach:
    """Return the range of terms with n >= ``start`` that decides whether formula and sequence agree."""
    if bound is None:
        return _Reach(start, start, max(start + _UNPROVED_TERMS, start + 2 * gf.order, side_from))
    pure = max(start, side_from, bound.start)
    if pure > _LARGEST_N:
        raise LimitError(
            f"formula: the comparison requires terms with n >= {pure}; at most n = {_LARGEST_N} is supported"
        )
    return _Reach(start, pure, pure + bound.order, bound)


def first_behind(given: Iterable[int], first_n: int, latest: int | None = None) -> int:
    """Return the first n after the initial single terms of a sequence.

    The result is ``first_n`` if the single terms begin after ``latest``, which is ``first_n`` by default.
    They may begin before ``first_n``.

    >>> first_behind([0, 1, 5], 0), first_behind([1, 2], 0), first_behind([1, 2], 0, 1)
    (2, 0, 3)
    """
    there = set(given)
    n = min(there, default=first_n)
    if n > (first_n if latest is None else latest):
        return first_n
    while n in there:
        n += 1
    return max(n, first_n)


def _has_value(side: nodes.Node, places: Iterable[int]) -> bool:
    """Return True if the formula has a value at one of the given n."""
    for n in places:
        try:
            sequence.exact_value(side, n)
        except GfkitError:
            continue
        return True
    return False


def _agrees_with_formula(side: nodes.Node, known: KnownSequence, first: int, end: int) -> bool:
    """Return True if the formula equals the known terms for ``first`` <= n < ``end``."""
    terms = enumerate(known.terms(first, end), first)
    return all(_equals_at(side, n, as_number(true)) for n, true in terms)


def _is_proved_from(side: nodes.Node, known: KnownSequence, start: int) -> bool:
    """Return True if the formula is proved to hold for all n >= ``start``."""
    try:
        if known.rational is None or (bound := difference_bound(side, known.rational)) is None:
            return False
        return _agrees_with_formula(
            side, known, start, _find_decisive_range(known.rational, bound, start).end
        )
    except GfkitError:
        return False


# Repairs

_Accepts = Callable[[nodes.Node, int], bool]


def _small_change(
    side: nodes.Node, text: str, places: tuple[int, ...], true: Callable[[int], Fraction], accepts: _Accepts
) -> str | None:
    """Return a description of the first small change that is accepted, or None.

    To save time, each change is first tested at the given n, where most fail.
    """
    if sum(1 for _ in nodes.walk(side)) > _MOST_NODES:
        return None
    start = places[0]
    candidates = chain(_index_shifts(side), _constants(side, start, true), _generate_edits(side, text))
    for words, changed in islice(candidates, _MOST_CHANGES):
        if all(_equals_at(changed, n, true(n)) for n in places) and accepts(changed, start):
            return words
    return None


def _equals_at(side: nodes.Node, n: int, true: Fraction) -> bool:
    try:
        return sequence.exact_value(side, n) == Radical.of(true)
    except (GfkitError, ZeroDivisionError):
        return False


def _index_shifts(side: nodes.Node) -> Iterator[tuple[str, nodes.Node]]:
    for size in range(1, _MOST_SHIFT + 1):
        for step in (size, -size):
            moved = nodes.Sum((nodes.Letter("n"), nodes.Number(Fraction(step))))
            yield (
                INDEX_SHIFT.format(step),
                nodes.substitute_n(side, moved),
            )


def _constants(
    side: nodes.Node, start: int, true: Callable[[int], Fraction]
) -> Iterator[tuple[str, nodes.Node]]:
    """Yield a constant factor and a constant summand, each determined by one term."""
    for n in (start, start + 1):
        try:
            value = sequence.exact_value(side, n).rational
        except GfkitError:
            continue
        if value is None:
            continue
        if value and true(n):
            factor = true(n) / value
            yield (
                f"a constant factor {number_text(factor)} is missing",
                nodes.Product((nodes.Number(factor), side)),
            )
        summand = true(n) - value
        yield f"a summand {number_text(summand)} is missing", nodes.Sum((side, nodes.Number(summand)))


def _generate_edits(side: nodes.Node, text: str) -> Iterator[tuple[str, nodes.Node]]:
    """Yield the side with one number replaced by a nearby one, or one sign changed."""
    around = {id(part): place_text(node, text) for node in nodes.walk(side) for part in nodes.children(node)}
    for part in nodes.walk(side):
        if isinstance(part, nodes.Negative):
            yield "one sign is wrong: a minus should be a plus", nodes.replace_part(side, part, part.body)
        elif isinstance(part, nodes.Sum):
            for term in part.terms:
                if not isinstance(term, nodes.Negative):
                    yield (
                        "one sign is wrong: a plus should be a minus",
                        nodes.replace_part(side, term, nodes.Negative(term)),
                    )
    for part in nodes.walk(side):
        if isinstance(part, nodes.Number):
            values = [part.value + step for step in _NUMBER_STEPS] + [
                part.value * 2,
                Fraction(part.value) / 2,
            ]
            values += [Fraction(digit) for digit in range(10)] if part.value in range(10) else []
            for value in dict.fromkeys(v for v in values if v != part.value):
                yield (
                    f"one number is wrong: {number_text(part.value)} should be {number_text(value)}"
                    + around.get(id(part), ""),
                    nodes.replace_part(side, part, nodes.Number(value)),
                )
        elif isinstance(part, nodes.Letter) and part.name == "n":
            for step in _NUMBER_STEPS:
                moved = nodes.Sum((part, nodes.Number(Fraction(step))))
                yield (
                    f"one n should be n{step:+d}{around.get(id(part), '')}",
                    nodes.replace_part(side, part, moved),
                )


# Rounded expressions


def _rounding_holds(side: nodes.Node, law: RationalGF, start: int) -> bool:
    """Return True if the formula, a single rounded expression, equals all counts for n >= ``start``.

    Let g(n) be the expression without rounding and a(n) the counts. Consider the generating function of e(n)
    = g(n) - a(n) in lowest terms. If its poles are simple, and all except 1 and -1 are outside the unit
    circle, then e(n) is a sum of terms c r^n with |r| <= 1. Let c_1 be the coefficient for r = 1. The bound
    on |e(n) - c_1|, the sum of the other |c r^n|, does not increase, so only finitely many n must be checked.
    """
    if not isinstance(side, nodes.IntegerPart):
        return False
    try:
        series = closed_rows(side.body)
        return series is not None and _errors_stay_small(side, series, law, start)
    except GfkitError:
        return False


def _errors_stay_small(
    side: nodes.IntegerPart, series: tuple[rows.Row, rows.Row], law: RationalGF, start: int
) -> bool:
    """Return True if rounding is correct for all n: each n is checked until the bound on the error
    suffices.
    """
    (above, below), (true_above, true_below) = series, law_rows(law)
    top = rows.rows_sum(
        rows.rows_product(above, true_below), [-c for c in rows.rows_product(true_above, below)]
    )
    above, below = rows.lowest_rows(top, rows.rows_product(below, true_below))
    first = max(start, len(above) - len(below) + 1)
    units = {root: c for root in _UNITS if (c := rows.constant_at(above, below, root)) is not None}
    rest = below
    for root in units:
        rest = rows.rows_divmod(rest, [Radical.of(1), -root])[0]
    low, high = {
        nodes.Rounding.FLOOR: (Fraction(0), Fraction(1)),
        nodes.Rounding.CEILING: (Fraction(-1), Fraction(0)),
        nodes.Rounding.NEAREST: (Fraction(-1, 2), Fraction(1, 2)),
    }[side.how]
    with ctx.workprec(_BITS):
        powers = _decaying_powers(above, below, rest)
        if powers is None:
            return False
        one, minus_one = (units.get(root, Radical.of(0)).ball().real for root in _UNITS)
        room = [one - arb(to_fmpq(low)), arb(to_fmpq(high)) - one]
        for n in range(start, start + _MOST_CHECKED):
            error = sum((c * r**n for c, r in powers), abs(minus_one))
            if n >= first and all(error < size for size in room):
                return True
            if sequence.exact_value(side, n) != Radical.of(law[n]):
                return False
    return False


def _decaying_powers(above: rows.Row, below: rows.Row, factor: rows.Row) -> list[tuple[arb, arb]] | None:
    """Return |c| and |r| for each term c r^n that comes from a zero of ``factor``, a factor of the
    denominator, or None.

    The result is None if some |r| is not certainly below 1 or a pole is not certainly simple.
    """
    top, bottom, part = (acb_poly([c.ball() for c in row]) for row in (above, below, factor))
    slope, powers = bottom.derivative(), []
    try:
        poles = part.roots()
    except ValueError:  # the isolation of a multiple root never succeeds
        return None
    for pole in poles:
        if not abs(pole) > 1 or slope(pole).contains(0):
            return None
        powers.append((abs(top(pole) / (pole * slope(pole))), abs(1 / pole)))
    return powers
