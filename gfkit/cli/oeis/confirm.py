"""gfkit oeis confirm: the hedged lines of an entry settled by deriving its sequence from the rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gfkit.cli.long import options
from gfkit.cli.long.options import complete_game
from gfkit.cli.output import shortened, write_aside, write_json, write_labelled, write_lines
from gfkit.errors import OptionError

if TYPE_CHECKING:
    from gfkit.cli.long.long_call import LongCall
    from gfkit.oeis import Entry
    from gfkit.oeis.confirm import Confirmation
    from gfkit.typing import Positions


@click.command("confirm")
@click.argument("file", metavar="FILE")
@click.option(
    "--game",
    required=True,
    metavar="GAME",
    shell_complete=complete_game,
    help="A name or the path of a rule file.",
)
@click.option("--family", required=True, metavar="FAMILY", help="3xn and the like; mxn for a table.")
@options.positions
@click.option("--number", metavar="A-NUMBER", help="This sequence, of a file with several.")
@click.option("--terms", default=1000, metavar="N", type=click.IntRange(4, 100_000), help="Of the b-file.")
@click.option("--author", metavar="TEXT", help="Who confirms, as '_Name_, Jan 31 2026'.")
@click.option(
    "-o", "--output", "folder", metavar="DIR", help="Where additions.txt and the b-file are written."
)
@options.full("lines")
@options.lasting()
@options.as_json
@click.pass_context
def command(
    ctx: click.Context,
    file: str,
    game: str,
    family: str,
    positions: Positions,
    number: str | None,
    terms: int,
    author: str | None,
    folder: str | None,
    full: bool,
    work: LongCall,
    as_json: bool,
) -> None:
    """Settle the hedged lines of the entry in FILE, whose terms count GAME on FAMILY.

    Hedged are single lines (Empirical, Conjecture, It appears that) and blocks (Conjectures from ...:
    (Start) ... (End)). The sequence is derived, the offset found by comparing all terms, and every line that
    can be read whole is confirmed from some n on, or false; any other is left open, with the part that was
    not read. Then come the lines to add to the entry. Exit code 1 when a line is false.

    \b
    Example:
      $ gfkit oeis confirm A030186.seq --game domineering --family 2xn
      confirmed   Empirical: a(n) = 3*a(n-1) + a(n-2) - a(n-3).
                  it holds for every n >= 3; derived from the rule by a transfer matrix of 3 states, order 3
      ...
    """
    from gfkit.oeis.confirm import confirm
    from gfkit.oeis.export.draft import PLACEHOLDER

    entry = _entry(file, number)
    with work.progress() as progress:
        found = confirm(
            entry,
            game,
            family,
            positions,
            author=author or PLACEHOLDER,
            terms=terms,
            on_progress=progress,
        )
    written = found.write(folder) if folder is not None else []
    if as_json:
        write_json({**found.as_json(), "files": written})
    else:
        _write(found, written, full)
    if found.is_any_false:
        ctx.exit(1)


def _entry(file: str, number: str | None) -> Entry:
    from gfkit.oeis import Entry
    from gfkit.oeis.text import checked_a_number, read_bytes

    entries = [reading.settled("entry") for reading in Entry.read(read_bytes(file))]
    if number is not None:
        entries = [entry for entry in entries if entry.number == checked_a_number(number)]
    if len(entries) != 1:
        raise OptionError(f"file {file!r}: {len(entries)} entries are meant, and one is needed; use --number")
    return entries[0]


def _write(found: Confirmation, written: list[str], full: bool) -> None:
    if not found.lines:
        write_lines(["there is no hedged line in the entry"])
    for line in found.lines:
        write_labelled([(f"{line.verdict.value:10}", shortened(line.line, full))])
        write_aside(" " * 12 + shortened(line.reason, full))
    if found.additions:
        write_aside("to add:")
        write_lines(shortened(line, full) for line in found.additions)
    write_lines(written)
