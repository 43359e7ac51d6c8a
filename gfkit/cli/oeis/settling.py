"""gfkit oeis settle: derivation and comparison for many names of the OEIS."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gfkit.cli.files import begins_with, check_file, check_folder, check_not_read, output_option
from gfkit.cli.long import options
from gfkit.cli.long.progress import read_seconds
from gfkit.cli.output import (
    show_when_stopped,
    write_json,
    write_labelled,
    write_lines,
    write_remark,
    write_table,
)
from gfkit.core.errors import OptionError
from gfkit.core.memory import core_count

if TYPE_CHECKING:
    from gfkit.oeis.settle import NamedTerms, SettledTable

_SHOWN = 12
_FEW = 24
"""Minimum number of names for which several processes are used by default."""
_EACH = "20s"


@options.command("settle")
@click.argument("numbers", metavar="[A-NUMBER]...", nargs=-1)
@click.option("--names", metavar="FILE", help="Bulk file of names, compressed or not.")
@click.option("--stripped", metavar="FILE", help="Bulk file of terms.")
@click.option(
    "--entries", metavar="PLACE", multiple=True, help="File of entries, or directory of such files."
)
@click.option("--each", default=_EACH, metavar="TIME", help=f"Maximum CPU time per name; default {_EACH}.")
@output_option("--csv", "csv_file", metavar="FILE", help="Write the table of results.")
@output_option(
    "-o", "--output", "folder", metavar="DIR", help="Directory for a page, reports, and additions."
)
@output_option(
    "--report", "report", metavar="DIR", help="Like --output, with a certificate for each settled name."
)
@options.rare(click.option("--shard", metavar="K/N", help="Settle every N-th name, starting with the K-th."))
@options.rare(click.option("--offsets", metavar="FILE", help="Offsets, one per line, such as A000045 0,4."))
@options.long_options(memory=True, workers=True, stores=True, partial=True)
@options.as_json
def settle_verb(
    numbers: tuple[str, ...],
    names: str | None,
    stripped: str | None,
    entries: tuple[str, ...],
    each: str,
    csv_file: str | None,
    folder: str | None,
    report: str | None,
    shard: str | None,
    offsets: str | None,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Parse names of OEIS entries, derive their formulas and compare all terms, for many names.

    A name is settled if it was parsed completely, all terms are equal, two small boards were enumerated with
    the same result, and the formula is proved. It agrees if its terms are equal and another condition fails;
    if a term differs, the finding is that the entry is wrong, that the name was misread, or undecided;
    otherwise the name is refused, for one of a closed list of reasons. The exit code is 1 if an entry is
    wrong, that is, if two independent enumerations yield another term.

    A name that takes more than TIME of CPU time, or ten times TIME of wall-clock time, is refused, and the
    run continues. A stopped run continues with the same command; --max-memory applies to each name.

    -o DIR writes DIR/index.html, a report for each parsed name, results.csv, results.json, and for each
    settled name or wrong entry the text for the editors, the b-file and the rule file. --report DIR also
    writes certificates for gfkit certify. The bulk files contain no offsets; --offsets FILE supplies them.
    The author is $GFKIT_AUTHOR.

    \b
    Example:
      gfkit oeis settle --names names.gz --stripped stripped.gz --workers 4 --csv settled.csv -o settled
    """
    from gfkit.oeis.reading import read_name
    from gfkit.oeis.settle import SettledTable, settle_names, with_offsets

    seconds = read_seconds(each, "--each")
    is_table = begins_with(SettledTable(()).as_csv())
    check_file("--csv", csv_file, ".csv", is_ours=is_table)
    for option, place_given in (("--output", folder), ("--report", report)):
        if place_given is not None:
            check_folder(option, place_given, is_table)
    asked = _names_to_settle(numbers, names, stripped, entries)
    asked = asked if offsets is None else with_offsets(asked, offsets)
    asked = asked if shard is None else _shard(asked, shard)
    usual = 1 if len(asked) < _FEW else core_count()
    show = partial(_print_settled, csv_file=csv_file, folder=folder, report=report, as_json=as_json)
    with show_when_stopped(show), work.executor(usual) as executor, work.progress() as progress:
        table = settle_names(
            asked,
            read_name,
            each=seconds,
            max_memory=work.max_memory,
            author=author(),
            with_certificates=report is not None,
            executor=executor,
            store=work.store,
            on_progress=progress,
        )
    show(table)
    if table.findings["wrong"]:
        click.get_current_context().exit(1)


def _shard(asked: list[NamedTerms], shard: str) -> list[NamedTerms]:
    """Return every N-th name, starting with the K-th, for the shard K/N."""
    start, slash, step = shard.partition("/")
    if not (slash and start.isdecimal() and step.isdecimal() and 1 <= int(start) <= int(step)):
        raise OptionError(f"shard {shard!r} must have the form K/N with 1 <= K <= N, such as 2/8")
    return asked[int(start) - 1 :: int(step)]


