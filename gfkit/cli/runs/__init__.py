"""gfkit runs: a group with one file for each of its verbs."""

from __future__ import annotations

import click

from gfkit.cli.verbs import Verbs

VERBS = {
    "list": "gfkit.cli.runs.listing:command",
    "show": "gfkit.cli.runs.show:command",
    "resume": "gfkit.cli.runs.resume:command",
    "clean": "gfkit.cli.runs.clean:command",
}
"""The verbs in the order of the help, with the place of each."""


@click.group(cls=Verbs, homes=VERBS, member_of="runs", short_help="Stored work: list it, go on, make room.")
def runs() -> None:
    """Long work that is stored: what was stopped can go on, what is finished need not be done again.

    gfkit count and gfkit derive store what takes longer than a second. An ID is the first digits of a run.

    \b
    Example:
      gfkit runs list                 what is stored, the latest first
      gfkit runs resume 3f2a77b1      goes on with it
      gfkit runs clean --finished     makes room
    """
