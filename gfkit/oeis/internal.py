"""Internal format of the OEIS, current and older: its kinds of lines, the layout of terms, and the parser.

JSON records of search results (a list, or an object in older results) are converted to such lines.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, takewhile
from typing import Any, TypeVar

from gfkit.core.algebra.number import whole_text
from gfkit.core.deferred import dataclass, field, regex
from gfkit.core.errors import InputError, known_choices
from gfkit.oeis.files import (
    LOOSE,
    STRICT,
    Faults,
    Reading,
    a_number,
    decode,
    lines_of,
    read_whole,
    short_quote,
)

DATA = "STU"
SIGNED = "VWX"
"""Retired kinds of lines: signed terms, for which %S, %T and %U had the absolute values."""
FIELDS = {
    "C": "comments",
    "D": "references",
    "H": "links",
    "F": "formulas",
    "e": "examples",
    "p": "maple",
    "t": "mathematica",
    "o": "programs",
    "Y": "crossrefs",
    "E": "extensions",
}
"""Kinds of lines that may occur several times."""
SINGLE = {"I": "identification", "N": "name", "K": "keywords", "O": "offset", "A": "author"}
ORDER = "ISTUVWXNCDHFeptoYKOAE"
BEFORE_KEYWORDS = "CDHFeptoY"
"""Kinds of repeatable lines that are placed between name and keywords, in order."""


SHOWN = 260
"""Maximum number of characters of the displayed terms, each followed by a comma and a space."""
LEAST = 4
_COLUMNS = 80
_MARKER = len("%S A000000 ")


def shown_terms(terms: Sequence[int]) -> tuple[int, ...]:
    """Return the initial terms that an entry should display: up to 260 characters, but at least four terms.

    >>> len(shown_terms(range(1000)))
    68
    """
    ends = accumulate(len(whole_text(term)) + 2 for term in terms)
    count = sum(1 for _ in takewhile(lambda end: end - 2 <= SHOWN, ends))
    return tuple(terms[: max(count, LEAST)])


def data_lines(terms: Sequence[int]) -> list[str]:
    """Return the terms on one to three lines: two lines of at most 80 columns with the marker, and the
    remaining terms on a third line.

    A line that continues ends in a comma.

    >>> data_lines([1, 2, 3])
    ['1,2,3']
    >>> [len(line) for line in data_lines([10**20] * 12)]
    [66, 66, 131]
    """
    lines: list[str] = []
    line = ""
    for k, term in enumerate(terms):
        text = whole_text(term) + ("," if k < len(terms) - 1 else "")
        if line and len(lines) < 2 and _MARKER + len(line) + len(text) > _COLUMNS:
            lines.append(line)
            line = ""
        line += text
    return [*lines, line]


def second_offset(terms: Sequence[int]) -> int:
    """Return the position (from 1) of the first term whose absolute value exceeds 1, or 1 if there is no such
    term.

    >>> second_offset([0, 1, 1, 2, 3]), second_offset([1, 0, 1])
    (4, 1)
    """
    return next((k for k, term in enumerate(terms, 1) if abs(term) > 1), 1)


# Reading


_Made = TypeVar("_Made")
"""Type of the entry that is created from its fields."""
_LINE = regex(r"%(\S) (A[0-9]{6,7})(?: (.*))?", re.DOTALL)
_IDENTIFICATION = regex(
    r"(?P<former>(?:[MN][0-9]{4}(?: +|$))*)(?:#(?P<revision>[0-9]{1,9})(?: +(?P<revised>\S.*))?)?"
)
_OFFSET = regex(r"(-?[0-9]{1,15})(?:, *([0-9]{1,15}))?,?")
_AROUND = regex(r"#.*|Search: .*|Showing [0-9].*|Greetings .*|")
"""Pattern of the lines around the entries on a page of search results."""


@dataclass
class _Raw:
    """Unparsed lines of one entry."""

    number: str
    findings: Faults = field(default_factory=Faults)
    lines: dict[str, list[tuple[int, str]]] = field(default_factory=lambda: defaultdict(list))
    latest: str = "I"

    def texts(self, kind: str) -> list[str]:
        return [text for _, text in self.lines.get(kind, [])]

    def place(self, kind: str) -> int | None:
        rows = self.lines.get(kind)
        return rows[0][0] if rows else None


def read_entries(make: Callable[..., _Made], content: bytes) -> tuple[Reading[_Made], ...]:
    """Parse each %I line and the following lines; a file without %I lines yields one result without a
    value.
    """
    general = Faults()
    text = decode(content, general)
    raws = _split(lines_of(text, general), general)
    if text and not text.endswith("\n"):
        last = text.count("\n") + 1
        general.note(
            "T5", last, "the last line does not end with LF, so the file may be truncated", "end it with LF"
        )
    if general.is_readable and not raws:
        general.unreadable("E1", None, "there is no %I line", "begin with '%I A000000'")
    if not general.is_readable:
        return (Reading(None, general.in_order()),)
    readings = [_reading(make, raw) for raw in raws]
    first = readings[0]
    whole = Reading(first.value, (*general.in_order(), *first.findings), first.line_numbers)
    return (whole, *readings[1:])


def _split(lines: list[str], general: Faults) -> list[_Raw]:
    raws: list[_Raw] = []
    for place, line in enumerate(lines, 1):
        match = _LINE.fullmatch(line)
        if match is None:
            if _AROUND.fullmatch(line.strip()):
                continue
            fix = "begin each line with its kind and the A-number, as in '%N A000045 Fibonacci numbers.'"
            general.unreadable("E2", place, f"{short_quote(line)} is not a line of an entry", fix)
            break
        if match[1] == "I":
            raws.append(_Raw(match[2]))
        problem = _misplacement(match, raws)
        if problem:
            general.unreadable("E2", place, *problem)
            break
        _add_line(raws[-1], match[1], place, match[3] or "")
    return raws


def _misplacement(match: re.Match[str], raws: list[_Raw]) -> tuple[str, str] | None:
    """Return the reason why a well-formed line is misplaced, and the remedy."""
    kind, number = match[1], match[2]
    if kind not in FIELDS and kind not in SINGLE and kind not in DATA + SIGNED:
        return f"%{kind} is not a kind of line", known_choices(f"%{kind}", ["%" + k for k in ORDER])
    if not raws:
        return f"%{kind} precedes the first %I line", "begin with '%I A000000'"
    if number != raws[-1].number:
        return f"the line is of {number} within the entry {raws[-1].number}", "keep one entry together"
    if (kind in SINGLE or kind in DATA + SIGNED) and raws[-1].lines.get(kind):
        return f"there is a second %{kind} line", f"keep one; the first is on line {raws[-1].place(kind)}"
    return None


def _add_line(raw: _Raw, kind: str, place: int, text: str) -> None:
    if ORDER.index(kind) < ORDER.index(raw.latest):
        fix = f"the order is {' '.join('%' + k for k in ORDER if k not in SIGNED)}"
        if kind in DATA + SIGNED:
            raw.findings.unreadable("E3", place, f"%{kind} follows %{raw.latest}, but must precede it", fix)
        raw.findings.error("E3", place, f"%{kind} follows %{raw.latest}, but must precede it", fix)
    else:
        raw.latest = kind
    if text != text.rstrip():
        raw.findings.note("E4", place, "spaces at the end of the line", "remove them")
    raw.lines[kind].append((place, text.rstrip()))


def _reading(make: Callable[..., _Made], raw: _Raw) -> Reading[_Made]:
    findings = raw.findings
    parts = {"number": raw.number, **_number_fields(raw), "terms": _terms(raw)}
    if not raw.lines.get("N"):
        findings.error("E5", None, "there is no %N line", "give the sequence a name")
    parts |= {"name": "".join(raw.texts("N")), "author": "".join(raw.texts("A"))}
    parts |= {"keywords": _keywords(raw), "first_n": _first_n(raw, parts["terms"])}
    parts |= {name: tuple(raw.texts(kind)) for kind, name in FIELDS.items()}
    numbers = tuple((kind, tuple(place for place, _ in rows)) for kind, rows in raw.lines.items())
    return Reading(make(**parts) if findings.is_readable else None, findings.in_order(), numbers)


def _number_fields(raw: _Raw) -> dict[str, Any]:
    place, text = raw.lines["I"][0]
    match = _IDENTIFICATION.fullmatch(text)
    if match is None:
        fix = "write M and N numbers, then # with revision and date, as in '%I A000045 M0692 #33 Jan 01 2025'"
        raw.findings.unreadable("E6", place, f"identification {short_quote(text)} cannot be parsed", fix)
        return {}
    revision = match["revision"]
    return {
        "former": tuple(match["former"].split()),
        "revision": None if revision is None else int(revision),
        "revised": match["revised"] or "",
    }


def _terms(raw: _Raw) -> tuple[int, ...]:
    """Return the terms in %S, %T and %U, or the signed terms in the retired %V, %W and %X if these exist."""
    plain, signed = (_row(raw, kinds) for kinds in (DATA, SIGNED))
    if not any(raw.lines.get(kind) for kind in SIGNED):
        return plain
    place = next(raw.place(kind) for kind in SIGNED if raw.lines.get(kind))
    raw.findings.warning("D5", place, "%V, %W and %X are retired", "put the signs into %S, %T and %U")
    if [abs(term) for term in signed] != list(map(abs, plain)):
        message = "the signed terms differ from %S, %T and %U"
        raw.findings.unreadable("D6", place, message, "make them agree up to sign")
    return signed


def _row(raw: _Raw, kinds: str) -> tuple[int, ...]:
    rows = [(kind, *raw.lines[kind][0]) for kind in kinds if raw.lines.get(kind)]
    if "".join(kind for kind, _, _ in rows) != kinds[: len(rows)]:
        message = f"%{rows[-1][0]} requires the preceding kind of line"
        raw.findings.unreadable("D2", rows[-1][1], message, "write the terms on %S, then %T, then %U")
        return ()
    terms: list[int] = []
    for k, (kind, place, text) in enumerate(rows):
        is_last = k == len(rows) - 1
        if text.endswith(",") == is_last and (text or not is_last):
            message = f"%{kind} ends {'in a comma and is the last' if is_last else 'without a comma'}"
            fix = "end a line of terms in a comma just when it continues; the entry may be cut off"
            raw.findings.error("D3", place, message, fix)
        terms += _numbers(raw, place, text.removesuffix(","))
    return tuple(terms)


def _numbers(raw: _Raw, place: int, text: str) -> list[int]:
    if not text:
        return []
    words = text.split(",")
    numbers = []
    for k, word in enumerate(words, 1):
        bare = word.strip(" \t")
        if not LOOSE.fullmatch(bare):
            fix = "write integers with the digits 0 to 9, separated by commas"
            raw.findings.unreadable("D1", place, f"term {k} of the line is {short_quote(word)}", fix)
            return []
        numbers.append(read_whole(bare, "term"))
    if not all(STRICT.fullmatch(word) for word in words):
        message = "the terms contain spaces, plus signs or leading zeros"
        raw.findings.warning("D4", place, message, "write integers separated by single commas")
    return numbers


def _keywords(raw: _Raw) -> tuple[str, ...]:
    place = raw.place("K")
    if place is None:
        raw.findings.error("K1", None, "there is no %K line", "add one with nonn or sign")
        return ()
    text = raw.texts("K")[0]
    words = [word.strip() for word in text.split(",")]
    if any(set(word) & set(" \t#") for word in words):
        fix = "write words separated by commas"
        raw.findings.unreadable("K2", place, f"keywords {short_quote(text)} cannot be parsed", fix)
        return ()
    kept = tuple(word for word in words if word)
    if ",".join(kept) != text:
        message = "the keywords contain spaces or empty items"
        raw.findings.warning("K2", place, message, "write words separated by single commas")
    return kept


def _first_n(raw: _Raw, terms: tuple[int, ...]) -> int | None:
    place = raw.place("O")
    if place is None:
        return None
    text = raw.texts("O")[0]
    match = _OFFSET.fullmatch(text)
    if match is None:
        fix = "write the first index and the place of the first term above 1, as in '0,4'"
        raw.findings.unreadable("O1", place, f"offset {short_quote(text)} cannot be parsed", fix)
        return None
    right, fix = second_offset(terms), f"write {second_offset(terms)} after the comma"
    if match[2] is None:
        raw.findings.note("O2", place, "the second number is missing", fix)
    elif int(match[2]) != right:
        message = f"the second number is {match[2]}, but the first term above 1 requires {right}"
        raw.findings.error("O2", place, message, fix)
    return int(match[1])


# JSON records


LISTS = {
    "comment": "comments",
    "reference": "references",
    "link": "links",
    "formula": "formulas",
    "example": "examples",
    "maple": "maple",
    "mathematica": "mathematica",
    "program": "programs",
    "xref": "crossrefs",
    "ext": "extensions",
}
ALWAYS = ("number", "data", "name", "keyword")
"""Fields that a record always contains, even if they are empty."""
_LETTERS = dict(zip(LISTS, "CDHFeptoYE", strict=True))
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
_TIME = regex(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9:]{8})\S*")
_DATE = regex(r"([A-Z][a-z]{2}) ([0-9]{2}) ([0-9]{4}) ([0-9:]{8})")
_LOST = ("references", "created")
"""Fields that the internal format cannot represent: the number of citations and the creation date."""


def read_json(make: Callable[..., _Made], content: bytes) -> tuple[Reading[_Made], ...]:
    """Return the entries of a page of search results: a list, an object with results, a single record, or
    null.
    """
    findings = Faults()
    text = decode(content, findings)
    try:
        page = json.loads(text) if findings.is_readable else None
    except json.JSONDecodeError as error:
        findings.unreadable("J1", error.lineno, f"not valid JSON: {error.msg}", "use the unmodified file")
    except (RecursionError, ValueError):
        message = "the JSON is nested too deeply or contains a number that is too long"
        findings.unreadable("J1", None, message, "use the unmodified file")
    if not findings.is_readable:
        return (Reading(None, findings.in_order()),)
    if isinstance(page, dict) and "number" not in page:
        page = page.get("results")
    records = [] if page is None else page if isinstance(page, list) else [page]
    return tuple(read_record(make, record) for record in records)


def read_record(make: Callable[..., _Made], record: object) -> Reading[_Made]:
    """Return the entry in a record, whose lines are parsed like the lines of the internal format."""
    findings = Faults()
    try:
        text = "\n".join(_lines(record))
    except InputError as error:
        findings.unreadable("J2", None, str(error), "use the unmodified record")
        return Reading(None, findings.in_order())
    (reading,) = read_entries(make, (text + "\n").encode("utf-8", "surrogatepass"))
    assert isinstance(record, Mapping), "seen by _lines"
    lost = [name for name in _LOST if name in record]
    if lost:
        message = f"{' and '.join(lost)} of the record cannot be represented in an entry"
        findings.note("J3", None, message, "keep the record if they are needed")
    return Reading(reading.value, (*reading.findings, *findings.listed))


def _lines(record: object) -> list[str]:
    """Convert a record to the internal format."""
    if not isinstance(record, Mapping):
        raise InputError(f"record {short_quote(str(record))} must be an object")
    number = record.get("number")
    if isinstance(number, bool) or not isinstance(number, int) or not 0 < number < 10**7:
        raise InputError(f"number {short_quote(str(number))} of a record must be a positive integer")
    mark = a_number(number)
    rows = [("I", _identification(record)), ("S", _text(record, "data")), ("N", _text(record, "name"))]
    for name, letter in _LETTERS.items():
        if letter != "E":
            rows += [(letter, line) for line in _list(record, name)]
    rows.append(("K", _text(record, "keyword")))
    rows += [(letter, _text(record, name)) for letter, name in (("O", "offset"), ("A", "author"))]
    rows += [("E", line) for line in _list(record, "ext")]
    return [f"%{kind} {mark} {text}" for kind, text in rows if text or kind not in "OA"]


def _identification(record: Mapping[str, object]) -> str:
    revision = record.get("revision")
    former = _text(record, "id")
    if revision is None:
        return former
    if isinstance(revision, bool) or not isinstance(revision, int) or not 0 <= revision < 10**9:
        raise InputError(f"revision {short_quote(str(revision))} of a record must be a nonnegative integer")
    return " ".join(part for part in (former, f"#{revision}", _date_text(_text(record, "time"))) if part)


def _date_text(time: str) -> str:
    """Convert ``2025-06-07T13:36:39-04:00`` to ``Jun 07 2025 13:36:39``, in the time zone of the string."""
    match = _TIME.fullmatch(time)
    if match is None or not 1 <= int(match[2]) <= 12:
        return time
    return f"{_MONTHS[int(match[2]) - 1]} {match[3]} {match[1]} {match[4]}"


def record_time(date: str) -> str:
    """Convert a date such as ``Jun 07 2025 13:36:39`` to the form in records; other strings are returned
    unchanged.
    """
    match = _DATE.fullmatch(date)
    if match is None or match[1] not in _MONTHS:
        return date
    return f"{match[3]}-{_MONTHS.index(match[1]) + 1:02d}-{match[2]}T{match[4]}"


def _text(record: Mapping[str, object], name: str) -> str:
    value = record.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InputError(f"{name} {short_quote(str(value))} of a record must be a string")
    return _one_line(value, name)


def _list(record: Mapping[str, object], name: str) -> list[str]:
    value = record.get(name)
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(line, str) for line in value):
        raise InputError(f"{name} {short_quote(str(value))} of a record must be a list of strings")
    return [_one_line(line, name) for line in value]


def _one_line(text: str, name: str) -> str:
    if set(text) & {"\n", "\r", "\0"}:
        raise InputError(f"{name} {short_quote(text)} of a record must be one line")
    return text.rstrip()
