"""Names with their terms, from bulk files, entries and the local index."""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from math import prod
from pathlib import Path
from zlib import decompress

from gfkit.core.algebra import RationalGF
from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import InputError
from gfkit.oeis.entry import Entry
from gfkit.oeis.files import (
    a_number,
    full_a_number,
    read_bytes,
    read_names,
    read_offsets,
    read_stripped,
    read_terms,
)
from gfkit.oeis.index.file import stored_rows
from gfkit.runs.files import index_path

_NO_NUMBER = "has no entry of that number"


@dataclass(frozen=True, slots=True)
class NamedTerms:
    """Name with its terms, and with ``first_n`` and ``entry`` if the source contains them."""

    number: str
    name: str
    terms: tuple[int, ...]
    first_n: int | None = None
    entry: Entry | None = None


def in_bulk_files(names: str, stripped: str | None, wanted: Sequence[str] = ()) -> list[NamedTerms]:
    """Return the names in ``names.gz`` with the terms in ``stripped.gz``, for all numbers or the requested
    ones.

    Both files lack offsets. A name without a line of terms is returned without terms. The lines of both files
    may be in any order.
    """
    only = frozenset(map(full_a_number, wanted))
    lines = {line.number: line.text for line in read_names(names, rises=False)}
    numbers = sorted(number for number in lines if not only or a_number(number) in only)
    terms = iter(()) if stripped is None else read_stripped(stripped, rises=False)
    texts = {line.number: line.text for line in terms if line.number in lines}
    names_read = [
        NamedTerms(a_number(number), lines[number], read_terms(texts.get(number, ""))) for number in numbers
    ]
    _check_found(only, names_read, f"file {names!r}")
    return names_read


def with_offsets(sequences: Sequence[NamedTerms], path: str) -> list[NamedTerms]:
    """Add the first indices in a file of offsets to sequences whose source has none."""
    first = {a_number(line.number): int(line.text) for line in read_offsets(path)}
    return [
        replace(named, first_n=first.get(named.number)) if named.first_n is None else named
        for named in sequences
    ]


def in_entries(places: Iterable[str], wanted: Sequence[str] = ()) -> list[NamedTerms]:
    """Return the entries of files in the internal format or of JSON records, and of all such files in
    directories.

    An entry that occurs several times is returned once. For an entry that cannot be parsed, the error names
    its file.
    """
    only = frozenset(map(full_a_number, wanted))
    sequences: dict[str, NamedTerms] = {}
    for path in _files(places):
        for entry in _entries(path):
            if not only or entry.number in only:
                terms = NamedTerms(entry.number, entry.name, entry.terms, entry.first_n, entry)
                sequences.setdefault(entry.number, terms)
    _check_found(only, sequences.values(), "what --entries names")
    return sorted(sequences.values(), key=lambda terms: int(terms.number[1:]))


def _files(places: Iterable[str]) -> Iterator[str]:
    for place in places:
        path = Path(place)
        if not path.is_dir():
            yield place
            continue
        listed = sorted(file for file in path.rglob("*") if file.suffix in (".seq", ".txt", ".json"))
        kept = [file for file in listed if not file.name.startswith("b")]
        if not kept:
            raise InputError(f"directory {place!r} contains no entries (.seq, .txt or .json files)")
        yield from map(str, kept)


def _entries(path: str) -> Iterator[Entry]:
    content = read_bytes(path)
    is_json = content.lstrip()[:1] in (b"[", b"{") or content.strip() == b"null"
    for reading in Entry.read_json(content) if is_json else Entry.read(content):
        try:
            yield reading.value_or_error("entry")
        except InputError as error:
            raise InputError(f"file {path!r}: {error}") from None


def in_index(numbers: Sequence[str], index: str | None = None) -> list[NamedTerms]:
    """Return the sequences of the local index with the given numbers."""
    path, wanted = index_path(index), frozenset(map(full_a_number, numbers))
    rows = stored_rows((int(number[1:]) for number in wanted), path)
    sequences = [NamedTerms(number, name, read_terms(terms)) for number, name, terms in rows]
    _check_found(wanted, sequences, f"index '{path}'")
    return sequences


