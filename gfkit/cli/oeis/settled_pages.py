"""Pages about settled names: a page with all names, and a report for each name that was parsed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby

from gfkit.core.algebra import RationalGF
from gfkit.core.algebra.number import whole_text
from gfkit.core.errors import GfkitError
from gfkit.core.rules import Rule
from gfkit.core.rules.wording import rule_sentences
from gfkit.core.version import __version__
from gfkit.oeis.reading import size_text
from gfkit.oeis.settle import Obstacle, SettledName, SettledTable, Settlement
from gfkit.oeis.settle.run import certificate_file
from gfkit.show.markup import escape_text, tag
from gfkit.show.report.law import recurrence_shown, series_shown
from gfkit.show.report.page import Section, figure, fold, listing, paragraph, table, whole_page
from gfkit.show.svg.chart import bars_drawing, shares_drawing

_MOST_ROWS = 2000
"""Maximum number of rows of each kind on the page; the table of results contains all rows."""
_TERMS = 16
_LOOKS = {
    Settlement.SETTLED: "both",
    Settlement.AGREES: "fourth",
    Settlement.DIFFERS: "fifth",
    Settlement.REFUSED: "cell",
}
_SAID = {
    Settlement.SETTLED: "parsed completely, all terms equal, small boards enumerated, and the formula proved",
    Settlement.AGREES: "all terms equal, but another condition fails",
    Settlement.DIFFERS: "a term differs, because the entry is wrong, the name was misread, or undecided",
    Settlement.REFUSED: "no verdict, for one of a closed list of reasons",
}
_WHY = {
    Obstacle.NOT_READ: "a part of the name cannot be parsed",
    Obstacle.NO_TERMS: "there are no terms to compare",
    Obstacle.TABLE: "the name describes a table",
    Obstacle.NO_RULE: "the rule cannot be applied to these boards",
    Obstacle.NO_LAW: "no generating function can be derived",
    Obstacle.STATES: "its transfer matrix exceeds the memory limit of a name",
    Obstacle.TIME: "it exceeded the time limit of a name",
    Obstacle.FAILED: "its process died, or gfkit has a bug",
    Obstacle.TOO_FEW: "fewer than four of its terms have two digits",
    Obstacle.PLAIN: "its terms are powers of one number",
    Obstacle.NO_BOARD: "some terms belong to sizes outside the family",
    Obstacle.OFFSET: "they agree for a first index other than 1, which only the entry specifies",
    Obstacle.NOT_PROVED: "the formula is only probable",
    Obstacle.NOT_LISTED: "fewer than two boards are small enough for enumeration",
    Obstacle.TWO_READINGS: "two readings fit the terms",
    Obstacle.LINE: "no conjecture of the entry could be checked",
}


def pages(found: SettledTable, *, has_certificates: bool = False) -> dict[str, str]:
    """Return the page with all names, ``index.html``, and the reports, by file name."""
    reports = {f"{row.number}.html": _report(row, has_certificates) for row in found.rows if row.family}
    return {"index.html": _overview(found), **reports}


def _link(row: SettledName) -> str:
    return tag("a", row.number, href=f"{row.number}.html" if row.family else f"https://oeis.org/{row.number}")


# The page with all names


def _overview(found: SettledTable) -> str:
    total = len(found.rows)
    of = "" if found.is_whole else f" of {found.asked:,} (the run was stopped)"
    lead = (
        f"{total:,} names{of}: {found.whole_names:,} were parsed completely,"
        f" {found.counts['settled']:,} are settled."
        f" A parsed name took {found.median:.2f} seconds (median)."
    )
    shares = [(status.value, found.counts[status.value], _LOOKS[status]) for status in Settlement]
    head = tag("p", "Names of the OEIS", class_="kind") + tag("h1", "From sentences to theorems")
    head += tag("p", escape_text(lead), class_="lead")
    drawn = (
        [figure(shares_drawing(shares, "results for the names"), "Results for the names")] if total else []
    )
    if found.orders:
        bars = bars_drawing(found.orders, "order of the recurrence", "orders of the proved recurrences")
        drawn.append(figure(bars, "Orders of the proved recurrences: how many settled names have each"))
    head += tag("div", *drawn, class_="pair")
    sections = [_section(found, status) for status in Settlement if found.counts[status.value]]
    if found.reasons:
        rows = [
            [escape_text(word), str(number), escape_text(_WHY[Obstacle(word)])]
            for word, number in found.reasons.items()
        ]
        body = table(("reason", "names", ""), rows, "Why names are not settled", "facts")
        sections.insert(0, Section("reasons", "Reasons", body))
    foot = f"Made by gfkit {__version__}. Names and terms are taken from the OEIS (CC BY-SA 4.0)."
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
        body += paragraph(f"results.csv contains {len(rows) - len(kept):,} more.")
    return Section(status.value, status.value.capitalize(), body)


_COLUMNS = {
    Settlement.SETTLED: ("family", "order", "signature", "seconds"),
    Settlement.AGREES: ("family", "order", "missing condition", "seconds"),
    Settlement.DIFFERS: ("family", "first difference", "finding"),
    Settlement.REFUSED: ("obstacle",),
}
"""Columns of the page for each kind of result, in addition to number and name."""


def _rows(rows: Iterable[SettledName], columns: Sequence[str]) -> str:
    listed = [[_link(row), escape_text(row.name), *(_cells(row)[word] for word in columns)] for row in rows]
    return table(("number", "name", *columns), listed, "", "names")


def _cells(row: SettledName) -> dict[str, str]:
    return {
        "family": escape_text(row.family),
        "order": str(row.order),
        "signature": fold_signature(row.signature),
        "seconds": f"{row.seconds:.2f}",
        "missing condition": escape_text(row.reason),
        "first difference": escape_text(row.reason),
        "finding": escape_text(row.finding),
        "obstacle": escape_text(row.detail),
    }


def fold_signature(signature: str) -> str:
    """Return a signature, truncated if it is long."""
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
        body = tag("p", tag("a", name, href=name)) + listing(
            f"gfkit certify {name}", "command that checks the certificate"
        )
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
            Section("lines", "Conjectures", table(("line", "verdict", "reason"), lines, "", "names"))
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
        return f"Settled: all {row.compared} terms equal the counts, and the recurrence is proved."
    if row.settlement is Settlement.DIFFERS:
        why = f" ({row.detail})" if row.detail else ""
        return f"Differs at {row.reason}. Finding: {row.finding or 'undecided'}{why}."
    why = _WHY[Obstacle(row.reason)] + (f" ({row.detail})" if row.detail else "")
    if row.settlement is Settlement.AGREES:
        return f"All {row.compared} terms equal the counts; not settled, because {why}."
    return f"Refused: {why}."


def _reading(row: SettledName) -> Section:
    facts = [["boards", escape_text(row.family)]]
    if row.reason != Obstacle.TABLE.value:
        facts.append(["a(n)", escape_text(f"count on the board of size {size_text(row.step, row.shift)}")])
    if row.positions != "all":
        facts.append(["positions", escape_text(row.positions)])
    if row.first_n is not None:
        taken = " (assumed, since the entry is not available)" if row.is_offset_taken else ""
        facts.append(["first term", f"n = {row.first_n}{taken}"])
    description = paragraph(row.sentence) if row.sentence else ""
    try:
        description += "".join(map(paragraph, rule_sentences(Rule.of(row.file)))) if not description else ""
    except GfkitError:
        description += paragraph("This rule file is rejected.")
    board = re.sub(r"n$|n(?=x)", "3", row.family)
    commands = f"gfkit count {row.number}.toml {board}\ngfkit derive {row.number}.toml {row.family}"
    body = (
        description
        + table((), facts, "", "facts")
        + listing(row.file, "rule file")
        + listing(commands, "commands")
    )
    return Section("reading", "Rule", body)


def _law(row: SettledName, series: RationalGF) -> Section:
    shown = ", ".join(map(whole_text, series.terms(_TERMS)))
    body = recurrence_shown(series.recurrence) + series_shown(series)
    body += paragraph(f"Terms for n >= {series.first_n}: {shown}, ...")
    return Section("law", f"Formulas, of order {row.order}", body)


def _evidence(row: SettledName) -> Section:
    evidence = dict(row.evidence or {})
    rows = [
        [escape_text(str(key).replace("_", " ")), escape_text(str(value))] for key, value in evidence.items()
    ]
    rows.append(["equal terms of the entry", str(row.compared)])
    rows += [[f"enumeration on {escape_text(board)}", escape_text(number)] for board, number in row.listed]
    return Section("evidence", "Evidence", table((), rows, "", "facts"))
