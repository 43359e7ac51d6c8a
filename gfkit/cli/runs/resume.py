"""gfkit runs resume: a stored run goes on."""

from __future__ import annotations

import click

from gfkit.cli.call import Call
from gfkit.cli.runs.stored import ids, run_store
from gfkit.errors import InputError


@click.command("resume", context_settings={"ignore_unknown_options": True})
@click.argument("run", metavar="ID", shell_complete=ids)
@click.argument("more", metavar="[OPTION]...", nargs=-1, type=click.UNPROCESSED)
@click.pass_context
def command(ctx: click.Context, run: str, more: tuple[str, ...]) -> None:
    """Go on with a run; a finished one shows its result.

    Options are added to those of the command. What was stored by another version of gfkit, or for a rule file
    that was changed since, is never used.

    \b
    Example:
      $ gfkit runs resume 3f2a --max-seconds 2h
    """
    with run_store() as store:
        record = store.record(run)
    if not record.command:
        raise InputError(f"run {run!r} was not begun by a command, and goes on where it was begun")
    from gfkit.cli.group import gfkit

    call = ctx.find_object(Call) or Call(())
    words = record.command
    options_end = words.index("--") if "--" in words else len(words)
    call.words = (*words[:options_end], "--resume", *more, *words[options_end:])
    with gfkit.make_context("gfkit", list(call.words), obj=call) as context:
        gfkit.invoke(context)
