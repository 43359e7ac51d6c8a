"""Plays of dominogames as text and as SVG: every piece with the number of its move."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from gfkit.equilibrium import Play
from gfkit.show.equilibrium import pair_text
from gfkit.show.piece import Picture, draw_walls

_COLOURS = ("#8fce74", "#ffe066", "#7eb6ff", "#ff9d8a", "#c9a0ff", "#8fe3d9", "#ffc266", "#d0d0d0")
_CELL, _MARGIN, _BELOW = 30, 15, 40


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


def plays_svg(plays: Sequence[Play]) -> str:
    """The plays side by side as one SVG picture, a colour for each player.

    >>> from gfkit.equilibrium import equilibrium
    >>> plays_svg(equilibrium("2x2").plays).count("<rect")
    3
    """
    wide = [max(play.game.columns * _CELL, 9 * len(play_text(play))) + _MARGIN for play in plays]
    tall = max((play.game.rows * _CELL for play in plays), default=0)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{sum(wide) + _MARGIN}" '
        f'height="{tall + _MARGIN + _BELOW}" font-family="sans-serif" font-size="14" text-anchor="middle">'
    ]
    for index, play in enumerate(plays):
        parts += _drawn(play, sum(wide[:index]) + _MARGIN, _MARGIN + tall)
    return "\n".join([*parts, "</svg>"]) + "\n"


def _drawn(play: Play, left: int, bottom: int) -> list[str]:
    """The board with its lower left corner there, its pieces, and the payoffs below."""
    game = play.game
    width, height = game.columns * _CELL, game.rows * _CELL
    parts = [_rectangle(left, bottom - height, width, height, "none", "#888")]
    for index, step in enumerate(play.steps):
        columns, rows = zip(*step.cells, strict=True)
        x, y = left + (min(columns) - 1) * _CELL, bottom - max(rows) * _CELL
        across = (max(columns) - min(columns) + 1) * _CELL
        up = (max(rows) - min(rows) + 1) * _CELL
        colour = _COLOURS[index % game.players % len(_COLOURS)]
        parts.append(_rectangle(x, y, across, up, colour, "#333"))
        parts.append(f'<text x="{x + across // 2}" y="{y + up // 2 + 5}">{index + 1}</text>')
    text = escape(play_text(play))
    parts.append(f'<text x="{left}" y="{bottom + 22}" text-anchor="start">{text}</text>')
    return parts


def _rectangle(x: int, y: int, width: int, height: int, fill: str, stroke: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}" stroke="{stroke}"/>'
