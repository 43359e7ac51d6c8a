"""gfkit oeis index and search: the local index built, described and asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gfkit.cli.files import check_file, check_free, named_file, output_option, read_data, refuse_options
from gfkit.cli.group import HelpfulGroup
from gfkit.cli.long import options
from gfkit.cli.output import write_json, write_labelled, write_lines, write_remark
from gfkit.errors import InputError, as_typed
from gfkit.runs.paths import index_path, index_to_build

if TYPE_CHECKING:
    from gfkit.oeis.index import Search
    from gfkit.oeis.index.file import IndexInfo

_WHERE = "Where the index is; else $GFKIT_OEIS_INDEX, else the user's data directory."


@click.group("index", cls=HelpfulGroup)
def index_verb() -> None:
    """The local index over the files stripped and names.

    \b
    Example:
      gfkit oeis index build stripped.gz names.gz
      gfkit oeis index info
    """


@index_verb.command("build")
@click.argument("stripped", metavar="STRIPPED")
@click.argument("names", metavar="[NAMES]", required=False)
@output_option("--index", "place", metavar="FILE", help=_WHERE)
@options.long_options()
@options.as_json
def build_verb(
    stripped: str, names: str | None, place: str | None, work: options.LongCall, as_json: bool
) -> None:
    """Build the index from the files STRIPPED and NAMES, packed or not, which you have downloaded.

    Without NAMES hits have no names, and no sequence is taken for a table. The index replaces an old one
    only when it is complete; any other file is written over with --force alone. It takes about three times
    the room of STRIPPED unpacked.

    \b
    Example:
      $ gfkit oeis index build stripped.gz names.gz
      index      /home/me/.local/share/gfkit/oeis.sqlite, 272 MB
      sequences  400000, of which 40000 are tables
      ...
    """
    from gfkit.oeis.index.build import build as build_index
    from gfkit.oeis.index.file import is_index

    path = index_to_build(place)
    if place is None:
        check_free("--index", path, is_index)
    else:
        check_file("--index", place, is_ours=is_index)
    with work.progress() as progress:
        index = build_index(stripped, names, path, progress)
    _write(index, as_json)


@index_verb.command("info")
@options.as_json
def info_verb(as_json: bool) -> None:
    """Say where the index is, what it holds, and how old its source is.

    \b
    Example:
      $ gfkit oeis index info
      index      oeis.sqlite, 272 MB
      ...
    """
    from gfkit.oeis.index.file import info as index_info

    _write(index_info(index_path()), as_json)


def _write(found: IndexInfo, as_json: bool) -> None:
    if as_json:
        write_json(found.as_json())
        return
    write_labelled(
        [
            ("index", f"{as_typed(found.path)}, {found.bytes / 1e6:.0f} MB"),
            ("sequences", f"{found.sequences}, of which {found.tables} are tables"),
            ("windows", f"{found.windows} of four terms"),
            ("source", f"last modified {found.modified}" if found.modified else "its date is not said"),
        ]
    )


@click.command("search", context_settings={"ignore_unknown_options": True})
@click.argument("words", metavar="TERMS...|FILE", nargs=-1, type=click.UNPROCESSED)
@click.option("--limit", default=20, metavar="N", type=click.IntRange(1), help="Hits to list; 20 by default.")
@options.as_json
@click.pass_context
def search_verb(
    ctx: click.Context,
    words: tuple[str, ...],
    limit: int,
    as_json: bool,
) -> None:
    """Find TERMS in the local index (see gfkit oeis index).

    Words with letters are looked for in the names, and an A-number finds its sequence. A term may be ?, when
    four known ones stand in a row. FILE, or - for standard input, holds terms, as for gfkit guess.

    Terms are found as a whole sequence, as its beginning, as a run inside it, or overlapping it, and also
    after a change: signs changed, scaled, first terms dropped, differences, partial sums, every second
    term, zeros put between, quotients, products, binomial, Euler, Moebius, Stirling and boustrophedon
    transforms, convolutions, reversions; in columns and diagonals of stored tables, with the terms
    themselves read as a table, and with one wrong term. What was typed comes first, core sequences before
    others, then changes, the simplest first, at last what leaves out or contradicts a term. Each hit says
    what was done, how many terms agreed, and how many bits of evidence that is: below 19 bits, log2 of
    the number of sequences, a match may well be chance. Exit code 1 when nothing is found.

    \b
    Example:
      $ gfkit oeis search 2,4,10,28,84,264,858
      A000108 Catalan numbers
        divided by 2, they are an inner run, from stored term 2 on; 7 agreed, 24 bits
    """
    refuse_options(words, ctx)
    if words and words[0][:1].isalpha() and named_file(words) is None:
        if not _search_names(" ".join(words).split(), limit, as_json):
            ctx.exit(1)
        return
    from gfkit.oeis.index.search import search

    hits = search(_terms(words))
    if as_json:
        write_json(hits.as_json(limit))
    else:
        _write_hits(hits, limit)
    if not hits.hits:
        ctx.exit(1)


def _search_names(words: list[str], limit: int, as_json: bool) -> bool:
    """Writes the sequences with these words in their names, or with this number; whether there are any."""
    from gfkit.oeis.index.search import search_words

    hits = search_words(words)
    if as_json:
        listed = [{"number": number, "name": name, "terms": terms} for number, name, terms in hits[:limit]]
        write_json({"words": words, "hits": listed, "found": len(hits)})
        return bool(hits)
    if not hits:
        write_lines([f"no sequence of the index has the words {' '.join(words)}"])
    for number, name, terms in hits[:limit]:
        write_labelled([("", f"{number} {name}")])
        write_remark(f"  {', '.join(terms.split(',')[:_FEW])}")
    if len(hits) > limit:
        write_remark(f"{len(hits) - limit} more; --limit lists them")
    return bool(hits)


_FEW = 12
"""Terms that are shown of a sequence that was found by its name."""


def _terms(words: tuple[str, ...]) -> list[int | None]:
    """The terms, None for those that are marked as unknown."""
    from gfkit.guessing import read_words
    from gfkit.guessing.data import term_words

    listed = [] if named_file(words) else term_words(" ".join(words))
    if {"?", "_"} & set(listed):
        return [None if word in ("?", "_") else int(read_words((word,)).whole[0]) for word in listed]
    data = read_data(words, None)
    if data.denominator != 1:
        raise InputError("terms: there are fractions among them, and the sequences are of integers")
    return list(data.whole)


def _write_hits(found: Search, limit: int) -> None:
    if not found.hits:
        write_lines([f"no sequence of the index agrees with these {len(found.terms)} terms"])
    for hit in found.hits[:limit]:
        write_labelled([("", f"{hit.number} {hit.name}")])
        write_remark(f"  {hit.words}; {hit.agreed} agreed, {hit.bits:.0f} bits")
    if len(found.hits) > limit:
        write_remark(f"{len(found.hits) - limit} more with no more evidence; --limit lists them")
    if not found.is_complete:
        write_remark("a run of these terms is so common that not all sequences with it were compared")
