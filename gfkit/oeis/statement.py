"""What an entry says, line by line: who says it, and whether as a fact or as a conjecture."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gfkit.oeis.entry import Entry
from gfkit.oeis.finding import Findings, Reading

_LONGEST = 4000
"""Characters of a line in which an author is looked for: looking takes the square of that."""
_HEDGE = re.compile(
    r"\b(conjectur\w*|empirical\w*|apparently|appears?|seems?|seemingly|presumably|suspect\w*|guess\w*)\b",
    re.IGNORECASE,
)
_SIGNED = re.compile(r"\s+-\s+(_[^_]+_.*)$")
_BRACKET = re.compile(r"\s*\[[^\[\]]*_[^_\[\]]+_[^\[\]]*\]\s*$")
_START, _END = re.compile(r"\(Start\)[\s.,:;]*$"), re.compile(r"\(End\)[\s.,:;]*$")
_FROM = re.compile(r"(_[^_]+_[^:]*):")


@dataclass(frozen=True)
class Statement:
    """A line of %C or %F without its signature; ``place`` counts the lines of that kind from 0 on.

    It is ``hedged`` when it, or the head of the block that it is in, says so: "Conjecture", "Empirical", "It
    appears that", and the like.
    """

    kind: str
    place: int
    text: str
    hedged: bool
    author: str
    head: str = ""
    """The first line of the block that it is in, behind those of the blocks around it."""
    line: str = ""
    """All that stands on it, but for the end of a block."""


def statements(entry: Entry) -> tuple[Statement, ...]:
    """All lines of the comments and formulas; heads of blocks and their ends are left out.

    >>> block = ("Conjectures from _X_, Jan 01 2020: (Start)", "a(n) = 2*a(n-1).", "(End)")
    >>> lines = (*block, "a(n) = 2^n. - _Y_, today")
    >>> [(s.text, s.hedged, s.author) for s in statements(Entry("A000079", formulas=lines))]
    [('a(n) = 2*a(n-1).', True, '_X_, Jan 01 2020'), ('a(n) = 2^n.', False, '_Y_, today')]
    """
    return _read(entry, Findings())


def block_findings(reading: Reading[Entry]) -> Findings:
    """Blocks of several lines that do not end, or end without a start."""
    findings = Findings()
    if reading.value is not None:
        _read(reading.value, findings, reading)
    return findings


def _read(entry: Entry, findings: Findings, reading: Reading[Entry] | None = None) -> tuple[Statement, ...]:
    found: list[Statement] = []
    for kind, lines in (("C", entry.comments), ("F", entry.formulas)):
        numbers = reading.lines_of(kind) if reading else ()
        heads: list[str] = []
        for place, line in enumerate(lines):
            number = numbers[place] if place < len(numbers) else None
            if _START.search(line):
                if heads:
                    findings.warning("F3", number, "a block starts inside a block", "end each by (End)")
                heads.append(line)
                continue
            is_end = _END.search(line) is not None
            if is_end and not heads:
                findings.warning("F3", number, "a block ends that did not start", "start it by (Start)")
            text = _END.sub("", line).strip()
            if text:
                found.append(_statement(kind, place, text, " ".join(heads) or None))
            if is_end:
                heads = heads[:-1]
        if heads:
            last = numbers[-1] if numbers else None
            findings.warning("F3", last, "a block starts and does not end", "end it by (End)")
    return tuple(found)


def _statement(kind: str, place: int, text: str, head: str | None) -> Statement:
    hedged = _HEDGE.search(text) is not None or (head is not None and _HEDGE.search(head) is not None)
    if len(text) > _LONGEST:
        return Statement(kind, place, text, hedged, "", head or "", text)
    signed = _SIGNED.search(text)
    author = signed[1] if signed else ""
    if not author and head is not None and (found := _FROM.search(head[:_LONGEST])):
        author = found[1]
    bare = _BRACKET.sub("", text[: signed.start()] if signed else text)
    return Statement(kind, place, bare, hedged, author, head or "", text)
