"""gfkit value, outcomes and game: values of boards, outcome classes, arithmetic of game values."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

import gfkit
from gfkit.cli.files import check_file, output_option
from gfkit.cli.long import options
from gfkit.cli.output import LONGEST_VALUE, note, noting_size, present, show_when_stopped
from gfkit.core.errors import OptionError

if TYPE_CHECKING:
    from gfkit.core.rules import Question

_MANY_VALUES = 200_000
"""Number of evaluated positions above which a note is printed; this is about ten seconds of work."""


@options.command("value", short_help="Value and outcome of a game on a board.")
@options.game_on("BOARD|FAMILY", "GAME")
@click.option("--from", "start", default=None, metavar="N", type=click.IntRange(0), help="First n of FAMILY.")
@click.option(
    "--to",
    default=None,
    metavar="N",
    type=click.IntRange(0),
    help="Last n of FAMILY; default 10, or less beyond 20 cells.",
)
@click.option("--options", "best", is_flag=True, help="Draw the best moves of both players.")
@click.option("--moves", is_flag=True, help="List all moves, and mark the winning ones.")
@click.option("--thermograph", is_flag=True, help="Draw the thermograph.")
@click.option("--tree", is_flag=True, help="Draw the tree of options of the value.")
@output_option("--save", "save_to", metavar="FILE", help="Write a certificate for 'gfkit certify'.")
@options.full("values")
@options.long_options(memory=True)
@options.as_json
def value_verb(
    game: str,
    board: str,
    start: int | None,
    to: int | None,
    best: bool,
    moves: bool,
    thermograph: bool,
    tree: bool,
    save_to: str | None,
    full: bool,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Compute the value of GAME on BOARD, or on each board of FAMILY, under normal play.

    In normal play a player without a legal move loses. GAME is a placement game: a name from 'gfkit
    games' or the path of a rule file. BOARD is 4x3, path:7, cycle:9, cylinder:4x6, torus:4x6,
    complete:6, graph:FILE, @FILE, or a drawing such as ..#/..., which may contain pieces that are
    already placed.

    Values are in canonical form: 3/4, * and *2, ^ and v for up and down (^3, 1v*), +-2 for {2|-2}, +_2
    and -_2 for tiny-two and miny-two, and braces with more bars for outer levels. A value of more than
    a million characters is omitted; its mean, temperature and size are printed.

    --save writes the canonical forms of all positions that are reached, for 'gfkit certify'. For
    FAMILY, such as 2xn, the values are listed for each n up to --to, with their period.

    \b
    Example: Domineering on 3 x 3.
      $ gfkit value domineering 3x3
      +-1
      the first player wins; mean 0, temperature 1
    """
    check_file("--save", save_to, ".json")
    question = gfkit.Question.of(game, board)
    if question.is_family or (start, to) != (None, None):
        _require_single_board(
            question,
            {"--options": best, "--moves": moves}
            | {"--save": save_to is not None, "--thermograph": thermograph, "--tree": tree},
        )
        _print_family_values(question, (start, to), full, work, as_json)
        return
    from gfkit.play import value as value_of

    with work.progress() as progress:
        report = noting_size(progress, "values of positions", _MANY_VALUES, "positions with a value")
        value = value_of(
            question,
            options=best,
            moves=moves,
            max_memory=work.max_memory,
            on_progress=report,
        )
    drawn = {"thermograph": thermograph, "tree": tree, "options": best}
    asked = [name for name, is_asked in drawn.items() if is_asked]
    present(value, as_json, full=full, pictures=asked, json=(LONGEST_VALUE,), limit=LONGEST_VALUE)
    if save_to is not None:
        from gfkit.play.certificate import save_play, value_certificate

        save_play(value_certificate(question, value), save_to)


def _require_single_board(question: Question, options_of_boards: dict[str, bool]) -> None:
    """Raise an error for options that require a single board."""
    for option, is_asked in options_of_boards.items():
        if is_asked:
            raise OptionError(
                f"{option}: board {question.boards.text!r} is a family of boards, but a single"
                " board is needed: replace n by a number"
            )


