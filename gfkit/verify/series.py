"""Generating functions as printed against a game's, or against terms."""

from __future__ import annotations

from dataclasses import dataclass

from gfkit.errors import InputError
from gfkit.formula.ratio import Ratio, ratio, ring_of
from gfkit.formula.tree import Node, letters
from gfkit.guess import Data
from gfkit.sequences import Evidence, Polynomial, RationalGF, Status
from gfkit.transfer import Derived
from gfkit.typing import Weights
from gfkit.verify.expansion import expansion, without_beginning
from gfkit.verify.fitting import fitting
from gfkit.verify.repair.series import RepairedSeries, repair_series
from gfkit.verify.truth import GameTruth, exchanged, refuted_by, series, term_of
from gfkit.verify.verdict import FirstDifference, Judgement, Verdict

_COMPLETE_TERMS = 16


@dataclass(frozen=True)
class SeriesClaim:
    """A side that is claimed to be the generating function, and the whole text it stood in."""

    side: Node
    text: str
    weights: Weights

    @property
    def value(self) -> Ratio:
        return ratio(self.side, ring_of(self.side)).plain


def against_game(claim: SeriesClaim, truth: GameTruth) -> Verdict:
    """Proved when both are the same rational function, refuted by the first term that differs.

    Where the family starts later than n = 0, the printed terms below count as convention.
    """
    law = truth.law(claim.weights)
    if law.rational is None:
        return _against_law(claim, law, truth)
    formula, notes = claim.value, _unmarked(claim)
    true = series(law.rational, formula.ring)
    if law.first_n:
        cut = without_beginning(formula, law.first_n)
        if not (formula - cut).is_zero:
            notes.append(f"compared from n = {law.first_n} on, where the family starts")
        formula = cut
    difference = formula - true
    if difference.is_zero:
        return _agreed(claim, law, tuple(notes))
    n = difference.valuation()
    value = true_term(law, n)
    ring = formula.ring
    first = FirstDifference(
        n, str((term_of(value, ring) + difference.leading()).plain), str(term_of(value, ring))
    )
    found = repair_series(claim.side, claim.text, formula, true, claim.weights, law.first_n) or _other_game(
        claim, formula, truth
    )
    return Verdict(
        Judgement.REFUTED,
        f"at n = {n} the formula gives {first.formula}, the truth is {first.true}",
        refuted_by(truth, claim.weights, n, value, law.evidence),
        claim.text,
        derived=str(law.generating_function),
        first_difference=first,
        correction=str(law.generating_function),
        repair=found.words if found else None,
        notes=tuple(notes),
    )


def _unmarked(claim: SeriesClaim) -> list[str]:
    """A note when the formula lacks all variables that the weights have."""
    missing = set(claim.weights.variables) - letters(claim.side)
    if not missing or len(missing) < len(claim.weights.variables):
        return []
    return [f"the formula has no {' and no '.join(sorted(missing))} in it, and is compared as it stands"]


def _agreed(claim: SeriesClaim, law: Derived, notes: tuple[str, ...]) -> Verdict:
    gf = law.generating_function
    known = law.evidence
    if known.status is not Status.PROVED:
        return Verdict(
            Judgement.CONSISTENT,
            f"equal to the derived generating function, which is only probable: {gf}",
            known,
            claim.text,
            derived=str(gf),
            notes=notes,
        )
    evidence = Evidence(Status.PROVED, "generating-functions-compared", known.details)
    return Verdict(Judgement.PROVED, f"both are {gf}", evidence, claim.text, derived=str(gf), notes=notes)


def true_term(law: Derived, n: int) -> int | Polynomial:
    """The count at n; 0 below the first n."""
    if n >= law.first_n:
        return law[n]
    return Polynomial.of(law.weights, {}) if law.weights else 0


