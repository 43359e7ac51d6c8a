"""gfkit count: number of configurations, or their polynomial by pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from gfkit.cli.long import options
from gfkit.cli.output import note_idle, note_weights, present
from gfkit.typing import Positions, UpTo, Weights

if TYPE_CHECKING:
    from gfkit.boards import Board

_BRIEF_CELLS, _BRIEF_EDGES = 16, 24
"""Grids up to here, as 4x4, take less than a second, and what is so brief is not kept."""


@click.command()
@options.game_on("BOARD")
@options.positions
@options.weights()
@options.up_to
@options.full("polynomials and numbers")
@options.language
@options.long_options(memory=True, keeps=True)
@options.as_json
def count(
    game: str,
    board: str,
    positions: Positions,
    weights: Weights,
    up_to: UpTo | None,
    full: bool,
    language: str | None,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Count the configurations of STRUCTURE on BOARD.

    STRUCTURE is a name from 'gfkit games' or the path of a rule file. BOARD is 4x3, path:7, cycle:9,
    cylinder:4x6, torus:4x6, complete:6, graph:FILE, @FILE, or a drawing such as ..#/... .

    --positions selects a class of positions of a game: all, left-ends (Left has no legal move), right-ends
    (Right has no legal move), maximal (no player has a legal move), full (no empty cell), or play
    (alternating play: the numbers of Left's and Right's pieces differ by at most one; for an impartial game
    all positions).

    --weights pieces returns a polynomial in which x counts pieces; with players, x counts Left's pieces and
    y Right's pieces. Pieces that the drawing of the board contains are not counted.

    --up-to symmetry counts orbits under rotations and reflections of the board. Other groups are rotations,
    rectangle (the symmetries that map rows to rows) and automorphisms (of the graph).

    In a pipe, standard output is the number or the polynomial alone, and the evidence is on standard error.

    \b
    Example: the positions of Domineering on a square of four cells.
      $ gfkit count domineering 2x2 --weights players
      1 + 2*x + 2*y + x^2 + y^2
      7 positions
    """
    from gfkit.rules import Question

    question = Question.of(game, board, positions, weights)
    if up_to is not None:
        from gfkit.questions.orbits import orbits

        orbit_count = work.run(orbits, question, up_to=up_to)
        alone = "" if question.is_family else _text(orbit_count)
        present(orbit_count, as_json, language=language, full=full, alone=alone)
        return
    from gfkit.engine.count import count as count_positions

    store = None if _is_brief(question.board) else work.store
    result = work.run(count_positions, question, store=store)
    present(result, as_json, language=language, full=full, alone=_text(result))
    note_idle(question)
    note_weights(result.weights, [result.polynomial])


def _text(found: Any) -> str:
    """Return the number, or with weights the polynomial."""
    from gfkit.algebra.number import whole_text

    return str(found.polynomial) if found.weights else whole_text(found.count)


def _is_brief(board: Board) -> bool:
    return board.grid is not None and board.size <= _BRIEF_CELLS and len(board.edges) <= _BRIEF_EDGES
