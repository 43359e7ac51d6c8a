"""Boards and families as pictures."""

from __future__ import annotations

from collections.abc import Mapping

from gfkit.boards import Board, Family
from gfkit.show.faces.html import card, picture
from gfkit.show.faces.shown import Shown
from gfkit.show.svg import board_drawing, family_drawing


def _board(board: Board) -> str:
    drawn = board_drawing(board)
    lying = f", {len(board.lying)} pieces on it" if board.lying else ""
    return card(f"{board.text}: {board.size} cells{lying}", (), picture(drawn))


def _family(family: Family) -> str:
    return card(f"{family.text}, n ≥ {family.first_n}", (), picture(family_drawing(family)))


FACES: Mapping[type, Shown] = {
    Board: Shown(svg=lambda board: board_drawing(board).svg(), html=_board),
    Family: Shown(svg=lambda family: family_drawing(family).svg(), html=_family),
}
