"""Groups of commands that are named in one place and loaded only when they are used."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import click

from gfkit.errors import did_you_mean


class Verbs(click.Group):
    """A group that finds each command in its own file."""

    def __init__(self, *given: Any, homes: Mapping[str, str], member_of: str = "", **named: Any) -> None:
        """``homes`` has the place of each verb, as module:name, in the order of the help."""
        super().__init__(*given, **named)
        self.homes = homes
        self.member_of = f" of {member_of}" if member_of else ""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self.homes)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in self.homes:
            return None
        module, _, name = self.homes[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        word = args[0]
        if word not in self.homes and not word.startswith("-"):
            hint = did_you_mean(word, self.homes)
            known = ", ".join(self.homes)
            raise click.UsageError(f"command {word!r}{self.member_of} is unknown; {hint}known are {known}")
        return super().resolve_command(ctx, args)
