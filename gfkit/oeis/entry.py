"""Entries of the OEIS, their keywords, and their statements, each marked as a fact or a conjecture."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Self

from gfkit.core.algebra.number import whole_text
from gfkit.core.deferred import dataclass, fields, regex
from gfkit.core.errors import InputError
from gfkit.oeis.files import Faults, Reading, full_a_number, short_quote
from gfkit.oeis.internal import (
    ALWAYS,
    BEFORE_KEYWORDS,
    FIELDS,
    LISTS,
    data_lines,
    read_entries,
    read_json,
    read_record,
    record_time,
    second_offset,
    shown_terms,
)

if TYPE_CHECKING:
    from gfkit.guessing import Data


ALONE = ("allocated", "allocating", "recycled", "dead")
"""Keywords of entries that contain no sequence yet, or no longer contain one."""
AUTOMATIC = ("changed", "new")
EDITORIAL = ("nice", "core", "look", "hear", "less", "dumb", "uned", "unkn", "obsc", "probation")
"""Keywords that only editors assign."""
ORDINARY = (
    *("nonn", "sign", "easy", "more", "hard", "tabl", "tabf", "fini", "full", "base", "cons", "walk"),
    *("word", "mult", "frac", "cofr", "eigen", "bref", "allocated"),
)
KNOWN = frozenset((*ALONE, *AUTOMATIC, *EDITORIAL, *ORDINARY))
APART = (
    *(("nonn", "sign"), ("tabl", "tabf"), ("nice", "less"), ("nice", "obsc"), ("easy", "hard")),
    *(("full", "more"), ("cons", "sign")),
)
"""Pairs of keywords that contradict each other."""


def sign_keyword(terms: Sequence[int]) -> str:
    """Return the sign keyword that the terms require.

    >>> sign_keyword([1, 0, 2]), sign_keyword([1, -1])
    ('nonn', 'sign')
    """
    return "sign" if any(term < 0 for term in terms) else "nonn"


Lines = tuple[str, ...]


@dataclass(frozen=True)
class Entry:
    """Entry of the OEIS. ``first_n`` is the first number in %O; the second number follows from the terms.

    ``former`` contains the numbers, such as M0692 and N0256, in the printed encyclopedias. ``revision`` and
    ``revised`` are the text after # in the identification line. Lines are stored without their markers,
    grouped by kind, in their original order.

    >>> entry = Entry.of("A000045", "Fibonacci numbers.", [0, 1, 1, 2, 3, 5], 0, ["easy"], author="_X_")
    >>> print(entry)
    %I A000045
    %S A000045 0,1,1,2,3,5
    %N A000045 Fibonacci numbers.
    %K A000045 nonn,easy
    %O A000045 0,4
    %A A000045 _X_
    >>> Entry.parse(str(entry)) == entry
    True
    """

    number: str
    name: str = ""
    terms: tuple[int, ...] = ()
    keywords: Lines = ()
    first_n: int | None = None
    author: str = ""
    former: Lines = ()
    revision: int | None = None
    revised: str = ""
    comments: Lines = ()
    references: Lines = ()
    links: Lines = ()
    formulas: Lines = ()
    examples: Lines = ()
    maple: Lines = ()
    mathematica: Lines = ()
    programs: Lines = ()
    crossrefs: Lines = ()
    extensions: Lines = ()

    def __post_init__(self) -> None:
        if full_a_number(self.number) != self.number:
            raise InputError(f"A-number {self.number!r} must be written {full_a_number(self.number)}")
        for part in fields(self):
            value = getattr(self, part.name)
            for text in value if isinstance(value, tuple) else (value,):
                if isinstance(text, str):
                    _check_line(text, part.name)
        for word in (*self.former, *self.keywords):
            if not word or set(word) & set(" ,\t#"):
                raise InputError(
                    f"word {word!r}: keywords and former numbers must not contain spaces, commas or #"
                )
        if self.revised and self.revision is None:
            raise InputError(f"revised {self.revised!r}: a date requires the number of a revision")

    @classmethod
    def of(
        cls,
        number: str,
        name: str,
        terms: Sequence[int],
        first_n: int,
        keywords: Sequence[str] = (),
        **parts: Any,
    ) -> Self:
        """Create an entry with as many terms as should be displayed, and add the sign keyword if it is
        missing.
        """
        words = [word for word in keywords if word not in ("nonn", "sign")]
        fields_given: dict[str, Any] = {
            field: tuple(value) if isinstance(value, list) else value for field, value in parts.items()
        }
        kept = (sign_keyword(terms), *words)
        return cls(full_a_number(number), name, shown_terms(terms), kept, first_n, **fields_given)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a string that contains exactly one entry.

        Raise InputError, with the line number, if it cannot be parsed.
        """
        readings = cls.read(text.encode("utf-8", "surrogatepass"))
        if len(readings) != 1:
            raise InputError(f"entry: the string contains {len(readings)} entries, but one is expected")
        return readings[0].value_or_error("entry")

    @classmethod
    def read(cls, content: bytes) -> tuple[Reading[Self], ...]:
        """Return all entries of a file in the internal format, and the findings about its format."""
        return read_entries(cls, content)

    @classmethod
    def from_record(cls, record: Mapping[str, object]) -> Self:
        """Return the entry in a JSON record."""
        return read_record(cls, record).value_or_error("record")

    @classmethod
    def read_json(cls, content: bytes) -> tuple[Reading[Self], ...]:
        """Return the entries of a page of search results: a list, an object with results, a single record, or
        null.
        """
        return read_json(cls, content)

    def as_record(self) -> dict[str, object]:
        """Return the JSON record, in which data and keywords are strings with commas, and lines are lists.

        Fields without content are omitted, as the server omits them.
        """
        lines = {name: list(getattr(self, field)) for name, field in LISTS.items() if name != "ext"}
        record: dict[str, object] = {
            "number": int(self.number[1:]),
            "id": " ".join(self.former),
            "data": ",".join(map(whole_text, self.terms)),
            "name": self.name,
            **lines,
            "keyword": ",".join(self.keywords),
            "offset": "" if self.first_n is None else f"{self.first_n},{self.second_offset}",
            "author": self.author,
            "ext": list(self.extensions),
        }
        kept = {name: value for name, value in record.items() if value or name in ALWAYS}
        return (
            kept
            if self.revision is None
            else kept | {"revision": self.revision, "time": record_time(self.revised)}
        )

    @property
    def second_offset(self) -> int:
        """Position of the first term whose absolute value exceeds 1, or 1 if there is no such term."""
        return second_offset(self.terms)

    @property
    def is_sequence(self) -> bool:
        """True if the entry has terms and an offset. Allocated entries and some dead ones have none."""
        return bool(self.terms) and self.first_n is not None

    @property
    def data(self) -> Data:
        """Terms with their first index, in the form that ``gfkit.guess`` and ``gfkit.verify`` require."""
        from gfkit.guessing import Data

        if not self.is_sequence:
            raise InputError(f"entry {self.number} must contain terms and an offset, in its lines %S and %O")
        return Data.of(self.terms, self.first_n or 0)

    def __str__(self) -> str:
        """Return the internal format: lines in order, terms on at most three lines, no trailing spaces."""
        dated = () if self.revision is None else (f"#{self.revision}", self.revised)
        rows = [("I", " ".join(filter(None, (*self.former, *dated))))]
        rows += zip("STU", data_lines(self.terms), strict=False)
        rows.append(("N", self.name))
        rows += [(kind, line) for kind in BEFORE_KEYWORDS for line in getattr(self, FIELDS[kind])]
        rows.append(("K", ",".join(self.keywords)))
        if self.first_n is not None:
            rows.append(("O", f"{self.first_n},{self.second_offset}"))
        if self.author:
            rows.append(("A", self.author))
        rows += [("E", line) for line in self.extensions]
        return "\n".join(f"%{kind} {self.number} {text}".rstrip(" ") for kind, text in rows)