def _other_game(claim: SeriesClaim, formula: Ratio, truth: GameTruth) -> RepairedSeries | None:
    """Whether the formula is right for the rows and columns, or the players, exchanged."""
    for words, other in exchanged(truth):
        law = other.law(claim.weights)
        if (
            law.rational is not None
            and other.is_proved
            and (formula - series(law.rational, formula.ring)).is_zero
        ):
            return RepairedSeries(f"the formula is right for {words}")
    return None


def _against_law(claim: SeriesClaim, law: Derived, truth: GameTruth) -> Verdict:
    """On complete graphs there is no rational series to compare with: terms are."""
    formula = claim.value
    found = expansion(formula, _COMPLETE_TERMS)
    for n in range(min([0, *found]), _COMPLETE_TERMS):
        true = term_of(law[n] if n >= 0 else 0, formula.ring)
        value = found.get(n, formula.ring.number(0))
        if not (value - true).is_zero:
            first = FirstDifference(n, str(value), str(true))
            evidence = refuted_by(truth, claim.weights, n, law[n] if n >= 0 else 0, law.evidence)
            return Verdict(
                Judgement.REFUTED,
                f"at n = {n} the formula gives {first.formula}, the truth is {first.true}",
                evidence,
                claim.text,
                derived=law.series_text,
                first_difference=first,
                correction=law.series_text,
            )
    evidence = Evidence(Status.CONSISTENT, "terms-compared", (("terms_checked", _COMPLETE_TERMS),))
    return Verdict(Judgement.CONSISTENT, f"the first {_COMPLETE_TERMS} terms agree", evidence, claim.text)


def against_data(claim: SeriesClaim, data: Data) -> Verdict:
    """Consistent when all terms agree, refuted by the first one that does not."""
    if claim.weights.variables:
        raise InputError("formula: it has x or y in it, and the data are numbers; put numbers for them")
    formula = claim.value
    if not data.terms:
        raise InputError("data: there is no term to compare with")
    found = expansion(formula, data.end)
    ring = formula.ring
    start = min([data.offset, *(n for n, part in found.items() if n < 0 and not part.is_zero)])
    for n in range(start, data.end):
        true = ring.number(data[n] if n >= data.offset else 0)
        value = found.get(n, ring.number(0))
        if not (value - true).is_zero:
            first = FirstDifference(n, str(value), str(true))
            law = fitting(data)
            return Verdict(
                Judgement.REFUTED,
                f"at n = {n} the formula gives {first.formula}, the data have {first.true}",
                Evidence(Status.PROVED, "terms-compared", (("n", n),)),
                claim.text,
                first_difference=first,
                correction=None if law is None else str(law),
                repair=_data_repair(claim, formula, data, law),
            )
    checked = len(data.terms)
    evidence = Evidence(Status.CONSISTENT, "terms-compared", (("terms_checked", checked),))
    return Verdict(Judgement.CONSISTENT, f"all {checked} terms agree", evidence, claim.text)


def _data_repair(claim: SeriesClaim, formula: Ratio, data: Data, law: RationalGF | None) -> str | None:
    """What makes the formula the law of the data; or a shift or a factor after which all terms agree."""
    ring = formula.ring
    if law is not None:
        found = repair_series(claim.side, claim.text, formula, series(law, ring), claim.weights, law.first_n)
        if found:
            return found.words
    for shift in (1, -1, 2, -2, 3, -3):
        values = expansion(formula, data.end - shift)
        moved = [values.get(n - shift, ring.number(0)) for n in range(data.offset, data.end)]
        if all(part == ring.number(term) for part, term in zip(moved, data.terms, strict=True)):
            return f"a factor t^{shift} is missing: the index is shifted by {shift}"
    values = expansion(formula, data.end)
    pairs = [(values.get(n, ring.number(0)), ring.number(data[n])) for n in range(data.offset, data.end)]
    factor = next((true / value for value, true in pairs if not value.is_zero), None)
    if factor is not None and not factor.is_zero and all(factor * a == b for a, b in pairs):
        return f"a constant factor {factor} is missing"
    return None
