"""gfkit equilibrium: what selfish players get who drop dominoes into columns."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from gfkit.cli.files import check_picture_file, output_option
from gfkit.cli.long import options
from gfkit.cli.long.options import any_of
from gfkit.cli.output import present, show_when_stopped
from gfkit.errors import LimitError, OptionError, ReadingNote

if TYPE_CHECKING:
    from gfkit.play.equilibria import Equilibrium, Play

_ROWS = 12
"""The rows of a family by default."""


@click.command(short_help="Equilibrium payoffs of dominogames.")
@click.argument("board", metavar="BOARD|FAMILY")
@click.option(
    "--to", default=None, metavar="N", type=click.IntRange(1), help="The last n of a family; 12 by default."
)
@click.option(
    "--tie",
    default="all",
    metavar="RULE",
    shell_complete=any_of(("all", "kind", "cruel", "first")),
    help="One of all, kind, cruel, first.",
)
@click.option(
    "--order",
    default="rows",
    metavar="ORDER",
    shell_complete=any_of(("rows", "columns")),
    help="The size of BOARD that comes first: rows or columns.",
)
@options.rare(click.option("--raised", default=0, metavar="Q", type=int, help="Every cell pays Q more."))
@options.rare(
    click.option(
        "--piece",
        default="domino",
        metavar="PIECE",
        shell_complete=any_of(("domino", "monomino")),
        help="One of domino, monomino.",
    )
)
@options.rare(
    click.option("--players", default=2, metavar="P", type=int, help="Who take turns; 2 by default.")
)
@options.rare(
    click.option("--opening", default="", metavar="MOVES", help="Moves that are made first, as v1,h1.")
)
@click.option(
    "--plays",
    default=None,
    metavar="N",
    type=click.IntRange(0),
    help="How many plays are drawn; 3 by default.",
)
@output_option("--picture", "picture", metavar="FILE", help="Draw the plays into a file, too.")
@options.long_options(finds=True)
@options.as_json
def equilibrium(
    board: str,
    to: int | None,
    plays: int | None,
    picture: str | None,
    work: options.LongCall,
    as_json: bool,
    **asked: Any,
) -> None:
    """Equilibrium payoffs of the dominogame on BOARD, such as 9x2: 9 rows and 2 columns, the game D(2,9).

    Players in turn drop a domino, lying or standing, on what lies there; a cell in row r pays r to its
    owner, and each wants only to have much himself. A lying domino rests on the higher of its columns. With
    n in place of a side BOARD is a family: a table for n up to --to, and a law in n where one shows.

    \b
    --tie says what players do among moves that are equally good for themselves:
      all      anything, also different things after different moves: every equilibrium
      kind     the move that is best for the others
      cruel    the move that is worst for the others
      first    the move listed first: lying before standing, each from the left

    In --opening, h1 is a domino lying in columns 1 and 2, v1 one standing in column 1, m1 a monomino.

    \b
    Example:
      $ gfkit equilibrium 4x3 --plays 0
      payoffs depend on how ties are broken: (12, 18), (16, 14)
      kind               (16, 14)  among moves best for himself, the one best for the others
      cruel              (12, 18)  among moves best for himself, the one worst for the others
      first              (16, 14)  the first listed of the moves best for himself
      ...
    """
    from gfkit.play.equilibria import Sides

    asked |= {"max_memory": work.max_memory}
    check_picture_file("--picture", picture)
    sides = Sides.read(board, asked["order"])
    if sides.columns != sides.rows and not board.strip().lower().startswith("d("):
        how = "--order columns takes columns first, as D(C,R) in the thesis"
        warnings.warn(f"{board} read as {sides.phrase}; {how}", ReadingNote, stacklevel=1)
    if not sides.is_family:
        if to is not None:
            raise OptionError(f"--to {to}: board {board!r} is one board; a family has n in place of a side")
        _one(board, asked | {"plays": 3 if plays is None else plays}, picture, work, as_json)
        return
    stopped = _family(board, to or _ROWS, asked | {"plays": plays or 0}, picture, work, as_json)
    if stopped is not None:
        raise stopped


def _one(
    board: str, asked: dict[str, Any], picture: str | None, work: options.LongCall, as_json: bool
) -> None:
    """Writes one board; what could be found is written when plays are too many to be counted."""
    from gfkit.play.equilibria.result import equilibrium as solved

    show = partial(_write, picture=picture, as_json=as_json)
    with show_when_stopped(show), work.progress() as progress:
        equilibrium = solved(board, on_progress=progress, **asked)
    show(equilibrium)


def _write(found: Equilibrium, picture: str | None, as_json: bool) -> None:
    if picture is not None:
        _save(found.plays, picture)
    present(found, as_json, full=True)


def _family(
    board: str,
    to: int,
    asked: dict[str, Any],
    picture: str | None,
    work: options.LongCall,
    as_json: bool,
) -> LimitError | KeyboardInterrupt | None:
    """Writes all rows up to the limit or interruption that stopped them, which is returned."""
    from gfkit.claims.equilibrium_law import payoff_laws
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
    from gfkit.show.picture import save_picture
    from gfkit.show.svg import plays_drawing

    save_picture(plays_drawing(plays), name)
