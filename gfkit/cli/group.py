"""Command group: loading of commands, their list in the help, and usage errors in one line."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from shlex import quote
from typing import Any
from warnings import catch_warnings

import click

from gfkit.cli.files import OutputOption
from gfkit.core.errors import GfkitError, ReadingNote, as_typed, close_words
from gfkit.core.hooks import at_place, is_installed, load_plug_in, plug_ins
from gfkit.help.verbs import VERB_GROUPS, VERBS

_FILES = ("o", "output", "out", "save", "file", "write")
"""Option names that users may try for an output file."""
_EXTRA = r"Got unexpected extra arguments? \((.*)\)"


_MODULES = {
    **dict.fromkeys(("value", "outcomes", "game"), "values"),
    **dict.fromkeys(("optimum", "constant", "sample", "probability", "polynomial"), "queries"),
    **dict.fromkeys(("draw", "report"), "documents"),
    **dict.fromkeys(("lab", "mcp"), "servers"),
    "new": "help",
}
"""Module of each command that shares its module; any other command has a module with its own name."""


class _ErrorContext(click.Context):
    """Context manager that is attached to each usage error raised in it."""

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> bool | None:
        if isinstance(error, click.UsageError) and error.ctx is None:
            error.ctx = self
        return super().__exit__(kind, error, trace)


class HelpfulGroup(click.Group):
    """Group that prints its help if no command is named."""

    member_of = ""
    """Name of the group in error messages; empty for the main group."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, args or ["--help"])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        word = args[0]
        if not word.startswith("-") and self.get_command(ctx, word) is None:
            if instead := retired(ctx.command_path, word):
                raise click.UsageError(instead)
            own = dict.fromkeys(self.list_commands(ctx), "")
            from gfkit.help.search import advice  # only for an unknown word

            answer = advice(word, "command", ctx.command_path.partition(" ")[2], own)
            sort = "subcommand" if self.member_of else "command"
            raise click.UsageError(f"unknown {sort} {word!r}{self.member_of}; {answer}")
        return super().resolve_command(ctx, args)


class Verbs(HelpfulGroup):
    """Command group that imports the module of a command when the command is used."""

    def __init__(self, *given: Any, homes: Mapping[str, str], member_of: str = "", **named: Any) -> None:
        """Create a group. ``homes`` maps each command to module:name, in the order of the help."""
        super().__init__(*given, **named)
        self.homes = homes
        self.member_of: str = f" of gfkit {member_of}" if member_of else ""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self.homes)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in self.homes:
            return None
        command: click.Command = at_place(self.homes[cmd_name])
        command.context_class = _ErrorContext
        return command


class AllVerbs(Verbs):
    """Command group with all commands whose subpackages are installed, and the commands of plug-ins."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        own = [verb for verb in super().list_commands(ctx) if is_installed(VERBS[verb])]
        others = plug_ins("gfkit.verbs", VERBS).items()
        return [*own, *(verb for verb, point in others if find_spec(point.module.partition(".")[0]))]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        cmd_name = "catalog" if cmd_name == "catalogue" else cmd_name
        if cmd_name in self.homes:
            return super().get_command(ctx, cmd_name) if is_installed(VERBS[cmd_name]) else None
        point = plug_ins("gfkit.verbs", VERBS).get(cmd_name)
        return None if point is None else load_plug_in(point)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands in groups, one line each."""
        present = self.list_commands(ctx)
        groups = {title: [verb for verb in verbs if verb in present] for title, verbs in VERB_GROUPS.items()}
        groups["From other packages"] = [verb for verb in present if verb not in VERBS]
        width = max(map(len, present))
        for title, verbs in groups.items():
            rows = [(verb, self.get_command(ctx, verb)) for verb in verbs]
            lines = [
                (f"{verb:{width}}", command.get_short_help_str(80))
                for verb, command in rows
                if command is not None
            ]
            if lines:
                with formatter.section(title):
                    formatter.write_dl(lines)


def usage_line(error: click.ClickException) -> str:
    """Convert an error of click to the error message of gfkit."""
    context = getattr(error, "ctx", None)
    if isinstance(error, click.NoSuchOption):
        return _unknown_option(error, context)
    if isinstance(error, click.MissingParameter) and error.param is not None and context is not None:
        if isinstance(error.param, click.Option):
            missing = f"option {max(error.param.opts, key=len)} {error.param.make_metavar(context)}"
        else:
            missing = f"argument {error.param.make_metavar(context)}"
        return _wrong_argument(context) or f"missing {missing}{_usage(context)}"
    text = " ".join(error.format_message().split()).rstrip(".")
    if isinstance(error, click.BadOptionUsage) and context is not None and " requires " in text:
        for option in context.command.get_params(context):
            if isinstance(option, click.Option) and error.option_name in option.opts:
                takes = f"{option.make_metavar(context)}: {option.help or ''}"
                return f"option {error.option_name!r} requires {takes.rstrip('.')}{_see(context)}"
    if extra := re.fullmatch(_EXTRA, text):
        instead = _suggest_length(extra[1], context) or _without_structure(context, extra[1])
        return f"unexpected argument {extra[1]!r}{instead or _usage(context)}"
    text = text.replace("valid integer range", "valid integer").replace("valid float range", "number")
    return f"{text[:1].lower()}{text[1:]}{'' if '--help' in text else _see(context)}"


