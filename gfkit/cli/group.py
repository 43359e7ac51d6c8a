"""The command group: how verbs are found and loaded, their list, and what click found wrong in one line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

import click

from gfkit.cli.files import OutputOption
from gfkit.errors import known_choices
from gfkit.hooks import VERB_GROUPS, VERBS, VERBS_FOR, at_place, is_installed, load_plug_in, plug_ins

_FILES = ("o", "output", "out", "save", "file", "write")
"""Names that people give to an option for a file to write."""
_EXTRA = r"Got unexpected extra arguments? \((.*)\)"


class _ErrorContext(click.Context):
    """A context that every error of usage inside of it knows."""

    def __exit__(self, kind: Any, error: BaseException | None, trace: Any) -> bool | None:
        if isinstance(error, click.UsageError) and error.ctx is None:
            error.ctx = self
        return super().__exit__(kind, error, trace)


class HelpfulGroup(click.Group):
    """A group that shows its help where no command of it is named, as if it had been asked for it."""

    member_of = ""
    """The group in the words of an error, where it is not the first."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, args or ["--help"])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        word = args[0]
        if not word.startswith("-") and self.get_command(ctx, word) is None:
            from gfkit.cli.retired import retired

            if instead := retired(ctx.command_path, word):
                raise click.UsageError(instead)
            see = f"{ctx.command_path} --help"
            meant = self._meant(word) or known_choices(word, self.list_commands(ctx), see)
            raise click.UsageError(f"command {word!r}{self.member_of} is unknown; {meant}")
        return super().resolve_command(ctx, args)

    def _meant(self, word: str) -> str:
        """What to write in place of a word that is no command, where that is known."""
        return f"write {VERBS_FOR[word]}" if word in VERBS_FOR else ""


class Verbs(HelpfulGroup):
    """A group that finds each command in its own file."""

    def __init__(self, *given: Any, homes: Mapping[str, str], member_of: str = "", **named: Any) -> None:
        """``homes`` has the place of each verb, as module:name, in the order of the help."""
        super().__init__(*given, **named)
        self.homes = homes
        self.member_of = f" of {member_of}" if member_of else ""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(self.homes)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in self.homes:
            return None
        command: click.Command = at_place(self.homes[cmd_name])
        command.context_class = _ErrorContext
        return command


class AllVerbs(Verbs):
    """The group of the verbs whose rooms are installed, and of those that other packages bring."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        own = [verb for verb in super().list_commands(ctx) if is_installed(VERBS[verb])]
        others = plug_ins("gfkit.verbs").items()
        return [*own, *(verb for verb, point in others if find_spec(point.module.partition(".")[0]))]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in self.homes:
            return super().get_command(ctx, cmd_name) if is_installed(VERBS[cmd_name]) else None
        point = plug_ins("gfkit.verbs").get(cmd_name)
        return None if point is None else load_plug_in(point)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands in groups, each with a line."""
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

    def _meant(self, word: str) -> str:
        from gfkit.rules.library import NAMED, game_name

        if word == "help":
            return "write gfkit --help, or gfkit COMMAND --help"
        name = game_name(word)
        counted = f"it is counted: gfkit count {name} BOARD" if name in NAMED else ""
        return super()._meant(word) or counted


def usage_line(error: click.ClickException) -> str:
    """The message for an error of click's own."""
    context = getattr(error, "ctx", None)
    if isinstance(error, click.NoSuchOption):
        return _unknown_option(error, context)
    if isinstance(error, click.MissingParameter) and error.param is not None and context is not None:
        if given := _board_alone(context):
            return given
        words = [error.param.make_metavar(context)]
        if isinstance(error.param, click.Option):
            words.insert(0, max(error.param.opts, key=len))
        return _of_heaps(context) or f"{' '.join(words)} is missing{_usage(context)}"
    text = " ".join(error.format_message().split()).rstrip(".")
    if isinstance(error, click.BadOptionUsage) and context is not None and " requires " in text:
        for option in context.command.get_params(context):
            if isinstance(option, click.Option) and error.option_name in option.opts:
                takes = f"{option.make_metavar(context)}: {option.help or ''}"
                return f"option {error.option_name!r} takes {takes.rstrip('.')}{_see(context)}"
    if extra := re.fullmatch(_EXTRA, text):
        return f"too many words: {extra[1]!r}{_as_length(extra[1], context) or _usage(context)}"
    text = text.replace("valid integer range", "valid integer").replace("valid float range", "number")
    return f"{text[:1].lower()}{text[1:]}{'' if '--help' in text else _see(context)}"


