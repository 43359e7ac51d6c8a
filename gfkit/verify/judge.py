"""The one judge: a claim meets a truth, and the verdict says whether it holds, why, and what would be right.

Everything that judges formulas asks it: ``gfkit verify``, ``oeis confirm`` and ``oeis lint``, and the
catalogue. A claim compares itself with what a truth knows, term by term or as a whole, and says where both
part; what that is worth, how it is known, and what would be right is said here, for all of them alike.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from gfkit.errors import GfkitError
from gfkit.face import Face
from gfkit.sequences import Evidence, Status
from gfkit.verify.truth import Form, KnownSequence, Truth


class Judgement(StrEnum):
    """The verdicts; open is what cannot be said, as of a line that is not read whole."""

    PROVED = "proved"
    REFUTED = "refuted"
    CONSISTENT = "consistent"
    OPEN = "open"


@dataclass(frozen=True)
class FirstDifference:
    """The smallest n at which the formula differs, with both values as text."""

    n: int
    formula: str
    true: str

    def as_json(self) -> dict[str, object]:
        return {"n": self.n, "formula": self.formula, "true": self.true}


@dataclass(frozen=True)
class Verdict(Face):
    """A verdict with its reason, in one line, and how it is known.

    ``formula`` is what was read; ``derived`` what was compared with it. Of a refuted claim
    ``correction`` is the right formula, when it is known, and ``repair`` says in words which small
    change makes the printed formula right, when one was found. From ``holds_from`` on the claim agrees with
    all that it was compared with, and ``is_lasting`` says that it does so for ever.
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

    @property
    def is_refuted(self) -> bool:
        return self.verdict is Judgement.REFUTED

    def __bool__(self) -> bool:
        """Whether the formula holds as far as is known: proved or consistent, neither refuted nor open."""
        return self.verdict in (Judgement.PROVED, Judgement.CONSISTENT)

    def __repr__(self) -> str:
        return f"<Verdict: {self}; {self.evidence}>"

    def as_json(self) -> dict[str, object]:
        """The object that the command line prints."""
        return {
            "verdict": self.verdict.value,
            "first_difference": None if self.first_difference is None else self.first_difference.as_json(),
            "correction": self.correction,
            "evidence": self.evidence.as_json(),
            "reason": self.reason,
            "repair": self.repair,
            "formula": self.formula,
            "derived": self.derived,
            "notes": list(self.notes),
        }

    def __str__(self) -> str:
        return f"{self.verdict}: {self.reason}"


@dataclass(frozen=True)
class Agreement:
    """A claim agrees with all it was compared with; it is proved where ``evidence`` says so.

    ``right`` is what it was compared with, where that is not what the known sequence itself says.
    """

    known: KnownSequence
    reason: str
    evidence: Evidence
    since: int
    right: str | None = None
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Difference:
    """Where a claim and the truth part; ``first`` is None of what is said for large n.

    The claim agrees again from ``holds_from`` on, for ever where ``is_lasting``. ``evidence`` is how it is
    known, where that is not by the term at n; ``repair`` looks for a small change that makes it right.
    """

    known: KnownSequence
    reason: str
    first: FirstDifference | None = None
    holds_from: int | None = None
    is_lasting: bool = False
    right: str | None = None
    evidence: Evidence | None = None
    repair: Callable[[], str | None] | None = None
    notes: tuple[str, ...] = ()


class FormulaClaim(Protocol):
    """What was printed, and what it says of each n or of all of them."""

    @property
    def text(self) -> str:
        """As it was printed."""
        ...

    @property
    def form(self) -> Form:
        """What it is written as, and what is right is to be written as."""
        ...

    def compared(self, truth: Truth) -> Agreement | Difference:
        """Exactly, as far as the truth is known; refuses what cannot be compared with it."""
        ...


def judge(claim: FormulaClaim, truth: Truth, *, repair: bool = True) -> Verdict:
    """Proved where agreement with a proved law is agreement for every n; refuted by the first difference.

    A refutation at n does not rest on the law: the board of size n is counted by itself where it is small
    (``KnownSequence.witness``). With ``repair`` the right formula of a refuted claim is given, and a small
    change that makes it right: one of the claim's own, else rows and columns or the players' ends exchanged.
    """
    found = claim.compared(truth)
    known = found.known
    if isinstance(found, Agreement):
        status = found.evidence.status
        return Verdict(
            Judgement.PROVED if status is Status.PROVED else Judgement.CONSISTENT,
            found.reason + (_ONLY_PROBABLE if status is Status.PROBABLE else ""),
            found.evidence,
            claim.text,
            derived=found.right or (known.right(claim.form) if repair and known.end is None else None),
            notes=found.notes,
            holds_from=found.since,
            is_lasting=status in (Status.PROVED, Status.PROBABLE),
        )
    right = found.right or (known.right(claim.form) if repair else None)
    words = found.repair() if repair and found.repair is not None else None
    return Verdict(
        Judgement.REFUTED,
        found.reason,
        found.evidence or (known.evidence if found.first is None else known.witness(found.first.n)),
        claim.text,
        derived=None if known.end is not None else right,
        first_difference=found.first,
        correction=right,
        repair=words or (_exchanged(claim, truth) if repair else None),
        notes=found.notes,
        holds_from=found.holds_from,
        is_lasting=found.is_lasting,
    )


_ONLY_PROBABLE = ", by a generating function that is only probable"


def _exchanged(claim: FormulaClaim, truth: Truth) -> str | None:
    """Whether it is right for the rows and columns, or the players' ends, exchanged."""
    for words, other in truth.exchanged():
        try:
            found = claim.compared(other)
        except GfkitError:
            continue
        if isinstance(found, Agreement) and found.evidence.status is Status.PROVED:
            return f"the {'recurrence' if claim.form is Form.RECURRENCE else 'formula'} is right for {words}"
    return None