def _check_line(text: str, name: str) -> None:
    if set(text) & {"\n", "\r", "\0"}:
        raise InputError(f"{name} {short_quote(text)}: each must be a single line")
    if text != text.rstrip(" \t"):
        raise InputError(f"{name} {short_quote(text)} must not end with a space")
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise InputError(f"{name} {short_quote(text)} contains characters that are not printable") from None


# Statements


_LONGEST = 4000
"""Maximum number of characters of a line that is searched for an author; the search takes quadratic time."""
_HEDGE = regex(
    r"\b(conjectur\w*|empirical\w*|apparently|appears?|seems?|seemingly|presumably|suspect\w*|guess\w*)\b",
    re.IGNORECASE,
)
_SIGNED = regex(r"(?<!\s)\s++-\s++(_[^_]++_.*+)$")
_BRACKET = regex(r"(?:(?<!\s)\s++)?+\[[^\[\]_]*+_++[^_\[\]]++_[^\[\]]*+\]\s*+$")
_START, _END = re.compile(r"\(Start\)[\s.,:;]*$"), re.compile(r"\(End\)[\s.,:;]*$")
_FROM = regex(r"\A[^_]*+_*(_[^_]++_[^:]*+):")


@dataclass(frozen=True)
class EntryLine:
    """Line of %C or %F without its signature. ``place`` is its index among the lines of that kind, starting
    at 0.

    It is ``hedged`` if it, or the head of its block, is marked as a conjecture: "Conjecture", "Empirical",
    "It appears that", and so on.
    """

    kind: str
    place: int
    text: str
    hedged: bool
    author: str
    head: str = ""
    """First line of the enclosing block, preceded by the first lines of the outer blocks."""
    line: str = ""
    """Complete line, without a mark for the end of a block."""


