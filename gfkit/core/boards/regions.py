"""Boards with size parameters that do not form a strip, such as Aztec diamonds and hypercubes.

They are single boards, except that frames and rectangles with a hole are also families with one growing side.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, product
from typing import NamedTuple

from gfkit.core.boards.board import (
    FIRST_WRAP,
    MOST_CELLS,
    Board,
    Edge,
    Grid,
    from_edges,
    from_places,
    refuse_huge,
)
from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import BoardError, LimitError

_MOST_DIMENSION = 15


class GrowingSide(NamedTuple):
    """Family of regions: its name and sizes, and the difference between its n and the side that grows."""

    word: str
    sizes: tuple[int | None, ...]
    shift: int = 0


@dataclass(frozen=True, slots=True)
class Region:
    """Board with one or more sizes whose boards do not consist of slices in the direction of each size."""

    sides: int
    """Number of sizes; 0 for any number."""
    build: Callable[[str, tuple[int, ...]], Board]
    example: str
    about: str
    theorem: str = ""
    """Published theorem on all of these boards, with its source, or ""."""
    whole: Callable[[str, tuple[int | None, ...]], GrowingSide] | None = None
    """Function from a name and sizes, one of which is None for n, to the family; None if there is none."""


def _aztec(text: str, sizes: tuple[int, ...]) -> Board:
    """Return the Aztec diamond: row r of 2n contains 2 min(r + 1, 2n - r) cells, centred."""
    (n,) = sizes
    refuse_huge(text, 2 * n * (n + 1), 4 * n * (n + 1))
    half = [min(row + 1, 2 * n - row) for row in range(2 * n)]
    places = ((row, col) for row, k in enumerate(half) for col in range(n - k, n + k))
    return from_places(text, Grid(2 * n, 2 * n), places)


def _triangle(text: str, sizes: tuple[int, ...]) -> Board:
    """Return the triangular grid graph with n vertices on each side."""
    (n,) = sizes
    refuse_huge(text, n * (n + 1) // 2, 3 * n * (n - 1) // 2)
    at = {place: k for k, place in enumerate((i, j) for i in range(n) for j in range(i + 1))}
    steps = ((1, 0), (1, 1), (0, 1))
    near = ((cell, at.get((i + down, j + right))) for (i, j), cell in at.items() for down, right in steps)
    return from_edges(text, len(at), ((a, b) for a, b in near if b is not None))


def _hypercube(text: str, sizes: tuple[int, ...]) -> Board:
    """Return the graph of the d-dimensional cube: bit strings of length d, adjacent if they differ in one
    bit.
    """
    (d,) = sizes
    if d > _MOST_DIMENSION:
        raise LimitError(f"board {text!r} has 2^{d} cells; at most {MOST_CELLS} cells are supported")
    size = 1 << d
    return from_edges(text, size, ((v, v | 1 << k) for k in range(d) for v in range(size) if not v >> k & 1))


def _multipartite(text: str, sizes: tuple[int, ...]) -> Board:
    """Return the complete multipartite graph: vertices of different parts are adjacent."""
    size = sum(sizes)
    refuse_huge(text, size, size * size // 2)
    parts = [part for part, many in enumerate(sizes) for _ in range(many)]
    return from_edges(text, size, ((a, b) for a, b in combinations(range(size), 2) if parts[a] != parts[b]))


def _cocktail_party(text: str, sizes: tuple[int, ...]) -> Board:
    """Return the complete graph of 2n vertices without a perfect matching."""
    refuse_huge(text, 2 * sizes[0], 2 * sizes[0] ** 2)
    return _multipartite(text, (2,) * sizes[0])


def _turan(text: str, sizes: tuple[int, ...]) -> Board:
    """Return the complete multipartite graph of n vertices in r parts of nearly equal sizes."""
    n, parts = sizes
    if not 1 <= parts <= max(1, n):
        raise BoardError(
            f"board {text!r}: the number of parts must be from 1 to {max(1, n)}, as in turan:9x3"
        )
    refuse_huge(text, n, n * n // 2)
    return _multipartite(text, tuple((n + k) // parts for k in range(parts)))


def _folded_cube(text: str, sizes: tuple[int, ...]) -> Board:
    """Return the graph of the (d - 1)-dimensional cube with edges between opposite vertices."""
    (d,) = sizes
    if d < FIRST_WRAP:
        raise BoardError(f"board {text!r}: the dimension must be at least {FIRST_WRAP}, as in folded-cube:5")
    cube = _hypercube(text, (d - 1,))
    opposite = ((v, cube.size - 1 - v) for v in range(cube.size // 2))
    return from_edges(text, cube.size, (*cube.edges, *opposite))


def _projective(text: str, sizes: tuple[int, ...]) -> Board:
    """Return the grid on the projective plane: opposite sides are identified in reverse.

    Opposite corners are joined by two edges of the multigraph, one for each of their two sides.
    """
    m, n = sizes
    if min(sizes) < FIRST_WRAP:
        raise BoardError(f"board {text!r}: both sizes must be at least {FIRST_WRAP}, as in projective:3x4")
    refuse_huge(text, m * n, 2 * m * n)
    cells = product(range(m), range(n))

    def edges() -> Iterator[Edge]:
        for i, j in cells:
            yield i * n + j, (i + 1) * n + j if i + 1 < m else n - 1 - j
            yield i * n + j, i * n + j + 1 if j + 1 < n else (m - 1 - i) * n

    return replace(from_edges(text, m * n, edges()), doubled=True)


def _rider(directions: tuple[tuple[int, int], ...], text: str, sizes: tuple[int, ...]) -> Board:
    """Return the graph of a chess piece that moves any distance in the given directions and the opposite
    directions.
    """
    rows, cols = sizes
    refuse_huge(text, rows * cols, rows * cols * (rows + cols) * len(directions) // 4)

    def edges() -> Iterator[Edge]:
        for (row, col), (down, right) in product(product(range(rows), range(cols)), directions):
            for k in range(1, max(sizes)):
                if 0 <= row + k * down < rows and 0 <= col + k * right < cols:
                    yield row * cols + col, (row + k * down) * cols + col + k * right

    return from_edges(text, rows * cols, edges())


def _fullerene(text: str, sizes: tuple[int, ...]) -> Board:
    from gfkit.core.boards.benzenoids import fullerene  # few boards are molecules

    return fullerene(text, sizes)


def _check_frame(text: str, sizes: Sequence[int | None]) -> None:
    """Raise BoardError unless the sizes are those of a frame: its width, and two sides. The last may be n."""
    width, *sides = sizes
    known = [size for size in sides if size is not None]
    reason = (
        "a frame has three sizes, its width and its two outer sides"
        if len(sides) != 2
        else "only the last size, or both sides, may be n"
        if width is None or sides[0] is None
        else "the width must be at least 1, and each side at least twice the width"
        if not 0 < 2 * width <= min(known)
        else ""
    )
    if reason:
        raise BoardError(f"board {text!r}: {reason}, as in frame:2x6x8, frame:2x6xn or square-frame:2xn")


def _frame(text: str, sizes: tuple[int, ...]) -> Board:
    """Return the cells of a rectangle that are at most k - 1 steps away from its border."""
    _check_frame(text, sizes)
    k, m, n = sizes
    return _cut_hole(text, (m, n), (m - 2 * k, n - 2 * k), (k, k))


def _frame_family(text: str, sizes: tuple[int | None, ...]) -> GrowingSide:
    if sizes[1:] == (None, None):
        return GrowingSide("square-frame", (sizes[0], None))
    _check_frame(text, sizes)
    k, m = sizes[0] or 0, sizes[1] or 0
    end, unit = "/".join(["." * k] * m), "/".join("." if min(r, m - 1 - r) < k else "#" for r in range(m))
    return GrowingSide(f"repeat({end}|{unit}|{end})", (None,), -2 * k)


def _holed_sizes(text: str, sizes: Sequence[int | None]) -> None:
    """Raise BoardError unless the sizes are those of a rectangle, of a hole in it, and of its place."""
    whole, hole, place = sizes[:2], sizes[2:4], sizes[4:] or (0, 0)
    reason = (
        "write the sides of the rectangle and of the hole, and the numbers of rows above and of columns to"
        " the left of the hole"
        if len(sizes) not in (4, 6)
        else "only the second size may be n"
        if None in (*sizes[2:], sizes[0])
        else "the sides of the hole must be at least 1, and the hole must be inside the rectangle"
        if not all(b and (a is None or b + (c or 0) <= a) for a, b, c in zip(whole, hole, place, strict=True))
        else ""
    )
    if reason:
        raise BoardError(f"board {text!r}: {reason}, as in holed:6x8x2x2x1x3 or holed:6xnx2x2x1x3")


def _holed(text: str, sizes: tuple[int, ...]) -> Board:
    """Return a rectangle with a hole, which is in the middle unless its place is given."""
    _holed_sizes(text, sizes)
    m, n, a, b, *place = sizes
    if not place and ((m - a) % 2 or (n - b) % 2):
        raise BoardError(
            f"board {text!r}: a hole of {a}x{b} has no place exactly in the middle of {m}x{n}; add the"
            f" numbers of rows above and of columns to the left of it: {text}x{(m - a) // 2}x{(n - b) // 2}"
        )
    above, left = place or ((m - a) // 2, (n - b) // 2)
    return _cut_hole(text, (m, n), (a, b), (above, left))


def _cut_hole(text: str, whole: Edge, hole: Edge, place: Edge) -> Board:
    (m, n), (a, b), (above, left) = whole, hole, place
    refuse_huge(text, m * n, 2 * m * n)
    cells = product(range(m), range(n))
    kept = ((r, c) for r, c in cells if not (above <= r < above + a and left <= c < left + b))
    return from_places(text, Grid(m, n), kept)


def _holed_family(text: str, sizes: tuple[int | None, ...]) -> GrowingSide:
    """Return rectangles that grow to the right of a hole."""
    _holed_sizes(text, sizes)
    m, a, b, *place = (size for size in sizes if size is not None)
    if not place:
        raise BoardError(
            f"board {text!r}: a hole in the middle moves as n grows; write its place, as in {text}x1x2, for a"
            f" hole below 1 row and to the right of 2 columns, or single boards, such as"
            f" {text.replace('n', str(b + 4))}"
        )
    above, left = place
    rows = ["." * left + ("#" if above <= r < above + a else ".") * b for r in range(m)]
    return GrowingSide(f"repeat({'/'.join(rows)}|{'/'.join('.' * m)}|)", (None,), -left - b)


_STRAIGHT, _DIAGONAL = ((0, 1), (1, 0)), ((1, 1), (1, -1))

REGIONS = {
    "aztec": Region(
        1,
        _aztec,
        "aztec:4",
        "the Aztec diamond of order n, in 2n rows",
        "it has 2^(n(n+1)/2) domino tilings (Elkies, Kuperberg, Larsen, Propp 1992: cited, not proved here)",
    ),
    "triangle": Region(1, _triangle, "triangle:4", "the triangular grid with n vertices on each side"),
    "projective": Region(
        2,
        _projective,
        "projective:4x5",
        "the grid on the projective plane: opposite sides are identified in reverse order",
    ),
    "queen": Region(
        2,
        partial(_rider, _STRAIGHT + _DIAGONAL),
        "queen:4x5",
        "the graph of a queen's moves on a chessboard",
    ),
    "bishop": Region(
        2, partial(_rider, _DIAGONAL), "bishop:4x5", "the graph of a bishop's moves on a chessboard"
    ),
    "hypercube": Region(1, _hypercube, "hypercube:4", "the graph of the cube in d dimensions"),
    "folded-cube": Region(
        1, _folded_cube, "folded-cube:5", "the graph of the cube in d - 1 dimensions with its long diagonals"
    ),
    "multipartite": Region(
        0, _multipartite, "multipartite:3x3x3", "the complete multipartite graph with parts of given sizes"
    ),
    "cocktail-party": Region(
        1, _cocktail_party, "cocktail-party:4", "the complete multipartite graph with n parts of 2 vertices"
    ),
    "frame": Region(
        0,
        _frame,
        "frame:2x6x8",
        "the cells of a rectangle that are at most k - 1 steps away from its border",
        whole=_frame_family,
    ),
    "holed": Region(
        0,
        _holed,
        "holed:6x8x2x2",
        "a rectangle with a rectangular hole in the middle, or at a place: holed:6x8x2x2x1x3 has 1 row above"
        " the hole, and 3 columns to the left of it",
        whole=_holed_family,
    ),
    "fullerene": Region(
        0,
        _fullerene,
        "fullerene:20,1,2,3,4,5,6,7,8,9,10,11,12",
        "the fullerene with a number of atoms, and pentagons at 12 positions of its face spiral",
    ),
    "turan": Region(2, _turan, "turan:9x3", "the Turan graph of n vertices in r parts"),
}
"""Boards by name that are single boards for each choice of their sizes."""


def growing_region(asked: str, word: str, sizes: tuple[int | None, ...]) -> GrowingSide:
    """Return the family of a region with a growing side. Raise BoardError if there is no family, and
    mention the theorem on all regions if there is one.
    """
    region = REGIONS[word]
    if region.whole:
        return region.whole(asked, sizes)
    theorem = f"; {region.theorem}" if region.theorem else ""
    raise BoardError(
        f"board {asked!r} cannot be a family, because it grows in several directions:"
        f" {region.about}{theorem}; write single boards, such as {region.example}"
    )
