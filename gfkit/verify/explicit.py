"""Closed forms as printed against games, or against terms."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, partial

from gfkit.errors import GfkitError, InputError, LimitError
from gfkit.formula.radical import Radical
from gfkit.formula.tree import Node
from gfkit.guess import Data
from gfkit.sequences import Evidence, Status
from gfkit.sequences.number import number_text
from gfkit.transfer import Derived
from gfkit.typing import Weights
from gfkit.verify.formula import sequence
from gfkit.verify.formula.spectrum import Spectrum, spectrum
from gfkit.verify.repair.explicit import repair_explicit, repair_for_data
from gfkit.verify.rounding import rounding_holds
from gfkit.verify.truth import GameTruth, exchanged, refuted_by
from gfkit.verify.verdict import FirstDifference, Judgement, Verdict

UNPROVED_TERMS = 40
"""How many terms are compared where no recurrence of the formula is known."""
_LATEST = 10_000


@dataclass(frozen=True)
class ExplicitClaim:
    """a(n) = side for every n >= ``valid_from``; None: from where the family starts, or behind the single
    terms in ``given`` that stand at the beginning. Other single terms are claimed beside the formula."""

    side: Node
    text: str
    valid_from: int | None = None
    given: tuple[tuple[int, Radical], ...] = ()
    first_n: int = 0
    """Where the sequence begins."""

    def start(self, first_n: int) -> int:
        """The first n for which something is claimed."""
        return max(first_n, min([self.since, *(n for n, _ in self.given)]))

    @cached_property
    def since(self) -> int:
        """The first n of the side itself."""
        if self.valid_from is not None:
            return self.valid_from
        least = max(self.first_n, sequence.defined_from(self.side))
        return max(least, beginning((n for n, _ in self.given), self.first_n))

    def claims(self, n: int) -> bool:
        """Whether something is claimed for n: single terms may stand apart from the range."""
        return n >= self.since or n in dict(self.given)

    @property
    def settled(self) -> int:
        """The first n from which on the side alone is claimed."""
        return max([self.since, *(n + 1 for n, _ in self.given)])

    def value(self, n: int) -> Radical | None:
        """What is claimed for n; None where there is nothing (a division by zero, no case, two values)."""
        found = dict(self.given).get(n)
        if found is not None and n < self.since:
            return found
        value = evaluated(self.side, n)
        return value if found is None or found == value else None

    def shown(self, n: int) -> str:
        """What is claimed for n, in words."""
        value, found = self.value(n), dict(self.given).get(n)
        if value is None and found is not None:
            return f"{evaluated(self.side, n)} and {found}"
        return "no value" if value is None else str(value)


def beginning(given: Iterable[int], first_n: int, latest: int | None = None) -> int:
    """The first n behind the single terms that a sequence begins with; ``first_n`` when they begin later than
    at ``latest`` (``first_n`` unless told). They may begin before ``first_n``.

    >>> beginning([0, 1, 5], 0), beginning([1, 2], 0), beginning([1, 2], 0, 1)
    (2, 0, 3)
    """
    there = set(given)
    n = min(there, default=first_n)
    if n > (first_n if latest is None else latest):
        return first_n
    while n in there:
        n += 1
    return max(n, first_n)


def against_game(claim: ExplicitClaim, truth: GameTruth) -> Verdict:
    """Proved when as many terms agree as the orders of both recurrences demand.

    A sequence of order r and one of order d that agree on r + d terms in a row, from where both
    recurrences hold, agree for ever, as their difference has order r + d. Formulas without a known
    recurrence, binomial(2n, n) for one, are compared on some dozen terms and never called proved.
    """
    law = truth.law(Weights.NONE)
    start = claim.start(law.first_n)
    if start > _LATEST:
        raise LimitError(f"formula: it starts at n = {start}, and {_LATEST} is the limit")
    if law.rational is None:
        return _compared(claim, law, truth, start, UNPROVED_TERMS // 2, None)
    shape = spectrum(claim.side)
    if shape is None:
        return _compared(claim, law, truth, start, max(UNPROVED_TERMS, 2 * law.order), None)
    return _compared(claim, law, truth, start, needed(law, shape, start, claim.settled), shape)


def needed(law: Derived, shape: Spectrum, start: int, settled: int = 0) -> int:
    """How many terms from ``start`` on settle whether both agree from there on."""
    gf = law.generating_function
    pure = max(start, settled, shape.start, gf.degree - gf.order + 1)
    if pure > _LATEST:
        raise LimitError(f"formula: it is decided by terms from n = {pure} on, and {_LATEST} is the limit")
    return pure - start + shape.order + gf.order


def _compared(
    claim: ExplicitClaim,
    law: Derived,
    truth: GameTruth,
    start: int,
    count: int,
    shape: Spectrum | None,
) -> Verdict:
    right = _right(law)
    terms = law.terms(start - law.first_n + count)[start - law.first_n :]
    for n, true in enumerate(terms, start):
        assert isinstance(true, int), "derived without weights"
        if not claim.claims(n):
            continue
        value = claim.value(n)
        if value is None or value != Radical.of(true):
            first = FirstDifference(n, claim.shown(n), number_text(true))
            words = None
            if law.rational is not None:
                words = repair_explicit(claim.side, law, start, partial(_holds_for, law))
            return Verdict(
                Judgement.REFUTED,
                f"at n = {n} the formula gives {first.formula}, the truth is {first.true}",
                refuted_by(truth, Weights.NONE, n, true, law.evidence),
                claim.text,
                derived=right,
                first_difference=first,
                correction=right,
                repair=words or _other_game(claim, truth),
            )
    return _agreed(claim, law, start, count, shape, right)


def _agreed(
    claim: ExplicitClaim,
    law: Derived,
    start: int,
    count: int,
    shape: Spectrum | None,
    right: str,
) -> Verdict:
    where = f"n = {start}, ..., {start + count - 1}"
    later = max(start, claim.since)
    since = f" for every n >= {later}" if later else ""
    known = law.evidence.status is Status.PROVED
    if shape is None:
        if known and law.rational is not None and rounding_holds(claim.side, law, start):
            evidence = Evidence(Status.PROVED, "rounding-error-bounded", (("terms_compared", count),))
            reason = f"the expression stays so close to the counts that rounding it gives them{since}"
            return Verdict(Judgement.PROVED, reason, evidence, claim.text, derived=right)
        evidence = Evidence(Status.CONSISTENT, "terms-compared", (("terms_checked", count),))
        reason = f"the terms for {where} agree; no recurrence of the formula is known that would prove it"
        return Verdict(Judgement.CONSISTENT, reason, evidence, claim.text, derived=right)
    details = (("terms_compared", count), ("order_of_formula", shape.order), ("order", law.order))
    if not known:
        return Verdict(
            Judgement.CONSISTENT,
            f"the terms for {where} agree with a generating function that is only probable",
            law.evidence,
            claim.text,
            derived=right,
        )
    reason = (
        f"the terms for {where} agree, as many as the orders {shape.order} of the formula and {law.order} of"
        f" the game demand{since}"
    )
    evidence = Evidence(Status.PROVED, "terms-compared", details)
    return Verdict(Judgement.PROVED, reason, evidence, claim.text, derived=right)


def evaluated(side: Node, n: int) -> Radical | None:
    """The value at n; None where there is none (a division by zero, no case)."""
    try:
        return sequence.value(side, n)
    except InputError:
        if n > 2 or not _has_value(side):
            raise
        return None


def _has_value(side: Node) -> bool:
    """Whether the formula has a value at all for some larger n."""
    for n in (5, 12):
        try:
            sequence.value(side, n)
        except GfkitError:
            continue
        return True
    return False


def _right(law: Derived) -> str:
    return str(law.closed_form) if law.is_analysed else law.series_text


def _other_game(claim: ExplicitClaim, truth: GameTruth) -> str | None:
    for words, other in exchanged(truth):
        law = other.law(Weights.NONE)
        if (
            law.rational is not None
            and other.is_proved
            and _holds_for(law, claim.side, claim.start(law.first_n))
        ):
            return f"the formula is right for {words}"
    return None


def _holds_for(law: Derived, side: Node, start: int) -> bool:
    """Whether the formula is certainly right from ``start`` on."""
    try:
        shape = spectrum(side)
        if shape is None:
            return False
        count = needed(law, shape, start)
        terms = law.terms(start - law.first_n + count)[start - law.first_n :]
        return all(
            isinstance(true, int) and sequence.value(side, n) == Radical.of(true)
            for n, true in enumerate(terms, start)
        )
    except GfkitError:
        return False


def against_data(claim: ExplicitClaim, data: Data) -> Verdict:
    """Consistent when it agrees with every term in its range."""
    start = claim.start(data.offset)
    if max(start, claim.since) >= data.end:
        raise InputError(
            f"data: the terms end at n = {data.end - 1}, and the formula starts at n = {claim.since};"
            " at least one term is needed"
        )
    for n in filter(claim.claims, range(start, data.end)):
        value = claim.value(n)
        if value is None or value != Radical.of(data[n]):
            first = FirstDifference(n, claim.shown(n), number_text(data[n]))
            return Verdict(
                Judgement.REFUTED,
                f"at n = {n} the formula gives {first.formula}, the data have {first.true}",
                Evidence(Status.PROVED, "terms-compared", (("n", n),)),
                claim.text,
                first_difference=first,
                repair=repair_for_data(claim.side, data, start),
            )
    checked = sum(map(claim.claims, range(start, data.end)))
    evidence = Evidence(Status.CONSISTENT, "terms-compared", (("terms_checked", checked),))
    return Verdict(Judgement.CONSISTENT, f"all {checked} terms agree", evidence, claim.text)
