"""gfkit runs: list, show, resume and delete stored work."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

from gfkit.cli.call import Call, without
from gfkit.cli.group import Verbs
from gfkit.cli.long import options
from gfkit.cli.output import note, write_json, write_labelled, write_lines, write_remark, write_table
from gfkit.core.errors import InputError, OptionError, as_typed, visible
from gfkit.core.memory import size_text

if TYPE_CHECKING:
    from gfkit.runs.store import RunStore
    from gfkit.runs.table import RunRecord

VERBS = {
    "list": "gfkit.cli.runs:list_runs",
    "show": "gfkit.cli.runs:show_run",
    "resume": "gfkit.cli.runs:resume_run",
    "clean": "gfkit.cli.runs:clean_runs",
}
"""Subcommands in the order of the help, each with its location."""


@click.group("runs", cls=Verbs, homes=VERBS, member_of="runs", short_help="Stored work: list, resume, clean.")
def runs_verb() -> None:
    """Manage stored work: resume stopped runs and reuse finished ones.

    gfkit count and gfkit derive store work that takes longer than a second. ID is the identifier of
    a run, or a prefix that identifies it.

    \b
    Example:
      gfkit runs list                 stored runs, the latest first
      gfkit runs resume 3f2a77b1      resume one
      gfkit runs clean --finished     delete finished runs
    """


def _run_store() -> RunStore:
    """Open the store of the current user. Errors of the store are printed to standard error."""
    from gfkit.runs.store import open_store

    return open_store(on_trouble=lambda text: note(text, "gfkit: "))


def _stored_runs(_ctx: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return the stored runs for completion in the shell."""
    from gfkit.runs.store import open_store

    with open_store(on_trouble=lambda _: None) as store:
        records = store.runs()
    return [
        CompletionItem(record.short, help=visible(_command_of(record)))
        for record in records
        if record.short.startswith(begun)
    ]


def _command_of(record: RunRecord) -> str:
    """Return the command of a run, quoted for a shell."""
    return shlex.join(["gfkit", *record.command]) if record.command else "(not started by a command)"


def _state_of(record: RunRecord) -> str:
    """Return the state of a run as a string."""
    if record.finished:
        return "finished"
    return f"stopped at {record.parts} part{'' if record.parts == 1 else 's'}"


def _format_minute(stamp: str) -> str:
    """Return a time, rounded down to the minute.

    >>> _format_minute("2026-03-01T09:30:12Z")
    '2026-03-01 09:30'
    """
    return stamp[:16].replace("T", " ")


@options.command("list")
@options.as_json
def list_runs(as_json: bool) -> None:
    """List the stored runs, the most recently used first.

    \b
    Example:
      $ gfkit runs list
      run       state                size     last used         command
      3f2a77b1  stopped at 37 parts  1.2 MiB  2026-03-01 09:30  gfkit derive arc-kayles 14xn
      1 run in /home/me/.cache/gfkit/runs.sqlite
    """
    with _run_store() as store:
        records = store.runs()
    if as_json:
        write_json({"path": str(store.path), "runs": [record.as_json() for record in records]})
        return
    rows = [
        (
            record.short,
            _state_of(record),
            size_text(record.bytes),
            _format_minute(record.changed),
            _command_of(record),
        )
        for record in records
    ]
    if rows:
        write_table([("run", "state", "size", "last used", "command"), *rows])
    write_remark(f"{len(rows)} run{'' if len(rows) == 1 else 's'} in {as_typed(str(store.path))}")


@options.command("show")
@click.argument("run", metavar="ID", shell_complete=_stored_runs)
@options.as_json
def show_run(run: str, as_json: bool) -> None:
    """Show one run: its command and its state.

    \b
    Example:
      $ gfkit runs show 3f2a
      command       gfkit derive arc-kayles 14xn
      state         stopped at 37 parts
      ...
    """
    with _run_store() as store:
        record = store.record(run)
    if as_json:
        write_json(record.as_json())
        return
    rows = [
        ("command", _command_of(record)),
        ("state", _state_of(record)),
        ("size", size_text(record.bytes)),
        ("started", record.begun),
        ("last used", record.changed),
        ("run", record.run),
    ]
    if record.command:
        done = "result" if record.finished else "resume"
        rows.append((done, f"gfkit runs resume {record.short}"))
    write_labelled(rows)


@options.command("resume", context_settings={"ignore_unknown_options": True})
@click.argument("run", metavar="ID", shell_complete=_stored_runs)
@click.argument("more", metavar="[OPTION]...", nargs=-1, type=click.UNPROCESSED)
@click.pass_context
def resume_run(ctx: click.Context, run: str, more: tuple[str, ...]) -> None:
    """Resume a run; for a finished run, print its result.

    Options after the ID are added to those of the command. Options that write files or name a cluster
    must be repeated here. Work that another version of gfkit stored, or that belongs to an older
    version of a rule file, is never used.

    \b
    Example:
      $ gfkit runs resume 3f2a --max-seconds 2h
    """
    with _run_store() as store:
        record = store.record(run)
    if not record.command or record.command[0] == "runs":
        raise InputError(f"run {run!r} was not started by a command and cannot be resumed here")
    from gfkit.cli.group import gfkit

    call = ctx.find_object(Call) or Call(())
    words = without(record.command, "--log", "--quiet=")  # options of earlier versions of gfkit
    options_end = words.index("--") if "--" in words else len(words)
    call.typed = more
    call.words = (*words[:options_end], *more, *words[options_end:])
    call.resumes = True
    with gfkit.make_context("gfkit", list(call.words), obj=call) as context:
        gfkit.invoke(context)


@options.command("clean")
@click.argument("runs", metavar="[ID]...", nargs=-1, shell_complete=_stored_runs)
@click.option("--finished", is_flag=True, help="Delete all finished runs.")
@click.option("--all", "everything", is_flag=True, help="Delete all runs, also unfinished ones.")
@options.as_json
def clean_runs(runs: tuple[str, ...], finished: bool, everything: bool, as_json: bool) -> None:
    """Delete the named runs. Unfinished runs are deleted only by their ID or with --all.

    \b
    Example:
      $ gfkit runs clean --finished
      deleted run 3f2a77b1 (finished): gfkit derive arc-kayles 12xn
    """
    with _run_store() as store:
        known = store.runs()
        if not (runs or finished or everything):
            raise OptionError(_choice_request(known))
        wanted = {store.record(run).run for run in runs}  # all IDs are resolved before any run is deleted
        chosen = [*wanted, *(["all"] if everything else ["finished"] if finished else [])]
        dropped = [record for what in chosen for record in store.clean(what)]
    if as_json:
        write_json({"dropped": [record.as_json() for record in dropped]})
        return
    write_lines(
        f"deleted run {record.short} ({_state_of(record)}): {_command_of(record)}" for record in dropped
    )
    if not dropped:
        write_lines(["no stored runs"])


def _choice_request(known: Sequence[RunRecord]) -> str:
    done = [record for record in known if record.finished]
    held, freed = (size_text(sum(record.bytes for record in records)) for records in (known, done))
    return (
        f"missing argument ID; name runs, or use --finished ({len(done)}, {freed}) or --all ({len(known)},"
        f" {held}; {len(known) - len(done)} of these are unfinished)"
    )
