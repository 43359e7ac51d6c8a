"""What a search gives back: the findings, or the reason why there are none."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from gfkit.face import Face
from gfkit.guess.finding import Finding


class Outcome(StrEnum):
    """How a search ended."""

    FOUND = "found"
    NOTHING = "nothing within these bounds"
    TOO_FEW = "too few terms"
    BROKEN = "a term breaks it"
    LIMIT = "stopped at the limit"


@dataclass(frozen=True)
class Guess(Face):
    """The findings, simplest first, or why there are none."""

    found: tuple[Finding, ...]
    outcome: Outcome
    reason: str

    def __repr__(self) -> str:
        if not self.found:
            return f"<Guess: {self.reason or self.outcome.value}>"
        return f"<Guess: {'; '.join(f'{one.description}: {one.text}' for one in self.found)}>"

    def as_json(self) -> dict[str, Any]:
        """The object that the command line prints."""
        return {
            "found": [finding.as_json() for finding in self.found],
            "outcome": self.outcome.value,
            "reason": self.reason,
        }
