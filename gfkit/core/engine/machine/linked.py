"""Automata for connectivity constraints: a partition of the cells that have unswept neighbours.

Statement. Let an automaton on tracks decide for every cell whether it is a *member* of a graph, and to which
members swept before it is joined. In addition to the state of this automaton we store labels of the swept
members that are adjacent to unswept cells: two have the same label if and only if the edges so far join them.
Labels are positive integers in the order of their tracks, each new label the smallest unused one; 0 marks a
cell that is not a member, or that no further edge can reach. A component without labelled cells is complete
and is counted. An edge between cells of one label closes a cycle and is counted too: with c components of v
vertices and e edges there are e - v + c such edges, in any order. So the paths of the new automaton are
exactly the paths of the given automaton whose graph has admissible numbers of components and cycles.

Winding. If some cycle must wrap around, the only constraint, we store no places but a *potential* of every
labelled cell: the winding numbers of a path from the first cell with its label, modulo a power of 2 above
the bound of ``winding_links``. As long as no cycle wraps around, all such paths have equal winding numbers.
An edge within a label closes a cycle that wraps around if and only if the potentials of its endpoints do not
differ by its winding numbers; then all labels are removed.

For each label we store the places, among those named by ``joins`` and ``apart``, that contain a cell of the
label, and the number of its marked cells, up to the bound above which all numbers are equivalent. If cells
are chosen, each member is chosen or not. If ``joins`` or ``apart`` is the only constraint, labels that lack
the same single place are replaced by one label (``Linkage.shared_marks``), and no cell gets a label after
some component contains all places. Labels of earlier cells are not removed at once, so that few states have
the same successor.

Redundant labels. In this case let N(v) be the unswept neighbours of a labelled cell v in a component C. The
label of v is removed if C contains no place, and every u in N(v) is equal or surely adjacent (joined whenever
both cells are members) to every u' in N(w) for all w in C; or if C lacks one place, and every u in N(v) is in
all other places. Proof that the paths remain the same: without places, C matters only because it joins later
members u and u'. If one of them is in N(v), then u = u' or an edge joins them; else the edges that join them
to C remain. In the second case a later member u in N(v) gets no further place from C, and whatever else is
joined to C lacks only the same place as u, so that they need not be joined.

A path is abandoned if more components are complete, or more cycles closed, than any admissible number, if a
component starts although the last admissible component is complete, and if no labelled component contains a
place of ``joins`` all of whose cells are swept, unless some component contains all places.

Strips. The action of a step on labels is to join some, to remove some, to count complete components, and to
renumber. It depends on the adjacent cells and on their data in the state of the automaton on tracks, so that
inner slices act as translates. A partition of the stored cells is encoded in the same way after j and after j
+ p slices if the tracks of these cells are equal, which ``layout`` compares: numbers depend on tracks only.
Numbers of complete components and closed cycles are stored from the first cell to the last, and every inner
slice changes them in the same way. So the theorem of ``strip`` holds unchanged, and on cyclic boards the
labels of the first slice are stored to the end.

Cost: there are many partitions. For w cells in a row of a planar board no two parts cross: Catalan numbers,
about 4^w, for connected or acyclic sets of edges, and Motzkin numbers, about 3^w, for paths and cycles.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from functools import reduce
from itertools import accumulate
from operator import and_, or_
from typing import Any

from gfkit.core.boards import Board
from gfkit.core.deferred import dataclass
from gfkit.core.engine import tuning
from gfkit.core.engine.machine.base import Machine
from gfkit.core.engine.machine.slot import (
    Feature,
    Kinds,
    Option,
    Site,
    SlotMachine,
    Track,
    assemble,
    line_and_turn,
)
from gfkit.core.errors import LimitError
from gfkit.core.rules.values import Exponents, Linkage, Numbers
from gfkit.core.typing import add_exponents


@dataclass(frozen=True, slots=True)
class Join:
    """Effect of an option: whether the cell becomes a member, and the earlier cells to which it is joined."""

    member: bool
    cells: tuple[int, ...]
    marks: int = 0
    """Number of marks that the option puts on the cell."""
    turns: tuple[int, ...] = ()
    """For each of the earlier cells, the lanes of the winding numbers of the link to it."""


@dataclass(frozen=True, slots=True)
class WatchedGraph:
    """Graph whose components are tracked: its constraints, and the effect of every option of every step.

    With ``wakes`` a cell that is joined becomes a member if it is not one yet; without it, only members are
    joined. ``still`` contains for each step and cell the features, with the feature values that exclude
    further edges at the cell.
    """

    linkage: Linkage
    joins: tuple[Sequence[Join], ...]
    near: Sequence[Sequence[int]]
    marks: Mapping[int, int]
    """For each cell, one bit for each set in ``joins`` and ``apart`` that contains it; its number of marks is
    above these bits.
    """
    wakes: bool
    still: Callable[[int, int], Iterable[tuple[Feature, frozenset[int]]]]
    weight: Exponents
    """Weight of a component."""
    sure: Collection[tuple[int, int]]
    """Pairs of cells that are joined whenever both are members, in both orders."""


@dataclass(frozen=True, slots=True)
class SiteAction:
    """Action of a step on the labels of one graph; tracks of labels are referred to by number."""

    own: int
    """Track of the cell, or -1 if no later cell is adjacent to it."""
    mark: int
    joins: tuple[tuple[bool, int, tuple[tuple[int, int], ...]], ...]
    """For each option: membership of the cell, its number of marks, and the tracks and marks of the cells it
    joins; if some cycle must wrap around, the winding numbers of the links instead of the marks.
    """
    leaving: tuple[int, ...]
    still: tuple[tuple[int, Track, frozenset[int]], ...]
    """Tracks of labels, with the feature tracks that decide whether a cell can still be joined, and their
    exceptions.
    """
    redundant: tuple[tuple[int, frozenset[int], int], ...]
    """Tracks whose labels are removed if the tracks of their component are within a set and it has no places,
    or if its places are within a mask; see the module.
    """
    needed: int
    """Places of ``joins`` all of whose cells are swept, so that some labelled component must contain them."""


Labels = tuple[bytes, tuple[int, ...], int, int, int]
"""Label data of one graph: labels by track, the marks of each label (required places, marked cells), and
three numbers.

