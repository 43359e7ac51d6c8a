"""gfkit verify: a printed formula against a game on a family of boards, or against terms."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gfkit.cli.files import named_file, refuse_options
from gfkit.cli.long import options
from gfkit.cli.long.options import any_of
from gfkit.cli.output import TRUE_LATER, present
from gfkit.errors import OptionError
from gfkit.host.files import given_text
from gfkit.typing import Positions, Weights

if TYPE_CHECKING:
    from gfkit.claims.formula.kind import KindWord
    from gfkit.guessing import Data
    from gfkit.sequences.number import Number


@click.command(
    short_help="Prove or refute a printed formula.", context_settings={"ignore_unknown_options": True}
)
@click.argument("words", metavar="FORMULA|FILE", nargs=-1, type=click.UNPROCESSED)
@options.game_on_family(
    "--for", "target", metavar="GAME FAMILY", help="The game and the boards, as cis path:n."
)
@click.option("--data", "data_file", metavar="FILE", help="A file of terms instead; - is standard input.")
@click.option("--offset", metavar="K", type=int, help="The index of the first term of the data.")
@options.positions
@options.weights(f"One of {', '.join(Weights)}; else read off the formula.", default=None)
@click.option(
    "--variable",
    metavar="LETTER",
    help="What marks the size: t, x, z or q; t or the only letter unless told.",
)
@click.option("--start", "start_words", metavar="LIST", help='First values of a recurrence, as "1,3,7".')
@click.option("--from", "valid_from", metavar="N", type=int, help="The formula is claimed for n >= N.")
@click.option(
    "--kind",
    default="auto",
    metavar="KIND",
    shell_complete=any_of(("gf", "recurrence", "closed-form", "growth")),
    help="gf, recurrence, closed-form or growth; else found out.",
)
@click.option("--formula-file", metavar="FILE", hidden=True)
@options.full("formulas")
@options.long_options()
@options.as_json
@click.pass_context
def verify(
    ctx: click.Context,
    words: tuple[str, ...],
    target: tuple[str, str] | None,
    data_file: str | None,
    offset: int | None,
    positions: Positions,
    weights: Weights | None,
    variable: str | None,
    start_words: str | None,
    valid_from: int | None,
    kind: KindWord,
    formula_file: str | None,
    full: bool,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Prove or refute FORMULA, as printed, for GAME on FAMILY or for terms.

    FORMULA is plain text or LaTeX: a generating function in t (and x, y for the players' pieces), a
    recurrence such as a(n)=4a(n-1)+4a(n-2)-4a(n-3)-a(n-4), a closed form in n, or a claim of growth such
    as 2.414^n or (1+sqrt(2))^n + o(1). It may stand in FILE; - is standard input.

    When it is wrong, the first n where it differs is shown, the right formula, and the smallest change
    that makes it right, where one was found. A printed range, as 'for n >= 2', is judged at every n of it.
    Exit code 0 when it is proved or consistent, 1 when it is refuted, 4 when it is true, but not on the
    whole range that was printed.

    \b
    Example:
      $ gfkit verify '\\frac{3}{1-t-2t^2}' --for cis path:n
      refuted: at n = 0 the formula gives 3, the truth is 1
      repair    3 should be 1 + 2*t
      right is  (1 + 2*t)/(1 - t - 2*t^2)
      the difference is proved by single-board-counted (n 0)
    """
    formula = _formula(words, formula_file, ctx)
    data = None if data_file is None else _data(data_file, offset)
    if data is None and offset is not None:
        raise OptionError(f"--offset {offset} goes with --data")
    start = None if start_words is None else _start(start_words)
    from gfkit.claims.claim import verify as verify_formula
    from gfkit.games import Question

    with work.progress() as progress:
        verdict = verify_formula(
            formula,
            game=Question.of(*target, positions) if target else None,
            weights=weights,
            data=data,
            variable=variable,
            start=start,
            valid_from=valid_from,
            kind=kind,
            on_progress=progress,
        )
    present(verdict, as_json, full=full)
    if verdict.is_refuted or verdict.is_later:
        ctx.exit(1 if verdict.is_refuted else TRUE_LATER)


def _formula(words: tuple[str, ...], file: str | None, ctx: click.Context) -> str:
    """The formula from its word, from a file or from standard input; it may start with a minus."""
    refuse_options(words, ctx)
    if len(words) > 1:
        raise OptionError(f"{len(words)} words were given for one formula; put it in quotes")
    named = named_file(words, "--formula-file", file)
    if named is not None:
        return given_text(*named)
    if not words:
        raise OptionError("FORMULA is missing; see gfkit verify --help")
    return words[0]


def _data(file: str, offset: int | None) -> Data:
    from gfkit.guessing import read_text

    return read_text(given_text("--data", file), offset)


def _start(words: str) -> tuple[Number, ...]:
    from gfkit.guessing import read_words

    return read_words([words]).terms
