"""Boards drawn with characters, with holes and pieces."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gfkit.boards.board import Board, Grid, Lying, Place, from_places, refuse_huge
from gfkit.errors import BoardError
from gfkit.typing import Player

_DRAWN = re.compile(r"[.#/ A-Za-z]+|[.#].*|[^0-9].*/.*")
_LEGEND = "'.' is a free cell, '#' or a space no cell, a letter a piece (upper case Left, lower case Right)"


def looks_drawn(text: str) -> bool:
    """Whether a text is meant as a drawing on one line, with or without a slip in it."""
    return bool(_DRAWN.fullmatch(text)) and any(character in "./#" for character in text)


def from_drawing(text: str, rows: Sequence[str]) -> Board:
    """The board drawn by these rows.

    Cells of one piece carry the same letter and hang together; the same letter elsewhere is
    another piece.

    >>> from_drawing("", ["..#", "aa."]).lying
    (Lying(letter='a', owner=<Player.RIGHT: 'right'>, cells=(2, 3)),)
    """
    lines = [row.rstrip("\r\n") for row in rows]
    width = max((len(line) for line in lines), default=0)
    if width == 0:
        raise BoardError(f"board {text!r} is drawn with no row and no cell; {_LEGEND}")
    refuse_huge(text, width * len(lines), 2 * width * len(lines))
    letters: dict[Place, str] = {}
    for row, line in enumerate(lines):
        for col, character in enumerate(line):
            if character in "# ":
                continue
            if character != "." and not (character.isascii() and character.isalpha()):
                raise BoardError(
                    f"board {text!r}: row {row + 1}, column {col + 1} has {character!r}; {_LEGEND}"
                )
            letters[row, col] = character
    board = from_places(text, Grid(len(lines), width), letters)
    return Board(board.text, board.size, board.edges, board.grid, board.places, tuple(_lying(board, letters)))


def _lying(board: Board, letters: dict[Place, str]) -> list[Lying]:
    found = []
    seen: set[int] = set()
    for start, place in enumerate(board.places):
        letter = letters[place]
        if letter == "." or start in seen:
            continue
        group, todo = {start}, [start]
        while todo:
            for cell in board.neighbours[todo.pop()]:
                if cell not in group and letters[board.places[cell]] == letter:
                    group.add(cell)
                    todo.append(cell)
        seen |= group
        owner = Player.LEFT if letter.isupper() else Player.RIGHT
        found.append(Lying(letter, owner, tuple(sorted(group))))
    return found
