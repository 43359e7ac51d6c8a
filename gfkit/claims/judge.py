"""Verdict on a claim: comparison with a reference sequence, with reason, evidence and correction.

``gfkit verify``, ``oeis confirm``, ``oeis lint`` and the catalogue use this module. A claim compares itself
with the reference sequence, term by term or as a whole, and returns the first difference. The verdict, its
evidence and the correction are determined here.

A claim with a printed range is checked at every n of the range. For n >= n_0 it is compared as a whole; each
smaller n of the range is checked separately. It fails at n if its sides differ there, if one side has no
value, or if it requires a term with an index below the first one. A claim that fails at some n of its range
and is proved for all larger n is neither proved nor refuted: its range is smaller ("later"). Where no range
is printed, it is fixed before the claim is judged (``Truth.from_first_cell``).

A refutation is a theorem, too. ``_refute`` is the only function that creates this verdict. It requires two
computed values that differ, and an n in the range of the author. A value that cannot be computed raises
UndecidedError.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from gfkit.claims.guard import Guard
from gfkit.claims.provers.orders.proof import OrderProof
from gfkit.claims.provers.result import (
    NO_VALUE,
    Agreement,
    Difference,
    Failure,
    FirstDifference,
    FormulaClaim,
)
from gfkit.claims.provers.truth import Form, KnownSequence, Truth
from gfkit.claims.statement.canonical import (
    NotStatedError,
    canonical_text,
    normal_part,
    parse_statement,
    range_text,
)
from gfkit.claims.statement.tree import ForAll, SequenceDefinition, Statement, Worded
from gfkit.core.algebra import Evidence, Status
from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import GfkitError, InputError, LimitError, UndecidedError
from gfkit.core.writable import JsonRecord, TextFace

_MOST_EARLY = 10_000
"""Maximum number of n in a printed range that are checked separately."""


class Judgement(StrEnum):
    """Status of a verdict: proved, refuted, consistent, later or open.

    "later": the claim fails at some n of its range, but holds for all n >= n_0; the evidence states whether
    this is proved. "open": undecidable, for example because the line was not parsed completely.
    """

    PROVED = "proved"
    LATER = "later"
    REFUTED = "refuted"
    CONSISTENT = "consistent"
    OPEN = "open"


@dataclass(frozen=True)
class Verdict(TextFace, JsonRecord):
    """Verdict on a claim, with its reason in one line and its evidence.

    ``formula`` is the parsed string, and ``derived`` the formula with which it was compared. For a refuted
    claim, ``correction`` is the correct formula if it is known, and ``repair`` describes a small change that
    makes the printed formula correct, if one was found. For n >= ``holds_from`` the claim agrees with all
    compared terms; ``is_lasting`` is True if the agreement is proved for all such n. ``is_correction_proved``
    is True if the correction holds for every n. ``reading`` describes how the formula was interpreted if not
    as printed, and ``is_choice`` is True if the text also allows another one. ``statement`` is the canonical
    text of the statement that was judged.
    """

    verdict: Judgement
    reason: str
    evidence: Evidence
    formula: str
    derived: str | None = None
    first_difference: FirstDifference | None = None
    correction: str | None = None
    repair: str | None = None
    notes: tuple[str, ...] = ()
    holds_from: int | None = None
    is_lasting: bool = False
    printed_from: int | None = None
    is_correction_proved: bool = False
    reading: str | None = None
    statement: str | None = None
    is_choice: bool = False
    json_keys = "verdict first_difference correction evidence reason repair formula derived notes statement"

    @property
    def is_refuted(self) -> bool:
        return self.verdict is Judgement.REFUTED

    @property
    def is_later(self) -> bool:
        """True if the claim holds for large n, but not on its whole range."""
        return self.verdict is Judgement.LATER

    def __bool__(self) -> bool:
        """Return True if the verdict is proved or consistent on the whole printed range."""
        return self.verdict in (Judgement.PROVED, Judgement.CONSISTENT)

    def __repr__(self) -> str:
        return f"<Verdict: {self.sentence}; {self.evidence}>"

    def as_json(self) -> dict[str, Any]:
        """Return the verdict as a JSON object. It contains both ends of the range if this is smaller than
        printed, and the reading if it is not the printed one.
        """
        ranges = {"holds_from": self.holds_from, "printed_from": self.printed_from} if self.is_later else {}
        more = {**ranges, "reading": self.reading}
        return super().as_json() | {key: value for key, value in more.items() if value is not None}

    @property
    def sentence(self) -> str:
        """Verdict and its reason in one line."""
        return f"{self.verdict}: {self.reason}"

    @property
    def read_as(self) -> str:
        """Line with the statement that was judged, or "" if there is none."""
        return f"read as: {self.statement}" if self.statement else ""

    @property
    def english(self) -> str:
        """Statement that was judged, in English, or "" if there is none."""
        from gfkit.claims.statement.wording import english  # few results are worded

        return english(parse_statement(self.statement)) if self.statement else ""

    @property
    def theorem(self) -> str:
        """Statement that was judged, as a theorem in LaTeX; if it is only consistent, as a conjecture. Raise
        InputError for other verdicts.
        """
        from gfkit.claims.statement.wording import theorem_text

        if not (self and self.statement):
            why = "the statement is not known to be true" if self.statement else "it is about a single board"
            raise InputError(f"no theorem: {why}; {self.sentence}")
        if self.verdict is Judgement.PROVED:
            return theorem_text(parse_statement(self.statement))
        return f"% not proved: {self.reason}\n{theorem_text(parse_statement(self.statement), 'conjecture')}"


def judge(
    claim: FormulaClaim,
    truth: Truth,
    statement: Statement | None = None,
    *,
    repair: bool = True,
    may_be_later: bool = True,
) -> Verdict:
    """Return the verdict on a claim about a reference sequence, with the statement that was judged.

    The statement, as it is printed, must fit to the verdict at the first n (``gfkit.claims.guard``). If not
    ``may_be_later``, a claim that is proved for larger n only is refuted.
    """
    known = truth.sequence(claim.weights)
    statement = statement or claimed_statement(claim, truth)
    summed = getattr(truth, "summed", None)
    guard = Guard(statement, known if summed is None else summed[1])
    shift = getattr(claim, "shift", 0)
    proofs = None if summed is not None or statement.object is None else guard.proof()
    result = claim.compare(truth) if proofs is None else _follows(statement, known, proofs, shift)
    may_be_later = may_be_later and not guard.has_wrong_value()
    verdict = _compare(claim, truth, result, repair, may_be_later=may_be_later)
    if verdict.is_refuted:
        guard.check_false(None if verdict.first_difference is None else verdict.first_difference.n)
    else:
        since = None if not verdict.is_later else (verdict.holds_from or 0) + shift
        guard.check_true(since)
    return replace(verdict, statement=canonical_text(statement))


def judge_directly(statement: Statement, known: KnownSequence) -> Verdict | None:
    """Return the verdict on a statement by its values at the first n and the orders of recurrences, or None
    if they do not decide it.
    """
    text, guard = canonical_text(statement), Guard(statement, known)
    proofs, failures = guard.proof(), guard.failures()
    main = statement.claims[-1]
    if proofs is not None and not failures:
        guard.check_true(None)
        agreement = _follows(statement, known, proofs)
        return Verdict(Judgement.PROVED, agreement.reason, agreement.evidence, text, statement=text)
    if not failures:
        return None
    n, found = failures[0]
    reason = f"at n = {n} the sides are {found.left} and {found.right}"
    first = FirstDifference(n, found.right, found.left)
    later = None
    if isinstance(main, ForAll) and main.range is not None and not guard.has_wrong_value():
        since = failures[-1][0] + 1
        moved = replace(main, range=replace(main.range, least=since))
        later = Guard(replace(statement, claims=(*statement.claims[:-1], moved)), known).proof()
    if later is None:
        return replace(_refute(Difference(known, reason, first), text, None), statement=text)
    evidence = _follows(statement, known, later).evidence
    reason = f"true for n >= {since}; {reason}"
    return Verdict(
        Judgement.LATER,
        reason,
        evidence,
        text,
        first_difference=first,
        holds_from=since,
        is_lasting=True,
        statement=text,
    )


def claimed_statement(claim: FormulaClaim, truth: Truth) -> Statement:
    """Return the statement that a claim makes about a reference sequence."""
    known = truth.sequence(claim.weights)
    try:
        parts = [normal_part(part) for part in claim.stated(known)]
    except NotStatedError:
        parts = [Worded(claim.text)]
    claims = tuple(part for part in parts if not isinstance(part, SequenceDefinition))
    definitions = tuple(part for part in parts if isinstance(part, SequenceDefinition))
    return Statement(truth.object_for(claim.weights), claims, definitions)


def _follows(
    statement: Statement, known: KnownSequence, proofs: Sequence[OrderProof], shift: int = 0
) -> Agreement:
    """Return the agreement of a claim that is proved by the orders of recurrences."""
    details = {"terms_compared": sum(one.values for one in proofs)}
    if any(one.method == "order-bound" for one in proofs):
        details["order"] = max(one.order for one in proofs)
    evidence = Evidence(Status.PROVED, "terms-compared", tuple(details.items()))
    main = statement.claims[-1]
    span = main.range if isinstance(main, ForAll) else None
    words = "it is true" if span is None else f"the statement holds for every {range_text(span)}"
    start = known.first_n if span is None or span.least is None else span.least
    return Agreement(known, words, evidence, start - shift)


def _compare(
    claim: FormulaClaim,
    truth: Truth,
    result: Agreement | Difference,
    repair: bool,
    *,
    may_be_later: bool = True,
) -> Verdict:
    """Return the verdict that follows from the comparison of a claim with the reference sequence.

    For example with a wrong single value, a claim is not true of the larger n (``may_be_later``).

    The verdict is "proved" if agreement on the compared terms implies agreement for all n, and "refuted" at
    the first difference; the conditions are those of ``_refute``. A refutation at n does not depend on the
    derived sequence: the board of size n, if it is small, is counted separately (``KnownSequence.witness``).
    If ``repair`` is True, the verdict on a refuted claim contains the correct formula, and a small change
    that makes the claim correct: a change proposed by the claim, or swapping rows and columns, or swapping
    the players' ends.
    """
    failures = _failures(claim.printed_from, result)
    missing: list[Failure] = []
    is_open = isinstance(result, Agreement) and result.evidence.status is not Status.PROVED
    if result.known.end is not None or is_open:
        # the first n of data is arbitrary, so earlier terms may exist; the first n of a family is a
        # convention
        missing = [failure for failure in failures if failure.is_undefined]
        failures = [failure for failure in failures if not failure.is_undefined]
    if isinstance(result, Agreement) and not failures:
        return _agreement(claim, result, missing, repair)
    if isinstance(result, Agreement):
        result = _late_difference(result, failures)
    is_lasting = result.proof is not None and result.proof.status is Status.PROVED
    if claim.is_series and result.first is not None:  # one that begins with the first board with a cell
        is_lasting &= result.first.formula == "0" and result.holds_from == truth.from_first_cell().first_n
    if not is_lasting or not may_be_later or result.holds_from is None:
        if repair:
            return _refute_with_repair(claim, result, truth)
        return _refute(result, claim.text, claim.printed_from)
    if failures:
        reason = f"printed for n >= {claim.printed_from}: {failures[0].reason}"
        first, holds_from = failures[0].first, failures[-1].n + 1
        result = replace(result, reason=reason, first=first, holds_from=holds_from)
    return _later(claim, result, repair)


def _failures(printed: int | None, result: Agreement | Difference) -> list[Failure]:
    """Return the failures at single n of the printed range, before the n_0 for which the claim holds as a
    whole.
    """
    end = result.since if isinstance(result, Agreement) else result.holds_from
    if printed is None or end is None or result.failure_at is None:
        return []
    if end - printed > _MOST_EARLY and result.known.end is None:
        raise LimitError(
            f"formula printed for n >= {printed}, but it can hold only for n >= {end};"
            f" at most {_MOST_EARLY} earlier values of n are supported"
        )
    printed = max(printed, end - _MOST_EARLY)  # data may start much later than the printed range
    tried = (result.failure_at(n) for n in range(printed, end))
    return [failure for failure in tried if failure is not None]


def _agreement(claim: FormulaClaim, agreement: Agreement, missing: list[Failure], repair: bool) -> Verdict:
    """Return the verdict if no term differs. ``missing`` are the failures at printed n that require unknown
    terms.
    """
    known, status, printed = agreement.known, agreement.evidence.status, claim.printed_from
    since, reason, notes = agreement.since, agreement.reason, agreement.notes
    if printed is not None and printed < since and agreement.failure_at is not None:
        holds_from = missing[-1].n + 1 if missing else printed
        reason += f"; it also holds for {_range_text(holds_from, since)}" if holds_from < since else ""
        since = holds_from
    is_whole = printed is None or printed >= since
    if printed is not None and not is_whole:
        notes = (
            *notes,
            f"{_range_text(printed, since)} require{'s' * (printed + 1 == since)} terms before the first one",
        )
    return Verdict(
        Judgement.PROVED if status is Status.PROVED and is_whole else Judgement.CONSISTENT,
        reason + (_ONLY_PROBABLE if status is Status.PROBABLE else ""),
        agreement.evidence,
        claim.text,
        derived=agreement.right or (known.in_form(claim.form) if repair and known.end is None else None),
        notes=notes,
        holds_from=since,
        is_lasting=status in _LASTING,
        printed_from=printed,
    )


def _range_text(first: int, end: int) -> str:
    """Return the string "n = first, ..., end - 1"."""
    return f"n = {first}" if end == first + 1 else f"n = {first}, ..., {end - 1}"


def _late_difference(agreement: Agreement, failures: list[Failure]) -> Difference:
    """Return the difference of a claim that holds for n >= n_0 but fails at a smaller printed n."""
    is_lasting = agreement.evidence.status in _LASTING
    holds_from = failures[-1].n + 1
    return Difference(
        agreement.known,
        f"{failures[0].reason}; for n >= {holds_from}, {agreement.reason}"
        + (_ONLY_PROBABLE if agreement.evidence.status is Status.PROBABLE else ""),
        failures[0].first,
        holds_from=holds_from,
        proof=agreement.evidence if is_lasting else None,
        right=agreement.right,
        evidence=failures[0].evidence,
        notes=agreement.notes,
        printed_n=failures[0].n,
    )


def _later(claim: FormulaClaim, difference: Difference, repair: bool) -> Verdict:
    """Return the verdict on a claim that is proved for n >= ``holds_from`` only."""
    assert difference.proof is not None, "asked before"
    return Verdict(
        Judgement.LATER,
        f"true for n >= {difference.holds_from}; {difference.reason}",
        difference.proof,
        claim.text,
        derived=difference.right or (difference.known.in_form(claim.form) if repair else None),
        first_difference=difference.first,
        notes=difference.notes,
        holds_from=difference.holds_from,
        is_lasting=True,
        printed_from=claim.printed_from,
    )


def _refute_with_repair(claim: FormulaClaim, difference: Difference, truth: Truth) -> Verdict:
    """Return the verdict "refuted", with the correct formula and a small change that corrects the claim."""
    refuted, known = _refute(difference, claim.text, claim.printed_from), difference.known
    right = difference.right or known.in_form(claim.form)
    words = None if difference.repair is None else difference.repair()
    return replace(
        refuted,
        derived=None if known.end is not None else right,
        correction=right,
        repair=words or _exchange_repair(claim, truth),
    )


def _refute(difference: Difference, text: str, printed: int | None) -> Verdict:
    """Return the verdict "refuted"; no other function creates it.

    Raise UndecidedError unless the value of the formula, or the fact that it has none, and the true value are
    computed and differ, at an n that the range of the claim contains. Other readings of a text are tried by
    ``gfkit.claims.claim`` before it returns a refutation.
    """
    known, first = difference.known, difference.first
    formula, true = difference.values or ((first.formula, first.true) if first else (NO_VALUE, NO_VALUE))
    n = difference.printed_n
    is_start = (
        printed is None and first is not None and known.first_n == first.n == (difference.holds_from or 0) - 1
    )
    has_values = NO_VALUE not in (true, formula if is_start else "") and formula != true
    if not has_values or (n is not None and printed is not None and n < printed):
        raise UndecidedError(f"the claim was not compared with a count: {difference.reason}")
    return Verdict(
        Judgement.REFUTED,
        difference.reason,
        difference.evidence
        or (known.evidence if difference.first is None else known.witness(difference.first.n)),
        text,
        derived=None if known.end is not None else difference.right,
        first_difference=difference.first,
        correction=difference.right,
        notes=difference.notes,
        holds_from=difference.holds_from,
        is_lasting=difference.proof is not None,
        printed_from=printed,
    )


_LASTING = (Status.PROVED, Status.PROBABLE)
_ONLY_PROBABLE = ", by a generating function that is only probable"


def _exchange_repair(claim: FormulaClaim, truth: Truth) -> str | None:
    """Return a note if the claim is correct after swapping rows and columns, or the players' ends."""
    for words, alternative in truth.alternatives():
        try:
            result = claim.compare(alternative)
        except GfkitError:
            continue
        is_proved = isinstance(result, Agreement) and result.evidence.status is Status.PROVED
        if is_proved and not _failures(claim.printed_from, result):
            return (
                f"the {'recurrence' if claim.form is Form.RECURRENCE else 'formula'} is correct for {words}"
            )
    return None
