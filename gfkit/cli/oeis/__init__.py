"""gfkit oeis: a group with one file for each of its verbs."""

from __future__ import annotations

import click

from gfkit.cli.verbs import Verbs

VERBS = {
    "import": "gfkit.cli.oeis.read:command",
    "index": "gfkit.cli.oeis.index:command",
    "search": "gfkit.cli.oeis.search:command",
    "lint": "gfkit.cli.oeis.lint:command",
    "export": "gfkit.cli.oeis.export:command",
    "confirm": "gfkit.cli.oeis.confirm:command",
}
"""The verbs in the order of the help, with the place of each."""


@click.group(cls=Verbs, homes=VERBS, member_of="oeis")
def oeis() -> None:
    """Files of the On-Line Encyclopedia of Integer Sequences.

    Everything works on files that you have; nothing is fetched from a network.

    \b
    Example:
      gfkit oeis import A000045.seq               what an entry, b-file or page of results holds
      gfkit oeis lint A000045.seq b000045.txt     both checked against the rules and each other
      gfkit oeis index build stripped.gz names.gz
      gfkit oeis search 1,2,5,14,42,132
      gfkit oeis export --game domineering --family 3xn -o out
      gfkit oeis confirm A288028.seq --game arc-kayles --family 3xn --positions maximal
    """