def _check_found(only: Iterable[str], found: Iterable[NamedTerms], where: str) -> None:
    missing = sorted(set(only) - {terms.number for terms in found})
    if missing:
        more = f" (and {len(missing) - 1} more)" if len(missing) > 1 else ""
        raise InputError(f"A-number {missing[0]}: {where} {_NO_NUMBER}{more}")


class Settlement(StrEnum):
    """Kind of result for the name of a sequence."""

    SETTLED = "settled"
    AGREES = "agrees"
    DIFFERS = "differs"
    REFUSED = "refused"


class Obstacle(StrEnum):
    """Reason why a name was refused, or was not settled although the terms agree."""

    NOT_READ = "not read"
    NO_TERMS = "no terms"
    TABLE = "table"
    NO_RULE = "no rule"
    NO_LAW = "no law"
    STATES = "states"
    TIME = "time"
    FAILED = "failed"
    TOO_FEW = "too few terms"
    PLAIN = "plain terms"
    NO_BOARD = "terms without board"
    OFFSET = "other offset"
    NOT_PROVED = "not proved"
    NOT_LISTED = "not listed"
    TWO_READINGS = "two readings"
    LINE = "line not settled"


class DifferenceFinding(StrEnum):
    """Explanation of a term that differs from the count."""

    WRONG = "wrong"
    MISREAD = "misread"
    UNDECIDED = "undecided"


@dataclass(frozen=True)
class TermDifference:
    """First n at which the entry and the counts differ, with both values."""

    n: int
    printed: str
    counted: str

    def __str__(self) -> str:
        return f"n = {self.n}: {self.printed} in the entry, {self.counted} on the board"


@dataclass(frozen=True)
class SettledName:
    """Result for a name as plain data: strings, numbers, and lists of these.

    ``reason`` is an ``Obstacle`` or, for a difference, the first n with both values; it is empty if the name
    is settled. ``detail`` contains an explanation. ``law`` consists of numerator and denominator in t.
    ``finding`` explains a difference, and ``enumerations`` are method, board and number for its first n.
    ``is_offset_taken`` is True if the entry states no offset and ``first_n`` is an offset under which all
    terms agree.
    """

    number: str
    name: str
    settlement: Settlement
    reason: str = ""
    detail: str = ""
    seconds: float = 0.0
    family: str = ""
    positions: str = "all"
    sentence: str = ""
    statement: str = ""
    file: str = ""
    shift: int = 0
    step: int = 1
    first_n: int | None = None
    is_offset_taken: bool = False
    compared: int = 0
    difference: TermDifference | None = None
    finding: str = ""
    enumerations: tuple[tuple[str, str, str], ...] = ()
    law: tuple[str, str] | None = None
    order: int | None = None
    signature: str = ""
    recurrence: str = ""
    evidence: Mapping[str, object] | None = None
    listed: tuple[tuple[str, str], ...] = ()
    lines: tuple[Mapping[str, object], ...] = ()
    additions: tuple[str, ...] = ()
    certificate: str = ""
    """Compressed certificate of the formula; empty if it would be too large."""

    @property
    def rule_and_size(self) -> tuple[str, int]:
        """Key shared by names with the same rule and board shape, and the size of the board."""
        rule = "\n".join(line for line in self.file.split("\n") if not line.startswith("name ="))
        shape = re.sub(r"[0-9.#/]+", "", self.family)
        return f"{rule}{self.positions} {shape}", prod(
            map(int, re.findall("[0-9]+", self.family))
        ) + self.family.count(".")

    @property
    def certificate_text(self) -> str:
        """Certificate in the format of its file."""
        return decompress(b64decode(self.certificate)).decode() if self.certificate else ""

    @property
    def is_settled(self) -> bool:
        return self.settlement is Settlement.SETTLED

    @property
    def has_files(self) -> bool:
        """True if the result contains a report for the editors, with a rule and perhaps a b-file."""
        return self.is_settled or self.finding == DifferenceFinding.WRONG

    @property
    def series(self) -> RationalGF | None:
        """Generating function of the entry."""
        return (
            None
            if self.law is None
            else RationalGF.parse(f"({self.law[0]})/({self.law[1]})", ("t",), self.first_n or 0)
        )