def author() -> str:
    """Return the author of additions to the OEIS: GFKIT_AUTHOR, or a placeholder."""
    from gfkit.oeis.export.draft import PLACEHOLDER, Heading

    return Heading(author=os.environ.get("GFKIT_AUTHOR") or PLACEHOLDER).author


def _names_to_settle(
    numbers: Sequence[str],
    names: str | None,
    stripped: str | None,
    entries: Sequence[str],
) -> list[NamedTerms]:
    """Return the names from bulk files, entries, or the local index."""
    from gfkit.oeis.settle import in_bulk_files, in_entries, in_index

    if stripped is not None and names is None:
        raise OptionError("--stripped requires --names FILE")
    if names is not None and entries:
        raise OptionError("--names cannot be combined with --entries")
    if names is not None:
        return in_bulk_files(names, stripped, numbers)
    if entries:
        return in_entries(entries, numbers)
    if not numbers:
        raise OptionError(
            "no names are given; use --names FILE with --stripped FILE, --entries PLACE, or A-numbers of the"
            " local index"
        )
    return in_index(numbers)


def _print_settled(
    found: SettledTable,
    csv_file: str | None,
    folder: str | None,
    report: str | None,
    as_json: bool,
) -> None:
    from gfkit.oeis.files import write_files

    if csv_file is not None:
        path = Path(csv_file)
        write_files(str(path.parent), {path.name: found.as_csv()})
    written: list[str] = []
    for option, place in (("--output", folder), ("--report", report)):
        if place is None:
            continue
        from json import dumps

        from gfkit.cli.oeis.settled_pages import pages

        tables = {"results.csv": found.as_csv(), "results.json": dumps(found.as_json()) + "\n"}
        proofs = {} if option == "--output" else found.certificates
        files = {**pages(found, has_certificates=bool(proofs)), **tables, **found.files, **proofs}
        for name in files:
            check_not_read(option, Path(place, name))
        written += write_files(place, files)
    if as_json:
        write_json({**found.as_json(), "files": written})
    else:
        _write(found)
        write_lines([str(Path(place) / "index.html") for place in (folder, report) if place is not None])


def _write(found: SettledTable) -> None:
    settled = [row for row in found.rows if row.is_settled][:_SHOWN]
    if settled:
        cells = [
            (row.number, row.settlement.value, row.family, row.signature if row.is_settled else row.reason)
            for row in settled
        ]
        write_table([("number", "status", "family", "signature"), *cells])
    more = found.counts["settled"] - len(settled)
    if more > 0:
        write_remark(f"{more} more names are settled; --csv FILE writes all rows")
    kinds = ", ".join(f"{number} {word}" for word, number in found.counts.items())
    of = "" if found.is_whole else f" of {found.asked}"
    times = f"median {found.median:.2f} s"
    rows = [
        ("names", f"{len(found.rows)}{of}, {found.whole_names} parsed completely; {times}"),
        ("found", kinds),
    ]
    if found.counts["differs"]:
        rows.append(("differ", ", ".join(f"{number} {word}" for word, number in found.findings.items())))
    if found.reasons:
        rows.append(("reasons", ", ".join(f"{number} {word}" for word, number in found.reasons.items())))
    write_labelled(rows)
    left = [row for row in found.rows if not row.is_settled and row.difference is None]
    if len(found.rows) > _SHOWN:
        left = [row for row in left if row.reason == "failed"][:_SHOWN]
    write_lines(f"{row.number} {row.reason}: {row.detail or row.name}" for row in left)
    if any(row.reason == "not read" for row in left):
        write_remark(
            "gfkit oeis read NAME prints the parsed part; gfkit oeis confirm FILE --for STRUCTURE FAMILY"
            " needs no name"
        )
    wrong = [(row.number, line) for row in found.rows for line in row.lines if line["verdict"] == "false"]
    for number, line in wrong[:_SHOWN]:
        place = "" if line["fails_at"] is None else f" at n = {line['fails_at']}"
        write_lines([f"{number}: wrong formula{place}", f"  {line['line']}"])
    differing = [row for row in found.rows if row.difference is not None]
    differing.sort(key=lambda row: (row.finding != "wrong", row.finding == "undecided"))
    for row in differing[:_SHOWN]:
        listed = (f"{number} by {method}" for method, _, number in row.enumerations)
        lines = (row.name, ", ".join(listed), row.detail)
        write_lines([f"{row.number} differs at {row.reason}: {row.finding}"])
        write_lines(f"  {line}" for line in lines if line)
    if len(differing) > _SHOWN:
        write_remark(f"{len(differing) - _SHOWN} more names differ; --csv FILE writes all rows")
    if found.findings["wrong"]:
        write_remark("-o DIR writes the text for the editors of each wrong entry")
