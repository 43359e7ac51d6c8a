"""gfkit runs show: one run in full."""

from __future__ import annotations

import click

from gfkit.cli.long import options
from gfkit.cli.output import write_json, write_labelled
from gfkit.cli.runs.stored import command_of, ids, run_store, state_of


@click.command("show")
@click.argument("run", metavar="ID", shell_complete=ids)
@options.as_json
def command(run: str, as_json: bool) -> None:
    """Show one run: its command and how far it has come.

    \b
    Example:
      $ gfkit runs show 3f2a
      command       gfkit derive arc-kayles 14xn
      state         stopped at 37 parts
      ...
    """
    from gfkit.memory import size_text

    with run_store() as store:
        record = store.record(run)
    if as_json:
        write_json(record.as_json())
        return
    rows = [
        ("command", command_of(record)),
        ("state", state_of(record)),
        ("size", size_text(record.bytes)),
        ("begun", record.begun),
        ("last touched", record.changed),
        ("run", record.run),
    ]
    if record.command:
        done = "shows the result" if record.finished else "goes on"
        rows.append((done, f"gfkit runs resume {record.short}"))
    write_labelled(rows)
