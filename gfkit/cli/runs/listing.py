"""gfkit runs list: what is stored, a line each."""

from __future__ import annotations

import click

from gfkit.cli.long import options
from gfkit.cli.output import write_aside, write_json, write_table
from gfkit.cli.runs.stored import command_of, run_store, state_of


@click.command("list")
@options.as_json
def command(as_json: bool) -> None:
    """List the runs that are stored, the one touched last first.

    \b
    Example:
      $ gfkit runs list
      run       state                size     last touched         command
      3f2a77b1  stopped at 37 parts  1.2 MiB  2026-03-01T09:30:00  gfkit derive arc-kayles 14xn
      1 run in /home/me/.cache/gfkit/runs.sqlite
    """
    from gfkit.memory import size_text

    with run_store() as store:
        records = store.runs()
    if as_json:
        write_json({"path": str(store.path), "runs": [record.as_json() for record in records]})
        return
    rows = [
        (record.short, state_of(record), size_text(record.bytes), record.changed, command_of(record))
        for record in records
    ]
    if rows:
        write_table([("run", "state", "size", "last touched", "command"), *rows])
    write_aside(f"{len(rows)} run{'' if len(rows) == 1 else 's'} in {store.path}")