def statements(entry: Entry) -> tuple[EntryLine, ...]:
    """Return all lines of the comments and formulas, without the lines that only start or end a block.

    >>> block = ("Conjectures from _X_, Jan 01 2020: (Start)", "a(n) = 2*a(n-1).", "(End)")
    >>> lines = (*block, "a(n) = 2^n. - _Y_, today")
    >>> [(s.text, s.hedged, s.author) for s in statements(Entry("A000079", formulas=lines))]
    [('a(n) = 2*a(n-1).', True, '_X_, Jan 01 2020'), ('a(n) = 2^n.', False, '_Y_, today')]
    """
    return _read_lines(entry, Faults())


def block_findings(reading: Reading[Entry]) -> Faults:
    """Return a finding for each block of several lines that lacks its start or its end."""
    findings = Faults()
    if reading.value is not None:
        _read_lines(reading.value, findings, reading)
    return findings


def _read_lines(
    entry: Entry, findings: Faults, reading: Reading[Entry] | None = None
) -> tuple[EntryLine, ...]:
    read: list[EntryLine] = []
    for kind, lines in (("C", entry.comments), ("F", entry.formulas)):
        heads: list[str] = []
        for place, line in enumerate(lines):
            number = reading.line_of(kind, place) if reading else None
            if _START.search(line):
                if heads:
                    findings.warning("F3", number, "nested (Start)", "close the previous block with (End)")
                heads.append(line)
                continue
            is_end = _END.search(line) is not None
            if is_end and not heads:
                findings.warning("F3", number, "(End) without a preceding (Start)", "add (Start)")
            text = _END.sub("", line).strip()
            if text:
                read.append(_statement(kind, place, text, " ".join(heads) or None))
            if is_end:
                heads = heads[:-1]
        if heads:
            last = reading.line_of(kind, len(lines) - 1) if reading else None
            findings.warning("F3", last, "a block has no end", "end it with (End)")
    return tuple(read)


def _statement(kind: str, place: int, text: str, head: str | None) -> EntryLine:
    hedged = _HEDGE.search(text) is not None or (head is not None and _HEDGE.search(head) is not None)
    if len(text) > _LONGEST:
        return EntryLine(kind, place, text, hedged, "", head or "", text)
    signed = _SIGNED.search(text)
    author = signed[1] if signed else ""
    if not author and head is not None and (match := _FROM.search(head[:_LONGEST])):
        author = match[1]
    bare = _BRACKET.sub("", text[: signed.start()] if signed else text)
    return EntryLine(kind, place, bare, hedged, author, head or "", text)
