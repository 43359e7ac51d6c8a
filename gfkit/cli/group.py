"""The command group: all verbs are named here."""

from __future__ import annotations

import click

from gfkit.cli.verbs import Verbs

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
    "report",
    "lab",
    "runs",
    "doctor",
    "completion",
)
"""The commands in the order of the help; each is the function of that name in the module of that name."""


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
    cls=Verbs,
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
      gfkit guess 1 1 2 3 5 8 13 21 34 55    the simplest law that these terms obey
      gfkit verify '1/(1-2t-t^2)' --for o12 path:n    a printed formula, proved or refuted
      gfkit value domineering 4x4     its game value, who wins, mean and temperature
      gfkit outcomes domineering 3xn --to 9    who wins n by n, and the law for all n
      gfkit nim cram 1xn              its nimbers, with a proved period
      gfkit equilibrium 3x4           what selfish players get when they drop dominoes
      gfkit report domineering 3xn -o report.html    all of it on a page, with the certificate
      gfkit catalog list --status refuted    published formulas that are wrong
      gfkit runs list                 long work that is stored, and can go on
      gfkit doctor                    whether all that is needed is here

    Every command has --help with an example, and --json.
    """
