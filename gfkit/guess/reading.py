"""Terms as people and files write them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise

from gfkit.errors import InputError
from gfkit.guess.data import Data
from gfkit.sequences.number import Number, read_number

_MARKED = re.compile(r"%[STU] (?:A[0-9]+ )?(.*)")
_STRIPPED = re.compile(r"A[0-9]+ ,(.*),")
_PAIR = re.compile(r"(-?[0-9]+)[ \t]+([+-]?[0-9]+(?:/[0-9]+)?)")
_SHOWN = 40
_LONGEST = 18
"""Digits of an index."""


def read_words(words: Iterable[str], offset: int = 0) -> Data:
    """Terms as words, or separated by commas, with or without brackets.

    >>> read_words(["[1,", "-2,", "1/2]"]).terms
    (1, -2, Fraction(1, 2))
    """
    return Data.of(_numbers(" ".join(words)), offset)


def read_text(text: str, offset: int | None = None) -> Data:
    """The terms of a file: a b-file with lines 'n a(n)', lines of an OEIS entry, or plain numbers.

    Of a b-file the offset is read too. Lines that start with # are remarks.

    >>> read_text("# A000045\\n3 2\\n4 3\\n5 5\\n")
    Data(terms=(2, 3, 5), offset=3)
    >>> read_text("%S A000108 1,1,2,5,14,\\n%T A000108 42,132\\n%N A000108 Catalan numbers\\n").terms
    (1, 1, 2, 5, 14, 42, 132)
    >>> read_text("A000108 ,1,1,2,5,14,").terms
    (1, 1, 2, 5, 14)
    """
    lines = [(k, line.partition("#")[0].strip()) for k, line in enumerate(text.splitlines(), 1)]
    lines = [(k, line) for k, line in lines if line]
    marked = [match[1] for _, line in lines if (match := _MARKED.fullmatch(line))]
    if marked:
        return Data.of(_numbers(" ".join(part.strip(",") for part in marked)), offset or 0)
    pairs = [(k, _PAIR.fullmatch(line)) for k, line in lines]
    if len(pairs) > 1 and all(match for _, match in pairs) and _climbs(pairs):
        return _b_file([(k, match[1], match[2]) for k, match in pairs if match], offset)
    parts = [match[1] if (match := _STRIPPED.fullmatch(line)) else line for _, line in lines]
    return Data.of(_numbers(" ".join(parts)), offset or 0)


def _climbs(pairs: list[tuple[int, re.Match[str] | None]]) -> bool:
    """Whether the first numbers of the lines look like indices: all go up, or most of them by 1."""
    first = [int(match[1]) for _, match in pairs if match and len(match[1]) <= _LONGEST]
    if len(first) < len(pairs):
        return False
    steps = [after - before for before, after in pairwise(first)]
    return min(steps) > 0 or 2 * steps.count(1) >= len(steps)


def _b_file(rows: list[tuple[int, str, str]], offset: int | None) -> Data:
    start = int(rows[0][1])
    for k, (line, index, _) in enumerate(rows):
        if index != str(start + k):
            raise InputError(
                f"line {line}: index {index[:_SHOWN]} where {start + k} was expected; n must go up by 1"
            )
    if offset is not None and offset != start:
        raise InputError(f"offset {offset}: the file says that its first index is {start}")
    return Data.of([read_number(value) for _, _, value in rows], start)


def _numbers(text: str) -> list[Number]:
    bare = re.sub(r"[\[\](){},;]", " ", text)
    found = []
    for k, word in enumerate(bare.split(), 1):
        if not re.fullmatch(r"[+-]?[0-9]+(?:/[0-9]*[1-9][0-9]*)?", word):
            shown = word if len(word) <= _SHOWN else word[:_SHOWN] + "..."
            raise InputError(f"term {k} {shown!r}: must be an integer or a fraction such as -1/2")
        found.append(read_number(word))
    return found
