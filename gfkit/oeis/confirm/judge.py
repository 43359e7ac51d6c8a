"""One formula against the series that the entry's terms have, exactly.

A formula that fails at finitely many n is true from a later n on, and that is what is said of it: printed
ranges are often off by the few terms that were put in front later. A formula that is right for the index
moved by up to three is neither confirmed nor called false.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from gfkit.errors import InputError
from gfkit.oeis.lint.formulas import Formula
from gfkit.sequences import RationalGF
from gfkit.typing import Weights
from gfkit.verify.expansion import expansion, polynomial_part
from gfkit.verify.explicit import ExplicitClaim, evaluated
from gfkit.verify.formula import sequence
from gfkit.verify.formula.annihilator import spectrum
from gfkit.verify.formula.kind import Kind, first_value, kind_of
from gfkit.verify.formula.linear import name_of
from gfkit.verify.formula.radical import Radical
from gfkit.verify.formula.ratio import Ratio, ratio, ring_of
from gfkit.verify.formula.statement import Statement, read_statement
from gfkit.verify.formula.tree import Symbol
from gfkit.verify.recurrence.claim import RelationClaim, relation_claim
from gfkit.verify.recurrence.defect import defect_series, tested
from gfkit.verify.series import SeriesClaim
from gfkit.verify.truth import series as as_ratio

_SLIPS = (1, -1, 2, -2, 3, -3)


class Answer(StrEnum):
    """What may be said of a line."""

    CONFIRMED = "confirmed"
    FALSE = "false"
    UNKNOWN = "cannot say"


@dataclass(frozen=True)
class Judged:
    """The answer: n where it begins to hold, or of a false line the first n where it fails."""

    answer: Answer
    n: int | None
    reason: str
    is_late: bool = False
    """Whether it begins to hold later than printed."""


def judged(formula: Formula, true: RationalGF) -> Judged:
    """Whether a formula is that of the sequence with this generating function.

    >>> fibonacci = RationalGF.of([0, 1], [1, -1, -1])
    >>> print(judged(Formula("a(n) = a(n-1) + a(n-2) for n > 4"), fibonacci).n)
    5
    >>> judged(Formula("a(n) = a(n-1) + 2*a(n-2)"), fibonacci).reason
    'at n = 3 it gives 3, and a(3) = 2'
    >>> judged(Formula("1/(1 - x - x^2)", "x"), fibonacci).reason
    'as printed it fails at n = 0; with the index moved by 1 it is right, as after a change of offset'
    """
    statement = read_statement(formula.text, formula.variable or "t")
    if formula.variable:
        side = statement.chains[0].sides[-1]
        return _series(SeriesClaim(side, formula.text, Weights.NONE).value, true)
    kind = kind_of(statement)
    if kind is Kind.RECURRENCE:
        return _recurrence(statement, true)
    if kind is Kind.CLOSED_FORM:
        return _closed_form(statement, true)
    return Judged(Answer.UNKNOWN, None, f"it is read as {kind}, which is not settled here")


# Recurrences


def _recurrence(statement: Statement, true: RationalGF) -> Judged:
    claim = _relation(statement)
    start = claim.start(true.first_n)
    failing, for_good = _tested(claim, true, 0, start)
    wrong = _wrong_values(claim, true, 0)
    moved = 0
    if wrong or (for_good is None and failing and _has_n(claim)):
        moved = _slip(lambda by: _holds_moved(claim, true, by, start))
    if moved:
        return _slipped(min((*wrong, *failing)), moved)
    if wrong:
        n = min(wrong)
        return Judged(Answer.FALSE, n, f"the first value a({n}) = {wrong[n]} is printed, and it is {true[n]}")
    if not failing:
        return _held(start, start)
    if for_good is not None:
        return _held(for_good, start)
    n = min(failing)
    place = n + claim.leading.shift
    scale = _leading_coefficient(claim).put(n=claim.ring.number(n))
    value = true[place]
    given = "nothing" if scale.is_zero else str((claim.ring.number(value) - failing[n] / scale).plain)
    return Judged(Answer.FALSE, place, f"at n = {place} it gives {given}, and a({place}) = {value}")


def _wrong_values(claim: RelationClaim, true: RationalGF, by: int) -> dict[int, Ratio]:
    """The printed first values that are not those of b(n) = a(n - by), by their n."""
    return {
        n: value
        for _, n, value in claim.initial
        if n - by >= true.first_n and not (value - claim.ring.number(true[n - by])).is_zero
    }


def _holds_moved(claim: RelationClaim, true: RationalGF, by: int, start: int) -> bool:
    """Whether relation and printed first values, one at least, are right for b(n) = a(n - by)."""
    if claim.initial and all(n - by < true.first_n for _, n, _ in claim.initial):
        return False
    return not _wrong_values(claim, true, by) and not _tested(claim, true, by, start + max(0, by))[0]


def _relation(statement: Statement) -> RelationClaim:
    """The one relation of the statement, about a(n) alone, with the first values beside it."""
    ring = ring_of(*(side for chain in statement.chains for side in chain.sides))
    relations, initial = [], []
    for chain in statement.chains:
        n, left = first_value(chain), chain.sides[0]
        if n is not None and isinstance(left, Symbol):
            initial.append((name_of(left), n, ratio(chain.sides[1], ring)))
        elif len(chain.sides) == 2 and chain.relations == ("=",):
            relations.append((left, chain.sides[1]))
    if len(relations) != 1:
        raise InputError(f"formula: {len(relations)} recurrences are in it, and one can be settled")
    claim = relation_claim(*relations[0], ring, statement.text, Weights.NONE, statement.valid_from, initial)
    if [name.label for name in claim.names] != [("a",)] or ring.roots:
        raise InputError("formula: it speaks of other sequences than a(n)")
    return claim


def _tested(
    claim: RelationClaim, true: RationalGF, by: int, start: int
) -> tuple[dict[int, Ratio], int | None]:
    """Where the relation fails from ``start`` on for b(n) = a(n - by)."""
    ring = claim.ring
    known = {name: as_ratio(true, ring) * ring.letter("t", by) for name in claim.names}
    found = tested(defect_series(claim.defect, known, ring), start)
    return found.failing, found.for_good_from


def _slip(holds: Callable[[int], bool]) -> int:
    """A shift of the index that makes it right; 0 for none."""
    return next((by for by in _SLIPS if holds(by)), 0)


def _has_n(claim: RelationClaim) -> bool:
    """Whether n itself occurs in it; if not, it says the same of every shift of the sequence."""
    return bool(claim.defect.rest) or any(term.coefficient.degree("n")[0] for term in claim.defect.terms)


def _leading_coefficient(claim: RelationClaim) -> Ratio:
    lead = claim.leading
    return next(t.coefficient for t in claim.defect.terms if (t.name, t.shift) == (lead.name, lead.shift))


# Generating functions


def _series(value: Ratio, true: RationalGF) -> Judged:
    difference = value - as_ratio(true, value.ring)
    first = true.first_n
    parts = polynomial_part(difference)
    if parts is not None:
        wrong = {n: part for n, part in parts.items() if n >= first}
        if not wrong:
            return _held(first, first)
        printed = expansion(value, max(wrong) + 1)
        if all(printed.get(n, value.ring.number(0)).is_zero for n in range(first, max(wrong) + 1)):
            return _held(max(wrong) + 1, first)
        n = min(wrong)
    else:
        n = _first_failing(difference, first)
    moved = _slip(lambda by: _moves_to(value, true, by))
    if moved:
        return _slipped(n, moved)
    given = expansion(value, n + 1).get(n, value.ring.number(0))
    return Judged(Answer.FALSE, n, f"its coefficient at n = {n} is {given}, and a({n}) = {true[n]}")


def _first_failing(difference: Ratio, first: int) -> int:
    """The first n from ``first`` on with a coefficient other than 0; there are infinitely many."""
    end = first + 1
    while True:
        for n, part in sorted(expansion(difference, end).items()):
            if n >= first and not part.is_zero:
                return n
        end = 2 * end + 8


def _moves_to(value: Ratio, true: RationalGF, by: int) -> bool:
    """Whether t^by times it is the series, but for terms in front that one of both lacks."""
    difference = value * value.ring.letter("t", by) - as_ratio(true, value.ring)
    parts = polynomial_part(difference)
    return parts is not None and all(n < true.first_n + abs(by) for n in parts)


# Closed forms


def _closed_form(statement: Statement, true: RationalGF) -> Judged:
    chains = [chain for chain in statement.chains if first_value(chain) is None]
    if len(chains) != 1 or len(chains[0].sides) != 2:
        raise InputError("formula: more than one equation is in it")
    given = tuple(
        (n, sequence.value(chain.sides[1], n))
        for chain in statement.chains
        if (n := first_value(chain)) is not None
    )
    claim = ExplicitClaim(chains[0].sides[1], statement.text, statement.valid_from, given)
    start = claim.start(true.first_n)
    shape = spectrum(claim.side)
    pure = max(start, claim.settled, true.degree - true.order + 1, shape.start if shape else 0)
    run = true.order + (shape.order if shape else 40)
    wrong = _differing(claim, true, start, pure + 2 * run + 1, 0)
    since = wrong[-1] + 1 if wrong else start
    if since <= pure + run:
        if shape is not None:
            return _held(since, start)
        begun = f"as printed it fails at n = {wrong[0]}; from n = {since} on " if wrong else ""
        agreed = f"{begun}{pure + 2 * run + 1 - since} terms agree"
        return Judged(
            Answer.UNKNOWN, None, f"{agreed}, and no recurrence of the formula is known to prove it"
        )
    end = pure + run
    moved = _slip(lambda by: not _differing(claim, true, start + abs(by), end + abs(by), by))
    if moved:
        return _slipped(wrong[0], moved)
    n = wrong[0]
    return Judged(Answer.FALSE, n, f"at n = {n} it gives {claim.value(n)}, and a({n}) = {true[n]}")


def _differing(claim: ExplicitClaim, true: RationalGF, start: int, end: int, by: int) -> list[int]:
    """The n from ``start`` on where the formula at n - by is not a(n)."""
    terms = true.terms(end - true.first_n)[start - true.first_n :]
    found = []
    for n, term in enumerate(terms, start):
        value = claim.value(n) if not by else evaluated(claim.side, n - by)
        if value is None or value != Radical.of(term):
            found.append(n)
    return found


def _held(n: int, printed: int) -> Judged:
    late = f"; as printed, from n = {printed} on, it fails before that" if n > printed else ""
    return Judged(Answer.CONFIRMED, n, f"it holds for every n >= {n}{late}", n > printed)


def _slipped(n: int, moved: int) -> Judged:
    reason = (
        f"as printed it fails at n = {n}; with the index moved by {moved} it is right, as after a change of"
        " offset"
    )
    return Judged(Answer.UNKNOWN, None, reason)
