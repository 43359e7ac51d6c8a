"""Rules: the pieces that each player places, the windows that are forbidden, the tiles of a set."""

from __future__ import annotations

from collections.abc import Iterable

from gfkit.errors import LimitError
from gfkit.games.rule import Cell, Piece, Rule
from gfkit.kinds.array.rule import ArrayRule, Window
from gfkit.kinds.cover.rule import CoverRule
from gfkit.kinds.edges.rule import EdgeRule
from gfkit.kinds.orientations.rule import OrientationRule
from gfkit.kinds.phrases import monomial
from gfkit.kinds.placement.rule import PlacementRule
from gfkit.kinds.placement.spaced import SpacedRule
from gfkit.kinds.pointers.rule import PointerRule
from gfkit.kinds.tiles.rule import Tile, TileRule
from gfkit.show.markup import centred, line, tag, text, width_of
from gfkit.show.phrases import hands, lettered, pointed
from gfkit.show.svg.board import piece_shape
from gfkit.show.svg.drawing import OWNERS, Drawing, beside, stacked
from gfkit.typing import Player

MOST_DRAWN = 200
_CELL, _TILE = 26.0, 62.0


def rule_drawing(rule: Rule) -> Drawing:
    """All that can be drawn of a rule: its pieces by player, its windows, its tiles, its moves."""
    if isinstance(rule, SpacedRule):
        return rule_drawing(rule.base)
    if isinstance(rule, PlacementRule):
        number = sum(len(colour.pieces) for colour in rule.colours)
        rows = [
            beside([piece_drawing(piece, owner) for piece in pieces], said).headed(said)
            for said, owner, pieces in hands(rule.colours)
        ]
    elif isinstance(rule, ArrayRule):
        asked = [Window(cells) for cells in lettered(rule)]
        number = len(rule.forbid) + len(asked)
        told = (("Forbidden windows", rule.forbid), ("Windows of predicates", asked))
        rows = [
            beside([window_drawing(window) for window in windows], "windows").headed(said)
            for said, windows in told
            if windows
        ]
    elif isinstance(rule, CoverRule):
        number = len(rule.pieces)
        rows = [beside([piece_drawing(piece) for piece in rule.pieces], "pieces").headed("Pieces")]
    elif isinstance(rule, PointerRule):
        number = 1
        rows = [window_drawing(Window(tuple(pointed(rule).items()))).headed("Moves")]
    elif isinstance(rule, EdgeRule | OrientationRule):
        number, rows = 0, []
    else:
        assert isinstance(rule, TileRule), "there is no other kind of rule"
        number = len(rule.tiles)
        rows = [beside([tile_drawing(tile) for tile in rule.tiles], "tiles", gap=26)]
    if number > MOST_DRAWN:
        raise LimitError(
            f"rule {rule.name!r} has {number} pieces, windows or tiles; at most {MOST_DRAWN} are drawn"
        )
    whole = stacked(rows, f"rule {rule.name}", rule.about)
    return whole.headed(rule.name)


def piece_drawing(piece: Piece, owner: Player = Player.BOTH) -> Drawing:
    """A piece in the colour of its owner; the cells that are not its own are only outlined."""
    rows, cols = _extent(piece.cells)
    shape = piece_shape(piece.cells, _CELL, OWNERS[owner])
    body = _frame(rows, cols) + shape
    return Drawing(cols * _CELL, rows * _CELL, body, f"piece {piece.text}")


def window_drawing(window: Window) -> Drawing:
    """A window with what must not stand there: colours as numbers, letters for any colour, but equal ones."""
    marks = dict(window.cells)
    rows, cols = _extent(marks)
    parts = []
    for (row, col), mark in window.cells:
        x, y = col * _CELL, row * _CELL
        parts.append(tag("rect", x=x, y=y, width=_CELL, height=_CELL, class_="cell"))
        parts.append(centred(mark, x + _CELL / 2, y + _CELL / 2, 13))
    return Drawing(cols * _CELL, rows * _CELL, "".join(parts), f"window {window.text}")


def tile_drawing(tile: Tile) -> Drawing:
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
        parts.append(centred(mark, x, y, 13 if len(mark) < 3 else 9))
    weight = monomial(tile.weight)
    words = tile.name + (f", {weight}" if weight else "")
    wide = max(side, width_of(words, 12))
    below = text(words, side / 2, side + 16, font_size=12, class_="soft")
    body = tag("g", *parts, below, transform=f"translate({(wide - side) / 2:g} 0)")
    said = f"top {tile.top}, right {tile.right}, bottom {tile.bottom}, left {tile.left}"
    return Drawing(wide, side + 20, body, f"tile {tile.name}", said)


def _frame(rows: int, cols: int) -> str:
    lines = [line([(0, k * _CELL), (cols * _CELL, k * _CELL)], class_="grid") for k in range(rows + 1)]
    lines += [line([(k * _CELL, 0), (k * _CELL, rows * _CELL)], class_="grid") for k in range(cols + 1)]
    return "".join(lines)


def _extent(cells: Iterable[Cell]) -> tuple[int, int]:
    rows, cols = zip(*cells, strict=True)
    return max(rows) + 1, max(cols) + 1
