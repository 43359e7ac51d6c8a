"""gfkit sample: configurations drawn at random from the exact distribution."""

from __future__ import annotations

import click

from gfkit.cli.long import options
from gfkit.cli.output import present, write_json, write_lines
from gfkit.typing import Positions


@click.command(short_help="A configuration drawn at random, exactly.")
@options.game_on("BOARD")
@options.positions
@click.option(
    "--seed", type=click.IntRange(0), metavar="S", help="Draw the same again; a new one by default."
)
@click.option(
    "--number", default=1, metavar="N", type=click.IntRange(1, 10_000), help="How many; 1 by default."
)
@click.option(
    "--x", default="1", metavar="WEIGHT", help="What a piece weighs, or one of Left's; 1 by default."
)
@click.option("--y", default="1", metavar="WEIGHT", help="What a piece of Right's weighs; 1 by default.")
@options.long_options(seconds=False)
@options.as_json
def sample(
    game: str,
    board: str,
    positions: Positions,
    seed: int | None,
    number: int,
    x: str,
    y: str,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Draw configurations of GAME on BOARD at random.

    All that 'gfkit count' counts are equally likely, exactly: they are drawn by the transfer matrix, and no
    rounding enters. With --x and --y their probabilities are proportional to the products of the weights of
    their pieces. GAME, BOARD and --positions are as for 'gfkit count'.

    \b
    Example:
      $ gfkit sample domineering 2x4 --seed 3
      domineering on 2x4: seed 3
      +---+---+---+---+
      | R   R | R   R |
      +---+---+---+---+
      | .   . | R   R |
      +---+---+---+---+
      proved by transfer-matrix-sampling (states 4)
    """
    from gfkit.questions.sampling import samples

    drawn = work.run(samples, game, board, positions.value, number=number, seed=seed, x=x, y=y)
    if as_json and number > 1:
        write_json({"samples": [sample.as_json() for sample in drawn]})
        return
    for index, sample in enumerate(drawn):
        if index:
            write_lines([""])
        present(sample, as_json)
