"""gfkit doctor: whether all that is needed is here and works."""

from __future__ import annotations

import click

from gfkit.cli.long import options
from gfkit.cli.output import coloured, write_aside, write_json, write_labelled


@click.command(short_help="Look at this installation.")
@options.as_json
@click.pass_context
def doctor(ctx: click.Context, as_json: bool) -> None:
    """Look at this installation: versions, machine code, memory, stored runs, the terminal.

    A small generating function is derived twice, with and without machine code, and compared. Exit code 1
    when something that is needed is missing or broken.

    \b
    Example:
      $ gfkit doctor
      gfkit         0.1.0
      python        3.12.3
      ...
      all that is needed is here
    """
    from gfkit.cli.doctor.finding import Health
    from gfkit.cli.doctor.looks import findings

    found = findings()
    broken = [finding for finding in found if finding.health is Health.BROKEN]
    if as_json:
        write_json({"ok": not broken, "findings": [finding.as_json() for finding in found]})
    else:
        write_labelled((finding.what, finding.words) for finding in found)
        if broken:
            text = "broken: " + ", ".join(finding.what for finding in broken)
            click.echo(click.style(text, fg="red") if coloured() else text)
        else:
            write_aside("all that is needed is here")
    if broken:
        ctx.exit(1)
