"""gfkit oeis export and confirm: entries from rules, and checks of conjectures."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import gfkit
from gfkit.cli.files import check_free, output_option, read_data
from gfkit.cli.long import options
from gfkit.cli.oeis.entries import Content, content_of
from gfkit.cli.oeis.settling import author
from gfkit.cli.output import (
    TRUE_LATER,
    atlas_entries,
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
from gfkit.core.errors import OptionError, quantity
from gfkit.core.rules.library import game_name
from gfkit.core.typing import Positions, Weights
from gfkit.runs.files import has_index, index_path
from gfkit.show.card import shorten

if TYPE_CHECKING:
    from gfkit.oeis import Entry
    from gfkit.oeis.confirm import Confirmation
    from gfkit.oeis.export import Export, Heading
    from gfkit.oeis.index import Hit


@options.command("export")
@options.game_on("[FAMILY]", "[STRUCTURE]", required=False)
@click.option("--game", "game_option", metavar="GAME", hidden=True)
@click.option("--family", "family_option", metavar="FAMILY", hidden=True)
@options.positions
@options.weights(
    f"Weights of configurations: {Weights.NONE} or {Weights.PIECES}; pieces writes rows of coefficients."
)
@click.option("--values", metavar="RANGE", help="Range of cell values, such as 0..n, on one board.")
@click.option(
    "--pieces", metavar="K", type=click.IntRange(0, 30), help="Exactly K pieces, on the squares nxn."
)
@click.option(
    "--data", "data_file", metavar="FILE", help="File of terms instead; its formulas are conjectures."
)
@click.option("--number", metavar="A-NUMBER", help="Number of the sequence; default A000000.")
@click.option("--terms", metavar="N", type=click.IntRange(4, 100_000), help="Number of terms of the b-file.")
@click.option("--offset", metavar="K", type=int, help="Index of the first term.")
@options.rare(
    click.option(
        "--shift",
        default=0,
        metavar="K",
        type=int,
        help="a(n) is for size n + K, from n = 1, as printed by oeis read.",
    )
)
@output_option("-o", "--output", "folder", metavar="DIR", help="Directory for entry.txt and the b-file.")
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
    """Write an OEIS entry in the internal format, and its b-file, for STRUCTURE on FAMILY or for the
    terms in FILE.

    FAMILY is 3xn and the like, nxn for squares, or mxn for an array by antidiagonals.

    Proved formulas are stated as facts, with signature link and programs in Maple, Mathematica, PARI,
    Python and SageMath; fitted formulas are stated as conjectures, without link and programs. Each
    formula and program is evaluated and compared with the terms before it is written. An example shows
    the configurations of a small board. With -o DIR the files are bNNNNNN.txt and entry.txt (and
    aNNNNNN.txt for formulas that are too long for a line); otherwise the entry is printed. The author
    is $GFKIT_AUTHOR, as '_Name_, Jan 31 2026'.

    \b
    Example:
      $ gfkit oeis export domineering nx3 --positions right-ends --number A054894 -o out
      out/b054894.txt
      out/entry.txt
      8 formulas and programs were evaluated and agree
    """
    from gfkit.oeis.export import Heading, export_family
    from gfkit.oeis.export.draft import UNNUMBERED

    game, family = _choose_word(game, game_option, "--game"), _choose_word(board, family_option, "--family")
    heading = Heading(number or UNNUMBERED, author=author())
    if values is not None and pieces is not None:
        raise OptionError(f"--values {values} and --pieces {pieces} cannot be combined")
    with work.progress() as progress:
        if data_file is not None:
            if game is not None or family is not None:
                raise OptionError(f"--data {data_file} and {game or family!r} cannot be combined")
            export = _export_data(data_file, offset, terms, heading)
        elif game is not None and options.specifies_class(game):
            law = gfkit.derive(game, family, on_progress=progress)
            export = _export_class(law, positions, weights, heading, terms, offset)
        elif game is None or family is None:
            missing = "STRUCTURE" if game is None else "FAMILY"
            raise OptionError(
                f"missing argument {missing}; write gfkit oeis export STRUCTURE FAMILY, or --data FILE"
            )
        elif values is not None or pieces is not None:
            export = _export_sizes(game, family, values, pieces or 0, heading, terms, offset)
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
        write_json({**export.as_json(), **known_json(_find_known_sequences(export)), "files": files})
    else:
        _write(export, files, (game_name(game or ""), family or ""))


def _choose_word(word: str | None, old: str | None, option: str) -> str | None:
    """Return a word, or the value of the option that replaces it."""
    if word is not None and old is not None:
        raise OptionError(f"{option} {old} and {word!r} name the same argument; give only one")
    return old if word is None else word


def _export_sizes(
    game: str,
    board: str,
    values: str | None,
    pieces: int,
    heading: Heading,
    terms: int | None,
    offset: int | None,
) -> Export:
    """Return the entry of the numbers of arrays by their range of values, or of k pieces on squares."""
    from gfkit.oeis.export import export_sizes
    from gfkit.questions import derive_in_values, derive_on_squares

    law = derive_in_values(game, board, values) if values else derive_on_squares(game, board, pieces)
    return export_sizes(law, heading=heading, terms=terms, offset=offset)


def _export_class(
    law: Any, positions: Positions, weights: Weights, heading: Heading, terms: int | None, offset: int | None
) -> Export:
    """Return the entry of a class that equations specify."""
    from gfkit.oeis.export import export_class

    if positions is not Positions.ALL or weights is not Weights.NONE or law.weights:
        raise OptionError(f"{law.game}: classes that equations specify have neither positions nor weights")
    return export_class(law, heading=heading, terms=terms, offset=offset)


def _export_data(file: str, offset: int | None, terms: int | None, heading: Heading) -> Export:
    from gfkit.oeis.export import export_data

    data = read_data((), file, offset, "--data")
    return export_data(data if terms is None else data.first_terms(terms), heading=heading)


def _save_files(found: Export | Confirmation, folder: str | None) -> list[str]:
    """Write files into a directory and return their paths. Raise an error if a file exists."""
    if folder is None:
        return []
    for name in found.files:
        check_free("--output", Path(folder, name))
    return found.write(folder)


_ASKED = 12
"""Number of terms used in a search of a local index."""


def _find_known_sequences(found: Export) -> list[Hit]:
    """Return the sequences of the local index with the given terms, the entry itself first."""
    terms = [*found.table.terms]
    hits = known_sequences(terms[:_ASKED], lambda count: terms[:count])
    return sorted(hits, key=lambda hit: hit.number != found.entry.number)


def _write(found: Export, files: list[str], exported: tuple[str, str]) -> None:
    hits, own = _find_known_sequences(found), found.entry.number
    if int(own[1:]) and has_index() and own not in [hit.number for hit in hits]:
        from gfkit.oeis.index.file import stored_rows

        for number, name, _ in stored_rows([int(own[1:])], index_path(None)):
            write_remark(f"{number} already exists, and these terms are not found in it: {name}")
    if hits:
        from gfkit.oeis.index.search import stored_terms

        number = hits[0].number
        write_lines([f"already in the OEIS: {known_as(hits)}"])
        write_remark(f"new lines for {number}:")
        write_lines(found.offer_lines(number, hits[0].shift, stored_terms([number])[number]))
        write_remark("complete entry" + ", if that sequence is a different one" * (number != own) + ":")
    if counts := atlas_entries(found.table.terms, known=exported)[0]:
        write_remark(f"formulas of the atlas with these terms: {counts}")
    write_lines(files or str(found.entry).split("\n"))
    if found.checks:
        checks = quantity(len(found.checks), "check")
        write_remark(f"all formulas and programs were evaluated and agree with the terms ({checks})")
    for reason in found.left_out:
        write_remark(f"omitted: {reason}")


@options.command("confirm")
@click.argument("file", metavar="FILE")
@options.game_on_family(
    "--for",
    "target",
    metavar="STRUCTURE FAMILY",
    help="Structure and boards, such as kings 3xn; mxn for a table.",
)
@click.option("--game", metavar="GAME", hidden=True)
@click.option("--family", metavar="FAMILY", hidden=True)
@options.positions
@click.option("--number", metavar="A-NUMBER", help="Sequence to check, if the file contains several.")
@output_option("-o", "--output", "folder", metavar="DIR", help="Directory for additions.txt and the b-file.")
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
    """Check the conjectures of the entry in FILE, whose terms count STRUCTURE on FAMILY.

    Conjectures are single lines (Empirical, Conjecture, It appears that) and blocks (Conjectures from
    ...: (Start) ... (End)). A false formula that is stated as a fact is listed, too. The sequence is
    derived, the offset is determined by comparing all terms, and each line that can be parsed
    completely is confirmed for all n >= n_0, or false. Other lines remain open, and the unparsed part
    is printed. A line that is true only on a smaller range than the printed one has the verdict
    "later". Then follow the lines to add to the entry. Exit code 1 if a line is false, 4 if no line is
    false and one is "later".

    \b
    Example:
      $ gfkit oeis confirm A030186.seq --for domineering 2xn
      confirmed   Empirical: a(n) = 3*a(n-1) + a(n-2) - a(n-3).
                  it holds for every n >= 3; derived from the rule by a transfer matrix of 3 states, order 3
      ...
    """
    from gfkit.oeis.confirm import confirm

    named, boards = target or (None, None)
    game, family = _choose_word(named, game, "--game"), _choose_word(boards, family, "--family")
    if game is None or family is None:
        raise OptionError("missing option --for STRUCTURE FAMILY, such as --for kings 3xn")
    entry = _read_entry(file, number)
    show = partial(_print_export, as_json=as_json)
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


def _print_export(found: Confirmation, files: Sequence[str] = (), *, as_json: bool) -> None:
    if as_json:
        write_json({**found.as_json(), "files": list(files)})
    else:
        _write_settled(found, files)


def _read_entry(file: str, number: str | None) -> Entry:
    from gfkit.oeis import Entry
    from gfkit.oeis.files import full_a_number, read_bytes

    content = read_bytes(file)
    if content_of(content) is Content.B_FILE:
        raise OptionError(f"file {file!r} is a b-file; write gfkit verify {file} --for STRUCTURE FAMILY")
    entries = [reading.value_or_error("entry") for reading in Entry.read(content)]
    if number is not None:
        entries = [entry for entry in entries if entry.number == full_a_number(number)]
    if len(entries) != 1:
        raise OptionError(f"file {file!r} contains {len(entries)} entries; select one by --number")
    return entries[0]


def _write_settled(found: Confirmation, files: Sequence[str]) -> None:
    full = whole(False)
    if not found.lines:
        write_lines([f"no line is a conjecture; {quantity(found.right, 'formula')} parsed and found correct"])
    for line in found.lines:
        write_labelled([(f"{line.verdict.value:10}", shorten(line.line, full))])
        write_remark(" " * 12 + shorten(line.reason, full))
        write_lines([" " * 12 + shorten(line.ruling.read_as, full)] if line.ruling.read_as else [])
    if found.additions:
        write_remark("additions:")
        write_lines(shorten(line, full) for line in found.additions)
    write_lines(files)
