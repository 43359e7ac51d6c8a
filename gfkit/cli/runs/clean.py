"""gfkit runs clean: stored runs dropped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from gfkit.cli.long import options
from gfkit.cli.output import write_json, write_lines
from gfkit.cli.runs.stored import command_of, ids, run_store, state_of
from gfkit.errors import OptionError

if TYPE_CHECKING:
    from gfkit.runs.table import RunRecord


@click.command("clean")
@click.argument("runs", metavar="[ID]...", nargs=-1, shell_complete=ids)
@click.option("--finished", is_flag=True, help="All that are finished.")
@click.option("--all", "everything", is_flag=True, help="All, also work that was stopped and could go on.")
@options.as_json
def command(runs: tuple[str, ...], finished: bool, everything: bool, as_json: bool) -> None:
    """Drop the runs that are named. Work that was stopped is dropped only by its ID or with --all.

    \b
    Example:
      $ gfkit runs clean --finished
      dropped 3f2a77b1, finished: gfkit derive arc-kayles 12xn
    """
    with run_store() as store:
        known = store.runs()
        if not (runs or finished or everything):
            raise OptionError(_needed(known))
        wanted = {store.record(run).run for run in runs}  # all are looked up before any is dropped
        chosen = [*wanted, *(["all"] if everything else ["finished"] if finished else [])]
        dropped = [record for what in chosen for record in store.clean(what)]
    if as_json:
        write_json({"dropped": [record.as_json() for record in dropped]})
        return
    write_lines(f"dropped {record.short}, {state_of(record)}: {command_of(record)}" for record in dropped)
    if not dropped:
        write_lines(["nothing was stored"])


def _needed(known: Sequence[RunRecord]) -> str:
    from gfkit.memory import size_text

    done = [record for record in known if record.finished]
    held, freed = (size_text(sum(record.bytes for record in records)) for records in (known, done))
    return (
        f"which runs? name them, or use --finished ({len(done)}, {freed}) or --all ({len(known)}, {held};"
        f" of these {len(known) - len(done)} could go on)"
    )
