"""Files as text: bytes, lines, integers, A-numbers, and what is found that is not as it should be."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Generic, TypeVar

from flint import fmpz

from gfkit.errors import InputError, LimitError
from gfkit.runs.files import standard_input, write_whole
from gfkit.writable import JsonRecord

_SHOWN = 60


class Level(StrEnum):
    """How bad it is: ``unreadable`` leaves no value, an ``error`` is wrong, a ``warning`` breaks a custom."""

    UNREADABLE = "unreadable"
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True)
class Fault(JsonRecord):
    """One fault: a stable code, the line where it is (None: the whole file), what it is, and its remedy."""

    code: str
    level: Level
    line: int | None
    message: str
    fix: str

    def __str__(self) -> str:
        place = f"line {self.line}: " if self.line is not None else ""
        return f"{place}{self.code} {self.message}; {self.fix}"


@dataclass
class Faults:
    """A list that grows while a file is read."""

    listed: list[Fault] = field(default_factory=list)

    def unreadable(self, code: str, line: int | None, message: str, fix: str) -> None:
        self.listed.append(Fault(code, Level.UNREADABLE, line, message, fix))

    def error(self, code: str, line: int | None, message: str, fix: str) -> None:
        self.listed.append(Fault(code, Level.ERROR, line, message, fix))

    def warning(self, code: str, line: int | None, message: str, fix: str) -> None:
        self.listed.append(Fault(code, Level.WARNING, line, message, fix))

    def note(self, code: str, line: int | None, message: str, fix: str) -> None:
        self.listed.append(Fault(code, Level.NOTE, line, message, fix))

    @property
    def is_readable(self) -> bool:
        return all(finding.level is not Level.UNREADABLE for finding in self.listed)

    def in_order(self) -> tuple[Fault, ...]:
        return in_order(self.listed)


def in_order(findings: Iterable[Fault]) -> tuple[Fault, ...]:
    """By line, what concerns the whole file first."""
    return tuple(sorted(findings, key=lambda found: -1 if found.line is None else found.line))


Value = TypeVar("Value")


@dataclass(frozen=True)
class Reading(Generic[Value]):
    """What was read, None when it could not be, and everything that was not as it should be.

    ``line_numbers`` say where each part came from, by the names that its reader gives them.
    """

    value: Value | None
    findings: tuple[Fault, ...]
    line_numbers: tuple[tuple[str, tuple[int, ...]], ...] = ()

    def value_or_error(self, what: str) -> Value:
        """The value, or an error that says on which line reading came to an end."""
        if self.value is None:
            worst = next(fault for fault in self.findings if fault.level is Level.UNREADABLE)
            place = "" if worst.line is None else f" line {worst.line}:"
            raise InputError(f"{what}:{place} {worst.message}; {worst.fix}")
        return self.value

    def lines_of(self, name: str) -> tuple[int, ...]:
        return dict(self.line_numbers).get(name, ())

    def line_of(self, name: str, place: int = 0) -> int | None:
        """The line that one of them came from, where that is known."""
        return next(iter(self.lines_of(name)[place:]), None)


def short_quote(text: str) -> str:
    """The text in quotes, cut when it is long.

    >>> short_quote("12")
    "'12'"
    """
    return repr(text) if len(text) <= _SHOWN else repr(text[:_SHOWN]) + f"... ({len(text)} characters)"


STRICT = re.compile(r"-?[1-9][0-9]*|0")
LOOSE = re.compile(r"[+-]?[0-9]+")
_EASY = 4000


def a_number(value: int) -> str:
    """The name of a sequence by its number.

    >>> a_number(45), a_number(1234567)
    ('A000045', 'A1234567')
    """
    return f"A{value:06d}"


def full_a_number(text: str) -> str:
    """An A-number with all its zeros, from any way of writing it.

    >>> full_a_number("a45")
    'A000045'
    """
    if not re.fullmatch(r"[Aa][0-9]{1,7}", text):
        raise InputError(f"A-number {text!r}: must be A and six or seven digits, such as A000045")
    return a_number(int(text[1:]))


def read_whole(text: str, what: str) -> int:
    """An integer of any size from ASCII digits, with or without a sign.

    >>> read_whole("-007", "value")
    -7
    """
    if not LOOSE.fullmatch(text):
        raise InputError(f"{what} {short_quote(text)}: must be an integer, written with the digits 0 to 9")
    return int(text) if len(text) < _EASY else int(fmpz(text.removeprefix("+")))


def read_terms(text: str) -> tuple[int, ...]:
    """Integers with commas between them.

    >>> read_terms("1,-2"), read_terms("")
    ((1, -2), ())
    """
    return tuple(read_whole(word, "term") for word in text.split(",") if word)


LONGEST = 1 << 28
"""Bytes of a file that is read whole: a b-file of 10^5 terms of 1000 digits has some 10^8."""


def read_bytes(path: str) -> bytes:
    """The bytes of a file; - is standard input."""
    try:
        if path == "-":
            content = standard_input().buffer.read(LONGEST + 1)
        else:
            with Path(path).open("rb") as file:
                content = file.read(LONGEST + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a file name"
        raise InputError(f"file {path!r} cannot be read: {reason}") from None
    if len(content) > LONGEST:
        raise LimitError(f"file {path!r} is longer than {LONGEST >> 20} MiB")
    return content


def decode(content: bytes, findings: Faults) -> str:
    """The text of the bytes, UTF-8 with or without a byte-order mark; what is odd becomes a finding."""
    if content.startswith(codecs.BOM_UTF8):
        findings.warning("T1", 1, "a byte-order mark stands before the text", "save it as UTF-8 without one")
        content = content.removeprefix(codecs.BOM_UTF8)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        message = f"byte {content[error.start]:#04x} is no part of a text in UTF-8"
        findings.unreadable("T2", line, message, "save it as UTF-8")
        return ""
    zero = text.find("\0")
    if zero >= 0:
        line = text.count("\n", 0, zero) + 1
        findings.unreadable("T2", line, "it is no text: there is a zero byte", "give a text file")
        return ""
    return text


def lines_of(text: str, findings: Faults) -> list[str]:
    """The lines without their ends, LF or CR LF; a CR elsewhere makes the file unreadable."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    ended = [k for k, line in enumerate(lines, 1) if line.endswith("\r")]
    if ended:
        message = f"lines end in CR LF ({len(ended)} of {len(lines)})"
        findings.warning("T3", ended[0], message, "end each line by LF alone")
        lines = [line.removesuffix("\r") for line in lines]
    for k, line in enumerate(lines, 1):
        if "\r" in line:
            findings.unreadable("T4", k, "a carriage return stands inside the line", "end each line by LF")
            break
    return lines


def write_files(folder: str, files: Mapping[str, str]) -> list[str]:
    """Writes texts as UTF-8, byte by byte, into a folder that is made when it is not there; says which."""
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not the name of a folder"
        raise InputError(f"folder {folder!r} cannot be written to: {reason}") from None
    for name, text in files.items():
        write_whole(place / name, text)
    return [str(place / name) for name in files]
