"""Boxes, hexagons, benzenoids, nanotubes, Moebius bands and Klein bottles as families of slices.

Lattices of the plane are data: their unit cells, and the links between unit cells.
"""

from __future__ import annotations

from collections.abc import Callable
from math import gcd

from gfkit.core.boards.slices import MOST_VERTICES, SlicePart, Slices, StripEnd
from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import BoardError

MOST_WIDE = 1000
"""Maximum number of vertices of a slice."""
_LEAST_AROUND = 3
MOST_TIERS = 100
"""Maximum number of rows of hexagons, or of hexagons around a tube."""


def path_part(size: int) -> SlicePart:
    return SlicePart(size, tuple((i, i + 1) for i in range(size - 1)))


def cycle_part(size: int) -> SlicePart:
    return SlicePart(size, (*path_part(size).edges, (0, size - 1)))


def product_part(parts: list[SlicePart]) -> SlicePart:
    """Return the Cartesian product of graphs."""
    whole = parts[0]
    for part in parts[1:]:
        size = part.vertices
        edges = [(a * size + v, b * size + v) for a, b in whole.edges for v in range(size)]
        edges += [(v * size + a, v * size + b) for a, b in part.edges for v in range(whole.vertices)]
        whole = SlicePart(whole.vertices * size, tuple(edges))
        if whole.vertices > MOST_WIDE:
            raise BoardError(f"a product of graphs has more than {MOST_WIDE} vertices")
    return whole


def box(sizes: tuple[int | None, ...]) -> Slices:
    """Return the slices of a box in the direction of n."""
    one, two = (size for size in sizes if size is not None)
    if not one * two:
        raise BoardError(f"board 'box': the fixed sizes must be at least 1, got {one} and {two}")
    if one * two > MOST_WIDE:
        raise BoardError(f"board 'box': a slice has {one * two} cells; at most {MOST_WIDE} are supported")
    across = product_part([path_part(one), path_part(two)])
    return Slices(across, _straight_seam(across.vertices))


def hexagon(sizes: tuple[int | None, ...]) -> Slices:
    """Return the slices of the graph of the unit triangles in a hexagon with sides a, b, n, a, b, n.

    The hexagon is the image of the box a x b x n; the order of the sizes does not matter. Its lattice points
    are the points (i, j) of the plane with 0 <= i <= a + b, 0 <= j <= b + n and -a <= j - i <= n. Each unit
    square is divided into the triangles (i, j), (i + 1, j), (i + 1, j + 1), called (i, j, 0), and (i, j),
    (i, j + 1), (i + 1, j + 1), called (i, j, 1). The triangle (i, j, 0) is adjacent to (i, j, 1), (i + 1, j,
    1) and (i, j - 1, 1). Let u(i) = min(i, b). Slice t contains the triangles (i, t + u(i + 1), 0) and (i, t
    + u(i), 1) for all i < a + b. The upper boundary of the hexagon is then the boundary of slice n - 1, and
    the triangles with t < 0 are the end before the first slice.
    """
    a, b = (size for size in sizes if size is not None)
    width = a + b
    if not 1 <= width + a * b <= MOST_VERTICES // 2:
        raise BoardError(
            f"board 'hexagon': the fixed sizes a and b must satisfy 1 <= a + b + a*b <= {MOST_VERTICES // 2},"
            f" got {a} and {b}"
        )
    column = range(width)
    inside = [edge for i in column for edge in ((2 * i, 2 * i + 1), (2 * i, 2 * i + 3))][:-1]
    links = [(2 * i, 2 * i + 1, 1) if i < b else (2 * i + 1, 2 * i, 1) for i in column]
    slices = Slices(SlicePart(2 * width, tuple(inside)), tuple(links))
    lows = (
        (2 * i + kind, max(0, i + 1 - kind - a) - min(i + 1 - kind, b)) for i in column for kind in (0, 1)
    )
    early = sorted((t, vertex) for vertex, low in lows for t in range(low, 0))
    at = {place: k for k, place in enumerate(early)}
    near: dict[int, list[tuple[int, int]]] = {v: [] for v in range(2 * width)}
    for v, w, far in (*((v, w, 0) for v, w in inside), *links):
        near[v].append((w, far))
    pairs = [(one, (t + far, w)) for one, (t, v) in enumerate(early) for w, far in near[v]]
    edges = tuple((one, at[two]) for one, two in pairs if two in at)
    joined = tuple((one, vertex) for one, (t, vertex) in pairs if t == 0)
    return replace(slices, first=StripEnd(SlicePart(len(at), edges), joined) if at else None)


