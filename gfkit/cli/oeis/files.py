"""Telling by its content what kind of file was given."""

from __future__ import annotations

import re
from enum import StrEnum

_HEAD = 1 << 16


class Content(StrEnum):
    """What a file may hold."""

    ENTRY = "entry"
    RECORDS = "records"
    B_FILE = "b-file"
    STRIPPED = "stripped"
    NAMES = "names"


def content_of(head: bytes) -> Content:
    """The kind of a file by its first lines that are neither blank nor remarks; b-file when nothing fits.

    >>> content_of(b"# Table\\n0 1\\n").value, content_of(b"A000001 ,0,1,\\n").value
    ('b-file', 'stripped')
    """
    text = head[:_HEAD].removeprefix(b"\xef\xbb\xbf")
    lines = [line.strip() for line in text.split(b"\n")]
    told = [line for line in lines if line and not line.startswith(b"#")]
    first = told[0] if told else b""
    if first[:1] in (b"[", b"{") or first == b"null":
        return Content.RECORDS
    if re.match(rb"A[0-9]{6,7} ,", first):
        return Content.STRIPPED
    if re.match(rb"A[0-9]{6,7} ", first):
        return Content.NAMES
    if re.match(rb"%|Search:|Showing ", first):
        return Content.ENTRY
    return Content.B_FILE
