"""gfkit complex: the positions of a game on a board as a simplicial complex."""

from __future__ import annotations

import click

from gfkit.cli.long import options
from gfkit.cli.long.progress import ProgressLine
from gfkit.cli.output import present, write_lines


@click.command("complex", short_help="The positions on a board as a simplicial complex.")
@options.game_on("BOARD")
@click.option("--to", "language", default=None, metavar="SYSTEM", help="Print it just for macaulay2.")
@options.game_on_family(
    "--same-as",
    metavar="GAME BOARD",
    help="Also tell whether the complex of another game is isomorphic.",
)
@options.full("lists")
@options.as_json
def complex(  # noqa: A001
    game: str,
    board: str,
    language: str | None,
    same_as: tuple[str, str] | None,
    full: bool,
    as_json: bool,
) -> None:
    """The legal complex of GAME on BOARD: its faces are the positions, as sets of placements.

    Placements are x1, x2, ... of Left, y1, y2, ... of Right, and z1, z2, ... of both.
    Facets are the positions to which nothing can be added. The smallest illegal sets generate the
    Stanley-Reisner ideal, and are the facets of the illegal complex; where all are pairs the complex is flag,
    and the game is Node Kayles on the graph of these pairs.

    A game is read back from its complex as board complex:FILE, for node-kayles.
    With --same-as isomorphic complexes are recognised: players kept, exchanged, or any.

    \b
    Example: Domineering on a square of four cells.
      $ gfkit complex domineering 2x2
      domineering on 2x2
      placements        x1: row 1, column 1 and row 2, column 1; x2: row 1, column 2 and row 2, column 2; ...
      facets            x1 x2, y1 y2
      smallest illegal  x1 y1, x1 y2, x2 y1, x2 y2
      f-vector          1, 4, 2
      ...
    """
    from gfkit.transfer.theorems.complexes import legal_complex

    with ProgressLine():
        complex_ = legal_complex(game, board)
        if same_as is not None:
            complex_ = complex_.compared(legal_complex(*same_as))
    if language is None or as_json:
        present(complex_, as_json, full=full)
    else:
        write_lines(complex_.to(language).splitlines())
