"""What is said about a claim: proved, refuted or consistent, with the reason and what would be right."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from gfkit.face import Face
from gfkit.sequences import Evidence


class Judgement(StrEnum):
    """The three verdicts."""

    PROVED = "proved"
    REFUTED = "refuted"
    CONSISTENT = "consistent"


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
    change makes the printed formula right, when one was found.
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

    @property
    def is_refuted(self) -> bool:
        return self.verdict is Judgement.REFUTED

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
