"""gfkit oeis export and confirm: entries written, and their conjectures settled, from rules."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from gfkit.cli.files import check_free, output_option, read_data
from gfkit.cli.long import options
from gfkit.cli.oeis.entries import Content, content_of
from gfkit.cli.oeis.settling import author
from gfkit.cli.output import (
    TRUE_LATER,
    known_as,
    known_json,
    known_sequences,
    show_when_stopped,
    whole,
    write_json,
    write_labelled,
    write_lines,
    write_remark,
)
from gfkit.errors import OptionError
from gfkit.show.card import shorten
from gfkit.typing import Positions, Weights

if TYPE_CHECKING:
    from gfkit.oeis import Entry
    from gfkit.oeis.confirm import Confirmation
    from gfkit.oeis.export import Export, Heading
    from gfkit.oeis.index import Hit


@click.command("export")
@options.game_on("[FAMILY]", "[GAME]", required=False)
@click.option("--game", "game_option", metavar="GAME", hidden=True)
@click.option("--family", "family_option", metavar="FAMILY", hidden=True)
@options.positions
@options.weights(f"One of {Weights.NONE}, {Weights.PIECES}; pieces gives rows of coefficients.")
@click.option("--values", metavar="RANGE", help="Values of cells, as 0..n, on one board: a(n) is for that n.")
@click.option("--pieces", metavar="K", type=click.IntRange(0, 30), help="So many pieces, on squares nxn.")
@click.option(
    "--data", "data_file", metavar="FILE", help="A file of terms instead; what is found is a conjecture."
)
@click.option("--number", metavar="A-NUMBER", help="The number of the sequence; A000000 by default.")
@click.option("--terms", metavar="N", type=click.IntRange(4, 100_000), help="Terms of the b-file.")
@click.option("--offset", metavar="K", type=int, help="The index of the first term.")
@options.rare(
    click.option(
        "--shift",
        default=0,
        metavar="K",
        type=int,
        help="a(n) is of size n + K, as oeis read says; from n = 1.",
    )
)
@output_option("-o", "--output", "folder", metavar="DIR", help="Where entry.txt and the b-file are written.")
@options.long_options(seconds=False)
@options.as_json
def export_verb(
    game: str | None,
    board: str | None,
    game_option: str | None,
    family_option: str | None,
    positions: Positions,
    weights: Weights,
    values: str | None,
    pieces: int | None,
    data_file: str | None,
    number: str | None,
    terms: int | None,
    offset: int | None,
    shift: int,
    folder: str | None,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Write an entry in the internal format, and its b-file, of GAME on FAMILY or of the terms in FILE.

    FAMILY is 3xn and the like, nxn for squares, or mxn for an array by antidiagonals.

    What is proved is stated as a fact, with signature link and programs in Maple, Mathematica, PARI, Python
    and SageMath; what is only fitted is written as a conjecture and gets neither. Every formula and program
    is evaluated against the terms before it is written. An example draws what is counted on a small board.
    With -o DIR the files are bNNNNNN.txt and entry.txt (and aNNNNNN.txt for formulas too long for a line);
    else the entry
    is printed.

    \b
    Example:
      $ gfkit oeis export domineering nx3 --positions right-ends --number A054894 -o out
      out/b054894.txt
      out/entry.txt
      8 formulas and programs were evaluated and agree
    """
    from gfkit.oeis.export import Heading, export_family
    from gfkit.oeis.export.draft import UNNUMBERED

    game, family = _either(game, game_option, "--game"), _either(board, family_option, "--family")
    heading = Heading(number or UNNUMBERED, author=author())
    if values is not None and pieces is not None:
        raise OptionError(f"--values {values} and --pieces {pieces}: give one or the other")
    with work.progress() as progress:
        if data_file is not None:
            if game is not None or family is not None:
                raise OptionError(f"--data {data_file} and {game or family!r}: give one or the other")
            export = _from_data(data_file, offset, terms, heading)
        elif game is None or family is None:
            missing = "GAME" if game is None else "FAMILY"
            raise OptionError(f"{missing} is missing; write gfkit oeis export GAME FAMILY, or --data FILE")
        elif values is not None or pieces is not None:
            from gfkit.oeis.export import export_sizes
            from gfkit.questions import derive_in_values, derive_on_squares

            law = (
                derive_in_values(game, family, values)
                if values
                else derive_on_squares(game, family, pieces or 0)
            )
            export = export_sizes(law, heading=heading, terms=terms, offset=offset)
        else:
            export = export_family(
                game,
                family,
                positions,
                weights,
                heading=heading,
                terms=terms,
                offset=offset,
                shift=shift,
                on_progress=progress,
            )
    files = _save_files(export, folder)
    if as_json:
        write_json({**export.as_json(), **known_json(_already(export)), "files": files})
    else:
        _write(export, files)


def _either(word: str | None, old: str | None, option: str) -> str | None:
    """A word, or what an old option has in its place."""
    if word is not None and old is not None:
        raise OptionError(f"{option} {old} and {word!r}: give one or the other")
    return old if word is None else word


def _from_data(file: str, offset: int | None, terms: int | None, heading: Heading) -> Export:
    from gfkit.oeis.export import export_data

    data = read_data((), file, offset, "--data")
    return export_data(data if terms is None else data.first_terms(terms), heading=heading)


