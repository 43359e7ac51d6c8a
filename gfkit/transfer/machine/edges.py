"""From sets of edges to a machine: what is remembered of a vertex is what it will be, and how far it came.

Statement. Degrees that no edge tells apart form a *class*: equal rows in the tables of ``taken`` and
``left``. Every vertex says at its site of which class its degree will be; an edge is decided at the later of
its two sites, where the classes of both ends are known and must allow it; and at the last site that a vertex
has an edge with, its degree must be in its class. So the ways through the machine are the sets of edges that
the rule allows, each once, as a set of edges has one degree, and one class, at every vertex. Of the edges
that a vertex has already, only so much is remembered as decides which more bring it into its class, and a
vertex that would need more edges than it still has is given up at once.

A site looks at the sites of the cells it touches, and at which is the last of each of these; so the reach is
that of a cell with its neighbours. What is remembered does not depend on how long the strip is.

Where components or cycles are counted, ``linked.py`` keeps beside this which vertices hang together.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from itertools import product

from gfkit.boards import Board
from gfkit.errors import LimitError, MismatchError
from gfkit.games.edges import EdgeRule
from gfkit.games.linkage import pinned
from gfkit.games.rule import Exponents, Predicate
from gfkit.transfer.machine.linked import Join, LinkedMachine, WatchedGraph, linked, marks_of
from gfkit.transfer.machine.slot import (
    Kinds,
    Option,
    SlotMachine,
    Table,
    assemble,
    exponents_for,
    line_and_turn,
)
from gfkit.transfer.machine.ties import UNTIED, Ties
from gfkit.typing import Weights

_MOST_OPTIONS = 1 << 13
"""Options of one site: ways to take edges that lead back, times classes."""
_ENDS = "ends"
"""The feature that counts ends of paths."""


@dataclass(frozen=True)
class DegreeProgress:
    """Classes of degrees, and how far vertices have come towards theirs, as numbers from 0 on.

    ``after[s]`` is where a vertex that was at s is when an edge of it is taken, -1 when it can no longer come
    into its class; ``needs[s]`` is the least number of edges more that bring it there.
    """

    starts: tuple[int, ...]
    """By class, a vertex without edges taken; -1 for a class that it may not have."""
    classes: tuple[int, ...]
    after: tuple[int, ...]
    needs: tuple[int, ...]
    single: frozenset[int]
    """Where a vertex with one edge is, if that is told from others."""

    @staticmethod
    def of(classes: Sequence[frozenset[int]], rule: EdgeRule) -> DegreeProgress:
        """What a vertex has is told apart by which numbers of edges more bring it into its class."""
        number: dict[tuple[int, tuple[bool, ...]], int] = {}
        found: list[tuple[int, int]] = []

        @cache
        def future(k: int, had: int) -> tuple[bool, ...]:
            return tuple(rule.degree(had + more) in classes[k] for more in rule.every)

        for k in range(len(classes)):
            for had in rule.every:
                seen = future(k, had)
                if any(seen) and (k, seen) not in number:
                    number[k, seen] = len(number)
                    found.append((k, had))
        meant = [[had for had in rule.every if number.get((k, future(k, had))) == at] for at, (k, _) in
                 enumerate(found)]  # fmt: skip
        return DegreeProgress(
            tuple(number.get((k, future(k, 0)), -1) for k in range(len(classes))),
            tuple(k for k, _ in found),
            tuple(number.get((k, future(k, rule.degree(had + 1))), -1) for k, had in found),
            tuple(future(k, had).index(True) for k, had in found),
            frozenset(at for at, hads in enumerate(meant) if hads == [1] and not rule.modulo),
        )

    def along(self, state: int, more: int) -> int:
        """Where a vertex is when so many more of its edges are taken; -1 where that is nowhere."""
        for _ in range(more):
            state = self.after[state] if state >= 0 else -1
        return state

    def within(self, left: int) -> frozenset[int]:
        """From where a vertex comes into its class by at most so many edges more."""
        return frozenset(at for at, needed in enumerate(self.needs) if needed <= left)

    @cached_property
    def alike(self) -> tuple[tuple[int, ...], ...]:
        """By edges more, and where a vertex is, one for all places that so many do not tell apart.

        That is one where no further edge can be taken, if there is one, so that labels are dropped. More
        edges than there are places tell no others apart.
        """
        return tuple(self._alike(left) for left in range(len(self.needs) + 1))

    def with_left(self, left: int) -> tuple[int, ...]:
        """The same for so many edges more."""
        return self.alike[min(left, len(self.needs))]

    def _alike(self, left: int) -> tuple[int, ...]:

        def seen(at: int) -> Hashable:
            ends = [self.along(at, more) for more in range(left + 1)]
            return self.classes[at], tuple(
                e >= 0 and not self.needs[e] and 1 + (e in self.single) for e in ends
            )

        alike = [seen(at) for at in range(len(self.needs))]
        order = sorted(range(len(alike)), key=lambda at: (at not in self.still, at))
        return tuple(next(other for other in order if alike[other] == one) for one in alike)

    @property
    def still(self) -> frozenset[int]:
        """Where no further edge can be taken."""
        return frozenset(at for at, after in enumerate(self.after) if after < 0)


@dataclass(frozen=True, slots=True)
class EdgeBundle:
    """Edges that are taken together, or left: between two cells, or one cell and itself.

    An edge of the board is one of these. Where a board is folded, cells stand for several, and so do edges;
    ``ends`` says for each of the cells how many of the edges it has, ``times`` how many there are.
    """

    cells: tuple[int, ...]
    ends: tuple[int, ...] = (1, 1)
    times: int = 1

    def ends_at(self, cell: int) -> int:
        """How many of the edges a cell has."""
        return self.ends[self.cells.index(cell)] if cell in self.cells else 0


@dataclass(frozen=True, slots=True)
class VertexDegrees:
    """What a rule asks of the degrees of vertices: classes of degrees, and how far vertices can come.

    ``may`` has two tables of classes that the ends of an edge may have, which is left, or taken.
    ``most_ends`` is the most vertices of degree 1, where all components are paths, else 0.
    """

    classes: Sequence[frozenset[int]]
    may: tuple[list[list[bool]], list[list[bool]]]
    free: DegreeProgress
    pinned: Mapping[Predicate, DegreeProgress]
    """By what a pin says; those that allow the same are one object."""
    most_ends: int

    @staticmethod
    def of(rule: EdgeRule) -> VertexDegrees:
        """What a rule asks, on any board."""
        degrees = {says: rule.allowed(says) for says in dict.fromkeys(pin.says for pin in rule.pins)}
        kinds = [rule.degrees, *degrees.values()]
        classes, may = _classes(rule, sorted(set().union(*kinds)))
        known = {one: DegreeProgress.of([own & set(one) for own in classes], rule) for one in kinds}
        pinned = {says: known[one] for says, one in degrees.items()}
        return VertexDegrees(classes, may, known[rule.degrees], pinned, _most_ends(rule, kinds))

    def at_pins(self, rule: EdgeRule, board: Board) -> dict[int, DegreeProgress]:
        """What is asked of the cells at pins; of all others, what is free."""
        return {cell: self.pinned[pin.says] for pin in rule.pins for cell in pinned(board, pin)}


def edge_machine(
    rule: EdgeRule,
    board: Board,
    order: Sequence[int],
    weights: Weights,
    bundles: Sequence[EdgeBundle] | None = None,
    ties: Ties = UNTIED,
) -> SlotMachine | LinkedMachine:
    """The machine of sets of edges on the cells in ``order``, among which no other cell has an edge.

    ``bundles`` are the edges of the board, where they are not single ones; what hangs together by them is
    not told then. Of single ones ``ties`` say which are taken together, or left.
    """
    if board.grid is None and not rule.flat:
        raise MismatchError(
            f"board {board.text!r} is a graph without rows and columns, and {rule.name} pins vertices by row"
            ' and column; pin "first" and "last", or use a board like 4x5'
        )
    asked = VertexDegrees.of(rule)
    classes, may, at_pins = asked.classes, asked.may, asked.at_pins(rule, board)
    progress = {cell: at_pins.get(cell, asked.free) for cell in order}
    site_of = {cell: site for site, cell in enumerate(order)}
    is_linked, every = rule.linkage.asks, rule.spanning or not rule.linkage.needs_members
    weight = exponents_for(rule.weight, weights)
    kinds: Kinds = {}
    sites, joins, weights_of = [], [], []
    place_of = line_and_turn(board, order) if board.turns else None
    own = bundles if bundles is not None else [EdgeBundle(edge) for edge in board.edges]
    met: dict[int, list[EdgeBundle]] = {cell: [] for cell in order}
    to_come = dict.fromkeys(order, 0)
    for bundle in own:
        if bundle.cells[0] in site_of:
            met[order[max(site_of[cell] for cell in bundle.cells)]].append(bundle)
            for cell, ends in zip(bundle.cells, bundle.ends, strict=True):
                to_come[cell] += ends
    alike: dict[Hashable, list[tuple[Option, tuple[int, ...]]]] = {}
    for site, cell in enumerate(order):
        back = met[cell]
        for bundle in back:
            for other, number in zip(bundle.cells, bundle.ends, strict=True):
                to_come[other] -= number
        touched = {cell, *(other for bundle in back for other in bundle.cells)}
        left = {other: to_come[other] for other in touched}
        if len(classes) << len(back) > _MOST_OPTIONS:
            most = (_MOST_OPTIONS // len(classes)).bit_length() - 1
            raise LimitError(
                f"board {board.text!r}: {len(back)} edges of one cell lead back to cells that are swept"
                f" before, too many for {rule.name}; the most is {most}"
            )
        at = _Site(cell, tuple(back), left)
        end = asked.most_ends, site == 0, site == len(order) - 1
        options: list[Option] = []
        chosen: list[Join] = []
        worth: list[Exponents] = []
        for option, taken in _named(progress, may, at, end, alike):
            many = sum(bundle.times for bundle in taken)
            powers = weight[0] * many, weight[1] * many
            option.weight = (len(options), 0) if is_linked else powers
            option.lays = tuple(bundle.cells for bundle in taken)
            for bundle in back:
                ties.bind(option, cell, tuple(sorted(bundle.cells)), int(bundle in taken))
            options.append(option)
            others = tuple(other for bundle in taken for other in bundle.cells if other != cell)
            chosen.append(Join(bool(taken) or every, others))
            worth.append(powers)
        sites.append(options)
        joins.append(chosen)
        weights_of.append(worth)
        if place_of is not None:
            line, turn = place_of(cell)
            kinds[cell] = (line, turn)
    machine = assemble(sites, kinds | ties.kinds(place_of) if place_of is not None else None)
    if not is_linked:
        return machine
    still = {cell: progress[cell].still for cell in order}
    marks = marks_of(rule.linkage, partial(pinned, board))
    system = WatchedGraph(
        rule.linkage,
        tuple(joins),
        board.neighbours,
        marks,
        wakes=True,
        still=still,
        weight=exponents_for(rule.linkage.weight, weights),
    )
    return linked(machine, board, order, weights_of, [system])


def _most_ends(rule: EdgeRule, allowed: Sequence[Sequence[int]]) -> int:
    """How many vertices can have degree 1 at most, where all components are paths; 0 where that is not so.

    Without it ever more ends would be remembered that no component can have.
    """
    most = max((max(degrees, default=0) for degrees in allowed), default=0)
    paths = rule.linkage.acyclic and not rule.modulo and most < rule.cap and most <= 2
    components = rule.linkage.components
    return 2 * (components.most or 0) if paths and components is not None else 0


def _classes(
    rule: EdgeRule, allowed: Sequence[int]
) -> tuple[list[frozenset[int]], tuple[list[list[bool]], list[list[bool]]]]:
    """Classes of degrees that no edge tells apart, and which classes the ends of an edge may have.

    The two tables are for edges that are left, and taken. A vertex of degree 0 is the end of no taken edge,
    so that it belongs to a class whose degrees are like it where edges are left.
    """
    tables = [rule.joined_ends(taken=taken) for taken in (False, True)]
    rows: dict[tuple[tuple[bool, ...], ...], list[int]] = {}
    for d in reversed(allowed):
        left, taken = (tuple((d, other) in table for other in allowed) for table in tables)
        bare = not d and not rule.modulo
        like = next((row for row in rows if bare and row[0] == left), (left, taken))
        rows.setdefault(like, []).append(d)
    firsts = [max(one) for one in rows.values()]
    left_may, taken_may = ([[(a, b) in table for b in firsts] for a in firsts] for table in tables)
    return [frozenset(one) for one in rows.values()], (left_may, taken_may)


@dataclass(frozen=True, slots=True)
class _Site:
    """A cell at its site: the edges that it has back, and with itself, and how many ends later cells have."""

    cell: int
    back: tuple[EdgeBundle, ...]
    left: dict[int, int]

    @property
    def others(self) -> tuple[int, ...]:
        """The cells before it that it has edges with."""
        return tuple(dict.fromkeys(o for bundle in self.back for o in bundle.cells if o != self.cell))

    def after(self, number: int, cell: int) -> int:
        """How many ends a cell has later than an edge of this site."""
        return self.left[cell] + sum(bundle.ends_at(cell) for bundle in self.back[number + 1 :])


def _named(
    progress: dict[int, DegreeProgress],
    may: tuple[list[list[bool]], list[list[bool]]],
    at: _Site,
    ends: tuple[int, bool, bool],
    alike: dict[Hashable, list[tuple[Option, tuple[int, ...]]]],
) -> Iterator[tuple[Option, tuple[EdgeBundle, ...]]]:
    """The options of a site, found once for all that differ by names of cells only, with what is taken."""
    cells = (at.cell, *at.others)
    number = {cell: k for k, cell in enumerate(cells)}
    back = tuple(EdgeBundle(tuple(number[c] for c in one.cells), one.ends, one.times) for one in at.back)
    left = tuple(at.left[cell] for cell in cells)
    kinds = tuple(progress[cell] for cell in cells)
    key = (*map(id, kinds), back, left, ends)
    if key not in alike:
        local = _Site(0, back, dict(enumerate(left)))
        alike[key] = list(_options(dict(enumerate(kinds)), may, local, ends))
    for option, taken in alike[key]:
        tables = {
            cells[feature] if isinstance(feature, int) else feature: table
            for feature, table in option.tables.items()
        }
        yield Option(tables=tables), tuple(at.back[k] for k in taken)


def _options(
    progress: dict[int, DegreeProgress],
    may: tuple[list[list[bool]], list[list[bool]]],
    at: _Site,
    ends: tuple[int, bool, bool],
) -> Iterator[tuple[Option, tuple[int, ...]]]:
    """What can happen at a cell: its class, and which of its edges back, by number, are taken.

    ``ends`` has the most vertices of degree 1, 0 where they are not counted, and whether the site is the
    first, and the last.
    """
    own = progress[at.cell]
    over = [other for other in at.others if not at.left[other]]
    single = [progress[other].single for other in over]
    for k, start in enumerate(own.starts):
        if start < 0:
            continue
        for chosen in product((0, 1), repeat=len(at.back)):
            state = start
            for bundle, taken in zip(at.back, chosen, strict=True):
                state = own.along(state, taken * bundle.ends_at(at.cell))
                if len(bundle.cells) == 1 and not may[taken][k][k]:
                    state = -1
            if state not in own.within(at.left[at.cell]):
                continue
            option = Option()
            for number, (bundle, taken) in enumerate(zip(at.back, chosen, strict=True)):
                for other in bundle.cells:
                    if other != at.cell:
                        more = taken * bundle.ends_at(other)
                        table = _decided(progress[other], may[taken], k, more, at.after(number, other))
                        option.then(other, table)
            if at.left[at.cell]:
                option.then(at.cell, {0: own.with_left(at.left[at.cell])[state]})
            alone = int(not at.left[at.cell] and state in own.single)
            taken_here = tuple(k for k, taken in enumerate(chosen) if taken)
            for which in product((0, 1), repeat=len(over) if ends[0] else 0):
                told = Option(tables=dict(option.tables))
                for other, among, is_end in zip(over, single, which, strict=bool(ends[0])):
                    told.then(
                        other, {s: s for s in range(len(progress[other].needs)) if (s in among) == is_end}
                    )
                for other in over:
                    told.then(other, dict.fromkeys(range(len(progress[other].needs)), 0))
                if ends[0] and (ends[1] or ends[2] or alone or any(which)):
                    most, more = ends[0], alone + sum(which)
                    told.then(_ENDS, {n: 0 if ends[2] else n + more for n in range(most + 1 - more)})
                yield told, taken_here


def _decided(progress: DegreeProgress, may: list[list[bool]], own: int, more: int, left: int) -> Table:
    """What edges to a vertex of this class, so many taken, do to their other end, which has others left."""
    moves = ((s, progress.along(s, more)) for s in range(len(progress.needs)))
    fine, alike = progress.within(left), progress.with_left(left)
    return {s: alike[after] for s, after in moves if after in fine and may[progress.classes[s]][own]}
