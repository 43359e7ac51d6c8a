"""Boards with size parameters that do not form a strip, such as Aztec diamonds and hypercubes.

They are single boards, not families in n.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, product

from gfkit.boards.board import FIRST_WRAP, MOST_CELLS, Board, Edge, Grid, from_edges, from_places, refuse_huge
from gfkit.deferred import dataclass, replace
from gfkit.errors import BoardError, LimitError

_MOST_DIMENSION = 15


@dataclass(frozen=True, slots=True)
class Region:
    """Board with one or more sizes that is not a family in n."""

    sides: int
    """Number of sizes; 0 for any number."""
    build: Callable[[str, tuple[int, ...]], Board]
    example: str
    about: str
    theorem: str = ""
    """Published theorem on all of these boards, with its source, or ""."""


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
    from gfkit.boards.benzenoids import fullerene  # few boards are molecules

    return fullerene(text, sizes)


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
    "fullerene": Region(
        0,
        _fullerene,
        "fullerene:20,1,2,3,4,5,6,7,8,9,10,11,12",
        "the fullerene with a number of atoms, and pentagons at 12 positions of its face spiral",
    ),
    "turan": Region(2, _turan, "turan:9x3", "the Turan graph of n vertices in r parts"),
}
"""Boards by name that are single boards for each choice of their sizes."""


def refuse_growing(asked: str, word: str) -> None:
    """Raise BoardError if a size of a region is n, and mention the theorem on all regions if there is one."""
    region = REGIONS[word]
    theorem = f"; {region.theorem}" if region.theorem else ""
    raise BoardError(
        f"board {asked!r} cannot be a family, because it grows in several directions:"
        f" {region.about}{theorem}; write single boards, such as {region.example}"
    )
