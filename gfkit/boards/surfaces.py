"""Boxes, hexagons, Moebius bands and Klein bottles as families of slices, in each direction."""

from __future__ import annotations

from collections.abc import Callable

from gfkit.boards.slices import MOST_VERTICES, SlicePart, Slices, StripEnd
from gfkit.deferred import dataclass, replace
from gfkit.errors import BoardError

MOST_WIDE = 1000
"""Maximum number of vertices of a slice."""
_LEAST_AROUND = 3


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
