"""Formulas guessed from the counts on a family of boards, and their comparison with the derived sequence."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import replace
from typing import NamedTuple

from gfkit.claims.claim import judge_formula
from gfkit.claims.judge import Verdict
from gfkit.claims.provers.truth import GameTruth, KnownSequence, evidence_by
from gfkit.core.algebra import (
    Algebraic,
    Evidence,
    Hypergeometric,
    PRecursive,
    QuasiPolynomial,
    RationalGF,
    Status,
)
from gfkit.core.rules import Question
from gfkit.core.typing import OnProgress, Weights, stoppable
from gfkit.guessing import Data, Finding, Guess, guess
from gfkit.guessing.law import HOLD_BACK, LawWord

_TERMS = 60
_MOST_ORDER = 300
"""Maximum order r of a recurrence that is compared on 3 r terms."""
_NEAR, _FAR = 250, 16_000
"""Number of terms compared in the search for a difference: at the first attempt, and at most after
doublings.
"""


class GuessedLaws(NamedTuple):
    """Formulas guessed from the initial counts, and the evidence for each."""

    data: Data
    guess: Guess
    judged: tuple[Evidence | int | None, ...]
    """For each formula its proof, or the first n at which it is wrong, or None if neither is known."""
    sum: Verdict | None
    """Verdict on a closed form that contains a sum."""

    def lines(self) -> list[str]:
        """Lines of text, one for each formula."""
        pairs = zip(self.guess.found, self.judged, strict=True)
        lines = [f"{finding.description}: {_describe_verdict(verdict)}" for finding, verdict in pairs]
        return lines if self.sum is None else [*lines, f"closed form: {self.sum.sentence}"]

    def as_json(self) -> dict[str, object]:
        """Return the evidence for each formula and the verdict on the sum, as a JSON object."""
        judged = [
            {"status": "refuted", "n": verdict} if isinstance(verdict, int) else verdict and verdict.as_json()
            for verdict in self.judged
        ]
        verdict = self.sum and self.sum.as_json()
        keys = ("formula", "verdict", "reason")
        return {"judged": judged, "sum": verdict and {key: verdict[key] for key in keys}}


def _describe_verdict(verdict: Evidence | int | None) -> str:
    if isinstance(verdict, Evidence):
        return f"equal to the derived sequence for every n; {verdict}"
    return "only guessed" if verdict is None else f"wrong at n = {verdict}"


@stoppable
def guess_for(
    question: Question,
    ansatz: Sequence[LawWord] | str | None = None,
    hold_back: int = HOLD_BACK,
    *,
    terms: int | None = None,
    executor: Executor | None = None,
    on_progress: OnProgress | None = None,
) -> GuessedLaws:
    """Return formulas guessed from the initial counts on a family of boards, compared with the derived
    sequence.

    >>> asked = Question.of("matchings", "complete:n")
    >>> print(*guess_for(asked).lines(), sep="; ")
    D-finite of order 2 and degree 1: equal to the derived sequence for every n; proved by closure ...
    """
    truth = GameTruth(question, on_progress)
    known = truth.sequence(Weights.NONE)
    if terms is None:
        order = known.rational.order if known.rational is not None else 0
        terms = max(_TERMS, 3 * min(order, _MOST_ORDER) + 10)
    data = Data.of(known.terms(known.first_n, known.first_n + terms), known.first_n)
    guessed = guess(data, ansatz=ansatz, hold_back=hold_back, executor=executor, on_progress=on_progress)
    forms = (finding.closed_form or "" for finding in guessed.found)
    text = next((form for form in forms if form.startswith("Sum")), None)
    judged = tuple(_verdict_on(finding, known) for finding in guessed.found)
    findings = tuple(
        replace(finding, weak=False) if isinstance(verdict, Evidence) else finding
        for finding, verdict in zip(guessed.found, judged, strict=True)
    )
    guessed = replace(guessed, found=findings)
    return GuessedLaws(data, guessed, judged, None if text is None else judge_formula(text, truth))


def _verdict_on(finding: Finding, known: KnownSequence) -> Evidence | int | None:
    """Return the proof of a guessed formula, or the first n at which it is wrong, or None if neither is
    known.
    """
    fraction, law = known.rational, finding.law
    if isinstance(law, Hypergeometric):
        law = law.p_recursive()
    kinds = (QuasiPolynomial, RationalGF, Algebraic, PRecursive)
    is_proved = known.evidence.status is Status.PROVED
    if finding.transform is not None or not isinstance(law, kinds) or not is_proved:
        return None
    if fraction is not None and finding.rational is not None:
        is_same = fraction == finding.rational
    else:
        recurrence = known.p_recursive if fraction is None else fraction.generalise()
        if recurrence is None:
            return None
        is_same = recurrence.same_sequence(law)
    if is_same:
        return evidence_by(known, "closure", ())
    wrong, count = None, _NEAR
    while wrong is None and count <= _FAR:
        pairs = zip(finding.terms(count), known.terms(known.first_n, known.first_n + count), strict=True)
        wrong = next((n for n, (a, b) in enumerate(pairs, known.first_n) if a != b), None)
        count *= 2
    return wrong
