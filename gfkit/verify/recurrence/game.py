"""Recurrences against games."""

from __future__ import annotations

from gfkit.errors import LimitError
from gfkit.formula.linear import Term
from gfkit.formula.ratio import Ratio
from gfkit.sequences import Evidence, Status
from gfkit.transfer import Derived
from gfkit.verify.recurrence.claim import RelationClaim, defect_at, first_difference
from gfkit.verify.recurrence.complete import against_complete
from gfkit.verify.recurrence.defect import defect_series, tested
from gfkit.verify.recurrence.laws import Laws, laws_of, weights_of
from gfkit.verify.repair.relation import repair_relation
from gfkit.verify.truth import GameTruth, exchanged, refuted_by
from gfkit.verify.verdict import FirstDifference, Judgement, Verdict

_LATEST = 10_000
_MOST_LISTED = 8


def against_game(claim: RelationClaim, truth: GameTruth) -> Verdict:
    """Proved when the series of left minus right is a polynomial that ends before the claimed range."""
    laws = laws_of(claim, truth)
    wrong = _wrong_initial(claim, laws)
    if wrong is not None:
        return wrong
    start = claim.start(laws.first_n)
    broken = _broken_beginning(claim, laws, start)
    if broken is not None:
        return broken
    known = laws.series(claim.ring)
    if known is None:
        return against_complete(claim, laws, start)
    found = tested(defect_series(claim.defect, known, claim.ring), start)
    main = laws.laws[claim.leading.name]
    right = str(main.recurrence)
    if not found.failing:
        return _held(claim, laws, main, right, start)
    n = min(found.failing)
    first = leading_difference(claim, found.failing[n], n, laws)
    name = claim.leading.name
    true = main[first.n] if first.n >= main.first_n else 0
    return Verdict(
        Judgement.REFUTED,
        f"at n = {first.n} it gives {first.formula}, the truth is {first.true}",
        refuted_by(laws.games[name], weights_of(name, claim.weights)[0], first.n, true, main.evidence),
        claim.text,
        derived=right,
        first_difference=first,
        correction=right,
        repair=repair_relation(claim, laws, known, found, start) or _other_game(claim, truth),
    )


def _other_game(claim: RelationClaim, truth: GameTruth) -> str | None:
    """Whether it is right for the rows and columns, or the players' ends, exchanged."""
    for words, other in exchanged(truth):
        laws = laws_of(claim, other)
        known = laws.series(claim.ring)
        if known is None or not laws.proved or _wrong_initial(claim, laws) is not None:
            continue
        defect = defect_series(claim.defect, known, claim.ring)
        start = claim.start(laws.first_n)
        if not tested(defect, start).failing and claim.zero_divisor(start) is None:
            return f"the recurrence is right for {words}"
    return None


def _broken_beginning(claim: RelationClaim, laws: Laws, start: int) -> Verdict | None:
    """Where values that are given for n below the first board lead to a wrong one."""
    given = {(name, n): value for name, n, value in claim.initial if n < laws.laws[name].first_n}
    if not given:
        return None
    first = claim.behind_given(min(n for _, n in given)) if claim.valid_from is None else claim.valid_from

    def value_of(term: Term) -> Ratio:
        place = (term.name, n + term.shift)
        return given[place] if place in given else laws.term(*place, claim.ring)

    for n in range(first, start):
        places = [(term.name, n + term.shift) for term in claim.defect.terms]
        lead = claim.leading
        if lead.shift + n < laws.laws[lead.name].first_n:
            continue
        if not all(place in given or place[1] >= laws.laws[place[0]].first_n for place in places):
            continue
        defect = defect_at(claim, n, value_of)
        if not defect.is_zero:
            law, place = laws.laws[lead.name], n + lead.shift
            found = leading_difference(claim, defect, n, laws)
            return Verdict(
                Judgement.REFUTED,
                f"with the values given it gives {found.formula} at n = {place}, the truth is {found.true}",
                refuted_by(
                    laws.games[lead.name],
                    weights_of(lead.name, claim.weights)[0],
                    place,
                    law[place],
                    law.evidence,
                ),
                claim.text,
                first_difference=found,
                correction=law.recurrence_text,
            )
    return None


def _held(claim: RelationClaim, laws: Laws, main: Derived, right: str, start: int) -> Verdict:
    claim.check_defined(start)
    checked = sum(n >= laws.laws[name].first_n for name, n, _ in claim.initial)
    given = f" and the {checked} given first values are right" if checked else ""
    reason = f"it holds for every n >= {start}{given}"
    details = (("holds_from", start), ("order", main.order))
    asked = claim.valid_from
    notes = (f"n = {asked} needs terms before the first one",) if asked is not None and asked < start else ()
    if not laws.proved:
        return Verdict(Judgement.CONSISTENT, reason, main.evidence, claim.text, derived=right, notes=notes)
    evidence = Evidence(Status.PROVED, "generating-functions-compared", details)
    return Verdict(Judgement.PROVED, reason, evidence, claim.text, derived=right, notes=notes)


def leading_difference(claim: RelationClaim, defect: Ratio, n: int, laws: Laws) -> FirstDifference:
    """What the relation gives for its leading term, all others being true."""
    lead = claim.leading
    place = n + lead.shift
    true = laws.term(lead.name, place, claim.ring)
    return first_difference(claim, defect, n, true)


def _wrong_initial(claim: RelationClaim, laws: Laws) -> Verdict | None:
    """The first of the given values that is wrong."""
    for name, n, value in claim.initial:
        law = laws.laws[name]
        if n < law.first_n:
            continue
        if n > _LATEST:
            raise LimitError(f"formula: a value at n = {n} is given, and {_LATEST} is the limit")
        true = laws.term(name, n, claim.ring)
        if not (value - true).is_zero:
            first = FirstDifference(n, str(value.plain), str(true.plain))
            shown = range(max(law.first_n, n + 1 - _MOST_LISTED), n + 1)
            listed = ", ".join(f"a({k}) = {laws.term(name, k, claim.ring)}" for k in shown)
            words = "the first values are" if shown.start == law.first_n else "right is"
            return Verdict(
                Judgement.REFUTED,
                f"the first value at n = {n} is given as {first.formula}, the truth is {first.true}",
                refuted_by(laws.games[name], weights_of(name, claim.weights)[0], n, law[n], law.evidence),
                claim.text,
                first_difference=first,
                correction=law.recurrence_text,
                repair=f"{words} {listed}",
            )
    return None
