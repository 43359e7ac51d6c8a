"""gfkit oeis search: sequences of the local index that agree with terms, as they are or after a change."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from gfkit.cli.long import options
from gfkit.cli.output import write_aside, write_json, write_labelled, write_lines
from gfkit.errors import InputError

if TYPE_CHECKING:
    from gfkit.oeis.index import Search


@click.command("search", context_settings={"ignore_unknown_options": True})
@click.argument("words", metavar="TERMS...", nargs=-1, type=click.UNPROCESSED)
@click.option("--file", "file", metavar="FILE", help="Read the terms from a file, as gfkit guess does.")
@click.option("--as-given", is_flag=True, help="Only the terms as they are, not after a change.")
@click.option("--bits", "least", default=0.0, metavar="N", type=click.FloatRange(0), help="Least evidence.")
@click.option(
    "--limit", default=20, metavar="N", type=click.IntRange(1), help="Hits to list; 20 unless told."
)
@click.option(
    "--index",
    "place",
    metavar="FILE",
    help="Where the index is; else $GFKIT_OEIS_INDEX, else the user's cache directory.",
)
@options.as_json
@click.pass_context
def command(
    ctx: click.Context,
    words: tuple[str, ...],
    file: str | None,
    as_given: bool,
    least: float,
    limit: int,
    place: str | None,
    as_json: bool,
) -> None:
    """Find TERMS in the local index (see gfkit oeis index).

    Terms are found as a whole sequence, as its beginning, as a run inside it, or overlapping it, and also
    after a change: signs changed, scaled, first terms dropped, differences, partial sums, every second term,
    zeros put between; in columns and diagonals of stored tables, and with the terms themselves read as a
    table. Each hit says what was done, how many terms agreed, and how many bits of evidence that is: below
    19 bits, log2 of the number of sequences, a match may well be chance. Exit code 1 when nothing is found.

    \b
    Example:
      $ gfkit oeis search 2,4,10,28,84,264,858
      A000108 Catalan numbers
        divided by 2, they are an inner run, from stored term 2 on; 7 agreed, 24 bits
    """
    unknown = next((word for word in words if word.startswith("--")), None)
    if unknown is not None:
        raise click.NoSuchOption(unknown, ctx=ctx)
    terms = _terms(words, file)
    from gfkit.oeis.index.search import search

    found = search(terms, place, changed=not as_given, least_bits=least)
    if as_json:
        result = found.as_json()
        result["hits"] = [hit.as_json() for hit in found.hits[:limit]]
        write_json(result | {"found": len(found.hits)})
    else:
        _write(found, limit)
    if not found.hits:
        ctx.exit(1)


def _terms(words: tuple[str, ...], file: str | None) -> list[int]:
    from gfkit.guess import read_text, read_words
    from gfkit.oeis.text import read_bytes

    if words == ("-",):
        words, file = (), "-"
    if file is not None and words:
        raise InputError(f"--file {file} and the term {words[0]}: give one or the other")
    if file is None:
        data = read_words(words)
    else:
        try:
            data = read_text(sys.stdin.read() if file == "-" else read_bytes(file).decode("utf-8-sig"))
        except UnicodeDecodeError:
            raise InputError(f"--file {file!r} cannot be read: it is no text in UTF-8") from None
    if data.denominator != 1:
        raise InputError("terms: there are fractions among them, and the sequences are of integers")
    return list(data.whole)


def _write(found: Search, limit: int) -> None:
    if not found.hits:
        write_lines([f"no sequence of the index agrees with these {len(found.terms)} terms"])
    for hit in found.hits[:limit]:
        write_labelled([("", f"{hit.number} {hit.name}")])
        write_aside(f"  {hit.words}; {hit.agreed} agreed, {hit.bits:.0f} bits")
    if len(found.hits) > limit:
        write_aside(f"{len(found.hits) - limit} more with no more evidence; --limit lists them")
    if not found.is_complete:
        write_aside("a run of these terms is so common that not all sequences with it were compared")
