"""Boards that consist of copies of one slice, linked to later slices, with ends, hubs and a twist.

A description is an object and a name. ``Slices`` specifies a slice and the links between slices. Its full
description is the name of the family, so that the name of a board determines the whole board.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence

from gfkit.core.boards.board import (
    FIRST_WRAP,
    Board,
    Edge,
    from_edges,
    refuse_huge,
    refuse_repeated,
    simple_edges,
)
from gfkit.core.deferred import dataclass, regex, replace
from gfkit.core.errors import BoardError
from gfkit.core.typing import cached_property

MOST_VERTICES = 100_000
"""Maximum number of vertices of one slice, of an end, or of all hubs together."""

Link = tuple[int, int, int]
"""Vertex of a slice, vertex of a later slice, and the number of slices between them."""


@dataclass(frozen=True, slots=True)
class SlicePart:
    """Vertices of a slice, of an end or of the hubs, and the edges between them."""

    vertices: int = 0
    edges: tuple[Edge, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "edges", simple_edges("edges", self.edges))


@dataclass(frozen=True, slots=True)
class StripEnd:
    """Part before the first slice, or after the last slice, with its links.

    ``links`` are pairs of a vertex of the part and a vertex of the adjacent slice; ``spokes`` are pairs of a
    hub and a vertex of the part.
    """

    part: SlicePart
    links: tuple[Edge, ...] = ()
    spokes: tuple[Edge, ...] = ()


@dataclass(frozen=True)
class Slices:
    """Family of graphs, one for every number of slices.

    Slice j has the vertices of ``slice``; a link (a, b, d) joins a in slice j with b in slice j + d. In a
    ``ring`` the slices after the last slice are identified with the first slices; if the ring is twisted,
    vertex v is identified with ``twist[v]``. Every hub is adjacent, by its ``spokes``, to the same vertices
    of all slices. ``apart`` is n minus the number of slices: a wheel of n vertices has n - 1 slices. A ring
    has at least 3 slices, and enough slices that no two links join the same vertices; with an end there is at
    least one slice.
    """

    slice: SlicePart
    links: tuple[Link, ...] = ()
    ring: bool = False
    twist: tuple[int, ...] = ()
    hubs: SlicePart = SlicePart()
    spokes: tuple[Edge, ...] = ()
    first: StripEnd | None = None
    last: StripEnd | None = None
    apart: int = 0
    least: int = 0
    """Minimum number of slices, if it is larger than the default."""

    def __post_init__(self) -> None:
        _check(self)

    @property
    def span(self) -> int:
        """Largest number of slices between the endpoints of a link."""
        return max((far for _, _, far in self.links), default=1)

    @property
    def first_n(self) -> int:
        """Smallest n for which there is a board."""
        ring = max(FIRST_WRAP, 2 * self.span + 1) if self.ring else 0
        ends = 1 if self.first or self.last else 0
        return max(ring, ends, self.least, -self.apart) + self.apart

    @cached_property
    def word(self) -> str:
        """Description without spaces, which ``read`` parses."""
        parts = [f"{self.slice.vertices}"]
        lists = {
            "in": self.slice.edges,
            "to": self.links,
            "hub": self.spokes,
            "between": self.hubs.edges,
        }
        parts += [f"{name}={_rows_text(rows)}" for name, rows in lists.items() if rows]
        parts += ["ring"] if self.ring else []
        parts += [f"twist={'.'.join(map(str, self.twist))}"] if self.twist else []
        parts += [f"hubs={self.hubs.vertices}"] if self.hubs.vertices else []
        for name, end in (("first", self.first), ("last", self.last)):
            if end is not None:
                rows = (end.part.edges, end.links, end.spokes)
                parts.append(f"{name}={end.part.vertices}/{'/'.join(map(_rows_text, rows))}")
        parts += [f"apart={self.apart}"] if self.apart else []
        parts += [f"from={self.least}"] if self.least else []
        return f"slices({';'.join(parts)})"

    def board(self, text: str, n: int) -> Board:
        """Return the board of size n, with vertices in the order: hubs, first end, slices in order, last end.

        ``spots`` contains for each vertex its index in its slice, and the number of the slice.
        """
        count = n - self.apart
        ends = [end.part.vertices if end else 0 for end in (self.first, self.last)]
        size = self.hubs.vertices + ends[0] + count * self.slice.vertices + ends[1]
        every = len(self.slice.edges) + len(self.links) + len(self.spokes)
        refuse_huge(text, size, every * count)
        board = from_edges(text, size, self._edges(count))
        turns = [(v, 0) for v in range(ends[0])]
        start = 1 if self.first else 0
        turns += [(v, start + j) for j in range(count) for v in range(self.slice.vertices)]
        turns += [(v, start + count) for v in range(ends[1])]
        spots = ((-1 - hub, -1) for hub in range(self.hubs.vertices))
        return replace(board, spots=(*spots, *turns), hubs=self.hubs.vertices, span=self.span)

    def _edges(self, count: int) -> Iterator[Edge]:
        start = self.hubs.vertices + (self.first.part.vertices if self.first else 0)
        width = self.slice.vertices

        def at(turn: int, vertex: int) -> int:
            return start + turn * width + vertex

        yield from self.hubs.edges
        for turn in range(count):
            yield from ((at(turn, a), at(turn, b)) for a, b in self.slice.edges)
            yield from ((hub, at(turn, v)) for hub, v in self.spokes)
            for a, b, far in self.links:
                if turn + far < count:
                    yield at(turn, a), at(turn + far, b)
                elif self.ring:
                    yield at(turn, a), at(turn + far - count, self.twist[b] if self.twist else b)
        for end, base, next_to in (
            (self.first, self.hubs.vertices, 0),
            (self.last, at(count, 0), count - 1),
        ):
            if end is not None:
                yield from ((base + a, base + b) for a, b in end.part.edges)
                yield from ((hub, base + v) for hub, v in end.spokes)
                if count:
                    yield from ((base + a, at(next_to, b)) for a, b in end.links)


def _rows_text(rows: Iterable[Sequence[int]]) -> str:
    return ",".join("-".join(map(str, row)) for row in rows)


# Checks


def _check(slices: Slices) -> None:
    """Raise BoardError unless the description defines simple graphs."""
    width = slices.slice.vertices
    parts = {"slice": slices.slice, "hubs": slices.hubs}
    for name, end in (("first", slices.first), ("last", slices.last)):
        if end is not None:
            parts[name] = end.part
            _check_range(f"links of the {name} slice", end.links, (end.part.vertices, width))
            _check_range(f"spokes of the {name} slice", end.spokes, (slices.hubs.vertices, end.part.vertices))
            if slices.ring:
                raise BoardError(f"a ring of slices cannot have a {name} part; omit ring, or {name}")
    for name, part in parts.items():
        if not 0 <= part.vertices <= MOST_VERTICES:
            raise BoardError(
                f"{name}: the number of vertices must be from 0 to {MOST_VERTICES}, got {part.vertices}"
            )
        _check_range(f"edges of {name}", part.edges, (part.vertices, part.vertices), loops=False)
    if not width:
        raise BoardError("a slice must have at least one vertex")
    _check_range("links", dict.fromkeys(link[:2] for link in slices.links), (width, width))
    refuse_repeated("links", slices.links)
    _check_range("spokes", slices.spokes, (slices.hubs.vertices, width))
    far = next((link for link in slices.links if not 1 <= link[2] <= 100), None)
    if far is not None:
        raise BoardError(
            f"links: {list(far)} extends over {far[2]} slices; this number must be from 1 to 100"
        )
    if slices.twist and not slices.ring:
        raise BoardError("twist: only a ring can have a twist; set ring = true")
    if slices.twist and sorted(slices.twist) != list(range(width)):
        raise BoardError(f"twist: {list(slices.twist)} is not a permutation of the vertices 0 to {width - 1}")


def _check_range(label: str, rows: Collection[Edge], sizes: tuple[int, int], *, loops: bool = True) -> None:
    refuse_repeated(label, rows)
    for a, b in rows:
        if not (0 <= a < sizes[0] and 0 <= b < sizes[1]):
            top = [size - 1 for size in sizes]
            raise BoardError(
                f"{label}: [{a}, {b}] names a vertex that does not exist; the first must be from 0 to"
                f" {top[0]}, the second from 0 to {top[1]}"
            )
        if a == b and not loops:
            raise BoardError(f"{label}: [{a}, {b}] is a loop")


# Parser

_WORD = regex(r"slices\(([^()]*)\)")
_LISTS = ("in", "to", "hub", "between")


def read(word: str) -> Slices | None:
    """Parse the description of slices in the name of a board; return None for a string of another form.

    >>> read("slices(2;in=0-1;to=0-0-1,1-1-1;ring)").first_n
    3
    """
    match = _WORD.fullmatch(word)
    if not match:
        return None
    fields: dict[str, str] = {}
    vertices, *rest = match[1].split(";")
    for item in rest:
        name, _, value = item.partition("=")
        if name in fields or name not in (*_LISTS, "ring", "twist", "hubs", "first", "last", "apart", "from"):
            raise BoardError(f"board {word!r}: {item!r} is unknown or repeated in the description of slices")
        fields[name] = value
    try:
        links = _parse_rows(fields.get("to", ""), 3)
        return Slices(
            SlicePart(int(vertices), _parse_pairs(fields.get("in", ""))),
            tuple((a, b, far) for a, b, far in links),
            "ring" in fields,
            tuple(map(int, fields["twist"].split("."))) if "twist" in fields else (),
            SlicePart(int(fields.get("hubs", "0")), _parse_pairs(fields.get("between", ""))),
            _parse_pairs(fields.get("hub", "")),
            _parse_end(fields.get("first")),
            _parse_end(fields.get("last")),
            int(fields.get("apart", "0")),
            int(fields.get("from", "0")),
        )
    except BoardError:
        raise
    except ValueError:
        raise BoardError(f"board {word!r}: write slices as in slices(2;in=0-1;to=0-0-1,1-1-1;ring)") from None


def _parse_rows(text: str, length: int) -> list[tuple[int, ...]]:
    rows = [tuple(map(int, row.split("-"))) for row in text.split(",")] if text else []
    if any(len(row) != length for row in rows):
        raise ValueError(text)
    return rows


def _parse_pairs(text: str) -> tuple[Edge, ...]:
    return tuple((a, b) for a, b in _parse_rows(text, 2))


def _parse_end(text: str | None) -> StripEnd | None:
    if text is None:
        return None
    vertices, edges, links, spokes = text.split("/")
    return StripEnd(SlicePart(int(vertices), _parse_pairs(edges)), _parse_pairs(links), _parse_pairs(spokes))
