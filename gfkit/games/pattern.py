"""The small drawings inside rule files: pieces, windows and neighbourhoods."""

from __future__ import annotations

from gfkit.errors import RuleError
from gfkit.games.rule import Cell, Piece, Window

_MOST_SIDE = 12


def read_piece(where: str, text: object) -> Piece:
    """A piece from its drawing: 'X' its cells, '.' holes, '/' between rows.

    >>> read_piece("pieces", "X/X").cells
    ((0, 0), (1, 0))
    """
    drawn = _read(where, text, "'X' for a cell and '.' for a hole", "X.")
    cells = {cell for cell, mark in drawn.items() if mark == "X"}
    if not cells:
        raise RuleError(f"{where}: the piece {text!r} has no cell; draw its cells as X, as in 'X/X'")
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    return Piece(tuple(sorted((row - top, col - left) for row, col in cells)))


def read_window(where: str, text: object, colours: int) -> Window:
    """A window from its drawing: colours, '?' any colour, small letters alike where alike, '.' nothing asked.

    Different letters stand for different colours.

    >>> read_window("forbid", "1?/a1", 2).text
    '1?/a1'
    """
    digits = "".join(str(colour) for colour in range(colours))
    letters = "abcdefghijklmnopqrstuvwxyz"
    drawn = _read(
        where,
        text,
        f"colours 0 to {colours - 1}, '?' for any, small letters for equal colours,"
        " '.' where nothing is asked",
        digits + "?." + letters,
    )
    cells = {cell: mark for cell, mark in drawn.items() if mark != "."}
    if not any(mark != "?" for mark in cells.values()):
        raise RuleError(f"{where}: the window {text!r} would match everywhere; name at least one colour")
    top, left = min(row for row, _ in cells), min(col for _, col in cells)
    return Window(tuple(sorted(((row - top, col - left), mark) for (row, col), mark in cells.items())))


NEIGHBOURS: dict[str, tuple[Cell, ...]] = {
    "rook": (),
    "king": tuple((r, c) for r in (-1, 0, 1) for c in (-1, 0, 1) if (r, c) != (0, 0)),
}


def read_neighbours(where: str, text: object) -> tuple[Cell, ...]:
    """Offsets of the neighbours: rook, king, or a drawing with X at the cell and o at each neighbour.

    >>> read_neighbours("neighbours", "oXo")
    ((0, -1), (0, 1))
    """
    if isinstance(text, str) and text in NEIGHBOURS:
        return NEIGHBOURS[text]
    drawn = _read(where, text, "rook, king, or a drawing with X at the cell and o at its neighbours", "Xo.")
    cell = [place for place, mark in drawn.items() if mark == "X"]
    others = [place for place, mark in drawn.items() if mark == "o"]
    if len(cell) != 1 or not others:
        raise RuleError(f"{where}: {text!r} must have one X, the cell, and at least one o, a neighbour")
    return tuple(sorted((row - cell[0][0], col - cell[0][1]) for row, col in others))


def _read(where: str, text: object, legend: str, alphabet: str) -> dict[Cell, str]:
    if not isinstance(text, str) or not text:
        raise RuleError(f"{where}: expected a drawing in quotes ({legend}), got {text!r}")
    rows = text.split("/")
    if len(rows) > _MOST_SIDE or max(map(len, rows)) > _MOST_SIDE:
        raise RuleError(f"{where}: {text[:40]!r} is larger than {_MOST_SIDE} x {_MOST_SIDE}")
    drawn = {}
    for row, line in enumerate(rows):
        for col, mark in enumerate(line):
            if mark not in alphabet:
                raise RuleError(f"{where}: {text!r} has the character {mark!r}; expected {legend}")
            drawn[row, col] = mark
    return drawn
