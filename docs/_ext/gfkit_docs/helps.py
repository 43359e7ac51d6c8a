"""Help of every command, as printed by the command."""

from __future__ import annotations

from collections.abc import Iterator

import click

WIDTH = 96


def helps() -> Iterator[tuple[str, str]]:
    """Yield the name and the help of every command, in the order of the help."""
    from gfkit.cli.group import gfkit
    from gfkit.cli.long.options import whole_help

    for context in _walk(_context(gfkit, "gfkit")):
        yield context.command_path, whole_help(context)


def _walk(context: click.Context) -> Iterator[click.Context]:
    """Yield the context of a command and the contexts of all its subcommands."""
    yield context
    if isinstance(context.command, click.Group):
        for name in context.command.list_commands(context):
            command = context.command.get_command(context, name)
            if command is not None and not command.hidden:
                yield from _walk(_context(command, name, context))


def _context(command: click.Command, name: str, parent: click.Context | None = None) -> click.Context:
    context = click.Context(command, parent=parent, info_name=name, **command.context_settings)
    context.terminal_width = context.max_content_width = WIDTH
    return context
