"""gfkit oeis import and lint: contents and checks of files of the OEIS."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING

import click

from gfkit.cli.long import options
from gfkit.cli.long.progress import ProgressLine
from gfkit.cli.output import note, whole, write_json, write_labelled, write_lines, write_marked, write_remark
from gfkit.core.algebra.number import whole_text
from gfkit.core.errors import InputError, OptionError, quantity, unknown
from gfkit.oeis import BFile, Entry, Fault, Reading
from gfkit.oeis.files import (
    a_number,
    full_a_number,
    last_modified,
    read_bytes,
    read_names,
    read_stripped,
)
from gfkit.show.card import shorten

if TYPE_CHECKING:
    from gfkit.oeis.lint import Evaluation, LintReport

_HEAD = 1 << 16


class Content(StrEnum):
    """Format of a file that the OEIS commands read."""

    ENTRY = "entry"
    RECORDS = "records"
    B_FILE = "b-file"
    STRIPPED = "stripped"
    NAMES = "names"


def content_of(head: bytes) -> Content:
    """Return the format of a file, from its first lines without comments; the default is a b-file.

    >>> content_of(b"# Table\\n0 1\\n").value, content_of(b"A000001 ,0,1,\\n").value
    ('b-file', 'stripped')
    """
    text = head[:_HEAD].removeprefix(b"\xef\xbb\xbf")
    lines = [line.strip() for line in text.split(b"\n")]
    content = [line for line in lines if line and not line.startswith(b"#")]
    first = content[0] if content else b""
    if first[:1] in (b"[", b"{") or first == b"null":
        return Content.RECORDS
    if re.match(rb"A[0-9]{6,7} ,", first):
        return Content.STRIPPED
    if re.match(rb"A[0-9]{6,7} ", first):
        return Content.NAMES
    return Content.ENTRY if re.match(rb"%|Search:|Showing ", first) else Content.B_FILE


_SHOWN = 12
FORMS = ("summary", "entry", "b-file", "terms")


@options.command("import")
@click.argument("file", metavar="FILE")
@click.option(
    "--as", "form", default="summary", metavar="FORM", help=f"Output format: {options.alternatives(FORMS)}."
)
@click.option("--number", metavar="A-NUMBER", help="Sequence to read, if the file contains several.")
@options.as_json
def import_verb(file: str, form: str, number: str | None, as_json: bool) -> None:
    """Read FILE: entries, JSON records, a b-file, or the bulk files stripped and names; - is standard input.

    The format is detected. Each deviation from the strict form is reported on standard error, with its line
    number. --as entry and --as b-file write the strict form.

    \b
    Example: a b-file with tabs and no newline at the end.
      $ printf '0\\t1\\n1\\t1\\n2\\t2' | gfkit oeis import - --as b-file
      0 1
      1 1
      2 2
    """
    if form not in FORMS:
        raise OptionError(unknown("--as", form, FORMS))

    wanted = None if number is None else full_a_number(number)
    content = _read_head(file)
    kind = content_of(content)
    if kind in (Content.STRIPPED, Content.NAMES):
        _print_bulk(file, kind, wanted, form, as_json)
    elif kind is Content.B_FILE:
        _print_b_file(content, form, as_json)
    else:
        _print_entries(content, kind, wanted, form, as_json)


def _read_head(file: str) -> bytes:
    """Read a file, or only the beginning of a compressed file."""
    content = read_bytes(file)
    if not content.startswith(b"\x1f\x8b"):
        return content
    try:
        with gzip.open(file) as packed:
            return packed.read(1 << 16)
    except (OSError, EOFError, zlib.error):
        raise InputError(f"file {file!r} cannot be unpacked; download it again") from None


def _print_bulk(file: str, kind: Content, wanted: str | None, form: str, as_json: bool) -> None:
    if form not in ("summary", "terms"):
        raise OptionError(f"--as {form}: {kind} has neither offsets nor lines; use --as terms")
    number = None if wanted is None else int(wanted[1:])
    count, last, text = 0, 0, None
    for count, line in enumerate(read_stripped(file) if kind is Content.STRIPPED else read_names(file), 1):  # noqa: B007
        last = line.number
        if last == number:
            text = line.text
            break
    if number is not None and text is None:
        raise InputError(f"A-number {wanted}: not found in file {file!r}")
    modified = last_modified(file)
    result: dict[str, object] = {"kind": kind.value, "sequences": count, "modified": modified}
    if wanted is not None:
        result = {"kind": kind.value, "number": wanted, "text": text}
    if as_json:
        write_json(result)
    elif wanted is not None:
        write_lines([str(text)])
    else:
        write_lines([f"{kind}: {count} sequences, the last {a_number(last)}"])
        write_remark(f"last modified: {modified or 'unknown'}")


def _print_b_file(content: bytes, form: str, as_json: bool) -> None:
    reading = BFile.read(content)
    table = reading.value_or_error("b-file")
    if form == "entry":
        raise OptionError("--as entry: a b-file has no name and no keywords; use --as b-file or --as terms")
    if as_json:
        terms = [whole_text(term) for term in table.terms]
        write_json(
            {"kind": "b-file", "first_n": table.first_n, "step": table.step, "terms": terms}
            | {"findings": [finding.as_json() for finding in reading.findings]}
        )
        return
    _write_form(table, form)
    _print_findings(reading.findings)


def _print_entries(content: bytes, kind: Content, wanted: str | None, form: str, as_json: bool) -> None:
    readings: tuple[Reading[Entry], ...] = (
        Entry.read_json(content) if kind is Content.RECORDS else Entry.read(content)
    )
    pairs = [(reading.value_or_error("entry"), reading) for reading in readings]
    if wanted is not None:
        pairs = [pair for pair in pairs if pair[0].number == wanted]
        if not pairs:
            raise InputError(f"A-number {wanted}: not found in the file")
    if as_json:
        records = [
            entry.as_record() | {"findings": [finding.as_json() for finding in reading.findings]}
            for entry, reading in pairs
        ]
        write_json({"kind": kind.value, "entries": records})
        return
    for k, (entry, reading) in enumerate(pairs):
        if k:
            write_lines([""])
        _write_form(entry, form)
        _print_findings(reading.findings)
    if not pairs:
        write_lines(["no entries: the search had no results"])


def _write_form(found: Entry | BFile, form: str) -> None:
    if form == "terms":
        write_lines([",".join(map(whole_text, found.terms))])
    elif form == "summary":
        write_labelled(_make_summary_rows(found))
    elif form == "entry" or isinstance(found, BFile):
        write_lines([str(found)])
    elif not found.is_sequence:
        raise InputError(f"entry {found.number} must contain terms and an offset, in its lines %S and %O")
    else:
        write_lines([str(BFile.of(found.first_n or 0, found.terms))])


def _make_summary_rows(found: Entry | BFile) -> list[tuple[str, str]]:
    terms = ("terms", _term_list(found.terms))
    if isinstance(found, BFile):
        return [("b-file", f"{len(found.terms)} terms, n = {found.first_n}..{found.last_n}"), terms]
    rows = [
        (found.number, found.name),
        terms,
        ("offset", "none" if found.first_n is None else f"{found.first_n},{found.second_offset}"),
        ("keywords", ", ".join(found.keywords)),
        ("formulas", str(len(found.formulas))),
        ("revision", "" if found.revision is None else f"{found.revision}, {found.revised}"),
    ]
    return [(label, text) for label, text in rows if text]


def _term_list(terms: Sequence[int]) -> str:
    kept = terms if whole(False) else terms[:_SHOWN]
    more = len(terms) - len(kept)
    text = shorten(", ".join(map(whole_text, kept)), whole(False))
    return text + (f", and {more} more; --as terms lists all" if more else "")


def _print_findings(findings: Iterable[Fault]) -> None:
    for finding in findings:
        note(str(finding), f"{finding.level}: ")


_COLOURS = {"unreadable": "red", "error": "red", "warning": "yellow"}


@options.command("lint")
@click.argument("file", metavar="FILE")
@click.argument("table", metavar="[B-FILE]", required=False)
@click.option("--full", is_flag=True, help="Also list formulas that agree.")
@options.as_json
@click.pass_context
def lint_verb(ctx: click.Context, file: str, table: str | None, full: bool, as_json: bool) -> None:
    """Check FILE, an entry, a page of JSON records, or a b-file; with B-FILE also compare both.

    Each finding has a line, a stable code (listed in gfkit help oeis.md) and a fix.
    Signatures, recurrences, generating functions, closed forms and programs of known forms are
    evaluated and compared with the terms. Exit code 1 if there are findings other than notes.

    \b
    Example:
      $ gfkit oeis lint A000045.seq b000045.txt
      A000045: 2 findings; formulas and programs: 7 agree with the terms, 0 differ, 1 not parsed
      error      line 9: F1 the formula is wrong: at n = 2 the formula gives 2, the data have 1; ...
      note       line 40: K10 keyword nice is assigned by editors; remove it
    """
    with ProgressLine():
        reports = _lint_files(file, table)
    if as_json:
        write_json({"reports": [report.as_json() for report in reports]})
    else:
        for report in reports:
            _write_report(report, full)
    if not all(report.is_clean for report in reports):
        ctx.exit(1)


def _lint_files(file: str, table: str | None) -> list[LintReport]:
    from gfkit.oeis.lint import lint_b_file, lint_entry

    content = read_bytes(file)
    kind = content_of(content)
    if kind in (Content.STRIPPED, Content.NAMES):
        raise OptionError(
            f"file {file!r} is a bulk file, which cannot be checked; give the file of one entry"
        )
    if kind is Content.B_FILE:
        if table is not None:
            raise OptionError(f"file {file!r} is a b-file; give the entry first, then its b-file")
        return [lint_b_file(BFile.read(content))]
    readings = Entry.read_json(content) if kind is Content.RECORDS else Entry.read(content)
    reports = [lint_entry(reading) for reading in readings]
    if table is not None:
        if len(readings) != 1:
            raise OptionError(
                f"file {file!r} contains {len(readings)} entries, but a b-file belongs to a single entry"
            )
        reports.append(lint_b_file(BFile.read(read_bytes(table)), readings[0].value, table))
    return reports


def _write_report(report: LintReport, full: bool) -> None:
    findings = quantity(len(report.findings), "finding")
    write_lines([f"{report.subject}: {findings}" + _summary_of_checks(report.checks)])
    for finding in report.findings:
        colour = _COLOURS.get(finding.level.value)
        write_marked(f"{finding.level.value:11}", shorten(str(finding), whole(full)), colour)
    for check in report.checks if full else ():
        place = f"line {check.line}: " if check.line else ""
        write_remark(f"{check.outcome.value:11}{place}{check.what}: {check.detail}")


def _summary_of_checks(checks: tuple[Evaluation, ...]) -> str:
    if not checks:
        return ""
    agree, differ, unread = (
        sum(check.outcome.value == word for check in checks) for word in ("agrees", "differs", "not read")
    )
    return f"; formulas and programs: {agree} agree with the terms, {differ} differ, {unread} not parsed"
