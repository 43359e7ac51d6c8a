"""Recurrences against terms."""

from __future__ import annotations

from functools import partial

from gfkit.errors import InputError
from gfkit.formula.linear import Term
from gfkit.formula.ratio import Ratio
from gfkit.guess import Data
from gfkit.sequences import Evidence, Status
from gfkit.sequences.number import number_text
from gfkit.verify.fitting import fitting
from gfkit.verify.recurrence.claim import RelationClaim, defect_at, first_difference
from gfkit.verify.verdict import FirstDifference, Judgement, Verdict


def against_data(claim: RelationClaim, data: Data) -> Verdict:
    """Consistent when it holds wherever all of its terms are known."""
    if len(claim.names) > 1 or claim.ring.roots or claim.weights.variables:
        raise InputError("formula: data are one sequence of numbers, and the formula has others in it")
    for name, n, value in claim.initial:
        if data.offset <= n < data.end and not (value - claim.ring.number(data[n])).is_zero:
            first = FirstDifference(n, str(value), number_text(data[n]))
            reason = f"the first value at n = {n} is given as {first.formula}, the data have {first.true}"
            return _refuted(claim, data, first, reason, f"{'_'.join(name.label)}({n}) = {first.true}")
    start = claim.start(data.offset)
    end = data.end - max(term.shift for term in claim.defect.terms)
    if end <= start:
        need = start + max(term.shift for term in claim.defect.terms) + 1 - data.offset
        raise InputError(
            f"data: {len(data.terms)} terms from n = {data.offset} on are too few to test the recurrence;"
            f" {need} are needed at least"
        )
    for n in range(start, end):
        defect = defect_at(claim, n, partial(_datum_at, claim, data, n))
        if not defect.is_zero:
            first = first_difference(claim, defect, n, claim.ring.number(data[n + claim.leading.shift]))
            reason = f"at n = {first.n} it gives {first.formula}, the data have {first.true}"
            return _refuted(claim, data, first, reason, None)
    claim.check_defined(start)
    evidence = Evidence(Status.CONSISTENT, "terms-compared", (("terms_checked", end - start),))
    return Verdict(Judgement.CONSISTENT, f"it holds for n = {start}, ..., {end - 1}", evidence, claim.text)


def _refuted(
    claim: RelationClaim, data: Data, first: FirstDifference, reason: str, repair: str | None
) -> Verdict:
    evidence = Evidence(Status.PROVED, "terms-compared", (("n", first.n),))
    law = fitting(data)
    return Verdict(
        Judgement.REFUTED,
        reason,
        evidence,
        claim.text,
        first_difference=first,
        correction=None if law is None else str(law.recurrence),
        repair=repair,
    )


def _datum_at(claim: RelationClaim, data: Data, n: int, term: Term) -> Ratio:
    return claim.ring.number(data[n + term.shift])