The numbers are: complete components, closed cycles, and 1 if some component contains all places of ``joins``.
"""


@dataclass(frozen=True, eq=False)
class FrontierMachine(Machine):
    """Base class of automata that store, besides tracks, data of swept cells with unswept neighbours.

    A state consists of a state of ``inner``, whose options are weighted by their number, and of numbers or
    bytes in track order.
    """

    inner: SlotMachine
    places: tuple[SlotMachine, ...]
    """Positions of the stored data in the sweep, as automata on tracks of the same life spans."""

    @property
    def sites(self) -> int:
        return self.inner.sites

    def laid(self, site: int, option: int) -> tuple[tuple[Any, int], ...]:
        return self.inner.laid(site, option)

    @property
    def form(self) -> Hashable:
        return self.inner.form, tuple(place.form for place in self.places)

    def layout(self, done: int, first: int, last: int) -> Hashable:
        return tuple(machine.layout(done, first, last) for machine in (self.inner, *self.places))


@dataclass(frozen=True, eq=False)
class LinkedMachine(FrontierMachine):
    """Automaton on tracks with component labels for each graph; see the module."""

    encoding = "labels"
    weights: tuple[tuple[Exponents, ...], ...]
    actions: tuple[tuple[SiteAction, ...], ...]
    """For each step, its action on each graph."""
    linkages: tuple[Linkage, ...]
    wakes: tuple[bool, ...]
    worth: tuple[Exponents, ...]
    """Weight of a component, for each graph."""

    def start(self) -> tuple[int, tuple[Labels, ...]]:
        return self.inner.start(), tuple((bytes(len(place.tracks)), (), 0, 0, 0) for place in self.places)

    def final(self, state: tuple[int, tuple[Labels, ...]]) -> bool:
        inner, systems = state
        return self.inner.final(inner) and all(
            linkage.holds(complete, closed) and (met or not (linkage.joins or linkage.windings))
            for linkage, (_, _, complete, closed, met) in zip(self.linkages, systems, strict=True)
        )

    def step(
        self, site: int, state: tuple[int, tuple[Labels, ...]]
    ) -> Iterable[tuple[tuple[int, tuple[Labels, ...]], Exponents, int]]:
        graphs = [*zip(self.actions[site], self.linkages, self.wakes, state[1], self.worth, strict=True)]
        for after, (number, _), option in self.inner.step(site, state[0]):
            weight, reached = self.weights[site][number], list[Labels]()
            for action, linkage, wakes, labels, worth in graphs:
                new = relabel(action, linkage, wakes, labels, number, after)
                if new is None:
                    break
                reached.append(new[0])
                if new[1] and any(worth):
                    weight = add_exponents(weight, *[worth] * new[1])
            else:
                yield (after, tuple(reached)), weight, option

    def signature(self, site: int) -> Hashable:
        return self.inner.programs[site], self.weights[site], self.actions[site]

    @property
    def form(self) -> Hashable:
        return super().form, tuple(linkage.windings for linkage in self.linkages)

    @property
    def is_plain(self) -> bool:
        """True if one graph with few labels and without required places is tracked: see ``sweep.layers``."""
        plain = all(
            not (linkage.joins or linkage.apart or linkage.each or linkage.windings)
            for linkage in self.linkages
        )
        caps = [
            0,
            *(
                tally.cap
                for linkage in self.linkages
                for tally in (linkage.components, linkage.cycles)
                if tally
            ),
        ]
        return plain and len(self.linkages) == 1 and max(caps) < tuning.SWEEP.most_labels

    @property
    def row_words(self) -> int:
        """Largest number of machine words of a state: fields, labels, and two numbers or the marks."""
        return self.inner.words + (len(self.places[0].tracks) + 7) // 8 + 1


def linked_machine(
    inner: SlotMachine,
    board: Board,
    order: Sequence[int],
    weights: Sequence[Sequence[Exponents]],
    systems: Sequence[WatchedGraph],
) -> LinkedMachine:
    """Return the automaton on tracks, extended by the labels of the graphs; options are weighted by
    number.
    """
    homes = {kept.feature: inner.tracks[kept.track] for kept in inner.stored}
    frontiers = [Frontier.of(board, order, system.near) for system in systems]
    if max(len(frontier.places.tracks) for frontier in frontiers) > tuning.SWEEP.most_labels:
        raise LimitError(
            f"board {board.text!r}: more than {tuning.SWEEP.most_labels} frontier cells would need a"
            " component label; choose a narrower board"
        )
    known: dict[Hashable, tuple[SiteAction, ...]] = {}
    actions = []
    for at in enumerate(order):
        here = tuple(_build_site_action(*pair, at, homes) for pair in zip(systems, frontiers, strict=True))
        actions.append(known.setdefault(here, here))
    return LinkedMachine(
        inner,
        tuple(frontier.places for frontier in frontiers),
        tuple(map(tuple, weights)),
        tuple(actions),
        tuple(system.linkage for system in systems),
        tuple(system.wakes for system in systems),
        tuple(system.weight for system in systems),
    )


@dataclass(frozen=True, slots=True)
class Frontier:
    """Swept cells with unswept neighbours, and the tracks of their data."""

    near: Sequence[Sequence[int]]
    site_of: Mapping[int, int]
    last: Mapping[int, int]
    """For each cell, the last step whose cell is adjacent to it."""
    places: SlotMachine
    track: Mapping[int, int]
    """For each stored cell, its track number."""

    @staticmethod
    def of(board: Board, order: Sequence[int], near: Sequence[Sequence[int]]) -> Frontier:
        """Assign tracks to cells, each from the step of the cell to the last adjacent step."""
        place_of = line_and_turn(board, order) if board.turns else None
        kinds: Kinds = {} if place_of is None else {cell: place_of(cell) for cell in order}
        site_of = {cell: site for site, cell in enumerate(order)}
        last = {cell: max([site_of[n] for n in near[cell] if n in site_of], default=-1) for cell in order}
        living = [0] * (len(order) + 1)
        for site, cell in enumerate(order):
            if last[cell] > site:
                living[site] += 1
                living[last[cell]] -= 1
        anything = {n: n for n in range(max(accumulate(living)) + 1)}
        sites: list[list[Option]] = []
        for site, cell in enumerate(order):
            option = Option()
            for other in (cell, *near[cell]):
                if other in site_of and site_of[other] <= site <= last[other]:
                    option.then(other, anything)
            sites.append([option])
        places = assemble([Site.of(options) for options in sites], kinds)
        track = {
            feature.feature: feature.track for feature in places.stored if isinstance(feature.feature, int)
        }
        return Frontier(near, site_of, last, places, track)

    def tracked_cells(self, site: int, cell: int) -> list[int]:
        """Return the cell and its swept neighbours, restricted to cells with tracks."""
        around = (n for n in dict.fromkeys((cell, *self.near[cell])) if n in self.track)
        return [n for n in around if self.site_of[n] <= site <= self.last[n]]

    def redundant_labels(
        self, site: int, system: WatchedGraph
    ) -> tuple[tuple[int, frozenset[int], int], ...]:
        """Return the tracks whose labels may be redundant after a step, each with the tracks such that all
        unswept neighbours of both cells are equal or surely adjacent, and the places that contain all
        unswept neighbours.
        """
        later = {
            cell: {n for n in self.near[cell] if self.site_of.get(n, -1) > site}
            for cell in self.track
            if self.site_of[cell] <= site < self.last[cell]
        }
        around = {
            u: {u, *(n for n in self.near[u] if (u, n) in system.sure)} for own in later.values() for u in own
        }
        found = []
        for cell, own in later.items():
            mates = [self.track[n] for n, held in later.items() if all(held <= around[u] for u in own)]
            places = reduce(and_, (system.marks.get(u, 0) for u in own))
            found.append((self.track[cell], frozenset(mates), places))
        return tuple(sorted(entry for entry in found if entry[2] or entry[0] in entry[1]))

    def last_tracks(self, site: int, cell: int) -> tuple[int, ...]:
        """Return the tracks of the cells whose last neighbour is swept in the current step."""
        return tuple(self.track[n] for n in self.tracked_cells(site, cell) if self.last[n] == site)


def _build_site_action(
    system: WatchedGraph, frontier: Frontier, at: tuple[int, int], homes: Mapping[Hashable, Track]
) -> SiteAction:
    """Return the action of a step and its cell on the labels, by tracks."""
    (site, cell), track = at, frontier.track
    joins = (
        (
            join.member,
            join.marks,
            tuple(
                (track[n], turn if system.linkage.windings else system.marks.get(n, 0))
                for n, turn in zip(join.cells, join.turns, strict=True)
            ),
        )
        for join in system.joins[site]
    )
    still = (
        (track[n], homes[feature], values)
        for n in frontier.tracked_cells(site, cell)
        if frontier.last[n] > site
        for feature, values in system.still(site, n)
        if feature in homes and values
    )
    later = (mark for n, mark in system.marks.items() if frontier.site_of.get(n, -1) > site)
    return SiteAction(
        track.get(cell, -1),
        system.marks.get(cell, 0),
        tuple(joins),
        frontier.last_tracks(site, cell),
        tuple(still),
        frontier.redundant_labels(site, system) if system.linkage.shared_marks and not system.wakes else (),
        0 if system.wakes else (1 << len(system.linkage.joins)) - 1 & ~reduce(or_, later, 0),
    )


def relabel(
    action: SiteAction,
    linkage: Linkage,
    wakes: bool,
    before: Labels,
    option: int,
    after: int,
) -> tuple[Labels, int] | None:
    """Return the labels of one graph after an option, and the number of components that the option completes.

    ``after`` is the state of the inner automaton after the option. Return None if the labels do not allow the
    option.
    """
    if linkage.windings:
        from gfkit.core.engine.machine.winding import wind

        return wind(action, linkage.highs, before, option, after), 0
    labels, (_, seen, complete, closed, met) = bytearray(before[0]), before
    member, marked, joined = action.joins[option]
    own = max(labels, default=0) + 1 if member else 0
    cycles, components = linkage.cycles, linkage.components
    base = len(linkage.joins) + len(linkage.apart)
    marks = [0, *seen, *[action.mark + (marked << base)] * member]
    held = linkage.each.number if linkage.each is not None else None
    shared = linkage.shared_marks
    for track, mark in joined:
        label = labels[track]
        if label == own:
            closed = min(closed + 1, cycles.cap) if cycles is not None else 0
            if cycles is not None and cycles.most is not None and closed > cycles.most:
                return None
        elif label:
            marks[own] = _union_marks(marks[own], marks[label], base, held)
            labels = labels.replace(bytes((label,)), bytes((own,)))
        elif wakes and not (met and shared):
            marks[own] = _union_marks(marks[own], mark, base, held)
            labels[track] = own
    wanted = (1 << len(linkage.joins)) - 1
    barred = ((1 << len(linkage.apart)) - 1) << len(linkage.joins)
    if barred and marks[own] & barred == barred:
        return None
    if held is not None and held.most is not None and marks[own] >> base > held.most:
        return None
    if wanted and marks[own] & wanted == wanted:
        met = 1
    kept = (barred if met else barred | wanted) | -1 << base
    marks = [mark & kept for mark in marks]
    if shared and marks[own] and (shared ^ marks[own]).bit_count() == 1:
        for label in [label for label in range(1, own) if marks[label] == marks[own]]:
            labels = labels.replace(bytes((label,)), bytes((own,)))
    gone = {labels[track] for track in action.leaving}
    for track in action.leaving:
        labels[track] = 0
    if action.own >= 0:
        labels[action.own] = 0 if met and shared else own
    else:
        gone.add(own)
    for track, home, values in action.still:
        if labels[track] and (after >> home.shift & (1 << home.bits) - 1) in values:
            gone.add(labels[track])
            labels[track] = 0
    for track, mates, within in action.redundant:
        mark, fellows = marks[labels[track]], (t for t, one in enumerate(labels) if one == labels[track])
        if (
            (within | mark == within and (shared ^ mark).bit_count() == 1)
            if mark
            else mates.issuperset(fellows)
        ):
            labels[track] = 0
    over = [label for label in gone if label and label not in labels]
    ended = len(over)
    if held is not None and not all(held.holds(marks[label] >> base) for label in over):
        return None
    if components is not None:
        complete = min(complete + ended, components.cap)
        most = components.most
        if most is not None and (complete > most or (complete == most and any(labels))):
            return None
    if not met and action.needed & ~reduce(or_, (marks[label] for label in labels if label), 0):
        return None
    numbers = {0: 0}
    numbered = bytes(numbers.setdefault(label, len(numbers)) for label in labels)
    places = tuple(marks[label] for label in numbers if label)
    return (numbered, places, complete, closed, met), ended


def _union_marks(one: int, other: int, base: int, held: Numbers | None) -> int:
    """Return the marks of two merged labels: the union of the bits below ``base``, and above them the bounded
    sum.
    """
    if held is None:
        return one | other
    number = min((one >> base) + (other >> base), held.cap)
    return (one | other) & ((1 << base) - 1) | number << base
