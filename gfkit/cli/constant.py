"""gfkit constant: bounds with proof for the growth of a rule for each cell of the plane."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

import click

from gfkit.cli.files import check_file, output_option
from gfkit.cli.long import options
from gfkit.cli.output import present, show_when_stopped
from gfkit.errors import OptionError
from gfkit.typing import Positions

if TYPE_CHECKING:
    from gfkit.constants import PlaneConstant


def _weight(_ctx: click.Context, _option: click.Parameter, word: str) -> Fraction:
    """A fraction above 0."""
    try:
        weight = Fraction(word)
    except (ValueError, ZeroDivisionError):
        raise OptionError(f"--weight {word!r}: a number above 0 is taken, as 2, 1/3 or 0.25") from None
    if weight <= 0 or max(weight.numerator, weight.denominator) > _LARGEST:
        raise OptionError(
            f"--weight {word!r}: a number above 0 is taken, of at most {_LARGEST} over {_LARGEST}"
        )
    return weight


_LARGEST = 10**6


@click.command(short_help="Bounds for the growth per cell on the plane.")
@click.argument("game", metavar="RULE", shell_complete=options.complete_game)
@options.positions
@options.rare(
    click.option(
        "--weight", default="1", metavar="Z", callback=_weight, help="What every piece counts; 1 by default."
    )
)
@click.option(
    "--width",
    metavar="N",
    type=click.IntRange(1, 60),
    help="Strips of up to N rows, stones to 4^-N; what is done in --seconds by default.",
)
@click.option(
    "--seconds",
    default=None,
    metavar="N",
    type=click.FloatRange(1, 86400),
    help="CPU seconds to spend; 20 by default, or 2 if the exact value is known.",
)
@options.rare(click.option("--density", is_flag=True, help="The density of pieces and the entropy, too."))
@output_option("--save", "save_to", metavar="FILE", help="Write a certificate for 'gfkit certify'.")
@options.long_options(finds=True)
@options.as_json
def constant(
    game: str,
    positions: Positions,
    weight: Fraction,
    width: int | None,
    seconds: float | None,
    density: bool,
    save_to: str | None,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Bounds, with proof, for how fast the counts of RULE grow for each cell of the infinite plane.

    From the growth of strips and cylinders of growing width, enclosed by inequalities in whole numbers, by
    theorems whose hypotheses are checked for the rule: Calkin and Wilf's where the step from row to row is
    symmetric, cutting and joining of boards elsewhere; for stones that need a free cell, as in NoGo, from
    what one cell more may hold. An estimate is given apart, with its reason.

    \b
    Example: independent sets of the square lattice, hard squares.
      $ gfkit constant independent-sets --width 6
      independent-sets: growth for each cell of the plane
      proved digits  1.50...
      ...
    """
    check_file("--save", save_to, ".json")
    from gfkit.constants import constant as constant_of

    write = partial(_write, save_to=save_to, as_json=as_json)
    with show_when_stopped(write), work.progress() as progress:
        constant = constant_of(
            game,
            positions=positions.value,
            weight=weight,
            width=width,
            seconds=seconds,
            means=density,
            on_progress=progress,
        )
    write(constant)


def _write(found: PlaneConstant, save_to: str | None, as_json: bool) -> None:
    present(found, as_json, full=True)
    if save_to is not None:
        from gfkit.constants.certificate import save_constant

        save_constant(found, save_to)
