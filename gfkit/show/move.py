"""A move drawn on its board."""

from __future__ import annotations

from gfkit.boards import Board
from gfkit.typing import Player

_LETTERS = "XOABCDEFGHIJKLMNPQRSTUVWYZ"


def draw_move(board: Board, player: Player, cells: tuple[int, ...]) -> list[str]:
    """The board with a new piece on it, as the board grammar draws it: X is Left's, x is Right's.

    Where X lies there already, the next free letter stands for the new piece. A graph has no picture: its
    vertices are named by their numbers, from 1.

    >>> from gfkit.boards import parse_one_board
    >>> draw_move(parse_one_board("A../A.#"), Player.RIGHT, (1, 2))
    ['Axx', 'A.#']
    """
    if board.grid is None:
        where = ", ".join(str(cell + 1) for cell in cells)
        return [f"on vertex {where}" if len(cells) == 1 else f"on vertices {where}"]
    marks = {board.places[cell]: piece.letter for cell, piece in board.occupied.items()}
    letter = next(letter for letter in _LETTERS if letter not in {mark.upper() for mark in marks.values()})
    new = letter if player is Player.LEFT else letter.lower()
    marks |= {board.places[cell]: new for cell in cells}
    drawn = {**dict.fromkeys(board.places, "."), **marks}
    return [
        "".join(drawn.get((row, col), "#") for col in range(board.grid.cols))
        for row in range(board.grid.rows)
    ]
