"""Files as text, as bytes of a limited number, and as lines."""

from __future__ import annotations

import codecs
import sys
from pathlib import Path

from gfkit.errors import InputError, LimitError
from gfkit.oeis.finding import Findings

LONGEST = 1 << 28
"""Bytes of a file that is read whole: a b-file of 10^5 terms of 1000 digits has some 10^8."""


def read_bytes(path: str) -> bytes:
    """The bytes of a file; - is standard input."""
    try:
        if path == "-":
            content = sys.stdin.buffer.read(LONGEST + 1)
        else:
            with Path(path).open("rb") as file:
                content = file.read(LONGEST + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "not a file name"
        raise InputError(f"file {path!r} cannot be read: {reason}") from None
    if len(content) > LONGEST:
        raise LimitError(f"file {path!r} is longer than {LONGEST >> 20} MiB")
    return content


def decoded(content: bytes, findings: Findings) -> str:
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


def lines_of(text: str, findings: Findings) -> list[str]:
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
