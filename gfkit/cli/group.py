"""The command group: verbs are named here and loaded only when they are used."""

from __future__ import annotations

import difflib
from importlib import import_module

import click

VERBS = (
    "games",
    "count",
    "derive",
    "guess",
    "verify",
    "value",
    "outcomes",
    "nim",
    "equilibrium",
    "oeis",
    "catalog",
    "certify",
)
"""The commands in the order of the help; each is the function of that name in the module of that name."""


class Verbs(click.Group):
    """A group that finds each command in its own file."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in VERBS:
            return None
        command: click.Command = getattr(import_module(f"gfkit.cli.{cmd_name}"), cmd_name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        word = args[0]
        if word not in VERBS and not word.startswith("-"):
            close = difflib.get_close_matches(word.lower(), VERBS, n=1)
            hint = f"did you mean {close[0]}? " if close else ""
            raise click.UsageError(f"command {word!r} is unknown; {hint}known are {', '.join(VERBS)}")
        return super().resolve_command(ctx, args)


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


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"]})
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
      gfkit guess 1 1 2 3 5 8 13 21 34 55    the simplest law that these terms obey
      gfkit verify '1/(1-2t-t^2)' --for o12 path:n    a printed formula, proved or refuted
      gfkit value domineering 4x4     its game value, who wins, mean and temperature
      gfkit outcomes domineering 3xn --to 9    who wins n by n, and the law for all n
      gfkit nim cram 1xn              its nimbers, with a proved period
      gfkit equilibrium 3x4           what selfish players get when they drop dominoes
      gfkit catalog list --status refuted    published formulas that are wrong

    Every command has --help with an example, and --json.
    """
