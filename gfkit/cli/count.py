"""gfkit count: the number of positions, or the polynomial that counts them by pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gfkit.cli.output import write_aside, write_formula, write_json, write_lines
from gfkit.cli.progress import ProgressLine
from gfkit.cli.size import read_size
from gfkit.typing import Positions, Weights

if TYPE_CHECKING:
    from gfkit.sequences import Count


@click.command()
@click.argument("game", metavar="GAME")
@click.argument("board", metavar="BOARD")
@click.option(
    "--positions", "positions_word", default="all", metavar="CLASS", help=f"One of {', '.join(Positions)}."
)
@click.option(
    "--weights", "weights_word", default="none", metavar="WEIGHTS", help=f"One of {', '.join(Weights)}."
)
@click.option(
    "--max-memory", "memory_word", metavar="SIZE", help="Stop when more would be needed, as 500M or 4G."
)
@click.option("--quiet", is_flag=True, help="No progress line.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object on standard output.")
def count(
    game: str,
    board: str,
    positions_word: str,
    weights_word: str,
    memory_word: str | None,
    quiet: bool,
    as_json: bool,
) -> None:
    """Count the positions of GAME on BOARD.

    GAME is a name from 'gfkit games' or the path of a rule file. BOARD is 4x3, path:7, cycle:9,
    cylinder:4x6, torus:4x6, complete:6, graph:FILE, @FILE, or a drawing such as ..#/... .

    --positions counts all positions, those where Left cannot move (left-ends), Right cannot
    (right-ends), neither can (maximal), or those of alternating play (play: the numbers of
    Left's and Right's pieces differ by at most one; in an impartial game every position).

    --weights pieces gives a polynomial in which x marks each piece; with players, x marks Left's
    pieces and y Right's. Pieces already drawn on the board are not marked.

    \b
    Example: the positions of Domineering on a square of four cells.
      $ gfkit count domineering 2x2 --weights players
      1 + 2*x + 2*y + x^2 + y^2
      7 positions
    """
    positions, weights = Positions.read(positions_word), Weights.read(weights_word)
    max_memory = None if memory_word is None else read_size(memory_word)
    from gfkit.transfer import count as count_positions

    with ProgressLine(quiet=quiet) as progress:
        result = count_positions(game, board, positions, weights, max_memory=max_memory, on_progress=progress)
    if as_json:
        write_json(result.as_json())
    else:
        _write(result)


def _write(result: Count) -> None:
    from gfkit.sequences.polynomial import whole_text

    number = whole_text(result.count)
    if result.weights:
        write_formula(str(result))
        number += " position" if result.count == 1 else " positions"
    write_lines([number])
    write_aside(str(result.evidence))
