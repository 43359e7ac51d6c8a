"""Pieces as rounded shapes: the union of their cells, hatched where they are Right's."""

from __future__ import annotations

from collections.abc import Iterable

from gfkit.boards import Grid, Place
from gfkit.show.svg.element import Point, centred, decimal, tag

_INSET = 0.12
_ROUND = 0.2
_HATCHES = 5


def piece_shape(
    cells: Iterable[Place], size: float, look: str, mark: str = "", grid: Grid | None = None
) -> str:
    """A piece on squares of this size, as one group; ``look`` names its colour, ``mark`` stands on it.

    On a grid that wraps around, a piece across the seam reaches to it from both sides.
    """
    kept = sorted(cells)
    parts = [*(_cell(place, size, look) for place in kept), *_joints(kept, size, look, grid)]
    if look == "right":
        parts.append(tag("path", d="".join(_hatched(place, size) for place in kept), class_="hatch"))
    if mark:
        row, col = kept[0]
        parts.append(label(mark, (col + 0.5) * size, (row + 0.5) * size, size * 0.46, look))
    return tag("g", *parts, class_=f"piece {look}-piece")


def label(mark: str, x: float, y: float, size: float, look: str) -> str:
    """A mark that can be read on a colour."""
    return centred(mark, x, y, max(size, 9), class_=f"on-{look}")


def _cell(place: Place, size: float, look: str) -> str:
    row, col = place
    inset, inner = _INSET * size, (1 - 2 * _INSET) * size
    return tag(
        "rect",
        x=col * size + inset,
        y=row * size + inset,
        width=inner,
        height=inner,
        rx=_ROUND * size,
        class_=look,
    )


def _joints(cells: list[Place], size: float, look: str, grid: Grid | None) -> list[str]:
    """What fills the room between neighbouring cells of the piece, and in the middle of four."""
    inside = set(cells)
    parts = []
    for row, col in cells:
        for down, right in ((0, 1), (1, 0)):
            if (row + down, col + right) in inside:
                middle = ((col + (1 + right) / 2) * size, (row + (1 + down) / 2) * size)
                parts.append(_bar(middle, size, look, bool(right)))
            elif grid is not None and grid.move((row, col), down, right) in inside:
                parts += _across(row, col, size, look, bool(right))
        if {(row + 1, col), (row, col + 1), (row + 1, col + 1)} <= inside:
            x, y = (col + 0.75) * size, (row + 0.75) * size
            parts.append(tag("rect", x=x, y=y, width=size / 2, height=size / 2, class_=look))
    return parts


def _bar(middle: Point, size: float, look: str, lying: bool) -> str:
    long, wide = size * 0.6, (1 - 2 * _INSET) * size
    width, height = (long, wide) if lying else (wide, long)
    return tag(
        "rect", x=middle[0] - width / 2, y=middle[1] - height / 2, width=width, height=height, class_=look
    )


def _across(row: int, col: int, size: float, look: str, lying: bool) -> list[str]:
    """The two ends of a piece that reaches over the seam of a grid that wraps around."""
    wide = (1 - 2 * _INSET) * size
    half = size * 0.3
    if lying:
        ends = [((col + 1) * size - half, (row + _INSET) * size), (0.0, (row + _INSET) * size)]
        return [tag("rect", x=x, y=y, width=half, height=wide, class_=look) for x, y in ends]
    ends = [((col + _INSET) * size, (row + 1) * size - half), ((col + _INSET) * size, 0.0)]
    return [tag("rect", x=x, y=y, width=wide, height=half, class_=look) for x, y in ends]


def _hatched(place: Place, size: float) -> str:
    """Slanting lines over the square of a cell, a little inside of it."""
    row, col = place
    left, top = (col + _INSET + 0.06) * size, (row + _INSET + 0.06) * size
    side = (1 - 2 * _INSET - 0.12) * size
    drawn = ""
    for k in range(1, 2 * _HATCHES, 2):
        reach = k * side / _HATCHES
        low, high = max(0.0, reach - side), min(side, reach)
        drawn += f"M{decimal(left + low)} {decimal(top + reach - low)}"
        drawn += f"L{decimal(left + high)} {decimal(top + reach - high)}"
    return drawn
