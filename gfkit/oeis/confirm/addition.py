"""The lines that a confirmation adds to an entry."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gfkit.oeis.bfile import BFile
from gfkit.oeis.confirm.confirmation import Line
from gfkit.oeis.confirm.judge import Answer
from gfkit.oeis.entry import Entry
from gfkit.oeis.export.heading import Heading
from gfkit.oeis.export.wording import signature, states_text
from gfkit.oeis.lint.signature import signature_link
from gfkit.sequences import Evidence, RationalGF

_LONGEST = 2400
_TABLE = re.compile(r'(.*?),? <a href="/A[0-9]+/b[0-9]+\.txt">.*\bn ?= ?-?[0-9]+\.\.([0-9]{1,9})')


def additions(
    entry: Entry,
    lines: Sequence[Line],
    series: RationalGF,
    evidence: Evidence,
    table: BFile,
    author: str,
) -> tuple[str, ...]:
    """Lines in the internal format: b-file and signature links, what is confirmed or false, keyword easy.

    The hedged lines stay. Nothing is added that the entry has already, and without a confirmed line only
    what is false.
    """
    confirmed = [line for line in lines if line.verdict is Answer.CONFIRMED]
    heading = Heading(entry.number, author=author)
    found: list[tuple[str, str]] = []
    if confirmed and (link := _b_file(entry, table, heading)):
        found.append(("H", link))
    if confirmed and series.order and not any("/index/Rec" in link for link in entry.links):
        link = signature_link(signature(series))
        found += [("H", link)] if len(link) <= _LONGEST else []
    found += [("F", f"{text} - {author}") for text in _remarks(confirmed, lines, evidence)]
    if confirmed and not {"easy", "hard"} & set(entry.keywords):
        found.append(("K", ",".join((*entry.keywords, "easy"))))
    return tuple(f"%{kind} {entry.number} {text}" for kind, text in found)


def _b_file(entry: Entry, table: BFile, heading: Heading) -> str:
    """The link to the longer b-file, with the credit of the one before; nothing when it is not longer."""
    present = next((match for link in entry.links if (match := _TABLE.match(link))), None)
    least = int(present[2]) if present else table.first_n + len(entry.terms) - 1
    if table.last_n <= least:
        return ""
    title = f"Table of n, a(n) for n = {table.first_n}..{table.last_n}"
    credit = f" (terms up to n = {present[2]} from {present[1]})" if present else ""
    return f'{heading.person}, <a href="/A{heading.digits}/b{heading.digits}.txt">{title}</a>{credit}'


def _remarks(confirmed: Sequence[Line], lines: Sequence[Line], evidence: Evidence) -> list[str]:
    states = dict(evidence.details).get("states")
    how = f"using the transfer matrix method ({states_text(states)})"
    false = [line for line in lines if line.verdict is Answer.FALSE]
    found = []
    if confirmed and len(confirmed) == len(lines) and not any(line.is_late for line in lines):
        found.append(f"Formula{'' if len(lines) == 1 else 's'} confirmed {how}.")
    else:
        found += [
            f"The formula '{_short(line.line)}' is confirmed{_since(line)} {how}." for line in confirmed
        ]
    found += [
        f"The formula '{_short(line.line)}' is false: {line.reason.partition(';')[0]}." for line in false
    ]
    return found


def _since(line: Line) -> str:
    """The range that has to be said since it is not the printed one."""
    return f" for n >= {line.from_n}" if line.is_late else ""


def _short(text: str, most: int = 60) -> str:
    return text.rstrip(". ") if len(text) <= most else text[:most].rstrip() + "..."
