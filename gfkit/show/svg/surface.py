"""Grids on closed surfaces, drawn in a rectangle with pairs of identified sides, which arrows mark."""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import dist

from gfkit.core.boards import Board, Place
from gfkit.core.deferred import dataclass
from gfkit.show.markup import Point, line, polygon

_STRAIGHT, _REVERSED = 1, -1
_WORDS = {
    "moebius-band": (0, _REVERSED),
    "moebius-even": (0, _REVERSED),
    "moebius-odd": (0, _REVERSED),
    "klein": (_STRAIGHT, _REVERSED),
    "klein-even": (_STRAIGHT, _REVERSED),
    "klein-odd": (_STRAIGHT, _REVERSED),
    "projective": (_REVERSED, _REVERSED),
    "king-torus": (_STRAIGHT, _STRAIGHT),
    "triangular-torus": (_STRAIGHT, _STRAIGHT),
}
"""Identification of top and bottom, and of the left and right side, of boards without a geometry."""
_LONGEST = 1.5
"""Limit for the length of edges, which join neighbours in rows, columns or diagonals."""
_SIDE = 0.5
"""Distance between the outer cells and the sides, relative to the distance of cells."""


@dataclass(frozen=True, slots=True)
class ClosedGrid:
    """Cells of a rectangle, two opposite sides of which are identified, or all four.

    ``down`` describes top and bottom, and ``across`` the left and right side: 1 if they are identified in the
    same direction, -1 in opposite directions, 0 if they are not identified.

    >>> klein = ClosedGrid(3, 4, 1, -1, ((0, 0), (2, 3)))
    >>> klein.ways(0, 1)
    [((0, 0), (0.0, -0.5)), ((2.0, 3.5), (2, 3))]
    """

    rows: int
    cols: int
    down: int
    across: int
    places: tuple[Place, ...]

    def ways(self, one: int, other: int) -> list[tuple[Point, Point]]:
        """Return the shortest line between two cells, as pairs (row, column): one segment, or one from each
        cell to the side if the line crosses it. Both lines of a double edge are returned.
        """
        start, end = self.places[one], self.places[other]
        there, back = self._nearest(start, end), self._nearest(end, start)
        direct: list[tuple[Point, Point]] = [(start, end)] if end in there else []
        if direct and dist(start, end) > 1:
            return direct
        halves = [(start, _middle(start, image)) for image in there if image != end]
        return [*direct, *halves, *((_middle(end, image), end) for image in back if image != start)]

    def _nearest(self, start: Place, end: Place) -> list[Place]:
        """Return the images of a cell, in the rectangle and its copies around, that are nearest to a cell."""
        images = [end]
        if self.across:
            row = end[0] if self.across > 0 else self.rows - 1 - end[0]
            images += [(row, end[1] + by) for by in (-self.cols, self.cols)]
        if self.down:
            images += [
                (row + by, col if self.down > 0 else self.cols - 1 - col)
                for row, col in images
                for by in (-self.rows, self.rows)
            ]
        least = min(dist(start, image) for image in images)
        return [image for image in dict.fromkeys(images) if dist(start, image) <= least]

    @property
    def corners(self) -> tuple[Point, Point]:
        """Row and column of the corners at the top left and at the bottom right."""
        return (-_SIDE, -_SIDE), (self.rows - 1 + _SIDE, self.cols - 1 + _SIDE)

    @property
    def words(self) -> str:
        """Description of the identified sides."""
        named = (("top and bottom", self.down), ("left and right side", self.across))
        return " and ".join(f"{name} are joined" + " in reverse" * (how < 0) for name, how in named if how)


def closed_grid(board: Board) -> ClosedGrid | None:
    """Return the rectangle of a board on a cylinder, a torus or a twisted surface, or None for other boards.

    >>> from gfkit.core.boards import parse_one_board
    >>> closed_grid(parse_one_board("moebius:3x4")).words
    'left and right side are joined in reverse'
    """
    if (grid := board.grid) is not None:
        if not (grid.wrap_rows or grid.wrap_cols):
            return None
        return ClosedGrid(grid.rows, grid.cols, int(grid.wrap_rows), int(grid.wrap_cols), board.places)
    word = board.text.partition(":")[0]
    places = _places(word, board) if word in _WORDS else []
    if not places:
        return None
    rows, cols = (1 + max(place[axis] for place in places) for axis in (0, 1))
    found = ClosedGrid(rows, cols, *_WORDS[word], tuple(places))
    is_grid = all(dist(*way) < _LONGEST for edge in board.edges for way in found.ways(*edge))
    return found if is_grid and len({*places}) == rows * cols else None


def _places(word: str, board: Board) -> list[Place]:
    """Return row and column of the cells of a twisted surface.

    In the families by width, slice i consists of row i and of row m - 1 - i, which continues row i; if m is
    odd, the last slice is the middle row.
    """
    if word == "projective":
        cols = int(re.findall(r"\d+", board.text)[-1])
        return [divmod(cell, cols) for cell in range(board.size)]
    if not word.endswith(("-even", "-odd")):
        return list(board.spots)
    around = (1 + max(cell for cell, _ in board.spots)) // 2
    rows = board.size // around
    return [(i, cell) if cell < around else (rows - 1 - i, cell - around) for cell, i in board.spots]


def _middle(one: Point, other: Point) -> Point:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def side_arrows(corners: Sequence[Point], down: int, across: int, off: float) -> list[str]:
    """Return lines with arrows along the sides that are identified: single arrows at the left and right,
    double arrows at the top and bottom, in opposite directions if the sides are identified in reverse.

    ``corners`` are the corners at the top left and at the bottom right, as (x, y). ``off`` is the distance of
    the lines from the rectangle.
    """
    (left, top), (right, bottom) = corners
    parts = []
    if across:
        for x, turn in ((left - off, 1), (right + off, across)):
            parts += [
                line([(x, top), (x, bottom)], class_="seam"),
                _head((x, (top + bottom) / 2), (0, -turn)),
            ]
    if down:
        for y, turn in ((top - off, 1), (bottom + off, down)):
            parts.append(line([(left, y), (right, y)], class_="seam"))
            parts += [_head(((left + right) / 2 + by * turn, y), (turn, 0)) for by in (-4, 5)]
    return parts


def _head(middle: Point, way: tuple[int, int]) -> str:
    """Return the head of an arrow in the direction of an axis."""
    (x, y), (right, down) = middle, way
    corners = [(5, 0), (-4, -4.5), (-4, 4.5)] if right else [(5, 0), (-4, 4.5), (-4, -4.5)]
    return polygon(
        [(x + a * right + b * down, y + a * down + b * right) for a, b in corners], class_="head side"
    )
