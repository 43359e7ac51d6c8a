"""Families of graphs by name, as data.

There are three kinds of names: a graph with one size (``prism``), a lattice with two sizes (``king``), and
the product of a small graph with a path or a cycle (``K4xpath``). All are represented by ``Slices``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from gfkit.core.boards.board import Board, Edge, from_edges
from gfkit.core.boards.slices import SlicePart, Slices, StripEnd, read
from gfkit.core.boards.surfaces import (
    LATTICES,
    MOST_WIDE,
    SURFACES,
    Lattice,
    alternate_shifts,
    box,
    cycle_part,
    hexagon,
    nanotube,
    path_part,
    product_part,
    tiers,
)
from gfkit.core.deferred import dataclass, regex, replace
from gfkit.core.errors import BoardError

_LONGEST_JUMP = 20
_ONE = SlicePart(1)
_HUB = ((0, 0),)
_RUNG = SlicePart(2, ((0, 1),))
_RAILS = ((0, 0, 1), (1, 1, 1))


@dataclass(frozen=True, slots=True)
class NamedSlices:
    """Name in the board grammar, with its number of sizes and a function from fixed sizes to slices."""

    sides: int
    example: str
    slices: Callable[[tuple[int | None, ...]], Slices]
    about: str = ""
    is_slanted: bool = False
    """True if symmetries of a single board do not map slices to slices, so that it is a graph without
    slices.
    """


GRAPHS: dict[str, tuple[Slices, str]] = {
    "ladder": (Slices(_RUNG, _RAILS), "two paths of n vertices, joined by n rungs"),
    "prism": (Slices(_RUNG, _RAILS, ring=True), "two cycles of n vertices, joined by n rungs"),
    "moebius": (Slices(_RUNG, _RAILS, ring=True, twist=(1, 0)), "a ladder of n rungs, closed with a twist"),
    "antiprism": (
        Slices(_RUNG, (*_RAILS, (1, 0, 1)), ring=True),
        "two cycles of n vertices, each vertex joined to two of the other cycle",
    ),
    "crossed-prism": (
        Slices(SlicePart(4, ((0, 1), (2, 3), (0, 3), (1, 2))), ((1, 0, 1), (3, 2, 1)), ring=True, least=2),
        "two cycles of 2n vertices; rungs in pairs that cross",
    ),
    "star": (Slices(_ONE, hubs=_ONE, spokes=_HUB, apart=1), "one vertex adjacent to the n - 1 others"),
    "wheel": (
        Slices(_ONE, ((0, 0, 1),), ring=True, hubs=_ONE, spokes=_HUB, apart=1),
        "a cycle of n - 1 vertices, and a hub adjacent to all of them",
    ),
    "fan": (
        Slices(_ONE, ((0, 0, 1),), hubs=_ONE, spokes=_HUB),
        "a path of n vertices, and a hub adjacent to all of them",
    ),
    "gear": (
        Slices(_RUNG, ((1, 0, 1),), ring=True, hubs=_ONE, spokes=_HUB),
        "a wheel with n spokes, and one more vertex on each edge of the rim: 2n + 1 vertices",
    ),
    "helm": (
        Slices(_RUNG, ((0, 0, 1),), ring=True, hubs=_ONE, spokes=_HUB),
        "a wheel with n spokes, and a pendant vertex attached to each vertex of the rim: 2n + 1 vertices",
    ),
    "sunlet": (
        Slices(_RUNG, ((0, 0, 1),), ring=True),
        "a cycle of n vertices with a pendant vertex attached to each",
    ),
    "triangle-ring": (
        Slices(SlicePart(2, ((0, 1),)), ((0, 0, 1), (1, 0, 1)), ring=True),
        "a cycle of n vertices with a triangle on each edge",
    ),
    "web": (
        Slices(SlicePart(3, ((0, 1), (1, 2))), _RAILS, ring=True),
        "a prism of n rungs, with a pendant vertex attached to each vertex of its outer cycle: 3n vertices",
    ),
    "triangular-snake": (
        Slices(_RUNG, ((0, 0, 1), (1, 0, 1)), last=StripEnd(_ONE, ((0, 0), (0, 1))), apart=1),
        "a path of n vertices with a triangle on each edge: 2n - 1 vertices",
    ),
    "pan": (
        Slices(
            _ONE,
            ((0, 0, 1),),
            hubs=SlicePart(2, ((0, 1),)),
            first=StripEnd(_ONE, _HUB, _HUB),
            last=StripEnd(_ONE, _HUB, _HUB),
            apart=3,
        ),
        "a cycle of n vertices, one of them with a pendant vertex; n >= 4 (for n = 3 write paw)",
    ),
    "necklace": (
        Slices(SlicePart(4, ((0, 1), (0, 2), (1, 2), (1, 3), (2, 3))), ((3, 0, 1),), ring=True),
        "a cycle of n diamonds: 4n vertices, all of degree 3",
    ),
    "flower": (
        Slices(
            SlicePart(4, ((0, 1), (0, 2), (0, 3))),
            ((1, 1, 1), (2, 3, 1), (3, 2, 1)),
            ring=True,
        ),
        "flower snarks: n stars of three leaves, of which one is joined to the next, two crosswise",
    ),
    "goldberg": (
        Slices(
            SlicePart(8, ((0, 1), (0, 2), (0, 7), (1, 3), (1, 4), (2, 5), (2, 6), (3, 5), (4, 6))),
            ((3, 5, 1), (6, 4, 1), (7, 7, 1)),
            ring=True,
        ),
        "Goldberg snarks: a cycle of n vertices, a binary tree with leaves a, b, c, d joined to each;"
        " a is linked to c of its tree and of the next, d to b of its tree and of the next",
    ),
    "alkane": (
        Slices(
            SlicePart(3, ((0, 1), (0, 2))),
            ((0, 0, 1),),
            first=StripEnd(_ONE, _HUB),
            last=StripEnd(_ONE, _HUB),
        ),
        "a path of n vertices, with pendant vertices attached so that each has degree 4: 3n + 2 vertices",
    ),
    "comb": (Slices(_RUNG, ((0, 0, 1),)), "a path of n vertices with a pendant vertex attached to each"),
    "friendship": (
        Slices(_RUNG, hubs=_ONE, spokes=((0, 0), (0, 1))),
        "n triangles with one vertex in common",
    ),
    "book": (
        Slices(_RUNG, hubs=SlicePart(2, ((0, 1),)), spokes=((0, 0), (1, 1))),
        "n squares with one edge in common",
    ),
    "dipyramid": (
        Slices(_ONE, ((0, 0, 1),), ring=True, hubs=SlicePart(2), spokes=((0, 0), (1, 0))),
        "a cycle of n vertices, and two hubs, each joined to all",
    ),
    "double-cone": (
        Slices(SlicePart(2), _RAILS, ring=True, hubs=_ONE, spokes=((0, 0), (0, 1))),
        "two cycles of n vertices, and a hub joined to all",
    ),
    "trapezohedron": (
        Slices(_RUNG, ((1, 0, 1),), ring=True, hubs=SlicePart(2), spokes=((0, 0), (1, 1))),
        "a cycle of 2n vertices, and two hubs, joined to every other one",
    ),
}
"""Graphs of one size, by name: their slices and descriptions."""


_LEAPER = regex(r"leaper-(\d{1,2})-(\d{1,2})")
_PRODUCT = regex(r"(.+?)(x|-strong-|-tensor-)(path|cycle)")
_FACTOR = regex(r"([KCPSW])(\d{1,3})(?:,(\d{1,3}))?|[Pp]etersen|graph6=([?-~]+)")
_ON_GRIDS = regex(r"[PC]\d+x[PC]\d+|P\d+xP\d+xP\d+")
"""Products that are rectangles, cylinders, tori or boxes, with rows and columns."""
_JUMPS = regex(r"(circulant|path-power|petersen)((?:-\d{1,2})+)")
_TIERS = regex(r"tiers-([lr]{1,99})-([lr]{1,99})")
_NANOTUBE = regex(r"nanotube-(\d{1,2})-(\d{1,2})")


@cache
def named_slices(word: str) -> NamedSlices | None:
    """Return the graph, lattice, product or slices with the given name, or None if the name is unknown."""
    if word in GRAPHS:
        slices, about = GRAPHS[word]
        return NamedSlices(1, f"{word}:{max(5, slices.first_n)}", lambda _: slices, about)
    if word in _TWO_SIZES:
        two = _TWO_SIZES[word]
        return NamedSlices(2, f"{word}:4x5", partial(two.slices, word), two.about)
    written = read(word)
    if written is not None:
        return NamedSlices(1, f"{word}:{max(5, written.first_n)}", lambda _: written)
    return _lattice_named(word) or _product_named(word) or _circulant_or_power(word) or _surface_named(word)


def graph_words() -> list[str]:
    """Return the names that contain no number, for lists and suggestions."""
    lattices = [name for name in LATTICES if name != "honeycomb"]
    around = [f"{name}-{how}" for name in (*lattices, "hex") for how in ("cylinder", "torus")]
    from gfkit.core.boards.regions import REGIONS  # few boards are regions

    return [*GRAPHS, *lattices, *_TWO_SIZES, *around, "moebius-band", "klein", "box", "hexagon", *REGIONS]


# Lattices


def lattice_of(name: str) -> Lattice | None:
    """Return the lattice with the given name, such as "king" or "leaper-1-3", or None."""
    leaper = _LEAPER.fullmatch(name)
    a, b = sorted((int(leaper[1]), int(leaper[2]))) if leaper else (0, 0)
    if b:
        steps = {(a, b), (-a, b), (b, a), (-b, a)} if a else {(0, b), (b, 0)}
        return Lattice(_ONE, tuple((0, 0, *step) for step in sorted(steps)), f"moves of a {a},{b} leaper")
    return LATTICES.get({"hex": "honeycomb", "honeycomb": ""}.get(name, name))


def _lattice_named(word: str) -> NamedSlices | None:
    name, _, how = word.rpartition("-")
    if how not in ("cylinder", "torus"):
        name, how = word, ""
    lattice = lattice_of(name)
    if lattice is None:
        return None
    wraps = (bool(how), how == "torus")
    more = 1 if name == "hex" and how == "cylinder" else 0
    named = lattice

    def slices(sizes: tuple[int | None, ...]) -> Slices:
        return _unroll(word, named, sizes, wraps, more)

    return NamedSlices(2, f"{word}:7x8", slices, lattice.about)


def _unroll(
    word: str, lattice: Lattice, sizes: tuple[int | None, ...], wraps: tuple[bool, bool], more: int
) -> Slices:
    """Return the slices of a lattice in the direction of n, with ``more`` additional lines of cells."""
    grows = sizes.index(None)
    across = 1 - grows
    width = (sizes[across] or 0) + (more if across == 1 else 0)
    reach = max(abs(link[2 + across]) for link in lattice.links)
    least = max(3, 2 * reach + 1) if wraps[across] else 1
    if not least <= width <= MOST_WIDE:
        raise BoardError(
            f"board '{word}': the fixed size must be from {least} to {MOST_WIDE}, got {sizes[across]}"
        )
    units = lattice.unit.vertices
    edges = [(k * units + a, k * units + b) for k in range(width) for a, b in lattice.unit.edges]
    links = []
    for vertex, other, *step in lattice.links:
        along, aside = step[grows], step[across]
        if along < 0 or (along == 0 and aside < 0):
            vertex, other, along, aside = other, vertex, -along, -aside
        for k in range(width):
            to = k + aside
            if wraps[across]:
                to %= width
            if 0 <= to < width:
                ends = (k * units + vertex, to * units + other)
                if along:
                    links.append((*ends, along))
                else:
                    edges.append(ends)
    apart = -more if grows == 1 else 0
    return Slices(SlicePart(width * units, tuple(edges)), tuple(links), wraps[grows], apart=apart)


@dataclass(frozen=True, slots=True)
class _TwoSizes:
    """Graph with two sizes that is not a lattice."""

    about: str
    second: Callable[[int], Slices]
    """Slices if the second size is n, as a function of the first."""
    first: Callable[[int], Slices] | None
    """Slices if the first size is n, as a function of the second; None if the first size must be fixed."""
    least: int = 1
    """Smallest first size."""

    def slices(self, word: str, sizes: tuple[int | None, ...]) -> Slices:
        """Return the slices for a name and its sizes, one of which is n."""
        build, least = (self.first, 1) if sizes[0] is None else (self.second, self.least)
        if build is None:
            raise BoardError(f"board {word!r}: the first size must be fixed; write {word}:4xn")
        size = next(size for size in sizes if size is not None)
        if not least <= size <= MOST_WIDE // 3:
            raise BoardError(
                f"board '{word}': the fixed size must be from {least} to {MOST_WIDE // 3}, got {size}"
            )
        return build(size)


def _hex(m: int) -> Slices:
    """Return the slices of m rows of n hexagons, each row shifted by half a hexagon.

    The vertices are a_ij and b_ij for i = 0..m, j = 0..n, except the two corners a_00 and b_mn. The edges are
    a_ij b_ij, b_ij a_(i+1)j and b_ij a_i(j+1). Slice j consists of b_0j, ..., b_mj and a_0(j+1), ...,
    a_m(j+1). Rows and columns are symmetric.
    """
    rows = range(m + 1)
    first = StripEnd(SlicePart(m), (*((i - 1, i) for i in rows if i), *((i, i) for i in rows if i < m)))
    last = StripEnd(
        SlicePart(m), (*((i, m + 1 + i) for i in rows if i < m), *((i, m + 2 + i) for i in rows if i < m))
    )
    links = [(m + 1 + i, i, 1) for i in rows] + [(m + 2 + i, i, 1) for i in rows if i < m]
    inside = SlicePart(2 * m + 2, tuple((i, m + 1 + i) for i in rows))
    return Slices(inside, tuple(links), first=first, last=last)


def _square_frame(k: int) -> Slices:
    """Return the cells of a square of n rows that are at most k - 1 steps away from its border.

    A slice consists of a line of k cells across each of the four sides. The upper and the left side start at
    the same corner, the other two at the opposite corner, and all end at the remaining corners. The cells of
    a line or corner are numbered from the outside.
    """
    sides = tuple((side * k + i, side * k + i + 1) for side in range(4) for i in range(k - 1))
    square = [(i * k + j, i * k + j + 1) for i in range(k) for j in range(k - 1)]
    square += [(a % k * k + a // k, b % k * k + b // k) for a, b in square]
    corners = SlicePart(2 * k * k, (*square, *((a + k * k, b + k * k) for a, b in square)))

    def end(*meeting: int) -> StripEnd:
        """Return two corners, each of which meets a horizontal and a vertical side."""
        cells = [(corner * k * k + k - 1, side, k) for corner, side in enumerate(meeting[::2])]
        cells += [(corner * k * k + k * k - k, side, 1) for corner, side in enumerate(meeting[1::2])]
        return StripEnd(
            corners, tuple((at + i * step, side * k + i) for at, side, step in cells for i in range(k))
        )

    links = tuple((v, v, 1) for v in range(4 * k))
    return Slices(SlicePart(4 * k, sides), links, first=end(0, 1, 2, 3), last=end(0, 3, 2, 1), apart=2 * k)


def _hubs(m: int) -> Slices:
    """Return n vertices, each adjacent to m hubs."""
    return Slices(_ONE, hubs=SlicePart(m), spokes=tuple((i, 0) for i in range(m)))


def _theta_graph(m: int) -> Slices:
    """Return two vertices connected by m paths of n inner vertices."""
    end = StripEnd(_ONE, tuple((0, v) for v in range(m)))
    return Slices(SlicePart(m), tuple((v, v, 1) for v in range(m)), first=end, last=end)


def _attach_path(head: Callable[[int], SlicePart], m: int) -> Slices:
    """Return a graph with a path of n vertices attached to its first vertex."""
    return Slices(_ONE, ((0, 0, 1),), first=StripEnd(head(m), ((0, 0),)))


def _brick_columns(m: int) -> Slices:
    """Return m rows of n bricks, every second row shifted by half a brick: hexagons in a rectangle.

    The vertices are (i, j) for i = 0..m, j = 0..2n+1; (i, j) is adjacent to (i, j+1), and to (i+1, j) if i +
    j is even. The two vertices of degree 1 are omitted: (0, 2n+1), and (m, 0) or (m, 2n+1). A slice consists
    of two columns; there is one additional column at either end.
    """
    rows = range(m + 1)
    odd, even = ([(i, i + 1) for i in rows[:-1] if i % 2 == rest] for rest in (1, 0))
    inside = [(m + 1 + a, m + 1 + b) for a, b in even] + odd + [(i, m + 1 + i) for i in rows]
    left = rows if m % 2 else rows[:-1]
    right = rows[1:-1] if m % 2 else rows[1:]
    place = {row: k for k, row in enumerate(right)}
    first = StripEnd(SlicePart(len(left), tuple(even)), tuple((i, i) for i in left))
    joined = tuple((place[a], place[b]) for a, b in odd if a in place and b in place)
    last = StripEnd(SlicePart(len(right), joined), tuple((place[i], m + 1 + i) for i in right))
    return Slices(
        SlicePart(2 * (m + 1), tuple(inside)), tuple((m + 1 + i, i, 1) for i in rows), first=first, last=last
    )


def _brick_rows(m: int) -> Slices:
    """Return n rows of m bricks, like `_brick_columns`: a slice is a row, and every second row is
    reversed.
    """
    width = 2 * m + 2
    ups = tuple((a, width - 1 - a) for a in range(0, width, 2))
    first = StripEnd(path_part(width - 1), ups)
    last = StripEnd(path_part(width - 1), tuple((b - 1, a) for a, b in ups))
    return Slices(path_part(width), tuple((a, b, 1) for a, b in ups), first=first, last=last, apart=1)


def _closed_bricks(how: str, m: int) -> Slices:
    """Return m cyclic rows of n bricks: vertices (i, j) as in ``_brick_columns``, with i modulo m; m is even.

    A slice consists of two columns; a cylinder has one additional slice, because n bricks in a row have n + 1
    ends.
    """
    if m % 2:
        raise BoardError(
            f"board 'brick-wall-{how}': the number of rows in the cyclic direction must be even, because"
            f" every second row is shifted, got {m}; write brick-wall-{how}:4xn, or hex-{how}"
        )
    ups = tuple((c * m + i, c * m + (i + 1) % m) for c in (0, 1) for i in range(m) if (i + c) % 2 == 0)
    inside = SlicePart(2 * m, (*ups, *((i, m + i) for i in range(m))))
    return Slices(
        inside, tuple((m + i, i, 1) for i in range(m)), how == "torus", apart=0 if how == "torus" else -1
    )


# Products


def _complete(size: int) -> SlicePart:
    return SlicePart(size, tuple((i, j) for j in range(size) for i in range(j)))


def _star(size: int) -> SlicePart:
    return SlicePart(size, tuple((0, i) for i in range(1, size)))


def _wheel(size: int) -> SlicePart:
    return SlicePart(size, (*_star(size).edges, *((i, i + 1) for i in range(1, size - 1)), (1, size - 1)))


_PETERSEN = SlicePart(
    10,
    tuple(edge for i in range(5) for edge in ((i, (i + 1) % 5), (i, i + 5), (i + 5, (i + 2) % 5 + 5))),
)
_MADE = {"K": _complete, "P": path_part, "C": cycle_part, "S": _star, "W": _wheel}


_TWO_SIZES = {
    "hex": _TwoSizes("parallelograms of m rows of n hexagons", _hex, _hex),
    "brick-wall": _TwoSizes(
        "rectangles of m rows of n hexagons, drawn as bricks", _brick_columns, _brick_rows
    ),
    **{
        f"brick-wall-{how}": _TwoSizes(f"m rows of n bricks on a {how}", partial(_closed_bricks, how), None)
        for how in ("cylinder", "torus")
    },
    "zigzag": _TwoSizes(
        "m rows of n hexagons, shifted by half a hexagon to the right and left in turn",
        lambda m: tiers(alternate_shifts("rl", m), alternate_shifts("rl", m)),
        _brick_rows,
    ),
    "armchair": _TwoSizes(
        "n rows of m hexagons, shifted by half a hexagon in turn",
        _brick_rows,
        lambda n: tiers(alternate_shifts("rl", n), alternate_shifts("rl", n)),
    ),
    "oblate": _TwoSizes(
        "2m - 1 rows of n and n + 1 hexagons in turn, the first of n",
        lambda m: tiers(alternate_shifts("lr", 2 * m - 1), alternate_shifts("rl", 2 * m - 1)),
        None,
    ),
    "prolate": _TwoSizes(
        "2m - 1 rows of n and n - 1 hexagons in turn, the first of n",
        lambda m: tiers(alternate_shifts("rl", 2 * m - 1), alternate_shifts("lr", 2 * m - 1)),
        None,
    ),
    "square-frame": _TwoSizes(
        "the cells of a square of n rows that are at most m - 1 steps away from its border: frame:mxnxn",
        _square_frame,
        None,
    ),
    "bipartite": _TwoSizes("complete bipartite graphs K_{m,n}", _hubs, _hubs),
    "stacked-book": _TwoSizes(
        "m vertices of a path times a star of n leaves",
        lambda m: Slices(path_part(m), hubs=path_part(m), spokes=tuple((i, i) for i in range(m))),
        lambda n: Slices(_star(n + 1), tuple((v, v, 1) for v in range(n + 1))),
    ),
    "theta": _TwoSizes(
        "two vertices, joined by m paths of n others",
        _theta_graph,
        lambda n: Slices(path_part(n), hubs=SlicePart(2), spokes=((0, 0), (1, n - 1))),
    ),
    "windmill": _TwoSizes(
        "n complete graphs of m vertices with one vertex in common",
        lambda m: Slices(_complete(m - 1), hubs=_ONE, spokes=tuple((0, v) for v in range(m - 1))),
        None,
        least=2,
    ),
    "cone": _TwoSizes(
        "a cycle of n vertices, and m hubs, each joined to all",
        lambda m: replace(_hubs(m), links=((0, 0, 1),), ring=True),
        None,
    ),
    "tadpole": _TwoSizes(
        "a cycle of m vertices with a path of n at one of them",
        partial(_attach_path, cycle_part),
        None,
        least=3,
    ),
    "lollipop": _TwoSizes(
        "a complete graph of m vertices with a path of n at one of them",
        partial(_attach_path, _complete),
        None,
    ),
}
"""Graphs with two sizes that are not lattices: their slices by the fixed size, and descriptions."""


def fixed_product(word: str) -> Board | None:
    """Return the Cartesian product of named small graphs, or None if the name is no such product."""
    graph = None if _ON_GRIDS.fullmatch(word) else _factor(word)
    return None if graph is None else from_edges(word, graph.vertices, graph.edges)


def _factor(word: str) -> SlicePart | None:
    """Return a small graph by name, or the Cartesian product of several."""
    if not word.startswith("graph6=") and "x" in word:
        parts = [_factor(part) for part in word.split("x")]
        known = [part for part in parts if part is not None]
        return product_part(known) if len(known) == len(parts) else None
    match = _FACTOR.fullmatch(word)
    if not match:
        return None
    if match[4]:
        from gfkit.core.boards.graphfile import graph6  # few boards have such a factor

        size, edges = graph6(word, match[4])
        return SlicePart(size, tuple(edges))
    if not match[1]:
        return _PETERSEN
    if match[3]:
        one, other = int(match[2]), int(match[3])
        edges = [(a, one + b) for a in range(one) for b in range(other)]
        return SlicePart(one + other, tuple(edges)) if match[1] == "K" else None
    size, least = int(match[2]), {"C": 3, "W": 4}.get(match[1], 1)
    if size < least:
        raise BoardError(f"board '{word}': the smallest {match[1]} is {match[1]}{least}")
    return _MADE[match[1]](size)


def _circulant_or_power(word: str) -> NamedSlices | None:
    """Return the circulant graphs, powers of paths, or generalised Petersen graphs with the given name, or
    None.
    """
    match = _JUMPS.fullmatch(word)
    if not match:
        return None
    jumps = tuple(dict.fromkeys(int(jump) for jump in match[2][1:].split("-")))
    single = match[1] != "circulant" and len(jumps) > 1
    if single or not 1 <= min(jumps) <= max(jumps) <= _LONGEST_JUMP:
        many = "numbers" if match[1] == "circulant" else "one number"
        raise BoardError(f"board '{word}': write {many} from 1 to {_LONGEST_JUMP} after {match[1]}")
    build, about = _WITH_JUMPS[match[1]]
    slices = build(*jumps)
    return NamedSlices(1, f"{word}:{max(5, slices.first_n)}", lambda _: slices, about)


_WITH_JUMPS: dict[str, tuple[Callable[..., Slices], str]] = {
    "petersen": (
        lambda k: Slices(_RUNG, ((0, 0, 1), (1, 1, k)), ring=True),
        "generalised Petersen graphs: an outer cycle, rungs, and inner vertices adjacent at distance k",
    ),
    "path-power": (
        lambda most: Slices(_ONE, tuple((0, 0, far) for far in range(1, most + 1))),
        "powers of a path: n vertices, adjacent up to a distance",
    ),
    "circulant": (
        lambda *jumps: Slices(_ONE, tuple((0, 0, far) for far in jumps), ring=True),
        "circulant graphs: n vertices on a cycle, adjacent at certain distances",
    ),
}
"""Graphs with one size and given distances of adjacent vertices: their slices, and descriptions."""
_THREE_SIZES = {
    "box": NamedSlices(3, "2x3x4", box, "boxes of unit cubes; cubes that share a face are adjacent"),
    "hexagon": NamedSlices(
        3,
        "hexagon:2x3x4",
        hexagon,
        "unit triangles in hexagons with sides a, b, c; lozenge tilings: MacMahon (1916)",
        is_slanted=True,
    ),
}


def _surface_named(word: str) -> NamedSlices | None:
    if (match := _TIERS.fullmatch(word)) and len(match[1]) == len(match[2]):
        slices = tiers(match[1], match[2])
        about = "rows of hexagons whose ends are shifted left or right, the first of n"
        return NamedSlices(1, f"{word}:{max(5, slices.first_n)}", lambda _: slices, about)
    if match := _NANOTUBE.fullmatch(word):
        tube = nanotube(int(match[1]), int(match[2]))
        return NamedSlices(1, f"{word}:5", lambda _: tube, "carbon nanotubes by their chiral vector")
    if word in SURFACES:
        surface = SURFACES[word]
        return NamedSlices(2, surface.example, partial(surface.slices, word), surface.about)
    return _THREE_SIZES.get(word)


def _product_named(word: str) -> NamedSlices | None:
    match = _PRODUCT.fullmatch(word)
    graph = _factor(match[1]) if match else None
    if match is None or graph is None:
        return None
    same = [(v, v) for v in range(graph.vertices)]
    across = [*graph.edges, *((b, a) for a, b in graph.edges)]
    pairs: list[Edge] = {"x": same, "-strong-": same + across, "-tensor-": across}[match[2]]
    inside = graph if match[2] != "-tensor-" else replace(graph, edges=())
    slices = Slices(inside, tuple((a, b, 1) for a, b in pairs), match[3] == "cycle")
    return NamedSlices(1, f"{word}:5", lambda _: slices)
