"""gfkit game: arithmetic of game values, boards among them."""

from __future__ import annotations

import click

from gfkit.cli.long import options
from gfkit.cli.output import LONGEST_VALUE, present


@click.command(short_help="Arithmetic of game values, boards among them.")
@click.argument("expression", nargs=-1, required=True)
@click.option("--compare", default=None, metavar="EXPRESSION", help="Compare with this game.")
@click.option("--thermograph", is_flag=True, help="Draw the thermograph.")
@click.option("--tree", is_flag=True, help="Draw the value as a tree of options, down to numbers.")
@options.long_options(seconds=False)
@options.as_json
def game(
    expression: tuple[str, ...],
    compare: str | None,
    thermograph: bool,
    tree: bool,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """The game that EXPRESSION is, in canonical form, with its measures.

    An expression is made of games as gfkit and books print them, 3/4, 0.75, *2, ^3, v*, +-2, +_2 (or
    Tiny(2)), {2|1||0}, ^[2] for up + up-second, of sums and differences, of ordinal sums G:H, of boards,
    as domineering(2x3) or col(path:4), and of cool(G, t), heat(G, t), overheat(G, s, t), norton(G, U),
    times(n, G), reduced(G). Put it in quotes.

    \b
    Example: a board, a switch and an up.
      $ gfkit game 'domineering(2x2) + {2|0} + ^'
      1^
      Left wins; mean 1, temperature 0
      ...
    """
    from gfkit.play.calculator import calculate

    calculation = work.run(calculate, " ".join(expression), compare)
    asked = ["thermograph"] * thermograph + ["tree"] * tree
    present(calculation, as_json, full=False, pictures=asked, json=(LONGEST_VALUE,), limit=LONGEST_VALUE)
