"""b-files: read loosely, with each looseness named, and written strictly."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Self

from gfkit.algebra.number import whole_text
from gfkit.errors import InputError
from gfkit.oeis.text import LOOSE, STRICT, Faults, Reading, decode, lines_of, read_whole, short_quote

CAP = 1000
"""Characters of a value, sign included."""
_ROW = re.compile(r"([ \t]*)(\S+)([ \t]+)([^\s#]+)(?:([ \t]*)(#.*)|([ \t]*))")
_INDEX_DIGITS = 18


@dataclass(frozen=True)
class BFile:
    """Terms a(first_n), a(first_n + step), ...; ``step`` is 1, or -1 in some files of constants.

    ``remarks`` are the lines without a term, each with the number of terms above it; blank ones are ''.

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
            raise InputError(f"step {self.step}: the index of a b-file goes up by 1, or down by 1")
        above = [count for count, _ in self.remarks]
        if above != sorted(above) or any(not 0 <= count <= len(self.terms) for count in above):
            raise InputError(f"remarks after {above} terms: must rise, from 0 to at most {len(self.terms)}")
        for _, text in self.remarks:
            if text and (not text.startswith("#") or text != text.strip() or {"\n", "\r", "\0"} & set(text)):
                raise InputError(f"remark {short_quote(text)}: must be empty, or one line that starts with #")

    @classmethod
    def of(cls, first_n: int, terms: Sequence[int], comment: str = "") -> Self:
        """A file fit to be sent in: terms up to the first that has more than 1000 digits, sign included.

        >>> len(BFile.of(0, [10**n for n in range(2000)]).terms)
        1000
        """
        if not comment.isascii():
            raise InputError(f"comment {short_quote(comment)}: a b-file is ASCII only")
        long = (k for k, term in enumerate(terms) if len(whole_text(term)) > CAP)
        remarks = tuple((0, f"# {line}".rstrip()) for line in comment.splitlines())
        return cls(first_n, tuple(terms[: next(long, len(terms))]), 1, remarks)

    @classmethod
    def parse(cls, text: str) -> Self:
        """The file that a text is; refuses what cannot be read, with the number of the line."""
        return cls.read(text.encode("utf-8", "surrogatepass")).value_or_error("b-file")

    @classmethod
    def read(cls, content: bytes) -> Reading[Self]:
        """What the bytes say, and each way in which they are not the strict form."""
        findings = Faults()
        text = decode(content, findings)
        lines = lines_of(text, findings)
        reader = _Reader(findings)
        for k, line in enumerate(lines, 1):
            if findings.is_readable:
                reader.take(k, line)
        if text and not text.endswith("\n"):
            findings.warning("B3", len(lines), "the last line has no end", "end it by LF")
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
        """The file in the strict form: one blank, LF after every line, nothing else."""
        rows = [f"{self.first_n + self.step * k} {whole_text(term)}" for k, term in enumerate(self.terms)]
        return "".join(line + "\n" for line in _woven(rows, self.remarks))


@dataclass
class _Reader:
    """Lines taken one by one."""

    findings: Faults
    first_n: int = 0
    step: int = 1
    values: list[int] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    remarks: list[tuple[int, str]] = field(default_factory=list)

    def take(self, place: int, line: str) -> None:
        stripped = line.strip(" \t")
        if not stripped or stripped.startswith("#"):
            self._remark(place, line, stripped)
            return
        row = _ROW.fullmatch(line)
        if row is None or not LOOSE.fullmatch(row[2]) or not LOOSE.fullmatch(row[4]):
            message = f"{short_quote(line)} is no index and value"
            fix = "write two integers with one blank between them, with the digits 0 to 9"
            self.findings.unreadable("B9", place, message, fix)
            return
        self._looseness(place, row)
        self._term(place, row[2], row[4])

    def _remark(self, place: int, line: str, stripped: str) -> None:
        if not stripped.isascii():
            self._once("B7", place, "a comment is not ASCII", "write it with ASCII letters")
        if not stripped and not self.values and not self.remarks:
            self._once("B6", place, "the file begins with a blank line", "remove it")
        if line != stripped:
            self._once("B4", place, "blanks or tabs stand around the text", "remove them")
        self.remarks.append((len(self.values), stripped))

    def _looseness(self, place: int, row: re.Match[str]) -> None:
        if row[1] or row[3] != " " or (row[6] is None and row[7]):
            what = "tabs or blanks stand where one blank should be"
            self._once("B4", place, what, "write index, one blank, value, and nothing else")
        if row[6] is not None:
            self._once("B5", place, "a comment stands after the value", "put it on a line of its own")
        if not STRICT.fullmatch(row[2]) or not STRICT.fullmatch(row[4]):
            self._once("B8", place, "a number has a plus sign or needless zeros", "write it without them")
        if len(row[4]) > CAP:
            message = f"the value has {len(row[4])} digits, sign included, and {CAP} are the most"
            self._once("B10", place, message, "stop the file before it")

    def _term(self, place: int, index: str, value: str) -> None:
        if len(index) > _INDEX_DIGITS:
            self.findings.unreadable("B9", place, f"the index has {len(index)} digits", "begin near 0")
            return
        n, count = int(index), len(self.values)
        if count == 0:
            self.first_n = n
        if count == 1 and n == self.first_n - 1:
            self.step = -1
            self._once("B11", place, "the index falls", "let it rise by 1, except in files of constants")
        expected = self.first_n + self.step * count
        if n != expected:
            fix = "give every index once, rising by 1"
            self.findings.unreadable("B2", place, f"index {n} where {expected} was expected", fix)
            return
        self.values.append(read_whole(value, "value"))
        self.places.append(place)

    def _once(self, code: str, place: int, message: str, fix: str) -> None:
        if all(fault.code != code for fault in self.findings.listed):
            self.findings.warning(code, place, message, f"{fix} (first such line)")


def _woven(rows: list[str], remarks: Iterable[tuple[int, str]]) -> list[str]:
    """The rows with the remarks between them."""
    lines: list[str] = []
    done = 0
    for above, text in remarks:
        lines += rows[done:above]
        lines.append(text)
        done = max(done, above)
    return lines + rows[done:]
