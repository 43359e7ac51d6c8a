"""Pieces, windows and tiles as small pictures made of plain characters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gfkit.games.rule import (
    ArrayRule,
    Cell,
    Colour,
    Exactly,
    Piece,
    PlacementRule,
    Rule,
    Tile,
    TileRule,
    WindowPredicate,
)
from gfkit.typing import Player

Picture = tuple[str, ...]
_PLACES = {Player.LEFT: "Left places", Player.RIGHT: "Right places", Player.BOTH: "Both place"}


def draw_cells(marks: dict[Cell, str], *, joined: bool) -> Picture:
    """Cells with a wall around each, or around the whole when they are ``joined``.

    >>> print("\\n".join(draw_cells({(0, 0): "", (1, 0): "", (1, 1): ""}, joined=True)))
    +---+
    |   |
    +   +---+
    |       |
    +---+---+
    """
    top, left = min(row for row, _ in marks), min(col for _, col in marks)
    rows, cols = max(row for row, _ in marks) - top + 1, max(col for _, col in marks) - left + 1
    cells = {(row - top, col - left): mark for (row, col), mark in marks.items()}

    def wall(one: Cell, other: Cell) -> bool:
        inside = (one in cells) + (other in cells)
        return inside == 1 or (inside == 2 and not joined)

    return draw_walls(rows, cols, wall, cells)


def draw_walls(
    rows: int, cols: int, wall: Callable[[Cell, Cell], bool], marks: Mapping[Cell, str]
) -> Picture:
    """A rectangle with its marks and a wall between neighbouring cells, row and column, where there is one.

    >>> print("\\n".join(draw_walls(1, 2, lambda one, other: (0, 0) in (one, other), {(0, 0): "X"})))
    +---+
    | X |
    +---+
    """
    lines = []
    for row in range(rows + 1):
        edge = [wall((row - 1, col), (row, col)) for col in range(-1, cols + 1)]
        sides = [[wall((r, col - 1), (r, col)) for col in range(cols + 1)] for r in (row - 1, row)]
        line = ""
        for col in range(cols + 1):
            corner = edge[col] or edge[col + 1] or sides[0][col] or sides[1][col]
            line += ("+" if corner else " ") + ("---" if edge[col + 1] else "   ")
        lines.append(line.rstrip())
        if row < rows:
            inner = (
                ("|" if sides[1][col] else " ") + marks.get((row, col), "").center(3)
                for col in range(cols + 1)
            )
            lines.append("".join(inner).rstrip())
    return tuple(lines)


def draw_tile(tile: Tile) -> Picture:
    """A tile with the labels of its edges outside and its name and weight below.

    >>> print("\\n".join(draw_tile(Tile("T1", "1", "0", "2", "0", (1, 0)))))
        1
      +---+
    0 |   | 0
      +---+
        2
      T1  x
    """
    pad = " " * (len(tile.left) + 1)
    marked = monomial(tile.weight)
    below = tile.name + (f"  {marked}" if marked else "")
    return (
        f"{pad}  {tile.top}",
        f"{pad}+---+",
        f"{tile.left} |   | {tile.right}",
        f"{pad}+---+",
        f"{pad}  {tile.bottom}",
        f"{pad}{below}",
    )


def draw_rule(rule: Rule, width: int) -> list[str]:
    """Everything in a rule that can be drawn, in lines of at most ``width`` where it fits."""
    if isinstance(rule, PlacementRule):
        return beside(
            [_with_title(title, _drawn(pieces), width) for title, _, pieces in hands(rule.colours)], width
        )
    if isinstance(rule, ArrayRule):
        windows = [draw_cells(dict(window.cells), joined=False) for window in rule.forbid]
        asked = [draw_cells(dict(shape), joined=False) for shape in lettered(rule)]
        drawn = ["Forbidden windows", *beside(windows, width)] if windows else []
        return [*drawn, "Windows of predicates", *beside(asked, width)] if asked else drawn
    assert isinstance(rule, TileRule), "there are three kinds of rule"
    return beside([draw_tile(tile) for tile in rule.tiles], width)


def lettered(rule: ArrayRule) -> list[tuple[tuple[Cell, str], ...]]:
    """The windows that predicates are about, with their letters, each once."""
    parts = [one.parts if isinstance(one, Exactly) else (one,) for one in rule.conditions]
    cells = (one.cells for each in parts for one in each if isinstance(one, WindowPredicate))
    return list(dict.fromkeys(cells))


def beside(pictures: Sequence[Picture], width: int, gap: int = 3) -> list[str]:
    """Pictures from left to right, in as many rows as the width makes needed."""
    rows: list[list[Picture]] = []
    used = 0
    for picture in pictures:
        wide = _width(picture)
        if not rows or used + gap + wide > width:
            rows.append([])
            used = -gap
        rows[-1].append(picture)
        used += gap + wide
    return [line for row in rows for line in _joined(row, gap)]


def _joined(row: Sequence[Picture], gap: int) -> list[str]:
    lines = []
    for index in range(max(map(len, row))):
        parts = ((picture[index] if index < len(picture) else "").ljust(_width(picture)) for picture in row)
        lines.append((" " * gap).join(parts).rstrip())
    return lines


def hands(colours: Sequence[Colour]) -> list[tuple[str, Player, tuple[Piece, ...]]]:
    """Who places what, in words and as pieces; colours that are alike are told once, with their number."""
    alike: dict[tuple[Player, tuple[Piece, ...]], int] = {}
    for colour in colours:
        alike[colour.owner, colour.pieces] = alike.get((colour.owner, colour.pieces), 0) + 1
    return [
        (_PLACES[owner] + (f" {number} colours of" if number > 1 else ""), owner, pieces)
        for (owner, pieces), number in alike.items()
    ]


def _drawn(pieces: Sequence[Piece]) -> list[Picture]:
    return [draw_cells(dict.fromkeys(piece.cells, ""), joined=True) for piece in pieces]


def _with_title(title: str, pictures: Sequence[Picture], width: int) -> Picture:
    return (title, *beside(pictures, width, 2))


def _width(picture: Picture) -> int:
    return max(map(len, picture))


def monomial(powers: tuple[int, int]) -> str:
    """The powers of x and y as a product."""
    factors = [v + (f"^{p}" if p > 1 else "") for v, p in zip("xy", powers, strict=True) if p]
    return "*".join(factors)
