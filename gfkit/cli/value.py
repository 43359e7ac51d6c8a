"""gfkit value: the combinatorial game value of a board, and who wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from gfkit.cli.long import options
from gfkit.cli.output import write_aside, write_forecast, write_json, write_lines
from gfkit.typing import Player

if TYPE_CHECKING:
    from gfkit.boards import Board
    from gfkit.cli.long.long_call import LongCall
    from gfkit.games import Question
    from gfkit.values import BestMove, BoardValue, ShortGame

_WINS = {
    "left": "Left wins",
    "right": "Right wins",
    "first": "the first player wins",
    "second": "the second player wins",
}
_CHARACTERS = 2000


@click.command(short_help="The game value of a board, and who wins.")
@options.game_on("BOARD")
@click.option("--options", "moves", is_flag=True, help="Draw each player's best moves.")
@click.option("--thermograph", is_flag=True, help="Draw the thermograph.")
@click.option("--plot", "picture", metavar="FILE", help="Save the thermograph as FILE.png, .svg or .pdf.")
@click.option(
    "--limit",
    type=click.IntRange(min=1),
    default=_CHARACTERS,
    metavar="N",
    help=f"Most characters of a value that are written out (default {_CHARACTERS}).",
)
@options.dry_run
@options.lasting(memory=True)
@options.as_json
def value(
    game: str,
    board: str,
    moves: bool,
    thermograph: bool,
    picture: str | None,
    limit: int,
    dry_run: bool,
    work: LongCall,
    as_json: bool,
) -> None:
    """The value of GAME on BOARD under normal play: who cannot move loses.

    GAME is a name from 'gfkit games' or the path of a rule file in which pieces are placed. BOARD is
    4x3, path:7, cycle:9, cylinder:4x6, torus:4x6, complete:6, graph:FILE, @FILE, or a drawing such
    as ..#/..., with pieces on it where play is under way.

    Values are in canonical form: 3/4, * and *2, ^ and v for up and down (^3, 1v*), +-2 for {2|-2},
    +_2 and -_2 for tiny-two and miny-two, and braces, where more bars are further out. A value of
    more than --limit characters is not written out, but its mean, temperature and size are.

    \b
    Example: Domineering on 3 x 3.
      $ gfkit value domineering 3x3
      +-1
      the first player wins; mean 0, temperature 1
    """
    from gfkit.games import Question

    question = Question.of(game, board)
    if dry_run:
        _foresee(question, work, as_json)
        return
    from gfkit.show.thermograph import check_picture, save_thermograph
    from gfkit.values import value as value_of

    if picture is not None:
        check_picture(picture)
    with work.progress() as progress:
        found = value_of(question, options=moves, max_memory=work.max_memory, on_progress=progress)
    if picture is not None:
        save_thermograph(found.thermograph, picture, f"{found.game} on {found.board}")
    if as_json:
        write_json(found.as_json(limit))
        return
    _write(found, limit)
    if thermograph:
        from gfkit.show.thermograph import draw_thermograph

        write_lines(["", *draw_thermograph(found.thermograph)])
    if moves:
        write_lines(_moves(question.board, found, limit))
    write_aside(str(found.evidence))


def _foresee(question: Question, work: LongCall, as_json: bool) -> None:
    from gfkit.values.foresight import foresee_value

    with work.progress() as progress:
        found = foresee_value(question, max_memory=work.max_memory, on_progress=progress)
    write_forecast(found, as_json)


def _write(found: BoardValue, limit: int) -> None:
    from gfkit.sequences.number import number_text

    graph = found.thermograph
    mean, temperature = number_text(graph.mean), number_text(graph.temperature)
    write_lines([_shown(found.value, limit)])
    write_lines([f"{_WINS[found.outcome]}; mean {mean}, temperature {temperature}"])


def _shown(game: ShortGame, limit: int) -> str:
    text = game.text(limit)
    return text if text is not None else f"(of size {game.size}, more than {limit} characters)"


def _moves(board: Board, found: BoardValue, limit: int) -> Iterator[str]:
    for player in (Player.LEFT, Player.RIGHT):
        own = [move for move in found.moves if move.player is player]
        yield ""
        yield f"Best for {player.value.title()}:" if own else f"{player.value.title()} has no move"
        for move in own:
            yield from _drawn(board, move, limit)


def _drawn(board: Board, move: BestMove, limit: int) -> Iterator[str]:
    from gfkit.show.move import draw_move

    picture = draw_move(board, move.player, move.cells)
    alike = "" if move.alike == 1 else f" ({move.alike} moves)"
    yield f"  {picture[0]}   to {_shown(move.value, limit)}{alike}"
    for line in picture[1:]:
        yield f"  {line}"