def with_arguments(message: str, words: Sequence[str]) -> str:
    """Replace STRUCTURE, BOARD and FAMILY in advice by the arguments that the user typed, if they name such
    things.
    """
    if not re.search("STRUCTURE (?:BOARD|FAMILY)", message):
        return message
    from gfkit.core.boards.grammar import names_board
    from gfkit.core.rules.library import names_game
    from gfkit.questions.sizes.several import growing_sizes

    typed = [word for word in words[1:] if not word.startswith("-")]
    games = [word for word in typed[:2] if names_game(word) and not names_board(word)]
    boards = [word for word in typed[:3] if names_board(word)]
    if not games:
        return message
    text = message.replace("STRUCTURE FAMILY", f"{quote(games[0])} FAMILY")
    for board in boards[:1]:
        text = text.replace("STRUCTURE BOARD", f"{quote(games[0])} {quote(board)}")
        if growing_sizes(board):
            text = text.replace(" FAMILY", f" {quote(board)}")
    return text


def _wrong_argument(context: click.Context) -> str:
    """Return the error in the arguments of a command with a missing argument or option, or "" if they are
    correct.
    """
    from gfkit.cli.long.options import game_and_board
    from gfkit.core.boards import parse_board
    from gfkit.core.rules.library import check_name

    game, boards = context.params.get("game"), context.params.get("board")
    try:
        with catch_warnings(action="ignore", category=ReadingNote):
            words = game_and_board(*filter(None, (game, *boards))) if isinstance(boards, tuple) else [game]
            for word in filter(None, words[1:]):
                parse_board(word)
            if isinstance(words[0], str):
                check_name(words[0])
    except (click.UsageError, IndexError):
        return ""
    except GfkitError as error:
        return str(error)
    return ""


def _unknown_option(error: click.NoSuchOption, context: click.Context | None) -> str:
    if context is None:
        return f"unknown option {error.option_name!r}"

    command, name = context.command, error.option_name.strip("-")
    if name.isdecimal():
        typed = next((word for word in sys.argv if word.startswith(error.option_name)), error.option_name)
        what = f"unexpected argument {as_typed(typed)}"
        return f"{what}: the sizes of a board are at least 0; write -- before a negative number"
    if instead := retired(context.command_path, error.option_name):
        return instead
    options = [
        option
        for option in command.get_params(context)
        if isinstance(option, click.Option) and (not option.hidden or getattr(option, "is_rare", False))
    ]
    if name in _FILES:
        written = [option for option in options if isinstance(option, OutputOption)]
        ways = [f"{option.opts[-1]} FILE ({str(option.help).rstrip('.')})" for option in written]
        return f"unknown option {error.option_name!r}; write {' or '.join(ways) or '> FILE at the end'}"
    if isinstance(command, click.Group) and name in command.list_commands(context):
        return f"unknown option {error.option_name!r}; write {context.command_path} {name}"
    if name == command.name:
        return f"unknown option {error.option_name!r}{_usage(context)}"
    known = {word: option.help or "" for option in options for word in option.opts if word.startswith("--")}
    others = [] if close_words(error.option_name, known) else _verbs_with(error.option_name, context)
    if others:
        return f"unknown option {error.option_name!r}; it is an option of gfkit {' and gfkit '.join(others)}"
    from gfkit.help.search import advice  # only for an unknown word

    return (
        f"unknown option {error.option_name!r};"
        f" {advice(error.option_name, 'option', context.command_path[6:], known)}"
    )


def _verbs_with(name: str, context: click.Context) -> list[str]:
    """Return the commands that have an option."""
    group = context.find_root().command
    words = group.list_commands(context) if isinstance(group, click.Group) else []
    commands = [(word, group.get_command(context, word)) for word in words if isinstance(group, click.Group)]
    return [
        word
        for word, command in commands
        if command is not None and any(name in option.opts for option in command.get_params(context))
    ]


