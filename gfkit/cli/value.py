"""gfkit value: the combinatorial game value of a board, and who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gfkit.cli.files import check_picture_file, output_option
from gfkit.cli.long import options
from gfkit.cli.output import present, write_forecast

if TYPE_CHECKING:
    from gfkit.cli.long.long_call import LongCall
    from gfkit.games import Question


@click.command(short_help="The game value of a board, and who wins.")
@options.game_on("BOARD")
@click.option("--options", "best", is_flag=True, help="Draw each player's best moves.")
@click.option("--moves", is_flag=True, help="List all moves, and which of them win.")
@click.option("--thermograph", is_flag=True, help="Draw the thermograph.")
@output_option("--plot", "picture", metavar="FILE", help="Save the thermograph as FILE.png, .svg or .pdf.")
@options.longest_value
@options.dry_run
@options.lasting(memory=True)
@options.as_json
def value(
    game: str,
    board: str,
    best: bool,
    moves: bool,
    thermograph: bool,
    picture: str | None,
    limit: int,
    dry_run: bool,
    work: LongCall,
    as_json: bool,
) -> None:
    """The value of GAME on BOARD under normal play: who cannot move loses.

    GAME is a name from 'gfkit games' or the path of a rule file in which pieces are placed. BOARD is
    4x3, path:7, cycle:9, cylinder:4x6, torus:4x6, complete:6, graph:FILE, @FILE, or a drawing such
    as ..#/..., with pieces on it where play is under way.

    Values are in canonical form: 3/4, * and *2, ^ and v for up and down (^3, 1v*), +-2 for {2|-2},
    +_2 and -_2 for tiny-two and miny-two, and braces, where more bars are further out. A value of
    more than --limit characters is not written out, but its mean, temperature and size are.

    \b
    Example: Domineering on 3 x 3.
      $ gfkit value domineering 3x3
      +-1
      the first player wins; mean 0, temperature 1
    """
    from gfkit.games import Question

    question = Question.of(game, board)
    if dry_run:
        _foresee(question, work, as_json)
        return
    from gfkit.show.picture import save_picture
    from gfkit.show.svg import thermograph_drawing
    from gfkit.values import value as value_of

    if picture is not None:
        check_picture_file("--plot", picture)
    with work.progress() as progress:
        found = value_of(
            question, options=best, moves=moves, max_memory=work.max_memory, on_progress=progress
        )
    if picture is not None:
        title = f"{found.game} on {found.board}"
        save_picture(thermograph_drawing(found.thermograph, title).headed(title), picture)
    asked = [name for name, is_asked in (("thermograph", thermograph), ("options", best)) if is_asked]
    present(found, as_json, pictures=asked, json=(limit,), limit=limit)


def _foresee(question: Question, work: LongCall, as_json: bool) -> None:
    from gfkit.foresight.boards import foresee_value

    with work.progress() as progress:
        found = foresee_value(question, max_memory=work.max_memory, on_progress=progress)
    write_forecast(found, as_json)
