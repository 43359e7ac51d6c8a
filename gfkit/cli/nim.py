"""gfkit nim: Sprague-Grundy values of impartial games, with their period."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gfkit.cli.long import options
from gfkit.cli.output import present
from gfkit.errors import Interrupted

if TYPE_CHECKING:
    from gfkit.cli.long.long_call import LongCall


@click.command(short_help="Sprague-Grundy values, with their period.")
@options.game_on("[FAMILY|BOARD]", required=False)
@click.option("--to", default=None, metavar="N", type=click.IntRange(0), help="The last n; 30 unless told.")
@click.option("--impartial", is_flag=True, help="Let both players make the moves of either.")
@options.full("lists")
@options.lasting(memory=True, finds=True)
@options.as_json
def nim(
    game: str,
    board: str | None,
    to: int | None,
    impartial: bool,
    full: bool,
    work: LongCall,
    as_json: bool,
) -> None:
    """Sprague-Grundy values of GAME on FAMILY for n up to N, or on one BOARD.

    GAME is an impartial game from 'gfkit games', the path of a rule file with [both], or a heap game, which
    needs no board: octal:0.07, hex:0.8, subtraction:1,3,4, grundy. FAMILY is a board with n in it, as 1xn,
    2xn, cycle:n; the board of a heap game is the size of one heap.

    The second player wins just where the value is 0. A period is proved where the values reach the bound
    of the octal-game periodicity theorem, or of the same theorem for strips; else it is only observed.

    \b
    Example: covering 1 x n with dominoes.
      $ gfkit nim cram 1xn --to 10
      cram on 1xn
      values                     from n = 0: 0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3
      period                     34; exceptions at n = 0, 1, 15, 17, 18, 32, 35, 52
      second player wins         n = 0, 1, 5, 9
      ...
    """
    from gfkit.values.impartial import NimLimitError
    from gfkit.values.impartial import nim as nim_values

    try:
        with work.progress() as progress:
            found = nim_values(
                game, board, to=to, impartial=impartial, max_memory=work.max_memory, on_progress=progress
            )
    except (NimLimitError, Interrupted) as stop:
        present(stop.found, as_json, full=full)
        raise
    present(found, as_json, full=full)
