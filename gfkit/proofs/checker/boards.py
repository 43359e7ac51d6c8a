"""Boards cell by cell, and the constraint system of a rule on the boards of a family.

A family consists of slices: rows or columns of squares, or copies of a small graph, with hubs adjacent to
every slice, and with parts before the first and after the last slice; in a cyclic family the last slice is
adjacent to the first. A rule is applied to each board: variables at cells, and constraints on nearby
variables.

Theorem. The layout of a slice consists of the variables of its cells, and of the constraints whose first
variable is in it. Let it depend only on the cells at most ``span`` slices away (also cyclically), on the
hubs, and on the distance from either end up to ``span`` slices. If the constraints of all boards of m to 2
span + 3 slices consist of a head, a repeated slice and a tail, then the same is true of longer boards.

Proof. The layout of slice j of C depends on min(j, span) and min(C - 1 - j, span) alone. All pairs of these
that occur on longer boards occur on the board of 2 span + 3 slices.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from gfkit.proofs.checker.cells import Cells, Place
from gfkit.proofs.checker.core import (
    END,
    FAR,
    KEPT,
    Clause,
    Count,
    Debt,
    EventNumber,
    Label,
    Op,
    Power,
    Site,
    System,
    Table,
    TallyHit,
    Whole,
    rank,
)
from gfkit.proofs.checker.reading import RefusalError, need

Link = tuple[int, int, int]
WIDEST, ROWS_OF_TABLE, CELLS_LAID = 60, 2**18, 2 * 10**6


class GraphPart(NamedTuple):
    """Part of a graph: its number of vertices, and the edges between them."""

    vertices: int
    edges: tuple[Place, ...]


class End(NamedTuple):
    """Part of a graph before the first slice or after the last one: its links to that slice, and its edges to
    hubs.
    """

    part: GraphPart
    links: tuple[Place, ...]
    spokes: tuple[Place, ...]


class Family(NamedTuple):
    """Boards of n - ``apart`` slices. Boards of squares have their sides (None for n) and their cyclic
    directions.
    """

    slice: GraphPart
    links: tuple[Link, ...]
    ring: bool
    twist: tuple[int, ...] = ()
    hubs: GraphPart = GraphPart(0, ())
    spokes: tuple[Place, ...] = ()
    ends: tuple[End | None, End | None] = (None, None)
    apart: int = 0
    first: int = 0
    sides: tuple[int | None, int | None] | None = None
    wraps: tuple[bool, bool] = (False, False)
    cells: tuple[Place, ...] = ()
    """Positions of the cells of a slice of squares, along n and across it. ``deep`` is the extent of a slice
    along n.
    """
    deep: int = 1
    drawn: tuple[Sequence[Place], Sequence[Place]] = ((), ())
    """Positions of the squares before the first slice and after the last one. ``margins`` are the extents of
    these parts along n.
    """
    margins: tuple[int, int] = (0, 0)

    @property
    def by_rows(self) -> bool:
        """True if the slices are rows of squares."""
        return self.sides is not None and self.sides[0] is None

    @property
    def far(self) -> int:
        """Largest number of slices that an edge spans."""
        return max((far for *_, far in self.links), default=1)


class CellBoard(Cells):
    """Board with a given number of slices: its cells slice by slice, the edges, and the positions of squares.

    Hubs come first, in slice 0, followed by the vertices before it; vertices after the last slice belong to
    it.
    """

    def __init__(self, family: Family, count: int) -> None:
        self.family = family
        self.count = count
        self.hubs: int = family.hubs.vertices
        width, (before, behind) = family.slice.vertices, family.ends
        start = self.hubs + (before.part.vertices if before else 0)
        stop = start + count * width
        size = stop + (behind.part.vertices if behind else 0)
        self.slices: list[int] = [
            min(max(0, (cell - start) // max(1, width)), max(0, count - 1)) for cell in range(size)
        ]
        edges = [*family.hubs.edges]
        for j in range(count):
            here = start + j * width
            edges += [(here + a, here + b) for a, b in family.slice.edges]
            edges += [(hub, here + b) for hub, b in family.spokes]
            for a, b, far in family.links:
                if j + far < count:
                    edges.append((here + a, here + far * width + b))
                elif family.ring:
                    other = family.twist[b] if family.twist else b
                    edges.append((here + a, start + (j + far - count) * width + other))
        for end, base, beside in ((before, self.hubs, start), (behind, stop, stop - width)):
            if end:
                edges += [(base + a, base + b) for a, b in end.part.edges]
                edges += [(hub, base + b) for hub, b in end.spokes]
                edges += [(base + a, beside + b) for a, b in end.links]
        super().__init__(size, {(min(edge), max(edge)) for edge in edges})
        is_simple = len(self.edges) == len(edges) and all(a < b for a, b in self.edges)
        need(is_simple, "family: an edge is repeated, or is a loop")
        if family.sides is not None:
            left, stop = family.margins[0], family.margins[0] + count * family.deep
            long = stop + family.margins[1]
            rows, cols = (long if side is None else side for side in family.sides)
            spots = [
                *family.drawn[0],
                *((left + j * family.deep + s, x) for j in range(count) for s, x in family.cells),
                *((stop + s, x) for s, x in family.drawn[1]),
            ]
            self.place([spot if family.by_rows else spot[::-1] for spot in spots], rows, cols, family.wraps)
            need(len(self.at) == size, "family: expected cells of the square lattice")


class Builder:
    """Variables of a rule on a board, ordered by cell and then by creation, with their constraints."""

    def __init__(self, board: CellBoard, tables: dict[object, int] | None = None) -> None:
        self.board = board
        self.tables: dict[object, int] = {} if tables is None else tables
        """Rows of known tables, by name."""
        self.slots: list[tuple[int, tuple[Power, ...], bool]] = []
        self.debts: list[Debt] = []
        self.ops: list[tuple[int, Op]] = []
        """Operations on the variables of a cell, numbered within the cell."""
        self.tallies: list[EventNumber] = []
        self.wholes: list[Whole] = []
        self.covers: list[tuple[int, tuple[int, ...]]] = []
        """For each variable, the colour and the cells of the piece whose placement it denotes."""
        self._local: list[int] = []
        self._made = [0] * max(1, board.size)

    def slot(
        self,
        cell: int,
        weights: Iterable[Power],
        kept: bool = False,
        covers: tuple[int, tuple[int, ...]] | None = None,
    ) -> int:
        """Create a variable of a cell, with a weight for each symbol, and return it."""
        self.slots.append((cell, tuple(weights), kept))
        self.covers.append(covers or (0, (cell,)))
        self._local.append(self._made[cell])
        self._made[cell] += 1
        return len(self.slots) - 1

    def local(self, slot: int) -> int:
        """Return the position of a variable among the variables of its cell."""
        return self._local[slot]

    def kept_place(self, slot: int) -> int:
        """Return the place of a variable in every later state, which contains its symbol because later
        constraints depend on it.
        """
        order = sorted((place for place in range(slot + 1) if self.slots[place][2]), key=self.order)
        return KEPT + order.index(slot)

    def order(self, slot: int) -> tuple[int, int]:
        """Return the sort key of a variable in the order of the sweep."""
        return self.slots[slot][0], slot

    def clause(self, tests: dict[int, int], label: Label = ()) -> None:
        """Add a clause: not all of the given variables have the given symbols."""
        if all(tests.values()):
            self.debts.append(
                Clause(tuple((slot, tests[slot]) for slot in sorted(tests, key=self.order)), label)
            )

    def count(
        self,
        tests: Iterable[tuple[int, int]],
        is_allowed: Callable[[int], bool],
        given: tuple[tuple[int, int], ...] = (),
    ) -> None:
        """Add a constraint on the number of variables with one of their symbols, conditional on ``given``."""
        items = tuple(sorted(tests, key=lambda test: self.order(test[0])))
        self._add(Count(items, sum(1 << k for k in range(len(items) + 1) if is_allowed(k)), given).simple())

    def table(
        self,
        slots: Sequence[int],
        holds: Callable[[tuple[int, ...]], object],
        label: Label = (),
        name: object = None,
    ) -> None:
        """Add a table of admissible tuples of the given variables. Tables with equal names share their
        rows.
        """
        if not slots:
            self._add(() if label or holds(()) else None)
            return
        order = sorted(range(len(slots)), key=lambda k: self.order(slots[k]))
        sizes = tuple(len(self.slots[slots[k]][1]) for k in order)
        if prod(sizes) > ROWS_OF_TABLE:
            raise RefusalError(3, f"a predicate depends on {len(slots)} cells with {max(sizes)} values")
        key = name, tuple(order)
        if name is None or key not in self.tables:
            rows, symbols = 0, [0] * len(slots)
            for number, row in enumerate(product(*map(range, sizes))):
                for k, symbol in zip(order, row, strict=True):
                    symbols[k] = symbol
                if holds(tuple(symbols)):
                    rows |= 1 << number
            self.tables[key] = rows
        self._add(Table(tuple(slots[k] for k in order), sizes, self.tables[key], label).simple())

    def _add(self, debts: tuple[Debt, ...] | None) -> None:
        if debts is None:  # unsatisfiable: a variable without symbols
            self.slot(0, ())
        for debt in debts or ():
            if isinstance(debt, TallyHit):  # always true: it occurs with the variable that its label names
                slot = debt.label[2]
                debt = Clause(((slot, (1 << len(self.slots[slot][1])) - 1),), debt.label)
            self.debts.append(debt)

    def tally(self, tally: EventNumber, tests: Iterable[tuple[int, int]] = ()) -> int:
        """Add a tally that counts the variables with one of the listed symbols, and return its index."""
        self.tallies.append(tally)
        for slot, mask in tests:
            self.ops.append((self.slots[slot][0], (-1, len(self.tallies) - 1, self.local(slot), mask)))
        return len(self.tallies) - 1

    def whole(self, whole: Whole) -> int:
        """Add a global constraint and return its number."""
        self.wholes.append(whole)
        return len(self.wholes) - 1

    @property
    def asked_of_all(self) -> str:
        """Tallies and global constraints, in order of creation."""
        return repr((self.tallies, [whole.name for whole in self.wholes]))

    def op(self, cell: int, *op: int) -> None:
        """Append an instruction of a global constraint, ``op``, to the step of the sweep that assigns the
        variables of ``cell``.
        """
        self.ops.append((cell, op))

    def slices(self) -> list[list[Site]]:
        """Return the sites, slice by slice, with the places of this board."""
        order = sorted(range(len(self.slots)), key=self.order)
        kept = [slot for slot in order if self.slots[slot][2]]
        places = {slot: place for place, slot in enumerate(order)}
        seen = places | {slot: KEPT + k for k, slot in enumerate(kept)}
        loose = {*order}.difference(kept)
        laid: dict[int, list[Debt]] = {slot: [] for slot in order}
        for debt in dict.fromkeys(self.debts):
            own = loose.intersection(debt.slots)
            names = seen if own else places
            laid[min(own or debt.slots, key=self.order)].append(debt.shift(names.__getitem__))
        cells = range(max(1, self.board.size))  # a board without cells may have a constraint that fails
        by_cell: list[list[int]] = [[] for _ in cells]
        for slot in order:
            by_cell[self.slots[slot][0]].append(slot)
        ops: list[list[Op]] = [[] for _ in cells]
        for cell, op in self.ops:
            ops[cell].append(op)
        slices: list[list[Site]] = [[] for _ in range(max(1, self.board.count))]
        at = 0
        for cell, slots in enumerate(by_cell):
            if slots or ops[cell]:
                weights = tuple(self.slots[slot][1] for slot in slots)
                stay = tuple(self.slots[slot][2] for slot in slots)
                debts = tuple(tuple(sorted(laid[slot], key=rank)) for slot in slots)
                turn = self.board.slices[cell] if self.board.size else 0
                slices[turn].append(Site(at, weights, stay, debts, tuple(ops[cell])))
                at += len(slots)
        return slices


def system_of(family: Family, build: Callable[[CellBoard], Builder], span: int) -> System:
    """Return the constraint system of a family of boards, if each slice depends on a bounded number of
    slices.

    See the theorem in the module's docstring. Raise RefusalError if the slices are not equal.
    """
    first = max(0, family.first - family.apart)  # smaller boards are not defined
    longest = max(2 * span + 3, first)
    if longest * (longest + 1) * max(1, family.slice.vertices) > CELLS_LAID:
        raise RefusalError(
            3, "the range of a constraint is too large: too many boards would have to be compared"
        )
    counts = range(first, longest + 1)
    builders = [build(CellBoard(family, count)) for count in counts]
    slices = {count: builder.slices() for count, builder in zip(counts, builders, strict=True)}
    if len({builder.asked_of_all for builder in builders if builder.ops}) > 1:
        raise RefusalError(3, "the global constraints differ between boards of the family")
    spread = _spread(slices[longest], longest // 2)
    patterns = {count: _patterns(parts, spread) for count, parts in slices.items()}
    last = patterns[longest]
    middle = last[longest // 2]
    alike = [j for j, part in enumerate(last) if part == middle]
    head = next(j for j in alike if {*range(j, longest // 2)} <= {*alike})
    tail = longest - 1 - next(j for j in reversed(alike) if {*range(longest // 2, j)} <= {*alike})
    if head > span or tail > span:
        raise RefusalError(3, "the slices of the boards have different constraints")

    def is_long(count: int) -> bool:
        parts = [*last[:head], *[middle] * (count - head - tail), *last[longest - tail :]]
        return count >= max(1, head + tail) and patterns[count] == parts

    least = longest
    while least > first and is_long(least - 1):
        least -= 1
    more = least - head - tail  # equal slices are moved to the head
    start = sum(len(site.slots) for part in (*last[:head], *[middle] * more) for site in part)
    early = range(first, least)
    return System(
        first=least + family.apart,
        boards=tuple(tuple(site for part in slices[count] for site in part) for count in early),
        head=_place_parts([*last[:head], *[middle] * more], 0),
        slice=_place_parts([middle], start),
        tail=_place_parts(last[longest - tail :], start),
        tallies=tuple(builders[-1].tallies),
        wholes=tuple(builders[-1].wholes),
    )


def _starts(slices: list[list[Site]]) -> list[int]:
    """Return the places where the slices and the tail begin, and the end of the board."""
    starts = [0]
    for part in slices:
        starts.append(starts[-1] + sum(len(site.slots) for site in part))
    return starts


def _spread(slices: list[list[Site]], most: int) -> int:
    """Return the largest distance in slices, up to a bound, between the variables of a constraint."""
    starts, spread = _starts(slices), 0
    for j, part in enumerate(slices):
        for site in part:
            for place in {place for debts in site.laid for debt in debts for place in debt.slots}:
                far = bisect_right(starts, place) - 1 - j
                spread = max(spread, far if far <= most else 0)
    return spread


def _patterns(slices: list[list[Site]], spread: int) -> list[tuple[Site, ...]]:
    """Return the sites by slice, with places relative to their slice or to the end of the board."""
    starts = _starts(slices)
    parts = []
    for j, part in enumerate(slices):

        def move(place: int, j: int = j) -> int:
            far = bisect_right(starts, place) - 1 - j > spread
            return place if place < 0 else END + place - starts[-1] if far else place - starts[j]

        parts.append(tuple(_shift_site(site, site.at - starts[j], move) for site in part))
    return parts


def _place_parts(parts: Sequence[tuple[Site, ...]], start: int) -> tuple[Site, ...]:
    """Return consecutive slices, with places from ``start`` on."""
    sites: list[Site] = []
    for part in parts:
        by = start + sum(len(site.slots) for site in sites)

        def move(place: int, by: int = by) -> int:
            return place + by if 0 <= place < FAR else place

        sites += [_shift_site(site, site.at + by, move) for site in part]
    return tuple(sites)


def _shift_site(site: Site, at: int, move: Callable[[int], int]) -> Site:
    laid = tuple(tuple(debt.shift(move) for debt in debts) for debts in site.laid)
    return site._replace(at=at, laid=laid)
