"""Where in a rule file an error is, so that an editor can show it."""

from __future__ import annotations

import re

_SYNTAX = re.compile(r"\(at line (\d+), column (\d+)\)")
_TABLE = re.compile(r"\[\[?([A-Za-z0-9_.-]+)\]\]?(?: (\d+))?(?: [a-z_]+)?:")
_KEY = re.compile(r"unknown key '([^']+)'|: ([a-z_]+) (?:must be|is missing)|\] ([a-z_]+): '([^']*)'")
_HEADER = re.compile(r"\s*\[\[?\s*([A-Za-z0-9_.-]+)\s*\]\]?")


def place_of(message: str, text: str) -> tuple[int, int] | None:
    """Line and column, from 1, of what an error about a rule file is about; None when it names nothing.

    >>> place_of("rule file 'r' [left]: unknown key 'pices'; known here are pieces", "[left]\\npices = 1")
    (2, 1)
    >>> place_of("rule file 'r' is not TOML: Expected ']' (at line 1, column 6)", "[left")
    (1, 6)
    """
    syntax = _SYNTAX.search(message)
    lines = text.split("\n")
    if syntax:
        return int(syntax[1]), int(syntax[2])
    if "(at end of document)" in message:
        return len(lines), len(lines[-1]) + 1
    table, key = _TABLE.search(message), _KEY.search(message)
    begin, end = _extent(lines, table[1], int(table[2] or 1)) if table else (0, len(lines))
    if key:
        word = key[1] or key[2] or key[3]
        wanted = re.compile(rf"\s*(?:\[\[?\s*)?[\"']?{re.escape(word)}\b")
        for number in range(begin, end):
            if wanted.match(lines[number]):
                return _value(lines, number, end, key[4]) or (number + 1, 1 + lines[number].index(word))
    return (begin + 1, 1) if table or key else None


def _value(lines: list[str], begin: int, end: int, value: str | None) -> tuple[int, int] | None:
    """Where a quoted value stands, from the line of its key on."""
    for number in range(begin, end):
        for quote in "\"'":
            if value is not None and (at := lines[number].find(quote + value + quote)) >= 0:
                return number + 1, at + 2
    return None


def _extent(lines: list[str], name: str, number: int) -> tuple[int, int]:
    """The lines of the so-many-th table of that name, its header among them."""
    headers = [(k, found[1]) for k, line in enumerate(lines) if (found := _HEADER.match(line))]
    own = [place for place, (_, word) in enumerate(headers) if word == name]
    if len(own) < number:
        return 0, len(lines)
    place = own[number - 1]
    end = headers[place + 1][0] if place + 1 < len(headers) else len(lines)
    return headers[place][0], end
