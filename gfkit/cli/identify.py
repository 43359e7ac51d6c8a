"""gfkit identify: structures of the atlas that are counted by a sequence."""

from __future__ import annotations

import click

from gfkit.cli.files import read_data, refuse_options
from gfkit.cli.long import options
from gfkit.cli.output import present, write_remark


@options.command("identify", context_settings={"ignore_unknown_options": True})
@click.argument("words", metavar="TERMS...|FILE", nargs=-1, type=click.UNPROCESSED)
@click.option("--near", is_flag=True, help="Also search formulas from which one term differs.")
@click.option("--mod", "modulus", metavar="M", type=options.ValueRange(2), help="Compare residues modulo M.")
@click.option(
    "--limit", default=10, metavar="N", type=click.IntRange(1), help="Maximum number of rows; default 10."
)
@click.option("--atlas", metavar="FILE", help="SQLite file written by 'make atlas'.")
@options.as_json
@click.pass_context
def identify_verb(
    ctx: click.Context,
    words: tuple[str, ...],
    near: bool,
    modulus: int | None,
    limit: int,
    atlas: str | None,
    as_json: bool,
) -> None:
    """Find structures and families whose counts are given by TERMS.

    TERMS, or the terms in FILE, are compared with a table of proved formulas of the built-in structures. They
    may begin at any n, be multiplied by a constant, have other signs, omit every second term or two of three
    terms, or have zeros in between; up to two initial terms may differ. Simple relations come first.

    A match is an agreement of terms, not a proof. Exit code 1 if there is no match.

    \b
    Example:
      $ gfkit identify 1 5 11 36 95
      2 formulas of 852 in the atlas agree with these 5 terms
      domino-tilings     4xn from n = 1; order 4, proved, A005178
      ...
    """
    from gfkit.atlas import identify as find_formulas

    refuse_options(words, ctx)
    found = find_formulas(read_data(words, None), near=near, modulus=modulus or 0, atlas=atlas)
    present(found, as_json, limit=limit)
    if not (found.matches or found.classes):
        if not (near or as_json):
            write_remark("--near also searches formulas from which one term differs")
        ctx.exit(1)
