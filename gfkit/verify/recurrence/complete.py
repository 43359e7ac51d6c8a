"""Recurrences against games on complete graphs, whose series need not be rational."""

from __future__ import annotations

from functools import partial

from gfkit.formula.linear import Term
from gfkit.formula.ratio import Ratio
from gfkit.sequences import Evidence, Polynomial, Status
from gfkit.verify.recurrence.claim import RelationClaim, defect_at, first_difference
from gfkit.verify.recurrence.laws import Laws, weights_of
from gfkit.verify.truth import refuted_by
from gfkit.verify.verdict import Judgement, Verdict

_TERMS = 24


def against_complete(claim: RelationClaim, laws: Laws, start: int) -> Verdict:
    """Proved when the game's own recurrence turns the claimed one into 0 = 0, else term by term.

    Where the counts obey a(n) = c a(n-1) + e (n-1) a(n-2), every a(n+s) in the claim is replaced by the
    two before it until only two are left; when both coefficients are zero the claim follows.
    """
    name = claim.leading.name
    law = laws.laws[name]
    right = law.recurrence_text
    for n in range(start, start + _TERMS):
        defect = defect_at(claim, n, partial(_term_at, claim, laws, n))
        if not defect.is_zero:
            place = n + claim.leading.shift
            first = first_difference(claim, defect, n, laws.term(name, place, claim.ring))
            return Verdict(
                Judgement.REFUTED,
                f"at n = {first.n} it gives {first.formula}, the truth is {first.true}",
                refuted_by(
                    laws.games[name], weights_of(name, claim.weights)[0], place, law[place], law.evidence
                ),
                claim.text,
                derived=right,
                first_difference=first,
                correction=right,
            )
    claim.check_defined(start)
    if law.pair is not None and len(claim.names) == 1 and _follows(claim, law.pair):
        evidence = Evidence(Status.PROVED, "reduced-by-recurrence", (("holds_from", start),))
        return Verdict(Judgement.PROVED, f"it follows from {right}", evidence, claim.text, derived=right)
    evidence = Evidence(Status.CONSISTENT, "terms-compared", (("terms_checked", _TERMS),))
    reason = f"it holds for n = {start}, ..., {start + _TERMS - 1}"
    return Verdict(Judgement.CONSISTENT, reason, evidence, claim.text, derived=right)


def _follows(claim: RelationClaim, pair: tuple[Polynomial, Polynomial]) -> bool:
    """Whether the claim is a consequence of the game's own recurrence, for every n."""
    if claim.defect.rest or claim.names[0].arguments:
        return False
    ring = claim.ring
    first, second = (ring.polynomial(part) for part in pair)
    rows: dict[int, Ratio] = {term.shift: term.coefficient for term in claim.defect.terms}
    lowest = min(rows)
    zero, kept = ring.number(0), 1 if second.is_zero else 2
    for shift in range(max(rows), lowest + kept - 1, -1):
        top = rows.pop(shift, zero)
        rows[shift - 1] = rows.get(shift - 1, zero) + top * first
        if not second.is_zero:
            step = second * (ring.letter("n") + ring.number(shift - 1))
            rows[shift - 2] = rows.get(shift - 2, zero) + top * step
    return all(part.is_zero for part in rows.values())


def _term_at(claim: RelationClaim, laws: Laws, n: int, term: Term) -> Ratio:
    return laws.term(term.name, n + term.shift, claim.ring)
