"""The options that many commands share, each in one place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from typing import Any, TypeVar

import click

from gfkit.cli.call import Call
from gfkit.cli.long.complete import LANGUAGES, any_of, boards, games, words_of
from gfkit.cli.long.long_call import Asked, LongCall
from gfkit.errors import OptionError
from gfkit.typing import Positions, Weights

Command = TypeVar("Command", bound=Callable[..., Any])

as_json = click.option(
    "--json", "as_json", is_flag=True, is_eager=True, help="One JSON object on standard output."
)
dry_run = click.option("--dry-run", is_flag=True, help="Say what it would take, and stop.")


def full(what: str) -> Callable[[Command], Command]:
    """--full, which prints long ones whole."""
    return click.option("--full", is_flag=True, help=f"Print long {what} whole.")


def language(command: Command) -> Command:
    """--to, which prints just the formula for another system; refused with --json before any work."""
    return click.option(
        "--to",
        "language",
        metavar="SYSTEM",
        callback=_known_language,
        shell_complete=any_of(LANGUAGES),
        help=f"Print just the formula, for {', '.join(LANGUAGES)}.",
    )(command)


def _known_language(ctx: click.Context, _option: click.Parameter, word: str | None) -> str | None:
    if word is not None:
        from gfkit.formula import language_named

        language_named(word)
        if ctx.params.get("as_json"):
            raise OptionError(f"--to {word} and --json: give one or the other")
    return word


def game_on(board: str, name: str = "board", *, required: bool = True) -> Callable[[Command], Command]:
    """The arguments GAME and BOARD, or whatever the second is called in the help."""

    def added(command: Command) -> Command:
        place = click.argument(name, metavar=board, required=required, shell_complete=boards)
        return click.argument("game", metavar="GAME", shell_complete=games)(place(command))

    return added


def positions(command: Command) -> Command:
    """--positions, read as one of the classes."""
    return click.option(
        "--positions",
        default=Positions.ALL.value,
        metavar="CLASS",
        callback=lambda _ctx, _option, word: Positions.read(word),
        shell_complete=words_of(Positions),
        help=f"One of {', '.join(Positions)}.",
    )(command)


def weights(help_text: str = "", default: str | None = Weights.NONE.value) -> Callable[[Command], Command]:
    """--weights, read as one of the choices, or None where it was not given and has no default."""
    return click.option(
        "--weights",
        default=default,
        metavar="WEIGHTS",
        callback=lambda _ctx, _option, word: None if word is None else Weights.read(word),
        shell_complete=words_of(Weights),
        help=help_text or f"One of {', '.join(Weights)}.",
    )


def lasting(
    *,
    memory: bool = False,
    workers: bool = False,
    cluster: bool = False,
    keeps: bool = False,
    seconds: tuple[str, ...] = ("--max-seconds",),
) -> Callable[[Command], Command]:
    """The options of commands that can last; the command gets all of them as one argument, ``work``.

    ``seconds`` are the names of the option for the time; the last one is shown in the help.
    """
    chosen = [
        memory and _MEMORY,
        click.option(*seconds, "max_seconds", metavar="TIME", help="Stop after that time, as 90s, 5m or 2h."),
        workers and _WORKERS,
        cluster and _CLUSTER,
        *((_RESUME, _NO_STORE) if keeps else ()),
        click.option("--log", metavar="FILE", help="Add lines with the time to a file, for batch systems."),
        click.option("--quiet", is_flag=True, help="No progress line."),
    ]

    def added(command: Command) -> Command:
        @wraps(command)
        def run(*values: Any, **named: Any) -> Any:
            asked = Asked(**{name: named.pop(name) for name in _NAMES if name in named})
            call = click.get_current_context().find_object(Call) or Call(())
            with LongCall(asked, call, keeps) as work:
                return command(*values, work=work, **named)

        for option in reversed([one for one in chosen if one]):
            run = option(run)
        return run  # type: ignore[return-value]

    return added


_NAMES = tuple(one.name for one in fields(Asked))
_MEMORY = click.option("--max-memory", metavar="SIZE", help="Stop when more would be needed, as 500M or 4G.")
_WORKERS = click.option("--workers", metavar="N", type=click.IntRange(1), help="Processes to work with.")
_CLUSTER = click.option(
    "--cluster", metavar="ADDRESS", help="Work on the machines of a dask scheduler, as tcp://host:8786."
)
_RESUME = click.option("--resume", is_flag=True, help="Only go on with work that was stopped and is stored.")
_NO_STORE = click.option("--no-store", is_flag=True, help="Neither keep nor use stored work.")
