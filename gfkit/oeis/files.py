"""Text files of the OEIS: lines, integers and A-numbers with findings, b-files, and the bulk files."""

from __future__ import annotations

import codecs
import gzip
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import BinaryIO, Generic, Self, TypeVar

from flint import fmpz

from gfkit.core.algebra.number import whole_text
from gfkit.core.deferred import dataclass, field, regex
from gfkit.core.errors import InputError, LimitError
from gfkit.core.files import standard_input
from gfkit.core.writable import JsonRecord
from gfkit.runs.files import write_whole

_SHOWN = 60


class Level(StrEnum):
    """Severity of a finding: ``unreadable`` means that there is no value, ``error`` a wrong value,
    ``warning`` a violated convention.
    """

    UNREADABLE = "unreadable"
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True)
class Fault(JsonRecord):
    """Finding: a stable code, its line (None for the whole file), a message, and a remedy."""

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
    """List of findings, extended while a file is parsed."""

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
    """Return the findings by line, preceded by the findings on the whole file."""
    return tuple(sorted(findings, key=lambda found: -1 if found.line is None else found.line))


Value = TypeVar("Value")


@dataclass(frozen=True)
class Reading(Generic[Value]):
    """Result of parsing a file: the value, or None, and all findings.

    ``line_numbers`` maps the names of the parts of the value to their lines.
    """

    value: Value | None
    findings: tuple[Fault, ...]
    line_numbers: tuple[tuple[str, tuple[int, ...]], ...] = ()

    def value_or_error(self, what: str) -> Value:
        """Return the value. If parsing failed, raise InputError with the line at which it stopped."""
        if self.value is None:
            worst = next(fault for fault in self.findings if fault.level is Level.UNREADABLE)
            place = "" if worst.line is None else f" line {worst.line}:"
            raise InputError(f"{what}:{place} {worst.message}; {worst.fix}")
        return self.value

    def lines_of(self, name: str) -> tuple[int, ...]:
        return dict(self.line_numbers).get(name, ())

    def line_of(self, name: str, place: int = 0) -> int | None:
        """Return the line of a part, or None if it is unknown."""
        return next(iter(self.lines_of(name)[place:]), None)


def short_quote(text: str) -> str:
    """Return the string in quotes, truncated if it is long.

    >>> short_quote("12")
    "'12'"
    """
    return repr(text) if len(text) <= _SHOWN else repr(text[:_SHOWN]) + f"... ({len(text)} characters)"


STRICT = regex(r"-?[1-9][0-9]*|0")
LOOSE = regex(r"[+-]?[0-9]+")
_EASY = 4000


def a_number(value: int) -> str:
    """Return the name of a sequence by its number.

    >>> a_number(45), a_number(1234567)
    ('A000045', 'A1234567')
    """
    return f"A{value:06d}"


def full_a_number(text: str) -> str:
    """Return an A-number in its standard form, with at least six digits.

    >>> full_a_number("a45")
    'A000045'
    """
    if not re.fullmatch(r"[Aa][0-9]{1,7}", text):
        raise InputError(f"A-number {text!r} must be A and six or seven digits, such as A000045")
    return a_number(int(text[1:]))


def read_whole(text: str, what: str) -> int:
    """Parse an integer of any size, given in ASCII digits with or without a sign.

    >>> read_whole("-007", "value")
    -7
    """
    if not LOOSE.fullmatch(text):
        raise InputError(f"{what} {short_quote(text)} must be an integer, written with the digits 0 to 9")
    return int(text) if len(text) < _EASY else int(fmpz(text.removeprefix("+")))


def read_terms(text: str) -> tuple[int, ...]:
    """Parse integers that are separated by commas.

    >>> read_terms("1,-2"), read_terms("")
    ((1, -2), ())
    """
    return tuple(read_whole(word, "term") for word in text.split(",") if word)


LONGEST = 1 << 28
"""Maximum number of bytes of a file that is read completely; a b-file with 10^5 terms of 1000 digits has
10^8.
"""


def read_bytes(path: str) -> bytes:
    """Return the bytes of a file; "-" is standard input."""
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
    """Decode UTF-8 bytes with or without a byte-order mark; irregularities become findings."""
    if content.startswith(codecs.BOM_UTF8):
        findings.warning("T1", 1, "a byte-order mark precedes the text", "save it as UTF-8 without one")
        content = content.removeprefix(codecs.BOM_UTF8)
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        message = f"byte {content[error.start]:#04x} is not valid UTF-8"
        findings.unreadable("T2", line, message, "save it as UTF-8")
        return ""
    zero = text.find("\0")
    if zero >= 0:
        line = text.count("\n", 0, zero) + 1
        findings.unreadable(
            "T2", line, "the file is not a text file: it contains a zero byte", "give a text file"
        )
        return ""
    return text


