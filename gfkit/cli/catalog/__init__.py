"""gfkit catalog: a group with one file for each of its verbs."""

from __future__ import annotations

import difflib
from importlib import import_module

import click

VERBS = {
    "list": "gfkit.cli.catalog.listing",
    "show": "gfkit.cli.catalog.show",
    "check": "gfkit.cli.catalog.check",
    "errata": "gfkit.cli.catalog.errata",
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
            raise click.UsageError(
                f"command {word!r} of catalog is unknown; {hint}known are {', '.join(VERBS)}"
            )
        return super().resolve_command(ctx, args)


@click.group(cls=Verbs)
def catalog() -> None:
    """Published claims, each re-derived on demand.

    The catalogue has one file for each document. A file of your own, as mypaper.toml, can stand in place
    of an id everywhere: docs/catalogue.md says how to write one.

    \b
    Example:
      gfkit catalog list --status refuted        what is printed wrongly
      gfkit catalog show profiles-t1-cis         one claim, and what is right in its place
      gfkit catalog check 'profiles-t1-*'        re-derived, and compared with the entry
      gfkit catalog check mypaper.toml           the same for a file of your own
    """
