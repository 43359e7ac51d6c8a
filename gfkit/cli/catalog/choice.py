"""The words and options by which claims are chosen, shared by all verbs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from gfkit.cli.long.options import any_of

if TYPE_CHECKING:
    from gfkit.catalog import Claim, Document

_Command = TypeVar("_Command", bound=Callable[..., Any])
STANDINGS = ("proved", "refuted", "consistent", "open")
_FILTERS = ("source", "topic", "kind", "status", "cost")
_HELP = {
    "source": "Only of this document.",
    "topic": "Only of this topic, as nogo.",
    "kind": "Only of this kind, as recurrence.",
    "status": "Only proved, refuted, consistent or open ones.",
    "cost": "Only fast, slow or long ones.",
}


def choosing(command: _Command) -> _Command:
    """Adds the words and filters; the options may be given several times."""
    for name in reversed(_FILTERS):
        option = click.option(
            f"--{name}",
            name,
            multiple=True,
            metavar="WORD",
            shell_complete=any_of(STANDINGS if name == "status" else ()),
            help=_HELP[name],
        )
        command = option(command)
    return click.argument("words", metavar="[ID|FILE]...", nargs=-1)(command)


def chosen(
    words: tuple[str, ...], filters: dict[str, tuple[str, ...]]
) -> tuple[tuple[Document, ...], list[Claim]]:
    """The documents, and the claims that the words and filters leave. Words with .toml are files."""
    from gfkit.catalog import Selection, load

    files = [word for word in words if word.endswith(".toml")]
    ids = tuple(word for word in words if not word.endswith(".toml"))
    documents = load(files)
    selection = Selection(
        ids, filters["source"], filters["topic"], filters["kind"], filters["status"], filters["cost"]
    )
    return documents, selection.of(documents)
