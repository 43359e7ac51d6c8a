"""Plays of dominogames: every piece with the number of its move, a colour for each player."""

from __future__ import annotations

from collections.abc import Sequence

from gfkit.equilibrium import Play
from gfkit.errors import LimitError
from gfkit.show.dominogame import play_text
from gfkit.show.svg.board import MOST_CELLS
from gfkit.show.svg.drawing import Drawing, beside
from gfkit.show.svg.element import tag
from gfkit.show.svg.shape import piece_shape
from gfkit.show.svg.style import SEVERAL

_CELL = 30.0


def plays_drawing(plays: Sequence[Play]) -> Drawing:
    """The plays side by side, with payoffs and moves below.

    >>> from gfkit.equilibrium import equilibrium
    >>> plays_drawing(equilibrium("2x2").plays).svg().count('class="piece')
    2
    """
    said = "; ".join(f"{play}: {play_text(play)}" for play in plays)
    return beside([_played(play) for play in plays], "plays of a dominogame", said)


def _played(play: Play) -> Drawing:
    game = play.game
    if game.cells > MOST_CELLS:
        raise LimitError(f"board {game.board!r} has {game.cells} cells; at most {MOST_CELLS} are drawn")
    parts = [
        tag("rect", x=col * _CELL, y=row * _CELL, width=_CELL, height=_CELL, class_="cell")
        for row in range(game.rows)
        for col in range(game.columns)
    ]
    for index, step in enumerate(play.steps):
        cells = [(game.rows - row, column - 1) for column, row in step.cells]
        look = SEVERAL[index % game.players % len(SEVERAL)]
        parts.append(piece_shape(cells, _CELL, look, str(index + 1)))
    drawn = Drawing(game.columns * _CELL, game.rows * _CELL, "".join(parts), str(play))
    return drawn.captioned(play_text(play))