def _print_family_values(
    question: Question,
    asked: tuple[int | None, int | None],
    full: bool,
    work: options.LongCall,
    as_json: bool,
) -> None:
    show = partial(present, as_json=as_json, full=full, json=(LONGEST_VALUE,), limit=LONGEST_VALUE)
    with show_when_stopped(show):
        values = work.run(gfkit.family_values, question, start=asked[0], to=asked[1])
    show(values)
    if asked[1] is None:
        note(f"the last n is {values.last_n}; --to changes it")


@options.command("outcomes", short_help="Outcomes for each n, and a pattern for all n.")
@options.game_on("FAMILY|BOARD", "GAME")
@click.option("--from", "start", default=None, metavar="N", type=click.IntRange(0), help="First n.")
@click.option("--to", default=None, metavar="N", type=click.IntRange(0), help="Last n; default 10.")
@click.option("--misere", is_flag=True, help="Misere play: the last player to move loses.")
@output_option("--save", "save_to", metavar="FILE", help="Write a certificate for 'gfkit certify'.")
@options.long_options(memory=True, partial=True)
@options.as_json
def outcomes_verb(
    game: str,
    board: str,
    start: int | None,
    to: int | None,
    misere: bool,
    save_to: str | None,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Determine the outcome of GAME on FAMILY for n up to N, or on one BOARD.

    GAME is a name from 'gfkit games' or the path of a rule file. FAMILY is a board with n in it, such
    as 3xn or path:n. The outcome is left or right (this player wins, also as second player), first or
    second (the first player wins, or the second).

    A pattern for all n is proved by the decomposition theorem if no piece of one player crosses the lines at
    which strips are cut, or by the period of an impartial game; otherwise it is only observed. At a limit the
    outcomes found are printed, with exit code 3.

    --save writes winning strategies for each board, by symmetry or as a table of replies, for 'gfkit
    certify'.

    \b
    Example: the outcomes of Domineering on 3 x n, for all n.
      $ gfkit outcomes domineering 3xn --to 9
      domineering on 3xn
      Left wins          n = 1
      Right wins         n = 4-9
      first player wins  n = 2, 3
      theorem            Right wins on 3xn for every n >= 4, and for no smaller n
      lengths won        all sums of 4, 5, 6, 7
      proved by search and the decomposition theorem
    """
    from gfkit.play.family_outcomes import outcomes as find_outcomes

    check_file("--save", save_to, ".json")
    question = gfkit.Question.of(game, board)
    show = partial(present, as_json=as_json, full=True)
    with show_when_stopped(show):
        outcomes = work.run(find_outcomes, question, to=to, start=start, misere=misere)
    show(outcomes)
    if save_to is not None:
        from gfkit.play.certificate import outcomes_certificate, save_play

        save_play(outcomes_certificate(question, outcomes), save_to)


@options.command("game", short_help="Arithmetic of game values, including values of boards.")
@click.argument("expression", nargs=-1, required=True)
@click.option("--compare", default=None, metavar="EXPRESSION", help="Game to compare with.")
@click.option("--thermograph", is_flag=True, help="Draw the thermograph.")
@click.option("--tree", is_flag=True, help="Draw the tree of options of the value.")
@options.long_options(seconds=False)
@options.as_json
def game_verb(
    expression: tuple[str, ...],
    compare: str | None,
    thermograph: bool,
    tree: bool,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Evaluate EXPRESSION as a game: canonical form, mean, temperature and other invariants.

    An expression consists of games in the usual notation, 3/4, 0.75, *2, ^3, v*, +-2, +_2 (or Tiny(2)),
    {2|1||0}, ^[2] for up + up-second, of sums and differences, of ordinal sums G:H, of boards such as
    domineering(2x3) or col(path:4), of stalks hackenbush(BRRB) from the ground up, and of cool(G, t),
    heat(G, t), overheat(G, s, t), norton(G, U), times(n, G), reduced(G). Put it in quotes.

    \b
    Example: a board, a switch and an up.
      $ gfkit game 'domineering(2x2) + {2|0} + ^'
      1^
      Left wins; mean 1, temperature 0
      ...
    """
    from gfkit.play.board import calculate

    calculation = work.run(calculate, " ".join(expression), compare)
    asked = ["thermograph"] * thermograph + ["tree"] * tree
    present(calculation, as_json, full=False, pictures=asked, json=(LONGEST_VALUE,), limit=LONGEST_VALUE)
