"""gfkit guess: formulas that fit the initial terms of a sequence."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from gfkit.cli.files import read_data, refuse_options
from gfkit.cli.long import options
from gfkit.cli.long.options import complete_kinds
from gfkit.cli.output import (
    atlas_entries,
    known_as,
    known_json,
    known_sequences,
    present,
    show_when_stopped,
    write_in,
    write_lines,
)
from gfkit.core.errors import OptionError
from gfkit.core.typing import Positions

if TYPE_CHECKING:
    from gfkit.guessing import Data, Guess


@options.command("guess", context_settings={"ignore_unknown_options": True})
@click.argument("words", metavar="TERMS...|FILE", nargs=-1, type=click.UNPROCESSED)
@click.option("--file", "file", metavar="FILE", hidden=True)
@options.game_on_family(
    "--for",
    "target",
    metavar="STRUCTURE FAMILY",
    help="Terms of this sequence; each guess is then compared with it.",
)
@options.positions
@click.option(
    "--offset", metavar="K", type=int, help="Index of the first term; default 0, or from the b-file."
)
@click.option(
    "--kinds",
    "--ansatz",
    "ansatz",
    metavar="LIST",
    shell_complete=complete_kinds,
    help="Classes of formulas to try, separated by commas.",
)
@click.option(
    "--next",
    "more",
    default=3,
    metavar="N",
    type=click.IntRange(0, 100_000),
    help="Number of further terms to print.",
)
@options.full("formulas")
@options.language
@options.long_options(workers=True, partial=True)
@options.as_json
@click.pass_context
def guess_verb(
    ctx: click.Context,
    words: tuple[str, ...],
    file: str | None,
    target: tuple[str, str] | None,
    positions: Positions,
    offset: int | None,
    ansatz: str | None,
    more: int,
    full: bool,
    language: str | None,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Guess a formula for the sequence that starts with TERMS.

    TERMS are integers or fractions such as -1/2, separated by spaces or commas. FILE, or - for standard
    input, contains terms, lines 'n a(n)' of a b-file, or lines of an OEIS entry.

    Classes, in the order in which they are tried: polynomial, periodic, quasi-polynomial, c-finite (linear
    recurrence with constant coefficients), hypergeometric, algebraic, d-finite (coefficients that are
    polynomials in n), regular; then the same for differences, quotients, a(n)/n!, products and both
    bisections; then nonlinear (Somos sequences), q-holonomic, d-algebraic (Bell numbers), and rational
    generating functions after a long irregular start.
    A guess is not a proof: the output states how many terms fit the formula and how many further terms agree.

    \b
    Example:
      $ gfkit guess 1 1 2 4 9 21 51 127 323 835 2188 5798 15511
      equation             1 - f + t*f + t^2*f^2 = 0 for f = sum a(n) t^n
      ...
    """
    refuse_options(words, ctx)
    if target is not None:
        if words or file is not None or offset is not None:
            raise OptionError("--for cannot be combined with terms or --offset")
        from gfkit.claims.guessed import guess_for
        from gfkit.core.rules import Question

        with work.executor() as executor, work.progress() as progress:
            asked = (Question.of(*target, positions), ansatz)
            guessed = guess_for(*asked, executor=executor, on_progress=progress)
        _print_guess(guessed.guess, guessed.data, as_json, full, more, guessed.as_json())
        if not as_json:
            write_lines(["", *guessed.lines()])
        ctx.exit(0 if guessed.guess.found else 1)
    if positions is not Positions.ALL:
        raise OptionError("--positions requires --for")
    data = read_data(words, file, offset)
    from gfkit.guessing import guess as guess_law

    show = partial(_print_guess, data=data, as_json=as_json, full=full, more=more)
    with show_when_stopped(show), work.executor() as executor, work.progress() as progress:
        guess = guess_law(data, ansatz=ansatz, executor=executor, on_progress=progress)
    if language is not None and guess.found:
        write_in(guess.found[0], language)
    else:
        show(guess)
    if not guess.found:
        ctx.exit(1)


def _print_guess(
    found: Guess, data: Data, as_json: bool, full: bool, more: int, judged: dict[str, object] | None = None
) -> None:
    law = None if found.strongest is None else found.strongest.terms
    hits, (counts, entry) = known_sequences(data.terms, law), atlas_entries(data.terms, law)
    present(
        found,
        as_json,
        full=full,
        beside=known_json(hits) | entry | (judged or {}),
        count=len(data),
        more=more,
        known_as=known_as(hits),
        counts=counts,
    )
