"""A b-file against the entry that it belongs to."""

from __future__ import annotations

import re

from gfkit.oeis.bfile import BFile
from gfkit.oeis.entry import Entry
from gfkit.oeis.finding import Findings, Reading, shown
from gfkit.sequences.number import whole_text

_RANGE = re.compile(r"Table of n, ?[aA]\(n\) for n ?= ?(-?[0-9]{1,15})\.\.(-?[0-9]{1,15})")
_FILE = re.compile(r"(?:.*[/\\])?b([0-9]{6,7})\.txt")


def pair_findings(entry: Entry, reading: Reading[BFile], path: str = "") -> Findings:
    """Where table and entry do not agree; lines are those of the b-file."""
    findings = Findings()
    table = reading.value
    if table is None:
        return findings
    named = _FILE.fullmatch(path)
    if named and int(named[1]) != int(entry.number[1:]):
        message = f"the file is called b{named[1]}.txt and the entry is {entry.number}"
        findings.warning("B24", None, message, f"call it b{entry.number[1:]}.txt")
    if entry.first_n is not None and table.first_n != entry.first_n:
        message = f"the first index is {table.first_n}, and %O says {entry.first_n}"
        place = reading.lines_of("terms")[0]
        findings.error("B20", place, message, f"begin with {entry.first_n}, or correct %O")
    _values(entry, table, reading, findings)
    _links(entry, table, findings)
    return findings


def _values(entry: Entry, table: BFile, reading: Reading[BFile], findings: Findings) -> None:
    both = zip(reading.lines_of("terms"), table.terms, entry.terms, strict=False)
    for k, (place, value, displayed) in enumerate(both):
        if value != displayed:
            pair = f"{shown(whole_text(value))} where the entry has {shown(whole_text(displayed))}"
            findings.error("B21", place, f"term {k + 1} is {pair}", "find out which is right")
            break
    if len(table.terms) <= len(entry.terms) and "full" not in entry.keywords:
        message = f"the table has {len(table.terms)} terms, and the entry shows {len(entry.terms)}"
        findings.warning("B22", None, message, "give more terms; editors remove such a file")


def _links(entry: Entry, table: BFile, findings: Findings) -> None:
    for link in entry.links:
        match = _RANGE.search(link)
        if match and (int(match[1]), int(match[2])) != (table.first_n, table.last_n):
            message = f"%H says n = {match[1]}..{match[2]}, the file has n = {table.first_n}..{table.last_n}"
            findings.warning("B23", None, message, "correct the link")
            break
