"""gfkit compare: two rules with equal counts on all boards, or the smallest board that differs."""

from __future__ import annotations

import click

from gfkit.cli.files import check_file, output_option
from gfkit.cli.long import options
from gfkit.cli.output import present
from gfkit.core.typing import Positions

_OBSERVED = 3


@options.command(
    "compare", short_help="Compare the counts of two rules on all boards.", options_metavar="[--on BOARDS]"
)
@click.argument("first", metavar="A", shell_complete=options.complete_game)
@click.argument("second", metavar="B", shell_complete=options.complete_game)
@click.option(
    "--on",
    default="mxn",
    metavar="BOARDS",
    help="mxn (default), a family such as 3xn, two families A,B, or a class such as trees or prism of trees.",
)
@options.positions
@options.weights()
@output_option("--save", "save_to", metavar="FILE.json", help="Write a certificate for 'gfkit certify'.")
@output_option(
    "--draw",
    metavar="FILE",
    help="Draw a configuration of A and its image under the bijection, or the board that differs.",
)
@options.long_options(memory=True)
@options.as_json
@click.pass_context
def compare_verb(
    ctx: click.Context,
    first: str,
    second: str,
    on: str,
    positions: Positions,
    weights: str,
    save_to: str | None,
    draw: str | None,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Compare the numbers of configurations of two rules A and B on all boards of a class.

    On a family, gfkit compares the generating functions; --on path:n,2xn counts A on path:n and B on 2xn.
    On a class of graphs (all, triangle-free, bipartite, trees), equality is proved for distance games,
    whose rules constrain pairs of pieces at given distances, by permuting the values, or by counting
    components of linked pieces; and for rules about neighbours or degrees if the constraints are equal.
    --on 'prism of all,double-cover of all' counts A on the prism and B on the double cover of each graph.
    On mxn (all rectangles), gfkit first compares the counts on small boards. It then proves equality by a
    symmetry, by a bijection that rewrites each column with a Mealy machine, by the corner lemma (gfkit
    help twins.md), or by recurrences that hold for every height. These proofs apply to rules whose
    constraints are windows of at most 2 x 2 cells, or of 2 x 3 cells if the values are 0 and 1.

    On a family, each derivation uses at most 256 MiB and 60 s, unless --max-memory or --max-seconds is given.

    With --save FILE.json, a proof of equal counts on mxn, or on a class of graphs, is written as a
    certificate.

    Exit code 0: equal, proved; 1: different, with a board; 3: equal on all counted boards, but no proof.

    \b
    Example:
      $ gfkit compare col snort
      col and snort have equal counts on all m x n boards, m, n >= 1
      identity  bijection: a Mealy machine rewrites each column (4 states)
      proved by a bijection computed by Mealy machines (4 states)
    """
    from gfkit.questions.compare import compare as compared

    check_file("--save", save_to, ".json")
    if draw is not None:
        from gfkit.show.svg.files import check_picture

        check_file("--draw", draw)
        check_picture("--draw", draw)
    found = work.run(compared, first, second, on, positions.value, weights, max_seconds=work.seconds)
    present(found, as_json, full=True)
    if save_to is not None:
        from gfkit.proofs import save_derived

        save_derived(found, save_to)
    if draw is not None:
        from gfkit.show.configurations import comparison_drawing

        comparison_drawing(found).save(draw)
    ctx.exit(0 if found.is_equal else 1 if found.verdict == "different" else _OBSERVED)
