"""gfkit oeis: a group with one file for each of its verbs."""

from __future__ import annotations

import difflib
from importlib import import_module

import click

VERBS = {
    "import": "gfkit.cli.oeis.read",
    "index": "gfkit.cli.oeis.index",
    "search": "gfkit.cli.oeis.search",
    "lint": "gfkit.cli.oeis.lint",
    "export": "gfkit.cli.oeis.export",
    "confirm": "gfkit.cli.oeis.confirm",
}
"""The verbs in the order of the help, with the modules where each is the function ``command``."""


class Verbs(click.Group):
    """A group that finds each verb in its own file."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in VERBS:
            return None
        found: click.Command = import_module(VERBS[cmd_name]).command
        return found

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        word = args[0]
        if word not in VERBS and not word.startswith("-"):
            close = difflib.get_close_matches(word.lower(), VERBS, n=1)
            hint = f"did you mean {close[0]}? " if close else ""
            raise click.UsageError(f"command {word!r} of oeis is unknown; {hint}known are {', '.join(VERBS)}")
        return super().resolve_command(ctx, args)


@click.group(cls=Verbs)
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
