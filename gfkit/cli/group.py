"""The command group: how verbs are found and loaded, their list, and what click found wrong in one line."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any

import click

from gfkit.errors import did_you_mean
from gfkit.hooks import VERBS, at_place, is_installed, load_plug_in, plug_ins


class HelpfulGroup(click.Group):
    """A group that shows its help where no command of it is named, as if it had been asked for it."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, args or ["--help"])


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
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        word = args[0]
        if not word.startswith("-") and self.get_command(ctx, word) is None:
            known = self.list_commands(ctx)
            hint = did_you_mean(word, known)
            raise click.UsageError(
                f"command {word!r}{self.member_of} is unknown; {hint}known are {', '.join(known)}"
            )
        return super().resolve_command(ctx, args)


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


def usage_line(error: click.ClickException) -> str:
    """The message for an error of click's own."""
    context = getattr(error, "ctx", None)
    if isinstance(error, click.NoSuchOption):
        return _unknown_option(error, context)
    if isinstance(error, click.MissingParameter) and error.param is not None and context is not None:
        words = [error.param.make_metavar(context)]
        if isinstance(error.param, click.Option):
            words.insert(0, max(error.param.opts, key=len))
        return f"{' '.join(words)} is missing{_see(context)}{_of_heaps(context)}"
    text = " ".join(error.format_message().split()).rstrip(".")
    text = text.replace("valid integer range", "valid integer").replace("valid float range", "number")
    return f"{text[:1].lower()}{text[1:]}{_see(context)}"


def _of_heaps(context: click.Context) -> str:
    """Where the game is one of heaps, which has no board, the command that takes it."""
    from gfkit.games.library import played_with_heaps

    game = context.params.get("game")
    told = played_with_heaps(game) if isinstance(game, str) else ""
    return f"; {told}" if told else ""


def _unknown_option(error: click.NoSuchOption, context: click.Context | None) -> str:
    if context is None:
        return f"option {error.option_name!r} is unknown"
    known = [
        word
        for parameter in context.command.get_params(context)
        if isinstance(parameter, click.Option)
        for word in parameter.opts
        if word.startswith("--")
    ]
    hint = did_you_mean(error.option_name, known)
    return (
        f"option {error.option_name!r} is unknown; {hint}options of {context.command_path}"
        f" are {', '.join(known)}"
    )


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
    """From a rule and a board to a theorem.

    \b
    Example:
      gfkit games                     the games and their rules
      gfkit count domineering 4x3     positions of Domineering on 4 x 3
      gfkit derive domineering 3xn    their generating function on 3 x n, proved
      gfkit constant independent-sets bounds with proof for the growth per cell on the plane
      gfkit sample domineering 6x6    a position drawn at random, all equally likely
      gfkit guess 1 1 2 3 5 8 13 21 34 55    the simplest law that these terms obey
      gfkit verify '1/(1-2t-t^2)' --for o12 path:n    a printed formula, proved or refuted
      gfkit value domineering 4x4     its game value, who wins, mean and temperature
      gfkit outcomes domineering 3xn --to 9    who wins n by n, and the law for all n
      gfkit play domineering 5x5      play against it: it replies perfectly where it can
      gfkit nim cram 1xn              its nimbers, with a proved period
      gfkit equilibrium 3x4           what selfish players get when they drop dominoes
      gfkit report domineering 3xn -o report.html    all of it on a page, with the certificate
      gfkit draw domineering 8x8 -o position.svg    a position as SVG, PDF, PNG or TikZ
      gfkit catalog list --status refuted    published formulas that are wrong
      gfkit runs list                 long work that is stored, and can go on
      gfkit doctor                    whether all that is needed is here

    Every command has --help with an example, and --json.
    """
