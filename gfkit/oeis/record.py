"""JSON records of search results: the bare list of today and the older wrapper."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from typing import TypeVar

from gfkit.errors import InputError
from gfkit.oeis.internal import read_entries
from gfkit.oeis.text import Faults, Reading, a_number, decoded, shown

_Made = TypeVar("_Made")
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
"""What a record has also where there is nothing in it."""
_LETTERS = dict(zip(LISTS, "CDHFeptoYE", strict=True))
_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
_TIME = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9:]{8})\S*")
_DATE = re.compile(r"([A-Z][a-z]{2}) ([0-9]{2}) ([0-9]{4}) ([0-9:]{8})")
_LOST = ("references", "created")
"""Fields that the internal format has no place for: the number of citations and the day of birth."""


def read_json(make: Callable[..., _Made], content: bytes) -> tuple[Reading[_Made], ...]:
    """The entries of a page of results: a list, an object with results, one record, or null."""
    findings = Faults()
    text = decoded(content, findings)
    try:
        page = json.loads(text) if findings.is_readable else None
    except json.JSONDecodeError as error:
        findings.unreadable("J1", error.lineno, f"it is no JSON: {error.msg}", "give the file as it came")
    except (RecursionError, ValueError):
        message = "it is no JSON that can be read: nested too deep, or a number too long"
        findings.unreadable("J1", None, message, "give the file as it came")
    if not findings.is_readable:
        return (Reading(None, findings.sorted()),)
    if isinstance(page, dict) and "number" not in page:
        page = page.get("results")
    records = [] if page is None else page if isinstance(page, list) else [page]
    return tuple(read_record(make, record) for record in records)


def read_record(make: Callable[..., _Made], record: object) -> Reading[_Made]:
    """The entry of one record; its lines are read as those of the internal format are."""
    findings = Faults()
    try:
        text = "\n".join(_lines(record))
    except InputError as error:
        findings.unreadable("J2", None, str(error), "give the record as it came")
        return Reading(None, findings.sorted())
    (reading,) = read_entries(make, (text + "\n").encode("utf-8", "surrogatepass"))
    assert isinstance(record, Mapping), "seen by _lines"
    lost = [name for name in _LOST if name in record]
    if lost:
        message = f"{' and '.join(lost)} of the record have no place in an entry"
        findings.note("J3", None, message, "keep the record if they are needed")
    return Reading(reading.value, (*reading.findings, *findings.listed))


def _lines(record: object) -> list[str]:
    """The record in the internal format."""
    if not isinstance(record, Mapping):
        raise InputError(f"record {shown(str(record))}: must be an object")
    number = record.get("number")
    if isinstance(number, bool) or not isinstance(number, int) or not 0 < number < 10**7:
        raise InputError(f"number {shown(str(number))} of a record: must be an integer from 1 on")
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
        raise InputError(f"revision {shown(str(revision))} of a record: must be an integer from 0 on")
    return " ".join(part for part in (former, f"#{revision}", _dated(_text(record, "time"))) if part)


def _dated(time: str) -> str:
    """``2025-06-07T13:36:39-04:00`` as ``Jun 07 2025 13:36:39``, in the zone where it was written."""
    match = _TIME.fullmatch(time)
    if match is None or not 1 <= int(match[2]) <= 12:
        return time
    return f"{_MONTHS[int(match[2]) - 1]} {match[3]} {match[1]} {match[4]}"


def timed(date: str) -> str:
    """``Jun 07 2025 13:36:39`` as records have it; what is no such date as it is."""
    match = _DATE.fullmatch(date)
    if match is None or match[1] not in _MONTHS:
        return date
    return f"{match[3]}-{_MONTHS.index(match[1]) + 1:02d}-{match[2]}T{match[4]}"


def _text(record: Mapping[str, object], name: str) -> str:
    value = record.get(name)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise InputError(f"{name} {shown(str(value))} of a record: must be a text")
    return _one_line(value, name)


def _list(record: Mapping[str, object], name: str) -> list[str]:
    value = record.get(name)
    if value is None:
        return []
    if not isinstance(value, list) or not all(isinstance(line, str) for line in value):
        raise InputError(f"{name} {shown(str(value))} of a record: must be a list of texts")
    return [_one_line(line, name) for line in value]


def _one_line(text: str, name: str) -> str:
    if set(text) & {"\n", "\r", "\0"}:
        raise InputError(f"{name} {shown(text)} of a record: must be one line")
    return text.rstrip()
