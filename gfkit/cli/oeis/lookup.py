"""gfkit oeis index, search and read: the local index, and names of entries."""

from __future__ import annotations

from collections.abc import Iterator
from shlex import quote
from typing import TYPE_CHECKING

import click

from gfkit.cli.files import check_free, named_file, read_data, refuse_options
from gfkit.cli.group import HelpfulGroup
from gfkit.cli.long import options
from gfkit.cli.output import write_json, write_labelled, write_lines, write_remark
from gfkit.core.deferred import regex
from gfkit.core.errors import InputError, OptionError, as_typed, docs_page
from gfkit.runs.files import index_path, index_to_build

if TYPE_CHECKING:
    from gfkit.oeis.index import Search
    from gfkit.oeis.index.file import IndexInfo
    from gfkit.oeis.reading import NameReading, UnreadError


@click.group("index", cls=HelpfulGroup)
def index_verb() -> None:
    """Local index over the bulk files stripped and names.

    \b
    Example:
      gfkit oeis index build stripped.gz names.gz
      gfkit oeis index info
    """


@index_verb.command("build", cls=options.GroupedCommand)
@click.argument("stripped", metavar="STRIPPED")
@click.argument("names", metavar="[NAMES]", required=False)
@options.long_options(seconds=False)
@options.as_json
def build_verb(stripped: str, names: str | None, work: options.LongCall, as_json: bool) -> None:
    """Build the index from the downloaded files STRIPPED and NAMES, compressed or not.

    Without NAMES search results have no names, and no sequence is treated as a table. The index is
    written to $GFKIT_OEIS_INDEX, or to the data directory of the user. It replaces an older index only
    when it is complete, and takes about three times the space of STRIPPED uncompressed.

    \b
    Example:
      $ gfkit oeis index build stripped.gz names.gz
      index      /home/me/.local/share/gfkit/oeis.sqlite, 272 MB
      sequences  400000, of which 40000 are tables
      ...
    """
    from gfkit.oeis.index.build import build as build_index
    from gfkit.oeis.index.file import is_index

    path = index_to_build()
    check_free("GFKIT_OEIS_INDEX", path, is_index)
    with work.progress() as progress:
        index = build_index(stripped, names, path, progress)
    _write(index, as_json)


