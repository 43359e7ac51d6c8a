"""Values that rules consist of: pieces, windows, tiles, predicates, pins, and conditions on a whole graph."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple, Protocol

from gfkit.core.boards import Board
from gfkit.core.boards.board import Cube
from gfkit.core.deferred import dataclass, field
from gfkit.core.writable import Face

Cell = tuple[int, int]
Exponents = tuple[int, ...]
"""Exponents of x, y and further letters in the weight of a piece, colour or tile."""
Name = tuple[int | str, ...]
"""Part of the name of a variable before its cells, such as ("piece", 3)."""

EVENT = "event"
"""First part of the names of the hidden variables for the truth values of events."""

Line = tuple[int | None, int | None]
"""Row, column or cell: indices of row and column from 0, or from the far end as -1, -2, ...; None denotes
all.
"""


class Numbers(NamedTuple):
    """Set of admissible numbers. Numbers >= ``cap`` are equivalent, or all numbers are taken modulo
    ``cap``.
    """

    allowed: frozenset[int]
    cap: int
    modulo: bool = False

    @classmethod
    def of(cls, *allowed: int) -> Numbers:
        """Return the set that contains exactly the given numbers."""
        return cls(frozenset(allowed), max(allowed, default=-1) + 1)

    @classmethod
    def with_bound(cls, bound: str, number: int) -> Numbers:
        """Return the set of all numbers >= ``number``, or <= ``number`` if the bound is "most"."""
        return cls.of(*range(number + 1)) if bound == "most" else cls(frozenset({number}), number)

    def cap_number(self, number: int) -> int:
        """Return the representative of a number: below the modulus, or at most the cap."""
        return number % self.cap if self.modulo else min(number, self.cap)

    def holds(self, number: int) -> bool:
        """Return True if a number is admissible.

        >>> Numbers(frozenset({2}), 2).holds(5)
        True
        """
        return self.cap_number(number) in self.allowed

    def reduced(self, number: int) -> Numbers:
        """Return the set of the admissible numbers, each less the given number.

        >>> Numbers.of(1, 2).reduced(1) == Numbers.of(0, 1)
        True
        """
        left = [rest for rest in range(self.cap + 1) if self.holds(rest + number)]
        return Numbers.of(*left) if self.cap not in left else Numbers(frozenset(left), self.cap)

    @property
    def most(self) -> int | None:
        """Largest admissible number; -1 if no number is admissible, None if there is no largest one."""
        return None if self.cap in self.allowed else max(self.allowed, default=-1)

    @property
    def text(self) -> str:
        """Description of the admissible numbers."""
        if self.allowed == {self.cap}:
            return f"at least {self.cap}"
        if self.allowed == set(range(self.cap)) and self.cap > 1:
            return f"at most {self.cap - 1}"
        return " or ".join(map(str, sorted(self.allowed)))


@dataclass(frozen=True, slots=True)
class MarkedPlace:
    """Set of cells of a board: rows, columns, single cells, or the border."""

    at: tuple[Line, ...]
    text: str
    """Places as written in the rule file."""
    cells: tuple[int, ...] | None = field(default=None, kw_only=True)
    """Cells of the place if it is given by a label of one board, else None."""

    @property
    def depth(self) -> int:
        """Maximum distance, in rows or columns, of a marked cell from the end from which the distance is
        counted.
        """
        return max(
            (at if at >= 0 else -1 - at for line in self.at for at in line if at is not None), default=0
        )

    @property
    def lines(self) -> list[list[int | None]]:
        """Rows, columns and cells as lists, for certificates."""
        return list(map(list, self.at))

    @property
    def flat(self) -> bool:
        """True if the place is defined on any graph: it is the first or the last cell."""
        return self.cells is not None or all(line in ((0, 0), (-1, -1)) for line in self.at)

    @property
    def ends(self) -> frozenset[str]:
        """Words "first" and "last" that occur in the place; these cells exist on every board."""
        return frozenset(word.strip() for word in self.text.split(",")) & {"first", "last"}


@dataclass(frozen=True, slots=True)
class MarkCount:
    """Constraint on the number of marked vertices in every component: vertices at a place, or chosen
    vertices.

    Chosen vertices are part of the counted object: a tree with v vertices has v choices of a root.
    """

    place: MarkedPlace | None
    number: Numbers
    is_all: bool = False
    """True if a component has all marked vertices or none, before their number is known."""

    @property
    def text(self) -> str:
        """Description of the constraint in English."""
        number = "one" if self.number.text == "1" else self.number.text
        plural = "" if number == "one" else "s"
        where = (
            f"vert{'ex' if number == 'one' else 'ices'} at {self.place.text}"
            if self.place
            else f"chosen root{plural}"
        )
        return f"{number} {where} in every component"


@dataclass(frozen=True, slots=True)
class Linkage:
    """Connectivity constraint on a graph. None, or an empty list of places, imposes no constraint.

    ``components`` and ``cycles`` are the admissible numbers of components and of independent cycles. Some
    component contains a vertex of each place in ``joins``; no component contains a vertex of each place in
    ``apart``. In every component the number of marked vertices is admissible for ``each``. Some component
    contains a cycle that wraps around the board along one of ``wraps``, which allows no further constraint.

    A graph with v vertices, e edges and c components has e - v + c *independent cycles*: 0 if it is acyclic,
    and 1 if it is connected with a single cycle.
    """

    components: Numbers | None = None
    cycles: Numbers | None = None
    joins: tuple[MarkedPlace, ...] = ()
    apart: tuple[MarkedPlace, ...] = ()
    weight: tuple[int, ...] = (0, 0)
    """Exponents of the letters in the weight of a component."""
    each: MarkCount | None = None
    wraps: tuple[str, ...] = ()
    """Cyclic directions of the board: "rows", "columns" or both."""
    windings: tuple[int, ...] = ()
    """On a board, bounds on the winding numbers of simple cycles in these directions."""

    @property
    def is_constrained(self) -> bool:
        """True if there is a constraint."""
        return self.is_global or self.cycles is not None or any(self.weight) or self.each is not None

    @property
    def places(self) -> tuple[MarkedPlace, ...]:
        """All places that occur in the constraint."""
        held = (self.each.place,) if self.each is not None and self.each.place is not None else ()
        return (*self.joins, *self.apart, *held)

    @property
    def shared_marks(self) -> int:
        """Mask of all places of ``joins`` or of ``apart`` if this is the only constraint, else 0.

        If two components lack the same single place, some component meets all places after adding more edges
        if and only if one does after the two components have been joined.
        """
        counted = self.components, self.cycles, self.each
        alone = counted == (None, None, None) and not any(self.weight) and not (self.joins and self.apart)
        return (1 << len(self.joins + self.apart)) - 1 if alone else 0

    @property
    def highs(self) -> int:
        """Mask of the highest bits of the lanes that contain potentials, one lane for each winding number."""
        return sum(1 << end - 1 for end in accumulate(map(int.bit_length, self.windings)))

    @property
    def depth(self) -> int:
        """Maximum depth of the places in the constraint."""
        return max((place.depth for place in self.places), default=0)

    @property
    def chooses(self) -> bool:
        """True if vertices are chosen as part of the counted object."""
        return self.each is not None and self.each.place is None

    @property
    def acyclic(self) -> bool:
        """True if the graph must be acyclic."""
        return self.cycles is not None and self.cycles.most == 0

    @property
    def is_global(self) -> bool:
        """True if components of the board cannot be counted separately; they can if only cycles are
        forbidden.
        """
        counted = self.components is not None or (self.cycles is not None and not self.acyclic)
        return counted or bool(self.joins or self.apart or self.wraps or self.windings)

    @property
    def needs_members(self) -> bool:
        """True if the number of vertices of the graph matters, because components are counted."""
        asks = self.components is not None or bool(self.joins or self.apart) or self.each is not None
        return asks or any(self.weight)

    @property
    def empty(self) -> bool:
        """True if the empty graph satisfies the constraint."""
        return self.holds(0, 0) and not (self.joins or self.wraps)

    @property
    def flat(self) -> bool:
        """True if the constraint is defined on any graph: all places are the first or the last vertex."""
        return all(place.flat for place in self.places) and not self.wraps

    def holds(self, components: int, cycles: int) -> bool:
        """Return True if a graph with the given numbers of components and of independent cycles is
        admissible.
        """
        asked = (self.components, components), (self.cycles, cycles)
        return all(tally is None or tally.holds(number) for tally, number in asked)

    @property
    def text(self) -> str:
        """Description of the constraint in English.

        >>> Linkage(Numbers(frozenset({1}), 2), Numbers(frozenset({0}), 1)).text
        'one component and no cycle'
        """
        there, absent = (" and at ".join(place.text for place in some) for some in (self.joins, self.apart))
        parts = [
            _number_text(self.components, "component"),
            "no cycle" if self.acyclic else _number_text(self.cycles, "independent cycle"),
            f"a component that has a vertex at {there}" * bool(there),
            f"no component that has a vertex at {absent}" * bool(absent),
            "" if self.each is None else self.each.text,
            f"a cycle that wraps around along the {' or the '.join(self.wraps)}" * bool(self.wraps),
        ]
        return " and ".join(filter(None, parts))


def plain_linkage(linkage: Linkage) -> dict[str, object]:
    """Return the constraint as JSON data for certificates: numbers up to their cap, and the cells of
    places.
    """
    plain: dict[str, object] = {"weight": list(linkage.weight)} if any(linkage.weight) else {}
    plain |= {"wraps": list(linkage.wraps)} if linkage.wraps else {}
    if linkage.each is not None:
        place = linkage.each.place
        plain["each"] = {"at": place and place.lines, **_plain_numbers(linkage.each.number)}
    for key, numbers in (("components", linkage.components), ("cycles", linkage.cycles)):
        plain[key] = numbers and _plain_numbers(numbers)
    return plain | {
        "joins": [place.lines for place in linkage.joins], "apart": [place.lines for place in linkage.apart]
    }  # fmt: skip


def _plain_numbers(numbers: Numbers) -> dict[str, object]:
    return {"allowed": sorted(numbers.allowed), "cap": numbers.cap}


UNLINKED = Linkage()
"""Constraint that every graph satisfies."""


def _number_text(numbers: Numbers | None, noun: str) -> str:
    if numbers is None:
        return ""
    return f"one {noun}" if numbers.text == "1" else f"{numbers.text} {noun}s"


def pinned_cells(board: Board, place: MarkedPlace) -> list[int]:
    """Return the cells of the board in the given rows, columns and positions.

    First and last refer to reading order: the corners, or the nearest cells in reading order if these are
    holes.
    """
    cells = set(range(board.size))
    if place.cells is not None:
        return list(place.cells)
    if board.grid is None:
        return sorted({0 if line == (0, 0) else board.size - 1 for line in place.at} & cells)
    sides = board.grid.rows, board.grid.cols
    pinned_cells = {0 if end == "first" else board.size - 1 for end in place.ends} & cells
    for line in place.at:
        wanted = [
            None if at is None else at if at >= 0 else at + side for at, side in zip(line, sides, strict=True)
        ]
        pinned_cells |= {
            cell
            for cell, spot in enumerate(board.places)
            if all(at is None or at == here for at, here in zip(wanted, spot, strict=True))
        }
    return sorted(pinned_cells)


class Occurrence(NamedTuple):
    """Event that is a condition on the configurations, or whose translates along a strip are counted."""

    text: str
    weight: Exponents | None = None
    """Weight of each translate, or None for a condition."""
    axis: int = 1
    """Direction of the strip: 0 for rows, 1 for columns."""
    closes: bool = False
    """True if the strip is cyclic."""

    @property
    def depth(self) -> int:
        """Upper bound on the distance of its cells from the end from which their numbers are counted.

        >>> Occurrence("cell 2,-5 is 30").depth
        4
        """
        places = re.sub(r"(?: is| are| has| have|:).*?(?= and | or |$)", "", self.text)
        far = max((int(number) - 1 for number in re.findall(r"[0-9]+", places)), default=0)
        return far + ("neighbours" in places)


@dataclass(frozen=True, slots=True)
class Piece(Face):
    """Cells of a piece as offsets (down, right) from the top left corner of its drawing.

    A piece in space has ``cubes`` instead of cells: offsets (layer, down, right). A piece that covers the
    vertices of a face of the board has their number, ``face``, instead of cells.
    """

    cells: tuple[Cell, ...]
    cubes: tuple[Cube, ...] = ()
    face: int = 0

    @property
    def text(self) -> str:
        """Drawing of the piece in rule-file syntax, or the number of vertices of a face."""
        if self.face:
            return str(self.face)
        if not self.cubes:
            return drawn_cells(dict.fromkeys(self.cells, "X"))
        layers, rows, cols = (max(cube[axis] for cube in self.cubes) + 1 for axis in range(3))
        layers = max(layers, 2)  # an empty layer, because a drawing of one layer is a piece in the plane
        return "//".join(
            "/".join(
                "".join("X" if (i, r, c) in self.cubes else "." for c in range(cols)) for r in range(rows)
            )
            for i in range(layers)
        )

    @property
    def in_space(self) -> tuple[Cube, ...]:
        """Cubes of the piece; a piece in the plane has one layer."""
        return self.cubes or tuple((0, row, col) for row, col in self.cells)


@dataclass(frozen=True, slots=True)
class Window(Face):
    """Drawn pattern: offsets, and the symbols at these offsets (a value, or a letter for equal arbitrary
    values).
    """

    cells: tuple[tuple[Cell, str], ...]

    @property
    def text(self) -> str:
        return drawn_cells(dict(self.cells))


@dataclass(frozen=True, slots=True)
class Tile(Face):
    """Tile with the colours of its four edges, and its weight."""

    name: str
    top: str
    right: str
    bottom: str
    left: str
    weight: Exponents = (0, 0)


@dataclass(frozen=True, slots=True)
class Predicate:
    """Condition on the values of a few cells, as written in a rule; see ``gfkit.core.rules.expression``."""

    text: str
    forbidden: bool = False
    """True if the condition must be false."""

    @property
    def key(self) -> str:
        """Key of the rule file that contains the condition."""
        return "forbid" if self.forbidden else "require"


@dataclass(frozen=True, slots=True)
class Outside:
    """Cell outside the board, whose value is constant."""

    value: int


Spot = int | Outside | tuple["Spot", ...]
"""Cells that a name in a predicate denotes: an index of a cell, a cell outside the board, or a list of
these.
"""


Spots = tuple[tuple[str, Spot], ...]


@dataclass(frozen=True, slots=True)
class Pin(MarkedPlace):
    """Predicate on the value of certain cells; cells that are not on the board have no constraint."""

    predicate: Predicate

    @property
    def spots(self) -> Spots:
        """Names in the predicate of a pin, each with the index of the value that it denotes."""
        return (("x", 0),)


def span(cells: Iterable[Cell]) -> int:
    """Return the largest difference of rows, or of columns, between two of the given cells.

    >>> span([(0, 0), (2, 1)])
    2
    """
    return max((max(numbers) - min(numbers) for numbers in zip(*cells, strict=True)), default=0)


class DegreeCounts(Protocol):
    """Sets of edges with constraints only on the degrees of vertices and on one graph.

    The constraint system has the variables ``("edge", a, b)``, 1 if the edge is selected, and for each vertex
    a variable with the class of its degree. The *degree* of a vertex is the number of selected edges at it,
    capped at ``cap``; with ``modulo`` it is this number modulo ``cap``.
    """

    @property
    def cap(self) -> int:
        """Degree from which all larger degrees are equivalent, or the modulus."""

    @property
    def modulo(self) -> bool:
        """True if degrees are counted modulo ``cap``."""

    @property
    def every(self) -> Sequence[int]:
        """All degrees, up to equivalence."""

    @property
    def degrees(self) -> tuple[int, ...]:
        """Admissible degrees of a vertex that is not pinned."""

    @property
    def pins(self) -> Sequence[Pin]:
        """Places whose vertices may have degrees of their own; the last pin at a place applies."""

    @property
    def asks_ends(self) -> bool:
        """True if there is a constraint on the pair of degrees of the endpoints of an edge."""

    @property
    def linkage(self) -> Linkage:
        """Constraint on the graph of the selected edges."""

    @property
    def spanning(self) -> bool:
        """True if the graph of selected edges contains all vertices of the board, not only endpoints of
        selected edges.
        """

    @property
    def weight(self) -> Exponents:
        """Exponents of the weight of a selected edge."""

    @property
    def flat(self) -> bool:
        """True if the rule is defined on any graph."""

    def __hash__(self) -> int: ...

    def degree(self, number: int) -> int:
        """Return the degree of a vertex with the given number of selected edges."""

    def allowed_degrees(self, predicate: Predicate | None) -> tuple[int, ...]:
        """Return the degrees that satisfy a predicate."""

    def joined_ends(self, *, taken: bool) -> Collection[tuple[int, ...]]:
        """Return the admissible pairs of degrees of the endpoints of a selected, or unselected, edge."""


def near_spots(number: int, outside: Sequence[Outside] = ()) -> Spots:
    """Return the cells denoted by the names at cell 0, with neighbours 1 to ``number`` and the given cells
    outside.
    """
    around: tuple[Spot, ...] = (*range(1, number + 1), *outside)
    return (("x", 0), ("near", around), ("all", (0, *around)))


def drawn_cells(cells: dict[Cell, str]) -> str:
    """Return cells drawn as rows separated by '/', with '.' for no cell; long marks are separated by
    spaces.
    """
    rows = max(row for row, _ in cells) + 1
    cols = max(col for _, col in cells) + 1
    gap = " " if any(len(mark) > 1 for mark in cells.values()) else ""
    return "/".join(gap.join(cells.get((r, c), ".") for c in range(cols)) for r in range(rows))


CELL: tuple[Cell, ...] = ((0, 0),)


CROSS: tuple[Cell, ...] = ((0, 0), (-1, 0), (0, -1), (0, 1), (1, 0))
"""Offsets of a cell and of the cells that share an edge with it."""


ROOK = CROSS[1:]


ACROSS: tuple[Cell, ...] = ((0, 0), (0, 1))


DOWN: tuple[Cell, ...] = ((0, 0), (1, 0))
