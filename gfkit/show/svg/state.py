"""What a state of a machine remembers, drawn as a few small columns."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from gfkit.boards import Place
from gfkit.show.markup import Point, centre_text, line, tag
from gfkit.show.svg.board import piece_shape
from gfkit.show.svg.drawing import OWNERS
from gfkit.show.svg.symbols import symbol_on_square
from gfkit.transfer.strip.remembered import StatePicture
from gfkit.typing import Player

_CELL, _LEAST_RADIUS, _SPACE = 13.0, 16.0, 5.0


def state_radius(picture: StatePicture) -> float:
    """How large a disc the picture needs."""
    return max(_LEAST_RADIUS, hypot(*_extent(picture)) / 2 + _SPACE)


def state_legend(pictures: Sequence[StatePicture]) -> list[str]:
    """How the pictures of a machine are read."""
    first = pictures[0]
    slice_ = "row" if first.down else "column"
    merged = "of states that were merged one is shown"
    if not first.is_exact:
        behind = "above" if first.down else "before"
        return [
            "A state is shown by a beginning of a board that leads to it:",
            f"the last {slice_}s {behind} the thick line; {merged}",
        ]
    text = "A state is the next " + (slice_ if len(first.columns) == 1 else f"{len(first.columns)} {slice_}s")
    texts = []
    if any(picture.covered for picture in pictures):
        texts.append("filled cells are covered already")
    if any(picture.forbidden for picture in pictures):
        texts.append("crosses mark cells beside pieces of that colour")
    return [f"{text}: {', '.join(texts)};" if texts else f"{text};", merged]


def state_body(picture: StatePicture, middle: Point) -> str:
    """The columns around a point: cells, what lies on them, and the frontier as a thick line."""
    wide, high = _extent(picture)
    left, top = middle[0] - wide / 2, middle[1] - high / 2
    parts = [
        _square((place_line, col), picture) for col in picture.columns for place_line in range(picture.lines)
    ]
    for owner, cells in picture.pieces:
        parts.append(_edge_line(cells, picture) if picture.joins else _piece(owner, cells, picture))
    parts += [_piece(Player.BOTH, (place,), picture) for place in sorted(picture.covered)]
    for place, owners in picture.forbidden.items():
        parts += [_cross(place, owner, k, len(owners), picture) for k, owner in enumerate(owners)]
    for place, mark in picture.marks.items():
        row, col = _square_of(place, picture)
        if place[1] in picture.columns and not (picture.pieces and not picture.joins and len(mark) > 1):
            look = picture.looks.get(mark)
            parts.append(
                symbol_on_square(look, col * _CELL, row * _CELL, _CELL)
                if look is not None and look.symbol != "square"
                else centre_text(mark, (col + 0.5) * _CELL, (row + 0.5) * _CELL, 9.5)
            )
    if picture.columns.start < 0:
        at = -picture.columns.start * _CELL
        ends = [(0.0, at), (wide, at)] if picture.down else [(at, 0.0), (at, high)]
        parts.append(line(ends, class_="left-line"))
    return tag("g", *parts, transform=f"translate({left:.2f} {top:.2f})", class_="remembered")


def _extent(picture: StatePicture) -> Point:
    across, along = picture.lines * _CELL, len(picture.columns) * _CELL
    return (across, along) if picture.down else (along, across)


def _square_of(place: Place, picture: StatePicture) -> Place:
    """Row and column in the picture of a line and a column of the strip."""
    line_across, along = place[0], place[1] - picture.columns.start
    return (along, line_across) if picture.down else (line_across, along)


def _square(place: Place, picture: StatePicture) -> str:
    row, col = _square_of(place, picture)
    if picture.joins:
        return tag("circle", cx=(col + 0.5) * _CELL, cy=(row + 0.5) * _CELL, r=1.8, class_="head")
    return tag("rect", x=col * _CELL, y=row * _CELL, width=_CELL, height=_CELL, class_="cell")


def _piece(owner: Player, cells: Sequence[Place], picture: StatePicture) -> str:
    kept = [_square_of(place, picture) for place in cells if place[1] in picture.columns]
    return piece_shape(kept, _CELL, OWNERS[owner]) if kept else ""


def _edge_line(cells: Sequence[Place], picture: StatePicture) -> str:
    """An edge between two vertices, up to the side of the picture where it goes on."""
    points = [
        ((col + 0.5) * _CELL, (row + 0.5) * _CELL) for row, col in (_square_of(p, picture) for p in cells)
    ]
    return line(points, class_="curve both-curve")


def _cross(place: Place, owner: Player, number: int, count: int, picture: StatePicture) -> str:
    """A cross in the colour of the player who borders the cell; several of them side by side."""
    row, col = _square_of(place, picture)
    x, y = (col + (number + 1) / (count + 1)) * _CELL, (row + 0.5) * _CELL
    by = _CELL * (0.24 if count == 1 else 0.17)
    look = f"curve {OWNERS[owner]}-curve"
    return line([(x - by, y - by), (x + by, y + by)], class_=look) + line(
        [(x - by, y + by), (x + by, y - by)], class_=look
    )
