"""gfkit draw: boards, rules, configurations, machines and thermographs as pictures in files."""

from __future__ import annotations

import click

from gfkit.cli.files import check_picture_file, output_option
from gfkit.cli.long import options
from gfkit.cli.output import write_json, write_lines
from gfkit.hooks import DRAWINGS
from gfkit.typing import Positions


@click.command(short_help="Boards, rules, positions, machines as pictures.")
@options.game_on("[BOARD|FAMILY]", "THING", required=False)
@output_option(
    "-o", "--output", metavar="FILE", required=True, help="A file in .svg, .png, .pdf, .tex or .tikz."
)
@click.option(
    "--as",
    "kind",
    metavar="KIND",
    shell_complete=options.any_of(DRAWINGS),
    help=f"One of {', '.join(DRAWINGS)}.",
)
@options.positions
@click.option(
    "--seed", type=click.IntRange(0), metavar="S", help="Draw the same again; a new one by default."
)
@options.long_options(seconds=False)
@options.as_json
def draw(
    game: str,
    board: str | None,
    output: str,
    kind: str | None,
    positions: Positions,
    seed: int | None,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Draw THING into a file, as its ending says: SVG, PNG, PDF, or TikZ for LaTeX.

    THING alone is a board, a family or a game, which is drawn as its rule. A game on a BOARD is drawn as a
    random configuration, whose seed is printed, or as its thermograph or tree; on a FAMILY as the machine of
    the strip, the roots of its denominator, the graph or the ratios of its terms. PNG and PDF need
    matplotlib, the others nothing.

    \b
    Example:
      $ gfkit draw domineering 6x6 --seed 3 -o position.svg
      position.svg
      domineering on 6x6: seed 3
      $ gfkit draw domineering 3xn --as roots -o roots.pdf
      roots.pdf
      ...
    """
    from gfkit.show.drawn import draw as drawing_of
    from gfkit.show.picture import save_picture

    check_picture_file("--output", output)
    drawing = work.run(drawing_of, game, board, kind, positions=positions.value, seed=seed)
    save_picture(drawing, output)
    if as_json:
        write_json({"title": drawing.title, "file": output, "width": drawing.width, "height": drawing.height})
    else:
        write_lines([output, drawing.title])
