"""The files ``stripped`` and ``names`` as they are downloaded, packed or not, line by line."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from gfkit.errors import InputError, LimitError
from gfkit.oeis.text import shown

_LONGEST = 1 << 24
"""Bytes of a line."""
_MOST = 1 << 31
"""Bytes of a file, unpacked; the files of the whole encyclopedia have some 10^8."""
_HEAD = 1000
"""Lines among which the date is looked for."""
_STRIPPED = re.compile(rb"A([0-9]{6,7}) ,((?:(?:-?[1-9][0-9]*|0),)*)")
_NAMED = re.compile(rb"A([0-9]{6,7}) (.*)")
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True, slots=True)
class StrippedLine:
    """A sequence of ``stripped``: its number, and its terms as text with commas between them."""

    number: int
    terms: bytes
    line: int


@dataclass(frozen=True, slots=True)
class NameLine:
    """A sequence of ``names``."""

    number: int
    name: str
    line: int


def read_stripped(path: str) -> Iterator[StrippedLine]:
    """The sequences of a file ``stripped`` or ``stripped.gz``, in its order, which must rise."""
    latest = 0
    for place, line in _lines(path):
        match = _STRIPPED.fullmatch(line)
        if match is None:
            raise _refused(path, place, line, "A000045 ,0,1,1,2,3,5,")
        latest = _risen(path, place, int(match[1]), latest)
        yield StrippedLine(latest, match[2][:-1], place)


def read_names(path: str) -> Iterator[NameLine]:
    """The names of a file ``names`` or ``names.gz``, in its order, which must rise."""
    latest = 0
    for place, line in _lines(path):
        match = _NAMED.fullmatch(line)
        try:
            name = match[2].decode("utf-8") if match else ""
        except UnicodeDecodeError:
            match = None
        if match is None:
            raise _refused(path, place, line, "A000045 Fibonacci numbers")
        latest = _risen(path, place, int(match[1]), latest)
        yield NameLine(latest, name, place)


def last_modified(path: str) -> str:
    """What the head of the file says after 'Last Modified:', or nothing."""
    with _opened(path) as file:
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
        with _opened(path) as file:
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


def _opened(path: str) -> BinaryIO:
    try:
        with Path(path).open("rb") as file:
            is_packed = file.read(2) == b"\x1f\x8b"
        return gzip.open(path) if is_packed else Path(path).open("rb")  # type: ignore[return-value]
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a file name"
        raise InputError(f"file {path!r} cannot be read: {reason}") from None


def _risen(path: str, place: int, number: int, latest: int) -> int:
    if number <= latest:
        raise InputError(
            f"file {path!r} line {place}: A{number:06d} follows A{latest:06d}; numbers must rise"
        )
    return number


def _refused(path: str, place: int, line: bytes, example: str) -> InputError:
    text = line.decode("utf-8", "backslashreplace")
    return InputError(f"file {path!r} line {place}: {shown(text)} is no line such as '{example}'")
