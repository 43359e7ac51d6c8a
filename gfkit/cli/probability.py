"""gfkit probability: probabilities of events in a random configuration."""

from __future__ import annotations

import re

import click

from gfkit.cli.files import check_picture_file, output_option
from gfkit.cli.long import options
from gfkit.cli.output import present
from gfkit.errors import OptionError
from gfkit.typing import Positions


@click.command(short_help="Probabilities of events in a random configuration.")
@click.argument("game", metavar="STRUCTURE", shell_complete=options.complete_game)
@click.argument("board", metavar="FAMILY|BOARD [EVENT]", nargs=-1, required=True)
@options.given
@options.positions
@options.weight_values
@output_option("-o", "--output", metavar="FILE", help="Draw a heat map of all elementary events.")
@options.full("lists of events")
@options.long_options(memory=True)
@options.as_json
def probability(
    game: str,
    board: tuple[str, ...],
    given: str | None,
    positions: Positions,
    at: str | None,
    output: str | None,
    full: bool,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Compute the probability of EVENT in a random configuration of STRUCTURE on BOARD or FAMILY.

    All configurations that 'gfkit count' counts are equally probable; with --at x=2 their probabilities are
    proportional to the products of their weights. The result is a fraction, and its first 10 digits. Without
    EVENT it is the probability of every elementary event, one line for each class of equal probability.

    EVENT is a sentence such as 'cell 1,1 is 1', 'edge 1,1-1,2', 'corner is a leaf', 'cell 2,3 is covered by
    a vertical domino', 'cells 1,1 and 5,5 are both 1', '2 king neighbours of cell 2,2 are 1', or an
    expression of rule files such as 'corners: d == 1'. Sentences are joined by 'and' or 'or'. --given EVENT
    is a condition.

    On a family the result is the probability for every n, and its limit as an algebraic number. An event
    that ends with 'in the middle' is about a slice far from both ends.

    \b
    Example: independent sets, also called hard squares, on strips of width 4.
      $ gfkit probability independent-sets 4xn 'cell 1,1 is 1'
      independent-sets on 4xn
      event          cell 1,1 is 1
      P(event)       from n = 1: 3/8, 12/41, 72/227, 191/617, ...
      ...
    """
    from gfkit.questions.probability import ProbabilitiesOnBoard, probabilities
    from gfkit.rules import Question
    from gfkit.rules.kinds.events import EVENT_START

    check_picture_file("--output", output)
    cut = next(
        (
            k
            for k, word in enumerate(board)
            if k and (" " in word or re.match(rf"{EVENT_START}(?![-:])", word))
        ),
        len(board),
    )
    event = " ".join(board[cut:]) or None
    words = options.game_and_board(game, *board[:cut])
    question = Question.of(*words, positions, weighed=True, given=given)
    found = work.run(probabilities, question, event, at)
    is_table = isinstance(found, ProbabilitiesOnBoard) and event is None
    if output is not None:
        if not is_table:
            raise OptionError("--output draws all events of a board; omit the event")
        from gfkit.show.cards.descriptions import probabilities_drawing
        from gfkit.show.picture import save_picture

        save_picture(probabilities_drawing(found), output)
    alone = str(found.events[0][1]) if isinstance(found, ProbabilitiesOnBoard) and event is not None else ""
    present(found, as_json, full=full, alone=alone)
