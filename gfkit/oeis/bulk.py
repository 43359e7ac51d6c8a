"""The files ``stripped`` and ``names`` as they are downloaded, packed or not, line by line."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from gfkit.errors import InputError, LimitError
from gfkit.oeis.text import short_quote

_LONGEST = 1 << 24
"""Bytes of a line."""
_MOST = 1 << 31
"""Bytes of a file, unpacked; the files of the whole encyclopedia have some 10^8."""
_HEAD = 1000
"""Lines among which the date is looked for."""
_STRIPPED = re.compile(r"A([0-9]{6,7}) ,(?:((?:-?[1-9][0-9]*|0)(?:,(?:-?[1-9][0-9]*|0))*),)?")
_NAMED = re.compile(r"A([0-9]{6,7}) (.*)")
_OFFSET = re.compile(r"A([0-9]{6,7})[ ,\t]+(-?[0-9]{1,9})(?:,[0-9]+)?")
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class BulkLine:
    """A sequence of ``stripped`` or ``names``: its number, and its terms or its name as text."""

    number: int
    text: str
    line: int


def read_stripped(path: str, *, rises: bool = True) -> Iterator[BulkLine]:
    """Yield the sequences of a file ``stripped`` or ``stripped.gz``, whose numbers rise if asked."""
    return _read_lines(path, _STRIPPED, "A000045 ,0,1,1,2,3,5,", rises)


def read_names(path: str, *, rises: bool = True) -> Iterator[BulkLine]:
    """Yield the names of a file ``names`` or ``names.gz``, whose numbers rise if asked."""
    return _read_lines(path, _NAMED, "A000045 Fibonacci numbers", rises)


def read_offsets(path: str) -> Iterator[BulkLine]:
    """Yield the first indices of a file with a number and an offset in each line, as in %O."""
    return _read_lines(path, _OFFSET, "A000045 0,4", rises=False)


def with_texts(lines: Iterable[BulkLine], others: Iterator[BulkLine]) -> Iterator[tuple[BulkLine, str]]:
    """Each line with the text that the other file has for its number, or nothing; both files rise."""
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
                f"file {path!r} line {place}: {short_quote(text)} is no line such as '{example}'"
            )
        number = int(match[1])
        if rises and number <= latest:
            raise InputError(
                f"file {path!r} line {place}: A{number:06d} follows A{latest:06d}; numbers must rise"
            )
        if not rises and number in seen:
            raise InputError(f"file {path!r} line {place}: A{number:06d} occurs twice")
        latest = number
        seen.add(number)
        yield BulkLine(number, match[2] or "", place)


def last_modified(path: str) -> str:
    """What the head of the file says after 'Last Modified:', or nothing."""
    with _open(path) as file:
        for line in islice(iter(lambda: file.readline(1000), b""), _HEAD):
            if not line.startswith((b"#", _BOM)):
                break
            _, mark, date = line.partition(b"Last Modified:")
            if mark:
                return date.strip().decode("ascii", "replace")
    return ""


def _lines(path: str) -> Iterator[tuple[int, bytes]]:
    """Lines with their numbers, without their ends, and without remarks and blank lines."""
    place = size = 0
    try:
        with _open(path) as file:
            while line := file.readline(_LONGEST + 1):
                place, size = place + 1, size + len(line)
                if size > _MOST:
                    raise LimitError(f"file {path!r} line {place}: the file is longer than {_MOST >> 20} MiB")
                if len(line) > _LONGEST:
                    raise InputError(f"file {path!r} line {place}: is longer than {_LONGEST >> 20} MiB")
                bare = line.rstrip(b"\r\n")
                if place == 1:
                    bare = bare.removeprefix(_BOM)
                if bare and not bare.startswith(b"#"):
                    yield place, bare
    except (EOFError, gzip.BadGzipFile, zlib.error):
        message = "the packed file is cut off or damaged; download it again"
        raise InputError(f"file {path!r} after line {place}: {message}") from None


def _open(path: str) -> BinaryIO:
    if path == "-":
        raise InputError("file '-': a bulk file is read more than once; name a file, not standard input")
    try:
        with Path(path).open("rb") as file:
            is_packed = file.read(2) == b"\x1f\x8b"
        return gzip.open(path) if is_packed else Path(path).open("rb")  # type: ignore[return-value]
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a file name"
        raise InputError(f"file {path!r} cannot be read: {reason}") from None
