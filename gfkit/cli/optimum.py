"""gfkit optimum: the smallest and the largest weight, and how many attain it."""

from __future__ import annotations

import click

from gfkit.cli.long import options
from gfkit.cli.output import present
from gfkit.typing import Positions


@click.command(short_help="The smallest and the largest weight, as a law.")
@options.game_on("FAMILY|BOARD")
@options.positions
@options.long_options()
@options.as_json
def optimum(game: str, board: str, positions: Positions, work: options.LongCall, as_json: bool) -> None:
    """The smallest and the largest weight of what GAME counts on BOARD or FAMILY, and how many attain it.

    Weights are those of --weights pieces: the number of pieces, of vertices in a set, of edges. So
    'optimum dominating-sets' gives domination numbers, 'optimum independent-sets' independence numbers.
    On a family, a board with n in it, the answer is a law for every n, linear for each residue of n, with
    its period proved, and the generating function of how many attain it.

    \b
    Example: dominating sets of paths.
      $ gfkit optimum dominating-sets path:n
      dominating-sets on path:n
      smallest  floor((n + 2)/3)
      ...
    """
    from gfkit.questions.optimum import optimum as optimum_of

    present(work.run(optimum_of, game, board, positions), as_json, full=True)