def tiers(left: str, right: str) -> Slices:
    """Return the benzenoids of rows of hexagons whose first row has n hexagons.

    Each letter of ``left`` is the direction in which the left end of the next row is shifted by half a
    hexagon, l or r; ``right`` contains the directions of the right ends. A vertex between the rows i - 1
    and i is (i, x), where x counts half hexagons. Row i begins at x = begin[i] and has n + more[i] hexagons.
    Vertices (i, x) and (i, x + 1) are adjacent, as are (i, x) and (i + 1, x) at both sides of hexagons of row
    i. A slice consists of two vertices for each i, from the left end on; the other vertices are the end after
    the last slice.

    >>> tiers("lr", "rl").board("coronene", 2).size
    24
    """
    begin, end = [0], [0]
    for ends, letters in ((begin, left), (end, right)):
        for letter in letters:
            ends.append(ends[-1] + (1 if letter == "r" else -1))
    more = [(b - a) // 2 for a, b in zip(begin, end, strict=True)]
    lines = len(begin) + 1
    lows = [min(begin[max(0, i - 1) : i + 1]) for i in range(lines)]
    highs = [max(end[max(0, i - 1) : i + 1]) - 2 * min(more) for i in range(lines)]
    rest = {
        place: k for k, place in enumerate((i, x) for i in range(lines) for x in range(lows[i], highs[i] + 1))
    }
    edges = [(k, rest[i, x + 1]) for (i, x), k in rest.items() if (i, x + 1) in rest]
    sides = [(i, begin[i] + 2 * j) for i in range(lines - 1) for j in range(1 + more[i] - min(more))]
    edges += [(rest[i, x], rest[i + 1, x]) for i, x in sides]
    inside = [(2 * i, 2 * i + 1) for i in range(lines)]
    inside += [(2 * i + begin[i] - lows[i], 2 * i + 2 + begin[i] - lows[i + 1]) for i in range(lines - 1)]
    last = StripEnd(
        SlicePart(len(rest), tuple(edges)), tuple((rest[i, lows[i]], 2 * i + 1) for i in range(lines))
    )
    links = tuple((2 * i + 1, 2 * i, 1) for i in range(lines))
    return Slices(SlicePart(2 * lines, tuple(inside)), links, last=last, apart=-min(more))


def alternate_shifts(steps: str, rows: int) -> str:
    """Return the shifts of the given number of rows, which alternate."""
    if not 1 <= rows <= MOST_TIERS:
        raise BoardError(f"the number of rows of hexagons must be from 1 to {MOST_TIERS}, got {rows}")
    return (steps * rows)[: rows - 1]


def nanotube(p: int, q: int) -> Slices:
    """Return the tubes that are the hexagonal lattice modulo the vector (p, q).

    Let g = gcd(p, q) and v = (p, q) / g. A cell z of the lattice is in slice det(v, z); a slice consists of g
    cells, which differ by multiples of v.

    >>> nanotube(5, 5).slice.vertices, nanotube(4, 2).span
    (10, 2)
    """
    if not (p and 2 <= p + q <= MOST_TIERS):
        raise BoardError(
            f"board 'nanotube-{p}-{q}': the first number must be positive, and the sum at most {MOST_TIERS}"
        )
    g = gcd(p, q)
    down, right = p // g, q // g
    i = -pow(right, -1, down)
    j = (1 + right * i) // down  # det(v, (i, j)) = 1
    inside = [(2 * k, 2 * k + 1) for k in range(g)]
    links = []
    for far, turn in ((-right, j), (down, -i)):  # the steps (1, 0) and (0, 1) from (i, j, 1) to (i, j, 0)
        pairs = [(2 * k + 1, 2 * ((k + turn) % g)) for k in range(g)]
        if far:
            links += [(a, b, far) if far > 0 else (b, a, -far) for a, b in pairs]
        else:
            inside += pairs
    return Slices(SlicePart(2 * g, tuple(inside)), tuple(links))


@dataclass(frozen=True, slots=True)
class Surface:
    """Grid on a twisted surface; if the width is n, the boards of even or of odd width are separate
    families.
    """

    build: Callable[[int], Slices]
    """Function from the fixed size to the slices."""
    grows: int
    """Index of the size that may be n."""
    least: int
    example: str
    about: str

    def slices(self, word: str, sizes: tuple[int | None, ...]) -> Slices:
        """Return the slices in the direction of n. Raise BoardError if the other size is n."""
        fixed = sizes[1 - self.grows]
        name = word.removesuffix("-band")
        if fixed is None:
            other = sizes[self.grows]
            raise BoardError(
                f"board '{name}:nx{other}': even and odd widths of a twisted surface are different families;"
                f" write {name}:2nx{other} or '{name}:(2n+1)x{other}'"
                if self.grows
                else f"board '{word}:{other}xn': only its first size may be n"
            )
        if not self.least <= fixed <= MOST_WIDE // 2:
            most = MOST_WIDE // 2
            raise BoardError(
                f"board {name!r}: the fixed size must be from {self.least} to {most}, got {fixed}"
            )
        return self.build(fixed)


def _straight_seam(size: int) -> tuple[tuple[int, int, int], ...]:
    return tuple((v, v, 1) for v in range(size))


def _close_with_twist(across: SlicePart) -> Slices:
    """Return copies of a path or a cycle in a ring; the last copy is joined to the first in reverse."""
    size = across.vertices
    return Slices(across, _straight_seam(size), ring=True, twist=tuple(reversed(range(size))))


def _fold_across_width(is_closed: bool, is_odd: bool, around: int) -> Slices:
    """Return the slices of a twisted grid across its width: rows i and m - 1 - i form one cycle.

    The end of row i is joined to the beginning of row m - 1 - i, so that both rows form a cycle of 2
    ``around`` cells. If m is even, the two middle rows are adjacent, and their common edges are chords of
    their cycle. If m is odd, the middle row is a cycle whose cells have two neighbours in the next pair. If
    the width is cyclic too, the first and the last row are adjacent.
    """
    pair = cycle_part(2 * around)
    chords = SlicePart(2 * around, (*pair.edges, *((v, v + around) for v in range(around))))
    along = tuple((v, v) for v in range(2 * around))
    first = StripEnd(chords, along) if is_closed else None
    middle = StripEnd(cycle_part(around), tuple((v % around, v) for v in range(2 * around)))
    last = middle if is_odd else StripEnd(chords, along)
    return Slices(pair, _straight_seam(2 * around), first=first, last=last, apart=is_closed + (not is_odd))


SURFACES = {
    "moebius-band": Surface(
        lambda m: _close_with_twist(path_part(m)),
        1,
        1,
        "moebius:4x5",
        "Moebius bands, m cells across and n around",
    ),
    "klein": Surface(
        lambda m: _close_with_twist(cycle_part(m)),
        1,
        _LEAST_AROUND,
        "klein:4x5",
        "Klein bottles, m cells around and n around with a twist",
    ),
    **{
        f"{word}-{parity}": Surface(
            lambda around, closed=closed, odd=odd: _fold_across_width(closed, odd, around),  # type: ignore[misc]
            0,
            _LEAST_AROUND,
            f"{word}-{parity}:4x5",
            f"the boards {word}:{width}x5 and the like, by n",
        )
        for word, closed in (("moebius", False), ("klein", True))
        for parity, odd, width in (("even", False, "2n"), ("odd", True, "(2n+1)"))
    },
}
"""Grids on surfaces that are closed with a twist."""


# Lattices


@dataclass(frozen=True, slots=True)
class Lattice:
    """Lattice: vertices and edges of one unit cell, and links (a, b, down, right) to vertices of other unit
    cells.
    """

    unit: SlicePart
    links: tuple[tuple[int, int, int, int], ...]
    about: str


LATTICES: dict[str, Lattice] = {
    "king": Lattice(
        SlicePart(1), ((0, 0, 0, 1), (0, 0, 1, 0), (0, 0, 1, 1), (0, 0, -1, 1)), "moves of a chess king"
    ),
    "knight": Lattice(
        SlicePart(1), ((0, 0, 1, 2), (0, 0, -1, 2), (0, 0, 2, 1), (0, 0, -2, 1)), "moves of a chess knight"
    ),
    "triangular": Lattice(
        SlicePart(1),
        ((0, 0, 0, 1), (0, 0, 1, 0), (0, 0, 1, 1)),
        "a square grid, one diagonal in every square",
    ),
    "truncated-square": Lattice(
        SlicePart(4, ((0, 1), (1, 2), (2, 3), (0, 3))), ((1, 3, 0, 1), (2, 0, 1, 0)), "squares and octagons"
    ),
    "honeycomb": Lattice(SlicePart(2, ((0, 1),)), ((1, 0, 1, 0), (1, 0, 0, 1)), "hexagons"),
    "kagome": Lattice(
        SlicePart(3, ((0, 1), (0, 2), (1, 2))),
        ((1, 0, 0, 1), (2, 0, 1, 0), (2, 1, 1, -1)),
        "triangles and hexagons, 3.6.3.6",
    ),
    "snub-square": Lattice(
        SlicePart(4, ((0, 1), (0, 2), (0, 3), (1, 3), (2, 3))),
        ((1, 0, 0, 1), (2, 0, 1, 0), (2, 1, 1, -1), (3, 1, 1, 0), (3, 2, 0, 1)),
        "triangles and squares, 3.3.4.3.4",
    ),
    "elongated-triangular": Lattice(
        SlicePart(2, ((0, 1),)),
        ((0, 0, 0, 1), (0, 1, 0, 1), (1, 0, 1, 0), (1, 1, 0, 1)),
        "rows of squares and rows of triangles, 3.3.3.4.4",
    ),
    "truncated-hexagonal": Lattice(
        SlicePart(6, ((0, 1), (0, 2), (0, 3), (1, 2), (3, 4), (3, 5), (4, 5))),
        ((4, 1, 1, 0), (5, 2, 0, 1)),
        "triangles and dodecagons, 3.12.12",
    ),
    "rhombitrihexagonal": Lattice(
        SlicePart(6, ((0, 1), (0, 5), (1, 2), (2, 3), (3, 4), (4, 5))),
        ((0, 4, 0, 1), (1, 3, 0, 1), (1, 5, 1, 0), (2, 0, 1, -1), (2, 4, 1, 0), (3, 5, 1, -1)),
        "triangles, squares and hexagons, 3.4.6.4",
    ),
    "truncated-trihexagonal": Lattice(
        SlicePart(
            12,
            (
                (0, 1),
                (0, 11),
                (1, 2),
                (2, 3),
                (3, 4),
                (4, 5),
                (5, 6),
                (6, 7),
                (7, 8),
                (8, 9),
                (9, 10),
                (10, 11),
            ),
        ),
        ((0, 7, 0, 1), (1, 6, 0, 1), (2, 9, 1, 0), (3, 8, 1, 0), (4, 11, 1, -1), (5, 10, 1, -1)),
        "squares, hexagons and dodecagons, 4.6.12",
    ),
    "snub-hexagonal": Lattice(
        SlicePart(6, ((0, 1), (1, 2), (2, 3), (3, 4), (4, 5))),
        (
            (0, 2, 0, 1),
            (0, 3, 0, 1),
            (1, 3, 0, 1),
            (1, 4, 0, 1),
            (2, 4, 0, 1),
            (2, 5, 0, 1),
            (3, 5, 0, 1),
            (4, 0, 1, -2),
            (5, 0, 1, -2),
            (5, 1, 1, -2),
        ),
        "hexagons surrounded by triangles, 3.3.3.3.6",
    ),
    "dice": Lattice(
        SlicePart(3, ((0, 2), (1, 2))),
        ((1, 2, 1, -1), (2, 0, 0, 1), (2, 0, 1, 0), (2, 1, 0, 1)),
        "the dual of kagome: rhombi",
    ),
    "cairo": Lattice(
        SlicePart(6, ((0, 1), (0, 4), (1, 5), (2, 5), (3, 4), (3, 5))),
        ((2, 4, 1, -1), (3, 2, 0, 1), (4, 1, 0, 1), (5, 0, 1, 0)),
        "the dual of snub-square: pentagons",
    ),
    "tetrakis-square": Lattice(
        SlicePart(2, ((0, 1),)),
        ((1, 0, 0, 1), (1, 0, 1, 0), (1, 0, 1, 1), (1, 1, 0, 1), (1, 1, 1, 0)),
        "the dual of truncated-square: triangles",
    ),
    "prismatic-pentagonal": Lattice(
        SlicePart(3, ((0, 1), (1, 2))),
        ((0, 1, 0, 1), (2, 0, 1, 0), (2, 2, 0, 1)),
        "the dual of elongated-triangular: pentagons",
    ),
    "triakis-triangular": Lattice(
        SlicePart(3, ((1, 2),)),
        (
            (2, 0, 0, 1),
            (2, 0, 1, 0),
            (2, 0, 1, 1),
            (2, 1, 0, 1),
            (2, 1, 1, 0),
            (2, 2, 0, 1),
            (2, 2, 1, -1),
            (2, 2, 1, 0),
        ),
        "the dual of truncated-hexagonal: triangles",
    ),
    "deltoidal-trihexagonal": Lattice(
        SlicePart(6, ((0, 3), (0, 4), (1, 2), (1, 4), (2, 5), (3, 5), (4, 5))),
        ((0, 2, 1, -1), (1, 3, 0, 1), (2, 5, 0, 1), (3, 5, 1, -1), (4, 5, 1, 0)),
        "the dual of rhombitrihexagonal: kites",
    ),
    "kisrhombille": Lattice(
        SlicePart(6, ((0, 4), (0, 5), (1, 3), (1, 4), (1, 5), (2, 3), (2, 5), (3, 5), (4, 5))),
        (
            (0, 5, 0, 1),
            (1, 5, 1, 0),
            (2, 5, 1, -1),
            (3, 0, 1, -1),
            (3, 5, 1, -1),
            (3, 5, 1, 0),
            (4, 2, 0, 1),
            (4, 5, 0, 1),
            (4, 5, 1, 0),
        ),
        "the dual of truncated-trihexagonal: triangles",
    ),
    "floret-pentagonal": Lattice(
        SlicePart(9, ((0, 1), (0, 5), (2, 3), (3, 8), (4, 5), (4, 7), (6, 7), (6, 8))),
        ((1, 6, 0, 1), (2, 0, 1, -2), (5, 8, 0, 1), (7, 3, 0, 1), (8, 1, 1, -2), (8, 2, 0, 1), (8, 4, 1, -1)),
        "the dual of snub-hexagonal: pentagons",
    ),
}
"""Lattices by name; the suffixes ``-cylinder`` and ``-torus`` are allowed."""
