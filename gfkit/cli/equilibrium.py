"""gfkit equilibrium: equilibrium payoffs of dominogames."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from gfkit.cli.files import check_picture_file, output_option
from gfkit.cli.long import options
from gfkit.cli.long.options import any_of
from gfkit.cli.output import present, show_when_stopped
from gfkit.core.errors import LimitError, OptionError, note_reading

if TYPE_CHECKING:
    from gfkit.play.equilibria import Equilibrium, Play

_ROWS = 12
"""Default number of rows in the table of a family."""


@options.command("equilibrium", short_help="Equilibrium payoffs of dominogames.")
@click.argument("board", metavar="BOARD|FAMILY")
@click.option(
    "--to", default=None, metavar="N", type=click.IntRange(1), help="Last n of a family; default 12."
)
@click.option(
    "--tie",
    default="all",
    metavar="RULE",
    shell_complete=any_of(("all", "benevolent", "cruel", "first")),
    help="Tie-breaking rule: all, benevolent, cruel or first.",
)
@click.option(
    "--order",
    default="rows",
    metavar="ORDER",
    shell_complete=any_of(("rows", "columns")),
    help="The size of BOARD that comes first: rows or columns.",
)
@click.option(
    "--plays",
    default=None,
    metavar="N",
    type=click.IntRange(0),
    help="Number of plays to draw; default 3.",
)
@output_option("--picture", "picture", metavar="FILE", help="Also draw the plays into a file.")
@options.long_options(memory=True, partial=True)
@options.as_json
def equilibrium_verb(
    board: str,
    to: int | None,
    plays: int | None,
    picture: str | None,
    work: options.LongCall,
    as_json: bool,
    tie: str,
    order: Any,
) -> None:
    """Compute the equilibrium payoffs of the dominogame on BOARD, such as 9x2: 9 rows, 2 columns, or D(2,9).

    The players alternately drop a horizontal or vertical domino onto the pieces already placed; a cell
    in row r pays r to its owner, and each player maximises only their own payoff. A horizontal domino
    rests on the higher of its two columns. With n in place of a side BOARD is a family: the result is a
    table for n up to --to, and a formula in n if one fits.

    \b
    --tie selects the tie-breaking rule among moves that are equally good for the player:
      all         any move, also different moves after different histories: every equilibrium
      benevolent  the move that is best for the others
      cruel       the move that is worst for the others
      first       the move listed first: horizontal before vertical, each from the left

    \b
    Example:
      $ gfkit equilibrium 4x3 --plays 0
      payoffs depend on the tie-breaking rule: (12, 18), (16, 14)
      benevolent         (16, 14)  among the player's best moves, the one best for the opponents
      cruel              (12, 18)  among the player's best moves, the one worst for the opponents
      first              (16, 14)  the first of the player's best moves in the list
      ...
    """
    from gfkit.play.equilibria import Sides

    asked: dict[str, Any] = {"tie": tie, "order": order, "max_memory": work.max_memory}
    check_picture_file("--picture", picture)
    sides = Sides.read(board, order)
    if sides.columns != sides.rows and not board.strip().lower().startswith("d("):
        how = "with --order columns write columns first, as in D(C,R)"
        note_reading(f"{board} read as {sides.phrase}; {how}")
    if not sides.is_family:
        if to is not None:
            raise OptionError(
                f"--to {to}: board {board!r} is a single board, but --to requires a family: replace"
                " a side by n"
            )
        _solve_board(board, asked | {"plays": 3 if plays is None else plays}, picture, work, as_json)
        return
    stopped = _solve_family(board, to or _ROWS, asked | {"plays": plays or 0}, picture, work, as_json)
    if stopped is not None:
        raise stopped


def _solve_board(
    board: str, asked: dict[str, Any], picture: str | None, work: options.LongCall, as_json: bool
) -> None:
    """Solve one board and print the result; at a limit, print partial results."""
    from gfkit.play.equilibria.result import equilibrium as solved

    show = partial(_write, picture=picture, as_json=as_json)
    with show_when_stopped(show), work.progress() as progress:
        equilibrium = solved(board, on_progress=progress, **asked)
    show(equilibrium)


def _write(found: Equilibrium, picture: str | None, as_json: bool) -> None:
    if picture is not None:
        _save(found.plays, picture)
    present(found, as_json, full=True)


def _solve_family(
    board: str,
    to: int,
    asked: dict[str, Any],
    picture: str | None,
    work: options.LongCall,
    as_json: bool,
) -> LimitError | KeyboardInterrupt | None:
    """Solve the boards of a family and print the results. Return the limit or interruption that stopped the
    work, or None.
    """
    from gfkit.claims.provers.equilibrium_law import payoff_laws
    from gfkit.play.equilibria import equilibria
    from gfkit.show.cards.games import SolvedFamily

    solved: list[tuple[int, Equilibrium]] = []
    stopped: LimitError | KeyboardInterrupt | None = None
    try:
        with work.progress() as progress:
            for n, row in equilibria(board, to, on_progress=progress, **asked):
                solved.append((n, row))
    except (LimitError, KeyboardInterrupt) as error:
        stopped = error
    family = SolvedFamily(board, solved, payoff_laws(solved))
    if picture is not None:
        _save(family.plays, picture)
    present(family, as_json, full=True)
    return stopped


def _save(plays: Sequence[Play], name: str) -> None:
    from gfkit.show.svg import plays_drawing

    plays_drawing(plays).save(name)
