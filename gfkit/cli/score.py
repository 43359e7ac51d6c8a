"""gfkit score: who has more points at the end, and by how many."""

from __future__ import annotations

from functools import partial

import click

from gfkit.cli.long import options
from gfkit.cli.output import present, show_when_stopped


@click.command(short_help="Points at the end of a placement game, best play.")
@options.game_on("FAMILY|BOARD")
@click.option(
    "--points",
    default="pieces",
    metavar="WHAT",
    help="What counts at the end: pieces, cells (that they cover) or room (cells that are left).",
)
@click.option("--passes", is_flag=True, help="Who cannot move passes; play ends when neither can.")
@click.option("--to", default=None, metavar="N", type=click.IntRange(0), help="The last n; 10 by default.")
@options.full("rows")
@options.long_options(finds=True)
@options.as_json
def score(
    game: str,
    board: str,
    points: str,
    passes: bool,
    to: int | None,
    full: bool,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Left's points less Right's at the end of GAME on BOARD, or on FAMILY for n up to N, by best play.

    Play ends when who is to move has no move, or with --passes when neither player has one. Points are the
    pieces that a player placed, the cells that these cover, or the cells that the player could still cover.
    Equal points are a tie.

    \b
    Example: Domineering for the cells that are left at the end.
      $ gfkit score domineering 2x3 --points room
      domineering on 2x3, points for room
      Left starts   4: Left wins
      Right starts  0: a tie
      ends          when who is to move has none
      ...
    """
    from gfkit.games import Question
    from gfkit.values.scoring import scores

    show = partial(present, as_json=as_json, full=full)
    with show_when_stopped(show):
        table = work.run(scores, Question.of(game, board), points=points, passes=passes, to=to)
    show(table)