@index_verb.command("info", cls=options.GroupedCommand)
@options.as_json
def info_verb(as_json: bool) -> None:
    """Print the path of the index, its contents, and the date of its source.

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
            ("source", f"last modified {found.modified}" if found.modified else "date unknown"),
        ]
    )


@options.command("search", context_settings={"ignore_unknown_options": True})
@click.argument("words", metavar="TERMS...|FILE", nargs=-1, type=click.UNPROCESSED)
@click.option(
    "--limit", default=20, metavar="N", type=click.IntRange(1), help="Maximum number of hits; default 20."
)
@options.as_json
@click.pass_context
def search_verb(
    ctx: click.Context,
    words: tuple[str, ...],
    limit: int,
    as_json: bool,
) -> None:
    """Search TERMS in the local index (see gfkit oeis index).

    Words with letters are searched in the names, and an A-number finds its sequence. A term may be ? if four
    known terms are consecutive. FILE, or - for standard input, contains terms, as for gfkit guess.

    Terms match a whole sequence, an initial segment, a run inside it or an overlap, also after a
    transformation: signs, scaling, omitted initial terms, differences, partial sums, bisection, zeros
    inserted, quotients, binomial and Euler transforms, convolutions, reversions; in columns and diagonals
    of stored tables, with the terms read as a table, and with one wrong term. Untransformed matches come
    first, core sequences before others, then transformations, the simplest first, then matches that omit
    or contradict a term. Each hit states the transformation, the number of terms that agree, and the bits
    of evidence: below 19 bits, log2 of the number of sequences, a match may be due to chance. Exit code 1
    if there is no match.

    \b
    Example:
      $ gfkit oeis search 2,4,10,28,84,264,858
      A000108 Catalan numbers
        divided by 2, the terms occur inside the sequence, from stored term 2 on; 7 agreed, 24 bits
    """
    refuse_options(words, ctx)
    if words and words[0][:1].isalpha() and named_file(words) is None:
        if not _search_names(" ".join(words).split(), limit, as_json):
            ctx.exit(1)
        return
    from gfkit.oeis.index.search import search

    hits = search(_parse_terms(words))
    if as_json:
        write_json(hits.as_json(limit))
    else:
        _write_hits(hits, limit)
    if not hits.hits:
        ctx.exit(1)


def _search_names(words: list[str], limit: int, as_json: bool) -> bool:
    """Print the sequences whose names contain the given words, or that have the given number. Return True if
    there are any.
    """
    from gfkit.oeis.index.search import search_words

    hits = search_words(words)
    if as_json:
        listed = [{"number": number, "name": name, "terms": terms} for number, name, terms in hits[:limit]]
        write_json({"words": words, "hits": listed, "found": len(hits)})
        return bool(hits)
    if not hits:
        write_lines([f"no name in the index contains all of these words: {' '.join(words)}"])
    for number, name, terms in hits[:limit]:
        write_labelled([("", f"{number} {name}")])
        write_remark(f"  {', '.join(terms.split(',')[:_FEW])}")
    if len(hits) > limit:
        write_remark(f"{len(hits) - limit} more; --limit lists them")
    return bool(hits)


_FEW = 12
"""Number of terms printed for a sequence that was found by its name."""


def _parse_terms(words: tuple[str, ...]) -> list[int | None]:
    """Return the terms, with None for unknown terms."""
    from gfkit.guessing import read_words
    from gfkit.guessing.data import term_words

    listed = [] if named_file(words) else term_words(" ".join(words))
    if {"?", "_"} & set(listed):
        return [None if word in ("?", "_") else int(read_words((word,)).whole[0]) for word in listed]
    data = read_data(words, None)
    if data.denominator != 1:
        raise InputError(
            "terms: fractions are not supported, since all sequences of the index consist of integers"
        )
    return list(data.whole)


def _write_hits(found: Search, limit: int) -> None:
    if not found.hits:
        write_lines([f"no sequence of the index agrees with these {len(found.terms)} terms"])
    for hit in found.hits[:limit]:
        write_labelled([("", f"{hit.number} {hit.name}")])
        write_remark(f"  {hit.words}; {hit.agreed} agreed, {hit.bits:.0f} bits")
    if len(found.hits) > limit:
        write_remark(f"{len(found.hits) - limit} more with at most this evidence; --limit lists them")
    if not found.is_complete:
        write_remark("consecutive terms occur in too many sequences to compare all of them")


_NUMBER = regex(r"[Aa][0-9]{6,7}")
_NUMBERED = regex(r"\s*+(?:[Aa][0-9]{6,7}\s++|%N\s++[Aa][0-9]{6,7}\s++)?(.*+)\s*+")


@options.command("read")
@click.argument("name", metavar="NAME|FILE", required=False)
@click.option(
    "--grammar",
    is_flag=True,
    callback=options.not_with_json,
    help="List the known clauses, one per line.",
)
@options.as_json
@click.pass_context
def name_verb(ctx: click.Context, name: str | None, grammar: bool, as_json: bool) -> None:
    """Parse the NAME of an entry: print its rule file and its family of boards.

    NAME is a sentence, or the A-number of a sequence in the local index. FILE, or - for standard input,
    contains names, one per line, with or without A-numbers. A name counts as parsed only if all of it
    was consumed; otherwise ^ marks the position of the first error, and the exit code is 1. An
    ambiguous name has several readings.

    \b
    Example:
      $ gfkit oeis read 'Number of (n+1) X 2 0..2 arrays with every 2 X 2 subblock summing to 4.'
      # family nx2, n + 1
      name = "(n+1) X 2 0..2 arrays with every 2 X 2 subblock summing to 4"
      ...
    """
    from gfkit.oeis.reading import UnreadError, clause_list, read_name

    if grammar:
        write_lines(clause_list())
        return
    named = named_file([] if name is None else [name])
    names = list(_read_names(name, named))
    readings: list[dict[str, object]] = []
    unread = 0
    for number, sentence in enumerate(names):
        try:
            rules = read_name(sentence)
        except UnreadError as error:
            unread += 1
            unsaid = {"read": False, "rule": None, "family": None, "left_over": error.left_over}
            readings.append({**unsaid, "understood": error.understood, "nearest": error.nearest})
            readings[-1]["start"] = error.start
            if not as_json:
                _mark(error)
        else:
            readings.append(rules[0].as_json())
            if len(rules) > 1:
                readings[-1]["others"] = [reading.as_json() for reading in rules[1:]]
            if not as_json:
                _write_readings(rules, number > 0)
    if as_json:
        lines = [{"name": sentence, **reading} for sentence, reading in zip(names, readings, strict=True)]
        write_json({"names": lines} if named else readings[0])
    if unread:
        if len(names) > 1 and not as_json:
            write_remark(f"{len(names) - unread} of {len(names)} names were parsed completely")
        ctx.exit(1)


def _read_names(name: str | None, named: tuple[str, str] | None) -> Iterator[str]:
    if named is not None:
        from gfkit.oeis.files import read_bytes

        option, file = named
        try:
            lines = read_bytes(file).decode("utf-8").splitlines()
        except UnicodeDecodeError:
            raise InputError(f"{option} {file!r} is not a text file") from None
        yield from _extract_names(lines)
    elif name is None:
        raise OptionError("NAME is missing; write a sentence, an A-number, the path of a file of names, or -")
    elif _NUMBER.fullmatch(name.strip()):
        from gfkit.oeis.index.file import indexed_name

        yield indexed_name(name.strip(), index_path())
    else:
        yield name


def _extract_names(lines: list[str]) -> Iterator[str]:
    """Yield the names in lines, without A-numbers, comments and blank lines."""
    for line in lines:
        if line.strip() and not line.startswith("#"):
            match = _NUMBERED.fullmatch(line)
            yield match[1].rstrip() if match else line


def _mark(error: UnreadError) -> None:
    """Write the name, the position of the first error below it, and the answers to its words."""
    from gfkit.help.search import offers

    write_lines([error.name, " " * error.at + "^"])
    write_remark(str(error))
    if error.understood:
        write_remark(f"parsed: {error.understood!r}")
    for line in (line for offer in offers(error.name) for line in offer.lines):
        write_remark(line)
    if error.start != error.nearest:
        write_remark(f"a similar sentence that can be parsed: {error.nearest!r}")
    page = docs_page("howto/rule.html")
    write_remark(
        f"gfkit can parse this similar name; its rule file can be edited (see {page}): gfkit oeis read"
        f" {quote(error.start)}"
    )


def _write_readings(found: tuple[NameReading, ...], behind: bool) -> None:
    for number, reading in enumerate(found):
        if number or behind:
            write_lines([""])
        if len(found) > 1:
            write_lines([f"# reading {number + 1} of {len(found)}"])
        write_lines(reading.lines())