def _save_files(found: Export | Confirmation, folder: str | None) -> list[str]:
    """The files written into a folder, none of which is there already; none without a folder."""
    if folder is None:
        return []
    for name in found.files:
        check_free("--output", Path(folder, name))
    return found.write(folder)


_ASKED = 12
"""Terms that a local index is asked for."""


def _already(found: Export) -> list[Hit]:
    """What a local index has these terms as, but for the entry itself; all stored terms agree."""
    terms = [*found.table.terms]
    hits = known_sequences(terms[:_ASKED], lambda count: terms[:count])
    return [hit for hit in hits if hit.number != found.entry.number]


def _write(found: Export, files: list[str]) -> None:
    hits = _already(found)
    if hits:
        from gfkit.oeis.index.search import stored_terms

        number = hits[0].number
        write_lines([f"the OEIS has these terms already: {known_as(hits)}"])
        write_remark(f"offer what is new as a comment, a formula or more terms of {number}:")
        write_lines(found.offer_lines(number, hits[0].shift, stored_terms([number])[number]))
        write_remark("the whole entry, should that one be another sequence:")
    write_lines(files or str(found.entry).split("\n"))
    agree = len(found.checks)
    write_remark(f"{agree} formula{'' if agree == 1 else 's'} and programs were evaluated and agree")
    for reason in found.left_out:
        write_remark(f"left out: {reason}")


@click.command("confirm")
@click.argument("file", metavar="FILE")
@options.game_on_family(
    "--for", "target", metavar="GAME FAMILY", help="The game and the boards, as kings 3xn; mxn for a table."
)
@click.option("--game", metavar="GAME", hidden=True)
@click.option("--family", metavar="FAMILY", hidden=True)
@options.positions
@click.option("--number", metavar="A-NUMBER", help="This sequence, of a file with several.")
@output_option(
    "-o", "--output", "folder", metavar="DIR", help="Where additions.txt and the b-file are written."
)
@options.long_options()
@options.as_json
@click.pass_context
def confirm_verb(
    ctx: click.Context,
    file: str,
    target: tuple[str, str] | None,
    game: str | None,
    family: str | None,
    positions: Positions,
    number: str | None,
    folder: str | None,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Settle the conjectures of the entry in FILE, whose terms count GAME on FAMILY.

    Conjectures are single lines (Empirical, Conjecture, It appears that) and blocks (Conjectures from
    ...: (Start) ... (End)). A formula that is stated as a fact is listed where it is false. The sequence
    is derived, the offset found by comparing all terms, and every line that can be read whole is
    confirmed from some n on, or false; any other is left open, with the part that was not read. A line
    that is true, but not on the whole range it prints, is neither: it is true later. Then come the lines
    to add to the entry. Exit code 1 when a line is false, 4 when none is and one is true later than
    printed.

    \b
    Example:
      $ gfkit oeis confirm A030186.seq --for domineering 2xn
      confirmed   Empirical: a(n) = 3*a(n-1) + a(n-2) - a(n-3).
                  it holds for every n >= 3; derived from the rule by a transfer matrix of 3 states, order 3
      ...
    """
    from gfkit.oeis.confirm import confirm

    named, boards = target or (None, None)
    game, family = _either(named, game, "--game"), _either(boards, family, "--family")
    if game is None or family is None:
        raise OptionError("--for GAME FAMILY is missing; it says what the terms count, as --for kings 3xn")
    entry = _entry(file, number)
    show = partial(_present, as_json=as_json)
    with show_when_stopped(show), work.progress() as progress:
        confirmation = confirm(
            entry,
            game,
            family,
            positions,
            author=author(),
            on_progress=progress,
        )
    show(confirmation, _save_files(confirmation, folder))
    if confirmation.is_any_false or confirmation.is_any_later:
        ctx.exit(1 if confirmation.is_any_false else TRUE_LATER)


def _present(found: Confirmation, files: Sequence[str] = (), *, as_json: bool) -> None:
    if as_json:
        write_json({**found.as_json(), "files": list(files)})
    else:
        _write_settled(found, files)


def _entry(file: str, number: str | None) -> Entry:
    from gfkit.oeis import Entry
    from gfkit.oeis.files import full_a_number, read_bytes

    content = read_bytes(file)
    if content_of(content) is Content.B_FILE:
        raise OptionError(
            f"file {file!r}: it is a b-file; gfkit verify {file} --for GAME FAMILY compares its terms"
        )
    entries = [reading.value_or_error("entry") for reading in Entry.read(content)]
    if number is not None:
        entries = [entry for entry in entries if entry.number == full_a_number(number)]
    if len(entries) != 1:
        raise OptionError(f"file {file!r}: {len(entries)} entries are meant, and one is needed; use --number")
    return entries[0]


def _write_settled(found: Confirmation, files: Sequence[str]) -> None:
    full = whole(False)
    if not found.lines:
        write_lines([f"no line is a conjecture; formulas in it that were read, and are right: {found.right}"])
    for line in found.lines:
        write_labelled([(f"{line.verdict.value:10}", shorten(line.line, full))])
        write_remark(" " * 12 + shorten(line.reason, full))
    if found.additions:
        write_remark("to add:")
        write_lines(shorten(line, full) for line in found.additions)
    write_lines(files)