def _suggest_length(word: str, context: click.Context | None) -> str:
    """Return the advice to pass an extra number as the last n, or "" if the extra word is not a number."""
    options = [] if context is None else context.command.get_params(context)
    lengths = (option for option in options if option.name in ("to", "terms"))
    names = [option.opts[0] for option in lengths if not getattr(option, "hidden", False)]
    return f"; write {names[0]} {word}" if names and word.isdecimal() else ""


def _without_structure(context: click.Context | None, extra: str) -> str:
    """Return the command without the structure before its board, or "" if this is not the error."""
    from gfkit.core.boards.grammar import names_board
    from gfkit.core.rules.library import names_game

    typed = {} if context is None else context.params
    if (
        context is None
        or "game" in typed
        or not names_game(str(typed.get("board")))
        or not names_board(extra)
    ):
        return ""
    return f"; {context.command_path} takes no structure: write {context.command_path} {quote(extra)}"


def _usage(context: click.Context | None) -> str:
    """Return the usage of the command, for the end of an error message."""
    if context is None:
        return ""
    options = [option for option in context.command.get_params(context) if isinstance(option, click.Option)]
    needed = [f"{option.opts[0]} {option.make_metavar(context)}" for option in options if option.required]
    words = [word for word in context.command.collect_usage_pieces(context) if word != "[OPTIONS]"]
    path = context.command_path
    return f"; write {' '.join([path, *words, *needed])}, see {path} --help"


def _see(context: click.Context | None) -> str:
    return f"; see {context.command_path} --help" if context is not None else ""


def _print_version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if not asked or ctx.resilient_parsing:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        number = version("gfkit")
    except PackageNotFoundError:
        number = "(not installed, run from source)"
    click.echo(f"gfkit {number}")
    ctx.exit()


@click.group(
    cls=AllVerbs,
    homes={verb: f"gfkit.cli.{_MODULES.get(verb, verb)}:{verb}_verb" for verb in VERBS},
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version",
    is_flag=True,
    expose_value=False,
    is_eager=True,
    callback=_print_version,
    help="Show the version.",
)
def gfkit() -> None:
    """Count configurations on boards and graphs, and prove the formula for every n.

    \b
    Examples:
      gfkit games                                   list of structures and games
      gfkit count domino-tilings 8x8                number of domino tilings
      gfkit derive domino-tilings 4xn               generating function for every n
      gfkit verify '1/(1-2t-t^2)' --for o12 path:n  check of a printed formula
      gfkit guess 1 1 2 5 14 42 132 429 1430        formula that fits terms
      gfkit sample spanning-trees 6x6               random spanning tree
      gfkit value domineering 2x3                   value of a game
      gfkit nim kayles                              Grundy values with their period
      gfkit report domineering 3xn -o page.html     page with all results
      gfkit runs list                               stored work that can be resumed
      gfkit help rule files                         documentation: a page, a section, any words

    Every command has --help with an example, and --json.
    """


