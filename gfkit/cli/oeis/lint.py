"""gfkit oeis lint: entries and b-files against the rules, each other, and their own formulas."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gfkit.cli.long import options
from gfkit.cli.oeis.files import Content, content_of
from gfkit.cli.output import coloured, shortened, write_aside, write_json, write_lines
from gfkit.errors import OptionError

if TYPE_CHECKING:
    from gfkit.oeis.lint import Check, Report

_COLOURS = {"unreadable": "red", "error": "red", "warning": "yellow"}


@click.command("lint")
@click.argument("file", metavar="FILE")
@click.argument("table", metavar="[B-FILE]", required=False)
@click.option("--full", is_flag=True, help="Also list what was evaluated and agrees.")
@options.as_json
@click.pass_context
def command(ctx: click.Context, file: str, table: str | None, full: bool, as_json: bool) -> None:
    """Check FILE, an entry, a page of JSON records, or a b-file; with B-FILE also whether both agree.

    Every finding has a line, a stable code (docs/oeis.md lists them) and a fix. Signatures, recurrences,
    generating functions, closed forms and the programs of known forms are evaluated and compared with the
    terms. Exit code 1 when there are findings other than notes.

    \b
    Example:
      $ gfkit oeis lint A000045.seq b000045.txt
      A000045: 2 findings, 7 formulas and programs agree, 0 differ, 1 not read
      error      line 9: F1 the formula is wrong: at n = 2 it gives 2, the data have 1; right would be ...
      note       line 40: K10 keyword nice is for editors to give; leave it to them
    """
    reports = _reports(file, table)
    if as_json:
        write_json({"reports": [report.as_json() for report in reports]})
    else:
        for report in reports:
            _write(report, full)
    if not all(report.is_clean for report in reports):
        ctx.exit(1)


def _reports(file: str, table: str | None) -> list[Report]:
    from gfkit.oeis import BFile, Entry
    from gfkit.oeis.lint import lint_b_file, lint_entry
    from gfkit.oeis.text import read_bytes

    content = read_bytes(file)
    kind = content_of(content)
    if kind in (Content.STRIPPED, Content.NAMES):
        raise OptionError(f"file {file!r}: it is a bulk file, and there are no rules for it; give an entry")
    if kind is Content.B_FILE:
        if table is not None:
            raise OptionError(f"file {file!r}: it is a b-file; give the entry first, then its b-file")
        return [lint_b_file(BFile.read(content))]
    readings = Entry.read_json(content) if kind is Content.RECORDS else Entry.read(content)
    reports = [lint_entry(reading) for reading in readings]
    if table is not None:
        if len(readings) != 1:
            raise OptionError(f"file {file!r}: it holds {len(readings)} entries, and a b-file goes with one")
        reports.append(lint_b_file(BFile.read(read_bytes(table)), readings[0].value, table))
    return reports


def _write(report: Report, full: bool) -> None:
    findings = f"{len(report.findings)} finding{'' if len(report.findings) == 1 else 's'}"
    write_lines([f"{report.subject}: {findings}" + _counted(report.checks)])
    for found in report.findings:
        level = f"{found.level.value:11}"
        if coloured():
            level = click.style(level, fg=_COLOURS.get(found.level.value))
        write_lines([level + shortened(str(found), full)])
    for check in report.checks if full else ():
        place = f"line {check.line}: " if check.line else ""
        write_aside(f"{check.outcome.value:11}{place}{check.what}: {check.detail}")


def _counted(checks: tuple[Check, ...]) -> str:
    if not checks:
        return ""
    agree, differ, unread = (
        sum(check.outcome.value == word for check in checks) for word in ("agrees", "differs", "not read")
    )
    return f", {agree} formulas and programs agree, {differ} differ, {unread} not read"
