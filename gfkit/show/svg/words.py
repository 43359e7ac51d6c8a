"""Descriptions of drawn boards for screen readers: cells by rows, vertices by their names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from gfkit.core.boards import Board, LyingPiece
from gfkit.core.boards.board import Edge
from gfkit.core.errors import quantity
from gfkit.core.rules.kinds.diagram import BOTH, Look
from gfkit.core.typing import Player

_MOST = 60
"""Maximum number of pieces, cells or lines that are described individually."""
_COLOURS = ("blue", "orange", "green", "pink", "light blue", "red")
_NAMED = {
    "dot": "dots",
    "ring": "rings",
    "cross": "crosses",
    "square": "filled squares",
    "plus": "plus signs",
    "minus": "minus signs",
}


def board_description(
    board: Board,
    lying: Sequence[LyingPiece] = (),
    marks: Mapping[int, str] | None = None,
    symbols: Mapping[int, Look] | None = None,
    reached: Sequence[int] = (),
    links: Collection[Edge] = (),
    arrows: Collection[Edge] = (),
    labels: Collection[tuple[Edge, str]] = (),
    sides: str = "",
) -> str:
    """Return sentences that describe a board and its contents, with the identified ``sides`` of a surface.

    >>> from gfkit.core.boards import parse_one_board
    >>> board, piece = parse_one_board("2x3"), LyingPiece("", Player.LEFT, (0, 3))
    >>> board_description(board, [piece], symbols={1: Look("dot")})
    'A board of 2 rows and 3 columns. Pieces of Left: column 1, rows 1 and 2. Dots: row 1, column 2.'
    """
    parts = [f"{_shape(board)}; {sides}" if sides else _shape(board)]
    for player, who in ((Player.LEFT, "Left"), (Player.RIGHT, "Right"), (None, "nobody")):
        own = [cell for cell, tint in enumerate(board.tints) if tint is player]
        parts += [f"Only for {who}: {_cells(board, own)}"] if 0 < len(own) <= _MOST else []
    parts += _pieces(board, lying)
    for name, cells in _groups(marks or {}, symbols or {}).items():
        parts.append(f"{name}: {_cells(board, cells) if len(cells) <= _MOST else f'on {len(cells)} cells'}")
    if reached:
        parts.append("Cells within their range are shaded")
    parts += _edges(board, links, "Lines") + _edges(board, arrows, "Arrows")
    parts += [f"On the line {_pair(board, edge)}: {text}" for edge, text in list(labels)[:_MOST]]
    return ". ".join(parts) + "."


def _shape(board: Board) -> str:
    grid = board.grid
    if grid is None:
        vertices = "1 vertex" if board.size == 1 else f"{board.size:,} vertices"
        named = "; vertices are labelled (row, column)" if board.places and not board.names else ""
        return f"A graph of {vertices} and {quantity(len(board.edges), 'edge')}{named}"
    text = f"A board of {quantity(grid.rows, 'row')} and {quantity(grid.cols, 'column')}"
    holes = grid.rows * grid.cols - board.size
    return text + (f" with {quantity(holes, 'hole')}" if holes else "")


def _pieces(board: Board, lying: Sequence[LyingPiece]) -> list[str]:
    """Return phrases for the pieces of each owner; pieces drawn as lines are edges."""
    parts = []
    for owner in (Player.LEFT, Player.RIGHT, Player.BOTH):
        own = [piece for piece in lying if piece.owner is owner]
        lines = [(piece.cells[0], piece.cells[1]) for piece in own if len(piece.cells) == 2]
        if own and board.grid is None and len(lines) == len(own):
            parts += _edges(
                board, lines, "Lines" if owner is Player.BOTH else f"Lines of {owner.value.title()}"
            )
        elif own:
            name = "Pieces" if owner is Player.BOTH else f"Pieces of {owner.value.title()}"
            listed = "; ".join(_piece(board, piece.cells) for piece in own)
            parts.append(f"{name}: {listed if len(own) <= _MOST else len(own)}")
    return parts


def _piece(board: Board, cells: Sequence[int]) -> str:
    """Return the cells of a piece, grouped by row or column."""
    if not board.places:
        return _listed([_vertex(board, cell) for cell in cells])
    rows, cols = ([str(board.places[cell][axis] + 1) for cell in cells] for axis in (0, 1))
    if len({*rows}) == 1:
        return f"row {rows[0]}, {_plural('column', cols)}"
    if len({*cols}) == 1:
        return f"column {cols[0]}, {_plural('row', rows)}"
    return _cells(board, cells).replace("; ", " and ")


def _plural(noun: str, numbers: Sequence[str]) -> str:
    return f"{noun}{'s' * (len(numbers) > 1)} {_listed(numbers)}"


def _listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def _groups(marks: Mapping[int, str], symbols: Mapping[int, Look]) -> dict[str, list[int]]:
    """Return cells grouped by their contents, without blanks."""
    groups: dict[str, list[int]] = {}
    for cell, look in sorted(symbols.items()):
        if name := _name(look):
            groups.setdefault(name, []).append(cell)
    for cell, mark in sorted(marks.items()):
        groups.setdefault(f"With {mark}", []).append(cell)
    return groups


def _name(look: Look) -> str:
    """Return the plural of a symbol, with its colour if that distinguishes symbols."""
    if look.symbol in ("blank", "tile"):
        return "" if look.symbol == "blank" else "Tiles with coloured sides"
    colour = _COLOURS[look.colour % len(_COLOURS)]
    if look.symbol == "colour":
        return f"{colour.capitalize()}, for {look.text}" if look.text else colour.capitalize()
    name = _NAMED.get(look.symbol, f"{look.symbol}s")
    return (name if look.colour == BOTH else f"{colour} {name}").capitalize()


def _cells(board: Board, cells: Iterable[int]) -> str:
    """Return cells row by row, or vertices by name."""
    if not board.places:
        return ", ".join(_vertex(board, cell) for cell in cells)
    rows: dict[int, list[str]] = {}
    for row, col in (board.places[cell] for cell in cells):
        rows.setdefault(row + 1, []).append(str(col + 1))
    return "; ".join(f"row {row}, {_plural('column', cols)}" for row, cols in sorted(rows.items()))


def _edges(board: Board, edges: Collection[Edge], name: str) -> list[str]:
    if not edges:
        return []
    return [
        f"{name}: {'; '.join(_pair(board, edge) for edge in edges) if len(edges) <= _MOST else len(edges)}"
    ]


def _pair(board: Board, edge: Edge) -> str:
    return f"{_vertex(board, edge[0])} to {_vertex(board, edge[1])}"


def _vertex(board: Board, cell: int) -> str:
    """Return the name of a vertex, or its row and column, or its number, counted from 1."""
    if board.names:
        return board.names[cell]
    if board.places:
        row, col = board.places[cell]
        return f"({row + 1}, {col + 1})"
    return str(cell + 1)