def lines_of(text: str, findings: Faults) -> list[str]:
    """Split a string into lines, which end with LF or CR LF. A CR elsewhere makes the file unreadable."""
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
            findings.unreadable("T4", k, "the line contains a carriage return", "end each line by LF")
            break
    return lines


def write_files(folder: str, files: Mapping[str, str]) -> list[str]:
    """Write strings as UTF-8 files into a directory, and return their paths. The directory is created if it
    does not exist.
    """
    place = Path(folder)
    try:
        place.mkdir(parents=True, exist_ok=True)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not the name of a directory"
        raise InputError(f"directory {folder!r} cannot be written to: {reason}") from None
    for name, text in files.items():
        write_whole(place / name, text)
    return [str(place / name) for name in files]


CAP = 1000
"""Maximum number of characters of a value, including the sign."""
_ROW = regex(r"([ \t]*)(\S+)([ \t]+)([^\s#]+)(?:([ \t]*)(#.*)|([ \t]*))")
_INDEX_DIGITS = 18


@dataclass(frozen=True)
class BFile:
    """Content of a b-file: terms a(first_n), a(first_n + step), ..., where ``step`` is 1, or -1 in some files
    of constants.

    ``remarks`` contains the lines without a term, each with the number of terms above it; a blank line is ''.

    >>> table = BFile.parse("# Fibonacci\\n0 0\\n1 1\\n2 1\\n")
    >>> table.terms, table.first_n, table.remarks
    ((0, 1, 1), 0, ((0, '# Fibonacci'),))
    >>> str(table) == "# Fibonacci\\n0 0\\n1 1\\n2 1\\n"
    True
    """

    first_n: int
    terms: tuple[int, ...]
    step: int = 1
    remarks: tuple[tuple[int, str], ...] = ()

    def __post_init__(self) -> None:
        if self.step not in (1, -1):
            raise InputError(f"step {self.step}: the index of a b-file must increase or decrease by 1")
        above = [count for count, _ in self.remarks]
        if above != sorted(above) or any(not 0 <= count <= len(self.terms) for count in above):
            raise InputError(
                f"remarks after {above} terms: the numbers must increase, from 0 to at most {len(self.terms)}"
            )
        for _, text in self.remarks:
            if text and (not text.startswith("#") or text != text.strip() or {"\n", "\r", "\0"} & set(text)):
                raise InputError(f"remark {short_quote(text)} must be empty, or one line that starts with #")

    @classmethod
    def of(cls, first_n: int, terms: Sequence[int], comment: str = "") -> Self:
        """Create a b-file for submission. It ends before the first term with more than 1000 characters,
        including the sign.

        >>> len(BFile.of(0, [10**n for n in range(2000)]).terms)
        1000
        """
        if not comment.isascii():
            raise InputError(f"comment {short_quote(comment)} must be ASCII, as required in a b-file")
        long = (k for k, term in enumerate(terms) if len(whole_text(term)) > CAP)
        remarks = tuple((0, f"# {line}".rstrip()) for line in comment.splitlines())
        return cls(first_n, tuple(terms[: next(long, len(terms))]), 1, remarks)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the b-file in a string. Raise InputError with the line number if it cannot be parsed."""
        return cls.read(text.encode("utf-8", "surrogatepass")).value_or_error("b-file")

    @classmethod
    def read(cls, content: bytes) -> Reading[Self]:
        """Parse a b-file, and report each deviation from the strict form."""
        findings = Faults()
        text = decode(content, findings)
        lines = lines_of(text, findings)
        reader = _Reader(findings)
        for k, line in enumerate(lines, 1):
            if findings.is_readable:
                reader.take(k, line)
        if text and not text.endswith("\n"):
            findings.warning("B3", len(lines), "the last line does not end with LF", "end it with LF")
        if findings.is_readable and not reader.values:
            message = "there is no line with an index and a value"
            findings.unreadable("B9", None, message, "write lines such as '0 1'")
        if not findings.is_readable:
            return Reading(None, findings.in_order())
        value = cls(reader.first_n, tuple(reader.values), reader.step, tuple(reader.remarks))
        return Reading(value, findings.in_order(), (("terms", tuple(reader.places)),))

    @property
    def last_n(self) -> int:
        return self.first_n + self.step * (len(self.terms) - 1)

    def __str__(self) -> str:
        """Return the file in the strict form: one space between index and term, LF after every line, and
        nothing else.
        """
        rows = [f"{self.first_n + self.step * k} {whole_text(term)}" for k, term in enumerate(self.terms)]
        return "".join(line + "\n" for line in _insert_remarks(rows, self.remarks))


@dataclass
class _Reader:
    """Parser that processes lines one by one."""

    findings: Faults
    first_n: int = 0
    step: int = 1
    values: list[int] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    remarks: list[tuple[int, str]] = field(default_factory=list)

    def take(self, place: int, line: str) -> None:
        stripped = line.strip(" \t")
        if not stripped or stripped.startswith("#"):
            self._check_comment(place, line, stripped)
            return
        row = _ROW.fullmatch(line)
        if row is None or not LOOSE.fullmatch(row[2]) or not LOOSE.fullmatch(row[4]):
            message = f"{short_quote(line)} is not an index and a value"
            fix = "write two integers with one space between them, with the digits 0 to 9"
            self.findings.unreadable("B9", place, message, fix)
            return
        self._check_spacing(place, row)
        self._term(place, row[2], row[4])

    def _check_comment(self, place: int, line: str, stripped: str) -> None:
        if not stripped.isascii():
            self._warn_once("B7", place, "a comment is not ASCII", "write it with ASCII letters")
        if not stripped and not self.values and not self.remarks:
            self._warn_once("B6", place, "the file begins with a blank line", "remove it")
        if line != stripped:
            self._warn_once("B4", place, "spaces or tabs surround the text", "remove them")
        self.remarks.append((len(self.values), stripped))

    def _check_spacing(self, place: int, row: re.Match[str]) -> None:
        if row[1] or row[3] != " " or (row[6] is None and row[7]):
            what = "index and value are not separated by exactly one space"
            self._warn_once("B4", place, what, "write the index, one space and the value")
        if row[6] is not None:
            self._warn_once("B5", place, "a comment follows the value", "put it on a line of its own")
        if not STRICT.fullmatch(row[2]) or not STRICT.fullmatch(row[4]):
            self._warn_once(
                "B8", place, "a number has a plus sign or needless zeros", "write it without them"
            )
        if len(row[4]) > CAP:
            message = f"the value has {len(row[4])} digits, including the sign, but {CAP} are allowed"
            self._warn_once("B10", place, message, "stop the file before it")

    def _term(self, place: int, index: str, value: str) -> None:
        if len(index) > _INDEX_DIGITS:
            self.findings.unreadable("B9", place, f"the index has {len(index)} digits", "begin near 0")
            return
        n, count = int(index), len(self.values)
        if count == 0:
            self.first_n = n
        if count == 1 and n == self.first_n - 1:
            self.step = -1
            self._warn_once(
                "B11", place, "the index decreases", "make it increase by 1, except in files of constants"
            )
        expected = self.first_n + self.step * count
        if n != expected:
            fix = "give every index once, increasing by 1"
            self.findings.unreadable("B2", place, f"index {n} instead of {expected}", fix)
            return
        self.values.append(read_whole(value, "value"))
        self.places.append(place)

    def _warn_once(self, code: str, place: int, message: str, fix: str) -> None:
        if all(fault.code != code for fault in self.findings.listed):
            self.findings.warning(code, place, message, f"{fix} (only the first such line is reported)")


def _insert_remarks(rows: list[str], remarks: Iterable[tuple[int, str]]) -> list[str]:
    """Return the rows with the remarks inserted between them."""
    lines: list[str] = []
    done = 0
    for above, text in remarks:
        lines += rows[done:above]
        lines.append(text)
        done = max(done, above)
    return lines + rows[done:]


_LONGEST = 1 << 24
"""Maximum number of bytes of a line."""
_MOST = 1 << 31
"""Maximum number of bytes of an unpacked file. The files of the whole encyclopedia have about 10^8 bytes."""
_HEAD = 1000
"""Number of initial lines in which the date is searched."""
_STRIPPED = regex(r"A([0-9]{6,7}) ,(?:((?:-?[1-9][0-9]*|0)(?:,(?:-?[1-9][0-9]*|0))*),)?")
_NAMED = regex(r"A([0-9]{6,7}) (.*)")
_OFFSET = regex(r"A([0-9]{6,7})[ ,\t]+(-?[0-9]{1,9})(?:,[0-9]+)?")
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class BulkLine:
    """Sequence in ``stripped`` or ``names``: its number, and its terms or its name as a string."""

    number: int
    text: str
    line: int


def read_stripped(path: str, *, rises: bool = True) -> Iterator[BulkLine]:
    """Yield the sequences of a file ``stripped`` or ``stripped.gz``. If ``rises`` is set, their numbers must
    increase.
    """
    return _read_lines(path, _STRIPPED, "A000045 ,0,1,1,2,3,5,", rises)


def read_names(path: str, *, rises: bool = True) -> Iterator[BulkLine]:
    """Yield the names of a file ``names`` or ``names.gz``. If ``rises`` is set, their numbers must
    increase.
    """
    return _read_lines(path, _NAMED, "A000045 Fibonacci numbers", rises)


def read_offsets(path: str) -> Iterator[BulkLine]:
    """Yield the offset of each sequence in a file whose lines have the form "A000045 0,4", as in %O lines."""
    return _read_lines(path, _OFFSET, "A000045 0,4", rises=False)


def with_texts(lines: Iterable[BulkLine], others: Iterator[BulkLine]) -> Iterator[tuple[BulkLine, str]]:
    """Yield each line with the string of the other file for the same number, or an empty string. Numbers must
    increase in both files.
    """
    latest = next(others, None)
    for line in lines:
        while latest is not None and latest.number < line.number:
            latest = next(others, None)
        yield line, latest.text if latest is not None and latest.number == line.number else ""


def _read_lines(path: str, pattern: re.Pattern[str], example: str, rises: bool) -> Iterator[BulkLine]:
    latest, seen = 0, set[int]()
    for place, line in _lines(path):
        try:
            match = pattern.fullmatch(line.decode("utf-8"))
        except UnicodeDecodeError:
            match = None
        if match is None:
            text = line.decode("utf-8", "backslashreplace")
            raise InputError(
                f"file {path!r} line {place}: {short_quote(text)} is not a line such as '{example}'"
            )
        number = int(match[1])
        if rises and number <= latest:
            raise InputError(
                f"file {path!r} line {place}: A{number:06d} follows A{latest:06d}; A-numbers must increase"
            )
        if not rises and number in seen:
            raise InputError(f"file {path!r} line {place}: A{number:06d} occurs twice")
        latest = number
        seen.add(number)
        yield BulkLine(number, match[2] or "", place)


def last_modified(path: str) -> str:
    """Return the date after 'Last Modified:' at the beginning of the file, or an empty string."""
    with _open(path) as file:
        for line in islice(iter(lambda: file.readline(1000), b""), _HEAD):
            if not line.startswith((b"#", _BOM)):
                break
            _, mark, date = line.partition(b"Last Modified:")
            if mark:
                return date.strip().decode("ascii", "replace")
    return ""


def _lines(path: str) -> Iterator[tuple[int, bytes]]:
    """Yield the numbered lines of a file without line ends; comments and blank lines are omitted."""
    place = size = 0
    try:
        with _open(path) as file:
            while line := file.readline(_LONGEST + 1):
                place, size = place + 1, size + len(line)
                if size > _MOST:
                    raise LimitError(f"file {path!r} line {place}: the file is longer than {_MOST >> 20} MiB")
                if len(line) > _LONGEST:
                    raise InputError(f"file {path!r} line {place} is longer than {_LONGEST >> 20} MiB")
                bare = line.rstrip(b"\r\n")
                if place == 1:
                    bare = bare.removeprefix(_BOM)
                if bare and not bare.startswith(b"#"):
                    yield place, bare
    except (EOFError, gzip.BadGzipFile, zlib.error):
        message = "the compressed file is truncated or corrupted; download it again"
        raise InputError(f"file {path!r} after line {place}: {message}") from None


def _open(path: str) -> BinaryIO:
    if path == "-":
        raise InputError(
            "file '-': a bulk file is read several times and cannot be standard input; name a file"
        )
    try:
        with Path(path).open("rb") as file:
            is_packed = file.read(2) == b"\x1f\x8b"
        return gzip.open(path) if is_packed else Path(path).open("rb")  # type: ignore[return-value]
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a file name"
        raise InputError(f"file {path!r} cannot be read: {reason}") from None
