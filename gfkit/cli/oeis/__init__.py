"""gfkit oeis: commands that read, check, search and write files of the OEIS."""

from __future__ import annotations

import click

from gfkit.cli.group import Verbs

VERBS = {
    "import": "gfkit.cli.oeis.entries:import_verb",
    "index": "gfkit.cli.oeis.lookup:index_verb",
    "search": "gfkit.cli.oeis.lookup:search_verb",
    "read": "gfkit.cli.oeis.lookup:name_verb",
    "lint": "gfkit.cli.oeis.entries:lint_verb",
    "export": "gfkit.cli.oeis.deriving:export_verb",
    "confirm": "gfkit.cli.oeis.deriving:confirm_verb",
    "settle": "gfkit.cli.oeis.settling:settle_verb",
}
"""Subcommands in the order of the help, each with its location."""


@click.group("oeis", cls=Verbs, homes=VERBS, member_of="oeis")
def oeis_verb() -> None:
    """Files of the On-Line Encyclopedia of Integer Sequences.

    All commands work on local files; no data is fetched from a network.

    \b
    Example:
      gfkit oeis import A000045.seq               contents of an entry, b-file or page of results
      gfkit oeis lint A000045.seq b000045.txt     format, formulas, and agreement of both
      gfkit oeis index build stripped.gz names.gz
      gfkit oeis search 1,2,5,14,42,132
      gfkit oeis read 'Number of n X 3 0..1 arrays avoiding 0 0 1 horizontally and 0 1 1 vertically.'
      gfkit oeis export domineering 3xn -o out
      gfkit oeis confirm A288028.seq --for arc-kayles 3xn --positions maximal
      gfkit oeis settle --names names.gz --stripped stripped.gz -o settled
    """
