"""The run store for the verbs that look into it, and runs in words."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from gfkit.runs.store import RunStore
    from gfkit.runs.table import RunRecord


def run_store() -> RunStore:
    """The store of this user; trouble with it is said on standard error."""
    from gfkit.runs.store import open_store

    return open_store(on_trouble=lambda text: click.echo(f"gfkit: {text}", err=True))


def ids(_ctx: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """The runs, for the shell."""
    from gfkit.runs.store import open_store

    with open_store(on_trouble=lambda _: None) as store:
        records = store.runs()
    return [
        CompletionItem(record.short, help=command_of(record))
        for record in records
        if record.short.startswith(begun)
    ]


def command_of(record: RunRecord) -> str:
    """The command as a shell takes it."""
    return shlex.join(["gfkit", *record.command]) if record.command else "(not begun by a command)"


def state_of(record: RunRecord) -> str:
    """How far a run has come."""
    if record.finished:
        return "finished"
    return f"stopped at {record.parts} part{'' if record.parts == 1 else 's'}"
