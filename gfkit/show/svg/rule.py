"""Rules: the pieces that each player places, the windows that are forbidden, the tiles of a set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from gfkit.errors import LimitError
from gfkit.rules import Rule
from gfkit.rules.kinds.diagram import Diagram, DiagramRow, Look, pictures_of
from gfkit.rules.rule import Cell, Piece, Tile, Window
from gfkit.rules.table import monomial
from gfkit.show.markup import centre_text, line, tag, text, width_of
from gfkit.show.svg.board import piece_shape
from gfkit.show.svg.drawing import OWNERS, Drawing, beside, stack
from gfkit.show.svg.symbols import symbol_on_square
from gfkit.typing import Player

MOST_DRAWN = 200
_CELL, _TILE = 26.0, 62.0
_GAP, _TILE_GAP = 22.0, 26.0


def rule_drawing(rule: Rule) -> Drawing:
    """All that can be drawn of a rule: its pieces by player, its windows, its tiles, its moves."""
    pictures = pictures_of(rule)
    rows = pictures.rows
    number = sum(len(row.diagrams) for row in rows)
    if number > MOST_DRAWN:
        raise LimitError(
            f"rule {rule.name!r} has {number} pieces, windows or tiles; at most {MOST_DRAWN} are drawn"
        )
    drawn = [_row_drawing(row, pictures.looks) for row in rows]
    whole = stack(drawn, f"rule {rule.name}", rule.about)
    return whole.with_heading(rule.name)


def _row_drawing(row: DiagramRow, looks: Mapping[str, Look]) -> Drawing:
    """Diagrams side by side below their heading."""
    gap = _TILE_GAP if any(isinstance(diagram, Tile) for diagram in row.diagrams) else _GAP
    drawn = [diagram_drawing(diagram, row.owner or Player.BOTH, looks) for diagram in row.diagrams]
    whole = beside(drawn, row.heading, gap=gap)
    return whole.with_heading(row.heading) if row.heading else whole


def diagram_drawing(
    diagram: Diagram, owner: Player = Player.BOTH, looks: Mapping[str, Look] | None = None
) -> Drawing:
    """A diagram, a piece in the colour of its owner, marks as they look in configurations."""
    if isinstance(diagram, Piece):
        return _piece(diagram, owner)
    return _window(diagram, looks or {}) if isinstance(diagram, Window) else _tile(diagram)


def _piece(piece: Piece, owner: Player) -> Drawing:
    """The cells of a piece; those that are not its own are only outlined."""
    rows, cols = _extent(piece.cells)
    shape = piece_shape(piece.cells, _CELL, OWNERS[owner])
    body = _frame(rows, cols) + shape
    return Drawing(cols * _CELL, rows * _CELL, body, f"piece {piece.text}")


def _window(window: Window, looks: Mapping[str, Look]) -> Drawing:
    """Cells with their marks; blank ones, and those that need the squares around, are written."""
    marks = dict(window.cells)
    rows, cols = _extent(marks)
    parts = []
    for (row, col), mark in window.cells:
        x, y = col * _CELL, row * _CELL
        parts.append(tag("rect", x=x, y=y, width=_CELL, height=_CELL, class_="cell"))
        look = looks.get(mark)
        is_drawn = look is not None and look.symbol not in ("blank", "square", "tile")
        parts.append(
            symbol_on_square(look, x, y, _CELL)
            if look is not None and is_drawn
            else centre_text(mark, x + _CELL / 2, y + _CELL / 2, 13)
        )
    return Drawing(cols * _CELL, rows * _CELL, "".join(parts), f"window {window.text}")


def _tile(tile: Tile) -> Drawing:
    """A tile with a label in each of its four quarters, and its name and weight below."""
    half, side = _TILE / 2, _TILE
    parts = [
        tag("rect", x=0, y=0, width=side, height=side, class_="cell tile"),
        line([(0, 0), (side, side)], class_="grid"),
        line([(0, side), (side, 0)], class_="grid"),
    ]
    near = side * 0.17
    for mark, x, y in (
        (tile.top, half, near),
        (tile.right, side - near, half),
        (tile.bottom, half, side - near),
        (tile.left, near, half),
    ):
        parts.append(centre_text(mark, x, y, 13 if len(mark) < 3 else 9))
    weight = monomial(tile.weight)
    words = tile.name + (f", {weight}" if weight else "")
    wide = max(side, width_of(words, 12))
    below = text(words, side / 2, side + 16, font_size=12, class_="soft")
    body = tag("g", *parts, below, transform=f"translate({(wide - side) / 2:g} 0)")
    description = f"top {tile.top}, right {tile.right}, bottom {tile.bottom}, left {tile.left}"
    return Drawing(wide, side + 20, body, f"tile {tile.name}", description)


def _frame(rows: int, cols: int) -> str:
    lines = [line([(0, k * _CELL), (cols * _CELL, k * _CELL)], class_="grid") for k in range(rows + 1)]
    lines += [line([(k * _CELL, 0), (k * _CELL, rows * _CELL)], class_="grid") for k in range(cols + 1)]
    return "".join(lines)


def _extent(cells: Iterable[Cell]) -> tuple[int, int]:
    rows, cols = zip(*cells, strict=True)
    return max(rows) + 1, max(cols) + 1
