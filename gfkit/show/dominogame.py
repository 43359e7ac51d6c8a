"""Plays of dominogames as text: every piece with the number of its move."""

from __future__ import annotations

from gfkit.equilibrium import Play
from gfkit.show.equilibrium import pair_text
from gfkit.show.piece import Picture, draw_walls


def draw_play(play: Play) -> Picture:
    """A play with a wall around every piece, and the payoffs and the moves below; empty cells are dots.

    The pieces have the numbers of their moves, so that with two players odd ones are player one's.

    >>> from gfkit.equilibrium import equilibrium
    >>> print("\\n".join(draw_play(equilibrium("2x3").plays[0])))
    +---+---+
    | 2 | 3 |
    +   +   +
    | 2 | 3 |
    +---+---+
    | 1   1 |
    +---+---+
    (7, 5)
    h1 v1 v2
    """
    game = play.game
    number = {
        (game.rows - row, column - 1): str(index)
        for index, step in enumerate(play.steps, 1)
        for column, row in step.cells
    }

    def label(cell: tuple[int, int]) -> str:
        inside = 0 <= cell[0] < game.rows and 0 <= cell[1] < game.columns
        return number.get(cell, "." if inside else "")

    cells = {(row, col): label((row, col)) for row in range(game.rows) for col in range(game.columns)}
    drawn = draw_walls(game.rows, game.columns, lambda one, other: label(one) != label(other), cells)
    return (*drawn, play_text(play), str(play))


def play_text(play: Play) -> str:
    """The payoffs of a play, and how many cells it leaves empty if any.

    >>> from gfkit.equilibrium import equilibrium
    >>> play_text(equilibrium("3x3").plays[0])
    '(9, 6), 1 empty cell'
    """
    pair, empty = pair_text(play.payoffs), play.empty_cells
    return pair if not empty else f"{pair}, {empty} empty cell{'s' if empty > 1 else ''}"
