"""What is found in a file that is not as it should be, and what reading a file gives."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Generic, TypeVar

from gfkit.errors import InputError

_SHOWN = 60


class Level(StrEnum):
    """How bad it is: ``unreadable`` leaves no value, an ``error`` is wrong, a ``warning`` breaks a custom."""

    UNREADABLE = "unreadable"
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True)
class Finding:
    """One fault: a stable code, the line where it is (None: the whole file), what it is, and its remedy."""

    code: str
    level: Level
    line: int | None
    message: str
    fix: str

    def as_json(self) -> dict[str, str | int | None]:
        """The object that the command line prints."""
        return {
            "code": self.code,
            "level": self.level.value,
            "line": self.line,
            "message": self.message,
            "fix": self.fix,
        }

    def __str__(self) -> str:
        place = f"line {self.line}: " if self.line is not None else ""
        return f"{place}{self.code} {self.message}; {self.fix}"


@dataclass
class Findings:
    """A list that grows while a file is read."""

    listed: list[Finding] = field(default_factory=list)

    def unreadable(self, code: str, line: int | None, message: str, fix: str) -> None:
        self.listed.append(Finding(code, Level.UNREADABLE, line, message, fix))

    def error(self, code: str, line: int | None, message: str, fix: str) -> None:
        self.listed.append(Finding(code, Level.ERROR, line, message, fix))

    def warning(self, code: str, line: int | None, message: str, fix: str) -> None:
        self.listed.append(Finding(code, Level.WARNING, line, message, fix))

    def note(self, code: str, line: int | None, message: str, fix: str) -> None:
        self.listed.append(Finding(code, Level.NOTE, line, message, fix))

    @property
    def is_readable(self) -> bool:
        return all(finding.level is not Level.UNREADABLE for finding in self.listed)

    def sorted(self) -> tuple[Finding, ...]:
        return in_order(self.listed)


def in_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """By line, what concerns the whole file first."""
    return tuple(sorted(findings, key=lambda found: -1 if found.line is None else found.line))


Value = TypeVar("Value")


@dataclass(frozen=True)
class Reading(Generic[Value]):
    """What was read, None when it could not be, and everything that was not as it should be.

    ``line_numbers`` say where each part came from, by the names that its reader gives them.
    """

    value: Value | None
    findings: tuple[Finding, ...]
    line_numbers: tuple[tuple[str, tuple[int, ...]], ...] = ()

    def settled(self, what: str) -> Value:
        """The value, or an error that says on which line reading came to an end."""
        if self.value is None:
            worst = next(found for found in self.findings if found.level is Level.UNREADABLE)
            place = "" if worst.line is None else f" line {worst.line}:"
            raise InputError(f"{what}:{place} {worst.message}; {worst.fix}")
        return self.value

    def lines_of(self, name: str) -> tuple[int, ...]:
        return dict(self.line_numbers).get(name, ())


def shown(text: str) -> str:
    """The text in quotes, cut when it is long.

    >>> shown("12")
    "'12'"
    """
    return repr(text) if len(text) <= _SHOWN else repr(text[:_SHOWN]) + f"... ({len(text)} characters)"
