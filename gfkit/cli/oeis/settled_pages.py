"""Pages about names that were settled: one with all of them, and a report for each that was read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from gfkit.algebra.number import whole_text
from gfkit.errors import GfkitError
from gfkit.oeis.reading import size_text
from gfkit.oeis.settle import Obstacle, SettledName, SettledTable, Settlement
from gfkit.oeis.settle.run import certificate_file
from gfkit.rules import Rule
from gfkit.rules.kinds.wording import rule_sentences
from gfkit.show.markup import escape_text, tag
from gfkit.show.report.law import recurrence_shown, series_shown
from gfkit.show.report.page import Section, figure, fold, listing, paragraph, table, whole_page
from gfkit.show.svg.chart import bars_drawing, shares_drawing
from gfkit.version import __version__

if TYPE_CHECKING:
    from gfkit.algebra import RationalGF

_MOST_ROWS = 2000
"""Rows of each kind that the page shows; the table of results has all."""
_TERMS = 16
_LOOKS = {
    Settlement.SETTLED: "both",
    Settlement.AGREES: "fourth",
    Settlement.DIFFERS: "fifth",
    Settlement.REFUSED: "cell",
}
_SAID = {
    Settlement.SETTLED: "read whole, every term equal, small boards listed, and the law proved",
    Settlement.AGREES: "every term equal, and something of the rest is missing",
    Settlement.DIFFERS: "a term is another one, which is taken for a fault of the reader",
    Settlement.REFUSED: "nothing is said of them, for one of a closed list of reasons",
}
_WHY = {
    Obstacle.NOT_READ: "a part of the name was not understood",
    Obstacle.NO_TERMS: "there are no terms to compare with",
    Obstacle.TABLE: "the name is that of a table, which has no one law",
    Obstacle.NO_RULE: "what was read is no rule that goes with these boards",
    Obstacle.NO_LAW: "there is no generating function of a kind that is derived",
    Obstacle.STATES: "its machine would need more memory than a name may take",
    Obstacle.TIME: "it took longer than a name may take",
    Obstacle.FAILED: "its process died, or a fault of gfkit was met",
    Obstacle.TOO_FEW: "fewer than four of its terms have two digits",
    Obstacle.PLAIN: "its terms are powers of one number, as any reading gives",
    Obstacle.NO_BOARD: "some terms belong to sizes that the family does not have",
    Obstacle.OFFSET: "they agree with a later first term than n = 1, which only the entry can say",
    Obstacle.NOT_PROVED: "the law is only probable",
    Obstacle.NOT_LISTED: "no two boards that say something are small enough to be listed",
    Obstacle.TWO_READINGS: "two readings are left, and the terms do not decide",
    Obstacle.LINE: "no conjecture of the entry could be judged",
}


def pages(found: SettledTable, *, has_certificates: bool = False) -> dict[str, str]:
    """The page with all names, ``index.html``, and the reports by the names of their files."""
    reports = {f"{row.number}.html": _report(row, has_certificates) for row in found.rows if row.family}
    return {"index.html": _overview(found), **reports}


def _link(row: SettledName) -> str:
    return tag("a", row.number, href=f"{row.number}.html" if row.family else f"https://oeis.org/{row.number}")


# The page with all names


def _overview(found: SettledTable) -> str:
    total = len(found.rows)
    of = "" if found.is_whole else f" of {found.asked:,} (the run was stopped)"
    lead = (
        f"{total:,} names{of}: {found.whole_names:,} were read whole,"
        f" {found.counts['settled']:,} are settled."
        f" A name that was read took {found.median:.2f} seconds (median)."
    )
    shares = [(status.value, found.counts[status.value], _LOOKS[status]) for status in Settlement]
    head = tag("p", "Names of the OEIS", class_="kind") + tag("h1", "From sentences to theorems")
    head += tag("p", escape_text(lead), class_="lead")
    drawn = (
        [figure(shares_drawing(shares, "what became of the names"), "What became of the names")]
        if total
        else []
    )
    if found.orders:
        bars = bars_drawing(found.orders, "order of the recurrence", "orders of the settled laws")
        drawn.append(figure(bars, "Orders of the proved recurrences: how many settled names have each"))
    head += tag("div", *drawn, class_="pair")
    sections = [_section(found, status) for status in Settlement if found.counts[status.value]]
    if found.reasons:
        rows = [
            [escape_text(word), str(number), escape_text(_WHY[Obstacle(word)])]
            for word, number in found.reasons.items()
        ]
        body = table(("reason", "names", ""), rows, "Why names are not settled", "facts")
        sections.insert(0, Section("reasons", "Why not", body))
    foot = f"Made by gfkit {__version__}. Names and terms are those of the OEIS (CC BY-SA 4.0)."
    return whole_page("Names settled", head, sections, escape_text(foot), "wide")


def _section(found: SettledTable, status: Settlement) -> Section:
    rows = list(found.of(status))
    kept = rows[:_MOST_ROWS]
    lead = paragraph(f"{len(rows):,} name{'' if len(rows) == 1 else 's'}: {_SAID[status]}.")
    if status is Settlement.REFUSED:
        kept.sort(key=lambda row: (list(found.reasons).index(row.reason), row.number))
        parts = [
            tag("h3", escape_text(f"{word} ({found.reasons[word]:,})")) + _rows(list(group), _COLUMNS[status])
            for word, group in groupby(kept, key=lambda row: row.reason)
        ]
        body = lead + "".join(parts)
    else:
        body = lead + _rows(kept, _COLUMNS[status])
    if len(kept) < len(rows):
        body += paragraph(f"{len(rows) - len(kept):,} more are in results.csv.")
    return Section(status.value, status.value.capitalize(), body)


_COLUMNS = {
    Settlement.SETTLED: ("family", "order", "signature", "seconds"),
    Settlement.AGREES: ("family", "order", "what is missing", "seconds"),
    Settlement.DIFFERS: ("family", "first difference"),
    Settlement.REFUSED: ("what was in the way",),
}
"""What the page has of the names of each kind, beside number and name."""


def _rows(rows: Iterable[SettledName], columns: Sequence[str]) -> str:
    listed = [[_link(row), escape_text(row.name), *(_cells(row)[word] for word in columns)] for row in rows]
    return table(("number", "name", *columns), listed, "", "names")


def _cells(row: SettledName) -> dict[str, str]:
    """What a row has in each column."""
    return {
        "family": escape_text(row.family),
        "order": str(row.order),
        "signature": _fold_signature(row.signature),
        "seconds": f"{row.seconds:.2f}",
        "what is missing": escape_text(row.reason),
        "first difference": escape_text(row.reason),
        "what was in the way": escape_text(row.detail),
    }


def _fold_signature(signature: str) -> str:
    """A signature, a long one as its beginning."""
    if len(signature) <= 40:
        return escape_text(signature.replace(",", ", "))
    return fold(
        signature[:28].rpartition(",")[0].replace(",", ", ") + ", ...",
        escape_text(signature.replace(",", ", ")),
    )


# The report of one name


def _report(row: SettledName, has_certificates: bool) -> str:
    head = tag("p", escape_text(f"{row.number}: {row.settlement.value}"), class_="kind")
    head += tag("h1", escape_text(row.number)) + tag("p", escape_text(row.name), class_="said")
    head += tag("p", escape_text(_verdict(row)), class_="lead")
    series = row.series
    sections = [_reading(row)]
    if series is not None:
        sections += [_law(row, series), _evidence(row)]
    if has_certificates and row.certificate:
        name = certificate_file(row)
        body = tag("p", tag("a", name, href=name)) + listing(f"gfkit certify {name}", "what checks it")
        sections.append(Section("certificate", "Certificate", body))
    if row.lines:
        lines = [
            [
                escape_text(str(line["line"])),
                escape_text(str(line["verdict"])),
                escape_text(str(line["reason"])),
            ]
            for line in row.lines
        ]
        sections.append(
            Section("lines", "Its conjectures", table(("line", "verdict", "why"), lines, "", "names"))
        )
    if row.additions:
        digits = row.number[1:]
        files = ", ".join(
            tag("a", name, href=name)
            for name in (f"{row.number}.txt", f"b{digits}.txt", f"{row.number}.toml")
        )
        body = listing("\n".join(row.additions), "lines to add") + tag("p", "Files: ", files)
        sections.append(Section("additions", "Lines for the entry", body))
    foot = (
        tag("a", "All names", href="index.html")
        + " · "
        + tag("a", f"{row.number} in the OEIS", href=f"https://oeis.org/{row.number}")
    )
    return whole_page(f"{row.number}: {row.settlement.value}", head, sections, foot)


def _verdict(row: SettledName) -> str:
    if row.is_settled:
        return f"Settled: all {row.compared} terms are those of the boards, and the recurrence is proved."
    if row.settlement is Settlement.DIFFERS:
        return f"Differs at {row.reason}: until two independent listings say otherwise the name was misread."
    why = _WHY[Obstacle(row.reason)] + (f" ({row.detail})" if row.detail else "")
    if row.settlement is Settlement.AGREES:
        return f"All {row.compared} terms are those of the boards; not settled, as {why}."
    return f"Refused: {why}."


def _reading(row: SettledName) -> Section:
    facts = [["boards", escape_text(row.family)]]
    if row.reason != Obstacle.TABLE.value:
        facts.append(["a(n) counts on", escape_text(f"the board of size {size_text(row.step, row.shift)}")])
    if row.positions != "all":
        facts.append(["positions", escape_text(row.positions)])
    if row.first_n is not None:
        taken = " (taken, as the entry was not there to say its offset)" if row.is_offset_taken else ""
        facts.append(["first term", f"n = {row.first_n}{taken}"])
    description = paragraph(row.sentence) if row.sentence else ""
    try:
        description += "".join(map(paragraph, rule_sentences(Rule.of(row.file)))) if not description else ""
    except GfkitError:
        description += paragraph("This rule file is refused.")
    board = re.sub(r"n$|n(?=x)", "3", row.family)
    commands = f"gfkit count {row.number}.toml {board}\ngfkit derive {row.number}.toml {row.family}"
    body = (
        description
        + table((), facts, "", "facts")
        + listing(row.file, "rule file")
        + listing(commands, "commands")
    )
    return Section("reading", "What was read", body)


def _law(row: SettledName, series: RationalGF) -> Section:
    shown = ", ".join(map(whole_text, series.terms(_TERMS)))
    body = recurrence_shown(series.recurrence) + series_shown(series)
    body += paragraph(f"Terms from n = {series.first_n} on: {shown}, ...")
    return Section("law", f"The law, of order {row.order}", body)


def _evidence(row: SettledName) -> Section:
    evidence = dict(row.evidence or {})
    rows = [
        [escape_text(str(key).replace("_", " ")), escape_text(str(value))] for key, value in evidence.items()
    ]
    rows.append(["terms of the entry, all equal", str(row.compared)])
    rows += [
        [f"listed one by one on {escape_text(board)}", escape_text(number)] for board, number in row.listed
    ]
    return Section("evidence", "How it is known", table((), rows, "", "facts"))