_ALWAYS_WHOLE = ("optimum", "constant", "outcomes", "nim", "equilibrium")
_INDEXED = ("index build", "index info", "search", "read", "export", "settle")
_WITHOUT_MEMORY = (
    *("catalog check", "certify", "game", "guess", "optimum", "polynomial", "sample"),
    *("oeis confirm", "oeis export", "oeis index build"),
)
_WITHOUT_SECONDS = ("draw", "game", "oeis export", "oeis index build", "sample")
_FOLDED = ("game", "oeis import", "oeis confirm")
_EQUILIBRIUM = {"raised": "1", "piece": "'monomino'", "players": "3", "opening": "'v1,v2'"}
RETIRED = {
    "--dry-run": "use --max-seconds TIME or --max-memory SIZE to limit the work; progress is shown",
    "--cluster-timeout": "use --max-seconds TIME; a running cluster keeps the time limits of Dask",
    "--log": "set GFKIT_LOG=FILE before the command or in the environment",
    "--quiet": "set GFKIT_QUIET=1 before the command or in the environment",
    "--resume": "omit the option: stored results are used automatically; or run gfkit runs resume ID",
    "--digits": "use --json for 30 digits, or growth(digits) in Python",
    "--hold-back": "use gfkit.guess(terms, hold_back=N) in Python",
    "value --limit": "omit the option: values of up to a million characters are printed",
    "game --limit": "omit the option: values of up to a million characters are printed",
    "catalog check --cluster": "use --workers N",
    "report --cluster": "run gfkit derive with --cluster, then the report, which uses the stored results",
    "report --workers": "run gfkit derive with --workers, then the report, which uses the stored results",
    "oeis settle --cluster": "use --workers N",
    "value --picture": "use gfkit draw GAME BOARD --as thermograph -o FILE",
    "value --plot": "use gfkit draw GAME BOARD --as thermograph -o FILE",
    "sample --picture": "use gfkit draw GAME BOARD --seed S -o FILE",
    "games --picture": "use gfkit draw GAME -o FILE",
    "guess --limit": "use --max-seconds TIME",
    "outcomes --seconds": "use --max-seconds TIME",
    "equilibrium --svg": "use --picture FILE",
    "lab --site": "set GFKIT_SITE=ADDRESS before the command or in the environment",
    "verify --formula-file": "use gfkit verify FILE, with a slash or an extension in the name of the file",
    "oeis search --file": "use gfkit oeis search FILE, with a slash or an extension in the name of the file",
    "oeis read --file": "use gfkit oeis read FILE, with a slash or an extension in the name of the file",
    "oeis search --as-given": "omit the option: the terms as typed come first in the list",
    "oeis search --bits": "use --limit N, which lists the hits with the strongest evidence",
    "oeis export --array": "give the family mxn",
    "oeis export --name": "add your own %N line to entry.txt",
    "oeis export --table": "add a %Y line to entry.txt",
    "oeis export --cf": "add a %Y line to entry.txt",
    "catalog check --verbose": "use --json, which contains every claim and its methods",
    **{f"oeis {verb} --index": "set GFKIT_OEIS_INDEX=FILE before the command" for verb in _INDEXED},
    **{f"{verb} --full": "omit the option: the command always prints everything" for verb in _ALWAYS_WHOLE},
    **{f"{verb} --max-memory": "set GFKIT_MAX_MEMORY=SIZE before the command" for verb in _WITHOUT_MEMORY},
    **{f"{verb} --max-seconds": "set GFKIT_MAX_SECONDS=TIME before the command" for verb in _WITHOUT_SECONDS},
    **{f"{verb} --full": "append | cat: long output is shortened only in a terminal" for verb in _FOLDED},
    "oeis settle --full": "use --csv FILE, which contains all rows",
    **{
        f"oeis {verb} --author": "set GFKIT_AUTHOR='_Name_, Jan 31 2026' before the command"
        for verb in ("export", "confirm", "settle")
    },
    "oeis confirm --terms": "use gfkit oeis export with --terms N for a longer b-file",
    "oeis export --up-to": "run gfkit derive --up-to, and give its terms to oeis export as --data FILE",
    "report --up-to": "use gfkit derive --up-to, with --json for all of its parts",
    **{
        f"equilibrium --{name}": f"use gfkit.equilibrium('2x3', {name}={example}) in Python"
        for name, example in _EQUILIBRIUM.items()
    },
    "constant --weight": "use gfkit.constant(rule, weight=2) in Python",
    "constant --density": "use gfkit.constant(rule, means=True) in Python",
    "polynomial --n": "use gfkit.show.svg.family_zeros_drawing(law, n, title) in Python",
    "draw --theme": "use gfkit.draw(...).svg(theme) in Python",
    "catalog errata --output": "append > FILE",
    "catalog errata -o": "append > FILE",
    "catalog check --times": "run time gfkit catalog check ID",
    **{f"catalog {verb} --cost": "use --json, and select by the key cost" for verb in ("list", "check")},
    **{
        f"catalog {verb} --{name}": "give IDs with * for any characters, or use --json and select by its keys"
        for verb in ("list", "check")
        for name in ("source", "topic", "kind")
    },
    "catalog check --status": "give IDs with * for any characters; gfkit catalog list --status prints them",
    **{
        f"catalog {verb} --{name}": "give IDs, as gfkit catalog list prints them, with * for any characters"
        for verb in ("show", "errata")
        for name in ("source", "topic", "kind", "status", "cost")
    },
    "complex": "use gfkit count GAME BOARD --weights players, which counts positions by pieces",
    "score": "use gfkit outcomes GAME BOARD for the winner; points are not counted",
    "play": "use gfkit lab, whose page plays every placement game against you",
    "schema": "use gfkit COMMAND --json-schema",
    "completion": 'write eval "$(_GFKIT_COMPLETE=bash_source gfkit)" in ~/.bashrc, or zsh_source in ~/.zshrc',
}
"""Retired options and commands, with their replacements; each has a row on the page Upgrading.

A subcommand, or an option of a single command, is preceded by the name of its command, as in ``oeis index``.
"""


def retired(command_path: str, word: str) -> str:
    """Return the error for a retired option or command, or "" if it is not retired."""
    words = " ".join([*command_path.split()[1:], word])
    instead = RETIRED.get(words) or (RETIRED.get(word) if word.startswith("-") else None)
    what = "option" if word.startswith("-") else "command"
    return f"{what} {word!r} was retired; {instead}" if instead else ""