def _board_alone(context: click.Context) -> str:
    """The error where a board was given, and no game before it."""
    from gfkit.boards.grammar import names_board
    from gfkit.rules.library import names_game

    game = context.params.get("game")
    if not isinstance(game, str) or not names_board(game) or names_game(game):
        return ""
    return f"{game!r} is a board, and the game is missing{_usage(context)}"


def _of_heaps(context: click.Context) -> str:
    """Where the game is one of heaps, which has no board, the command that takes it."""
    from gfkit.rules.library import played_with_heaps

    game = context.params.get("game")
    return played_with_heaps(game) if isinstance(game, str) else ""


def _unknown_option(error: click.NoSuchOption, context: click.Context | None) -> str:
    if context is None:
        return f"option {error.option_name!r} is unknown"
    from gfkit.cli.retired import retired

    command, name = context.command, error.option_name.strip("-")
    if instead := retired(context.command_path, error.option_name):
        return instead
    options = [
        option
        for option in command.get_params(context)
        if isinstance(option, click.Option) and (not option.hidden or getattr(option, "is_rare", False))
    ]
    if name == command.name:
        return f"option {error.option_name!r} is unknown{_usage(context)}"
    if isinstance(command, click.Group) and name in command.list_commands(context):
        return f"option {error.option_name!r} is unknown; write {context.command_path} {name}"
    known = [word for option in options for word in option.opts if word.startswith("--")]
    meant = f"write {VERBS_FOR[name]}" if name in VERBS_FOR else ""
    if name in _FILES:
        written = [option for option in options if isinstance(option, OutputOption)]
        ways = [f"{option.opts[-1]} FILE ({str(option.help).rstrip('.')})" for option in written]
        meant = f"write {' or '.join(ways) or '> FILE at the end, for what is printed'}"
    meant = meant or known_choices(error.option_name, known, f"{context.command_path} --help")
    return f"option {error.option_name!r} is unknown; {meant}"


def _as_length(word: str, context: click.Context | None) -> str:
    """The option that a number behind the boards was meant for, as the last n."""
    options = [] if context is None else context.command.get_params(context)
    lengths = (option for option in options if option.name in ("to", "terms"))
    names = [option.opts[0] for option in lengths if not getattr(option, "hidden", False)]
    return f"; write {names[0]} {word}" if names and word.isdecimal() else ""


def _usage(context: click.Context | None) -> str:
    """How the command is written, for the end of an error."""
    if context is None:
        return ""
    options = [option for option in context.command.get_params(context) if isinstance(option, click.Option)]
    needed = [f"{option.opts[0]} {option.make_metavar(context)}" for option in options if option.required]
    words = [word for word in context.command.collect_usage_pieces(context) if word != "[OPTIONS]"]
    return f"; write {' '.join([context.command_path, *words, *needed])}, see {context.command_path} --help"


def _see(context: click.Context | None) -> str:
    return f"; see {context.command_path} --help" if context is not None else ""


def _version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if not asked or ctx.resilient_parsing:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        number = version("gfkit")
    except PackageNotFoundError:
        number = "(not installed, run from its source)"
    click.echo(f"gfkit {number}")
    ctx.exit()


@click.group(
    cls=AllVerbs,
    homes={verb: f"gfkit.cli.{verb}:{verb}" for verb in VERBS},
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_version, help="Show the version."
)
def gfkit() -> None:
    """Count configurations on boards, and prove the formula for every length.

    \b
    Examples:
      gfkit games                                   what can be counted
      gfkit count domino-tilings 8x8                how many on one board
      gfkit derive domino-tilings 4xn               the formula for every n
      gfkit verify '1/(1-2t-t^2)' --for o12 path:n  a printed formula, judged
      gfkit guess 1 1 2 5 14 42 132 429 1430        the law of some terms
      gfkit sample spanning-trees 6x6               one drawn at random
      gfkit value domineering 2x3                   the value of a game
      gfkit nim kayles                              nimbers, with their period
      gfkit report domineering 3xn -o page.html     all of it on a page
      gfkit runs list                               long work that can go on

    Every command has --help with an example, and --json.
    """
