"""gfkit count: the number of positions, or the polynomial that counts them by pieces."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from gfkit.cli.long import options
from gfkit.cli.output import (
    note_idle,
    write_aside,
    write_forecast,
    write_formula,
    write_in,
    write_json,
    write_lines,
)

if TYPE_CHECKING:
    from gfkit.cli.long.long_call import LongCall
    from gfkit.sequences import Count
    from gfkit.typing import Positions, Weights


@click.command()
@options.game_on("BOARD")
@options.positions
@options.weights()
@options.language
@options.dry_run
@options.lasting(memory=True, keeps=True)
@options.as_json
def count(
    game: str,
    board: str,
    positions: Positions,
    weights: Weights,
    language: str | None,
    dry_run: bool,
    work: LongCall,
    as_json: bool,
) -> None:
    """Count the positions of GAME on BOARD.

    GAME is a name from 'gfkit games' or the path of a rule file. BOARD is 4x3, path:7, cycle:9,
    cylinder:4x6, torus:4x6, complete:6, graph:FILE, @FILE, or a drawing such as ..#/... .

    --positions counts all positions, those where Left cannot move (left-ends), Right cannot
    (right-ends), neither can (maximal), or those of alternating play (play: the numbers of
    Left's and Right's pieces differ by at most one; in an impartial game every position).

    --weights pieces gives a polynomial in which x marks each piece; with players, x marks Left's
    pieces and y Right's. Pieces already drawn on the board are not marked.

    \b
    Example: the positions of Domineering on a square of four cells.
      $ gfkit count domineering 2x2 --weights players
      1 + 2*x + 2*y + x^2 + y^2
      7 positions
    """
    if dry_run:
        _foresee(game, board, positions, weights, work, as_json)
        return
    from gfkit.games import find_rule
    from gfkit.transfer import count as count_positions

    with work.progress() as progress:
        result = count_positions(
            game,
            board,
            positions,
            weights,
            max_memory=work.max_memory,
            store=work.store,
            on_progress=progress,
        )
    if as_json:
        write_json(result.as_json())
    elif language is not None:
        write_in(result, language)
    else:
        _write(result)
    if os.path.isfile(game):  # a pipe is read only once
        note_idle(find_rule(game), board)


def _foresee(
    game: str, board: str, positions: Positions, weights: Weights, work: LongCall, as_json: bool
) -> None:
    from gfkit.transfer import foresee_count

    with work.progress() as progress:
        found = foresee_count(
            game, board, positions, weights, max_memory=work.max_memory, on_progress=progress
        )
    write_forecast(found, as_json)


def _write(result: Count) -> None:
    from gfkit.sequences.number import whole_text

    number = whole_text(result.count)
    if result.weights:
        write_formula(str(result))
        number += " position" if result.count == 1 else " positions"
    write_lines([number])
    write_aside(str(result.evidence))
