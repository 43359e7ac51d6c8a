"""Boxes, Moebius bands and Klein bottles as slices, along each of their sides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from gfkit.boards.slices import SlicePart, Slices, StripEnd
from gfkit.errors import BoardError

MOST_WIDE = 1000
"""Vertices of a slice, at most."""
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
    """Return the slices of a box across the side that grows."""
    one, two = (size for size in sizes if size is not None)
    if not one * two:
        raise BoardError(f"board 'box': sizes beside n are at least 1; got {one} and {two}")
    if one * two > MOST_WIDE:
        raise BoardError(f"board 'box': a slice has {one * two} cells; at most {MOST_WIDE} are possible")
    across = product_part([path_part(one), path_part(two)])
    return Slices(across, _same(across.vertices))


@dataclass(frozen=True, slots=True)
class Surface:
    """A grid on a surface with a twist, or the half of its boards whose width is even, or odd."""

    build: Callable[[int], Slices]
    """The slices, by the size that is fixed."""
    grows: int
    """The size that may grow."""
    least: int
    example: str
    about: str

    def slices(self, word: str, sizes: tuple[int | None, ...]) -> Slices:
        """Return the slices across the side that grows; raise BoardError if the other one grows."""
        fixed = sizes[1 - self.grows]
        name = word.removesuffix("-band")
        if fixed is None:
            other = sizes[self.grows]
            raise BoardError(
                f"board '{name}:nx{other}': a twisted side is folded, and even widths differ from odd ones;"
                f" write {name}:2nx{other} or '{name}:(2n+1)x{other}'"
                if self.grows
                else f"board '{word}:{other}xn': only its first size may be n"
            )
        if not self.least <= fixed <= MOST_WIDE // 2:
            most = MOST_WIDE // 2
            raise BoardError(f"board {name!r}: the fixed size may be {self.least} to {most}; got {fixed}")
        return self.build(fixed)


def _same(size: int) -> tuple[tuple[int, int, int], ...]:
    return tuple((v, v, 1) for v in range(size))


def _twisted(across: SlicePart) -> Slices:
    """Return copies of a path or a cycle around a ring, the last one joined to the first one backwards."""
    size = across.vertices
    return Slices(across, _same(size), ring=True, twist=tuple(reversed(range(size))))


def _folded(is_closed: bool, is_odd: bool, around: int) -> Slices:
    """Return the slices of a twisted grid across its width: rows i and m - 1 - i are one cycle.

    The end of row i is the beginning of row m - 1 - i, so that both are a cycle of 2 ``around`` cells. If m
    is even, the two middle rows are adjacent, which are chords of their cycle; if m is odd, the middle row is
    a cycle whose cells have two neighbours in the next pair. If rows are cyclic, the first and the last are
    adjacent as well.
    """
    pair = cycle_part(2 * around)
    chords = SlicePart(2 * around, (*pair.edges, *((v, v + around) for v in range(around))))
    along = tuple((v, v) for v in range(2 * around))
    first = StripEnd(chords, along) if is_closed else None
    middle = StripEnd(cycle_part(around), tuple((v % around, v) for v in range(2 * around)))
    last = middle if is_odd else StripEnd(chords, along)
    return Slices(pair, _same(2 * around), first=first, last=last, apart=is_closed + (not is_odd))


SURFACES = {
    "moebius-band": Surface(
        lambda m: _twisted(path_part(m)), 1, 1, "moebius:4x5", "Moebius bands, m cells across and n around"
    ),
    "klein": Surface(
        lambda m: _twisted(cycle_part(m)),
        1,
        _LEAST_AROUND,
        "klein:4x5",
        "Klein bottles, m cells around and n around with a twist",
    ),
    **{
        f"{word}-{parity}": Surface(
            lambda around, closed=closed, odd=odd: _folded(closed, odd, around),  # type: ignore[misc]
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
