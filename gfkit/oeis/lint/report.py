"""What lint says about a file."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from gfkit.oeis.finding import Finding, Level


class Outcome(StrEnum):
    """What became of a formula or program of the entry."""

    AGREES = "agrees"
    DIFFERS = "differs"
    UNREAD = "not read"


@dataclass(frozen=True)
class Check:
    """A formula or program evaluated against the entry's own terms; ``line`` is its line in the file."""

    line: int | None
    what: str
    outcome: Outcome
    detail: str
    hedged: bool = False

    def as_json(self) -> dict[str, object]:
        """The object that the command line prints."""
        return {
            "line": self.line,
            "what": self.what,
            "outcome": self.outcome.value,
            "detail": self.detail,
            "hedged": self.hedged,
        }


@dataclass(frozen=True)
class Report:
    """The findings on one entry or b-file, and what was evaluated."""

    subject: str
    findings: tuple[Finding, ...]
    checks: tuple[Check, ...] = ()

    @property
    def is_clean(self) -> bool:
        """Whether there is nothing but notes."""
        return all(found.level is Level.NOTE for found in self.findings)

    def as_json(self) -> dict[str, object]:
        """The object that the command line prints."""
        return {
            "subject": self.subject,
            "clean": self.is_clean,
            "findings": [found.as_json() for found in self.findings],
            "checks": [check.as_json() for check in self.checks],
        }
